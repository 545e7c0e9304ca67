//! How much work the steps of the papers' models are, counted and not timed: pivots and rows.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{scene, simulation};
use pegsim::contact::models::ContactModel;
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
