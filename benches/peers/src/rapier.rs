//! The bodies of a case in a world of Rapier.

use crate::case::Case;
use crate::engine::Run;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Pose, Quat, Vec3};
use pegsim::world::{Body, BodyId, BodyKind, State};
use rapier3d_f64::dynamics::{
    IntegrationParameters, RigidBody, RigidBodyBuilder, RigidBodyHandle, SpringCoefficients,
};
use rapier3d_f64::geometry::{ColliderBuilder, ColliderSet, SharedShape};
use rapier3d_f64::math::{Pose as RapierPose, Rotation, Vector};
use rapier3d_f64::pipeline::PhysicsWorld;

/// Relative difference of mass and inertia at which a comparison would be one of different bodies.
const MASS_TOLERANCE: f64 = 1e-9;

/// How Rapier is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tuning {
    /// `IntegrationParameters::default()` with dt = h.
    Default,
    /// For accuracy: twelve iterations, stiff contacts, no contact is reused.
    Tight,
}

impl Tuning {
    fn parameters(self, h: f64) -> IntegrationParameters {
        let default = IntegrationParameters { dt: h, ..Default::default() };
        match self {
            Self::Default => default,
            Self::Tight => {
                let stiff = SpringCoefficients::new(1e3, 5.0);
                IntegrationParameters {
                    num_solver_iterations: 12,
                    contact_softness: stiff,
                    static_contact_softness: stiff,
                    normalized_allowed_linear_error: 1e-5,
                    // Not the prediction distance: with less than the default 2 cm bodies sink deeper.
                    contact_recycling: false,
                    ..default
                }
            }
        }
    }
}

/// A body that waits for its spawn time, or is in the world.
struct Member {
    builder: RigidBodyBuilder,
    colliders: Vec<ColliderBuilder>,
    handle: Option<RigidBodyHandle>,
}

/// A run of Rapier.
pub struct RapierRun {
    world: PhysicsWorld,
    members: Vec<Member>,
    case: Case,
    time: f64,
}

impl RapierRun {
    /// A world that is empty until the first step is prepared.
    ///
    /// # Errors
    /// A body that Rapier makes another one of: its hull is not accepted, or its mass properties differ.
    pub fn new(case: &Case, tuning: Tuning) -> Result<Self, String> {
        let mut members = Vec::new();
        for id in case.model.ids() {
            let (body, density) = (case.model.body(id), case.densities[id.0]);
            let colliders = body.parts.iter().map(|part| {
                collider(part)
                    .map(|shape| shape.density(density).friction(body.friction).restitution(0.0))
                    .ok_or_else(|| format!("Rapier takes no hull of a part of `{}`", body.name))
            });
            let colliders = colliders.collect::<Result<Vec<_>, _>>()?;
            let builder = rigid_body(body, &case.start, id);
            check_mass(body, &builder, &colliders)?;
            members.push(Member { builder, colliders, handle: None });
        }
        let mut world = PhysicsWorld::new();
        world.gravity = vector(&case.model.gravity);
        world.integration_parameters = tuning.parameters(case.settings.h);
        Ok(Self { world, members, case: case.clone(), time: case.start.time })
    }
}

impl Run for RapierRun {
    fn prepare(&mut self) {
        for (i, member) in self.members.iter_mut().enumerate() {
            if member.handle.is_none() && self.case.model.is_active(BodyId(i), self.time) {
                let handle = self.world.insert_body(member.builder.clone());
                for collider in &member.colliders {
                    self.world.insert_collider(collider.clone(), Some(handle));
                }
                member.handle = Some(handle);
            }
        }
    }

    fn step(&mut self) -> Result<(), String> {
        // Nothing but `PhysicsPipeline::step` with the fields of the world.
        self.world.step();
        self.time += self.case.settings.h;
        Ok(())
    }

    fn poses(&self) -> Vec<Pose> {
        let start = &self.case.start.poses;
        let place = |(member, start): (&Member, &Pose)| {
            member.handle.map_or(*start, |handle| pose(self.world.bodies[handle].position()))
        };
        self.members.iter().zip(start).map(place).collect()
    }
}

/// Pose and twist of the start; the frame is pegsim's, whose origin is the centre of mass.
fn rigid_body(body: &Body, start: &State, id: BodyId) -> RigidBodyBuilder {
    let (pose, twist) = (&start.poses[id.0], &start.twists[id.0]);
    let builder = match body.kind {
        BodyKind::Fixed => RigidBodyBuilder::fixed(),
        BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
        BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
    };
    let q = &pose.orientation;
    builder
        .pose(RapierPose::from_parts(vector(&pose.position), Rotation::from_xyzw(q.i, q.j, q.k, q.w)))
        .linvel(vector(&twist.linear))
        .angvel(vector(&twist.angular))
        .can_sleep(false)
}

