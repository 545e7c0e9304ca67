//! Panes whose model cannot do a scene: when the scene is opened they give their room to those that can, and they come back with the
//! next scene that they can do.

use crate::app::bench::workbench::{DEFAULT_MODELS, MAX_PANES, Pane, Workbench};
use crate::app::texts::physics::lack;
use crate::contact::models::ContactModel;
use crate::step::StepSettings;
use crate::world::Model;
use serde::{Deserialize, Serialize};

/// Panes that the user chose and that are not shown, because their model cannot do the scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SetAside {
    /// Place of each among all panes that the user chose, ascending, with its settings.
    pub panes: Vec<(usize, StepSettings)>,
    /// Whether none of the user's models can do the scene: then the one pane shown is none of them.
    pub stand_in: bool,
}

impl SetAside {
    /// Titles of the models, left to right: `Standard, PEG`.
    pub fn titles(&self) -> String {
        let titles: Vec<&str> =
            self.panes.iter().map(|(_, settings)| settings.contact.model.title()).collect();
        titles.join(", ")
    }
}

impl Pane {
    /// What of its scene the pane's model cannot do, in a sentence without advice: in the window that is a button. Such a pane stands still.
    pub fn cannot(&self) -> Option<String> {
        lack(self.model(), &self.simulation.model)
    }
}

/// The model that does a scene best: Exact, or else another one of a new window, or else any that can.
pub fn model_that_can(model: &Model) -> Option<ContactModel> {
    let mut choices = DEFAULT_MODELS.into_iter().rev().chain(ContactModel::ALL);
    choices.find(|choice| choice.cannot(model).is_none())
}

impl Workbench {
    /// Settings of all panes that the user chose, left to right, those that are set aside among them.
    pub fn chosen_panes(&self) -> Vec<StepSettings> {
        let shown = self.panes.iter().filter(|_| !self.aside.stand_in);
        let mut chosen: Vec<StepSettings> = shown.map(|pane| pane.simulation.settings).collect();
        for (place, settings) in &self.aside.panes {
            chosen.insert((*place).min(chosen.len()), *settings);
        }
        chosen
    }

    /// Models of all panes that the user chose, left to right.
    pub fn chosen_models(&self) -> Vec<ContactModel> {
        self.chosen_panes().iter().map(|settings| settings.contact.model).collect()
    }

    /// Place of a shown pane among all that the user chose; none where it is not one of them.
    pub fn chosen_place(&self, pane: usize) -> Option<usize> {
        if self.aside.stand_in || pane >= self.panes.len() {
            return None;
        }
        let mut at = pane;
        for (place, _) in &self.aside.panes {
            at += usize::from(*place <= at);
        }
        Some(at)
    }

    /// Sets the panes aside whose model cannot do the scene; where none can, one pane of a model that can stands in. Without such a model
    /// all stay, and say what they cannot do.
    pub fn give_room(&mut self) {
        self.aside = SetAside::default();
        let able: Vec<bool> = self.panes.iter().map(|pane| pane.cannot().is_none()).collect();
        if able.iter().all(|able| *able) {
            return;
        }
        let unable = (0..able.len()).filter(|k| !able[*k]);
        let panes = unable.map(|k| (k, self.panes[k].simulation.settings)).collect();
        if able.contains(&true) {
            let place = |k: usize| able[..k].iter().filter(|able| **able).count();
            let shown = |k: usize| able.get(k).is_some_and(|able| *able).then(|| place(k));
            self.chosen_reference = self.chosen_reference.and_then(shown);
            self.focused = shown(self.focused).unwrap_or(0);
            let mut k = 0;
            self.panes.retain(|_| {
                k += 1;
                able[k - 1]
            });
            self.aside = SetAside { panes, stand_in: false };
        } else if let Some(model) = model_that_can(&self.scene.model) {
            self.panes = vec![self.fresh_pane(model)];
            (self.focused, self.chosen_reference) = (0, None);
            self.aside = SetAside { panes, stand_in: true };
        }
    }

    /// What was set aside, as settings of panes to come and their places, as far as there is room for it among so many panes. Nothing is set
    /// aside then.
    pub fn take_aside(&mut self, most: usize) -> Vec<(usize, StepSettings)> {
        let mut aside = std::mem::take(&mut self.aside).panes;
        aside.truncate(most.min(MAX_PANES).saturating_sub(self.panes.len()));
        aside
    }
}
