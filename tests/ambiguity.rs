//! No two systems of the application may meet in an order that nobody has chosen.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::ecs::schedule::{InternedScheduleLabel, LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use desk::{plain, repository, windowless};
use pegsim::app::Options;
use pegsim::app::dispatch::Settle;
use std::collections::BTreeMap;

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

/// Systems of the engine that have no order with ours, and why none is needed.
const FOREIGN: &[(&str, &str)] = &[
    (
        "bevy_pbr::atmosphere::environment::prepare_atmosphere_probe_components",
        "there are no atmosphere probes",
    ),
    ("bevy_light::probe::automatically_add_parallax_correction_components", "there are no light probes"),
    ("bevy_core_pipeline::oit::check_msaa", "no camera blends without order; it is private to the engine"),
    (
        "bevy_app::terminal_ctrl_c_handler::TerminalCtrlCHandlerPlugin::exit_on_flag",
        "the program ends in this frame or in the next",
    ),
];

#[test]
fn no_system_of_ours_is_ambiguous() {
    let mut app = whole();
    let mut found = Vec::new();
    let world = app.world_mut();
    for label in ours() {
        let mut schedule = world.resource_mut::<Schedules>().remove(label).expect("a schedule");
        // Points at which entities are made would give an order by chance, to those on either side of them.
        schedule.set_build_settings(ScheduleBuildSettings {
            auto_insert_apply_deferred: false,
            ..ScheduleBuildSettings::default()
        });
        schedule.initialize(world).expect("it can be built");
        let names: BTreeMap<_, _> = schedule
            .systems()
            .expect("it was built")
            .map(|(key, system)| (format!("{key:?}"), system.name().as_string()))
            .collect();
        let of_ours = names.values().filter(|name| name.starts_with("pegsim::")).count();
        assert!(of_ours > 0, "{label:?} has no system of ours: {names:?}");
        for (a, b, on) in schedule.graph().conflicting_systems().iter() {
            let names = [a, b].map(|key| names.get(&format!("{key:?}")).map_or("?", String::as_str));
            // What the engine does with a type of ours is not ours to order.
            let ours = names.iter().any(|name| name.starts_with("pegsim::"));
            let known = names.iter().any(|name| FOREIGN.iter().any(|(foreign, _)| name == foreign));
            if ours && !known {
                let on: Vec<_> = on.iter().map(|id| world.components().get_name(*id)).collect();
                found.push(format!("{label:?}: {} and {} on {on:?}", names[0], names[1]));
            }
        }
    }
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
