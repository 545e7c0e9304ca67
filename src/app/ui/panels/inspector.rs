//! What is selected: a body with its state in every pane, or a contact with its features and conditions.

use crate::app::command::{AppCommand, tooltip};
use crate::app::strokes::is_couple;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::joint_list;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{Look, icon_button, key_value, paint_text, section};
use crate::app::ui::{Inputs, format};
use crate::body::{Body, BodyId, BodyKind};
use crate::contact::{Contact, ContactId, Feature, PartId};
use crate::math::Vec3;
use crate::model::{Disjunction, DisjunctionKind};
use crate::sim::StepRecord;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

/// Draws the inspector.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let contact = inputs.selection.contact;
    let body = inputs.selection.body.filter(|id| id.0 < inputs.bench.scene.model.bodies.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new("Inspector").font(heading(14.0)).color(p.strong));
        if body.is_some() || contact.is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let hover = "Deselect\nClear the selection (Esc).";
                if icon_button(ui, Icon::Close, Look::Quiet, hover).clicked() {
                    commands.push(AppCommand::SelectContact(None));
                    commands.push(AppCommand::SelectBody(None));
                }
                if body.is_some() {
                    let frame = AppCommand::FrameSelection;
                    if icon_button(ui, Icon::View, Look::Quiet, tooltip(&frame)).clicked() {
                        commands.push(frame);
                    }
                }
            });
        }
    });
    if body.is_none() && contact.is_none() {
        ui.label(RichText::new("Click a body or a contact to see its numbers.").color(p.weak));
        return;
    }
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("inspector").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if let Some((pane, id)) = contact {
            show_contact(ui, inputs, pane, id, commands);
        }
        if let Some(id) = body {
            show_body(ui, inputs, id);
            joint_list::show(ui, inputs, id, commands);
            contacts_of(ui, inputs, id, commands);
        }
        ui.add_space(8.0);
    });
}

fn show_body(ui: &mut Ui, inputs: &Inputs, id: BodyId) {
    let p = Palette::from_ui(ui);
    let body = inputs.bench.scene.model.body(id);
    section(ui, "Body");
    ui.label(RichText::new(&body.name).font(heading(13.0)).color(p.strong));
    key_value(ui, "Kind", kind_name(body.kind), kind_meaning(body.kind));
    key_value(ui, "Mass", &mass(body), "Mass; bodies that impulses do not move have none to speak of.");
    key_value(ui, "Friction µ", &format!("{:.3}", body.friction), "Coefficient of Coulomb friction (2.16).");
    if body.restitution > 0.0 {
        let hover = "Coefficient of restitution: the share of the speed of a blow that comes back. Of two bodies that \
                     meet the larger one counts.";
        key_value(ui, "Restitution", &format!("{:.3}", body.restitution), hover);
    }
    key_value(
        ui,
        "Convex parts",
        &body.parts.len().to_string(),
        "Parts whose union is the body; they may overlap each other.",
    );
    if body.spawn_time > 0.0 {
        key_value(
            ui,
            "Enters at",
            &format::clock(body.spawn_time),
            "Time at which the body enters the simulation.",
        );
    }
    for (i, pane) in inputs.bench.panes.iter().enumerate() {
        let state = &pane.simulation.state;
        let (Some(pose), Some(twist)) = (state.poses.get(id.0), state.twists.get(id.0)) else { continue };
        ui.add_space(6.0);
        let title = if inputs.bench.panes.len() > 1 {
            format!("{} (pane {})", pane.model().title(), i + 1)
        } else {
            pane.model().title().to_owned()
        };
        ui.label(RichText::new(title).font(heading(12.0)).color(p.model(pane.model())));
        let (position, _) = inputs.bench.scene.model.scene_frame(id, pose);
        key_vector(ui, "Position (m)", &position, "Where the frame of the scene file's points is, in m.");
        let turn = pose.orientation.scaled_axis();
        key_vector(
            ui,
            "Rotation (rad)",
            &turn,
            "Rotation vector: the axis of the rotation from the world's axes, times its angle in rad.",
        );
        key_vector(ui, "Velocity (m/s)", &twist.linear, "Velocity of the centre of mass, world axes.");
        key_vector(ui, "Spin (rad/s)", &twist.angular, "Angular velocity, world axes.");
        if body.is_dynamic() && body.mass.is_finite() {
            let axes = pose.orientation.to_rotation_matrix();
            let inertia = axes.matrix() * body.inertia * axes.matrix().transpose();
            let energy = 0.5 * body.mass * twist.linear.norm_squared()
                + 0.5 * twist.angular.dot(&(inertia * twist.angular));
            key_value(
                ui,
                "Kinetic energy",
                &format::engineering(energy, "J"),
                "½ m v² + ½ ω·Iω of this body alone.",
            );
        }
    }
}

