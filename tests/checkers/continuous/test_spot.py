"""Where densities jump, and numbers for gaps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.continuous.lower import largest_loss
from dpverify.checkers.continuous.program import Program, from_document, program_of, to_document
from dpverify.checkers.continuous.spot import in_numbers, smooth, str_of
from dpverify.checkers.decide import measure
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, ln
from dpverify.defs.programs import mechanism

F = Fraction


def nothing() -> None:
    """No limit."""


def test_a_density_jumps_where_exponential_noise_begins() -> None:
    """The value max(q_i + Exp) on (0, 1): jumps at 0 and 1 only, though it is 0 below 1."""
    traced = trace(library_mechanism("B14"), (0, 1))
    at = {value: smooth(traced, "•", (Shift.of(value),)) for value in (-1, 0, "1/2", 1, 2)}
    assert at == {-1: True, 0: False, "1/2": True, 1: False, 2: True}


def test_laplace_noise_does_not_jump() -> None:
    traced = trace(library_mechanism("B13"), (0, 1))
    assert all(smooth(traced, "•", (Shift.of(value),)) for value in (-1, 0, 1, 2))


@pytest.mark.parametrize(
    ("shift", "text"),
    [
        (Shift.of("1/2"), "1/2"),
        (Shift.of(0, g=-1), "-g"),
        (Shift.of(-1, g=1, h="-2/3"), "g - 2/3*h - 1"),
        (Shift(), "0"),
    ],
)
def test_shifts_as_text(shift: Shift, text: str) -> None:
    assert str_of(shift) == text


def noisy_max() -> Program:
    """B11 at n = 2 on (−g, 0) against (−g−1, 1)."""
    listed = library_mechanism("B11")

    @mechanism(inputs=[(Shift.of(0, g=-1), 0), (Shift.of(-1, g=-1), 1)])
    def far(x: Any, draw: Any, *, eps: Any = "1/10") -> Any:
        return listed.function(x, draw, eps=eps, n=2)

    return program_of(far)


def test_numbers_for_a_gap() -> None:
    """ε − ln((4 + ε(g + 2))/(4 + εg)) is above .099 from g = 1960 on, so 2048 is found."""
    program = noisy_max()
    spot = largest_loss(program, "0", lambda _: False, nothing)
    assert spot is not None
    assert spot.loss == F(1, 10)
    assert not spot.limit.attained
    place = in_numbers(program, spot, lambda p, q: ln(p / q) > F(99, 1000), nothing)
    assert place is not None
    assert place.gaps == {"g": 2048}
    assert place.entries == ((F(-2048), F(0)), (F(-2049), F(1)))
    assert in_numbers(program, spot, lambda *_: False, nothing) is None


def test_a_program_crosses_a_border_whole() -> None:
    for program in (noisy_max(), program_of(library_mechanism("B20"), everywhere=True)):
        assert from_document(to_document(program)) == program


def test_a_gap_that_cancels_in_the_densities_still_has_a_number() -> None:
    """The released value is the far input plus a number: neither density knows of the gap."""

    @mechanism(inputs=[0, 1], moves="A")
    def one_sided(x: Any, draw: Any) -> Any:
        noise, more = draw.laplace(1), draw.exponential(1)
        return ("shifted", noise + x + 1) if noise + F(1, 2) > 0 else ("not", noise + 2 * more)

    assert measure(one_sided, "pure-dp", all_inputs=True).tight == {"eps": INFINITY}
