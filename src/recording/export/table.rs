//! Tables of what was simulated: one line for each pane, state and body, or for each pane, step and contact. Who writes them says how.

use super::Chosen;
use crate::contact::Feature;
use crate::recording::Recorded;
use crate::recording::repeat::{Repeated, repeat};
use crate::step::SolvedContact;
use crate::stop;
use crate::world::{BodyId, Model, State};
use std::io;
use std::io::Write;

/// What a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Where bodies are and how they move, a line for each body that is there.
    Bodies,
    /// Potential contacts of the steps, with what pressed. A recording has states only: steps are taken again.
    Contacts,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name.
    Text,
    /// A whole number.
    Whole,
    /// A number in double precision.
    Number,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Kind,
    /// Unit; empty for what has none.
    pub unit: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

/// What stands in a line under a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A name.
    Text(&'a str),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
}

/// What became of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Its lines.
    pub lines: u64,
    /// Steps that this program does not repeat bit for bit: their contacts are left out.
    pub differing: usize,
}

const fn text(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Text, unit: "", meaning }
}

const fn whole(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Whole, unit: "", meaning }
}

const fn number(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Number, unit, meaning }
}

const BODIES: [Column; 19] = [
    whole("pane", "number of the pane, from 1"),
    text("model", "contact model of the pane"),
    whole("step", "steps since the start of the run"),
    number("time", "s", "simulated time"),
    whole("index", "place of the body in its scene, from 0"),
    text("body", "name of the body"),
    number("x", "m", "centre of mass"),
    number("y", "m", "centre of mass"),
    number("z", "m", "centre of mass"),
    number("qw", "", "orientation, unit quaternion, body to world"),
    number("qx", "", "orientation"),
    number("qy", "", "orientation"),
    number("qz", "", "orientation"),
    number("vx", "m/s", "velocity of the centre of mass"),
    number("vy", "m/s", "velocity of the centre of mass"),
    number("vz", "m/s", "velocity of the centre of mass"),
    number("wx", "rad/s", "angular velocity, world axes"),
    number("wy", "rad/s", "angular velocity, world axes"),
    number("wz", "rad/s", "angular velocity, world axes"),
];

const CONTACTS: [Column; 29] = [
    whole("pane", "number of the pane, from 1"),
    text("model", "contact model of the pane"),
    whole("step", "number of the step"),
    number("time", "s", "simulated time at the end of the step"),
    whole("contact", "place of the contact in its step, from 0"),
    text("body_a", "name of body A"),
    text("body_b", "name of body B"),
    number("gap", "m", "gap at the poses of the point, negative where the bodies overlap"),
    number(
        "end_gap",
        "m",
        "gap of the same features at the end of the step; NaN of edges that are parallel there",
    ),
    number("nx", "", "unit normal from A to B at the poses of the point"),
    number("ny", "", "unit normal"),
    number("nz", "", "unit normal"),
    number(
        "x",
        "m",
        "contact point on body B at the poses that the accepted problem was written with: the start of the step, or with implicit geometry poses within it",
    ),
    number("y", "m", "contact point"),
    number("z", "m", "contact point"),
    number("impulse", "N·s", "normal impulse of the step along the normal on B; 0 where nothing pressed"),
    number("friction_impulse_x", "N·s", "friction impulse of the step on B, world axes"),
    number("friction_impulse_y", "N·s", "friction impulse"),
    number("friction_impulse_z", "N·s", "friction impulse"),
    number(
        "duration",
        "s",
        "size of the step, which began so long before `time`: impulse / duration is the mean force (of leapfrog models in the first step over half of it)",
    ),
    whole("part_a", "convex part of body A, from 0"),
    text("feature_a", "what of that part touches: vertex, edge or facet"),
    whole("feature_a_number", "its number in the part, from 0"),
    whole("part_b", "convex part of body B, from 0"),
    text("feature_b", "what of that part touches: vertex, edge or facet"),
    whole("feature_b_number", "its number in the part, from 0"),
    number(
        "arm_x",
        "m",
        "contact point from the centre of mass of B, both at the poses of the point: arm × impulse is the moment on B",
    ),
    number("arm_y", "m", "arm on B"),
    number("arm_z", "m", "arm on B"),
];

impl Table {
    /// Its columns.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Bodies => &BODIES,
            Self::Contacts => &CONTACTS,
        }
    }

    /// What the table is of, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bodies => "bodies",
            Self::Contacts => "contacts",
        }
    }
}

