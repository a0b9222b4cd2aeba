"""Audits: genuine documents are accepted; what counts do not show is refused.

The oracle of the wealth is a product of fractions: under ε = ln 2 every factor is rational.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from scipy.stats import binom

from dpverify.checkers.kernel import audits
from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers.balls import working_precision

Change = Callable[[Any], None]
BETS = [["1/4", "1/2"], ["1/8", "1/4"]]
COUNTS = [40, 200, 20, 140]


def document(verdict: str = "fails") -> dict[str, Any]:
    """One test of ε = ln 2: of 400 samples 240 of the first input lie in it, 60 of the second."""
    return {
        "schema": "dpverify.audit/1.0",
        "source": {"kind": "function", "name": "f"},
        "definition": "pure-dp",
        "given": {"eps": "ln(2)"},
        "verdict": verdict,
        **({"evidence": "sampled"} if verdict == "fails" else {}),
        "risk": "1/1000000",
        "lower_bound": {"eps": "0.75"},
        "samples": {"chosen_on": 100, "tested": 400},
        "log_e": "17",
        "tests": [
            {"inputs": ["0", "1"], "event": "true", "weight": "1/2",
             "bets": copy.deepcopy(BETS), "counts": [*COUNTS]}
        ],
    }  # fmt: skip


def exact_wealth(kappa: Fraction, delta: Fraction = Fraction(0)) -> Fraction:
    """The wealth of the test above, a product of fractions."""
    both, first, second, none = COUNTS
    return sum(
        (
            Fraction(1, 2) * Fraction(weight)
            * (1 + Fraction(stake) * (1 - kappa - delta)) ** both
            * (1 + Fraction(stake) * (1 - delta)) ** first
            * (1 - Fraction(stake) * (kappa + delta)) ** second
            * (1 - Fraction(stake) * delta) ** none
            for stake, weight in BETS
        ),
        Fraction(0),
    )  # fmt: skip


def test_a_genuine_document_is_accepted() -> None:
    """And what nobody can see from counts is named."""
    outcome = replay(json.dumps(document()))
    assert outcome.status == "accepted", outcome
    assert {"source", "tests[].event", "tests[].bets"} <= {*outcome.unread}


@pytest.mark.parametrize("definition", ["pure-dp", "approx-dp"])
def test_the_wealth_is_the_product_of_fractions(definition: str) -> None:
    """A logarithm a little below the exact one is accepted, one a little above is not."""
    found = document()
    found["definition"], found["lower_bound"] = definition, {"eps": "0"}
    delta = Fraction(0)
    if definition == "approx-dp":
        delta = Fraction(1, 50)
        found["given"] = {"eps": "ln(2)", "delta": "1/50"}
    exact = exact_wealth(Fraction(2), delta)
    log = math.log(exact.numerator) - math.log(exact.denominator)
    found["log_e"] = f"{log - 1e-9:.12f}"
    assert replay(json.dumps(found)).status == "accepted"
    found["log_e"] = f"{log + 1e-9:.12f}"
    assert "e-value is less" in replay(json.dumps(found)).text


def test_a_verdict_needs_wealth_of_one_over_the_risk() -> None:
    """At the boundary: a risk of 1/wealth is enough, one that is smaller is not."""
    found = document()
    found["lower_bound"] = {"eps": "0"}
    exact = 1 / exact_wealth(Fraction(2))
    for factor, status in ((1.000001, "accepted"), (0.999999, "rejected")):
        risk = (exact * Fraction(factor)).limit_denominator(10**40)
        found["risk"] = str(risk)
        assert replay(json.dumps(found)).status == status


def test_a_bet_that_may_lose_more_than_all_counts_nothing() -> None:
    """Though what it would have lost on was never seen: 1 − (3/4)·2 is below 0."""
    found = document()
    found["lower_bound"] = {"eps": "0"}
    found["tests"][0] |= {"counts": [0, 200, 0, 200], "bets": [["3/4", "1"]]}
    assert "claim fails" in replay(json.dumps(found)).text
    found["tests"][0]["bets"] = [["49/100", "1"]]
    assert replay(json.dumps(found)).status == "accepted"


# Weight, bets, counts, κ and δ: equal stakes on equal planes or not, one after the other; bets that
# may lose everything, on what was seen and on what was not; one that may lose more.
TWICE, ONCE = [("1/4", "1/2"), ("1/8", "1/4")], [("1/3", "1")]
SEVERAL: list[tuple[str, list[tuple[str, str]], tuple[int, int, int, int], tuple[str, str]]] = [
    ("1/8", TWICE, (4, 20, 2, 14), ("2", "1/50")),
    ("1/8", TWICE, (1, 9, 5, 5), ("2", "1/50")),
    ("1/4", ONCE, (3, 8, 1, 2), ("2", "1/50")),
    ("1/4", ONCE, (3, 8, 1, 2), ("3/2", "0")),
    ("1/8", [("1/2", "1/2"), ("1/4", "1/2")], (1, 5, 3, 2), ("2", "0")),
    ("1/16", [("1/2", "1")], (1, 5, 0, 2), ("2", "0")),
    ("1/16", [("3/4", "1")], (0, 5, 0, 2), ("2", "0")),
]


def test_the_wealth_of_several_tests_is_the_sum_of_theirs() -> None:
    """By products of fractions; a bet whose smallest factor is below 0 is illegal."""
    exact, tests = Fraction(0), list[audits._Test]()
    for row, (weight, bets, counts, (kappa, delta)) in enumerate(SEVERAL):
        for stake, share in bets:
            factors = exact_factors(Fraction(stake), Fraction(kappa), Fraction(delta))
            made = math.prod(f**n for f, n in zip(factors, counts, strict=True))
            exact += Fraction(weight) * Fraction(share) * made * (factors[2] >= 0)
        pairs = tuple((rational(stake), rational(share)) for stake, share in bets)
        tests.append(audits._Test(rational(weight), pairs, counts, {"row": fmpq(row)}))
    with working_precision(192):
        planes = {plane: (arb(rational(plane[0])), arb(rational(plane[1])))
                  for *_, plane in SEVERAL}  # fmt: skip
        found = audits.wealth(tuple(tests), lambda test: planes[SEVERAL[int(test.at["row"])][3]])
        assert (found - arb(rational(str(exact)))).contains(0)
        assert found.rad() < 1e-40


def exact_factors(stake: Fraction, kappa: Fraction, delta: Fraction) -> tuple[Fraction, ...]:
    """By what a bet multiplies wealth on the outcomes 11, 10, 01 and 00."""
    return (
        1 + stake * (1 - kappa - delta),
        1 + stake * (1 - delta),
        1 - stake * (kappa + delta),
        1 - stake * delta,
    )


def rational(text: str) -> fmpq:
    """A rational number of flint."""
    return fmpq(*Fraction(text).as_integer_ratio())


def _put(path: str, new: Any) -> Change:
    """A change of one place; its removal where `new` is ..., which stands for nothing."""

    def change(form: Any) -> None:
        *holders, last = [int(s) if s.isdigit() else s for s in path.split("/")]
        for step in holders:
            form = form[step]
        if new is ...:
            del form[last]
        else:
            form[last] = new

    return change


POWER = {"test": 1, "bet": 1, "probability": "0.99", "on_second": "0.15", "exponent": "1",
         "eps": "1.4"}  # fmt: skip
ROUTE = {"test": 1, "probabilities": ["0.45", "0.26"], "lower_bound": {"eps": "0.54"}}
FORGERIES: dict[str, tuple[Change, str]] = {
    "it holds": (_put("verdict", "holds"), "samples show no more"),
    "another kind of evidence": (_put("evidence", "exact"), "'sampled'"),
    "a definition without events": (_put("definition", "renyi-dp"), "nothing of"),
    "a larger ε": (_put("given/eps", "2"), "fails"),
    "a larger bound": (_put("lower_bound/eps", "1.6"), "lower bound"),
    "weights of more than 1": (_put("tests/0/weight", "3/2"), "more than 1"),
    "weights of bets of more than 1": (
        _put("tests/0/bets", [["1/4", "1"], ["1/8", "1/4"]]), "not between 0 and 1"),
    "a negative weight": (_put("tests/0/bets/1/1", "-1/4"), "negative"),
    "an illegal stake": (_put("tests/0/bets", [["1", "1"]]), "fails"),
    "a negative stake": (_put("tests/0/bets/0/0", "-1/4"), "negative"),
    "a count less": (_put("tests/0/counts/2", 10), "not of all samples"),
    "three counts": (_put("tests/0/counts", [40, 200, 160]), "four counts"),
    "half a count": (_put("tests/0/counts/0", "1/2"), "no count"),
    "equal inputs": (_put("tests/0/inputs", ["0", "0"]), "two inputs"),
    "no test": (_put("tests", []), "no test"),
    "an unknown key": (_put("mood", "good"), "not read here"),
    "a risk of 1": (_put("risk", "1"), "between 0 and 1"),
    "power beside a failure": (_put("power", POWER), "unknown"),
    "a curve above": (_put("curve", [{"eps": "0", "delta": "1/2"}]), "curve"),
    "a curve whose risk is not divided": (
        _put("curve", [{"eps": "0", "delta": "0.21"}] * 100000), "curve"),
    "intervals that are too short": (
        _put("clopper_pearson", {**ROUTE, "probabilities": ["0.59", "0.26"]}), "smaller"),
    "intervals below": (
        _put("clopper_pearson", {**ROUTE, "probabilities": ["0.45", "0.16"]}), "larger"),
    "a bound that intervals do not show": (
        _put("clopper_pearson", {**ROUTE, "lower_bound": {"eps": "0.56"}}), "do not show"),
    "a test that is not there": (_put("clopper_pearson", {**ROUTE, "test": 2}), "no such"),
    "a newer version": (_put("schema", "dpverify.audit/1.1"), "not known"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_document_is_refused(name: str) -> None:
    """Each says more than its counts show."""
    change, words = FORGERIES[name]
    found = copy.deepcopy(document())
    change(found)
    outcome = replay(json.dumps(found))
    assert outcome.status == "rejected", outcome
    assert words in outcome.text, outcome


def test_intervals_are_those_of_clopper_and_pearson() -> None:
    """Each tail has risk/2 here, by the binomial law of scipy; a little less is refused."""
    for low, high, status in ((0.4767, 0.2521, "accepted"), (0.4768, 0.2521, "rejected"),
                              (0.4767, 0.2520, "rejected")):  # fmt: skip
        tails = binom.sf(239, 400, low), binom.cdf(60, 400, high)
        assert (max(tails) <= 5e-7) == (status == "accepted"), (low, high, tails)
        found = document()
        found["clopper_pearson"] = {**ROUTE, "probabilities": [str(low), str(high)]}
        assert replay(json.dumps(found)).status == status


@pytest.mark.parametrize(("low", "status"), [("0.96", "accepted"), ("0.97", "rejected")])
def test_an_interval_of_what_was_always_seen(low: str, status: str) -> None:
    """400 of 400: by hand P[X ≥ 400] is p^400, at most the share of 5·10⁻⁷ up to p = 0.9643.

    The other side never saw it, and its probability is at most 0.04: 0.96^400 is 8·10⁻⁸.
    """
    assert (float(low) ** 400 <= 5e-7) == (status == "accepted")
    found = document()
    found["tests"][0]["counts"] = [0, 400, 0, 0]  # the wealth is more than e^17, by far
    found["clopper_pearson"] = {**ROUTE, "probabilities": [low, "0.04"]}
    outcome = replay(json.dumps(found))
    assert outcome.status == status, outcome


def test_tails_that_few_bits_do_not_tell() -> None:
    """At a risk of 10⁻⁵⁰ the upper tail is 1 less a number that 40 digits do not tell from 1.

    By the binomial law of scipy, P[X ≥ 240 of 400] is below 5·10⁻⁵¹ at 0.24, and P[X ≤ 60 of 400]
    at 0.52; at 0.25 and 0.5 they are above.
    """
    for low, high, status in (("0.24", "0.52", "accepted"), ("0.25", "0.52", "rejected"),
                              ("0.24", "0.5", "rejected")):  # fmt: skip
        tails = binom.sf(239, 400, float(low)), binom.cdf(60, 400, float(high))
        assert (max(tails) <= 5e-51) == (status == "accepted"), (low, high, tails)
        found = unknown_at_tiny_risk()
        found["clopper_pearson"] = {
            "test": 1, "probabilities": [low, high], "lower_bound": {"eps": "0"}
        }  # fmt: skip
        assert replay(json.dumps(found)).status == status


def unknown_at_tiny_risk() -> dict[str, Any]:
    """The counts of the document at a risk at which they refute nothing, as far as is stated."""
    found = document("unknown")
    found["risk"], found["log_e"], found["lower_bound"] = f"1/{10**50}", None, {"eps": "0"}
    return found


def unknown(power: dict[str, Any]) -> dict[str, Any]:
    """The same with counts that show nothing, and a power."""
    found = document("unknown")
    found["tests"][0]["counts"] = [20, 80, 40, 260]
    found["lower_bound"], found["log_e"] = {"eps": "0"}, None
    return {**found, "power": power}


def test_power_is_what_the_bound_of_chernoff_shows() -> None:
    """By the same bound in floats: M^n·c^s for ε' = 1.8, and not for a violation that is small."""
    for eps, status in (("1.8", "accepted"), ("0.9", "rejected")):
        p, q, s = math.exp(float(eps)) * 0.15, 0.15, 2.0
        masses = (p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q))
        factors = (1 - 1 / 4, 1 + 1 / 4, 1 - 1 / 2, 1.0)
        mean = sum(m * f**-s for m, f in zip(masses, factors, strict=True))
        missed = s * math.log(1e6 * 2 * 2) + 400 * math.log(mean)
        assert (missed <= math.log(0.01)) == (status == "accepted"), missed
        outcome = replay(json.dumps(unknown({**POWER, "exponent": "2", "eps": eps})))
        assert outcome.status == status, outcome


