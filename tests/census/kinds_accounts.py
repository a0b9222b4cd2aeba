"""Saved answers about plans: by a closed form, by sums of losses, and the other way round."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from dpverify.accounting import (
    Plan,
    account,
    calibrate,
    gaussian,
    laplace,
    noise,
    private,
    table,
    with_curve,
)


def saved(plan: Plan, delta: str) -> dict[str, Any]:
    """The document that a user would save."""
    document: dict[str, Any] = json.loads(json.dumps(account(plan, delta=delta).document()))
    return document


def with_points(plan: Plan, delta: str, *places: str) -> dict[str, Any]:
    """The same of an answer that carries its curve."""
    answer = with_curve(account(plan, delta=delta), places)
    document: dict[str, Any] = json.loads(json.dumps(answer.document()))
    return document


def sought(plan: Plan, name: str, eps: int, delta: str) -> dict[str, Any]:
    """The same of a question the other way round."""
    found = calibrate(plan, name, eps=eps, delta=delta, event=1)
    document: dict[str, Any] = json.loads(json.dumps(found.document()))
    return document


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "account: closed form": partial(saved, Plan((gaussian(2, times=3),)), delta="1e-5"),
    "account: a curve": partial(with_points, Plan((gaussian(3, times=2),)), "1e-5", "1", "2"),
    "account: a channel and more": partial(
        saved,
        Plan(
            (
                table([["3/4", "1/4"], ["1/3", "2/3"]], null=1, sampling="1/2", times=2),
                private("1/4", "1e-4"),
                noise("discrete-laplace", 2),
            ),
        ),
        delta="1e-2",
    ),
    "account: sums on a grid": partial(
        saved, Plan((laplace("1/4", times=4), laplace("1/2")), "add"), delta="1e-1"
    ),
    "account: parts": partial(
        saved, Plan((gaussian(9),), "add", ((gaussian(2),), (gaussian(3, times=2),))), delta="1e-5"
    ),
    "account: discrete Gaussian noise": partial(
        saved, Plan((noise("discrete-gaussian", 4, times=5),)), delta="1e-5"
    ),
    "account: Laplace": partial(saved, Plan((laplace("1/4", times=20),)), delta="1e-2"),
    "calibration: σ": partial(sought, Plan((gaussian(1, times=3),)), "sigma", 1, "1e-5"),
    "calibration: steps": partial(sought, Plan((gaussian(9), gaussian(20))), "steps", 1, "1e-2"),
}
