"""Permute-and-flip, with the account that only the exponential mechanism has."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.permute_and_flip import permute_and_flip
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.numbers import exp
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B40z",
    name="permute-and-flip-as-zcdp",
    title="permute-and-flip on n scores −1, 0, 1 with base e^{ε/2}, accounted as bounded range",
    claim="ε²/8-zCDP",
    truth="more: at ε = 1 and n = 2, (0,0) against (1,−1) needs .26047 > .125",
    source="an account of the OpenDP library, issue 2911",
)
def permute_and_flip_as_zcdp(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> int:
    """As `permute-and-flip`; its privacy losses can span more than ε."""
    return int(permute_and_flip.function(vector, draw, base=exp(eps / 2), candidates=n, largest=1))
