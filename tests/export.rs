//! `pegsim export` from outside: animated scenes and tables read back by other code and held to the states, and what is refused.
#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

#[path = "common/program.rs"]
mod program;

use gltf::animation::{Interpolation, Property};
use gltf::{Accessor, Glb, Gltf, Node, Semantic};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use pegsim::contact::models::ContactModel;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Quat, Vec3};
use pegsim::recording::surface::prism_thickness;
use pegsim::recording::{Recorded, open, record};
use pegsim::scene::{LoadedScene, load_file};
use program::{Folder, assert_done, code, parts, pegsim, text};
use std::fs::File;
use std::path::Path;

const RECORDING: &str = "tests/data/format3.pegrec";

fn scene(path: impl AsRef<Path>) -> LoadedScene {
    load_file(path.as_ref()).unwrap()
}

/// The runs of a scene as the library does them.
fn recorded(scene: &LoadedScene, models: &[ContactModel], duration: f64) -> Recorded {
    let (recorded, failures) = record(scene, models, duration, &mut |_, _| {});
    assert!(failures.is_empty(), "{failures:?}");
    recorded
}

#[track_caller]
fn export(folder: &Folder, run: &Path, out: &str, more: &[&str]) -> Vec<u8> {
    let out = folder.file(out);
    let head = ["export", run.to_str().unwrap(), "-o", out.to_str().unwrap()];
    assert_done(&pegsim([&head[..], more].concat()));
    assert_eq!(parts(&folder.0), Vec::<String>::new());
    std::fs::read(out).unwrap()
}

/// A file of the format, and its numbers.
struct Animated(Gltf, Vec<u8>);

impl Animated {
    fn binary(bytes: &[u8]) -> Self {
        let numbers = Glb::from_slice(bytes).unwrap().bin.unwrap().into_owned();
        Self(Gltf::from_slice(bytes).unwrap(), numbers)
    }

    /// The bytes of an accessor, from the buffer as it is; the library's own readers are not used to write it.
    fn bytes(&self, accessor: &Accessor) -> &[u8] {
        let view = accessor.view().unwrap();
        assert_eq!(view.length(), accessor.count() * accessor.size());
        &self.1[view.offset()..view.offset() + view.length()]
    }

    fn rows(&self, accessor: &Accessor) -> Vec<Vec<f32>> {
        let numbers: Vec<f32> =
            self.bytes(accessor).chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        numbers.chunks(accessor.dimensions().multiplicity()).map(<[f32]>::to_vec).collect()
    }

    fn indices(&self, accessor: &Accessor) -> Vec<usize> {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, b| (sum << 8) | usize::from(*b));
        self.bytes(accessor).chunks(accessor.size()).map(number).collect()
    }

    /// The roots of the panes.
    fn panes(&self) -> Vec<Node<'_>> {
        self.0.default_scene().unwrap().nodes().collect()
    }

    /// Times and values of a property of a node, if it is animated.
    fn track(&self, node: &Node, what: Property) -> Option<(Interpolation, Vec<f32>, Vec<Vec<f32>>)> {
        let animation = self.0.animations().next()?;
        let channel = animation
            .channels()
            .find(|c| c.target().node().index() == node.index() && c.target().property() == what)?;
        let sampler = channel.sampler();
        let times = self.rows(&sampler.input()).concat();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "times ascend");
        Some((sampler.interpolation(), times, self.rows(&sampler.output())))
    }

    /// The volume between the triangles of the mesh of a node, by the divergence theorem: the judge of shapes.
    fn volume(&self, node: &Node) -> f64 {
        let of = |primitive: gltf::Primitive| {
            let points = self.rows(&primitive.get(&Semantic::Positions).unwrap());
            let point = |k: &usize| Vec3::from_iterator(points[*k].iter().map(|x| f64::from(*x)));
            let corners: Vec<Vec3> = self.indices(&primitive.indices().unwrap()).iter().map(point).collect();
            corners.chunks(3).map(|c| c[0].dot(&c[1].cross(&c[2])) / 6.0).sum::<f64>()
        };
        node.mesh().unwrap().primitives().map(of).sum()
    }
}