/// The contacts of the focused pane that touch the body, to click on.
fn contacts_of(ui: &mut Ui, inputs: &Inputs, id: BodyId, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let Some(record) = bench.focused_pane().simulation.record.as_deref() else { return };
    let touching = record.contacts.iter().enumerate().filter(|(_, c)| c.body_a() == id || c.body_b() == id);
    let mut touching: Vec<(usize, &Contact)> = touching.collect();
    if touching.is_empty() {
        return;
    }
    touching.sort_by(|a, b| a.1.gap.total_cmp(&b.1.gap));
    section(ui, &format!("Contacts ({} in {})", touching.len(), bench.focused_pane().model().title()));
    ui.add_space(2.0);
    for (index, contact) in touching.into_iter().take(40) {
        let other = if contact.body_a() == id { contact.body_b() } else { contact.body_a() };
        let name = bench.scene.model.bodies.get(other.0).map_or("?", |b| b.name.as_str());
        let gap = format::length(contact.gap);
        let color = if contact.gap < 0.0 { p.violated } else { p.text };
        let text = format!("{name}  ·  {}", feature_pair(contact));
        let chosen = inputs.selection.contact == Some((bench.focused, ContactId(index)));
        let (rect, response) = ui.allocate_exact_size(
            egui::vec2(ui.available_width(), crate::app::ui::theme::ROW_HEIGHT),
            egui::Sense::click(),
        );
        if chosen || response.hovered() {
            let back = if chosen { p.selected } else { p.well };
            ui.painter().rect_filled(rect.expand2(egui::vec2(4.0, 0.0)), 3.0, back);
        }
        let left = rect.with_max_x(rect.max.x - 72.0);
        paint_text(ui, left, &text, p.text, Align::Min);
        paint_text(ui, rect, &gap, color, Align::Max);
        if response.on_hover_text("Show this contact: its features, gap and conditions.").clicked() {
            commands.push(AppCommand::SelectContact(Some((bench.focused, ContactId(index)))));
        }
    }
}

fn show_contact(ui: &mut Ui, inputs: &Inputs, pane: usize, id: ContactId, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let Some(bench_pane) = inputs.bench.panes.get(pane) else { return };
    let record = bench_pane.simulation.record.as_deref();
    let Some((record, contact)) = record.and_then(|r| Some((r, r.contacts.get(id.0)?))) else {
        section(ui, "Contact");
        ui.label(RichText::new("This contact is not there in the step shown.").color(p.weak));
        return;
    };
    section(ui, &format!("Contact {} of {}", id.0, bench_pane.model().title()));
    let name = |b: BodyId| inputs.bench.scene.model.bodies.get(b.0).map_or("?", |b| b.name.as_str());
    let side = |(part, feature): (PartId, Feature)| format!("{}: {}", name(part.body), feature_name(feature));
    key_value(
        ui,
        "Feature of A",
        &side(contact.pair.a),
        "The feature on body A; the normal points away from A.",
    );
    key_value(ui, "Feature of B", &side(contact.pair.b), "The feature on body B.");
    key_value(
        ui,
        "Gap ψ",
        &format::length(contact.gap),
        "Signed distance at the start of the step, negative where violated (2.25).",
    );
    if let Some(end) = record.end_gaps.get(id.0) {
        key_value(
            ui,
            "Gap at the end",
            &format::length(*end),
            "True gap of the features at the accepted poses.",
        );
    }
    if let Some(impulse) = record.impulses.get(id.0) {
        key_value(ui, "Normal impulse", &format::engineering(*impulse, "N·s"), "Impulse along the normal.");
    }
    if let Some(friction) = record.friction_impulses.get(id.0).filter(|f| f.norm() > 0.0) {
        let text = format::engineering(friction.norm(), "N·s");
        key_value(ui, "Friction impulse", &text, "Impulse in the tangent plane, on body B.");
    }
    key_vector(ui, "Normal", &contact.normal, "Unit normal from A to B, world axes.");
    let (role, meaning) = role(record, contact, id);
    key_value(ui, "Role", role, meaning);
    for disjunction in record.disjunctions.iter().filter(|d| d.contacts().any(|c| c == id)) {
        if disjunction.kind == DisjunctionKind::Separation {
            show_separation(ui, record, disjunction, pane, id, commands);
        } else {
            show_disjunction(ui, record.end_gaps.as_slice(), disjunction, pane, id, commands);
        }
    }
}

/// What a contact is there for, and what that means.
fn role(record: &StepRecord, contact: &Contact, id: ContactId) -> (&'static str, &'static str) {
    let separates = |d: &&Disjunction| d.kind == DisjunctionKind::Separation && d.contacts().any(|c| c == id);
    if record.disjunctions.iter().find(separates).is_some() {
        if is_couple(contact) {
            return (
                "turning",
                "The pair of edges that separates the bodies must be their outermost: this vertex stays on its side. \
                 The condition turns the bodies against each other and pushes at no point.",
            );
        }
        return (
            "separating",
            "This point must stay on its side of the face, or this edge of the other edge, that separates the bodies.",
        );
    }
    let meaning = "Primary contacts are applicable (3.3) and feasible: they may carry a force. Secondary ones only say \
                   where the other way out is.";
    (if contact.is_primary() { "primary" } else { "secondary" }, meaning)
}

