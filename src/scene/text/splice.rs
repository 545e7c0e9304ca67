//! Taking items out of brackets and putting others in, with their commas, comments and lines.

use crate::scene::text::tree::{Comment, Group, Item, Tree};
use std::ops::Range;

/// A range of the text and what comes in its place.
pub(super) type Change = (Range<usize>, String);

/// What becomes of the items of a group.
pub(super) struct Splice {
    /// Whether each goes.
    pub removed: Vec<bool>,
    /// What comes before each, and after the last: whole items without comma.
    pub inserted: Vec<Vec<String>>,
}

impl Splice {
    /// Nothing changes.
    pub fn new(group: &Group) -> Self {
        let count = group.items.len();
        Self { removed: vec![false; count], inserted: vec![Vec::new(); count + 1] }
    }

    fn is_nothing(&self) -> bool {
        !self.removed.contains(&true) && self.inserted.iter().all(Vec::is_empty)
    }
}

/// How items stand in their brackets.
pub(super) struct Style {
    /// Whether each begins a line.
    pub lines: bool,
    /// The white space before it then.
    pub indent: String,
}

/// A group of the text that is changed.
pub(super) struct Place<'a> {
    pub tree: &'a Tree<'a>,
    pub group: &'a Group,
    /// How lines end.
    pub newline: &'a str,
}

