//! The text of a scene brought up to date: what is unchanged keeps its comments, its layout and its spelling.
//!
//! Three trees lie beside each other: the user's text, the scene that it says as the program writes it, and the scene that it
//! is to say, written the same way. Where the last two differ the first is changed, value by value; what it then says is read
//! again and must be the new scene to the bit.

mod align;
mod edit;
#[cfg(test)]
mod random_tests;
mod splice;
#[cfg(test)]
mod tests;
mod tree;

use crate::scene::format::Scene;
use crate::scene::load::{parse, without_mark};
use crate::scene::save::to_text;
use edit::Editor;
use tree::Tree;

/// The text of a scene file with `scene` in it, as near to `text` as can be: comments, layout and spelling stay where what
/// they belong to is the same; a list gets new elements in the style of their neighbours, and what is taken out of it goes with
/// the comments that stand directly before it and behind it in its line. Text that says `scene` already is returned as it is.
///
/// # Errors
/// A sentence why the text cannot be kept: it is no scene, or it is written in a way that is not understood here.
pub fn edit_text(text: &str, scene: &Scene) -> Result<String, String> {
    let says = |text: &str| parse(text, "the file").map(|scene| to_text(&scene));
    edit_with(text, &to_text(scene), |text| {
        says(text).map_err(|error| format!("what is in it is no scene ({error})"))
    })
}

/// The same for any file in RON: `new` is what it is to say as the program writes it, and `says` what a text says, written so.
///
/// # Errors
/// A sentence why the text cannot be kept: what `says` refuses, or a way of writing that is not understood here.
pub(crate) fn edit_with(
    text: &str,
    new: &str,
    says: impl Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let body = without_mark(text);
    let old = says(body)?;
    if old == new {
        return Ok(text.to_owned());
    }
    let odd = || "it is written in a way that this program cannot change in part".to_owned();
    let trees = (Tree::read(body), Tree::read(&old), Tree::read(new));
    let (Some(own), Some(old), Some(new_tree)) = trees else { return Err(odd()) };
    let edited = Editor::new(&own).apply(&old, &new_tree);
    // The judge: the bits of what was written decide, not the art of writing it.
    if says(&edited).map_err(|_| odd())? != new {
        return Err(odd());
    }
    let mark = &text[..text.len() - body.len()];
    Ok(format!("{mark}{edited}"))
}
