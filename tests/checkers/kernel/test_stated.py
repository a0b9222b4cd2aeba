"""What kernels of single definitions share."""

from __future__ import annotations

from dpverify.checkers.kernel.stated import added, replayed
from dpverify.defs.numbers import Real, Value, ln


def test_sums_of_many_balls_are_shallow() -> None:
    """Four thousand numbers, a tree of depth twelve."""
    terms = [Real("exp", ln(2) * Value(1))] * 4000
    assert added(terms).approx() == 8000
    assert added([]) == 0
    assert added([ln(2), ln(3)]) == ln(6)


def test_what_is_no_document() -> None:
    """Texts, lists, other definitions."""
    several: list[object] = ["", "{", "[]", "{}", "3", [], None]
    for document in several:
        assert replayed(document, {}).status == "rejected"
    other = {"schema": "dpverify.result/1.0", "definition": "zcdp", "verdict": "holds"}
    assert replayed(other, {}).status == "not-recheckable"
