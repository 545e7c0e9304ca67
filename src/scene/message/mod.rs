//! Sentences for what is wrong with a scene: place, body, field, what was found and what would be right.

mod source;

use crate::scene::loaded::SceneError;
pub(super) use crate::scene::message::source::MAX_DEPTH;
use crate::scene::message::source::{Place, SourceMap};
use ron::error::{Error, SpannedError};

/// How many times a `Union` can stand in another before the reader of RON has [`MAX_DEPTH`] values open.
pub(super) const UNIONS: usize = 18;

/// Longer names are not repeated in messages (characters): most likely a quote is missing.
const LONGEST_NAME: usize = 60;

/// Something wrong with a value that was read, by its path in the scene (`bodies[3].density`).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Problem {
    /// Path of the value; empty: the scene itself.
    pub path: String,
    /// What is wrong and what would be right, without place and subject.
    pub message: String,
}

impl Problem {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// The whole sentence, with the place that `text` gives the value.
    pub fn locate(&self, text: &str, file: &str) -> SceneError {
        let map = SourceMap::new(text);
        sentence(file, map.find(&self.path), subject(&map, &self.path), &self.message)
    }

    /// The sentence without a place in a file, for a scene that has none.
    pub fn unplaced(&self, text: &str) -> SceneError {
        let map = SourceMap::new(text);
        let subject = subject(&map, &self.path).map(|s| format!("{s}: ")).unwrap_or_default();
        SceneError { message: format!("{subject}{}", self.message).replace(char::is_control, " ") }
    }
}

/// The sentence for a text that is not RON or not of the shape of a scene.
pub(super) fn parse_error(error: &SpannedError, text: &str, file: &str) -> SceneError {
    let map = SourceMap::new(text);
    if let Some(place) = map.too_deep {
        return sentence(file, place, None, &too_deep());
    }
    let start = error.span.start;
    let end = error.span.end;
    let mut place = Place { line: start.line, column: start.col };
    // A field is reported at its name; where only a character stands in the way, at that character.
    if !matches!(error.code, Error::NoSuchStructField { .. } | Error::NoSuchEnumVariant { .. }) {
        place = Place { line: end.line, column: end.col };
    }
    let path = map.path_at(place).unwrap_or_default();
    if let Error::MissingStructField { .. } = error.code
        && let Some(body) = body_path(&path)
    {
        place = map.find(&body);
    }
    let mut message = explain(&error.code);
    if is_about_a_value(&error.code)
        && let Some(field) = field_name(&path)
    {
        message = format!("in `{field}`, {message}");
    }
    sentence(file, place, subject(&map, &path), &message)
}

/// Whether the text is well formed up to a value of the wrong kind.
fn is_about_a_value(code: &Error) -> bool {
    matches!(
        code,
        Error::ExpectedArray
            | Error::ExpectedBoolean
            | Error::ExpectedFloat
            | Error::ExpectedInteger
            | Error::ExpectedString
            | Error::ExpectedStructLike
            | Error::ExpectedDifferentLength { .. }
            | Error::IntegerOutOfBounds
            | Error::InvalidIntegerDigit { .. }
            | Error::InvalidValueForType { .. }
    )
}

/// `points` of `bodies[3].shape.points[0][1]`.
fn field_name(path: &str) -> Option<&str> {
    let last = path.rsplit('.').next()?;
    last.split('[').next().filter(|name| !name.is_empty())
}

fn sentence(file: &str, place: Place, subject: Option<String>, message: &str) -> SceneError {
    let Place { line, column } = place;
    let subject = subject.map(|s| format!("{s}: ")).unwrap_or_default();
    // A name may hold anything, a missing quote makes it long; a message is one line.
    let said = format!("{subject}{message}").replace(char::is_control, " ");
    SceneError { message: format!("{file}:{line}:{column}: {said}") }
}

/// `bodies[3]` of `bodies[3].shape.points[0]`.
fn body_path(path: &str) -> Option<String> {
    let inner = path.strip_prefix("bodies[")?;
    Some(format!("bodies[{}]", &inner[..inner.find(']')?]))
}

