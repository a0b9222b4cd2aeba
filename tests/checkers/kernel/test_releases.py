"""Statements about functions with noise: genuine documents, forged ones, and numbers by floats."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.releases import verdict_of
from dpverify.checkers.sensitivity.releases import Statement, decide

HALF, ONE = Fraction(1, 2), Fraction(1)


def statement(function: str, release: str, sensitivity: str, noise: Fraction = HALF) -> Statement:
    """A statement on [0, 1]."""
    definition = "zcdp" if release == "gaussian" else "pure-dp"
    return Statement(function, Fraction(0), ONE, release, sensitivity, noise, definition)


STATEMENTS: dict[str, Statement] = {
    "sum": statement("sum(x)", "laplace", "1", ONE),
    "half a sum": statement("sum(x)", "laplace", "1"),
    "half a sum, Gaussian": statement("sum(x)", "gaussian", "1"),
    "half of twice a sum": statement("2*sum(x)", "laplace", "2"),
    "half a mean, Gaussian": statement("sum(x)/2", "gaussian", "1/2"),
    "paths": statement("sum(abs(x[i]-x[i+1]))", "laplace", "2"),
    "paths with all variance": statement("sum(abs(x[i]-x[i+1]))", "gaussian", "2", ONE),
    "largest": statement("max(x)", "laplace-max", "1"),
    "exponential mechanism": statement("max(x)", "gumbel-max", "1"),
    "permute and flip": statement("max(x)", "exponential-max", "1"),
    "sums": statement("sum(x)", "gumbel-max", "1"),
    "noisy sums": statement("sum(x)", "laplace-max", "1"),
    "all of it": statement("sum(x)", "laplace-max", "1", ONE),
    "median": statement("median(x)", "laplace-max", "1"),
}


@cache
def _saved(name: str) -> str:
    return json.dumps(decide(STATEMENTS[name]))


def saved(name: str) -> Any:
    """The document of a statement; a copy of it."""
    return json.loads(_saved(name))


@pytest.mark.parametrize("name", STATEMENTS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """All of it is read."""
    outcome = replay(_saved(name))
    assert (outcome.status, outcome.unread) == ("accepted", ())


def _reasons(name: str) -> set[tuple[str, str, str]]:
    return {(c["candidates"], c["verdict"], c["because"]) for c in saved(name)["cells"]}


def test_regions() -> None:
    """Where each statement holds (the numbers of candidates are checked by floats below)."""
    assert saved("sum")["verdict"] == "holds"
    assert saved("all of it")["verdict"] == "holds"
    assert saved("paths with all variance")["verdict"] == "holds"
    for name in ("half a sum", "half a sum, Gaussian"):
        assert _reasons(name) == {("any", "fails", "attained")}
    for name in ("largest", "exponential mechanism"):
        assert _reasons(name) == {
            ("1", "holds", "alone"), ("2", "holds", "range"), ("3 or more", "fails", "three"),
        }  # fmt: skip
    for name in ("sums", "noisy sums"):
        assert ("2", "fails", "apart") in _reasons(name)
    assert ("2 or more", "fails", "two") in _reasons("permute and flip")
    cells = saved("paths")["cells"]
    assert [(c["n"], c["verdict"]) for c in cells] == [
        ({"size": 2}, "holds"), ({"least": 3}, "fails"),
    ]  # fmt: skip


def _first(change: Callable[[Any], None], because: str) -> Callable[[Any], None]:
    def changed(document: Any) -> None:
        change(next(cell for cell in document["cells"] if cell["because"] == because))

    return changed


def _set(key: str, value: Any) -> Callable[[Any], None]:
    def change(holder: Any) -> None:
        holder[key] = value

    return change


def _small_n_alone(document: Any) -> None:
    """The statement is about n from 3 on, and fails for n = 2."""
    document["least"] = 3
    (cell,) = document["cells"]
    cell["n"] = {"size": 2}
    cell["evidence"]["attained"] = {"databases": [["1", "0"], ["0", "0"]]}


FORGERIES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "less noise": ("sum", _set("noise", "99/100")),
    "a smaller sensitivity": ("sum", _set("sensitivity", "9/10")),
    "enough noise does not fail": ("half a sum", _set("noise", "1")),
    "enough variance does not fail": ("half a sum, Gaussian", _set("noise", "1")),
    # 2² is above 3/2·2, and 1/2 above 3/2·(1/2)²: a distance is squared for Gaussian noise alone.
    "enough noise for twice a sum": ("half of twice a sum", _set("noise", "3/2")),
    "enough variance for half a sum": ("half a mean, Gaussian", _set("noise", "3/2")),
    # From 3/2 to 1/2 beside from 0 to 1: for Laplace noise these are not twice a step apart.
    "columns not far enough for Laplace noise": (
        "noisy sums", _first(lambda c: c["evidence"]["falling"].update(others="1/2"), "apart"),
    ),
    "another verdict": ("half a sum", _set("verdict", "holds")),
    "an unfinished cover": ("sum", _set("least", 1)),
    "another definition": ("sum", _set("definition", "zcdp")),
    "a wider domain": ("sum", _set("domain", ["0", "2"])),
    "another function": ("sum", _set("function", "2*sum(x)")),
    "n = 2 fails too": ("paths", _first(_set("n", {"least": 2}), "attained")),
    "n = 3 holds too": ("paths", _first(_set("n", {"size": 3}), "sensitivity")),
    "two candidates fail": ("largest", _first(_set("candidates", "2 or more"), "three")),
    "three candidates hold": ("largest", _first(_set("candidates", "3 or more"), "range")),
    "any candidates hold": ("largest", _first(_set("candidates", "any"), "alone")),
    "exponential noise with two": (
        "permute and flip", _set("release", "laplace-max"),
    ),
    "a range of exponential noise": ("largest", _set("release", "exponential-max")),
    "a longer range": ("sums", lambda d: _set("because", "range")(d["cells"][-1])),
    "one candidate fails": ("permute and flip", _first(_set("candidates", "any"), "two")),
    "a shorter interval": (
        "exponential mechanism", _first(lambda c: c["evidence"].update(high="1/2"), "range"),
    ),
    "a longer interval": (
        "exponential mechanism", _first(lambda c: c["evidence"].update(high="2"), "range"),
    ),
    "columns too near": (
        "noisy sums",
        _first(lambda c: c["evidence"].update(falling=c["evidence"]["rising"]), "apart"),
    ),
    "other records": (
        "sums", _first(lambda c: c["evidence"]["falling"].update(record="2"), "apart"),
    ),
    "neighbours that are no distance apart": (
        "half a sum",
        _first(lambda c: c["evidence"]["attained"].update(values=["0", "0"]), "attained"),
    ),
    "n below the least one": ("half a sum", _small_n_alone),
    "an unknown reason": ("sum", _first(_set("because", "known"), "sensitivity")),
    "an unknown key": ("sum", _set("believe", True)),
    "even n fail too": (
        "median", _first(lambda c: c["n"].update(parity="even"), "three"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_documents_are_refused(name: str) -> None:
    """Whatever says more than is true."""
    of, change = FORGERIES[name]
    document = saved(of)
    change(document)
    assert replay(json.dumps(document)).status == "rejected"


@pytest.mark.parametrize(("noise", "status"), [("1/2", "accepted"), ("1/4", "rejected")])
def test_a_range_on_both_sides_of_zero(noise: str, status: str) -> None:
    """Scores from −1/2 to 1/2 are 1 apart: as far as 2·(1/2)·1, and further than 2·(1/4)·1."""
    document = saved("largest")
    document |= {"function": "max(x)-1/2", "noise": noise}
    (cell,) = (cell for cell in document["cells"] if cell["because"] == "range")
    cell["evidence"] |= {"low": "-1/2", "high": "1/2"}
    outcome = replay(json.dumps(document))
    assert outcome.status == status
    assert outcome.status == "accepted" or "range is too long" in outcome.text


def test_gumbel_noise_needs_columns_less_far_apart() -> None:
    """What is refused for Laplace noise is enough for Gumbel noise: 3/2 is above a step of 1."""
    document = saved("sums")
    _first(lambda c: c["evidence"]["falling"].update(others="1/2"), "apart")(document)
    assert replay(json.dumps(document)).status == "accepted"


# The probabilities by floats: nothing of the kernel's reasons is used.

STEPS = 40_000


def first_wins(release: str, scores: list[float]) -> float:
    """P[score 1 + Z_1 is the largest], noise of scale 1: a midpoint sum over Z_1's quantiles."""
    laws: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
        "gumbel-max": (
            lambda u: -math.log(-math.log(u)), lambda z: math.exp(-math.exp(min(-z, 700))),
        ),
        "laplace-max": (
            lambda u: math.log(2 * u) if u < 0.5 else -math.log(2 - 2 * u),
            lambda z: math.exp(z) / 2 if z < 0 else 1 - math.exp(-z) / 2,
        ),
        "exponential-max": (
            lambda u: -math.log(1 - u), lambda z: 1 - math.exp(-z) if z > 0 else 0.0,
        ),
    }  # fmt: skip
    quantile, cdf = laws[release]
    total = 0.0
    for k in range(STEPS):
        z = quantile((k + 0.5) / STEPS)
        total += math.prod([cdf(scores[0] + z - other) for other in scores[1:]], start=1.0)
    return total / STEPS


