"""Hypotheses that nothing meets: what follows from them is vacuous, or unknown; never proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.smt.answer import Answer, Limits, Sat, Unknown, Unsat
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InternalError
from dpverify.proofs import examine as module
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import (
    CONTRADICTORY,
    MEANINGLESS,
    UNMET,
    UNMET_HERE,
    Examination,
    Options,
    examine,
    proves_nothing,
)
from dpverify.proofs.parts import ANY
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import (
    AnyChannel,
    Cases,
    Claim,
    FixedChannel,
    Property,
    Statement,
)
from dpverify.proofs.suite import Job, as_registered, proof_of_job, row
from dpverify.proofs.theorem import ProofCheck
from dpverify.proofs.vacuity import meeting
from tests.proofs.examples import Stub

SHAPE = {"inputs": 2, "outputs": 2}
APART = Claim("M", "total-variation-at-least", {"bound": "1"})
PRIVATE = Claim("M", "pure-dp", {"eps": "eps"})
CONSTANT = Claim("M", "pure-dp", {"eps": "0"})


def _first_is_a_seventh(rows: Any, _: Any, logic: Any) -> Any:
    seven = logic.times(logic.number(7), rows["M"][0][0])
    return logic.conj([logic.le(seven, logic.number(1)), logic.le(logic.number(1), seven)])


SELDOM = Property("M(0, 0) is 1/7", "M(0, 0) = 1/7", form=_first_is_a_seventh)
"""Generated instances do not meet it; a solver finds one at once."""


def statement(*hypotheses: Claim | Property, conclusion: Claim = CONSTANT) -> Statement:
    """For all channels of that shape and all ε."""
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=hypotheses,
        conclusion=conclusion,
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )


def examined(said: Statement, *solvers: Stub | ProcessSolver, instances: int = 50) -> Examination:
    """With one shape, as an entry that is expected to be proved."""
    found = Entry("t", "t", said, "t", "proved", shapes=(SHAPE,), instances=instances)
    return examine(found, solvers, Options())


def test_contradictory_hypotheses_are_vacuous() -> None:
    """TV ≥ 1 and ε-DP: solvers exclude every counterexample, since nothing meets both."""
    with solver_named("z3") as z3:
        outcome = examined(statement(APART, PRIVATE), z3)
    assert (outcome.status, outcome.evidence) == ("vacuous", "bounded")
    assert outcome.met_hypotheses == 0
    assert outcome.scope == "2 inputs, 2 outputs"
    assert outcome.trusted[0].startswith("z3")


def test_a_vacuous_entry_is_not_as_registered() -> None:
    """Where `proved` was expected, the run fails."""
    said = statement(APART, PRIVATE)
    found = Entry("t", "t", said, "t", "proved", shapes=(SHAPE,), instances=5)
    with solver_named("z3") as z3:
        made = row(found, examine(found, [z3], Options()))
    assert made["status"] == "vacuous"
    assert not as_registered(made)


def test_an_instance_that_a_solver_finds_is_enough() -> None:
    """Hypotheses that are seldom met: a model is evaluated, and then the statement is proved."""
    wide = statement(SELDOM, conclusion=Claim("M", "approx-dp", {"eps": "eps", "delta": "1"}))
    with solver_named("z3") as z3:
        outcome = examined(wide, z3, instances=1)
        found = meeting(wide, [SHAPE], [z3], Limits(), seconds=30)
    assert (outcome.status, outcome.evidence) == ("proved", "bounded")
    assert found.instance is not None
    assert found.instance.met


@pytest.mark.parametrize(
    "answer",
    [Unknown("time", "late", "s"), Sat({"M_0_0": Fraction(1, 2)}, "s")],
    ids=["no answer", "a model that is none"],
)
def test_where_no_instance_is_known_nothing_is_proved(answer: Answer) -> None:
    """Every counterexample is "excluded", and of the hypotheses nobody knows anything."""

    def says(text: str) -> Answer:
        return answer if "the hypotheses alone" in text else Unsat("s")

    outcome = examined(statement(APART, PRIVATE), Stub(says))
    assert outcome.status == "unknown"
    assert outcome.reason == ("unsupported", "no instance that meets the hypotheses is known")
    assert dict(outcome.faults) == ({"s": 1} if isinstance(answer, Sat) else {})


def test_an_accepted_proof_of_nothing_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a certificate for all sizes does not make vacuous hypotheses a theorem."""
    accepted = ProofCheck("accepted", "2 steps")
    monkeypatch.setattr(module, "checked_proof", lambda _: accepted)
    with solver_named("z3") as z3:
        assert examined(statement(APART, PRIVATE), z3).status == "vacuous"
    silent = Stub(lambda _: Unknown("time", "late", "s"))
    assert examined(statement(APART, PRIVATE), silent).status == "unknown"


