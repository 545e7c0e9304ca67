//! Overlay lines as data: what is drawn over the bodies of a pane, from its step record. No window needed.

pub mod explainer;
mod forces;
mod frames;
mod handles;
mod joint_handles;
mod joints;
mod key;
mod kinds;
mod motion;
mod resultant;
mod worst;

pub use key::Key;
pub use resultant::marks;

use crate::app::bench::workbench::Pane;
use crate::app::command::look::Overlay;
use crate::app::draw::bodies::prism_thickness;
use crate::app::draw::palette;
use crate::app::draw::shape_mesh::edge_segments;
use crate::app::draw::strokes::resultant::Moved;
use crate::app::explain::picture::Picture;
use crate::app::look::convert::{length, to_view, transform};
use crate::app::look::rig::Rig;
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::mouse::{gizmo, joint_handles as joint_hand};
use crate::app::run::spring::Spring;
use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::contact::{Contact, ContactId};
use crate::math::{Dimension, Vec3 as Exact};
use crate::step::StepRecord;
use crate::world::{BodyId, Model};
use bevy::prelude::*;
use std::sync::Arc;

/// Gaps within this share of the scene's smallest body radius count as closed.
const CLOSED: f64 = 1e-4;
/// Longest impulse arrow, relative to the scene's smallest body radius.
const LONGEST: f64 = 4.0;
/// Lines of a layer at most: so many can be made and sent to the graphics card for every step in three panes. What is
/// left out is counted, and said in the pane.
pub const MAX_LINES: usize = 40_000;

/// Lines that a contact has, about, with all overlays.
const LINES_OF_A_CONTACT: usize = 16;

/// Corners of a ring at most.
const MOST_CORNERS: usize = 32;

/// One line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// One end (m).
    pub a: Vec3,
    /// The other end (m).
    pub b: Vec3,
    /// Its colour.
    pub color: Color,
}

/// Lines that change for different reasons are kept apart, so that the many are not made anew for the sake of the few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// What the step and the view decide: contacts, joints, trails, ghosts.
    Step,
    /// What the pointer and the selection decide.
    Hand,
}

impl Layer {
    /// Both layers, the one in front last.
    pub const ALL: [Self; 2] = [Self::Step, Self::Hand];
}

/// The lines of a layer.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines, [`MAX_LINES`] at most.
    pub strokes: Vec<Stroke>,
    /// How many more marks or lines there would have been at most.
    pub left_out: usize,
}

impl Lines {
    /// Adds a line, or counts it as left out.
    pub fn push(&mut self, stroke: Stroke) {
        if self.strokes.len() < MAX_LINES {
            self.strokes.push(stroke);
        } else {
            self.left_out += 1;
        }
    }
}

/// What the overlays of a pane depend on. A new field must be in [`Key`] too, which the compiler asks for.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The pane.
    pub pane: &'a Pane,
    /// Its index.
    pub index: usize,
    /// The pane whose bodies are the ghost in the others.
    pub first: &'a Pane,
    /// Which overlays.
    pub view: &'a ViewSettings,
    /// What is selected.
    pub selection: &'a Selection,
    /// The mouse spring.
    pub spring: Option<Spring>,
    /// The handles of the selected body.
    pub handles: Option<gizmo::Shown>,
    /// The handles of the joint that is edited.
    pub joint_handles: Option<joint_hand::Shown>,
    /// The camera.
    pub rig: &'a Rig,
    /// What is explained.
    pub picture: &'a Arc<Picture>,
}

/// Collects lines.
pub struct Strokes<'a> {
    scene: &'a Scene<'a>,
    lines: Lines,
    right: Vec3,
    up: Vec3,
    forward: Vec3,
    thickness: f64,
    /// The turn from one corner of a ring to the next, by its number of corners.
    turns: [Vec2; MOST_CORNERS + 1],
}

/// All overlay lines of a pane.
pub fn strokes(scene: &Scene) -> Vec<Stroke> {
    Layer::ALL.into_iter().flat_map(|layer| lines(scene, layer).strokes).collect()
}

