//! `pegsim figures`: what it leaves in its folder, laws that its data keep, going on where it stopped, and what it refuses.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use program::{Folder, assert_done, code, parts, pegsim, report, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn figures(names: &str, out: &Path, more: &[&str]) -> std::process::Output {
    let out = out.to_str().unwrap();
    pegsim([&["figures", "--only", names, "--out", out][..], more].concat())
}

/// The curves of a figure's data by panel and name: x and y.
fn curves(folder: &Path, name: &str) -> BTreeMap<(String, String), Vec<(f64, f64)>> {
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).from_path(folder.join(format!("{name}.csv"))).unwrap();
    let mut found: BTreeMap<(String, String), Vec<(f64, f64)>> = BTreeMap::new();
    for line in reader.records().map(Result::unwrap) {
        let number = |k: usize| line[k].parse().unwrap_or(f64::NAN);
        found.entry((line[0].to_owned(), line[1].to_owned())).or_default().push((number(2), number(3)));
    }
    found
}

/// Ends the test where a text is no well-formed XML of elements without entities of its own.
#[track_caller]
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a `>` outside of a tag: {}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(tag.matches('"').count().is_multiple_of(2) && !tag.contains('<'), "{tag}");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} are open");
    assert!(!text.contains("NaN") && !text.contains("inf\""), "a coordinate is no number");
}

/// Width and height of a PNG file that can be read to its end.
fn size_of_png(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let dark = pixels.iter().filter(|value| **value < 128).count();
    assert!(dark > 1000, "{}: {dark} dark dots", path.display());
    (info.width, info.height)
}

#[test]
fn a_figure_comes_with_its_drawing_its_data_and_a_page() {
    let folder = Folder::new("figures");
    let out = folder.file("out");
    assert_done(&figures("thesis-5.25,thesis-5.27", &out, &[]));
    let names = ["thesis-5.25", "thesis-5.27"];
    for name in names {
        let svg = fs::read_to_string(out.join(format!("{name}.svg"))).unwrap();
        assert_well_formed(&svg);
        let (width, height) = size_of_png(&out.join(format!("{name}.png")));
        assert!(svg.contains(&format!("width=\"{}\" height=\"{}\"", width / 2, height / 2)), "{name}");
    }
    assert_eq!(parts(&out), Vec::<String>::new());
    let page = fs::read_to_string(out.join("figures.md")).unwrap();
    for name in names {
        assert!(page.contains(&format!("({name}.svg)")) && page.contains(&format!("## {name}: ")), "{page}");
    }
    assert!(page.contains("*Agrees:*") && page.contains("| printed | ours |"));

    // The printed areas, each to the digits that are printed; ours by the closed form ½ (1 − cos h).
    let numbers = report(&out.join("figures.json"));
    let printed = numbers[0]["printed"].as_array().unwrap();
    assert_eq!((printed.len(), numbers[0]["name"].as_str()), (6, Some("thesis-5.25")));
    let digits = [1e-6, 1e-4, 1e-2, 1e-4, 1e-4, 1e-4];
    for ((line, digit), h) in printed.iter().zip(digits).zip([0.01, 0.1, 0.2, 0.3, 0.4, 0.5_f64]) {
        let (ours, theirs) = (line["ours"].as_f64().unwrap(), line["printed"].as_f64().unwrap());
        assert!((ours - 0.5 * (1.0 - h.cos())).abs() < 1e-12, "h = {h}: {ours}");
        assert!((ours - theirs).abs() <= 0.5 * digit, "h = {h}: {ours}, printed {theirs}");
    }
    let areas = curves(&out, "thesis-5.25");
    let place = || "1 area of overlap after one step".to_owned();
    assert_eq!(areas[&(place(), "PEG".to_owned())].len(), 6);
    assert!(areas[&(place(), "Exact".to_owned())].iter().all(|(_, area)| *area < 1e-12));

    // The total momentum in every step of every model, and what is left of the first block's speed when all five go together.
    let momenta = curves(&out, "thesis-5.27");
    let totals: Vec<_> = momenta.iter().filter(|((_, name), _)| name == "all together").collect();
    assert_eq!(totals.len(), 4);
    assert!(
        totals
            .iter()
            .all(|(_, points)| points.len() == 251 && points.iter().all(|p| (p.1 - 3.0).abs() < 1e-12))
    );
    let last = momenta[&("3 PEG".to_owned(), "block 1".to_owned())].last().unwrap().1;
    assert!((last / 1.5 - 3.0 / 3.67).abs() < 1e-9, "{last}");
}

