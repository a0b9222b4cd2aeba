"""Opacus' accountants of training runs: upper bounds of ε by Rényi divergences and by PRV.

Reads a question from stdin and answers on stdout, as JSON. This file is run by the interpreter
that has the library, and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
import warnings
from importlib.metadata import version
from typing import Any


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Its ε by each of its accountants; it has no δ and no Laplace noise."""
    if question["asked"] != "eps":
        return {"none": "it computes ε at a given δ alone"}
    if any(noise != "gaussian" for noise, *_ in question["events"]):
        return {"none": "it has Gaussian noise alone"}
    from opacus.accountants import PRVAccountant, RDPAccountant

    methods = []
    for name, make in (("RDP", RDPAccountant), ("PRV", PRVAccountant)):
        accountant: Any = make()
        accountant.history = [(ratio, rate, times) for _, ratio, rate, times in question["events"]]
        methods.append({"method": name, "upper": float(accountant.get_epsilon(question["at"]))})
    return {"version": version("opacus"), "methods": methods}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
