//! What the window says where panes that should agree have parted, against what their states say.

use super::*;
use crate::app::bench::parting;
use crate::app::bench::workbench::Pane;
use crate::app::command::run::PartingDistance;
use crate::app::explain::tests::{pane, step};
use crate::app::format;
use crate::app::ui::label_tests::{Panels, panels};
use crate::contact::models::ContactModel;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// The triangle drop after 1.5 s under some models. PEG's triangle is given a push at the start: left alone it ends where
/// Exact's does, and here it stands for a model that has gone wrong.
fn dropped(models: &[ContactModel]) -> Workbench {
    run("triangle_drop.ron", models, |pane| {
        if pane.model() == ContactModel::Peg {
            pane.simulation.state.twists[1].linear.x += 1.0;
        }
    })
}

/// A scene after 150 steps under some models, each pane changed by `prepare` before them.
fn run(name: &str, models: &[ContactModel], prepare: impl Fn(&mut Pane)) -> Workbench {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
    let mut bench = Workbench::new(crate::app::files::scenes::load(&path).expect("a scene"), &[]);
    for model in models {
        let mut pane = pane(name, *model);
        prepare(&mut pane);
        (0..150).for_each(|_| step(&mut pane));
        pane.scene = Arc::clone(&bench.scene);
        let frames: Vec<_> = pane.recording.frames().map(|frame| (**frame).clone()).collect();
        for frame in frames {
            // All panes of a workbench share its scene.
            pane.recording.push(crate::recording::Frame { scene: Arc::clone(&bench.scene), ..frame });
        }
        bench.panes.push(pane);
    }
    parting::find(&mut bench, usize::MAX);
    bench
}

fn window(bench: Workbench, size: [f32; 2]) -> Harness<'static, Panels> {
    panels(bench, size, Theme::Dark)
}

/// Distance of the triangle between two panes (m), and the first time at which a corner of it is more than half a radius
/// (`share` of one) from its place in the other (s): from the states, and not by the code that is tested.
fn measured(bench: &Workbench, (a, b): (usize, usize), share: f64) -> (f64, f64) {
    let [x, y] = [a, b].map(|k| &bench.panes[k].simulation.state.poses[1]);
    let triangle = &bench.scene.model.bodies[1];
    let [p, q] = [a, b].map(|k| &bench.panes[k].recording);
    let apart = |step: &u64| {
        let [x, y] = [p, q].map(|r| r.frame(*step).expect("recorded").state.poses[1]);
        let corners = triangle.parts[0].vertices.iter();
        corners.map(|v| (x.transform_point(v) - y.transform_point(v)).norm()).fold(0.0, f64::max)
            > share * triangle.radius
    };
    let first = (0..=150).find(apart).expect("they part");
    ((x.position - y.position).norm(), p.frame(first).expect("recorded").state.time)
}

#[test]
fn panes_that_should_agree_and_have_parted_say_so_with_the_distance_and_the_time() {
    let bench = dropped(&[ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature]);
    let (distance, time) = measured(&bench, (1, 2), 1e-3);
    let (_, wide) = measured(&bench, (1, 2), 0.5);
    let (other, first) = measured(&bench, (0, 2), 1e-3);
    assert!(
        distance > 0.5 * bench.scene.model.bodies[1].radius,
        "{distance}: the scene shows what it is for"
    );
    assert!(wide > time);
    let harness = window(bench.clone(), [1440.0, 860.0]);
    let said = format!(
        "Pane 2, PEG: {} from Exact (triangle), parted at {}; they should agree",
        format::length(distance),
        format::clock(time)
    );
    harness.get_by_label(&said);
    // Standard is expected to be elsewhere: said, and no warning.
    let said = format!(
        "Pane 1, Standard: {} from Exact (triangle), parted at {}",
        format::length(other),
        format::clock(first)
    );
    harness.get_by_label(&said);
    // The comparison: the worst of each pane, and the bodies one by one.
    let lengths = [other, distance].map(format::length);
    harness.get_by_label(&format!("Drift: Standard {}; PEG {}; Exact reference", lengths[0], lengths[1]));
    harness.get_by_label(&format!("triangle: Standard {}; PEG {}; Exact –", lengths[0], lengths[1]));
    let away = parting::away(&bench, 1).expect("it is measured");
    let hover = super::super::panels::drift::sentence(&bench, 1, &away).expect("there is something to say");
    assert!(hover.contains(&format!("from {} on some body", format::clock(wide))), "{hover}");
}