/// The body that a path belongs to, by name.
fn subject(map: &SourceMap, path: &str) -> Option<String> {
    let body = body_path(path)?;
    Some(match map.string(&format!("{body}.name")) {
        Some(name) if name.chars().count() <= LONGEST_NAME => format!("body `{name}`"),
        _ => {
            let index: usize = body["bodies[".len()..body.len() - 1].parse().ok()?;
            format!("body number {}", index + 1)
        }
    })
}

fn explain(code: &Error) -> String {
    match code {
        Error::NoSuchStructField { expected, found, .. } => {
            format!("unknown field `{found}`{}; valid fields are {}", hint(found, expected), list(expected))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let what = match outer.as_deref() {
                Some("Shape") => "shape",
                Some("BodyKind") => "kind of body",
                Some("ContactModel") => "contact model",
                Some("Geometry") => "contact geometry",
                Some("Cone") => "friction cone",
                Some("SolverMethod") => "solver",
                Some("Dimension") => "dimension",
                Some("PlatonicSolid") => "Platonic solid",
                Some("JointKind") => "kind of joint",
                Some("ControllerKind") => "kind of controller",
                _ => "value",
            };
            format!("unknown {what} `{found}`{}; valid are {}", hint(found, expected), list(expected))
        }
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` is given twice"),
        Error::InvalidValueForType { expected, found } => format!("{found} stands where {expected} should"),
        Error::ExpectedDifferentLength { expected, found } => {
            let expected = match expected.as_str() {
                "an array of length 3" => "three numbers, (x, y, z) or (red, green, blue),",
                "an array of length 4" => "a quaternion (w, x, y, z)",
                other => other,
            };
            let elements = if *found == 1 { "element stands" } else { "elements stand" };
            format!("{found} {elements} where {expected} should")
        }
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) => {
            "a field name is expected here: fields are written as `name: value`".to_owned()
        }
        Error::ExpectedFloat => "a number is expected".to_owned(),
        Error::ExpectedInteger => "a whole number is expected".to_owned(),
        Error::IntegerOutOfBounds => "the whole number is negative or too large".to_owned(),
        Error::ExpectedString => "a text in quotes is expected".to_owned(),
        Error::ExpectedBoolean => "`true` or `false` is expected".to_owned(),
        Error::ExpectedArray => "a list `[ … ]` is expected".to_owned(),
        Error::ExpectedStructLike => "round brackets `( … )` are expected".to_owned(),
        Error::ExpectedDifferentStructName { expected, found } => {
            format!("`{found}(` stands where `{expected}(` or only `(` should")
        }
        Error::ExceededRecursionLimit => too_deep(),
        Error::Eof => "the text ends too early: a bracket or a quote is not closed".to_owned(),
        other => {
            let mut text = other.to_string();
            if let Some(first) = text.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            format!("this is not valid RON: {text}")
        }
    }
}

fn too_deep() -> String {
    format!(
        "the brackets are nested too deeply; at most {MAX_DEPTH} values stand in each other, which is a `Union` in \
         {UNIONS} others"
    )
}

fn list(names: &[&str]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

fn hint(found: &str, valid: &[&str]) -> String {
    nearest(found, valid.iter().copied()).map(|name| format!(" (is `{name}` meant?)")).unwrap_or_default()
}

/// The name most like `found`, if it is near enough to be a slip of the finger.
pub(super) fn nearest<'a>(found: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let reach = 1 + found.chars().count() / 4;
    names
        .map(|name| (edit_distance(&found, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= reach)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Insertions, deletions and replacements that lead from one word to the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(nearest("densty", ["name", "density"].into_iter()), Some("density"));
        assert_eq!(nearest("colour", ["color", "friction"].into_iter()), Some("color"));
        assert_eq!(nearest("wheel", ["chassis", "floor"].into_iter()), None);
    }
}
