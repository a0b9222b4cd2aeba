"""Saved results about neighbours in norms and of records, and about claims in symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dpverify as dv
from dpverify.checkers.decide import check
from dpverify.checkers.symbols.claim import SymbolicClaim
from dpverify.defs.programs import mechanism
from tests.census.kinds_released import Document, saved


@mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l1("3/2"))
def histogram(x: Any, draw: Any) -> Any:
    """Two cells with Laplace noise."""
    return tuple(each + draw.laplace(2) for each in x)


@mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l2(2))
def correlated(x: Any, draw: Any) -> Any:
    """Values whose worst move is no rational one."""
    one, both = draw.gaussian(1), draw.gaussian(2)
    return x[0] + one + both, x[1] + both


@mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l2(1))
def of_the_loss(x: Any, draw: Any) -> Any:
    """The largest loss is a root."""
    return tuple(each + draw.laplace(2) for each in x)


@mechanism(inputs=[(0, 1), (10, 2)], moves=dv.moves.add_or_remove(0, 10))
def mean(given: Any, draw: Any) -> Any:
    """A scale that tells the size."""
    return given[0] / given[1] + draw.laplace(10 / given[1])


@mechanism(inputs=[(0, 0)], moves=dv.moves.l2("Delta"), symbols=("Delta", "sigma"))
def clipped(x: Any, draw: Any, *, Delta: Any = "1", sigma: Any = "1") -> Any:  # noqa: N803
    """A vector with Gaussian noise."""
    del Delta
    return tuple(each + draw.gaussian(sigma) for each in x)


def _measured(program: Any, name: str) -> Callable[[], Document]:
    return lambda: saved(dv.measure(program, name, all_inputs=True))


def _checked(program: Any, claim: Any) -> Callable[[], Document]:
    return lambda: saved(check(program, claim, all_inputs=True))


KINDS: dict[str, Callable[[], Document]] = {
    "neighbours: a histogram in l1, measured": _measured(histogram, "zcdp"),
    "neighbours: a ball, between bounds": _measured(correlated, "zcdp"),
    "neighbours: a ball, fails": _checked(correlated, dv.ZCDP(rho=4)),
    "neighbours: a ball, a root": _measured(of_the_loss, "pure-dp"),
    "neighbours: a size that divides, fails": _checked(mean, dv.PureDP(eps=1)),
    "neighbours: in symbols, holds": _checked(
        clipped, SymbolicClaim("gaussian-dp", {"mu": "Delta/sigma"})
    ),
    "neighbours: in symbols, fails": _checked(
        clipped, SymbolicClaim("gaussian-dp", {"mu": "Delta/(2*sigma)"})
    ),
}
"""By the name of a kind, what makes a genuine document of it."""
