"""Traced programs as JSON data: there and back, and what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced_documents import (
    rational,
    read_shift,
    read_traced,
)
from dpverify.defs.documents.write_traced import shift_document, traced_document
from dpverify.defs.errors import InputError
from dpverify.defs.mechanisms import library_mechanism


@pytest.mark.parametrize("name", ["B11", "B12", "B13", "B22", "B28", "B30", "B01", "B24"])
def test_there_and_back(name: str) -> None:
    found = library_mechanism(name)
    given = found.first_inputs(1)[0]
    for traced in (trace(found, given), trace_family(found).traced):
        assert read_traced(json.loads(json.dumps(traced_document(traced)))) == traced


@pytest.mark.parametrize("shift", [Shift.of("-3/4"), Shift.of(1, g=-2, h="1/3")])
def test_shifts(shift: Shift) -> None:
    assert read_shift(shift_document(shift)) == shift


@pytest.mark.parametrize("text", ["", "1.5", "1/0", "1/00", " 1", "1e3", "--1", 1, None, True, "٣"])
def test_what_is_no_rational(text: Any) -> None:
    with pytest.raises(InputError, match="is no text"):
        rational(text)


def test_a_rational() -> None:
    assert rational("-6/4") == Fraction(-3, 2)


def _set(keys: list[Any], value: Any) -> dict[str, Any]:
    document = deepcopy(traced_document(trace(library_mechanism("B11"), (0, 1))))
    place: Any = document
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    return document


FORM = ["forms", 0]
PATH = ["words", "0", 0]


def test_equal_forms_stand_once() -> None:
    """Four words of two comparisons: each comparison and its opposite."""
    family = trace_family(library_mechanism("B25").with_parameters(n=2))
    document = traced_document(family.traced)
    assert len(document["forms"]) == 4
    assert sorted(paths[0]["conditions"] for paths in document["words"].values()) == [
        "0 1",
        "0 2",
        "3 1",
        "3 2",
    ]


def test_a_path_may_hold_its_forms_itself() -> None:
    """As results before the table of forms have it."""
    traced = trace(library_mechanism("B11"), (0, 1))
    document = traced_document(traced)
    forms = document.pop("forms")
    for paths in document["words"].values():
        for path in paths:
            for key in ("conditions", "released"):
                path[key] = [forms[int(place)] for place in path[key].split()]
    assert read_traced(document) == traced


@pytest.mark.parametrize(
    ("keys", "value", "wrong"),
    [
        (["noises", 0, "law"], "cauchy", "no law"),
        (["noises", 0, "scale"], "-2", "not positive"),
        (["noises", 0, "scale"], 2, "no text"),
        (["symbolic"], "yes", "symbolic"),
        (["words"], {}, "no word"),
        ([*FORM, "noises"], [["0", "1"], ["0", "1"]], "twice"),
        ([*FORM, "noises"], [["9", "1"]], "not there"),
        ([*FORM, "noises"], [["0", "0"]], "not there"),
        ([*FORM, "noises"], [["0"]], "no pair"),
        ([*FORM, "shift"], ["1", {"g": 1}], "factor of a gap"),
        ([*FORM, "shift"], ["1"], "neither"),
        (["forms"], {}, "no list"),
        (["forms"], [], "there are 0"),
        ([*PATH, "conditions"], "9", "there are"),
        ([*PATH, "conditions"], "-1", "no places"),
        ([*PATH, "conditions"], "0  1", "no places"),
        ([*PATH, "conditions"], "0 1 ", "no places"),
        ([*PATH, "conditions"], "٣", "no places"),
        ([*PATH, "conditions"], 0, "conditions"),
        ([*PATH], "0", "where one belongs"),
    ],
)
def test_what_is_no_program(keys: list[Any], value: Any, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        read_traced(_set(keys, value))
