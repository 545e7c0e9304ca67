//! The window that compares the solvers: the complementarity problem of one step, solved by each of them.

pub mod matrix;
pub mod residuals;
pub mod table;

use crate::app::command::{AppCommand, ExplainCommand, SelectCommand};
use crate::app::explain::resolve::Resolve;
use crate::app::explain::resolve::job::{LIMIT, Snapshot, State, Trial};
use crate::app::explain::resolve::question::Question;
use crate::app::format;
use crate::app::texts::physics;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::name_title_bar;
use crate::app::ui::{Inputs, UiState};
use crate::contact::ContactId;
use crate::lcp::table::COLUMNS;
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Ui, UiBuilder, vec2};
use std::time::Duration;
use table::Column;

/// What the window remembers.
#[derive(Clone, Debug, Default)]
pub struct ResolveView {
    /// Whether it is open.
    pub open: bool,
    /// The column that the lines are sorted by; none: as in the catalogue.
    pub sort: Option<Column>,
    /// Whether the largest come first.
    pub descending: bool,
    /// Name of the solver that was clicked.
    pub chosen: Option<&'static str>,
}

/// Width of the pictures at the right (points).
const PICTURES: f32 = 264.0;

/// Draws the window, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    if !state.resolve.open {
        return;
    }
    let (Some(question), Some(snapshot)) = (&inputs.resolve.question, inputs.resolve.snapshot()) else {
        return;
    };
    if !snapshot.finished {
        ctx.request_repaint_after(Duration::from_millis(100));
    }
    let size = vec2((screen.width() - 40.0).min(1120.0), (screen.height() - 110.0).min(596.0));
    let mut open = true;
    let (title, id) = (tr!("resolve-step-by-every-solver"), egui::Id::new("resolve window"));
    egui::Window::new(title)
        .id(id)
        .collapsible(false)
        .resizable(false)
        .fixed_size(size)
        .default_pos(screen.center() - size / 2.0 - vec2(14.0, 30.0))
        .constrain_to(screen)
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_min_size(ui.available_size());
            contents(ui, question, &snapshot, inputs, state, commands);
        });
    name_title_bar(ctx, id, title);
    if !open {
        state.resolve.open = false;
        commands.push(ExplainCommand::StopSolvers.into());
    }
}

fn contents(
    ui: &mut Ui,
    question: &Question,
    snapshot: &Snapshot,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    title(ui, question, snapshot, inputs, commands);
    if let Some(error) = &snapshot.error {
        ui.label(RichText::new(error).color(p.violated));
        return;
    }
    let Some(problem) = snapshot.problem() else {
        ui.add_space(30.0);
        ui.vertical_centered(|ui| {
            let text = if snapshot.written {
                tr!("resolve-nothing-touches-in-this-step")
            } else {
                tr!("resolve-problems-being-written")
            };
            ui.label(RichText::new(text).size(14.0).color(p.weak));
        });
        return;
    };
    ui.add_space(6.0);
    let rest = ui.available_rect_before_wrap();
    let wide = rest.width() > 820.0;
    let width = if wide { rest.width() - PICTURES - 18.0 } else { rest.width() };
    let left = Rect::from_min_size(rest.min, vec2(width, rest.height()));
    let mut ui_left = ui.new_child(UiBuilder::new().id_salt("solvers").max_rect(left));
    let pointed = table::show(&mut ui_left, problem, snapshot, &mut state.resolve);
    details(&mut ui_left, snapshot, pointed.or(state.resolve.chosen));
    footer(&mut ui_left, snapshot, inputs.resolve, commands);
    // The contact of the worst row: marked while the pointer is on the line, selected with it.
    let name = pointed.or(state.resolve.chosen);
    let trial = snapshot.trials.iter().find(|t| Some(t.method.name) == name);
    if let Some(contact) = trial.and_then(|t| worst_contact(question, snapshot, t, inputs)) {
        if pointed.is_some() {
            state.pointed = Some(contact);
        }
        if ui_left.ctx().input(|i| i.pointer.primary_clicked()) && pointed.is_some() {
            commands.push(SelectCommand::Contact(Some(contact)).into());
        }
    }
    if wide {
        let min = rest.min + vec2(width + 18.0, 0.0);
        let right = Rect::from_min_size(min, vec2(PICTURES, rest.height()));
        let mut ui_right = ui.new_child(UiBuilder::new().id_salt("pictures").max_rect(right));
        matrix::show(&mut ui_right, problem, snapshot, inputs.resolve.generation);
        residuals::show(&mut ui_right, snapshot, name);
    }
    ui.allocate_rect(rest, egui::Sense::hover());
}

