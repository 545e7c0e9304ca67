//! Pictures of scenes: from the poses that a run kept to outlines, in the plane as they are, in space as a camera sees them.

use crate::cli::draw::sheet::{Bodies, Colour, Outline, Panel};
use pegsim::experiment::figures::{Job, Look, Runs};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Pose, Quat, Vec3};
use pegsim::scene::LoadedScene;
use pegsim::world::{Body, BodyId};

/// Numbers that are kept of each pose (see [`Look::Poses`]).
const KEPT: usize = 8;
/// Of a body without a colour of its own.
const GREY: [f32; 3] = [0.55, 0.57, 0.60];

/// A panel for each of these steps of a run that kept its poses there; `headings` name them, and the window is left, bottom,
/// right, top (m; in space across the picture, its middle where the camera looks).
pub(crate) fn panels(
    runs: &Runs,
    job: &Job,
    window: [f64; 4],
    heading: impl Fn(u64) -> String,
) -> Vec<Panel> {
    let (Look::Poses(steps), Ok(scene)) = (&job.look, job.origin.load()) else { return Vec::new() };
    let of_step = |step: &u64| {
        let numbers = runs.series(job, &format!("step {step}"));
        let poses: Vec<(BodyId, Pose)> = numbers.chunks_exact(KEPT).map(pose).collect();
        let outlines = match scene.model.dimension {
            Dimension::Two => in_plane(&scene, &poses),
            Dimension::Three => in_space(&scene, &poses),
        };
        Panel::Bodies(Bodies { title: heading(*step), window, outlines })
    };
    steps.iter().map(of_step).collect()
}

/// A pose as it was kept.
fn pose(kept: &[f64]) -> (BodyId, Pose) {
    let q = nalgebra::Quaternion::new(kept[4], kept[5], kept[6], kept[7]);
    let position = Vec3::new(kept[1], kept[2], kept[3]);
    (BodyId(kept[0] as usize), Pose { position, orientation: Quat::new_unchecked(q) })
}

fn colour(body: &Body, share: f64) -> Colour {
    body.color
        .unwrap_or(GREY)
        .map(|c| (f64::from(c) * 255.0 * share + 255.0 * (1.0 - share)).clamp(0.0, 255.0) as u8)
}

fn in_plane(scene: &LoadedScene, poses: &[(BodyId, Pose)]) -> Vec<Outline> {
    let mut outlines = Vec::new();
    for (id, pose) in poses {
        let body = scene.model.body(*id);
        for part in body.parts.iter().map(Polytope::drawn) {
            let corners = part.vertices.iter().map(|v| pose.transform_point(v)).map(|v| [v.x, v.y]).collect();
            outlines.push(Outline { corners, fill: Some(colour(body, 0.85)) });
        }
    }
    outlines
}

/// Facets of what moves, farthest first, those that look away left out; what is fixed as a frame of lines behind them.
fn in_space(scene: &LoadedScene, poses: &[(BodyId, Pose)]) -> Vec<Outline> {
    let (eye, target) = scene.camera.unwrap_or((Vec3::new(3.0, -4.0, 3.0), Vec3::zeros()));
    let ahead = (target - eye).normalize();
    let right = ahead.cross(&Vec3::z()).normalize();
    let up = right.cross(&ahead);
    let seen = |p: &Vec3| [right.dot(&(p - target)), up.dot(&(p - target))];
    let (mut frame, mut facets) = (Vec::new(), Vec::new());
    for (id, pose) in poses {
        let body = scene.model.body(*id);
        for part in body.parts.iter().map(Polytope::drawn) {
            let placed: Vec<Vec3> = part.vertices.iter().map(|v| pose.transform_point(v)).collect();
            if body.is_dynamic() {
                for_each_facet(&part, pose, &ahead, |corners, share| {
                    let depth =
                        corners.iter().map(|k| ahead.dot(&placed[*k])).sum::<f64>() / corners.len() as f64;
                    let corners = corners.iter().map(|k| seen(&placed[*k])).collect();
                    facets.push((depth, Outline { corners, fill: Some(colour(body, share)) }));
                });
            } else {
                for edge in &part.edges {
                    let corners = edge.vertices.map(|k| seen(&placed[k])).to_vec();
                    frame.push(Outline { corners, fill: None });
                }
            }
        }
    }
    facets.sort_by(|a, b| b.0.total_cmp(&a.0));
    frame.into_iter().chain(facets.into_iter().map(|(_, outline)| outline)).collect()
}

/// The facets of a part that look at the camera, with how bright they are.
fn for_each_facet(part: &Polytope, pose: &Pose, ahead: &Vec3, mut show: impl FnMut(&[usize], f64)) {
    for (facet, corners) in part.facets.iter().zip(part.facet_loops()) {
        let towards = -(pose.orientation * facet.normal).dot(ahead);
        if towards > 0.0 {
            show(&corners, 0.45 + 0.5 * towards);
        }
    }
}
