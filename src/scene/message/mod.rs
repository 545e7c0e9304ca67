//! Sentences for what is wrong with a scene: place, body, field, what was found and what would be right.

mod explain;
mod source;

use crate::quote::{LONGEST, brief, fit};
use crate::scene::loaded::SceneError;
use crate::scene::message::explain::{behind_a_number, comma_in_a_number, explain, field_name, too_deep};
pub(super) use crate::scene::message::source::{MAX_DEPTH, end_of_block};
use crate::scene::message::source::{Place, SourceMap, parts_left, path_at};
use ron::error::{Error, SpannedError};

/// How many times a `Union` can stand in another before the reader of RON has [`MAX_DEPTH`] values open.
pub(super) const UNIONS: usize = 18;

/// Characters of a message at most, its place included and the file's name not: more is not read.
const LONGEST_MESSAGE: usize = 200;

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
        let said = format!("{subject}{}", self.message).replace(char::is_control, " ");
        SceneError { message: fit(&said, LONGEST_MESSAGE) }
    }
}

/// The sentence for a value of another text in RON that is read like a scene.
pub(crate) fn misplaced(path: &str, message: &str, text: &str, file: &str) -> SceneError {
    sentence(file, SourceMap::new(text).find(path), None, message)
}

/// The sentence for a text that is not RON or not of the shape of a scene.
pub(super) fn parse_error(error: &SpannedError, text: &str, file: &str) -> SceneError {
    let start = error.span.start;
    let end = error.span.end;
    let ended = Place { line: end.line, column: end.col };
    let map = SourceMap::until(text, Some(ended));
    if let Some(place) = map.too_deep {
        return sentence(file, place, None, &too_deep());
    }
    let mut place = Place { line: start.line, column: start.col };
    // A field is reported at its name; where only a character stands in the way, at that character.
    if !matches!(
        error.code,
        Error::NoSuchStructField { .. }
            | Error::NoSuchEnumVariant { .. }
            | Error::DuplicateStructField { .. }
    ) {
        place = Place { line: end.line, column: end.col };
    }
    let ends = is_something_missing(&error.code) && place >= end_of(text) && !text.trim().is_empty();
    let code = if ends { &Error::Eof } else { &error.code };
    let path = path_at(text, place).unwrap_or_default();
    if let Error::MissingStructField { .. } = *code
        && let Some(body) = body_path(&path)
    {
        place = map.find(&body);
    }
    let field = field_name(&path);
    let closer = match code {
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) => {
            let (before, after) = text.split_at(offset(text, place));
            comma_in_a_number(before, after)
        }
        code if is_an_end_expected(code) => closer(&map, text, place, &path),
        _ => None,
    };
    let mut message = closer.unwrap_or_else(|| explain(code, &path));
    if is_about_a_value(code)
        && let Some(field) = field
    {
        message = format!("in `{}`, {message}", brief(field));
    }
    let subject =
        subject(&map, &path).or_else(|| Some(format!("joint number {}", number_in("joints", &path)? + 1)));
    sentence(file, place, subject, &message)
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
            | Error::ExpectedNamedStructLike(_)
            | Error::ExpectedDifferentLength { .. }
            | Error::IntegerOutOfBounds
            | Error::InvalidIntegerDigit { .. }
            | Error::InvalidValueForType { .. }
    )
}

/// Whether something else was expected than what stands there, which at the end of a text says only that it ends too early.
fn is_something_missing(code: &Error) -> bool {
    is_about_a_value(code)
        || matches!(
            code,
            Error::ExpectedArrayEnd
                | Error::ExpectedComma
                | Error::ExpectedIdentifier
                | Error::ExpectedMapColon
                | Error::ExpectedOptionEnd
                | Error::ExpectedStructLikeEnd
        )
}

fn is_an_end_expected(code: &Error) -> bool {
    matches!(
        code,
        Error::ExpectedArrayEnd
            | Error::ExpectedComma
            | Error::ExpectedOptionEnd
            | Error::ExpectedStructLikeEnd
    )
}

/// What is wrong at a place where a comma or the end of a bracket was expected, where that can be told more closely: what stands behind a
/// number, or one part too many.
fn closer(map: &SourceMap, text: &str, place: Place, path: &str) -> Option<String> {
    let (before, after) = text.split_at(offset(text, place));
    if let Some(said) = behind_a_number(before, after, field_name(path)) {
        return Some(said);
    }
    // The first part that is one too many begins here: it has as many before it as there should be.
    let (_, wanted) = path.strip_suffix(']')?.rsplit_once('[')?;
    let wanted: usize = wanted.parse().ok()?;
    if wanted == 0 || map.find(path) != place {
        return None;
    }
    let found = wanted + parts_left(after);
    let parts = if wanted == 1 { "one part is" } else { &format!("{wanted} parts are") };
    Some(format!("`{}` has {found} parts; {parts} wanted", brief(field_name(path)?)))
}

/// Where a place is in the text (bytes).
fn offset(text: &str, place: Place) -> usize {
    let start: usize = text.split_inclusive('\n').take(place.line.saturating_sub(1)).map(str::len).sum();
    let line = &text[start..];
    start + line.char_indices().nth(place.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at)
}

/// Where a text ends, but for white space.
fn end_of(text: &str) -> Place {
    let text = text.trim_end();
    let last = text.rsplit('\n').next().unwrap_or_default();
    Place { line: 1 + text.matches('\n').count(), column: 1 + last.chars().count() }
}

fn sentence(file: &str, place: Place, subject: Option<String>, message: &str) -> SceneError {
    let Place { line, column } = place;
    let subject = subject.map(|s| format!("{s}: ")).unwrap_or_default();
    // A name may hold anything, a missing quote makes it long; a message is one line.
    let said = format!(":{line}:{column}: {subject}{message}").replace(char::is_control, " ");
    SceneError { message: format!("{file}{}", fit(&said, LONGEST_MESSAGE)) }
}

/// `bodies[3]` of `bodies[3].shape.points[0]`.
fn body_path(path: &str) -> Option<String> {
    Some(format!("bodies[{}]", number_in("bodies", path)?))
}

/// 3 of `bodies[3].shape.points[0]`.
fn number_in(list: &str, path: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?.0.parse().ok()
}

/// The body that a path belongs to, by name, or the controller by its number; joints name themselves in their messages.
fn subject(map: &SourceMap, path: &str) -> Option<String> {
    if let Some(number) = number_in("controllers", path) {
        return Some(format!("controller number {}", number + 1));
    }
    let number = ["bodies", "resume.poses", "resume.twists"].iter().find_map(|list| number_in(list, path))?;
    Some(match map.string(&format!("bodies[{number}].name")) {
        // What is as long as that is most likely a quote that is missing.
        Some(name) if name.chars().nth(LONGEST).is_none() => format!("body `{name}`"),
        _ => format!("body number {}", number + 1),
    })
}