def loss(release: str, before: list[float], after: list[float], eps: float) -> float:
    """ln of the ratio for scores in units of Δ, with half of the noise: scale Δ/ε."""
    probabilities = [first_wins(release, [eps * s for s in row]) for row in (before, after)]
    return math.log(probabilities[1] / probabilities[0])


@pytest.mark.parametrize("eps", [0.3, 1.0, 2.0])
def test_two_and_three_candidates_by_floats(eps: float) -> None:
    """Scores in [0, 1]: with two the loss is at most ε, with three more."""
    for release in ("gumbel-max", "laplace-max"):
        assert loss(release, [0, 1], [1, 0], eps) <= eps + 1e-4
        assert loss(release, [0, 1, 1], [1, 0, 0], eps) > eps + 1e-3
        assert loss(release, [0, 1, 1, 1], [1, 0, 0, 0], eps) > eps + 1e-3
    assert loss("exponential-max", [0, 1], [1, 0], eps) > eps + 1e-3
    assert loss("exponential-max", [0, 1, 1], [1, 0, 0], eps) > eps + 1e-3
    # with all of the noise, ε/2 in these units, any move of the scores by 1 costs at most ε
    for release in ("gumbel-max", "laplace-max", "exponential-max"):
        assert loss(release, [0, 1, 1], [1, 0, 0], eps / 2) <= eps + 1e-3


