//! When the window draws: in every frame while something moves or is under way, and otherwise only when something happens.
//!
//! Nothing lists what may change a picture. After anything that happens (the mouse, a key, a command, the end of work beside the frames) frames
//! are drawn for a while; then the pauses between them grow, so that what goes by the clock, such as a message that fades, still
//! comes to its turn.

use crate::app::bench::workbench::Workbench;
use crate::app::files::loading::Loading;
use crate::app::files::output::{Jobs, OutputState};
use crate::app::files::reload::Watch;
use crate::app::past::recheck::Recheck;
use crate::app::run::simulation::Driver;
use crate::app::wake;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::time::TimeReceiver;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::egui::{Event, Modifiers};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// So long frames are drawn after something has happened, however quick they are.
const WHILE: Duration = Duration::from_millis(500);

/// So many frames are drawn after something has happened, however long they take: what one frame asks for, another one does, and a third
/// one shows.
const FRAMES: u32 = 5;

/// The first pause between frames, and the longest; each is twice the one before.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(64));

/// As good as never: what draws in a pause is the timer, and what happens.
const LONG: Duration = Duration::from_secs(1 << 20);

/// Raised while the renderer makes ready what it has not drawn before.
static PREPARING: AtomicBool = AtomicBool::new(false);

/// Draws only when something happens.
pub struct AwakePlugin;

impl Plugin for AwakePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<WindowEvent>()
            .add_message::<RequestRedraw>()
            .init_resource::<Rest>()
            .add_systems(Startup, (listen, keep_own_time))
            .add_systems(
                PreUpdate,
                (hear_panels, spare_repeated)
                    .chain()
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(Last, decide);
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            render.add_systems(Render, note_preparing.after(RenderSystems::Render));
        }
    }
}

fn listen(proxy: Option<Res<EventLoopProxyWrapper>>) {
    let Some(proxy) = proxy.map(|proxy| (**proxy).clone()) else { return };
    // A window that has gone needs no waking.
    wake::set_waker(move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// The renderer tells when it drew, which the clock takes for the time of the frame after the next: after a pause, frames in which the scene
/// runs already would be told to have taken as long as the pause. Without it each frame has the time at which it begins.
fn keep_own_time(mut commands: Commands) {
    commands.remove_resource::<TimeReceiver>();
}

/// The panels' library tells in how long it wants the next frame, for a caret that blinks or a tip that is to come.
fn hear_panels(mut contexts: EguiContexts, mut heard: Local<bool>) {
    if !*heard && let Ok(ctx) = contexts.ctx_mut() {
        ctx.set_request_repaint_callback(|info| wake::draw_after(info.delay));
        *heard = true;
    }
}

/// The panels' library is told in every frame which of Shift and Ctrl are down, and takes that for something that happened: only changes
/// are left.
fn spare_repeated(mut inputs: Query<&mut EguiInput>, mut last: Local<Option<Modifiers>>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            Event::ModifiersChanged(now) => last.replace(*now) != Some(*now),
            _ => true,
        });
    }
}

fn note_preparing(cache: Option<Res<PipelineCache>>) {
    let waiting = cache.is_some_and(|cache| cache.waiting_pipelines().next().is_some());
    PREPARING.store(waiting, Ordering::Relaxed);
}

/// Since when nothing happens.
#[derive(Resource, Debug)]
struct Rest {
    since: Instant,
    frames: u32,
    /// The pause before the next frame, where nothing wakes the window.
    pause: Duration,
    /// When that frame comes.
    due: Instant,
}

impl Default for Rest {
    fn default() -> Self {
        let now = Instant::now();
        Self { since: now, frames: 0, pause: Duration::ZERO, due: now }
    }
}

impl Rest {
    /// How long to wait for the next frame, after one at `now` in or before which something `happened`; none where frames are drawn
    /// without a pause. A frame that somebody else asked for in a pause leaves it as it is.
    fn after(&mut self, now: Instant, happened: bool) -> Option<Duration> {
        if happened {
            (self.since, self.frames, self.pause, self.due) = (now, 0, Duration::ZERO, now);
        }
        self.frames = self.frames.saturating_add(1);
        if self.frames > FRAMES && now.duration_since(self.since) >= WHILE && now >= self.due {
            self.pause = (self.pause * 2).clamp(PAUSES.0, PAUSES.1);
            self.due = now + self.pause;
        }
        (!self.pause.is_zero()).then(|| self.due.saturating_duration_since(now))
    }
}

