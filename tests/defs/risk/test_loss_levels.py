"""The linear program over levels of the loss."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import DomainError, InternalError
from dpverify.defs.numbers import Value
from dpverify.defs.risk.composition import chord, printed_mean, sharp_mean
from tests.defs.risk import loss_levels
from tests.defs.risk.loss_levels import largest_expected_loss

CASES = [
    ("4/5", "1/2", "1"),
    ("0", "1/2", "1"),
    ("1", "1/3", "2"),
    ("1/2", "1", "1"),
    ("9/10", "1/10", "4"),
]


@pytest.mark.parametrize(("confidence", "eps", "eps0"), CASES)
def test_the_sharp_mean_is_the_optimum(confidence: str, eps: str, eps0: str) -> None:
    """The float optimum, the exact multipliers and the exact law agree on μ'."""
    found = largest_expected_loss(confidence, eps, eps0)
    assert found.value == sharp_mean(confidence, eps, eps0)
    assert found.law.expected_loss() == found.value
    assert found.value < printed_mean(confidence, eps, eps0)


def test_a_wrong_closed_form_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: a chord that lies too low, a law of another weight."""

    def lower(x: Value) -> tuple[Value, Value]:
        height, slope = chord(x)
        return height * 99 / 100, slope

    monkeypatch.setattr(loss_levels, "chord", lower)
    with pytest.raises(InternalError):
        largest_expected_loss("4/5", "1/2", 1)
    monkeypatch.undo()
    monkeypatch.setattr(loss_levels, "_proposed", lambda *_: 0.5)
    with pytest.raises(InternalError, match="linear program gives"):
        largest_expected_loss("4/5", "1/2", 1)


def test_refuses() -> None:
    """ε above ε₀, and a level that is not rational."""
    with pytest.raises(DomainError, match="above"):
        largest_expected_loss("1/2", 2, 1)
    with pytest.raises(DomainError, match="rational"):
        largest_expected_loss("1/2", "ln(2)", 1)
    assert largest_expected_loss(Value(1) / 2, 1, 2, steps=1).value > 0
