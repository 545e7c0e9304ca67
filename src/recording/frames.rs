//! The recorded steps in a file of format 3 or 2: fields that have names and know their length, every number with its bits.

use super::Frame;
use super::bytes::{Reader, push_block, push_numbers};
use super::names::{self, FEATURES, FeatureKind, ROWS, RowKind, index};
use crate::geometry::separating::RowKey;
use crate::math::{Pose, Quat, Twist, Vec3, Wrench};
use crate::world::{BodyId, ContactMemory, PairMemory, PartId, PenaltyMemory, State, StepInput};
use nalgebra::Quaternion;
use serde::{Deserialize, Serialize};

/// What a step consists of. The lag came with format 3, what penalty methods remember, what bears bodies and what pairs with friction
/// bore later: steps without these remember nothing, and tell of nothing that bore.
pub const FIELDS: [&str; 15] = [
    "step",
    "time",
    "poses",
    "twists",
    "memory",
    "broken",
    "wrenches",
    "settings",
    "scene",
    "sprung_traps",
    "by_hand",
    "lag",
    "penalties",
    "support",
    "held",
];

/// How many of them format 2 has as well.
const COMMON: usize = FIELDS.len() - 4;

/// A step as it was read; scene and settings are places in the lists of the head.
pub struct Read {
    /// The state.
    pub state: State,
    /// The input.
    pub input: StepInput,
    /// Place of the settings.
    pub settings: usize,
    /// Place of the scene.
    pub scene: usize,
    /// Traps sprung.
    pub sprung_traps: usize,
    /// Whether the state was set by hand.
    pub by_hand: bool,
}

/// What separated a pair of parts, in postcard's encoding.
#[derive(Serialize, Deserialize)]
struct StoredPair {
    /// Body and part of A, body and part of B.
    parts: [u64; 4],
    /// Place of the feature's kind in the head's list.
    feature: u32,
    /// Its numbers.
    of_feature: [u64; 2],
    /// Place of the row's kind in the head's list, its number, its impulse (N·s).
    rows: Vec<(u32, u64, f64)>,
    /// Fingerprint of the poses at which both stood still.
    still: Option<u64>,
}

/// Appends a step, whose scene and settings are at these places of the head's lists. Every field of a state is named here,
/// so that a new one does not compile before it has a place in the file.
pub fn write(bytes: &mut Vec<u8>, frame: &Frame, scene: u64, settings: u64) -> Result<(), String> {
    let Frame { state, input, settings: _, scene: _, sprung_traps, by_hand } = frame;
    let State { step, time, lag, support, poses, twists, memory, broken } = state;
    let StepInput { wrenches } = input;
    let pairs: Vec<StoredPair> = memory.pairs().iter().map(stored_pair).collect();
    let broken: Vec<u64> = broken.iter().map(|k| *k as u64).collect();
    let wrenches: Vec<(u64, [f64; 6])> =
        wrenches.iter().map(|(body, w)| (body.0 as u64, six(&w.force, &w.torque))).collect();
    let support: Vec<(u64, [f64; 6])> =
        support.iter().map(|(body, s)| (body.0 as u64, six(&s.linear, &s.angular))).collect();
    // In the order of `FIELDS`.
    let fields: [Vec<u8>; FIELDS.len()] = [
        step.to_le_bytes().into(),
        time.to_bits().to_le_bytes().into(),
        numbers(poses.iter().flat_map(|pose| {
            let (p, q) = (pose.position, pose.orientation);
            [p.x, p.y, p.z, q.w, q.i, q.j, q.k]
        })),
        numbers(twists.iter().flat_map(|twist| six(&twist.linear, &twist.angular))),
        packed(&pairs)?,
        packed(&broken)?,
        packed(&wrenches)?,
        settings.to_le_bytes().into(),
        scene.to_le_bytes().into(),
        (*sprung_traps as u64).to_le_bytes().into(),
        u64::from(*by_hand).to_le_bytes().into(),
        lag.to_bits().to_le_bytes().into(),
        packed(&stored_penalties(memory))?,
        packed(&support)?,
        packed(&stored_held(memory))?,
    ];
    let mut record = Vec::new();
    for field in &fields {
        push_block::<u32>(&mut record, field)?;
    }
    push_block::<u32>(bytes, &record)
}

/// After which step, and of each pair the two bodies, whether they part, and the sum over past depths (m).
type StoredPenalties = (u64, Vec<(u64, u64, bool, f64)>);

fn stored_penalties(memory: &ContactMemory) -> StoredPenalties {
    let (step, pairs) = memory.penalties();
    let stored = |pair: &PenaltyMemory| {
        let PenaltyMemory { bodies: (a, b), parting, integral } = *pair;
        (a.0 as u64, b.0 as u64, parting, integral)
    };
    (step, pairs.iter().map(stored).collect())
}