impl Place<'_> {
    fn text(&self) -> &str {
        self.tree.text
    }

    fn indent(&self, at: usize) -> &str {
        indent(self.text(), at)
    }

    fn begins_line(&self, at: usize) -> bool {
        begins_line(self.text(), at)
    }

    /// How the items stand, by those near `near`; `spread` where there are none.
    pub fn style(&self, near: usize, spread: bool) -> Style {
        let items = &self.group.items;
        let Some(item) = items.get(near.min(items.len().saturating_sub(1))) else {
            let lines = spread || self.text()[self.group.open..self.group.close].contains('\n');
            return Style { lines, indent: format!("{}    ", self.indent(self.group.open)) };
        };
        // The first may stand behind the bracket and the rest below each other.
        let own = items.iter().rev().chain([item]).find(|item| self.begins_line(item.start()));
        let model = if self.begins_line(item.start()) { item } else { own.unwrap_or(item) };
        let lines = self.begins_line(model.start()) && (items.len() == 1 || self.each_begins_a_line());
        Style { lines, indent: self.indent(model.start()).to_owned() }
    }

    /// Whether items after the first mostly begin lines.
    fn each_begins_a_line(&self) -> bool {
        let rest = &self.group.items[1..];
        2 * rest.iter().filter(|item| self.begins_line(item.start())).count() >= rest.len()
    }

    /// The end of what belongs to an item: its comma, and the comments behind it in its line.
    fn tail(&self, index: usize) -> usize {
        let item = &self.group.items[index];
        let next = self.group.items.get(index + 1).map_or(self.group.close, Item::start);
        self.tail_of(end(item), next, index + 1 < self.group.items.len())
    }

    /// The end of the comments that follow `from` in its line. Where an item begins in that line they are its own.
    fn tail_of(&self, from: usize, next: usize, next_is_item: bool) -> usize {
        let mut at = from;
        for Comment { span } in self.tree.comments_in(from..next) {
            if self.text()[at..span.start].contains('\n') {
                return at;
            }
            at = span.end;
        }
        if next_is_item && !self.text()[at..next].contains('\n') { from } else { at }
    }

    /// The start of what belongs to an item: the comments before it without an empty line between.
    fn head(&self, index: usize) -> usize {
        let start = self.group.items[index].start();
        let from = match index.checked_sub(1) {
            Some(before) => self.tail(before),
            None => self.tail_of(self.group.open + 1, start, true),
        };
        let mut at = start;
        for Comment { span } in self.tree.comments_in(from..start).iter().rev() {
            if self.text()[span.end..at].matches('\n').count() > 1 {
                break;
            }
            at = span.start;
        }
        at
    }

    /// What is taken out with an item: all that belongs to it, and its lines where they are its own.
    fn extent(&self, index: usize) -> Range<usize> {
        let (text, start, tail) = (self.text(), self.head(index), self.tail(index));
        let blank = |c: char| c == ' ' || c == '\t' || c == '\r';
        let after = tail + text[tail..].find(|c| !blank(c)).unwrap_or(0);
        let ends_line = text[after..].starts_with('\n');
        let before = text[..start].trim_end_matches(blank).len();
        match (self.begins_line(start), ends_line) {
            (true, true) => line_start(text, start)..after + 1,
            (false, true) => before..tail,
            (false, false) if after == self.group.close => before..after,
            (_, false) => start..after,
        }
    }

    /// The changes of the text that carry out a splice. `spread`: new items of an empty list get lines of their own.
    pub fn splice(&self, splice: &Splice, spread: bool, changes: &mut Vec<Change>) {
        if splice.is_nothing() {
            return;
        }
        let items = &self.group.items;
        let survivors: Vec<usize> = (0..items.len()).filter(|&i| !splice.removed[i]).collect();
        let ends_with_comma = items.last().map_or(spread, |item| item.comma.is_some());
        let last_inserted = splice.inserted.iter().rposition(|new| !new.is_empty());
        let last_survivor = survivors.last().copied();
        // The last of all, which has a comma only if the last had one.
        let ends_with_new = last_inserted.is_some_and(|slot| last_survivor.is_none_or(|i| slot > i));
        for index in (0..items.len()).filter(|&i| splice.removed[i]) {
            changes.push((self.extent(index), String::new()));
        }
        for &index in &survivors {
            let is_last = last_survivor == Some(index) && !ends_with_new;
            let value_end = items[index].value.span.end;
            match items[index].comma {
                None if !is_last => changes.push((value_end..value_end, ",".to_owned())),
                Some(comma) if is_last && !ends_with_comma => changes.push((comma..comma + 1, String::new())),
                _ => {}
            }
        }
        for (slot, new) in splice.inserted.iter().enumerate().filter(|(_, new)| !new.is_empty()) {
            let anchor = survivors.iter().copied().take_while(|&i| i < slot).last();
            let closes = ends_with_new && Some(slot) == last_inserted;
            self.insert(anchor, new, closes && !ends_with_comma, closes, spread, changes);
        }
    }

    /// Puts items behind the anchor, or at the start.
    fn insert(
        &self,
        anchor: Option<usize>,
        new: &[String],
        without_comma: bool,
        closes: bool,
        spread: bool,
        changes: &mut Vec<Change>,
    ) {
        let (items, newline) = (&self.group.items, self.newline);
        let style = self.style(anchor.unwrap_or(0), spread);
        let mut out = String::new();
        if style.lines {
            for (k, text) in new.iter().enumerate() {
                let comma = if without_comma && k + 1 == new.len() { "" } else { "," };
                out.push_str(&format!("{newline}{}{text}{comma}", style.indent));
            }
            let at = match anchor {
                Some(anchor) => self.tail(anchor),
                None => {
                    let next = items.first().map_or(self.group.close, Item::start);
                    self.tail_of(self.group.open + 1, next, !items.is_empty())
                }
            };
            if anchor.is_none() && items.first().is_some_and(|item| !self.begins_line(item.start())) {
                // What stood behind the bracket goes to a line of its own.
                out.push_str(&format!("{newline}{}", style.indent));
            }
            if items.is_empty() {
                // The bracket closes on a line of its own, below what comments there are.
                let comments = self.tree.comments_in(self.group.open..self.group.close);
                let at = comments.last().map_or(self.group.open + 1, |comment| comment.span.end);
                out.push_str(&format!("{newline}{}", self.indent(self.group.open)));
                changes.push((at..self.group.close, out));
            } else {
                changes.push((at..at, out));
            }
            return;
        }
        let at = anchor.map_or(self.group.open + 1, |anchor| end(&items[anchor]));
        for (k, text) in new.iter().enumerate() {
            let last = closes && k + 1 == new.len();
            match (anchor, last) {
                (Some(_), _) => {
                    let comma = if without_comma && last { "" } else { "," };
                    out.push_str(&format!(" {text}{comma}"));
                }
                (None, true) => {
                    let comma = if without_comma || items.is_empty() { "" } else { "," };
                    out.push_str(&format!("{text}{comma}"));
                }
                (None, false) => out.push_str(&format!("{text}, ")),
            }
        }
        changes.push((at..at, out));
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The white space at the start of the line of `at`.
pub(super) fn indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..];
    &line[..line.find(|c: char| c != ' ' && c != '\t').unwrap_or(line.len())]
}

/// Whether nothing but white space stands before `at` in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// The end of an item with its comma.
fn end(item: &Item) -> usize {
    item.comma.map_or(item.value.span.end, |comma| comma + 1)
}

/// The text with all changes made. Of two that overlap the first counts, and of the other what is left.
pub(super) fn apply(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|(range, _)| (range.start, range.end > range.start));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in changes {
        if range.start > at {
            out.push_str(&text[at..range.start]);
        }
        out.push_str(&new);
        at = at.max(range.end);
    }
    out.push_str(&text[at..]);
    out
}
