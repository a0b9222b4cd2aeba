"""The smallest ε at which an n-fold composition is (ε, δ)-private: enclosed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, Number, Value
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.lattice import Lattice
from dpverify.defs.risk.parameters import count, positive, share

HALVINGS = 24
FEWEST, MOST = 50, 200
CELLS = 40_000


def composed_range(law: LossLaw, n: Any, delta: Any) -> tuple[Number, Number]:
    """Two numbers of nats between which the smallest ε with δ(ε) ≤ δ lies, for n draws of a law.

    Losses are rounded to a lattice, down for the lower end and up for the upper, and composed
    exactly; each end is found by halving [0, n·ε₀], where ε₀ is the largest loss.

    Args:
        law: of one loss, bounded.
        n: how many independent losses are added.
        delta: δ in (0, 1].

    Returns:
        (lower, upper): δ(ε) > δ for every ε < lower, and δ(upper) ≤ δ.

    Raises:
        DomainError: a number out of range, or an unbounded loss.
    """
    times, bound = count(n, "n"), share(positive(delta, "δ"), "δ")
    if law.largest == INFINITY:
        raise DomainError("the loss is unbounded; its composition is not enclosed here")
    unit = law.largest * Fraction(1, max(FEWEST, min(MOST, CELLS // times)))
    whole = law.largest * times
    ends = []
    for up in (False, True):
        lattice = Lattice.rounded(law, unit, up=up).composed(times)
        low, high = Fraction(0), Fraction(1)
        if bool(lattice.delta(Value(0)).ball(64) <= bound.ball(64)):
            ends.append(whole * 0)
            continue
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            ball, limit = lattice.delta(whole * middle).ball(64), bound.ball(64)
            # What balls do not tell apart counts against the end that is looked for.
            above = bool(ball > limit) if not up else not bool(ball <= limit)
            low, high = (middle, high) if above else (low, middle)
        ends.append(whole * (high if up else low))
    return ends[0], ends[1]
