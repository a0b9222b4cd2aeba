"""For the kernel: words of queries that are compared with one noisy threshold, for every ε.

Trusted, and nothing of `defs/symbolic/` or `checkers/all_eps/`, which find such results, is used.
The subject: a threshold ρ = Lap(b/ε) is drawn; each of n queries answers 1 where q_i + Lap(s/ε)
reaches ρ, else 0; after `stop` ones nothing more is answered. Inputs are all vectors of n of the
listed values, neighbours two different ones of which each query moves by at most 1.

Probabilities are computed here from these numbers alone. With r = ρ in units of 1/ε

    P(o | q) = ∫ (ε/2b)·e^{−ε|r|/b} · ∏_i p(q_i, o_i; r) dr,
    p(q, 1; r) = 1 − e^{(r−q)ε/s}/2 for r ≤ q, and e^{−(r−q)ε/s}/2 for r ≥ q; p(q, 0; r) = 1 − that.

Between the values and 0 that is a sum of c·e^{ε(βr + q)}, which is integrated term by term. So
probabilities are ≥ 0, and those of all words have the sum 1, for every ε > 0.

Why some cases are enough for P(o | x) ≤ e^{κε}·P(o | y) with κ ≥ 0. The product does not know the
order of queries. p(q, 1; r) rises with q and p(q, 0; r) falls: replace x_i by the largest value
within 1 of y_i where o_i = 1, by the smallest where o_i = 0, and P(o | x) does not fall; then y_i
by the value farthest the other way within 1 of x_i, and P(o | y) does not rise. What comes of this
are neighbours, or the same vector twice, for which the claim is true.

What must never change: `cases` hold each way in which a word's queries can be such pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import comb
from typing import Any

from dpverify.checkers.kernel.eps_sums import Quotient
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

MOST_CASES = 20_000
MOST_QUERIES = 100
NUMBER = re.compile(r"-?[0-9]{1,40}(/[0-9]{0,39}[1-9][0-9]{0,39})?", re.ASCII)
WHOLE = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
OTHERWISE = "any other"
"""The output that stands for all words but one."""
Answered = tuple[tuple[Fraction, int], ...]
"""Queries with their answers, ascending."""
Sum = dict[tuple[Fraction, Fraction], Fraction]
"""{(β, q): c} for Σ c·e^{ε(βr + q)}, a function of r."""


class OneThreshold:
    """The subject, as a document holds it."""

    def __init__(self, given: Any) -> None:
        known_keys(given, "the family", ("threshold", "noise", "queries", "count", "stop"))
        self._threshold, self._noise = _number(given["threshold"]), _number(given["noise"])
        _need(self._threshold > 0 and self._noise > 0, "a scale is not above 0")
        self._queries = [_number(text) for text in doc.member(given, "queries", list)]
        ascending = all(a < b for a, b in pairwise(self._queries))
        _need(self._queries and ascending, "the values of queries are not ascending")
        self._count = _whole(given["count"])
        self._stop = None if given["stop"] is None else _whole(given["stop"])
        if self._count > MOST_QUERIES:
            raise num.Undecided("time", f"more than {MOST_QUERIES} queries are not re-checked")
        steps = sum(len(self._near(a)) for a in self._queries)
        self.pairs = steps**self._count - len(self._queries) ** self._count
        _need(self.pairs, "no two inputs are neighbours")
        self._places = sorted({Fraction(0), *self._queries})
        self._products: dict[tuple[Answered, int], Sum] = {}
        self._known: dict[Answered, ExpPoly] = {}

    @property
    def words(self) -> int:
        """How many words there are."""
        most = self._count if self._stop is None else min(self._stop, self._count)
        return sum(comb(self._count, ones) for ones in range(most + 1))

    def _near(self, a: Fraction) -> list[Fraction]:
        return [b for b in self._queries if abs(a - b) <= 1]

    def differences(self, odds: Quotient) -> list[Quotient]:
        """P(word | x) − odds·P(word | y) of all cases, equal ones once."""
        found: dict[ExpPoly, None] = {}
        for one, other in self.cases():
            change = Quotient(self.probability(one)) - odds * Quotient(self.probability(other))
            found[change.top] = None
        return [*map(Quotient, found)]

    def cases(self) -> Iterator[tuple[Answered, Answered]]:
        """A word with its queries in x and in y, one of each class that is enough."""
        kinds = []
        for answer, far, back in ((1, max, min), (0, min, max)):
            for b in self._queries:
                a = far(self._near(b))
                if back(self._near(a)) == b:
                    kinds.append(((a, answer), (b, answer)))
        if comb(self._count + len(kinds), len(kinds)) > MOST_CASES:
            raise num.Undecided("time", f"there are more than {MOST_CASES:,} cases of queries")
        for length in range(1, self._count + 1):
            for moves in combinations_with_replacement(kinds, length):
                word = [answer for (_, answer), _ in moves]
                # A run that stops does so at a one; queries in another order have the same law.
                if self._ends(length, sum(word)):
                    yield tuple(sorted(x for x, _ in moves)), tuple(sorted(y for _, y in moves))

    def _ends(self, length: int, ones: int) -> bool:
        """Whether a run may end after so many answers with so many ones."""
        if self._stop is None or ones < self._stop:
            return length == self._count
        return ones == self._stop

    # ------------------------------------------------------------------ probabilities

    def probability(self, answered: Answered) -> ExpPoly:
        """The probability of a word, given by its queries with their answers."""
        if answered not in self._known:
            self._known[answered] = self._integral(answered)
        return self._known[answered]

    def _integral(self, answered: Answered) -> ExpPoly:
        total: dict[tuple[int, Fraction], Fraction] = {}
        ends = [None, *self._places, None]
        for number, (low, high) in enumerate(pairwise(ends)):
            for (beta, q), c in self._product(answered, number).items():
                if beta == 0:
                    if low is None or high is None:
                        raise num.NumberError("an integral has no end")
                    terms = [((1, q), c * (high - low))]
                else:
                    _need(low is not None or beta > 0, "an integral has no end")
                    _need(high is not None or beta < 0, "an integral has no end")
                    # ∫ ε·e^{εβr} dr = e^{εβr}/β: the ε of the density goes away.
                    terms = [
                        ((0, q + beta * end), sign * c / beta)
                        for end, sign in ((high, 1), (low, -1))
                        if end is not None
                    ]
                for key, part in terms:
                    total[key] = total.get(key, Fraction(0)) + part
        return ExpPoly.in_eps({key: c for key, c in total.items() if c})

    def _product(self, answered: Answered, number: int) -> Sum:
        """The density of ρ, without its ε, times all steps, before place number `number`."""
        key = answered, number
        if key not in self._products:
            before = number < len(self._places)
            place = self._places[number] if before else None
            if answered:
                last = _step(*answered[-1], self._noise, place)
                self._products[key] = _times(self._product(answered[:-1], number), last)
            else:
                rate = 1 / self._threshold
                rising = place is not None and place <= 0
                self._products[key] = {(rate if rising else -rate, Fraction(0)): rate / 2}
        return self._products[key]

    # ------------------------------------------------------------------ witnesses

    def excerpt(
        self, inputs: list[str], outputs: list[str], eps: Fraction
    ) -> dict[str, dict[str, num.Value]]:
        """The laws of whether a word is what comes out, on two neighbours, at a rational ε.

        Raises: NumberError where the labels are not those of two neighbours, a word and the rest.
        """
        _need(len(inputs) == 2 and len(outputs) == 2, "a witness is two inputs and one word")
        _need(outputs[1] == OTHERWISE, f"the second output of a witness is not {OTHERWISE!r}")
        word = _labelled(outputs[0])
        _need({*word} <= {0, 1}, "the word of a witness has other answers than 0 and 1")
        ones = sum(map(int, word))
        stopped = ones == self._stop
        _need(
            self._ends(len(word), ones)
            and len(word) <= self._count
            and (not stopped or word[-1] == 1),
            "the word of a witness is no output",
        )
        x, y = (_labelled(text) for text in inputs)
        _need(
            len(x) == len(y) == self._count
            and x != y
            and {*x, *y} <= {*self._queries}
            and all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True)),
            "the inputs of a witness are no neighbours",
        )
        laws = {}
        for text, vector in zip(inputs, (x, y), strict=True):
            # What is asked after the end of a run has no answer.
            answered = tuple(sorted(zip(vector, map(int, word), strict=False)))
            p = self.probability(answered).at(eps)
            laws[text] = dict(zip(outputs, (p, num.Value(1) - p), strict=True))
        return laws


def _step(q: Fraction, answer: int, noise: Fraction, place: Fraction | None) -> Sum:
    """p(q, answer; r) for the r between a place and the one before it; None for beyond all."""
    rate, zero = 1 / noise, Fraction(0)
    if place is not None and place <= q:
        below = {(rate, -q * rate): Fraction(1, 2)}
        return {(zero, zero): Fraction(1), **_scaled(below, -1)} if answer else below
    above = {(-rate, q * rate): Fraction(1, 2)}
    return above if answer else {(zero, zero): Fraction(1), **_scaled(above, -1)}


def _scaled(given: Sum, factor: int) -> Sum:
    return {key: factor * c for key, c in given.items()}


def _times(one: Sum, other: Sum) -> Sum:
    product: Sum = {}
    for (beta, q), c in one.items():
        for (alpha, p), d in other.items():
            key = beta + alpha, q + p
            product[key] = product.get(key, Fraction(0)) + c * d
    return {key: c for key, c in product.items() if c}


def _number(text: Any) -> Fraction:
    _need(type(text) is str and NUMBER.fullmatch(text), "a number of the family is no rational")
    return Fraction(text)


def _whole(text: Any) -> int:
    _need(
        type(text) is str and WHOLE.fullmatch(text), "a count of the family is no integer above 0"
    )
    return int(text)


def _labelled(text: str) -> list[Fraction]:
    """The numbers of a label such as (1, 0), written just so."""
    parts = text[1:-1].removesuffix(",").split(", ")
    values = [_number(part) for part in parts]
    plain = f"({', '.join(map(str, values))}{',' * (len(values) == 1)})"
    _need(text == plain, "a label of a witness is no tuple of numbers")
    return values
