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

/// Values in values at most, for the reader of RON, and brackets in brackets for this one: what is read by recursion has the
/// stack of one thread, and no scene without a `Union` in a `Union` has more than seven.
pub const MAX_DEPTH: usize = 128;

/// Positions of fields and elements by path, such as `bodies[3].density`: a tree, because the paths of all values together are
/// as long as the text times its depth, and longer where names are long.
#[derive(Clone, Debug, Default)]
pub struct SourceMap<'a> {
    /// In the order of the text; the first is the scene itself.
    values: Vec<Value<'a>>,
    /// Where in `values` the fields and elements of each value are.
    within: BTreeMap<(usize, Step<'a>), usize>,
    /// The first bracket in [`MAX_DEPTH`] others, where the map ends.
    pub too_deep: Option<Place>,
}

/// A value of the text.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    /// Of a field its name, of an element its first token.
    place: Place,
    /// What stands between its quotes, if it is a string.
    string: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step<'a> {
    Field(&'a str),
    Element(usize),
}

/// An open bracket and where it stands in the list of its elements.
#[derive(Clone, Copy, Debug)]
struct Bracket<'a> {
    value: usize,
    index: usize,
    key: Option<&'a str>,
}

impl<'a> Bracket<'a> {
    /// The way to the value that is being read within these brackets.
    fn step(&self) -> Step<'a> {
        self.key.map_or(Step::Element(self.index), Step::Field)
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
                self.take(end_of_block(self.rest, 0).unwrap_or(self.rest.len()));
            } else {
                return;
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

/// What the text is made of, but for white space and comments.
enum Token<'a> {
    Open,
    Close,
    Comma,
    /// What stands between quotes.
    String(&'a str),
    /// A name with its colon.
    Name(&'a str),
    Word,
    Other,
}

impl<'a> Iterator for Scanner<'a> {
    /// With the place where it begins.
    type Item = (Place, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blank();
        let place = self.place;
        let next = self.rest.chars().next()?;
        if self.at_string() {
            return Some((place, Token::String(self.string())));
        }
        if in_word(next) {
            let word = self.take_while(in_word);
            self.skip_blank();
            let named = self.rest.starts_with(':');
            self.take(usize::from(named));
            return Some((place, if named { Token::Name(word) } else { Token::Word }));
        }
        self.take(next.len_utf8());
        let token = match next {
            '(' | '[' | '{' => Token::Open,
            ')' | ']' | '}' => Token::Close,
            ',' => Token::Comma,
            _ => Token::Other,
        };
        Some((place, token))
    }
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-' | '#')
}

impl<'a> SourceMap<'a> {
    /// Reads `text`; on malformed text the map ends where it stops making sense.
    pub fn new(text: &'a str) -> Self {
        Self::until(text, None)
    }

    /// The same with the values up to `last`. Of what is behind it only the depth of the brackets is looked at: a map takes some 60 times the
    /// memory of its text.
    pub fn until(text: &'a str, last: Option<Place>) -> Self {
        let start = Place { line: 1, column: 1 };
        let mut map = Self::default();
        // The outermost bracket is the scene itself, with the empty path.
        map.values.push(Value { place: start, string: None });
        let mut brackets: Vec<Bracket> = Vec::new();
        for (place, token) in (Scanner { rest: text, place: start }) {
            let kept = last.is_none_or(|last| place <= last);
            let deepest = brackets.len() == MAX_DEPTH;
            let within = brackets.last_mut().filter(|_| kept);
            match token {
                Token::Open if deepest => {
                    map.too_deep = Some(place);
                    return map;
                }
                Token::Open => {
                    let value = within.map_or(0, |within| map.add(*within, place));
                    brackets.push(Bracket { value, index: 0, key: None });
                }
                Token::Close => {
                    brackets.pop();
                }
                Token::Comma => {
                    if let Some(bracket) = brackets.last_mut() {
                        *bracket = Bracket { index: bracket.index + 1, key: None, ..*bracket };
                    }
                }
                Token::String(content) => {
                    if let Some(within) = within {
                        let value = map.add(*within, place);
                        map.values[value].string.get_or_insert(content);
                    }
                }
                Token::Name(_) | Token::Word => {
                    if let Some(within) = within {
                        if let Token::Name(name) = token {
                            within.key = Some(name);
                        }
                        map.add(*within, place);
                    }
                }
                Token::Other => {}
            }
        }
        map
    }

    /// The value that is being read within `bracket`; where it is new, it is at `place`.
    fn add(&mut self, bracket: Bracket<'a>, place: Place) -> usize {
        let (parent, step) = (bracket.value, bracket.step());
        // The first place wins: for a field that is its name, for an element its first token.
        *self.within.entry((parent, step)).or_insert_with(|| {
            self.values.push(Value { place, string: None });
            self.values.len() - 1
        })
    }

    /// The value at `path` or the nearest that holds it and is written in the text, and whether it is the one at `path`.
    fn value(&self, path: &str) -> (&Value<'a>, bool) {
        let mut at = 0;
        for step in steps(path) {
            let Some(next) = step.and_then(|step| self.within.get(&(at, step))) else {
                return (&self.values[at], false);
            };
            at = *next;
        }
        (&self.values[at], true)
    }

    /// The place of `path`, or of the nearest enclosing value that is written in the text.
    pub fn find(&self, path: &str) -> Place {
        self.value(path).0.place
    }

    /// The text between the quotes of the string at `path`.
    pub fn string(&self, path: &str) -> Option<&'a str> {
        let (value, found) = self.value(path);
        value.string.filter(|_| found)
    }
}

/// The path of what is being written at `place`: of the brackets that are open there, and of the value that has begun within the
/// innermost of them. None within no bracket.
pub fn path_at(text: &str, place: Place) -> Option<String> {
    let mut brackets: Vec<Bracket> = Vec::new();
    // Whether a value has begun in the innermost bracket since its last comma.
    let mut begun = false;
    for (at, token) in (Scanner { rest: text, place: Place { line: 1, column: 1 } }) {
        // What is said at a comma or the end of a bracket is about the value before it.
        if at > place || at == place && matches!(token, Token::Comma | Token::Close) {
            break;
        }
        match token {
            Token::Open => brackets.push(Bracket { value: 0, index: 0, key: None }),
            Token::Close => {
                brackets.pop();
            }
            Token::Comma => {
                if let Some(bracket) = brackets.last_mut() {
                    *bracket = Bracket { index: bracket.index + 1, key: None, ..*bracket };
                }
            }
            Token::Name(name) => {
                if let Some(bracket) = brackets.last_mut() {
                    bracket.key = Some(name);
                }
            }
            Token::String(_) | Token::Word | Token::Other => {}
        }
        match token {
            Token::Open | Token::Comma => begun = false,
            Token::Other => {}
            _ => begun = true,
        }
    }
    let known = brackets.len().saturating_sub(usize::from(!begun));
    let mut path = String::new();
    for bracket in brackets.iter().take(known) {
        match bracket.step() {
            Step::Field(name) if path.is_empty() => path.push_str(name),
            Step::Field(name) => path.extend([".", name]),
            Step::Element(index) => path += &format!("[{index}]"),
        }
    }
    (!brackets.is_empty()).then_some(path)
}

/// How many values stand in `rest` up to the end of the bracket in which it begins.
pub fn parts_left(rest: &str) -> usize {
    let (mut parts, mut depth, mut begun) = (0, 0_usize, false);
    for (_, token) in (Scanner { rest, place: Place { line: 1, column: 1 } }) {
        match token {
            Token::Close if depth == 0 => break,
            Token::Comma if depth == 0 => begun = false,
            _ if depth == 0 && !std::mem::replace(&mut begun, true) => parts += 1,
            _ => {}
        }
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            _ => {}
        }
    }
    parts
}

