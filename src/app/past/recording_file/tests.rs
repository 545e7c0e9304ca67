//! Recordings of all formats: stored files that open and repeat, names, what later versions add, and what is refused.

mod limits;
mod with_branches;

use super::*;
use crate::app::past::recheck;
use crate::app::run::measure;
use crate::contact::models::ContactModel;
use crate::experiment::state_hash;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::lcp::catalogue::SolverMethod;
use crate::recording::bytes::{self, Reader};
use crate::recording::{Frame, MAGIC, Sample, format3, frames, header, names, samples};
use crate::step::StepSettings;
use crate::step::{Cone, Geometry, ImpactTreatment, RestitutionLaw};
use crate::world::{BodyId, ContactMemory, PairMemory, PartId, StepInput};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// Files written by the program, each with the hashes of all states in it. `format1.pegrec` and `format2.pegrec` were written
/// by the last versions that wrote these formats and cannot be made anew. The two files of format 3 are, where a change of
/// the physics was meant, by `PEGSIM_WRITE_STORED=1 cargo test --lib recording_file::tests::stored_files`.
fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

const ROOM: usize = 1 << 30;

fn hashes(bench: &Workbench) -> String {
    let mut text = String::new();
    for (number, pane) in bench.panes.iter().enumerate() {
        for frame in pane.recording.frames() {
            let _ = writeln!(text, "{number} {} {}", frame.state.step, state_hash(&frame.state));
        }
    }
    text
}

/// The first step of each pane that does not repeat.
fn differing(bench: &Workbench) -> Vec<Option<u64>> {
    let check = |pane: &Pane| {
        let frames: Vec<Arc<Frame>> = pane.recording.frames().cloned().collect();
        recheck::check(&frames, &AtomicUsize::new(0), &AtomicBool::new(false)).differs
    };
    bench.panes.iter().map(check).collect()
}

/// All that a recording keeps, to be compared; numbers by their bits where they can be no numbers.
fn assert_same(a: &Workbench, b: &Workbench) {
    assert_eq!((a.panes.len(), a.focused, a.time_step), (b.panes.len(), b.focused, b.time_step));
    assert_eq!(hashes(a), hashes(b));
    for (p, q) in a.panes.iter().zip(&b.panes) {
        assert_eq!(p.simulation.settings, q.simulation.settings);
        assert_eq!(p.simulation.state, q.simulation.state);
        assert_eq!(p.scene.source, q.scene.source);
        assert_eq!(p.truth, q.truth);
        for (f, g) in p.recording.frames().zip(q.recording.frames()) {
            assert_eq!((&f.state, &f.input, &f.settings), (&g.state, &g.input, &g.settings));
            assert_eq!((f.sprung_traps, f.by_hand), (g.sprung_traps, g.by_hand));
            assert_eq!(f.scene.source, g.scene.source);
        }
        let bits = |pane: &Pane| pane.history.samples().iter().map(samples::columns).collect::<Vec<_>>();
        assert_eq!(bits(p), bits(q));
    }
}

/// From which step on each pane of the files of formats 1 and 2 no longer repeats, because the physics was changed on purpose:
/// the steps of the last pane are those of Exact when it was a leapfrog step, and masses were inverted with other roundings.
const OLD_REPEATS_UNTIL: [Option<u64>; 3] = [Some(1); 3];

