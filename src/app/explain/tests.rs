//! The explanations of real steps.

use super::*;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::command::explain::ConditionKey;
use crate::app::run::advance::{Work, advance};
use crate::contact::kinematics::WorldPart;
use crate::contact::narrow_phase::gap_at;
use crate::math::Dimension;
use std::path::Path;

/// A pane on a scene of the repository under a model, with the start of its run recorded.
pub(crate) fn pane(scene: &str, model: ContactModel) -> Pane {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
    let scene = crate::app::files::scenes::load(&path).expect("a scene");
    let mut pane = Workbench::new(scene, &[model]).panes.remove(0);
    pane.recording.push(pane.frame(false));
    pane
}

/// One step more.
pub(crate) fn step(pane: &mut Pane) {
    let (simulation, scene) = (pane.simulation.clone(), pane.scene.clone());
    let done = advance(Work { simulation, scene, steps: 1, spring: None, tape: Vec::new() });
    assert_eq!(done.failure, None);
    pane.simulation = done.simulation;
    for taken in done.taken {
        pane.history.push(taken.sample);
        pane.recording.push(taken.frame);
    }
}

/// Steps until a condition is there that `wanted` accepts, and explains it.
fn until(
    scene: &str,
    model: ContactModel,
    wanted: impl Fn(&StepRecord, &Disjunction) -> bool,
) -> (Pane, Subject, usize) {
    let mut pane = pane(scene, model);
    for _ in 0..300 {
        step(&mut pane);
        let record = pane.simulation.record.clone().expect("a record");
        if let Some(k) = record.disjunctions.iter().position(|d| wanted(&record, d)) {
            let d = &record.disjunctions[k];
            let (a, b) = d.bodies();
            let mut subject = Subject::pair(0, a, b);
            subject.condition = Some(ConditionKey::of(d));
            return (pane, subject, k);
        }
    }
    panic!("{scene}: no such condition in 300 steps");
}

fn shown(pane: &Pane, subject: &Subject) -> (Explanation, models::Comparison) {
    let step = Step::of(pane).expect("a step");
    let k = subject.condition(step.record).expect("a condition");
    let study = study(pane, subject).expect("a study");
    let e = explain(&step, &step.record.disjunctions[k], Some(&study));
    let c = models::compare(&step, &study, Some(&e));
    (e, c)
}

fn line(c: &models::Comparison, model: ContactModel) -> &models::ModelLine {
    c.lines.iter().find(|l| l.model == model).expect("every model has a line")
}

/// Whether a text names the contact of a row.
fn names_row(text: &str, row: &Row) -> bool {
    text.contains(&label(row.number))
}

#[test]
fn an_i_condition_says_which_way_out_was_taken_and_that_standard_forbids_it() {
    let sprung = |r: &StepRecord, d: &Disjunction| {
        d.kind == DisjunctionKind::InterContact && is_sprung(d, &r.end_gaps)
    };
    let (pane, subject, _) = until("triangle_drop.ron", ContactModel::Peg, sprung);
    let (e, c) = shown(&pane, &subject);
    assert_eq!(e.title, "Inter-contact condition I (4.9)");
    assert!(
        e.says.contains("At least one of these must end open") && e.says.contains("[1] or [2]"),
        "{}",
        e.says
    );
    assert_eq!(e.tone, Tone::Trap);
    let (open, violated): (Vec<&Row>, Vec<&Row>) = e.rows.iter().partition(|r| r.standing.holds());
    assert_eq!((open.len(), violated.len()), (1, 1));
    assert!(e.verdict.starts_with(&format!("{} holds", label(open[0].number))), "{}", e.verdict);
    assert!(names_row(&e.verdict, violated[0]) && e.verdict.contains("sprung trap"), "{}", e.verdict);
    assert!(e.verdict.contains(&format::length(violated[0].gap.abs())), "{}", e.verdict);
    // The rows name faces by where they look.
    assert!(e.rows.iter().all(|r| r.asks.contains("(facing ") && r.asks.contains('`')), "{:?}", e.rows);

    let standard = line(&c, ContactModel::Standard);
    assert!(!standard.allows && !standard.own && c.sprung);
    assert!(standard.asks.contains("at once") && standard.asks.contains("(4.7)"), "{}", standard.asks);
    assert!(standard.verdict.contains("forbidden") && names_row(&standard.verdict, violated[0]));
    for model in [ContactModel::Lnc, ContactModel::Peg, ContactModel::SeparatingFeature] {
        assert!(line(&c, model).allows, "{model:?}");
    }
    assert!(line(&c, ContactModel::Peg).own && line(&c, ContactModel::Peg).asks.contains("I (4.9)"));
    assert!(line(&c, ContactModel::Lnc).asks.contains("(4.2)–(4.5)"));
}