/// The part as Rapier has it fastest: a cuboid where it is one along the axes, else the hull of its corners.
fn collider(part: &Polytope) -> Option<ColliderBuilder> {
    let (mut low, mut high) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    for vertex in &part.vertices {
        low = low.inf(vertex);
        high = high.sup(vertex);
    }
    let on_corner = |v: &Vec3| (0..3).all(|k| v[k] == low[k] || v[k] == high[k]);
    if part.vertices.len() == 8 && part.vertices.iter().all(on_corner) {
        let (half, middle) = ((high - low) / 2.0, (high + low) / 2.0);
        return Some(ColliderBuilder::cuboid(half.x, half.y, half.z).translation(vector(&middle)));
    }
    let points: Vec<Vector> = part.vertices.iter().map(vector).collect();
    SharedShape::convex_hull(&points).map(ColliderBuilder::new)
}

/// Refuses a body whose mass, centre of mass or inertia in Rapier is not pegsim's.
fn check_mass(body: &Body, builder: &RigidBodyBuilder, colliders: &[ColliderBuilder]) -> Result<(), String> {
    if !body.is_dynamic() {
        return Ok(());
    }
    let mut world = PhysicsWorld::new();
    let handle = world.insert_body(builder.clone());
    for collider in colliders {
        world.insert_collider(collider.clone(), Some(handle));
    }
    let colliders: &ColliderSet = &world.colliders;
    let made: &mut RigidBody = &mut world.bodies[handle];
    made.recompute_mass_properties_from_colliders(colliders);
    let properties = made.mass_properties().local_mprops;
    let inertia = properties.reconstruct_inertia_matrix();
    let mut off = 0.0_f64;
    for row in 0..3 {
        for column in 0..3 {
            let difference = inertia.col(column)[row] - body.inertia[(row, column)];
            off = off.max(difference.abs() / body.inertia.amax());
        }
    }
    let mass = (properties.mass() - body.mass).abs() / body.mass;
    let centre = properties.local_com.length() / body.radius;
    // Written so that a NaN is refused.
    if mass <= MASS_TOLERANCE && off <= MASS_TOLERANCE && centre <= MASS_TOLERANCE {
        return Ok(());
    }
    Err(format!(
        "`{}` is another body in Rapier: relative differences are {mass:.1e} in mass, {off:.1e} in inertia, \
         {centre:.1e} in the centre of mass (a scene that gives `mass` or `inertia` cannot be compared)",
        body.name
    ))
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(p: &RapierPose) -> Pose {
    let mut orientation = Quat::identity().into_inner();
    let r = p.rotation;
    (orientation.i, orientation.j, orientation.k, orientation.w) = (r.x, r.y, r.z, r.w);
    Pose {
        position: Vec3::new(p.translation.x, p.translation.y, p.translation.z),
        orientation: Quat::new_normalize(orientation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Conditions;
    use crate::engine::Engine;
    use pegsim::contact::models::ContactModel;

    #[test]
    fn a_body_of_other_mass_is_refused() {
        let mut case = Case::pile(2, Conditions { h: 0.01, duration: None, friction: 0.0 }).expect("a pile");
        assert!(RapierRun::new(&case, Tuning::Default).is_ok());
        case.densities[1] *= 1.0 + 1e-6;
        let refused = RapierRun::new(&case, Tuning::Default).err().unwrap_or_default();
        assert!(refused.contains("another body"), "{refused}");
    }

    #[test]
    fn bodies_in_free_fall_are_where_pegsim_has_them() {
        // Before anything touches; the engines differ by half a step of gravity at most.
        let case = Case::pile(3, Conditions { h: 0.001, duration: None, friction: 0.0 }).expect("a pile");
        let mut runs: Vec<_> = [Engine::REFERENCE, Engine::Pegsim(ContactModel::Standard)]
            .map(|engine| engine.start(&case).expect("a start"))
            .into();
        let mut ends = Vec::new();
        for run in &mut runs {
            for _ in 0..50 {
                run.prepare();
                run.step().expect("a step");
            }
            ends.push(run.poses());
        }
        for (a, b) in ends[0].iter().zip(&ends[1]) {
            assert!((a.position - b.position).norm() < 9.81 * 0.05 * 0.001, "{a:?} {b:?}");
            assert!(a.orientation.angle_to(&b.orientation) < 1e-12, "{a:?} {b:?}");
        }
    }
}
