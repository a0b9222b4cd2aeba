"""Evaluating a question at a model: what a solver proposes is computed before it counts.

A `Sat` is the word of a solver until every assertion has been evaluated at its model, in rationals;
an irrational value is an interval, so an assertion may stay undecided. A name to which the model
gives no value counts as 0, as solvers complete their models. Read are the operations that
`checkers.smt.terms` writes; anything else stays undecided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any

from dpverify.checkers.smt.answer import Interval, ModelValue

MAX_BITS = 1_000_000
"""Of a numerator or denominator; beyond, an assertion stays undecided."""

_PIECE = re.compile(r"[()]|[^\s()]+")
_NUMERAL = re.compile(r"[0-9]+", re.ASCII)
_NAME = re.compile(r"[^0-9#\":|-].*", re.ASCII | re.DOTALL)


class _UndecidedError(Exception):
    """An operation that is not read, or numbers that are too long."""


@dataclass(frozen=True)
class _Range:
    """All numbers from low to high."""

    low: Fraction
    high: Fraction


Truth = bool | None
ZERO = Fraction(0)


def satisfies(question: str, model: Mapping[str, ModelValue]) -> Truth:
    """Whether every assertion of a question in SMT-LIB 2 text holds at a model.

    Returns: True if all of them certainly hold, False if one certainly does not, None otherwise.

    >>> satisfies("(assert (<= (* x x) 2))", {"x": Fraction(3, 2)})
    False
    >>> satisfies("(assert (<= (* x x) 2))", {"x": Fraction(7, 5)})
    True
    >>> root = Interval(Fraction(7, 5), Fraction(3, 2))
    >>> print(satisfies("(assert (= (* x x) 2))", {"x": root}))
    None
    """
    return _all(_truth_of(each, model) for each in assertions(question))


def assertions(question: str) -> list[Any]:
    """The assertions of a script, each as nested tuples of texts, without the word "assert"."""
    stack: list[list[Any]] = [[]]
    text = "\n".join(line for line in question.splitlines() if not line.startswith(";"))
    for piece in _PIECE.findall(text):
        if piece == "(":
            stack.append([])
        elif piece == ")":
            closed = tuple(stack.pop())
            stack[-1].append(closed)
        else:
            stack[-1].append(piece)
    return [each[1] for each in stack[0] if each[:1] == ("assert",)]


def _truth_of(formula: Any, model: Mapping[str, ModelValue]) -> Truth:
    try:
        return _truth(formula, model)
    except (_UndecidedError, RecursionError, ValueError, TypeError):
        return None


def _truth(formula: Any, model: Mapping[str, ModelValue]) -> Truth:
    if formula in ("true", "false"):
        return bool(formula == "true")
    word, *parts = formula
    if word in _RELATIONS:
        return _chained(_RELATIONS[word], [_number(part, model) for part in parts])
    truths = [_truth_of(part, model) for part in parts]
    match word:
        case "and":
            return _all(truths)
        case "or":
            return _not(_all(_not(truth) for truth in truths))
        case "not":
            return _not(truths[0])
        case "xor":
            return None if None in truths else bool(sum(map(bool, truths)) % 2)
    raise _UndecidedError


def _number(term: Any, model: Mapping[str, ModelValue]) -> _Range:
    if isinstance(term, str):
        return _atom(term, model)
    word, *parts = term
    if word == "ite":
        chosen = _truth_of(parts[0], model)
        if chosen is not None:
            return _number(parts[1] if chosen else parts[2], model)
        either = [_number(part, model) for part in parts[1:]]
        return _Range(min(a.low for a in either), max(a.high for a in either))
    numbers = [_number(part, model) for part in parts]
    if word == "-" and len(numbers) == 1:
        return _minus(_Range(ZERO, ZERO), numbers[0])
    if word not in _OPERATIONS:
        raise _UndecidedError
    return reduce(_OPERATIONS[word], numbers)


def _atom(text: str, model: Mapping[str, ModelValue]) -> _Range:
    if _NUMERAL.fullmatch(text):
        return _Range(Fraction(int(text)), Fraction(int(text)))
    if not _NAME.fullmatch(text) or text in ("true", "false"):
        raise _UndecidedError  # a decimal, a string, a truth value: no name that could count as 0
    value = model.get(text, ZERO)
    if isinstance(value, Interval):
        return _Range(value.lower, value.upper)
    return _Range(value, value)


def _plus(a: _Range, b: _Range) -> _Range:
    return _short(_Range(a.low + b.low, a.high + b.high))


def _minus(a: _Range, b: _Range) -> _Range:
    return _short(_Range(a.low - b.high, a.high - b.low))


def _times(a: _Range, b: _Range) -> _Range:
    ends = [x * y for x in {a.low, a.high} for y in {b.low, b.high}]
    return _short(_Range(min(ends), max(ends)))


def _over(a: _Range, b: _Range) -> _Range:
    if b.low != b.high or not b.low:  # constants alone are written as quotients
        raise _UndecidedError
    return _times(a, _Range(1 / b.low, 1 / b.low))


def _short(interval: _Range) -> _Range:
    ends = (interval.low, interval.high)
    if max(max(abs(e.numerator), e.denominator).bit_length() for e in ends) > MAX_BITS:
        raise _UndecidedError
    return interval


def _less(a: _Range, b: _Range) -> Truth:
    return True if a.high < b.low else None if a.low < b.high else False


def _at_most(a: _Range, b: _Range) -> Truth:
    return _not(_less(b, a))


def _equal(a: _Range, b: _Range) -> Truth:
    return _all((_at_most(a, b), _at_most(b, a)))


def _chained(relation: Callable[[_Range, _Range], Truth], numbers: Sequence[_Range]) -> Truth:
    return _all(relation(a, b) for a, b in pairwise(numbers))


def _all(truths: Any) -> Truth:
    known = list(truths)
    return False if False in known else None if None in known else True


def _not(truth: Truth) -> Truth:
    return None if truth is None else not truth


_RELATIONS: Mapping[str, Callable[[_Range, _Range], Truth]] = {
    "<": _less,
    "<=": _at_most,
    ">": lambda a, b: _less(b, a),
    ">=": lambda a, b: _at_most(b, a),
    "=": _equal,
}
_OPERATIONS: Mapping[str, Callable[[_Range, _Range], _Range]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _over,
}