/// The overlay lines of one layer of a pane.
pub fn lines(scene: &Scene, layer: Layer) -> Lines {
    let (right, up, forward) = scene.rig.axes();
    let thickness = prism_thickness(&scene.pane.simulation.model);
    let turns = std::array::from_fn(|corners| Vec2::from_angle(std::f32::consts::TAU / corners as f32));
    let mut s = Strokes { scene, lines: Lines::default(), right, up, forward, thickness, turns };
    let record = scene.pane.contacts().cloned();
    match layer {
        Layer::Step => {
            let contacts = record.as_ref().map_or(0, |record| record.contacts.len());
            s.lines.strokes.reserve((LINES_OF_A_CONTACT * contacts).min(MAX_LINES));
            s.bodies();
            s.frames();
            if scene.view.shows(Overlay::Joints) {
                s.joints();
            }
            if scene.view.shows(Overlay::Impulses) {
                s.forces();
            }
            if let Some(record) = record {
                s.kinds(&record);
                s.cones(&record);
                s.contacts(&record);
            }
            if scene.view.shows(Overlay::Trails) {
                s.trails();
            }
        }
        Layer::Hand => {
            s.pointed_at();
            s.explained();
            if let Some(record) = record {
                s.pointed_contacts(&record);
            }
            s.spring();
            s.handles();
            s.joint_handles();
        }
    }
    s.lines
}