fn narrow(vector: &Vec3) -> Vec<f32> {
    vector.iter().map(|x| *x as f32).collect()
}

/// Holds a pane of a file to what was recorded: every body at every time, to the last bit of single precision.
fn hold(file: &Animated, root: &Node, recorded: &Recorded, pane: usize) {
    let frames = &recorded.panes[pane].frames;
    let model = &frames[0].scene.model;
    let start = frames[0].state.time;
    for node in root.children() {
        let name = node.name().unwrap();
        let id = model.find(name).unwrap();
        let there: Vec<_> = frames.iter().filter(|f| model.is_active(id, f.state.time)).collect();
        let (shift, turn, _) = node.transform().decomposed();
        let first = there[0].state.pose(id);
        assert_eq!(shift.to_vec(), narrow(&first.position), "{name}");
        if let Some((how, times, positions)) = file.track(&node, Property::Translation) {
            assert_eq!(how, Interpolation::Linear);
            assert_eq!(times.len(), there.len(), "{name}");
            for (k, frame) in there.iter().enumerate() {
                assert_eq!(times[k], (frame.state.time - start) as f32);
                assert_eq!(positions[k], narrow(&frame.state.pose(id).position), "{name}, {k}");
            }
        } else {
            assert!(there.iter().all(|f| narrow(&f.state.pose(id).position) == shift), "{name} stands");
        }
        let rotations = match file.track(&node, Property::Rotation) {
            Some((Interpolation::Linear, _, rotations)) => rotations,
            Some(_) => panic!("{name}: arcs are wanted"),
            None => vec![turn.to_vec(); there.len()],
        };
        assert_eq!(rotations.len(), there.len());
        for (k, frame) in there.iter().enumerate() {
            let [x, y, z, w] = <[f32; 4]>::try_from(rotations[k].as_slice()).unwrap().map(f64::from);
            let found = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
            assert!(found.angle_to(&frame.state.pose(id).orientation) < 5e-7, "{name}, {k}");
            let before = &rotations[k.saturating_sub(1)];
            let dot: f32 = before.iter().zip(&rotations[k]).map(|(a, b)| a * b).sum();
            assert!(dot > 0.0, "{name}, {k}: the short way");
        }
        if there.len() == frames.len() {
            assert!(file.track(&node, Property::Scale).is_none(), "{name} is always there");
        } else {
            let (how, times, sizes) = file.track(&node, Property::Scale).unwrap();
            assert_eq!((how, sizes), (Interpolation::Step, vec![vec![0.0; 3], vec![1.0; 3]]));
            assert_eq!(times, [0.0, (there[0].state.time - start) as f32]);
            assert_eq!(node.transform().decomposed().2, [0.0; 3], "hidden where nobody plays");
        }
    }
}

