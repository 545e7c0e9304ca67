//! The house: which folder may import which, counted from the code's own `use` lines and paths.
//!
//! `cargo test --no-default-features --test house -- --show-output` prints the numbers that `docs/house.md` states;
//! `PEGSIM_HOUSE=FOLDER` counts those of another checkout.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module by its path from the root of the crate.
type Module = Vec<String>;

/// The floors of the core, lowest first: a folder imports only from floors below its own.
const FLOORS: [&[&str]; 11] = [
    &["math", "output", "quote", "reading", "stop"],
    &["threads"],
    &["lcp"],
    &["geometry"],
    &["world"],
    &["dynamics", "contact"],
    &["step"],
    &["scene"],
    &["experiment"],
    &["lesson", "recording"],
    &["app", "cli", "prelude"],
];

fn floor(folder: &str) -> usize {
    FLOORS
        .iter()
        .position(|names| names.contains(&folder))
        .unwrap_or_else(|| panic!("src/{folder} is a new folder: give it a floor in {}", file!()))
}

/// Every module of the crate with its code: no comments, no test module at the end.
fn modules() -> BTreeMap<Module, String> {
    let here = env!("CARGO_MANIFEST_DIR").to_owned();
    let root = Path::new(&std::env::var("PEGSIM_HOUSE").unwrap_or(here)).join("src");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let relative = path.strip_prefix(&root).unwrap().with_extension("");
                let mut module: Module =
                    relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if module.last().is_some_and(|name| name == "mod") {
                    module.pop();
                }
                let of_tests = module.last().is_some_and(|name| name.ends_with("tests"));
                if module != ["lib"] && module != ["main"] && !of_tests {
                    found.insert(module, code(&fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    found
}

fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| line.split("//").next().unwrap_or(""));
    // `pub(in crate::…)` says who may see a thing, not what is imported.
    lines.map(|line| line.replace("pub(in crate::", "pub(in ")).collect::<Vec<_>>().join("\n")
}

/// The paths of a use tree: `a::{b, c::d}` is a::b and a::c::d.
fn paths(tree: &str, prefix: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let name = tree.split(" as ").next().unwrap_or(tree).trim();
        found.push(format!("{prefix}{name}"));
        return;
    };
    let prefix = format!("{prefix}{}", &tree[..open]);
    let inner = &tree[open + 1..tree.rfind('}').unwrap()];
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    paths(&inner[start..at], &prefix, found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// All paths that a file names, those of its `use` lines and those that stand in its code.
fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        // A statement, not a word in a message or the end of a name.
        let before = code[..at].rsplit('\n').next().unwrap_or("").trim_start();
        let begins = before.is_empty() || before.starts_with("pub") && before.ends_with([' ', ')']);
        if let Some(end) = code[at..].find(';').filter(|_| begins) {
            let tree = code[at + 4..at + end].split_whitespace().collect::<Vec<_>>().join(" ");
            paths(&tree, "", &mut found);
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let inside = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            if !code[..at].chars().next_back().is_some_and(inside) {
                found.push(code[at..].chars().take_while(|c| inside(*c)).collect());
            }
        }
    }
    found
}

/// The module of this crate that a path of `from` leads into.
fn target(path: &str, from: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let mut parts: Vec<&str> = path.split("::").map(str::trim).filter(|p| !p.is_empty()).collect();
    let mut at: Module = match *parts.first()? {
        "crate" => Vec::new(),
        "super" => from[..from.len() - 1].to_vec(),
        "self" => from.clone(),
        child => {
            let inside: Module = from.iter().cloned().chain([child.to_owned()]).collect();
            if !all.contains_key(&inside) {
                return None;
            }
            parts.insert(0, "self");
            from.clone()
        }
    };
    for part in &parts[1..] {
        if *part == "super" {
            at.pop();
        } else {
            at.push((*part).to_owned());
        }
    }
    while !at.is_empty() && !all.contains_key(&at) {
        at.pop();
    }
    (!at.is_empty() && at != *from).then_some(at)
}

/// Who imports whom, file by file.
fn arrows() -> BTreeMap<Module, BTreeSet<Module>> {
    let all = modules();
    let of = |from: &Module, code: &str| {
        named(code).iter().filter_map(|path| target(path, from, &all)).collect::<BTreeSet<_>>()
    };
    all.iter().map(|(from, code)| (from.clone(), of(from, code))).collect()
}

/// The sets of files that import each other in a circle, largest first.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            for to in arrows.get(module).into_iter().flatten() {
                if seen.insert(to.clone()) {
                    next.push(to);
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&Module, BTreeSet<Module>> = arrows.keys().map(|m| (m, reached(m))).collect();
    let mut found: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    for (module, seen) in &reach {
        if seen.contains(*module) {
            found.insert(
                seen.iter().filter(|m| reach.get(m).is_some_and(|s| s.contains(*module))).cloned().collect(),
            );
        }
    }
    let mut found: Vec<_> = found.into_iter().filter(|circle| circle.len() > 1).collect();
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

#[test]
fn no_arrow_of_the_core_climbs() {
    let mut climbing = Vec::new();
    for (from, targets) in arrows() {
        for to in targets.iter().filter(|to| to[0] != from[0]) {
            if floor(&to[0]) >= floor(&from[0]) {
                climbing.push(format!("{} -> {}", from.join("::"), to.join("::")));
            }
        }
    }
    assert!(climbing.is_empty(), "a folder imports only from floors below its own:\n{}", climbing.join("\n"));
}

#[test]
fn circles_of_imports_only_become_smaller() {
    /// Files of the largest circle, in the core and in the app.
    const LARGEST: (usize, usize) = (6, 14);
    let arrows = arrows();
    let circles = circles(&arrows);
    let sizes: Vec<usize> = circles.iter().map(BTreeSet::len).collect();
    println!(
        "{} files, {} arrows, circles of {sizes:?} files",
        arrows.len(),
        arrows.values().map(BTreeSet::len).sum::<usize>()
    );
    for circle in &circles {
        let app = circle.iter().any(|m| m[0] == "app");
        let most = if app { LARGEST.1 } else { LARGEST.0 };
        let names: Vec<String> = circle.iter().map(|m| m.join("::")).collect();
        println!("{names:?}");
        assert!(circle.len() <= most, "a circle of more than {most} files: {names:?}");
    }
}

#[test]
fn the_counting_sees_what_it_counts() {
    let mut found = Vec::new();
    paths("crate::{a::B, c::{self, d as e}}", "", &mut found);
    assert_eq!(found, ["crate::a::B", "crate::c::self", "crate::c::d"]);
    let line = |a: &[&str], b: &[&str]| {
        let module = |m: &[&str]| m.iter().map(ToString::to_string).collect::<Module>();
        (module(a), BTreeSet::from([module(b)]))
    };
    let round = BTreeMap::from([line(&["a"], &["b"]), line(&["b"], &["a"]), line(&["c"], &["a"])]);
    assert_eq!(circles(&round).len(), 1);
    assert_eq!(circles(&round)[0].len(), 2);
}
