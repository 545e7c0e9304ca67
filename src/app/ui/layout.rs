//! Where everything is: tool bar above, scenes at the left, numbers at the right, timeline and plots below, and
//! what is left over for the views.

use crate::app::command::{AppCommand, PanelCommand, SelectCommand, tooltip};
use crate::app::look::view::{PANE_GAP, split};
use crate::app::session::tour::Target;
use crate::app::ui::panels::{
    command_palette, file_dialog, groups, help, import, inspector, leaving, lesson, lesson_editor,
    message_log, messages, pane_header, plots, presenter, recovery, resolve, scene_browser, scene_settings,
    settings, solver, statistics, timeline, toolbar, tour,
};
use crate::app::ui::theme::{Palette, TOOLBAR_HEIGHT};
use crate::app::ui::widgets::{name_it, segmented};
use crate::app::ui::{Inputs, Side, UiState, focus, pointing};
use bevy_egui::egui::{self, Frame, Id, Margin, Panel, Rect, Stroke, Ui, UiBuilder, pos2};

/// Where the views are (points).
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// What the panels leave over, with the strips above the views.
    pub central: Rect,
    /// The views below their strips, left to right.
    pub views: Vec<Rect>,
}

/// Draws the whole user interface. Returns where the views are to be; every wish of the user goes into `commands`.
pub fn show(root: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) -> Places {
    let screen = root.max_rect();
    state.pointed = None;
    if state.presenting {
        presenter::caption(root, inputs, state, commands);
    } else {
        panels(root, screen, inputs, state, commands);
    }

    let central = root.available_rect_before_wrap();
    let places =
        places(central, inputs.bench.panes.len(), header(inputs.bench.panes.len(), state.presenting));
    views(root, &places, inputs, state.presenting, commands);
    let ctx = root.ctx().clone();
    if let Some(view) = places.views.first() {
        pointing::place(&ctx, Target::Strips, central.with_max_y(view.min.y));
        pointing::place(&ctx, Target::View, *view);
    }
    // Behind the help window they would be cut off, over it they would hide it: they wait.
    // In a film they would come and go.
    if !state.help && inputs.output.film.is_none() {
        messages::show(&ctx, central, inputs, commands);
        messages::file_question(&ctx, central, inputs, commands);
        if !state.presenting {
            messages::hint(&ctx, central, inputs, state);
        }
        messages::long_steps(&ctx, &places.views, inputs, commands);
        import::waiting(&ctx, central, inputs, commands);
    }
    messages::drop_target(&ctx, central);
    resolve::show(&ctx, screen, inputs, state, commands);
    help::show(&ctx, screen, state, commands);
    settings::show(&ctx, screen, inputs, state, commands);
    scene_settings::show(&ctx, screen, inputs, state, commands);
    message_log::show(&ctx, screen, inputs, state);
    recovery::show(&ctx, screen, inputs, state, commands);
    import::show(&ctx, screen, inputs, commands);
    tour::show(root, central, inputs, commands);
    if let Some(open) = inputs.session.lesson.as_ref().filter(|_| !state.presenting) {
        lesson::show(root, open, inputs.bench.running, &mut state.lesson, commands);
    }
    if !state.presenting && inputs.output.film.is_none() {
        lesson_editor::show(&ctx, screen, (inputs.session, inputs.bench), &mut state.editor, commands);
    }
    file_dialog::show(&ctx, screen, inputs, state, commands);
    leaving::show(&ctx, inputs, commands);
    command_palette::show(&ctx, screen, inputs, state, commands);
    focus::ring(root);
    if state.pointed != inputs.selection.pointed {
        commands.push(SelectCommand::PointOut(state.pointed).into());
    }
    places
}

