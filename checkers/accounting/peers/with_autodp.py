"""autodp: an upper bound of ε or δ from Rényi divergences.

Reads a question from stdin and answers on stdout, as JSON. This file is run by the interpreter
that has the library, and imports nothing of dpverify.
"""

from __future__ import annotations

import contextlib
import json
import sys
import warnings
from importlib.metadata import version
from typing import Any


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Its bound by Rényi divergences."""
    from autodp.mechanism_zoo import GaussianMechanism, LaplaceMechanism
    from autodp.transformer_zoo import AmplificationBySampling, Composition

    make: dict[str, Any] = {
        "gaussian": lambda ratio: GaussianMechanism(sigma=ratio),
        "laplace": lambda ratio: LaplaceMechanism(b=ratio),
    }
    # Its types say nothing of what they are called with.
    amplify: Any = AmplificationBySampling(PoissonSampling=True)
    compose: Any = Composition()
    parts, counts = [], []
    for noise, ratio, rate, times in question["events"]:
        part = make[noise](ratio)
        if rate != 1:
            part = amplify(part, rate, improved_bound_flag=noise == "gaussian")
        parts.append(part)
        counts.append(times)
    whole = compose(parts, counts)
    ask = whole.get_approxDP if question["asked"] == "eps" else whole.get_approx_delta
    bound = {"method": "RDP", "upper": float(ask(question["at"]))}
    return {"version": version("autodp"), "methods": [bound]}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(sys.stderr):  # it prints its search
        found = answer(json.load(sys.stdin))
    json.dump(found, sys.stdout)