#[test]
fn an_animated_scene_has_the_poses_of_the_states_and_late_bodies_are_hidden() {
    let folder = Folder::new("export-glb");
    let path = folder.scene();
    let models = [ContactModel::Peg, ContactModel::SeparatingFeature];
    let bytes = export(&folder, &path, "a.glb", &["--models", "peg,exact", "--duration", "0.4"]);
    let file = Animated::binary(&bytes);
    let recorded = recorded(&scene(&path), &models, 0.4);
    let panes = file.panes();
    assert_eq!(panes.iter().map(|p| p.name().unwrap()).collect::<Vec<_>>(), ["peg", "separating-feature"]);
    for (k, root) in panes.iter().enumerate() {
        assert_eq!(root.children().count(), 3);
        hold(&file, root, &recorded, k);
        // Up is y in the format: (x, y, z) becomes (x, z, −y).
        let (shift, [x, y, z, w], _) = root.transform().decomposed();
        let turn = Quat::new_normalize(nalgebra::Quaternion::new(w, x, y, z).cast::<f64>());
        assert!((turn * Vec3::new(1.0, 2.0, 3.0) - Vec3::new(1.0, 3.0, -2.0)).norm() < 1e-6);
        // Beside each other: a floor of 4 m and a tenth of that.
        assert!((shift[0] - 4.4 * k as f32).abs() < 1e-5, "{shift:?}");
    }
    let said: serde_json::Value =
        serde_json::from_str(file.0.default_scene().unwrap().extras().as_ref().unwrap().get()).unwrap();
    assert_eq!((&said["scene"], &said["time_step"]), (&"cli test".into(), &0.01.into()));
    assert_eq!(said["units"]["length"], "m");
    // Closed forms: 4 × 4 × 0.25, 0.4³, and a sixth of 0.3³.
    for (name, volume) in [("floor", 4.0), ("box", 0.064), ("late, \"quoted\"", 0.0045)] {
        let node = panes[0].children().find(|n| n.name() == Some(name)).unwrap();
        assert!((file.volume(&node) / volume - 1.0).abs() < 1e-6, "{name}: {}", file.volume(&node));
    }
    // The same numbers as text.
    let text = export(&folder, &path, "a.gltf", &["--models", "peg,exact", "--duration", "0.4"]);
    let other = Gltf::from_slice(&text).unwrap();
    let gltf::buffer::Source::Uri(uri) = other.buffers().next().unwrap().source() else { panic!("no text") };
    let decoded = data_url::DataUrl::process(uri).unwrap().decode_to_vec().unwrap().0;
    assert_eq!(decoded[..], file.1[..decoded.len()]);
    assert_eq!(other.nodes().count(), file.0.nodes().count());
}

#[test]
fn meshes_have_the_volumes_of_the_bodies() {
    let folder = Folder::new("export-volumes");
    let names = [
        ("triangle_drop.ron", 1.0 - 1e-6),
        ("joints/six_axis_arm.ron", 1.0 - 1e-6),
        ("meshes/household_on_stairs.ron", 1.0 - 1e-6),
        // Inscribed polytopes of 32 sides around: what they lack.
        ("curved/all_round_shapes.ron", 0.97),
        ("curved/rollers.ron", 0.97),
        ("curved/round_dice.ron", 0.97),
    ];
    for (k, (name, least)) in names.into_iter().enumerate() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
        let bytes = export(&folder, &path, &format!("{k}.glb"), &["--duration", "0.02"]);
        let (file, scene) = (Animated::binary(&bytes), scene(&path));
        let mut seen = 0;
        for node in file.panes()[0].children() {
            let body = scene.model.body(scene.model.find(node.name().unwrap()).unwrap());
            let deep = match scene.model.dimension {
                Dimension::Two => prism_thickness(&scene.model),
                Dimension::Three => 1.0,
            };
            let wanted: f64 = body.parts.iter().map(|part| part.mass_properties().measure * deep).sum();
            let ratio = file.volume(&node) / wanted;
            let slack = if body.parts.iter().any(Polytope::is_curved) { least } else { 1.0 - 1e-6 };
            assert!(ratio > slack && ratio < 1.0 + 1e-6, "{name}, {}: {ratio}", body.name);
            seen += 1;
        }
        assert!(seen > 1, "{name}");
    }
}

