"""Noise divided by r, of any mechanism."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import Draw
from dpverify.defs.programs.divided import divided

F = Fraction


class Scales(Draw):
    """Writes down the scales that are asked for."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def laplace(self, scale: Any) -> Any:
        self.seen.append(scale)
        return 0

    exponential = laplace

    def _take(self, law: Any) -> Any:
        raise AssertionError(law)


@pytest.mark.parametrize(
    ("name", "given", "scales"),
    [
        ("B01", 0, [F(1, 3)]),
        ("B14", (0, 0), [F(2, 3), F(2, 3)]),
        ("B20", (-1, 1), [F(2, 3), F(4, 3), F(4, 3)]),
        ("B10", (0,), [F(1, 3)]),
    ],
)
def test_every_scale(name: str, given: Any, scales: list[Fraction]) -> None:
    """At ε = 1 and r = 3 each scale is a third of what it was."""
    draw = Scales()
    divided(library_mechanism(name), F(3))(given, draw, eps=F(1))
    assert draw.seen == scales


def test_the_same_as_written_by_hand() -> None:
    """B50e and B50f are divided mechanisms of the library."""
    for by_hand, base in (("B50e", "B11"), ("B50f", "B20")):
        wanted = trace_family(library_mechanism(by_hand).with_parameters(n=3, r=5))
        found = divided(library_mechanism(base), F(5)).with_parameters(n=3)
        assert trace_family(found) == wanted


def test_what_it_is_called() -> None:
    """Id and parameters."""
    found = divided(library_mechanism("B20"), F(2))
    assert found.about["id"] == "B50:B20"
    assert list(found.parameters) == ["eps", "c", "n"]