@pytest.mark.parametrize(
    "change", [{"eps": "3"}, {"eps": "1.95"}, {"eps": "0.5"}, {"bet": 3}, {"exponent": "0"}]
)
def test_power_that_means_nothing_is_refused(change: dict[str, Any]) -> None:
    """A probability above 1, far and just, no violation, a bet that is not there, no exponent.

    Of 0.15·e^1.95 = 1.054 the rest is below 0, which would make the mean of the bound smaller.
    """
    outcome = replay(json.dumps(unknown({**POWER, "exponent": "2", "eps": "1.8", **change})))
    assert outcome.status == "rejected"


def test_power_of_a_bet_that_may_lose_everything() -> None:
    """1 − (1/2)·2 is 0 for a sample of the second input alone: no bound speaks of its wealth."""
    found = unknown({**POWER, "exponent": "2", "eps": "1.8"})
    found["tests"][0]["bets"][0] = ["1/2", "1/2"]
    outcome = replay(json.dumps(found))
    assert (outcome.status, "may lose everything" in outcome.text) == ("rejected", True), outcome


@pytest.mark.parametrize(
    ("name", "given", "at", "delta"),
    [
        # δ of N(0, 1) against N(1, 1) at ε = 1 is 0.12693673750664397 (Balle, Wang 2018, Thm. 8).
        ("gaussian-dp", {"mu": "1"}, {"eps": "1"}, 0.12693673750664397),
        # e^((α−1)(αρ−ε))·(1−1/α)^(α−1)/α at ρ = 1/2, ε = 1, α = 2: e^0·(1/2)/2.
        ("zcdp", {"rho": "1/2"}, {"eps": "1", "order": "2"}, 0.25),
    ],
)
def test_other_claims_by_their_curves(
    name: str, given: dict[str, str], at: dict[str, str], delta: float
) -> None:
    """The logarithm of the wealth of one bet, from the number that stands above."""
    found = document()
    (parameter,) = given
    found |= {"definition": name, "given": given, "lower_bound": {parameter: "0"}}
    found["tests"] = [{**found["tests"][0], "bets": [["1/4", "1"]], "weight": "1", "at": at}]
    kappa, stake = math.e, 0.25
    factors = (1 + stake * (1 - kappa - delta), 1 + stake * (1 - delta),
               1 - stake * (kappa + delta), 1 - stake * delta)  # fmt: skip
    log = sum(n * math.log(f) for n, f in zip(COUNTS, factors, strict=True))
    found["verdict"] = "unknown"
    del found["evidence"]
    for slack, status in ((-1e-6, "accepted"), (1e-6, "rejected")):
        found["log_e"] = f"{log + slack:.9f}"
        outcome = replay(json.dumps(found))
        assert outcome.status == status, outcome
