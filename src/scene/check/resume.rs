//! Whether a saved moment of a run fits the bodies of its scene, and whether its settings are such as a scene can give.

use crate::contact::separating::mixed::rows_of_core;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Dimension, Pose, Twist, Vec3};
use crate::quote::{brief, counted, number};
use crate::scene::LoadedScene;
use crate::scene::check::validate;
use crate::scene::check::validate::{Checked, check_vector, require, within};
use crate::step::ranges::{MAX_DISTANCE, RUN_AWAY_SPEED};
use crate::step::{StepSettings, ranges};
use crate::world::{Body, BodyId, BodyKind, Model, PairMemory, PartId, PenaltyMemory, State};

/// Steps that a run can have done: beyond this a step's number is no longer exact as a number of plots and tables.
pub const MAX_STEP: u64 = 1 << 53;

/// A quaternion this far from unit length was not written by the program.
const UNIT_TOLERANCE: f64 = 1e-9;

/// Refuses a moment that a run of `model` cannot be in.
pub(in crate::scene) fn check(model: &Model, saved: &State) -> Checked {
    let bodies = model.bodies.len();
    for (field, count) in [("poses", saved.poses.len()), ("twists", saved.twists.len())] {
        require(count == bodies, format!("resume.{field}"), || {
            let bodies = counted(bodies, "body", "bodies");
            format!("resume has {count} {field} for {bodies}; give one for each body, or leave `resume` out")
        })?;
    }
    require(saved.step <= MAX_STEP, "resume.step", || {
        format!("resume.step is {}; a run has at most {MAX_STEP} steps", saved.step)
    })?;
    within(&ranges::MOMENT, saved.time, "resume.time", "")?;
    // Also where a file of version 2 has none.
    require(!saved.lag.is_nan(), "resume", || {
        "resume.lag is missing or NaN; a number from 0 to 1 is needed, by how much the velocities lie before `time` (s)"
            .to_owned()
    })?;
    within(&ranges::LAG, saved.lag, "resume.lag", ", by how much the velocities lie before `time`")?;
    for (k, (pose, twist)) in saved.poses.iter().zip(&saved.twists).enumerate() {
        check_motion(model.dimension, pose, twist, k)?;
    }
    let flat = |t: &Twist| t.linear.z == 0.0 && t.angular.x == 0.0 && t.angular.y == 0.0;
    let can_be = |(id, support): &(BodyId, Twist)| {
        let gained = support.linear.norm().max(support.angular.norm()) * saved.lag;
        model.bodies.get(id.0).is_some_and(Body::is_dynamic)
            && gained <= RUN_AWAY_SPEED
            && (model.dimension == Dimension::Three || flat(support))
    };
    let ascending = saved.support.windows(2).all(|w| w[0].0 < w[1].0);
    require(ascending && saved.support.iter().all(can_be), "resume.support", || {
        "resume.support must name dynamic bodies of the scene, ascending, each with accelerations that a run can have; leave it out, and \
         velocities are brought up to the time of the moment by gravity alone"
            .to_owned()
    })?;
    let joints = model.joints.len();
    let known = saved.broken.iter().all(|&k| k < joints) && saved.broken.windows(2).all(|w| w[0] < w[1]);
    require(known, "resume.broken", || {
        let given = brief(&format!("{:?}", saved.broken));
        format!("resume.broken is {given}; it must be numbers of the {joints} joints, ascending")
    })?;
    let pairs = saved.memory.pairs();
    let sorted = pairs.windows(2).all(|w| w[0].parts < w[1].parts);
    let (_, penalties) = saved.memory.penalties();
    let known = |p: &PenaltyMemory| {
        let (a, b) = p.bodies;
        a < b && b.0 < bodies && p.integral.is_finite() && p.integral >= 0.0
    };
    let penalties = penalties.windows(2).all(|w| w[0].bodies < w[1].bodies) && penalties.iter().all(known);
    require(penalties && sorted && pairs.iter().all(|pair| fits(model, pair)), "resume.memory", || {
        "resume.memory does not fit the shapes of the bodies; leave `memory` out, and the run finds its contacts anew"
            .to_owned()
    })
}

