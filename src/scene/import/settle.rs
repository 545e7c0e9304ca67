//! A robot made ready: fixed joints merged, links without mass given one or left out, limits about the start, inertias that bodies can have.

use crate::math::{Mat3, Pose, Vec3};
use crate::quote::number;
use crate::scene::import::robot::{Drive, Freedom, Geom, Link, Mass, Robot, TreeJoint, compose};
use std::f64::consts::PI;

/// Part of the mass and inertia of the next link that a link without mass between two joints takes from it (dimensionless): a body
/// needs some, and so little changes no motion by more.
const LIGHT: f64 = 1e-3;

/// Least principal moment, in m r² of the body (dimensionless): twice what a scene refuses.
const LEAST_MOMENT: f64 = 2e-9;

impl Robot {
    /// Puts parents before their children; the numbers of links in joints follow.
    ///
    /// # Errors
    /// The name of a link that is its own ancestor.
    pub fn order(&mut self) -> Result<(), String> {
        let n = self.links.len();
        let mut children = vec![Vec::new(); n];
        let mut roots = vec![true; n];
        for joint in &self.joints {
            children[joint.parent].push(joint.child);
            roots[joint.child] = false;
        }
        let mut order: Vec<usize> = (0..n).filter(|link| roots[*link]).collect();
        let mut next = 0;
        while let Some(&link) = order.get(next) {
            order.extend(&children[link]);
            next += 1;
        }
        let mut place = vec![usize::MAX; n];
        for (to, from) in order.iter().enumerate() {
            place[*from] = to;
        }
        if let Some(lost) = place.iter().position(|to| *to == usize::MAX) {
            return Err(self.links[lost].name.clone());
        }
        self.links = order.iter().map(|from| self.links[*from].clone()).collect();
        for joint in &mut self.joints {
            (joint.parent, joint.child) = (place[joint.parent], place[joint.child]);
        }
        self.apart.iter_mut().for_each(|(a, b)| (*a, *b) = (place[*a], place[*b]));
        Ok(())
    }

    /// The joint of which each link is the child.
    fn holders(&self) -> Vec<Option<usize>> {
        let mut holders = vec![None; self.links.len()];
        for (k, joint) in self.joints.iter().enumerate() {
            holders[joint.child] = Some(k);
        }
        holders
    }

    /// Makes joints whose limits leave nothing fixed ones, moves the start of the others into their limits, and counts limits and
    /// targets from there.
    pub fn start_within_limits(&mut self) {
        for (k, joint) in self.joints.iter_mut().enumerate() {
            let Some((low, high)) =
                joint.limits.filter(|_| matches!(joint.kind, Freedom::Turn | Freedom::Slide))
            else {
                continue;
            };
            let start = 0.0_f64.clamp(low, high);
            if start != 0.0 {
                let unit = if joint.kind == Freedom::Turn { "rad" } else { "m" };
                let sentence =
                    format!("starts at {} {unit}, the nearest to 0 that its limits allow", number(start));
                self.notes.of(&joint.name, sentence);
                joint.pose = joint.pose_at(start);
                self.drives
                    .iter_mut()
                    .filter(|drive| drive.joint == k)
                    .for_each(|drive| drive.target -= start);
            }
            if low == high {
                self.notes.of(&joint.name, "its limits are the same, so that it is fixed");
                (joint.kind, joint.limits) = (Freedom::None, None);
                continue;
            }
            let (mut low, mut high) = (low - start, high - start);
            if joint.kind == Freedom::Turn {
                if high - low >= 2.0 * PI {
                    self.notes.of(
                        &joint.name,
                        "its limits are a turn or more apart, which no stop here can be; it has none",
                    );
                    joint.limits = None;
                    continue;
                }
                if low < -PI || high > PI {
                    self.notes.of(
                        &joint.name,
                        "a limit is more than half a turn from the start, and is taken as half a turn",
                    );
                    (low, high) = (low.max(-PI), high.min(PI));
                }
            }
            joint.limits = Some((low, high));
        }
    }