#[test]
fn stored_files_of_all_formats_open_with_every_bit_and_repeat() {
    if std::env::var_os("PEGSIM_WRITE_STORED").is_some() {
        let bench = example::bench();
        save(&bench, &stored("format3.pegrec")).expect("it is written");
        std::fs::write(stored("format3.hashes.txt"), hashes(&bench)).expect("they are written");
    }
    for name in ["format1", "format2", "format3"] {
        let known = std::fs::read_to_string(stored(&format!("{name}.hashes.txt"))).expect("the hashes");
        let bench = open(&stored(&format!("{name}.pegrec")), ROOM).expect("it opens").bench;
        assert_eq!(hashes(&bench), known, "{name}");
        let mut pairs = bench.panes[2].recording.frames().flat_map(|f| f.state.memory.pairs());
        assert!(pairs.any(|pair| !pair.rows.is_empty()), "{name}: what separated bodies is there");
        let last = bench.panes[2].recording.frame(example::STEPS).expect("the last step");
        assert_eq!(last.state.broken, [0], "{name}: the nail broke");
        let zero = bench.panes[2].recording.frame(7).expect("step 7").state.twists[3].linear.y;
        assert!(zero == 0.0 && zero.is_sign_negative(), "{name}: -0.0 is kept");
        let pulls = bench
            .panes
            .iter()
            .flat_map(|pane| pane.recording.frames())
            .filter(|f| !f.input.wrenches.is_empty());
        assert_eq!(pulls.count(), 3, "{name}: a pull in each pane");
        assert_eq!((bench.focused, bench.panes[1].model()), (1, ContactModel::Peg), "{name}");
        // What was opened is saved, and comes back.
        let again =
            open_bytes(&format3::write(&recorded(&bench)).expect("it is written")).expect("it opens").bench;
        assert_same(&bench, &again);
        let expected = if name == "format3" { [None; 3] } else { OLD_REPEATS_UNTIL };
        assert_eq!(
            differing(&bench),
            expected,
            "{name}: if the physics was changed on purpose, make format 3 anew as the comment of `stored` says"
        );
    }
}

/// The velocities of an old file are those of the middle of the step that led there, and energies are measured at the time of
/// the sample: what the program that wrote the file left unsaid or measured otherwise.
#[test]
fn the_velocities_of_old_files_lag_by_half_a_step() {
    for name in ["format1", "format2"] {
        let bench = open(&stored(&format!("{name}.pegrec")), ROOM).expect("it opens").bench;
        let mut sizes = BTreeSet::new();
        for pane in &bench.panes {
            for frame in pane.recording.frames() {
                let h = frame.settings.h;
                let lag = if frame.state.step == 0 { 0.0 } else { h / 2.0 };
                assert!(frame.state.lag == lag, "{name}, step {}: {}", frame.state.step, frame.state.lag);
                sizes.insert(h.to_bits());
            }
            for sample in pane.history.samples() {
                let frame = pane.recording.frame(sample.step).expect("all steps are recorded");
                let energy = measure::energy(&frame.scene.model, &frame.state);
                assert_eq!((sample.energy, sample.linear_momentum), (energy.total(), energy.linear_momentum));
            }
        }
        assert_eq!(sizes.len(), 2, "{name}: one pane changes its step size");
    }
}

/// Runs that were recorded by versions of other physics go on: what falls freely gains what gravity gives it between the moments
/// that the velocities are meant at, whatever lag the old run left.
#[test]
fn runs_of_old_files_go_on_as_they_moved() {
    for name in ["format1", "format2", "format3"] {
        let mut bench = open(&stored(&format!("{name}.pegrec")), ROOM).expect("it opens").bench;
        let models: Vec<ContactModel> = bench.panes.iter().map(Pane::model).collect();
        assert!(models.contains(&ContactModel::SeparatingFeature), "{name}: {models:?}");
        for (number, pane) in bench.panes.iter_mut().enumerate() {
            let simulation = &mut pane.simulation;
            let sign = simulation.model.bodies.iter().position(|body| body.name == "sign").expect("a sign");
            for step in 0..5 {
                let before = simulation.state.clone();
                simulation.step(&StepInput::default()).expect("a step");
                let (after, h) = (&simulation.state, simulation.settings.h);
                let gained = after.twists[sign].linear - before.twists[sign].linear;
                let wanted = simulation.model.gravity * (before.lag + h - after.lag);
                assert!((gained - wanted).norm() < 1e-12, "{name}, pane {number}, step {step}: {gained:?}");
            }
        }
    }
}

