"""Noisy max with gap, against sums over the winner's value, and geometric series."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

import pytest

from dpverify.checkers.answers.places import Witness
from dpverify.checkers.decide import check
from dpverify.checkers.verdict import Fails
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, parse
from dpverify.defs.programs import enumerations

WIDTH = 80


def law_of(queries: Sequence[int], number: int, gap: int, eps: float, beaten: int) -> float:
    """The probability of a winner with exactly this lead, in floats.

    Its value is v, others are at most v − gap, one of them exactly; those before it lose ties.
    """
    r = exp(-eps / 2)

    def at_most(k: int) -> float:
        return r**-k / (1 + r) if k < 0 else 1 - r ** (k + 1) / (1 + r)

    def others(v: int, lead: int) -> float:
        whole = 1.0
        for j, query in enumerate(queries):
            limit = min(v - lead - beaten, v - 1) if j < number else v - lead
            whole *= 1.0 if j == number else at_most(limit - query)
        return whole

    return sum(
        (1 - r) / (1 + r) * r ** abs(v - queries[number]) * (others(v, gap) - others(v, gap + 1))
        for v in range(-WIDTH, WIDTH)
    )


@pytest.mark.slow
def test_two_queries() -> None:
    """The output is the difference d of two noisy queries: r^|d|·(|d| + (1 + r²)/(1 − r²))·h²."""
    r = parse("exp(-1/2)")
    height = ((1 - r) / (1 + r)) ** 2
    passes = enumerations(library_mechanism("B17d").with_parameters(g="3"))
    found = [next(passes) for _ in range(2)][-1]
    law = found.laws[found.inputs.index("(0, 0)")]
    for d in range(-3, 3):
        label = f"(0, {d})" if d >= 0 else f"(1, {-d - 1})"
        wanted = height * r ** abs(d) * (abs(d) + (1 + r**2) / (1 - r**2))
        assert wanted - law.remaining <= Value(law.masses[label]) <= wanted


def test_two_queries_reach_eps_in_the_limit() -> None:
    """A difference moves by at most 2; the ratio of d + 2 to d tends to e^{−ε}."""
    r = exp(-0.5)

    def at(d: int) -> float:
        return r**d * (d + (1 + r**2) / (1 - r**2))

    ratios = [log(at(d) / at(d + 2)) for d in (1, 10, 100, 1000)]
    assert all(a < b < 1 for a, b in pairwise(ratios))
    assert ratios[-1] > 0.99


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["B17d", "B17t"])
def test_the_enumeration_meets_the_sum(name: str) -> None:
    """Every exact lead of four queries, and of three, within what remains."""
    sound = name == "B17d"
    found = library_mechanism(name).with_parameters(eps="2", g="2")
    if sound:
        found = found.with_parameters(n="3")
    enumeration = next(enumerations(found))
    picked = ["(0, 0, 0)", "(1, 0, -1)"] if sound else ["(0, 0, 0, 0)", "(1, 1, -1, -1)"]
    for label in picked:
        law = enumeration.laws[enumeration.inputs.index(label)]
        queries = found.cases()[label]
        for number in range(len(queries)):
            for gap in range(2):
                mass = Value(law.masses.get(f"({number}, {gap})", 0)).approx()
                wanted = law_of(queries, number, gap, 2.0, int(sound))
                assert mass - 1e-9 <= wanted <= mass + law.remaining.approx() + 1e-9


def test_ties_break_the_plain_gap() -> None:
    """ln of the ratio of output (2, 0) is 1.509 at ε = 1, and 3.37 at ε = 2, by sums alone."""
    for eps, loss in ((1.0, 1.509), (2.0, 3.367)):
        p, q = (law_of(x, 2, 0, eps, 0) for x in ((0, 0, 0, 0), (1, 1, -1, -1)))
        assert log(p / q) == pytest.approx(loss, abs=1e-3)
        assert log(p / q) > 1.5 * eps
        fair = (law_of(x, 2, 0, eps, 1) for x in ((0, 0, 0, 0), (1, 1, -1, -1)))
        assert abs(log(next(fair) / next(fair))) < eps


@pytest.mark.long
def test_the_verdicts() -> None:
    assert check(library_mechanism("B17d"), ApproxDP(eps=1, delta="1e-3")).holds
    refuted = check(library_mechanism("B17t"), ApproxDP(eps=2, delta="1/50"))
    assert isinstance(refuted, Fails)
    assert isinstance(refuted.witness, Witness)
    assert refuted.witness.event == ("(2, 0)",)
