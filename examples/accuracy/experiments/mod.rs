//! The experiments, one file for each kind of motion.

pub mod bounces;
pub mod crashes;
pub mod drops;
pub mod edge;
pub mod rocking;
pub mod sliding;
pub mod spins;
pub mod swings;
pub mod throws;

use super::table::Experiment;

/// All of them, in the order of the tables.
pub const ALL: &[Experiment] = &[
    edge::CUBE,
    drops::PEERS,
    drops::VARIANTS,
    spins::GENERIC,
    spins::MIDDLE,
    swings::SINGLE,
    swings::DOUBLE,
    rocking::ROCKING,
    bounces::BOUNCES,
    sliding::STOP,
    sliding::SPIN,
    sliding::INCLINE,
    crashes::TWO,
    crashes::EIGHT,
    throws::MEET,
    throws::LAND,
    throws::BOUNCE,
    throws::SLIDE,
];
