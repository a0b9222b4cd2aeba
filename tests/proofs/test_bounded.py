"""Solvers propose; what they say counts only as far as it is re-checked or named."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpverify.checkers.smt.answer import (
    Answer,
    Crashed,
    Interval,
    Limits,
    ModelValue,
    Sat,
    Unknown,
    Unsat,
)
from dpverify.checkers.smt.process import solver_named
from dpverify.proofs.bounded import from_model, refute_within
from tests.proofs.examples import SHAPE, Stub, post_processing

TRUE, FALSE = post_processing(), post_processing(hypothesis="2*eps")
RANDOM = {name: Fraction(len(name), 7) for name in ("M_0_0", "M_1_1", "f_0_1", "odds_eps", "zz")}
LIES: dict[str, Callable[[str], Answer]] = {
    "a random model": lambda _: Sat(RANDOM, "liar"),
    "an empty model": lambda _: Sat({}, "liar"),
    "negative probabilities": lambda _: Sat(dict.fromkeys(RANDOM, Fraction(-5)), "liar"),
    "gives up": lambda _: Unknown("solver", "incomplete", "liar"),
    "hangs": lambda _: Unknown("time", "killed", "liar"),
    "crashes": lambda _: Crashed("no answer", "liar"),
}


@pytest.mark.parametrize("lie", LIES)
def test_nothing_false_comes_of_a_lie(lie: str) -> None:
    """Of a true statement no lie makes a refutation, and no shape is excluded by one."""
    outcome = refute_within(TRUE, [SHAPE], [Stub(LIES[lie])], Limits())
    assert outcome.found is None
    assert outcome.excluded == ()
    assert outcome.reason is not None
    assert outcome.reason[0] == ("time" if lie == "hangs" else "solver")


def test_unsat_always_is_the_word_of_the_solver() -> None:
    """A false statement is then excluded, but on the liar's word, which is named."""
    outcome = refute_within(FALSE, [SHAPE], [Stub(lambda _: Unsat("liar 1"))], Limits())
    assert outcome.excluded == (SHAPE,)
    assert outcome.solvers == ("liar 1",)


def test_a_second_solver_exposes_the_first() -> None:
    """One "unsat" beside a model that withstands exact arithmetic: refuted."""
    with solver_named("z3") as honest:
        liar = Stub(lambda _: Unsat("liar"))
        outcome = refute_within(FALSE, [SHAPE], [liar, honest], Limits())
    assert outcome.found is not None
    assert outcome.found.refutes


def test_a_model_that_is_none_is_a_fault_and_vetoes_nothing() -> None:
    """A "sat" whose model does not satisfy the question, beside an "unsat" and alone."""
    stubs = [Stub(lambda _: Unsat("a")), Stub(lambda _: Sat(RANDOM, "b"))]
    outcome = refute_within(TRUE, [SHAPE], stubs, Limits())
    assert (outcome.excluded, outcome.found) == ((SHAPE,), None)
    assert (outcome.solvers, set(outcome.faults)) == (("a",), {"b"})
    alone = refute_within(TRUE, [SHAPE], stubs[1:], Limits())
    assert (alone.excluded, alone.found) == ((), None)
    assert alone.reason is not None
    assert "b" in alone.faults


def test_no_time_leaves_every_shape_open() -> None:
    """Without time no solver is asked."""
    stub = Stub(lambda _: Unsat("s"))
    outcome = refute_within(TRUE, [SHAPE], [stub], Limits(), seconds=0)
    assert stub.asked == []
    assert outcome.reason is not None
    assert outcome.reason[0] == "time"


def test_irrational_models_are_rounded_and_rechecked() -> None:
    """A model with √2 in it gives rational channels whose rows sum to 1, and that refute."""
    root = Fraction(141421356, 10**8)
    near = Interval(1 / root - Fraction(1, 10**9), 1 / root + Fraction(1, 10**9))
    model: dict[str, ModelValue] = {
        "M_0_0": near,
        "M_0_1": 1 - 1 / root,
        "M_1_0": 1 - 1 / root,
        "M_1_1": near,
        "f_0_0": Fraction(1),
        "f_1_1": Fraction(1),
        "odds_eps": Fraction(8, 5),
    }
    found = from_model(FALSE, SHAPE, model)
    assert found is not None
    assert found.refutes
    channel = found.channels["M"]
    assert all(sum(v.as_fraction() for v in channel.row(i)) == 1 for i in range(2))
    assert max(v.as_fraction().denominator for v in channel.row(0)) <= 100
