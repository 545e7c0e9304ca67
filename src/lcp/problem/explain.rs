//! What is wrong with a text that is no problem file, in words of the format: the reader of JSON speaks of sequences and maps.

use crate::quote::{TOO_DEEP, brief, cut, fit, without_place};
use serde::de::IgnoredAny;
use serde_json::Error;
use serde_json::error::Category;

/// Characters of a message at most.
const LONGEST: usize = 180;

/// What is wrong and what would be right, without the place.
pub(super) fn explain(error: &Error, text: &str) -> String {
    let said = error.to_string();
    let what = without_place(&said);
    let sentence = match error.classify() {
        _ if what == TOO_DEEP => {
            "the brackets are nested too deeply; a problem has at most 6 in each other".to_owned()
        }
        // Of valid JSON, where a matrix is no object, or one without or with more than one kind.
        _ if what == "expected value" && serde_json::from_str::<IgnoredAny>(text).is_ok() => {
            "a matrix is one of `{\"dense\": …}` and `{\"factored\": …}`, one of them and not both".to_owned()
        }
        _ if matches!(what, "expected value" | "expected ident") => {
            "something else is expected here; a problem is {\"format\": …, \"name\": …, \"matrix\": {\"dense\": …}, \"b\": …}"
                .to_owned()
        }
        Category::Eof => "the text ends too early: a bracket or a quote is not closed".to_owned(),
        Category::Data => data(what).unwrap_or_else(|| format!("this is not a problem file: {}", cut(what))),
        Category::Syntax | Category::Io => format!("this is not valid JSON: {}", syntax(what)),
    };
    fit(&sentence.replace(char::is_control, " "), LONGEST)
}

fn data(what: &str) -> Option<String> {
    if let Some(field) = what.strip_prefix("missing field ") {
        let of_the_file = ["`format`", "`name`", "`matrix`", "`b`"];
        let needed =
            if of_the_file.contains(&field) { "; `format`, `name`, `matrix` and `b` are needed" } else { "" };
        return Some(format!("the field {field} is missing{needed}"));
    }
    if let Some(field) = what.strip_prefix("duplicate field ") {
        return Some(format!("the field {field} is given twice"));
    }
    let (found, wanted) =
        what.rsplit_once(", expected ").or_else(|| Some((what.rsplit_once(", there are no ")?.0, "")))?;
    for (prefix, kind) in [("unknown field `", "field"), ("unknown variant `", "kind of matrix")] {
        if let Some(name) = found.strip_prefix(prefix) {
            let known = wanted.trim_start_matches("one of ");
            return Some(format!(
                "unknown {kind} `{}`; valid are {known}",
                brief(name.trim_end_matches('`'))
            ));
        }
    }
    if let Some(length) = found.strip_prefix("invalid length ") {
        let elements = if length == "1" { "element stands" } else { "elements stand" };
        return Some(format!("{length} {elements} where {} should", words(wanted)));
    }
    let found = found.strip_prefix("invalid type: ").or_else(|| found.strip_prefix("invalid value: "))?;
    Some(format!("{} stands where {} should", words(&cut(found)), words(wanted)))
}

/// What serde calls a value, as a person does.
fn words(value: &str) -> String {
    let known = [
        ("sequence", "a list"),
        ("a sequence", "a list"),
        ("map", "an object in braces"),
        ("a string", "a text in quotes"),
        ("f64", "a number"),
        ("usize", "a whole number"),
        ("u64", "a whole number"),
        ("struct ProblemFile", "a problem in braces"),
        ("struct Origin", "an origin in braces"),
        ("struct Block", "a block in braces"),
        ("enum MatrixFile", "`{\"dense\": …}` or `{\"factored\": …}`"),
        ("map with a single key", "`{\"dense\": …}` or `{\"factored\": …}`"),
        ("string or map", "`{\"dense\": …}` or `{\"factored\": …}`"),
        ("struct variant MatrixFile::Factored", "the factors in braces"),
        ("a tuple of size 2", "[column, value]"),
        ("a tuple of size 3", "[row, column, value]"),
    ];
    let plain = known.iter().find(|(theirs, _)| *theirs == value).map(|(_, ours)| (*ours).to_owned());
    plain.unwrap_or_else(|| {
        value.replacen("floating point", "the number", 1).replacen("integer", "the number", 1)
    })
}

fn syntax(what: &str) -> String {
    match what {
        "trailing comma" => "a comma stands before a closing bracket".to_owned(),
        "trailing characters" => "nothing may follow the last brace".to_owned(),
        "key must be a string" => "the name of a field in quotes is expected here".to_owned(),
        "number out of range" => "the number is too large".to_owned(),
        other => cut(other),
    }
}
