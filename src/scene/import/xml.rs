//! XML files as trees of elements that know where they stand, with their numbers read and refused in whole sentences.

use crate::math::Vec3;
use crate::quote::{brief, cut, fit};
use crate::reading;
use crate::scene::load::without_mark;
use crate::scene::loaded::SceneError;
use std::path::Path;
use std::rc::Rc;

/// How deep elements may stand in each other: a robot of so many links in a row is none.
const MAX_DEPTH: usize = 256;

/// Characters of a message at most, the file's name not counted.
const LONGEST_MESSAGE: usize = 200;

/// One element.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Its name in the file.
    pub tag: String,
    /// Its attributes, in their order.
    pub attributes: Vec<(String, String)>,
    /// The elements in it, in their order.
    pub children: Vec<Element>,
    /// The file, as it is shown.
    pub file: Rc<str>,
    /// Its line.
    pub line: u32,
}

/// Reads a file whole.
pub(super) fn read(path: &Path) -> Result<Element, SceneError> {
    let shown = path.display().to_string();
    let refuse = |message: String| SceneError { message: format!("{shown}: {message}") };
    let text = reading::text(path, reading::ROBOT).map_err(|error| refuse(error.to_string()))?;
    parse(&text, &shown)
}

/// Reads a text; `shown` is what its file is called.
pub(super) fn parse(text: &str, shown: &str) -> Result<Element, SceneError> {
    let document = roxmltree::Document::parse(without_mark(text)).map_err(|error| {
        let place = error.pos();
        let said = cut(&error.to_string()).replace(char::is_control, " ");
        let said = format!(":{}:{}: this is not valid XML: {said}", place.row, place.col);
        SceneError { message: format!("{shown}{}", fit(&said, LONGEST_MESSAGE)) }
    })?;
    let lines = Lines::new(without_mark(text));
    element(document.root_element(), &lines, &Rc::from(shown), 0)
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    fn of(&self, at: usize) -> u32 {
        1 + self.0.partition_point(|end| *end < at) as u32
    }
}

fn element(
    node: roxmltree::Node,
    lines: &Lines,
    file: &Rc<str>,
    depth: usize,
) -> Result<Element, SceneError> {
    let mut made = Element {
        tag: node.tag_name().name().to_owned(),
        attributes: node.attributes().map(|a| (a.name().to_owned(), a.value().to_owned())).collect(),
        children: Vec::new(),
        file: file.clone(),
        line: lines.of(node.range().start),
    };
    if depth > MAX_DEPTH {
        return Err(made.wrong(format!(
            "elements stand more than {MAX_DEPTH} deep in each other; that many are not read"
        )));
    }
    for child in node.children().filter(roxmltree::Node::is_element) {
        made.children.push(element(child, lines, file, depth + 1)?);
    }
    Ok(made)
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The first child of that tag.
    pub fn child(&self, tag: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.tag == tag)
    }

    /// All children of that tag.
    pub fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.tag == tag)
    }

    /// What is wrong here, with the place in front.
    pub fn wrong(&self, message: impl AsRef<str>) -> SceneError {
        let said = format!(":{}: {}", self.line, message.as_ref()).replace(char::is_control, " ");
        SceneError { message: format!("{}{}", self.file, fit(&said, LONGEST_MESSAGE)) }
    }

    /// The element as a message calls it: by its name where it has one.
    pub fn who(&self) -> String {
        match self.get("name") {
            Some(name) => format!("{} `{}`", self.tag, brief(name)),
            None => format!("<{}>", self.tag),
        }
    }

    /// An attribute that must be there.
    pub fn need(&self, name: &str) -> Result<&str, SceneError> {
        self.get(name).ok_or_else(|| self.wrong(format!("{} has no `{name}`; it needs one", self.who())))
    }

    /// The numbers of an attribute, from `least` to `most` of them.
    pub fn numbers(&self, name: &str, least: usize, most: usize) -> Result<Option<Vec<f64>>, SceneError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        // Some programs write the numbers of C, `1.f`.
        let number =
            |word: &str| word.trim_end_matches(['f', 'F']).parse::<f64>().ok().filter(|n| n.is_finite());
        let found: Option<Vec<f64>> = words.map(number).collect();
        let wanted = || match (least, most) {
            (1, 1) => "one finite number".to_owned(),
            (a, b) if a == b => format!("{a} finite numbers"),
            (a, b) => format!("{a} to {b} finite numbers"),
        };
        match found {
            Some(numbers) if (least..=most).contains(&numbers.len()) => Ok(Some(numbers)),
            _ => Err(self.wrong(format!(
                "{}: {name} is \"{}\"; it must be {}",
                self.who(),
                brief(text),
                wanted()
            ))),
        }
    }

    /// The number of an attribute.
    pub fn number(&self, name: &str) -> Result<Option<f64>, SceneError> {
        Ok(self.numbers(name, 1, 1)?.map(|numbers| numbers[0]))
    }

    /// The vector of an attribute.
    pub fn vector(&self, name: &str) -> Result<Option<Vec3>, SceneError> {
        Ok(self.numbers(name, 3, 3)?.map(|n| Vec3::new(n[0], n[1], n[2])))
    }

    /// A number that must be there and positive.
    pub fn positive(&self, name: &str) -> Result<f64, SceneError> {
        self.need(name)?;
        match self.number(name)? {
            Some(number) if number > 0.0 => Ok(number),
            found => Err(self.wrong(format!(
                "{}: {name} is {}; it must be positive",
                self.who(),
                found.unwrap_or(f64::NAN)
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let read = parse(text, "a.xml").and_then(|root| root.number("n"));
        read.unwrap_err().message
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(
            said("<a>\n<b></a>"),
            "a.xml:2:4: this is not valid XML: expected 'b' tag, not 'a' at 2:4"
        );
        assert_eq!(said("<a n='x y'/>"), "a.xml:1: <a>: n is \"x y\"; it must be one finite number");
        assert_eq!(
            said("\n<a name='q' n='inf'/>"),
            "a.xml:2: a `q`: n is \"inf\"; it must be one finite number"
        );
        let deep = "<a>".repeat(1000) + &"</a>".repeat(1000);
        assert!(
            said(&deep).ends_with("elements stand more than 256 deep in each other; that many are not read")
        );
        assert!(said("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>").contains("this is not valid XML"));
        assert!(said("").contains("this is not valid XML"));
    }

    #[test]
    fn numbers_are_read_as_other_programs_write_them() {
        let root = parse("<a n=' 1, 2.5e-3\t-3.f '/>", "a.xml").unwrap();
        assert_eq!(root.numbers("n", 3, 3).unwrap().unwrap(), [1.0, 2.5e-3, -3.0]);
        assert!(root.number("n").is_err() && root.number("m").unwrap().is_none());
    }
}
