//! Numbers that are typed: what is understood, and a sentence beside the field about what is not. Half a number is nobody's
//! wish: it is taken with Enter or when the field is left.

use crate::app::ui::theme::Palette;
use bevy_egui::egui::{
    self, Align2, Area, DragValue, Frame, Id, Order, Response, RichText, Stroke, Ui, vec2,
};
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// How long a sentence stays after its field was left (s).
const STAYS: f64 = 8.0;

/// Room that a sentence of three lines needs above its field (points).
const ROOM: f32 = 72.0;

/// Widest that what is said of it is (points).
const WIDEST: f32 = 260.0;

/// Why a text is not taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Problem {
    /// Nothing is typed.
    Empty,
    /// It may become a number yet.
    Half,
    /// It is no number, or one in another unit.
    NoNumber,
    /// The number is not among those that the field takes.
    OutOfRange(f64),
}

/// What is typed into a field that shows `suffix` after its number: a number, with a point or a comma, a fraction `1/3`, with the
/// unit or without, or with another one of the same quantity: mm in a field of m, radians in one of degrees.
///
/// # Errors
/// Why it is not taken.
pub fn understand(text: &str, suffix: &str, range: &RangeInclusive<f64>) -> Result<f64, Problem> {
    let value = read(text, suffix.trim())?;
    // Ends that are rounded where they are shown can be typed.
    let (low, high) = (*range.start(), *range.end());
    let near = |end: f64| (value - end).abs() <= 1e-6 * end.abs();
    if (low..=high).contains(&value) || near(low) || near(high) {
        Ok(value.clamp(low, high))
    } else {
        Err(Problem::OutOfRange(value))
    }
}

fn read(text: &str, unit: &str) -> Result<f64, Problem> {
    let typed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (typed, unit) = (typed.replace('−', "-"), unit.replace(' ', ""));
    if typed.is_empty() {
        return Err(Problem::Empty);
    }
    let others = others(&unit);
    let strip = |(name, factor): &(&str, f64)| Some(number(typed.strip_suffix(name)?)? * factor);
    if let Some(value) = others.iter().find_map(strip) {
        return Ok(value);
    }
    let bare = typed.strip_suffix(unit.as_str()).unwrap_or(&typed);
    if let Some(value) = number(bare) {
        return Ok(value);
    }
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.,eE/".contains(c));
    let begins = |name: &str| !rest.is_empty() && name.starts_with(rest);
    let in_unit = (begins(&unit) || others.iter().any(|(name, _)| begins(name)))
        && number(&bare[..bare.len() - rest.len()]).is_some();
    let half = in_unit || number(&format!("{bare}1")).is_some();
    Err(if half { Problem::Half } else { Problem::NoNumber })
}

/// Other units in which a quantity in this unit may be typed, with what one of them is in it.
fn others(unit: &str) -> &'static [(&'static str, f64)] {
    use std::f64::consts::PI;
    match unit {
        "°" => &[("deg", 1.0), ("rad", 180.0 / PI)],
        "°/s" => &[("deg/s", 1.0), ("rad/s", 180.0 / PI)],
        "rad" => &[("°", PI / 180.0), ("deg", PI / 180.0)],
        "rad/s" => &[("°/s", PI / 180.0), ("deg/s", PI / 180.0)],
        "m" => &[("mm", 1e-3), ("cm", 1e-2), ("µm", 1e-6), ("μm", 1e-6), ("km", 1e3)],
        "m/s" => &[("mm/s", 1e-3), ("cm/s", 1e-2), ("km/h", 1.0 / 3.6)],
        "kg" => &[("g", 1e-3), ("t", 1e3)],
        "kg/m³" => &[("g/cm³", 1e3)],
        "s" => &[("ms", 1e-3)],
        "N" => &[("kN", 1e3), ("mN", 1e-3)],
        _ => &[],
    }
}

