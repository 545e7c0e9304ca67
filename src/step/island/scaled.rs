//! Scaled velocities of one island: the coordinates in which a step is a projection.

use crate::dynamics::MassRoot;
use crate::lcp::convex::SparseRow;
use crate::math::{Dimension, Twist, Vec3, Vec6};
use crate::step::island::grouping::{Island, split};
use crate::step::joints::articulation::{Articulation, Articulations, Coordinates, DEPENDENT, independent};
use crate::step::joints::drives;
use crate::step::joints::drives::{Drive, Saturation, other_pieces};
use crate::world::joint::{JointRow, Linearised, Servo};
use crate::world::{BodyId, Model};
use nalgebra::DVector;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// A row of which joints leave less than this fraction is held by them (dimensionless).
const HELD: f64 = 1e-10;

/// Velocities scaled by the root of the mass, y = S⁻¹(ν − ν*) with S Sᵀ = M⁻¹ ([`MassRoot`]), so that M disappears: a
/// row J of the contact Jacobian becomes c = SᵀJᵀ, A = Gᵀ M⁻¹ G becomes C Cᵀ, and the target of a step is y = 0.
#[derive(Clone)]
pub struct Scaled<'a> {
    /// Bodies and dimension.
    pub model: &'a Model,
    /// Roots of the inverse mass, per body of the model.
    pub roots: &'a [MassRoot],
    /// Free twists ν*, per body of the model.
    pub free: &'a [Twist],
    /// Those of the island's bodies, where they are not these.
    own: Option<Arc<[Twist]>>,
    /// Step size (s).
    pub h: f64,
    /// Bodies of the island, ascending.
    pub bodies: Vec<BodyId>,
    dofs: usize,
    /// The articulations that joints make of its bodies; `None` without joints.
    articulations: Option<Arc<Articulations>>,
    /// Limits of the joints.
    pub limits: Vec<LimitRow>,
    /// The same over twists.
    stops: Arc<[Stop]>,
    /// Drives whose torque is an unknown of its own, with bounds; none but in [`Self::with_bounds`].
    pub bounds: Vec<BoundRow>,
    /// Which rows of each articulation do not say what others say, by its joints at the start of the step: the same however often they
    /// are linearised, so that clones share it.
    kept: Arc<OnceLock<Vec<Vec<usize>>>>,
}

/// The limit of a joint: J_a·ν_a + J_b·ν_b + gap/h >= 0.
struct Stop {
    bodies: (BodyId, BodyId),
    row: JointRow,
}

/// The limit of a joint: row·x + offset + gap/h >= 0.
#[derive(Clone)]
pub struct LimitRow {
    /// Scaled row of the gap rate.
    pub row: SparseRow,
    /// What the free motion has of the gap rate (m/s or rad/s).
    pub offset: f64,
    /// Way to the limit (m or rad).
    pub gap: f64,
}

/// A drive whose impulse is λ = a − most, 0 <= a <= 2 most: row·x + offset + a/stiffness + b >= 0 where a = 0, with the
/// impulse b >= 0 of the upper bound where a = 2 most. What the coordinates themselves have is a = 0.
#[derive(Clone)]
pub struct BoundRow {
    /// Scaled row of the rate, and of the impulse.
    pub row: SparseRow,
    /// Rate of the coordinates' origin less the one that needs no torque, and less most/stiffness (m/s or rad/s).
    pub offset: f64,
    /// Stiffness s.
    pub stiffness: f64,
    /// Largest impulse.
    pub most: f64,
}

/// How many components of a body's twist are unknown.
pub fn width(dimension: Dimension) -> usize {
    if dimension == Dimension::Two { 3 } else { 6 }
}

/// A row over the twist of a body, over its scaled velocity: the unknown components first, zeros after them.
pub fn block(dimension: Dimension, root: &MassRoot, j: &Vec6) -> [f64; 6] {
    let c = root.scale_row(j);
    match dimension {
        Dimension::Two => [c[0], c[1], c[5], 0.0, 0.0, 0.0],
        Dimension::Three => c.into(),
    }
}

/// The change of a body's twist that a change of its scaled velocity means, given as in [`block`].
pub fn unblock(dimension: Dimension, root: &MassRoot, y: &[f64; 6]) -> Vec6 {
    let full = match dimension {
        Dimension::Two => [y[0], y[1], 0.0, 0.0, 0.0, y[2]],
        Dimension::Three => *y,
    };
    root.apply(&full.into())
}

/// Size of the scaled velocities of bodies, given by mass, root of the inverse mass and free twist ([`Scaled::velocity_scale`]).
pub fn velocity_scale<'r>(bodies: impl Iterator<Item = (f64, &'r MassRoot, Twist)>) -> f64 {
    /// Rounding of positions of metres, divided by a step of milliseconds, is well below this (m/s).
    const LEAST_SPEED: f64 = 1e-2;
    let of_body = |(mass, root, free): (f64, &MassRoot, Twist)| {
        root.kinetic_norm2(&free.to_vec6()) + mass * LEAST_SPEED * LEAST_SPEED
    };
    bodies.map(of_body).sum::<f64>().sqrt()
}

