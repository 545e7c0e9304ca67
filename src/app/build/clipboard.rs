//! Bodies on the clipboard: as the text of a scene, which goes from window to window, into an editor, and back.

use crate::app::bench::workbench::Workbench;
use crate::app::build::fragment;
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::quote::brief;
use crate::scene::{Scene, parse, to_text};
use crate::world::BodyId;
use bevy_egui::EguiClipboard;

/// Puts the selected bodies on the clipboard. Returns whether they are there.
pub fn copy(
    bench: &Workbench,
    selection: &Selection,
    clipboard: Option<&mut EguiClipboard>,
    messages: &mut Messages,
) -> bool {
    let Some(clipboard) = clipboard else { return false };
    let ids: Vec<BodyId> = selection.bodies().collect();
    let Ok(bodies) = fragment::of(bench, &ids) else {
        messages.info(tr!("clipboard-select-bodies-that-be-copied"));
        return false;
    };
    clipboard.set_text(&to_text(&bodies));
    let what = tr!("count-bodies", n = bodies.bodies.len());
    let joints = match bodies.joints.len() {
        0 => String::new(),
        some => tr!("clipboard-joints", n = some),
    };
    messages.info(tr!("clipboard-on-clipboard-as-text-scene", what = what, joints = joints));
    true
}

/// The bodies whose text is on the clipboard, as a scene.
///
/// # Errors
/// A sentence where there is no text, or it is no scene.
pub fn bodies(text: Option<String>) -> Result<Scene, String> {
    let text = text.filter(|text| !text.trim().is_empty());
    let text = text.ok_or(tr!("clipboard-there-no-text-on-clipboard"))?;
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with(['S', '(', '/', '#']) {
        return Err(tr!("clipboard-text-on-clipboard-not-scene", text = brief(text.trim())));
    }
    parse(text.trim_start_matches('\u{feff}'), tr!("clipboard-clipboard")).map_err(|error| error.to_string())
}
