//! The catalogue: the one list of the methods by which a step or a single problem can be solved.
//!
//! A method is added by one entry in `catalogue!` below; the command line, the scene files, the app, the benches and
//! the tests of the stored problems all read this list.

use serde::{Deserialize, Serialize};

use crate::lcp::method::LcpSolver;
use crate::lcp::methods::{
    Automatic, BlockedGaussSeidel, Dantzig, Enumeration, FischerNewton, FixedPoint, InteriorPoint, Lemke,
    MinmapNewton, NonsmoothConjugateGradient, ProjectedGaussSeidel, ProjectedJacobi, Psor, Staggered,
};
use crate::quote::{brief, meant};

/// One entry of the catalogue.
#[derive(Clone, Copy)]
pub struct Method {
    /// Which one it is.
    pub id: SolverMethod,
    /// The name a user selects it by.
    pub name: &'static str,
    /// The name as a person writes it.
    pub title: &'static str,
    /// What it is, in one line.
    pub description: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The method itself; none for what treats a whole step and not a single problem.
    pub solver: Option<&'static (dyn LcpSolver + Sync)>,
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Method").field(&self.name).finish()
    }
}

macro_rules! catalogue {
    ($($(#[$attribute:meta])* $id:ident($name:literal, $title:literal, $solver:expr, $description:literal, $source:literal);)*) => {
        /// A method by which a step, or a single complementarity problem, is solved. In scene files it is written as
        /// here (`BlockedGaussSeidel`), on the command line in small letters with hyphens (`blocked-gauss-seidel`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Default)]
        pub enum SolverMethod {
            $(#[doc = $description] $(#[$attribute])* $id,)*
        }

        /// Every method, in the order in which they are listed to a user.
        pub const METHODS: &[Method] = &[$(Method {
            id: SolverMethod::$id,
            name: $name,
            title: $title,
            description: $description,
            source: $source,
            solver: $solver,
        },)*];

        impl SolverMethod {
            /// All methods, in the order of `pegsim list solvers`.
            pub const ALL: [Self; METHODS.len()] = [$(Self::$id,)*];
        }
    };
}

catalogue! {
    #[default]
    Automatic("automatic", "Automatic", Some(&Automatic),
        "picks by problem class, falls back, and says in the record which it took",
        "ours");
    ActiveAlternative("active-alternative", "Active alternative", None,
        "disjunctive program: one alternative per disjunction, convex solve, release",
        "ours; contact-models.md, section 5");
    Lemke("lemke", "Lemke", Some(&Lemke),
        "literal form (4.50), complementary pivoting with lexicographic ratio test",
        "thesis 6.4; Cottle, Pang, Stone 4.4 and 4.9");
    Dantzig("dantzig", "Dantzig", Some(&Dantzig),
        "literal form (4.50), principal pivoting row by row; exact for a semidefinite matrix, seldom for friction",
        "survey 4.2; Baraff 1994; Cottle, Pang, Stone 4.3");
    InteriorPoint("interior-point", "Interior point", Some(&InteriorPoint),
        "literal form (4.50), infeasible primal-dual predictor and corrector steps",
        "thesis table 6.2; Mehrotra 1992; Wright 1997, chapter 8");
    FischerNewton("fischer-newton", "Fischer–Newton", Some(&FischerNewton),
        "literal form (4.50), generalised Newton on the Fischer–Burmeister function with a line search",
        "survey 4.4; thesis table 6.2; De Luca, Facchinei, Kanzow 1996");
    MinmapNewton("minmap-newton", "Minmap–Newton", Some(&MinmapNewton),
        "literal form (4.50), generalised Newton on min(z, w) with a line search",
        "survey 4.4; thesis table 6.2; De Luca, Facchinei, Kanzow 2000");
    Pgs("pgs", "PGS", Some(&ProjectedGaussSeidel),
        "literal form (4.50), projected Gauss–Seidel: cheap sweeps, slow convergence",
        "thesis 2.5, algorithm 2; survey 4.3.1");
    Psor("psor", "PSOR", Some(&Psor),
        "literal form (4.50), projected successive over-relaxation",
        "thesis 2.5.2, (2.46); survey 4.3.2");
    ProjectedJacobi("projected-jacobi", "Projected Jacobi", Some(&ProjectedJacobi),
        "literal form (4.50), all rows at once, damped by the number of contacts of a body",
        "thesis 2.5.2, (2.47)");
    BlockedGaussSeidel("blocked-gauss-seidel", "Blocked Gauss–Seidel", Some(&BlockedGaussSeidel),
        "literal form (4.50), one contact after the other, each with its friction solved exactly",
        "survey 4.3.3");
    Staggered("staggered", "Staggered", Some(&Staggered),
        "literal form (4.50), normal and friction problem in turn",
        "survey 4.3.4; Kaufman, Sueda, James, Pai 2008");
    Nncg("nncg", "NNCG", Some(&NonsmoothConjugateGradient),
        "literal form (4.50), nonsmooth nonlinear conjugate gradients on projected Gauss–Seidel",
        "survey 4.3.1; Silcowitz, Niebe, Erleben 2010");
    FixedPoint("fixed-point", "Fixed point", Some(&FixedPoint),
        "literal form (4.50), proximal fixed-point iteration with an adaptive factor",
        "thesis table 6.2; Studer, Numerics of Unilateral Contacts and Friction, 2009; Erleben, Rigid body contact problems using proximal operators, 2017");
    Enumerate("enumerate", "Enumeration", Some(&Enumeration),
        "literal form (4.50), tries every complementary basis; at most 12 rows, the oracle of the tests",
        "definition of the problem");
}

impl SolverMethod {
    /// Its entry in the catalogue.
    pub fn entry(self) -> &'static Method {
        // The enumeration and the list come from the same lines, in the same order.
        &METHODS[self as usize]
    }

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name as a person writes it.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// One sentence for lists and tooltips.
    pub fn description(self) -> &'static str {
        self.entry().description
    }

    /// The method for a single problem; none for [`Self::ActiveAlternative`], which treats a whole step.
    pub fn solver(self) -> Option<&'static (dyn LcpSolver + Sync)> {
        self.entry().solver
    }

    /// The method of that name.
    ///
    /// # Errors
    /// A sentence that lists the valid names.
    pub fn from_name(name: &str) -> Result<Self, UnknownMethod> {
        lookup(&name.to_ascii_lowercase())
            .map(|method| method.id)
            .map_err(|_| UnknownMethod { name: name.to_owned() })
    }
}

