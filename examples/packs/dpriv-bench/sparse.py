"""Programs of category 2 about sparse vectors that stop after two answers above; ε = Δ = 1."""

from __future__ import annotations

from typing import Any

from dpverify import mechanism

N = 6


@mechanism(inputs=["0,0,0,0,0,0", "1,1,1,1,1,1", "0,0,0,0,0,1", "1,1,1,1,1,0"], neighbours="all")
def answers_above(label: str, draw: Any) -> Any:
    """Question 132: no answer but the last is above, and the last one told is below −5."""
    threshold = draw.laplace(2)
    noisy = [int(q) + draw.laplace(4) for q in label.split(",")]
    for answer in noisy[:-1]:
        if answer >= threshold:
            return "another word"
    return noisy[-1] >= threshold and noisy[-1] < -5


@mechanism(inputs=["0,0,0,1,1", "1,1,1,0,0"], neighbours="all")
def quarter_for_the_threshold(label: str, draw: Any) -> Any:
    """Question 133: which answers are above, up to the second one."""
    threshold, words = draw.laplace(4), []
    for q in label.split(","):
        above = bool(int(q) + draw.laplace("4/3") >= threshold)
        words.append(above)
        if sum(words) == 2:
            break
    return tuple(words)
