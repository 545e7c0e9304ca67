//! Paths that lead through, past and along another part, at every phase.

use super::*;
use crate::geometry::polytope::Polytope;

use crate::contact::separating::lowest;
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::shapes::cuboid;
use crate::math::{Dimension, Quat};
use crate::step::frame::{Scheme, StepFrame};
use crate::step::settings::StepSettings;
use crate::world::StepInput;
use crate::world::build::{BodySpec, assemble};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A part with the pose and the twist it starts with.
#[derive(Clone, Debug)]
struct Flight {
    shape: Polytope,
    position: Vec3,
    orientation: Quat,
    twist: Twist,
}

impl Flight {
    fn still(shape: Polytope) -> Self {
        let (position, orientation) = (Vec3::zeros(), Quat::identity());
        Self { shape, position, orientation, twist: Twist::zero() }
    }
}

const H: f64 = 0.01;

/// What [`is_free`] says, and what one sees who looks at every one of `samples` instants.
struct Answer {
    free: bool,
    /// Least separation that the search finds (m).
    found: f64,
    /// Least separation there is (m).
    least: f64,
}

/// The separation of two parts by every direction that could be it (m): all facet normals and all pairs of edges. The
/// search looks at pairs only that face each other.
fn separation(a: &WorldPart, b: &WorldPart) -> f64 {
    let along = |p: &WorldPart, e: usize| p.edge(e).1 - p.edge(e).0;
    let edges = |p: &WorldPart| (0..p.shape.edges.len()).map(|e| along(p, e)).collect::<Vec<_>>();
    let (of_a, of_b) = (edges(a), edges(b));
    let crosses = of_a.iter().flat_map(|x| of_b.iter().map(move |y| x.cross(y)));
    let normals = a.normals().iter().copied().chain(b.normals().iter().map(|n| -n));
    let directions = normals.chain(crosses.filter_map(|c| c.try_normalize(1e-12)).flat_map(|n| [n, -n]));
    directions.map(|n| lowest(b, &n) + lowest(a, &-n)).fold(f64::NEG_INFINITY, f64::max)
}

fn ask(flights: &[Flight; 2], samples: usize) -> Answer {
    let specs: Vec<BodySpec> = flights
        .iter()
        .map(|f| {
            let mut spec = BodySpec::new("part", vec![f.shape.clone()]);
            (spec.position, spec.orientation) = (f.position, f.orientation);
            spec
        })
        .collect();
    let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
    let free = [flights[0].twist, flights[1].twist];
    let frame = StepFrame::new(&model, &state, &StepInput::default(), H, Scheme::EnergyMomentum);
    let ctx = Context::new(&frame, &StepSettings::default());
    let part = |k: usize, time: f64| {
        let p = &frame.kinematics.parts[k];
        WorldPart::at(p.id, p.shape, &state.poses[k].advanced(&frame.steady(&free[k]), time))
    };
    let (mut found, mut least) = (f64::INFINITY, f64::INFINITY);
    for k in 0..=samples {
        let time = H * k as f64 / samples as f64;
        let (a, b) = (part(0, time), part(1, time));
        let widest = search::widest(&a, &b, 0.0).1;
        found = widest.min(found);
        least = if widest >= 0.0 { widest } else { separation(&a, &b) }.min(least);
    }
    Answer { free: Journey::new(&ctx, (0, 1), |k| free[k]).is_free(OPENED), found, least }
}

fn plate(thickness: f64, size: f64) -> Polytope {
    cuboid(&(Vec3::new(thickness, size, size) / 2.0)).unwrap()
}

/// Half a metre a step, 500 times the thickness of the thinner plate and more, at 97 phases and in every attitude: flat on,
/// tilted, edge on.
#[test]
fn no_plate_passes_through_a_plate() {
    for (thickness, tilt) in [(1e-3, 0.0_f64), (1e-3, 0.8), (1e-4, 0.0), (1e-4, 0.8), (1e-3, 1.5)] {
        for phase in 0..97 {
            let way = 0.1 + 0.3 * f64::from(phase) / 97.0;
            let target = Flight::still(plate(thickness, 0.2));
            let thrown = Flight {
                position: Vec3::new(-way - 0.1 * tilt.sin(), 0.01, 0.02),
                orientation: Quat::from_scaled_axis(Vec3::z() * tilt),
                twist: Twist { linear: Vec3::x() * 50.0, angular: Vec3::zeros() },
                ..Flight::still(plate(1e-3, 0.15))
            };
            // As thrown, and with both turned together: a plate that lies askew is no thicker for it.
            for turn in [Vec3::zeros(), Vec3::new(0.4, 0.7, -0.5)] {
                let q = Quat::from_scaled_axis(turn);
                let turned = |f: &Flight| Flight {
                    position: q * f.position,
                    orientation: q * f.orientation,
                    twist: Twist { linear: q * f.twist.linear, angular: Vec3::zeros() },
                    ..f.clone()
                };
                let free = ask(&[turned(&thrown), turned(&target)], 1).free;
                assert!(!free, "passed: {thickness} m, tilt {tilt}, phase {phase}, turned {turn:?}");
            }
        }
    }
}