/// What is true of a whole table: the scene, the step size, the program, and the columns with their units as JSON.
pub fn about(recorded: &Recorded, chosen: &[Chosen], table: Table) -> Vec<(String, String)> {
    let scene = chosen.first().and_then(|c| c.pane.shown()).map_or("", |frame| frame.scene.name.as_str());
    let columns = table.columns().iter().map(|c| {
        let said = serde_json::json!({ "name": c.name, "unit": c.unit, "meaning": c.meaning });
        said.to_string()
    });
    let columns = format!("[{}]", columns.collect::<Vec<_>>().join(","));
    [
        ("pegsim.table", table.name().to_owned()),
        ("pegsim.scene", scene.to_owned()),
        ("pegsim.time_step", recorded.time_step.to_string()),
        ("pegsim.program", env!("CARGO_PKG_VERSION").to_owned()),
        ("pegsim.recorded_by", recorded.program.clone()),
        ("pegsim.columns", columns),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into()
}

/// Hands every line of a table to `line`, pane by pane, state by state. Told are the states done, and all.
///
/// # Errors
/// What `line` says, and when somebody asked to stop.
pub fn lines(
    chosen: &[Chosen],
    table: Table,
    progress: &mut dyn FnMut(usize, usize),
    line: &mut dyn FnMut(&[Value]) -> io::Result<()>,
) -> io::Result<Written> {
    let all: usize = chosen.iter().map(|chosen| chosen.places.len()).sum();
    let (mut done, mut written) = (0, Written::default());
    for chosen in chosen {
        let pane = whole_of(chosen.number);
        let model = chosen.model().name();
        for &place in &chosen.places {
            stop::go_on().map_err(io::Error::other)?;
            let frame = &chosen.pane.frames[place];
            let (scene, state) = (&frame.scene.model, &frame.state);
            let head = |time: f64| {
                let step = i64::try_from(state.step).unwrap_or(i64::MAX);
                [Value::Whole(pane), Value::Text(model), Value::Whole(step), Value::Number(time)]
            };
            let mut put = |rest: &[Value]| {
                written.lines += 1;
                line(&[&head(state.time), rest].concat())
            };
            match table {
                Table::Bodies => {
                    for id in scene.ids().filter(|id| scene.is_active(*id, state.time)) {
                        put(&body(scene, state, id))?;
                    }
                }
                Table::Contacts => {
                    let before = place.checked_sub(1).map(|before| &chosen.pane.frames[before]);
                    match before.map_or(Repeated::NoStep, |before| repeat(before, frame)) {
                        Repeated::Same(record) => {
                            // A couple pushes at no point: it has no impulse that one could draw or add.
                            for found in record.contacts().filter(|c| !c.contact.pair.is_couple()) {
                                put(&contact(scene, &found, frame.settings.h))?;
                            }
                        }
                        Repeated::Differs => written.differing += 1,
                        Repeated::NoStep => {}
                    }
                }
            }
            done += 1;
            progress(done, all);
        }
    }
    Ok(written)
}

fn whole_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn body<'m>(model: &'m Model, state: &State, id: BodyId) -> [Value<'m>; 15] {
    let (pose, twist) = (state.pose(id), model.twist_now(state, id));
    let (p, q, v, w) = (pose.position, pose.orientation, twist.linear, twist.angular);
    let [x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz] =
        [p.x, p.y, p.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z].map(Value::Number);
    let (index, name) = (Value::Whole(whole_of(id.0)), Value::Text(&model.body(id).name));
    [index, name, x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz]
}

fn contact<'m>(model: &'m Model, found: &SolvedContact, h: f64) -> [Value<'m>; 25] {
    let SolvedContact { id, contact, impulse, friction: f, end_gap } = *found;
    let (n, p) = (contact.normal, contact.point_b);
    let name = |id| Value::Text(model.body(id).name.as_str());
    let [gap, end_gap, nx, ny, nz, x, y, z, impulse, fx, fy, fz, h] =
        [contact.gap, end_gap, n.x, n.y, n.z, p.x, p.y, p.z, impulse, f.x, f.y, f.z, h].map(Value::Number);
    let number = Value::Whole(whole_of(id.0));
    let (a, b) = (name(contact.body_a()), name(contact.body_b()));
    let [(part_a, kind_a, number_a), (part_b, kind_b, number_b)] =
        [contact.pair.a, contact.pair.b].map(|(part, feature)| {
            let (kind, index) = match feature {
                Feature::Vertex(index) => ("vertex", index),
                Feature::Edge(index) => ("edge", index),
                Feature::Facet(index) => ("facet", index),
            };
            (Value::Whole(whole_of(part.part)), Value::Text(kind), Value::Whole(whole_of(index)))
        });
    let features = [part_a, kind_a, number_a, part_b, kind_b, number_b];
    let own = [number, a, b, gap, end_gap, nx, ny, nz, x, y, z, impulse, fx, fy, fz, h];
    let arm = p - contact.centre_b;
    let arm = [arm.x, arm.y, arm.z].map(Value::Number);
    let mut all = own.into_iter().chain(features).chain(arm);
    std::array::from_fn(|_| all.next().unwrap_or(Value::Whole(0)))
}

/// The table as CSV with a line of column names. Numbers have as many digits as it takes to read the same bits again.
///
/// # Errors
/// If `out` cannot be written, and when somebody asked to stop.
pub fn csv(
    out: impl Write,
    chosen: &[Chosen],
    table: Table,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<Written> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(table.columns().iter().map(|column| column.name))?;
    let written = lines(chosen, table, progress, &mut |values| {
        for value in values {
            match value {
                Value::Text(text) => csv.write_field(text)?,
                Value::Whole(number) => csv.write_field(number.to_string())?,
                Value::Number(number) => csv.write_field(format!("{number:?}"))?,
            }
        }
        Ok(csv.write_record(None::<&[u8]>)?)
    })?;
    csv.flush()?;
    Ok(written)
}
