//! Choosing several bodies at once: those within a rectangle of a view, those that move, those of one shape.

use crate::app::bench::workbench::Workbench;
use crate::app::build::groups;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::to_view;
use crate::app::look::rig::Rig;
use crate::app::look::view::{Selection, Viewports};
use crate::math::{Pose, Vec3 as Exact};
use crate::world::{Body, BodyId};
use bevy::prelude::*;

/// Selects what lies wholly within a rectangle of a view, beside what is selected: a floor that reaches beyond it is not meant, nor a group.
pub fn within(
    In((pane, area)): In<(usize, Rect)>,
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    mut selection: ResMut<Selection>,
) {
    let (Some(&view), Some(shown)) = (viewports.panes.get(pane), bench.panes.get(pane)) else { return };
    let (model, state) = (&bench.scene.model, &shown.simulation.state);
    let found: Vec<BodyId> = model
        .ids()
        .filter(|&id| model.is_active(id, state.time))
        .filter(|&id| is_within(model.body(id), &state.poses[id.0], rigs.of(pane), view, area))
        .collect();
    let outside = |id: &BodyId| model.is_active(*id, state.time) && !found.contains(id);
    let whole = |group: usize| !groups::members(&bench, group).iter().any(outside);
    let found: Vec<BodyId> =
        found.iter().copied().filter(|id| groups::group_of(&bench, *id).is_none_or(whole)).collect();
    let all: Vec<BodyId> = found.into_iter().chain(selection.bodies()).collect();
    selection.all(all);
    selection.contact = None;
}

/// Whether all of a body is within a rectangle of a view. Of what is round it is the box about it.
fn is_within(body: &Body, pose: &Pose, rig: &Rig, view: Rect, area: Rect) -> bool {
    let inside = |point: &Exact| {
        rig.project(view, to_view(&pose.transform_point(point))).is_some_and(|place| area.contains(place))
    };
    body.parts.iter().all(|part| {
        if !part.is_curved() {
            return part.vertices.iter().all(inside);
        }
        let (low, high) = part
            .vertices
            .iter()
            .fold((Exact::repeat(f64::INFINITY), Exact::repeat(f64::NEG_INFINITY)), |(low, high), v| {
                (low.inf(v), high.sup(v))
            });
        let (low, high) = (low.add_scalar(-part.rounding), high.add_scalar(part.rounding));
        (0..8).all(|k| {
            let side = |axis: usize| if k >> axis & 1 == 0 { low[axis] } else { high[axis] };
            inside(&Exact::new(side(0), side(1), side(2)))
        })
    })
}

/// All bodies that move by forces.
pub fn that_move(bench: &Workbench) -> Vec<BodyId> {
    let model = &bench.scene.model;
    model.ids().filter(|&id| model.body(id).is_dynamic()).collect()
}

/// All bodies of the shapes that the selected ones have, the selected ones first.
pub fn of_the_same_shape(bench: &Workbench, selection: &Selection) -> Vec<BodyId> {
    let described = &bench.scene.source.bodies;
    let shapes: Vec<_> = selection.bodies().filter_map(|id| described.get(id.0)).map(|b| &b.shape).collect();
    let same = described.iter().enumerate().filter(|(_, body)| shapes.contains(&&body.shape));
    selection.bodies().chain(same.map(|(number, _)| BodyId(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::models::ContactModel;
    use crate::scene::load_str;
    use std::path::Path;

    fn bench() -> Workbench {
        let text = r#"Scene(contact: (model: SeparatingFeature), bodies: [
            (name: "floor", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.1)), position: (0.0, 0.0, -1.1)),
            (name: "cube", shape: Box(half_extents: (0.1, 0.1, 0.1))),
            (name: "ball", shape: Sphere(radius: 0.1), position: (1.0, 0.0, 0.0)),
            (name: "twin", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 1.0)),
        ])"#;
        let scene = load_str(text, "several.ron", Path::new(".")).expect("a valid scene");
        Workbench::new(scene, &[ContactModel::SeparatingFeature])
    }

    #[test]
    fn a_rectangle_takes_what_is_wholly_in_it() {
        let bench = bench();
        let view = Rect::new(0.0, 0.0, 800.0, 600.0);
        let rig = Rig { target: Vec3::ZERO, distance: 6.0, ..Rig::default() };
        let state = &bench.focused_pane().simulation.state;
        let chosen = |area: Rect| -> Vec<usize> {
            let model = &bench.scene.model;
            let inside = |id: &BodyId| is_within(model.body(*id), &state.poses[id.0], &rig, view, area);
            model.ids().filter(inside).map(|id| id.0).collect()
        };
        assert_eq!(chosen(view), [1, 2, 3], "the floor reaches beyond the view");
        let place = |id: usize| rig.project(view, to_view(&state.poses[id].position)).expect("in front");
        let about = |id: usize, half: f32| Rect::from_center_half_size(place(id), Vec2::splat(half));
        assert_eq!(chosen(about(2, 60.0)), [2]);
        // A rectangle through the middle of a body does not hold it.
        assert_eq!(chosen(about(2, 3.0)), [] as [usize; 0]);
        assert_eq!(chosen(about(1, 3.0)), [] as [usize; 0]);
    }

    #[test]
    fn all_of_a_shape_and_all_that_move() {
        let bench = bench();
        let mut selection = Selection::default();
        selection.only(Some(BodyId(3)));
        selection.all(of_the_same_shape(&bench, &selection));
        assert_eq!(selection.bodies().map(|id| id.0).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(that_move(&bench), [1, 2, 3].map(BodyId));
    }
}
