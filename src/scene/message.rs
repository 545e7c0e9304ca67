//! Sentences for what is wrong with a scene: place, body, field, what was found and what would be right.

use crate::scene::SceneError;
use crate::scene::source::{Place, SourceMap};
use ron::error::{Error, SpannedError};

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
}

/// The sentence for a text that is not RON or not of the shape of a scene.
pub(super) fn parse_error(error: &SpannedError, text: &str, file: &str) -> SceneError {
    let map = SourceMap::new(text);
    let start = error.span.start;
    let end = error.span.end;
    let mut place = Place { line: start.line, column: start.col };
    // A field is reported at its name; where only a character stands in the way, at that character.
    if !matches!(error.code, Error::NoSuchStructField { .. } | Error::NoSuchEnumVariant { .. }) {
        place = Place { line: end.line, column: end.col };
    }
    let path = map.path_at(place).unwrap_or_default().to_owned();
    if let Error::MissingStructField { .. } = error.code
        && let Some(body) = body_path(&path)
    {
        place = map.find(&body);
    }
    sentence(file, place, subject(&map, &path), &explain(&error.code))
}

fn sentence(file: &str, place: Place, subject: Option<String>, message: &str) -> SceneError {
    let Place { line, column } = place;
    let subject = subject.map(|s| format!("{s}: ")).unwrap_or_default();
    SceneError { message: format!("{file}:{line}:{column}: {subject}{message}") }
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
        Some(name) => format!("body `{name}`"),
        None => {
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
                Some("ModelName") => "contact model",
                Some("GeometryName") => "contact geometry",
                Some("SolverName") => "solver",
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
            format!("{found} elements stand where {expected} should")
        }
        Error::ExpectedDifferentStructName { expected, found } => {
            format!("`{found}(` stands where `{expected}(` or only `(` should")
        }
        Error::ExceededRecursionLimit => "the brackets are nested too deeply".to_owned(),
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
