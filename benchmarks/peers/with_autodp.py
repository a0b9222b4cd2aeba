"""autodp: ε(δ) by Rényi divergences, an upper bound; δ(ε) by characteristic functions, an estimate.

The ε(δ) of its characteristic functions is not asked: it searches e^ε in [0, 1] since scipy takes
the `bounds` that it passes beside `bracket` for a constraint.

Reads questions about compositions from stdin and answers them on stdout, as JSON. This file is run
by the interpreter of build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import contextlib
import json
import sys
import warnings
from time import process_time
from typing import Any

from autodp.mechanism_zoo import GaussianMechanism, LaplaceMechanism, RandresponseMechanism
from autodp.transformer_zoo import ComposeAFA, Composition

COMPOSE_RENYI: Any = Composition
COMPOSE_FOURIER: Any = ComposeAFA
MAKERS: dict[str, Any] = {
    "rr": lambda p, **how: RandresponseMechanism(p=p, **how),
    "laplace": lambda eps0, **how: LaplaceMechanism(b=1 / eps0, **how),
    "gaussian": lambda sigma, **how: GaussianMechanism(sigma=sigma, **how),
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Upper bounds of ε, estimates of δ; None where it has no such mechanism."""
    if question["mechanism"] not in MAKERS:
        return {"none": "no such mechanism"}
    start, k = process_time(), question["k"]
    make = MAKERS[question["mechanism"]]
    by_renyi = COMPOSE_RENYI()([make(question["parameter"])], [k])
    alone = make(question["parameter"], RDP_off=True, phi_off=False)
    by_fourier = COMPOSE_FOURIER()([alone], [k])
    return {
        "delta": [{"estimate": by_fourier.get_approx_delta(x)} for x in question["eps"]],
        "eps": [{"upper": by_renyi.get_approxDP(x)} for x in question["delta"]],
        "seconds": process_time() - start,
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(sys.stderr):  # it prints its search
        answers = [answer(question) for question in json.load(sys.stdin)]
    json.dump(answers, sys.stdout, default=float)