    /// Makes one body of links that fixed joints hold together, masses added exactly.
    pub fn merge_fixed(&mut self) {
        let holders = self.holders();
        // The link that each is a part of, and its pose there. Parents stand first.
        let mut part: Vec<(usize, Pose)> = Vec::with_capacity(self.links.len());
        for (link, holder) in holders.iter().enumerate() {
            let held = holder.map(|k| &self.joints[k]).filter(|joint| joint.kind == Freedom::None);
            part.push(held.map_or((link, Pose::identity()), |joint| {
                let (group, pose) = part[joint.parent];
                (group, compose(&pose, &joint.pose))
            }));
        }
        for (link, &(group, pose)) in part.iter().enumerate().filter(|(link, (group, _))| link != group) {
            let Link { mass, geoms, color, friction, restitution, visual, .. } = self.links[link].clone();
            let whole = &mut self.links[group];
            let mass = mass.map(|mass| mass.placed(&pose));
            whole.mass = match (whole.mass, mass) {
                (Some(a), Some(b)) => Some(a.with(&b)),
                (a, b) => a.or(b),
            };
            if whole.geoms.is_empty() {
                (whole.friction, whole.restitution) = (friction, restitution);
            }
            whole
                .geoms
                .extend(geoms.into_iter().map(|geom| Geom { pose: compose(&pose, &geom.pose), ..geom }));
            whole.color = whole.color.or(color);
            whole.visual |= visual;
        }
        for joint in self.joints.iter_mut().filter(|joint| joint.kind != Freedom::None) {
            let (group, pose) = part[joint.parent];
            (joint.parent, joint.pose) = (group, compose(&pose, &joint.pose));
        }
        self.apart.iter_mut().for_each(|(a, b)| (*a, *b) = (part[*a].0, part[*b].0));
        let keep: Vec<bool> = part.iter().enumerate().map(|(link, (group, _))| link == *group).collect();
        self.retain(&keep);
    }

    /// Leaves out links, and the joints that hold them or are fixed, and what drives those.
    fn retain(&mut self, keep: &[bool]) {
        let mut place = vec![usize::MAX; keep.len()];
        for (count, link) in (0..keep.len()).filter(|link| keep[*link]).enumerate() {
            place[link] = count;
        }
        let mut link = 0;
        self.links.retain(|_| {
            link += 1;
            keep[link - 1]
        });
        let stays = |joint: &TreeJoint| joint.kind != Freedom::None && keep[joint.child];
        let mut joints = vec![usize::MAX; self.joints.len()];
        let mut kept = Vec::new();
        for (k, mut joint) in std::mem::take(&mut self.joints).into_iter().enumerate() {
            if stays(&joint) {
                (joint.parent, joint.child) = (place[joint.parent], place[joint.child]);
                joints[k] = kept.len();
                kept.push(joint);
            } else if self.drives.iter().any(|drive| drive.joint == k) {
                self.notes.of(&joint.name, "what drives it is left out with it");
            }
        }
        self.joints = kept;
        let drive = |drive: &Drive| Drive { joint: joints[drive.joint], ..drive.clone() };
        self.drives = self.drives.iter().filter(|d| joints[d.joint] != usize::MAX).map(drive).collect();
        self.apart.retain(|(a, b)| a != b && keep[*a] && keep[*b]);
        self.apart.iter_mut().for_each(|(a, b)| (*a, *b) = (place[*a], place[*b]));
    }