/// The bar above and the panels about the views.
fn panels(root: &mut Ui, screen: Rect, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    // In a window or at a size of text that leaves them less, panels have less room, and what they had again afterwards.
    let anew = state.arranged_for != Some(screen.size());
    arrange(state, screen);
    let room = |wanted: f32, least: f32, most: f32| {
        let most = most.max(least + 1.0);
        let now = wanted.clamp(least, most);
        (now, if anew { now..=now } else { least..=most })
    };
    let dragged = root.input(|input| input.pointer.any_down());
    let p = Palette::from_ui(root);
    let bar = Frame::new().fill(p.bar).inner_margin(Margin::symmetric(10, 0));
    Panel::top("toolbar").exact_size(TOOLBAR_HEIGHT).frame(bar).show(root, |ui| {
        toolbar::show(ui, inputs, state, commands);
    });
    let panel = Frame::new().fill(p.panel).inner_margin(Margin::symmetric(12, 10));
    let (mut left, mut right, mut bottom) = (state.left, state.right, state.bottom);
    let wanted = state.sizes.left.unwrap_or(220.0);
    let (given, range) = room(wanted, 150.0, screen.width() * 0.3);
    let shown = Panel::left("scenes")
        .default_size(wanted)
        .size_range(range)
        .resizable(true)
        .frame(panel)
        .show_collapsible(root, &mut left, |ui| scene_browser::show(ui, inputs, state, commands));
    remember(
        &mut state.sizes.left,
        (left && dragged).then_some(given),
        shown.map(|panel| panel.response.rect.width()),
    );
    let usual = 120.0 + 78.0 * inputs.bench.panes.len().max(3) as f32;
    let wanted = state.sizes.right.unwrap_or(usual.min(screen.width() * 0.36));
    let share = if screen.width() < 1000.0 { 0.36 } else { 0.5 };
    let (given, range) = room(wanted, 230.0, screen.width() * share);
    let shown = Panel::right("numbers")
        .default_size(wanted)
        .size_range(range)
        .resizable(true)
        .frame(panel)
        .show_collapsible(root, &mut right, |ui| numbers(ui, inputs, state, commands));
    remember(
        &mut state.sizes.right,
        (right && dragged).then_some(given),
        shown.map(|panel| panel.response.rect.width()),
    );
    let below = Frame::new().fill(p.panel).inner_margin(Margin { left: 12, right: 12, top: 4, bottom: 6 });
    let wanted = state.sizes.bottom.unwrap_or((screen.height() * 0.25).clamp(130.0, 240.0));
    let (given, range) = room(wanted, 90.0, screen.height() * 0.6);
    let shown = Panel::bottom("plots")
        .default_size(wanted)
        .size_range(range)
        .resizable(true)
        .frame(below)
        .show_collapsible(root, &mut bottom, |ui| {
            timeline::show(ui, inputs, commands);
            plots::show(ui, inputs, state, commands);
        });
    if let Some(panel) = &shown {
        let row = panel.response.rect;
        pointing::place(root.ctx(), Target::Timeline, row.with_max_y((row.min.y + 34.0).min(row.max.y)));
    }
    remember(
        &mut state.sizes.bottom,
        (bottom && dragged).then_some(given),
        shown.map(|panel| panel.response.rect.height()),
    );
    let edges = [
        ("scenes", tr!("layout-scenes")),
        ("numbers", tr!("layout-numbers")),
        ("plots", tr!("layout-plots")),
        ("inspector", tr!("layout-inspector")),
        ("inspector, explainer", tr!("layout-explainer")),
    ];
    for (panel, name) in edges {
        let edge = Id::new(panel).with("__resize");
        focus::pass_over(root.ctx(), edge);
        if let Some(edge) = root.ctx().read_response(edge) {
            name_it(&edge, egui::WidgetType::Other, tr!("layout-edge-panel", panel = name));
        }
    }
    (state.left, state.right, state.bottom) = (left, right, bottom);
}

/// Closes panels for which the window is too small, at the start and whenever it has become smaller or its text larger, and opens them again when it has room for them.
/// What its user opens or closes in between stays so.
fn arrange(state: &mut UiState, screen: Rect) {
    let before = state.arranged_for.unwrap_or(egui::Vec2::INFINITY);
    let grown = screen.width() > before.x + 1.0 || screen.height() > before.y + 1.0;
    let shrunk = !state.arranged || screen.width() < before.x - 1.0 || screen.height() < before.y - 1.0;
    let fits = (screen.width() >= 1150.0, screen.width() >= 620.0, screen.height() >= 460.0);
    for (open, yielded, fits) in [
        (&mut state.left, &mut state.yielded.0, fits.0),
        (&mut state.right, &mut state.yielded.1, fits.1),
        (&mut state.bottom, &mut state.yielded.2, fits.2),
    ] {
        *open |= *yielded && grown && fits;
        *yielded &= !*open;
        if shrunk {
            *yielded |= *open && !fits;
            *open &= fits;
        }
    }
    state.arranged = true;
    state.arranged_for = Some(screen.size());
}

/// Keeps the size of an open panel while its edge may be dragged, where that is another than was `given`: not while it slides in or out, nor what a small window leaves it.
fn remember(size: &mut Option<f32>, given: Option<f32>, now: Option<f32>) {
    let Some(given) = given else { return };
    if let Some(now) = now.filter(|now| *now > 60.0 && (now - given).abs() > 1.0) {
        *size = Some(now.round());
    }
}

