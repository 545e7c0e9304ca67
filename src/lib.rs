//! pegsim simulates rigid bodies in contact, each body a union of convex polytopes, and can do so under several contact
//! models: the standard model, LNC, PEG (Polytope Exact Geometry) and Exact. A step is a function of a world, a state and
//! settings; it returns the next state and a record of everything it found on the way.
//!
//! ```
//! use pegsim::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A floor, and a cube of 1 m (1000 kg/m³) whose lower face is 10 cm above it. Lengths in m, masses in kg, times in s.
//! let floor = BodySpec::fixed("floor", vec![cuboid(&Vec3::new(2.0, 2.0, 0.5))?]).at(Vec3::new(0.0, 0.0, -0.5));
//! let cube = BodySpec::new("cube", vec![cuboid(&Vec3::repeat(0.5))?]).at(Vec3::new(0.0, 0.0, 0.6));
//! let (model, start) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -9.81), &[floor, cube]);
//!
//! // Half a second in steps of 10 ms, under PEG, which is what the settings say if not told otherwise.
//! let mut run = Simulation::new(model, start, StepSettings::default());
//! let mut record = run.step(&StepInput::default())?;
//! while run.state.time < 0.5 {
//!     record = run.step(&StepInput::default())?;
//! }
//!
//! // What carries the cube: features of both bodies, gap, normal (from the first body to the second), impulse.
//! let mut lift = 0.0;
//! for touch in record.contacts().filter(|touch| touch.impulse > 0.0) {
//!     let contact = touch.contact;
//!     let [a, b] = [contact.body_a(), contact.body_b()].map(|id| &run.model.body(id).name);
//!     println!("{:?} of {a} under {:?} of {b}: gap {:.1e} m, normal {:?}, {:.2} N·s",
//!         contact.pair.a.1, contact.pair.b.1, touch.end_gap, contact.normal.as_slice(), touch.impulse);
//!     lift += touch.impulse * contact.normal.z;
//! }
//!
//! // It rests: it neither moves nor is inside the floor, and in each step the floor gives what gravity takes.
//! let cube = run.model.find("cube").ok_or("no cube")?;
//! assert!((run.state.pose(cube).position.z - 0.5).abs() < 1e-9);
//! assert!(run.state.twist(cube).linear.norm() < 1e-9);
//! assert!((lift - 1000.0 * 9.81 * run.settings.h).abs() < 1e-6);
//! # Ok(())
//! # }
//! ```
//!
//! Programs to start from, in `examples/`: `build_a_world` (bodies, joints and forces in code), `run_a_scene` (a scene file
//! under two models), `own_solver` and `own_contact_model` (a step with an [`LcpSolver`](lcp::LcpSolver) or a
//! [`PointModel`](contact::models::PointModel) of one's own). Run one with
//! `cargo run --no-default-features --example build_a_world`.
//!
//! # Where things are
//!
//! | module | what it holds |
//! |---|---|
//! | [`prelude`] | what most programs need |
//! | [`world`] | bodies and joints ([`Model`](world::Model)), poses and twists ([`State`](world::State)), worlds built in code |
//! | [`scene`] | worlds as RON files: reading, checking, writing, generators |
//! | [`step`] | one step, its settings and its record; a run ([`Simulation`](step::Simulation)) |
//! | [`contact`] | detection of contacts; [`contact::models`] turns them into conditions |
//! | [`lcp`] | complementarity and convex problems, the methods that solve them, the judge of their answers |
//! | [`experiment`] | whole runs: energy, momentum, the truth meter, reports, trajectories, sweeps |
//! | [`recording`] | files of what the window recorded |
//! | [`lesson`] | lessons: scenes in an order, with text and questions |
//! | [`geometry`] | hulls, polytopes and shapes; [`geometry::overlap`] measures how far bodies are in each other |
//! | [`dynamics`] | masses, free motion |
//! | [`math`] | poses, twists, wrenches |
//! | [`output`] | files that are written whole or not at all, and over nothing |
//! | [`reading`] | files that a user names: of what kind and how large |
//! | [`stop`] | asking a long step to end |
//!
//! The cargo feature `cli` adds the program's command line, `app` (on by default) the desktop application as well; a
//! program that wants the library alone depends on pegsim with `default-features = false`.
//!
//! # How a step flows
//!
//! ```text
//!  .ron <-> scene::Scene -> world::Model + world::State + step::StepSettings
//!                                   |
//!                                   v                         one step = step::step
//!   dynamics   free motion under gravity, forces and drives
//!     -> contact    potential contacts near each other (broad phase, narrow phase)
//!     -> contact::models    contacts to disjunctions: Standard, LNC, PEG; or
//!        contact::separating    one row set per feature that separates two parts: Exact
//!     -> step    disjunctions to a complementarity problem or to convex programs, island by island
//!     -> lcp    solve, and judge the answer
//!     -> step    impulses to velocities to poses; then what bounces, bounces
//!                                   |
//!                                   v
//!            step::StepRecord + world::State -> experiment (report, trajectory), app (panels, overlays)
//! ```
//!
//! Invariants, enforced by `tests/tidy.rs`: `lcp` never names a body, `contact` never names an impulse, nothing
//! outside `app` names Bevy or egui, and the truth meter (`geometry::overlap`) shares no code with contact
//! detection. A step is deterministic: the same model, state, input and settings give the same bits.

#[cfg(feature = "app")]
pub mod app;
pub mod contact;
pub mod dynamics;
pub mod experiment;
pub mod geometry;
pub mod lcp;
pub mod lesson;
pub mod math;
pub mod output;
pub mod prelude;
pub mod quote;
pub mod reading;
pub mod recording;
pub mod scene;
pub mod step;
pub mod stop;
mod threads;
pub mod world;

/// The code of the README is compiled and run with the other examples of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
