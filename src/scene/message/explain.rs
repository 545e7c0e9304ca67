//! What is wrong with a text that is no scene, in the words of scene files: the reader of RON speaks of structs and variants.

use super::{MAX_DEPTH, UNIONS};
use crate::quote::{brief, cut, list, meant};
use ron::error::Error;

/// What is wrong, and what would be right; `field` is the field in which it stands.
pub(super) fn explain(code: &Error, field: Option<&str>) -> String {
    let said = match code {
        Error::NoSuchStructField { expected, found, .. } => {
            return unknown("field", "valid fields", found, expected);
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            return unknown(kind_of(outer.as_deref()), "valid", found, expected);
        }
        Error::MissingStructField { field, .. } => return format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => return format!("the field `{field}` is given twice"),
        Error::InvalidValueForType { expected, found } => {
            return format!("{} stands where {} should", cut(found), wanted(expected, field));
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let elements = if *found == 1 { "element stands" } else { "elements stand" };
            return format!("{found} {elements} where {} should", wanted(expected, field));
        }
        Error::ExpectedDifferentStructName { expected, found } => {
            return format!("`{}(` stands where `{expected}(` or only `(` should", brief(found));
        }
        Error::ExpectedNamedStructLike("Scene") | Error::ExpectedStructName(_) => {
            "a scene is expected, `Scene(bodies: [ … ])` or without the word"
        }
        Error::ExpectedNamedStructLike(name) if !name.is_empty() => {
            return format!(
                "round brackets `( … )` with the fields of a {} are expected",
                name.to_lowercase()
            );
        }
        Error::UnexpectedChar(c) => {
            return format!("the character `{}` does not belong here", brief(&c.to_string()));
        }
        Error::NoSuchExtension(name) => {
            return format!("there is no extension `{}`; a scene needs none", brief(name));
        }
        Error::ExceededRecursionLimit => return too_deep(),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedUnit => {
            "round brackets `( … )` are expected"
        }
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_) => {
            "a name without quotes is expected here; fields are written as `name: value`"
        }
        Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => {
            "a number is expected"
        }
        Error::ExpectedInteger => "a whole number is expected",
        Error::InvalidIntegerDigit { .. } => {
            "a whole number is expected, written with digits alone, without point or exponent"
        }
        Error::IntegerOutOfBounds => "the whole number is negative or too large",
        Error::ExpectedString => "a text in quotes is expected",
        Error::ExpectedStringEnd => "the quote that ends this text is missing",
        Error::InvalidEscape(_) => {
            "what follows the `\\` in a text has no meaning; write `\\\\` for the character itself"
        }
        Error::ExpectedBoolean => "`true` or `false` is expected",
        Error::ExpectedArray => "a list `[ … ]` is expected",
        Error::ExpectedArrayEnd => "a comma or the closing `]` of a list is expected",
        Error::ExpectedComma => "a comma is missing before this",
        Error::ExpectedOption => "`Some( … )` or `None` is expected",
        Error::ExpectedOptionEnd | Error::ExpectedStructLikeEnd => "a comma or the closing `)` is expected",
        Error::ExpectedMapColon => "a colon is expected: fields are written as `name: value`",
        Error::ExpectedAttribute | Error::ExpectedAttributeEnd => {
            "a line that begins with `#!` is written `#![enable(implicit_some)]`, or left out"
        }
        Error::Eof => "the text ends too early: a bracket or a quote is not closed",
        Error::UnclosedBlockComment => "the comment that begins with `/*` is not closed with `*/`",
        Error::TrailingCharacters => "the scene has ended before this; nothing may follow its last bracket",
        other => {
            return format!(
                "this is not valid RON, in which scenes are written: {}",
                cut(&other.to_string())
            );
        }
    };
    said.to_owned()
}

pub(super) fn too_deep() -> String {
    format!(
        "the brackets are nested too deeply; at most {MAX_DEPTH} values stand in each other, which is a `Union` in \
         {UNIONS} others"
    )
}

fn unknown(what: &str, valid: &str, found: &str, known: &[&str]) -> String {
    let meant = meant(found, known.iter().copied());
    format!("unknown {what} `{}`{meant}; {valid} are {}", brief(found), list(known))
}

/// What a list of names is one of, in words.
fn kind_of(list: Option<&str>) -> &'static str {
    match list {
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
    }
}

/// What the reader wants, in words; it knows vectors and quaternions as matrices and arrays.
fn wanted(expected: &str, field: Option<&str>) -> String {
    match (expected, field) {
        ("a matrix array" | "an array of length 4", Some("orientation")) if expected.starts_with("a m") => {
            "a quaternion, four numbers (x, y, z, w),".to_owned()
        }
        ("a matrix array" | "an array of length 3", _) => {
            "three numbers, (x, y, z) or (red, green, blue),".to_owned()
        }
        ("tuple variant Shape::Platonic with 2 elements", _) => {
            "a solid and a radius, `Platonic(Cube, 1.0)`,".to_owned()
        }
        ("an array of length 4", _) => "a quaternion (w, x, y, z)".to_owned(),
        ("a tuple of size 2", Some("bodies")) => "the names of two bodies, (\"a\", \"b\"),".to_owned(),
        ("a tuple of size 2", Some("limits")) => "two numbers, (least, largest),".to_owned(),
        ("a tuple of size 2", Some("target")) => "a time and a value, (s, rad or m),".to_owned(),
        ("usize" | "u32" | "u64", _) => "a whole number".to_owned(),
        ("f64" | "f32", _) => "a number".to_owned(),
        (other, _) => cut(other),
    }
}
