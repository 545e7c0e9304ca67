//! What the next step will ask about, before it is taken.

use crate::contact::Contact;
use crate::math::Vec3;
use crate::step::error::StepError;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::step::settings::StepSettings;
use crate::step::step;
use crate::step::traps::gaps_at_poses;
use crate::world::{Model, PartId, State, StepInput};

/// The contacts that the next step finds and the conditions that it writes, as they are in `state`: gaps are those there, and nothing
/// pushes. What the model finds only on the way, such as a feature that Exact is led to, is among them; what the step
/// solves is left out. It costs a step.
///
/// # Errors
/// As [`step`].
pub fn ahead(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<StepRecord, StepError> {
    let (mut found, _) = step(model, state, input, settings)?;
    // Features of curved parts are none of a polytope's; the step itself tells their gaps at its start.
    let curved = |id: PartId| model.body(id.body).parts[id.part].is_curved();
    let is_plain = |contact: &&mut Contact| !curved(contact.pair.a.0) && !curved(contact.pair.b.0);
    let mut plain: Vec<&mut Contact> = found.contacts.iter_mut().filter(is_plain).collect();
    let gaps = gaps_at_poses(model, &state.poses, plain.iter().map(|contact| &**contact));
    for (contact, gap) in plain.iter_mut().zip(&gaps) {
        // Of edges that are parallel there the step's own stays.
        if gap.is_finite() {
            (contact.gap, contact.distance) = (*gap, gap.abs());
        }
    }
    let count = found.contacts.len();
    Ok(StepRecord {
        step: state.step,
        time: state.time,
        impulses: vec![0.0; count],
        friction_impulses: vec![Vec3::zeros(); count],
        end_gaps: found.contacts.iter().map(|contact| contact.gap).collect(),
        sprung_traps: 0,
        joints: Vec::new(),
        beside: Vec::new(),
        solve: SolveSummary::default(),
        timing: Timing::default(),
        ..found
    })
}
