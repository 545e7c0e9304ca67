//! A solver of one's own for the complementarity problems of a step, beside Lemke's method; and one that lies.
//!
//! `cargo run --no-default-features --example own_solver`
//!
//! A method says what it believes; the judge ([`pegsim::lcp::solve`]) measures the residual itself and takes back what the
//! numbers do not support. A step whose solver fails is solved by active alternatives, and its record says so.

use nalgebra::DVector;
use pegsim::lcp::{Lcp, LcpSettings, LcpSolver, Outcome, Status, residual, solve};
use pegsim::prelude::*;
use pegsim::step::literal_problems;
use std::error::Error;

/// Projected Gauss–Seidel: row by row, each z_i as its own row wants it with all others held.
pub struct GaussSeidel;

impl LcpSolver for GaussSeidel {
    fn name(&self) -> &'static str {
        "my-gauss-seidel"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let (a, b, n) = (lcp.a(), lcp.b(), lcp.size());
        if let Some(row) = (0..n).find(|&i| !(a[(i, i)] > 0.0)) {
            return Outcome::refused(
                n,
                format!("row {row} has no positive diagonal: it has friction or slacks"),
            );
        }
        let mut z = warm.cloned().unwrap_or_else(|| DVector::zeros(n));
        let mut history = Vec::new();
        for sweep in 1..=settings.max_iterations {
            for i in 0..n {
                let w = a.row(i).tr_dot(&z) + b[i];
                z[i] = (z[i] - w / a[(i, i)]).max(0.0);
            }
            history.push(residual(lcp, &z).natural_map);
            if history[sweep - 1] <= settings.tolerance * lcp.scale() {
                return Outcome::new(z, Status::Solved, sweep, history);
            }
        }
        Outcome::new(z, Status::IterationLimit, settings.max_iterations, history)
    }
}

/// Says that no contact presses, whatever the problem.
pub struct Liar;

impl LcpSolver for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, _: &LcpSettings, _: Option<&DVector<f64>>) -> Outcome {
        Outcome::new(DVector::zeros(lcp.size()), Status::Solved, 0, Vec::new())
    }
}

/// Three boxes above a floor, without friction.
pub fn tower() -> Result<(Model, State), Box<dyn Error>> {
    let mut bodies = vec![BodySpec::fixed("floor", vec![cuboid(&Vec3::new(2.0, 2.0, 0.5))?])];
    for (half, height) in [(0.3, 0.85), (0.2, 1.4), (0.1, 1.75)] {
        let name = format!("box of {} m", 2.0 * half);
        bodies.push(BodySpec::new(name, vec![cuboid(&Vec3::repeat(half))?]).at(Vec3::new(0.0, 0.0, height)));
    }
    Ok(assemble(Dimension::Three, Vec3::new(0.0, 0.0, -9.81), &bodies))
}

/// The standard model, under which each contact is one row, and Lemke's method.
pub fn settings() -> StepSettings {
    let mut settings = StepSettings::default();
    settings.contact.model = ContactModel::Standard;
    settings.solver.method = SolverMethod::Lemke;
    settings
}

/// Drops the tower under both solvers, and then lets the liar have a step.
pub fn main() -> Result<(), Box<dyn Error>> {
    let ((model, start), settings) = (tower()?, settings());

    // With no solver of one's own a step takes that of the settings: Lemke's.
    let mut lemke = Simulation::new(model, start, settings);
    let mut mine = lemke.clone();
    let own = Own { solver: Some(&GaussSeidel), ..Own::default() };
    println!("time (s)   Lemke: pivots   {}: sweeps, residual (m/s or N·s)   apart (m)", GaussSeidel.name());
    for _ in 0..50 {
        let (theirs, ours) =
            (lemke.step(&StepInput::default())?, mine.step_with(&StepInput::default(), &own)?);
        if ours.step % 5 == 0 {
            let pairs = lemke.state.poses.iter().zip(&mine.state.poses);
            let apart = pairs.map(|(a, b)| (a.position - b.position).norm()).fold(0.0, f64::max);
            let (pivots, sweeps) = (theirs.solve.iterations, ours.solve.iterations);
            let off = ours.solve.accuracy.residual().natural_map;
            println!("{:8.2}   {pivots:13}   {sweeps:23}, {off:24.1e}   {apart:9.1e}", ours.time);
        }
    }

    // The same problem for all three, judged from outside; then a whole step with the liar.
    println!("\nthe problem of the next step:");
    let problems = literal_problems(&lemke.model, &lemke.state, &settings);
    let listed = SolverMethod::Lemke.solver().ok_or("Lemke's method is not listed")?;
    for solver in [listed, &GaussSeidel, &Liar] {
        let report = solve(solver, &problems[0], &LcpSettings::default(), None).report;
        let (status, off) = (report.status.to_string(), report.residual.natural_map);
        println!("  {:15}   {status:17}   residual {off:.1e} of {} rows", report.method, report.size);
    }
    let record = lemke.step_with(&StepInput::default(), &Own { solver: Some(&Liar), ..Own::default() })?;
    println!("\na step with the liar was solved by {}:", record.solve.method);
    println!("  {}", record.solve.fallback.as_deref().unwrap_or("nobody noticed"));
    Ok(())
}
