//! What the command palette can find, and how what is typed is matched to it.

use crate::app::command::purpose;
use crate::app::command::session::{LessonMove, LessonPlace, Preference, ThemeChoice};
use crate::app::command::{
    AppCommand, FilesCommand, Group, RunCommand, SelectCommand, SessionCommand, table,
};
use crate::app::texts::{EachLanguage, language, mid_sentence, physics};
use crate::app::ui::Inputs;
use crate::app::ui::panels::model_text;
use crate::contact::models::ContactModel;
use crate::lesson::{self, Lesson};
use crate::step::SolverMethod;

/// Something that can be found and run.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// Where it belongs: "Overlays", "Scene", "Body".
    pub kind: &'static str,
    /// What it does, in a sentence.
    pub meaning: String,
    /// Its shortcut, if it has one.
    pub key: String,
    /// What it gives.
    pub command: AppCommand,
}

impl Entry {
    fn new(
        kind: &'static str,
        name: impl Into<String>,
        meaning: impl Into<String>,
        command: AppCommand,
    ) -> Self {
        Self { name: name.into(), kind, meaning: meaning.into(), key: String::new(), command }
    }
}

/// All that there is: the command table, models and solvers for the focused pane, scenes, recent files and bodies.
pub fn entries(inputs: &Inputs) -> Vec<Entry> {
    let bench = inputs.bench;
    let mut all = Vec::new();
    for info in table() {
        let kind = if info.group == Group::Overlays { tr!("find-overlay") } else { info.group.title() };
        let key = info.shortcut.map(|s| s.label()).unwrap_or_default();
        all.push(Entry { key, ..Entry::new(kind, info.name, info.tooltip, info.command.clone()) });
    }
    let pane = bench.focused.min(bench.panes.len().saturating_sub(1));
    let place = if bench.panes.len() > 1 { tr!("find-in-pane", pane = pane + 1) } else { String::new() };
    for model in ContactModel::ALL {
        let command = AppCommand::Run(RunCommand::SetPaneModel { pane, model });
        all.push(Entry::new(
            tr!("find-model"),
            format!("{}{place}", model.title()),
            model_text::model(model),
            command,
        ));
    }
    for method in SolverMethod::ALL {
        let command = AppCommand::Run(RunCommand::SetPaneSolver { pane, method });
        let name = format!("{}{place}", physics::solver(method));
        all.push(Entry::new(tr!("find-solver"), name, physics::about_solver(method), command));
    }
    for focus in (0..bench.panes.len()).filter(|_| bench.panes.len() > 1) {
        let name = tr!("find-focus-pane", pane = focus + 1, model = bench.panes[focus].model().title());
        let meaning = tr!("find-pane-that-inspector-commands-for");
        all.push(Entry::new(
            tr!("group-panes-models"),
            name,
            meaning,
            AppCommand::Run(RunCommand::FocusPane(focus)),
        ));
    }
    for theme in ThemeChoice::ALL {
        let command = AppCommand::Session(SessionCommand::Prefer(Preference::Theme(theme)));
        all.push(Entry::new(
            tr!("find-look"),
            tr!("find-look-2", theme = mid_sentence(theme.name())),
            theme.tooltip(),
            command,
        ));
    }
    for file in inputs.session.recent.iter().filter(|file| !file.missing) {
        let command = purpose::open(file.path.clone());
        all.push(Entry::new(tr!("find-recent"), file.name(), file.path.display().to_string(), command));
    }
    for (name, lesson) in lessons() {
        let command = LessonMove::Open(LessonPlace::Program((*name).to_owned()));
        all.push(Entry::new(
            tr!("find-lesson"),
            &lesson.title,
            &lesson.about,
            SessionCommand::Lesson(command).into(),
        ));
    }
    for scene in &inputs.scenes.entries {
        let file = scene.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let meaning = format!("{file} · {} · {}", scene.heading(), scene.description);
        all.push(Entry::new(
            tr!("find-scene"),
            &scene.name,
            meaning,
            AppCommand::Files(FilesCommand::LoadScene(scene.path.clone())),
        ));
    }
    for (number, group) in bench.scene.source.groups.iter().enumerate() {
        all.push(Entry::new(
            tr!("group-group"),
            &group.name,
            tr!("group-select-tip"),
            AppCommand::Select(SelectCommand::Group(number)),
        ));
    }
    for id in bench.scene.model.ids() {
        let name = bench.scene.model.body(id).name.clone();
        all.push(Entry::new(
            tr!("find-body"),
            name,
            tr!("find-select-this-body"),
            AppCommand::Select(SelectCommand::Body(Some(id))),
        ));
    }
    all
}

