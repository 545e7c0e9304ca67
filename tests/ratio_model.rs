//! The model of Hart and Anitescu in motion: landings, events, and the infeasibility of the slides.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;

use common::{scene, simulation};
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ratio_metric::expanding_part;
use pegsim::contact::{Contact, Kinematics};
use pegsim::geometry::ratio::{Expanding, ratio};
use pegsim::math::{Dimension, Quat, Vec3};
use pegsim::step::{ContactSettings, Geometry, Simulation, StepSettings};
use pegsim::world::StepInput;
use pegsim::world::build::{BodySpec, assemble};
use std::sync::Arc;

/// A floor whose top is at height 0, half a metre thick, and a box of half extent 0.1 m, `gap` above it.
fn above_floor(dimension: Dimension, gap: f64) -> [BodySpec; 2] {
    let up = if dimension == Dimension::Two { Vec3::y() } else { Vec3::z() };
    let floor = BodySpec::fixed("floor", vec![chance::block(dimension, 2.0, 0.25, 2.0)]);
    let floor = match dimension {
        Dimension::Two => floor,
        Dimension::Three => BodySpec { parts: vec![chance::block(dimension, 2.0, 2.0, 0.25)], ..floor },
    };
    let cube = BodySpec::new("box", vec![chance::block(dimension, 0.1, 0.1, 0.1)]);
    [floor.at(up * -0.25), cube.at(up * (0.1 + gap))]
}

fn run_of(dimension: Dimension, specs: &[BodySpec], share: f64, h: f64) -> Simulation {
    let (model, state) = assemble(dimension, Vec3::zeros(), specs);
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    settings.contact.model = ContactModel::RatioMetric;
    settings.contact.stabilisation = Some(share);
    Simulation::new(Arc::new(model), state, settings)
}

/// Φ = ψ/(H + ψ) with the half thicknesses H of both: a step that closes γ of it linearly goes γψ(1 + ψ/H), which for γ = 1 is ψ²/H too far,
/// from either side. A box that lands flat sinks in by that, and what takes it back leaves it a speed of at most v²h/H: no restitution of 0.
#[test]
fn a_landing_goes_too_far_by_the_square_of_the_gap() {
    for dimension in [Dimension::Two, Dimension::Three] {
        for (share, gap) in [(1.0, 0.008), (0.5, 0.008), (0.0, 0.008), (1.0, -0.008), (0.25, -0.004)] {
            let mut specs = above_floor(dimension, gap);
            let up = specs[1].position.normalize();
            specs[1].velocity = -up * if gap > 0.0 { 1.0 } else { 0.0 };
            let mut run = run_of(dimension, &specs, share, 0.01);
            let record = run.step(&StepInput::default()).unwrap();
            let ends = up.dot(&run.state.poses[1].position) - 0.1;
            let wanted = gap - share * gap * (1.0 + gap / 0.35);
            assert!((ends - wanted).abs() < 1e-13, "{dimension:?}, γ = {share}: {ends} instead of {wanted}");
            // The multipliers are impulses: they make up for the momentum.
            let given = specs[1].velocity - run.state.twists[1].linear;
            let mass = run.model.bodies[1].mass;
            let impulse = record.impulses.iter().sum::<f64>();
            assert!((impulse - mass * given.norm()).abs() < 1e-9 * mass, "{impulse}");
            if share == 1.0 && gap > 0.0 {
                run.step(&StepInput::default()).unwrap();
                let leaves = up.dot(&run.state.twists[1].linear);
                let corrects = -wanted * (1.0 + wanted / 0.35) / 0.01;
                assert!((leaves - corrects).abs() < 1e-11 && leaves < 0.01 / 0.35, "{leaves}, {corrects}");
            }
        }
    }
}

/// The events of a face on a face are the corners of what the faces have in common: corners inside the other face, and edges that cross.
#[test]
fn a_face_on_a_face_is_the_convex_hull_of_its_events() {
    // In the middle; over a corner of the floor, which is one event itself; over an edge.
    for (shift, turn, corners, crossings) in [
        (Vec3::new(0.05, 0.0, 0.0), 0.0, 4, 0),
        (Vec3::new(1.95, 1.97, 0.0), 0.0, 2, 2),
        (Vec3::new(1.95, 0.0, 0.0), 0.3, 2, 2),
    ] {
        let mut specs = above_floor(Dimension::Three, 0.0);
        specs[1].position += shift;
        specs[1].orientation = Quat::from_scaled_axis(Vec3::z() * turn);
        let mut run = run_of(Dimension::Three, &specs, 1.0, 1e-3);
        let record = run.step(&StepInput::default()).unwrap();
        let events: Vec<&Contact> =
            record.disjunctions.iter().map(|d| &record.contacts[d.contacts().next().unwrap().0]).collect();
        let of_edges = events.iter().filter(|c| c.is_edge_edge()).count();
        assert_eq!((events.len() - of_edges, of_edges), (corners, crossings));
    }
}

