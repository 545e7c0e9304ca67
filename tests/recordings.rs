//! Recordings of the application: files that bring a run back to the bit, the check of every step, the memory they may use.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::math::Vec2;
use bevy::prelude::App;
use desk::{act, app, bench, drag, errors, mover, run, said, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::bench::workbench::Workbench;
use pegsim::app::command::build::SpawnRequest;
use pegsim::app::command::{AppCommand, BuildCommand, FilesCommand, PastCommand, RunCommand};
use pegsim::app::messages::Severity;
use pegsim::app::past::recording_file;
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::Session;
use pegsim::app::session::recent::RecentFile;
use pegsim::contact::models::ContactModel;
use pegsim::world::State;
use sha2::{Digest, Sha256};

fn states(bench: &Workbench) -> Vec<State> {
    bench.panes.iter().map(|pane| pane.simulation.state.clone()).collect()
}

#[test]
fn a_saved_recording_comes_back_to_the_bit_with_edits_pulls_and_settings() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 20);
    act(&mut app, BuildCommand::Spawn(SpawnRequest::default()));
    // A pull with the mouse, which is part of the recording.
    let id = mover(&app);
    act(&mut app, RunCommand::Run);
    drag(&mut app, id, Vec2::new(30.0, -20.0));
    for _ in 0..10 {
        app.update();
    }
    act(&mut app, RunCommand::Pause);
    act(&mut app, AppCommand::Cancel);
    act(&mut app, RunCommand::SetTimeStep(0.005));
    run(&mut app, 10);
    assert!(errors(&app).is_empty() && warnings(&app).is_empty(), "{:?}", warnings(&app));
    let pulled = bench(&app).panes[0].recording.frames().any(|f| !f.input.wrenches.is_empty());
    assert!(pulled, "the pull is recorded");

    let folder = Folder::new("run");
    let file = folder.file("run.pegrec");
    act(&mut app, FilesCommand::SaveRecording(file.clone()));
    assert!(errors(&app).is_empty(), "{:?}", errors(&app));
    let opened = recording_file::open(&file, 1 << 30).unwrap().bench;
    assert_eq!(states(&opened), states(bench(&app)));
    for (a, b) in opened.panes.iter().zip(&bench(&app).panes) {
        assert_eq!(a.recording.range(), b.recording.range());
        for (f, g) in a.recording.frames().zip(b.recording.frames()) {
            assert_eq!(
                (&f.state, &f.input, &f.settings, f.by_hand),
                (&g.state, &g.input, &g.settings, g.by_hand)
            );
        }
        assert_eq!(a.history.samples(), b.history.samples());
    }

    // Named on the command line it is what the window opens with.
    let mut started = desk::started(Options { scene: Some(file.clone()), ..desk::plain() }, Mode::Inline);
    started.update();
    assert!(errors(&started).is_empty(), "{:?}", errors(&started));
    assert_eq!(states(bench(&started)), states(bench(&app)));

    // In another program: it goes on as the first one does, and every step repeats.
    let mut other = desk::app("cube_on_edge.ron");
    act(&mut other, FilesCommand::OpenRecording(file.clone()));
    run(&mut other, 5);
    run(&mut app, 5);
    assert_eq!(states(bench(&other)), states(bench(&app)));
    // Who saved it and who opened it has it among the files opened lately.
    for app in [&app, &other] {
        let recent: Vec<_> = app.world().resource::<Session>().recent.iter().map(RecentFile::name).collect();
        assert!(recent.iter().any(|name| name == "run.pegrec"), "{recent:?}");
    }
    act(&mut other, PastCommand::CheckRecording);
    for _ in 0..3 {
        other.update();
    }
    let told = said(&other, Severity::Info);
    assert!(told.iter().any(|t| t.contains("are the same to the bit")), "{told:?}");
    assert!(warnings(&other).is_empty(), "{:?}", warnings(&other));
    act(&mut other, PastCommand::Undo);
    assert!(bench(&other).scene.name.to_lowercase().contains("cube"), "opening can be undone");
}