/// Refuses a velocity that no step would heed. Only of scenes, which people write: a recording has what a run had.
pub(in crate::scene) fn check_fixed(model: &Model, saved: &State) -> Checked {
    for (k, (body, twist)) in model.bodies.iter().zip(&saved.twists).enumerate() {
        let rests = twist.linear.norm() == 0.0 && twist.angular.norm() == 0.0;
        require(body.kind != BodyKind::Fixed || rests, format!("resume.twists[{k}]"), || {
            "a fixed body has a velocity in `resume`; all six numbers must be 0".to_owned()
        })?;
    }
    Ok(())
}

/// Whether a state is one that a run of `model` can be in, for states from files other than scenes.
///
/// # Errors
/// One sentence about what does not fit.
pub fn check_state(model: &Model, state: &State) -> Result<(), String> {
    check(model, state).map_err(|problem| problem.message)
}

/// Whether the settings of a step are such as the file of `scene` could give, for settings from files other than scenes.
///
/// # Errors
/// One sentence about the first value that is out of its range.
pub fn check_settings(scene: &LoadedScene, settings: &StepSettings) -> Result<(), String> {
    let source = scene.source.clone().with_settings(settings);
    validate::check(&source).map_err(|problem| problem.message)
}

/// A run may carry bodies farther and faster than a scene may put them: what it can be in, it can be saved in.
fn check_motion(dimension: Dimension, pose: &Pose, twist: &Twist, k: usize) -> Checked {
    let place = format!("resume.poses[{k}]");
    check_vector(&place, "position", pose.position.as_slice(), MAX_DISTANCE, "m")?;
    let length = pose.orientation.coords.norm();
    require((length - 1.0).abs() <= UNIT_TOLERANCE, place.clone(), || {
        let length = number(length);
        format!("the orientation has length {length}; a quaternion (x, y, z, w) of length 1 is needed")
    })?;
    let motion = format!("resume.twists[{k}]");
    check_vector(&motion, "velocity", twist.linear.as_slice(), RUN_AWAY_SPEED, "m/s")?;
    check_vector(&motion, "angular velocity", twist.angular.as_slice(), RUN_AWAY_SPEED, "rad/s")?;
    let turn = &pose.orientation.coords;
    let flat = pose.position.z == 0.0
        && twist.linear.z == 0.0
        && twist.angular.x == 0.0
        && twist.angular.y == 0.0
        && turn.x.abs() <= 1e-12
        && turn.y.abs() <= 1e-12;
    require(dimension == Dimension::Three || flat, place, || {
        "the body leaves the x-y plane; in a two-dimensional scene it must not".to_owned()
    })
}

