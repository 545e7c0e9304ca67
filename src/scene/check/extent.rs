//! How accurate a scene can be that reaches far from its origin.

use crate::scene::LoadedScene;

/// How far bodies at rest may be in each other, as is promised of Exact (m).
const PROMISED: f64 = 1e-9;

/// Spacings of numbers that a gap is rounded by at most: positions of vertices and offsets of planes are sums of products of
/// coordinates. In runs at 1e5 m bodies were up to 11 spacings in each other.
const SPACINGS: f64 = 32.0;

/// What is to be said of a scene that reaches so far from its origin that contacts cannot be held to a nanometre there; nothing of
/// one of everyday size.
pub fn accuracy_remark(scene: &LoadedScene) -> Option<String> {
    let states = std::iter::once(&scene.state).chain(&scene.resume);
    let reach = states
        .flat_map(|state| state.poses.iter().zip(&scene.model.bodies))
        .map(|(pose, body)| pose.position.amax() + body.radius)
        .fold(0.0, f64::max);
    let spacing = reach.next_up() - reach;
    let accuracy = SPACINGS * spacing;
    (accuracy > PROMISED).then(|| {
        format!(
            "the scene reaches {reach:.1e} m from its origin, where numbers are {spacing:.1e} m apart: contacts hold to \
             about {accuracy:.0e} m and not to {PROMISED:e} m; move it nearer to the origin"
        )
    })
}
