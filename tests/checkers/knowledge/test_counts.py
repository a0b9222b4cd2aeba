"""Counts of many records: against convolved laws, against whole tables, and against known numbers.

Independent oracles: exact convolution on small scenarios; floats of scipy for moderate tails; and
for tiny ones the logarithm of a binomial sum by `math.lgamma`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, lgamma, log, log1p
from random import Random
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge import answers, counts
from dpverify.checkers.knowledge.brute import brute_views
from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.count_settings import largest_delta
from dpverify.checkers.knowledge.counts import Computed, count_views
from dpverify.checkers.knowledge.views import cases
from dpverify.defs.knowledge import APKDP, PPKDP, Records, Scenario
from dpverify.defs.numbers import Value, as_eps, enclosure, exp
from tests.checkers.knowledge.scenarios import random_scenario, scenario, voters

EPS = ("0", "1/2", "ln(2)")
TERMS = 10**9


def small_counts() -> list[Scenario]:
    """Random counts with fixed knowledge."""
    made = (random_scenario(Random(seed), ("count", "thresholded-count"))  # noqa: S311 (test data)
            for seed in range(150))  # fmt: skip
    return [s for s in made if isinstance(s.family[0], Records) and not s.family[0].random]


@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("eps", EPS)
def test_counts_agree_with_convolved_laws(
    eps: str, active: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exactly in exact tables, and within the ball in tables of balls."""
    odds = exp(eps)
    for made in small_counts():
        found = [case.tight("delta", {"odds": odds})
                 for view in views(made) for case in cases(view, active=active)]  # fmt: skip
        plain = [case.tight("delta", {"odds": odds})
                 for view in brute_views(made) for case in cases(view, active=active)]  # fmt: skip
        expected: Any = max(found, default=Value(0))
        assert expected == max(plain, default=Value(0))
        targets = count_views(made, active=active)
        assert targets is not None
        if not targets:
            assert expected == 0
            continue
        assert largest_delta(targets, odds).value == expected, made.to_dict()
        monkeypatch.setattr(counts, "MAX_EXACT", -1)
        number = largest_delta(count_views(made, active=active) or [], odds).value
        monkeypatch.undo()
        assert isinstance(number, Computed)
        assert number.ball(136).overlaps(expected.ball(300))
        assert expected == 0 or number.ball(136).rel_accuracy_bits() > 60