#[test]
fn an_x_condition_says_that_both_must_not_be_violated() {
    for scene in ["triangle_drop.ron", "cube_on_edge.ron"] {
        let cross = |_: &StepRecord, d: &Disjunction| d.kind == DisjunctionKind::CrossContact;
        let (pane, subject, _) = until(scene, ContactModel::Peg, cross);
        let (e, c) = shown(&pane, &subject);
        assert_eq!(e.title, "Cross-contact condition X (4.15)");
        assert!(e.says.starts_with("[1] and [2] must not end violated together"), "{}", e.says);
        assert_eq!(e.rows.iter().filter(|r| r.primary).count(), 1);
        assert!(line(&c, ContactModel::Peg).asks.contains("X (4.15)"), "{:?}", c.lines);
        // LNC knows no X.
        assert!(!line(&c, ContactModel::Lnc).asks.contains("(4.15)"));
    }
}

#[test]
fn standard_is_told_what_peg_would_ask_and_that_its_push_is_of_something_that_is_not_there() {
    let mut pane = pane("triangle_drop.ron", ContactModel::Standard);
    let mut caught = None;
    for _ in 0..150 {
        step(&mut pane);
        let subject = Subject::pair(0, crate::world::BodyId(0), crate::world::BodyId(1));
        let record = pane.simulation.record.clone().expect("a record");
        if subject.condition(&record).is_none() {
            continue;
        }
        let (e, c) = shown(&pane, &subject);
        assert!(e.rows.iter().filter(|r| r.is_own()).count() == 1, "Standard has U only");
        if let Some(held) = c.held.clone() {
            caught = Some((e, held));
            break;
        }
    }
    let (e, held) = caught.expect("the standard model traps the triangle");
    assert_eq!(e.title, "Unilateral condition U (4.7)");
    assert!(e.rows.iter().any(|r| !r.is_own()), "the contacts of PEG's conditions stand beside it");
    assert!(held.contains("(4.13)"), "{held}");
}

#[test]
fn exact_says_which_feature_separates_and_the_models_that_overlap_are_refused() {
    let separates = |r: &StepRecord, d: &Disjunction| {
        d.kind == DisjunctionKind::Separation && matches!(d.features.0, Feature::Edge(_)) && r.step > 20
    };
    let (pane, subject, _) = until("cube_on_edge.ron", ContactModel::SeparatingFeature, separates);
    let (e, c) = shown(&pane, &subject);
    assert_eq!(e.title, "Separating feature S");
    assert!(e.says.contains("the pair of edge") && e.says.contains("`table`"), "{}", e.says);
    assert!(e.rows.iter().any(turns) && !turns(&e.rows[0]), "what turns comes after what pushes");
    let exact = line(&c, ContactModel::SeparatingFeature);
    assert!(exact.own && exact.allows && exact.verdict.contains("Allows"), "{}", exact.verdict);

    // A state that overlaps: the same step with the cube pushed into the table.
    let mut pushed = pane.clone();
    pushed.simulation.state.poses[1].position -= crate::math::Vec3::new(0.05, 0.0, 0.05);
    let study = study(&pushed, &subject).expect("a study");
    let step = Step::of(&pushed).expect("a step");
    let c = models::compare(&step, &study, None);
    let exact = line(&c, ContactModel::SeparatingFeature);
    assert!(!exact.allows && exact.verdict.contains("overlap by"), "{}", exact.verdict);
    assert!(!c.sprung, "bodies that overlap are no trap");
}

#[test]
fn a_contact_stays_chosen_by_its_features() {
    let loaded = |r: &StepRecord, d: &Disjunction| d.contacts().any(|c| r.impulses[c.0] > 0.0);
    let (mut pane, _, k) = until("cube_on_edge.ron", ContactModel::Peg, loaded);
    let record = pane.simulation.record.clone().expect("a record");
    let id = record.disjunctions[k].contacts().last().expect("a contact");
    let subject = Subject::contact(0, &record.contacts[id.0]);
    assert_eq!(subject.find(&record), Some(id));
    for _ in 0..5 {
        step(&mut pane);
        let record = pane.simulation.record.clone().expect("a record");
        let found = subject.find(&record).expect("the cube still lies there");
        assert_eq!(Some(record.contacts[found.0].pair), subject.features);
        assert!(
            subject
                .conditions(&record)
                .iter()
                .all(|&k| record.disjunctions[k].contacts().any(|c| c == found))
        );
    }
}

