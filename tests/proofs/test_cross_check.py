"""Solvers beside proofs: what is asked, what an answer counts, and that a contradiction is loud."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.smt.answer import Answer, Crashed, Limits, Sat, Unknown, Unsat
from dpverify.checkers.smt.model import satisfies
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.checkers.smt.script import names_in
from dpverify.defs.errors import InternalError
from dpverify.proofs.cross_check import BRIEFLY, cross_check
from dpverify.proofs.lemma_questions import SEPARATOR, questions, written_out
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored
from tests.proofs.genuine import documents

NAME = "dp.post-processing.approx"
LIMITS = Limits(seconds=5.0)
TOO_LARGE = {"dp.optimal-composition.three": 4}
"""How many lemmas a solver may leave open: polynomials of high degree."""
BRANCHES = ("positive", "zero")


@dataclass
class Says:
    """A solver that answers by a function of the text."""

    answer: Callable[[str], Answer]
    name: str = "stub"

    def solve(self, text: str, limits: Limits) -> Answer:
        del limits
        return self.answer(text)


def proof(name: str) -> dict[str, Any]:
    document = stored(entry(name))
    assert document is not None
    return document


def lemmas_in(steps: list[dict[str, Any]]) -> int:
    """How many lemmas there are, in branches too."""
    inner = [step[branch] for step in steps if step["by"] == "cases" for branch in BRANCHES]
    here = sum(1 for step in steps if step["by"] == "lemma")
    return here + sum(map(lemmas_in, inner))


@pytest.fixture(scope="module")
def z3() -> Iterator[ProcessSolver]:
    """One process for all proofs: to start one takes longer than most answers."""
    with solver_named("z3") as solver:
        yield solver


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", sorted(documents()))
def test_z3_confirms_the_lemmas(name: str, z3: ProcessSolver) -> None:
    """Every lemma of every stored proof is a question, and z3 answers "unsat", but for a few."""
    lemmas = sum(lemmas_in(part) for part in proof(name)["steps"].values())
    found = cross_check(entry(name), proof(name), [z3], BRIEFLY)
    left_open = len(found.left_open)
    assert (found.lemmas, found.confirmed) == (lemmas, {"z3": lemmas - left_open})
    assert left_open <= TOO_LARGE.get(name, 0)


def test_a_lemma_without_its_facts_is_denied() -> None:
    """The question can fail: without what it assumes, z3 finds a counterexample."""
    denied = 0
    with solver_named("z3") as solver:
        for each in questions(entry(NAME), proof(NAME)):
            assumed = re.compile(r"; assumed\n.*; denied\n", re.DOTALL)
            bare = assumed.sub("", each.text)
            assert bare != each.text
            denied += isinstance(solver.solve(bare, LIMITS), Sat)
    assert denied >= 3


def test_a_contradiction_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that finds a counterexample to a certified lemma is not passed over."""
    monkeypatch.setattr("dpverify.proofs.cross_check.satisfies", lambda *_: True)
    with pytest.raises(InternalError, match=r"stub 1 finds a counterexample to step 0"):
        cross_check(entry(NAME), proof(NAME), [Says(lambda _: Sat({}, "stub 1"))], LIMITS)


def test_a_counterexample_is_evaluated_as_it_stands() -> None:
    """A question that has one, asked of z3: its model satisfies the question, exactly."""
    bare = re.compile(r"; assumed\n.*; denied\n", re.DOTALL)
    with solver_named("z3") as solver:
        for each in questions(entry(NAME), proof(NAME)):
            text = bare.sub("", each.text)
            answer = solver.solve(text, LIMITS)
            assert isinstance(answer, Sat)
            assert satisfies(text, answer.model) is True
            assert satisfies(each.text, answer.model) is False


@pytest.mark.parametrize("name", sorted(documents())[::10])
def test_random_models_veto_no_proof(name: str) -> None:
    """A model that does not satisfy its question is a fault of the solver, counted by its name."""
    chance = random.Random(name)  # noqa: S311  a seed, not a secret

    def says(text: str) -> Answer:
        values = {n: Fraction(chance.randint(-9, 9), 4) for n in sorted(names_in(text))}
        return Sat(values, "liar 1")

    found = cross_check(entry(name), proof(name), [Says(says)], LIMITS)
    assert found.confirmed == {"stub": 0}
    assert found.faults == {"stub": found.lemmas}
    assert len(found.left_open) == found.lemmas


@pytest.mark.parametrize(
    "answer", [Unknown("time", "killed", "stub"), Crashed("died", "stub")], ids=repr
)
def test_what_is_no_answer_confirms_nothing(answer: Answer) -> None:
    """An unknown or a crash leaves the lemma open, by its place and the solver's name."""
    found = cross_check(entry(NAME), proof(NAME), [Says(lambda _: answer)], LIMITS)
    assert found.confirmed == {"stub": 0}
    assert len(found.left_open) == found.lemmas == 4
    assert found.left_open[0] == "step 0 (stub)"


def test_no_time_confirms_nothing() -> None:
    """What is not asked in time is left open, even with a solver that would confirm."""
    solver = Says(lambda _: Unsat("stub"))
    found = cross_check(entry(NAME), proof(NAME), [solver], LIMITS, seconds=0.0)
    assert found.confirmed == {"stub": 0}
    assert len(found.left_open) == 4


def test_each_solver_is_counted_by_itself() -> None:
    """Two solvers, one of which answers."""
    solvers = [
        Says(lambda _: Unsat("one"), "one"),
        Says(lambda _: Unknown("solver", "gave up", "two"), "two"),
    ]
    found = cross_check(entry(NAME), proof(NAME), solvers, LIMITS)
    assert found.confirmed == {"one": 4, "two": 0}
    assert len(found.left_open) == 4


def test_a_sum_is_one_number_and_a_product_of_sums_a_product() -> None:
    """δ − Σ m is linear in the sum; what no sum mentions stands before it."""
    (text,) = (
        each.text
        for each in questions(entry("dp.group-privacy.approx"), proof("dp.group-privacy.approx"))
        if (each.part, each.step) == ("step", "step 4")
    )
    names = dict(re.findall(r"^; (x[0-9]+) is (.*)$", text, re.MULTILINE))
    assert set(names.values()) == {"delta", "e^(steps*eps)", "sum over y0 of part0[y0]"}
    assert text.startswith("; dp.group-privacy.approx step, step 4\n")


def test_the_file_holds_every_question() -> None:
    """The questions of one proof, one after the other, each with its own (check-sat)."""
    text = written_out(entry(NAME), proof(NAME))
    every = [each.text for each in questions(entry(NAME), proof(NAME))]
    assert text.strip().split(f"\n{SEPARATOR}\n") == every
    assert text.count("(check-sat)") == len(every) == 4