#[test]
fn a_recording_goes_out_whole_or_pane_by_pane() {
    let folder = Folder::new("export-recording");
    let recorded = open(Path::new(RECORDING)).unwrap();
    let file = Animated::binary(&export(&folder, Path::new(RECORDING), "all.glb", &[]));
    assert_eq!(file.panes().len(), recorded.panes.len());
    let last = recorded.panes.len();
    let name = recorded.panes[last - 1].settings.contact.model.name();
    let one =
        Animated::binary(&export(&folder, Path::new(RECORDING), "one.glb", &["--pane", &last.to_string()]));
    assert_eq!((one.panes().len(), one.panes()[0].name()), (1, Some(name)));
    let by_model = export(&folder, Path::new(RECORDING), "model.glb", &["--model", name]);
    assert_eq!(by_model, std::fs::read(folder.file("one.glb")).unwrap());
    // A line for each body that is there, in each state of each pane.
    let there = |frame: &pegsim::recording::Frame| {
        let model = &frame.scene.model;
        model.ids().filter(|id| model.is_active(*id, frame.state.time)).count()
    };
    let lines: usize = recorded.panes.iter().flat_map(|pane| &pane.frames).map(|frame| there(frame)).sum();
    let csv = export(&folder, Path::new(RECORDING), "all.csv", &[]);
    assert_eq!(csv::Reader::from_reader(csv.as_slice()).records().count(), lines);
}

#[test]
fn tables_have_the_bits_of_the_states_and_csv_and_parquet_are_one() {
    let folder = Folder::new("export-table");
    let path = folder.scene();
    // Of leapfrog steps, whose velocities are meant half a step before.
    let options = ["--model", "peg", "--duration", "0.3", "--every", "4"];
    let csv = export(&folder, &path, "t.csv", &options);
    let recorded = recorded(&scene(&path), &[ContactModel::Peg], 0.3);
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let names = reader.headers().unwrap().clone();
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let mut left = lines.iter();
    for frame in recorded.panes[0].frames.iter().filter(|f| f.state.step % 4 == 0 || f.state.step == 30) {
        let (model, state) = (&frame.scene.model, &frame.state);
        for id in model.ids().filter(|id| model.is_active(*id, state.time)) {
            let line = left.next().unwrap();
            let (pose, twist) = (state.pose(id), model.twist_now(state, id));
            let (p, q, v, w) = (pose.position, pose.orientation, twist.linear, twist.angular);
            let words = ["1", "peg", &state.step.to_string()].map(str::to_owned);
            assert_eq!(line.iter().take(3).collect::<Vec<_>>(), words);
            assert_eq!((&line[4], &line[5]), (id.0.to_string().as_str(), model.body(id).name.as_str()));
            let wanted = [state.time, p.x, p.y, p.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z]
                .map(f64::to_bits);
            let found = std::iter::once(&line[3]).chain(line.iter().skip(6));
            assert_eq!(found.map(|x| x.parse::<f64>().unwrap().to_bits()).collect::<Vec<_>>(), wanted);
            // Free fall, in closed form: velocities are those of the time that the line says.
            if &line[5] == "box" && state.time < 0.15 {
                assert!((v.z + 9.81 * state.time).abs() < 1e-12, "{}", v.z);
            }
        }
    }
    assert_eq!(left.next(), None);

    export(&folder, &path, "t.parquet", &options);
    let reader = SerializedFileReader::new(File::open(folder.file("t.parquet")).unwrap()).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    let said = |key: &str| about.iter().find(|kv| kv.key == key).and_then(|kv| kv.value.clone()).unwrap();
    assert_eq!((said("pegsim.scene").as_str(), said("pegsim.time_step").as_str()), ("cli test", "0.01"));
    let columns: serde_json::Value = serde_json::from_str(&said("pegsim.columns")).unwrap();
    assert_eq!(columns.as_array().unwrap().len(), names.len());
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(&lines) {
        for ((name, value), (wanted, written)) in row.get_column_iter().zip(names.iter().zip(line)) {
            assert_eq!(name, wanted);
            match value {
                Field::Str(text) => assert_eq!(text, written),
                Field::Long(number) => assert_eq!(number.to_string(), written),
                Field::Double(number) => {
                    assert_eq!(number.to_bits(), written.parse::<f64>().unwrap().to_bits(), "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

/// A box at rest weighs on the floor: the impulses of a step are m g h upwards, and gaps stay closed.
#[test]
fn the_table_of_contacts_carries_the_weight() {
    let folder = Folder::new("export-contacts");
    let path = folder.with(
        "rest.ron",
        r#"Scene(time_step: 0.01, bodies: [
            (name: "floor", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.5)), position: (0.0, 0.0, -0.5)),
            (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.1), mass: Some(3.0)),
        ])"#,
    );
    let options = ["--table", "contacts", "--model", "exact", "--duration", "0.1"];
    let csv = export(&folder, &path, "c.csv", &options);
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let names = reader.headers().unwrap().clone();
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let at = |name: &str| names.iter().position(|n| n == name).unwrap();
    let number = |line: &csv::StringRecord, name: &str| line[at(name)].parse::<f64>().unwrap();
    for step in 1..=10 {
        let of: Vec<_> = lines.iter().filter(|line| number(line, "step") == f64::from(step)).collect();
        assert!(!of.is_empty(), "step {step}");
        let up = |line: &&csv::StringRecord| {
            assert_eq!((&line[at("body_a")], &line[at("body_b")]), ("floor", "box"));
            assert!(number(line, "end_gap").abs() < 1e-9 && number(line, "z").abs() < 1e-9);
            // The box stands on its lower corners, or the floor's face holds one of its faces.
            let features = [&line[at("feature_a")], &line[at("feature_b")]];
            assert!(features.iter().all(|f| ["vertex", "edge", "facet"].contains(f)), "{features:?}");
            assert_eq!((number(line, "part_a"), number(line, "part_b")), (0.0, 0.0));
            let most = |of: &str| {
                if of == "vertex" {
                    8.0
                } else if of == "edge" {
                    12.0
                } else {
                    6.0
                }
            };
            assert!(number(line, "feature_a_number") < most(features[0]));
            assert!(number(line, "feature_b_number") < most(features[1]));
            assert!(number(line, "friction_impulse_x").abs() < 1e-9, "nothing pulls it along");
            number(line, "impulse") * number(line, "nz")
        };
        let load: f64 = of.iter().map(up).sum();
        assert!((load / (3.0 * 9.81 * 0.01) - 1.0).abs() < 1e-9, "step {step}: {load}");
    }
    export(&folder, &path, "c.parquet", &options);
    let reader = SerializedFileReader::new(File::open(folder.file("c.parquet")).unwrap()).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), lines.len() as i64);
}