/// The slides' theorem: with stabilisation the infeasibility falls with the square of the step, without with the step.
#[test]
fn the_slopes_of_infeasibility_are_those_of_the_theorem() {
    let folder = Folder::new("slopes");
    let out = folder.file("out");
    assert_done(&figures("slides-infeasibility", &out, &[]));
    let data = curves(&out, "slides-infeasibility");
    let orders = [
        ("velocity level, γ = 0", 1.0),
        ("velocity level, γ = 1", 2.0),
        ("ratio metric, γ = 0", 1.0),
        ("ratio metric, γ = 0.25", 2.0),
        ("ratio metric, γ = 1", 2.0),
    ];
    assert_eq!(data.len(), 3 * orders.len(), "three scenes");
    for ((scene, curve), points) in &data {
        let (_, order) = orders.iter().find(|(name, _)| name == curve).unwrap();
        // Within the range where a body that turns has not left what it stands on.
        let (first, last) = (points[0], points[3]);
        let slope = (last.1 / first.1).ln() / (last.0 / first.0).ln();
        assert!((slope - order).abs() < 0.2, "{scene}, {curve}: {slope}");
    }
}

/// All files but the record of runs, whose wall times differ.
fn written(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|path| !path.ends_with("runs.jsonl"))
        .map(|path| (path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn what_was_stopped_goes_on_to_the_same_bytes() {
    let folder = Folder::new("figures-resumed");
    let (whole, half) = (folder.file("whole"), folder.file("half"));
    let names = "slides-infeasibility,thesis-5.27";
    assert_done(&figures(names, &whole, &[]));
    // As a program leaves it that was ended within a line of its record.
    let record = fs::read_to_string(whole.join("runs.jsonl")).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    assert_eq!(lines.len(), 109, "seven steps for five methods and three scenes, and four runs");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("runs.jsonl"), format!("{}\n{}", lines[..11].join("\n"), &lines[11][..200])).unwrap();
    let output = figures(names, &half, &["--resume"]);
    assert_done(&output);
    assert!(
        text(&output.stderr).contains("11 of 109 runs are in runs.jsonl already"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read_to_string(half.join("runs.jsonl")).unwrap().lines().count(), 109);
    assert!(written(&whole) == written(&half), "drawings, data or page differ");
    // Once more with nothing left to do.
    let before = fs::read(half.join("runs.jsonl")).unwrap();
    assert_done(&figures(names, &half, &["--resume"]));
    assert!(fs::read(half.join("runs.jsonl")).unwrap() == before && written(&whole) == written(&half));
}

#[cfg(target_os = "linux")]
#[test]
fn control_c_keeps_the_runs_that_are_done() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = Folder::new("figures-stopped");
    let out = folder.file("out");
    let arguments = ["figures", "--only", "thesis-5.6,thesis-5.27", "--out", out.to_str().unwrap()];
    let mut command = Command::new(env!("CARGO_BIN_EXE_pegsim"));
    let child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = || fs::read_to_string(out.join("runs.jsonl")).unwrap_or_default().lines().count();
    let begun = Instant::now();
    while lines() < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no run was kept");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(code(&output), 130, "{said}");
    assert!(said.contains("--resume goes on with the rest"), "{said}");
    assert!(lines() >= 3 && lines() < 69 && !out.join("thesis-5.6.svg").exists());
    let kept = lines();
    let output = figures("thesis-5.27", &out, &["--resume"]);
    assert_done(&output);
    assert!(out.join("thesis-5.27.svg").exists() && lines() >= kept);
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let folder = Folder::new("figures-refused");
    let out = folder.file("out");
    let refused = |output: &std::process::Output| {
        let said = text(&output.stderr);
        assert_eq!((code(output), said.lines().count()), (2, 1), "{said}");
        assert!(said.chars().count() <= 220, "{said}");
        said
    };
    let said = refused(&figures("thesis-5.26", &out, &[]));
    assert!(said.contains("unknown figure `thesis-5.26`") && said.contains("thesis-5.5 to -6.4"), "{said}");
    assert!(!out.exists());
    assert!(refused(&pegsim(["figures"])).contains("--out"));
    let list = pegsim(["figures", "--list"]);
    assert_done(&list);
    assert!(text(&list.stdout).lines().count() == 30 && text(&list.stdout).contains("penalty-11"));

    // A folder with somebody's picture of that name, and one with figures.
    fs::create_dir(&out).unwrap();
    fs::write(out.join("thesis-5.25.svg"), "mine").unwrap();
    assert!(refused(&figures("thesis-5.25", &out, &[])).contains("holds figures (thesis-5.25.svg)"));
    assert!(refused(&figures("thesis-5.25", &out, &["--resume"])).contains("--force starts afresh"));
    assert_eq!(fs::read_to_string(out.join("thesis-5.25.svg")).unwrap(), "mine");
    assert_done(&figures("thesis-5.25", &out, &["--force"]));
    assert!(fs::read_to_string(out.join("thesis-5.25.svg")).unwrap().starts_with("<svg"));
    assert!(refused(&figures("thesis-5.25", &out, &[])).contains("--resume goes on with them"));
}
