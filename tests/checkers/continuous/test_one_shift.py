"""The winner's shift alone, against the linear programme of the same path."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.checkers.continuous.alignment import Aligned, align_family
from dpverify.checkers.continuous.one_shift import MANY, one_shift
from dpverify.checkers.continuous.path_class import Classes, Renamed
from dpverify.checkers.continuous.shift_program import proposed
from dpverify.checkers.kernel.certificates.alignment import boxes, cost, family_moved
from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.documents.traced import Noise
from dpverify.defs.mechanisms import library_mechanism


def path_of(name: str, relation: str, n: int = MANY + 1) -> Renamed:
    """The first path of the first word, at the first box of moves."""
    family = trace_family(library_mechanism(name).with_parameters(n=n))
    words = family_moved(family.traced, family.entries)
    (path, *_), box = words["0"], boxes(relation, n)[0]
    classes = Classes(family.traced.noises)
    return classes.renamed(path, box, classes.named(path, box))


@pytest.mark.parametrize("name", ["B11", "B12"])
@pytest.mark.parametrize("relation", ["A", "M"])
def test_it_costs_what_the_linear_programme_says(name: str, relation: str) -> None:
    """Which is the optimum over shifts of all noises."""
    path = path_of(name, relation)
    known = one_shift(path)
    assert known is not None
    shifts, price = known
    assert len(shifts) == 1
    assert cost(path.noises, path.path, path.box, shifts) == price
    best = proposed(path)
    assert best is not None
    whole = sum(
        (size.constant + sum(max(k * low, k * high) for (low, high), k in zip(
            path.box, (size.slopes.get(i, 0.0) for i in range(len(path.box))), strict=True
        ))) / float(path.noises[n].scale)
        for n, (_, size) in best.items()
    )  # fmt: skip
    assert float(price) == pytest.approx(whole)


def test_where_the_winner_is_dear_nothing_is_said() -> None:
    """Its noise is a tenth as wide as that of the others, which may be cheaper to shift."""
    path = path_of("B11", "A")
    (winner,) = set.intersection(*({n for n, k in c.noises if k > 0} for c in path.path.conditions))
    noises = tuple(
        Noise(noise.law, noise.scale / 10) if n == winner else noise
        for n, noise in enumerate(path.noises)
    )
    assert one_shift(replace(path, noises=noises)) is None


def test_few_conditions_are_left_to_the_programme() -> None:
    """It is as quick there."""
    assert one_shift(path_of("B11", "A", n=MANY)) is None


def test_forty_entries() -> None:
    """The bound is 2/b = ε; that of moves the same way is half of it (Dwork, Roth, section 3.3)."""
    family = trace_family(library_mechanism("B11").with_parameters(n=40))
    for relation, bound in (("A", Fraction(1)), ("M", Fraction(1, 2))):
        aligned = align_family(family, relation)
        assert isinstance(aligned, Aligned)
        assert aligned.bound == bound
