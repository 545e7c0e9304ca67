//! Numbers as people read them: engineering prefixes for lengths, times and energies, powers of ten for the rest.

/// Below this a length (m) counts as zero: rounding of coordinates around 1 m.
pub const LENGTH_FLOOR: f64 = 1e-15;

/// A number with a decimal prefix and its unit, three significant digits: `3.20 nm`, `45.1 ms`, `0 m`.
pub fn engineering(value: f64, unit: &str) -> String {
    engineering_to(value, unit, f64::INFINITY)
}

/// The same, with as many more digits as tell it from what differs by `apart`, in the same unit; fifteen at most: `596.1234 kJ`.
pub fn engineering_to(value: f64, unit: &str, apart: f64) -> String {
    const PREFIXES: [(i32, &str); 9] =
        [(9, "G"), (6, "M"), (3, "k"), (0, ""), (-3, "m"), (-6, "µ"), (-9, "n"), (-12, "p"), (-15, "f")];
    if !value.is_finite() {
        return not_finite(value);
    }
    // What the smallest prefix has no digit for is zero, too.
    if value.abs() < 5e-18 {
        return format!("0 {unit}");
    }
    // Three digits first, so that 999.96 becomes 1.00 k and not 1000.
    let exponent = rounded_exponent(value);
    let (power, prefix) = PREFIXES.into_iter().find(|(power, _)| exponent >= *power).unwrap_or((-15, "f"));
    let scaled = value / 10f64.powi(power);
    let digits = (2 - (exponent - power)).clamp(0, 2);
    let digits = digits.max(digits_to(apart / 10f64.powi(power)).min(14 - (exponent - power)));
    let digits = usize::try_from(digits).unwrap_or(0);
    format!("{scaled:.digits$} {prefix}{unit}")
}

