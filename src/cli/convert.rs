//! `pegsim convert`: robots of other programs as scene files.

use crate::cli::args::ConvertArgs;
use crate::cli::{Failure, output};
use pegsim::quote;
use pegsim::scene::import::{ENDINGS, ImportOptions, import, is_robot};
use pegsim::scene::to_text;

/// Writes the scene, and what of the robot it has not got to stderr, a line each.
pub(crate) fn convert(args: &ConvertArgs) -> Result<(), Failure> {
    let shown = args.robot.display();
    if !is_robot(&args.robot) {
        let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
        return Err(Failure::Input(format!("{shown}: the file of a robot ends in one of {endings}")));
    }
    let loaded = import(&args.robot, &ImportOptions { facets: args.facets, free_base: args.free_base })?;
    let file = output::outputs(args.force, [&loaded]).file(&args.out).map_err(output::refused)?;
    file.finish_with(to_text(&loaded.source).as_bytes()).map_err(output::unwritten)?;
    for note in loaded.imported.iter().flat_map(|imported| &imported.notes) {
        output::tell(&format!("note: {}", quote::escaped(note, false)));
    }
    let (bodies, joints) = (loaded.model.bodies.len(), loaded.model.joints.len());
    output::say(&format!(
        "{}: {}, {}\n",
        args.out.display(),
        quote::counted(bodies, "body", "bodies"),
        quote::counted(joints, "joint", "joints")
    ));
    Ok(())
}
