"""Max divergence."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given

from dpverify.defs.divergences.max_divergence import max_divergence, worst_output
from dpverify.defs.numbers import INFINITY, Value, number_text
from tests.defs.matrices import Matrix, matrices, values


def test_by_hand() -> None:
    """The largest ratio, the first output where it is attained, infinity at a zero of Q."""
    p, q = values("1/2", "1/4", "1/4"), values("1/4", "1/8", "5/8")
    assert number_text(max_divergence(p, q)) == "ln(2)"
    assert worst_output(p, q) == 0
    assert max_divergence(p, p) == 0
    assert max_divergence(values("1/2", "1/2"), values("1", "0")) == INFINITY
    assert worst_output(values("1/2", "1/4", "1/4"), values("1", "0", "0")) == 1


def test_outputs_that_do_not_occur_do_not_matter() -> None:
    """0/0 and 0/q never decide."""
    assert worst_output(values("0", "0", "1"), values("0", "1/2", "1/2")) == 2


@given(matrices(2, 4))
def test_against_all_ratios(rows: Matrix) -> None:
    """e^ε is the largest P(o)/Q(o) over outputs with Q(o) > 0, or some P(o) > 0 = Q(o)."""
    p, q = ([Value(entry) for entry in row] for row in rows)
    pairs = list(zip(*rows, strict=True))
    found = max_divergence(p, q)
    if any(b == 0 < a for a, b in pairs):
        assert found == INFINITY
    else:
        assert found.odds() == max((a / b for a, b in pairs if b), default=Fraction(1))
