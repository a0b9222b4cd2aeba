"""No script that goes to a solver divides: solvers give x/0 an arbitrary value."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.entry import Entry
from dpverify.proofs.formula import encode
from dpverify.proofs.registry import entries

LITERAL = re.compile(r"\(/ [0-9]+ [0-9]+\)")
DIVIDING = re.compile(r"/|\b(div|mod|abs|to_int)\b|\^")


def scripts(entry: Entry) -> Iterator[str]:
    """Every question about an entry and its mutants, at each of its shapes, without comments."""
    for statement in (entry.statement, *(mutant.statement for mutant in entry.mutants)):
        for shape in entry.shapes[:2]:
            try:
                for text in encode(statement, shape).questions():
                    lines = text.splitlines()
                    yield "\n".join(line for line in lines if not line.startswith(";"))
            except Undecided:
                continue


@pytest.mark.parametrize("entry", entries(), ids=lambda each: each.id)
def test_no_script_divides(entry: Entry) -> None:
    """Apart from rational literals no "/" occurs, and every literal has a denominator ≠ 0."""
    for text in scripts(entry):
        assert "(check-sat)" in text
        assert DIVIDING.search(LITERAL.sub("0", text)) is None
        assert all(not literal.endswith(" 0)") for literal in LITERAL.findall(text))


def test_a_division_would_be_noticed() -> None:
    """Of two variables, or of a variable by a number."""
    for text in ("(assert (<= (/ x y) 1))", "(assert (= x (/ 1 y)))", "(assert (= 1 (/ x 2)))"):
        assert DIVIDING.search(LITERAL.sub("0", text)) is not None
