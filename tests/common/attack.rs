//! A run of thrown bodies with every law asked of every step; and from a run that breaks one, the smallest that still does.
//!
//! `PEGSIM_ATTACK` says how many steps all tests of the file take together, `PEGSIM_ATTACK_SEED` that each takes one seed
//! alone, and `PEGSIM_ATTACK_SHRINK` names a folder into which the first run that breaks a law is written as a scene, with
//! as few bodies and steps as do it.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a helper of a test may end the test

use super::chance::Chance;
use super::continuous::{Watch, exchanged};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::measure;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Vec3};
use pegsim::scene::LoadedScene;
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::joint::{Controller, Joint, JointKind};
use pegsim::world::{Body, BodyId, BodyKind, Model, State, StepInput};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Deepest penetration that is allowed at the end of any step (m): what a step accepts, 1e-9 m, and the rounding of
/// coordinates of metres.
const DEPTH: f64 = 1.001e-9;

/// A step size between a millisecond and a thirtieth of a second (s).
pub fn step_size(c: &mut Chance) -> f64 {
    c.scale(1e-3, 0.033)
}

/// A place on the x axis (m).
pub fn x(x: f64) -> Vec3 {
    Vec3::new(x, 0.0, 0.0)
}

/// A body that impulses move, of one part.
pub fn body(name: &str, shape: Polytope, at: Vec3) -> BodySpec {
    BodySpec::new(name, vec![shape]).at(at)
}

/// A body that nothing moves, of one part.
pub fn held(name: &str, shape: Polytope, at: Vec3) -> BodySpec {
    BodySpec::fixed(name, vec![shape]).at(at)
}

/// A joint: kind, bodies by number, point (m) and axis.
#[derive(Clone)]
pub struct Link {
    pub kind: JointKind,
    pub bodies: (usize, usize),
    pub point: Vec3,
    pub axis: Vec3,
}

/// What a run must keep from its start to its end.
#[derive(Clone)]
pub enum Keep {
    /// A body stays on the side of the middle of a wall to which `normal` points, both in the wall's own axes, as long as
    /// it is beside the wall's face (half side, m).
    Side { body: usize, wall: usize, normal: Vec3, face: f64 },
    /// The centres of two bodies that are hooked into each other stay within a distance (m).
    Hooked { bodies: (usize, usize), within: f64 },
}

/// A run to try.
#[derive(Clone)]
pub struct Case {
    pub dimension: Dimension,
    pub gravity: Vec3,
    pub h: f64,
    pub steps: usize,
    pub bodies: Vec<BodySpec>,
    pub links: Vec<Link>,
    /// Drives and paths; a run that has any is not made smaller.
    pub drives: Vec<Controller>,
    pub keep: Vec<Keep>,
}

/// A law that a step broke.
#[derive(Clone, Debug)]
pub struct Flaw {
    pub law: &'static str,
    /// The step that broke it, from 0.
    pub step: usize,
    pub text: String,
}

/// What came of a run.
#[derive(Default)]
pub struct Outcome {
    pub steps: usize,
    /// Steps that were divided in a way that cannot be told from outside: their ways were not looked at.
    pub unseen: usize,
    pub flaws: Vec<Flaw>,
    /// Before each step.
    states: Vec<State>,
}

impl Case {
    pub fn new(dimension: Dimension, h: f64, steps: usize) -> Self {
        Self {
            dimension,
            gravity: Vec3::zeros(),
            h,
            steps,
            bodies: Vec::new(),
            links: Vec::new(),
            drives: Vec::new(),
            keep: Vec::new(),
        }
    }

    /// The bodies and joints of a scene, for as long as it lasts.
    pub fn of(scene: &LoadedScene) -> Self {
        let (model, state) = (&scene.model, &scene.state);
        let h = scene.settings.h;
        let mut case = Self::new(model.dimension, h, (scene.duration.unwrap() / h).round() as usize);
        case.gravity = model.gravity;
        for (k, body) in model.bodies.iter().enumerate() {
            let mut spec = BodySpec::new("", body.parts.to_vec()).at(state.poses[k].position);
            spec.properties = body.properties.clone();
            spec.orientation = state.poses[k].orientation;
            (spec.velocity, spec.angular_velocity) = (state.twists[k].linear, state.twists[k].angular);
            spec.mass = Some(body.mass).filter(|m| m.is_finite());
            spec.inertia = Some(body.inertia);
            case.add(spec);
        }
        for joint in &model.joints {
            let (a, b) = joint.bodies;
            let pose = &state.poses[a.0];
            let point = pose.transform_point(&joint.frames.0.point);
            let axis = pose.orientation * (joint.frames.0.axes * Vec3::z());
            case.links.push(Link { kind: joint.kind, bodies: (a.0, b.0), point, axis });
        }
        case
    }

