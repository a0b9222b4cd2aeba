"""Programs of the course: Alice among three of thirty students, with and without noise.

dpverify measure examples/course.py:averages --definition approx-dp --eps 0
dpverify measure examples/course.py:noisy_average:scale=40 --definition pure-dp
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify import mechanism

STUDENTS, ASKED = 30, 3
ALICE, OTHERS = 90, 50


def total(enrolled: str, draw: Any) -> int:
    """The sum of the scores of three students, drawn one after the other without replacement."""
    alice = enrolled == "enrolled"
    scores = 0
    for drawn in range(ASKED):
        if alice and draw.flip(Fraction(1, STUDENTS - drawn)):
            scores, alice = scores + ALICE, False
        else:
            scores += OTHERS
    return scores


@mechanism(inputs=["enrolled", "not enrolled"])
def averages(enrolled: str, draw: Any, *, queries: int = 5) -> tuple[str, ...]:
    """The average score of three random students, asked several times; no noise."""
    return tuple(str(Fraction(total(enrolled, draw), ASKED)) for _ in range(queries))


@mechanism(inputs=["enrolled", "not enrolled"])
def noisy_average(enrolled: str, draw: Any, *, scale: Fraction = Fraction(40)) -> int:
    """The sum of the scores of three random students with noise in steps of 10, within 0…300."""
    tens = total(enrolled, draw) // 10
    return 10 * (tens + int(draw.discrete_laplace(scale / 10, low=-tens, high=30 - tens)))
