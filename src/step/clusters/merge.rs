//! The records of clusters that took a step apart, as one.

use crate::contact::ContactId;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::world::PartId;

/// One record of several that have no body in common but such as impulses do not move, in the order that the step has of all at once: by the parts
/// of their pairs.
///
/// Efforts add up, of sizes and errors the largest counts; the parts of the step are those of the cluster that has most.
pub(super) fn merged(records: Vec<StepRecord>) -> StepRecord {
    let mut all = StepRecord {
        step: records.iter().map(|record| record.step).max().unwrap_or_default(),
        time: records.iter().map(|record| record.time).fold(0.0, f64::max),
        contacts: Vec::new(),
        impulses: Vec::new(),
        friction_impulses: Vec::new(),
        end_gaps: Vec::new(),
        disjunctions: Vec::new(),
        traps: 0,
        sprung_traps: 0,
        joints: Vec::new(),
        beside: Vec::new(),
        detection_distance: 0.0,
        islands: 0,
        solve: SolveSummary::default(),
        timing: Timing::default(),
    };
    let mut order: Vec<(PartId, PartId, usize, usize)> = Vec::new();
    for (k, record) in records.iter().enumerate() {
        order.extend(record.disjunctions.iter().enumerate().map(|(d, it)| (it.parts.0, it.parts.1, k, d)));
    }
    order.sort_unstable();
    let mut worst: Option<(usize, f64)> = None;
    for (_, _, k, d) in order {
        let record = &records[k];
        let mut disjunction = record.disjunctions[d].clone();
        for id in disjunction.alternatives.iter_mut().flat_map(|alternative| &mut alternative.contacts) {
            let old = id.0;
            *id = ContactId(all.contacts.len());
            if record.solve.worst_contact == Some(old) {
                let error = gap_error(record, old);
                if worst.is_none_or(|(_, known)| error > known) {
                    worst = Some((id.0, error));
                }
            }
            all.contacts.push(record.contacts[old].clone());
            all.impulses.push(record.impulses[old]);
            all.friction_impulses.push(record.friction_impulses[old]);
            all.end_gaps.push(record.end_gaps[old]);
        }
        all.disjunctions.push(disjunction);
    }
    let mut notes: Vec<String> = Vec::new();
    for mut record in records {
        all.traps += record.traps;
        all.sprung_traps += record.sprung_traps;
        all.joints.append(&mut record.joints);
        all.beside.append(&mut record.beside);
        all.detection_distance = all.detection_distance.max(record.detection_distance);
        all.islands += record.islands;
        all.timing.add(&record.timing);
        all.solve.substeps = all.solve.substeps.max(record.solve.substeps);
        notes.extend(record.solve.fallback.take());
        all.solve.take_island(record.solve);
    }
    all.joints.sort_by_key(|joint| joint.joint);
    all.beside.sort_by_key(|(id, _)| *id);
    all.solve.fallback = (!notes.is_empty()).then(|| notes.join("; "));
    all.solve.worst_contact = worst.map(|(k, _)| k);
    all
}

/// How far a contact is from the truth at the end of the step: violated, or loaded although it is open (m).
fn gap_error(record: &StepRecord, k: usize) -> f64 {
    let gap = record.end_gaps[k];
    (-gap).max(if record.impulses[k] > 0.0 { gap } else { 0.0 })
}