#[test]
fn panes_of_one_model_have_nothing_to_say() {
    let bench = dropped(&[ContactModel::Peg, ContactModel::Peg]);
    assert_eq!(bench.parting.first(), None);
    assert!(parting::away(&bench, 1).is_some_and(|away| away.worst.farthest_point == 0.0 && !away.seen));
    let harness = window(bench, [1440.0, 860.0]);
    assert!(harness.query_by_label_contains("from PEG").is_none());
    assert!(harness.query_by_label_contains("parted at").is_none());
    assert!(harness.query_by_label_contains("should agree").is_none());
    harness.get_by_label("not parted");
}

#[test]
fn the_reference_can_be_another_pane_and_is_chosen_in_the_menu() {
    let mut bench = dropped(&[ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature]);
    assert_eq!(bench.reference(), 2);
    let first = bench.parting.first();
    bench.chosen_reference = Some(1);
    parting::find(&mut bench, 0);
    assert!(
        bench.parting.of(1).seen.is_none() && bench.parting.of(2).seen.is_some(),
        "measured anew from there"
    );
    assert!(first.is_some() && bench.parting.of(2).wide.is_some());
    let (distance, _) = measured(&bench, (2, 1), 0.5);
    let mut harness = window(bench, [1440.0, 860.0]);
    harness
        .get_by_label_contains(&format!("Pane 3, Exact: {} from PEG (triangle)", format::length(distance)));
    let parting = harness.state().bench.parting.first().expect("they have parted");
    harness.get_by_label(&format!("parted at {}", format::clock(parting.time))).click();
    harness.run_steps(3);
    harness.state_mut().commands.clear();
    harness.get_by_label("Pane 1 (Standard)").click();
    harness.run_steps(3);
    assert_eq!(harness.state().commands, [RunCommand::SetReference(Some(0)).into()]);
}

#[test]
fn the_line_has_room_in_small_windows_too() {
    for size in [[1440.0, 860.0], [1000.0, 600.0]] {
        for panes in [2, 3] {
            let models = [ContactModel::Peg, ContactModel::SeparatingFeature, ContactModel::Standard];
            let harness = window(dropped(&models[..panes]), size);
            let found = super::super::layout_tests::overlaps_in_strips(&harness);
            assert!(found.is_empty(), "{size:?}, {panes} panes: {found:?}");
            let cut = super::super::layout_tests::cut_in_strips(&harness);
            assert!(cut.is_empty(), "{size:?}, {panes} panes: {cut:?}");
        }
    }
}

/// A pendulum that touches nothing: what the panes differ in is not their contact model.
#[test]
fn what_never_touched_does_not_blame_the_contact_model() {
    let models = [ContactModel::Standard, ContactModel::SeparatingFeature];
    let said = |mut bench: Workbench| {
        bench.parting_distance = PartingDistance::Metres(1e-9);
        parting::find(&mut bench, usize::MAX);
        let away = parting::away(&bench, 0).expect("it is measured");
        super::super::panels::drift::sentence(&bench, 0, &away).expect("there is something to say")
    };
    let swinging = said(run("joints/double_pendulum.ron", &models, |_| ()));
    assert!(swinging.contains("Nothing had touched in either") && !swinging.contains("convex"), "{swinging}");
    let fallen = said(dropped(&models));
    assert!(fallen.contains("convex") && !fallen.contains("Nothing had touched"), "{fallen}");
}

/// A pane whose model was changed shows what another calculated until it goes on: it says so.
#[test]
fn a_pane_says_who_calculated_it_before() {
    let mut bench = dropped(&[ContactModel::Standard, ContactModel::SeparatingFeature]);
    let said = |harness: &Harness<Panels>| harness.query_by_label_contains("up to 1.500 s").is_some();
    assert!(!said(&window(bench.clone(), [1440.0, 860.0])));
    bench.panes[0].simulation.settings.contact.model = ContactModel::Peg;
    let harness = window(bench, [1440.0, 860.0]);
    harness.get_by_label("Pane 1, PEG: Standard up to 1.500 s");
}

/// Of a pane that stands still because its model cannot do the scene no number is shown: a zero would say that nothing is wrong.
#[test]
fn what_stands_still_has_no_numbers() {
    let models = [ContactModel::SeparatingFeature, ContactModel::Standard];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/curved/all_round_shapes.ron");
    let bench = Workbench::new(crate::app::files::scenes::load(&path).expect("a scene"), &models);
    assert!(bench.panes[0].cannot().is_none() && bench.panes[1].cannot().is_some());
    let harness = window(bench, [1440.0, 860.0]);
    harness.get_by_label_contains("Depth now: Exact 0 m; Standard –");
}
