"""Google's dp_accounting: privacy loss distributions, optimistic and pessimistic.

Reads questions about compositions from stdin and answers them on stdout, as JSON. This file is run
by the interpreter of build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import logging
import sys
from time import process_time
from typing import Any

from dp_accounting.pld import privacy_loss_distribution as pld

MAKERS: dict[str, Any] = {
    "rr": lambda p, **how: pld.from_randomized_response(2 * (1 - p), 2, **how),
    "discrete-laplace": pld.from_discrete_laplace_mechanism,
    "laplace": lambda eps0, **how: pld.from_laplace_mechanism(1 / eps0, **how),
    "gaussian": pld.from_gaussian_mechanism,
    "discrete-gaussian": pld.from_discrete_gaussian_mechanism,
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Both estimates with the defaults: grid 1e-4, and 1e-15 of the mass cut off."""
    make, start = MAKERS[question["mechanism"]], process_time()
    low, high = (
        make(question["parameter"], pessimistic_estimate=up).self_compose(question["k"])
        for up in (False, True)
    )
    both = (("lower", low), ("upper", high))
    return {
        "delta": [{name: d.get_delta_for_epsilon(x) for name, d in both} for x in question["eps"]],
        "eps": [{name: d.get_epsilon_for_delta(x) for name, d in both} for x in question["delta"]],
        "seconds": process_time() - start,
    }


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # that the optimistic estimate is by privacy buckets
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
