//! Names and descriptions of the scenes of the program in other languages than that of their files. They stand in one file for each
//! language, `assets/texts/scenes`, by the names of the scenes' files; what a scene's file says is never changed.

use super::{EachLanguage, Language, language};
use std::collections::BTreeMap;

/// Name and description of each scene, by its path in `scenes/` without the extension.
pub type Words = BTreeMap<String, (String, String)>;

/// Those in the language that is shown; none in English, which the files speak.
pub fn words() -> &'static Words {
    static WORDS: EachLanguage<Words> = EachLanguage::new();
    WORDS.get(|| match language() {
        Language::English => Words::new(),
        // What cannot be read leaves the scenes in English, which a test finds.
        Language::German => {
            ron::from_str(include_str!("../../../assets/texts/scenes/de.ron")).unwrap_or_default()
        }
    })
}
