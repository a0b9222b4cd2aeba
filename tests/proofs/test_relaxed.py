"""What a relaxation assumes holds of all that meets the hypotheses; so its "unsat" carries over."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings

from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.formula import encode
from dpverify.proofs.generate import instances
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import claims
from dpverify.proofs.registry import entry
from dpverify.proofs.relaxed import relaxed
from dpverify.proofs.statement import Claim, Statement
from tests.checkers.smt.smtlib import value
from tests.proofs.examples import SHAPE, Stub, post_processing
from tests.proofs.test_statement import point, with_rational_parameters

TWO = {"inputs": 2, "outputs": 2, "results": 2}
CASES: dict[str, Shape] = {
    "dp.sequential-composition.independent.approx": TWO,
    "dp.sequential-composition.adaptive.pure": TWO,
    "dp.n-fold-composition.approx": {"inputs": 2, "outputs": 2, "times": 2},
    "dp.group-privacy.approx": {"steps": 2, "outputs": 2},
    "dp.convexity.hidden": {"inputs": 2, "outputs": 2},
    "dp.post-processing.approx": TWO,
    "dp.probabilistic-implies-approx": {"inputs": 2, "outputs": 3},
    "dp.odds.independent-records": {"outputs": 2},
}
MEANING = re.compile(r"^; (m\d+) = (.+)$", re.MULTILINE)


def slacks(instance: Instance) -> dict[str, Fraction]:
    """The slack variables at an instance, by their definition."""
    known: dict[str, Fraction] = {}
    free = [name for name in instance.channels if name not in {"s", "I", "O"}]
    for number, claim in enumerate(claims(instance.statement.hypotheses, free)):
        if not isinstance(claim, Claim) or claim.definition == "pure-dp":
            continue
        channel, odds = instance.objects[claim.of], instance.given(claim)["eps"].odds()  # type: ignore[union-attr]
        n = len(channel.inputs)
        for i in range(n):
            for j in range(n):
                for o in range(len(channel.outputs)):
                    p, q = channel.entry(i, o), channel.entry(j, o)
                    over = p if claim.definition == "probabilistic-dp" else p - odds * q
                    g = over if p > odds * q else Value(0)
                    known[f"g{number}_{i}_{j}_{o}"] = g.as_fraction()
    return known


def choices(known: dict[str, Fraction], name: str) -> dict[str, Fraction]:
    """Maxima and minima of the entries used here."""
    if name == "dp.convexity.hidden":
        known["max_0"] = max(known["odds_eps1"], known["odds_eps2"])
    if name == "dp.group-privacy.approx":
        bound = known["delta"] * (1 + known["odds_eps"])
        known["min_0"] = min(Fraction(1), bound)
    return known


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("thorough", [False, True])
def test_all_that_is_assumed_holds(name: str, thorough: bool) -> None:
    """At generated instances that meet the hypotheses, in exact arithmetic."""
    statement, shape = entry(name).statement, CASES[name]
    texts = scripts(statement, shape, thorough=thorough)[:2]

    @settings(max_examples=8)
    @given(instances(statement, shape).strategy)
    def holds(drawn: Instance) -> None:
        instance = with_rational_parameters(drawn)
        if not instance.met:
            return
        known = choices(point(instance) | slacks(instance), name)
        for text in texts:
            assert_assumed(text, known, denied=1 if "b0" not in text else None)

    holds()


def scripts(statement: Statement, shape: Shape, *, thorough: bool = False) -> list[str]:
    """The relaxed questions for the first pair."""
    encoding = encode(statement, shape)
    pair = encoding.pairs()[0]
    assert pair is not None
    return relaxed(encoding, pair, thorough=thorough)


def assert_assumed(text: str, known: dict[str, Fraction], denied: int | None) -> None:
    """Every assertion but the denied conclusion is true when monomials have their values."""
    full = dict(known)
    for variable, monomial in MEANING.findall(text):
        product = Fraction(1)
        for factor in monomial.split():
            product *= known[factor]
        full[variable] = product
    lines = [line for line in text.splitlines() if line.startswith("(assert ")]
    kept = lines[:-denied] if denied else [line for line in lines if "b0" not in line]
    assert len(kept) > 10
    for line in kept:
        assert value(line.removeprefix("(assert ")[:-1], full), line


@pytest.mark.parametrize("name", CASES)
def test_a_true_statement_is_excluded(name: str) -> None:
    """Linear arithmetic suffices, at once."""
    with solver_named("z3") as solver:
        answers = [solver.solve(t, Limits()) for t in scripts(entry(name).statement, CASES[name])]
    assert answers
    assert all(isinstance(answer, Unsat) for answer in answers)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", CASES)
def test_no_mutant_is_excluded_where_it_is_false(name: str) -> None:
    """Some relaxed question of some pair is satisfiable, or there is no relaxation."""
    with solver_named("z3") as solver:
        for mutant in entry(name).mutants:
            encoding = encode(mutant.statement, CASES[name])
            open_pairs = 0
            for pair in encoding.pairs():
                assert pair is not None
                try:
                    questions = relaxed(encoding, pair)
                except Undecided:
                    open_pairs += 1
                    continue
                answers = [solver.solve(text, Limits()) for text in questions]
                open_pairs += any(isinstance(answer, Sat) for answer in answers)
            assert open_pairs, mutant.name


def test_a_solver_that_contradicts_itself_is_asked_the_whole_question() -> None:
    """ "sat" of a relaxation proves nothing: the plain question decides."""
    with solver_named("z3") as honest:

        def answer(text: str) -> Sat | Unsat:
            if "QF_LRA" in text:
                return Sat({}, "stub")
            plain = honest.solve(text, Limits())
            assert isinstance(plain, Sat | Unsat)
            return plain

        stub = Stub(answer)
        outcome = refute_within(post_processing(), [SHAPE], [stub], Limits())
    assert outcome.excluded == (SHAPE,)
    assert any("QF_NRA" in text for text in stub.asked)


def test_an_unsat_of_one_relaxation_is_not_enough() -> None:
    """All questions of a pair must be excluded; here one is left open, and so is the shape."""
    asked: list[str] = []

    def answer(text: str) -> Sat | Unsat:
        asked.append(text)
        return Unsat("stub") if len(asked) == 1 else Sat({}, "stub")

    solver = Stub(answer)
    outcome = refute_within(post_processing(), [SHAPE], [solver], Limits(), by_events=False)
    assert outcome.excluded == ()
    assert outcome.found is None
    assert outcome.reason is not None


def test_properties_and_other_conclusions_have_none() -> None:
    """What is not understood is left to the plain question."""
    for name in ("dp.approx-implies-probabilistic", "dp.two-forms.pure"):
        statement = entry(name).statement
        with pytest.raises(Undecided):
            scripts(statement, {"inputs": 2, "outputs": 2})