#[test]
fn a_file_of_format_3_says_by_how_much_velocities_lag() {
    let mut bench = example::bench();
    let frames: Vec<Arc<Frame>> = bench.panes[0].recording.frames().cloned().collect();
    for (k, frame) in frames.iter().enumerate() {
        let mut frame = Frame::clone(frame);
        frame.state.lag = [0.0, 0.1 + 0.2, f64::MIN_POSITIVE][k % 3];
        bench.panes[0].recording.push(frame);
        bench.panes[0].recording.truncate_after(k as u64);
        frames[k + 1..].iter().for_each(|frame| bench.panes[0].recording.push(Arc::clone(frame)));
    }
    let again =
        open_bytes(&format3::write(&recorded(&bench)).expect("it is written")).expect("it opens").bench;
    let lags = |bench: &Workbench| -> Vec<f64> {
        bench.panes[0].recording.frames().map(|frame| frame.state.lag).collect()
    };
    assert_eq!(lags(&again), lags(&bench));
    assert!(lags(&again).contains(&(0.1 + 0.2)));
    let fields = |head: &mut Value| {
        let fields = head["frame_fields"].as_array_mut().expect("a list");
        *fields.iter_mut().find(|field| **field == "lag").expect("the field") = json!("delay");
    };
    assert!(refused(&with_head(fields)).contains("its steps have no `lag`"));
}

/// Writes bytes to a file of the system's temporary folder, opens it, and removes it.
fn open_bytes(bytes: &[u8]) -> Result<Opened, String> {
    let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-");
    let path = std::env::temp_dir().join(format!("pegsim-unit-{}-{thread}.pegrec", std::process::id()));
    std::fs::write(&path, bytes).expect("it is written");
    let opened = open(&path, ROOM);
    let _ = std::fs::remove_file(&path);
    opened
}

fn refused(bytes: &[u8]) -> String {
    match open_bytes(bytes) {
        Ok(_) => panic!("it is opened"),
        Err(reason) => reason,
    }
}

fn written() -> Vec<u8> {
    format3::write(&recorded(&example::bench())).expect("it is written")
}

/// The head as JSON, and the blocks.
fn split(bytes: &[u8]) -> (Value, &[u8]) {
    let mut reader = Reader(&bytes[MAGIC.len() + 12..bytes.len() - 32]);
    let head = serde_json::from_slice(reader.block::<u64>().expect("a head")).expect("JSON");
    (head, reader.0)
}

/// A file with another head.
fn with_head(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let bytes = written();
    let (mut head, blocks) = split(&bytes);
    change(&mut head);
    format3::seal(&head, blocks).expect("it is sealed")
}

