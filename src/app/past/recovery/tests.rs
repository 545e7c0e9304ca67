//! What is kept comes back exactly, whatever happened on the way.

use super::document::{Document, Fingerprints};
use super::folder::tests::State;
use super::folder::{Session, left_in};
use super::list::List;
use super::saver::Saver;
use super::{decode, encode};
use crate::app::bench::branches;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::build::edit::change_scene;
use crate::app::explain::tests::step;
use crate::app::past::recording_file::example;
use crate::app::past::undo::UndoStack;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

fn fingerprint(bench: &Workbench, undo: &UndoStack) -> String {
    Fingerprints::default().of(&Document::of(bench, undo))
}

/// What comes back from a folder: its fingerprint, and what was said.
fn back(folder: &Path) -> (String, Vec<String>) {
    let list = List::read(folder).expect("a list").expect("something was kept");
    let recovered = decode::read(folder, &list).expect("it can be read");
    let (mut bench, mut undo) = (example::bench(), UndoStack::default());
    // Into a window that shows something else, under numbers of its own.
    bench.loaded = 40;
    recovered.document.restore(&mut bench, &mut undo);
    (fingerprint(&bench, &undo), recovered.remarks)
}

/// Acts of all kinds: edits, a branch, something undone, runs.
fn worked() -> (Workbench, UndoStack) {
    let (mut bench, mut undo) = (example::bench(), UndoStack::default());
    for k in 0..4 {
        undo.push(format!("heavier {k}"), Snapshot::of(&bench));
        let heavier = |scene: &mut crate::scene::Scene| {
            scene.bodies[3].mass = Some(1.0 + f64::from(k));
            Ok(())
        };
        change_scene(&mut bench, None, heavier).expect("a scene");
        bench.panes.iter_mut().for_each(step);
    }
    let now = bench.step();
    undo.push("other", Snapshot::of(&bench));
    crate::app::past::timeline::seek(&mut bench, &mut crate::app::messages::Messages::default(), now - 2);
    branches::keep(&mut bench);
    for pane in &mut bench.panes {
        pane.forget_after(now - 2);
        step(pane);
    }
    assert_eq!(bench.branches.iter().len(), 1);
    undo.undo(&mut bench);
    undo.undo(&mut bench);
    bench.focused = 2;
    (bench, undo)
}

#[test]
fn what_was_kept_comes_back_to_the_bit_with_undo_redo_branches_and_recordings() {
    let state = State::new("back");
    let session = Session::create(&state.0).expect("a session");
    let (bench, undo) = worked();
    let mut saver = Saver::start(&session.folder).expect("a thread");
    assert!(saver.keep(Document::of(&bench, &undo)).wait(LONG));
    assert_eq!(saver.failure(), None);
    let (found, remarks) = back(&session.folder);
    assert_eq!(found, fingerprint(&bench, &undo));
    assert_eq!(remarks, Vec::<String>::new());
    // A fingerprint sees what it should.
    let mut other = bench.clone();
    other.panes[1].truth.worst_depth = other.panes[1].truth.worst_depth.next_up();
    assert_ne!(fingerprint(&other, &undo), found);
    let mut redone = undo.clone();
    redone.redo(&mut other);
    assert_ne!(fingerprint(&bench, &redone), found);
}

#[test]
fn only_what_is_new_is_written_and_every_state_on_the_way_can_be_had() {
    let state = State::new("new");
    let session = Session::create(&state.0).expect("a session");
    let (mut bench, undo) = worked();
    let mut saver = Saver::start(&session.folder).expect("a thread");
    saver.keep(Document::of(&bench, &undo)).wait(LONG);
    let length = |folder: &Path| List::read(folder).expect("a list").expect("kept").length;
    let first = length(&session.folder);
    for _ in 0..5 {
        let before = length(&session.folder);
        bench.panes.iter_mut().for_each(step);
        saver.keep(Document::of(&bench, &undo)).wait(LONG);
        let grown = length(&session.folder) - before;
        assert!(grown > 0 && grown < first / 3, "{grown} of {first} bytes for one step of each pane");
        assert_eq!(back(&session.folder).0, fingerprint(&bench, &undo));
    }
}

