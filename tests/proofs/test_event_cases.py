"""No counterexample is lost by asking event by event, and none is made up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.choices import Comparison, written
from dpverify.checkers.smt.merging import Entry
from dpverify.checkers.smt.polynomials import Polynomial, number, variable
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.defs.errors import Undecided
from dpverify.proofs import event_cases as module
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.event_cases import EventCase, event_cases
from dpverify.proofs.exchanges import exchanges
from dpverify.proofs.formula import Question, encode
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.statement import Statement
from dpverify.proofs.symmetry import renamings
from tests.checkers.smt.smtlib import value
from tests.proofs.examples import Stub
from tests.proofs.test_statement import point, satisfied, with_rational_parameters

SMALL = ({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 3})
THREE: Shape = {"inputs": 2, "outputs": 3, "results": 2}
CLAIMS = (
    "dp.approx-implies-probabilistic",
    "dp.probabilistic-implies-approx",
    "dp.approx.weaker",
    "par.from-probabilistic",
    "dp.total-variation.bound",
    "dp.guessing.uniform-prior.lower",
    "dp.pure-implies-bounded-range.double",
)


def false_statements() -> Iterator[tuple[str, Statement]]:
    """One mutant of each claim, and a claim that is refuted."""
    for name in CLAIMS:
        yield name, entry(name).mutants[0].statement
    yield "dp.approx-as-probabilistic", entry("dp.approx-as-probabilistic").statement


FALSE = [pytest.param(statement, id=name) for name, statement in false_statements()]


def refuting(statement: Statement) -> Instance:
    """An instance that refutes, with rational parameters."""
    for seed in range(8):
        drawn = search(statement, instances=150, seed=seed, shrink=False).found
        if drawn is not None:
            instance = with_rational_parameters(drawn)
            if instance.refutes:
                return instance
    raise AssertionError("no instance refutes")


def with_choices(case: EventCase, known: dict[str, Fraction]) -> dict[str, Fraction]:
    """A point with the value of every choice."""
    full = dict(known)
    for name, choice in case.choices.items():
        option = choice.options[0 if value(written(choice.condition), full) else 1]
        # A comparison is written (>= term 0).
        full[name] = value(written(Comparison(option, ">=")).split(" ", 1)[1][:-3], full)
    return full


def with_sums(case: EventCase, known: dict[str, Fraction]) -> dict[str, Fraction]:
    """A point with the sums over outputs that the case treats alike."""
    full = dict(known)
    for name in case.entries:
        of = case.merging.name(name)
        full[of] = full.get(of, Fraction(0)) + known[name]
    return full


@pytest.mark.parametrize("statement", FALSE)
def test_a_counterexample_solves_a_case_once_outputs_are_exchanged(statement: Statement) -> None:
    """Whole, weaker and with outputs merged; and what solves a case whole solves the question."""
    instance = refuting(statement)
    known = point(instance)
    encoding = encode(statement, instance.shape)
    every = [(question, event_cases(encoding, question)) for question in encoding.asked()]
    solved = 0
    for renaming in renamings(statement, instance.shape):
        renamed = {renaming.get(name, name): number for name, number in known.items()}
        for question, cases in every:
            for case in cases:
                full = with_choices(case, renamed)
                if satisfied(case.whole(), full):
                    solved += 1
                    assert satisfied(case.weaker(), full)
                    assert satisfied(case.merged(), with_sums(case, renamed))
                    assert satisfied(question.text, renamed)
    assert solved


def test_nothing_is_left_to_choose_in_a_sum() -> None:
    """There is no `ite`, and of m outputs there are m events, the empty one being impossible."""
    statement = entry("dp.approx-implies-probabilistic").statement
    for outputs in (1, 2, 5, 16):
        encoding = encode(statement, {"inputs": 2, "outputs": outputs})
        cases = event_cases(encoding, next(encoding.asked()))
        assert len(cases) == outputs
        assert not any("(ite" in case.whole() or "(or" in case.whole() for case in cases)


def test_a_hypothesis_by_cases_is_decided_within_the_event() -> None:
    """Of an event of k outputs 0 to k may have a loss above ε: 2 + 3 + 4 + 5 cases."""
    encoding = encode(
        entry("dp.probabilistic-implies-approx").statement, {"inputs": 2, "outputs": 4}
    )
    assert len(event_cases(encoding, next(encoding.asked()))) == 14


X, Y, Z = (variable(name) for name in ("M_0_0", "M_0_1", "M_0_2"))
HALF = number(Fraction(1, 2))
KNOWN = [Comparison(v, ">=") for v in (X, Y, Z)]


@pytest.mark.parametrize(
    ("facts", "kept"),
    [
        # Of a row that is 1 is left that the first entry is not more.
        ([number(1) - X - Y - Z], {"(>= (+ 1 (- M_0_0)) 0)"}),
        ([HALF - X - Y], {"(>= (+ (/ 1 2) (- M_0_0)) 0)"}),
        ([X + Y - HALF], set()),
        ([X - HALF], {"(>= (+ M_0_0 (- (/ 1 2))) 0)"}),
        ([Y - HALF, HALF - X * Z], set()),
    ],
)
def test_what_is_weaker_by_hand(facts: list[Polynomial], kept: set[str]) -> None:
    """Sought is something of the first of three entries ≥ 0; nothing is made up of the others."""
    case = EventCase(
        comment="by hand",
        assumed=(*KNOWN, *(Comparison(fact, ">=") for fact in facts)),
        sought=(Comparison(X - number(Fraction(1, 3)), ">"),),
        choices={},
        colours={},
        guards={},
        entries={f"M_0_{o}": Entry("M_0", ("M", str(o))) for o in range(3)},
        nonnegative=frozenset({"M_0_0", "M_0_1", "M_0_2"}),
    )
    always = {"(>= M_0_0 0)", "(> (+ M_0_0 (- (/ 1 3))) 0)"}
    asserted = {
        line.removeprefix("(assert ")[:-1]
        for line in case.weaker().splitlines()
        if line.startswith("(assert")
    }
    assert asserted == always | kept


def test_the_last_entry_of_a_row_is_one_minus_the_others() -> None:
    """So what is said of it is said of them."""
    row = Comparison(number(1) - X - Y, "=")
    case = EventCase(
        comment="by hand",
        assumed=(*KNOWN[:2], row, Comparison(Y - HALF, ">=")),
        sought=(Comparison(X - HALF, ">"),),
        choices={},
        colours={},
        guards={},
        entries={f"M_0_{o}": Entry("M_0", ("M", str(o))) for o in range(2)},
        nonnegative=frozenset({"M_0_0", "M_0_1"}),
    )
    assert "(assert (>= (+ (/ 1 2) (- M_0_0)) 0))" in case.weaker()


def test_how_many_outputs_there_are_is_not_asked() -> None:
    """Of three outputs or of twelve, an event and its complement are two outputs."""
    for claim in ("dp.approx-implies-probabilistic", "dp.bounded-range-implies-pure"):
        statement = entry(claim).statement
        texts = []
        for outputs in (3, 12):
            encoding = encode(statement, {"inputs": 2, "outputs": outputs})
            case = event_cases(encoding, next(encoding.asked()))[0]
            texts.append([line for line in case.merged().splitlines() if line[0] != ";"])
        assert len(texts[0]) == len(texts[1]) < 40


def _named_first(question: Question) -> Question:
    """The question with one more assumption, which tells the first output from the others."""
    (heading, formulas), *rest = question.headed
    one = type(formulas[0])("(<= M_1_0 M_0_0)")
    return Question(question.comment, ((heading, (*formulas, one)), *rest), question.denied)


def test_outputs_that_differ_are_not_exchanged() -> None:
    """With an assumption about the first output: it is in the event or not, by any size."""
    statement = entry("dp.approx-implies-probabilistic").statement
    encoding = encode(statement, {"inputs": 2, "outputs": 5})
    cases = event_cases(encoding, _named_first(next(encoding.asked())))
    assert len(cases) == 2 * 5 - 1


def test_an_unsat_of_all_cases_but_one_is_not_enough() -> None:
    """The shape stays open, whichever case it is that stays so."""
    statement, shape = entry("dp.approx-implies-probabilistic").statement, SMALL[1]
    for place in (0, 2):
        encoding = encode(statement, shape)
        case = event_cases(encoding, next(encoding.asked()))[place]
        open_texts = {case.whole(), case.weaker(), case.merged(), *encoding.questions()}
        stub = Stub(lambda text, left=open_texts: Sat({}, "s") if text in left else Unsat("s"))  # type: ignore[misc]
        outcome = refute_within(statement, [shape], [stub], Limits())
        assert (outcome.excluded, outcome.found) == ((), None)


def test_too_many_cases_are_asked_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question itself is left, with its maxima."""
    monkeypatch.setattr(module, "MOST_CASES", 1)
    statement = entry("dp.approx-implies-probabilistic").statement
    encoding = encode(statement, SMALL[0])
    with pytest.raises(Undecided):
        event_cases(encoding, next(encoding.asked()))
    stub = Stub(lambda _: Unsat("s"))
    assert refute_within(statement, SMALL[:1], [stub], Limits()).excluded == SMALL[:1]
    assert all("(ite" in text for text in stub.asked)


