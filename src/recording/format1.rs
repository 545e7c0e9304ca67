//! Reads recordings of format 1: everything in postcard's positional encoding, in the order in which the program's own
//! structures had their fields when that format was last written.
//!
//! The structures here are copies of those, and stay as they are whatever becomes of the program's. Files of format 1 that
//! are older than the last of these fields do not fit them: they end too early or too late, or their numbers fail the
//! checks of scene and state, and are refused.

use super::{Frame, Recorded, RecordedPane, Refusal, Sample, names, read_scene};
use crate::contact::models::ContactModel;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::lcp::catalogue::SolverMethod;
use crate::math::{Pose, Quat, Twist, Vec3, Wrench};
use crate::scene::LoadedScene;
use crate::step::{
    Cone, ContactSettings, FrictionLaw, FrictionSettings, Geometry, ImpactTreatment, PenaltySettings,
    RestitutionLaw, RestitutionSettings, SolverSettings, StepSettings,
};
use crate::world::{BodyId, ContactMemory, PairMemory, PartId, State, StepInput};
use nalgebra::Quaternion;
use serde::Deserialize;
#[cfg(test)]
use serde::Serialize;
use std::sync::Arc;

/// Declares copies that are read, and in tests written.
macro_rules! frozen {
    ($($item:item)*) => { $(
        #[derive(Clone, Copy, Deserialize)]
        #[cfg_attr(test, derive(Serialize))]
        $item
    )* };
}

/// The same for what has lists in it.
macro_rules! frozen_lists {
    ($($item:item)*) => { $(
        #[derive(Deserialize)]
        #[cfg_attr(test, derive(Serialize))]
        $item
    )* };
}

frozen_lists! {
    struct Stored {
        program: String,
        scenes: Vec<StoredScene>,
        panes: Vec<StoredPane>,
        focused: u32,
        time_step: f64,
    }

    struct StoredScene {
        text: String,
        name: String,
        file: Option<String>,
    }

    struct StoredPane {
        settings: Settings,
        step: u64,
        frames: Vec<StoredFrame>,
        samples: Vec<StoredSample>,
        worst_overlap: f64,
        worst_depth: f64,
        worst_joint_error: f64,
    }

    struct StoredFrame {
        state: StoredState,
        wrenches: Vec<(u64, [f64; 6])>,
        settings: Settings,
        scene: u32,
        sprung_traps: u32,
        by_hand: bool,
    }

    struct StoredState {
        step: u64,
        time: f64,
        poses: Vec<StoredPose>,
        twists: Vec<[f64; 6]>,
        memory: Vec<StoredPair>,
        broken: Vec<u64>,
    }

    struct StoredPair {
        /// Body and part of A, body and part of B.
        parts: [u64; 4],
        feature: Feature,
        rows: Vec<(Row, f64)>,
        still: Option<u64>,
    }
}

frozen! {
    struct StoredPose {
        position: [f64; 3],
        /// (x, y, z, w)
        orientation: [f64; 4],
    }

    enum Feature {
        FacetOfA(u64),
        FacetOfB(u64),
        Edges { a: u64, b: u64, flipped: bool },
    }

    enum Row {
        Vertex(u64),
        Edges,
        SideOfA(u64),
        SideOfB(u64),
    }

    struct Settings {
        h: f64,
        contact: Contact,
        friction_directions: u64,
        law: Law,
        threshold: f64,
        method: Method,
        tolerance: f64,
        max_iterations: u64,
        count_traps: bool,
        joint_correction: bool,
        _threads: Option<u64>,
    }

    struct Contact {
        model: Model,
        geometry: Option<StoredGeometry>,
        detection_distance: Option<f64>,
        applicability_angle: f64,
    }

    enum Model {
        Standard,
        Lnc,
        Peg,
        SeparatingFeature,
    }

    enum StoredGeometry {
        SemiImplicit,
        Implicit,
    }

    enum Law {
        Newton,
        Poisson,
    }

    enum Method {
        Automatic,
        ActiveAlternative,
        Lemke,
        Dantzig,
        InteriorPoint,
        FischerNewton,
        MinmapNewton,
        Pgs,
        Psor,
        ProjectedJacobi,
        BlockedGaussSeidel,
        Staggered,
        Nncg,
        FixedPoint,
        Enumerate,
    }

    struct StoredSample {
        step: u64,
        time: f64,
        contacts: u32,
        unilateral: u32,
        inter_contact: u32,
        cross_contact: u32,
        separation: u32,
        traps: u32,
        sprung_traps: u32,
        overlap: f64,
        depth: f64,
        joint_error: f64,
        detect_time: f64,
        formulate_time: f64,
        solve_time: f64,
        step_time: f64,
        residual: f64,
        exact: bool,
        primal: f64,
        dual: f64,
        complementarity: f64,
        fallback: bool,
        iterations: u32,
        outer_iterations: u32,
        switches: u32,
        substeps: u32,
        violation: f64,
        size: u32,
        islands: u32,
        energy: f64,
        linear_momentum: [f64; 3],
        angular_momentum: [f64; 3],
    }
}

