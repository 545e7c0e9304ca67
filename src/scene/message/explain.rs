//! What is wrong with a text that is no scene, in the words of scene files: the reader of RON speaks of structs and variants.

use super::{MAX_DEPTH, UNIONS};
use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::quote::{brief, cut, list, meant};
use crate::scene::format::{ControllerKind, JointKind, Shape, Target};
use crate::step::{Cone, FrictionLaw, Geometry, ImpactTreatment, RestitutionLaw, SolverMethod};
use crate::world::BodyKind;
use ron::error::Error;
use serde::de::DeserializeOwned;

/// What is wrong, and what would be right; `field` is the field in which it stands.
pub(super) fn explain(code: &Error, path: &str) -> String {
    let field = field_name(path);
    let said = match code {
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_)
            if let Some((what, names)) = choice(path) =>
        {
            return format!("a {what} is expected, a name without quotes; valid are {}", list(names));
        }
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
            return format!("round brackets `( … )` with the fields of a {} are expected", in_words(name));
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
            "a name without quotes is expected here; fields are written as `name: value`, numbers with a point, as 0.01"
        }
        Error::ExpectedFloat | Error::FloatUnderscore | Error::UnderscoreAtBeginning => {
            "a number is expected"
        }
        Error::ExpectedInteger => "a whole number is expected",
        Error::InvalidIntegerDigit { .. } => WHOLE,
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

/// What a scene calls what the program has under this name.
fn in_words(name: &str) -> String {
    match name {
        "ContactMemory" => "memory of contacts".to_owned(),
        "PairMemory" => "remembered pair".to_owned(),
        "State" => "saved moment".to_owned(),
        other => other.to_lowercase(),
    }
}

/// What stands at a path where one of several names does, and those names: the reader of RON says them only of a name that is none of
/// them, and so it is asked for one that nothing has.
fn choice(path: &str) -> Option<(&'static str, &'static [&'static str])> {
    fn names<T: DeserializeOwned>() -> Option<(&'static str, &'static [&'static str])> {
        match ron::from_str::<T>("Nothing").err()?.code {
            Error::NoSuchEnumVariant { expected, outer, .. } => Some((kind_of(outer.as_deref()), expected)),
            _ => None,
        }
    }
    // `kind` of `joints[3].kind`.
    let plain: String =
        path.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect::<Vec<_>>().join(".");
    match plain.as_str() {
        "dimension" => names::<Dimension>(),
        "bodies.kind" => names::<BodyKind>(),
        "contact.model" => names::<ContactModel>(),
        "contact.geometry" => names::<Geometry>(),
        "contact.impact" => names::<ImpactTreatment>(),
        "friction.law" => names::<FrictionLaw>(),
        "restitution.law" => names::<RestitutionLaw>(),
        "friction.cone" => names::<Cone>(),
        "solver.method" => names::<SolverMethod>(),
        "joints.kind" => names::<JointKind>(),
        "controllers.kind" => names::<ControllerKind>(),
        "controllers.target" if path.ends_with('t') => names::<Target>(),
        shape if shape.ends_with(".shape") && path.ends_with(".shape") => names::<Shape>(),
        _ => None,
    }
}

/// What is wrong where a bracket should end or a comma stand, told from what is written there; none where it is just that.
/// `before` and `after`: the text up to there and from there on; `field`: what it is the value of.
pub(super) fn behind_a_number(before: &str, after: &str, field: Option<&str>) -> Option<String> {
    let number = |c: char| c.is_ascii_digit() || c == '.';
    if !before.trim_end().ends_with(number) {
        return None;
    }
    if after.starts_with('.') && before.ends_with(number) {
        let field = field.map(|field| format!("in `{}`, ", brief(field))).unwrap_or_default();
        return Some(format!("{field}{WHOLE}"));
    }
    let word =
        &after[..after.find(|c: char| !c.is_alphabetic() && c != '°' && c != '%').unwrap_or(after.len())];
    let named =
        after[word.len()..].trim_start().starts_with([':', '(']) || after[word.len()..].starts_with('_');
    (!word.is_empty() && !named).then(|| {
        format!(
            "`{}` stands behind a number; numbers have no unit: they are meant in m, kg, s and rad",
            brief(word)
        )
    })
}

/// What is wrong where a name is expected and the rest of a number stands behind a comma; none where it is something else. `before` and `after`: the text up to there and from
/// there on.
pub(super) fn comma_in_a_number(before: &str, after: &str) -> Option<String> {
    let digit = |c: char| c.is_ascii_digit();
    let whole = before.strip_suffix(',').filter(|whole| whole.ends_with(digit))?;
    let whole = &whole[whole.trim_end_matches(|c: char| digit(c) || c == '-').len()..];
    let rest = &after[..after.find(|c: char| !digit(c)).unwrap_or(after.len())];
    (!rest.is_empty()).then(|| format!("a number has a point, no comma: `{}.{}`", brief(whole), brief(rest)))
}

/// What a count is.
const WHOLE: &str = "a whole number is expected, written with digits alone, without point or exponent";

/// `points` of `bodies[3].shape.points[0][1]`.
pub(super) fn field_name(path: &str) -> Option<&str> {
    let last = path.rsplit('.').next()?;
    last.split('[').next().filter(|name| !name.is_empty())
}

pub(super) fn too_deep() -> String {
    format!(
        "the brackets are nested too deeply; at most {MAX_DEPTH} values stand in each other, which is a `Union` in \
         {UNIONS} others"
    )
}

/// What other programs and textbooks call things, and what they are called here.
const CALLED: &[(&str, &[&str])] = &[
    ("ball", &["Sphere", "Disc", "Spherical"]),
    ("circle", &["Disc"]),
    ("cube", &["Box"]),
    ("cuboid", &["Box"]),
    ("rectangle", &["Box"]),
    ("polygon", &["RegularPolygon"]),
    ("plane", &["Box"]),
    ("polyhedron", &["Hull"]),
    ("convexhull", &["Hull"]),
    ("compound", &["Union"]),
    ("static", &["Fixed"]),
    ("rigid", &["Dynamic", "Fixed"]),
    ("hinge", &["Revolute"]),
    ("pin", &["Revolute"]),
    ("slider", &["Prismatic"]),
    ("socket", &["Spherical"]),
    ("ballandsocket", &["Spherical"]),
    ("weld", &["Fixed"]),
    ("exact", &["SeparatingFeature"]),
    ("exakt", &["SeparatingFeature"]),
    ("type", &["kind"]),
    ("translation", &["position"]),
    ("origin", &["position"]),
    ("rotation", &["orientation"]),
    ("quaternion", &["orientation"]),
    ("omega", &["angular_velocity"]),
    ("mu", &["friction"]),
    ("bounce", &["restitution"]),
    ("bounciness", &["restitution"]),
    ("elasticity", &["restitution"]),
];

/// The names that other words for them stand for.
fn called(found: &str, known: &[&str]) -> Option<&'static str> {
    let found: String = found.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let (_, names) = CALLED.iter().find(|(word, _)| *word == found)?;
    names.iter().copied().find(|name| known.contains(name))
}

fn unknown(what: &str, valid: &str, found: &str, known: &[&str]) -> String {
    let meant = called(found, known)
        .map_or_else(|| meant(found, known.iter().copied()), |name| format!(" (here it is called `{name}`)"));
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
        Some("Target") => "target",
        Some("ImpactTreatment") => "treatment of impacts",
        Some("RestitutionLaw") => "law of restitution",
        Some("FrictionLaw") => "law of friction",
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
