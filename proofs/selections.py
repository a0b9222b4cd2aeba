"""Algorithms that add geometric noise to the answers of n queries and release places of queries.

Three of the textbook: *report noisy max* releases the first query whose noisy answer is the
largest, *above threshold* the first one whose noisy answer is at least the noisy threshold, or
none, and *sparse vector* of each query whether its noisy answer is, until c of them were. Its
threshold has one noise, or *anew* another one after each answer that was at least the threshold.
Noise is two-sided and geometric: P[Z = z] is proportional to a^|z|, independent for each query, and
for the threshold with a ratio of its own. What must never change: this is the one place that says
what the algorithms do; the setting of a proof (`proofs.noise`) is compared with `released` and
`answered`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number

Rule = Literal["noisy max", "above threshold", "sparse vector", "sparse vector anew"]
SPARSE: tuple[Rule, Rule] = ("sparse vector", "sparse vector anew")
Answers = tuple[bool, ...]
"""Of each query that sparse vector asks, whether its noisy answer was at least the threshold."""
Output = int | Answers | None


@dataclass(frozen=True)
class Alignment:
    """By how much a proof moves the noise of the query that is released, and of the threshold.

    In sparse vector it is the noise of each query that is at least the threshold, and of each
    threshold. Any integers are sound: they name a bijection of the noises. Which of them prove a
    claim is another question.
    """

    own: int
    threshold: int = 0


@dataclass(frozen=True)
class Selection:
    """That the released place is ε-differentially private, with e^(−ε) = a^own · t^threshold.

    In sparse vector c answers are at least the threshold, and each costs as much: e^(−ε) is
    a^(c·own) · t^threshold, with thresholds anew a^(c·own) · t^(c·threshold).

    Args:
        rule: which algorithm. Its answers are less the threshold, where there is one.
        least, most: by how much, as integers, one person's data changes an answer.
        own, threshold: powers of the ratios of the noise of queries and of the threshold.
        there, back: alignments for a proof, from the first database to the second and from the
            second to the first.
        of_none: the alignments where no query is released; sparse vector has none of its own.
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


def answered(rule: Rule, noisy: Sequence[int], thresholds: Sequence[int], c: int) -> Answers:
    """What sparse vector releases on noisy answers: at most c are at least the threshold.

    >>> answered("sparse vector", [5, 1, 5, 5], [2], 2)
    (True, False, True)
    >>> answered("sparse vector anew", [5, 1, 5, 5], [2, 9], 2)
    (True, False, False, False)
    """
    result: Answers = ()
    for answer in noisy:
        if sum(result) == c:
            break
        level = thresholds[sum(result) if rule == "sparse vector anew" else 0]
        result = (*result, answer >= level)
    return result


def law(
    rule: Rule, answers: Sequence[int], a: Fraction, t: Fraction, c: int = 1
) -> dict[Output, Fraction]:
    """The exact law of what is released, for ratios strictly between 0 and 1 of the noise.

    One noisy value v is summed over: of the query that is released in *noisy max*, of the
    threshold otherwise. All other noises are tails.
    """
    if rule in SPARSE:
        return {
            given: _of_answers(rule, given, answers, a, t) for given in outputs(len(answers), c)
        }
    result: dict[Output, Fraction] = {}
    for place, answer in enumerate(answers):
        before, after = answers[:place], answers[place + 1 :]
        if rule == "noisy max":
            tails = [Tail(1, -1 - other) for other in before] + [Tail(1, -q) for q in after]
            result[place] = mass(tails, a, (a, answer))
        else:
            tails = [Tail(1, -1 - other) for other in before]
            result[place] = mass([*tails, Tail(-1, answer)], a, (t, 0))
    if rule == "above threshold":
        result[None] = mass([Tail(1, -1 - other) for other in answers], a, (t, 0))
    return result


def outputs(n: int, c: int, so_far: Answers = ()) -> Iterator[Answers]:
    """All that sparse vector may release of n queries.

    >>> list(outputs(2, 1))
    [(False, False), (False, True), (True,)]
    """
    if len(so_far) == n or sum(so_far) == c:
        yield so_far
    else:
        for answer in (False, True):
            yield from outputs(n, c, (*so_far, answer))


