//! What a user wrote, as it is repeated in a message: on one line, and not longer than a line can take.

use std::fmt::Write;

/// Characters of a user's text that are repeated at most.
pub const LONGEST: usize = 40;

/// Characters of a list of names at most.
const LISTED: usize = 97;

/// `text` on one line; the middle of what is longer than [`LONGEST`] is left out, because names differ at their ends. Characters
/// that a terminal would obey are shown as they are written in a text in quotes (`\n`).
pub fn brief(text: &str) -> String {
    if text.chars().nth(LONGEST).is_none() {
        let whole = escaped(text, false);
        if whole.chars().nth(LONGEST).is_none() {
            return whole;
        }
    }
    let half = (LONGEST - 1) / 2;
    let start: String = text.chars().take(half).collect();
    let start: String = escaped(&start, false).chars().take(half).collect();
    let end: Vec<char> = text.chars().rev().take(half).collect();
    let end = escaped(&end.into_iter().rev().collect::<String>(), false);
    let left_out = end.chars().count().saturating_sub(half);
    format!("{start}…{}", end.chars().skip(left_out).collect::<String>())
}

/// `text` with its control characters as they are written in a text in quotes; `lines`: but for the ends of lines.
pub fn escaped(text: &str, lines: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && !(lines && c == '\n') {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// A number as people write it: what would be more than [`LONGEST`] digits is written with a power of ten.
pub fn number(value: f64) -> String {
    let plain = value.to_string();
    // 17 digits, a sign, a point and some zeros after it are what a number of everyday size needs.
    if plain.len() <= 24 { plain } else { format!("{value:e}") }
}

/// A measured number in four digits at most, as people write it: 0.25, 12.3, 4.2e-9.
pub fn measured(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    if rounded == 0.0 || (1e-4..1e6).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

/// A measured number in four digits; what is beyond every number is said in words.
pub fn rate(value: f64) -> String {
    if value.is_nan() {
        "an undefined number of".to_owned()
    } else if value == f64::INFINITY {
        "more than 1.7e308".to_owned()
    } else {
        format!("{value:.3e}")
    }
}

/// `1 body`, `2 bodies`.
pub fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Every part of a message in `backquotes` or "quotes" made [`brief`]: for what a library says, which repeats what it was given whole.
pub fn cut(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(open) = rest.find(['`', '"']) {
        let (before, quoted) = rest.split_at(open);
        let mark = &quoted[..1];
        let Some(end) = quoted[1..].find(mark) else { break };
        out.push_str(before);
        out.push_str(mark);
        out.push_str(&brief(&quoted[1..=end]));
        out.push_str(mark);
        rest = &quoted[end + 2..];
    }
    // A quote that does not close, or no quote at all, can be as long as any.
    let most = 4 * LONGEST;
    if rest.chars().nth(most).is_some() {
        out.extend(rest.chars().take(most));
        out.push('…');
    } else {
        out.push_str(rest);
    }
    out
}

/// What the reader of JSON says of brackets in brackets.
pub const TOO_DEEP: &str = "recursion limit exceeded";

/// What the reader of JSON says, without the place that it puts behind it.
pub fn without_place(said: &str) -> &str {
    said.rsplit_once(" at line ").map_or(said, |(what, _)| what)
}

/// The one of that name, in letters of any size.
///
/// # Errors
/// A sentence that lists the valid names.
pub fn one_of<T: Copy>(what: &str, text: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let wanted = text.to_ascii_lowercase();
    all.iter().copied().find(|one| name(*one) == wanted).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
        format!("unknown {what} `{}`; valid names: {}", brief(text), names.join(", "))
    })
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A message of at most `most` characters: what is longer ends at a word before that, with dots.
pub fn fit(message: &str, most: usize) -> String {
    if message.chars().nth(most).is_none() {
        return message.to_owned();
    }
    let kept: String = message.chars().take(most - 2).collect();
    let end = kept.rfind(' ').unwrap_or(kept.len());
    format!("{} …", kept[..end].trim_end_matches([',', ';', ':', '.']))
}

/// The first of these names in `backquotes` and commas, as many as [`LISTED`] characters take, and how many more there are.
pub fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", brief(name))).collect();
    if quoted.is_empty() { "none".to_owned() } else { several(&quoted) }
}

/// The same of what is not a single name.
pub fn several(said: &[String]) -> String {
    let mut listed = String::new();
    for (k, one) in said.iter().enumerate() {
        if k > 0 && listed.chars().count() + one.chars().count() > LISTED {
            return format!("{listed} and {} more", said.len() - k);
        }
        listed += if k == 0 { "" } else { ", " };
        listed += one;
    }
    listed
}

/// The name most like `found`, if it is near enough to be a slip of the finger.
fn nearest<'a>(found: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let count = found.chars().count();
    let reach = 1 + count / 4;
    names
        .map(|name| (edit_distance(&found, &name.to_lowercase()), name))
        // Of what has no letter in common nothing was slipped from.
        .filter(|(distance, name)| *distance <= reach && *distance < count.max(name.chars().count()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// ` (is `name` meant?)`, where [`nearest`] has one.
pub fn meant<'a>(found: &str, names: impl Iterator<Item = &'a str>) -> String {
    // Nobody slips that often, and the distance takes as long as both are.
    if found.chars().nth(2 * LONGEST).is_some() {
        return String::new();
    }
    nearest(found, names).map(|name| format!(" (is `{}` meant?)", brief(name))).unwrap_or_default()
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
    use proptest::prelude::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(nearest("densty", ["name", "density"].into_iter()), Some("density"));
        assert_eq!(nearest("colour", ["color", "friction"].into_iter()), Some("color"));
        let one = ["h", "xy"];
        assert_eq!(nearest("x", one[..1].iter().copied()), None);
        assert_eq!((nearest("", one.into_iter()), nearest("x", one.into_iter())), (None, Some("xy")));
        assert_eq!(nearest("wheel", ["chassis", "floor"].into_iter()), None);
    }

    #[test]
    fn lists_and_messages_end_where_they_must() {
        assert_eq!((list(&[]).as_str(), list(&["a", "b"]).as_str()), ("none", "`a`, `b`"));
        let many: Vec<String> = (0..9000).map(|k| format!("stone {k}")).collect();
        let listed = list(&many.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(listed.ends_with("more") && listed.chars().count() <= LISTED + 18, "{listed}");
        assert_eq!((fit("short", 5), fit("one two, three", 10)), ("short".to_owned(), "one …".to_owned()));
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(brief("stone"), "stone");
        assert_eq!(brief("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(escaped("a\nb\t", true), "a\nb\\t");
        let long = format!("first{}last", "é".repeat(70_000));
        let shown = brief(&long);
        assert_eq!(shown.chars().count(), LONGEST - 1);
        assert!(shown.starts_with("firsté") && shown.ends_with("élast") && shown.contains('…'), "{shown}");
        let message = cut(&format!("unknown field `{long}`, expected one of `a`, `b`"));
        assert!(message.starts_with("unknown field `firsté"), "{message}");
        assert!(
            message.ends_with("élast`, expected one of `a`, `b`") && message.chars().count() < 100,
            "{message}"
        );
    }

    #[test]
    fn numbers_of_everyday_size_stay_and_others_get_a_power() {
        for (value, shown) in [
            (0.1 + 0.2, "0.30000000000000004"),
            (-3.0, "-3"),
            (f64::NAN, "NaN"),
            (1e20, "100000000000000000000"),
        ] {
            assert_eq!(number(value), shown);
        }
        assert_eq!((number(1e300).as_str(), number(-2.5e-200).as_str()), ("1e300", "-2.5e-200"));
    }

    #[test]
    fn what_a_terminal_obeys_is_short_too() {
        let shown = brief(&"\u{1b}".repeat(30));
        assert!(shown.chars().count() < LONGEST && !shown.contains('\u{1b}'), "{shown}");
    }

    proptest! {
        #[test]
        fn no_text_is_long_and_none_panics(text in "[a`\"é…\n]{0,400}") {
            prop_assert!(brief(&text).chars().count() <= LONGEST);
            cut(&text);
            prop_assert!(fit(&text, 20).chars().count() <= 20);
        }
    }

    #[test]
    fn measured_numbers_are_as_people_write_them() {
        let cases = [
            (0.25, "0.25"),
            (0.29999999, "0.3"),
            (-12.3456, "-12.35"),
            (0.0, "0"),
            (1.23456e-9, "1.235e-9"),
            (4e7, "4e7"),
        ];
        for (value, text) in cases {
            assert_eq!(measured(value), text);
        }
        assert_eq!(measured(f64::INFINITY), "inf");
    }
}
