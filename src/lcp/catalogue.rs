//! The catalogue: every method by name, with what it is and where it comes from.

use super::LcpSolver;
use super::automatic::Automatic;
use super::dantzig::Dantzig;
use super::enumerate::Enumeration;
use super::fischer_newton::FischerNewton;
use super::interior_point_lcp::InteriorPoint;
use super::lemke::Lemke;
use super::minmap_newton::MinmapNewton;
use super::pgs::ProjectedGaussSeidel;

/// One entry of the catalogue.
#[derive(Clone, Copy)]
pub struct Method {
    /// The name a user selects it by.
    pub name: &'static str,
    /// What it is, in one line.
    pub description: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The method itself.
    pub solver: &'static (dyn LcpSolver + Sync),
}

/// Every method, in the order in which they are listed to a user.
pub const METHODS: &[Method] = &[
    Method {
        name: "lemke",
        description: "complementary pivoting, lexicographic ratio test, solution refined from the original data",
        source: "thesis 6.4; Cottle, Pang, Stone 4.4 and 4.9",
        solver: &Lemke,
    },
    Method {
        name: "dantzig",
        description: "principal pivoting, one row at a time; exact for a semidefinite matrix, seldom for friction",
        source: "survey 4.2 (Baraff 1994); Cottle, Pang, Stone 4.3",
        solver: &Dantzig,
    },
    Method {
        name: "pgs",
        description: "projected Gauss–Seidel; needs a positive diagonal, converges slowly but cheaply",
        source: "thesis 2.5, algorithm 2; survey 4.3.1",
        solver: &ProjectedGaussSeidel,
    },
    Method {
        name: "fischer-newton",
        description: "generalised Newton on the Fischer–Burmeister function with a line search",
        source: "survey 4.4; thesis table 6.2; De Luca, Facchinei, Kanzow 1996",
        solver: &FischerNewton,
    },
    Method {
        name: "minmap-newton",
        description: "generalised Newton on min(z, w), line search on the Fischer–Burmeister merit function",
        source: "survey 4.4; thesis table 6.2; De Luca, Facchinei, Kanzow 2000",
        solver: &MinmapNewton,
    },
    Method {
        name: "interior-point",
        description: "infeasible primal-dual predictor and corrector steps; for monotone problems of any size",
        source: "thesis table 6.2; Mehrotra 1992; Wright 1997, chapter 8",
        solver: &InteriorPoint,
    },
    Method {
        name: "automatic",
        description: "looks at the matrix, picks a method, falls back on others, and says which one answered",
        source: "ours: the table in its documentation",
        solver: &Automatic,
    },
    Method {
        name: "enumerate",
        description: "tries every complementary basis; at most 12 rows, the oracle of the tests",
        source: "definition of the problem",
        solver: &Enumeration,
    },
];

/// A name that no method has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver \"{name}\"; the solvers are: {}", names().join(", "))]
pub struct UnknownMethod {
    /// The name asked for.
    pub name: String,
}

/// The names of all methods, in the order of [`METHODS`].
pub fn names() -> Vec<&'static str> {
    METHODS.iter().map(|method| method.name).collect()
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
        for method in METHODS {
            assert_eq!(method.solver.name(), method.name);
            assert_eq!(lookup(method.name).unwrap().name, method.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let message = lookup("lemko").err().unwrap().to_string();
        assert!(message.contains("lemko") && names().iter().all(|name| message.contains(name)), "{message}");
    }
}
