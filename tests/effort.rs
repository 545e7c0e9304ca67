//! How much work the steps of the papers' models are, counted and not timed: pivots and rows.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{scene, simulation};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::truth::TruthMeter;
use pegsim::world::StepInput;

/// The pivots and rows of "lemke ended with … after P iterations on R rows" in a reason.
fn pivots_and_rows(reason: &str) -> Option<(usize, usize)> {
    let said = &reason[reason.find("lemke ended with")?..];
    let number = |after: &str| said[said.find(after)? + after.len()..].split(' ').next()?.parse().ok();
    Some((number("after ")?, number("iterations on ")?))
}

/// In a house of cards, where several contacts stand for one, the standard model asks for what cannot be. It is seen from the contact
/// points that press, and not by pivots over all of them until a limit ends it.
#[test]
fn that_a_card_house_has_no_answer_costs_few_pivots_a_row() {
    let scene = scene("friction/card_house");
    let mut run = simulation(&scene, ContactModel::Standard, scene.settings.h);
    let mut tried = 0;
    for _ in 0..20 {
        let record = run.step(&StepInput::default()).unwrap();
        let Some((pivots, rows)) = record.solve.fallback.as_deref().and_then(pivots_and_rows) else {
            continue;
        };
        assert!(pivots <= 5 * rows, "step {}: {pivots} pivots on {rows} rows", record.step);
        tried += 1;
    }
    assert!(tried > 0, "nothing was tried by pivoting");
}

/// Wedged bodies leave each other no room, and under the standard model their rows contradict each other: what is asked then, not to sink
/// deeper, can always be had, by standing still. Thousands of rows that say nearly the same made it look otherwise by their rounding.
#[test]
fn what_standing_still_satisfies_is_found() {
    let scene = scene("hard/dense_packing");
    let mut s = simulation(&scene, ContactModel::Standard, 0.01);
    let meter = TruthMeter::new(&s.model);
    for step in 0..30 {
        let record = s.step(&StepInput::default()).unwrap();
        let said = record.solve.fallback.clone().unwrap_or_default();
        assert!(said.contains("only kept from sinking deeper"), "step {step} is no test of it: {said}");
        assert!(record.solve.iterations < 8000, "step {step}: {} changes", record.solve.iterations);
        let depth = meter.measure(&s.model, &s.state).depth_max;
        // Rows that contradict each other by rounding are given room of 1e-10 m, and once they have it do so no more.
        assert!(depth < 2e-10, "step {step}: {depth:e} m deep");
    }
}
