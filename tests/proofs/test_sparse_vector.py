"""Sparse vector: its exact law, and from which n and c on its mistakes are mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, Value
from dpverify.proofs.entries import sparse_vector_variants as variants
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.selections import SPARSE, Rule, against, answered, law, mass, outputs
from dpverify.proofs.statement import Property

FIFTH, THIRD, HALF = Fraction(1, 5), Fraction(1, 3), Fraction(1, 2)
FAR = range(-2, 3)


def _chance(z: int, ratio: Fraction) -> Fraction:
    return (1 - ratio) / (1 + ratio) * ratio ** abs(z)


@pytest.mark.parametrize("rule", SPARSE)
@pytest.mark.parametrize("c", [1, 2])
def test_the_law_is_that_of_the_algorithm(rule: Rule, c: int) -> None:
    """Beside a sum over noises of at most 2: beyond it each of 4 has mass 2·5^(−3)/(1 + 1/5)."""
    answers, thresholds = (1, -1), c if rule == "sparse vector anew" else 1
    summed: dict[object, Fraction] = {}
    for noises in product(FAR, repeat=2):
        for levels in product(FAR, repeat=thresholds):
            chance = Fraction(1)
            for z in noises:
                chance *= _chance(z, FIFTH)
            for z in levels:
                chance *= _chance(z, FIFTH)
            given = answered(rule, [x + z for x, z in zip(answers, noises, strict=True)], levels, c)
            summed[given] = summed.get(given, Fraction(0)) + chance
    exact = law(rule, answers, FIFTH, FIFTH, c)
    assert sum(exact.values()) == 1
    assert exact.keys() == {*outputs(2, c)} >= summed.keys()
    for output, chance in exact.items():
        assert 0 <= chance - summed.get(output, 0) <= Fraction(4, 75)


def test_with_one_answer_it_is_above_threshold() -> None:
    """c = 1: the place of the first answer above, with either threshold."""
    answers = (0, 2, -1)
    first = law("above threshold", answers, THIRD, HALF)
    for rule in SPARSE:
        sparse = law(rule, answers, THIRD, HALF, 1)
        for place in (0, 1, 2):
            assert sparse[(*(False,) * place, True)] == first[place]
        assert sparse[False, False, False] == first[None]


def test_runs_are_independent() -> None:
    """With new thresholds a law is a product: by hand, 1/2 for each of two equal answers above 0.

    P[Z ≥ R] of Z and R with the same law is 1/2 + P[Z = R]/2, and P[Z = R] is 5/27 for ratio 1/2.
    """
    once = HALF + Fraction(5, 54)
    assert law("sparse vector anew", [0, 0], HALF, HALF, 2)[True, True] == once**2
    assert law("sparse vector", [0, 0], HALF, HALF, 2)[True, True] > once**2


def test_no_noise_is_a_step() -> None:
    """A threshold without noise, and answers without: P[Z ≥ 1] = 1/3 for ratio 1/2, and 1 or 0."""
    assert mass(against((True,), (-1,)), HALF, (Fraction(0), 0)) == Fraction(1, 3)
    for answer, chance in ((-1, Fraction(1, 3)), (0, Fraction(2, 3))):
        (tail,) = against((True,), (answer,))
        step = replace(tail, noisy=False)
        assert mass([step], HALF, (HALF, 0)) == chance


# ---------------------------------------------------------------- the smallest n and c

Case = tuple[str, Callable[..., dict[str, Fraction]], tuple[int, int], Callable[[int], Fraction]]
A, T = variants.A, variants.T
CASES: list[Case] = [
    ("noise-not-scaled", variants.as_it_is, (4, 2), lambda _: A**2 * T),
    ("no-noise-on-answers", variants.without_noise_on_answers, (2, 1), lambda _: A**2 * T),
    ("no-noise-on-threshold", variants.same_threshold_for_all, (3, 1), lambda c: A ** (2 * c)),
    ("free-threshold", variants.as_it_is, (3, 1), lambda c: A ** (2 * c)),
    ("values-released", variants.with_values, (3, 1), lambda c: A ** (2 * c) * T),
]


LONG = {"noise-not-scaled": [pytest.mark.long]}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case[0], marks=LONG.get(case[0], ())) for case in CASES]
)
def test_which_is_the_smallest(case: Case) -> None:
    """Found at this n and c; with fewer queries nothing is wrong, for any answers near 0.

    Where the claim is the same for every c, c = n says it all: a smaller c releases a part.
    """
    name, released, smallest, least = case
    found = search(entry(f"dp.sparse-vector.{name}").statement, instances=16).found
    assert found is not None
    assert (found.shape["queries"], found.shape["c"]) == smallest
    known = cache(released)
    for n in range(1, smallest[0]):
        for c in range(n if least(1) == least(2) else 1, n + 1):
            for x, y in _neighbours(n):
                p, q = known(x, c), known(y, c)
                assert all(least(c) * chance <= q.get(o, 0) for o, chance in p.items())


def _neighbours(n: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for x in product((-1, 0, 1) if n < 3 else (-1, 1), repeat=n):
        for change in product((-1, 1), repeat=n):
            yield x, tuple(a + d for a, d in zip(x, change, strict=True))


@pytest.mark.parametrize("name", ["any", "counts", "new-thresholds.any", "new-thresholds.counts"])
def test_what_is_proved_is_nearly_attained(name: str) -> None:
    """At n = 3 and c = 1 the loss comes within 5 % of the bound: so the bound is no loose one."""
    said = entry(f"dp.sparse-vector.{name}").statement.conclusion
    assert isinstance(said, Property)
    assert said.selection is not None
    bound = A**said.selection.own * T
    x, y = ((3, 3, -3), (4, 4, -4)) if said.selection.least else ((3, 3, -3), (4, 4, -3))
    p, q = (law(said.selection.rule, each, A, T, 1) for each in (x, y))
    ratios = [min(p[o] / q[o], q[o] / p[o]) for o in p]
    assert bound <= min(ratios)
    if said.selection.least:
        assert min(ratios) <= bound * Fraction(21, 20)


@pytest.mark.parametrize("ratio", [0, 1])
def test_without_noise_nothing_is_claimed(ratio: int) -> None:
    """A ratio of 1 has no law; a statement that forgets to exclude it is not refuted by a crash."""
    said = entry("dp.sparse-vector.any").statement.conclusion
    assert isinstance(said, Property)
    assert said.holds is not None
    one = Channel(["i0", "i1"], ["c0"], [[1], [1]])
    numbers: dict[str, Number] = {"a": Value(HALF), "t": Value(ratio), "c": Value(1)}
    assert said.holds({"X": one, "D": one}, numbers)