fn number(text: &str) -> Option<f64> {
    if let Some((over, under)) = text.split_once('/') {
        let value = number(over)? / number(under)?;
        return value.is_finite().then_some(value);
    }
    // No `inf`, `nan` or `infinity`, which Rust reads.
    let plain = text.chars().all(|c| c.is_ascii_digit() || "+-.,eE".contains(c));
    let text = if text.contains('.') { text.to_owned() } else { text.replacen(',', ".", 1) };
    text.parse().ok().filter(|value: &f64| plain && value.is_finite())
}

/// What is said of it.
fn sentence(
    text: &str,
    problem: Problem,
    (unit, suffix): (&str, &str),
    range: &RangeInclusive<f64>,
) -> Option<String> {
    let unit = unit.trim();
    let shown: String = text.chars().take(24).collect();
    match problem {
        Problem::Empty => None,
        Problem::Half | Problem::NoNumber if unit.is_empty() => Some(tr!("typed-no-number", text = shown)),
        Problem::Half | Problem::NoNumber => Some(tr!("typed-no-number-in", text = shown, unit = unit)),
        Problem::OutOfRange(_) => {
            let end = |value: f64| {
                let text = if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
                    format!("{}", (value * 1e6).round() / 1e6)
                } else {
                    format!("{value:e}")
                };
                format!("{text}{suffix}")
            };
            Some(tr!("typed-out-of-range", text = shown, low = end(*range.start()), high = end(*range.end())))
        }
    }
}

/// What a field takes, and how it shows it.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    /// Unit behind the number.
    pub suffix: &'a str,
    /// Unit that is understood where none is shown.
    pub unit: &'a str,
    /// What it takes.
    pub range: RangeInclusive<f64>,
    /// Change per point that the pointer is dragged.
    pub speed: f64,
    /// Decimals at most.
    pub decimals: usize,
    /// Another way to write it.
    pub format: Option<fn(f64) -> String>,
}

impl<'a> Numbers<'a> {
    /// Numbers with a unit behind them, empty for none.
    pub fn new(suffix: &'a str, range: RangeInclusive<f64>, speed: f64, decimals: usize) -> Self {
        Self { suffix, unit: "", range, speed, decimals, format: None }
    }

    fn widget<'v>(&self, value: &'v mut f64) -> DragValue<'v> {
        let widget = DragValue::new(value).range(self.range.clone()).speed(self.speed);
        let widget = widget.max_decimals(self.decimals).suffix(self.suffix);
        match self.format {
            Some(format) => widget.custom_formatter(move |value, _| format(value)),
            None => widget,
        }
    }
}

/// What came of a frame of a field.
pub struct Shown {
    /// The field.
    pub response: Response,
    /// Whether what is typed in it is not taken.
    pub refused: bool,
}

/// What is kept of a field from frame to frame.
#[derive(Clone, Debug, PartialEq)]
struct Note {
    said: Option<String>,
    /// Whether it waits until the field is left.
    later: Option<String>,
    refused: bool,
    /// Until when it stays (s).
    until: f64,
}

