//! Runs for figures do not depend on how many go at a time, and are told apart by everything that they depend on.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::contact::models::ContactModel::{Peg, SeparatingFeature, Standard};
use crate::experiment::accuracy::Track;
use crate::stop::Stop;
use std::collections::BTreeMap;
use std::io;

const SCENE: Origin = Origin::Shipped("triangle_drop");

fn jobs() -> Vec<Job> {
    let of = |model| {
        [0.01, 0.02].map(|h| Job::new(SCENE, model, h).lasting(1.0).looking(Look::Way).against(Peg, 0.005))
    };
    [Standard, Peg, SeparatingFeature].into_iter().flat_map(of).collect()
}

/// What was found, without wall times, by the names of the runs.
fn found(threads: usize) -> BTreeMap<String, String> {
    let planned = plan(&jobs()).unwrap();
    let mut runs = Runs::default();
    let mut seen = BTreeMap::new();
    // The first is what the others are measured against.
    for part in [&planned[..1], &planned[1..]] {
        let track = |run: &Planned| Some((run.job.id(), runs.of(&run.job)?.track()));
        let tracks: BTreeMap<String, Track> = planned.iter().filter_map(track).collect();
        let part: Vec<&Planned> = part.iter().collect();
        work(&part, &tracks, threads, &Stop::new(), |run, mut found| {
            found.report.step_time = Default::default();
            seen.insert(run.job.id(), serde_json::to_string(&found).unwrap());
            runs.add(&run.job, found);
            Ok::<_, io::Error>(())
        })
        .unwrap();
    }
    seen
}

#[test]
fn what_runs_find_does_not_depend_on_how_many_go_at_a_time() {
    let alone = found(1);
    assert_eq!(alone.len(), 7, "six runs and the one that they are measured against");
    assert_eq!(alone, found(3));
    assert!(alone.values().filter(|text| text.contains("\"position_error\":{")).count() == 6);
}

#[test]
fn runs_differ_in_key_and_name_by_everything_that_they_depend_on() {
    let job = || Job::new(SCENE, Peg, 0.01);
    let gains = Origin::Changed("triangle_drop", "twice the mass", |scene| scene.bodies[1].mass = Some(2.0));
    let all = [
        job(),
        Job::new(SCENE, Standard, 0.01),
        Job::new(SCENE, Peg, 0.02),
        Job::new(gains, Peg, 0.01),
        job().lasting(1.0),
        job().looking(Look::Counts),
        job().looking(Look::Poses(vec![3])),
        job().against(Peg, 0.005),
        job().with_every_contact(),
    ];
    let mut planned = plan(&all).unwrap();
    planned.sort_by(|a, b| a.key.cmp(&b.key));
    // One more than asked for: what the eighth is measured against.
    assert_eq!(planned.len(), all.len() + 1);
    assert!(planned.windows(2).all(|two| two[0].key != two[1].key && two[0].job.id() != two[1].job.id()));
    assert_eq!(plan(&[job(), job()]).unwrap().len(), 1, "the same run is done once");
}

/// The standard model as the thesis runs it enforces at least what ours does.
#[test]
fn every_contact_is_more_than_the_feasible_ones() {
    let job = || Job::new(Origin::Shipped("boxstack2d"), Standard, 0.005).lasting(0.6);
    let disjunctions = |job: Job| {
        let scene = job.origin.load().unwrap();
        job.run(&scene, None).unwrap().report.disjunctions.mean
    };
    let (feasible, every) = (disjunctions(job()), disjunctions(job().with_every_contact()));
    assert!(every > 1.2 * feasible, "{every} conditions a step, {feasible} of feasible contacts");
}

#[test]
fn an_unknown_scene_is_said() {
    let error = plan(&[Job::new(Origin::Shipped("nowhere"), Peg, 0.01)]).unwrap_err();
    assert_eq!(error.message, "the program has no scene `nowhere`");
}
