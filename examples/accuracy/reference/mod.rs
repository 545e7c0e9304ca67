//! Where bodies truly go: closed forms and fine integrations that share no code with the step.

pub mod elliptic;
pub mod pendulums;
pub mod polygons;
pub mod runge_kutta;
pub mod top;
