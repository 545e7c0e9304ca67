//! The strip above each view: which model and solver, what they find, and what the truth meter says.

use crate::app::bench::workbench::Pane;
use crate::app::command::{AppCommand, PastCommand, RunCommand};
use crate::app::explain::ahead;
use crate::app::explain::words::capital;
use crate::app::format;
use crate::app::texts::{mid_sentence, physics};
use crate::app::ui::Inputs;
use crate::app::ui::panels::{drift, meter_text, model_text, springs, unable};
use crate::app::ui::theme::{HEADER_HEIGHT, Palette, heading};
use crate::app::ui::widgets::{log_meter, name_it, paint_text, paint_text_with, section};
use crate::contact::models::{ContactModel, Family};
use crate::math::Dimension;
use crate::step::{Cone, ContactSettings, FrictionLaw, Geometry, ImpactTreatment, SolverMethod, most_split};
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Align, Color32, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetType, pos2, vec2,
};

/// Draws the strip of pane `index` into `rect`, and its failure into the view below.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    view: Rect,
    index: usize,
    inputs: &Inputs,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let Some(pane) = bench.panes.get(index) else { return };
    let focused = bench.focused == index && bench.panes.len() > 1;
    let color = p.model(pane.model());

    let strip = ui.interact(rect, ui.id().with(("strip", index)), Sense::click());
    name_it(&strip, WidgetType::Button, tr!("pane-pane", pane = index + 1, model = pane.model().title()));
    ui.painter().rect_filled(rect, 0.0, p.bar);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 3.0)), 0.0, color);
    ui.painter().hline(rect.x_range(), rect.max.y - 0.5, Stroke::new(1.0, p.line));
    // Which pane the keys act on is nothing to who sees the film.
    if focused && inputs.output.film.is_none() {
        let frame = Rect::from_min_max(rect.min, view.max);
        ui.painter().rect_stroke(frame, 0.0, Stroke::new(1.0, color.gamma_multiply(0.7)), StrokeKind::Inside);
    }
    if strip.clicked() && !focused && bench.panes.len() > 1 {
        commands.push(RunCommand::FocusPane(index).into());
    }

    let inner = Rect::from_min_max(rect.min + vec2(10.0, 7.0), rect.max - vec2(10.0, 4.0));
    let mut content = ui.new_child(UiBuilder::new().id_salt(("pane", index)).max_rect(inner));
    content.set_clip_rect(rect);
    content.spacing_mut().item_spacing = vec2(6.0, 3.0);
    switches(&mut content, index, pane, color, commands);
    numbers(&mut content, pane, &p);
    meter(&mut content, inputs, pane, &p);
    drift::line(&mut content, inputs, index, &p);

    if let Some(failure) = &pane.failure {
        show_failure(ui, view, index, pane, failure, commands);
    } else if pane.cannot().is_some() {
        unable::card(ui, view, index, bench, commands);
    } else if bench.panes.iter().position(|pane| pane.cannot().is_none()) == Some(index) {
        unable::note(ui, view, bench, commands);
    }
}

/// Height of all strips: where there are several, with a line about what is between them.
pub fn height(panes: usize) -> f32 {
    if panes > 1 { HEADER_HEIGHT + drift::LINE } else { HEADER_HEIGHT }
}

