//! What was simulated, for other programs: tables of numbers and animated scenes. Here is chosen which panes and states of a recording go out.

pub mod gltf;
pub mod table;

use crate::contact::models::ContactModel;
use crate::quote::{counted, several};
use crate::recording::{Frame, Recorded, RecordedPane};
use std::sync::Arc;

/// Times nearer than this are one when states are thinned (s): that of a step is rounded, the moment that is asked for as well.
const SAME_TIME: f64 = 1e-9;

/// Which of the recorded states go out. The first and the last of a pane always do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Thinning {
    /// Every state, every second one, and so on; 0 is taken for 1.
    Every(usize),
    /// At most so many a second: of each frame of that length the first state.
    PerSecond(f64),
}

/// A pane that goes out.
#[derive(Clone, Debug)]
pub struct Chosen<'r> {
    /// Its number, from left to right and from 1.
    pub number: usize,
    /// The pane.
    pub pane: &'r RecordedPane,
    /// Places of its states in [`RecordedPane::frames`], ascending.
    pub places: Vec<usize>,
}

impl<'r> Chosen<'r> {
    /// Its states.
    pub fn frames(&self) -> impl Iterator<Item = &'r Arc<Frame>> {
        let frames = &self.pane.frames;
        self.places.iter().map(move |place| &frames[*place])
    }

    /// Its contact model.
    pub fn model(&self) -> ContactModel {
        self.pane.settings.contact.model
    }
}

/// The panes that are asked for by number (from 1) or by their models, or all of them, with the states that go out.
///
/// # Errors
/// A sentence that lists the panes, where there is none of that number or of a model.
pub fn choose<'r>(
    recorded: &'r Recorded,
    number: Option<usize>,
    models: &[ContactModel],
    thinning: Thinning,
) -> Result<Vec<Chosen<'r>>, String> {
    let panes = || recorded.panes.iter().enumerate().map(|(k, pane)| (k + 1, pane));
    let there = || {
        let named: Vec<String> = panes()
            .map(|(number, pane)| format!("{number} {}", pane.settings.contact.model.name()))
            .collect();
        format!("it has {}: {}", counted(named.len(), "pane", "panes"), several(&named))
    };
    if let Some(number) = number.filter(|number| !(1..=recorded.panes.len()).contains(number)) {
        return Err(format!("the recording has no pane {number}; {}", there()));
    }
    let is = |pane: &RecordedPane, model: ContactModel| pane.settings.contact.model == model;
    if let Some(missing) = models.iter().find(|model| !panes().any(|(_, pane)| is(pane, **model))) {
        return Err(format!("the recording has no pane of the model {}; {}", missing.name(), there()));
    }
    let wanted = |(k, pane): &(usize, &RecordedPane)| {
        number.is_none_or(|number| number == *k)
            && (models.is_empty() || models.iter().any(|model| is(pane, *model)))
    };
    let chosen: Vec<_> = panes()
        .filter(wanted)
        .map(|(number, pane)| Chosen { number, pane, places: thinned(&pane.frames, thinning) })
        .collect();
    if chosen.is_empty() {
        return Err(format!(
            "no pane of the recording is both of that number and of that model; {}",
            there()
        ));
    }
    Ok(chosen)
}

fn thinned(frames: &[Arc<Frame>], thinning: Thinning) -> Vec<usize> {
    let start = frames.first().map_or(0.0, |frame| frame.state.time);
    let mut due = 0.0;
    let taken = |k: &usize| match thinning {
        Thinning::Every(every) => k.is_multiple_of(every.max(1)),
        Thinning::PerSecond(rate) => {
            let since = frames[*k].state.time - start + SAME_TIME;
            let taken = since * rate >= due;
            if taken {
                due = (since * rate).floor() + 1.0;
            }
            taken
        }
    };
    let mut places: Vec<usize> = (0..frames.len()).filter(taken).collect();
    if let Some(last) = frames.len().checked_sub(1).filter(|last| places.last() != Some(last)) {
        places.push(last);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::record;
    use crate::scene::load_str;
    use std::path::Path;

    fn recorded() -> Recorded {
        let scene = load_str(
            "Scene(bodies: [(name: \"a\", shape: Box(half_extents: (1.0, 1.0, 1.0)))])",
            "x.ron",
            Path::new(""),
        );
        let models = [ContactModel::Peg, ContactModel::SeparatingFeature];
        record(&scene.unwrap(), &models, 0.25, &mut |_, _| {}).0
    }

    #[test]
    fn first_and_last_states_are_there_and_between_them_what_was_asked_for() {
        let recorded = recorded();
        let places = |thinning| choose(&recorded, Some(1), &[], thinning).unwrap().remove(0).places;
        assert_eq!(places(Thinning::Every(1)), (0..=25).collect::<Vec<_>>());
        assert_eq!(places(Thinning::Every(10)), [0, 10, 20, 25]);
        // Steps of 10 ms: of each thirtieth of a second the first state.
        assert_eq!(places(Thinning::PerSecond(30.0)), [0, 4, 7, 10, 14, 17, 20, 24, 25]);
        assert_eq!(places(Thinning::PerSecond(1e9)), (0..=25).collect::<Vec<_>>());
        assert_eq!(places(Thinning::PerSecond(0.1)), [0, 25]);
    }

    #[test]
    fn a_pane_that_is_not_there_is_answered_with_those_that_are() {
        let recorded = recorded();
        let all = |number, models: &[_]| choose(&recorded, number, models, Thinning::Every(1));
        assert_eq!(all(None, &[]).unwrap().len(), 2);
        assert_eq!(all(None, &[ContactModel::SeparatingFeature]).unwrap()[0].number, 2);
        for said in [
            all(Some(0), &[]).unwrap_err(),
            all(Some(3), &[]).unwrap_err(),
            all(None, &[ContactModel::Lnc]).unwrap_err(),
            all(Some(1), &[ContactModel::SeparatingFeature]).unwrap_err(),
        ] {
            assert!(said.ends_with("it has 2 panes: 1 peg, 2 separating-feature"), "{said}");
        }
    }
}
