//! What is said of the rows of curved bodies, in real steps.

use super::tests::{pane, step};
use super::*;
use crate::app::explain::models::compare;
use crate::math::Vec3;
use crate::world::BodyId;

/// Steps until Exact has a condition on two bodies, and explains it: the subject's text, what the models say, and the first contact.
fn explained(scene: &str, names: [&str; 2]) -> (Pane, Explanation, models::Comparison, ContactId) {
    let mut pane = pane(scene, ContactModel::SeparatingFeature);
    let named = |name: &str| {
        let model = &pane.simulation.model;
        model.ids().find(|id| model.body(*id).name == name).expect("a body of that name")
    };
    let mut bodies: Vec<BodyId> = names.into_iter().map(named).collect();
    bodies.sort();
    for _ in 0..300 {
        step(&mut pane);
        let now = Step::of(&pane).expect("a step");
        let both = |d: &&Disjunction| d.bodies() == (bodies[0], bodies[1]);
        let Some(condition) = now.record.disjunctions.iter().find(both) else { continue };
        let subject = Subject::pair(0, bodies[0], bodies[1]);
        let study = study(&pane, &subject).expect("a study");
        let said = explain(&now, condition, Some(&study));
        let comparison = compare(&now, &study, Some(&said));
        let Some(id) = said.rows.iter().find_map(|row| row.contact) else { continue };
        return (pane.clone(), said, comparison, id);
    }
    panic!("{scene}: nothing is asked of {names:?} in 300 steps");
}

#[test]
fn a_ball_on_a_plane_is_told_by_its_centre_with_the_numbers_of_the_surfaces() {
    let (pane, said, comparison, id) = explained("curved/ramp.ron", ["ramp", "ball"]);
    assert_eq!(said.title, "Distance of curved surfaces S");
    assert!(said.says.starts_with("`ball` is all points within 120 mm of its centre."), "{}", said.says);
    assert!(!said.says.contains("face of either"), "nothing of separating faces: {}", said.says);
    let row = &said.rows[0];
    assert!(row.asks.starts_with("the centre of `ball` at least 120 mm from face "), "{}", row.asks);
    assert!(row.asks.contains("of `ramp` (facing up"), "{}", row.asks);
    // The ramp's top: 5 cm over its middle, turned by 0.3 rad about y.
    let state = &pane.simulation.state;
    let model = &pane.simulation.model;
    let body = |name: &str| model.ids().find(|id| model.body(*id).name == name).expect("a body");
    let (ramp, ball) = (&state.poses[body("ramp").0], &state.poses[body("ball").0]);
    let up = Vec3::new(0.3_f64.sin(), 0.0, 0.3_f64.cos());
    let gap = up.dot(&(ball.position - ramp.position)) - 0.05 - 0.12;
    assert!((row.gap - gap).abs() < 1e-12, "{} and {gap}", row.gap);
    let rate = gap_rate(&Step::of(&pane).expect("a step"), id).expect("a rate");
    let opens = up.dot(&state.twists[body("ball").0].linear);
    assert!((rate - opens).abs() < 1e-12, "{rate} and {opens} m/s");
    // The plane ψ = 0 touches the ramp below the ball, and the ball's lowest point is on its allowed side.
    let mut subject = Subject::pair(0, body("ramp"), body("ball"));
    subject.features = Some(row.pair);
    let picture = picture::Picture::of(&pane, &subject, None);
    let (on_ramp, on_ball) = picture.nearest.expect("a plane");
    assert!((on_ball - (ball.position - up * 0.12)).norm() < 1e-3, "{on_ball:?}");
    assert!((up.dot(&(on_ball - on_ramp)) - gap).abs() < 1e-12 && picture.tiles.len() == 1);
    assert!(picture.tiles[0].normal.dot(&up) > 1.0 - 1e-9);
    for line in &comparison.lines {
        let exact = line.model == ContactModel::SeparatingFeature;
        assert_eq!(line.asks.contains("curved bodies"), !exact, "{:?}: {}", line.model, line.asks);
        assert!(line.allows, "{:?}", line.model);
    }
    assert!(!comparison.sprung && comparison.held.is_none());
}

#[test]
fn two_balls_are_told_by_their_centres() {
    let (pane, said, ..) = explained("curved/row_of_balls.ron", ["ball 1", "ball 2"]);
    let model = &pane.simulation.model;
    let body = |name: &str| model.ids().find(|id| model.body(*id).name == name).expect("a body");
    let (a, b) = (body("ball 1"), body("ball 2"));
    let reach = model.body(a).parts[0].rounding + model.body(b).parts[0].rounding;
    let wanted = [("1", "2"), ("2", "1")].map(|(x, y)| {
        format!("the centre of `ball {x}` at least {} from the centre of `ball {y}`", format::length(reach))
    });
    let row = &said.rows[0];
    assert_eq!(said.rows.len(), 1);
    assert!(wanted.contains(&row.asks), "{}", row.asks);
    let poses = &pane.simulation.state.poses;
    let gap = (poses[a.0].position - poses[b.0].position).norm() - reach;
    assert!((row.gap - gap).abs() < 1e-12, "{} and {gap}", row.gap);
}

#[test]
fn a_rounded_polygon_is_told_by_the_corners_of_its_core() {
    let (_, said, ..) = explained("curved/round_corners.ron", ["floor", "stone 1"]);
    assert!(said.says.starts_with("`stone 1` is all points within 60.0 mm of its core."), "{}", said.says);
    assert!(said.rows.len() > 1, "each corner near has a row");
    let low =
        said.rows.iter().find(|row| row.asks.contains("of the core of `stone 1` at least 60.0 mm from"));
    assert!(low.is_some(), "{:?}", said.rows.iter().map(|row| &row.asks).collect::<Vec<_>>());
}
