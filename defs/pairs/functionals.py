"""What each definition asks of a pair: the smallest value of its last parameter that holds there.

A definition is this functional with a quantifier over pairs of neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.numbers import Loss, Number
from dpverify.defs.pairs.contract import Pair

Functional = Callable[[Pair, Mapping[str, Any]], Number]
"""From a pair and the other parameters of the definition, by name."""

FUNCTIONALS: Final[dict[str, Functional]] = {
    "pure-dp": lambda pair, _: pair.largest_loss(),
    "local-dp": lambda pair, _: pair.largest_loss(),
    "approx-dp": lambda pair, given: pair.excess(given["eps"]),
    "probabilistic-dp": lambda pair, given: pair.beyond(given["eps"]),
    "privacy-at-risk": lambda pair, given: pair.beyond_either_way(given["eps"]),
    "total-variation": lambda pair, _: pair.excess(Loss(0)),
    "bounded-range": lambda pair, _: pair.loss_range(),
    "renyi-dp": lambda pair, given: pair.divergence(Fraction(given["alpha"])),
    "chi-squared-dp": lambda pair, _: pair.chi_squared(),
    "zcdp": lambda pair, _: pair.rate(),
    "gaussian-dp": lambda pair, _: pair.gaussian_distance(),
}
"""By the name of the definition. Those that are not here ask for more than two laws, such as a
distance between inputs or a prior, or have no parameter."""
