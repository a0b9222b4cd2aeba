"""Channels large enough for the float passes, against plain float arithmetic and by structure."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from dpverify.checkers.exact import measure_channel
from dpverify.checkers.exact.measure import FEW, SMALL
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from dpverify.defs.dyadic import dyadic_rows
from dpverify.defs.numbers import INFINITY, exp, number_text, total
from dpverify.defs.privacy_loss import log
from tests.checkers.exact.channels import Row, labels, rows_of

N = 40


def random_weights(n: int = N) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """20-bit weights."""
    return np.random.default_rng(n).integers(1, 2**20, (n, n))


def circulant(n: int, *, step: int) -> Channel:
    """Weights 2^(−step·distance on the circle): every value is attained by n pairs at least."""
    weights = [[2 ** (step * (n // 2 - min((j - i) % n, (i - j) % n))) for j in range(n)]
               for i in range(n)]  # fmt: skip
    return Channel.from_weights(labels(n), labels(n), weights)


def test_random_weights_against_numpy() -> None:
    """The exact values round to those of a plain float computation, at the same pair."""
    weights = random_weights()
    channel = Channel.from_weights(labels(N), labels(N), weights)
    assert N * (N - 1) * N > SMALL
    p = weights / weights.sum(axis=1)[:, None]
    eps = measure_channel(channel, "pure-dp", {})
    assert math.isclose(eps.value.approx(), np.log((p.max(0) / p.min(0)).max()), rel_tol=1e-12)
    excess = np.maximum(p[:, None, :] - math.e * p[None, :, :], 0).sum(axis=2)
    delta = measure_channel(channel, "approx-dp", {"eps": 1})
    assert math.isclose(delta.value.approx(), excess.max(), rel_tol=1e-12)
    assert delta.pair == np.unravel_index(excess.argmax(), excess.shape)
    heavy = (p[:, None, :] * (p[:, None, :] > math.e * p[None, :, :])).sum(axis=2)
    tail = measure_channel(channel, "probabilistic-dp", {"eps": 1})
    assert math.isclose(tail.value.approx(), heavy.max(), rel_tol=1e-12)


def positive_part(p: Row, q: Row, odds: int) -> Fraction:
    """Σ max(0, P − E·Q)."""
    return sum((max(a - odds * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


@pytest.mark.parametrize("step", [1, 2, 7])
def test_ties_go_to_the_first_pair(step: int) -> None:
    """On a circulant channel everything is attained from input 0, machine integers or not."""
    channel = circulant(N, step=step)
    assert number_text(measure_channel(channel, "pure-dp", {}).value) == f"ln({2 ** (step * 20)})"
    rows = rows_of(channel)
    for odds in (2, 4):
        found = measure_channel(channel, "approx-dp", {"eps": f"ln({odds})"})
        scores = [positive_part(rows[0], row, odds) for row in rows]
        assert found.value == max(scores)
        assert found.pair == (0, scores.index(max(scores)))
    assert measure_channel(channel, "approx-dp", {"delta": 0}).pair == (0, 20)


def test_all_pairs_alike() -> None:
    """k-ary randomised response: any pair attains everything, the first is named."""
    weights = np.ones((N, N), dtype=np.int64) + 2 * np.eye(N, dtype=np.int64)
    channel = Channel.from_weights(labels(N), labels(N), weights)
    total_weight = N + 2
    assert number_text(measure_channel(channel, "pure-dp", {}).value) == "ln(3)"
    found = measure_channel(channel, "approx-dp", {"eps": "ln(2)"})
    assert found.value == Fraction(1, total_weight)
    assert (found.pair, found.event) == ((0, 1), (0,))
    assert measure_channel(channel, "approx-dp", {"eps": "ln(3)"}).value == 0
    assert measure_channel(channel, "approx-dp", {"eps": 2}).value == 0
    none = measure_channel(channel, "probabilistic-dp", {"delta": "1/2"})
    assert none.value == 0
    assert none.pair == (0, 1)
    risk = measure_channel(channel, "privacy-at-risk", {"eps": 1})
    assert risk.value == Fraction(4, total_weight)
    assert risk.event == (0, 1)


def test_irrational_entries() -> None:
    """e^{-|i−j|/3}, renormalised: e^ε and δ(1/3) exactly, by their definitions."""
    n = 20
    weights = [[exp(Fraction(-abs(i - j), 3)) for j in range(n)] for i in range(n)]
    sums = [total(row) for row in weights]  # type: ignore[arg-type]  # exp of a rational is a Value
    matrix = [[w / s for w in row] for row, s in zip(weights, sums, strict=True)]
    chain = [[str(i), str(i + 1)] for i in range(n - 1)]
    channel = Channel(labels(n), labels(n), matrix, chain)
    assert 2 * (n - 1) * n < SMALL
    every = Channel(labels(n), labels(n), matrix)
    assert measure_channel(every, "pure-dp", {}).value == Fraction(19, 3)
    found = measure_channel(every, "approx-dp", {"eps": "1/3"})
    direct = measure_channel(channel, "approx-dp", {"eps": "1/3"})
    assert found.pair == (0, 19)
    assert found.value > direct.value


def test_a_zero_among_many() -> None:
    """One output that one input never gives makes ε infinite, at the first pair concerned."""
    weights = random_weights()
    weights[7, 5] = 0
    channel = Channel.from_weights(labels(N), labels(N), weights)
    found = measure_channel(channel, "pure-dp", {})
    assert found.value == INFINITY
    assert found.q == 0
    assert (found.pair, found.event) == ((0, 7), (5,))
    assert measure_channel(channel, "approx-dp", {"delta": 0}).pair == (0, 7)
    assert measure_channel(channel, "approx-dp", {"delta": "1/10"}).value < 20


def test_only_listed_pairs_are_looked_at() -> None:
    """On a chain of 200 inputs the answer is that of the 398 pairs."""
    n = 200
    weights = np.random.default_rng(1).integers(1, 2**20, (n, 30))
    chain = [[str(i), str(i + 1)] for i in range(n - 1)]
    channel = Channel.from_weights(labels(n), labels(30), weights, chain)
    p = weights / weights.sum(axis=1)[:, None]
    ratios = np.maximum(p[1:] / p[:-1], p[:-1] / p[1:])
    found = measure_channel(channel, "pure-dp", {})
    assert found.pairs == 2 * (n - 1)
    assert math.isclose(found.value.approx(), math.log(ratios.max()), rel_tol=1e-12)


def test_absurdly_large_eps() -> None:
    """ε beyond the range of floats: the definition is evaluated, and zeros still count."""
    weights = random_weights(20)
    weights[3, 4] = 0
    channel = Channel.from_weights(labels(20), labels(20), weights)
    found = measure_channel(channel, "approx-dp", {"eps": 1000})
    assert found.value == max(channel.entry(i, 4) for i in range(20))


def test_images_of_faint_entries_do_not_choose_the_largest() -> None:
    """3t/2(1 + δ) and 9t/6(1 + δ'), t the smallest float, δ > δ': their images are 2t and t."""
    t = 5e-324
    kinds = [[3 * t, 2.0, 0.9 * 2**-52], [9 * t, 6.0, 0.55 * 2**-50], [t, 1000.0, 1000 * 2**-53]]
    rows = dyadic_rows(np.array(kinds * 5))
    assert rows is not None
    channel = Channel(labels(15), labels(3), rows)
    assert len(rows.least) * 14 * 3 > FEW
    first = image_of(channel.rows).floats[:, 0]
    assert first[0] > first[1]
    assert channel.entry(0, 0) < channel.entry(1, 0)
    found = measure_channel(channel, "pure-dp", {})
    assert found.value == log(channel.entry(1, 0) / channel.entry(2, 0))
    assert found.pair == (1, 2)
