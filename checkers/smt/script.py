"""A question as one SMT-LIB 2 script: what is declared, what is assumed, what is sought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dpverify.checkers.smt.terms import Formula

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def script(comment: str, assertions: Sequence[tuple[str, Iterable[Formula]]]) -> str:
    """The text of a question; every name that occurs is declared a real number.

    Args:
        comment: what is asked, in words; becomes comment lines.
        assertions: groups of formulas, each with a heading.

    >>> from dpverify.checkers.smt.terms import Term
    >>> print(script("x below itself", [("seek", [Formula("(< x x)")])]))
    ; x below itself
    (set-logic QF_NRA)
    (declare-const x Real)
    ; seek
    (assert (< x x))
    (check-sat)
    """
    groups = [
        (heading, [f for f in formulas if f.known is not True]) for heading, formulas in assertions
    ]
    names = {name for _, formulas in groups for f in formulas for name in names_in(f.text)}
    lines = [f"; {line}" for line in comment.splitlines()]
    lines.append("(set-logic QF_NRA)")
    lines.extend(f"(declare-const {name} Real)" for name in sorted(names, key=_natural))
    for heading, formulas in groups:
        lines.append(f"; {heading}")
        lines.extend(f"(assert {formula})" for formula in formulas)
    return "\n".join([*lines, "(check-sat)"])


_WORDS = {"and", "or", "not", "xor", "ite", "true", "false"}


def names_in(text: str) -> set[str]:
    """The variables of a formula."""
    return set(_NAME.findall(text)) - _WORDS


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in name.split("_")]