    /// Adds a body, and says its number.
    pub fn add(&mut self, body: BodySpec) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    pub fn build(&self) -> (Model, State) {
        let (mut model, state) = assemble(self.dimension, self.gravity, &self.bodies);
        for link in &self.links {
            let (a, b) = link.bodies;
            let poses = (&state.poses[a], &state.poses[b]);
            let ids = (BodyId(a), BodyId(b));
            model.joints.push(Joint::new(link.kind, ids, poses, link.point, link.axis, self.dimension));
        }
        model.controllers.clone_from(&self.drives);
        (model, state)
    }

    /// Whether the bodies are apart at the start, as every law assumes.
    pub fn is_sound(&self) -> bool {
        let (model, state) = self.build();
        let truth = measure(&model, &state);
        truth.pairs.is_empty() && self.broken(&state).is_none()
    }

    fn broken(&self, state: &State) -> Option<String> {
        self.keep.iter().find_map(|keep| match keep {
            Keep::Side { body, wall, normal, face } => {
                let frame = &state.poses[*wall];
                let way = state.poses[*body].position - frame.position;
                let local = frame.orientation.inverse() * way;
                let along = local.dot(normal);
                let aside = (local - normal * along).norm();
                (!(along > 0.0) && aside < *face).then(|| {
                    let (body, wall) = (&self.bodies[*body].name, &self.bodies[*wall].name);
                    format!("`{body}` is {:.3e} m behind the middle of `{wall}`", -along)
                })
            }
            Keep::Hooked { bodies: (a, b), within } => {
                let d = (state.poses[*a].position - state.poses[*b].position).norm();
                (!(d < *within)).then(|| format!("hooked bodies are {d} m apart"))
            }
        })
    }

    /// The run, with every law asked of every step. It ends with the first step that breaks one.
    pub fn run(&self) -> Outcome {
        let (model, state) = self.build();
        let mut settings = StepSettings { h: self.h, count_traps: false, ..StepSettings::default() };
        settings.contact.model = ContactModel::SeparatingFeature;
        let watch = Watch::new(&model);
        let mut s = Simulation::new(model.clone(), state, settings);
        // A body that moves as it is told to gives and takes energy.
        let kinematic = |b: &Body| b.kind == BodyKind::Kinematic;
        let driven = model.bodies.iter().any(kinematic) || !model.controllers.is_empty();
        let mut out = Outcome::default();
        let mut gains = Vec::new();
        let mut largest = energy(&model, &s.state).0;
        for step in 0..self.steps {
            let before = s.state.clone();
            out.states.push(before.clone());
            let flaw = |law, text| Flaw { law, step, text };
            let record = match s.step(&StepInput::default()) {
                Ok(record) => record,
                Err(e) => {
                    out.flaws.push(flaw("no step found", e.to_string()));
                    break;
                }
            };
            out.steps += 1;
            let depth = measure(&model, &s.state).depth_max;
            if !(depth <= DEPTH) {
                out.flaws.push(flaw("depth at the end", format!("{depth:.3e} m")));
            }
            if let Some(text) = self.broken(&s.state) {
                out.flaws.push(flaw("the other side", text));
            }
            let (was, is) = (energy(&model, &before), energy(&model, &s.state));
            largest = largest.max(is.0);
            if !driven {
                gains.push((step, is.0 + is.1 - was.0 - was.1, was.0));
            }
            match Watch::instants(&model, &settings, (&before, &s.state), &record) {
                None => out.unseen += 1,
                Some(states) => {
                    let parts: Vec<_> = states
                        .windows(2)
                        .map(|w| watch.passage(&model, &w[0], &w[1], w[1].time - w[0].time))
                        .collect();
                    for (a, b, depth, thin, s) in parts.iter().filter_map(|p| p.deep) {
                        let name = |id: BodyId| &self.bodies[id.0].name;
                        let (a, b) = (name(a.body), name(b.body));
                        let text = format!(
                            "`{a}` and `{b}` are {depth:.3e} m in each other, {:.2} of the thinner one, at {s:.3} of \
                             the step",
                            depth / thin
                        );
                        out.flaws.push(flaw("passes between the ends", text));
                    }
                    let load: f64 = model
                        .ids()
                        .filter(|id| model.body(*id).is_dynamic())
                        .map(|id| model.body(id).mass * (1.0 + before.twists[id.0].linear.norm()))
                        .fold(f64::INFINITY, f64::min);
                    for (pair, impulse) in exchanged(&record) {
                        if impulse > 1e-9 * load && parts.iter().all(|p| p.apart.contains(&pair)) {
                            let (a, b) = (&self.bodies[pair.0.body.0].name, &self.bodies[pair.1.body.0].name);
                            let text = format!("`{a}` and `{b}` exchange {impulse:.3e} N·s and never meet");
                            out.flaws.push(flaw("pushed from afar", text));
                        }
                    }
                }
            }
            if !out.flaws.is_empty() {
                break;
            }
        }
        let worst = gains.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((step, gain, of)) = worst.filter(|(_, gain, _)| !(*gain <= 1e-12 * largest)) {
            let text = format!("{gain:.3e} J more than {of:.3e} J before (largest {largest:.3e} J)");
            out.flaws.push(Flaw { law: "energy gained", step, text });
        }
        out
    }