impl<'a> Scaled<'a> {
    /// Coordinates for these bodies (ascending).
    pub fn new(
        model: &'a Model,
        roots: &'a [MassRoot],
        free: &'a [Twist],
        bodies: Vec<BodyId>,
        h: f64,
    ) -> Self {
        let dofs = width(model.dimension);
        Self {
            model,
            roots,
            free,
            own: None,
            h,
            bodies,
            dofs,
            articulations: None,
            limits: Vec::new(),
            stops: Arc::new([]),
            bounds: Vec::new(),
            kept: Arc::default(),
        }
    }

    /// The same with other free angular velocities: these more (rad/s, world axes). Joints are taken in after this.
    pub fn shifted(&self, more: &[Vec3]) -> Self {
        let shift = |(id, more): (&BodyId, &Vec3)| {
            let free = self.free[id.0];
            Twist { angular: free.angular + more, ..free }
        };
        Self { own: Some(self.bodies.iter().zip(more).map(shift).collect()), ..self.clone() }
    }

    /// Free twist of a body of the model.
    fn free_of(&self, id: BodyId) -> Twist {
        let own = self.own.as_ref().and_then(|own| Some(own[self.bodies.binary_search(&id).ok()?]));
        own.unwrap_or(self.free[id.0])
    }

    /// The same bodies with joints between them, and with fixed or prescribed bodies, taken into the coordinates.
    pub fn with_joints(&self, joints: &[Linearised], servos: &[Servo]) -> Self {
        let mut this = self.clone();
        if joints.is_empty() {
            return this;
        }
        this.articulations = Some(Arc::new(self.articulate(joints, servos)));
        let stops =
            joints.iter().flat_map(|j| j.limits.iter().map(|row| Stop { bodies: j.bodies, row: *row }));
        this.stops = stops.collect();
        this.limits = this.limit_rows();
        this
    }

    fn limit_rows(&self) -> Vec<LimitRow> {
        let row = |Stop { bodies: (a, b), row: limit }: &Stop| {
            let (row, offset) = self.row(*a, &limit.jacobian_a, *b, &limit.jacobian_b);
            LimitRow { row, offset, gap: limit.error }
        };
        self.stops.iter().map(row).collect()
    }

    /// The same with the drives on these pieces.
    ///
    /// # Errors
    /// Where a number is not finite.
    pub fn on(&self, pieces: &[Saturation]) -> Result<Self, String> {
        let mut this = self.clone();
        if let Some(articulations) = &self.articulations {
            let changed =
                articulations.with(pieces).ok_or("the stiffness of a drive or its rate is not finite")?;
            this.articulations = Some(Arc::new(changed));
            this.limits = this.limit_rows();
        }
        Ok(this)
    }

    /// Whether some drive has a limit that it can reach.
    pub fn has_limited_drives(&self) -> bool {
        self.articulations.as_ref().is_some_and(|a| a.has_limited())
    }

    /// The pieces that the drives are on at a change y of scaled velocity, where they are not those of these coordinates.
    pub fn other_pieces(&self, y: &DVector<f64>) -> Option<Vec<Saturation>> {
        let articulations = self.articulations.as_ref()?;
        other_pieces(&articulations.drives(), &articulations.on(), &articulations.rates(y))
    }

    /// Solves a convex problem in coordinates whose drives are on the pieces that the answer is on: `solve` gives what it found
    /// with the change y of scaled velocity ([`drives::decide`]).
    ///
    /// # Errors
    /// What `solve` says, or that the pieces did not settle.
    pub fn decide<S>(
        &self,
        mut solve: impl FnMut(&Self) -> Result<(S, DVector<f64>), String>,
    ) -> Result<S, String> {
        let Some(articulations) = self.articulations.as_ref().filter(|a| a.has_limited()) else {
            return solve(self).map(|found| found.0);
        };
        let first = articulations.on();
        let mut on_pieces = |on: &[Saturation]| if on == first { solve(self) } else { solve(&self.on(on)?) };
        let rates = |y: &DVector<f64>| articulations.rates(y);
        drives::decide(&articulations.drives(), &rates, first.clone(), &mut on_pieces).map(|found| found.0)
    }

