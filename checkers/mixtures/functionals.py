"""What each definition asks of two mixtures: the smallest value of its last parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.mixtures.compared import Answer
from dpverify.checkers.mixtures.margins import margin
from dpverify.checkers.mixtures.pair import MixturePair
from dpverify.defs.numbers import Loss

Functional = Callable[[MixturePair, Mapping[str, Any]], Answer]

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
    "f-dp": lambda pair, given: margin(pair, given["trade_off"]),
}
"""By the name of the definition, from a pair and the other parameters; of f-dp the margin."""
