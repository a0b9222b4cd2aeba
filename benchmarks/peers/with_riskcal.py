"""riskcal: the error β of the best test at a level α, from dp_accounting's pessimistic estimate.

What it reports should be at most the true β. Reads questions about compositions from stdin and
answers them on stdout, as JSON. This file is run by the interpreter of build/peers and imports
nothing of dpverify.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

from dp_accounting.pld import privacy_loss_distribution as pld
from riskcal.analysis import get_beta_from_pld


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Lower bounds of β for randomised response; None for all else."""
    if question["mechanism"] != "rr":
        return {"none": "not asked"}
    start = process_time()
    flipped = 2 * (1 - question["parameter"])
    composed = pld.from_randomized_response(flipped, 2).self_compose(question["k"])
    return {
        "beta": [{"lower": get_beta_from_pld(composed, alpha=x)} for x in question["alpha"]],
        "seconds": process_time() - start,
    }


if __name__ == "__main__":
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout, default=float)
