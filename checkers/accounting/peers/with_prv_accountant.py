"""prv_accountant: lower and upper bounds and an estimate, with errors of 0.01 in ε and 1e-10 in δ.

Reads a question from stdin and answers on stdout, as JSON. This file is run by the interpreter
that has the library, and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

EPS_ERROR, DELTA_ERROR = 0.01, 1e-10


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Its three numbers for ε or δ."""
    from prv_accountant import PRVAccountant
    from prv_accountant import privacy_random_variables as variables

    parts, counts = [], []
    for noise, ratio, rate, times in question["events"]:
        if noise == "laplace" and rate != 1:
            return {"none": "it has no Laplace noise on Poisson samples"}
        counts.append(times)
        if noise == "laplace":
            parts.append(variables.LaplaceMechanism(mu=1 / ratio))
        elif rate == 1:
            parts.append(variables.GaussianMechanism(ratio))
        else:
            parts.append(variables.PoissonSubsampledGaussianMechanism(rate, ratio))
    # Its window must hold every ε that is asked for.
    most = {"eps_max": 2 * question["at"] + 1} if question["asked"] == "delta" else {}
    accountant = PRVAccountant(
        prvs=parts, max_self_compositions=counts, eps_error=EPS_ERROR, delta_error=DELTA_ERROR,
        **most,
    )  # fmt: skip
    compute = {"eps": accountant.compute_epsilon, "delta": accountant.compute_delta}
    lower, estimate, upper = map(float, compute[question["asked"]](question["at"], counts))
    bounds = {"lower": lower, "estimate": estimate, "upper": upper}
    return {"version": version("prv-accountant"), "methods": [{"method": "PRV", **bounds}]}


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
