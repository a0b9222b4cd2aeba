"""Comparisons and properties in statements: decided, asked of a solver, put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.suites import read_entry
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import DEFINITIONS, about_channels
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Value, ln, parse
from dpverify.proofs.definitions import (
    WITHOUT,
    comparison,
    decider,
    has_forms,
    in_range,
    parameters_of,
    tight,
)
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.expressions import fraction
from dpverify.proofs.formula import encode
from dpverify.proofs.instances import Instance
from dpverify.proofs.parts import ANY, RESPONSE, response, sizes
from dpverify.proofs.refutation import document, expressible, replayed
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.search import search
from dpverify.proofs.statement import Cases, Claim, Follows, Property, Statement
from dpverify.proofs.suite import row
from dpverify.proofs.words import formula_text, statement_text
from dpverify.reports.entry_report import entry_report
from dpverify.reports.markdown import to_markdown

RR = Channel(["x0", "x1"], ["y0", "y1"], [["3/4", "1/4"], ["1/4", "3/4"]])
SHAPE = {"inputs": 2, "outputs": 2}


def bounded_variation(bound: str) -> Statement:
    """ε-DP implies a total variation of at most `bound`."""
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "eps"}),),
        conclusion=Claim("M", "total-variation-at-most", {"bound": bound}),
        sizes=sizes((1, 2), (2, 2)),
    )


TRUE = bounded_variation("(exp(eps)-1)/(exp(eps)+1)")
FALSE = bounded_variation("(exp(eps)-1)/(exp(eps)+2)")


def answers(statement: Statement) -> set[type]:
    """What z3 says to the questions at the shape."""
    with solver_named("z3") as solver:
        questions = list(encode(statement, SHAPE).questions())
        return {type(solver.solve(each, Limits())) for each in questions}


def test_a_comparison_is_tested_and_asked() -> None:
    """The true bound survives both, the false one neither."""
    assert search(TRUE, instances=60).found is None
    assert search(FALSE, instances=60).found is not None
    assert answers(TRUE) == {Unsat}
    assert Sat in answers(FALSE)


def test_no_question_holds_a_division() -> None:
    """Neither where the denominator is cleared nor where it becomes a variable."""
    loose = bounded_variation("(exp(eps)-1)/(exp(eps)-1+2)")  # not surely positive by its form
    for statement in (TRUE, loose):
        for question in encode(statement, SHAPE).questions():
            assert "(/ " not in question.replace("(/ 1 2)", "")
    assert "quotient_0" in next(encode(loose, SHAPE).questions())
    assert answers(loose) == {Unsat}


def test_a_refuted_comparison_becomes_a_document() -> None:
    """With both sides of the witness, which the kernel computes again."""
    instance = Instance(FALSE, SHAPE, {"M": RR}, {"eps": ln(3)})
    assert instance.refutes
    made = document("some.id", instance)
    witness = made["conclusion"]["witness"]
    assert (witness["left"]["exact"], witness["right"]["exact"]) == ("1/2", "2/5")
    assert witness["inputs"] == ["x0", "x1"]
    assert replayed(made) is made
    assert replay(made).status == "accepted"


def test_words_and_formula_of_a_comparison() -> None:
    """Parameters stand where they belong."""
    assert statement_text(TRUE).endswith(
        "if M is ε-differentially private, the total variation distance is at most"
        " (e^ε − 1)/(e^ε + 1) for all neighbours of M."
    )
    assert formula_text(TRUE).endswith("⇒ [M: TV(P, Q) ≤ (e^ε − 1)/(e^ε + 1)]")


def test_the_page_of_a_refuted_comparison() -> None:
    """Names the inputs and both sides."""
    refuted = entry("dp.pure-implies-bounded-range")
    with solver_named("z3") as solver:
        page = to_markdown(
            entry_report(read_entry(row(refuted, examine(refuted, [solver], Options()))))
        )
    assert "Left side of ≤" in page
    assert "Right side of ≤" in page


def _equal_rows(rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any) -> Any:
    """For ε = 0 both rows are one."""
    first, second = rows["M"]
    return logic.implies(
        logic.le(terms["eps"], logic.number(1)),
        logic.conj(logic.le(a, b) for a, b in zip(first, second, strict=True)),
    )


def test_a_property_with_a_form_is_tested_and_asked() -> None:
    """The same function decides exactly and becomes the question."""
    says = Property("at ε = 0 the rows are equal", "ε = 0 ⇒ P = Q", form=_equal_rows)
    private = Claim("M", "pure-dp", {"eps": "eps"})
    true = Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(private,),
        conclusion=says,
        sizes=sizes((1, 2), (2, 2)),
    )
    false = Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        conclusion=says,
        sizes=sizes((1, 2), (2, 2)),
    )
    assert search(true, instances=60).found is None
    assert search(false, instances=400).found is not None
    assert (answers(true), answers(false)) == ({Unsat}, {Sat})
    assert not expressible(Instance(true, SHAPE, {"M": RR}, {"eps": ln(3)}))
    assert "at ε = 0 the rows are equal" in statement_text(true)


def test_a_property_needs_exactly_one_reading() -> None:
    """A form, or `holds`."""
    with pytest.raises(UsageError):
        Property("nothing", "⊤")
    with pytest.raises(UsageError):
        Property("both", "⊤", form=_equal_rows, holds=lambda *_: True)


def test_a_property_without_a_form_is_not_asked() -> None:
    """It is unsupported, so its entry cannot end as proved."""
    statement = Statement(
        objects={"M": ANY},
        parameters={},
        conclusion=Property("true", "⊤", holds=lambda *_: True),
        sizes=sizes((1, 2)),
    )
    with pytest.raises(Undecided) as open_question:
        list(encode(statement, SHAPE).questions())
    assert open_question.value.code == "unsupported"


def test_only_where_nothing_varies_is_a_status_computed() -> None:
    """A statement that quantifies over a channel, a parameter or a size is tested at most."""
    assert entry("rr.tight-eps").statement.nothing_varies
    assert not TRUE.nothing_varies
    assert not replace(entry("par.laplace.delta").statement, sizes={"n": (2, 3)}).nothing_varies
    mixed = Statement(
        objects=RESPONSE,
        derived={"R": response("p")},
        parameters={"p": "value"},
        conclusion=Claim("R", "pure-dp", {"eps": "0"}),
    )
    assert not mixed.nothing_varies


ONE = Cases(({"n": "2"},), lambda _, case: int(case["n"]) == 2)
TWO = Cases(({"n": "2"}, {"n": "3"}), lambda _, case: int(case["n"]) < 3)


def alone(said: Property) -> Statement:
    """A statement in which nothing varies."""
    return Statement(objects={}, parameters={}, conclusion=said)


def test_words_of_a_computation_are_made_of_its_cases() -> None:
    """A single case by its numbers, several as a list; what the words leave out is added."""
    assert Property("{n} is 2", "{n} = 2", computed=ONE).words == "2 is 2"
    assert Property("n is 2: {cases}", "n = 2", computed=TWO).words == "n is 2: n = 2; n = 3"
    for cases, listing in ((ONE, "n = 2"), (TWO, "n = 2; n = 3")):
        said = Property("for every n", "∀ n", computed=cases)
        assert said.words == f"for every n; computed for {listing}"
    with pytest.raises(UsageError, match="'n'"):
        Property("{n} is 2", "⊤", computed=TWO)
    with pytest.raises(UsageError, match="at least one case"):
        Cases((), lambda *_: True)


def test_the_cases_that_are_listed_are_those_that_are_computed() -> None:
    """One case that fails refutes; each is in the row."""
    true, false = (alone(Property("{cases}", "⊤", computed=cases)) for cases in (ONE, TWO))
    assert Instance(true, {}, {}, {}).concluded
    assert not Instance(false, {}, {}, {}).concluded
    assert (true.cases, false.cases) == (("n = 2",), ("n = 2", "n = 3"))


def test_a_predicate_beside_prose_is_refused_where_nothing_varies() -> None:
    """It would certify the prose: cases have to be listed; and where something varies, no cases."""
    prose = Property("for every n", "⊤", holds=lambda *_: True)
    with pytest.raises(UsageError, match="list the cases"):
        alone(prose)
    with pytest.raises(UsageError, match="would say less"):
        Statement(objects={"M": ANY}, parameters={}, conclusion=Property("⊤", "⊤", computed=ONE))
    with pytest.raises(UsageError, match="no computed number"):
        Property("for every n", "⊤", form=_equal_rows, follows=Follows("a", "b", "c"))


def test_no_entry_rests_on_a_predicate_beside_prose_alone() -> None:
    """Every entry that says "every n" of a computation cites the theorem it follows from."""
    for each in entries():
        if each.statement.nothing_varies and "every n" in each.words:
            assert each.statement.follows is not None
        if each.expected in ("computed", "follows"):
            assert each.statement.cases
            assert (each.expected == "follows") is (each.statement.follows is not None)


def test_bounds_of_comparisons_are_not_capped() -> None:
    """A δ above 1 says no more than 1; a bound on a ratio may be 3."""
    assert in_range("approx-dp", "delta", Value(3)) == 1
    assert in_range("largest-ratio-at-most", "bound", Value(3)) == 3


def test_what_is_known_of_a_definition() -> None:
    """Definitions and comparisons by one set of questions."""
    assert comparison("pure-dp") is None
    assert parameters_of("bayes-guess-error-at-least") == ("weight", "bound")
    with pytest.raises(UsageError, match="no definition"):
        comparison("total-variance-at-most")
    with pytest.raises(UsageError, match="no form"):
        decider("total-variation-at-most", "events", {"bound": Value(1)})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1/(exp(eps)+1)", ("1", "exp(eps) + 1")),
        ("delta/((1+exp(eps))*exp(eps))", ("delta", "(1 + exp(eps)) * exp(eps)")),
        ("1/(1-delta)", None),
        ("1/(exp(eps)-2)", None),
        ("1/delta", None),
        ("1/(delta*exp(eps))", None),
        ("delta/2", None),
        ("1/(1+ln(delta))", None),
    ],
)
def test_only_denominators_that_are_surely_positive_are_cleared(
    text: str, parts: tuple[str, str] | None
) -> None:
    """A negative one would turn the inequality round."""
    assert fraction(text) == parts


CLAIMED = [name for name in about_channels() if name not in WITHOUT]


@pytest.mark.parametrize("name", CLAIMED)
def test_every_definition_that_check_accepts_can_be_claimed(name: str) -> None:
    """A claim on an instance says what `check` says, of a wide and of a narrow bound."""
    kind = DEFINITIONS[name]
    assert set(parameters_of(name)) == {*kind.parameters, *kind.details}
    assert parameters_of(name)[-1] == kind.parameters[-1]
    truths = []
    for given in (kind.wide, kind.narrow):
        texts = {key: str(value) for key, value in given.items()}
        statement = Statement({"M": ANY}, {}, Claim("M", name, texts))
        instance = Instance(statement, SHAPE, {"M": RR}, {})
        truth = instance.holds(statement.concluded[0])
        assert truth is dv.check(RR, dv.definition(name, **given)).holds
        assert name in formula_text(statement)
        assert "M" in statement_text(statement)
        truths.append(truth)
    assert truths == [True, False]


@pytest.mark.parametrize("name", CLAIMED)
def test_the_tight_parameter_of_a_pair(name: str) -> None:
    """The largest over the pairs is what `measure` finds, or the upper one of its bounds."""
    kind = DEFINITIONS[name]
    others = {key: parse(str(value)) for key, value in kind.measured_at.items()}
    numbers = list(tight(name, RR, others))
    measured = dv.measure(RR, name, **kind.measured_at).tight[kind.parameters[-1]]
    wanted = measured.upper if isinstance(measured, Bounds) else measured
    # Balls never show equality, but numbers that are written alike are equal.
    assert str(wanted) in map(str, numbers) or max(numbers) == wanted


@pytest.mark.parametrize("name", sorted({*DEFINITIONS} - {*CLAIMED}))
def test_what_a_statement_cannot_express_is_refused_with_the_reason(name: str) -> None:
    """By the name of the definition, and why."""
    with pytest.raises(UsageError, match=f"{name} .*(needs|function|scenarios)"):
        parameters_of(name)


def concentrated(bound: str) -> Statement:
    """ε-DP implies ρ-zCDP."""
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "eps"}),),
        conclusion=Claim("M", "zcdp", {"rho": bound}),
        sizes=sizes((2, 2), (2, 2)),
    )


def test_a_claim_of_concentration_is_tested_and_refuted() -> None:
    """ε²/2 survives; ε²/9 does not, and the kernel accepts the document."""
    assert search(concentrated("nats(eps)*nats(eps)/2"), instances=30).found is None
    found = search(concentrated("nats(eps)*nats(eps)/9"), instances=100).found
    assert found is not None
    assert expressible(found)
    assert replayed(document("some.id", found))
    assert not has_forms("zcdp")
    assert has_forms("pure-dp")


def test_a_definition_that_measures_itself_can_be_assumed() -> None:
    """χ²(P‖Q) ≤ c implies D_2(P‖Q) ≤ ln(1 + c); its half does not."""

    def order_two(bound: str) -> Statement:
        return Statement(
            objects={"M": ANY},
            parameters={"c": "value"},
            hypotheses=(Claim("M", "chi-squared-dp", {"chi_squared": "c"}),),
            conclusion=Claim("M", "renyi-dp", {"alpha": "2", "eps": bound}),
            sizes=sizes((2, 2), (2, 2)),
        )

    assert search(order_two("ln(1+c)"), instances=30).found is None
    assert search(order_two("ln(1+c/2)"), instances=200).found is not None
    with pytest.raises(Undecided, match="no form that solvers read"):
        list(encode(order_two("ln(1+c)"), SHAPE).questions())


@pytest.mark.parametrize(
    "definition", ["renyi-dp", "chi-squared-dp", "bounded-range", "gaussian-dp"]
)
def test_two_laws_are_asked_as_their_channel_is(definition: str) -> None:
    """The divergence of two laws is what the channel of the two measures, in its one direction.

    No channel is made of them in a statement; here it is, and the definition measures it.
    """
    p, q = ((Value(Fraction(a, 12)), Value(Fraction(12 - a, 12))) for a in (3, 5))
    kind = DEFINITIONS[definition]
    given = {name: Value(2) for name in kind.details}
    channel = Channel(["x", "z"], ["y0", "y1"], [list(p), list(q)], [["x", "z"]], directed=True)
    (number,) = tight(definition, channel, given)
    measured: Any = kind.question(given)
    assert number == measured.measured(channel).value
    bound = parameters_of(definition)[-1]
    assert decider(definition, "outputs", {**given, bound: number})(p, q)
    less = number * Fraction(9, 10)
    assert not decider(definition, "outputs", {**given, bound: less})(p, q)
