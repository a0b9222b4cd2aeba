"""What `dpverify account` answers to the questions that other accountants are asked.

Bounds are the decimals of the answers, read exactly; seconds are of the processor, from the plan to
the answer, with what the kernel re-checks before an answer is printed.
"""

from __future__ import annotations

import gc
from fractions import Fraction
from time import process_time
from typing import Any

from benchmarks.peers.compositions import DELTA, EPS, Composition
from dpverify.accounting import Account, Event, Plan, account, gaussian, laplace, noise, table
from dpverify.checkers import gate
from dpverify.checkers.kernel import accounts

IMPORTED = (gate, accounts)
"""What the first answer would import."""

# This process has loaded what computes the truth as well. Garbage collections need not look at it.
gc.freeze()


def answer(composition: Composition) -> dict[str, Any]:
    """As `answer` of each `with_*.py`, with bounds that are fractions."""
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


def _bounds(found: Account) -> dict[str, Fraction]:
    if found.not_rechecked is not None:
        raise AssertionError(found.not_rechecked)
    return {"lower": Fraction(found.lower), "upper": Fraction(found.upper)}