/// Where a body is so deep in another that no feature of one is near one of the other, the event of the linear program pushes it out.
#[test]
fn what_is_deep_inside_is_pushed_out() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let specs = above_floor(dimension, -0.22);
        let mut run = run_of(dimension, &specs, 1.0, 0.01);
        let up = if dimension == Dimension::Two { Vec3::y() } else { Vec3::z() };
        let height = |run: &Simulation| up.dot(&run.state.poses[1].position) - 0.1;
        for k in 1..=20 {
            run.step(&StepInput::default()).unwrap();
            // A violated contact opens at 1 m/s at most.
            let wanted = -0.22 + 0.01 * k as f64;
            assert!((height(&run) - wanted).abs() < 1e-9, "{dimension:?}: {} after {k} steps", height(&run));
        }
    }
}

/// Faces and edges that are parallel, or nearly so: the program has many solutions, and what it ends with need not be an event.
#[test]
fn equal_cubes_stand_on_each_other_however_little_they_are_turned() {
    for turn in [0.0, 1e-13, 1e-10, 1e-8, 1e-6, 1e-4] {
        let cube = || vec![chance::block(Dimension::Three, 0.5, 0.5, 0.5)];
        let mut specs = [BodySpec::fixed("below", cube()), BodySpec::new("above", cube()).at(Vec3::z())];
        specs[1].orientation = Quat::from_scaled_axis(Vec3::z() * turn);
        let mut run = run_of(Dimension::Three, &specs, 1.0, 0.01);
        Arc::make_mut(&mut run.model).gravity = Vec3::z() * -9.81;
        for _ in 0..50 {
            let record = run.step(&StepInput::default()).unwrap();
            assert!(record.disjunctions.len() >= 4, "turned by {turn}: {} events", record.disjunctions.len());
        }
        let moved = (run.state.poses[1].position - Vec3::z()).norm();
        assert!(moved < 1e-9, "turned by {turn} it moved by {moved} m");
    }
}

/// The mean over a run of the largest −ρ of any pair.
fn infeasibility(name: &str, share: f64, h: f64) -> f64 {
    let loaded = scene(name);
    let mut run = simulation(&loaded, ContactModel::RatioMetric, h);
    run.settings.contact.stabilisation = Some(share);
    run.settings.count_traps = false;
    let steps = (loaded.duration.unwrap() / h).round() as usize;
    let mut sum = 0.0;
    for _ in 0..steps {
        run.step(&StepInput::default()).unwrap();
        let kinematics = Kinematics::new(&run.model, &run.state.poses, 0.0);
        let parts: Vec<Expanding> = kinematics.parts.iter().map(|p| expanding_part(p).unwrap()).collect();
        let pairs = (0..parts.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let depth =
            |(i, j): (usize, usize)| -ratio(run.model.dimension, &parts[i], &parts[j]).unwrap().depth();
        sum += pairs.map(depth).fold(0.0, f64::max);
    }
    sum / steps as f64
}

/// The slides' plots: mean infeasibility is of second order in h with any γ > 0, and of first without.
#[test]
fn infeasibility_falls_with_the_square_of_the_step_where_it_is_stabilised() {
    let steps = [0.004, 0.002, 0.001, 0.0005];
    for name in ["balance", "stabilisation/pyramid", "stabilisation/dice"] {
        for (share, order) in [(0.0, 1.0), (0.25, 2.0), (0.5, 2.0), (1.0, 2.0)] {
            let seen = steps.map(|h| infeasibility(name, share, h));
            println!("{name}, γ = {share}: {}", seen.map(|x| format!("{x:.2e}")).join(", "));
            for two in seen.windows(2) {
                let slope = (two[0] / two[1]).log2();
                assert!((slope - order).abs() < 0.2, "{name}, γ = {share}: slope {slope} of {seen:?}");
            }
        }
    }
}

/// Friction acts at events as at the contacts of the other models.
#[test]
fn a_block_sticks_where_coulomb_says_that_it_does() {
    for (name, sticks) in [("friction/incline_sticks", true), ("friction/incline_slides", false)] {
        let loaded = scene(name);
        let mut run = simulation(&loaded, ContactModel::RatioMetric, 0.01);
        let mut peg = simulation(&loaded, ContactModel::Peg, 0.01);
        for _ in 0..100 {
            run.step(&StepInput::default()).unwrap();
            peg.step(&StepInput::default()).unwrap();
        }
        let moved = common::distance(&run.state, &loaded.state);
        assert_eq!(moved < 1e-9, sticks, "{name}: {moved} m");
        assert!(common::distance(&run.state, &peg.state) < 1e-6, "{name}");
    }
}

/// Nothing said of γ is all of it, unlike under the velocity-level model, and geometry is where the step begins.
#[test]
fn what_a_scene_does_not_say_is_stabilised() {
    let contact = ContactSettings { model: ContactModel::RatioMetric, ..ContactSettings::default() };
    assert!(contact.share_of_gaps() == 1.0 && contact.has_stabilisation());
    let implicit = ContactSettings { geometry: Some(Geometry::Implicit), ..contact };
    assert_eq!(implicit.geometry(), Geometry::SemiImplicit);
    assert_eq!(ContactModel::from_name("ratio-metric"), Ok(ContactModel::RatioMetric));
}
