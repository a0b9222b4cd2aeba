"""A function as a team has it in production: no `draw`, its own randomness.

    dpverify check --as-run examples/team.py:respond --inputs '[0, 1]' --definition pure-dp --eps 1

`respond` is randomised response with a forgotten line from an experiment: once in 200 calls it says
the truth, and says that it does. Samples would hardly show it.
"""

from __future__ import annotations

import random
import secrets


def respond(bit: int) -> tuple[str, int]:
    """Tell a bit, or a coin."""
    if secrets.randbelow(200) == 0:
        return ("debug", bit)
    return ("answer", bit if random.random() < 0.5 else int(random.random() < 0.5))
