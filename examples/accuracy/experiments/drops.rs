//! A triangle falls beside the apex of a fixed one (thesis 5.2.1): the scene that other engines were measured on, and random
//! variants of `scenes/triangle_drop.ron`.

use super::super::course::{Random, go, of_scene};
use super::super::reference::polygons::{Fall, Motion, Point};
use super::super::table::{Experiment, GAIN, Outcome, STEPS, error, number};
use pegsim::contact::models::ContactModel::{self, Peg, SeparatingFeature};
use pegsim::math::{Quat, Vec3};
use pegsim::step::Simulation;
use std::sync::OnceLock;

/// The scene of the other engines.
pub const PEERS: Experiment = Experiment {
    name: "triangle drop",
    about: "`tests/data/triangle_drop_peers.ron`, for the whole steps in 1.5 s. Reference: event to event, Runge-Kutta of order 8.",
    steps: STEPS,
    shown: 0.01,
    quantities: &[
        error("distance of the end (m)", "Rapier tight 5.5e-3, MuJoCo stiff 5.3e-2", "≤ 1e-3"),
        error("angle of the end (rad)", "", ""),
        GAIN,
    ],
    run: peers,
};

/// Random variants.
pub const VARIANTS: Experiment = Experiment {
    name: "triangle drop, variants",
    about: "`scenes/triangle_drop.ron` and random variants of it: start within ± 0.15 m in x and y, tilt within ± 0.15 rad. What counts are \
            those whose ends under PEG and Exact at the smallest step size agree with the reference to 1 cm. Reference as above.",
    steps: &[0.016, 0.015, 0.012, 0.01, 0.008, 0.005, 0.004, 0.002, 0.001],
    shown: 0.01,
    quantities: &[
        number("ends off by more than 5 cm", "–", "0"),
        error("median distance of the ends (m)", "–", "at most PEG's"),
        number("variants that count", "", ""),
        number("energy gained in a step (of largest kinetic)", "", "≤ 1e-12"),
    ],
    run: variants,
};

/// Variants, with the scene itself as the first.
const COUNT: usize = 48;
/// How long they fall (s), and the step size whose ends count as those of h → 0 (s).
const DURATION: f64 = 1.5;
const SMALL: f64 = 1e-4;
/// Ends so far apart (m) are of different motions; so near, of one.
const OFF: f64 = 0.05;
const SAME: f64 = 0.01;

/// The motion of the second body about the first, in the plane.
pub fn reference(run: &Simulation, times: &[f64]) -> Vec<Motion> {
    let plane = |body: usize| -> Vec<Point> {
        let points: Vec<Point> =
            run.model.bodies[body].parts[0].vertices.iter().map(|v| [v.x, v.y]).collect();
        // Whatever order the polytope keeps them in: three points go counterclockwise one way round.
        let [a, b, c] = [points[0], points[1], points[2]];
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if area > 0.0 { points } else { points.into_iter().rev().collect() }
    };
    let (pose, twist, body) = (&run.initial.poses[1], &run.initial.twists[1], &run.model.bodies[1]);
    let centre = run.initial.poses[0].position;
    let fall = Fall {
        fixed: plane(0).into_iter().map(|p| [p[0] + centre.x, p[1] + centre.y]).collect(),
        body: plane(1),
        mass: body.mass,
        inertia: body.inertia[(2, 2)],
        gravity: -run.model.gravity.y,
    };
    let angle = pose.orientation.scaled_axis().z;
    let start = [pose.position.x, pose.position.y, angle, twist.linear.x, twist.linear.y, twist.angular.z];
    fall.course(Motion::from_column_slice(&start), &[], times)
}

fn off(run: &Simulation, truth: &Motion) -> f64 {
    (run.state.poses[1].position - Vec3::new(truth[0], truth[1], 0.0)).norm()
}

