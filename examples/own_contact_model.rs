//! A contact model of one's own on the triangle drop, beside the standard model and PEG.
//!
//! `cargo run --no-default-features --example own_contact_model`
//!
//! A [`PointModel`] is given all potential contacts of a step, each a feature of one body near a facet or an edge of another,
//! and writes conditions on them: what must hold (U), and what must hold in at least one of several ways (I, X). This one
//! has no alternatives: it takes, for each vertex, the facet that the vertex is most outside of, and forgets the others.

use pegsim::contact::models::{Disjunction, PointModel};
use pegsim::contact::{ContactId, ContactSet, Kinematics};
use pegsim::prelude::*;
use std::error::Error;
use std::path::Path;

/// One facet for each vertex: that above which the vertex stands highest at the start of the step.
pub struct NearestFacet;

impl PointModel for NearestFacet {
    fn build(
        &self,
        _dimension: Dimension,
        _kinematics: &Kinematics,
        set: &mut ContactSet,
        _applicability_angle: f64,
    ) -> Vec<Disjunction> {
        let mut conditions = Vec::new();
        for pair in &set.pairs {
            let ids = pair.range.clone().map(ContactId);
            // Contacts of one vertex stand next to each other; two edges in space have no vertex.
            let mut best: Option<ContactId> = None;
            for id in ids {
                let contact = set.get(id);
                if contact.vertex().is_none() {
                    if contact.is_primary() {
                        conditions.push(Disjunction::unilateral(set, id));
                    }
                    continue;
                }
                match best {
                    Some(old) if set.get(old).vertex() == contact.vertex() => {
                        if contact.gap > set.get(old).gap {
                            best = Some(id);
                        }
                    }
                    _ => {
                        conditions.extend(best.map(|old| Disjunction::unilateral(set, old)));
                        best = Some(id);
                    }
                }
            }
            conditions.extend(best.map(|last| Disjunction::unilateral(set, last)));
        }
        conditions
    }
}

/// Drops the triangle under three models.
pub fn main() -> Result<(), Box<dyn Error>> {
    let scene = load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron"))?;
    let triangle = scene.model.find("triangle").ok_or("the scene has no triangle")?;
    let own = Own { contact_model: Some(&NearestFacet), ..Own::default() };
    // Where the step is given a model of one's own, that of the settings is not asked.
    let models = [
        ("Standard", ContactModel::Standard, Own::default()),
        ("nearest facet", ContactModel::Peg, own),
        ("PEG", ContactModel::Peg, Own::default()),
    ];
    let mut runs = models.map(|(_, model, own)| {
        let mut run = scene.simulation();
        run.settings.contact.model = model;
        (own, run)
    });

    println!("Height of the triangle (m) and conditions of the step:");
    println!("time (s)   {}", models.map(|(name, ..)| format!("{name:>16}")).join("   "));
    while runs[0].1.state.time < 1.5 - 1e-9 {
        let mut line = String::new();
        for (own, run) in &mut runs {
            let record = run.step_with(&StepInput::default(), own)?;
            let height = run.state.pose(triangle).position.y;
            line += &format!("   {height:9.3} {:6}", record.disjunctions.len());
        }
        let state = &runs[0].1.state;
        if state.step % 10 == 0 {
            println!("{:8.2}{line}", state.time);
        }
    }
    Ok(())
}
