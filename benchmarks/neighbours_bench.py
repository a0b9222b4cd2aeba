"""Times of single questions about neighbours in norms, of records, and in symbols.

`python -m benchmarks.neighbours_bench`. Each line: the question, the answer, seconds. The first
question, which imports the engines, is not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import dpverify as dv
from dpverify.defs.programs import mechanism

check: Any = dv.check


def vector(law: str, moves: Any, count: int, scale: Any = 2) -> Any:
    """So many numbers with noise of their own."""

    @mechanism(inputs=[(0,) * count], moves=moves)
    def values(x: Any, draw: Any) -> Any:
        return tuple(each + getattr(draw, law)(scale) for each in x)

    return values


@mechanism(inputs=[(0,) * 6], moves=dv.moves.l2(1))
def correlated(x: Any, draw: Any) -> Any:
    """Six values that share a noise."""
    both = draw.gaussian(1)
    return tuple(each + both + draw.gaussian(k + 1) for k, each in enumerate(x))


@mechanism(inputs=[(0, 1), (10, 2)], moves=dv.moves.add_or_remove(0, 10))
def mean(given: Any, draw: Any) -> Any:
    """A scale that tells the size."""
    return given[0] / given[1] + draw.laplace(10 / given[1])


@mechanism(inputs=[(0, 0)], moves=dv.moves.l2("Delta"), symbols=("Delta", "sigma"))
def clipped(x: Any, draw: Any, *, Delta: Any = "1", sigma: Any = "1") -> Any:  # noqa: N803  (as papers write it)
    """A clipped vector, of any radius and scale."""
    del Delta
    return tuple(each + draw.gaussian(sigma) for each in x)


def measured(program: Any, name: str) -> Callable[[], str]:
    """The smallest parameter."""
    return lambda: str(next(iter(dv.measure(program, name, all_inputs=True).tight.values())))


def checked(program: Any, claim: Any) -> Callable[[], str]:
    """The verdict."""
    return lambda: str(check(program, claim, all_inputs=True).name)


QUESTIONS: dict[str, Callable[[], str]] = {
    "100 cells, l1, Laplace, pure": measured(vector("laplace", dv.moves.l1(1), 100), "pure-dp"),
    "12 cells, exchange, Laplace": measured(vector("laplace", dv.moves.exchange(), 12), "pure-dp"),
    "12 cells, exchange, integers": measured(
        vector("discrete_laplace", dv.moves.exchange(), 12), "pure-dp"
    ),
    "100 entries, l2, Gaussian, GDP": measured(
        vector("gaussian", dv.moves.l2("3/2"), 100), "gaussian-dp"
    ),
    "100 entries, l2, Laplace, pure": measured(vector("laplace", dv.moves.l2(1), 100), "pure-dp"),
    "6 entries, l2, correlated, zCDP": measured(correlated, "zcdp"),
    "sum and size": checked(mean, dv.PureDP(eps=5)),
    "in symbols, holds": checked(clipped, dv.SymbolicClaim("gaussian-dp", {"mu": "Delta/sigma"})),
    "in symbols, fails": checked(
        clipped, dv.SymbolicClaim("gaussian-dp", {"mu": "Delta/(2*sigma)"})
    ),
}


def main() -> None:
    """Print all lines."""
    measured(vector("laplace", dv.moves.l1(1), 2), "pure-dp")()
    for question, answer in QUESTIONS.items():
        started = perf_counter()
        said = answer()
        print(f"{question:34} {said[:40]:42} {perf_counter() - started:6.2f} s", flush=True)


if __name__ == "__main__":
    main()