#[test]
fn tiles_lie_on_the_planes_of_their_contacts_and_open_where_the_arrow_points() {
    let mut checked = (0, 0);
    for (scene, model) in [
        ("triangle_drop.ron", ContactModel::Peg),
        ("cube_on_edge.ron", ContactModel::Peg),
        ("cube_on_edge.ron", ContactModel::SeparatingFeature),
        ("cube_on_edge.ron", ContactModel::Standard),
        ("box3d_seed0.ron", ContactModel::Peg),
    ] {
        let mut pane = pane(scene, model);
        for _ in 0..100 {
            step(&mut pane);
            let record = pane.simulation.record.clone().expect("a record");
            for d in record.disjunctions.iter().take(40) {
                let (a, b) = d.bodies();
                let subject = Subject { condition: Some(ConditionKey::of(d)), ..Subject::pair(0, a, b) };
                let flat = pane.simulation.model.dimension == Dimension::Two;
                let now = Step::of(&pane).expect("a step");
                let k = subject.condition(now.record).expect("a condition");
                let e = explain(&now, &now.record.disjunctions[k], None);
                let picture = picture::Picture::of(&pane, &subject, None);
                for tile in &picture.tiles {
                    for row in e.rows.iter().filter(|r| r.is_own() && !turns(r)) {
                        if !tile.marks.iter().any(|m| m.number == row.number) {
                            continue;
                        }
                        check_tile(&pane, tile, &row.pair, flat);
                        if flat { checked.0 += 1 } else { checked.1 += 1 }
                    }
                }
            }
        }
    }
    assert!(checked.0 > 10 && checked.1 > 100, "{checked:?}");
}

/// The corners lie on ψ = 0 of the contact, and the gap opens at unit rate along the arrow.
fn check_tile(pane: &Pane, tile: &picture::Tile, pair: &FeaturePair, flat: bool) {
    let simulation = &pane.simulation;
    let part = |id: crate::world::PartId, by: crate::math::Vec3| {
        let mut pose = simulation.state.poses[id.body.0];
        pose.position += by;
        WorldPart::at(id, &simulation.model.body(id.body).parts[id.part], &pose)
    };
    let still = crate::math::Vec3::zeros();
    // The body that the plane belongs to stands, the other one moves along the arrow.
    let a_moves = matches!(pair.b.1, Feature::Facet(_));
    let gap = |by: crate::math::Vec3| {
        let (of_a, of_b) = if a_moves { (by, still) } else { (still, by) };
        gap_at(pair, &part(pair.a.0, of_a), &part(pair.b.0, of_b))
    };
    let delta = 1e-5;
    let rate = (gap(tile.normal * delta) - gap(-tile.normal * delta)) / (2.0 * delta);
    assert!((rate - 1.0).abs() < 1e-6, "the gap opens at {rate} along the arrow");
    // A point that moves on to a corner is on the plane: its gap there is nought.
    let mark = tile.marks.iter().map(|m| m.point).find(|p| {
        let height = tile.normal.dot(&(p - tile.centre));
        (height - gap(still)).abs() < 1e-9
    });
    let point = mark.expect("the marked point is as high above the plane as the gap says");
    let corners = tile.corners();
    assert_eq!(corners.len(), if flat { 2 } else { 4 });
    for corner in corners {
        let there = gap(corner - point);
        assert!(there.abs() < 1e-9, "{there} off the plane at {corner}");
    }
}

#[test]
fn bodies_without_a_contact_are_told_their_distance_and_why() {
    let mut pane = pane("triangle_drop.ron", ContactModel::Peg);
    let subject = Subject::pair(0, crate::world::BodyId(0), crate::world::BodyId(1));
    let text = nothing_to_explain(&pane, &subject);
    assert!(text.contains("No step has been taken"), "{text}");
    step(&mut pane);
    let text = nothing_to_explain(&pane, &subject);
    let distance =
        distance::between(&pane.simulation.model, &pane.simulation.state, subject.bodies.0, subject.bodies.1);
    let distance = distance.expect("a distance");
    assert!(text.starts_with("No contact:") && text.contains(&format::length(distance)), "{text}");
    assert!(text.contains("within"), "{text}");
    let both_fixed = Subject::pair(0, crate::world::BodyId(0), crate::world::BodyId(0));
    assert!(nothing_to_explain(&pane, &both_fixed).contains("nothing is asked"));
}

#[test]
fn the_distance_is_that_of_the_nearest_points() {
    let text = r#"Scene(dimension: Three, bodies: [
        (name: "a", kind: Fixed, shape: Box(half_extents: (1.0, 1.0, 1.0))),
        (name: "b", shape: Box(half_extents: (1.0, 1.0, 1.0)), position: (5.0, 0.0, 0.0)),
    ])"#;
    let mut scene = crate::scene::load_str(text, "test.ron", Path::new(".")).expect("a scene");
    // Face to face, edge to edge, corner to corner, touching, and inside.
    for (position, wanted) in [
        ([2.5, 0.3, 0.1], 0.5),
        ([2.3, 2.4, 0.0], 0.5),
        ([3.0, 4.0, 4.0], 3.0),
        ([2.0, 0.0, 0.0], 0.0),
        ([1.75, 0.0, 0.0], -0.25),
    ] {
        scene.state.poses[1].position = crate::math::Vec3::from(position);
        let ids = (crate::world::BodyId(0), crate::world::BodyId(1));
        let found = distance::between(&scene.model, &scene.state, ids.0, ids.1).expect("a distance");
        assert!((found - wanted).abs() < 1e-12, "{position:?}: {found}");
    }
}
