//! Normal impulses under a friction that stands: where Coulomb's law is not sought any more, gaps, cones and energy are kept all the same.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::{ContactId, ContactSet, Kinematics, motion_bounds};
use pegsim::dynamics::MassRoot;
use pegsim::lcp::LcpSettings;
use pegsim::lcp::convex::proximal_newton::SparseSolver;
use pegsim::math::{Dimension, Vec3};
use pegsim::prelude::cuboid;
use pegsim::step::cone::{Asked, Stands, solve_cone};
use pegsim::step::island::IslandSolution;
use pegsim::step::island::scaled::Scaled;
use pegsim::step::island::terms::Terms;
use pegsim::world::build::{BodySpec, assemble};

const MU: f64 = 0.4;
const STEP: f64 = 0.01;
const STANDS: Stands = Stands { steps: 1500, anew: false };

/// Two cubes on each other and on a floor, sliding and pressed down, with what `with` asks of their contacts.
fn stack(with: impl Fn(&Terms, &[(ContactId, f64)])) {
    let floor = BodySpec::fixed("floor", vec![cuboid(&Vec3::new(5.0, 5.0, 1.0)).unwrap()])
        .at(Vec3::new(0.0, 0.0, -1.0));
    let mut specs = vec![floor];
    for k in 0..2 {
        let height = 0.1 + 0.2 * f64::from(k);
        let mut cube = BodySpec::new(format!("cube {k}"), vec![cuboid(&Vec3::repeat(0.1)).unwrap()])
            .at(Vec3::new(0.01, 0.0, height));
        cube.velocity = Vec3::new(0.7 - 0.4 * f64::from(k), 0.2, -0.3);
        cube.angular_velocity = Vec3::new(0.1, 0.0, 0.5);
        specs.push(cube);
    }
    specs.iter_mut().for_each(|s| s.friction = MU);
    let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
    let free = state.twists.clone();
    let kinematics = Kinematics::new(&model, &state.poses, 0.0);
    let set = ContactSet::find(&model, &kinematics, &motion_bounds(&model, &free, STEP), Some(0.02), 0.4);
    let gaps: Vec<_> = (0..set.contacts.len())
        .map(ContactId)
        .filter(|&c| set.get(c).is_primary() && !set.get(c).is_edge_edge())
        .map(|c| (c, set.get(c).gap))
        .collect();
    assert!(gaps.len() >= 6, "{} contacts", gaps.len());
    let root = |id| MassRoot::new(model.body(id), &state.poses[id.0], Dimension::Three);
    let roots: Vec<MassRoot> = model.ids().map(root).collect();
    let bodies = model.ids().filter(|id| model.body(*id).is_dynamic()).collect();
    with(&Terms::new(Scaled::new(&model, &roots, &free, bodies, STEP), &set, 8), &gaps);
}

fn solved(
    terms: &Terms,
    gaps: &[(ContactId, f64)],
    near: Option<&[(f64, Vec3)]>,
    stands: Option<Stands>,
) -> IslandSolution {
    let settings = LcpSettings { tolerance: 1e-12, max_iterations: 1000 };
    let asked = Asked {
        contacts: gaps,
        near,
        settings: &settings,
        rounds: 80,
        stays: false,
        will_do: 0.0,
        nearly: false,
        stands,
        at_any_rate: true,
    };
    solve_cone(terms, asked, None, &mut SparseSolver::default()).unwrap()
}

fn impulses(gaps: &[(ContactId, f64)], found: &IslandSolution) -> Vec<(f64, Vec3)> {
    let of = |id: ContactId| {
        let p = found.impulses.iter().filter(|(c, _)| *c == id).map(|(_, p)| p).sum();
        let f = found.friction.iter().filter(|(c, _)| *c == id).map(|(_, f)| f).sum();
        (p, f)
    };
    gaps.iter().map(|(id, _)| of(*id)).collect()
}