/// A block that slides at 1 m/s: its point and its arm tell where its centre was at the poses that they are of.
#[test]
fn the_arm_of_a_contact_tells_of_which_poses_its_point_is() {
    let folder = Folder::new("export-arms");
    let path = folder.with(
        "slides.ron",
        r#"Scene(time_step: 0.01, bodies: [
            (name: "floor", kind: Fixed, shape: Box(half_extents: (2.0, 2.0, 0.5)), position: (0.0, 0.0, -0.5)),
            (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.1), velocity: (1.0, 0.0, 0.0)),
        ])"#,
    );
    for (model, implicit) in [("standard", false), ("peg", false), ("exact", true)] {
        let options = ["--table", "contacts", "--model", model, "--duration", "0.1", "--force"];
        let csv = export(&folder, &path, "c.csv", &options);
        let mut reader = csv::Reader::from_reader(csv.as_slice());
        let names = reader.headers().unwrap().clone();
        let at = |name: &str| names.iter().position(|n| n == name).unwrap();
        let mut seen = 0;
        for line in reader.records().map(Result::unwrap) {
            let number = |name: &str| line[at(name)].parse::<f64>().unwrap();
            assert_eq!(&line[at("body_b")], "box");
            if number("impulse") == 0.0 {
                continue;
            }
            seen += 1;
            let centre = |axis: &str| number(axis) - number(&format!("arm_{axis}"));
            assert!((centre("z") - 0.1).abs() < 1e-9 && centre("y").abs() < 1e-9);
            let (start, end) = (number("time") - number("duration"), number("time"));
            let x = centre("x");
            let within = if implicit { start - 1e-9..=end + 1e-9 } else { start - 1e-9..=start + 1e-9 };
            assert!(within.contains(&x), "{model}: {x} m, from {start} to {end}");
        }
        assert!(seen >= 10, "{model}: {seen} lines");
    }
}

