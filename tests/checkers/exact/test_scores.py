"""Float bounds on scores enclose the exact scores, and thresholds never decide wrongly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpverify.checkers.exact.pairs import EveryPair
from dpverify.checkers.exact.scores import Kind, Scores
from dpverify.checkers.floats import image_of, image_of_number
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value
from tests.checkers.exact.channels import WEIGHTS, Row, random_channel, rows_of, seeded

ODDS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(10**6), Fraction(10**30))


def exceeding(kind: Kind, p: Row, q: Row, odds: Fraction) -> list[bool]:
    """Whether each output exceeds, exactly."""
    return [
        a > odds * b or (kind == "absolute" and a > 0 and b > odds * a)
        for a, b in zip(p, q, strict=True)
    ]


def exact_score(kind: Kind, p: Row, q: Row, odds: Fraction) -> Fraction:
    """The score by its definition."""
    chosen = [o for o, exceeds in enumerate(exceeding(kind, p, q, odds)) if exceeds]
    return sum((p[o] - (odds * q[o] if kind == "hockey" else 0) for o in chosen), Fraction(0))


@pytest.mark.parametrize("kind", ["hockey", "tail", "absolute"])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_bounds_enclose(kind: Kind, weights: str) -> None:
    """lower ≤ score ≤ upper for every pair, with upper 0 only for score 0."""
    rng = seeded(f"{kind} {weights}")
    for _ in range(15):
        channel = random_channel(rng, weights)
        rows = rows_of(channel)
        for odds in ODDS:
            scores = Scores(image_of(channel.rows), image_of_number(Value(odds)), kind)
            for i, block in enumerate(EveryPair(len(rows)).blocks(scores.outputs)):
                lower, upper = scores.bounds(block)
                sure = scores.sure(block.first, block.second)
                possible = scores.possible(block.first, block.second)
                for j, row in enumerate(rows):
                    score = exact_score(kind, rows[i], row, odds)
                    assert Fraction(lower[j]) <= score <= Fraction(upper[j])
                    exact = np.array(exceeding(kind, rows[i], row, odds))
                    assert not (sure[j] & ~exact).any()
                    assert not (exact & ~possible[j]).any()


def test_nothing_exceeds_is_never_wrong_and_sometimes_true() -> None:
    """Where column extremes say that nothing exceeds, nothing does."""
    rng, said = seeded("nothing"), set()
    for _ in range(60):
        channel = random_channel(rng, "machine", largest=3)
        rows = rows_of(channel)
        scores = Scores(image_of(channel.rows), 3.0, "absolute")
        answer = scores.nothing_exceeds()
        said.add(answer)
        if answer:
            assert not any(
                any(exceeding("absolute", p, q, Fraction(3))) for p in rows for q in rows
            )
    assert said == {True, False}


def test_infinite_odds_single_out_what_the_other_never_gives() -> None:
    """At E = inf an output exceeds exactly where P > 0 = Q."""
    channel = Channel.from_weights(["a", "b"], ["x", "y", "z"], [[1, 1, 0], [0, 1, 0]])
    scores = Scores(image_of(channel.rows), float("inf"), "hockey")
    first = next(EveryPair(2).blocks(3))
    assert scores.sure(first.first, first.second)[1].tolist() == [True, False, False]
    assert not scores.unsure(first.first, first.second).any()
    lower, upper = scores.bounds(first)
    assert lower[1] <= 0.5 <= upper[1]


def test_products_near_the_smallest_float_are_left_open() -> None:
    """9 < 7/5·7 in units of 10^-324, where images are whole multiples of 4.94·10^-324."""
    p, q = Fraction(9, 10**324), Fraction(7, 10**324)
    channel = Channel(["a", "b"], ["x", "y"], [[p, 1 - p], [q, 1 - q]])
    for kind in ("hockey", "tail"):
        scores = Scores(image_of(channel.rows), image_of_number(Value(Fraction(7, 5))), kind)
        for block in EveryPair(2).blocks(2):
            assert not scores.sure(block.first, block.second)[:, 0].any()
