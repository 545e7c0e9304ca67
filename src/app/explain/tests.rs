//! The explanations of real steps.

use super::*;
use crate::app::advance::{Work, advance};
use crate::app::workbench::{Pane, Workbench};
use crate::contact::kinematics::WorldPart;
use crate::contact::narrow_phase::gap_at;
use crate::math::Dimension;
use std::path::Path;

/// A pane on a scene of the repository under a model, with the start of its run recorded.
pub(crate) fn pane(scene: &str, model: ContactModel) -> Pane {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
    let scene = crate::app::scenes::load(&path).expect("a scene");
    let mut pane = Workbench::new(scene, &[model]).panes.remove(0);
    pane.recording.push(crate::app::recording::Frame {
        state: pane.simulation.state.clone(),
        input: crate::sim::StepInput::default(),
        sprung_traps: 0,
        by_hand: false,
    });
    pane
}

/// One step more.
pub(crate) fn step(pane: &mut Pane) {
    let done = advance(Work { simulation: pane.simulation.clone(), steps: 1, spring: None });
    assert_eq!(done.failure, None);
    pane.simulation = done.simulation;
    for taken in done.taken {
        pane.recording.push(taken.frame);
    }
}

/// Steps until a condition is there that `wanted` accepts, and explains it.
fn until(
    scene: &str,
    model: ContactModel,
    wanted: impl Fn(&StepRecord, &Disjunction) -> bool,
) -> (Pane, Subject, usize) {
    let mut pane = pane(scene, model);
    for _ in 0..300 {
        step(&mut pane);
        let record = pane.simulation.record.clone().expect("a record");
        if let Some(k) = record.disjunctions.iter().position(|d| wanted(&record, d)) {
            let d = &record.disjunctions[k];
            let (a, b) = d.bodies();
            let mut subject = Subject::pair(0, a, b);
            subject.condition = Some(ConditionKey::of(d));
            return (pane, subject, k);
        }
    }
    panic!("{scene}: no such condition in 300 steps");
}

fn print(pane: &Pane, subject: &Subject) {
    let step = Step::of(pane).expect("a step");
    println!("== {} step {}", step.contact_model.title(), step.record.step);
    let condition = subject.condition(step.record).map(|k| &step.record.disjunctions[k]);
    let study = study(pane, subject).expect("a study");
    let e = condition.map(|d| explain(&step, d, Some(&study)));
    if let Some(e) = &e {
        println!("{}\n{}\n{}", e.title, e.about, e.says);
        for row in &e.rows {
            println!(
                "  [{}] {} {} {:?} primary={} p={}",
                row.number, row.asks, row.gap, row.standing, row.primary, row.impulse
            );
        }
        println!("{} ({:?})\n{}", e.verdict, e.tone, e.force);
    }
    let c = models::compare(&step, &study, e.as_ref());
    for line in &c.lines {
        println!("{}{}: {} {}", line.model.title(), if line.own { "*" } else { "" }, line.asks, line.verdict);
    }
    println!("sprung {} held {:?}", c.sprung, c.held);
}

#[test]
fn explore() {
    for scene in ["triangle_drop.ron", "cube_on_edge.ron"] {
        for model in ContactModel::ALL {
            let sprung = |r: &StepRecord, d: &Disjunction| {
                if model == ContactModel::Standard {
                    r.sprung_traps > 0 || r.impulses.iter().filter(|p| **p > 0.0).count() > 1 && r.traps > 0
                } else if model == ContactModel::SeparatingFeature {
                    r.sprung_traps > 0
                } else {
                    is_sprung(d, &r.end_gaps)
                }
            };
            let (pane, subject, _) = until(scene, model, sprung);
            print(&pane, &subject);
        }
    }
}
