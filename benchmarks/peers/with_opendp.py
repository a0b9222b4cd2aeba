"""OpenDP: the ε that its privacy maps state, samples, and δ(ε) from zCDP.

Reads questions from stdin and answers them on stdout, as JSON. This file is run by the interpreter
of build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

import opendp.prelude as dp

INTEGERS = dp.atom_domain(T=int), dp.absolute_distance(T=int)


def made(question: dict[str, Any]) -> Any:
    """The measurement that a question is about."""
    parameter = question["parameter"]
    match question["mechanism"]:
        case "randomized_response_bool":
            return dp.m.make_randomized_response_bool(parameter)
        case "randomized_response":
            return dp.m.make_randomized_response(question["outputs"], parameter)
        case "randomized_response_bitvec":
            bits = dp.bitvector_domain(max_weight=question["weight"])
            return dp.m.make_randomized_response_bitvec(bits, dp.discrete_distance(), parameter)
        case "laplace":
            return dp.m.make_laplace(*INTEGERS, parameter)
        case "noisy_max":
            scores = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int)
            return dp.m.make_noisy_max(*scores, dp.max_divergence(), parameter)
        case "discrete-gaussian":
            return dp.m.make_gaussian(*INTEGERS, parameter)
    return None


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What its maps say at distance 1, and counts of outputs where samples are wanted."""
    start, measurement = process_time(), made(question)
    if "k" in question:
        if question["mechanism"] != "discrete-gaussian":
            return {"none": "not asked"}
        composed = dp.c.make_composition([measurement] * question["k"])
        profile = dp.c.make_zCDP_to_approxDP(composed).map(1)
        return {
            "delta": [{"upper": profile.delta(x)} for x in question["eps"]],
            "eps": [{"upper": profile.epsilon(x)} for x in question["delta"]],
            "seconds": process_time() - start,
        }
    counts = []
    for given in question.get("inputs", ()):
        drawn = [measurement(given) for _ in range(question["samples"])]
        counts.append([drawn.count(output) for output in question["outputs"]])
    return {"eps": measurement.map(1), "counts": counts}


if __name__ == "__main__":
    dp.enable_features("contrib")
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
