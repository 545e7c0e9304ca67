//! How far the panes are from the one that they are measured against: a line in each heading, and the bodies one by one in
//! the comparison.

use crate::app::bench::parting;
use crate::app::bench::parting::Away;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::meter_text;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, paint_text_with};
use crate::experiment::drift::{BodyDrift, PARTED, should_agree};
use crate::world::BodyId;
use bevy_egui::egui::{Align, Context, FontId, Id, Sense, Ui, WidgetType, vec2};
use std::sync::Arc;

/// Height that the line adds to a heading (points).
pub const LINE: f32 = 24.0;
/// Height of its text (points).
const TEXT: f32 = 15.0;
/// Room between what is said in it (points).
const GAP: f32 = 8.0;
/// Bodies in the comparison at most: those that drifted most.
const ROWS: usize = 6;

/// The pane that the others are measured against, in words: its model, with its number where several have that model.
pub fn reference(bench: &Workbench) -> String {
    let index = bench.reference();
    let Some(pane) = bench.panes.get(index) else { return String::new() };
    let alone = bench.panes.iter().filter(|other| other.model() == pane.model()).count() == 1;
    let title = pane.model().title();
    if alone { title.to_owned() } else { tr!("drift-in-pane", title = title, pane = index + 1) }
}

/// A drift in a few characters: the distance of the centres of mass, or of the corner that is farthest where the body rather turned than
/// moved. A length in either case, so that what stands in one column compares.
pub fn amount(drift: &BodyDrift) -> String {
    format::length(length(drift))
}

/// The length that tells most of a drift (m).
fn length(drift: &BodyDrift) -> f64 {
    let turned = 2.0 * drift.position < drift.farthest_point;
    if turned { drift.farthest_point } else { drift.position }
}

/// What a heading says about its pane, from all that can be said to the least; empty for the reference, and where no body
/// is farther from it than the user lets pass or than models that should agree drift.
fn variants(bench: &Workbench, index: usize, away: &Away) -> Vec<String> {
    if !away.seen && !away.parted {
        return Vec::new();
    }
    let least = tr!("drift-from", amount = amount(&away.worst), reference = reference(bench));
    let body = format!("{least} ({})", bench.scene.model.body(away.worst.body).name);
    let mut all = vec![body.clone(), least];
    if let Some(parting) =
        bench.parting.of(index).seen.filter(|p| p.step <= bench.panes[index].simulation.state.step)
    {
        all.insert(0, tr!("drift-parted-at", body = body, time = format::clock(parting.time)));
    }
    all
}

/// How far each pane is from the reference, measured once for all panels of a frame: every corner of every body is asked.
pub fn all(ctx: &Context, bench: &Workbench) -> Arc<Vec<Option<Away>>> {
    let (id, now) = (Id::new("drift of the panes"), ctx.cumulative_pass_nr());
    let known = ctx.data(|data| data.get_temp::<(u64, Arc<Vec<Option<Away>>>)>(id));
    if let Some((_, aways)) = known.filter(|(pass, aways)| *pass == now && aways.len() == bench.panes.len()) {
        return aways;
    }
    let aways = Arc::new((0..bench.panes.len()).map(|pane| parting::away(bench, pane)).collect());
    ctx.data_mut(|data| data.insert_temp(id, (now, Arc::clone(&aways))));
    aways
}

/// All about the drift of a pane, for those who point at it; none where there is nothing to say.
pub fn sentence(bench: &Workbench, index: usize, away: &Away) -> Option<String> {
    let Away { worst, .. } = away;
    let said = variants(bench, index, away).into_iter().next()?;
    let model = &bench.scene.model;
    let mut text = tr!(
        "drift-its-centre-mass-away-turned",
        said = said,
        position = format::length(worst.position),
        angle = format::angle(worst.angle),
        farthest = format::length(worst.farthest_point),
        radii = format!("{:.2}", worst.radii(model))
    );
    let other = bench.panes[bench.reference()].model();
    let this = bench.panes[index].model();
    let now = bench.panes[index].simulation.state.step;
    // What is apart by little before anything touches may be apart by much because of how it touched.
    let parting = bench.parting.of(index);
    let parted = parting.wide.or(parting.seen).map_or(now, |parting| parting.step.min(now));
    let touched = [bench.reference(), index].iter().any(|k| touched(&bench.panes[*k], parted));
    if !parting::began_alike(&bench.panes[bench.reference()], &bench.panes[index]) {
        let panes = [bench.reference(), index].map(|k| &bench.panes[k]);
        for since in
            panes.into_iter().filter(|p| p.other_means_until().is_some()).filter_map(meter_text::since)
        {
            text.push_str(&format!("\n{since}"));
        }
        text.push_str(tr!("drift-need-not-agree"));
    } else if !should_agree(this, other) && !touched {
        // It is not how contact is written that they differ in.
        text.push_str(tr!("drift-without-contact"));
    } else if !should_agree(this, other) {
        text.push_str(if this == other {
            tr!("drift-both-take-free-space-for")
        } else {
            tr!("drift-standard-takes-free-space-for")
        });
    } else if let Some(wide) = bench.parting.of(index).wide.filter(|_| away.parted) {
        text.push_str(&tr!(
            "drift-should-agree-up-order-step",
            this = this.title(),
            other = other.title(),
            time = format::clock(wide.time),
            PARTED = PARTED
        ));
    } else if away.parted {
        text.push_str(tr!("drift-two-should-agree-up-order"));
    }
    Some(text)
}

/// Whether some step of a pane up to that one has had a contact, as far as its samples tell.
fn touched(pane: &Pane, step: u64) -> bool {
    pane.history.samples().iter().take_while(|s| s.step <= step).any(|s| s.contacts > 0)
}

