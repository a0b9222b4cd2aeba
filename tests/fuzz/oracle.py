"""What is true of small channels, by brute force in fractions: every pair and every event.

Nothing of dpverify is used. Numbers are read from their texts: rationals, and logarithms of
rationals with integer factors, whose e^ε is rational.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Law = dict[str, Fraction]
Rows = dict[str, Law]
Pair = tuple[str, str]
ONE, ZERO = Fraction(1), Fraction(0)
MANY = 5
"""Outputs up to which every event is looked at; a product of channels has more."""

LITTLE = Fraction(1, 10**12)
_TERM = re.compile(r"([+-]?)(?:(\d+)\*)?ln\(([^()]+)\)")


class Unread(Exception):
    """A number or a form that this oracle does not read."""


def fraction(text: Any) -> Fraction:
    """A rational number of a document."""
    if isinstance(text, bool) or not isinstance(text, (str, int)):
        raise Unread
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise Unread from error


def odds(text: Any) -> Fraction | None:
    """e^ε of the text of an ε; None where it is infinite."""
    if text == "inf":
        return None
    if text in ("0", 0):
        return ONE
    if not isinstance(text, str):
        raise Unread
    found, at = ONE, 0
    for match in _TERM.finditer(text):
        if match.start() != at:
            raise Unread
        sign, times, inside = match.groups()
        found *= fraction(inside) ** (int(times or 1) * (-1 if sign == "-" else 1))
        at = match.end()
    if at != len(text):
        raise Unread
    return found


def events(outputs: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every event."""
    for size in range(len(outputs) + 1):
        yield from combinations(outputs, size)


def weight(law: Law, event: Iterable[str]) -> Fraction:
    """The probability of an event."""
    return sum((law[y] for y in event), ZERO)


class Subject:
    """A channel of a document."""

    def __init__(self, form: Any) -> None:
        self.inputs, self.outputs = list(form["inputs"]), list(form["outputs"])
        self.rows: Rows = {
            x: {y: fraction(p) for y, p in zip(self.outputs, row, strict=True)}
            for x, row in zip(self.inputs, form["matrix"], strict=True)
        }
        if any(sum(row.values()) != 1 or min(row.values()) < 0 for row in self.rows.values()):
            raise Unread
        self.pairs = self._pairs(form)
        self.form = form

    def _pairs(self, form: Any) -> set[Pair]:
        given = form["neighbours"]
        if given == "all":
            return {*permutations(self.inputs, 2)}
        pairs = {(x, z) for x, z in given}
        return pairs if form.get("directed") else pairs | {(z, x) for x, z in pairs}

    @property
    def digest(self) -> str:
        """The digest of the canonical form."""
        pairs: Any = "all"
        if self.form["neighbours"] != "all":
            pairs = sorted(map(list, self.pairs))
        form: dict[str, Any] = {
            "inputs": self.inputs,
            "outputs": self.outputs,
            "matrix": [[str(p) for p in row.values()] for row in self.rows.values()],
            "neighbours": pairs,
        }
        if "prior" in self.form:
            form["prior"] = [str(fraction(p)) for p in self.form["prior"]]
        if "distance" in self.form:
            form["distance"] = [[str(fraction(d)) for d in row] for row in self.form["distance"]]
        text = json.dumps(form, sort_keys=True, separators=(",", ":"))
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def excess(name: str, p: Law, q: Law, event: Sequence[str], e: Fraction | None) -> Fraction:
    """What an event counts against a claim, before δ: the gain, or the weight of large losses."""
    if name in ("pure-dp", "local-dp", "approx-dp"):
        if e is None:
            return weight(p, [y for y in event if q[y] == 0])
        return weight(p, event) - e * weight(q, event)
    if e is None:
        one_way = [y for y in event if q[y] == 0 < p[y]]
    else:
        one_way = [y for y in event if p[y] > e * q[y]]
    if name == "privacy-at-risk" and e is not None:
        one_way += [y for y in event if q[y] > e * p[y] and y not in one_way]
    return weight(p, one_way)


def largest(name: str, subject: Subject, e: Fraction | None) -> Fraction:
    """The smallest δ (or risk) for which the claim holds, over all pairs and events."""
    every = name == "local-dp"
    pairs = permutations(subject.inputs, 2) if every else subject.pairs
    few = len(subject.outputs) <= MANY
    return max(
        (
            excess(name, subject.rows[x], subject.rows[z], event, e)
            for x, z in pairs
            for event in (
                events(subject.outputs) if few else _gaining(subject.rows[x], subject.rows[z], e)
            )
        ),
        default=ZERO,
    )


def _gaining(p: Law, q: Law, e: Fraction | None) -> Iterator[list[str]]:
    """Of many outputs, the events that can be the worst: those that gain, and all of them."""
    yield [y for y in p if (q[y] == 0 if e is None else p[y] > e * q[y])]
    yield [*p]


def holds(name: str, subject: Subject, e: Fraction | None, slack: Fraction) -> bool:
    """Whether the claim holds; at infinite ε nothing is claimed."""
    return e is None or largest(name, subject, e) <= slack
