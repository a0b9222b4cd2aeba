"""Compositions by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from dpverify.defs import operations as op
from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS, compose
from dpverify.defs.errors import ChannelError, NumberError

M = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
N = Channel(["0", "1"], ["0", "1"], [["1/2", "1/2"], ["0", "1"]])
OBJECTS = {"M": M, "N": N}

CASES: list[tuple[dict[str, Any], Channel]] = [
    ({"post_process": ["M", "N"]}, op.post_process(M, N)),
    ({"product": ["M", "N"]}, op.product(M, N)),
    ({"adaptive": ["M", ["N", "M"]]}, op.adaptive(M, [N, M])),
    ({"mixture": ["1/3", "M", "N"]}, op.mixture("1/3", M, N)),
    ({"visible_mixture": ["1/3", "M", "N"]}, op.visible_mixture("1/3", M, N)),
    ({"restrict": ["M", ["1", "0"]]}, op.restrict(M, ["1", "0"])),
    ({"merge_proportional": ["N"]}, op.merge_proportional(N)),
]


@pytest.mark.parametrize(("form", "expected"), CASES, ids=lambda case: str(case)[:40])
def test_each_name_is_its_operation(form: dict[str, Any], expected: Channel) -> None:
    """The named form gives what the function gives."""
    assert compose(form, OBJECTS) == expected


def test_every_composition_has_a_case() -> None:
    """No name without a test."""
    assert {name for form, _ in CASES for name in form} == set(COMPOSITIONS)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"post_proces": ["M", "N"]}, "'post_proces' is unknown; did you mean 'post_process'"),
        ({"zzz": []}, "'zzz' is unknown; there are post_process, product"),
        ({}, "must be one name with its operands"),
        ({"product": ["M", "N"], "restrict": ["M", ["0"]]}, "must be one name"),
        (["product", "M", "N"], "must be one name"),
        ({"product": ["M"]}, "'product' takes 2 operands"),
        ({"product": "MN"}, "'product' takes 2 operands"),
        ({"product": ["M", "K"]}, "'product' names 'K', which is no object"),
        ({"product": ["M", ["N"]]}, "'product' names .*, which is no object"),
        ({"adaptive": ["M", "NN"]}, "'adaptive': 'NN' must be a list of channels"),
        ({"restrict": ["M", "01"]}, "'restrict': '01' must be a list of labels"),
        ({"restrict": ["M", ["0", 1]]}, "input label number 2 is 1"),
    ],
)
def test_each_fault_has_its_message(form: Mapping[str, Any], message: str) -> None:
    """One line that says what there is."""
    with pytest.raises(ChannelError, match=message):
        compose(form, OBJECTS)


def test_a_float_weight_is_refused() -> None:
    """Weights are numbers of the grammar."""
    with pytest.raises(NumberError, match="Python float"):
        compose({"mixture": [0.5, "M", "N"]}, OBJECTS)


def test_the_composition_of_the_hand_written_refutation() -> None:
    """Merging 1a with 2a and 1b with 2b gives 77/200 on one side and 29/200 on the other."""
    labels = ["1a", "1b", "1c", "2a", "2b"]
    row = ["1/50", "1/200", "19/40", "3/8", "1/8"]
    m = Channel(["x", "x'"], labels, [row, ["1/200", "1/50", "19/40", "1/8", "3/8"]])
    f = Channel(labels, ["a", "b", "c"], [[int(label[1] == y) for y in "abc"] for label in labels])
    n = compose({"post_process": ["M", "f"]}, {"M": m, "f": f})
    assert json.dumps([n.rows.texts(i) for i in range(2)]) == (
        '[["79/200", "13/100", "19/40"], ["13/100", "79/200", "19/40"]]'
    )
