"""A sparse vector for every ε: its probabilities are those of its paths, its cases are enough."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb

from dpverify.checkers.all_eps.words import family_of_words
from dpverify.defs.errors import UsageError
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.one_threshold import (
    OneThreshold,
    label,
    one_threshold_from,
    received,
    transported,
)
from tests.checkers.continuous.programs import shifts, sparse_vector

F = Fraction
SCALES = (F(1), F(2), F(4, 3))
VALUES = (F(-1), F(-1, 2), F(0), F(1, 3), F(1), F(2))


def some(seed: int) -> OneThreshold:
    """A small one at random, with neighbours."""
    rng = Random(seed)  # noqa: S311  no secret, but a seed
    while True:
        values = sorted(rng.sample(VALUES, rng.choice([2, 3])))
        count = rng.choice([1, 2, 3] if len(values) == 2 else [1, 2])
        stop = rng.choice([None, 1, 2])
        try:
            return OneThreshold(rng.choice(SCALES), rng.choice(SCALES), (*values,), count, stop)
        except UsageError:
            continue


def written_out(subject: OneThreshold) -> Family:
    """The same as a channel of all vectors and words, from the conditions of its paths."""
    traced = {
        label(vector): sparse_vector(
            shifts(*vector), subject.threshold, subject.noise, subject.stop
        )
        for vector in product(subject.queries, repeat=subject.count)
    }
    vectors = [*product(subject.queries, repeat=subject.count)]
    near = [
        [label(x), label(y)]
        for i, x in enumerate(vectors)
        for y in vectors[i + 1 :]
        if max(abs(a - b) for a, b in zip(x, y, strict=True)) <= 1
    ]
    return family_of_words(traced, near)


@pytest.mark.parametrize("seed", range(12))
def test_probabilities_are_those_of_the_paths(seed: int) -> None:
    subject = some(seed)
    family = written_out(subject)
    assert (len(family.pairs), len(family.outputs)) == (subject.pairs, subject.words)
    for vector, row in zip(
        product(subject.queries, repeat=subject.count), family.rows, strict=True
    ):
        for word, p in zip(family.outputs, row, strict=True):
            pairs = tuple(sorted(zip(vector, map(int, word), strict=False)))
            assert subject.probability(pairs) == p, (subject, vector, word)


@pytest.mark.parametrize("seed", range(12))
def test_no_neighbours_and_no_word_are_worse_than_the_cases(seed: int) -> None:
    """The largest quotient of all of them is that of a case, at some ε."""
    subject = some(seed)
    family = written_out(subject)
    for eps in (F(1, 5), F(1), F(6)):
        balls = [[p.num.ball(eps) for p in row] for row in family.rows]
        every = max(
            float((p / q).mid())
            for i, j in family.pairs
            for p, q in zip(balls[i], balls[j], strict=True)
        )
        cases: list[arb] = []
        for case in subject.cases():
            one, other = (subject.probability(case.pairs(side)).num.ball(eps) for side in (0, 1))
            cases.append(one / other)
        assert max(float(each.mid()) for each in cases) == pytest.approx(every, rel=1e-12)


def test_the_number_of_cases_does_not_grow_with_the_vectors() -> None:
    """Of the order n³ for three values, where there are 6^n vectors and words."""
    counts = [
        sum(1 for _ in OneThreshold(F(2), F(2), (F(-1), F(0), F(1)), n).cases()) for n in (1, 4, 9)
    ]
    assert counts == [4, 35, 220]


@pytest.mark.parametrize("seed", range(6))
def test_an_excerpt_is_two_rows_of_the_channel(seed: int) -> None:
    subject = some(seed)
    channel = written_out(subject).at(F(1))
    case = next(iter(subject.cases()))
    excerpt = subject.excerpt(case, F(1))
    word = "".join(map(str, case.word))
    for i, name in enumerate(excerpt.inputs):
        assert excerpt.row(i)[0] == channel.probability(name, word)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_read_as_it_was_written(seed: int) -> None:
    subject = some(seed)
    assert one_threshold_from(subject.to_dict()) == subject
    assert received(transported(subject)) == subject


@pytest.mark.parametrize(
    "given",
    [
        (F(0), F(1), (F(0), F(1)), 1, None),
        (F(1), F(-1), (F(0), F(1)), 1, None),
        (F(1), F(1), (F(1), F(0)), 1, None),
        (F(1), F(1), (F(0), F(2)), 1, None),
        (F(1), F(1), (F(0), F(1)), 0, None),
        (F(1), F(1), (F(0), F(1)), 1, 0),
    ],
)
def test_what_is_none_is_refused(
    given: tuple[Fraction, Fraction, tuple[Fraction, ...], int, int | None],
) -> None:
    with pytest.raises(UsageError):
        OneThreshold(*given)
