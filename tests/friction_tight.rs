//! Friction in tight places under the exact law: every run ends, without overlap, and without a gain of energy.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use pegsim::contact::models::ContactModel;
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::overlap::pairs_overlap;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyKind, StepInput};
use std::sync::Arc;

const G: f64 = 9.81;
