//! What was chosen for films and exports, as the settings file has it.

use crate::app::command::files::{Captions, Figure, FilmFormat};
use crate::app::files::output::{OutputState, RATES};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

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
    /// Where pictures, films and exports go; none: the current folder.
    pub folder: Option<String>,
}

impl Default for FilmChoice {
    fn default() -> Self {
        Self::of(&OutputState::default())
    }
}

impl FilmChoice {
    /// What is chosen now.
    pub fn of(output: &OutputState) -> Self {
        let OutputState { rate, whole_window, format, captions, folder, .. } = output;
        Self {
            format: format!("{format:?}"),
            rate: *rate,
            whole_window: *whole_window,
            captions: captions.shown,
            figure: format!("{:?}", captions.figure),
            sentence: captions.own.clone(),
            // Of a name that is no text nothing is remembered.
            folder: folder.as_ref().and_then(|folder| folder.to_str()).map(str::to_owned),
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
        match self.folder.as_ref().map(|folder| (folder, PathBuf::from(folder))) {
            Some((_, folder)) if folder.is_dir() => output.folder = Some(folder),
            Some((name, _)) => unknown(tr!("remembered-output-folder"), name),
            None => {}
        }
        let figure = output.captions.figure;
        output.captions = Captions { shown: self.captions, figure, own: self.sentence.clone() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_where_they_went_before_or_it_is_said_that_the_folder_is_gone() {
        let here = OutputState { folder: Some(std::env::temp_dir()), ..OutputState::default() };
        let mut after = OutputState::default();
        FilmChoice::of(&here).restore(&mut after, |what, name| unreachable!("{what} {name}"));
        assert_eq!(after.folder, here.folder);

        let gone = FilmChoice { folder: Some("/no/such folder".to_owned()), ..FilmChoice::default() };
        let (mut after, mut said) = (OutputState::default(), Vec::new());
        gone.restore(&mut after, |_, name| said.push(name.to_owned()));
        assert_eq!((after.folder, said), (None, vec!["/no/such folder".to_owned()]));
    }
}