/// Reads what follows the version.
fn decode(bytes: &[u8]) -> Result<Stored, Refusal> {
    match postcard::take_from_bytes(bytes) {
        Ok((stored, [])) => Ok(stored),
        Ok((_, rest)) => Err(Refusal::Damaged(format!("{} bytes follow its end", rest.len()))),
        Err(error) => Err(Refusal::Damaged(error.to_string())),
    }
}

/// Reads what follows the version, with the scenes.
pub(crate) fn read(bytes: &[u8]) -> Result<Recorded, Refusal> {
    let stored = decode(bytes)?;
    let scenes: Vec<Arc<LoadedScene>> = stored
        .scenes
        .iter()
        .map(|scene| read_scene(&scene.text, &scene.name, scene.file.as_deref()))
        .collect::<Result<_, _>>()
        .map_err(Refusal::Scene)?;
    let panes = stored.panes.into_iter().map(|pane| pane.read(&scenes));
    Ok(Recorded {
        program: stored.program,
        panes: panes.collect::<Result<_, _>>().map_err(Refusal::Damaged)?,
        focused: stored.focused as usize,
        time_step: stored.time_step,
        branches: Vec::new(),
        unknown: Vec::new(),
    })
}

impl StoredPane {
    fn read(self, scenes: &[Arc<LoadedScene>]) -> Result<RecordedPane, String> {
        Ok(RecordedPane {
            settings: self.settings.read()?,
            step: self.step,
            frames: self.frames.into_iter().map(|frame| frame.read(scenes)).collect::<Result<_, _>>()?,
            samples: self.samples.into_iter().map(StoredSample::read).collect(),
            worst_overlap: self.worst_overlap,
            worst_depth: self.worst_depth,
            worst_joint_error: self.worst_joint_error,
        })
    }
}

impl StoredFrame {
    fn read(self, scenes: &[Arc<LoadedScene>]) -> Result<Arc<Frame>, String> {
        let step = self.state.step;
        let scene = usize::try_from(self.scene).ok().and_then(|k| scenes.get(k));
        let scene = scene.ok_or_else(|| format!("step {step} belongs to a scene that is not there"))?;
        let wrench = |(body, [x, y, z, i, j, k]): (u64, [f64; 6])| {
            let wrench = Wrench { force: Vec3::new(x, y, z), torque: Vec3::new(i, j, k) };
            names::index(body).map(|body| (BodyId(body), wrench))
        };
        Ok(Arc::new(Frame {
            state: self.state.read(self.settings.h)?,
            input: StepInput { wrenches: self.wrenches.into_iter().map(wrench).collect::<Result<_, _>>()? },
            settings: self.settings.read()?,
            scene: Arc::clone(scene),
            sprung_traps: self.sprung_traps as usize,
            by_hand: self.by_hand,
        }))
    }
}

impl StoredState {
    /// The state after a step of size `h` (s).
    fn read(self, h: f64) -> Result<State, String> {
        let pose = |StoredPose { position, orientation: [x, y, z, w] }| Pose {
            position: position.into(),
            orientation: Quat::new_unchecked(Quaternion::new(w, x, y, z)),
        };
        let twist =
            |[x, y, z, i, j, k]: [f64; 6]| Twist { linear: Vec3::new(x, y, z), angular: Vec3::new(i, j, k) };
        Ok(State {
            step: self.step,
            time: self.time,
            lag: State::leapfrog_lag(self.step, h),
            support: Vec::new(),
            poses: self.poses.into_iter().map(pose).collect(),
            twists: self.twists.into_iter().map(twist).collect(),
            memory: ContactMemory::new(
                self.memory.into_iter().map(StoredPair::read).collect::<Result<_, _>>()?,
            ),
            broken: self.broken.into_iter().map(names::index).collect::<Result<_, _>>()?,
        })
    }
}

impl StoredPair {
    fn read(self) -> Result<PairMemory, String> {
        let [body_a, part_a, body_b, part_b] = self.parts;
        let part = |body, part| {
            Ok::<_, String>(PartId { body: BodyId(names::index(body)?), part: names::index(part)? })
        };
        let row = |(key, impulse)| {
            let key = match key {
                Row::Vertex(v) => RowKey::Vertex(names::index(v)?),
                Row::Edges => RowKey::Edges,
                Row::SideOfA(v) => RowKey::SideOfA(names::index(v)?),
                Row::SideOfB(v) => RowKey::SideOfB(names::index(v)?),
            };
            Ok((key, impulse))
        };
        Ok(PairMemory {
            parts: (part(body_a, part_a)?, part(body_b, part_b)?),
            feature: match self.feature {
                Feature::FacetOfA(f) => SeparatingFeature::FacetOfA(names::index(f)?),
                Feature::FacetOfB(f) => SeparatingFeature::FacetOfB(names::index(f)?),
                Feature::Edges { a, b, flipped } => {
                    SeparatingFeature::Edges { a: names::index(a)?, b: names::index(b)?, flipped }
                }
            },
            rows: self.rows.into_iter().map(row).collect::<Result<_, String>>()?,
            held: Vec::new(),
            still: self.still,
        })
    }
}

