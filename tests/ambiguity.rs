//! No two systems of the application may meet in an order that nobody has chosen.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::ecs::schedule::{InternedScheduleLabel, LogLevel, NodeId, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use desk::{plain, repository, windowless};
use pegsim::app::Options;
use pegsim::app::dispatch::Settle;

/// The schedules that have systems of ours.
fn ours() -> Vec<InternedScheduleLabel> {
    vec![
        Startup.intern(),
        First.intern(),
        Update.intern(),
        Settle.intern(),
        EguiPrimaryContextPass.intern(),
        PostUpdate.intern(),
        Last.intern(),
    ]
}

fn whole() -> App {
    let config = std::env::temp_dir().join(format!("pegsim-ambiguity-{}", std::process::id()));
    let script = Some(std::path::PathBuf::from("-"));
    let mut app = windowless(Options {
        scene: Some(repository("triangle_drop.ron")),
        config: Some(config),
        script,
        ..plain()
    });
    while app.plugins_state() == bevy::app::PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    app
}

#[test]
fn no_system_of_ours_is_ambiguous() {
    let mut app = whole();
    let mut found = Vec::new();
    app.world_mut().resource_scope(|world, mut schedules: Mut<Schedules>| {
        for label in ours() {
            let schedule = schedules.get_mut(label).expect("a schedule");
            schedule.initialize(world).expect("it can be built");
            let graph = schedule.graph();
            for (a, b, on) in graph.conflicting_systems().iter() {
                let names = [a, b].map(|key| graph.get_node_name(&NodeId::System(*key)));
                if names.iter().any(|name| name.contains("pegsim")) {
                    let on: Vec<_> = on.iter().map(|id| world.components().get_name(*id)).collect();
                    found.push(format!("{label:?}: {} and {} on {on:?}", names[0], names[1]));
                }
            }
        }
    });
    assert!(found.is_empty(), "{} pairs:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_schedules_that_are_ours_alone_run_with_ambiguity_as_an_error() {
    let mut app = whole();
    for label in [Settle.intern(), EguiPrimaryContextPass.intern()] {
        app.edit_schedule(label, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..ScheduleBuildSettings::default()
            });
        });
    }
    for _ in 0..3 {
        app.update();
    }
}
