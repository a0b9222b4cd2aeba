"""Saved results about coins beside continuous noise: one of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import dpverify as dv
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def subsampled(x: int, draw: Any) -> Any:
    """A record that takes part with probability 1/10, and Laplace noise."""
    return (x if draw.flip("1/10") else 0) + draw.laplace(1)


def saved(result: Any) -> Document:
    """The document that a user would save."""
    document: Document = json.loads(result.to_json())
    return document


@mechanism(inputs=[0, 1])
def truncated(x: int, draw: Any) -> Any:
    """Laplace noise between 0 and 10, by rejection."""
    while True:
        y = x + draw.laplace(2)
        if 0 <= y <= 10:
            return y


@mechanism(inputs=[0, 1])
def around(x: int, draw: Any) -> Any:
    """Laplace noise modulo 5."""
    return (x + draw.laplace(2)) % 5


KINDS: dict[str, Callable[[], Document]] = {
    "mixture: pure-dp fails": lambda: saved(dv.check(subsampled, dv.PureDP(eps="1/10"))),
    "tries: pure-dp fails": lambda: saved(dv.check(truncated, dv.PureDP(eps="1/2"))),
    "remainder: pure-dp measured": lambda: saved(dv.measure(around, "pure-dp")),
}
"""By the name of a kind, what makes a genuine document of it."""
