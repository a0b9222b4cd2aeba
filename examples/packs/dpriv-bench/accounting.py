"""Programs of category 2 about accounting: questions 3 to 16, 95 to 107 and 120 to 126.

Where a question is about all ε-DP mechanisms, randomised response stands for them: it is one of
them, so that it can refute; and every pair of laws that is ε-DP is a function of its answers (Oh
and Viswanath 2013), so that what it keeps they all keep at that ε.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpverify import mechanism


@mechanism(inputs=[0, 1], neighbours="all")
def answers(bit: int, draw: Any, *, runs: str = "1", truth: str = "3/4") -> Any:
    """Independent randomised responses of one bit; ε = ln 3 for the truth with 3/4."""
    return tuple(bit if draw.flip(truth) else 1 - bit for _ in range(int(runs)))


@mechanism(inputs=["absent", "present"], neighbours="all")
def sampled(label: str, draw: Any, *, rate: str = "1/10") -> Any:
    """Question 14: whether a record is in a Poisson sample, by randomised response."""
    taken = label == "present" and draw.flip(rate)
    return taken if draw.flip("3/4") else not taken


@mechanism(inputs=["a", "a and b"], neighbours="all")
def sample_of_one(label: str, draw: Any) -> Any:
    """Question 15: one of n records is drawn, and a noisy number is released.

    The number is 1 for a, −1 for b and 0 for none: ε = 1 where a record is added or removed.
    """
    number = 1 if label == "a" or draw.flip("1/2") else -1
    return number + draw.laplace(1)


@mechanism(inputs=["00", "01"], neighbours="all")
def one_of_two(label: str, draw: Any) -> Any:
    """Question 16: one of two bits is drawn, and answered by randomised response with ε = ln 3."""
    bit = int(label[draw.uniform([0, 1])])
    return bit if draw.flip("3/4") else 1 - bit


COUNTS = [(a, b, c) for a, b, c in product(range(4), repeat=3) if a + b + c <= 3]


def _named(counts: tuple[int, ...]) -> str:
    return ",".join(map(str, counts))


JOINED = [
    [_named(x), _named(y)]
    for x in COUNTS
    for y in COUNTS
    if sum(y) == sum(x) + 1 and all(b >= a for a, b in zip(x, y, strict=True))
]
REPLACED = [
    [_named(x), _named(y)]
    for x in COUNTS
    for y in COUNTS
    if sorted(b - a for a, b in zip(x, y, strict=True)) == [-1, 0, 1]
]


def _exponential(scores: list[int], base: Fraction, draw: Any) -> Any:
    weights = [base**score for score in scores]
    return draw.choice({k: w / sum(weights) for k, w in enumerate(weights)})


@mechanism(inputs=[_named(x) for x in COUNTS], neighbours=JOINED)
def vote(label: str, draw: Any, *, base: str = "2") -> Any:
    """Questions 21 and 22: three candidates, up to three votes, weights base^votes."""
    return _exponential([int(x) for x in label.split(",")], Fraction(base), draw)


@mechanism(inputs=[_named(x) for x in COUNTS], neighbours=REPLACED)
def replaced_vote(label: str, draw: Any) -> Any:
    """Question 20: one vote is replaced; ε = ln 2."""
    return _exponential([int(x) for x in label.split(",")], Fraction(2), draw)


SCORES = list(product(range(3), repeat=2))
NEAR = [
    [_named(x), _named(y)]
    for x in SCORES
    for y in SCORES
    if x < y and all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True))
]


@mechanism(inputs=[_named(x) for x in SCORES], neighbours=NEAR)
def exponential_twice(label: str, draw: Any, *, base: str = "6/5") -> Any:
    """Question 125: two runs of the exponential mechanism, each with ε/2 = 2 ln(base)."""
    scores = [int(x) for x in label.split(",")]
    return tuple(_exponential(scores, Fraction(base), draw) for _ in range(2))


@mechanism(inputs=["0,1", "1,0"], neighbours="all")
def gaussian_noisy_max(label: str, draw: Any) -> Any:
    """Question 126: which of two scores is larger with Gaussian noise of σ = 1/2."""
    first, second = (int(x) for x in label.split(","))
    return first + draw.gaussian("1/2") >= second + draw.gaussian("1/2")


@mechanism(inputs=["in no bin", "in all bins"], neighbours="all")
def overlapping_bins(label: str, draw: Any) -> Any:
    """Question 95: three bins that overlap, Laplace noise of scale 2 on each; ε = 1."""
    count = 1 if label == "in all bins" else 0
    return tuple(count + draw.laplace(2) for _ in range(3))


@mechanism(inputs=["first bin", "second bin"], neighbours="all")
def replaced_in_bins(label: str, draw: Any, *, scale: str = "1") -> Any:
    """Question 96: a record in another of two bins, Laplace noise of scale 1 on each; ε = 1."""
    counts = (1, 0) if label == "first bin" else (0, 1)
    return tuple(count + draw.laplace(scale) for count in counts)


@mechanism(inputs=["1,2,3,4,5,6", "1,2,3,4,5,6,60"], neighbours="all")
def bins_of_the_data(label: str, draw: Any) -> Any:
    """Question 98: three bins of equal width between the least and the largest record; ε = 1."""
    records = [Fraction(x) for x in label.split(",")]
    width = (max(records) - min(records)) / 3
    places = [min(2, int((x - min(records)) / width)) for x in records]
    return tuple(places.count(k) + draw.laplace(1) for k in range(3))


@mechanism(inputs=["1,2,3", "1,3/2,2"], neighbours="all")
def blocks_by_rank(label: str, draw: Any) -> Any:
    """Question 107: block i holds the i-th smallest record; each is compared with a constant.

    The second input has one record replaced: 3 by 3/2. Each comparison is answered with ε = ln 3.
    """
    records = sorted(Fraction(x) for x in label.split(","))
    constants = (Fraction(1), Fraction(7, 4), Fraction(5, 2))
    bits = [x >= constant for x, constant in zip(records, constants, strict=True)]
    return tuple(bit if draw.flip("3/4") else not bit for bit in bits)