/// Of each pair that has them its place, and of the rows that pushed the place of their kind in the head's list, number, impulse and
/// friction on B (N·s).
type StoredHeld = Vec<(u64, Vec<(u32, u64, [f64; 4])>)>;

fn stored_held(memory: &ContactMemory) -> StoredHeld {
    let row = |(key, p, f): &(_, f64, Vec3)| {
        let (kind, number) = names::row(*key);
        (kind, number, [*p, f.x, f.y, f.z])
    };
    let held = memory.pairs().iter().enumerate().filter(|(_, pair)| !pair.held.is_empty());
    held.map(|(k, pair)| (k as u64, pair.held.iter().map(row).collect())).collect()
}

fn stored_pair(pair: &PairMemory) -> StoredPair {
    let PairMemory { parts: (a, b), feature, rows, held: _, still } = pair;
    let (feature, of_feature) = names::feature(*feature);
    let row = |(key, impulse): &(_, f64)| {
        let (kind, number) = names::row(*key);
        (kind, number, *impulse)
    };
    StoredPair {
        parts: [a.body.0, a.part, b.body.0, b.part].map(|k| k as u64),
        feature,
        of_feature,
        rows: rows.iter().map(row).collect(),
        still: *still,
    }
}

fn six(a: &Vec3, b: &Vec3) -> [f64; 6] {
    [a.x, a.y, a.z, b.x, b.y, b.z]
}

fn numbers(numbers: impl IntoIterator<Item = f64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_numbers(&mut bytes, numbers);
    bytes
}

fn packed<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    postcard::to_stdvec(value).map_err(|error| error.to_string())
}

/// How the steps of one file are to be read.
pub struct Layout {
    /// Place among the fields of the file of each of [`FIELDS`] that all formats have.
    places: [usize; COMMON],
    /// That of the lag, where the format has one.
    lag: Option<usize>,
    /// That of what penalty methods remember, where the file has it.
    penalties: Option<usize>,
    /// That of what bore bodies, where the file has it.
    support: Option<usize>,
    /// That of what pairs with friction bore, where the file has it.
    held: Option<usize>,
    count: usize,
    features: Vec<FeatureKind>,
    rows: Vec<RowKind>,
}

impl Layout {
    /// From the names in the head; whether the format `has_lag`.
    ///
    /// # Errors
    /// A sentence with the field that is missing, or the name that is not known.
    pub fn new(
        has_lag: bool,
        fields: &[String],
        features: &[String],
        rows: &[String],
    ) -> Result<Self, String> {
        let place = |name: &str| {
            let found = fields.iter().position(|field| field == name);
            found.ok_or_else(|| format!("its steps have no `{name}`"))
        };
        let mut places = [0; COMMON];
        for (at, name) in places.iter_mut().zip(FIELDS) {
            *at = place(name)?;
        }
        let feature = |name: &String| names::find("separating feature", name, &FEATURES);
        let row = |name: &String| names::find("row of a feature", name, &ROWS);
        Ok(Self {
            places,
            lag: has_lag.then(|| place(FIELDS[COMMON])).transpose()?,
            penalties: fields.iter().position(|field| field == FIELDS[COMMON + 1]),
            support: fields.iter().position(|field| field == FIELDS[COMMON + 2]),
            held: fields.iter().position(|field| field == FIELDS[COMMON + 3]),
            count: fields.len(),
            features: features.iter().map(feature).collect::<Result<_, _>>()?,
            rows: rows.iter().map(row).collect::<Result<_, _>>()?,
        })
    }

    /// Whether steps say by how much their velocities lag.
    pub fn has_lag(&self) -> bool {
        self.lag.is_some()
    }