/// Draws the line of a heading, as much of it as there is room for.
pub fn line(ui: &mut Ui, inputs: &Inputs, index: usize, p: &Palette) {
    let bench = inputs.bench;
    if bench.panes.len() < 2 {
        return;
    }
    let (mut rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), TEXT), Sense::hover());
    let aways = all(ui.ctx(), bench);
    if let Some(begun) = meter_text::begun(&bench.panes[index]) {
        let font = FontId::proportional(12.0);
        rect.min.x += paint_text_with(ui, rect, &begun, font, p.warn, Align::Min) + GAP;
        let place = ui.interact(
            rect.with_min_x(response.rect.min.x).with_max_x(rect.min.x),
            ui.id().with(("begun", index)),
            Sense::hover(),
        );
        name_it(
            &place,
            WidgetType::Label,
            tr!(
                "drift-pane",
                pane = index + 1,
                model = bench.panes[index].model().title(),
                full = begun,
                should = ""
            ),
        );
        if let Some(since) = meter_text::since(&bench.panes[index]) {
            place.on_hover_text(since);
        }
    }
    if index == bench.reference() {
        if aways.iter().flatten().any(|away| away.seen || away.parted) {
            paint_text_with(
                ui,
                rect,
                tr!("drift-others-measured-from-here"),
                FontId::proportional(12.0),
                p.weak,
                Align::Min,
            );
        }
        return;
    }
    let Some(away) = aways.get(index).and_then(Option::as_ref) else { return };
    let variants = variants(bench, index, away);
    let Some(full) = variants.first() else { return };
    let font = FontId::proportional(12.0);
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), p.text).size().x;
    let shown = variants.iter().find(|text| width(text) <= rect.width()).or(variants.last()).unwrap_or(full);
    paint_text_with(ui, rect, shown, font.clone(), if away.parted { p.warn } else { p.weak }, Align::Min);
    let should = if away.parted { tr!("drift-they-should-agree") } else { "" };
    let name = tr!(
        "drift-pane",
        pane = index + 1,
        model = bench.panes[index].model().title(),
        full = full,
        should = should
    );
    name_it(&response, WidgetType::Label, name);
    response.on_hover_ui(|ui| {
        ui.label(sentence(bench, index, away).unwrap_or_default());
    });
}

/// A body in the comparison.
pub struct Row {
    /// Its name.
    pub name: String,
    /// For each pane its drift, and whether that is more than models that should agree drift; none in the reference.
    pub cells: Vec<Option<(String, bool)>>,
    /// All about it.
    pub hover: String,
}

/// The line of the comparison about the body of each pane that drifted most.
pub fn worst(bench: &Workbench, aways: &[Option<Away>]) -> Row {
    let mut hover = tr!("drift-drift-how-far-body-that").to_owned();
    let reference = bench.reference();
    let mut cells = Vec::new();
    for (index, (pane, away)) in bench.panes.iter().zip(aways).enumerate() {
        cells.push(match away {
            Some(away) => Some((amount(&away.worst), away.parted)),
            None => (index == reference).then(|| (tr!("drift-reference").to_owned(), false)),
        });
        if let Some(said) = away.as_ref().and_then(|away| sentence(bench, index, away)) {
            hover.push_str(&format!("\n\n{}: {said}", pane.model().title()));
        }
    }
    Row { name: tr!("drift-drift").to_owned(), cells, hover }
}

/// The bodies that drifted most in radii, and how many more drifted less; none where no pane is farther from the reference
/// than the user lets pass.
pub fn rows(bench: &Workbench, aways: &[Option<Away>]) -> (Vec<Row>, usize) {
    if !aways.iter().flatten().any(|away| away.seen || away.parted) {
        return (Vec::new(), 0);
    }
    let model = &bench.scene.model;
    let drift_of = |away: &Away, body| away.bodies.iter().find(|drift| drift.body == body).copied();
    let mut bodies: Vec<_> = model
        .ids()
        .filter_map(|body| {
            let drifts = aways.iter().flatten().filter_map(|away| drift_of(away, body));
            drifts
                .map(|drift| (drift.radii(model), length(&drift)))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map(|most| (body, most))
        })
        .filter(|(_, (radii, _))| *radii != 0.0)
        .collect();
    // The worst first; what drifted alike in the order of the bodies.
    bodies.sort_by(|(_, a), (_, b)| b.0.total_cmp(&a.0));
    let more = bodies.len().saturating_sub(ROWS);
    let agree = &bench.panes[bench.reference()];
    let row = |(body, _): (BodyId, (f64, f64))| {
        let name = model.body(body).name.clone();
        let mut hover = tr!("drift-measured-against", name = name, reference = reference(bench));
        let mut cells = Vec::new();
        for (pane, away) in bench.panes.iter().zip(aways) {
            let drift = away.as_ref().and_then(|away| drift_of(away, body));
            cells.push(drift.map(|drift| {
                let (title, radii) = (pane.model().title(), drift.radii(model));
                hover.push_str(&tr!(
                    "drift-away-turned-by-farthest-point",
                    title = title,
                    position = format::length(drift.position),
                    angle = format::angle(drift.angle),
                    farthest = format::length(drift.farthest_point),
                    radii = format!("{radii:.2}")
                ));
                (
                    amount(&drift),
                    should_agree(pane.model(), agree.model())
                        && parting::began_alike(agree, pane)
                        && !(radii <= PARTED),
                )
            }));
        }
        Row { name, cells, hover }
    };
    // Of those, the longest way first, as that is what is read.
    bodies.truncate(ROWS);
    bodies.sort_by(|(_, a), (_, b)| b.1.total_cmp(&a.1));
    (bodies.into_iter().map(row).collect(), more)
}
