//! What a user wrote, as it is repeated in a message: on one line, and not longer than a line can take.

/// Characters of a user's text that are repeated at most.
pub const LONGEST: usize = 40;

/// `text` on one line; the middle of what is longer than [`LONGEST`] is left out, because names differ at their ends.
pub fn brief(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let count = text.chars().take(LONGEST + 1).count();
    if count <= LONGEST {
        return text.chars().map(shown).collect();
    }
    let half = (LONGEST - 1) / 2;
    let start: String = text.chars().take(half).map(shown).collect();
    let end: Vec<char> = text.chars().rev().take(half).map(shown).collect();
    let end: String = end.into_iter().rev().collect();
    format!("{start}…{end}")
}

/// A number as people write it: what would be more than [`LONGEST`] digits is written with a power of ten.
pub fn number(value: f64) -> String {
    let plain = value.to_string();
    // 17 digits, a sign, a point and some zeros after it are what a number of everyday size needs.
    if plain.len() <= 24 { plain } else { format!("{value:e}") }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(brief("stone"), "stone");
        assert_eq!(brief("a\nb"), "a b");
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

    proptest! {
        #[test]
        fn no_text_is_long_and_none_panics(text in "[a`\"é…\n]{0,400}") {
            prop_assert!(brief(&text).chars().count() <= LONGEST);
            cut(&text);
        }
    }
}
