//! What has to change in the user's text: the old and the new scene compared value by value, with the text beside them.

use crate::scene::text::align::align;
use crate::scene::text::splice::{Change, Place, Splice, apply, begins_line, indent};
use crate::scene::text::tree::{Group, Item, Node, Tree, field_name};
use std::ops::Range;

/// The changes of one text.
pub(super) struct Editor<'a> {
    own: &'a Tree<'a>,
    newline: &'static str,
    changes: Vec<Change>,
}

/// A value of a scene as the program writes it.
#[derive(Clone, Copy)]
struct Written<'a> {
    tree: &'a Tree<'a>,
    node: &'a Node,
}

impl<'a> Written<'a> {
    fn text(self) -> &'a str {
        self.tree.text_of(self.node)
    }

    fn item(self, group: &'a Group, index: usize) -> Self {
        Self { node: &group.items[index].value, ..self }
    }

    /// Without `Some(…)` around it.
    fn bare(self) -> Self {
        Self { node: bare(self.tree.text, self.node), ..self }
    }
}

impl<'a> Editor<'a> {
    /// No changes yet.
    pub fn new(own: &'a Tree<'a>) -> Self {
        let newline = if own.text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { own, newline, changes: Vec::new() }
    }

    /// The text in which what differs between the old and the new scene is as in the new one.
    pub fn apply(mut self, old: &Tree, new: &Tree) -> String {
        let old = Written { tree: old, node: &old.root };
        let new = Written { tree: new, node: &new.root };
        self.scene(old, new);
        apply(self.own.text, self.changes)
    }

    /// The outermost value. A moment that was saved before there was a `lag` is read by other rules than one with it: where
    /// the number of the format comes in, it comes in whole.
    fn scene(&mut self, old: Written, new: Written) {
        let tree: &'a Tree<'a> = self.own;
        let (own, text) = (&tree.root, tree.text);
        let versioned = |tree: &Tree, node: &Node| {
            node.group.as_ref().is_some_and(|group| group.field(tree.text, "format_version").is_some())
        };
        let groups = (&own.group, &old.node.group, &new.node.group);
        let (Some(own), Some(before), Some(after)) = groups else { return self.replace(own, new) };
        let moment = own.field(text, "resume").zip(after.field(new.tree.text, "resume"));
        let whole = versioned(new.tree, new.node) && own.field(text, "format_version").is_none();
        self.fields(own, (old, before), (new, after), whole);
        if let Some((place, resume)) = moment.filter(|_| whole) {
            self.replace(&own.items[place].value, new.item(after, resume));
        }
    }

    fn value(&mut self, own: &'a Node, old: Written, new: Written) {
        if old.text() == new.text() {
            return;
        }
        let (old_bare, new_bare) = (old.bare(), new.bare());
        // `None` on one side leaves nothing to compare; with its `Some` on both it may be written without.
        if (old.node.group.is_none(), new.node.group.is_none()) != (false, false) {
            let inside = bare(self.own.text, own);
            let both = std::ptr::eq(old_bare.node, old.node) == std::ptr::eq(new_bare.node, new.node);
            return self.replace(if both { inside } else { own }, if both { new_bare } else { new });
        }
        let own_bare = bare(self.own.text, own);
        let groups = (&own_bare.group, &old_bare.node.group, &new_bare.node.group);
        let (Some(mine), Some(before), Some(after)) = groups else {
            return self.replace(own_bare, new_bare);
        };
        let name = |tree: &Tree, group: &Group| group.name.clone().map(|name| tree.text[name].to_owned());
        let (named, was) = (name(new_bare.tree, after), name(old_bare.tree, before));
        let spelt = name(self.own, mine);
        let same_kind = named == was
            && (was.is_none() || spelt.is_none() || spelt == was)
            && mine.bracket == before.bracket
            && before.bracket == after.bracket;
        if !same_kind {
            return self.replace(own_bare, new_bare);
        }
        let (old, new) = ((old_bare, before), (new_bare, after));
        if mine.is_struct() && before.is_struct() && after.is_struct() {
            self.fields(mine, old, new, false);
        } else if mine.bracket == '[' && mine.items.len() == before.items.len() {
            self.list(mine, old, new);
        } else if mine.bracket == '('
            && mine.items.len() == before.items.len()
            && before.items.len() == after.items.len()
            && mine.items.iter().all(|item| item.key.is_none())
        {
            for (index, item) in mine.items.iter().enumerate() {
                self.value(&item.value, old.0.item(before, index), new.0.item(after, index));
            }
        } else {
            self.replace(own_bare, new_bare);
        }
    }

