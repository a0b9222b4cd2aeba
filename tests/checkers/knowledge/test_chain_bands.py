"""Places of a known record that are taken together: against each of them, and forged terms."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from flint import arb, fmpz_poly

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.decide import measure
from dpverify.checkers.kernel import chain_bands as bands
from dpverify.checkers.kernel import chain_places as kernel
from dpverify.checkers.kernel import chains
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge import chain_averages, chain_places
from dpverify.checkers.knowledge.answers import tight
from dpverify.checkers.knowledge.chain_bands import Band, Zone, quotient
from dpverify.checkers.knowledge.chain_laws import Part
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.numbers import Value, parse
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


Sample = list[tuple[list[list[int]], list[list[int]]]]
"""For each place, and each value of the target, coefficients as stored and as they are."""


def sample(random: Random, scale: int) -> tuple[Sample, int]:
    """One to seven places with polynomials of four coefficients; how much is rounded off."""
    over = random.choice([0, 0, 3, 20])
    base = [[scale * random.randrange(1, 40) for _ in range(4)] for _ in range(2)]
    places: Sample = []
    for _ in range(random.randrange(1, 8)):
        some = [[max(1, c + scale * random.randrange(-9, 9)) for c in row] for row in base]
        places.append((some, [[c + random.randint(0, over) for c in row] for row in some]))
    return places, over


def sum_of_each(places: Sample, odds: Fraction, cut: int, unit: int) -> Fraction:
    """Σ_i Σ_o max(0, p_i(o) − e^ε·(Σ p_i/Σ q_i)·q_i(o)), by the definition."""
    truth = Fraction(0)
    for _, (p, q) in places:
        ratio = odds * Fraction(sum(p), sum(q))
        gains = [x - ratio * y for x, y in zip(p, q, strict=True)]
        truth += sum((max(Fraction(0), gain) for gain in with_silence(gains, cut)), Fraction(0))
    return truth / unit


MUCH = 10**6
ALTERNATING = [
    [[(50 + 9 * x) * MUCH for x in (s, -s, s, -s)], [50 * MUCH] * 4] for s in (1, -1) * 3
]
"""At e^ε = 1 each place gains 18, all of them together nothing, and one in doubt would be 36."""
WITHHELD = [
    [[(90 + 9 * s) * MUCH, 50 * MUCH, 5 * MUCH, 5 * MUCH], [x * MUCH for x in (20, 50, 40, 40)]]
    for s in (1, -1) * 3
]
"""At e^ε = 2 only ⊥, the counts 0 and 1, gains for some and loses for others."""


def test_the_kernel_bounds_whatever_is_in_doubt() -> None:
    """Places with signs of all kinds: the sum of all of them lies where it is said to be."""
    random, bits, doubtful = Random(1), 40, 0  # noqa: S311  # a seeded sample
    chain = days(4, 1, None, QUICK).family[0]
    assert isinstance(chain, Chain)
    places = kernel.Places(kernel_chain(chain), 1, bits)
    one = chains.Poly(fmpz_poly([1 << bits]))
    cases = [([(rows, rows) for rows in ALTERNATING], 0, -1, Fraction(1)),
             ([(rows, rows) for rows in WITHHELD], 0, 1, Fraction(2))]  # fmt: skip
    for _ in range(200):
        cut, odds = random.choice([-1, 0, 1]), Fraction(random.randrange(8, 16), 8)
        cases.append((*sample(random, 1), cut, odds))
    for some, over, cut, odds in cases:
        around = bands.Surroundings(places.laws, places.walk, (0, 1), [], [])
        # The rest of the chain is nothing, and differs by the value of the target.
        around.rest, around.keys = [{(0, 0): one}, {(0, 1): one}], [(0, 0), (0, 1)]
        for i, (stored, _) in enumerate(some):
            around._short[i, 0] = {(0, v): chains.Poly(fmpz_poly(stored[v]), 0, over)
                                   for v in range(2)}  # fmt: skip
        view = kernel.PlacesView(kernel_chain(chain), cut if cut >= 0 else None, 1)
        with working_precision(200):
            together = bands.Together(around, 0, len(some) - 1, 0)
            ball = view._sum(places, together, (0, 1), Value(odds).ball(200))
            truth = Value(sum_of_each(some, odds, cut, 1 << bits)).ball(200)
            doubtful += together.doubt(0, 1, Value(odds).ball(200), cut)[0] > 0
            assert (ball - truth).contains(0)
            for t, (low, high) in enumerate(together.bounds):
                for x in range(4):
                    for _, true in some:
                        assert low.between(x, x) <= true[t][x] <= high.between(x, x) + high.over
    assert doubtful > 20


def test_what_is_rounded_down_is_at_most_so_much_larger() -> None:
    """A number of fine units lies between what is stored and `over` more."""
    for stored, over in ((5 << bands.FINE, 0), ((5 << bands.FINE) + 7, 0), (3, 9 << bands.FINE)):
        rounded = bands.coarse(chains.Poly(fmpz_poly([stored]), 0, over))
        low = int(rounded.stored(1)) << bands.FINE
        assert low <= stored
        assert stored + over <= low + (rounded.over << bands.FINE)


def test_weighed_places_enclose_their_sum() -> None:
    """Σ k·c of one to seven places lies, coefficient by coefficient, in what is said of it.

    The oracle computes with fractions. In the first case k is a half, so that nothing but the last
    rounding is off; in the second each place is off by almost 1 for its k alone.
    """
    random, bits = Random(3), 40  # noqa: S311  # a seeded sample
    unit = 1 << bits
    chain = days(4, 1, None, QUICK).family[0]
    assert isinstance(chain, Chain)
    laws = chains.Stretches(kernel_chain(chain), bits)
    together = object.__new__(bands.Together)
    together.laws = laws
    cases = [([Fraction(1, 2)], [[unit - 1, 3]], 0),
             ([Fraction(2, 3 * 4**k) for k in range(7)], [[unit - 1, 5]] * 7, 0)]  # fmt: skip
    for _ in range(100):
        ratios = [Fraction(random.randrange(1, 99), random.randrange(1, 99))
                  for _ in range(random.randrange(1, 8))]  # fmt: skip
        rows = [[random.randrange(unit) for _ in range(3)] for _ in ratios]
        cases.append((ratios, rows, random.choice([0, 0, 1, 9])))
    for ratios, rows, over in cases:
        parts = [chains.Poly(fmpz_poly(row), 0, over) for row in rows]
        with working_precision(200):
            whole = together._weighed(parts, [Value(ratio).ball(200) for ratio in ratios])
        for x in range(len(rows[0])):
            low = sum(k * row[x] for k, row in zip(ratios, rows, strict=True))
            assert whole.between(x, x) <= low
            assert low + over * sum(ratios) <= whole.between(x, x) + whole.over


def test_the_engine_bounds_whatever_is_in_doubt() -> None:
    """The same of the engine, whose numbers are too small or too large by so much."""
    random, bits, doubtful = Random(2), 40, 0  # noqa: S311  # a seeded sample
    unit = 1 << bits
    for _ in range(200):
        given, slack = sample(random, 500)
        cut, odds = random.choice([-1, 0, 1]), Fraction(random.randrange(8, 16), 8)
        at = chain_averages.Evaluation(
            days(4, 1, cut if cut >= 0 else None, QUICK), 0, 1, Value(odds), bits, UNLIMITED,
            active=False,
        )  # fmt: skip
        one, nothing = Part(fmpz_poly([unit])), Part(fmpz_poly([]))
        near = {t: [[Part(fmpz_poly(stored[t]), 0, slack)] * 2 for stored, _ in given]
                for t in range(2)}  # fmt: skip
        walks = [[[one, nothing], [nothing, one]]] * (len(given) + 1)
        ratios = {(t, u): [[quotient(sum(true[t]), sum(true[u]), unit)] * 2 for _, true in given]
                  for t, u in ((0, 1), (1, 0))}  # fmt: skip
        far = {t: [one, one] for t in range(2)}
        zone = Zone(at.places.laws, walks, 0, 1, 0, len(given), near, far, ratios)
        band = zone.band(range(len(given)), 0)
        with working_precision(200):
            factor, off = at._factor(*map(at._sum, band.pair((0, 1))))
            doubt, rounding = band.doubt((0, 1), (factor - off, factor + off), at.cut, at.size)
            at._doubts[band.first, band.last, 0, (0, 1)] = doubt + rounding
            value = at._share(band, (0, 1), arb(1)).value / at.share
            truth = Value(sum_of_each(given, odds, cut, unit)).ball(200)
            assert (value - truth).contains(0)
        doubtful += doubt > 0
    assert doubtful > 20


def test_near_places_are_one_term() -> None:
    """At full precision: the same δ as from each place, terms that are re-checked, forged ones not.

    The oracle is the same engine going through all places one by one.
    """
    given = days(170, 80, 60, QUICKER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_places, "FEWEST", 1000)
        eps = {"eps": parse("1/10")}
        alone = tight(given, "ppkdp", "delta", eps, UNLIMITED).value.ball(136)
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