#[test]
fn every_value_of_every_enumeration_comes_back() {
    // Exhaustive without a list of one's own where there is one in the program.
    for model in ContactModel::ALL {
        for method in SolverMethod::ALL {
            for geometry in [None, Some(Geometry::SemiImplicit), Some(Geometry::Implicit)] {
                for law in [RestitutionLaw::Newton, RestitutionLaw::Poisson] {
                    let mut settings =
                        StepSettings { joint_correction: geometry.is_some(), ..Default::default() };
                    (settings.contact.model, settings.contact.geometry) = (model, geometry);
                    (settings.solver.method, settings.restitution.law) = (method, law);
                    settings.contact.detection_distance = geometry.map(|_| 0.1 + 0.2);
                    settings.contact.impact = geometry.map(|geometry| match geometry {
                        Geometry::SemiImplicit => ImpactTreatment::Within,
                        Geometry::Implicit => ImpactTreatment::Split,
                    });
                    settings.friction.cone = geometry.map(|geometry| match geometry {
                        Geometry::SemiImplicit => Cone::Pyramid,
                        Geometry::Implicit => Cone::Quadratic,
                    });
                    settings.restitution.threshold = -0.0;
                    let json = serde_json::to_string(&header::StoredSettings::of(&settings)).expect("JSON");
                    let back: header::StoredSettings = serde_json::from_str(&json).expect("the same");
                    assert!(back.unknown.is_empty(), "{json}");
                    let back = back.read().expect("all names are known");
                    assert_eq!(back, settings, "{json}");
                    assert!(back.restitution.threshold.is_sign_negative(), "{json}");
                }
            }
        }
    }
    let mut bench = example::bench();
    let pane = &mut bench.panes[0];
    let part = |body, part| PartId { body: BodyId(body), part };
    let features = [
        SeparatingFeature::FacetOfA(3),
        SeparatingFeature::FacetOfB(usize::MAX),
        SeparatingFeature::Edges { a: 1, b: 2, flipped: false },
        SeparatingFeature::Edges { a: 2, b: 1, flipped: true },
    ];
    let rows = [RowKey::Vertex(4), RowKey::Edges, RowKey::SideOfA(5), RowKey::SideOfB(6)];
    let pairs = features.iter().enumerate().map(|(k, feature)| PairMemory {
        parts: (part(k, 7), part(k + 1, 8)),
        feature: *feature,
        rows: rows.iter().map(|row| (*row, -0.0)).collect(),
        held: rows.iter().take(k).map(|row| (*row, 0.1, crate::math::Vec3::new(0.2, -0.0, 1e-300))).collect(),
        still: (k == 1).then_some(u64::MAX),
    });
    pane.simulation.state.memory = ContactMemory::new(pairs.collect());
    let frame = pane.frame(true);
    let mut bytes = Vec::new();
    frames::write(&mut bytes, &frame, 3, 5).expect("it is written");
    let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    let layout = frames::Layout::new(
        true,
        &owned(&frames::FIELDS),
        &owned(&names::FEATURES.map(|(name, _)| name)),
        &owned(&names::ROWS.map(|(name, _)| name)),
    );
    let record = Reader(&bytes).block::<u32>().expect("a record");
    let back = layout.expect("all names are known").read(record).expect("it is read");
    assert_eq!((back.scene, back.settings, back.by_hand), (3, 5, true));
    assert_eq!(back.state, frame.state);
    let impulses = back.state.memory.pairs().iter().flat_map(|pair: &crate::world::PairMemory| &pair.rows);
    assert!(impulses.clone().count() == 16 && impulses.clone().all(|(_, i)| i.is_sign_negative()));
}

#[test]
fn names_that_were_written_once_are_known_for_ever() {
    // Who renames a solver or a model keeps its old name as one that is understood; who removes one says so in the
    // sentence that refuses it.
    let solvers = "automatic active-alternative lemke dantzig interior-point fischer-newton minmap-newton pgs psor \
                   projected-jacobi blocked-gauss-seidel staggered nncg fixed-point enumerate";
    for name in solvers.split(' ') {
        assert!(SolverMethod::from_name(name).is_ok(), "{name}");
    }
    for name in ["standard", "anitescu-potra", "ratio-metric", "lnc", "peg", "separating-feature"] {
        assert!(ContactModel::from_name(name).is_ok(), "{name}");
    }
    assert_eq!(names::GEOMETRIES.map(|(name, _)| name), ["semi-implicit", "implicit"]);
    assert_eq!(names::IMPACTS.map(|(name, _)| name), ["within", "split"]);
    assert_eq!(names::CONES.map(|(name, _)| name), ["quadratic", "pyramid"]);
    assert_eq!(names::FRICTION_LAWS.map(|(name, _)| name), ["coulomb", "convex-relaxation"]);
    assert_eq!(names::LAWS.map(|(name, _)| name), ["newton", "poisson"]);
    let fields = "step time poses twists memory broken wrenches settings scene sprung_traps by_hand lag";
    assert!(fields.split(' ').all(|name| frames::FIELDS.contains(&name)));
    let (head, _) = (split(&written()).0, ());
    let keys: Vec<&String> = head["settings"][0].as_object().expect("a map").keys().collect();
    let known = "applicability_angle contact_model count_traps detection_distance friction_cone friction_directions geometry \
                 impact joint_correction max_iterations restitution_law restitution_threshold solver time_step tolerance";
    assert!(known.split(' ').all(|name| keys.iter().any(|key| *key == name)), "{keys:?}");
}

