"""The bijections φ of Proposition 26, written down: one formula for each of its six queries.

For independent records and fixed known ones with statistics s₁, s₂ (sums, or the product):
count, linear o − s₁ + s₂; arithmetic mean o + (s₂ − s₁)/n; geometric mean o·(s₂/s₁)^{1/n};
harmonic mean n/(n/o − s₁ + s₂); quadratic mean √(o² + (s₂ − s₁)/n).
Source: Desfontaines et al. 2020, Proposition 26 of the thesis version, which states the first two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge.queries import Query

REDUCIBLE: Final = (
    "count",
    "linear",
    "arithmetic-mean",
    "geometric-mean",
    "harmonic-mean",
    "quadratic-mean",
)
_ROOT = re.compile(r"\((.+)\)\*\*\(1/[0-9]+\)")


def symbolic_phi(query: Query, n: int, first: str, second: str) -> Callable[[str], str]:
    """φ as a function of texts of outputs, exact.

    Args: n the number of records; first, second the statistics of the known records, as in the
        `known` of a slice.
    Raises: UsageError for a query that Proposition 26 does not speak of.

    >>> symbolic_phi(Query("arithmetic-mean"), 4, "1", "3")("1/2")
    '1'
    """
    if query.name not in REDUCIBLE:
        raise UsageError(f"Proposition 26 says nothing about {query.name}")
    a, b = Fraction(first), Fraction(second)

    def phi(output: str) -> str:
        root = _ROOT.fullmatch(output)
        o = Fraction(root[1] if root else output)
        match query.name:
            case "geometric-mean":
                return f"({o * b / a})**(1/{n})"
            case "quadratic-mean":
                return f"({o + (b - a) / n})**(1/2)"
            case "arithmetic-mean":
                return str(o + (b - a) / n)
            case "harmonic-mean":
                return str(n / (n / o - a + b))
            case _:
                return str(o - a + b)

    return phi
