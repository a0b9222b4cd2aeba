"""One statement has several readers, and a change of it is seen by all of them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings

from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.entry import Entry
from dpverify.proofs.formula import encode, variable_of
from dpverify.proofs.generate import instances
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Size
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.search import search
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Statement
from dpverify.proofs.words import formula_text, statement_text
from tests.checkers.smt.smtlib import value
from tests.proofs.examples import SHAPE, post_processing


def test_a_changed_statement_changes_every_reader() -> None:
    """2ε in the hypothesis: test, formula, words and symbols all change."""
    true, false = post_processing(), post_processing(hypothesis="2*eps")
    assert search(true, instances=40).found is None
    assert search(false, instances=100).found is not None
    with solver_named("z3") as solver:
        answers = [
            {type(solver.solve(text, Limits())) for text in encode(each, SHAPE).questions()}
            for each in (true, false)
        ]
    assert answers == [{Unsat}, {Sat}]
    assert "if M is ε-differentially private" in statement_text(true)
    assert "if M is 2·ε-differentially private" in statement_text(false)
    assert formula_text(true) == "∀ M, f, ε; N = f∘M: pure-dp(M; ε) ⇒ pure-dp(N; ε)"
    assert "pure-dp(M; 2·ε) ⇒" in formula_text(false)


def odds_or_value(number: Number) -> Value | None:
    """e^ε of a loss, a value itself; None where that is irrational."""
    found = number.odds() if isinstance(number, Loss) else number
    return found if isinstance(found, Value) and found.is_rational else None


def point(instance: Instance) -> dict[str, Fraction]:
    """An instance as the variables of the formula; its parameters are rational."""
    known: dict[str, Fraction] = {}
    for name, channel in instance.channels.items():
        for i in range(len(channel.inputs)):
            for j in range(len(channel.outputs)):
                known[f"{name}_{i}_{j}"] = channel.entry(i, j).as_fraction()
    for name, number in instance.parameters.items():
        exact = odds_or_value(number)
        assert exact is not None
        known[variable_of(name, instance.statement.parameters[name])] = exact.as_fraction()
    return known


def satisfied(question: str, known: dict[str, Fraction]) -> bool:
    """Whether all assertions of a script hold at a point."""
    lines = [line for line in question.splitlines() if line.startswith("(assert ")]
    return all(value(line.removeprefix("(assert ")[:-1], known) for line in lines)


QUOTIENT = re.compile(r"\(assert \(= \(\* (.*) (quotient_\d+)\) (.*)\)\)")


def with_quotients(question: str, known: dict[str, Fraction]) -> dict[str, Fraction]:
    """The point with the variables that stand for quotients; 0 where nothing is divided."""
    known = dict(known)
    for divisor, name, dividend in QUOTIENT.findall(question):
        below = value(divisor, known)
        known[name] = value(dividend, known) / below if below else Fraction(0)
    return known


def has_terms(statement: Statement) -> bool:
    """Whether its questions can be written down, without the nats of a loss."""
    shape = {name: low for name, (low, _) in statement.sizes.items()}
    try:
        return all("nats_" not in text for text in encode(statement, shape).questions())
    except Undecided as none:
        return none.code != "unsupported"


EVERY = [
    pytest.param(statement, id=f"{entry.id}~{name}")
    for entry in entries()
    for name, statement in [("", entry.statement), *((m.name, m.statement) for m in entry.mutants)]
    if has_terms(statement)
]


def test_most_statements_have_terms() -> None:
    """All of an entry of which a solver is asked, but where that needs the nats of a loss."""
    assert len(EVERY) > 100
    asked = {each.id for each in entries() if each.shapes}
    missing = asked - {str(each.id).split("~")[0] for each in EVERY}
    assert all("nats(" in str(entry(name).statement) for name in missing)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("statement", EVERY)
def test_formula_and_exact_evaluation_agree(statement: Statement) -> None:
    """An instance satisfies some question's assertions exactly if it refutes the statement."""
    shape = {name: low for name, (low, _) in statement.sizes.items()}
    questions = list(encode(statement, shape).questions())

    @settings(max_examples=20)
    @given(instances(statement, shape).strategy)
    def agree(drawn: Instance) -> None:
        instance = with_rational_parameters(drawn)
        known = point(instance)
        refuted = any(satisfied(text, with_quotients(text, known)) for text in questions)
        assert refuted == instance.refutes

    agree()


def with_rational_parameters(instance: Instance) -> Instance:
    """The same channels; parameters without rational odds or value become ln(2) and 1/3."""
    parameters = dict(instance.parameters)
    for name, number in parameters.items():
        if odds_or_value(number) is None:
            loss = instance.statement.parameters[name] == "loss"
            parameters[name] = ln(2) if loss else Value(1) / 3
    return Instance(instance.statement, instance.shape, instance.channels, parameters)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.id)
def test_every_entry_reads_well(entry: Entry) -> None:
    """Words and formula name every object and parameter, on one line, without stray commas."""
    for text in (entry.words, entry.formula):
        assert "\n" not in text
        assert ",," not in text
        for name in (*entry.statement.objects, *entry.statement.derived):
            assert name in text
    about_numbers = not entry.statement.objects and not entry.statement.parameters
    assert about_numbers or entry.words.startswith(("For every ", "Let "))
    assert entry.words.endswith(".")


def test_a_claim_about_nothing_is_refused() -> None:
    """Every claim names an object of the statement."""
    with pytest.raises(UsageError, match="'X'"):
        Statement({}, {}, Claim("X", "pure-dp", {"eps": "0"}))


def test_a_weight_that_is_a_difference_stands_in_parentheses() -> None:
    """(1 − δ)·A, and not 1 − δ·A."""
    shown = formula_text(entry("dp.decomposition.suffices").statement)
    assert "M = (1 − δ)·A + (1 − (1 − δ))·B:" in shown


def test_a_statement_about_nothing_but_numbers_is_a_sentence() -> None:
    """Without objects, parameters and hypotheses the words begin with the conclusion."""
    assert statement_text(entry("par.cost.private").statement).startswith("With E = 550000")


@pytest.mark.parametrize("name", ["M2", "N"])
def test_an_equivalence_names_the_object_of_each_claim(name: str) -> None:
    """Of M2 the number of the name was left over, so that at most 1/4 became at most 1/42."""
    claims = tuple(Claim(of, "total-variation-at-most", {"bound": "1/4"}) for of in ("M", name))
    statement = Statement(
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
        derived={name: {"product": ["M", "M"]}},
        parameters={},
        conclusion=Equivalent(claims),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )
    bound = "the total variation distance is at most 1/4"
    assert statement_text(statement).endswith(
        f"for each pair of neighbours of M, {bound} exactly if {bound} for {name}."
    )