#[test]
fn what_was_being_written_when_the_program_ended_costs_nothing_of_before() {
    let state = State::new("torn");
    let session = Session::create(&state.0).expect("a session");
    let (bench, undo) = worked();
    let mut saver = Saver::start(&session.folder).expect("a thread");
    saver.keep(Document::of(&bench, &undo)).wait(LONG);
    drop(saver);
    let list = List::read(&session.folder).expect("a list").expect("kept");
    let path = session.folder.join(&list.records);
    let mut bytes = std::fs::read(&path).expect("records");
    bytes.extend([3, 200, 0, 0, 0, 1, 2]);
    std::fs::write(&path, &bytes).expect("written");
    std::fs::write(session.folder.join("list.json.123.part"), "{").expect("written");
    assert_eq!(back(&session.folder).0, fingerprint(&bench, &undo));
    // The window is gone: the next one finds it.
    let folder = session.folder.clone();
    drop(session);
    let (left, said) = left_in(&state.0);
    assert_eq!((left.len(), said.len()), (1, 0), "{said:?}");
    assert_eq!((&left[0].folder, left[0].list.undo.len(), left[0].list.redo.len()), (&folder, 3, 2));
    assert_eq!(left[0].list.about.scene, bench.scene.name);
    assert!(left[0].list.about.edited && !left[0].declined);
    // What is damaged is said, and stays.
    bytes[40] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    assert!(decode::read(&folder, &left[0].list).expect_err("damaged").contains("damaged"));
    std::fs::write(folder.join("list.json"), "{}\n").expect("written");
    let (left, said) = left_in(&state.0);
    assert!(left.is_empty() && said[0].contains("damaged") && folder.exists(), "{said:?}");
}

#[test]
fn a_session_stays_within_its_limit_and_says_what_it_leaves_out() {
    let state = State::new("limit");
    let session = Session::create(&state.0).expect("a session");
    let (mut bench, mut undo) = worked();
    let all = Document::of(&bench, &undo);
    let path = session.folder.join("records-1");
    let mut whole = encode::Encoder::create(&path, u64::MAX).expect("a file");
    let list = whole.add(&all, true).expect("written");
    assert_eq!(list.about.left_out, None);
    // Not all acts fit into half of this.
    let limit = list.length;
    let small = session.folder.join("records-2");
    let mut encoder = encode::Encoder::create(&small, limit).expect("a file");
    let cut = encoder.add(&all, true).expect("written");
    encoder.settle();
    assert!(cut.length < limit && cut.undo.len() < list.undo.len(), "{cut:?}");
    assert!(cut.about.left_out.as_ref().is_some_and(|said| said.contains("longest ago to undo")), "{cut:?}");
    // The newest act is there, and the present.
    assert_eq!(cut.undo.last().map(|act| &act.label), list.undo.last().map(|act| &act.label));
    cut.write(&session.folder).expect("written");
    let found = decode::read(&session.folder, &cut).expect("it can be read");
    assert!(!found.remarks.is_empty());
    for (found, pane) in found.document.present.panes.iter().zip(&all.present.panes) {
        assert_eq!(found.simulation.state, pane.simulation.state);
        let last = |pane: &Pane| pane.recording.range().map(|(_, last)| last);
        assert_eq!(last(found), last(pane), "of what was recorded the newest is there");
    }
    // It is made anew before it takes more.
    while !encoder.is_worn() {
        bench.panes.iter_mut().for_each(step);
        undo.push("step", Snapshot::of(&bench));
        encoder.add(&Document::of(&bench, &undo), false).expect("written");
    }
    assert!(std::fs::metadata(&small).expect("there").len() < 2 * limit);
}

#[test]
fn a_folder_that_takes_nothing_is_said_and_tried_again() {
    let state = State::new("full");
    let session = Session::create(&state.0).expect("a session");
    let (bench, undo) = worked();
    let mut saver = Saver::start(&session.folder).expect("a thread");
    // A folder in the place of the list: nothing can be written there.
    let list = session.folder.join("list.json");
    std::fs::create_dir(&list).expect("made");
    assert!(saver.keep(Document::of(&bench, &undo)).wait(LONG));
    let said = saver.failure().expect("it cannot be written");
    assert!(said.contains("cannot be kept") && said.contains(&session.name()), "{said}");
    std::fs::remove_dir(&list).expect("removed");
    assert!(saver.keep(Document::of(&bench, &undo)).wait(LONG));
    assert_eq!(saver.failure(), None);
    assert_eq!(back(&session.folder).0, fingerprint(&bench, &undo));
}

#[test]
fn documents_share_what_the_workbench_has() {
    let (bench, undo) = worked();
    let document = Document::of(&bench, &undo);
    let (theirs, ours) = (&document.present.panes[0].recording, &bench.panes[0].recording);
    assert!(theirs.frames().zip(ours.frames()).all(|(a, b)| Arc::ptr_eq(a, b)));
}