/// The lessons of the program, by their names.
pub fn lessons() -> &'static [(&'static str, Lesson)] {
    static LESSONS: EachLanguage<Vec<(&'static str, Lesson)>> = EachLanguage::new();
    let code = || language().code();
    LESSONS.get(|| lesson::all().iter().filter_map(|l| Some((l.name, l.load_in(code()).ok()?))).collect())
}

/// The entries that fit what was typed, best first: every word has to be found in the name, the kind or the meaning.
/// Without a text: all, in their order.
pub fn search<'a>(entries: &'a [Entry], typed: &str) -> Vec<&'a Entry> {
    let words: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let mut found: Vec<(u32, &Entry)> =
        entries.iter().filter_map(|entry| Some((score(entry, &words)?, entry))).collect();
    // Stable: equals stay in the order of the table.
    found.sort_by_key(|(score, _)| *score);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// How far an entry is from what was typed; less is nearer, `None`: it does not fit.
fn score(entry: &Entry, words: &[String]) -> Option<u32> {
    let name = entry.name.to_lowercase();
    let kind = entry.kind.to_lowercase();
    let meaning = entry.meaning.to_lowercase();
    let mut total = 0;
    for (k, word) in words.iter().enumerate() {
        total += if k == 0 && name == *word {
            0
        } else if name.starts_with(word.as_str()) {
            1
        } else if at_start_of_word(&name, word) {
            3
        } else if name.contains(word.as_str()) {
            8
        } else if at_start_of_word(&kind, word) {
            10
        } else if word.chars().count() >= 2 && initials(&name).starts_with(word.as_str()) {
            12
        } else if at_start_of_word(&meaning, word) {
            30
        } else if meaning.contains(word.as_str()) {
            50
        } else {
            return None;
        };
    }
    Some(total)
}

fn at_start_of_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// "as fast as possible": "afap".
fn initials(text: &str) -> String {
    text.split_whitespace().filter_map(|word| word.chars().next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::LookCommand;

    fn of_table() -> Vec<Entry> {
        table()
            .iter()
            .map(|info| Entry::new(info.group.title(), info.name, info.tooltip, info.command.clone()))
            .collect()
    }

    #[test]
    fn every_command_is_found_first_by_its_own_name() {
        let entries = of_table();
        for info in table() {
            let found = search(&entries, info.name);
            assert_eq!(found.first().map(|e| e.name.as_str()), Some(info.name));
        }
    }

    #[test]
    fn a_few_letters_are_enough_and_nonsense_finds_nothing() {
        let entries = of_table();
        let first = |typed| search(&entries, typed).first().map(|e| e.command.clone());
        assert_eq!(first("afap"), Some(AppCommand::Run(RunCommand::ToggleAsFastAsPossible)));
        assert_eq!(first("sprung NEXT"), Some(AppCommand::Run(RunCommand::StepToSprungTrap)));
        assert_eq!(first("  screensh "), Some(AppCommand::Files(FilesCommand::Screenshot(None))));
        assert_eq!(first("qqzz"), None);
        assert_eq!(search(&entries, "").len(), entries.len());
    }

    #[test]
    fn the_name_counts_more_than_the_meaning() {
        let entries = [
            Entry::new("View", "Frame", "Shows the grid as well.", AppCommand::Look(LookCommand::FrameScene)),
            Entry::new("Overlays", "Grid", "Lines.", AppCommand::Run(RunCommand::Pause)),
        ];
        assert_eq!(search(&entries, "grid")[0].name, "Grid");
        assert_eq!(search(&entries, "grid").len(), 2);
    }
}
