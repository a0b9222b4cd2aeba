"""What `dpverify account` answers to the questions that other accountants are asked.

`python -m benchmarks.peers.own` prints the answers about all compositions, as JSON. Bounds are the
decimals of the answers; seconds are of the processor, from the plan to the answer, with what the
kernel re-checks before an answer is printed.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from benchmarks.peers.compositions import COMPOSITIONS, DELTA, EPS, Composition
from dpverify.accounting import Account, Event, Plan, account, gaussian, laplace, noise, table
from dpverify.checkers import gate
from dpverify.checkers.kernel import accounts

IMPORTED = (gate, accounts)
"""What the first answer would import."""


def answer(composition: Composition) -> dict[str, Any]:
    """As `answer` of each `with_*.py`, with bounds that are decimals."""
    start = process_time()
    plan = Plan((event(composition),))
    deltas = [_bounds(account(plan, eps=eps)) for eps in EPS]
    epsilons = [_bounds(account(plan, delta=delta)) for delta in DELTA]
    return {"delta": deltas, "eps": epsilons, "seconds": process_time() - start}


def event(composition: Composition) -> Event:
    """The composition as one event of a plan."""
    parameter, k = composition.parameter, composition.k
    match composition.mechanism:
        case "rr":
            rows = [[parameter, 1 - parameter], [1 - parameter, parameter]]
            return table(rows, times=k)
        case "discrete-laplace":
            return noise("discrete-laplace", 1 / parameter, times=k)
        case "laplace":
            return laplace(1 / parameter, times=k)
        case "gaussian":
            return gaussian(parameter, times=k)
        case _:
            return noise("discrete-gaussian", parameter, times=k)


def _bounds(found: Account) -> dict[str, str]:
    if found.not_rechecked is not None:
        raise AssertionError(found.not_rechecked)
    return {"lower": found.lower, "upper": found.upper}


if __name__ == "__main__":
    json.dump([answer(each) for each in COMPOSITIONS], sys.stdout)
