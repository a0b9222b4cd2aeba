"""`search`: a counterexample, none of these shapes, or open; never more than was re-checked."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.smt.answer import Answer, Interval, Limits, Sat, Unsat
from dpverify.checkers.smt.process import SOLVERS, ProcessSolver
from dpverify.checkers.smt.script import names_in
from dpverify.claims import AnyChannel, Counterexample, NoneOfShapes, Open, Size, search
from dpverify.defs.errors import InternalError, UsageError
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.solving import Outcome
from dpverify.proofs.statement import Claim
from dpverify.proofs.suite import row
from tests.proofs.examples import SHAPE, Stub, post_processing

TRUE, FALSE = post_processing(), post_processing(hypothesis="2*eps")


def asked(
    statement: object, solver: str | Sequence[object], seconds: float = 20, together: float = 60
) -> Outcome:
    """Ask about one of the two statements: seconds for a question, and for all together."""
    known = FALSE if statement is FALSE else TRUE
    return search(
        known.hypotheses,
        known.conclusion,
        [SHAPE],
        objects=known.objects,
        derived=known.derived,
        parameters=known.parameters,
        solver=solver,  # type: ignore[arg-type]  # stubs
        limits=Limits(seconds=seconds),
        seconds=together,
    )


@pytest.fixture(params=[*SOLVERS, "both"])
def solver(request: pytest.FixtureRequest) -> str:
    """Each solver that is installed, and both."""
    needed = SOLVERS if request.param == "both" else (request.param,)
    for name in needed:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    return str(request.param)


def test_a_true_statement_has_no_counterexample_of_a_shape(solver: str) -> None:
    """ε-DP is (ε, δ)-DP: the shapes are named, and whose word it is."""
    outcome = search(
        [Claim("M", "pure-dp", {"eps": "eps"})],
        Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}),
        [{"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 3}],
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
        parameters={"eps": "loss", "delta": "value"},
        solver=solver,
    )
    assert isinstance(outcome, NoneOfShapes)
    assert len(outcome.shapes) == 2
    named = {text.split()[0] for text in outcome.trusted}
    assert named == ({"z3", "cvc5"} if solver == "both" else {solver})


def test_one_solver_that_gives_up_leaves_it_to_the_other(solver: str) -> None:
    """Post-processing takes cvc5 long: z3 decides, alone or beside it."""
    outcome = asked(TRUE, solver, seconds=1)
    if isinstance(outcome, Open):
        assert solver == "cvc5"
        assert outcome.code in {"time", "solver"}
    else:
        assert isinstance(outcome, NoneOfShapes)
        assert outcome.trusted


def test_a_false_statement_has_one_that_the_kernel_accepts(solver: str) -> None:
    """Found, made simple, replayed."""
    outcome = asked(FALSE, solver)
    assert isinstance(outcome, Counterexample)
    assert outcome.instance.refutes
    assert outcome.refutation is not None
    assert replay(dict(outcome.refutation)).status == "accepted"


def test_solvers_that_contradict_each_other_fail_loudly() -> None:
    """One denies a counterexample that another has: an error that names both."""
    with ProcessSolver("z3") as honest, pytest.raises(InternalError, match=r"liar 1 says .* z3"):
        asked(FALSE, [Stub(lambda _: Unsat("liar 1")), honest])


def test_the_suite_says_so_too() -> None:
    """The entry is refuted, by a certificate, and its row carries the error: exit status 70."""
    entry = Entry("t", "t", FALSE, "t", "refuted", shapes=(SHAPE,), instances=0)
    with ProcessSolver("z3") as honest:
        outcome = examine(entry, [Stub(lambda _: Unsat("liar 1")), honest], Options())
    made = row(entry, outcome)
    assert (made["status"], made["evidence"]) == ("refuted", "certificate")
    assert "liar 1 says" in made["error"]


def test_an_unknown_solver_is_refused() -> None:
    """Before anything is asked."""
    with pytest.raises(UsageError, match="z3, cvc5"):
        asked(TRUE, "z4")
    with pytest.raises(UsageError, match="no object"):
        search([], Claim("Q", "pure-dp", {"eps": "eps"}), [SHAPE], objects={}, parameters={})


@pytest.mark.parametrize(
    ("shapes", "eps", "fault"),
    [
        ([], "eps", "no shape to ask about"),
        ([{**SHAPE, "outputs": 0}], "eps", "outputs is"),
        ([SHAPE], "epsilon", "did you mean 'eps'"),
    ],
)
def test_a_question_that_names_what_is_not_there(
    shapes: list[dict[str, int]], eps: str, fault: str
) -> None:
    """It ended with a KeyError, or with no counterexample among no channels."""
    said = Claim(TRUE.conclusion.of, "pure-dp", {"eps": eps})  # type: ignore[union-attr]  # a claim
    with pytest.raises(UsageError, match=fault):
        search(
            TRUE.hypotheses, said, shapes,
            objects=TRUE.objects, derived=TRUE.derived, parameters=TRUE.parameters,
        )  # fmt: skip


def test_an_outcome_has_no_truth_value() -> None:
    """`if search(…):` would read "open" as an answer."""
    with pytest.raises(TypeError, match="Counterexample"):
        bool(Open("time", "", ()))


# ---------------------------------------------------------------- the lying solver, as a process

SAY = "import sys\nfor line in sys.stdin:\n    print({!r}, flush=True)\n"
RANDOM_MODEL = """
import json, random, sys
for line in sys.stdin:
    names = set(json.loads(line)["text"].replace("(", " ").replace(")", " ").split())
    model = {n: f"{random.randint(-9, 9)}/{random.randint(1, 9)}" for n in names}
    print(json.dumps({"outcome": "sat", "model": model}), flush=True)
