//! What was chosen for films, as the settings file has it.

use crate::app::command::files::{Captions, Figure, FilmFormat};
use crate::app::files::output::{OutputState, RATES};
use serde::{Deserialize, Serialize};

/// Choices of the menu Export. Names are text, so that one that is gone costs that choice only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FilmChoice {
    /// What films are made into.
    pub format: String,
    /// Pictures per simulated second.
    pub rate: f64,
    /// Of the whole window instead of the views alone.
    pub whole_window: bool,
    /// Whether something is written on their pictures.
    pub captions: bool,
    /// The figure of each pane that is.
    pub figure: String,
    /// The sentence of the user's own below them.
    pub sentence: String,
}

impl Default for FilmChoice {
    fn default() -> Self {
        Self::of(&OutputState::default())
    }
}

impl FilmChoice {
    /// What is chosen now.
    pub fn of(output: &OutputState) -> Self {
        let OutputState { rate, whole_window, format, captions, .. } = output;
        Self {
            format: format!("{format:?}"),
            rate: *rate,
            whole_window: *whole_window,
            captions: captions.shown,
            figure: format!("{:?}", captions.figure),
            sentence: captions.own.clone(),
        }
    }

    /// Chooses it again; `unknown` is told what is gone, and its name.
    pub fn restore(&self, output: &mut OutputState, mut unknown: impl FnMut(&str, &str)) {
        match FilmFormat::ALL.into_iter().find(|format| format!("{format:?}") == self.format) {
            Some(format) => output.format = format,
            None => unknown(tr!("remembered-film-format"), &self.format),
        }
        match Figure::ALL.into_iter().find(|figure| format!("{figure:?}") == self.figure) {
            Some(figure) => output.captions.figure = figure,
            None => unknown(tr!("remembered-film-figure"), &self.figure),
        }
        if self.rate.is_finite() {
            output.rate = self.rate.clamp(RATES.0, RATES.1);
        }
        output.whole_window = self.whole_window;
        let figure = output.captions.figure;
        output.captions = Captions { shown: self.captions, figure, own: self.sentence.clone() };
    }
}