/// Which step, which model's problem, and which island.
fn title(
    ui: &mut Ui,
    question: &Question,
    snapshot: &Snapshot,
    inputs: &Inputs,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let writer = question.settings.contact.model;
    ui.horizontal(|ui| {
        let which =
            if question.after.is_some() { tr!("resolve-step") } else { tr!("resolve-next-step-step") };
        let text = tr!(
            "resolve-pane",
            which = which,
            step = format::count(question.step()),
            pane = question.pane + 1
        );
        ui.label(RichText::new(text).font(heading(14.0)).color(p.strong));
        ui.label(RichText::new(question.model.title()).font(heading(14.0)).color(p.model(question.model)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let shown = inputs.bench.panes.get(question.pane).is_some_and(|pane| question.is_shown(pane));
            if question.after.is_some() && !shown {
                let hover = tr!("resolve-another-step-shown-by-now");
                if ui.button(tr!("resolve-solve-step-shown")).on_hover_text(hover).clicked() {
                    commands.push(ExplainCommand::CompareSolvers.into());
                }
            }
            islands(ui, snapshot, commands);
        });
    });
    if writer != question.model {
        let text = tr!(
            "resolve-writes-no-complementarity-problem",
            model = question.model.title(),
            writer = writer.title()
        );
        ui.label(RichText::new(text).size(12.0).color(p.warn));
    }
    let Some(problem) = snapshot.problem() else { return };
    let solver = &question.settings.solver;
    let text = tr!(
        "resolve-literal-form-4-50-rows",
        writer = writer.title(),
        rows = format::count(problem.lcp.size() as u64),
        bodies = problem.bodies.len(),
        tolerance = format::scientific(solver.tolerance),
        scale = format::component(problem.lcp.scale()),
        iterations = solver.max_iterations
    );
    ui.label(RichText::new(text).size(12.0).color(p.weak));
}

fn islands(ui: &mut Ui, snapshot: &Snapshot, commands: &mut Vec<AppCommand>) {
    if snapshot.problems.len() < 2 {
        return;
    }
    let name = |i: usize| {
        let rows = snapshot.problems[i].lcp.size();
        tr!(
            "resolve-island-rows",
            number = i + 1,
            all = snapshot.problems.len(),
            rows = format::count(rows as u64)
        )
    };
    let now = snapshot.island.min(snapshot.problems.len() - 1);
    let combo = egui::ComboBox::from_id_salt("island of the step").width(190.0).height(420.0);
    let response = combo.selected_text(name(now)).show_ui(ui, |ui| {
        for i in 0..snapshot.problems.len() {
            if ui.selectable_label(i == now, name(i)).clicked() && i != now {
                commands.push(ExplainCommand::ChooseProblem(i).into());
            }
        }
    });
    response.response.on_hover_text(tr!("resolve-groups-bodies-that-contacts"));
}

