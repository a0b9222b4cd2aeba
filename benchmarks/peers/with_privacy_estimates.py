"""privacy-estimates: a lower bound of ε from how often an attack is right.

Reads counts from stdin and writes bounds to stdout, as JSON. This file is run by the interpreter of
build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from privacy_estimates import AttackResults, compute_eps_lo


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """By intervals of Clopper and Pearson, at the confidence 1 − risk.

    The attack guesses the first input where the event occurs.
    """
    start, n = process_time(), question["samples"]
    here, there = question["here"], question["there"]
    count = AttackResults(FN=n - here, FP=there, TN=n - there, TP=here)
    lower = compute_eps_lo(count=count, delta=0.0, alpha=question["risk"], method="beta")
    return {"lower": lower, "seconds": process_time() - start}


if __name__ == "__main__":
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