def _of_answers(
    rule: Rule, given: Answers, answers: Sequence[int], a: Fraction, t: Fraction
) -> Fraction:
    """P[given]: the product over stretches with one threshold each, of all or of each run."""
    chance, start = Fraction(1), 0
    ends = [k + 1 for k, above in enumerate(given) if above] if rule == "sparse vector anew" else []
    for end in dict.fromkeys((*ends, len(given))):
        chance *= mass(against(given[start:end], answers[start:end]), a, (t, 0))
        start = end
    return chance


def against(given: Answers, answers: Sequence[int]) -> list[Tail]:
    """That each noisy answer is at least the noisy threshold v, or below it, as is given."""
    pairs = zip(given, answers, strict=True)
    return [Tail(-1, answer) if above else Tail(1, -1 - answer) for above, answer in pairs]


@dataclass(frozen=True)
class Tail:
    """P[Z ≤ sign·v + offset], as a function of v; without noise, whether 0 ≤ sign·v + offset."""

    sign: int
    offset: int
    noisy: bool = True

    def at(self, v: int, a: fmpq) -> fmpq:
        """The probability, for the ratio a."""
        m = self.sign * v + self.offset
        if not self.noisy:
            return fmpq(int(m >= 0))
        return 1 - a ** (m + 1) / (1 + a) if m >= 0 else a**-m / (1 + a)

    def far(self, side: int, a: fmpq) -> tuple[fmpq, fmpq]:
        """Where side·v is large: the constant, and what is multiplied by a^(side·v)."""
        if not self.noisy:
            return fmpq(int(side == self.sign)), fmpq(0)
        if side == self.sign:
            return fmpq(1), -(a ** (self.offset + 1)) / (1 + a)
        return fmpq(0), a**-self.offset / (1 + a)


def mass(tails: Sequence[Tail], ratio: Fraction, pivot: tuple[Fraction, int]) -> Fraction:
    """Σ_v P[v = centre + Z] · Π tails at v, Z with a ratio of its own; in closed form far out.

    A ratio of 0 of the pivot is no noise: v is the centre.
    """
    a, t = (fmpq(each.numerator, each.denominator) for each in (ratio, pivot[0]))
    centre = pivot[1]
    scale = (1 - t) / (1 + t)
    edge = 1 + max(abs(centre), *(abs(tail.offset) for tail in tails), 0)
    total = fmpq(0)
    for v in range(-edge, edge + 1):
        chance = scale * t ** abs(v - centre)
        for tail in tails:
            chance *= tail.at(v, a)
        total += chance
    for side in (1, -1) if t else ():
        polynomial: list[fmpq] = [scale * t ** (-side * centre)]
        for constant, linear in (tail.far(side, a) for tail in tails):
            shifted = [fmpq(0), *(c * linear for c in polynomial)]
            polynomial.append(fmpq(0))
            polynomial = [c * constant + s for c, s in zip(polynomial, shifted, strict=True)]
        for power, c in enumerate(polynomial):
            step = t * a**power
            total += c * step ** (edge + 1) / (1 - step)
    return Fraction(int(total.p), int(total.q))


# ---------------------------------------------------------------- as a property of a statement


def selected(
    selection: Selection, channels: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """Whether the claim holds for the answers X, the changes D and the ratios a (and t).

    Where a ratio is not strictly between 0 and 1 there is no such noise, and nothing is claimed.
    """
    answers = [row - 1 for row in _largest(channels["X"])]
    changes = [selection.least + row for row in _largest(channels["D"])]
    a = _ratio(parameters["a"])
    t = _ratio(parameters["t"]) if "t" in parameters else a
    if not (0 < a < 1 and 0 < t < 1):
        return True
    neighbour = [answer + change for answer, change in zip(answers, changes, strict=True)]
    sparse = selection.rule in SPARSE
    c = int(_ratio(parameters["c"])) if sparse else 1
    p, q = (law(selection.rule, each, a, t, c) for each in (answers, neighbour))
    thresholds = c if selection.rule == "sparse vector anew" else 1
    least = a ** (c * selection.own) * t ** (thresholds * selection.threshold)
    return all(least * p[o] <= q[o] and least * q[o] <= p[o] for o in p)


def _largest(channel: Channel) -> list[int]:
    """A channel as a list of whole numbers: of each row the first of its largest entries."""
    rows = [channel.row(i) for i in range(len(channel.inputs))]
    return [max(range(len(row)), key=lambda k: (row[k], -k)) for row in rows]


def _ratio(number: Number) -> Fraction:
    return number.as_fraction()  # type: ignore[union-attr]  # generated values are rational
