"""Linear complementarity problems: find z with z >= 0, w = A z + b >= 0 and z · w = 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pegsim import _pegsim
from pegsim._pegsim import LcpResult

__all__ = ["LcpResult", "solve"]


def solve(
    A: npt.ArrayLike | Any,
    b: npt.ArrayLike,
    *,
    method: str = "automatic",
    tolerance: float = 1e-10,
    max_iterations: int = 1000,
    warm: npt.ArrayLike | None = None,
) -> LcpResult:
    """Solves the problem of the matrix ``A`` (n × n) and the vector ``b`` (n).

    ``A`` is anything that NumPy takes for a matrix, or a matrix or array of ``scipy.sparse``. ``method`` is one of those that
    ``pegsim.solvers()`` names. The answer is true where the problem is solved: its residual, the largest \\|min(z, w)\\|, is measured
    outside the method and at most ``tolerance`` times the scale of the problem. ``max_iterations`` bounds sweeps, or pivots for each
    100 rows. ``warm`` is where a method that can starts.

    Raises ``LcpError`` where the sizes differ or a number is not finite, ``ValueError`` for a method that there is not.
    """
    vector = np.ascontiguousarray(b, dtype=np.float64)
    if vector.ndim != 1:
        raise _pegsim.LcpError(f"b has {vector.ndim} dimensions; a vector is needed")
    start = None if warm is None else np.ascontiguousarray(warm, dtype=np.float64)
    limits = (float(tolerance), int(max_iterations))
    if hasattr(A, "tocsr"):
        rows = A.tocsr()
        if rows.shape != (vector.size, vector.size):
            raise _pegsim.LcpError(
                f"the matrix is {rows.shape[0]} × {rows.shape[1]} and b has {vector.size} entries; n × n and n are needed"
            )
        rows.sum_duplicates()
        compressed = (rows.indptr.tolist(), rows.indices.tolist(), rows.data.astype(np.float64).tolist())
        return _pegsim.solve_sparse(compressed, vector, method, limits, start)
    matrix = np.ascontiguousarray(A, dtype=np.float64)
    if matrix.ndim != 2:
        raise _pegsim.LcpError(f"A has {matrix.ndim} dimensions; a matrix is needed")
    return _pegsim.solve_dense(matrix, vector, method, limits, start)
