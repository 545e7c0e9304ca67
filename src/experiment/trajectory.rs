//! The trajectory of a run as CSV, one line per body and step, without loss of a bit.

use crate::math::{Quat, Vec3};
use crate::world::{BodyId, Model, State};
use std::io::Write;

/// The columns.
pub const HEADER: [&str; 16] =
    ["step", "time", "body", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];

/// Where a body's scene frame is and how it moves: what one line of the trajectory says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameMotion {
    /// Origin of the frame in which the scene gives the points (m).
    pub position: Vec3,
    /// Its orientation.
    pub orientation: Quat,
    /// Velocity of that origin, v + ω × (origin − centre of mass) (m/s). The state holds the velocity of the
    /// centre of mass; written this way, position and velocity of a line belong to the same point.
    pub velocity: Vec3,
    /// Angular velocity, world axes (rad/s).
    pub angular_velocity: Vec3,
}

/// The motion of the scene frame of a body at the time of a state, also where its velocities are those of the middle of the step ([`Model::twist_now`]).
pub fn frame_motion(model: &Model, state: &State, id: BodyId) -> FrameMotion {
    let (pose, twist) = (&state.poses[id.0], &model.twist_now(state, id));
    let (position, orientation) = model.scene_frame(id, pose);
    let arm = position - pose.position;
    FrameMotion {
        position,
        orientation,
        velocity: twist.linear + twist.angular.cross(&arm),
        angular_velocity: twist.angular,
    }
}

/// Writes states as lines.
pub struct TrajectoryWriter<W: Write> {
    csv: csv::Writer<W>,
}

impl<W: Write> TrajectoryWriter<W> {
    /// Starts with the line of column names.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W) -> std::io::Result<Self> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(HEADER)?;
        Ok(Self { csv })
    }

    /// Adds one line for each body that is active at the time of `state`, in the order of the bodies.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, model: &Model, state: &State) -> std::io::Result<()> {
        let step = state.step.to_string();
        let time = exact(state.time);
        for id in model.ids().filter(|&id| model.is_active(id, state.time)) {
            let motion = frame_motion(model, state, id);
            let q = motion.orientation;
            self.csv.write_field(&step)?;
            self.csv.write_field(&time)?;
            self.csv.write_field(&model.body(id).name)?;
            let numbers = motion
                .position
                .iter()
                .copied()
                .chain([q.w, q.i, q.j, q.k])
                .chain(motion.velocity.iter().copied())
                .chain(motion.angular_velocity.iter().copied());
            for number in numbers {
                self.csv.write_field(exact(number))?;
            }
            self.csv.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If what is left cannot be written.
    pub fn finish(mut self) -> std::io::Result<()> {
        self.csv.flush()
    }
}

/// 17 significant digits: enough that reading gives the same bits.
fn exact(number: f64) -> String {
    format!("{number:.16e}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{box_body, model_of, state_of};
    use crate::world::BodyKind;

    fn awkward() -> (Model, State) {
        let mut cube = box_body("a, \"quoted\" name", BodyKind::Dynamic, 0.5);
        cube.centre_of_mass = Vec3::new(0.1, -0.2, 0.3);
        let mut late = box_body("late", BodyKind::Dynamic, 0.5);
        late.spawn_time = 0.25;
        let model = model_of(vec![cube, late]);
        let mut state = state_of(&model);
        state.poses[0].position = Vec3::new(1.0 / 3.0, -2e-300, 0.1 + 0.2);
        state.poses[0].orientation = Quat::from_euler_angles(0.1, 0.2, 0.3);
        state.twists[0].linear = Vec3::new(std::f64::consts::PI, f64::MIN_POSITIVE, -0.0);
        state.twists[0].angular = Vec3::new(1.0, 2.0, 3.0);
        (model, state)
    }

    #[test]
    fn a_line_reads_back_to_the_same_bits() {
        let (model, state) = awkward();
        let mut out = Vec::new();
        let mut writer = TrajectoryWriter::new(&mut out).unwrap();
        writer.write(&model, &state).unwrap();
        writer.finish().unwrap();
        let mut reader = csv::Reader::from_reader(out.as_slice());
        assert_eq!(reader.headers().unwrap(), &csv::StringRecord::from(HEADER.to_vec()));
        let lines: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(lines.len(), 1, "the late body is not there yet");
        assert_eq!(&lines[0][2], "a, \"quoted\" name");
        let motion = frame_motion(&model, &state, BodyId(0));
        let expected: Vec<f64> = motion
            .position
            .iter()
            .copied()
            .chain([motion.orientation.w, motion.orientation.i, motion.orientation.j, motion.orientation.k])
            .chain(motion.velocity.iter().copied())
            .chain(motion.angular_velocity.iter().copied())
            .collect();
        let read: Vec<f64> = lines[0].iter().skip(3).map(|field| field.parse().unwrap()).collect();
        assert_eq!(
            read.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
            expected.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_velocity_is_that_of_the_frame_origin() {
        let (model, state) = awkward();
        let now = frame_motion(&model, &state, BodyId(0));
        // Independent judge: the finite difference of the position.
        let h = 1e-7;
        let mut later = state.clone();
        later.poses[0] = state.poses[0].advanced(&state.twists[0], h);
        let mut earlier = state.clone();
        earlier.poses[0] = state.poses[0].advanced(&state.twists[0], -h);
        let difference = frame_motion(&model, &later, BodyId(0)).position
            - frame_motion(&model, &earlier, BodyId(0)).position;
        assert!((difference / (2.0 * h) - now.velocity).norm() < 1e-7);
    }
}
