"""Functions of a list of answers, with mistakes that are made before the noise.

    dpverify check --as-run examples/survey.py:summary --datasets '[0, 1]' --max-size 3 …

`summary` tells by randomised response whether most answers are 1, and takes their own number for
the scale of its noise. `histogram` counts the answers that occur: what nobody gave is missing.
"""

from __future__ import annotations

import random


def summary(answers: list[int]) -> bool:
    """Whether most answers are 1; the more there are, the rarer it lies."""
    most = 2 * sum(answers) > len(answers)
    return most != (random.random() < 1 / (len(answers) + 2))


def histogram(answers: list[int]) -> dict[int, int]:
    """How often each answer occurs, one more with probability 1/2."""
    return {value: answers.count(value) + random.getrandbits(1) for value in sorted(set(answers))}
