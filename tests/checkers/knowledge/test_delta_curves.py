"""δ by balls alone, and Theorem 4's bound."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpverify.checkers.decide import measure
from dpverify.checkers.knowledge.delta_curves import enclosed_delta, exact_tail, threshold_bound
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import Value
from tests.checkers.knowledge.scenarios import scenario, voters


@pytest.mark.parametrize("eps", ["0", "1/3", "ln(2)"])
@pytest.mark.parametrize("active", [True, False])
def test_encloses_the_exact_delta(eps: str, active: bool) -> None:
    """Against the exact evaluator, over thresholds, laws of two kinds and one without threshold."""
    mixed = scenario(
        records=[{"count": 3, "values": {"0": "2/3", "1": "1/3"}},
                 {"count": 2, "values": {"0": "1/5", "1": "4/5"}}],
        known={"counts": [1, 1]}, mechanism={"name": "thresholded-count", "threshold": 2},
    )  # fmt: skip
    for made in (mixed, voters(5, 2, "1/4"), *(voters(6, 3, "1/7", cut) for cut in range(6))):
        exact = measure(made, "apkdp" if active else "ppkdp", eps=eps).tight["delta"]
        ball = enclosed_delta(made, eps, active=active).ball(100)
        assert ball.overlaps(exact.ball(200))
        assert exact == 0 or ball.rel_accuracy_bits() > 60


def test_needs_a_count() -> None:
    records = [{"count": 3, "values": {"0": "1/2", "1": "1/2"}}]
    for mechanism in ({"name": "arithmetic-mean"}, {"name": "histogram"}):
        made = scenario(records=records, known={"count": 1}, mechanism=mechanism)
        with pytest.raises(UsageError, match="count of records"):
            enclosed_delta(made, "0", active=True)


@pytest.mark.parametrize(("n", "cut", "p"), [(10, 3, "1/20"), (40, 9, "1/10"), (300, 12, "1/50")])
def test_the_bound_and_the_tail_in_fractions(n: int, cut: int, p: str) -> None:
    chance = Fraction(p)
    terms = [comb(n - 1, s) * chance**s * (1 - chance) ** (n - 1 - s) for s in range(n)]
    bound = terms[cut] / (1 - chance * (n - 1) / ((1 - chance) * cut))
    tail = sum(terms[cut:], start=Fraction(0))
    for number, exact in ((threshold_bound(n, cut, p), bound), (exact_tail(n, cut, p), tail)):
        ball = number.ball(100)
        assert ball.overlaps(Value(exact).ball(300))
        assert ball.rel_accuracy_bits() > 80
    assert bound >= tail


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 3, "1/2"), "must be below 1"),
        ((4, 3, "1/2"), "must be below 1"),
        ((1, 1, "1/20"), "n is 1"),
        ((10, 0, "1/20"), "T is 0"),
        ((10, 10, "1/20"), "T is 10"),
        ((10, 3, "0"), "strictly between"),
        ((10, 3, "1"), "strictly between"),
    ],
)
def test_refuses(arguments: tuple[int, int, str], message: str) -> None:
    with pytest.raises(DomainError, match=message):
        threshold_bound(*arguments)
