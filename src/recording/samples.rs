//! The numbers of the plots in a recording of formats 2 and 3: rows of columns that have names, eight bytes for each number.

use super::Sample;
use super::bytes::Reader;

/// The columns of a sample, each with its bits. Every field is named here, so that a new one does not compile before it
/// has a column.
pub fn columns(sample: &Sample) -> [(&'static str, u64); 36] {
    let Sample {
        step,
        time,
        contacts,
        unilateral,
        inter_contact,
        cross_contact,
        separation,
        traps,
        sprung_traps,
        overlap,
        depth,
        joint_error,
        detect_time,
        formulate_time,
        solve_time,
        step_time,
        residual,
        exact,
        primal,
        dual,
        complementarity,
        fallback,
        iterations,
        outer_iterations,
        switches,
        substeps,
        violation,
        size,
        islands,
        energy,
        linear_momentum,
        angular_momentum,
    } = *sample;
    let whole = u64::from;
    [
        ("step", step),
        ("time", time.to_bits()),
        ("contacts", whole(contacts)),
        ("unilateral", whole(unilateral)),
        ("inter_contact", whole(inter_contact)),
        ("cross_contact", whole(cross_contact)),
        ("separation", whole(separation)),
        ("traps", whole(traps)),
        ("sprung_traps", whole(sprung_traps)),
        ("overlap", overlap.to_bits()),
        ("depth", depth.to_bits()),
        ("joint_error", joint_error.to_bits()),
        ("detect_time", detect_time.to_bits()),
        ("formulate_time", formulate_time.to_bits()),
        ("solve_time", solve_time.to_bits()),
        ("step_time", step_time.to_bits()),
        ("residual", residual.to_bits()),
        ("exact", exact.into()),
        ("primal", primal.to_bits()),
        ("dual", dual.to_bits()),
        ("complementarity", complementarity.to_bits()),
        ("fallback", fallback.into()),
        ("iterations", whole(iterations)),
        ("outer_iterations", whole(outer_iterations)),
        ("switches", whole(switches)),
        ("substeps", whole(substeps)),
        ("violation", violation.to_bits()),
        ("size", whole(size)),
        ("islands", whole(islands)),
        ("energy", energy.to_bits()),
        ("linear_momentum.x", linear_momentum.x.to_bits()),
        ("linear_momentum.y", linear_momentum.y.to_bits()),
        ("linear_momentum.z", linear_momentum.z.to_bits()),
        ("angular_momentum.x", angular_momentum.x.to_bits()),
        ("angular_momentum.y", angular_momentum.y.to_bits()),
        ("angular_momentum.z", angular_momentum.z.to_bits()),
    ]
}

/// Where the number of a column belongs.
enum Place<'s> {
    Number(&'s mut f64),
    Step(&'s mut u64),
    Count(&'s mut u32),
    Flag(&'s mut bool),
}

/// The place of a column in a sample; none for a column that this version does not know.
fn place<'s>(s: &'s mut Sample, column: &str) -> Option<Place<'s>> {
    use Place::{Count, Flag, Number, Step};
    Some(match column {
        "step" => Step(&mut s.step),
        "time" => Number(&mut s.time),
        "contacts" => Count(&mut s.contacts),
        "unilateral" => Count(&mut s.unilateral),
        "inter_contact" => Count(&mut s.inter_contact),
        "cross_contact" => Count(&mut s.cross_contact),
        "separation" => Count(&mut s.separation),
        "traps" => Count(&mut s.traps),
        "sprung_traps" => Count(&mut s.sprung_traps),
        "overlap" => Number(&mut s.overlap),
        "depth" => Number(&mut s.depth),
        "joint_error" => Number(&mut s.joint_error),
        "detect_time" => Number(&mut s.detect_time),
        "formulate_time" => Number(&mut s.formulate_time),
        "solve_time" => Number(&mut s.solve_time),
        "step_time" => Number(&mut s.step_time),
        "residual" => Number(&mut s.residual),
        "exact" => Flag(&mut s.exact),
        "primal" => Number(&mut s.primal),
        "dual" => Number(&mut s.dual),
        "complementarity" => Number(&mut s.complementarity),
        "fallback" => Flag(&mut s.fallback),
        "iterations" => Count(&mut s.iterations),
        "outer_iterations" => Count(&mut s.outer_iterations),
        "switches" => Count(&mut s.switches),
        "substeps" => Count(&mut s.substeps),
        "violation" => Number(&mut s.violation),
        "size" => Count(&mut s.size),
        "islands" => Count(&mut s.islands),
        "energy" => Number(&mut s.energy),
        "linear_momentum.x" => Number(&mut s.linear_momentum.x),
        "linear_momentum.y" => Number(&mut s.linear_momentum.y),
        "linear_momentum.z" => Number(&mut s.linear_momentum.z),
        "angular_momentum.x" => Number(&mut s.angular_momentum.x),
        "angular_momentum.y" => Number(&mut s.angular_momentum.y),
        "angular_momentum.z" => Number(&mut s.angular_momentum.z),
        _ => return None,
    })
}

/// Whether this version knows a column.
pub fn is_known(column: &str) -> bool {
    place(&mut Sample::default(), column).is_some()
}

/// All samples, row by row.
pub fn write(samples: &[Sample]) -> Vec<u8> {
    samples.iter().flat_map(columns).flat_map(|(_, bits)| bits.to_le_bytes()).collect()
}

/// Reads rows of these columns. Those that this version does not know are skipped; what a file has no column for stays as
/// in a sample of nothing.
pub fn read(bytes: &[u8], columns: &[String]) -> Result<Vec<Sample>, String> {
    if let Some(missing) = ["step", "time"].iter().find(|wanted| !columns.iter().any(|c| c == *wanted)) {
        return Err(format!("the samples have no column `{missing}`"));
    }
    let mut reader = Reader(bytes);
    let mut samples = Vec::new();
    while !reader.is_empty() {
        let mut sample = Sample::default();
        for column in columns {
            let bits = reader.u64().map_err(|reason| format!("sample {}: {reason}", samples.len() + 1))?;
            match place(&mut sample, column) {
                Some(Place::Number(number)) => *number = f64::from_bits(bits),
                Some(Place::Step(step)) => *step = bits,
                Some(Place::Count(count)) => *count = u32::try_from(bits).unwrap_or(u32::MAX),
                Some(Place::Flag(flag)) => *flag = bits != 0,
                None => {}
            }
        }
        samples.push(sample);
    }
    Ok(samples)
}
