"""Statements about selections with noise of which nothing is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.conditions import condition
from dpverify.proofs.labels import Size
from dpverify.proofs.registry import entry
from dpverify.proofs.selections import Alignment, Selection, selected
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Property, Statement

TRUE = entry("dp.noisy-max.counts").statement
ABOVE = entry("dp.above-threshold.counts").statement
SPARSELY = entry("dp.sparse-vector.any").statement


def _selection(given: Statement) -> Selection:
    said = given.conclusion
    assert isinstance(said, Property)
    assert said.selection is not None
    return said.selection


def _with(given: Statement, **more: Any) -> Statement:
    said = given.conclusion
    assert isinstance(said, Property)
    other = replace(_selection(given), **more)
    return replace(given, conclusion=replace(said, selection=other, holds=partial(selected, other)))


def _saying(given: Statement, holds: Callable[[Any, Any], bool]) -> Statement:
    said = given.conclusion
    assert isinstance(said, Property)
    return replace(given, conclusion=replace(said, holds=holds))


PURE = Claim("X", "pure-dp", {"eps": "0"})
QUERIES = TRUE.objects["D"].inputs  # type: ignore[union-attr]  # it is any channel
MORE = AnyChannel(QUERIES, lambda _: ("0", "1", "2", "3"))
OTHER = AnyChannel(Size("records", "r"), lambda _: ("0", "1"))
UNREAD: Mapping[str, tuple[str, Statement]] = {
    "a ratio of 1": ("may be 1", replace(TRUE, hypotheses=TRUE.hypotheses[:1])),
    "a claim": ("another kind", replace(TRUE, hypotheses=(*TRUE.hypotheses, PURE))),
    "a threshold that is not there": ("not there", _with(TRUE, there=Alignment(1, 1))),
    "it is paid for": ("not there", _with(TRUE, threshold=1)),
    "none is moved": ("none is released", _with(ABOVE, of_none=(Alignment(1, 1), Alignment(0, 0)))),
    "far away": ("so far", _with(TRUE, there=Alignment(9))),
    "a negative power": ("negative", _with(TRUE, own=-1)),
    "another ratio": ("other ratios", replace(TRUE, parameters={"a": "value", "t": "value"})),
    "another object": ("other objects", replace(TRUE, objects={**TRUE.objects, "Z": OTHER})),
    "other queries": ("other queries", replace(TRUE, objects={**TRUE.objects, "D": OTHER})),
    "no c": (
        "other ratios",
        replace(SPARSELY, parameters={"a": "value", "t": "value"}),
    ),
    "c is no count": (
        "other ratios",
        replace(SPARSELY, parameters={**SPARSELY.parameters, "c": "value"}),
    ),
    "a c that is not there": (
        "other ratios",
        replace(ABOVE, parameters={**ABOVE.parameters, "c": "count"}),
    ),
    "a condition on c": (
        "no parameter",
        replace(SPARSELY, hypotheses=(*SPARSELY.hypotheses, condition("c > 1"))),
    ),
    "a ratio of 1 beside its power": (
        "may be 1",
        replace(SPARSELY, hypotheses=SPARSELY.hypotheses[:-1]),
    ),
    "far away with c": ("so far", _with(SPARSELY, back=Alignment(2, 9))),
    "more changes": ("4 changes", replace(TRUE, objects={**TRUE.objects, "D": MORE})),
    "as many changes as there are": (
        "other sizes",
        replace(TRUE, objects={**TRUE.objects, "D": AnyChannel(QUERIES, Size("changes", "k"))}),
    ),
    "no change": ("2 changes", _with(TRUE, least=0, most=-1)),
    "no change, and none to be had": (
        "0 changes",
        replace(
            _with(TRUE, least=0, most=-1),
            objects={**TRUE.objects, "D": AnyChannel(QUERIES, lambda _: ())},
        ),
    ),
    "another property": ("its selection", _saying(TRUE, lambda _a, _b: True)),
    "the property of another selection": (
        "its selection",
        _saying(TRUE, partial(selected, _selection(ABOVE))),
    ),
    "a condition on another name": (
        "no parameter",
        replace(TRUE, hypotheses=(*TRUE.hypotheses, condition("b > 0"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_refused(name: str) -> None:
    fault, given = UNREAD[name]
    with pytest.raises(Undecided, match=fault):
        settings_of(given)
