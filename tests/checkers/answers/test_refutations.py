"""The objects of a refutation are channels and compositions, each of a type of its own."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

import dpverify as dv
from dpverify.checkers.answers.codec import encode, members
from dpverify.checkers.answers.files import StatedChannel
from dpverify.checkers.answers.refutations import Adaptive, Composition, Refutation, read_refutation
from dpverify.defs.composition import COMPOSITIONS
from dpverify.defs.errors import SchemaError
from tests.schemas import faults

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], extra={"x-mine": [1]})
COMPOSED: dict[str, list[Any]] = {
    "post_process": ["M", "M"],
    "product": ["M", "M"],
    "adaptive": ["M", ["M", "M"]],
    "mixture": ["1/3", "M", "M"],
    "visible_mixture": ["1/3", "M", "M"],
    "restrict": ["M", ["0", "1"]],
    "merge_proportional": ["M"],
}
"""Operands of each, as the docstrings of the operations have them."""


def document(composed: dict[str, Any]) -> dict[str, Any]:
    """A refutation about a channel and what is made of it."""
    fails = dv.check(RR, dv.PureDP(eps=1)).to_dict()
    claim = {"of": "N", "definition": "pure-dp", "given": {"eps": "1"}, "verdict": "fails"}
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "any",
        "objects": {"M": RR.to_dict(), "N": composed},
        "hypotheses": [],
        "conclusion": {**claim, "witness": fails["witness"]},
    }


def read(composed: dict[str, Any]) -> Refutation:
    """The same as types."""
    refutation = read_refutation(document(composed))
    assert isinstance(refutation, Refutation)
    return refutation


def test_there_is_a_type_for_each_composition() -> None:
    """Of those that are known to the operations, and to the kernel by its own list."""
    assert [members(kind)[0].key for kind in get_args(Composition)] == [*COMPOSITIONS]
    assert COMPOSED.keys() == COMPOSITIONS.keys()


@pytest.mark.parametrize("name", COMPOSED)
def test_each_is_written_as_it_was_read(name: str) -> None:
    """Byte for byte, and as its schema has it."""
    given = document({name: COMPOSED[name]})
    refutation = read({name: COMPOSED[name]})
    assert json.dumps(encode(refutation)) == json.dumps(given)
    assert isinstance(refutation.objects["M"], StatedChannel)
    assert isinstance(refutation.objects["N"], get_args(Composition))
    assert faults(given) == []


def test_operands_are_typed() -> None:
    """Names stand in tuples, where nobody changes them."""
    assert read({"adaptive": COMPOSED["adaptive"]}).objects["N"] == Adaptive(("M", ("M", "M")))


@pytest.mark.parametrize(
    "composed",
    [
        {"swap": ["M", "M"]},
        {"product": ["M", "M", "M"]},
        {"product": ["M", "M"], "mixture": ["1/3", "M", "M"]},
        {},
    ],
)
def test_what_is_no_object_is_refused(composed: dict[str, Any]) -> None:
    """By the types, and by the schema."""
    with pytest.raises(SchemaError):
        read(composed)
    assert faults(document(composed)) != []
