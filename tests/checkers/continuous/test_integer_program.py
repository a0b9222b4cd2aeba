"""Programs with integer noise, traced on all integer inputs."""

from __future__ import annotations

import json

import pytest

from dpverify.checkers.continuous.integer_program import IntegerProgram, integer_program
from dpverify.defs.errors import UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism


def test_there_and_back_between_processes() -> None:
    """As JSON data, and the same again."""
    program = integer_program(
        library_mechanism("B20d").with_parameters(n=2, m=0), everywhere=False, tick=lambda: None
    )
    assert program is not None
    assert IntegerProgram.read(json.loads(json.dumps(program.to_document()))) == program


def test_listed_inputs_that_are_no_moves() -> None:
    """Nothing is said of all integers where a listed pair is further apart than neighbours are."""
    apart = integer_program(
        mechanism(inputs=[0, 1, 2], moves="A")(lambda q, draw: q + draw.discrete_laplace(1) > 0),
        everywhere=False, tick=lambda: None,
    )  # fmt: skip
    assert apart is None  # 0 and 2 are no move, so nothing is said of them


def test_a_program_that_does_not_say_how_inputs_move() -> None:
    """Refused where all inputs are asked about, and enumerated alone where they are not."""
    silent = library_mechanism("B36")
    with pytest.raises(UsageError, match="how far neighbours"):
        integer_program(silent, everywhere=True, tick=lambda: None)
    assert integer_program(silent, everywhere=False, tick=lambda: None) is None