/// Gaps, complementarity, cones, and that the impulses are what changes the motion, without energy from nowhere.
fn keeps_its_promises(terms: &Terms, gaps: &[(ContactId, f64)], found: &IslandSolution, what: &str) {
    let mut left = found.change.clone();
    let mut power = 0.0;
    for (&(id, gap), (p, f)) in gaps.iter().zip(impulses(gaps, found)) {
        let contact = terms.set.get(id);
        let (row, offset) = terms.gap_row(contact);
        let rate = gap / terms.h + row.dot(&found.change) + offset;
        assert!(rate >= -1e-10 && p >= 0.0 && rate.min(p).abs() < 1e-9, "{what}: rate {rate:.1e}, p {p:.1e}");
        assert!(f.norm() <= MU * p * (1.0 + 1e-8) + 1e-15, "{what}: {} beyond {}", f.norm(), MU * p);
        row.entries().iter().for_each(|&(k, c)| left[k] -= c * p);
        if f != Vec3::zeros() {
            let (row, offset) = terms.slide_row(id, &f);
            row.entries().iter().for_each(|&(k, c)| left[k] -= c);
            power += row.dot(&found.change) + offset;
        }
    }
    assert!(left.amax() < 1e-10, "{what}: {:.1e} of the change is unaccounted for", left.amax());
    assert!(power <= 1e-8 * terms.velocity_scale().powi(2), "{what}: friction adds {power:.1e} J");
}

/// What friction Coulomb's law finds may stand, and nothing changes.
#[test]
fn what_was_found_stands() {
    stack(|terms, gaps| {
        let found = solved(terms, gaps, None, None);
        assert_eq!(found.report.fallback, None);
        let again = solved(terms, gaps, Some(&impulses(gaps, &found)), Some(STANDS));
        keeps_its_promises(terms, gaps, &again, "found");
        let off = (&again.change - &found.change).norm() / found.change.norm();
        assert!(off < 1e-7, "{off:.1e}");
        let note = again.report.fallback.unwrap();
        assert!(note.contains("not sought any more after 1500"), "{note}");
    });
}

/// What is nearly right is changed by about as much as it is off: the fixed point of the geometry follows it from problem to problem, and would be
/// led away by a friction that is taken back by a hundredth, or left out because of its rounding.
#[test]
fn what_is_nearly_right_is_changed_by_little() {
    stack(|terms, gaps| {
        let found = solved(terms, gaps, None, None);
        let right = impulses(gaps, &found);
        for off in [1e-5, 1e-7, 1e-9, 1e-11, 1e-13] {
            let by = |k: usize| 1.0 + off * (1.0 + (k % 3) as f64);
            let near: Vec<_> = right.iter().enumerate().map(|(k, (p, f))| (*p, f * by(k))).collect();
            let again = solved(terms, gaps, Some(&near), Some(STANDS));
            keeps_its_promises(terms, gaps, &again, "nearly right");
            let change = (&again.change - &found.change).norm() / found.change.norm();
            assert!(change < 10.0 * off + 1e-9, "{off:.0e} off changes it by {change:.1e}");
        }
    });
}

/// Friction that is too little stays so; what is beyond its cones, or pushes forward, is taken back.
#[test]
fn what_is_wrong_is_taken_back() {
    stack(|terms, gaps| {
        let found = impulses(gaps, &solved(terms, gaps, None, None));
        let changed = |by: &dyn Fn(usize) -> f64| -> Vec<(f64, Vec3)> {
            found.iter().enumerate().map(|(k, (p, f))| (*p, f * by(k))).collect()
        };
        let cases: [(&str, &dyn Fn(usize) -> f64); 4] = [
            ("half of it", &|_| 0.5),
            ("beyond the cones", &|k| if k % 2 == 0 { 3.0 } else { 1.0 }),
            ("against the law", &|_| -1.0),
            ("against the law at one contact", &|k| if k == 0 { -1.0 } else { 1.0 }),
        ];
        for (what, by) in cases {
            let again = solved(terms, gaps, Some(&changed(by)), Some(STANDS));
            keeps_its_promises(terms, gaps, &again, what);
        }
        let none = solved(terms, gaps, Some(&changed(&|_| -1.0)), Some(STANDS));
        assert!(none.friction.iter().all(|(_, f)| f.norm() < 1e-9), "{:?}", none.friction);
    });
}

/// Of contacts that are new nothing is known: sweeps say what their friction is about, where it would be left out otherwise.
#[test]
fn contacts_that_are_new_are_given_friction() {
    stack(|terms, gaps| {
        let found = solved(terms, gaps, None, None);
        let mut known = impulses(gaps, &found);
        known.iter_mut().step_by(2).for_each(|r| *r = (0.0, Vec3::zeros()));
        let off = |anew: bool| {
            let again = solved(terms, gaps, Some(&known), Some(Stands { anew, ..STANDS }));
            keeps_its_promises(terms, gaps, &again, "new contacts");
            (&again.change - &found.change).norm() / found.change.norm()
        };
        let (swept, left_out) = (off(true), off(false));
        assert!(swept < 0.01 && left_out > 10.0 * swept, "{swept:.1e} with sweeps, {left_out:.1e} without");
    });
}
