"""Google's dp_accounting: privacy loss distributions, optimistic and pessimistic, its defaults.

Reads a question from stdin and answers on stdout, as JSON. This file is run by the interpreter
that has the library, and imports nothing of dpverify.
"""

from __future__ import annotations

import json
import logging
import sys
from importlib.metadata import version
from typing import Any

MAKERS = {"gaussian": "from_gaussian_mechanism", "laplace": "from_laplace_mechanism"}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Both estimates of ε or δ."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    def bound(*, up: bool) -> float:
        whole: Any = None
        for noise, ratio, rate, times in question["events"]:
            make = getattr(pld, MAKERS[noise])
            part = make(ratio, pessimistic_estimate=up, sampling_prob=rate).self_compose(times)
            whole = part if whole is None else whole.compose(part)
        if question["asked"] == "eps":
            return float(whole.get_epsilon_for_delta(question["at"]))
        return float(whole.get_delta_for_epsilon(question["at"]))

    bounds = {"lower": bound(up=False), "upper": bound(up=True)}
    return {"version": version("dp-accounting"), "methods": [{"method": "PLD", **bounds}]}


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # that the optimistic estimate is by privacy buckets
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
