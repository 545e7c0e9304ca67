//! An entry found by typing how its name begins.

use super::FileDialog;

/// What is typed after a pause this long begins a new word (s).
const PAUSE: f64 = 1.5;

/// What was typed, in small letters, and when last (s).
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    pub word: String,
    at: f64,
}

impl Typed {
    /// Whether more letters go on with it.
    pub fn goes_on(&self, now: f64) -> bool {
        !self.word.is_empty() && now - self.at < PAUSE
    }
}

impl FileDialog {
    /// Takes what was typed over the list: selects the entry whose name begins so, the next one where it is a single letter again and again; none where
    /// no name does, so that Enter opens nothing that was not meant.
    pub(super) fn find(&mut self, text: &str, now: f64) {
        if !self.sought.goes_on(now) {
            self.sought.word.clear();
        }
        self.sought.word.push_str(&text.to_lowercase());
        self.sought.at = now;
        let word = self.sought.word.clone();
        let first = word.chars().next();
        let repeated = word.chars().all(|c| Some(c) == first);
        let found = self.entry_from(&word, usize::from(word.chars().count() == 1));
        let next = || self.entry_from(&first?.to_string(), 1).filter(|_| repeated);
        match found.or_else(next) {
            Some(index) => self.select(index),
            None => self.selected = None,
        }
    }

    /// Takes back the last letter of what is being typed; `false`: nothing is.
    pub(super) fn unfind(&mut self, now: f64) -> bool {
        if !self.sought.goes_on(now) {
            return false;
        }
        self.sought.word.pop();
        self.sought.at = now;
        let word = self.sought.word.clone();
        if let Some(index) = self.entry_from(&word, 0).filter(|_| !word.is_empty()) {
            self.select(index);
        }
        true
    }

    /// The first entry whose name begins with a word in small letters, from that many lines after the selected one on, and from the top again.
    fn entry_from(&self, word: &str, lines: usize) -> Option<usize> {
        let from = self.selected.map_or(0, |i| i + lines);
        let count = self.entries.len();
        let begins = |i: &usize| self.entries[*i].name.to_lowercase().starts_with(word);
        (from..from + count).map(|i| i % count).find(begins)
    }
}
