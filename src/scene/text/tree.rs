//! RON text as a tree that knows where everything stands: values, fields, commas, comments.
//!
//! It reads what the scene reader accepts, and nothing is lost: every byte of the text is a token, a comment or white space.

use crate::scene::message::{MAX_DEPTH, end_of_block};
use std::ops::Range;

/// How deep brackets may be nested: twice as deep as the scene reader goes, so that no scene is too deep.
const DEPTH: usize = 2 * MAX_DEPTH;

/// A text with its tree.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub text: &'a str,
    pub root: Node,
    /// In the order of the text.
    pub comments: Vec<Comment>,
}

impl<'a> Tree<'a> {
    /// What stands there.
    pub fn text_of(&self, node: &Node) -> &'a str {
        &self.text[node.span.clone()]
    }
}

/// A comment.
#[derive(Clone, Debug)]
pub(super) struct Comment {
    pub span: Range<usize>,
}

/// A value.
#[derive(Debug)]
pub(super) struct Node {
    /// With its name and brackets.
    pub span: Range<usize>,
    /// What is in its brackets; none: a number, a text or a name alone.
    pub group: Option<Group>,
}

/// Values in brackets.
#[derive(Debug)]
pub(super) struct Group {
    /// The name before the bracket: of a variant or a struct.
    pub name: Option<Range<usize>>,
    /// Where the bracket opens.
    pub open: usize,
    /// Where it closes.
    pub close: usize,
    /// Which bracket.
    pub bracket: char,
    pub items: Vec<Item>,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Item {
    /// Name of the field, or key of the map.
    pub key: Option<Range<usize>>,
    pub value: Node,
    /// Where the comma after it stands, if one does.
    pub comma: Option<usize>,
}

impl Item {
    pub fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value.span.start, |key| key.start)
    }
}

impl Group {
    /// Whether all are named: a struct, or nothing.
    pub fn is_struct(&self) -> bool {
        self.bracket == '(' && self.items.iter().all(|item| item.key.is_some())
    }

    /// The field of a name.
    pub fn field(&self, text: &str, name: &str) -> Option<usize> {
        self.items.iter().position(|item| field_name(text, item) == Some(name))
    }
}

/// The name of a field, with or without the mark of a raw name.
pub(super) fn field_name<'a>(text: &'a str, item: &Item) -> Option<&'a str> {
    let name = &text[item.key.clone()?];
    Some(name.strip_prefix("r#").unwrap_or(name))
}

impl<'a> Tree<'a> {
    /// Reads a text; none: it is not RON, or too deep.
    pub fn read(text: &'a str) -> Option<Self> {
        let mut reader = Reader { text, at: 0, comments: Vec::new() };
        reader.blank()?;
        while reader.rest().starts_with('#') {
            // `#![enable(…)]`
            reader.at += reader.rest().find(']')? + 1;
            reader.blank()?;
        }
        let root = reader.value(0)?;
        reader.blank()?;
        (reader.at == text.len()).then_some(Self { text, root, comments: reader.comments })
    }

    /// The comments that begin within a range.
    pub fn comments_in(&self, range: Range<usize>) -> &[Comment] {
        let first = self.comments.partition_point(|comment| comment.span.start < range.start);
        let end = self.comments.partition_point(|comment| comment.span.start < range.end);
        self.comments.get(first..end).unwrap_or(&[])
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    comments: Vec<Comment>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes this character if it is next.
    fn takes(&mut self, wanted: char) -> bool {
        let there = self.rest().starts_with(wanted);
        if there {
            self.at += wanted.len_utf8();
        }
        there
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        self.at += self.rest().find(|c| !wanted(c)).unwrap_or(self.rest().len());
    }

    /// Skips white space and notes comments; none: a comment does not end.
    fn blank(&mut self) -> Option<()> {
        loop {
            self.skip_while(is_blank);
            let start = self.at;
            if self.rest().starts_with("//") {
                self.skip_while(|c| c != '\n');
                if self.text[start..self.at].ends_with('\r') {
                    // Of the end of the line, not of the comment.
                    self.at -= 1;
                }
            } else if self.rest().starts_with("/*") {
                self.at = end_of_block(self.text, start)?;
            } else {
                return Some(());
            }
            self.comments.push(Comment { span: start..self.at });
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > DEPTH {
            return None;
        }
        let start = self.at;
        let next = self.peek()?;
        if matches!(next, '(' | '[' | '{') {
            return self.group(start, None, depth);
        }
        if let Some(length) = quoted(self.rest()) {
            self.at += length?;
            return Some(Node { span: start..self.at, group: None });
        }
        self.word()?;
        let end = self.at;
        if next.is_alphabetic() || next == '_' {
            // What stands before a bracket is its name.
            let comments = self.comments.len();
            self.blank()?;
            if self.peek() == Some('(') {
                return self.group(start, Some(start..end), depth);
            }
            self.at = end;
            self.comments.truncate(comments);
        }
        Some(Node { span: start..end, group: None })
    }

    /// A name or a number.
    fn word(&mut self) -> Option<()> {
        let start = self.at;
        self.skip_while(in_word);
        if &self.text[start..self.at] == "r" && self.takes('#') {
            self.skip_while(in_word);
        }
        (self.at > start).then_some(())
    }

    fn group(&mut self, start: usize, name: Option<Range<usize>>, depth: usize) -> Option<Node> {
        let bracket = self.peek()?;
        let (open, end) = (
            self.at,
            match bracket {
                '(' => ')',
                '[' => ']',
                _ => '}',
            },
        );
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.blank()?;
            if self.peek()? == end {
                break;
            }
            let key = self.key(bracket, depth)?;
            let value = self.value(depth + 1)?;
            self.blank()?;
            let comma = (self.peek()? == ',').then_some(self.at);
            items.push(Item { key, value, comma });
            if comma.is_none() {
                break;
            }
            self.at += 1;
        }
        let close = self.at;
        self.takes(end).then(|| {
            let group = Some(Group { name, open, close, bracket, items });
            Node { span: start..self.at, group }
        })
    }

    /// The key before a value, with its colon: of a field, where there is one, or of a map. The outer `Option` fails.
    #[allow(clippy::option_option, reason = "no key, or none that could be read")]
    fn key(&mut self, bracket: char, depth: usize) -> Option<Option<Range<usize>>> {
        let (start, comments) = (self.at, self.comments.len());
        match bracket {
            '{' => {
                let key = self.value(depth + 1)?.span;
                self.blank()?;
                if !self.takes(':') {
                    return None;
                }
                self.blank()?;
                return Some(Some(key));
            }
            '(' if quoted(self.rest()).is_none() && self.word().is_some() => {
                let end = self.at;
                self.blank()?;
                if self.takes(':') {
                    self.blank()?;
                    return Some(Some(start..end));
                }
            }
            _ => {}
        }
        self.at = start;
        self.comments.truncate(comments);
        Some(None)
    }
}

/// White space of RON.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-')
}

