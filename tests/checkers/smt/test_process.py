"""Whatever a solver's process does, the answer is one of four types."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from fractions import Fraction

import pytest

from dpverify.checkers.smt.answer import Answer, Crashed, Interval, Limits, Sat, Unknown, Unsat
from dpverify.checkers.smt.process import SOLVERS, ProcessSolver, solver_named
from dpverify.defs.errors import UsageError

HEAD = "(set-logic QF_NRA)(declare-const x Real)"
SQUARE = HEAD + "(assert (= (* x x) {}))(assert (> x 0))(check-sat)"
HARD = "".join(
    ["(set-logic QF_NRA)"]
    + [f"(declare-const x{i} Real)" for i in range(8)]
    + [f"(assert (= (* x{i} x{i} x{(i + 1) % 8}) (+ x{(i + 3) % 8} {i + 2})))" for i in range(8)]
    + ["(assert (> x0 x1))(assert (> (* x2 x3) x4))(check-sat)"]
)


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> Iterator[ProcessSolver]:
    """Each solver that is installed."""
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with solver_named(request.param) as found:
        yield found


def test_a_rational_model_is_exact(solver: ProcessSolver) -> None:
    """3x = 2 has the model 2/3."""
    answer = solver.solve(HEAD + "(assert (= (* 3 x) 2))(check-sat)", Limits())
    assert isinstance(answer, Sat)
    assert answer.model == {"x": Fraction(2, 3)}
    assert answer.solver.startswith(solver.name)


def test_an_irrational_value_lies_in_its_interval(solver: ProcessSolver) -> None:
    """The ends around √2 are on either side of it."""
    answer = solver.solve(SQUARE.format("2"), Limits())
    assert isinstance(answer, Sat)
    value = answer.model["x"]
    assert isinstance(value, Interval)
    assert value.lower**2 < 2 < value.upper**2


def test_a_contradiction_is_unsat(solver: ProcessSolver) -> None:
    """x² = −1 has no real solution."""
    assert isinstance(solver.solve(SQUARE.format("(- 1)"), Limits()), Unsat)


@pytest.mark.parametrize("name", SOLVERS)
def test_giving_up_is_typed(name: str) -> None:
    """Whether for lack of work, time or method: an "unknown" with its reason, no crash."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    with solver_named(name) as solver:
        answer = solver.solve(HARD, Limits(work=5000, seconds=2))
    assert isinstance(answer, Unknown)
    assert answer.reason


def test_counted_work_ends_in_unknown() -> None:
    """A work limit gives the same "unknown" each time, long before the clock."""
    with solver_named("z3") as solver:
        first, second = (solver.solve(HARD, Limits(work=5000)) for _ in range(2))
    assert isinstance(first, Unknown)
    assert first == second


def test_what_is_no_smtlib_is_a_crash(solver: ProcessSolver) -> None:
    """A malformed question gives no verdict."""
    assert isinstance(solver.solve("(assert", Limits()), Crashed)


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("import time; time.sleep(60)", Unknown),
        ("import os; os.abort()", Crashed),
        ("print('sat', flush=True); input()", Crashed),
        ("print('{}', flush=True); input()", Crashed),
        ("""print('{"outcome": "sat", "model": 3}', flush=True); input()""", Crashed),
        ("""print('{"outcome": "perhaps"}', flush=True); input()""", Crashed),
        ("""print('{"outcome": "unsat", "version": 7}', flush=True); input()""", Unsat),
    ],
)
def test_a_misbehaving_process_is_typed(program: str, kind: type[Answer]) -> None:
    """Hang, crash and garbage: none is a verdict."""
    with ProcessSolver("stub", [sys.executable, "-I", "-c", program]) as solver:
        assert isinstance(solver.solve("", Limits(seconds=0.2)), kind)


def test_model_values_that_cannot_be_read_are_left_out() -> None:
    """Division by zero, floats and intervals upside down are no values."""
    model = '{"a": "1/0", "b": 0.5, "c": ["2", "1"], "d": "1e3", "e": "-3/4", "f": null}'
    program = f"""print('{{"outcome": "sat", "model": {model}}}', flush=True); input()"""
    with ProcessSolver("stub", [sys.executable, "-I", "-c", program]) as solver:
        answer = solver.solve("", Limits())
    assert isinstance(answer, Sat)
    assert answer.model == {"e": Fraction(-3, 4)}


def test_an_answer_has_no_truth_value() -> None:
    """`if answer:` raises, whatever the answer."""
    for answer in (Sat({}, "s"), Unsat("s"), Unknown("time", "", "s"), Crashed("", "s")):
        with pytest.raises(TypeError, match="truth value"):
            bool(answer)


def test_unknown_solvers_are_refused() -> None:
    """`--solver z4` names the solvers there are."""
    with pytest.raises(UsageError, match="z3, cvc5"):
        solver_named("z4")
