//! What a person can choose in the panels, as somebody who hears them meets it: models where some cannot do the scene, springs, shapes.

use super::label_tests::{Panels, assert_asks, panels, press};
use super::*;
use crate::app::bench::workbench::{DEFAULT_MODELS, Workbench};
use crate::app::command::build::{BodyChange, PaletteShape};
use crate::app::command::look::Theme;
use crate::app::command::{AppCommand, BuildCommand, RunCommand};
use crate::contact::models::ContactModel;
use crate::math::Dimension;
use crate::scene::format::Shape;
use crate::step::{Integrator, PenaltySettings};
use crate::world::BodyId;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::Path;

fn on(scene: &str, models: &[ContactModel]) -> Workbench {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
    Workbench::new(scenes::load(&path).expect("a scene"), models)
}

fn shown(bench: Workbench) -> Harness<'static, Panels> {
    panels(bench, [1600.0, 900.0], Theme::Dark)
}

fn said(harness: &Harness<'static, Panels>, text: &str) -> usize {
    harness.query_all_by_label_contains(text).count()
}

#[test]
fn a_pane_says_what_its_model_cannot_do_with_a_click_to_one_that_can() {
    let mut harness = shown(on("curved/ramp.ron", &DEFAULT_MODELS[1..]));
    assert_eq!(said(&harness, "PEG cannot do this scene"), 1);
    assert_eq!(said(&harness, "body `ball` is curved"), 1);
    let exact = RunCommand::SetPaneModel { pane: 0, model: ContactModel::SeparatingFeature };
    assert_asks(&mut harness, "Show Exact here", &AppCommand::Run(exact));
    // The menu says it of every model that cannot.
    press(&mut harness, "Pane 1, contact model: PEG");
    assert_eq!(said(&harness, "Not in this scene"), ContactModel::ALL.len() - 1);
}

#[test]
fn panes_that_gave_their_room_are_named_and_can_be_shown() {
    let mut bench = on("curved/ramp.ron", &DEFAULT_MODELS);
    bench.give_room();
    let mut harness = shown(bench);
    assert_eq!(said(&harness, "Left out: Standard, PEG."), 1);
    assert_eq!(said(&harness, "cannot do this scene"), 0);
    assert_asks(&mut harness, "Show them all the same", &AppCommand::Run(RunCommand::ShowSetAside));
    let mut bench = on("curved/ramp.ron", &DEFAULT_MODELS[..1]);
    bench.give_room();
    assert_eq!(said(&shown(bench), "Exact stands in for Standard."), 1);
}

#[test]
fn springs_are_set_where_a_pane_has_them_and_go_back_to_the_defaults() {
    let mut bench = on("penalty/block_in_plane.ron", &[ContactModel::Peg, ContactModel::MultiPoint]);
    bench.panes[1].simulation.settings.contact.penalty.derivative = 7.0;
    let mut harness = shown(bench.clone());
    press(&mut harness, "Pane 1, geometry and solver");
    assert_eq!(said(&harness, "Spring"), 0, "PEG has none");
    let mut harness = shown(bench.clone());
    press(&mut harness, "Pane 2, geometry and solver");
    let springs = |penalty| AppCommand::Run(RunCommand::SetPanePenalty { pane: 1, penalty });
    let now = bench.panes[1].simulation.settings.contact.penalty;
    let euler = PenaltySettings { integrator: Integrator::SemiImplicitEuler, ..now };
    assert_asks(&mut harness, "Integrator: Semi-implicit Euler", &springs(euler));
    assert_asks(&mut harness, "Back to the defaults", &springs(PenaltySettings::default()));
    for name in ["Spring", "Damper", "Integral", "Forgetting", "Impact speed"] {
        assert_eq!(harness.query_all_by_label(name).count(), 1, "{name}");
    }
}

#[test]
fn the_inspector_has_the_shape_of_a_body_with_its_numbers_and_inertia() {
    let mut harness = shown(on("curved/ramp.ron", &[ContactModel::SeparatingFeature]));
    let ball = BodyId(2);
    harness.state_mut().selection.body = Some(ball);
    harness.run_steps(5);
    assert_eq!((said(&harness, "Shape: ball"), harness.query_all_by_label("Radius").count()), (1, 1));
    // 2/5 m r² with m = 1000 kg/m³ · 4/3 π r³ and r = 0.12 m.
    assert_eq!(said(&harness, "Inertia: 0.04169 kg·m²"), 1);
    press(&mut harness, "Shape: ball");
    let cube = AppCommand::Build(BuildCommand::ChangeBody(ball, BodyChange::Become(PaletteShape::Cube)));
    assert_asks(&mut harness, "cube", &cube);
    let round = PaletteShape::all(Dimension::Three)
        .into_iter()
        .filter(|shape| matches!(shape, PaletteShape::Round(_)));
    let shapes: Vec<Shape> = round.map(|shape| shape.shape(Dimension::Three, 1.0, 1)).collect();
    assert!(shapes.contains(&Shape::Sphere { radius: 1.0 }));
}
