"""The efficient attack: a linear program finds the database that fits noisy answers best.

Over x in [0, 1]^n it makes the sum (or the largest) of |Σ_{i in S} x[i] − R_S| as small as can be
and rounds x. The program is sparse: the queries stand in it once. HiGHS solves it in floats by an
interior-point method; nothing is proved by that, the result is a guess that is compared with the
truth.

Source: Dinur, Nissim 2003, theorem 5; Dwork, McSherry, Talwar 2007 (the sum of the errors).
"""

from __future__ import annotations

from typing import Any

from dpverify.defs.errors import Undecided

Table = Any


def decoded(queries: Table, answers: Table, *, largest: bool, seconds: float | None = None) -> Any:
    """The database that a linear program reads from answers.

    Args:
        queries: a sparse matrix of zeros and ones, m queries × n records.
        answers: m numbers.
        largest: whether the largest error is made small, which suits noise that is bounded and
            spread evenly; else the sum of the errors, which suits noise with tails.
        seconds: for the solver; None sets no limit.

    Returns: n bits as an array of 0 and 1.
    Raises: Undecided("time") or Undecided("solver") where HiGHS found no optimum.
    """
    from scipy.optimize import linprog

    program = _largest(queries, answers) if largest else _sum(queries, answers)
    options = {} if seconds is None else {"time_limit": seconds}
    found = linprog(**program, method="highs-ipm", options=options)
    if found.status == 1:
        raise Undecided("time", f"the linear program was not solved within {seconds} s")
    if found.status != 0:
        raise Undecided("solver", f"HiGHS did not solve the linear program: {found.message}")
    return (found.x[: queries.shape[1]] > 1 / 2).astype("int8")


def _sum(queries: Table, answers: Table) -> dict[str, Any]:
    """Σ (u + v) with Q·x + u − v = R, u ≥ 0, v ≥ 0."""
    import numpy as np
    from scipy import sparse

    m, n = queries.shape
    one = sparse.identity(m, format="csc")
    return {
        "c": np.concatenate([np.zeros(n), np.ones(2 * m)]),
        "A_eq": sparse.hstack([queries, one, -one], format="csc"),
        "b_eq": answers,
        "bounds": [(0, 1)] * n + [(0, None)] * (2 * m),
    }


def _largest(queries: Table, answers: Table) -> dict[str, Any]:
    """t with Q·x + u = R, −t ≤ u ≤ t."""
    import numpy as np
    from scipy import sparse

    m, n = queries.shape
    one, most = sparse.identity(m), sparse.csc_matrix(np.ones((m, 1)))
    none = sparse.csc_matrix((m, n))
    within = [[none, one, -most], [none, -one, -most]]
    return {
        "c": np.concatenate([np.zeros(n + m), [1.0]]),
        "A_eq": sparse.hstack([queries, one, sparse.csc_matrix((m, 1))], format="csc"),
        "b_eq": answers,
        "A_ub": sparse.bmat(within, format="csc"),
        "b_ub": np.zeros(2 * m),
        "bounds": [(0, 1)] * n + [(None, None)] * m + [(0, None)],
    }