def test_a_lying_unsat_does_not_make_it_vacuous() -> None:
    """An instance at hand decides: the solver is not asked about the hypotheses."""
    said = replace(entry("dp.post-processing.pure").statement)
    liar = Stub(lambda _: Unsat("liar"))
    found = Entry("t", "t", said, "t", "proved", shapes=(), instances=20)
    assert examine(found, [liar], Options(proofs=False)).status == "tested"
    assert not any("the hypotheses alone" in text for text in liar.asked)


def test_where_nothing_varies_exact_arithmetic_shows_it() -> None:
    """The one instance there is does not meet the hypothesis; no solver is asked."""
    fair = FixedChannel(lambda _: Channel(["0", "1"], ["a", "b"], [["1/2", "1/2"]] * 2), "a coin")
    said = Statement(
        objects={"M": fair},
        parameters={},
        hypotheses=(APART,),
        conclusion=Property("{n} is 3", "⊤", computed=Cases(({"n": "2"},), lambda *_: False)),
    )
    outcome = examine(Entry("t", "t", said, "t", "computed", instances=3), [], Options())
    assert (outcome.status, outcome.evidence, outcome.trusted) == ("vacuous", "computed", ())


SELDOM_MET = (
    Claim("M", "total-variation-at-least", {"bound": "1/4"}),
    Claim("M", "largest-difference-at-most", {"bound": "1/5"}),
)
"""Of two outputs both are the same number. Of six, differences of 1/5 make up to 3/5."""


def test_a_shape_at_which_nothing_meets_the_hypotheses_proves_nothing() -> None:
    """Larger ones do; the conclusion is false of six outputs, and no instance was generated."""
    half = Claim("M", "total-variation-at-most", {"bound": "1/2"})
    sizes = {"inputs": (2, 2), "outputs": (2, 4)}
    said = replace(statement(*SELDOM_MET, conclusion=half), sizes=sizes)
    with solver_named("z3") as z3:
        outcome = examined(said, z3, instances=200)
    assert outcome.met_hypotheses
    assert outcome.status == "unknown"
    assert outcome.reason == ("unsupported", UNMET_HERE)


@pytest.mark.parametrize("outputs", [1, 2, 3, 4])
def test_an_instance_of_another_shape(outputs: int) -> None:
    """A larger one is made of it, or a solver finds one: what holds at the shape is proved."""
    known = Claim("M", "total-variation-at-most", {"bound": "delta"})
    said = Statement(
        objects={"M": ANY},
        parameters={"delta": "value"},
        hypotheses=(known,),
        conclusion=replace(known, given={"bound": "2*delta"}),
        sizes={"inputs": (2, 2), "outputs": (outputs, outputs)},
    )
    with solver_named("z3") as z3:
        found = Entry("t", "t", said, "t", "proved", shapes=(SHAPE,), instances=5)
        outcome = examine(found, [z3], Options(proofs=False))
    assert (outcome.status, outcome.scope) == ("proved", "2 inputs, 2 outputs")


@pytest.mark.parametrize("kept", [["a", "c"], ["a"]])
def test_where_no_two_inputs_are_neighbours_nothing_is_proved(kept: list[str]) -> None:
    """No pair was asked about: of the inputs that are kept none are neighbours."""
    path = AnyChannel(lambda _: ("a", "b", "c"), ANY.outputs, lambda _: [("a", "b"), ("b", "c")])
    said = Statement(
        objects={"M": path},
        parameters={},
        derived={"N": {"restrict": ["M", kept]}},
        conclusion=Claim("N", "pure-dp", {"eps": "0"}),
        sizes={"outputs": (2, 2)},
    )
    found = Entry("t", "t", said, "t", "proved", shapes=({"outputs": 2},), instances=0)
    with solver_named("z3") as z3:
        outcome = examine(found, [z3], Options())
    assert outcome.status == "unknown"
    assert outcome.reason is not None
    assert "nothing is asked of N" in outcome.reason[1]