"""
BIG = {"M_0_0": "9" * 3999, "M_1_1": "1/" + "3" * 3999, "odds_eps": "7" * 3999}
HUGE = json.dumps({"outcome": "sat", "model": BIG})
LIARS = {
    "a random model": RANDOM_MODEL,
    "a model of other variables": SAY.format('{"outcome": "sat", "model": {"foo": "1/2"}}'),
    "sat without a model": SAY.format('{"outcome": "sat"}'),
    "sat with an empty model": SAY.format('{"outcome": "sat", "model": {}}'),
    "huge numbers": SAY.format(HUGE),
    "numbers beyond the limit": SAY.format('{"outcome": "sat", "model": {"M_0_0": "1e999"}}'),
    "an interval upside down": SAY.format('{"outcome": "sat", "model": {"M_0_0": ["2", "1"]}}'),
    "garbage": SAY.format("%&/ \x00"),
    "a list": SAY.format("[1, 2]"),
    "nested brackets": SAY.format("[" * 100_000),
    "no end of output": "while True: print('x' * 65536, end='')",
    "a verdict of its own": SAY.format('{"outcome": "proved"}'),
    "hangs": "import time; time.sleep(600)",
    "hangs deaf": "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)",
    "crashes": "import os; os.abort()",
    "exits quietly": "pass",
    "unknown": SAY.format('{"outcome": "unknown", "reason": "incomplete"}'),
}


@pytest.mark.parametrize("lie", LIARS)
@pytest.mark.parametrize("statement", [TRUE, FALSE], ids=["true", "false"])
@pytest.mark.sampled(2)
def test_a_lying_process_gives_a_typed_outcome(lie: str, statement: object, tmp_path: Path) -> None:
    """Nothing but "open" comes of it, in time, and the process is gone."""
    note = tmp_path / "pid"
    program = f"import os, pathlib; pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n"
    started = time.monotonic()
    with ProcessSolver("liar", [sys.executable, "-I", "-c", program + LIARS[lie]]) as liar:
        # Each question to a solver that hangs takes a second, with its grace: a few are enough.
        seconds, together = (0.05, 3) if lie.startswith("hang") else (5, 60)
        outcome = asked(statement, [liar], seconds, together)
    assert time.monotonic() - started < 300  # of 600: a slow machine is no failure
    if isinstance(outcome, Counterexample):  # what is re-checked is true, whoever proposed it
        assert statement is FALSE
        assert outcome.instance.refutes
    else:
        assert isinstance(outcome, Open)
        assert outcome.code in {"time", "solver"}
        assert outcome.text
    assert not Path(f"/proc/{note.read_text()}").exists()


def test_unsat_always_is_never_more_than_its_word() -> None:
    """A false statement comes out as excluded, with the liar named in `trusted`."""
    program = SAY.format('{"outcome": "unsat", "version": "0"}')
    with ProcessSolver("liar", [sys.executable, "-I", "-c", program]) as liar:
        outcome = asked(FALSE, [liar])
    assert isinstance(outcome, NoneOfShapes)
    assert outcome.trusted == ("liar 0",)


@pytest.mark.parametrize("second", [Sat({}, "b"), Unsat("b")])
def test_two_solvers_and_one_model_that_is_none(second: Answer) -> None:
    """A model that does not satisfy the question is a fault of b: it stands against nothing."""
    outcome = asked(TRUE, [Stub(lambda _: Unsat("a")), Stub(lambda _: second)])
    assert isinstance(outcome, NoneOfShapes)
    if isinstance(second, Sat):
        assert outcome.trusted == ("a",)
        assert set(outcome.faults) == {"b"}
    else:
        assert outcome.trusted == ("a", "b")
        assert outcome.faults == ()


def test_a_model_that_may_be_one_stands_against_unsat() -> None:
    """Where intervals leave open whether the question is satisfied, "unsat" is not enough."""
    wide = Interval(Fraction(-10), Fraction(10))

    def says(text: str) -> Answer:
        return Sat(dict.fromkeys(names_in(text), wide), "b")

    outcome = asked(TRUE, [Stub(lambda _: Unsat("a")), Stub(says)])
    assert isinstance(outcome, Open)
    assert "model of b" in outcome.text
    assert "a says unsat" in outcome.text
    assert outcome.faults == ()