fn switches(ui: &mut Ui, index: usize, pane: &Pane, color: Color32, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let model = pane.model();
    ui.horizontal(|ui| {
        ui.set_height(22.0);
        ui.spacing_mut().button_padding.y = 2.0;
        ui.spacing_mut().interact_size.y = 22.0;
        let room = ui.available_width();
        let model_width = (room * 0.4).clamp(62.0, 92.0);
        let title = RichText::new(model.title()).font(heading(14.0)).color(color);
        let combo = egui::ComboBox::from_id_salt(("model", index)).width(model_width).height(640.0);
        let response = combo.selected_text(title).show_ui(ui, |ui| {
            let mut family = None;
            for choice in ContactModel::ALL {
                if family.replace(choice.family()) != Some(choice.family()) {
                    let heading = format!(
                        "{}: {}",
                        physics::family(choice.family()),
                        physics::about_family(choice.family())
                    );
                    ui.label(RichText::new(heading).size(12.0).color(p.weak).italics());
                }
                let lack = physics::lack(choice, &pane.simulation.model)
                    .map(|lack| tr!("pane-not-in-this-scene", lack = lack));
                let meaning = match &lack {
                    Some(lack) => (lack.as_str(), p.warn),
                    None => (model_text::model(choice), p.weak),
                };
                let text = [(choice.title(), p.model(choice)), meaning];
                if entry(ui, choice == model, text).on_hover_text(about(choice)).clicked() && choice != model
                {
                    commands.push(RunCommand::SetPaneModel { pane: index, model: choice }.into());
                }
            }
        });
        let hover = tr!("pane-contact-model", model = model.title(), meaning = model_text::model(model));
        let name = tr!("pane-pane-contact-model", pane = index + 1, model = model.title());
        name_it(&response.response, WidgetType::ComboBox, name);
        response.response.on_hover_text(hover);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| method_menu(ui, index, pane, commands));
    });
}

/// What a model is, and where it comes from.
fn about(model: ContactModel) -> String {
    tr!("pane-source", said = capital(physics::model(model)), source = model.source())
}

/// When the geometry is evaluated, in which cone friction stays, and which solver: one button, a section for each.
fn method_menu(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let room = ui.available_width() - 4.0;
    if room < 40.0 {
        return;
    }
    let p = Palette::from_ui(ui);
    let model = pane.model();
    let geometry = pane.simulation.settings.contact.geometry();
    let usual = model_text::default_geometry(model);
    let method = pane.simulation.settings.solver.method;
    let own = model.over_points().is_none();
    let mut text = match geometry {
        // In a window of 1000 points.
        Geometry::SemiImplicit if room < 95.0 => tr!("pane-semi").to_owned(),
        _ => mid_sentence(model_text::geometry_name(geometry)),
    };
    if !own && room > 130.0 {
        text.push_str(&format!(" · {}", mid_sentence(physics::solver(method))));
    } else if !own && method != SolverMethod::Automatic {
        text.push_str(" · …");
    }
    // What is not as usual stands out.
    let color = if geometry == usual { p.weak } else { p.accent };
    let combo = egui::ComboBox::from_id_salt((tr!("pane-method"), index))
        .width(room.min(176.0))
        .height(620.0)
        .truncate()
        .selected_text(RichText::new(text).size(12.0).color(color));
    // Its fields are clicked into.
    let combo = if model.is_of_forces() {
        combo.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
    } else {
        combo
    };
    let response = combo.show_ui(ui, |ui| {
        if model.is_of_forces() {
            ui.set_width(MENU_WIDTH);
            springs::show(ui, index, pane, commands);
        }
        section(ui, tr!("pane-geometry"));
        if model.family() == Family::Penalty {
            let text = tr!("pane-looks-at-bodies-where-they", model = model.title());
            ui.label(RichText::new(text).size(12.0).color(p.weak));
        }
        let choices = [Geometry::SemiImplicit, Geometry::Implicit];
        for choice in choices.into_iter().filter(|_| model.family() != Family::Penalty) {
            let mark =
                if choice == usual { tr!("pane-default", model = model.title()) } else { String::new() };
            let name = format!("{}{mark}", model_text::geometry_name(choice));
            let text = [(name.as_str(), p.text), (model_text::geometry(choice), p.weak)];
            if entry(ui, choice == geometry, text).clicked() && choice != geometry {
                // The default is no choice of its own: it goes with the model.
                let geometry = (choice != usual).then_some(choice);
                commands.push(RunCommand::SetPaneGeometry { pane: index, geometry }.into());
            }
        }
        section(ui, tr!("pane-impacts"));
        impacts(ui, index, pane, commands);
        if pane.simulation.settings.contact.has_stabilisation() {
            section(ui, tr!("pane-stabilisation"));
            stabilisation(ui, index, pane, commands);
        }
        if model.over_points().is_some() {
            section(ui, tr!("pane-friction"));
            laws(ui, index, pane, commands);
        }
        // In the plane both cones are the same.
        if pane.scene.model.dimension == Dimension::Three {
            section(ui, tr!("pane-friction-cone"));
            cones(ui, index, pane, commands);
        }
        section(ui, tr!("pane-solver"));
        if own {
            let text = if model.is_of_forces() {
                tr!("pane-forces-integrated-there-no-problem")
            } else {
                tr!("pane-exact-has-one-method-its")
            };
            ui.label(RichText::new(text).size(12.0).color(p.weak));
            return;
        }
        let (literal, others): (Vec<_>, Vec<_>) =
            SolverMethod::ALL.into_iter().partition(|m| physics::literal_form(*m).is_some());
        for (i, group) in [others, literal].into_iter().enumerate() {
            if i == 1 {
                section(ui, tr!("pane-solver-literal-form-4-50"));
            }
            ui.spacing_mut().item_spacing.y = 1.0;
            for choice in group {
                if solver_entry(ui, choice, choice == method).clicked() && choice != method {
                    commands.push(RunCommand::SetPaneSolver { pane: index, method: choice }.into());
                }
            }
        }
    });
    name_it(&response.response, WidgetType::ComboBox, tr!("pane-pane-geometry-solver", pane = index + 1));
    let solver = if own { tr!("pane-its-own").to_owned() } else { mid_sentence(physics::solver(method)) };
    let cone = match pane.scene.model.dimension {
        Dimension::Two => String::new(),
        Dimension::Three => {
            let cone = pane.simulation.settings.friction.cone(model);
            tr!("pane-friction-cone-2", cone = mid_sentence(model_text::cone_name(cone)))
        }
    };
    let impact = pane.simulation.settings.contact.impact(&pane.simulation.model);
    let impact = if own {
        tr!("pane-impacts-2", impact = mid_sentence(model_text::impact_name(impact)))
    } else {
        String::new()
    };
    response.response.on_hover_text(tr!(
        "pane-geometry-solver",
        geometry = mid_sentence(model_text::geometry_name(geometry)),
        meaning = model_text::geometry(geometry),
        impact = impact,
        cone = cone,
        solver = solver
    ));
}

