"""Plans of several kinds of events, samples and replaced records, by integrals and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import erfc, exp, expm1, log, log1p, sqrt

import numpy as np
import pytest

from dpverify.accounting import (
    Account,
    Event,
    Plan,
    account,
    gaussian,
    laplace,
    noise,
    private,
    table,
)
from dpverify.defs.errors import DomainError

CHANNEL = ((0.5, 0.2), (0.3, 0.3), (0.2, 0.5))
ROWS = [["1/2", "3/10", "1/5"], ["1/5", "3/10", "1/2"]]


def bounds(answer: Account) -> tuple[float, float]:
    """Both as floats."""
    return float(answer.lower), float(answer.upper)


def gaussian_delta(mu: float, eps: float) -> float:
    """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), for any real ε."""
    near, far = ((eps / mu + sign * mu / 2) / sqrt(2) for sign in (-1, 1))
    return (erfc(near) - exp(eps) * erfc(far)) / 2


@pytest.mark.parametrize("eps", ["1/2", "2"])
def test_a_channel_beside_gaussian_noise(eps: str) -> None:
    """δ = Σ over outputs of p·δ_G(ε − loss): two uses of a channel, and μ = 1."""
    plan = Plan((table(ROWS, null=1, times=2), gaussian(2, times=4)), "remove")
    true = sum(
        p * r * gaussian_delta(1.0, float(Fraction(eps)) - log(p / q) - log(r / s))
        for (p, q), (r, s) in product(CHANNEL, CHANNEL)
    )
    low, high = bounds(account(plan, eps=eps))
    assert low <= true + 1e-12
    assert true <= high + 1e-12
    assert high - low <= 1e-3 * high


def test_a_guarantee_beside_gaussian_noise() -> None:
    """What is told with probability δ₀ adds to the rest: an exact sum of four terms."""
    plan = Plan((private(1, "1/1000"), gaussian(1)), "add")
    share = 1 / (1 + exp(-1))
    rest = share * gaussian_delta(1.0, 0.5 - 1) + (1 - share) * gaussian_delta(1.0, 0.5 + 1)
    low, high = bounds(account(plan, eps="1/2"))
    assert low <= 0.001 + 0.999 * rest + 1e-12
    assert 0.001 + 0.999 * rest <= high + 1e-12
    assert high - low <= 1e-3 * high


def two_uses(p: np.ndarray, q: np.ndarray, eps: float) -> float:
    """δ of two uses of laws with these masses: the curve of one use at ε − loss, on average."""
    kept = (p > 1e-300) & (q > 1e-300)
    p, q = p[kept], q[kept]
    losses = np.log(p / q)
    order = np.argsort(losses)
    above_p = np.append(np.cumsum(p[order][::-1])[::-1], 0)
    above_q = np.append(np.cumsum(q[order][::-1])[::-1], 0)
    points = eps - losses
    first = np.searchsorted(losses[order], points, side="right")
    return float(np.sum(p * (above_p[first] - np.exp(points) * above_q[first])))


def masses(event: Event, shift: float) -> np.ndarray:
    """Masses of noise that is shifted: on integers, or on a grid of 1/2000."""
    law = event.noise.law
    size = float(event.noise.size)  # type: ignore[union-attr]
    z = np.arange(-80, 81) if law.startswith("discrete") else np.linspace(-40, 40, 160_001)
    weights = (
        np.exp(-np.abs(z - shift) / size)
        if law.endswith("laplace")
        else np.exp(-((z - shift) ** 2) / (2 * size**2))
    )
    return np.asarray(weights / weights.sum())


SAMPLED = {
    "Laplace": laplace(1, sampling="1/4", times=2),
    "discrete Laplace": noise("discrete-laplace", 2, sampling="1/4", times=2),
    "discrete Gaussian": noise("discrete-gaussian", "3/2", sampling="1/4", times=2),
    "Gaussian": gaussian(1, sampling="1/4", times=2),
}


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("eps", ["0", "1/10"])
def test_noise_on_samples(name: str, direction: str, eps: str) -> None:
    """Two uses, by sums over all outputs: (1 − q)·without + q·with, against without."""
    event = SAMPLED[name]
    without, within = masses(event, 0.0), masses(event, 1.0)
    mixed = 0.75 * without + 0.25 * within
    p, q = (mixed, without) if direction == "remove" else (without, mixed)
    true = two_uses(p, q, float(Fraction(eps)))
    low, high = bounds(account(Plan((event,), direction), eps=eps))
    assert low <= true * (1 + 1e-5)
    assert true * (1 - 1e-5) <= high
    assert high - low <= 2e-3 * high


def test_a_guarantee_on_a_sample() -> None:
    """Once: ε' = ln(1 + q·(e^ε − 1)) and δ' = q·δ, of a record removed (Balle, Barthe, Gaboardi).

    At ε' the δ of the worst pair is q·δ₀ exactly.
    """
    plan = Plan((private(1, "1/1000", sampling="1/4"),), "remove")
    amplified = log1p(expm1(1.0) / 4)
    low, high = bounds(account(plan, eps=str(Fraction(amplified).limit_denominator(10**12))))
    assert low <= 0.00025 + 1e-9
    assert high + 1e-9 >= 0.00025
    assert high - low < 1e-6


@pytest.mark.parametrize("scheme", ["poisson", "without-replacement"])
@pytest.mark.parametrize("eps", ["0", "1/4"])
def test_one_replaced_record(scheme: str, eps: str) -> None:
    """Once: q·δ(ln(1 + (e^ε − 1)/q)), Balle, Barthe, Gaboardi 2018, Theorems 8 to 10, is tight."""
    event = gaussian(1, sampling="1/4", scheme=scheme)
    inner = log1p(expm1(float(Fraction(eps))) * 4)
    true = gaussian_delta(1.0, inner) / 4
    low, high = bounds(account(Plan((event,), "replace"), eps=eps))
    assert low <= true + 1e-12
    assert true <= high + 1e-12
    assert high - low <= 1e-3 * high


@pytest.mark.parametrize("event", [laplace(1, sampling="1/4"),
                                   noise("discrete-laplace", 1, sampling="1/4")])  # fmt: skip
def test_one_replaced_record_with_other_noise(event: Event) -> None:
    """The same with Laplace noise, whose δ(ε) is 1 − e^((ε−1)/2), on integers (e − e^ε)/(e + 1)."""
    inner = log1p(expm1(0.125) * 4)
    on_line = 1 - exp((inner - 1) / 2)
    on_integers = (exp(1) - exp(inner)) / (exp(1) + 1)
    true = (on_integers if event.noise.law.startswith("discrete") else on_line) / 4
    low, high = bounds(account(Plan((event,), "replace"), eps="1/8"))
    assert low <= true + 1e-12
    assert true <= high + 1e-12
    assert high - low <= 1e-3 * high


@pytest.mark.parametrize("name", ["discrete-laplace", "discrete-gaussian"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_replaced_record_that_moves_an_answer_by_an_even_number(name: str, times: int) -> None:
    """Both bounds by sums over all outputs: of a removed record, which is attained and for one use
    is all. The output half way is as likely with either record.
    """
    event = noise(name, "3/2", sensitivity=2, sampling="9/10", times=times)
    without, within = masses(event, 0.0), masses(event, 2.0)
    mixed = 0.1 * without + 0.9 * within
    eps = 0.125
    once = float(np.sum(np.maximum(mixed - exp(eps) * without, 0)))
    attained = once if times == 1 else two_uses(mixed, without, eps)
    low, high = bounds(account(Plan((event,), "replace"), eps="1/8"))
    assert low <= attained * (1 + 1e-5)
    assert attained * (1 - 1e-5) <= high
    assert times == 2 or high - low <= 1e-3 * high


def test_a_large_infinite_loss_is_not_certain() -> None:
    """With probability 1/2000 an output tells nothing, and little remains: δ(1) ≈ 1999/2000."""
    rows = [["1/2000", "1999/2000"], ["1", "0"]]
    plan = Plan((table(rows, null=1), gaussian(5, sampling="1/100")), "remove")
    low, high = bounds(account(plan, eps="1"))
    assert low <= 0.9995 <= high
    assert high - low < 1e-9


@pytest.mark.parametrize("rows", [[["1/2", "1/2"], ["1/2", "1/2"]], [["1", "0"], ["1/2", "1/2"]]])
def test_a_channel_with_one_finite_loss_has_no_scale(rows: list[list[str]]) -> None:
    """Its loss is l = 0 or ln 2: δ is that of the noise at ε − l, by a sum over all outputs."""
    event = noise("discrete-gaussian", 1, sampling="1/2")
    plan = Plan((table(rows, null=1), event), "remove")
    loss = log(2) if rows[0][0] == "1" else 0.0
    without, within = masses(event, 0.0), masses(event, 1.0)
    true = float(np.sum(np.maximum(0.5 * (without + within) - exp(0.75 - loss) * without, 0)))
    low, high = bounds(account(plan, eps="3/4"))
    assert low <= true * (1 + 1e-9)
    assert true * (1 - 1e-9) <= high
    assert high - low <= 1e-3 * high


def test_many_replaced_records_cost_more_than_removed_ones() -> None:
    """The upper bound is no less than that of a removed record, and no more than twice as much."""
    event = gaussian(2, sampling="1/10", times=100)
    replaced = account(Plan((event,), "replace"), delta="1e-5")
    removed = account(Plan((event,), "remove"), delta="1e-5")
    assert float(replaced.upper) >= float(removed.lower)
    assert float(replaced.lower) <= float(removed.upper)
    assert float(replaced.upper) <= 2 * float(removed.upper)


def test_a_null_record_is_one_that_is_not_there() -> None:
    """The same numbers for both relations."""
    event = gaussian(2, sampling="1/10", times=20)
    null, absent = (account(Plan((event,), name), delta="1e-5")
                    for name in ("replace-by-null", "add-or-remove"))  # fmt: skip
    assert (null.lower, null.upper) == (absent.lower, absent.upper)


@pytest.mark.parametrize(
    ("event", "relation", "rule"),
    [
        (gaussian(1, sampling="1/2", scheme="without-replacement"), "add-or-remove", "fixed size"),
        (private(1, sampling="1/2"), "replace", "left out"),
        (gaussian(1), "swap", "must be one of"),
    ],
)
def test_samples_that_are_not_defined(event: Event, relation: str, rule: str) -> None:
    """Each is refused in one line that names the rule."""
    with pytest.raises(DomainError, match=rule):
        Plan((event,), relation)


def test_a_sum_next_to_its_largest_loss() -> None:
    """Ten answers whose largest sum has a probability above δ: ε is close below that sum."""
    plan = Plan((laplace(2, sampling="1/10", times=10),), "remove")
    low, high = bounds(account(plan, delta="1e-9"))
    largest = 10 * log1p(expm1(0.5) / 10)
    assert 0 < low <= high <= largest + 1e-9
    assert high - low < 2e-3 * high


def test_of_few_uses_the_pair_is_a_dear_one() -> None:
    """The pair of the largest moment may be one of equal rows, which cost nothing."""
    rows = [["3/5", "2/5"], ["1/4", "3/4"], ["5/9", "4/9"], ["1/4", "3/4"], ["5/6", "1/6"]]
    found = account(Plan((table(rows, times=5),), "replace"), delta="1/1000")
    # Five uses of the last two rows have a loss of 5·ln(9/2) = 7.5203… with probability 0.237.
    assert Fraction("7.5") < Fraction(found.lower) <= Fraction(found.upper) < Fraction("7.53")
