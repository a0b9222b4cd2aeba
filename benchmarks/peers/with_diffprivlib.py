"""diffprivlib: mechanisms for a stated ε, as samples and, where they hold it, as a table.

Reads questions from stdin and answers them on stdout, as JSON. This file is run by the interpreter
of build/peers and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from diffprivlib.mechanisms import (
    Binary,
    Exponential,
    ExponentialCategorical,
    ExponentialHierarchical,
    GeometricFolded,
    GeometricTruncated,
    PermuteAndFlip,
)

SELECTIONS = {"Exponential": Exponential, "PermuteAndFlip": PermuteAndFlip}
ON_COUNTS = {"GeometricTruncated": GeometricTruncated, "GeometricFolded": GeometricFolded}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Counts of each output, and probabilities (rows) where there are, per input; ε as given."""
    name, outputs = question["mechanism"], question["outputs"]
    how = {"epsilon": question["eps"], "random_state": 0}
    counts, rows = [], []
    for given in question["inputs"]:
        value = given
        if name in SELECTIONS:  # the scores are part of the mechanism, and there is no value
            value, scores = None, list(map(float, given))
            monotonic = question["monotonic"]
            mechanism: Any = SELECTIONS[name](
                sensitivity=1, utility=scores, monotonic=monotonic, **how
            )
        elif name in ON_COUNTS:
            mechanism = ON_COUNTS[name](lower=0, upper=question["upper"], **how)
        elif name == "Binary":
            mechanism = Binary(value0="0", value1="1", **how)
        else:
            mechanism = _categorical(question, how)
            # Nothing public tells its law: its own weights over its own sum.
            whole = mechanism._normalising_constant[given]
            rows.append([mechanism._get_prob(given, output) / whole for output in outputs])
        drawn = [mechanism.randomise(value) for _ in range(question["samples"])]
        counts.append([drawn.count(output) for output in outputs])
    return {"eps": question["eps"], "rows": rows, "counts": counts}


def _categorical(question: dict[str, Any], how: dict[str, Any]) -> Any:
    if "utilities" in question:
        return ExponentialCategorical(utility_list=question["utilities"], **how)
    return ExponentialHierarchical(hierarchy=question["hierarchy"], **how)


if __name__ == "__main__":
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