/// What is under way in the program itself.
#[derive(SystemParam)]
struct UnderWay<'w> {
    bench: Res<'w, Workbench>,
    driver: Res<'w, Driver>,
    loading: Res<'w, Loading>,
    output: Res<'w, OutputState>,
    jobs: Res<'w, Jobs>,
    recheck: Res<'w, Recheck>,
    watch: Res<'w, Watch>,
}

impl UnderWay<'_> {
    fn is_any(&self) -> bool {
        self.bench.running
            || !self.driver.is_idle()
            || self.loading.path().is_some()
            || self.output.film.is_some()
            || self.output.making.is_some()
            || self.jobs.count() > 0
            || self.recheck.progress().is_some()
            || self.watch.is_pending()
    }
}

fn decide(
    mut rest: ResMut<Rest>,
    under_way: UnderWay,
    mut events: MessageReader<WindowEvent>,
    mut redraws: ResMut<Messages<RequestRedraw>>,
    settings: Option<ResMut<WinitSettings>>,
) {
    let seen = events.read().count() > 0;
    let woken = wake::was_woken() || PREPARING.load(Ordering::Relaxed);
    let pause = rest.after(Instant::now(), seen || woken || under_way.is_any());
    // The panels' library asks by these for frames at once also where it wants one later.
    redraws.clear();
    let Some(mut settings) = settings else { return };
    let wanted = match pause {
        None => WinitSettings::game(),
        Some(pause) => {
            wake::draw_after(pause);
            // Every change of a mode draws once more, so that the pause itself is not in it.
            let asleep = UpdateMode::reactive_low_power(LONG);
            WinitSettings { focused_mode: asleep, unfocused_mode: asleep }
        }
    };
    if (settings.focused_mode, settings.unfocused_mode) != (wanted.focused_mode, wanted.unfocused_mode) {
        *settings = wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the renderer tells of frames long ago does not become the time of this one.
    #[test]
    fn a_frame_has_its_own_time() {
        let mut app = App::new();
        let (sender, receiver) = bevy::time::create_time_channels();
        app.add_plugins(MinimalPlugins).insert_resource(receiver).add_systems(Startup, keep_own_time);
        app.update();
        let long_ago = Instant::now();
        std::thread::sleep(Duration::from_millis(20));
        assert!(sender.0.try_send(long_ago).is_err(), "nobody listens");
        let before = Instant::now();
        app.update();
        let told = app.world().resource::<Time<Real>>().last_update();
        assert!(told.is_some_and(|told| told >= before), "{told:?}");
    }

    /// Frames for half a second and five of them at least, then pauses that grow to the longest, whatever else is drawn meanwhile; anything
    /// that happens begins anew.
    #[test]
    fn pauses_grow_until_something_happens() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        for frame in [0.01, 0.3] {
            let mut rest = Rest { since: start, frames: 0, pause: Duration::ZERO, due: start };
            let drawn =
                (1..).take_while(|k| rest.after(at(f64::from(*k) * frame), *k == 1).is_none()).count();
            let wanted = (0.5 / frame).ceil().max(f64::from(FRAMES)) as usize;
            assert!(drawn.abs_diff(wanted) <= 1, "{drawn} frames of {frame} s");
            let mut pauses = vec![rest.pause.as_secs_f64()];
            for _ in 0..8 {
                let half = rest.due.checked_sub(rest.pause / 2).expect("a moment");
                assert_eq!(rest.after(half, false), Some(rest.pause / 2), "somebody else's frame");
                pauses.push(rest.after(rest.due, false).expect("a pause").as_secs_f64());
            }
            assert_eq!(pauses, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 64.0, 64.0]);
            assert_eq!(rest.after(rest.due, true), None);
        }
    }
}