/// What the solver under the pointer has to say.
fn details(ui: &mut Ui, snapshot: &Snapshot, name: Option<&str>) {
    let p = Palette::from_ui(ui);
    ui.add_space(4.0);
    let trial = snapshot.trials.iter().find(|t| Some(t.method.name) == name);
    let text = match trial {
        None => tr!("resolve-point-at-solver-read-what").to_owned(),
        Some(trial) => {
            let about = physics::about_solver(trial.method.id);
            let what = physics::literal_form(trial.method.id).unwrap_or(&about);
            let said = match &trial.state {
                State::Done(answer) => answer.solution.report.reason.clone(),
                State::Broken(reason) => Some(tr!("resolve-stopped-by-error-in-program", reason = reason)),
                State::Running(since) if since.elapsed() > LIMIT => {
                    Some(tr!("resolve-takes-long-others-do-not").to_owned())
                }
                _ => None,
            };
            let said = said.map_or(String::new(), |said| tr!("resolve-said", said = said));
            let row = trial.answer().and_then(|a| a.solution.report.residual.worst_row);
            let row = row.and_then(|r| Some((r, snapshot.problem()?.rows.get(r)?)));
            let row = row.map_or(String::new(), |(r, text)| tr!("resolve-worst-row", r = r, text = text));
            format!("{}: {what}.{said}{row}", physics::solver(trial.method.id))
        }
    };
    let color = if trial.is_some() { p.text } else { p.weak };
    ui.scope(|ui| {
        ui.set_min_height(34.0);
        ui.add(egui::Label::new(RichText::new(text).size(12.0).color(color)).wrap());
    });
}

/// Progress, and what can be done with the problem.
fn footer(ui: &mut Ui, snapshot: &Snapshot, resolve: &Resolve, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        if snapshot.finished {
            if ui
                .button(tr!("resolve-solve-again"))
                .on_hover_text(tr!("resolve-with-every-solver-from-start"))
                .clicked()
            {
                commands.push(ExplainCommand::ChooseProblem(snapshot.island).into());
            }
        } else if ui
            .button(tr!("resolve-stop"))
            .on_hover_text(tr!("resolve-start-no-further-solver-one"))
            .clicked()
        {
            commands.push(ExplainCommand::StopSolvers.into());
        }
        let hover = tr!("resolve-write-problem-as-json-numbered");
        if ui.button(tr!("resolve-save-problem")).on_hover_text(hover).clicked() {
            commands.push(ExplainCommand::SaveProblem(None).into());
        }
        let hover = tr!("resolve-copy-table-as-text-with");
        if ui.button(tr!("resolve-copy-table")).on_hover_text(hover).clicked() {
            ui.ctx().copy_text(as_text(snapshot));
        }
        let text =
            match (&resolve.saved, snapshot.trials.iter().find(|t| matches!(t.state, State::Running(_)))) {
                (_, Some(trial)) => {
                    let (done, all) = (snapshot.done(), snapshot.trials.len());
                    tr!(
                        "resolve-done-at-work",
                        done = done,
                        all = all,
                        solver = physics::solver(trial.method.id)
                    )
                }
                (Some(path), None) => tr!("resolve-written", path = path.display()),
                (None, None) => match snapshot.forming {
                    Some(seconds) => {
                        tr!("resolve-times-without-form-matrix", time = format::duration(seconds))
                    }
                    None => String::new(),
                },
            };
        ui.add(egui::Label::new(RichText::new(text).size(12.0).color(p.weak)).truncate());
    });
}

/// The table as text, columns separated by tabs.
fn as_text(snapshot: &Snapshot) -> String {
    let reports =
        snapshot.trials.iter().filter_map(Trial::answer).map(|a| a.solution.report.cells().join("\t"));
    std::iter::once(COLUMNS.join("\t")).chain(reports).collect::<Vec<_>>().join("\n")
}

/// The contact of a solver's worst row in the record that the pane shows.
fn worst_contact(
    question: &Question,
    snapshot: &Snapshot,
    trial: &Trial,
    inputs: &Inputs,
) -> Option<(usize, ContactId)> {
    let row = trial.answer()?.solution.report.residual.worst_row?;
    let pair = (*snapshot.problem()?.pairs.get(row)?)?;
    let pane = inputs.bench.panes.get(question.pane).filter(|pane| question.is_shown(pane))?;
    let record = pane.simulation.record.as_deref()?;
    let index = record.contacts.iter().position(|c| c.pair == pair)?;
    Some((question.pane, ContactId(index)))
}
