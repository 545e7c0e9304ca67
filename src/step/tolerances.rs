//! The tolerances of a step that are compared with each other or that several files read, in one place: what each is for,
//! its unit, and why it is what it is. Those of a single method stand beside it, settings in [`crate::step::ranges`].
//!
//! Lengths, for bodies of about 1 m and coordinates within some metres, from the finest to the coarsest:
//!
//! ```text
//!   1e-15   COORDINATE_ROUNDING   the last digit of a coordinate around 1 m: nothing finer means anything
//!   1e-11   AIMED_VIOLATION       what the iteration of the exact law aims at
//!   1e-10   SETTLED_POSES         end poses of an implicit step no longer move
//!  -1e-10   FREE_GAP              a gap down to this can take over from a released contact
//!   5e-10   EXACT_ACCEPTED        what the iteration of the exact law accepts: half of what the law promises
//!   1e-9    EXACT_VIOLATION       what the exact law promises: a hundred times its aim
//!   2e-9    EXACT_OPEN            what it calls open: twice that, so that every accepted end is an open start
//!   1e-8    SPRUNG                violated for anyone who looks from outside: ten times what is accepted
//!   1e-8    LOADED_GAP            how far open a row that pushes may end
//!   1e-8    CLOSED_GAP            how far open a contact may be that takes part in a bounce: as LOADED_GAP
//!   1e-7    WORTH_CLOSING         ten times LOADED_GAP: below, closing a row gains less than it costs to try
//!   1e-7    TOUCHING              pairs no farther apart touch: ten times what a loaded row may be open by
//!   1e-6    START_OVERLAP         what the numbers of a scene file, rounded by people, may overlap
//!   2e-6    ROUGH_VIOLATION       violation with which it can be seen already which features hold nothing up
//! ```
//!
//! Ratios are dimensionless: UNLOADED.

/// Rounding of coordinates around 1 m (m).
pub(in crate::step) const COORDINATE_ROUNDING: f64 = 1e-15;

/// Violation that ends the iteration of the exact law (m). Far below [`EXACT_VIOLATION`], for two or three more digits cost
/// one problem; a large island, whose problems are dear, stops at half of what is accepted.
pub(in crate::step) const AIMED_VIOLATION: f64 = 1e-11;

/// The end poses of an implicit step have settled when no point of any body moves by more than this from one
/// linearisation to the next (m). A tenth of [`EXACT_VIOLATION`]: gaps of the end are then known to that.
pub(in crate::step) const SETTLED_POSES: f64 = 1e-10;

/// A gap down to this counts as open when an impulse is released in its favour (m). Slightly below zero, because a
/// point where two alternatives touch zero together is optimal only if it is so for *both*: the velocity found
/// satisfies the other alternative too, so switching to it cannot raise the objective.
pub(in crate::step) const FREE_GAP: f64 = -1e-10;

/// The iteration of the exact law accepts a row that falls short by no more than this of what is asked of it (m). Half of
/// [`EXACT_VIOLATION`]: rows that start violated by as much, and are asked for no more than to stay so, still end within it.
pub(in crate::step) const EXACT_ACCEPTED: f64 = 5e-10;

/// Gaps at the end of a step of the exact law are at least minus this (m).
pub const EXACT_VIOLATION: f64 = 1e-9;

/// Separation down to minus this counts as open for the exact law (m). Above [`EXACT_VIOLATION`], so that what one step
/// accepted is open at the start of the next.
pub const EXACT_OPEN: f64 = 2e-9;

/// A contact whose end-of-step gap is below minus this is violated, and a trap with such a contact has sprung (m). Above
/// [`EXACT_OPEN`]: what a step accepted never counts as sprung.
pub const SPRUNG: f64 = 1e-8;

/// A row of the exact law that carries an impulse ends with a gap of at most this (m).
pub(in crate::step) const LOADED_GAP: f64 = 1e-8;

/// A contact with a gap within this at the end of the step is closed, and bodies bounce at it (m). As [`LOADED_GAP`]: what
/// pushed has met.
pub(in crate::step) const CLOSED_GAP: f64 = 1e-8;

/// A row with a gap below this, besides what the state itself is off by, may take over the load of another (m): what could
/// still be gained by closing it is not worth a switch.
pub(in crate::step) const WORTH_CLOSING: f64 = 1e-7;

/// Parts that are no farther apart touch, for the exact law (m): at the start of a step they keep the feature of the last one,
/// and at its end only they may carry a load. As [`WORTH_CLOSING`].
pub(in crate::step) const TOUCHING: f64 = 1e-7;

/// Deepest overlap of two bodies at the start of a scene that is not refused (m).
pub const START_OVERLAP: f64 = 1e-6;

/// Violation of a state in which it can be seen which features want to be released (m).
pub(in crate::step) const ROUGH_VIOLATION: f64 = 2e-6;

/// An impulse below this fraction of the island's largest carries nothing (dimensionless). Ten times the tolerance
/// to which problems are solved unless a scene says otherwise, which would else read as a load.
pub(in crate::step) const UNLOADED: f64 = 1e-9;