/// A name that no method has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown solver `{}`{}; `pegsim list solvers` shows all, such as `automatic` and `lemke`",
    brief(name),
    meant(name, names().into_iter())
)]
pub struct UnknownMethod {
    /// The name asked for.
    pub name: String,
}

/// The names of all methods, in the order of [`METHODS`].
pub fn names() -> Vec<&'static str> {
    METHODS.iter().map(|method| method.name).collect()
}

/// The methods for a single problem, in the order of [`METHODS`].
pub fn solvers() -> impl Iterator<Item = (&'static Method, &'static (dyn LcpSolver + Sync))> {
    METHODS.iter().filter_map(|method| method.solver.map(|solver| (method, solver)))
}

/// The method called `name`.
///
/// # Errors
/// [`UnknownMethod`], whose message lists the names there are.
pub fn lookup(name: &str) -> Result<&'static Method, UnknownMethod> {
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| UnknownMethod { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_found_under_the_name_it_gives_itself() {
        for (method, id) in METHODS.iter().zip(SolverMethod::ALL) {
            assert_eq!((method.id, id.entry().name), (id, method.name));
            assert_eq!(lookup(method.name).unwrap().id, id);
            assert_eq!(SolverMethod::from_name(&method.name.to_uppercase()), Ok(id));
            assert_eq!(method.solver.map_or(method.name, |solver| solver.name()), method.name);
        }
        assert!(solvers().count() >= 3);
    }

    /// A scene file and the command line spell the same name in two ways.
    #[test]
    fn the_name_is_the_spelling_of_scene_files_with_hyphens() {
        for id in SolverMethod::ALL {
            let spelling = format!("{id:?}");
            let mut name = String::new();
            for c in spelling.chars() {
                if c.is_uppercase() && !name.is_empty() {
                    name.push('-');
                }
                name.push(c.to_ascii_lowercase());
            }
            assert_eq!(name, id.name());
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let message = SolverMethod::from_name("lemko").unwrap_err().to_string();
        assert!(
            message.contains("`lemko` (is `lemke` meant?); `pegsim list solvers` shows all"),
            "{message}"
        );
    }
}