    fn flaw(&self, law: &str) -> Option<(Flaw, Vec<State>)> {
        if !self.is_sound() || !self.drives.is_empty() {
            return None;
        }
        let out = self.run();
        out.flaws.iter().find(|f| f.law == law).map(|f| (f.clone(), out.states))
    }

    /// As few bodies and steps as still break the law: bodies are left out one by one, then the run begins with the step
    /// that breaks it, if that alone does.
    pub fn shrunk(&self, law: &str) -> Self {
        let mut case = self.clone();
        let mut k = 0;
        while k < case.bodies.len() {
            let less = case.without(k);
            if less.bodies.len() > 1 && less.flaw(law).is_some() {
                case = less;
            } else {
                k += 1;
            }
        }
        while let Some((flaw, states)) = case.flaw(law) {
            case.steps = flaw.step + 1;
            let from = (0..=flaw.step).rev().filter(|k| *k > 0);
            let later = from.map(|k| case.started_at(&states[k], flaw.step + 1 - k));
            match later.take(3).find(|later| later.flaw(law).is_some()) {
                Some(later) if later.steps < case.steps => case = later,
                _ => break,
            }
        }
        case
    }

    fn write(&self, folder: &str, name: &str, law: &str, seed: u64) {
        let Some((flaw, _)) = self.flaw(law) else { return };
        let path = format!("{folder}/{name}_{}.ron", law.replace(' ', "_"));
        let text = format!("// seed {seed}, {law}, step {}: {}\n{}", flaw.step, flaw.text, self.scene());
        std::fs::write(&path, text).unwrap();
        println!("{path}: {} bodies, {} steps: {}", self.bodies.len(), self.steps, flaw.text);
    }

    fn without(&self, gone: usize) -> Self {
        let mut less = self.clone();
        less.bodies.remove(gone);
        let number = |k: usize| if k > gone { k - 1 } else { k };
        less.links = Vec::new();
        for link in self.links.iter().filter(|l| l.bodies.0 != gone && l.bodies.1 != gone) {
            let bodies = (number(link.bodies.0), number(link.bodies.1));
            less.links.push(Link { bodies, ..link.clone() });
        }
        less.keep =
            self.keep
                .iter()
                .filter_map(|keep| match keep.clone() {
                    Keep::Side { body, wall, normal, face } => (body != gone && wall != gone)
                        .then(|| Keep::Side { body: number(body), wall: number(wall), normal, face }),
                    Keep::Hooked { bodies: (a, b), within } => (a != gone && b != gone)
                        .then(|| Keep::Hooked { bodies: (number(a), number(b)), within }),
                })
                .collect();
        less
    }

    fn started_at(&self, state: &State, steps: usize) -> Self {
        let mut later = self.clone();
        later.steps = steps;
        let (model, start) = self.build();
        for (k, spec) in later.bodies.iter_mut().enumerate() {
            spec.parts = model.bodies[k].parts.to_vec();
            spec.position = state.poses[k].position;
            spec.orientation = state.poses[k].orientation;
            spec.velocity = state.twists[k].linear;
            spec.angular_velocity = state.twists[k].angular;
        }
        for link in &mut later.links {
            let a = link.bodies.0;
            let (then, now) = (&start.poses[a], &state.poses[a]);
            let turn = now.orientation * then.orientation.inverse();
            link.point = now.position + turn * (link.point - then.position);
            link.axis = turn * link.axis;
        }
        later
    }

