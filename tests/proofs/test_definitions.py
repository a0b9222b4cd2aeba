"""Comparisons and properties in statements: decided, asked of a solver, put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.definitions import comparison, decider, in_range, parameters_of
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
        page = to_markdown(entry_report(row(refuted, examine(refuted, [solver], Options()))))
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
    """Notions and comparisons by one set of questions."""
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