impl Strokes<'_> {
    fn line(&mut self, a: Vec3, b: Vec3, color: Color) {
        if a.is_finite() && b.is_finite() {
            self.lines.push(Stroke { a, b, color });
        }
    }

    fn at(&self, point: &Exact) -> Vec3 {
        in_front(&self.scene.pane.simulation.model, self.thickness, point)
    }

    /// Where the mark of a contact is.
    fn mark(&self, contact: &Contact) -> Vec3 {
        self.at(&middle(contact))
    }

    /// A length at `point` that shows as the same size on the screen wherever the point is.
    fn unit(&self, point: Vec3) -> f32 {
        self.scene.rig.unit(point)
    }

    /// Whether another mark fits, of `left` that there may still be, which otherwise are left out: to look at each of them takes longer than
    /// to draw what fits.
    fn fits(&mut self, left: usize) -> bool {
        let fits = self.lines.strokes.len() < MAX_LINES;
        self.lines.left_out += if fits { 0 } else { left };
        fits
    }

    /// A closed polygon of `corners` corners, [`MOST_CORNERS`] at most, that faces the camera.
    fn ring(&mut self, centre: Vec3, radius: f32, corners: usize, turn: f32, color: Color) {
        let (right, up) = (radius * self.right, radius * self.up);
        let at = |spoke: Vec2| centre + spoke.x * right + spoke.y * up;
        let turn = if turn == 0.0 { Vec2::X } else { Vec2::from_angle(turn) };
        let next = self.turns[corners.min(MOST_CORNERS)];
        let mut spoke = turn;
        for k in 1..=corners {
            let before = spoke;
            // The last side ends where the first began.
            spoke = if k == corners { turn } else { spoke.rotate(next) };
            self.line(at(before), at(spoke), color);
        }
    }

    fn cross(&mut self, centre: Vec3, radius: f32, color: Color) {
        for diagonal in [self.right + self.up, self.right - self.up] {
            let arm = diagonal.normalize_or_zero() * radius;
            self.line(centre - arm, centre + arm, color);
        }
    }

    fn arrow(&mut self, from: Vec3, to: Vec3, color: Color) {
        self.line(from, to, color);
        let along = to - from;
        let tip = (1.2 * self.unit(to)).min(0.4 * along.length());
        let side = along.cross(self.forward).normalize_or_zero();
        let back = to - along.normalize_or_zero() * 1.6 * tip;
        self.line(to, back + 0.8 * tip * side, color);
        self.line(to, back - 0.8 * tip * side, color);
    }

    fn outline(&mut self, pane: &Pane, body: BodyId, color: Color) {
        let Some(pose) = pane.simulation.state.poses.get(body.0) else { return };
        let placed = transform(pose);
        for (a, b) in edge_segments(pane.simulation.model.body(body), self.thickness) {
            self.line(placed * a, placed * b, color);
        }
    }

    fn bodies(&mut self) {
        let Scene { pane, first, view, .. } = *self.scene;
        let (model, state) = (&pane.simulation.model, &pane.simulation.state);
        let active: Vec<BodyId> = model.ids().filter(|&id| model.is_active(id, state.time)).collect();
        if view.shows(Overlay::Ghost) && !std::ptr::eq(first, pane) {
            for &id in active.iter().filter(|&&id| model.body(id).is_dynamic()) {
                self.outline(first, id, palette::GHOST);
            }
        }
        if view.shows(Overlay::Deepest)
            && let Some((a, b)) = pane.truth.deepest
        {
            self.outline(pane, a, palette::VIOLATED);
            self.outline(pane, b, palette::VIOLATED);
        }
    }

    /// Outlines of the selected body and of the one under the pointer.
    fn pointed_at(&mut self) {
        let Scene { pane, selection, .. } = *self.scene;
        let (model, state) = (&pane.simulation.model, &pane.simulation.state);
        let active = |id: &BodyId| id.0 < model.bodies.len() && model.is_active(*id, state.time);
        if let Some((_, body)) = selection.hovered
            && active(&body)
            && model.body(body).is_dynamic()
            && !selection.holds(body)
        {
            self.outline(pane, body, palette::HOVERED);
        }
        // The features of what is explained are easier to see without it.
        let explained =
            |id: &BodyId| selection.subject.is_some_and(|s| s.bodies.0 == *id || s.bodies.1 == *id);
        for body in selection.bodies().filter(active).filter(|id| !explained(id)) {
            self.outline(pane, body, palette::SELECTED);
        }
    }

    fn contacts(&mut self, record: &StepRecord) {
        let view = self.scene.view;
        let model = self.scene.pane.simulation.model.clone();
        let smallest = model.bodies.iter().map(|b| b.radius).fold(f64::INFINITY, f64::min);
        let closed = CLOSED * smallest;
        let h = self.scene.pane.simulation.settings.h;
        let moved = resultant::moved(&self.scene.pane.simulation, record);
        self.resultants(record, &moved, closed, length(LONGEST * smallest));
        for (i, contact) in record.contacts.iter().enumerate() {
            if !self.fits(record.contacts.len() - i) {
                break;
            }
            let impulse = record.impulses.get(i).copied().unwrap_or(0.0);
            let gap = record.end_gaps.get(i).copied().unwrap_or(contact.gap);
            if !has_mark(record, i) || moved.hidden.contains(&i) {
                continue;
            }
            let color = gap_color(gap, closed);
            let point = self.mark(contact);
            let unit = self.unit(point);
            if view.shows(Overlay::Contacts) {
                self.ring(point, 0.7 * unit, 4, 0.0, color);
                self.line(self.at(&contact.point_a), self.at(&contact.point_b), color);
            }
            if view.shows(Overlay::Normals) {
                self.arrow(point, point + 3.5 * unit * to_view(&contact.normal), color);
            }
            if view.shows(Overlay::Impulses) {
                let scale = self.impulse_scale(contact, h);
                let friction = record.friction_impulses.get(i).copied().unwrap_or_else(Exact::zeros);
                // A blow is many times the weight: its arrow is cut off before it crosses the picture.
                let shown = |v: Exact| to_view(&v).clamp_length_max(length(LONGEST * smallest));
                if impulse.abs() * scale > 1e-3 * smallest {
                    let arrow = shown(contact.normal * impulse * scale);
                    self.arrow(point, point + arrow, palette::IMPULSE);
                }
                if friction.norm() * scale > 1e-3 * smallest {
                    self.arrow(point, point + shown(friction * scale), palette::FRICTION);
                }
            }
        }
        for (i, disjunction) in record.disjunctions.iter().enumerate() {
            if !self.fits(record.disjunctions.len() - i) {
                break;
            }
            let kinds = view.shows(Overlay::Disjunctions);
            if kinds && disjunction.kind == DisjunctionKind::Separation {
                self.separation(record, disjunction, closed, &moved);
            }
            let traps = view.shows(Overlay::Traps) && disjunction.is_trap();
            if !kinds && !traps {
                continue;
            }
            for id in disjunction.contacts() {
                let Some(contact) = record.contacts.get(id.0) else { continue };
                let gap = record.end_gaps.get(id.0).copied().unwrap_or(contact.gap);
                let point = self.at(&contact.point_b);
                let unit = self.unit(point);
                if kinds {
                    let color = gap_color(gap, closed);
                    match disjunction.kind {
                        DisjunctionKind::Unilateral => {
                            self.ring(point, 1.3 * unit, 4, std::f32::consts::FRAC_PI_4, color);
                        }
                        DisjunctionKind::InterContact => self.ring(point, 1.1 * unit, 14, 0.0, color),
                        DisjunctionKind::CrossContact => self.cross(point, 1.2 * unit, color),
                        // Drawn as a whole above.
                        DisjunctionKind::Separation => {}
                    }
                }
                if traps && gap < -closed {
                    self.ring(point, 2.0 * unit, 3, std::f32::consts::FRAC_PI_2, palette::SPRUNG);
                    self.ring(point, 2.0 * unit, 3, -std::f32::consts::FRAC_PI_2, palette::SPRUNG);
                }
            }
        }
    }

    /// The plane that keeps two parts apart, as a tile where they touch or come nearest, with its normal.
    fn separation(&mut self, record: &StepRecord, disjunction: &Disjunction, closed: f64, moved: &Moved) {
        let gap = |id: ContactId| record.end_gaps.get(id.0).copied().unwrap_or(f64::NAN);
        let load = |id: ContactId| record.impulses.get(id.0).copied().unwrap_or(0.0);
        // Of a step done in parts, the feature that holds at the end.
        let rows: Vec<ContactId> = disjunction.alternatives[disjunction.primary]
            .contacts
            .iter()
            .copied()
            .filter(|id| record.contacts.get(id.0).is_some_and(|c| !c.pair.is_couple()))
            .collect();
        let mut held: Vec<ContactId> = rows.iter().copied().filter(|&id| load(id) > 0.0).collect();
        if held.is_empty() {
            // Where the two are near each other, if a row is there.
            let aside = |id: &ContactId| moved.hidden.contains(&id.0);
            let nearer =
                |a: &ContactId, b: &ContactId| aside(a).cmp(&aside(b)).then(gap(*a).total_cmp(&gap(*b)));
            held.extend(rows.iter().copied().min_by(nearer));
        }
        let Some(&first) = held.first() else { return };
        let together = moved.resultants.iter().find(|force| held.iter().any(|id| force.rows.contains(&id.0)));
        let points: Vec<Vec3> = match together {
            Some(force) => vec![self.at(&force.point)],
            None => held.iter().map(|id| self.mark(&record.contacts[id.0])).collect(),
        };
        let centre = points.iter().sum::<Vec3>() / points.len() as f32;
        let unit = self.unit(centre);
        let reach = points.iter().map(|p| p.distance(centre)).fold(0.0, f32::max);
        let half = (reach + unit).max(2.5 * unit);
        let color = gap_color(rows.iter().map(|&id| gap(id)).fold(f64::INFINITY, f64::min), closed);
        let normal = to_view(&record.contacts[first.0].normal);
        let (u, v) = normal.any_orthonormal_pair();
        // Along the points held, where they have a direction.
        let u = points.first().map_or(u, |p| (p - centre).reject_from(normal).try_normalize().unwrap_or(u));
        let v = if reach > 0.0 { normal.cross(u) } else { v };
        let corner = |k: usize| {
            let (s, t) = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][k % 4];
            centre + half * (s * u + t * v)
        };
        for k in 0..4 {
            self.line(corner(k), corner(k + 1), color);
        }
        // Hatching stands for a surface that one sees through.
        for k in 1..6_u8 {
            let share = f32::from(k) / 6.0;
            let (a, b) = (corner(0).lerp(corner(1), share), corner(3).lerp(corner(2), share));
            self.line(a, b, color.with_alpha(0.2));
        }
        self.line(centre, centre + 2.5 * unit * normal, color);
    }

    /// Metres per N·s: the impulse that carries the lighter body for one step is as long as half its radius.
    fn impulse_scale(&self, contact: &Contact, h: f64) -> f64 {
        let model = &self.scene.pane.simulation.model;
        let gravity = model.gravity.norm();
        let gravity = if gravity > 0.0 { gravity } else { 9.81 };
        [contact.body_a(), contact.body_b()]
            .into_iter()
            .map(|id| model.body(id))
            .filter(|body| body.is_dynamic())
            .min_by(|a, b| a.mass.total_cmp(&b.mass))
            .map_or(0.0, |body| 0.5 * body.radius / (body.mass * gravity * h))
    }
}

/// Whether a contact of a record has a mark of its own. Conditions that only matter together with others are shown
/// with their kind; those that turn bodies against each other touch at no point.
fn has_mark(record: &StepRecord, index: usize) -> bool {
    let loaded = record.impulses.get(index).is_some_and(|impulse| *impulse != 0.0);
    record.contacts.get(index).is_some_and(|c| (c.is_primary() || loaded) && !c.pair.is_couple())
}

/// Half way between the two points of a contact (m).
fn middle(contact: &Contact) -> Exact {
    (contact.point_a + contact.point_b) / 2.0
}

/// A point in front of a flat scene's prisms of that thickness, or where it is.
fn in_front(model: &Model, thickness: f64, point: &Exact) -> Vec3 {
    let p = to_view(point);
    match model.dimension {
        Dimension::Two => p.with_z(0.55 * length(thickness)),
        Dimension::Three => p,
    }
}

/// Violated, closed or open.
fn gap_color(gap: f64, closed: f64) -> Color {
    if gap < -closed {
        palette::VIOLATED
    } else if gap <= closed {
        palette::CLOSED
    } else {
        palette::OPEN
    }
}
