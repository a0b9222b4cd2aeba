"""Programs about which nothing is decided as they stand, and what is advised of each."""

from __future__ import annotations

import itertools

import dpverify as dv


@dv.mechanism(inputs=[0, 1])
def until(bit: int, draw: dv.Draw) -> bool:
    """The loop goes over an iterator, whose state is not seen."""
    for _ in itertools.count():
        if draw.flip("1/3"):
            return draw.flip("3/4") if bit else draw.flip("1/4")
    raise AssertionError("count() goes on for ever")


@dv.mechanism(inputs=[(0, 0), (1, 1), (1, 0)])
def largest(counts: tuple[int, int], draw: dv.Draw) -> int:
    """Which of two noisy counts is larger; on the listed inputs it has infinitely many paths."""
    noisy = [count + draw.discrete_laplace(2) for count in counts]
    return max(range(2), key=lambda i: noisy[i])


@dv.mechanism(inputs=[0, 1], neighbours=[(0, 1)])
def texts(count: int, draw: dv.Draw) -> str:
    """Texts of noise without an end."""
    return str(count + draw.discrete_laplace(1))


@dv.mechanism(inputs=["no", "yes"])
def words(answer: str, draw: dv.Draw) -> str:
    """The same of an answer in words."""
    return str(len(answer) + draw.discrete_laplace(1))