fn peers(model: ContactModel, h: f64) -> Outcome {
    let mut run = of_scene("tests/data/triangle_drop_peers.ron", model, h)?;
    let laws = go(&mut run, DURATION)?;
    let truth = reference(&run, &[run.state.time])[0];
    let turn = run.state.poses[1].orientation.angle_to(&Quat::from_scaled_axis(Vec3::z() * truth[2]));
    Ok(vec![off(&run, &truth), turn, laws.gain()])
}

/// The start of variant `k`.
fn variant(k: usize, model: ContactModel, h: f64) -> Result<Simulation, String> {
    let mut run = of_scene("scenes/triangle_drop.ron", model, h)?;
    if k > 0 {
        let mut random = Random(k as u64);
        let pose = &mut run.initial.poses[1];
        pose.position += Vec3::new(random.between(-0.15, 0.15), random.between(-0.15, 0.15), 0.0);
        pose.orientation *= Quat::from_scaled_axis(Vec3::z() * random.between(-0.15, 0.15));
        run.reset();
    }
    Ok(run)
}

/// What of a variant no model under test changes.
pub struct Variant {
    /// Its number.
    pub number: usize,
    /// How far PEG and Exact are from the reference at the smallest step size (m).
    pub limits: [f64; 2],
    /// Where it is after each step of each step size at its end: times with motions.
    ends: Vec<(f64, Motion)>,
}

impl Variant {
    /// Whether both models go to the reference as h → 0.
    pub fn counts(&self) -> bool {
        self.limits.iter().all(|limit| *limit < SAME)
    }
}

/// All variants with their references, computed once, by as many threads as ask at the same time.
pub fn all_variants() -> Result<&'static [Variant], String> {
    static FOUND: OnceLock<Result<Vec<Variant>, String>> = OnceLock::new();
    let compute = |k: usize| -> Result<Variant, String> {
        let mut times: Vec<f64> =
            VARIANTS.steps.iter().map(|h| (DURATION / h + 1e-9).floor() * h).chain([DURATION]).collect();
        times.sort_by(f64::total_cmp);
        let truth = reference(&variant(k, Peg, SMALL)?, &times);
        let last = truth[times.len() - 1];
        let limit = |model| -> Result<f64, String> {
            let mut run = variant(k, model, SMALL)?;
            // One that does not get to its end has no limit, and does not count.
            Ok(go(&mut run, DURATION).map_or(f64::INFINITY, |_| off(&run, &last)))
        };
        Ok(Variant {
            number: k,
            limits: [limit(Peg)?, limit(SeparatingFeature)?],
            ends: times.into_iter().zip(truth).collect(),
        })
    };
    let all = FOUND.get_or_init(|| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads)
                .map(|t| {
                    scope.spawn(move || {
                        (t..COUNT).step_by(threads).map(compute).collect::<Result<Vec<_>, _>>()
                    })
                })
                .collect();
            let mut all = Vec::new();
            for part in parts {
                all.extend(part.join().map_err(|_| "a thread ended".to_owned())??);
            }
            all.sort_by_key(|v: &Variant| v.number);
            Ok(all)
        })
    });
    all.as_deref().map_err(Clone::clone)
}

fn variants(model: ContactModel, h: f64) -> Outcome {
    let (mut offs, mut gain) = (Vec::new(), 0.0_f64);
    for at in all_variants()?.iter().filter(|v| v.counts()) {
        let mut run = variant(at.number, model, h)?;
        let gone = go(&mut run, DURATION);
        let end = run.state.time;
        let truth = at.ends.iter().find(|(t, _)| (t - end).abs() < 1e-9).map(|(_, y)| y);
        // A run that stops is as wrong as one can be.
        offs.push(truth.filter(|_| gone.is_ok()).map_or(f64::INFINITY, |y| off(&run, y)));
        gain = gain.max(gone.map_or(0.0, |laws| laws.gain()));
    }
    let wrong = offs.iter().filter(|d| !(**d < OFF)).count();
    offs.sort_by(f64::total_cmp);
    let median = offs.get(offs.len() / 2).copied().unwrap_or(f64::NAN);
    Ok(vec![wrong as f64, median, offs.len() as f64, gain])
}
