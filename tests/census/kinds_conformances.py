"""Saved comparisons of a port with real code: laws that differ, laws within, samples of both."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import dpverify as dv


@dv.mechanism(inputs=[0, 1])
def port(bit: int, draw: dv.Draw) -> int:
    """Randomised response with 3/4."""
    return bit if draw.flip("3/4") else 1 - bit


def real(bit: int) -> int:
    """The same with 0.7, which is a float below 7/10."""
    return bit if random.random() < 0.7 else 1 - bit  # noqa: S311  a draw to be enumerated


def sampled(bit: int, rng: np.random.Generator, count: int) -> list[int]:
    """The same with 0.6 by NumPy, many at once, of which there are samples alone.

    It has two outputs: of real numbers there would be many events, each with as many changes.
    """
    return [bit if kept else 1 - bit for kept in rng.random(count) < 0.6]


def conformance(*args: Any, **options: Any) -> dict[str, Any]:
    """The document of a comparison."""
    document: dict[str, Any] = json.loads(dv.conform(*args, **options).to_json())
    return document


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "conformance: laws differ": partial(conformance, port, real),
    "conformance: laws within": partial(conformance, port, real, tolerance="1/10"),
    "conformance: samples": partial(conformance, port, sampled, draws=2_000),
}