    /// Coordinates in which drives with a limit stand at its lower end, and rows by which they give more.
    ///
    /// # Errors
    /// Where a number is not finite.
    pub fn with_bounds(&self) -> Result<Self, String> {
        let Some(articulations) = &self.articulations else { return Ok(self.clone()) };
        let lower = |d: &&Drive| if d.is_limited() { Saturation::Lower } else { Saturation::Free };
        let mut this = self.on(&articulations.drives().iter().map(lower).collect::<Vec<_>>())?;
        if let Some(articulations) = &this.articulations {
            let row = |(d, entries, rate): (&Drive, Vec<(usize, f64)>, f64)| BoundRow {
                row: SparseRow::new(entries),
                offset: rate - d.rate - d.most / d.stiffness,
                stiffness: d.stiffness,
                most: d.most,
            };
            this.bounds = articulations.limited().into_iter().map(row).collect();
        }
        Ok(this)
    }

    fn articulate(&self, joints: &[Linearised], servos: &[Servo]) -> Articulations {
        let mut dynamic = vec![false; self.model.bodies.len()];
        self.bodies.iter().for_each(|id| dynamic[id.0] = true);
        let links: Vec<_> = joints.iter().map(|joint| joint.bodies).collect();
        let groups = split(&dynamic, &links);
        // A row over the velocities of an articulation, and what the free motion has of it.
        let local = |group: &Island, (a, b): (BodyId, BodyId), ja: &Vec6, jb: &Vec6| {
            let free: f64 =
                [(a, ja), (b, jb)].iter().map(|(id, j)| j.dot(&self.free_of(*id).to_vec6())).sum();
            (SparseRow::new(self.entries(&group.bodies, [(a, ja), (b, jb)])), free)
        };
        // Which rows say the same thing twice is seen at the start of the step, where they do.
        let kept_of = |group: &Island| {
            let rows = group.links.iter().flat_map(|&l| joints[l].at_start.iter().map(move |row| (l, row)));
            let rows: Vec<_> = rows.collect();
            let apart = rows.iter().fold(0.0_f64, |m, (_, row)| m.max(row.error.abs()));
            let scaled = |(l, row): &(usize, &JointRow)| {
                local(group, joints[*l].bodies, &row.jacobian_a, &row.jacobian_b).0
            };
            let scaled: Vec<_> = rows.iter().map(scaled).collect();
            independent(group.bodies.len() * self.dofs, &scaled, DEPENDENT.max(10.0 * apart))
        };
        let kept = self.kept.get_or_init(|| groups.iter().map(kept_of).collect());
        let articulations = groups
            .into_iter()
            .zip(kept)
            .map(|(group, kept)| {
                let n = group.bodies.len() * self.dofs;
                let rows: Vec<_> = group
                    .links
                    .iter()
                    .flat_map(|&l| joints[l].rows.iter().map(move |row| (l, row)))
                    .collect();
                let held = |&k: &usize| {
                    let (l, row) = rows[k];
                    let (c, free) = local(&group, joints[l].bodies, &row.jacobian_a, &row.jacobian_b);
                    (c, -row.error / self.h - free)
                };
                let (held, rhs): (Vec<SparseRow>, Vec<f64>) = kept.iter().map(held).unzip();
                let has = |id: &BodyId| group.bodies.binary_search(id).is_ok();
                let drives: Vec<Drive> = servos
                    .iter()
                    .filter(|s| has(&s.bodies.0) || has(&s.bodies.1))
                    .map(|s| {
                        let (sparse, free) = local(&group, s.bodies, &s.row.jacobian_a, &s.row.jacobian_b);
                        let mut row = DVector::zeros(n);
                        sparse.entries().iter().for_each(|&(i, c)| row[i] = c);
                        Drive { row, rate: s.rate - free, stiffness: s.stiffness, most: s.most }
                    })
                    .collect();
                let slots = group.bodies.iter().filter_map(|id| self.bodies.binary_search(id).ok()).collect();
                Articulation::new(slots, Coordinates::new(n, self.dofs, &held, &rhs), drives)
            })
            .collect();
        Articulations::new(articulations, self.bodies.len(), self.dofs)
    }

    /// Number of unknowns x of a problem.
    pub fn size(&self) -> usize {
        self.articulations.as_ref().map_or(self.bodies.len() * self.dofs, |a| a.unknowns())
    }

    /// What joints make of the coordinates, to [expand](Articulations::expand) unknowns when these are gone.
    pub fn articulations(&self) -> Option<Arc<Articulations>> {
        self.articulations.clone()
    }

    /// Whether joints connect some of the bodies: then rows are dense over their articulations.
    pub fn has_joints(&self) -> bool {
        self.articulations.is_some()
    }

    /// The change of scaled velocity y that unknowns x mean; the same where there are no joints.
    pub fn expand(&self, x: DVector<f64>) -> DVector<f64> {
        match &self.articulations {
            None => x,
            Some(a) => a.expand(&x),
        }
    }

