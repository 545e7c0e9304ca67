//! One web page that plays a recording: panes beside each other, contacts, the truth meter and energy over time. Nothing outside it is
//! needed to look at it.

mod data;

use crate::recording::Recorded;
use crate::stop;
use serde::Serialize;

/// States that a pane of a page has at most unless more are asked for: a page of ten bodies is then about 1 MB.
pub const STATES: usize = 1500;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What a page is made with.
pub struct Options<'a> {
    /// States that a pane has at most; of more, every second, third, … is taken.
    pub states: usize,
    /// Whether the steps are taken again, for the contacts that pressed in them: a recording has states only.
    pub contacts: bool,
    /// Told the steps taken again, and all.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// What a page lacks that one might look for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lacks {
    /// Of how many states one is shown.
    pub stride: usize,
    /// Steps that this program does not repeat bit for bit: their contacts are left out.
    pub differing: usize,
}

/// The page.
///
/// # Errors
/// When somebody asked to stop, or a number cannot be written.
pub fn page(recorded: &Recorded, mut options: Options) -> Result<(String, Lacks), String> {
    let (shown, lacks) = data::of(recorded, &mut options)?;
    stop::go_on()?;
    let page = TEMPLATE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT);
    let page = page.replace("TITLE", &escaped(&shown.title));
    Ok((page.replace("/*DATA*/", &json(&shown)?), lacks))
}

/// JSON that can stand in a script of a page: nothing in it ends the script.
fn json(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    Ok(text.replace("</", "<\\/").replace("<!--", "<\\!--"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::models::ContactModel;
    use crate::recording::record;
    use crate::scene::load_str;
    use std::path::Path;

    const SCENE: &str = r#"Scene(name: "</script><b>", dimension: Two, bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (2.0, 0.5)), position: (0.0, -0.5, 0.0)),
        (name: "box", shape: Box(half_extents: (0.5, 0.5)), position: (0.0, 0.6, 0.0)),
    ])"#;

    fn made(states: usize, contacts: bool) -> (serde_json::Value, Lacks, String) {
        let scene = load_str(SCENE, "x.ron", Path::new("")).expect("a scene");
        let models = [ContactModel::Peg, ContactModel::SeparatingFeature];
        let (recorded, failures) = record(&scene, &models, 0.5, &mut |_, _| {});
        assert!(failures.is_empty(), "{failures:?}");
        let options = Options { states, contacts, progress: &mut |_, _| {} };
        let (page, lacks) = page(&recorded, options).expect("a page");
        let start = page.find("const DATA = ").expect("the data") + "const DATA = ".len();
        let end = start + page[start..].find(";\n").expect("its end");
        (serde_json::from_str(&page[start..end]).expect("JSON"), lacks, page)
    }

    #[test]
    fn a_page_has_every_state_and_the_load_of_the_floor() {
        let (data, lacks, page) = made(STATES, true);
        assert_eq!(lacks, Lacks { stride: 1, differing: 0 });
        assert_eq!(data["panes"].as_array().map(Vec::len), Some(2));
        for pane in data["panes"].as_array().expect("panes") {
            assert_eq!(pane["time"].as_array().map(Vec::len), Some(51));
            // The last step: two corners carry the box, together h m g.
            let contacts = pane["contacts"][50].as_array().expect("contacts");
            let load: f64 = contacts.iter().map(|c| c[6].as_f64().expect("an impulse")).sum();
            assert!((load / (0.01 * 1000.0 * 9.81) - 1.0).abs() < 1e-5, "{load}");
            let depth = pane["depth"].as_array().expect("depths");
            assert!(depth.iter().all(|d| d.as_f64().expect("a number") < 1e-3));
        }
        assert_eq!(page.matches("</script>").count(), 1, "a name does not end the script");
        assert!(!page.contains("http"), "nothing is fetched");
    }

    #[test]
    fn many_states_are_thinned_and_contacts_can_be_left_out() {
        let (data, lacks, _) = made(20, false);
        assert_eq!(lacks.stride, 3);
        let pane = &data["panes"][0];
        let times = pane["time"].as_array().expect("times");
        assert_eq!((times.len(), times[0].as_f64()), (17 + 1, Some(0.0)));
        assert!((times[17].as_f64().expect("the last one") - 0.5).abs() < 1e-9, "the end is always there");
        assert!(pane["contacts"].as_array().expect("none").is_empty());
    }
}