@pytest.mark.parametrize(
    ("n", "known", "p", "threshold"),
    [(700, 300, "1/2", 150), (700, 300, "1/3", 200), (900, 300, "1/50", 10),
     (900, 600, "1/10", 500),
     (600, 250, "9/10", None), (3000, 1500, "1/4", 300), (450, 449, "1/2", 225)],
)  # fmt: skip
@pytest.mark.parametrize("eps", ["0", "1/10", "2"])
@pytest.mark.parametrize("active", [True, False])
def test_windows_agree_with_whole_tables(
    n: int, known: int, p: str, threshold: int | None, eps: str, active: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """What a window leaves out is within the radius."""
    made = voters(n, known, p, threshold)
    monkeypatch.setattr(counts, "MAX_EXACT", -1)
    window = largest_delta(count_views(made, active=active) or [], exp(eps)).value.ball(400)
    monkeypatch.setattr(counts, "SHORT", TERMS)
    whole = largest_delta(count_views(made, active=active) or [], exp(eps)).value.ball(400)
    assert window.overlaps(whole)
    assert window.rel_accuracy_bits() > 60
    assert whole.rel_accuracy_bits() > 60


def test_example_7() -> None:
    """n = 1000, p = 1e-7, 100 known, released above 100: active .9999101040, passive 10^-560.24."""
    made = voters(1000, 100, "1e-7", 100)
    active, passive = (measure(made, name, eps="0").tight["delta"] for name in ("apkdp", "ppkdp"))
    assert active == (1 - Value(Fraction(1, 10**7))) ** 899
    assert enclosure(active)[0].startswith("0.9999101040")
    # The sum over b is dominated by b = 100 known ones and none beyond, and its neighbours.
    terms = [comb(100, b) * comb(899, 100 - b) for b in range(101)]
    logarithm = (log(sum(terms)) + 100 * log(1e-7) + 899 * log1p(-1e-7)) / log(10)
    lower, upper = enclosure(passive)
    mantissa, exponent = lower.split("e")
    assert abs(log(float(mantissa)) / log(10) + int(exponent) - logarithm) < 1e-6
    assert upper.endswith("e-561")
    assert round(logarithm, 2) == -560.24


def test_a_failure_of_example_7_is_certified() -> None:
    """The kernel recomputes the laws of 1000 votes; the event is the withheld count alone."""
    verdict = check(voters(1000, 100, "1e-7", 100), APKDP(eps="0", delta="999/1000"))
    assert verdict.fails
    assert verdict.to_dict()["witness"]["terms"][0]["event"] == ["⊥"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
@pytest.mark.parametrize("p", ["1e-7", "1/2"])
def test_a_million_voters(name: str, p: str) -> None:
    """Twelve digits are certified."""
    number = measure(voters(10**6, 10**5, p, 10**5), name, eps="0").tight["delta"]
    lower, upper = (Fraction(end) for end in enclosure(number))
    assert 0 < upper - lower < lower / 10**12


def test_a_plain_count_of_a_million() -> None:
    """At ε = 0 it is the largest probability of the other votes, whoever watches or votes."""
    n, known = 10**6, 10**5
    made = voters(n, known, "1/2")
    m = n - known - 1
    half = m // 2
    mode = lgamma(m + 1) - lgamma(half + 1) - lgamma(m - half + 1) - m * log(2)
    for name in ("apkdp", "ppkdp"):
        number = measure(made, name, eps="0").tight["delta"]
        assert abs(log(number.approx()) - mode) < 1e-6


@pytest.mark.long
def test_ten_thousand_different_probabilities() -> None:
    """A Poisson-binomial law, δ at ε = 0 near 1/√(2π·variance)."""
    groups = [{"count": 1, "values": {"0": f"{9000 - i}/10000", "1": f"{1000 + i}/10000"}}
              for i in range(0, 8000, 4)]  # fmt: skip
    made = scenario(records=groups * 5, known={"indices": list(range(100))}, target=9999,
                    mechanism={"name": "count"})  # fmt: skip
    number = measure(made, "apkdp", eps="0").tight["delta"]
    chances = [(1000 + i) / 10000 for i in range(0, 8000, 4)] * 5
    variance = sum(q * (1 - q) for q in chances[100:-1])
    assert abs(number.approx() * (2 * 3.141592653589793 * variance) ** 0.5 - 1) < 1e-3


@pytest.mark.parametrize("case", [(12, 4, "1/3", 5), (12, 4, "1/3", None), (9, 0, "1/5", 3)])
@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
@pytest.mark.parametrize("delta", ["1/100", "1/10", "1/2", "1e-6"])
def test_tight_eps_by_bisection(
    case: tuple[int, int, str, int | None], name: str, delta: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It encloses the exact smallest ε, and the kernel accepts it."""
    made = voters(*case)
    exact = measure(made, name, delta=delta).tight["eps"]
    monkeypatch.setattr(answers, "FEW", 0)
    found = measure(made, name, delta=delta)
    eps = as_eps(found.tight["eps"], allow_infinity=True)
    assert enclosure(eps) == enclosure(exact)
    assert replay(found.to_json()).status == "accepted", replay(found.to_json())


@pytest.mark.slow
def test_a_million_voters_fail_with_a_certificate() -> None:
    """The kernel re-checks them by tails of its own, though 98001 terms are left out."""
    made = voters(10**6, 10**5, "1/2", 10**5)
    assert check(made, PPKDP(eps="0", delta="1/1000")).evidence == "enclosure"
    verdict = check(made, PPKDP(eps="0", delta="1/10000"))
    assert verdict.fails
    assert verdict.to_dict()["witness"]["terms_omitted"] == 98001
    assert replay(verdict.to_json()).status == "accepted"
