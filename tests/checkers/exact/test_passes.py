"""Bounds in single precision are never below the exact scores, and close to them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import candidates, compiled, measure_channel
from dpverify.checkers.exact.compiled import CHUNK
from dpverify.checkers.exact.passes import ERROR, narrow_enough, singles, upper_scores
from dpverify.checkers.exact.scores import Kind, Scores
from dpverify.checkers.exact.small import find_small
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from tests.checkers.exact.channels import labels, rows_of

SHAPES = ("random", "zeros", "ties", "near", "steep")
QUESTIONS = (
    ("approx-dp", {"eps": "1"}, "delta"),
    ("approx-dp", {"eps": "ln(2)"}, "delta"),
    ("approx-dp", {"eps": "0"}, "delta"),
    ("approx-dp", {"delta": "1/100"}, "eps"),
    ("probabilistic-dp", {"eps": "ln(2)"}, "delta"),
    ("probabilistic-dp", {"delta": "1/100"}, "eps"),
    ("privacy-at-risk", {"eps": "ln(2)"}, "risk"),
)


def drawn(shape: str, n: int = 7, m: int = 5) -> Channel:
    """Zeros, equal ratios, laws that differ in the 12th digit, and ones over 20 powers of ten."""
    draw = np.random.default_rng([len(shape), n])
    weights = draw.integers(1, 1000, (n, m))
    if shape == "zeros":
        weights *= draw.random((n, m)) < 0.7
        weights[:, 0] += 1
    elif shape == "ties":
        weights = draw.integers(1, 3, (n, m))
    elif shape == "near":
        weights = 10**12 + draw.integers(0, 2, (n, m))
    elif shape == "steep":
        weights = 10 ** draw.integers(0, 18, (n, m))
    return Channel.from_weights(labels(n), labels(m), weights)


def score(p: list[Fraction], q: list[Fraction], odds: float, kind: Kind) -> Fraction:
    """By the definition, in fractions; odds that are a float are exact."""
    whole = Fraction(0)
    for a, b in zip(p, q, strict=True):
        over = (a > 0 and b == 0) if odds == np.inf else a > Fraction(odds) * b
        under = kind == "absolute" and a > 0 and odds != np.inf and b > Fraction(odds) * a
        if over or under:
            whole += a - Fraction(odds) * b if kind == "hockey" and odds != np.inf else a
    return whole


@pytest.mark.parametrize("shape", SHAPES)
def test_bounds_are_above_the_scores(shape: str) -> None:
    """All kinds at odds from 1 to infinity; of sums over what is above, close as well."""
    channel = drawn(shape)
    rows, image = rows_of(channel), image_of(channel.rows)
    assert narrow_enough(image.floats)
    for kind in ("hockey", "tail", "absolute"):
        for odds in (1.0, 1.5, 2.0, 1e6, 2.0**400, np.inf):
            scores = Scores(image, odds, kind)
            uppers = np.concatenate([block for _, block in upper_scores(scores, UNLIMITED)])
            for i, p in enumerate(rows):
                for j, q in enumerate(rows):
                    exact = score(list(p), list(q), odds, kind)
                    assert Fraction(float(uppers[i, j])) >= exact, (kind, odds, i, j)
                    if kind == "hockey" and odds < np.inf:
                        assert uppers[i, j] <= float(exact) + 2 * ERROR


@pytest.mark.parametrize(
    ("shape", "few"), [*((shape, candidates.REFINE) for shape in SHAPES), ("near", 0), ("ties", 0)]
)
def test_the_answer_is_that_of_the_definition(
    shape: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Number, pair and event are those of the definition; the pass leaves many pairs, or few."""
    from dpverify.checkers.exact import large
    from dpverify.checkers.exact.question import Question
    from dpverify.defs.definitions.parameters import as_parameter
    from dpverify.defs.definitions.registry import event_definition

    monkeypatch.setattr(candidates, "WORTH_SINGLES", 0)
    monkeypatch.setattr(candidates, "REFINE", few)
    channel = drawn(shape)
    for name, given, parameter in QUESTIONS:
        values = {key: as_parameter(key, value) for key, value in given.items()}
        question = Question(channel, event_definition(name), parameter, values, UNLIMITED)
        one, other = large.find_large(question), find_small(question)
        assert (one.value, one.pair, one.event) == (other.value, other.pair, other.event)


def test_faint_entries_have_no_image_in_single_precision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """10^-40 is not looked at in single precision: δ = 3/(10^40 + 3) − 2/(10^40 + 1), by hand."""
    monkeypatch.setattr(candidates, "WORTH_SINGLES", 0)
    channel = Channel.from_weights(
        labels(3), labels(2), [[10**40, 1], [10**40, 3], [10**40 - 1, 2]]
    )
    assert not narrow_enough(image_of(channel.rows).floats)
    expected = Fraction(3, 10**40 + 3) - Fraction(2, 10**40 + 1)
    assert measure_channel(channel, "approx-dp", {"eps": "ln(2)"}).value == expected


def test_what_is_compiled_says_the_same() -> None:
    """The functions that numba compiles, as Python runs them, against sums in double precision."""
    draw = np.random.default_rng(1)
    p, q = draw.random((3, CHUNK + 5)), draw.random((4, CHUNK + 5))
    for function, term in (
        (compiled.overlaps, np.minimum),
        (compiled.tails, lambda a, b: np.where(a >= b, a, 0)),
    ):
        out = np.empty((3, 4))
        function(singles(p), singles(q), np.float32(0), out)
        expected = term(p[:, None], q[None]).sum(axis=2)
        assert np.all(abs(out - expected) <= ERROR * expected)


def test_with_numba_the_sums_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What numba compiles errs by as little as what NumPy adds up."""
    pytest.importorskip("numba")
    from dpverify.checkers.exact.passes import overlaps, tails

    draw = np.random.default_rng(2)
    p, q = singles(draw.random((130, 300))), singles(draw.random((130, 300)))
    by_numba = overlaps(p, q, UNLIMITED), tails(p, q, UNLIMITED)
    monkeypatch.setattr("dpverify.checkers.exact.passes.passes", lambda _work: None)
    by_numpy = overlaps(p, q, UNLIMITED), tails(p, q, UNLIMITED)
    for one, other in zip(by_numba, by_numpy, strict=True):
        assert np.all(abs(one - other) <= 2 * ERROR * other)
