"""Whether the constant of an arrow is attained: best ones are found, loose ones never are."""

from __future__ import annotations

import pytest

from dpverify.defs.numbers import Value, ln
from dpverify.proofs.atlas import attained
from dpverify.proofs.atlas.attained import has_best_constant, mechanisms
from dpverify.proofs.atlas.table import atlas
from dpverify.proofs.registry import entry


@pytest.mark.parametrize(
    "name",
    [
        "dp.pure-implies-total-variation",  # tanh(ε/2), by randomised response
        "dp.expected-loss.tanh",
        "dp.total-variation.bound",
        "dp.bounded-range-implies-chi-squared",  # sinh²(η): P fair, Q with the odds e^2η
        "dp.guessing.total-variation",  # an equivalence
    ],
)
def test_best_constants_are_attained(name: str) -> None:
    """Each is attained in the literature by the mechanism that is named."""
    assert has_best_constant(entry(name))


@pytest.mark.parametrize(
    "name",
    [
        "dp.expected-loss.linear",  # ε·(e^ε − 1), where ε·tanh(ε/2) is best
        "dp.pure-implies-zcdp.half-square",  # ε²/2, and ε·tanh(ε/2) is less
        "dp.one-plus-eps.implies-pure",  # ε, where ln(1 + ε) is best
        "dp.pure-implies-approx",  # δ = 0 says nothing of ε
        "dp.composition.renyi",  # no arrow
    ],
)
def test_loose_constants_are_not(name: str) -> None:
    """And an arrow of which it is not said may still be the best."""
    assert not has_best_constant(entry(name))


def test_one_mechanism_is_a_coincidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two different ones are needed."""
    first = next(mechanisms())
    monkeypatch.setattr(attained, "mechanisms", lambda: iter([first]))
    monkeypatch.setitem(attained.SETTINGS, "loss", [ln(2)])
    assert first.row(0) == (Value(2) / 3, Value(1) / 3)
    assert not has_best_constant(entry("dp.pure-implies-total-variation"))


def test_arrows_say_so() -> None:
    """At least 20 of those that are stated; none that is refuted or chained."""
    tight = [arrow for arrow in atlas().arrows if arrow.tight]
    assert sum(arrow.kind == "stated" for arrow in tight) >= 20
    assert all(arrow.holds and arrow.kind != "chained" for arrow in tight)