    /// The fields of a struct. Those with their default may be written or not, on each side.
    fn fields(
        &mut self,
        own: &'a Group,
        (old, before): (Written, &Group),
        (new, after): (Written, &Group),
        whole_moment: bool,
    ) {
        let text = self.own.text;
        let mut splice = Splice::new(own);
        for (index, item) in own.items.iter().enumerate() {
            let Some(name) = field_name(text, item) else { continue };
            let gone = after.field(new.tree.text, name).is_none();
            splice.removed[index] = gone && before.field(old.tree.text, name).is_some();
        }
        // Behind the field that comes before it in the order in which the program writes them.
        let mut slot = 0;
        for (index, item) in after.items.iter().enumerate() {
            let Some(name) = field_name(new.tree.text, item) else { continue };
            let value = new.item(after, index);
            let was = before.field(old.tree.text, name);
            let same = was.is_some_and(|was| old.item(before, was).text() == value.text());
            if let Some(place) = own.field(text, name) {
                slot = place + 1;
                let moment = whole_moment && name == "resume";
                match was {
                    _ if same || moment => {}
                    Some(was) => self.value(&own.items[place].value, old.item(before, was), value),
                    None => self.replace(&own.items[place].value, value),
                }
            } else if !same || (whole_moment && name == "format_version") {
                let place = Place { tree: self.own, group: own, newline: self.newline };
                let indent = place.style(slot.saturating_sub(1), false).indent;
                splice.inserted[slot].push(format!("{name}: {}", self.laid_out(value, &indent)));
            }
        }
        self.splice(own, &splice, false);
    }

    /// The elements of a list; the text has as many as the old scene.
    fn list(&mut self, own: &'a Group, (old, before): (Written, &Group), (new, after): (Written, &Group)) {
        let was = align((old.tree, before), (new.tree, after));
        let mut splice = Splice::new(own);
        let mut stays = vec![false; own.items.len()];
        was.iter().flatten().for_each(|&index| stays[index] = true);
        splice.removed = stays.iter().map(|stays| !stays).collect();
        // A list of structs is spread over lines even where it was empty.
        let spread = after.items.iter().any(|item| item.value.group.as_ref().is_some_and(Group::is_struct));
        let mut slot = 0;
        for (index, was) in was.into_iter().enumerate() {
            let value = new.item(after, index);
            if let Some(was) = was {
                self.value(&own.items[was].value, old.item(before, was), value);
                slot = was + 1;
            } else {
                let text = self.element(own, slot, value, spread);
                splice.inserted[slot].push(text);
            }
        }
        self.splice(own, &splice, spread);
    }

    fn splice(&mut self, group: &'a Group, splice: &Splice, spread: bool) {
        let place = Place { tree: self.own, group, newline: self.newline };
        place.splice(splice, spread, &mut self.changes);
    }

    /// A new element of a list in the style of its neighbour.
    fn element(&self, list: &Group, slot: usize, value: Written, spread: bool) -> String {
        let place = Place { tree: self.own, group: list, newline: self.newline };
        let style = place.style(slot.saturating_sub(1), spread);
        let near = slot.saturating_sub(1).min(list.items.len().saturating_sub(1));
        let neighbour = list.items.get(near).and_then(|item| item.value.group.as_ref());
        let fields = value.node.group.as_ref().filter(|group| group.is_struct());
        let (Some(neighbour), Some(fields)) = (neighbour.filter(|group| group.is_struct()), fields) else {
            return self.laid_out(value, &style.indent);
        };
        let first = neighbour.items.first().map(Item::start);
        let Some(first) = first.filter(|first| begins_line(self.own.text, *first)) else {
            return self.laid_out(value, &style.indent);
        };
        // Each field on a line of its own, as there.
        let (newline, indent) = (self.newline, indent(self.own.text, first));
        let mut out = "(".to_owned();
        for (index, item) in fields.items.iter().enumerate() {
            let name = field_name(value.tree.text, item).unwrap_or_default();
            let text = self.laid_out(value.item(fields, index), indent);
            out.push_str(&format!("{newline}{indent}{name}: {text},"));
        }
        format!("{out}{newline}{})", style.indent)
    }

    /// Puts a value in the place of another.
    fn replace(&mut self, own: &Node, new: Written) {
        let text = self.laid_out(new, indent(self.own.text, own.span.start));
        self.changes.push((own.span.clone(), text));
    }

    /// A value as the program writes it, its further lines moved to the indentation of its first. Lines within a text stay as they are.
    fn laid_out(&self, value: Written, indent: &str) -> String {
        let all = value.tree.text;
        let base = self::indent(all, value.node.span.start);
        let mut texts = Vec::new();
        texts_of(value.node, all, &mut texts);
        let mut out = String::new();
        let mut at = value.node.span.start;
        for (line, _) in value.text().match_indices('\n') {
            let line = value.node.span.start + line;
            if texts.iter().any(|text| text.contains(&line)) {
                continue;
            }
            out.push_str(&format!("{}{}{indent}", &all[at..line], self.newline));
            at = line + 1;
            at += if all[at..].starts_with(base) { base.len() } else { 0 };
        }
        out.push_str(&all[at..value.node.span.end]);
        out
    }
}

/// Where texts of several lines stand in a value.
fn texts_of(node: &Node, text: &str, found: &mut Vec<Range<usize>>) {
    match &node.group {
        Some(group) => group.items.iter().for_each(|item| texts_of(&item.value, text, found)),
        None if text[node.span.clone()].contains('\n') => found.push(node.span.clone()),
        None => {}
    }
}

/// What is in `Some(…)`, or the value itself.
fn bare<'n>(text: &str, node: &'n Node) -> &'n Node {
    let Some(group) = &node.group else { return node };
    let is_some = group.name.clone().is_some_and(|name| &text[name] == "Some");
    match group.items.as_slice() {
        [only] if is_some && only.key.is_none() => &only.value,
        _ => node,
    }
}
