"""Where a statement about a function with noise holds: cells of n and candidates, with evidence.

It only proposes: the kernel (`checkers/kernel/releases.py`) says why each kind of cell is so, and
re-checks the whole document before it is returned.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from dpverify.checkers.gate import not_accepted
from dpverify.checkers.kernel import explicit, releases, sensitivities
from dpverify.checkers.kernel.outcome import Fault
from dpverify.checkers.kernel.ranges import interval
from dpverify.checkers.sensitivity.functions import (
    FunctionQuestion,
    Open,
    certificate,
    function_sensitivity,
)
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.numbers import NumberError, Undecided
from dpverify.defs.numbers import documents as doc

MOST_STEPS: Final = 150
"""Of a certificate for a range, which is short where it is one of the sensitivity's length."""
SIZES: Final = (2, 3, 4)
"""n that are looked at one by one where nothing is known of all n."""


@dataclass(frozen=True)
class Statement:
    """A function with noise satisfies a definition, for every n and every number of candidates.

    Args:
        function, low, high, where: as in `FunctionQuestion`.
        release: "laplace", "gaussian", "gumbel-max", "laplace-max" or "exponential-max".
        sensitivity: what is stated, as a text in n and parameters.
        noise: the factor c of `checkers/kernel/releases.py`.
        definition: "pure-dp", "gaussian-dp" or "zcdp".
        least: the smallest n.
    """

    function: str
    low: Fraction
    high: Fraction
    release: str
    sensitivity: str
    noise: Fraction
    definition: str
    where: tuple[tuple[str, Fraction, Fraction | float], ...] = ()
    least: int = 2


def decide(statement: Statement) -> dict[str, Any]:
    """The document of a statement, which the kernel has accepted; its verdict may be "unknown"."""
    cells = list(_cells(statement))
    document = {
        "schema": releases.SCHEMA,
        "function": statement.function,
        "domain": [str(statement.low), str(statement.high)],
        "where": {name: [str(a), str(b)] for name, a, b in statement.where},
        "least": statement.least,
        "release": statement.release,
        "sensitivity": statement.sensitivity,
        "noise": str(statement.noise),
        "definition": statement.definition,
        "verdict": verdict(cells, statement.least),
        "cells": cells,
    }
    why = not_accepted(document, "a statement")
    if why is not None:
        raise Undecided("bits", why)
    return document


def verdict(cells: list[dict[str, Any]], least: int) -> str:
    """What follows from the cells, as the kernel sees it."""
    rows = [
        (cell["verdict"], releases.sizes_of(doc.read(json.dumps(cell["n"]))),
         releases.CANDIDATES[cell["candidates"]])
        for cell in cells
    ]  # fmt: skip
    return releases.verdict_of(rows, least)


def _cells(statement: Statement) -> Iterator[dict[str, Any]]:
    """All cells of which something is known."""
    for n in _spans(statement):
        try:
            yield from _of_span(statement, n)
        except (Undecided, NumberError):
            continue


def _spans(statement: Statement) -> list[dict[str, Any]]:
    """Which n go together: all, or all but a few; odd and even ones; else some sizes."""
    parities = ("odd", "even") if "median" in statement.function else (None,)
    spans: list[dict[str, Any]] = []
    for parity in parities:
        for least in (statement.least, statement.least + 1):
            n: dict[str, Any] = {"least": least} | ({"parity": parity} if parity else {})
            known = _sensitivity(statement, n)
            if known is None or (known["evidence"] != "exact" and statement.noise < 1):
                continue
            spans += [{"size": size} for size in range(statement.least, least)]
            spans.append(n)
            break
    return spans or [{"size": size} for size in SIZES if size >= statement.least]


def _sensitivity(statement: Statement, n: Mapping[str, Any]) -> dict[str, Any] | None:
    """The sensitivity for some n: the stated one if that is right, else what it is."""
    question = FunctionQuestion(
        statement.function, statement.low, statement.high, n.get("size"), n.get("least", 2),
        where={name: (a, b) for name, a, b in statement.where}, bound=statement.sensitivity,
        parity=n.get("parity"),
    )  # fmt: skip
    answer = _answer(_key(question))
    if answer is None or answer["evidence"] != "exact":
        answer = _answer(_key(replace(question, bound=None))) or answer
    return answer


def _key(question: FunctionQuestion) -> tuple[Any, ...]:
    where = tuple((name, a, b) for name, (a, b) in question.where.items())
    return (question.text, question.low, question.high, question.size, question.least, where,
            question.bound, question.parity)  # fmt: skip


@lru_cache(maxsize=4096)
def _answer(key: tuple[Any, ...]) -> dict[str, Any] | None:
    """The document of a sensitivity: one function stands in many statements."""
    text, low, high, size, least, where, bound, parity = key
    sides = {name: (a, b) for name, a, b in where}
    question = FunctionQuestion(text, low, high, size, least, "bounded", sides, bound, parity)
    return function_sensitivity(question).document


def _of_span(statement: Statement, n: dict[str, Any]) -> Iterator[dict[str, Any]]:
    known = _sensitivity(statement, n)
    if known is None:
        return
    holds = {"n": n, "candidates": "any", "verdict": "holds", "because": "sensitivity",
             "evidence": {"sensitivity": known}}  # fmt: skip
    if _right(statement, holds):
        yield holds
        return
    attained = {"attained": known["attained"]}
    if statement.release in releases.ADDED:
        yield from _if_right(statement, {**holds, "verdict": "fails", "because": "attained",
                                         "evidence": attained})  # fmt: skip
        return
    fails = {"n": n, "verdict": "fails", "evidence": attained}
    yield {"n": n, "candidates": "1", "verdict": "holds", "because": "alone", "evidence": {}}
    if statement.release == "exponential-max":
        yield from _if_right(statement, {**fails, "candidates": "2 or more", "because": "two"})
        return
    yield from _if_right(statement, {**fails, "candidates": "3 or more", "because": "three"})
    yield from _of_two(statement, n)


