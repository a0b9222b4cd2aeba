"""What is true of a channel file, read and decided by brute force over Fractions.

Independent of dpverify: its own reader, sums over all events by their positive parts, and e^ε with
100 digits. `truth` says None wherever it does not know.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any

PLAIN = re.compile(r"-?[0-9]{1,60}(/[0-9]{1,60}|\.[0-9]{1,60})?", re.ASCII)
CLOSE = Fraction(1, 10**60)
CONTEXT = Context(prec=120)


def truth(document: Any, eps: Fraction, delta: Fraction) -> bool | str | None:
    """Whether a channel is (ε,δ)-DP; with δ = 0 that is pure ε-DP, with ε = 0 total variation.

    Returns: "no channel" where the matrix is none, so that nothing may be decided about it; None
        where the numbers are beyond this reader, or too close to call.
    """
    rows = _rows(document)
    if not isinstance(rows, dict):
        return rows
    pairs = _pairs(document, list(rows))
    if pairs is None:
        return None
    power = Fraction(CONTEXT.exp(CONTEXT.divide(Decimal(eps.numerator), Decimal(eps.denominator))))
    power = Fraction(1) if eps == 0 else power
    parts = [_parts(rows[a], rows[b], power) for a, b in pairs]
    if eps != 0 and any(abs(part) < CLOSE for law in parts for part in law if part):
        return None  # the power is rounded
    excess = max(sum(part for part in law if part > 0) for law in parts)
    if eps != 0 and delta != 0 and abs(excess - delta) < CLOSE:
        return None
    return excess <= delta


def _parts(p: list[Fraction], q: list[Fraction], power: Fraction) -> list[Fraction]:
    return [a - power * b for a, b in zip(p, q, strict=True)]


def _rows(document: Any) -> dict[str, list[Fraction]] | str | None:
    if not isinstance(document, dict):
        return "no channel"
    parts: list[Any] = [document.get(key) for key in ("inputs", "outputs", "matrix")]
    inputs, outputs, matrix = parts
    if not all(isinstance(part, list) for part in parts):
        return "no channel"
    if any(not isinstance(row, list) or len(row) != len(outputs) for row in matrix):
        return "no channel"
    if len(matrix) != len(inputs) or len(set(map(str, inputs))) != len(inputs):
        return "no channel"
    rows = {}
    for label, row in zip(inputs, matrix, strict=True):
        numbers = [_number(entry) for entry in row]
        if any(number is None for number in numbers):
            return None
        exact = [number for number in numbers if number is not None]
        if sum(exact) != 1 or min(exact) < 0:
            return "no channel"
        rows[str(label)] = exact
    return rows


def _number(given: Any) -> Fraction | None:
    if isinstance(given, bool) or not isinstance(given, int | str):
        return None
    text = str(given)
    if not PLAIN.fullmatch(text) or re.search(r"/0+$", text):
        return None
    return Fraction(text)


def _pairs(document: Any, inputs: list[str]) -> list[tuple[str, str]] | None:
    given, directed = document.get("neighbours"), document.get("directed", False)
    if given == "all" and directed is False:
        return list(permutations(inputs, 2)) or None
    if not isinstance(given, list) or not isinstance(directed, bool):
        return None
    pairs = []
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or not all(each in inputs for each in pair):
            return None
        pairs += [(pair[0], pair[1])] if directed else [(pair[0], pair[1]), (pair[1], pair[0])]
    return pairs or None
