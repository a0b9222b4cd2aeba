"""Saved results about values that are released with the same noise on all inputs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import dpverify as dv
from dpverify.defs.programs import mechanism


@mechanism(inputs=[0, 1], moves="A")
def noisy(x: Any, draw: Any) -> Any:
    """A number with Gaussian noise."""
    return x + draw.gaussian(1)


def saved(ask: Callable[[], Any]) -> dict[str, Any]:
    """The document of an answer."""
    document: dict[str, Any] = json.loads(ask().to_json())
    return document


KINDS: dict[str, Callable[[], Any]] = {
    "released: zCDP fails": partial(
        saved, lambda: dv.check(noisy, dv.ZCDP(rho="1/3"), all_inputs=True)
    ),
    "released: variation measured": partial(
        saved, lambda: dv.measure(noisy, "total-variation", all_inputs=True)
    ),
}