/// What may become of steps in which bodies meet: the models over points, and Exact with semi-implicit geometry, know only whole
/// steps.
fn impacts(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let (model, settings) = (&pane.simulation.model, pane.simulation.settings.contact);
    let asked = |impact| ContactSettings { impact, ..settings }.impact(model);
    if asked(Some(ImpactTreatment::Split)) != ImpactTreatment::Split {
        let text = tr!("pane-only-exact-with-implicit-geometry");
        ui.label(RichText::new(text).size(12.0).color(p.weak));
        return;
    }
    let (now, usual) = (settings.impact(model), asked(None));
    for choice in ImpactTreatment::ALL {
        let mark = match choice == usual {
            true if choice == ImpactTreatment::Split => {
                tr!("pane-default-exact-with-up-bodies", SPLIT_BODIES = most_split(model))
            }
            true => tr!("pane-default-exact-with-more-than", SPLIT_BODIES = most_split(model)),
            false => String::new(),
        };
        let name = format!("{}{mark}", model_text::impact_name(choice));
        let text = [(name.as_str(), p.text), (model_text::impact(choice), p.weak)];
        if entry(ui, choice == now, text).clicked() && choice != now {
            let impact = (choice != usual).then_some(choice);
            commands.push(RunCommand::SetPaneImpact { pane: index, impact }.into());
        }
    }
}

/// The share of a gap that is closed in a step, where the model has one.
fn stabilisation(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let mut share = pane.simulation.settings.contact.share_of_gaps();
    ui.horizontal(|ui| {
        let slider = egui::Slider::new(&mut share, 0.0..=1.0).text("γ").step_by(0.05).fixed_decimals(2);
        if ui.add(slider).changed() {
            commands.push(RunCommand::SetPaneStabilisation { pane: index, share: Some(share) }.into());
        }
        let meaning = tr!("pane-0-gaps-not-looked-at");
        ui.label(RichText::new(meaning).size(12.0).color(p.weak));
    });
}

