"""Saved results about programs of which not all paths were followed: one of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import dpverify as dv
from dpverify.checkers.decide import check, measure
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def endless(bit: int, draw: Any) -> int:
    """Noise that is rounded to three outputs, by a conversion that is not followed to its end."""
    return max(-1, min(1, bit + int(draw.discrete_laplace(ratio="1/2"))))


@cache
def _text(kind: str) -> str:
    made: dict[str, Callable[[], Any]] = {
        "program: pure fails": lambda: check(endless, dv.PureDP(eps="1/2")),
        "program: pure unknown": lambda: check(endless, dv.PureDP(eps="ln(2)")),
        "program: pure from below": lambda: measure(endless, "pure-dp"),
        "program: approx fails": lambda: check(endless, dv.ApproxDP(eps="1/2", delta="1/100")),
        "program: total variation fails": lambda: check(endless, dv.TotalVariation(delta="1/4")),
        "program: rho from below": lambda: measure(endless, "zcdp"),
        "program: Rényi fails": lambda: check(endless, dv.RenyiDP(eps="1/4", alpha=2)),
        "program: χ² unknown": lambda: check(endless, dv.ChiSquaredDP(chi_squared="1/2")),
    }
    return str(made[kind]().to_json())


def _copy(kind: str) -> Document:
    """A document that the caller may change."""
    document: Document = json.loads(_text(kind))
    return document


KINDS: dict[str, Callable[[], Document]] = {
    kind: partial(_copy, kind)
    for kind in (
        "program: pure fails",
        "program: pure unknown",
        "program: pure from below",
        "program: approx fails",
        "program: total variation fails",
        "program: rho from below",
        "program: Rényi fails",
        "program: χ² unknown",
    )
}
