//! pegsim: rigid bodies in contact, with the geometry of polytopes exact.
//!
//! The library is the physics core (f64, nalgebra, no window) and, with the cargo feature `app`, the desktop
//! application around it. Data flows one way through a step:
//!
//! ```text
//!  .ron <-> scene::Scene -> body::Model + body::State + sim::StepSettings
//!                                   |
//!                                   v                         one step = sim::step
//!   contact (broad phase, potential contacts)
//!     -> model (contacts to disjunctions: Standard, LNC, PEG)
//!     -> formulation (disjunctions to a complementarity problem or convex programs) -> lcp (solve, judge)
//!     -> dynamics (impulses to velocities to poses)
//!                                   |
//!                                   v
//!                          sim::StepRecord -> report, trajectory, panels, overlays
//! ```
//!
//! Invariants, enforced by `tests/tidy.rs`: `lcp` never names a body, `contact` never names an impulse, nothing
//! outside `app` names Bevy or egui, and the truth meter (`geometry::overlap`) shares no code with contact
//! detection.

#[cfg(feature = "app")]
pub mod app;
pub mod contact;
pub mod dynamics;
pub mod experiment;
pub mod geometry;
pub mod lcp;
pub mod math;
pub mod scene;
pub mod step;
pub mod stop;
pub mod world;
