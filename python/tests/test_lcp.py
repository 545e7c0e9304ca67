"""Complementarity problems from arrays."""

import numpy as np
import pytest
from scipy import sparse

import pegsim


@pytest.mark.parametrize("method", [name for name, _, single in pegsim.solvers() if single])
def test_a_small_problem_by_every_method(method: str) -> None:
    """A is positive definite and A⁻¹ b negative, so that z = −A⁻¹ b."""
    found = pegsim.lcp.solve([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0], method=method, max_iterations=100_000)
    assert found and found.status == "solved", found.reason
    np.testing.assert_allclose(found.z, [4 / 3, 7 / 3], atol=1e-8)
    np.testing.assert_allclose(found.w, 0, atol=1e-8)


def test_sparse_is_dense() -> None:
    random = np.random.default_rng(3)
    root = sparse.random_array((40, 40), density=0.1, rng=random)
    matrix = (root @ root.T + sparse.eye_array(40)).tocsr()
    b = random.normal(size=40)
    dense, thin = pegsim.lcp.solve(matrix.toarray(), b), pegsim.lcp.solve(matrix, b)
    assert dense and thin
    np.testing.assert_allclose(dense.z, thin.z, atol=1e-9)
    # The judge is ours: the problem, not the word of a method.
    w = matrix @ thin.z + b
    assert np.abs(np.minimum(thin.z, w)).max() < 1e-8
    np.testing.assert_allclose(thin.w, w, atol=1e-12)


def test_what_has_no_solution_is_not_called_solved() -> None:
    found = pegsim.lcp.solve([[-1.0]], [-1.0])
    assert not found and found.residual == pytest.approx(1.0)


def test_what_is_no_problem_is_refused() -> None:
    with pytest.raises(pegsim.LcpError, match="2 x 1|2 × 1|square"):
        pegsim.lcp.solve([[1.0], [2.0]], [1.0, 2.0])
    with pytest.raises(pegsim.LcpError):
        pegsim.lcp.solve([[1.0]], [1.0, 2.0])
    with pytest.raises(pegsim.LcpError):
        pegsim.lcp.solve(sparse.eye_array(3), [1.0, 2.0])
    with pytest.raises(pegsim.LcpError, match="finite"):
        pegsim.lcp.solve([[np.nan]], [1.0])
    with pytest.raises(ValueError, match="unknown solver"):
        pegsim.lcp.solve([[1.0]], [1.0], method="magic")
    with pytest.raises(ValueError, match="whole step"):
        pegsim.lcp.solve([[1.0]], [1.0], method="active-alternative")
