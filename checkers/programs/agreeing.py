"""Whether two processes say the same of a program, whose paths they follow in opposite orders.

Paths that are followed one by one are the same in either order, down to a given mass. Two things
depend on the order: which ways to a checkpoint are too unlikely to be followed, and what was
followed when the budget of paths ended. What must never change: what both know whole is equal,
and what one knows in part leaves room for all that the other has found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb, fmpq

from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.transport import form_of_law, masses_of_law

ALIKE = ("inputs", "neighbours", "tail")
"""What each pass over the same inputs says alike."""
PRECISION = 256
"""Bits of the sum of what two processes found: what exceeds 1 by less is not told from 1."""


def is_pass(line: Any) -> bool:
    """Whether a line holds what one pass found."""
    return isinstance(line, Mapping) and "pass" in line


def is_whole(line: Any) -> bool:
    """Whether a line holds a pass that left out nothing."""
    return is_pass(line) and all(law["whole"] for law in line["pass"]["laws"])


def is_done(line: Any) -> bool:
    """Whether a line says that there is no further pass."""
    return isinstance(line, Mapping) and "done" in line


def about_the_same(line: Any, expected: Any) -> bool:
    """Whether two lines hold passes over the same inputs."""
    both = is_pass(line) and is_pass(expected)
    return both and all(line["pass"][key] == expected["pass"][key] for key in ALIKE)


def agree(line: Any, expected: Any) -> bool:
    """Whether what one process says goes together with what another one says."""
    if is_pass(line) and is_pass(expected):
        return about_the_same(line, expected) and _passes_agree(line["pass"], expected["pass"])
    if is_pass(line) and is_done(expected):
        return True  # it needs another pass: what was known before was compared
    return bool(line == expected)


def _passes_agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    pairs = zip(one["laws"], other["laws"], strict=True)
    return all(_laws_agree(one, mine, other, theirs) for mine, theirs in pairs)


def _laws_agree(
    one: Mapping[str, Any], mine: Mapping[str, Any], other: Mapping[str, Any], theirs: Any
) -> bool:
    if form_of_law(one, mine) == form_of_law(other, theirs):
        return True
    masses, others = masses_of_law(one, mine), masses_of_law(other, theirs)
    if mine["whole"] and theirs["whole"]:
        return _equal(masses, others)
    one_by_one = _is_one_by_one(one, mine) and _is_one_by_one(other, theirs)
    if one_by_one and one["bits"] == other["bits"]:
        return _equal(masses, others)
    return not _exceed(masses, others)


def _is_one_by_one(found: Mapping[str, Any], law: Mapping[str, Any]) -> bool:
    """Whether every path above the mass of the pass was followed by itself."""
    return not law["merged"] and (law["whole"] or found["stopped"] is None)


def _equal(some: Mapping[str, Mass], others: Mapping[str, Mass]) -> bool:
    """Whether two laws are the same, exactly, in whatever form their numbers are written.

    A sum with powers of e in it is a quotient whose terms and common factors depend on the order
    in which the paths were added up.
    """
    return some.keys() == others.keys() and all(
        Value(mass) == Value(others[label]) for label, mass in some.items()
    )


def _exceed(some: Mapping[str, Mass], others: Mapping[str, Mass]) -> bool:
    """Whether no law has at least both masses of each output: their larger ones exceed 1.

    Against a law that is whole this says that no mass is above its probability there.
    """
    with working_precision(PRECISION):
        found = arb(0)
        for label in some.keys() | others.keys():
            a, b = (Value(law.get(label, _NOTHING)).ball(PRECISION) for law in (some, others))
            found += a if a.mid() >= b.mid() else b
        return bool(found > 1)


_NOTHING = fmpq(0)
