//! The records of clusters that took a step apart, as one.

use crate::contact::ContactId;
use crate::contact::models::Disjunction;
use crate::step::clusters::cutout::CutOut;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::{SolveSummary, gap_error};
use crate::world::PartId;

/// One record of several that have no body in common but such as impulses do not move, with the names of the world, in the order that the step has of all at once: by the parts
/// of their pairs.
///
/// Efforts add up, of sizes and errors the largest counts; the parts of the step are those of the cluster that has most.
pub(super) fn merged(records: &[(&CutOut, &StepRecord)]) -> StepRecord {
    let sum =
        |count: fn(&StepRecord) -> usize| records.iter().map(|(_, record)| count(record)).sum::<usize>();
    let contacts = sum(|record| record.contacts.len());
    let mut all = StepRecord {
        step: records.iter().map(|(_, record)| record.step).max().unwrap_or_default(),
        time: records.iter().map(|(_, record)| record.time).fold(0.0, f64::max),
        contacts: Vec::with_capacity(contacts),
        impulses: Vec::with_capacity(contacts),
        friction_impulses: Vec::with_capacity(contacts),
        end_gaps: Vec::with_capacity(contacts),
        disjunctions: Vec::with_capacity(sum(|record| record.disjunctions.len())),
        traps: sum(|record| record.traps),
        sprung_traps: sum(|record| record.sprung_traps),
        joints: Vec::new(),
        beside: Vec::new(),
        detection_distance: records.iter().map(|(_, record)| record.detection_distance).fold(0.0, f64::max),
        islands: sum(|record| record.islands),
        solve: SolveSummary::default(),
        timing: Timing::default(),
    };
    let mut order: Vec<((PartId, PartId), usize, usize)> = Vec::with_capacity(all.disjunctions.capacity());
    for (k, (here, record)) in records.iter().enumerate() {
        order.extend(record.disjunctions.iter().enumerate().map(|(d, it)| (here.parts(it.parts), k, d)));
    }
    order.sort_unstable();
    let mut worst: Option<(usize, f64)> = None;
    for (parts, k, d) in order {
        let (here, record) = records[k];
        let mut disjunction = Disjunction { parts, ..record.disjunctions[d].clone() };
        for id in disjunction.alternatives.iter_mut().flat_map(|alternative| &mut alternative.contacts) {
            let old = id.0;
            *id = ContactId(all.contacts.len());
            if record.solve.worst_contact == Some(old) {
                let error = gap_error(record.impulses[old], record.end_gaps[old]);
                if worst.is_none_or(|(_, known)| error > known) {
                    worst = Some((id.0, error));
                }
            }
            all.contacts.push(here.contact(&record.contacts[old]));
            all.impulses.push(record.impulses[old]);
            all.friction_impulses.push(record.friction_impulses[old]);
            all.end_gaps.push(record.end_gaps[old]);
        }
        all.disjunctions.push(disjunction);
    }
    let mut notes: Vec<&str> = Vec::new();
    for (here, record) in records {
        all.joints.extend(record.joints.iter().map(|joint| here.joint(joint)));
        all.beside.extend(record.beside.iter().map(|&(id, given)| (here.body(id), given)));
        all.timing.add(&record.timing);
        all.solve.substeps = all.solve.substeps.max(record.solve.substeps);
        notes.extend(record.solve.fallback.as_deref());
        all.solve.take_island(record.solve.clone());
    }
    all.joints.sort_by_key(|joint| joint.joint);
    all.beside.sort_by_key(|(id, _)| *id);
    all.solve.fallback = (!notes.is_empty()).then(|| notes.join("; "));
    all.solve.worst_contact = worst.map(|(k, _)| k);
    all
}