#[test]
fn every_column_of_a_sample_comes_back_with_its_bits() {
    let mut names = BTreeSet::new();
    let columns = samples::columns(&Sample::default()).map(|(name, _)| name.to_owned());
    for (k, column) in columns.iter().enumerate() {
        assert!(names.insert(column.clone()) && samples::is_known(column), "{column}");
        // One in the column alone, whatever it counts.
        let mut bytes = vec![0_u8; 8 * columns.len()];
        bytes[8 * k] = 1;
        let read = samples::read(&bytes, &columns).expect("a sample");
        assert_eq!(samples::write(&read), bytes, "{column}");
    }
}

#[test]
fn a_name_that_is_not_known_is_refused_by_name() {
    let cases: [(&str, &dyn Fn(&mut Value)); 6] = [
        ("solver `warp`", &|head| head["settings"][0]["solver"] = json!("warp")),
        ("contact model `soft`", &|head| head["settings"][1]["contact_model"] = json!("soft")),
        ("geometry `explicit`", &|head| head["settings"][0]["geometry"] = json!("explicit")),
        ("law of restitution `stronge`", &|head| head["settings"][0]["restitution_law"] = json!("stronge")),
        ("separating feature `sphere`", &|head| head["features"][0] = json!("sphere")),
        ("row of a feature `rolling`", &|head| head["rows"][0] = json!("rolling")),
    ];
    for (what, change) in cases {
        let said = refused(&with_head(change));
        let shows = said.contains("valid names: ") || said.contains("`pegsim list solvers` shows all");
        assert!(said.contains(&format!("unknown {what}")) && shows, "{said}");
        assert_eq!(said.matches(". ").count(), 0, "one sentence: {said}");
    }
}

/// A file as a later version might write it: new fields in the head, in settings, panes and scenes, a new block, a new field of
/// steps between the others, a new column of samples in front.
fn of_a_later_version() -> Vec<u8> {
    let bytes = written();
    let (mut head, blocks) = split(&bytes);
    let mut reader = Reader(blocks);
    let mut later = Vec::new();
    for _ in 0..3 {
        let (mut records, mut frames) = (Reader(reader.block::<u64>().expect("frames")), Vec::new());
        while !records.is_empty() {
            let mut fields = Reader(records.block::<u32>().expect("a record"));
            let mut record = Vec::new();
            for field in 0..frames::FIELDS.len() {
                if field == 4 {
                    bytes::push_block::<u32>(&mut record, b"friction remembered").expect("short");
                }
                bytes::push_block::<u32>(&mut record, fields.block::<u32>().expect("a field"))
                    .expect("short");
            }
            bytes::push_block::<u32>(&mut frames, &record).expect("short");
        }
        let rows = reader.block::<u64>().expect("samples");
        let columns = samples::columns(&Sample::default()).len();
        let samples: Vec<u8> =
            rows.chunks(8 * columns).flat_map(|row| [7_u64.to_le_bytes().as_slice(), row].concat()).collect();
        bytes::push_block::<u64>(&mut later, &frames).expect("short");
        bytes::push_block::<u64>(&mut later, b"a block of its own").expect("short");
        bytes::push_block::<u64>(&mut later, &samples).expect("short");
    }
    head["blocks"] = json!(["frames", "sounds", "samples"]);
    head["author"] = json!({ "name": "somebody" });
    head["settings"][0]["integrator"] = json!("second-order");
    head["panes"][0]["colour"] = json!([1, 2, 3]);
    head["scenes"][0]["language"] = json!("RON");
    let insert = |list: &mut Value, at: usize, name: &str| {
        list.as_array_mut().expect("a list").insert(at, json!(name));
    };
    insert(&mut head["frame_fields"], 4, "friction_memory");
    insert(&mut head["sample_columns"], 0, "work");
    // Numbered otherwise than this version numbers them.
    head["features"].as_array_mut().expect("a list").push(json!("facet-of-a"));
    format3::seal(&head, &later).expect("it is sealed")
}