/// As fast, but past the edge of the plate, along its face, and away from it.
#[test]
fn a_free_way_past_a_plate_is_free() {
    let target = Flight::still(plate(1e-3, 0.2));
    let past = Flight {
        position: Vec3::new(-0.2, 0.176, 0.0),
        twist: Twist { linear: Vec3::x() * 50.0, angular: Vec3::zeros() },
        ..Flight::still(plate(1e-3, 0.15))
    };
    let along = Flight {
        position: Vec3::new(1.001e-3, -0.25, 0.0),
        twist: Twist { linear: Vec3::y() * 50.0, angular: Vec3::zeros() },
        ..Flight::still(plate(1e-3, 0.15))
    };
    // About its own normal.
    let spinning =
        Flight { twist: Twist { linear: Vec3::zeros(), angular: Vec3::x() * 300.0 }, ..along.clone() };
    let spinning = Flight { position: Vec3::new(1.001e-3, 0.0, 0.0), ..spinning };
    for flight in [past, along, spinning] {
        let Answer { free, least, .. } = ask(&[flight.clone(), target.clone()], 500);
        assert!(least >= 0.0 && free, "{flight:?} is not free, its least separation is {least} m");
    }
}

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// A hull that is up to a thousand times thinner than wide.
fn shape() -> impl Strategy<Value = Polytope> {
    (proptest::collection::vec(vector(0.5), 5..12), -3.0..0.0).prop_filter_map("flat", |(points, flat)| {
        let flat = 10f64.powf(flat);
        let points: Vec<Vec3> = points.iter().map(|p| Vec3::new(p.x * flat, p.y, p.z)).collect();
        convex_hull_3d(&points).ok()
    })
}

/// A way of metres in the step past the origin, turning up to half a turn.
fn flight() -> impl Strategy<Value = Flight> {
    (shape(), vector(0.6), vector(3.0), vector(1.5 / H), vector(3.0 / H)).prop_map(
        |(shape, offset, angle, linear, angular)| Flight {
            shape,
            position: offset - linear * (H / 2.0),
            orientation: Quat::from_scaled_axis(angle),
            twist: Twist { linear, angular },
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_122),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_free_is_nowhere_deep_and_what_is_apart_is_free(a in flight(), b in flight()) {
        let thin = a.shape.thickness().min(b.shape.thickness());
        let Answer { free, found, least } = ask(&[a, b], 2000);
        if free {
            prop_assert!(least >= -OPENED.most * thin, "free, but {least} m deep, {} of {thin} m", least / thin);
        }
        // Between two looks the parts come no nearer than this.
        if found >= 8e-3 {
            prop_assert!(free, "not free, although {found} m apart at every look");
        }
    }
}

/// Both answers occur among the cases of the property.
#[test]
fn the_property_has_cases_of_both_kinds() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(20_261_122), ..Config::default() });
    let mut free = 0;
    for _ in 0..200 {
        let pair = (flight(), flight()).new_tree(&mut runner).unwrap().current();
        free += usize::from(ask(&[pair.0, pair.1], 1).free);
    }
    assert!((40..160).contains(&free), "{free} of 200 ways are free");
}

/// Where the ends say that a facet keeps two parts apart, a march finds it so at every look.
#[test]
fn what_stays_open_is_so_at_every_look() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(20_261_124), ..Config::default() });
    let (mut open, mut shut) = (0, 0);
    for _ in 0..300 {
        let pair = (flight(), flight(), vector(0.8)).new_tree(&mut runner).unwrap().current();
        let slow = |flight: Flight, position: Vec3| {
            let twist = Twist { linear: flight.twist.linear * 0.1, angular: flight.twist.angular * 0.1 };
            let mut spec = BodySpec::new("part", vec![flight.shape]);
            (spec.position, spec.orientation) = (position, flight.orientation);
            (spec, twist)
        };
        let (a, b) = (slow(pair.0, Vec3::zeros()), slow(pair.1, pair.2));
        let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &[a.0, b.0]);
        let frame = StepFrame::new(&model, &state, &StepInput::default(), H, Scheme::EnergyMomentum);
        let ctx = Context::new(&frame, &StepSettings::default());
        let journey = Journey::new(&ctx, (0, 1), |k| [a.1, b.1][k]);
        let (start, end) = (&frame.kinematics.parts, [ctx.end_of(0, &a.1), ctx.end_of(1, &b.1)]);
        for feature in search::facets(&start[0], &start[1]) {
            let separation = feature.separation(&start[0], &start[1]);
            let ends = Placed { a: &end[0], b: &end[1] };
            if separation >= 0.0 && journey.stays_open(feature, separation, ends, CLIPPED) {
                assert!(
                    journey.march(Some(feature), CLIPPED).is_none(),
                    "{feature:?} is not open on the way"
                );
                open += 1;
            } else if separation >= 0.0 {
                shut += 1;
            }
        }
    }
    assert!(open > 50 && shut > 50, "{open} facets stay open, {shut} do not");
}
