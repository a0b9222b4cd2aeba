"""One record replaced by another one, on a sample: a curve above, and one that is attained.

Let A and B be the laws of the answer with either record, on samples in which it takes part, and R
that on samples in which it does not, which have probability 1 − q. Let f be the curve of noise that
is moved by the sensitivity. With M = (1 − q)·R + q·A, N = (1 − q)·R + q·B, t ≥ 1 and
s = (t − 1 + q)/q, which is at least t,

    M − t·N  =  q·(A − s·((t/s)·B + (1 − t/s)·R)),

so that sup over S of M(S) − t·N(S) ≤ q·f(s), as f bounds A against B and A against R alike (Balle,
Barthe, Gaboardi 2018, Theorem 2). That is the curve of a record that is *removed*. For t < 1 the
same with M and N exchanged gives 1 − t and t times that curve at 1/t, which is the curve of a
record that is *added*.

That f bounds A against R too is assumed of Poisson samples: leaving a record out moves an answer by
no more than replacing it. Of samples without replacement it follows, as a sample without the record
is one with it in which another record has taken its place.

Attained is the curve of a record that is removed, by a query to which one of both records, and all
others, contribute nothing, and the other one as much as the sensitivity.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.accounting.curves import Bracket, Mesh, Step, Values, bracket

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ReplacedStep:
    """The curve above: that of `removed` from loss 0 on, and that of `added` below."""

    removed: Step
    added: Step

    def values(self, losses: Floats) -> Values:
        """See `Step`."""
        first, second = self.removed.values(losses), self.added.values(losses)
        chosen = {
            field.name: np.where(
                losses >= 0, getattr(first, field.name), getattr(second, field.name)
            )
            for field in fields(Values)
        }
        return Values(**chosen)

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`."""
        return self.added.span(below, above)[0], self.removed.span(below, above)[1]

    def bracket(self, mesh: Mesh, dropped: float) -> Bracket:
        """The upper law of this curve, and the lower one of what is attained.

        The chord of the cell at 0 joins both curves at grid points, so it lies above f there too.
        """
        above = bracket(self, mesh, dropped)
        return Bracket(above.upper, bracket(self.removed, mesh, dropped).lower)