    /// What a step minimises, for a change y of scaled velocity: ½‖y‖², and what the drives add (J).
    pub fn objective(&self, y: &DVector<f64>) -> f64 {
        0.5 * y.norm_squared() + self.articulations.as_ref().map_or(0.0, |a| a.drive_objective(y))
    }

    /// Components of the twist that are unknown.
    fn components(&self) -> &'static [usize] {
        match self.model.dimension {
            Dimension::Two => &[0, 1, 5],
            Dimension::Three => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// The scaled row of a relative velocity J_a·ν_a + J_b·ν_b, written as c·x + offset: c over the unknowns, which
    /// are the change y of scaled velocity against the free motion, or stand for it where joints connect bodies
    /// ([`Self::expand`]); the offset with the free and the prescribed twists.
    pub fn row(&self, a: BodyId, ja: &Vec6, b: BodyId, jb: &Vec6) -> (SparseRow, f64) {
        let offset = [(a, ja), (b, jb)].iter().map(|(id, j)| j.dot(&self.free_of(*id).to_vec6())).sum();
        let entries = self.entries(&self.bodies, [(a, ja), (b, jb)]);
        match &self.articulations {
            None => (SparseRow::new(entries), offset),
            Some(articulations) => {
                let full: f64 = entries.iter().map(|(_, c)| c * c).sum();
                let (row, more) = articulations.reduce(&entries);
                // Joints leave no motion along it: what is left is rounding, and to move along that would take any
                // speed.
                let row = if row.norm() <= HELD * full.sqrt() { SparseRow::default() } else { row };
                (row, offset + more)
            }
        }
    }

    /// A row over the twists of two bodies, over the scaled velocities of those of them that are among `bodies` (ascending).
    fn entries(&self, bodies: &[BodyId], of: [(BodyId, &Vec6); 2]) -> SmallVec<[(usize, f64); 12]> {
        let mut entries = SmallVec::new();
        for (body, j) in of {
            if let Ok(k) = bodies.binary_search(&body) {
                let c = self.roots[body.0].scale_row(j);
                entries.extend(self.components().iter().enumerate().map(|(m, &i)| (k * self.dofs + m, c[i])));
            }
        }
        entries
    }

    /// [`block`] of a body.
    pub fn block(&self, id: BodyId, j: &Vec6) -> [f64; 6] {
        block(self.model.dimension, &self.roots[id.0], j)
    }

    /// [`unblock`] of a body.
    pub fn unblock(&self, id: BodyId, y: &[f64; 6]) -> Vec6 {
        unblock(self.model.dimension, &self.roots[id.0], y)
    }

    /// The scaled velocity, as in [`block`], of an angular velocity (rad/s, world axes).
    pub fn of_spin(&self, id: BodyId, spin: &Vec3) -> [f64; 6] {
        let full = self.roots[id.0].scaled(&Vec6::new(0.0, 0.0, 0.0, spin.x, spin.y, spin.z));
        let mut block = [0.0; 6];
        self.components().iter().enumerate().for_each(|(c, &i)| block[c] = full[i]);
        block
    }

    /// How many components of a body's twist are unknown.
    pub fn width(&self) -> usize {
        self.dofs
    }

    /// Twists of the island's bodies for a change y of scaled velocity.
    pub fn twists(&self, y: &DVector<f64>) -> Vec<Twist> {
        let mut twists = Vec::new();
        self.twists_to(y, &mut twists);
        twists
    }

    /// The same in place of `twists`.
    pub fn twists_to(&self, y: &DVector<f64>, twists: &mut Vec<Twist>) {
        twists.clear();
        twists.extend(self.bodies.iter().enumerate().map(|(k, id)| {
            let mut full = Vec6::zeros();
            for (c, &i) in self.components().iter().enumerate() {
                full[i] = y[k * self.dofs + c];
            }
            Twist::from_vec6(&(self.free_of(*id).to_vec6() + self.roots[id.0].apply(&full)))
        }));
    }

    /// The change y of scaled velocity that leads to given twists of the island's bodies.
    pub fn change(&self, twists: &[Twist]) -> DVector<f64> {
        let mut y = DVector::zeros(self.bodies.len() * self.dofs);
        for (k, (id, twist)) in self.bodies.iter().zip(twists).enumerate() {
            let change = self.roots[id.0].scaled(&(twist.to_vec6() - self.free_of(*id).to_vec6()));
            for (c, &i) in self.components().iter().enumerate() {
                y[k * self.dofs + c] = change[i];
            }
        }
        y
    }

    /// Size of the scaled velocities that the rows are computed from. The unknown is the *change* of velocity, which
    /// can be zero while the velocities and gaps it is computed from carry rounding of their own.
    pub fn velocity_scale(&self) -> f64 {
        let of_body = |id: &BodyId| (self.model.body(*id).mass, &self.roots[id.0], self.free_of(*id));
        velocity_scale(self.bodies.iter().map(of_body))
    }
}