def test_every_proposal_is_one_to_one() -> None:
    """Those for copies too; whether it leaves the assumptions alone is looked up later."""
    for name in ("dp.sequential-composition.adaptive.probabilistic", "dp.post-processing.approx"):
        proposed = list(exchanges(entry(name).statement, THREE))
        assert proposed
        assert all(set(names) == set(names.values()) for names in proposed)


@pytest.fixture(scope="module")
def z3() -> Iterator[ProcessSolver]:
    """One process for all questions."""
    with solver_named("z3") as solver:
        yield solver


@pytest.mark.parametrize("claim", CLAIMS)
def test_both_ways_of_asking_agree(claim: str, z3: ProcessSolver) -> None:
    """A true claim is excluded and its mutant refuted, event by event and as it is written.

    A refutation is an instance that exact arithmetic was asked about. Where the question as it is
    written stays open it says nothing.
    """
    chosen = entry(claim)
    shape = SMALL[0]
    for by_events in (True, False):
        true = refute_within(chosen.statement, [shape], [z3], Limits(), by_events=by_events)
        assert true.found is None
        assert true.excluded == (shape,) or (not by_events and true.reason is not None)
    mutant = chosen.mutants[0].statement
    answers = [
        refute_within(mutant, [shape], [z3], Limits(), by_events=by_events).found
        for by_events in (True, False)
    ]
    assert all(found is not None and found.refutes for found in answers)


@pytest.mark.long
@pytest.mark.parametrize("claim", CLAIMS)
def test_both_ways_agree_on_three_outputs(claim: str, z3: ProcessSolver) -> None:
    """The same for three outputs, and all mutants."""
    chosen, shape = entry(claim), SMALL[1]
    limits = Limits(work=5_000_000)
    true = refute_within(chosen.statement, [shape], [z3], limits)
    assert true.excluded == (shape,)
    for mutant in chosen.mutants:
        for by_events in (True, False):
            outcome = refute_within(mutant.statement, [shape], [z3], limits, by_events=by_events)
            assert outcome.excluded == ()
            assert outcome.found is None or outcome.found.refutes


@pytest.mark.parametrize("outputs", [8, pytest.param(16, marks=pytest.mark.long)])
def test_many_outputs(outputs: int, z3: ProcessSolver) -> None:
    """That (ε,δ)-DP implies probabilistic DP, of which two outputs were all that was excluded."""
    shape = {"inputs": 2, "outputs": outputs}
    statement = entry("dp.approx-implies-probabilistic").statement
    assert refute_within(statement, [shape], [z3], Limits()).excluded == (shape,)
