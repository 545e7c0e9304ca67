//! Where the fields of a scene stand in its text: RON values by path, for messages with line and column.
//!
//! serde drops positions once a value is read, so that a check on the finished scene could not say where the
//! value came from. This scanner reads the text once more, only when there is something to report.

use std::collections::BTreeMap;

/// Line and column, both from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

/// Positions of fields and elements by path, such as `bodies[3].density`.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    places: BTreeMap<String, Place>,
    strings: BTreeMap<String, String>,
    /// Paths in the order of the text.
    order: Vec<(Place, String)>,
}

#[derive(Clone, Debug)]
struct Bracket {
    path: String,
    index: usize,
    key: Option<String>,
}

impl Bracket {
    fn new(path: String) -> Self {
        Self { path, index: 0, key: None }
    }

    /// Path of the value that is being read within these brackets.
    fn value_path(&self) -> String {
        match &self.key {
            Some(key) if self.path.is_empty() => key.clone(),
            Some(key) => format!("{}.{key}", self.path),
            None => format!("{}[{}]", self.path, self.index),
        }
    }
}

struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scanner<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len()))
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while let Some(c) = self.rest.chars().next() {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.take(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.take(2);
                if depth == 0 {
                    return;
                }
            } else {
                self.take(c.len_utf8());
            }
        }
    }

    /// The content of the string that opens here, escapes as written.
    fn string(&mut self) -> &'a str {
        let hashes = self.rest.trim_start_matches('r').bytes().take_while(|b| *b == b'#').count();
        if self.rest.starts_with('r') {
            let open = 2 + hashes;
            self.take(open.min(self.rest.len()));
            let close = format!("\"{}", "#".repeat(hashes));
            let end = self.rest.find(&close).unwrap_or(self.rest.len());
            let content = self.take(end);
            self.take(close.len().min(self.rest.len()));
            return content;
        }
        self.take(1);
        let mut escaped = false;
        let end = self.rest.find(|c| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let content = self.take(end.unwrap_or(self.rest.len()));
        self.take(1.min(self.rest.len()));
        content
    }

    fn at_string(&self) -> bool {
        let after_r = self.rest.strip_prefix('r').map(|r| r.trim_start_matches('#'));
        self.rest.starts_with('"') || after_r.is_some_and(|r| r.starts_with('"'))
    }
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-' | '#')
}

impl SourceMap {
    /// Reads `text`; on malformed text the map ends where it stops making sense.
    pub fn new(text: &str) -> Self {
        let mut map = Self::default();
        let mut scanner = Scanner { rest: text, place: Place { line: 1, column: 1 } };
        // The outermost bracket is the scene itself, with the empty path.
        let mut frames: Vec<Bracket> = Vec::new();
        loop {
            scanner.skip_blank();
            let place = scanner.place;
            let Some(next) = scanner.rest.chars().next() else { return map };
            let path = frames.last().map(Bracket::value_path);
            if scanner.at_string() {
                let content = scanner.string();
                if let Some(path) = path {
                    map.add(&path, place);
                    map.strings.entry(path).or_insert_with(|| content.to_owned());
                }
            } else if matches!(next, '(' | '[' | '{') {
                scanner.take(1);
                if let Some(path) = &path {
                    map.add(path, place);
                }
                frames.push(Bracket::new(path.unwrap_or_default()));
            } else if matches!(next, ')' | ']' | '}') {
                scanner.take(1);
                frames.pop();
            } else if next == ',' {
                scanner.take(1);
                if let Some(frame) = frames.last_mut() {
                    frame.index += 1;
                    frame.key = None;
                }
            } else if in_word(next) {
                let word = scanner.take_while(in_word);
                scanner.skip_blank();
                if scanner.rest.starts_with(':') {
                    scanner.take(1);
                    if let Some(frame) = frames.last_mut() {
                        frame.key = Some(word.to_owned());
                        let path = frame.value_path();
                        map.add(&path, place);
                    }
                } else if let Some(path) = path {
                    map.add(&path, place);
                }
            } else {
                scanner.take(next.len_utf8());
            }
        }
    }

    fn add(&mut self, path: &str, place: Place) {
        // The first place wins: for a field that is its name, for an element its first token.
        if !self.places.contains_key(path) {
            self.places.insert(path.to_owned(), place);
            self.order.push((place, path.to_owned()));
        }
    }

    /// The place of `path`, or of the nearest enclosing value that is written in the text.
    pub fn find(&self, path: &str) -> Place {
        let mut path = path;
        loop {
            if let Some(place) = self.places.get(path) {
                return *place;
            }
            match path.rfind(['.', '[']) {
                Some(end) => path = &path[..end],
                None => return Place { line: 1, column: 1 },
            }
        }
    }

    /// The path of the last value that starts at or before `place`.
    pub fn path_at(&self, place: Place) -> Option<&str> {
        let after = self.order.partition_point(|(start, _)| *start <= place);
        Some(self.order.get(after.checked_sub(1)?)?.1.as_str())
    }

    /// The text between the quotes of the string at `path`.
    pub fn string(&self, path: &str) -> Option<&str> {
        self.strings.get(path).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a comment with (brackets: 1)
Scene(
    name: "a \" name: (", /* bodies: [ /* nested */ */
    duration: Some(5.0),
    bodies: [
        (name: "floor", shape: Box(half_extents: (1.0, 2.0, 3.0))),
        (name: r#"sto"ne"#,
         position: (0.0, 0.0, 1.0), density: -3),
    ],
)"##;

    #[test]
    fn fields_and_elements_are_found() {
        let map = SourceMap::new(TEXT);
        let at = |path: &str| {
            let Place { line, column } = map.find(path);
            (line, column)
        };
        assert_eq!(at("duration"), (5, 5));
        assert_eq!(at("bodies[0].shape.half_extents[1]"), (7, 56));
        assert_eq!(at("bodies[1]"), (8, 9));
        assert_eq!(at("bodies[1].density"), (9, 37));
        // A field that is not written leads to its body, an unknown one to the start.
        assert_eq!(at("bodies[1].friction"), (8, 9));
        assert_eq!(at("solver.tolerance"), (1, 1));
        assert_eq!(map.string("bodies[1].name"), Some("sto\"ne"));
        assert_eq!(map.path_at(Place { line: 9, column: 40 }), Some("bodies[1].density"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[\\[\\](){}:,\"r#/*\\\\ a1é\n]{0,60}") {
            let map = SourceMap::new(&text);
            map.find("bodies[0].name");
            map.path_at(Place { line: 1, column: 7 });
        }
    }
}
