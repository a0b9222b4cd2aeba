"""prv_accountant: lower and upper bounds with stated errors.

Reads questions about compositions from stdin and answers them on stdout, as JSON. This file is run
by the interpreter of build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import math
import sys
from time import process_time
from typing import Any

from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import (
    GaussianMechanism,
    LaplaceMechanism,
    PureDPMechanism,
)

EPS_ERROR, DELTA_ERROR = 0.01, 1e-10
MAKERS: dict[str, Any] = {
    # Its name for the pair of laws of randomised response at ε.
    "rr": lambda p: PureDPMechanism(math.log(p / (1 - p))),
    "laplace": LaplaceMechanism,
    "gaussian": GaussianMechanism,
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The three numbers that it returns for each ε and δ; None where it has no such mechanism."""
    if question["mechanism"] not in MAKERS:
        return {"none": "no such mechanism"}
    start, k = process_time(), question["k"]
    accountant = PRVAccountant(
        prvs=[MAKERS[question["mechanism"]](question["parameter"])],
        max_self_compositions=[k],
        eps_error=EPS_ERROR,
        delta_error=DELTA_ERROR,
    )
    names = ("lower", "estimate", "upper")
    return {
        "delta": [
            dict(zip(names, accountant.compute_delta(x, [k]), strict=True)) for x in question["eps"]
        ],
        "eps": [
            dict(zip(names, accountant.compute_epsilon(x, [k]), strict=True))
            for x in question["delta"]
        ],
        "seconds": process_time() - start,
    }


if __name__ == "__main__":
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
