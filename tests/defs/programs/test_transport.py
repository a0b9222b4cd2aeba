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
from dpverify.defs.programs.transport import form_of_law, from_document, to_document

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


def test_a_law_has_one_form_whatever_stands_beside_it() -> None:
    """In whatever order outputs were met; a law that was cut may have others."""
    half, other = fmpq(1, 2), fmpq(1, 2)  # equal, and two objects
    law = SubLaw({"b": half, "a": fmpq(1, 4), "c": other, "d": fmpq(1, 4)}, whole=True, paths=3)
    again = SubLaw({"d": fmpq(1, 4), "c": half, "a": fmpq(1, 4), "b": half}, whole=True, paths=3)
    cut = SubLaw({"z": half}, whole=False, paths=3)
    documents = [
        json.loads(json.dumps(to_document(Enumeration(("0", "1", "2"), "all", laws, 24))))
        for laws in ((law, law, law), (cut, again, again))
    ]
    forms = [form_of_law(one, one["laws"][2]) for one in documents]
    assert forms[0] == forms[1] == (["a", "b", "c", "d"], [["1", "2"], ["1", "4"]],
                                    [1, 1, 0, 2, 1, 1])  # fmt: skip
    assert dict(from_document(documents[0]).laws[1].masses) == law.masses
    different = SubLaw({**law.masses, "a": fmpq(1, 2), "b": fmpq(1, 4)}, whole=True, paths=3)
    document = to_document(Enumeration(("0", "1"), "all", (law, different), 24))
    assert form_of_law(document, document["laws"][1]) != forms[0]


def test_runs_that_do_not_fit_their_outputs_are_refused() -> None:
    law = SubLaw({"a": fmpq(1, 2), "b": fmpq(1, 2)}, whole=True, paths=3)
    document = to_document(Enumeration(("0", "1"), "all", (law, law), 24))
    document["laws"][1]["runs"] = [0, 1]
    with pytest.raises(ValueError, match="shorter"):
        from_document(document)


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