/// The laws of friction of the models over points.
fn laws(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let now = pane.simulation.settings.friction.law;
    for choice in FrictionLaw::ALL {
        let (name, meaning) = model_text::friction_law(choice);
        if entry(ui, choice == now, [(name, p.text), (meaning, p.weak)]).clicked() && choice != now {
            commands.push(RunCommand::SetPaneFrictionLaw { pane: index, law: choice }.into());
        }
    }
}

/// The cones to choose from: the models over points have one only.
fn cones(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let model = pane.model();
    if model.is_of_forces() || model.over_points().is_some() {
        let text = if model.is_of_forces() {
            tr!("pane-brakes-what-slides-straight", model = model.title())
        } else {
            tr!("pane-writes-linear-problems-has-pyramid", model = model.title())
        };
        ui.label(RichText::new(text).size(12.0).color(p.weak));
        return;
    }
    let (now, usual) = (pane.simulation.settings.friction.cone(model), model_text::default_cone(model));
    for choice in [Cone::Quadratic, Cone::Pyramid] {
        let mark = if choice == usual { tr!("pane-default", model = model.title()) } else { String::new() };
        let name = format!("{}{mark}", model_text::cone_name(choice));
        let text = [(name.as_str(), p.text), (model_text::cone(choice), p.weak)];
        if entry(ui, choice == now, text).clicked() && choice != now {
            commands.push(
                RunCommand::SetPaneCone { pane: index, cone: (choice != usual).then_some(choice) }.into(),
            );
        }
    }
}

/// Width of the menus (points).
const MENU_WIDTH: f32 = 450.0;
/// Width of the names of solvers in it (points).
const NAME_WIDTH: f32 = 136.0;
/// Height of a solver's line in it (points).
const SOLVER_HEIGHT: f32 = 22.0;

/// A choice of a menu: its name, and below it what it means.
fn entry(ui: &mut Ui, on: bool, [name, meaning]: [(&str, Color32); 2]) -> egui::Response {
    ui.set_width(MENU_WIDTH);
    let mut job = LayoutJob::default();
    job.append(name.0, 0.0, TextFormat::simple(heading(13.0), name.1));
    let color = if on { Palette::from_ui(ui).text } else { meaning.1 };
    job.append(&format!("\n{}", meaning.0), 0.0, TextFormat::simple(FontId::proportional(12.0), color));
    ui.add(egui::Button::selectable(on, job).wrap().min_size(vec2(MENU_WIDTH, 0.0)))
}

/// A solver on one line: its name, and what it is as far as there is room.
fn solver_entry(ui: &mut Ui, choice: SolverMethod, on: bool) -> egui::Response {
    let p = Palette::from_ui(ui);
    let (title, about) = (physics::solver(choice), physics::about_solver(choice));
    let meaning = physics::literal_form(choice).unwrap_or(&about);
    let (rect, response) = ui.allocate_exact_size(vec2(MENU_WIDTH, SOLVER_HEIGHT), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, on, title));
    if on || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, if on { p.selected } else { p.button_hover });
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let name = Rect::from_min_size(inner.min, vec2(NAME_WIDTH, inner.height()));
    paint_text_with(ui, name, title, heading(13.0), p.text, Align::Min);
    let rest = Rect::from_min_max(pos2(name.max.x + 8.0, inner.min.y), inner.max);
    paint_text_with(ui, rest, meaning, FontId::proportional(12.0), p.weak, Align::Min);
    response.on_hover_text(tr!(
        "pane-from",
        title = title,
        description = about,
        source = choice.entry().source
    ))
}

