//! Which elements of a list are which of another: the same to the letter, of the same name, or most of it the same.

use crate::scene::text::tree::{Group, Tree, field_name};
use std::collections::BTreeMap;

/// Pairs that are looked at for a name or a likeness; in larger gaps only what stands in the same place.
const MOST_LOOKS: usize = 4_000_000;

/// For each element of `new` the element of `old` that it was, in ascending order; none: it is new.
pub(super) fn align(old: (&Tree, &Group), new: (&Tree, &Group)) -> Vec<Option<usize>> {
    let (before, after) = (texts(old), texts(new));
    let mut found: Vec<Option<usize>> = vec![None; after.len()];
    // What is the same at both ends, which is nearly all of a long list.
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let room = before.len().min(after.len()) - head;
    let tail = before.iter().rev().zip(after.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    (0..head).for_each(|i| found[i] = Some(i));
    (0..tail).for_each(|i| found[after.len() - 1 - i] = Some(before.len() - 1 - i));
    let (old_end, new_end) = (before.len() - tail, after.len() - tail);
    same(&before[head..old_end], &after[head..new_end], head, &mut found[head..new_end]);
    // What is left lies in gaps between those.
    for gap in gaps(&found[head..new_end], head, old_end) {
        let new_range = gap.new.start + head..gap.new.end + head;
        let mut pairs = |alike: &dyn Fn(usize, usize) -> bool| {
            // Not beyond what a later element was found to be.
            let mut ends = vec![gap.old.end; new_range.len() + 1];
            for j in new_range.clone().rev() {
                ends[j - new_range.start] = found[j].unwrap_or(ends[j + 1 - new_range.start]);
            }
            let looks = if gap.old.len() * new_range.len() > MOST_LOOKS { 1 } else { usize::MAX };
            let mut from = gap.old.start;
            for j in new_range.clone() {
                if let Some(i) = found[j] {
                    from = i + 1;
                } else if let Some(i) = (from..ends[j - new_range.start]).take(looks).find(|&i| alike(i, j)) {
                    found[j] = Some(i);
                    from = i + 1;
                }
            }
        };
        pairs(&|i, j| {
            let name = name(old, i);
            name.is_some() && name == self::name(new, j)
        });
        pairs(&|i, j| are_alike(old, i, new, j));
    }
    // Where as many are left on both sides, and none has a name, they are the same ones, changed.
    for gap in gaps(&found[head..new_end], head, old_end) {
        let nameless = |of: (&Tree, &Group), k| struct_of(of.1, k).is_some() && name(of, k).is_none();
        if gap.old.len() == gap.new.len() {
            for (i, j) in gap.old.zip(gap.new) {
                found[j + head] = Some(i).filter(|_| nameless(old, i) && nameless(new, j + head));
            }
        }
    }
    found
}

fn texts<'a>((tree, group): (&'a Tree, &Group)) -> Vec<&'a str> {
    group.items.iter().map(|item| tree.text_of(&item.value)).collect()
}

/// Elements that are the same to the letter, as many as keep their order.
fn same(before: &[&str], after: &[&str], offset: usize, found: &mut [Option<usize>]) {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, text) in before.iter().enumerate().rev() {
        places.entry(text).or_default().push(i);
    }
    // Each with the first of its equals that is not taken.
    let pairs: Vec<(usize, usize)> =
        after.iter().enumerate().filter_map(|(j, text)| Some((j, places.get_mut(text)?.pop()?))).collect();
    for (j, i) in ascending(&pairs) {
        found[j] = Some(i + offset);
    }
}

/// The longest part of the pairs whose second numbers ascend.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // ends[k]: where the part of length k + 1 with the smallest last number ends; before[p]: what comes before p in its part.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (p, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(p);
        } else {
            ends[length] = p;
        }
    }
    let mut part = Vec::new();
    let mut at = ends.last().copied();
    while let Some(p) = at {
        part.push(pairs[p]);
        at = before[p];
    }
    part.reverse();
    part
}

/// Elements between two that were found, as ranges of both lists.
struct Gap {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

fn gaps(found: &[Option<usize>], start: usize, end: usize) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let (mut old, mut new) = (start, 0);
    for (j, place) in found.iter().copied().chain([Some(end)]).enumerate() {
        let Some(i) = place else { continue };
        if new < j {
            gaps.push(Gap { old: old..i, new: new..j });
        }
        (old, new) = (i + 1, j + 1);
    }
    gaps
}

fn struct_of(group: &Group, index: usize) -> Option<&Group> {
    group.items[index].value.group.as_ref().filter(|element| element.is_struct())
}

/// The name that an element gives itself.
fn name<'a>((tree, group): (&'a Tree, &Group), index: usize) -> Option<&'a str> {
    let element = struct_of(group, index)?;
    let name = &element.items[element.field(tree.text, "name")?].value;
    Some(tree.text_of(name)).filter(|name| *name != "\"\"")
}

/// Whether at least half of the fields are the same; what has no fields is an element by its place.
fn are_alike((a, old): (&Tree, &Group), i: usize, (b, new): (&Tree, &Group), j: usize) -> bool {
    let (Some(before), Some(after)) = (struct_of(old, i), struct_of(new, j)) else {
        return old.items[i].value.group.is_some() == new.items[j].value.group.is_some();
    };
    let same = after.items.iter().filter(|item| {
        let there = field_name(b.text, item).and_then(|name| before.field(a.text, name));
        there.is_some_and(|there| a.text_of(&before.items[there].value) == b.text_of(&item.value))
    });
    2 * same.count() >= before.items.len().max(after.items.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(old: &str, new: &str) -> Vec<Option<usize>> {
        let (a, b) = (Tree::read(old).unwrap(), Tree::read(new).unwrap());
        align((&a, a.root.group.as_ref().unwrap()), (&b, b.root.group.as_ref().unwrap()))
    }

    #[test]
    fn elements_are_found_by_text_name_and_likeness() {
        assert_eq!(aligned("[1, 2, 3, 4]", "[1, 3, 4]"), [Some(0), Some(2), Some(3)]);
        assert_eq!(aligned("[]", "[1]"), [None]);
        assert_eq!(aligned("[1, 2, 3]", "[3, 1, 2]"), [None, Some(0), Some(1)]);
        assert_eq!(aligned("[1, 1, 1]", "[1, 1]"), [Some(0), Some(1)]);
        let old = r#"[(name: "a", x: 1, y: 2), (name: "b", x: 3, y: 4), (name: "c", x: 5, y: 6)]"#;
        let changed = r#"[(name: "a", x: 1, y: 2), (name: "c", x: 7, y: 8)]"#;
        assert_eq!(aligned(old, changed), [Some(0), Some(2)], "by its name");
        let renamed = r#"[(name: "a", x: 1, y: 2), (name: "z", x: 3, y: 4), (name: "c", x: 5, y: 7)]"#;
        assert_eq!(aligned(old, renamed), [Some(0), Some(1), Some(2)]);
        let nameless = ["[(text: 1), (text: 2, run: 3)]", "[(text: 4), (text: 5, run: 3), (text: 6)]"];
        assert_eq!(aligned(nameless[0], nameless[1]), [Some(0), Some(1), None], "one changed, one new");
        let other = r#"[(name: "new", x: 0, y: 0), (name: "c", x: 5, y: 6)]"#;
        assert_eq!(aligned(old, other), [None, Some(2)], "nothing of the removed ones is like it");
    }
}