/// The same, without zeros at its end: `2.5 ms`, `100 µm`.
pub fn short_to(value: f64, unit: &str, apart: f64) -> String {
    let text = engineering_to(value, unit, apart);
    match text.split_once(' ') {
        Some((number, unit)) if number.contains('.') => {
            format!("{} {unit}", number.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

/// Digits after the point that tell what differs by `apart`; less than none where whole numbers are too fine.
fn digits_to(apart: f64) -> i32 {
    // Rounding must not ask for one more where `apart` is a power of ten.
    if apart > 0.0 { (-apart.log10() - 1e-9).ceil().clamp(-99.0, 99.0) as i32 } else { -99 }
}

/// A length (m) of the truth meter: what is below rounding is a plain zero.
pub fn length(metres: f64) -> String {
    if metres.abs() < LENGTH_FLOOR { "0 m".to_owned() } else { engineering(metres, "m") }
}

/// A depth of the truth meter (m): what is below 10 nm, which nobody sees and every model would be glad of, as a power
/// of ten.
pub fn depth(metres: f64) -> String {
    depth_to(metres, f64::INFINITY)
}

/// The same, with as many more digits as tell it from what differs by `apart` (m).
pub fn depth_to(metres: f64, apart: f64) -> String {
    if (LENGTH_FLOOR..1e-8).contains(&metres) {
        format!("{} m", scientific_to(metres, apart))
    } else if metres.abs() < LENGTH_FLOOR {
        length(metres)
    } else {
        engineering_to(metres, "m", apart)
    }
}

/// An angle (rad) in degrees.
pub fn angle(radians: f64) -> String {
    if !radians.is_finite() {
        return not_finite(radians);
    }
    // No minus before what is rounded to zero.
    format!("{:.1}°", (radians.to_degrees() * 10.0).round() / 10.0 + 0.0)
}

/// A duration (s); a dash where it was not measured.
pub fn duration(seconds: f64) -> String {
    if seconds.is_nan() { "–".to_owned() } else { engineering(seconds, "s") }
}

/// A bare number as a power of ten with two digits: `3.2e-9`, `0`.
pub fn scientific(value: f64) -> String {
    scientific_to(value, f64::INFINITY)
}

/// The same, with as many more digits as tell it from what differs by `apart`; fifteen at most.
pub fn scientific_to(value: f64, apart: f64) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits_to(apart / 10f64.powi(rounded_exponent(value))).clamp(1, 14);
    format!("{value:.*e}", usize::try_from(digits).unwrap_or(1))
}

/// A bare number in four digits: plain where that is short, `2.566`, `0.06213`, else as a power of ten, `3.217e-6`.
pub fn four_digits(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    let exponent = rounded_exponent(value);
    if value != 0.0 && !(-3..4).contains(&exponent) {
        return format!("{value:.3e}");
    }
    format!("{value:.*}", usize::try_from(3 - exponent).unwrap_or(0))
}

/// An overlap: a volume (m³), or in the plane an area (m²).
pub fn overlap(value: f64, planar: bool) -> String {
    let unit = if planar { "m²" } else { "m³" };
    format!("{} {unit}", scientific(value))
}

/// A whole number with thin spaces between groups of three digits from five digits on.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut grouped = String::with_capacity(digits.len() + 4);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            // Narrow, and no place for a line to end.
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// A count in short, for places with room for four characters: `999`, `12k`, `3.4M`.
pub fn short_count(value: u64) -> String {
    match value {
        0..=9_999 => value.to_string(),
        10_000..=999_999 => format!("{}k", value / 1000),
        _ => format!("{:.1}M", value as f64 / 1e6),
    }
}

/// Simulated time (s), always three decimals so that it does not jump.
pub fn clock(seconds: f64) -> String {
    format!("{seconds:.3} s")
}

/// A time as the label of a mark (s), without zeros at its end; milliseconds, or as many more digits as tell it from what differs by `apart`.
pub fn seconds_to(seconds: f64, apart: f64) -> String {
    let text = format!("{seconds:.*}", usize::try_from(digits_to(apart).clamp(3, 12)).unwrap_or(3));
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The speed of the clock: `0.01×`, `1×`, `2.5×`.
pub fn speed(factor: f64) -> String {
    let text = if factor < 0.095 { format!("{factor:.3}") } else { format!("{factor:.2}") };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}×")
}

/// A coordinate or component: three decimals; what is far below sight is zero.
pub fn component(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    if value.abs() < 1e-9 {
        return "0.000".to_owned();
    }
    if value.abs() >= 1e5 || value.abs() < 5e-4 {
        return format!("{value:.1e}");
    }
    format!("{value:.3}")
}

fn rounded_exponent(value: f64) -> i32 {
    // The exponent of the value rounded to three significant digits, from the printer that does it right.
    let text = format!("{:.2e}", value.abs());
    text.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0)
}

fn not_finite(value: f64) -> String {
    if value.is_nan() {
        tr!("format-not-number").to_owned()
    } else if value > 0.0 {
        "∞".to_owned()
    } else {
        "−∞".to_owned()
    }
}

/// How long ago something was (s), in words.
pub fn ago(seconds: u64) -> String {
    match seconds {
        0..=90 => tr!("format-moment-ago").to_owned(),
        91..=5999 => tr!("format-min-ago", count = seconds / 60),
        6000..=172_799 => tr!("format-h-ago", count = seconds / 3600),
        _ => tr!("format-days-ago", count = seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_three_digits_and_a_prefix() {
        assert_eq!(length(3.2e-9), "3.20 nm");
        assert_eq!(length(0.012_34), "12.3 mm");
        assert_eq!(length(1.5), "1.50 m");
        assert_eq!(length(-4.5e-4), "-450 µm");
        assert_eq!(length(0.0), "0 m");
        assert_eq!(length(1e-17), "0 m");
        assert_eq!(depth(4.21e-10), "4.2e-10 m");
        assert_eq!(depth(2.5e-8), "25.0 nm");
        assert_eq!(depth(0.0), "0 m");
        assert_eq!(depth(f64::NAN), "not a number");
    }

    #[test]
    fn angles_are_in_degrees() {
        assert_eq!(angle(std::f64::consts::FRAC_PI_6), "30.0°");
        assert_eq!(angle(-1e-9), "0.0°");
        assert_eq!(angle(f64::NEG_INFINITY), "−∞");
    }

    #[test]
    fn rounding_up_moves_to_the_next_prefix() {
        assert_eq!(engineering(999.96, "m"), "1.00 km");
        assert_eq!(engineering(9.999e-7, "s"), "1.00 µs");
        assert_eq!(engineering(1e-3, "s"), "1.00 ms");
    }

    #[test]
    fn four_digits_stand_as_they_are_read() {
        assert_eq!(
            [2.566, 0.6213, 0.001_234_6, 1234.6].map(four_digits),
            ["2.566", "0.6213", "0.001235", "1235"]
        );
        assert_eq!([0.0, 3.2171e-6, 5.3e7].map(four_digits), ["0.000", "3.217e-6", "5.300e7"]);
        assert_eq!(engineering(3e-18, "J"), "0 J");
    }

    #[test]
    fn tiny_and_broken_numbers_are_shown_as_such() {
        assert_eq!(engineering(2e-17, "m"), "0.02 fm");
        assert_eq!(scientific(f64::NAN), "not a number");
        assert_eq!(length(f64::INFINITY), "∞");
        assert_eq!(scientific(3.21e-9), "3.2e-9");
        assert_eq!(overlap(0.0, true), "0 m²");
    }

    #[test]
    fn components_hide_rounding_and_keep_what_is_small() {
        assert_eq!(component(-2.2e-15), "0.000");
        assert_eq!(component(2e-5), "2.0e-5");
        assert_eq!(component(-0.5134), "-0.513");
        assert_eq!(component(f64::NAN), "not a number");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(short_count(12_345), "12k");
    }

    #[test]
    fn speeds_drop_idle_zeros() {
        assert_eq!(speed(1.0), "1×");
        assert_eq!(speed(0.01), "0.01×");
        assert_eq!(speed(2.5), "2.5×");
        assert_eq!(speed(0.125), "0.12×");
    }

    #[test]
    fn digits_tell_what_differs() {
        assert_eq!(engineering_to(596_123.44, "J", f64::INFINITY), "596 kJ");
        assert_eq!(engineering_to(596_123.44, "J", 10.0), "596.12 kJ");
        assert_eq!(engineering_to(596_123.44, "J", 0.1), "596.1234 kJ");
        assert_eq!(engineering_to(596_123.44, "J", 1e-300), "596.123440000000 kJ", "as many as there are");
        assert_eq!(engineering_to(0.0123, "m", 1e-3), "12.3 mm", "never fewer than three");
        assert_eq!(short_to(0.5, "m", 1e-4), "500 mm");
        assert_eq!(short_to(-1.25, "m/s", 1e-3), "-1.25 m/s");
        assert_eq!(scientific_to(3.14159e-9, 1e-12), "3.142e-9");
        assert_eq!((depth_to(3.14159e-9, 1e-12), depth_to(0.0, 1e-12)), ("3.142e-9 m".into(), "0 m".into()));
        assert_eq!(depth_to(3.14159e-3, 1e-6), "3.142 mm");
        assert_eq!((seconds_to(1.5, 1.0), seconds_to(0.012_34, 1e-5)), ("1.5 s".into(), "0.01234 s".into()));
    }

    #[test]
    fn decades_are_labels_of_axes() {
        let decade = |exponent: f64, unit: &str| short_to(10f64.powf(exponent), unit, f64::INFINITY);
        assert_eq!(decade(-9.0, "m"), "1 nm");
        assert_eq!(decade(-4.0, "m"), "100 µm");
        assert_eq!(decade(-11.0, "m"), "10 pm");
        assert_eq!(decade(0.0, "m"), "1 m");
    }
}
