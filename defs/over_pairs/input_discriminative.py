"""Input-discriminative privacy: each input has a budget, and a pair has the smaller one of both."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import Loss, Real
from dpverify.defs.over_pairs.contract import Budgeted, Budgets


def _smaller(budgets: Budgets, x: str, z: str) -> Loss | Real | None:
    return min((budgets[label] for label in (x, z) if label in budgets), default=None)


INPUT_DISCRIMINATIVE: Final = Budgeted(
    "input-discriminative-dp",
    "the laws on two inputs are ε-indistinguishable for the smaller one of both inputs' ε",
    "Gu, Li, Xiong, Cao 2020 (MinID-LDP)",
    "inputs",
    lambda channel: channel.inputs,
    _smaller,
)