/// The length of the text or character in quotes that opens here, if one does; the inner `Option` is none where it is not
/// closed.
#[allow(clippy::option_option, reason = "no quotes, or open ones")]
fn quoted(text: &str) -> Option<Option<usize>> {
    let body = text.strip_prefix('b').unwrap_or(text);
    let skipped = text.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|byte| *byte == b'#').count();
        if raw[hashes..].starts_with('"') {
            let open = skipped + 1 + hashes + 1;
            let close = format!("\"{}", "#".repeat(hashes));
            return Some(text[open..].find(&close).map(|end| open + end + close.len()));
        }
        return None;
    }
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        if c == quote && !escaped {
            return Some(Some(skipped + at + 1));
        }
        escaped = c == '\\' && !escaped;
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// first (
Scene /* of what */ (
    name: "a \" ) // no comment", // and one
    r#raw: r#"b " ( "#,
    list: [1, -2.5e-3, 'x', /* /* nested */ */ Some(None),],
    map: { "k": (), 1: b"y" },
)
"##;

    #[test]
    fn every_value_is_where_it_stands() {
        let tree = Tree::read(TEXT).unwrap();
        let scene = tree.root.group.as_ref().unwrap();
        assert_eq!(&TEXT[scene.name.clone().unwrap()], "Scene");
        let names: Vec<_> = scene.items.iter().map(|item| field_name(TEXT, item).unwrap()).collect();
        assert_eq!(names, ["name", "raw", "list", "map"]);
        let said: Vec<_> = scene.items.iter().map(|item| &TEXT[item.value.span.clone()]).collect();
        assert_eq!(said[0], r#""a \" ) // no comment""#);
        assert_eq!(said[1], r##"r#"b " ( "#"##);
        assert_eq!(said[3], r#"{ "k": (), 1: b"y" }"#);
        let list = scene.items[2].value.group.as_ref().unwrap();
        let said: Vec<_> = list.items.iter().map(|item| &TEXT[item.value.span.clone()]).collect();
        assert_eq!(said, ["1", "-2.5e-3", "'x'", "Some(None)"]);
        assert!(list.items.iter().all(|item| item.comma.is_some()));
        let comments: Vec<_> = tree.comments.iter().map(|comment| &TEXT[comment.span.clone()]).collect();
        assert_eq!(comments, ["// first (", "/* of what */", "// and one", "/* /* nested */ */"]);
    }

    #[test]
    fn what_is_not_closed_or_too_deep_is_not_read() {
        for text in ["", "(", "(]", "(a: )", "[1 2]", "\"a", "/* /* */ 1", "{1}", "(a: 1) b", "r#\"x\""] {
            assert!(Tree::read(text).is_none(), "{text}");
        }
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Tree::read(&nested(DEPTH)).is_some());
        assert!(Tree::read(&nested(DEPTH + 2)).is_none());
        assert!(Tree::read(&"(".repeat(1_000_000)).is_none());
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[\\[\\](){}:,\"'rb#/*\\\\ a1é\n]{0,60}") {
            let _ = Tree::read(&text);
        }
    }
}