#[test]
fn what_cannot_go_out_is_refused_in_a_sentence() {
    let folder = Folder::new("export-refused");
    let path = folder.scene();
    let run = path.to_str().unwrap();
    let there = folder.with("there.csv", "mine");
    let out = |name: &str| folder.file(name).to_str().unwrap().to_owned();
    let cases: [(&[&str], &[&str]); 14] = [
        (&[run, "-o", &out("a.obj")], &["a.obj", ".glb", ".parquet"]),
        (&[run, "-o", &out("a")], &[".gltf", ".csv"]),
        (&["nowhere.pegrec", "-o", &out("a.csv")], &["nowhere.pegrec"]),
        (&["nowhere.ron", "-o", &out("a.csv")], &["nowhere.ron"]),
        (&[run, "-o", &out("none/a.csv")], &["none"]),
        (&[run, "-o", there.to_str().unwrap()], &["there.csv", "--force"]),
        (&[run, "-o", &out("a.glb"), "--table", "contacts"], &["--table", ".parquet"]),
        (&[run, "-o", &out("a.glb"), "--pane", "1"], &["--pane", "--model"]),
        (&[RECORDING, "-o", &out("a.glb"), "--pane", "9"], &["no pane 9", "it has"]),
        (&[RECORDING, "-o", &out("a.glb"), "--pane", "0"], &["no pane 0", "it has"]),
        (&[RECORDING, "-o", &out("a.glb"), "--model", "corrective"], &["corrective", "it has"]),
        (&[RECORDING, "-o", &out("a.glb"), "--dt", "0.1"], &["--dt", "recording"]),
        (&[RECORDING, "-o", &out("a.glb"), "--duration", "1"], &["--duration", "recording"]),
        (&[RECORDING, "-o", &out("a.glb"), "--tolerance", "1e-9"], &["settings", "recording"]),
    ];
    for (arguments, names) in cases {
        let output = pegsim([&["export"], arguments].concat());
        let said = text(&output.stderr);
        assert_eq!(code(&output), 2, "{arguments:?}: {said}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{said}");
        assert!(names.iter().all(|name| said.contains(name)), "{said} lacks one of {names:?}");
    }
    for bad in [["--every", "0"], ["--every", "x"], ["--fps", "0"], ["--fps", "NaN"], ["--table", "joints"]] {
        let out = out("a.csv");
        let output = pegsim([&["export", run, "-o", &out][..], &bad].concat());
        assert_eq!(code(&output), 2, "{bad:?}");
    }
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
    assert_eq!(parts(&folder.0), Vec::<String>::new());
    assert!(!folder.file("a.glb").exists() && !folder.file("a.csv").exists());
    let forced = ["export", run, "-o", there.to_str().unwrap(), "--force", "--duration", "0.05"];
    assert_done(&pegsim(forced));
    assert!(std::fs::read_to_string(&there).unwrap().starts_with("pane,model,step,time"));
}

/// A run whose step fails goes out as far as it came, with exit code 1.
#[test]
fn a_run_that_fails_goes_out_as_far_as_it_came() {
    let folder = Folder::new("export-fails");
    let out = folder.file("f.csv");
    // No step of thirty bodies can be done with so little.
    let options = ["--max-operations", "10000", "--model", "peg"];
    let output = pegsim([&["export", "pile3d_30", "-o", out.to_str().unwrap()][..], &options].concat());
    let said = text(&output.stderr);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.contains("peg: step 1"), "{said}");
    let steps = csv::Reader::from_path(&out)
        .unwrap()
        .records()
        .map(|line| line.unwrap()[2].to_owned())
        .collect::<Vec<_>>();
    assert!(!steps.is_empty() && steps.iter().all(|step| step == "0"), "{steps:?}");
}