    /// Reads one step; its state has no number for a lag where the format has none. Fields that this version does not know are skipped.
    pub fn read(&self, record: &[u8]) -> Result<Read, String> {
        let mut reader = Reader(record);
        let blocks: Vec<&[u8]> = (0..self.count).map(|_| reader.block::<u32>()).collect::<Result<_, _>>()?;
        let [step, time, poses, twists, memory, broken, wrenches, settings, scene, sprung_traps, by_hand] =
            self.places.map(|place| Reader(blocks[place]));
        let pose = |[x, y, z, w, i, j, k]: [f64; 7]| Pose {
            position: Vec3::new(x, y, z),
            // As it is: to normalise it again could change a bit. Whether its length is one is checked with the state.
            orientation: Quat::new_unchecked(Quaternion::new(w, i, j, k)),
        };
        let twist =
            |[x, y, z, i, j, k]: [f64; 6]| Twist { linear: Vec3::new(x, y, z), angular: Vec3::new(i, j, k) };
        let wrench = |(body, [x, y, z, i, j, k]): (u64, [f64; 6])| {
            let wrench = Wrench { force: Vec3::new(x, y, z), torque: Vec3::new(i, j, k) };
            index(body).map(|body| (BodyId(body), wrench))
        };
        let pairs: Vec<StoredPair> = unpacked(memory.0)?;
        let mut pairs = pairs.into_iter().map(|pair| self.pair(pair)).collect::<Result<Vec<_>, _>>()?;
        if let Some(place) = self.held {
            for (k, rows) in unpacked::<StoredHeld>(blocks[place])? {
                let pair = pairs.get_mut(index(k)?).ok_or("what was borne is of a pair that there is not")?;
                pair.held = rows.into_iter().map(|row| self.held_row(row)).collect::<Result<_, _>>()?;
            }
        }
        let wrenches: Vec<(u64, [f64; 6])> = unpacked(wrenches.0)?;
        let (after, penalties): StoredPenalties = match self.penalties {
            Some(place) => unpacked(Reader(blocks[place]).0)?,
            None => (0, Vec::new()),
        };
        let penalty = |(a, b, parting, integral): (u64, u64, bool, f64)| {
            let bodies = (BodyId(index(a)?), BodyId(index(b)?));
            Ok::<_, String>(PenaltyMemory { bodies, parting, integral })
        };
        let penalties = penalties.into_iter().map(penalty).collect::<Result<_, _>>()?;
        let support: Vec<(u64, [f64; 6])> = match self.support {
            Some(place) => unpacked(Reader(blocks[place]).0)?,
            None => Vec::new(),
        };
        let support =
            support.into_iter().map(|(body, six)| Ok::<_, String>((BodyId(index(body)?), twist(six))));
        let lag = self.lag.map(|place| whole(Reader(blocks[place]))).transpose()?;
        let state = State {
            step: whole(step)?,
            time: f64::from_bits(whole(time)?),
            // What format 2 leaves open, who knows the settings of the step fills in.
            lag: lag.map_or(f64::NAN, f64::from_bits),
            support: support.collect::<Result<_, _>>()?,
            poses: poses.groups()?.into_iter().map(pose).collect(),
            twists: twists.groups()?.into_iter().map(twist).collect(),
            memory: ContactMemory::new(pairs).with_penalties(after, penalties),
            broken: unpacked::<Vec<u64>>(broken.0)?.into_iter().map(index).collect::<Result<_, _>>()?,
        };
        Ok(Read {
            state,
            input: StepInput { wrenches: wrenches.into_iter().map(wrench).collect::<Result<_, _>>()? },
            settings: index(whole(settings)?)?,
            scene: index(whole(scene)?)?,
            sprung_traps: index(whole(sprung_traps)?)?,
            by_hand: whole(by_hand)? != 0,
        })
    }

    fn pair(&self, pair: StoredPair) -> Result<PairMemory, String> {
        let [body_a, part_a, body_b, part_b] = pair.parts;
        let part = |body, part| Ok::<_, String>(PartId { body: BodyId(index(body)?), part: index(part)? });
        let feature = get(&self.features, pair.feature, "separating feature")?;
        let row = |(kind, number, impulse): (u32, u64, f64)| {
            Ok((get(&self.rows, kind, "row of a feature")?.with(number)?, impulse))
        };
        Ok(PairMemory {
            parts: (part(body_a, part_a)?, part(body_b, part_b)?),
            feature: feature.with(pair.of_feature)?,
            rows: pair.rows.into_iter().map(row).collect::<Result<_, String>>()?,
            held: Vec::new(),
            still: pair.still,
        })
    }

    fn held_row(&self, row: (u32, u64, [f64; 4])) -> Result<(RowKey, f64, Vec3), String> {
        let (kind, number, [p, x, y, z]) = row;
        Ok((get(&self.rows, kind, "row of a feature")?.with(number)?, p, Vec3::new(x, y, z)))
    }
}

fn get<T: Copy>(list: &[T], number: u32, what: &str) -> Result<T, String> {
    let found = usize::try_from(number).ok().and_then(|k| list.get(k));
    found.copied().ok_or_else(|| format!("{what} number {number} has no name in the file"))
}

/// The one number of a field.
fn whole(mut field: Reader) -> Result<u64, String> {
    let number = field.u64()?;
    if field.is_empty() {
        Ok(number)
    } else {
        Err("a field of one number has more than eight bytes".to_owned())
    }
}

fn unpacked<T: for<'d> Deserialize<'d>>(bytes: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(format!("a field is {} bytes too long", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}
