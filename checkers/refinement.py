"""Whether one channel is refined by another: a linear programme proposes, exact arithmetic decides.

A ⊑ B exactly if A·R = B for some kernel R: whoever has A's output can produce B's. HiGHS minimises
the distance Σ|A·R − B| in floats. Its solution proposes a kernel, its dual a gain matrix; either is
re-checked exactly, and where both are too close to call, the exact simplex method decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from dpverify.checkers.budget import Budget
from dpverify.checkers.floats import image_of
from dpverify.checkers.kernel.certificates.refinement import gain_separates, kernel_leads_to
from dpverify.checkers.linear import Feasible, feasible, solved
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, InternalError
from dpverify.defs.numbers import ONE, ZERO, Value
from dpverify.defs.operations import restrict
from dpverify.defs.qif.law import channel_given

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEGLIGIBLE = 1e-9
"""Floats below it propose 0; what they propose is then decided exactly."""
DENOMINATORS = (1, 2, 6, 60, 1000, 10**6, 10**12)
"""Gains are tried with small denominators first: a witness should be checked by hand."""

Rows = tuple[tuple[Value, ...], ...]
Unknowns = list[tuple[int, int]]


class Refinement:
    """The answer; ask for `.holds`. It has no truth value of its own."""

    holds: bool

    def __bool__(self) -> NoReturn:
        raise TypeError("a refinement has no truth value; ask for .holds")


@dataclass(frozen=True)
class Refined(Refinement):
    """A ⊑ B, by a kernel R with A·R = B: one row per output of A, one column per output of B."""

    kernel: Rows
    holds = True


@dataclass(frozen=True)
class NotRefined(Refinement):
    """A ⋢ B: under the uniform prior and these gains B leaks more than A.

    `gain` has one row for each of the `guesses` (the outputs of B) and one column per input,
    entries in [0, 1];
    `vulnerabilities` are the posterior g-vulnerabilities of A and, larger, of B; exact.
    """

    guesses: tuple[str, ...]
    gain: Rows
    vulnerabilities: tuple[Value, Value]
    holds = False


def refinement(a: Channel, b: Channel, *, time_limit: float | None = None) -> Refined | NotRefined:
    """Decide whether A is refined by B, A ⊑ B: is there a kernel R with A·R = B?

    Then B never leaks more than A, under any prior and gain function; and if not, there is a gain
    function under which it does.

    Args:
        a: n × m.
        b: n × k, with the same inputs in any order.
        time_limit: seconds for both linear programmes together; None for no limit.

    Returns:
        Refined with the kernel, or NotRefined with the gains; re-checked exactly.

    Raises:
        ChannelError: the channels have different inputs.
        Undecided: out of time, or too large for the exact method where floats do not suffice.

    Source:
        Alvim et al. 2020, ch. 9; Blackwell 1951 for the equivalence.

    >>> clear = Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]])
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> refinement(clear, rr).holds, refinement(rr, clear).vulnerabilities
    (True, (Value('3/4'), Value('1')))
    """
    if set(channel_given(a).inputs) != set(channel_given(b).inputs):
        raise ChannelError("the two channels have different inputs; give both the same ones")
    b = b if a.inputs == b.inputs else restrict(b, a.inputs)
    budget = Budget(time_limit)
    distance, kernel, dual = _proposed(a, b, budget)
    if distance < NEGLIGIBLE:
        made = _kernel_on(a, b, [(y, z) for y, z in _places(a, b) if kernel[y][z] > NEGLIGIBLE])
        if made is not None:
            return made
    for denominator in DENOMINATORS:
        gains = [[Fraction(g).limit_denominator(denominator) for g in row] for row in dual]
        found = _separated(a, b, [[Value(g) for g in row] for row in gains])
        if found is not None:
            return found
    return _by_simplex(a, b, budget)


def _places(a: Channel, b: Channel) -> Iterator[tuple[int, int]]:
    return ((y, z) for y in range(len(a.outputs)) for z in range(len(b.outputs)))


def _proposed(
    a: Channel, b: Channel, budget: Budget
) -> tuple[float, NDArray[Any], list[list[float]]]:
    """Floats: the smallest Σ|A·R − B|, R itself, and the dual as gains (guess × input)."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import bmat, eye, kron

    p, q = image_of(a.rows).floats, image_of(b.rows).floats
    (n, m), k = p.shape, q.shape[1]
    slack = eye(n * k)
    reach = kron(p, eye(k))  # unknowns R row by row, equations (input, output of B)
    sums = kron(eye(m), np.ones((1, k)))
    equations = bmat([[reach, slack, -slack], [sums, None, None]], format="csc")
    cost = np.concatenate([np.zeros(m * k), np.ones(2 * n * k)])
    right = np.concatenate([q.ravel(), np.ones(m)])
    left = budget.remaining()
    done = linprog(
        cost, A_eq=equations, b_eq=right, bounds=(0, None), method="highs",
        options={} if left is None else {"time_limit": left},
    )  # fmt: skip
    if done.status != 0:  # nothing proposed: no kernel, and no gains
        return 1.0, np.zeros((m, k)), []
    gains = done.eqlin.marginals[: n * k].reshape(n, k).T
    return float(done.fun), done.x[: m * k].reshape(m, k), gains.tolist()


