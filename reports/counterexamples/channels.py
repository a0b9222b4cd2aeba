"""The small channels that the counterexamples and the examples folder are built from.

Every entry is written as a text of the number grammar, in the form a person would write it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from dpverify.defs.channel import Channel

if TYPE_CHECKING:
    from collections.abc import Sequence

WITHHELD = "⊥"


def randomized_response() -> Channel:
    """The bit with probability 3/4, its opposite with 1/4; ε = ln 3."""
    return Channel(
        ["0", "1"],
        ["0", "1"],
        [["3/4", "1/4"], ["1/4", "3/4"]],
        title="randomised response: the truth with probability 3/4",
    )


def discrete_laplace(first: int = 33, reach: int = 33) -> Channel:
    """A count plus discrete Laplace noise of ε = 1/3, cut off at ±reach and renormalised.

    P[noise = k] = e^{-|k|/3} / Σ_{|j| ≤ reach} e^{-|j|/3}, the sum in closed form.

    Source: A. Miller, Guaranteeing Differential Privacy using Quantitative Information Flow
        Analysis, 2024.
    """
    return Channel(
        [str(first), str(first + 1)],
        [str(output) for output in range(first - reach, first + 1 + reach + 1)],
        discrete_laplace_rows(reach),
        title=f"discrete Laplace noise, ε = 1/3, cut off at ±{reach} and renormalised",
        source="A. Miller, Guaranteeing Differential Privacy using Quantitative Information Flow"
        " Analysis, 2024",
    )


def discrete_laplace_rows(reach: int = 33) -> list[list[str]]:
    """The rows of `discrete_laplace` as a person writes them: with the sum in closed form."""
    tail = _exp_third(reach + 1)
    offsets = range(-reach, reach + 2)
    return [
        [_laplace_entry(abs(offset - shift), reach, tail) for offset in offsets] for shift in (0, 1)
    ]


def _laplace_entry(noise: int, reach: int, tail: str) -> str:
    if noise > reach:
        return "0"
    # (1 - q) q^k / (1 + q - 2 q^(reach+1)) with q = e^(-1/3)
    return f"({_exp_third(noise)}-{_exp_third(noise + 1)})/(1+exp(-1/3)-2*{tail})"


def _exp_third(power: int) -> str:
    exponent = Fraction(-power, 3)
    return "1" if power == 0 else f"exp({exponent})"


def exponential_mechanism(base: str = "2") -> Channel:
    """The exponential mechanism on three candidates with scores 0, 1 or 2 each.

    P[candidate c] = base^{score c} / Σ base^{score}, base = e^{ε/2}; neighbours: every score moves
    by at most 1.

    Source: F. McSherry, K. Talwar, Mechanism Design via Differential Privacy, FOCS 2007.
    """
    scores = list(product(range(3), repeat=3))
    rows = []
    for vector in scores:
        weights = [_power(base, score) for score in vector]
        rows.append([f"{weight}/({'+'.join(weights)})" for weight in weights])
    return Channel(
        [_vector_label(vector) for vector in scores],
        ["a", "b", "c"],
        rows,
        [
            [_vector_label(first), _vector_label(second)]
            for index, first in enumerate(scores)
            for second in scores[index + 1 :]
            if max(abs(x - y) for x, y in zip(first, second, strict=True)) == 1
        ],
        title=f"exponential mechanism, e^(ε/2) = {base}, on the scores of a, b, c",
        source="F. McSherry, K. Talwar, Mechanism Design via Differential Privacy, FOCS 2007",
    )


def _vector_label(vector: Sequence[int]) -> str:
    return ",".join(str(score) for score in vector)


def _power(base: str, exponent: int) -> str:
    return ("1", base, f"({base})**2")[exponent]


def geometric_renormalised(largest: int = 5) -> Channel:
    """A count in {0..largest} plus two-sided geometric noise, each row renormalised.

    P[o | i] = 2^{-|o-i|} / Σ_o 2^{-|o-i|}; neighbours: counts that differ by 1.
    """
    values = range(largest + 1)
    weights = [[2 ** (largest - abs(output - value)) for output in values] for value in values]
    labels = [str(value) for value in values]
    return Channel.from_weights(
        labels,
        labels,
        weights,
        [[labels[value], labels[value + 1]] for value in values[:-1]],
        title=f"two-sided geometric noise on 0..{largest}, each row renormalised",
    )


def thresholding(
    known_yes: int, *, records: int = 10, threshold: int = 3, known: int = 3, p: str = "1/20"
) -> Channel:
    """The thresholded count, seen by someone who knows some of the votes.

    One vote is the target (inputs "no", "yes"), `known_yes` of the known votes are "yes", the other
    votes are "yes" independently with probability p. The count is released only if it is more than
    the threshold, else ⊥.

    Source: D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial
        knowledge, arXiv 1905.00650, Example 7.
    """
    unknown = records - known - 1
    released = [str(count) for count in range(threshold + 1, records + 1)]
    rows = [
        [str(entry) for entry in _thresholded(known_yes + vote, unknown, threshold, records, p)]
        for vote in (0, 1)
    ]
    return Channel(
        ["no", "yes"],
        [WITHHELD, *released],
        rows,
        title=f"count of {records} votes, released if more than {threshold};"
        f" {known_yes} of {known} known votes are yes",
        source="D. Desfontaines et al., Differential privacy with partial knowledge,"
        " arXiv 1905.00650, Example 7",
    )


def _thresholded(sure: int, unknown: int, threshold: int, records: int, p: str) -> list[Fraction]:
    law = {sure + extra: weight for extra, weight in enumerate(binomial(unknown, p))}
    released = [law.get(count, Fraction(0)) for count in range(threshold + 1, records + 1)]
    return [1 - sum(released, Fraction(0)), *released]


def binomial(trials: int, p: str) -> list[Fraction]:
    """The exact law of the number of successes in independent trials, p a rational text."""
    chance = Fraction(p)
    return [
        comb(trials, hits) * chance**hits * (1 - chance) ** (trials - hits)
        for hits in range(trials + 1)
    ]
