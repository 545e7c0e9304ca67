//! What the window says, in the language that is chosen: messages of Project Fluent, from `assets/texts`.
//!
//! A text is named where it is shown, `tr!("open")`, or `tr!("contacts-found", count = n)` with what is put into it. The macro is there in
//! the whole app without being imported. What has no arguments is formatted once for each language and place, not in every frame. A
//! message that a language lacks is English; the tests here say which.
//!
//! The language is that of the process, as the allocator is: whoever composes a sentence, in whichever thread, does it in the same one.
//! [`within`] has another one for what is called inside, which tests need that run side by side.

mod argument;

pub use argument::Argument;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use unic_langid::LanguageIdentifier;

/// A text by its name, in the language that is shown: `&'static str` without arguments, a `String` with some.
macro_rules! tr {
    ($id:literal) => {{
        static TEXT: $crate::app::texts::Text = $crate::app::texts::Text::new($id);
        TEXT.get()
    }};
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::app::texts::filled($id, &[$((stringify!($name), $crate::app::texts::Argument::value(&$value))),+])
    };
}

/// A language of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, which is complete, whatever another one lacks.
    #[default]
    English,
    /// German.
    German,
}

/// How many languages there are.
const COUNT: usize = Language::ALL.len();

impl Language {
    /// All of them, in the order of the buttons.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code, as in file names, settings and on the command line.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// What it is called by those who speak it.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// The language of a code, with or without a country: `de`, `de-AT`, `de_CH.UTF-8`.
    pub fn from_code(code: &str) -> Option<Self> {
        let short = code.split(['-', '_', '.', '@']).next().unwrap_or(code).to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| language.code() == short)
    }

    /// The first of the languages that the system's user wants which the window speaks; else English.
    pub fn of_system() -> Self {
        // A system without a language speaks English.
        let plain = |locale: &str| ["C", "POSIX"].contains(&locale).then_some(Self::English);
        let known = |locale: String| Self::from_code(&locale).or_else(|| plain(&locale));
        sys_locale::get_locales().find_map(known).unwrap_or_default()
    }

    /// The texts of one language, file by file: its name in the folder of the language, and what stands in it.
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::English => ENGLISH,
            Self::German => GERMAN,
        }
    }
}

/// The files of a language, taken into the program: every language has the same ones.
macro_rules! files {
    ($folder:literal) => {
        files!($folder:
            "acts.ftl", "commands.ftl", "explainer.ftl", "files.ftl", "frame.ftl", "inspector.ftl",
            "lessons.ftl", "numbers.ftl", "physics.ftl", "program.ftl", "shapes.ftl", "solver.ftl")
    };
    ($folder:literal: $($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../../assets/texts/", $folder, "/", $name)))),+]
    };
}

const ENGLISH: &[(&str, &str)] = files!("en");
const GERMAN: &[(&str, &str)] = files!("de");

/// The language of the process, by its place in [`Language::ALL`].
static SHOWN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// What [`within`] has instead.
    static WITHIN: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language that texts are in now.
pub fn language() -> Language {
    WITHIN.get().unwrap_or_else(|| Language::ALL[SHOWN.load(Ordering::Relaxed) % COUNT])
}

/// Changes the language: what is composed from now on is in that one.
pub fn show(language: Language) {
    SHOWN.store(language as usize, Ordering::Relaxed);
}

/// What `compose` comes to in that language, in this thread.
pub fn within<R>(language: Language, compose: impl FnOnce() -> R) -> R {
    /// Puts back what was there, also where `compose` panics.
    struct Back(Option<Language>);
    impl Drop for Back {
        fn drop(&mut self) {
            WITHIN.set(self.0);
        }
    }
    let _back = Back(WITHIN.replace(Some(language)));
    compose()
}

/// A name as it stands within a sentence: in small letters, where the language writes nouns so.
pub fn mid_sentence(name: &str) -> String {
    match language() {
        Language::English => name.to_lowercase(),
        Language::German => name.to_owned(),
    }
}

/// Something that is made once for each language, when it is first asked for.
pub struct EachLanguage<T>([OnceLock<T>; COUNT]);

impl<T> EachLanguage<T> {
    /// Nothing is made yet.
    pub const fn new() -> Self {
        Self([const { OnceLock::new() }; COUNT])
    }

    /// That of the language which is shown; `make` is called where there is none yet.
    pub fn get(&self, make: impl FnOnce() -> T) -> &T {
        let language = language();
        // The language must not change while something is made of several texts.
        self.0[language as usize].get_or_init(|| within(language, make))
    }
}

impl<T> Default for EachLanguage<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A text without arguments at the place where it is used; [`tr!`] makes it.
pub struct Text {
    id: &'static str,
    texts: EachLanguage<Cow<'static, str>>,
}

impl Text {
    /// The text of that name.
    pub const fn new(id: &'static str) -> Self {
        Self { id, texts: EachLanguage::new() }
    }

    /// The text in the language that is shown.
    pub fn get(&'static self) -> &'static str {
        self.texts.get(|| formatted(self.id, None))
    }
}

/// A text with what is put into it; [`tr!`] calls it.
pub fn filled(id: &'static str, arguments: &[(&'static str, FluentValue<'_>)]) -> String {
    let mut named = FluentArgs::with_capacity(arguments.len());
    for (name, value) in arguments {
        named.set(*name, value.clone());
    }
    formatted(id, Some(&named)).into_owned()
}

/// The message in the language that is shown, else in English, else its name.
fn formatted(id: &'static str, arguments: Option<&FluentArgs<'_>>) -> Cow<'static, str> {
    static BUNDLES: LazyLock<[Bundle; COUNT]> = LazyLock::new(|| Language::ALL.map(bundle));
    for bundle in [&BUNDLES[language() as usize], &BUNDLES[Language::English as usize]] {
        if let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) {
            // What cannot be put in, the tests would have found; it is then named in braces.
            return Cow::Owned(bundle.format_pattern(pattern, arguments, &mut Vec::new()).into_owned());
        }
    }
    Cow::Borrowed(id)
}

type Bundle = FluentBundle<FluentResource>;

/// All files of a language. What cannot be read is left out, which the tests find.
fn bundle(language: Language) -> Bundle {
    let id: LanguageIdentifier = language.code().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![id]);
    // No invisible marks of direction about what is put in: no language here is written from the right.
    bundle.set_use_isolating(false);
    for (_, text) in language.files() {
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

pub mod physics;
pub mod scenes;

#[cfg(test)]
mod literals;
#[cfg(test)]
mod tests;