/// The steps of a path; none for one that is no path.
fn steps(path: &str) -> impl Iterator<Item = Option<Step<'_>>> {
    path.split('.').flat_map(|field| {
        let (name, elements) = field.split_at(field.find('[').unwrap_or(field.len()));
        let elements = elements
            .split_terminator(']')
            .map(|element| element.strip_prefix('[').and_then(|index| index.parse().ok()).map(Step::Element));
        (!name.is_empty()).then_some(Some(Step::Field(name))).into_iter().chain(elements)
    })
}

/// The end of the block comment that begins at `start`; they nest.
pub fn end_of_block(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0_usize);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
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
    fn behind_a_place_only_the_depth_is_known() {
        let text = format!("(bodies: [1, {}{}])", "2, ".repeat(10_000), "[".repeat(MAX_DEPTH));
        let map = SourceMap::until(&text, Some(Place { line: 1, column: 11 }));
        assert_eq!(map.values.len(), 3);
        assert_eq!(map.too_deep, SourceMap::new(&text).too_deep);
        assert!(map.too_deep.is_some());
    }

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
        let written = |line, column| path_at(TEXT, Place { line, column });
        assert_eq!(written(9, 40).as_deref(), Some("bodies[1].density"));
        // Behind a bracket it is no longer what was in it, and behind the last it is nothing.
        assert_eq!(written(9, 49).as_deref(), Some("bodies[1]"));
        assert_eq!(written(10, 5).as_deref(), Some("bodies"));
        assert_eq!(written(11, 2), None);
        let nothing = SourceMap::new("");
        assert_eq!((path_at("", nothing.find("a[0]")), nothing.string("")), (None, None));
    }

    /// What the map holds is as long as the text, however deep its brackets and however long its names are: of every value the
    /// whole path was kept, which for this text were 13 gigabytes.
    #[test]
    fn many_values_under_a_long_name_take_no_more_than_their_text() {
        let text = format!("({}: [{}])", "n".repeat(80_000), "1,".repeat(80_000));
        let map = SourceMap::new(&text);
        assert_eq!(map.values.len(), 80_002);
        let path = path_at(&text, Place { line: 1, column: 240_003 }).unwrap();
        assert!(path.ends_with("n[79999]"), "{}", &path[path.len() - 20..]);
        assert_eq!(map.find(&path), Place { line: 1, column: 240_003 });
    }

    #[test]
    fn the_map_ends_at_the_bracket_that_is_too_deep() {
        let deepest = format!("{}1{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert_eq!(SourceMap::new(&deepest).too_deep, None);
        let text = "[\n".repeat(100_000);
        let map = SourceMap::new(&text);
        assert_eq!(map.too_deep, Some(Place { line: MAX_DEPTH + 1, column: 1 }));
        assert_eq!(map.values.len(), MAX_DEPTH);
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[\\[\\](){}:,\"r#/*\\\\ a1é\n]{0,60}") {
            let map = SourceMap::new(&text);
            map.find("bodies[0].name");
            path_at(&text, Place { line: 1, column: 7 });
        }
    }
}