def _of_two(statement: Statement, n: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Two candidates: all n at once if that can be, else some sizes."""
    for span in [n] if "size" in n else [n, *({"size": k} for k in SIZES if _inside(k, n))]:
        cell = _range(statement, span) or _apart(statement, span)
        if cell is not None:
            yield cell
            if span is n:
                return


def _inside(size: int, n: Mapping[str, Any]) -> bool:
    parity = n.get("parity")
    return bool(size >= n["least"] and parity in (None, "odd" if size % 2 else "even"))


def _setting(statement: Statement, n: Mapping[str, Any]) -> Any:
    asked = {
        "function": statement.function, "domain": [str(statement.low), str(statement.high)],
        "where": {name: [str(a), str(b)] for name, a, b in statement.where},
        "neighbours": "bounded", "n": n, "bound": statement.sensitivity, "upper": {},
    }  # fmt: skip
    return sensitivities.read_question(doc.read(json.dumps(asked)))


def _range(statement: Statement, n: dict[str, Any]) -> dict[str, Any] | None:
    """The cell of two candidates whose scores lie in [0, 2·c·s], or in that shifted by 1."""
    question = _setting(statement, n)
    length = f"{2 * statement.noise}*({statement.sensitivity})"
    for low in ("0", "1"):
        high = f"{low}+{length}"
        try:
            ends = [explicit.constant(parse(text), question.setting) for text in (low, high)]
            parts = sensitivities.ranges(question.tree, question.setting)
            trees = [
                [
                    certificate(side, box, MOST_STEPS)
                    for side in sensitivities.sides_of(ratio, *ends)
                ]
                for ratio, box in parts
            ]
        except (Open, NumberError, Undecided, ArithmeticError):
            continue
        cell = {"n": n, "candidates": "2", "verdict": "holds", "because": "range",
                "evidence": {"low": low, "high": high, "trees": trees}}  # fmt: skip
        if _right(statement, cell):
            return cell
    return None


def _apart(statement: Statement, n: dict[str, Any]) -> dict[str, Any] | None:
    """The cell of two candidates that start far apart: one rises among low scores, one falls."""
    if statement.where:
        return None
    step = 2 * float(statement.noise) * _about(_setting(statement, n).bound, n)
    behind = step * (2 if statement.release == "laplace-max" else 1.001)
    for columns in _columns(statement, n):
        known = [(place, *ends) for place in columns if (ends := _ends(statement, n, place))]
        known = [entry for entry in known if entry[1] - entry[2] >= step * (1 - 1e-9)]
        if not known:
            continue
        rising = min(known, key=lambda entry: entry[2])
        falling = max(known, key=lambda entry: entry[1])
        if falling[1] - rising[2] < behind * (1 - 1e-9):
            continue
        cell = {"n": n, "candidates": "2", "verdict": "fails", "because": "apart",
                "evidence": {"rising": rising[0], "falling": falling[0]}}  # fmt: skip
        if _right(statement, cell):
            return cell
    return None


def _ends(statement: Statement, n: Mapping[str, Any], place: Any) -> tuple[float, float] | None:
    """About the two values of f at a place, the high one first as the kernel asks for it."""
    question = _setting(statement, n)
    try:
        high, low, _ = explicit.values_at(question.tree, question.setting, place)
        return _about(high, n), _about(low, n)
    except (NumberError, Undecided, ArithmeticError):
        return None


def _about(ratio: Any, n: Mapping[str, Any]) -> float:
    """A ratio at the size asked about, or at 9 for all of them."""
    at = Fraction(n.get("size", 9))
    low, high = interval(ratio, {"n": (at, at)})
    return float(low + high) / 2


def _columns(statement: Statement, n: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Columns that exchange one record: all others equal, or in turn low and high."""
    low, high = str(statement.low), str(statement.high)
    middle = str((statement.low + statement.high) / 2)
    pairs = [[a, b] for a in (low, high, middle) for b in (low, high, middle) if a != b]
    size = n.get("size")
    if size is None:
        for record in ("1", "2", "n"):
            yield [{"record": record, "values": pair, "others": w}
                   for pair in pairs for w in (low, high, middle)]  # fmt: skip
        return
    rows = [[w] * size for w in (low, high, middle)]
    rows += [[(low, high)[(i + shift) % 2] for i in range(size)] for shift in (0, 1)]
    for k in range(size):
        yield [{"databases": [[*row[:k], v, *row[k + 1 :]] for v in pair]}
               for row in rows for pair in pairs]  # fmt: skip


def _if_right(statement: Statement, cell: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if _right(statement, cell):
        yield cell


def _right(statement: Statement, cell: dict[str, Any]) -> bool:
    """Whether the kernel sees that a cell is so."""
    document = {
        "function": statement.function, "domain": [str(statement.low), str(statement.high)],
        "where": {name: [str(a), str(b)] for name, a, b in statement.where},
        "sensitivity": statement.sensitivity,
    }  # fmt: skip
    read = doc.read(json.dumps({"document": document, "cell": cell}))
    try:
        releases.Cell(read["document"], read["cell"], statement.release, statement.noise).check(
            cell["because"]
        )
    except (Fault, NumberError, Undecided, ArithmeticError):
        return False
    return True