/// Whether the parts and features of a remembered pair exist.
fn fits(model: &Model, pair: &PairMemory) -> bool {
    let part = |id: PartId| model.bodies.get(id.body.0).and_then(|body| body.parts.get(id.part));
    let (Some(a), Some(b)) = (part(pair.parts.0), part(pair.parts.1)) else { return false };
    let curved = a.is_curved() || b.is_curved();
    let swept = a.rounding > 0.0 || b.rounding > 0.0;
    let feature = match pair.feature {
        SeparatingFeature::Surfaces => curved,
        SeparatingFeature::Edges { .. } if curved => false,
        _ if swept => false,
        SeparatingFeature::FacetOfA(f) => f < a.facets.len(),
        SeparatingFeature::FacetOfB(f) => f < b.facets.len(),
        SeparatingFeature::Edges { a: ea, b: eb, .. } => ea < a.edges.len() && eb < b.edges.len(),
    };
    // Which of the two parts a row's vertices belong to depends on the feature.
    let other = |f: SeparatingFeature| -> &Polytope {
        if matches!(f, SeparatingFeature::FacetOfB(_)) { a } else { b }
    };
    let corners = |p: &Polytope| p.vertices.len() + p.smooth().map_or(0, |smooth| smooth.limbs.len());
    let row = |key: &RowKey| match *key {
        RowKey::Vertex(v) => v < corners(other(pair.feature)),
        RowKey::Edges => true,
        RowKey::SideOfA(v) => v < a.vertices.len(),
        RowKey::SideOfB(v) => v < b.vertices.len(),
        RowKey::OfA(v) => curved && v < corners(a).max(rows_of_core(a)),
        RowKey::OfB(v) => curved && v < corners(b).max(rows_of_core(b)),
        RowKey::Between(ea, eb) => curved && (ea as usize) < a.edges.len() && (eb as usize) < b.edges.len(),
        RowKey::Within(spot) => {
            let of_facet = |part: &Polytope| match spot.flank() {
                Some(_) => part.smooth().is_some_and(|solid| solid.limbs.len() == 2),
                None => spot.facet() < part.facets.len(),
            };
            match pair.feature {
                SeparatingFeature::FacetOfA(_) | SeparatingFeature::FacetOfB(_) => {
                    of_facet(other(pair.feature))
                }
                // A point of the flat end of a solid beside a core.
                SeparatingFeature::Surfaces => match (a.smooth(), b.smooth()) {
                    (Some(_), None) => spot.flank().is_none() && of_facet(a),
                    (None, Some(_)) => spot.flank().is_none() && of_facet(b),
                    _ => false,
                },
                SeparatingFeature::Edges { .. } => false,
            }
        }
    };
    let bore =
        |(key, p, f): &(RowKey, f64, Vec3)| row(key) && p.is_finite() && f.iter().all(|f| f.is_finite());
    feature
        && pair.rows.iter().all(|(key, impulse)| row(key) && impulse.is_finite())
        && pair.held.iter().all(bore)
}

#[cfg(test)]
mod tests {
    use crate::geometry::separating::RowKey;
    use crate::math::Vec3;
    use crate::scene::load::{load_file, load_scene};
    use crate::step::Simulation;
    use crate::world::{ContactMemory, StepInput};
    use std::path::Path;

    use crate::contact::models::ContactModel::{self, Peg, SeparatingFeature};

    fn saved(scene: &str, steps: usize) -> crate::scene::loaded::LoadedScene {
        saved_under(SeparatingFeature, scene, steps)
    }

    fn saved_under(model: ContactModel, scene: &str, steps: usize) -> crate::scene::loaded::LoadedScene {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let loaded = load_file(&path).unwrap();
        let mut settings = loaded.settings;
        settings.contact.model = model;
        let mut run = Simulation::new(loaded.model.clone(), loaded.state.clone(), settings);
        for _ in 0..steps {
            run.step(&StepInput::default()).unwrap();
        }
        let mut source = loaded.source.clone();
        source.resume = Some(run.state);
        load_scene(source, "saved.ron", path.parent().unwrap()).unwrap()
    }

    #[test]
    fn a_run_goes_on_from_a_saved_moment_to_the_bit() {
        for scene in ["box2d_seed0.ron", "joints/double_pendulum.ron"] {
            let loaded = saved(scene, 60);
            let text = crate::scene::save::to_text(&loaded.source);
            let back = crate::scene::load::load_str(&text, "saved.ron", Path::new("scenes")).unwrap();
            assert_eq!(back.first_state(), loaded.first_state(), "{text}");
            assert_eq!(back.first_state().step, 60);
            let mut settings = loaded.settings;
            settings.contact.model = crate::contact::models::ContactModel::SeparatingFeature;
            let run = |from: &crate::world::State| {
                let mut run = Simulation::new(loaded.model.clone(), from.clone(), settings);
                for _ in 0..30 {
                    run.step(&StepInput::default()).unwrap();
                }
                run.state
            };
            let mut straight = Simulation::new(loaded.model.clone(), loaded.state.clone(), settings);
            for _ in 0..90 {
                straight.step(&StepInput::default()).unwrap();
            }
            assert_eq!(run(back.first_state()), straight.state);
        }
    }