/// The feature that separates two parts, and all conditions that come with it.
fn show_separation(
    ui: &mut Ui,
    record: &StepRecord,
    disjunction: &Disjunction,
    pane: usize,
    shown: ContactId,
    commands: &mut Vec<AppCommand>,
) {
    let (a, b) = disjunction.features;
    let by = match (a, b) {
        (Feature::Facet(_), _) => format!("{} of A", feature_name(a)),
        (_, Feature::Facet(_)) => format!("{} of B", feature_name(b)),
        _ => format!("{} of A, {} of B", feature_name(a), feature_name(b)),
    };
    section(ui, &format!("S-condition: separated by {by}"));
    for id in disjunction.contacts() {
        let Some(contact) = record.contacts.get(id.0) else { continue };
        let gap = record.end_gaps.get(id.0).copied().unwrap_or(f64::NAN);
        let pushes = record.impulses.get(id.0).is_some_and(|impulse| *impulse > 0.0);
        let value = format!("{}  {}", format::length(gap), if pushes { "pushes" } else { "open" });
        let hover = "Click to show this contact. The gap is the one at the end of the step; all must be open or zero.";
        let row = key_value(ui, &feature_pair(contact), &value, hover);
        if id != shown && row.interact(egui::Sense::click()).clicked() {
            commands.push(AppCommand::SelectContact(Some((pane, id))));
        }
    }
}

fn show_disjunction(
    ui: &mut Ui,
    gaps: &[f64],
    disjunction: &Disjunction,
    pane: usize,
    shown: ContactId,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let holds = |c: &ContactId| gaps.get(c.0).is_some_and(|g| *g >= -1e-9);
    let trap = disjunction.is_trap() && disjunction.contacts().any(|c| !holds(&c));
    section(
        ui,
        &format!(
            "{}-condition: {}",
            disjunction.kind.letter(),
            if disjunction.alternatives.len() == 1 { "must hold" } else { "one of these must hold" }
        ),
    );
    for (i, alternative) in disjunction.alternatives.iter().enumerate() {
        let held = alternative.contacts.iter().all(holds);
        let contacts: Vec<String> = alternative.contacts.iter().map(|c| format!("{}", c.0)).collect();
        let primary = if i == disjunction.primary { " (primary)" } else { "" };
        let name = format!("contact {}{primary}", contacts.join(", "));
        let gap =
            alternative.contacts.iter().filter_map(|c| gaps.get(c.0)).copied().fold(f64::INFINITY, f64::min);
        let value = format!("{}  {}", format::length(gap), if held { "holds" } else { "violated" });
        let row = key_value(
            ui,
            &name,
            &value,
            "Click to show this contact. The gap is the one at the end of the step.",
        );
        let target = alternative.contacts.first().copied().filter(|c| *c != shown);
        if row.interact(egui::Sense::click()).clicked()
            && let Some(target) = target
        {
            commands.push(AppCommand::SelectContact(Some((pane, target))));
        }
    }
    if trap {
        let text = "A sprung trap: the standard model would enforce all of these and forbid this motion.";
        ui.add(egui::Label::new(RichText::new(text).size(12.0).color(p.warn)).wrap());
    }
}

fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => "fixed",
        BodyKind::Dynamic => "dynamic",
        BodyKind::Kinematic => "kinematic",
    }
}

fn kind_meaning(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => "Never moves.",
        BodyKind::Dynamic => "Moves by forces and impulses.",
        BodyKind::Kinematic => "Moves as prescribed, whatever touches it.",
    }
}

fn mass(body: &Body) -> String {
    if body.mass.is_finite() {
        // Kilograms take no prefix below one: 0.25 kg, not 250 mkg.
        if body.mass >= 0.001 { format!("{:.3} kg", body.mass) } else { format!("{:.2e} kg", body.mass) }
    } else {
        "∞".to_owned()
    }
}

/// A row with three components in columns of their own.
fn key_vector(ui: &mut Ui, name: &str, v: &Vec3, hover: &str) {
    let p = Palette::from_ui(ui);
    let response = key_value(ui, name, "", hover);
    let cell = (response.rect.width() * 0.21).clamp(44.0, 70.0);
    for (i, value) in [v.z, v.y, v.x].into_iter().enumerate() {
        let right = response.rect.max.x - cell * i as f32;
        let place = response.rect.with_max_x(right).with_min_x(right - cell + 4.0);
        paint_text(ui, place, &format::component(value), p.text, Align::Max);
    }
}

fn feature_name(feature: Feature) -> String {
    match feature {
        Feature::Vertex(i) => format!("vertex {i}"),
        Feature::Edge(i) => format!("edge {i}"),
        Feature::Facet(i) => format!("facet {i}"),
    }
}

fn feature_pair(contact: &Contact) -> String {
    format!("{} – {}", feature_name(contact.pair.a.1), feature_name(contact.pair.b.1))
}
