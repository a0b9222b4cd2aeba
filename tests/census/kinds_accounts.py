"""Saved answers about plans: by a closed form, and by sums of losses on a grid."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from dpverify.accounting import Plan, account, gaussian, laplace


def saved(plan: Plan, delta: str) -> dict[str, Any]:
    """The document that a user would save."""
    document: dict[str, Any] = json.loads(json.dumps(account(plan, delta=delta).document()))
    return document


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "account: closed form": partial(saved, Plan((gaussian(2, times=3),)), delta="1e-5"),
    "account: Laplace": partial(saved, Plan((laplace("1/4", times=20),)), delta="1e-2"),
}
