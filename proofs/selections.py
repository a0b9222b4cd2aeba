"""Algorithms that add geometric noise to the answers of n queries and release one query's place.

Two of the textbook: *report noisy max* releases the first query whose noisy answer is the largest,
*above threshold* the first one whose noisy answer is at least the noisy threshold, or none. Noise
is two-sided and geometric: P[Z = z] is proportional to a^|z|, independent for each query, and for
the threshold with a ratio of its own. What must never change: this is the one place that says what
the algorithms do; the setting of a proof (`proofs.noise`) is compared with `released`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number

Rule = Literal["noisy max", "above threshold"]


@dataclass(frozen=True)
class Alignment:
    """By how much a proof moves the noise of the query that is released, and of the threshold.

    Any integers are sound: they name a bijection of the noises. Which of them prove a claim is
    another question.
    """

    own: int
    threshold: int = 0


@dataclass(frozen=True)
class Selection:
    """That the released place is ε-differentially private, with e^(−ε) = a^own · t^threshold.

    Args:
        rule: which algorithm. Its answers are less the threshold, where there is one.
        least, most: by how much, as integers, one person's data changes an answer.
        own, threshold: powers of the ratios of the noise of queries and of the threshold.
        there, back: alignments for a proof, from the first database to the second and from the
            second to the first.
        of_none: the alignments where no query is released.
    """

    rule: Rule
    least: int
    most: int
    own: int
    threshold: int
    there: Alignment
    back: Alignment
    of_none: tuple[Alignment, Alignment] = (Alignment(0, 1), Alignment(0, 1))


def released(rule: Rule, noisy: Sequence[int], threshold: int = 0) -> int | None:
    """What the algorithm releases on noisy answers: the place of a query, or None.

    >>> released("noisy max", [3, 5, 5])
    1
    >>> released("above threshold", [3, 5, 5], 4), released("above threshold", [3, 5, 5], 6)
    (1, None)
    """
    if rule == "noisy max":
        return noisy.index(max(noisy))
    return next((place for place, answer in enumerate(noisy) if answer >= threshold), None)


def law(rule: Rule, answers: Sequence[int], a: Fraction, t: Fraction) -> dict[int | None, Fraction]:
    """The exact law of what is released, for ratios strictly between 0 and 1 of the noise.

    One noisy value v is summed over: of the query that is released in *noisy max*, of the
    threshold in *above threshold*. All other noises are tails.
    """
    result: dict[int | None, Fraction] = {}
    for place, answer in enumerate(answers):
        before, after = answers[:place], answers[place + 1 :]
        if rule == "noisy max":
            tails = [Tail(1, -1 - other) for other in before] + [Tail(1, -q) for q in after]
            result[place] = _mass(tails, a, (a, answer))
        else:
            tails = [Tail(1, -1 - other) for other in before]
            result[place] = _mass([*tails, Tail(-1, answer)], a, (t, 0))
    if rule == "above threshold":
        result[None] = _mass([Tail(1, -1 - other) for other in answers], a, (t, 0))
    return result


@dataclass(frozen=True)
class Tail:
    """P[Z ≤ sign·v + offset], as a function of v."""

    sign: int
    offset: int

    def at(self, v: int, a: Fraction) -> Fraction:
        """The probability, for the ratio a."""
        m = self.sign * v + self.offset
        return 1 - a ** (m + 1) / (1 + a) if m >= 0 else a**-m / (1 + a)

    def far(self, side: int, a: Fraction) -> tuple[Fraction, Fraction]:
        """Where side·v is large: the constant, and what is multiplied by a^(side·v)."""
        if side == self.sign:
            return Fraction(1), -(a ** (self.offset + 1)) / (1 + a)
        return Fraction(0), a**-self.offset / (1 + a)


def _mass(tails: Sequence[Tail], a: Fraction, pivot: tuple[Fraction, int]) -> Fraction:
    """Σ_v P[v = centre + Z] · Π tails at v, Z with a ratio of its own; in closed form far out."""
    ratio, centre = pivot
    scale = (1 - ratio) / (1 + ratio)
    edge = 1 + max(abs(centre), *(abs(tail.offset) for tail in tails), 0)
    total = Fraction(0)
    for v in range(-edge, edge + 1):
        mass = scale * ratio ** abs(v - centre)
        for tail in tails:
            mass *= tail.at(v, a)
        total += mass
    for side in (1, -1):
        polynomial: list[Fraction] = [scale * ratio ** (-side * centre)]
        for constant, linear in (tail.far(side, a) for tail in tails):
            shifted = [Fraction(0), *(c * linear for c in polynomial)]
            polynomial.append(Fraction(0))
            polynomial = [c * constant + s for c, s in zip(polynomial, shifted, strict=True)]
        for power, c in enumerate(polynomial):
            step = ratio * a**power
            total += c * step ** (edge + 1) / (1 - step)
    return total


# ---------------------------------------------------------------- as a property of a statement


def selected(
    selection: Selection, channels: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """Whether the claim holds for the answers X, the changes D and the ratios a (and t)."""
    answers = [row - 1 for row in _largest(channels["X"])]
    changes = [selection.least + row for row in _largest(channels["D"])]
    a = _ratio(parameters["a"])
    t = _ratio(parameters["t"]) if "t" in parameters else a
    neighbour = [answer + change for answer, change in zip(answers, changes, strict=True)]
    p, q = (law(selection.rule, each, a, t) for each in (answers, neighbour))
    least = a**selection.own * t**selection.threshold
    return all(least * p[o] <= q[o] and least * q[o] <= p[o] for o in p)


def _largest(channel: Channel) -> list[int]:
    """A channel as a list of whole numbers: of each row the first of its largest entries."""
    rows = [channel.row(i) for i in range(len(channel.inputs))]
    return [max(range(len(row)), key=lambda k: (row[k], -k)) for row in rows]


def _ratio(number: Number) -> Fraction:
    return number.as_fraction()  # type: ignore[union-attr]  # generated values are rational
