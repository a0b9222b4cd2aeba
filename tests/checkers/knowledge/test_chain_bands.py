"""Places of a known record that are taken together: against each of them, and forged terms."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.decide import measure
from dpverify.checkers.kernel import chain_bands as bands
from dpverify.checkers.kernel import chain_places as kernel
from dpverify.checkers.kernel import chains
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge import chain_averages, chain_places
from dpverify.checkers.knowledge.chain_bands import Band
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from tests.checkers.knowledge.test_chain_places import (
    QUICK,
    QUICKER,
    THREE,
    days,
    kernel_chain,
    with_silence,
)


@pytest.mark.parametrize("steps", [QUICK, THREE])
def test_places_together_enclose_the_sum_of_each(steps: Any) -> None:
    """Σ_i Σ_o max(0, g_i(o)) of places near each other, by the engine and by the kernel.

    The oracle goes through them one by one, with exact integers (see `true_sums`). Far from the
    target and the ends nothing is in doubt and both agree to 30 digits; near them the signs of the
    g_i differ, and the truth lies between max(0, Σ_i g_i) and that with the doubt.
    """
    n, target, cut, odds, bits = 40, 20, 14, Fraction(8, 7), 150
    start = {v: str(Fraction(1, len(steps))) for v in steps}
    given = days(n, target, cut, steps, start=start)
    chain = given.family[0]
    assert isinstance(chain, Chain)
    view = kernel.PlacesView(kernel_chain(chain), cut, target)
    narrow = wide = 0
    with working_precision(bits + 64), pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_places, "SPARE", bits - 12)
        at = chain_averages.Evaluation(given, 0, target, Value(odds), bits, UNLIMITED, active=False)
        places = view.places(bits)
        for low, high in ((0, 5), (3, 7), (12, 17), (16, 19), (21, 23), (22, 28), (36, 39)):
            around = places.around(max(low - 3, 0), min(high + 3, n - 1))
            if high < target <= high + 3 or low - 3 <= target < low:
                ends = (low - 3, target) if high < target else (target, high + 3)
                around = places.around(*ends)
            for b in range(len(steps)):
                together = bands.Together(around, low, high, b)
                for t, u in permutations(range(len(places.own)), 2):
                    truth = true_sums(view.chain, (low, high, b, target), (t, u), odds, cut)
                    ball = view._sum(places, together, (t, u), Value(odds).ball(bits))
                    assert (ball - Value(truth).ball(bits)).contains(0)
                    narrow += float(ball.rad()) < 1e-30
                    wide += float(ball.rad()) > 1e-6
        for some in at.places.stretches(lambda band: _holds(at, band, view.chain, odds, cut)):
            assert some.size >= 1
    assert narrow >= 4
    assert wide > 10


def _holds(
    at: chain_averages.Evaluation, band: Band, given: chains.Chain, odds: Any, cut: int
) -> bool:
    """Whether the engine takes a band; the truth lies where it says, whether it takes it or not."""
    taken = at._decides(band)
    for pair in permutations(at.places.own, 2):
        factor, off = at._factor(*map(at._sum, band.pair(pair)))
        doubt, rounding = band.doubt(pair, (max(factor - off, 0), factor + off), at.cut, at.size)
        at._doubts[band.first, band.last, band.b, pair] = doubt + rounding
        where = band.first, band.last, band.b, at.target
        truth = true_sums(given, where, pair, odds, cut)
        share = at._share(band, pair, arb(1)).value / at.share
        assert (share - Value(truth).ball(200)).contains(0)
        assert not taken or float(share.rad()) < 1e-30
    return taken


def true_sums(
    given: chains.Chain,
    where: tuple[int, int, int, int],
    pair: tuple[int, int],
    odds: Any,
    cut: int,
) -> Fraction:
    """Σ_i Σ_o max(0, q_{i,t}(o) − e^ε·(A_i/B_i)·q_{i,u}(o)), from integers over a common unit."""
    laws, (low, high, b, target) = chains.Stretches(given, None), where
    truth = Fraction(0)
    for i in range(low, high + 1):
        one, other = (laws.joint({i: b, target: t}) for t in pair)
        ratio = odds * Fraction(int(one.stored(1)), int(other.stored(1)))
        p, q = (with_silence([Fraction(law.between(x, x)) for x in range(given.n + 1)], cut)
                for law in (one, other))  # fmt: skip
        gains = (max(Fraction(0), x - ratio * y) for x, y in zip(p, q, strict=True))
        truth += sum(gains, Fraction(0)) / given.unit**given.n
    return truth


def test_near_places_are_one_term() -> None:
    """At full precision: the same δ as from each place, terms that are re-checked, forged ones not.

    The oracle is the same engine going through all places one by one.
    """
    given = days(170, 80, 60, QUICKER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_places, "FEWEST", 1000)
        alone = measure(given, "ppkdp", eps="1/10").tight["delta"].ball(136)
    answer = measure(given, "ppkdp", eps="1/10")
    assert answer.not_rechecked is None
    assert (answer.tight["delta"].ball(136) - alone).contains(0)
    document = json.loads(answer.to_json())
    terms = document["attained_by"]["terms"]
    several = [k for k, term in enumerate(terms) if ".." in term["known"]]
    near = [k for k in several if int(terms[k]["known"].split("..")[0]) < 12]
    assert near
    first, rest = terms[near[0]]["known"].split("..")
    for forgery in (
        {"known": f"{int(first) + 1}..{rest}"},
        {"weight": {"exact": None, "lower": "0.01", "upper": "0.01"}},
        {"probabilities": terms[near[0]]["probabilities"][::-1]},
    ):
        forged = deepcopy(document)
        forged["attained_by"]["terms"][near[0]].update(forgery)
        assert replay(json.dumps(forged)).status == "rejected"
    assert replay(json.dumps(document)).status == "accepted"
