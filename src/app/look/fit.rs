//! The first size of the window: no larger than the screens that there are.

use bevy::prelude::*;
use bevy::window::{Monitor, PrimaryWindow};

/// Maximises a window that is larger than every screen, as one that was left on another one, or the first one on a small one: its right and lower
/// ends, with the comparison and the plots, would be beyond them. Once, as soon as the screens are known.
pub fn onto_screen(
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    screens: Query<&Monitor>,
    mut done: Local<bool>,
) {
    if *done || screens.is_empty() {
        return;
    }
    let Ok(mut window) = window.single_mut() else { return };
    *done = true;
    let wanted = window.resolution.physical_size();
    let sizes = || screens.iter().map(Monitor::physical_size);
    let largest = sizes().max_by_key(|size| size.element_product()).unwrap_or(wanted);
    if sizes().any(|size| wanted.cmple(size).all()) || largest.cmpeq(UVec2::ZERO).any() {
        return;
    }
    let UVec2 { x, y } = wanted.min(largest);
    window.resolution.set_physical_resolution(x, y);
    window.set_maximized(true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::window::WindowResolution;

    fn size_on(screens: &[(u32, u32)]) -> UVec2 {
        let mut app = App::new();
        app.add_systems(Update, onto_screen);
        let resolution = WindowResolution::new(1440, 860);
        let window = app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow)).id();
        app.update();
        for (width, height) in screens {
            app.world_mut().spawn(Monitor {
                name: None,
                physical_height: *height,
                physical_width: *width,
                physical_position: IVec2::ZERO,
                refresh_rate_millihertz: None,
                scale_factor: 1.0,
                video_modes: Vec::new(),
            });
        }
        app.update();
        app.world().get::<Window>(window).map_or(UVec2::ZERO, |w| w.resolution.physical_size())
    }

    #[test]
    fn a_window_is_no_larger_than_its_screen() {
        assert_eq!(size_on(&[]), UVec2::new(1440, 860), "no screen is known");
        assert_eq!(size_on(&[(1920, 1080)]), UVec2::new(1440, 860));
        assert_eq!(size_on(&[(1366, 768), (1920, 1080)]), UVec2::new(1440, 860), "it may be on the other");
        assert_eq!(size_on(&[(1366, 768)]), UVec2::new(1366, 768));
        assert_eq!(size_on(&[(1600, 800)]), UVec2::new(1440, 800));
    }
}