def _kernel_on(a: Channel, b: Channel, support: Unknowns) -> Refined | None:
    """The kernel with that support; first column by column, then as one system."""
    by_column = [[y for y, z in support if z == column] for column in range(len(b.outputs))]
    columns = [_column(a, b, z, chosen) for z, chosen in enumerate(by_column)]
    entries = {
        (y, z): value
        for z, column in enumerate(columns)
        for y, value in zip(by_column[z], column or (), strict=False)
    }
    made = None if None in columns else _refined(a, b, entries)
    if made is None and len(support) * (len(a.inputs) * len(b.outputs)) <= MAX_COUPLED:
        solution = solved(*_system(a, b, support))
        made = _refined(a, b, dict(zip(support, solution or (), strict=False)))
    return made


MAX_COUPLED = 20_000
"""Entries of the one system for the whole kernel; beyond it the simplex method is asked."""


def _column(a: Channel, b: Channel, z: int, chosen: Sequence[int]) -> tuple[Value, ...] | None:
    rows = range(len(a.inputs))
    right = [b.entry(x, z) for x in rows]
    if not chosen:
        return None if any(right) else ()
    return solved([[a.entry(x, y) for y in chosen] for x in rows], right)


def _refined(a: Channel, b: Channel, entries: dict[tuple[int, int], Value]) -> Refined | None:
    """The answer with this kernel, if it is one and leads from A to B."""
    columns = range(len(b.outputs))
    rows = tuple(tuple(entries.get((y, z), ZERO) for z in columns) for y in range(len(a.outputs)))
    return Refined(rows) if kernel_leads_to(a, rows, b) else None


def _separated(a: Channel, b: Channel, gains: Sequence[Sequence[Value]]) -> NotRefined | None:
    """The answer with these gains, brought into [0, 1], if B is worth more under them."""
    if not gains:
        return None
    least = [min(column) for column in zip(*gains, strict=True)]
    raised = [[g - low for g, low in zip(row, least, strict=True)] for row in gains]
    most = max(map(max, raised))
    if most.is_zero:
        return None
    scaled = tuple(tuple(g / most for g in row) for row in raised)
    worth = gain_separates(a, b, scaled)
    n = len(a.inputs)
    return None if worth is None else NotRefined(b.outputs, scaled, (worth[0] / n, worth[1] / n))


def _system(a: Channel, b: Channel, unknowns: Unknowns) -> tuple[list[list[Value]], list[Value]]:
    """A·R = B and the sums of the rows of R, as equations in the unknowns R(z|y)."""
    matrix, right = [], []
    for x in range(len(a.inputs)):
        for z in range(len(b.outputs)):
            matrix.append([a.entry(x, y) if z == w else ZERO for y, w in unknowns])
            right.append(b.entry(x, z))
    for row in range(len(a.outputs)):
        matrix.append([ONE if y == row else ZERO for y, _ in unknowns])
        right.append(ONE)
    return matrix, right


def _by_simplex(a: Channel, b: Channel, budget: Budget) -> Refined | NotRefined:
    unknowns = list(_places(a, b))
    answer = feasible(*_system(a, b, unknowns), budget)
    found: Refined | NotRefined | None
    if isinstance(answer, Feasible):
        found = _refined(a, b, dict(zip(unknowns, answer.solution, strict=True)))
    else:
        n, k = len(a.inputs), len(b.outputs)
        gains = [[answer.multipliers[x * k + z] for x in range(n)] for z in range(k)]
        found = _separated(a, b, gains)
    if found is None:
        raise InternalError("the certificate of a refinement does not pass its checker")
    return found
