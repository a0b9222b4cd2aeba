"""Total variation: brute force over events, and (0, δ)-DP under another name."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpverify.defs.definitions import TotalVariation
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.numbers import ONE
from tests.defs.definitions.samples import RR, channel
from tests.defs.divergences.pairs import random_pairs


def test_brute_force() -> None:
    """The largest |P(S) − Q(S)| over all events, and δ at ε = 0 in both orders."""
    for p, q in random_pairs(50, seed=41, zeros=True):
        outputs = range(len(p))
        events = chain.from_iterable(combinations(outputs, k) for k in range(len(p) + 1))
        most = max(
            abs(Fraction(sum(p[o] for o in s), sum(p)) - Fraction(sum(q[o] for o in s), sum(q)))
            for s in events
        )
        subject = channel(p, q)
        found = TotalVariation(1).measured(subject)
        assert found.value == most
        for one, two in ((0, 1), (1, 0)):
            assert hockey_stick(subject.row(one), subject.row(two), ONE) == most
        first, second = found.spot.probabilities
        assert first - second == most


def test_the_boundary() -> None:
    """δ = 1/2 holds of randomised response; anything smaller fails, by what is missing."""
    assert TotalVariation("1/2").ruling(RR).violated is None
    claim = TotalVariation("1/2 - 1e-40")
    spot = claim.ruling(RR).violated
    assert spot is not None
    assert claim.excess(RR, spot) == Fraction(1, 10**40)  # type: ignore[arg-type]