#[test]
fn what_a_later_version_adds_is_skipped_and_named() {
    let opened = open_bytes(&of_a_later_version()).expect("it is opened");
    assert_same(&opened.bench, &open_bytes(&written()).expect("it is opened").bench);
    let remark = opened.remark.expect("a remark");
    for name in ["author", "language", "integrator", "colour", "sounds", "friction_memory", "work"] {
        assert!(remark.contains(name), "{name}: {remark}");
    }
    assert_eq!(open_bytes(&written()).expect("it is opened").remark, None);
}

#[test]
fn a_file_of_a_later_format_is_refused_with_one_sentence() {
    let mut bytes = written();
    bytes[MAGIC.len()] = 4;
    let said = refused(&bytes);
    assert!(said.contains("format 4") && said.contains("formats 1 to 3"), "{said}");
    assert_eq!(said.matches(". ").count(), 0, "{said}");
}

#[test]
fn values_go_through_the_checks_of_a_scene() {
    let setting = |name: &'static str, value: Value| with_head(move |head| head["settings"][0][name] = value);
    let cases = [
        (setting("time_step", json!("NaN")), "time_step is NaN"),
        (setting("time_step", json!(0.0)), "time_step is 0"),
        (setting("friction_directions", json!(1_u64 << 60)), "friction.directions is 1"),
        (setting("tolerance", json!(100.0)), "tolerance is 100"),
        (setting("max_iterations", json!(0)), "max_iterations is 0"),
        (setting("applicability_angle", json!(9.0)), "applicability_angle is 9"),
        (setting("detection_distance", json!("inf")), "detection_distance is inf"),
        (setting("restitution_threshold", json!(-1.0)), "threshold is -1"),
        (with_head(|head| head["time_step"] = json!(-0.5)), "time_step is -0.5"),
        (with_head(|head| head["panes"][0]["settings"] = json!(99)), "settings that are not there"),
        (with_head(|head| head["panes"] = json!([])), "0 panes"),
        (with_head(|head| head["time_step"] = json!("soon")), "`soon` stands where a number should"),
    ];
    for (bytes, what) in cases {
        let said = refused(&bytes);
        assert!(said.contains("is damaged") && said.contains(what), "{what}: {said}");
    }
    // The same values in a file of format 1, where the bytes of a number are found by the number.
    let file = std::fs::read(stored("format1.pegrec")).expect("the file");
    let changed = |from: f64, to: f64| {
        let (from, to) = (from.to_le_bytes(), to.to_le_bytes());
        let mut bytes = file.clone();
        let places: Vec<usize> = (0..bytes.len() - 8).filter(|at| bytes[*at..*at + 8] == from).collect();
        assert!(!places.is_empty());
        places.into_iter().for_each(|at| bytes[at..at + 8].copy_from_slice(&to));
        bytes
    };
    assert!(refused(&changed(0.01, f64::NAN)).contains("time_step is NaN"));
    assert!(refused(&changed(1e-10, 100.0)).contains("tolerance is 100"));
}

#[test]
fn damaged_files_are_refused_and_never_end_the_program() {
    let good = written();
    for length in (0..good.len()).step_by(301).chain([good.len() - 1]) {
        let said = refused(&good[..length]);
        assert!(["cut off", "not a recording"].iter().any(|what| said.contains(what)), "{length}: {said}");
    }
    assert!(refused(&[&good[..], b"more"].concat()).contains("4 bytes follow its end"));
    for at in (MAGIC.len() + 12..good.len()).step_by(97) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        assert!(refused(&bytes).contains("check sum"), "byte {at}");
        // The same with a check sum that fits: read or refused.
        let end = bytes.len() - 32;
        let sum = Sha256::digest(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum);
        let _ = open_bytes(&bytes);
    }
    let old = std::fs::read(stored("format1.pegrec")).expect("the file");
    for at in (MAGIC.len() + 4..old.len()).step_by(41) {
        let mut bytes = old.clone();
        bytes[at] ^= 0x55;
        let _ = open_bytes(&bytes);
        assert!(refused(&old[..at]).contains("damaged"), "cut at {at}");
    }
}
