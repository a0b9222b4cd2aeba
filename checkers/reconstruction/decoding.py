"""The efficient attack: a linear program finds the database that fits noisy answers best.

Over x in [0, 1]^n it makes Σ_S |Σ_{i in S} x[i] − R_S| as small as can be, and x is rounded. HiGHS
is given the dual program, which has a row for each record instead of one for each query, and solves
it in floats by an interior-point method; x are its multipliers. Nothing is proved by that: the
result is a guess, which is compared with the truth.

Source: Dinur, Nissim 2003, theorem 5; Dwork, McSherry, Talwar 2007 (the sum of the errors).
"""

from __future__ import annotations

from typing import Any

from dpverify.defs.errors import Undecided

Table = Any
"""A numpy array, or a sparse matrix of scipy."""


def decoded(queries: Table, answers: Table, *, seconds: float | None = None) -> Table:
    """The database that a linear program reads from answers.

    Args:
        queries: a sparse matrix of zeros and ones, m queries × n records.
        answers: m numbers.
        seconds: for the solver; None sets no limit.

    Returns: n bits as an array of 0 and 1.
    Raises: Undecided("time") or Undecided("solver") where HiGHS found no optimum.
    """
    from scipy.optimize import linprog

    options = {} if seconds is None else {"time_limit": seconds}
    solution = linprog(**_dual(queries, answers), method="highs-ipm", options=options)
    if solution.status == 1:
        raise Undecided("time", f"the linear program was not solved within {seconds} s")
    if solution.status != 0:
        raise Undecided("solver", f"HiGHS did not solve the linear program: {solution.message}")
    return (-solution.ineqlin.marginals > 1 / 2).astype("int8")


def _dual(queries: Table, answers: Table) -> dict[str, Any]:
    """max R·y − Σ w with Qᵀ·y ≤ w, −1 ≤ y ≤ 1, w ≥ 0; the multiplier of a row is x[i]."""
    import numpy as np
    from scipy import sparse

    m, n = queries.shape
    return {
        "c": np.concatenate([-answers, np.ones(n)]),
        "A_ub": sparse.hstack([queries.T, -sparse.identity(n)], format="csc"),
        "b_ub": np.zeros(n),
        "bounds": [(-1, 1)] * m + [(0, None)] * n,
    }
