//! Messages for the user: they stay until dismissed, and each goes to stderr as well.

use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something to know; goes away by itself.
    Info,
    /// Something is not as asked.
    Warning,
    /// Something failed.
    Error,
}

impl Severity {
    /// One lower-case word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The same in the language of the window.
    pub fn title(self) -> &'static str {
        match self {
            Self::Info => tr!("severity-info"),
            Self::Warning => tr!("severity-warning"),
            Self::Error => tr!("severity-error"),
        }
    }
}

/// How long a message of severity `Info` stays.
pub const INFO_LIFETIME: Duration = Duration::from_secs(6);

/// One message.
#[derive(Clone, Debug)]
pub struct UserMessage {
    /// Number, for dismissing; grows with time.
    pub id: u64,
    /// How bad it is.
    pub severity: Severity,
    /// Whole sentences: what and where.
    pub text: String,
    /// When it was first said.
    pub at: Instant,
    /// How often it was said in a row.
    pub count: u32,
    /// The file that something is wrong with, where it is one that can be mended.
    pub about: Option<PathBuf>,
}

/// All messages not dismissed yet, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Messages {
    list: Vec<UserMessage>,
    /// All that was said, dismissed or not.
    log: Vec<UserMessage>,
    next_id: u64,
}

/// Messages kept at most; the oldest go first.
const CAPACITY: usize = 50;
/// Past messages kept at most.
const LOG_CAPACITY: usize = 500;

impl Messages {
    /// Says something.
    pub fn say(&mut self, severity: Severity, text: impl Into<String>) {
        let text = text.into();
        eprintln!("pegsim: {}: {text}", severity.name());
        if let Some(last) = self.list.last_mut().filter(|m| m.text == text && m.severity == severity) {
            last.count += 1;
            last.at = Instant::now();
            if let Some(logged) = self.log.iter_mut().rev().find(|m| m.id == last.id) {
                (logged.count, logged.at) = (last.count, last.at);
            }
            return;
        }
        if self.list.len() >= CAPACITY {
            self.list.remove(0);
        }
        if self.log.len() >= LOG_CAPACITY {
            self.log.remove(0);
        }
        let message =
            UserMessage { id: self.next_id, severity, text, at: Instant::now(), count: 1, about: None };
        self.log.push(message.clone());
        self.list.push(message);
        self.next_id += 1;
    }

    /// Something to know.
    pub fn info(&mut self, text: impl Into<String>) {
        self.say(Severity::Info, text);
    }

    /// Something is not as asked.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.say(Severity::Warning, text);
    }

    /// Something failed.
    pub fn error(&mut self, text: impl Into<String>) {
        self.say(Severity::Error, text);
    }

    /// Something is wrong with a file: [`Self::mended`] takes it back.
    pub fn error_about(&mut self, path: &Path, text: impl Into<String>) {
        self.error(text);
        if let Some(last) = self.list.last_mut() {
            last.about = Some(path.to_path_buf());
        }
    }

    /// What was wrong with a file is no more; past messages have it still.
    pub fn mended(&mut self, path: &Path) {
        self.list.retain(|m| m.about.as_deref() != Some(path));
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &UserMessage> {
        self.list.iter()
    }

    /// All that was said in this run, dismissed or not, oldest first; of very many the newest.
    pub fn log(&self) -> &[UserMessage] {
        &self.log
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many were ever said (repetitions in a row count once).
    pub fn said(&self) -> u64 {
        self.next_id
    }

    /// Forgets one.
    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|m| m.id != id);
    }

    /// Forgets all.
    pub fn dismiss_all(&mut self) {
        self.list.clear();
    }

    /// Whether a message has stayed long enough.
    fn is_over(message: &UserMessage) -> bool {
        message.severity == Severity::Info && message.at.elapsed() > INFO_LIFETIME
    }
}

/// Lets information go when its time is over; warnings and errors stay until dismissed.
pub fn expire(mut messages: ResMut<Messages>) {
    if messages.iter().any(Messages::is_over) {
        messages.list.retain(|m| !Messages::is_over(m));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_wrong_with_a_file_goes_when_it_is_mended() {
        let mut messages = Messages::default();
        messages.error_about(Path::new("a.ron"), "a.ron: no");
        messages.error_about(Path::new("b.ron"), "b.ron: no");
        messages.mended(Path::new("a.ron"));
        let shown: Vec<&str> = messages.iter().map(|m| m.text.as_str()).collect();
        assert_eq!((shown, messages.log().len()), (vec!["b.ron: no"], 2));
    }

    #[test]
    fn what_was_dismissed_is_still_in_the_log_and_repetitions_are_counted_there() {
        let mut messages = Messages::default();
        messages.error("a");
        messages.error("a");
        messages.info("b");
        messages.dismiss_all();
        assert!(messages.is_empty());
        let log: Vec<(&str, u32)> = messages.log().iter().map(|m| (m.text.as_str(), m.count)).collect();
        assert_eq!(log, [("a", 2), ("b", 1)]);
        for k in 0..2 * LOG_CAPACITY {
            messages.warn(format!("{k}"));
        }
        assert_eq!(messages.log().len(), LOG_CAPACITY);
        assert_eq!(messages.len(), CAPACITY);
    }
}