def test_noisy_max_of_two_costs_less() -> None:
    """The tight loss at ε = 1 with half the noise is .9648: ln((1 − G)/G), G = 3/(4e)."""
    g = 3 / (4 * math.e)
    assert loss("laplace-max", [0, 1], [1, 0], 1) == pytest.approx(math.log((1 - g) / g), abs=1e-4)
    assert math.log((1 - g) / g) == pytest.approx(0.9648, abs=1e-4)


@pytest.mark.parametrize("eps", [0.5, 1.0])
def test_scores_that_start_apart_by_floats(eps: float) -> None:
    """Two sums: from 0 and 2 to 1 and 1 the loss exceeds ε, Gumbel and Laplace noise alike."""
    for release in ("gumbel-max", "laplace-max"):
        assert loss(release, [0, 2], [1, 1], eps) > eps + 1e-3


def test_what_covers_every_n() -> None:
    """A size covers itself, odd n the odd ones; holds needs all n and all candidates."""
    every, some = (1, 2, 3), (1, 2)
    assert verdict_of([("holds", (None, 2, None), every)], 2) == "holds"
    assert verdict_of([("holds", (3, 3, None), every)], 2) == "holds at sizes"
    assert verdict_of([("holds", (None, 3, None), every)], 2) == "holds at sizes"
    assert verdict_of([("holds", (None, 2, None), some)], 2) == "holds at sizes"
    assert verdict_of([("holds", (None, 2, True), every)], 2) == "holds at sizes"
    both = [("holds", (None, 2, odd), every) for odd in (True, False)]
    assert verdict_of(both, 2) == "holds"
    assert verdict_of([*both, ("fails", (4, 4, None), every)], 2) == "fails"
    assert verdict_of([], 2) == "unknown"