impl Settings {
    fn read(self) -> Result<StepSettings, String> {
        let geometry = |geometry| match geometry {
            StoredGeometry::SemiImplicit => Geometry::SemiImplicit,
            StoredGeometry::Implicit => Geometry::Implicit,
        };
        Ok(StepSettings {
            h: self.h,
            contact: ContactSettings {
                model: self.contact.model.read(),
                geometry: self.contact.geometry.map(geometry),
                impact: Some(ImpactTreatment::Within),
                detection_distance: self.contact.detection_distance,
                applicability_angle: self.contact.applicability_angle,
                stabilisation: None,
                penalty: PenaltySettings::default(),
            },
            friction: FrictionSettings {
                cone: Some(Cone::Pyramid),
                directions: names::index(self.friction_directions)?,
                law: FrictionLaw::Coulomb,
            },
            restitution: RestitutionSettings {
                law: match self.law {
                    Law::Newton => RestitutionLaw::Newton,
                    Law::Poisson => RestitutionLaw::Poisson,
                },
                threshold: self.threshold,
            },
            solver: SolverSettings {
                method: self.method.read(),
                tolerance: self.tolerance,
                max_iterations: names::index(self.max_iterations)?,
                ..SolverSettings::default()
            },
            count_traps: self.count_traps,
            joint_correction: self.joint_correction,
            // The machine's; no result depends on it.
            threads: None,
            max_seconds: None,
        })
    }
}

impl Model {
    fn read(self) -> ContactModel {
        match self {
            Self::Standard => ContactModel::Standard,
            Self::Lnc => ContactModel::Lnc,
            Self::Peg => ContactModel::Peg,
            Self::SeparatingFeature => ContactModel::SeparatingFeature,
        }
    }
}

impl Method {
    fn read(self) -> SolverMethod {
        match self {
            Self::Automatic => SolverMethod::Automatic,
            Self::ActiveAlternative => SolverMethod::ActiveAlternative,
            Self::Lemke => SolverMethod::Lemke,
            Self::Dantzig => SolverMethod::Dantzig,
            Self::InteriorPoint => SolverMethod::InteriorPoint,
            Self::FischerNewton => SolverMethod::FischerNewton,
            Self::MinmapNewton => SolverMethod::MinmapNewton,
            Self::Pgs => SolverMethod::Pgs,
            Self::Psor => SolverMethod::Psor,
            Self::ProjectedJacobi => SolverMethod::ProjectedJacobi,
            Self::BlockedGaussSeidel => SolverMethod::BlockedGaussSeidel,
            Self::Staggered => SolverMethod::Staggered,
            Self::Nncg => SolverMethod::Nncg,
            Self::FixedPoint => SolverMethod::FixedPoint,
            Self::Enumerate => SolverMethod::Enumerate,
        }
    }
}

impl StoredSample {
    fn read(self) -> Sample {
        Sample {
            step: self.step,
            time: self.time,
            contacts: self.contacts,
            unilateral: self.unilateral,
            inter_contact: self.inter_contact,
            cross_contact: self.cross_contact,
            separation: self.separation,
            traps: self.traps,
            sprung_traps: self.sprung_traps,
            overlap: self.overlap,
            depth: self.depth,
            joint_error: self.joint_error,
            detect_time: self.detect_time,
            formulate_time: self.formulate_time,
            solve_time: self.solve_time,
            step_time: self.step_time,
            residual: self.residual,
            exact: self.exact,
            primal: self.primal,
            dual: self.dual,
            complementarity: self.complementarity,
            fallback: self.fallback,
            iterations: self.iterations,
            outer_iterations: self.outer_iterations,
            switches: self.switches,
            substeps: self.substeps,
            violation: self.violation,
            size: self.size,
            islands: self.islands,
            energy: self.energy,
            linear_momentum: self.linear_momentum.into(),
            angular_momentum: self.angular_momentum.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frozen_structures_write_a_file_as_it_was_written() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/format1.pegrec");
        let file = std::fs::read(path).expect("the file");
        let decoded = decode(&file[super::super::MAGIC.len() + 4..]).expect("it is read");
        let contents = postcard::to_stdvec(&decoded).expect("it was read from the same encoding");
        let again = [super::super::MAGIC, &1_u32.to_le_bytes(), &contents].concat();
        assert!(again == file, "byte for byte");
    }
}