FILE = """
from dpverify.claims import AnyChannel, Claim, Entry, Size, Statement
from dpverify.proofs.conditions import condition

M = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))
APPROX = Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"})


def entry(name, given, conclusion):
    return Entry(
        id=f"mine.{name}", title="t", source="s", expected="proved",
        shapes=({"inputs": 2, "outputs": 2},),
        statement=Statement(
            objects={"M": M}, parameters={"eps": "loss", "delta": "value"},
            hypotheses=(APPROX, condition(given)), conclusion=conclusion,
            sizes={"inputs": (2, 2), "outputs": (2, 2)},
        ),
    )


ENTRIES = (
    entry("nothing", "delta > 1", Claim("M", "pure-dp", {"eps": "eps"})),
    entry("something", "delta > 0", Claim("M", "approx-dp", {"eps": "2*eps", "delta": "delta"})),
)
"""


def test_a_proof_of_nothing_is_none_where_it_alone_is_asked_for(tmp_path: Path) -> None:
    """Nobody examines the entry then: the proof of what is contradictory is not handed out."""
    path = tmp_path / "mine.py"
    path.write_text(FILE, encoding="utf-8")
    says = proof_of_job(Job("mine.nothing", str(path)), 20)
    assert says == {"missing": CONTRADICTORY}
    assert proof_of_job(Job("mine.something", str(path)), 20)["entry"] == "mine.something"


NEVER_MADE = Claim("D", "total-variation-at-most", {"bound": "4*exp(eps)"})


@pytest.mark.parametrize(
    ("weight", "conclusion", "why"),
    [
        ("1+exp(eps)", NEVER_MADE, "the weight of a mixture"),
        ("1/2", replace(NEVER_MADE, given={"bound": "1/(exp(eps)-exp(eps))"}), "division by zero"),
        ("1/2", replace(NEVER_MADE, given={"bound": "1/(delta-delta)"}), "division by zero"),
        (
            "1/2",
            Claim(
                "D", "bayes-guess-error-at-most", {"weight": "1+exp(eps)", "bound": "9*exp(eps)"}
            ),
            "the weight",
        ),
    ],
)
def test_a_conclusion_without_a_meaning_is_not_proved(
    weight: str, conclusion: Claim, why: str
) -> None:
    """Solvers exclude every counterexample, and a proof leads to it; but nothing is said."""
    said = Statement(
        objects={"M": ANY, "N": ANY},
        derived={"D": {"mixture": [weight, "M", "N"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "ln(1+delta)"}),),
        conclusion=conclusion,
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )
    with solver_named("z3") as z3:
        outcome = examined(said, z3, instances=0)
    assert outcome.status == "unknown"
    assert outcome.reason is not None
    assert outcome.reason[1].startswith(MEANINGLESS)
    assert why in outcome.reason[1]


def test_where_nothing_varies_a_conclusion_without_a_meaning_is_not_computed() -> None:
    fair = FixedChannel(lambda _: Channel(["0", "1"], ["a", "b"], [["1/2", "1/2"]] * 2), "a coin")
    said = Statement(
        objects={"M": fair},
        parameters={},
        conclusion=Claim("M", "total-variation-at-most", {"bound": "1/(exp(0)-exp(0))"}),
    )
    found = meeting(said, [], [], Limits(), seconds=1)
    assert (found.instance, found.contradictory) == (None, ())
    assert found.meaningless == "division by zero"
    halved = replace(said, derived={"D": {"mixture": ["exp(0)+1", "M", "M"]}}, hypotheses=(APART,))
    found = meeting(halved, [], [], Limits(), seconds=1)
    assert (found.instance, found.contradictory) == (None, ())
    assert "the weight of a mixture" in found.meaningless


@pytest.mark.parametrize(
    ("answer", "why"),
    [(Unsat("s"), CONTRADICTORY), (Unknown("time", "late", "s"), UNMET)],
)
def test_what_a_proof_says(answer: Answer, why: str) -> None:
    """Something, if an instance is known; and a counterexample beside it is our fault."""
    solver = Stub(lambda _: answer)
    nothing = Entry("t", "t", statement(APART, PRIVATE), "t", "proved", instances=5)
    assert proves_nothing(nothing, [solver], Options()) == why
    met = replace(nothing, statement=statement(PRIVATE, conclusion=PRIVATE))
    assert proves_nothing(met, [solver], Options()) == ""
    false = replace(nothing, statement=statement(PRIVATE))
    with pytest.raises(InternalError, match="both an accepted proof and a counterexample"):
        proves_nothing(false, [solver], Options())