/// Draws a field for a number, with a sentence below it where what is typed is not taken. `value` is what is dragged or typed so
/// far: it is for the caller to leave alone what it stands for until the field is left.
pub fn show(
    ui: &mut Ui,
    value: &mut f64,
    numbers: &Numbers,
    add: impl FnOnce(&mut Ui, DragValue<'_>) -> Response,
) -> Shown {
    let heard: RefCell<Option<(String, Result<f64, Problem>)>> = RefCell::new(None);
    let (range, suffix) = (&numbers.range, numbers.suffix);
    let unit = if suffix.is_empty() { numbers.unit } else { suffix };
    let parser = |text: &str| {
        let understood = understand(text, unit, range);
        *heard.borrow_mut() = Some((text.to_owned(), understood));
        understood.ok()
    };
    let response = add(ui, numbers.widget(value).custom_parser(parser));
    let id = response.id.with("what is not understood");
    let mut note = ui.data(|data| data.get_temp::<Note>(id));
    let now = ui.input(|input| input.time);
    // What Escape has given up is read once more afterwards.
    if let Some((text, understood)) = heard.into_inner().filter(|_| response.has_focus() || note.is_some()) {
        note = understood.err().map(|problem| {
            let said = sentence(&text, problem, (unit, suffix), range);
            // A zero before the point is no mistake yet.
            let (said, later) = match problem {
                Problem::NoNumber => (said, None),
                Problem::Empty | Problem::Half | Problem::OutOfRange(_) => (None, said),
            };
            Note { said, later, refused: true, until: f64::INFINITY }
        });
    }
    let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
    if response.gained_focus() || response.dragged() || escaped {
        note = None;
    }
    if let Some(note) = note.as_mut().filter(|note| !response.has_focus() && note.until == f64::INFINITY) {
        note.until = now + STAYS;
        note.said = note.said.take().or(note.later.take());
    }
    let refused = note.as_ref().is_some_and(|note| note.refused);
    // What was refused once is not refused for good.
    let left = note.as_mut().filter(|_| !response.has_focus());
    if let Some(note) = left {
        note.refused = false;
    }
    if let Some(said) = note.as_ref().and_then(|note| note.said.as_ref()) {
        say(ui, id, &response, said);
        ui.request_repaint_after(std::time::Duration::from_secs(1));
    }
    let note = note.filter(|note| now < note.until);
    ui.data_mut(|data| {
        data.remove::<Note>(id);
        if let Some(note) = note {
            data.insert_temp(id, note);
        }
    });
    Shown { response, refused }
}

/// Says it to the left of the field, where its own name stands: what is typed before and after stands above and below it. Above or below one that has no room there.
fn say(ui: &Ui, id: Id, response: &Response, said: &str) {
    let p = Palette::from_ui(ui);
    let field = response.rect;
    let (at, pivot) = if field.min.x > WIDEST + ROOM {
        (field.left_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER)
    } else if field.min.y > ROOM {
        (field.left_top() - vec2(0.0, 2.0), Align2::LEFT_BOTTOM)
    } else {
        (field.left_bottom() + vec2(0.0, 2.0), Align2::LEFT_TOP)
    };
    let area = Area::new(id).order(Order::Tooltip).pivot(pivot).fixed_pos(at);
    area.constrain(true).interactable(false).show(ui, |ui| {
        let frame = Frame::new().fill(p.bar).stroke(Stroke::new(1.0, p.violated)).corner_radius(4.0);
        frame.inner_margin(6.0).show(ui, |ui| {
            ui.set_max_width(WIDEST);
            ui.label(RichText::new(said).size(12.5).color(p.violated));
        });
    });
}

/// A field among other things in a row. It changes `value`, and says so, while it is dragged and once it is left, not while a
/// number is half typed.
pub fn plain(
    ui: &mut Ui,
    value: &mut f64,
    numbers: &Numbers,
    add: impl FnOnce(&mut Ui, DragValue<'_>) -> Response,
) -> Response {
    // The same field again in the next frame, wherever its row is.
    let id = ui.next_auto_id().with("half typed");
    let mut draft = ui.data(|data| data.get_temp::<f64>(id)).unwrap_or(*value);
    let shown = show(ui, &mut draft, numbers, add);
    let mut response = shown.response;
    let typing = response.has_focus() && !response.dragged();
    if typing {
        ui.data_mut(|data| data.insert_temp(id, draft));
    } else {
        ui.data_mut(|data| data.remove_temp::<f64>(id));
    }
    let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
    let taken = !typing && !shown.refused && !escaped && draft != *value;
    if taken {
        *value = draft;
        response.mark_changed();
    } else {
        response.flags.remove(egui::response::Flags::CHANGED);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    fn taken(text: &str, suffix: &str) -> Result<f64, Problem> {
        understand(text, suffix, &(-1e6..=1e6))
    }

    #[test]
    fn numbers_are_understood_as_people_write_them() {
        for (text, suffix, value) in [
            ("0.5", "", 0.5),
            ("0,5", " kg", 0.5),
            (" −2.5e-3 m ", " m", -2.5e-3),
            ("1/4", " kg", 0.25),
            ("90°", "°", 90.0),
            ("90deg", "°", 90.0),
            ("10 N·m", " N·m", 10.0),
            ("180 °/s", " rad/s", std::f64::consts::PI),
            ("600 mm", " m", 0.6),
            ("2,5cm", " m", 0.025),
            ("0.6 m", " m", 0.6),
            ("250 g", " kg", 0.25),
            ("36 km/h", " m/s", 10.0),
        ] {
            assert_eq!(taken(text, suffix), Ok(value), "{text}");
        }
        let half_turn = taken("3.141592653589793 rad", "°").expect("an angle");
        assert!((half_turn - 180.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_number_is_told_from_one_that_is_not_finished() {
        for (text, suffix, problem) in [
            ("", "", Problem::Empty),
            ("-", "", Problem::Half),
            ("1e", " m", Problem::Half),
            ("1e-", " m", Problem::Half),
            ("5 k", " kg", Problem::Half),
            ("5 lb", " kg", Problem::NoNumber),
            ("6 k", " m", Problem::Half),
            ("6 ms", " m", Problem::NoNumber),
            ("five", " kg", Problem::NoNumber),
            ("1/", "", Problem::Half),
            ("inf", "", Problem::NoNumber),
            ("1.2.3", "", Problem::NoNumber),
            ("90°", " m", Problem::NoNumber),
            ("2e6", " m", Problem::OutOfRange(2e6)),
        ] {
            assert_eq!(taken(text, suffix), Err(problem), "{text}");
        }
    }

    /// A window with one field, which counts the changes.
    fn window() -> Harness<'static, (f64, usize)> {
        let ui = |ui: &mut Ui, (value, changes): &mut (f64, usize)| {
            ui.horizontal(|ui| {
                let label = ui.label("mass");
                let all = Numbers::new(" kg", 0.1..=100.0, 0.1, 6);
                let field = plain(ui, value, &all, |ui, field| ui.add(field));
                *changes += usize::from(field.labelled_by(label.id).changed());
            });
            let _ = ui.button("elsewhere");
        };
        Harness::builder().with_size([400.0, 200.0]).build_ui_state(ui, (2.0, 0))
    }

    fn type_into(harness: &mut Harness<'_, (f64, usize)>, text: &str) {
        harness.get_by_label("mass").focus();
        harness.run_steps(3);
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run_steps(3);
    }

    #[test]
    fn half_a_number_is_not_taken_and_what_is_no_number_is_said_at_once() {
        let mut harness = window();
        type_into(&mut harness, "1");
        assert_eq!(*harness.state(), (2.0, 0), "there may be more to come");
        harness.event(egui::Event::Text("2".to_owned()));
        harness.run_steps(3);
        harness.key_press(egui::Key::Enter);
        harness.run_steps(3);
        assert_eq!(*harness.state(), (12.0, 1), "one act");
        // No number.
        type_into(&mut harness, "3x");
        harness.get_by_label_contains("“3x” is not understood");
        harness.key_press(egui::Key::Enter);
        harness.run_steps(3);
        harness.get_by_label_contains("“3x” is not understood");
        assert_eq!(*harness.state(), (12.0, 1), "neither 3 nor anything else");
        // Too much, which is said when the field is left.
        type_into(&mut harness, "500");
        assert!(harness.query_by_label_contains("500").is_none() || *harness.state() == (12.0, 1));
        harness.key_press(egui::Key::Enter);
        harness.run_steps(3);
        harness.get_by_label_contains("0.1 kg to 100 kg");
        assert_eq!(*harness.state(), (12.0, 1));
        // And with Escape nothing happens.
        type_into(&mut harness, "7");
        harness.key_press(egui::Key::Escape);
        harness.run_steps(3);
        assert_eq!(*harness.state(), (12.0, 1));
        type_into(&mut harness, "nine");
        harness.get_by_label_contains("“nine” is not understood");
        harness.key_press(egui::Key::Escape);
        harness.run_steps(3);
        assert!(harness.query_by_label_contains("nine").is_none(), "what was given up is not told off");
        type_into(&mut harness, "0,5");
        harness.key_press(egui::Key::Enter);
        harness.run_steps(3);
        assert_eq!(*harness.state(), (0.5, 2));
        assert!(harness.query_by_label_contains("not understood").is_none(), "and the sentence is gone");
    }
}
