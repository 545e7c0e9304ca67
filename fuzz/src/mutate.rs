//! Changes to texts and bytes that keep most of their structure.

use crate::chance::Chance;

/// Words, numbers, quoted strings, and every other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
        let length = if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        list.push(&rest[..length]);
        rest = &rest[length..];
    }
    list
}

/// A number as a text may spell it.
pub fn spelled(chance: &mut Chance) -> String {
    const ODD: [&str; 14] = [
        "NaN",
        "inf",
        "-inf",
        "1e400",
        "-1e400",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "1e18",
        "0x10",
        "1_000",
        "00",
        "1e-400",
        "340282350000000000000000000000000000000.0",
    ];
    match chance.below(9) {
        6.. => format!("{:?}", (chance.between(-200.0, 200.0)).round() / 100.0),
        0 => (*chance.pick(&ODD)).to_owned(),
        1 => format!("{}", chance.bits() as i64),
        2 => "9".repeat(1 + chance.below(400)),
        3 => format!("{}", chance.below(20)),
        _ => format!("{:?}", chance.number()),
    }
}

/// Changes a text of nested brackets, words and numbers in a few places. `words` are spellings that may stand in it.
pub fn text(chance: &mut Chance, text: &str, words: &[&str]) -> String {
    let mut list: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    // Half of all texts differ in numbers alone: most of what is behind a parser is reached by them.
    let (kinds, times) = match chance.below(4) {
        0 | 1 => (4, 1 + chance.below(3)),
        2 => (12, 1),
        _ => (12, 1 + chance.below(5)),
    };
    for _ in 0..times {
        if list.is_empty() {
            list.push("(".to_owned());
        }
        let at = chance.below(list.len());
        match chance.below(kinds) {
            // Numbers are what most of a file is.
            0..=3 => {
                let numbers: Vec<usize> = (0..list.len())
                    .filter(|&k| list[k].starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                    .collect();
                if !numbers.is_empty() {
                    let k = numbers[chance.below(numbers.len())];
                    list[k] = spelled(chance);
                }
            }
            4 => {
                list.remove(at);
            }
            5 => {
                let end = (at + 1 + chance.below(40)).min(list.len());
                list.drain(at..end);
            }
            6 => {
                let end = (at + 1 + chance.below(60)).min(list.len());
                let part: Vec<String> = list[at..end].to_vec();
                let to = chance.below(list.len() + 1);
                list.splice(to..to, part);
            }
            7 => {
                let other = chance.below(list.len());
                list.swap(at, other);
            }
            8 if !words.is_empty() => list[at] = chance.pick(words).to_owned(),
            9 => {
                let c = chance.pick(&[
                    "(", ")", "[", "]", "{", "}", ",", ":", "\"", "//", "/*", "r#\"", "\\", "\0", "é",
                    "\u{feff}",
                ]);
                list.insert(at, c.to_owned());
            }
            10 => {
                let depth = if chance.one_in(200) { 100_000 } else { 1 + chance.below(300) };
                list[at] = chance.pick(&["(", "[", "{", "Some(", "Union([(shape:"]).repeat(depth);
            }
            _ => {
                let bits = chance.bits();
                list[at] = format!("{}{}", list[at], char::from_u32(bits as u32 % 0x1_1000).unwrap_or('x'));
            }
        }
    }
    list.concat()
}

/// Changes bytes in a few places: bits, numbers of two, four and eight bytes, runs left out, doubled or cut off.
pub fn bytes(chance: &mut Chance, bytes: &[u8]) -> Vec<u8> {
    let mut list = bytes.to_vec();
    for _ in 0..1 + chance.below(6) {
        if list.is_empty() {
            list.push(0);
        }
        let at = chance.below(list.len());
        match chance.below(8) {
            0 => list[at] ^= 1 << chance.below(8),
            1 => list[at] = chance.bits() as u8,
            2 => {
                let width = [1, 2, 4, 8][chance.below(4)];
                let number = match chance.below(5) {
                    0 => 0,
                    1 => u64::MAX,
                    2 => 1 << chance.below(64),
                    3 => chance.bits(),
                    _ => chance.number().to_bits(),
                };
                for (k, byte) in number.to_le_bytes().into_iter().take(width).enumerate() {
                    if let Some(place) = list.get_mut(at + k) {
                        *place = byte;
                    }
                }
            }
            3 => list.truncate(at),
            4 => {
                let end = (at + 1 + chance.below(64)).min(list.len());
                list.drain(at..end);
            }
            5 => {
                let end = (at + 1 + chance.below(64)).min(list.len());
                let part = list[at..end].to_vec();
                list.splice(at..at, part);
            }
            6 => list.insert(at, chance.bits() as u8),
            _ => {
                let other = chance.below(list.len());
                list.swap(at, other);
            }
        }
    }
    list
}