    /// As a scene file, to be looked at.
    pub fn scene(&self) -> String {
        let v = |v: &Vec3| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z);
        let mut text = format!(
            "Scene(dimension: {:?}, gravity: {}, time_step: {:?}, duration: Some({:?}),\ncontact: (model: \
             SeparatingFeature), bodies: [\n",
            self.dimension,
            v(&self.gravity),
            self.h,
            self.h * self.steps as f64
        );
        for b in &self.bodies {
            let hull = |points: &[Vec3]| {
                let points: Vec<String> = points
                    .iter()
                    .map(|p| match self.dimension {
                        Dimension::Two => format!("({:?}, {:?})", p.x, p.y),
                        Dimension::Three => v(p),
                    })
                    .collect();
                format!("Hull(points: [{}])", points.join(", "))
            };
            let shape = match b.parts.as_slice() {
                [one] => hull(&one.vertices),
                parts => {
                    let parts: Vec<String> =
                        parts.iter().map(|p| format!("(shape: {})", hull(&p.vertices))).collect();
                    format!("Union([{}])", parts.join(", "))
                }
            };
            let q = b.orientation.coords;
            write!(text, "  (name: {:?}, kind: {:?}, shape: {shape}, ", b.name, b.kind).unwrap();
            write!(
                text,
                "position: {}, orientation: ({:?}, {:?}, {:?}, {:?}), ",
                v(&b.position),
                q.w,
                q.x,
                q.y,
                q.z
            )
            .unwrap();
            let (friction, restitution, density) = (b.friction, b.restitution, b.density);
            write!(text, "velocity: {}, angular_velocity: {}, ", v(&b.velocity), v(&b.angular_velocity))
                .unwrap();
            writeln!(text, "friction: {friction:?}, restitution: {restitution:?}, density: {density:?}),")
                .unwrap();
        }
        text.push_str("], joints: [\n");
        for l in &self.links {
            let (a, b) = (&self.bodies[l.bodies.0].name, &self.bodies[l.bodies.1].name);
            let (point, axis) = (v(&l.point), v(&l.axis));
            writeln!(text, "  (kind: {:?}, bodies: ({a:?}, {b:?}), point: {point}, axis: {axis}),", l.kind)
                .unwrap();
        }
        text.push_str("])\n");
        text
    }
}

/// Kinetic and potential energy of the bodies that impulses move (J).
pub fn energy(model: &Model, state: &State) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for id in model.ids().filter(|id| model.body(*id).is_dynamic()) {
        let (b, pose, twist) = (model.body(id), &state.poses[id.0], &state.twists[id.0]);
        let w = pose.orientation.inverse() * twist.angular;
        sum.0 += 0.5 * (b.mass * twist.linear.norm_squared() + w.dot(&(b.inertia * w)));
        sum.1 -= b.mass * model.gravity.dot(&pose.position);
    }
    sum
}

fn number(variable: &str) -> Option<usize> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}; it must be a number")))
}

/// Steps of all tests of the file together where the environment does not say otherwise.
const STEPS: usize = 10_000;

/// Tries the cases of `make`, one a seed, until the share `percent` of all steps is done, and says which laws broke how
/// often, each with its first seeds.
pub fn attack(name: &str, percent: usize, make: impl Fn(u64) -> Case) {
    let steps = number("PEGSIM_ATTACK").unwrap_or(STEPS) * percent / 100;
    let only = number("PEGSIM_ATTACK_SEED").map(|seed| seed as u64);
    let shrink = std::env::var("PEGSIM_ATTACK_SHRINK").ok();
    let (mut done, mut runs, mut failed, mut unseen) = (0, 0, 0, 0);
    let mut laws: BTreeMap<&'static str, (usize, String)> = BTreeMap::new();
    for seed in only.map_or(0..u64::MAX, |seed| seed..seed + 1) {
        if done >= steps.max(1) {
            break;
        }
        let case = make(seed);
        if !case.is_sound() {
            // A start that the scene itself spoils counts as a step, so that the loop ends whatever `make` does.
            done += 1;
            continue;
        }
        let out = case.run();
        done += out.steps.max(1);
        runs += 1;
        unseen += out.unseen;
        failed += usize::from(!out.flaws.is_empty());
        let mut broken: Vec<&str> = Vec::new();
        for flaw in out.flaws {
            let (count, text) = laws.entry(flaw.law).or_default();
            *count += usize::from(!broken.contains(&flaw.law));
            broken.push(flaw.law);
            if let Some(folder) = shrink.as_ref().filter(|_| text.is_empty()) {
                case.shrunk(flaw.law).write(folder, name, flaw.law, seed);
            }
            if *count <= 4 || only.is_some() {
                let h = case.h * 1e3;
                write!(text, "\n    seed {seed}, h = {h:.2} ms, step {}: {}", flaw.step, flaw.text).unwrap();
            }
        }
    }
    let tried =
        format!("{runs} runs, {done} steps, {unseen} of them divided in a way that is not seen from outside");
    println!("{name}: {tried}");
    let mut report = String::new();
    for (law, (count, text)) in &laws {
        write!(report, "\n  {law}: {count} of {runs} runs{text}").unwrap();
    }
    assert!(failed == 0, "{failed} of {runs} runs break a law ({tried}):{report}");
}