    /// Gives links that move and have no mass some of the next one's, or leaves them out where nothing hangs on them.
    pub fn give_masses(&mut self) {
        let weighs = |link: &Link| link.mass.is_some_and(|mass| mass.mass > 0.0);
        loop {
            let holders = self.holders();
            let idle = |link: usize| {
                let bears = self.joints.iter().any(|joint| joint.parent == link);
                let alone = holders[link].is_some() || !self.links[link].fixed;
                !weighs(&self.links[link]) && self.links[link].geoms.is_empty() && !bears && alone
            };
            let keep: Vec<bool> = (0..self.links.len()).map(|link| !idle(link)).collect();
            let left_out: Vec<usize> = (0..keep.len()).filter(|link| !keep[*link]).collect();
            if left_out.is_empty() || left_out.len() == keep.len() {
                break;
            }
            for link in left_out {
                self.notes
                    .of(&self.links[link].name, "has neither mass nor shape, and is left out with its joint");
            }
            self.retain(&keep);
        }
        let holders = self.holders();
        // What hangs on each link with a mass, as the link sees it; children stand behind their parents.
        let mut heavy: Vec<Option<(usize, Mass)>> = vec![None; self.links.len()];
        for link in (0..self.links.len()).rev() {
            if weighs(&self.links[link]) {
                heavy[link] = self.links[link].mass.map(|mass| (link, mass));
                continue;
            }
            let below = self.joints.iter().filter(|joint| joint.parent == link).filter_map(|joint| {
                heavy[joint.child].map(|(source, mass)| (source, mass.placed(&joint.pose)))
            });
            heavy[link] = below.max_by(|a, b| a.1.mass.total_cmp(&b.1.mass));
            let moves = holders[link].is_some() || !self.links[link].fixed;
            let Some((source, mass)) = heavy[link].filter(|_| moves) else { continue };
            self.links[link].mass = Some(mass.scaled(LIGHT));
            if let Some(donor) = &mut self.links[source].mass {
                *donor = donor.scaled(1.0 - LIGHT);
            }
            let from = self.links[source].name.clone();
            let sentence = format!("moves without a mass, and takes a thousandth of that of `{from}`");
            self.notes.of(&self.links[link].name, sentence);
        }
    }
}

impl Mass {
    /// The same times a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        Self { mass: self.mass * factor, centre: self.centre, inertia: self.inertia * factor }
    }

    /// The same with an inertia that a body can have which reaches so far from its centre (m), and what was wrong with it.
    pub fn possible(&self, reach: f64) -> (Self, Option<&'static str>) {
        // The decomposition below does not end on what is no number.
        let proper = self.inertia.iter().all(|entry| entry.is_finite());
        let symmetric = if proper { (self.inertia + self.inertia.transpose()) / 2.0 } else { Mat3::zeros() };
        let eigen = symmetric.symmetric_eigen();
        let mut moments: Vec3 = eigen.eigenvalues;
        let least = LEAST_MOMENT * self.mass * reach * reach;
        let with = |moments: &Vec3| {
            let axes = &eigen.eigenvectors;
            let inertia = axes * Mat3::from_diagonal(moments) * axes.transpose();
            Self { inertia: (inertia + inertia.transpose()) / 2.0, ..*self }
        };
        if !(moments.min() > 0.0) || !moments.iter().all(|m| m.is_finite()) {
            // That of a ball half as large as the body, or of water.
            let radius = if reach > 0.0 { 0.5 * reach } else { (self.mass / 4188.8).cbrt() };
            let moment = 0.4 * self.mass * radius * radius;
            let ball = Self { inertia: Mat3::identity() * moment, ..*self };
            return (
                ball,
                Some(
                    "its inertia has a principal moment that is not positive; that of a ball of half its size is taken",
                ),
            );
        }
        let mut said = None;
        let (largest, sum) = (moments.imax(), moments.sum());
        let others = sum - moments[largest];
        if moments[largest] > others {
            // Files carry few digits; what is off by less is rounding.
            if moments[largest] > others * (1.0 + 1e-3) {
                said = Some(
                    "its inertia has a principal moment greater than the sum of the others, which no body has; that sum is taken",
                );
            }
            moments[largest] = others;
        }
        if moments.min() < least {
            said = Some("its inertia is under a billionth of mass times size squared, and is taken as that");
            moments = moments.map(|m| m.max(least));
        }
        if moments == eigen.eigenvalues {
            (Self { inertia: symmetric, ..*self }, None)
        } else {
            (with(&moments), said)
        }
    }
}