/// The numbers panel: comparison above, inspector below.
fn numbers(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let selected = !inputs.selection.is_empty();
    let p = Palette::from_ui(ui);
    let height = ui.available_height();
    let frame = Frame::new().fill(p.panel).inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 0 });
    // Panels of their own, so that each remembers its own height: an explanation is longer than a body's numbers.
    let explained = inputs.selection.subject(inputs.bench).is_some();
    let (id, size) = match (explained, selected) {
        (true, _) => ("inspector, explainer", height * 0.66),
        (false, true) => ("inspector", height * 0.46),
        (false, false) => ("inspector, empty", 56.0 + groups::height(inputs)),
    };
    let lower = Panel::bottom(id).resizable(selected).frame(frame);
    let lower = if selected {
        lower.default_size(size).size_range(120.0..=(height * 0.8).max(121.0))
    } else {
        lower.exact_size(size)
    };
    let shown = lower.show(ui, |ui| inspector::show(ui, inputs, commands));
    pointing::place(ui.ctx(), Target::Inspector, shown.response.rect);
    let rest = ui.available_rect_before_wrap();
    let mut upper = ui.new_child(UiBuilder::new().max_rect(rest));
    upper.set_clip_rect(rest.expand2(egui::vec2(6.0, 0.0)));
    let tabs = [
        (Side::Compare, tr!("layout-compare"), tr!("layout-numbers-all-panes-side-by").to_owned()),
        (Side::Solver, tr!("layout-solver"), tooltip(&AppCommand::Panel(PanelCommand::ToggleSolverPanel))),
    ];
    if let Some(side) = segmented(&mut upper, &tabs, state.side) {
        state.side = side;
    }
    upper.add_space(4.0);
    match state.side {
        Side::Compare => statistics::show(&mut upper, inputs),
        Side::Solver => solver::show(&mut upper, inputs, state, commands),
    }
}

/// Height of the strips above so many views (points).
pub fn header(panes: usize, presenting: bool) -> f32 {
    if presenting { presenter::STRIP } else { pane_header::height(panes) }
}

/// Splits what the panels leave over, in points, as the views do it in pixels.
fn places(central: Rect, panes: usize, header: f32) -> Places {
    let area = bevy::math::Rect::new(central.min.x, central.min.y, central.max.x, central.max.y);
    let views = split(area, header, panes)
        .into_iter()
        .map(|r| Rect::from_min_max(pos2(r.min.x, r.min.y), pos2(r.max.x, r.max.y)))
        .collect();
    Places { central, views }
}

/// Strips above the views, lines between them.
fn views(root: &mut Ui, places: &Places, inputs: &Inputs, presenting: bool, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(root);
    let mut ui = root.new_child(UiBuilder::new().id_salt("views").max_rect(places.central));
    ui.set_clip_rect(places.central);
    for (i, view) in places.views.iter().enumerate() {
        let strip = Rect::from_min_max(pos2(view.min.x, places.central.min.y), pos2(view.max.x, view.min.y));
        if presenting {
            presenter::strip(&mut ui, strip, i, inputs);
        } else {
            pane_header::show(&mut ui, strip, *view, i, inputs, commands);
        }
        if i > 0 {
            let x = view.min.x - PANE_GAP / 2.0;
            ui.painter().vline(x, places.central.y_range(), Stroke::new(PANE_GAP, p.line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Pos2, vec2};

    /// A window that becomes small closes panels, and opens them when it is large again, but not what its user closed.
    #[test]
    fn panels_come_back_with_their_room() {
        let (large, small) = (vec2(1600.0, 1000.0), vec2(1000.0, 700.0));
        let screen = |size| Rect::from_min_size(Pos2::ZERO, size);
        let mut state = UiState::default();
        let open = |state: &UiState| (state.left, state.right, state.bottom);
        assert_eq!(open(&state), (true, true, true));
        for size in [large, small, small] {
            arrange(&mut state, screen(size));
        }
        assert_eq!(open(&state), (false, true, true));
        arrange(&mut state, screen(vec2(1100.0, 700.0)));
        assert_eq!(open(&state), (false, true, true), "wider, and not wide enough");
        arrange(&mut state, screen(large));
        assert_eq!(open(&state), (true, true, true));
        arrange(&mut state, screen(small));
        state.left = true;
        arrange(&mut state, screen(small));
        state.left = false;
        state.right = false;
        arrange(&mut state, screen(large));
        assert_eq!(open(&state), (false, false, true), "closed by hand");
    }
}