    /// A saved moment without a lag is one of the first version, in which every step was a leapfrog step; what has a lag is
    /// of another version, so that an older program refuses it.
    #[test]
    fn a_moment_saved_before_there_was_a_lag_has_that_of_its_step_size() {
        // Exact leaves no lag, and says so.
        let exact = crate::scene::save::to_text(&saved("box2d_seed0.ron", 60).source);
        assert!(exact.contains("format_version: 2") && exact.contains("lag: 0.0,"), "{exact}");
        let loaded = saved_under(Peg, "box2d_seed0.ron", 60);
        let text = crate::scene::save::to_text(&loaded.source);
        assert!(text.contains("format_version: 2"), "{text}");
        let lag = format!("lag: {},", 0.5 * loaded.settings.h);
        assert!(text.contains(&lag), "{text}");
        let read = |text: &str| crate::scene::load::load_str(text, "saved.ron", Path::new("scenes"));
        let bare = text.replace(&lag, "");
        let old = read(&bare.replace("format_version: 2", "format_version: 1")).unwrap();
        assert_eq!(old.first_state(), loaded.first_state());
        assert!(read(&bare).unwrap_err().message.contains("resume.lag is missing"));
        let other = read(&text.replace(&lag, "lag: 0.0,")).unwrap();
        assert_eq!(other.first_state().lag, 0.0);
        // At its start a run has no lag.
        let start = bare.replace("format_version: 2", "format_version: 1").replace("step: 60", "step: 0");
        assert_eq!(read(&start).unwrap().first_state().lag, 0.0);
    }

    #[test]
    fn a_moment_that_does_not_fit_is_refused_with_the_reason() {
        let good = saved("box2d_seed0.ron", 150).source;
        let refuse = |change: &dyn Fn(&mut crate::world::State), what: &str| {
            let mut source = good.clone();
            change(source.resume.as_mut().unwrap());
            let error = load_scene(source, "saved.ron", Path::new("scenes")).unwrap_err();
            assert!(error.message.contains(what), "{error}");
        };
        refuse(&|s| s.poses.truncate(1), "poses for");
        refuse(
            &|s| {
                let mut pairs = s.memory.pairs().to_vec();
                pairs[0].held = vec![(RowKey::SideOfA(usize::MAX), 1.0, Vec3::zeros())];
                s.memory = ContactMemory::new(pairs);
            },
            "resume.memory",
        );
        refuse(&|s| s.step = u64::MAX, "resume.step");
        for time in [-1.0, 1e300, f64::NAN] {
            refuse(&|s| s.time = time, "resume.time");
        }
        refuse(&|s| s.lag = -1.0, "resume.lag");
        refuse(&|s| s.lag = 1e300, "resume.lag");
        refuse(&|s| s.poses[1].position.x = 1e300, "position");
        refuse(&|s| s.twists[1].linear.x = 1e8, "velocity");
        refuse(&|s| s.twists[1].angular.z = f64::INFINITY, "angular velocity");
        refuse(&|s| s.lag = f64::NAN, "resume.lag");
        refuse(&|s| s.poses[1].position.x = f64::NAN, "position");
        refuse(&|s| s.poses[1].position.z = 0.1, "plane");
        refuse(&|s| s.broken.push(3), "resume.broken");
        let pairs = |s: &crate::world::State| s.memory.pairs().to_vec();
        assert!(!pairs(good.resume.as_ref().unwrap()).is_empty(), "the run has touched something");
        refuse(
            &|s| {
                let mut all = pairs(s);
                all[0].parts.1.body.0 = 999;
                s.memory = crate::world::ContactMemory::new(all);
            },
            "resume.memory",
        );
    }
}