fn numbers(ui: &mut Ui, pane: &Pane, p: &Palette) {
    // What stands still has no numbers.
    let able = pane.cannot().is_none();
    let record = pane.contacts().filter(|_| able);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let number = |n: Option<usize>| n.map_or("–".to_owned(), |n| format::short_count(n as u64));
    let sprung = pane.simulation.record.as_ref().filter(|_| able).map(|r| r.sprung_traps);
    let contacts = tr!("pane-contacts", n = record.map_or(0, |r| r.contacts.len()));
    let traps = tr!("pane-traps", n = record.map_or(0, |r| r.traps));
    let items = [
        (
            number(record.map(|r| r.contacts.len())),
            contacts.as_str(),
            p.strong,
            tr!("pane-potential-contacts-pairs-features"),
        ),
        (
            number(record.map(|r| r.traps)),
            traps.as_str(),
            p.strong,
            tr!("pane-places-where-standard-model-would"),
        ),
        (
            number(sprung),
            tr!("pane-sprung"),
            if sprung.unwrap_or(0) > 0 { p.accent } else { p.strong },
            tr!("pane-traps-which-contact-violated-after"),
        ),
    ];
    // The first has the longest word.
    let shares = [0.38, 0.31, 0.31];
    let mut x = rect.min.x;
    for ((value, name, color, hover), share) in items.into_iter().zip(shares) {
        let width = rect.width() * share;
        let place = Rect::from_min_size(pos2(x, rect.min.y), vec2(width - 4.0, rect.height()));
        x += width;
        let font = FontId::new(13.5, crate::app::ui::theme::medium());
        let used = paint_text_with(ui, place, &value, font, color, Align::Min);
        let rest = Rect::from_min_max(pos2(place.min.x + used + 4.0, place.min.y + 1.0), place.max);
        paint_text(ui, rest, name, p.weak, Align::Min);
        let ahead =
            if pane.contacts_ahead().is_some() { format!("{hover}\n{}", ahead()) } else { hover.to_owned() };
        ui.interact(place, ui.id().with(name), Sense::hover()).on_hover_text(ahead);
    }
}

fn meter(ui: &mut Ui, inputs: &Inputs, pane: &Pane, p: &Palette) {
    if pane.cannot().is_some() {
        return;
    }
    let truth = &pane.truth;
    let hover = meter_text::truth(inputs.bench, pane);
    let width = ui.available_width();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text_width = if width > 300.0 { 176.0 } else { 62.0 };
        log_meter(ui, (width - text_width - 6.0).max(20.0), truth.depth, truth.deepest_so_far());
        let (rect, _) = ui.allocate_exact_size(vec2(text_width, 16.0), Sense::hover());
        let now = format::depth(truth.depth);
        if width > 300.0 {
            let used = paint_text(ui, rect, &now, p.depth(truth.depth), Align::Min);
            let rest = Rect::from_min_max(pos2(rect.min.x + used.max(58.0) + 6.0, rect.min.y), rect.max);
            paint_text(ui, rest, &meter_text::worst(pane), p.weak, Align::Max);
        } else {
            paint_text(ui, rect, &now, p.depth(truth.depth), Align::Max);
        }
    });
    row.response.on_hover_text(hover);
}

fn show_failure(
    ui: &Ui,
    view: Rect,
    index: usize,
    pane: &Pane,
    failure: &str,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let width = (view.width() - 20.0).clamp(60.0, 460.0);
    egui::Area::new(egui::Id::new(("failure", index)))
        .order(egui::Order::Middle)
        .fixed_pos(view.min + vec2(10.0, 10.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::new()
                .fill(p.bar)
                .stroke(Stroke::new(1.0, p.violated))
                .corner_radius(6.0)
                .inner_margin(10.0)
                .show(ui, |ui| {
                    ui.set_width(width - 22.0);
                    let title = tr!("pane-stands-still", model = pane.model().title());
                    ui.label(RichText::new(title).font(heading(13.0)).color(p.violated));
                    ui.add(egui::Label::new(failure).wrap().selectable(true));
                    ui.horizontal_wrapped(|ui| {
                        if ui
                            .button(tr!("pane-try-again"))
                            .on_hover_text(tr!("pane-run-on-from-last-good"))
                            .clicked()
                        {
                            commands.push(RunCommand::Run.into());
                        }
                        if ui.button(tr!("pane-back-start")).clicked() {
                            commands.push(PastCommand::Reset.into());
                        }
                    });
                });
        });
}
