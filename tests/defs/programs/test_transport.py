"""An enumeration crosses the border of a process unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.numbers import Value, ln, parse
from dpverify.defs.programs import Enumeration, channel_of, enumerations, mechanism
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.tail import TailBound
from dpverify.defs.programs.transport import from_document, to_document

MASSES = [
    fmpq(0), fmpq(1, 3), fmpq(1, 10**500), parse("exp(-1/3)"), parse("1-exp(-2)/7"),
    parse("2**(1/2)/2"), parse("(1-exp(-1))/(1+exp(-1)-2*exp(-34/3))"),
]  # fmt: skip


@pytest.mark.parametrize("mass", MASSES)
def test_a_mass_is_the_same_number(mass: Any) -> None:
    law = SubLaw({"a b": mass}, whole=False, paths=3)
    sent = Enumeration(("0", "1"), [["0", "1"]], (law, law), 24, "enough", data_sets="larger")
    got = from_document(json.loads(json.dumps(to_document(sent))))
    assert Value(got.laws[0].masses["a b"]) == Value(mass)
    assert (got.inputs, got.neighbours, got.bits, got.stopped, got.data_sets) == (
        sent.inputs, sent.neighbours, sent.bits, sent.stopped, sent.data_sets,
    )  # fmt: skip


def test_a_channel_is_the_same_channel() -> None:
    @mechanism(inputs=[0, 1])
    def program(bit: int, draw: Any) -> int:
        return bit + int(draw.discrete_laplace(3, low=-2, high=2))

    (found,) = enumerations(program)
    assert from_document(to_document(found)).channel() == channel_of(program)


def test_the_bound_of_a_tail_is_the_same() -> None:
    tail = TailBound(("-1", "a b"), ln(3))
    law = SubLaw({"a b": fmpq(1, 3)}, whole=False, paths=3)
    sent = Enumeration(("0", "1"), "all", (law, law), 24, None, tail)
    assert from_document(json.loads(json.dumps(to_document(sent)))).tail == tail
