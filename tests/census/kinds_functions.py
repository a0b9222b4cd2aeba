"""Saved sensitivities of functions, and a statement about one with noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from dpverify.checkers.sensitivity.functions import FunctionQuestion, function_sensitivity
from dpverify.checkers.sensitivity.releases import Statement, decide

UNIT = Fraction(0), Fraction(1)


def sensitivity(text: str, size: int | None, least: int = 2) -> dict[str, Any]:
    """The document that a user would save."""
    question = FunctionQuestion(text, *UNIT, size, least)
    document: dict[str, Any] = json.loads(json.dumps(function_sensitivity(question).document))
    return document


def statement() -> dict[str, Any]:
    """Paths with half of the noise: enough for two records, not for more."""
    paths = Statement("sum(abs(x[i]-x[i+1]))", *UNIT, "laplace", "2", Fraction(1, 2), "pure-dp")
    document: dict[str, Any] = json.loads(json.dumps(decide(paths)))
    return document


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "function: four records": partial(sensitivity, "sum(x[i]*(1-x[i]))", 4),
    "function: every n": partial(sensitivity, "sum(abs(x[i]-x[i+1]))", None, 3),
    "statement: by n": statement,
}
