"""Evaluating a question at a model, against hand-made answers and against z3's own models."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.smt.answer import Interval, Limits, ModelValue, Sat
from dpverify.checkers.smt.model import satisfies
from dpverify.checkers.smt.process import solver_named

HALF = Fraction(1, 2)
ROOT = Interval(Fraction(14, 10), Fraction(15, 10))


@pytest.mark.parametrize(
    ("question", "model", "truth"),
    [
        ("(assert (= (+ x y) 1))", {"x": HALF, "y": HALF}, True),
        ("(assert (= (+ x y) 1))", {"x": HALF}, False),
        ("(assert (= x 0))", {}, True),
        ("(assert (< (- x) (- (/ 3 4))))", {"x": Fraction(1)}, True),
        ("(assert (<= 0 x 1))", {"x": Fraction(2)}, False),
        ("(assert (not (or (< x 0) (> x 1))))", {"x": HALF}, True),
        ("(assert (xor (< x 0) (>= x 0)))", {"x": HALF}, True),
        ("(assert (= (ite (<= x 0) 0 x) (/ 1 2)))", {"x": HALF}, True),
        ("; (assert false)\n(assert (and true (< x 1)))", {"x": HALF}, True),
        ("(assert (< 1 (* x x)))", {"x": ROOT}, True),
        ("(assert (< (* x x) 1))", {"x": ROOT}, False),
        ("(assert (= (* x x) 2))", {"x": ROOT}, None),
        ("(assert (= (* x x) 2))\n(assert (< x 0))", {"x": ROOT}, False),
        ("(assert (<= (ite (= (* x x) 2) x 0) 2))", {"x": ROOT}, True),
        ("(assert (< (* x x) 0))", {}, False),
        ("(assert (= (/ 1 x) 1))", {"x": ROOT}, None),
        ("(assert (= (/ 1 x) 2))", {}, None),
        ("(assert (> (exp x) 0))", {}, None),
        ("(assert (<= 1 (ite (= (* x x) 2) x 0)))", {"x": ROOT}, None),
        ("(assert (= (/ 1 x) 2))\n(assert (< x 0))", {}, False),
    ],
)
def test_an_assertion_at_a_model(
    question: str, model: dict[str, ModelValue], truth: bool | None
) -> None:
    """True and False where that is certain; what no operation decides stays open."""
    assert satisfies(question, model) is truth


def test_long_numbers_stay_open() -> None:
    """Not computed for minutes."""
    power = "x"
    for _ in range(30):
        power = f"(* {power} {power})" if len(power) < 10**5 else power
    assert satisfies(f"(assert (< {power} 1))", {"x": Fraction(10**4000)}) in (False, None)
    deep = "(+ 1 " * 100_000 + "x" + ")" * 100_000
    assert satisfies(f"(assert (< {deep} 1))", {}) is None


QUESTION = """(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ x y) 1))
(assert (< (* 4 x y) (/ 1 3)))
(assert (< 0 x y))
(check-sat)"""


def test_a_model_of_z3_satisfies_its_question() -> None:
    """And not the opposite question."""
    with solver_named("z3") as solver:
        answer = solver.solve(QUESTION, Limits())
    assert isinstance(answer, Sat)
    assert satisfies(QUESTION, answer.model) is True
    assert satisfies(QUESTION.replace("(< (*", "(> (*"), answer.model) is False


@pytest.mark.parametrize("word", ["1.5", "true", "-1", "#b1", "|x y|"])
def test_what_is_no_plain_name_is_not_a_number_that_was_left_out(word: str) -> None:
    """A name without value counts as 0; a decimal or a truth value is not read, and no name."""
    assert satisfies(f"(assert (< {word} 1))", {}) is None
    assert satisfies(f"(assert (> {word} 1))", {}) is None