#[test]
fn a_step_that_does_not_repeat_is_flagged() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 12);
    let folder = Folder::new("tampered");
    let file = folder.file("tampered.pegrec");
    act(&mut app, FilesCommand::SaveRecording(file.clone()));
    // One bit of one position of the last state, found as the last place where its bytes stand.
    let x = states(bench(&app))[0].poses[1].position.x;
    let mut bytes = std::fs::read(&file).unwrap();
    let pattern = x.to_le_bytes();
    let at = bytes.windows(8).position(|w| w == pattern).expect("every bit of the state is in the file");
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    act(&mut app, FilesCommand::OpenRecording(file.clone()));
    assert!(errors(&app)[0].contains("check sum"), "a damaged file: {:?}", errors(&app));
    // By somebody who knows about the check sum.
    let end = bytes.len() - 32;
    let sum = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum);
    std::fs::write(&file, bytes).unwrap();
    act(&mut app, FilesCommand::OpenRecording(file.clone()));
    assert!(errors(&app).len() == 1, "{:?}", errors(&app));
    act(&mut app, PastCommand::CheckRecording);
    for _ in 0..3 {
        app.update();
    }
    assert!(warnings(&app).iter().any(|w| w.contains("does not repeat step")), "{:?}", warnings(&app));
    assert!(bench(&app).panes[0].divergence.is_some());
}

#[test]
fn what_is_no_recording_is_refused_with_the_reason_and_the_run_is_kept() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 5);
    let before = states(bench(&app));
    let folder = Folder::new("good");
    let good = folder.file("good.pegrec");
    act(&mut app, FilesCommand::SaveRecording(good.clone()));
    let bytes = std::fs::read(&good).unwrap();
    let bad = folder.file("bad.pegrec");
    let mut refused = 0;
    let mut refuse = |app: &mut App, contents: &[u8], word: &str| {
        std::fs::write(&bad, contents).unwrap();
        act(app, FilesCommand::OpenRecording(bad.clone()));
        refused += 1;
        assert!(errors(app).last().is_some_and(|e| e.contains(word)), "{word}: {:?}", errors(app));
        assert_eq!(states(bench(app)), before);
    };
    refuse(&mut app, b"something else", "not a recording");
    refuse(&mut app, b"pegsim recording\n\x01", "cut off");
    refuse(&mut app, b"pegsim recording\n\x63\x00\x00\x00", "format 99");
    refuse(&mut app, &bytes[..bytes.len() / 2], "damaged");
    // Bytes changed anywhere are read or refused, never a crash.
    for at in (21..bytes.len()).step_by(bytes.len() / 97) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        std::fs::write(&bad, changed).unwrap();
        let _ = recording_file::open(&bad, 1 << 20);
    }
    assert_eq!(refused, 4);
}

#[test]
fn the_recording_keeps_to_its_memory_and_says_what_it_forgot() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 40);
    let bytes = bench(&app).panes[0].recording.bytes();
    act(&mut app, PastCommand::SetRecordingMemory(bytes / 2));
    for pane in &bench(&app).panes {
        assert!(pane.recording.bytes() <= bytes / 2 + bytes / 40);
    }
    let (first, last) = bench(&app).recorded().unwrap();
    assert!(first > 10 && last == 40, "{first} {last}");
    act(&mut app, PastCommand::Seek(0));
    assert!(warnings(&app).iter().any(|w| w.contains("earlier steps are forgotten")), "{:?}", warnings(&app));
    // The worst moments of the run may be among what was forgotten: going there goes as far back as can be.
    assert_eq!(bench(&app).step(), first);
}

#[test]
fn a_scene_saved_during_a_run_goes_on_from_there_and_resets_to_its_start() {
    let mut app = app("box2d_seed0.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    let model = ContactModel::SeparatingFeature;
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model });
    let start = states(bench(&app));
    run(&mut app, 60);
    act(&mut app, BuildCommand::Spawn(SpawnRequest::default()));
    run(&mut app, 30);
    let folder = Folder::new("built");
    let file = folder.file("built.ron");
    act(&mut app, FilesCommand::SaveSceneAs(file.clone()));
    assert!(errors(&app).is_empty() && warnings(&app).is_empty(), "{:?}", warnings(&app));
    assert!(!bench(&app).is_edited());
    let saved = states(bench(&app));
    run(&mut app, 20);
    let later = states(bench(&app));

    act(&mut app, FilesCommand::LoadScene(file.clone()));
    for _ in 0..200 {
        if bench(&app).file.as_ref() == Some(&file) && bench(&app).step() == 90 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        app.update();
    }
    assert_eq!(states(bench(&app)), saved, "the same state");
    run(&mut app, 20);
    assert_eq!(states(bench(&app)), later, "and the same run from there");
    act(&mut app, PastCommand::Reset);
    let reset = states(bench(&app));
    assert_eq!(reset[0].step, 0);
    assert_eq!(reset[0].poses[..start[0].poses.len()], start[0].poses[..]);
}
