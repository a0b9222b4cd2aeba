"""What is said of sums over the paths of any event holds; so its "unsat" excludes every event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.defs.errors import Undecided
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.formula import encode
from dpverify.proofs.generate import instances
from dpverify.proofs.guarantees import DELTAS, approx, composition, probabilistic
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.padded import padded, with_few_outputs
from dpverify.proofs.registry import entry
from dpverify.proofs.sections import by_sections
from dpverify.proofs.statement import Statement
from tests.checkers.smt.smtlib import value
from tests.proofs.test_statement import point, with_rational_parameters

SEQUENTIAL = [
    f"dp.sequential-composition.{way}.{what}"
    for way in ("independent", "adaptive")
    for what in ("pure", "approx", "probabilistic", "both-survive")
]
OTHERS = [
    "dp.composition.approx-then-pure",
    "dp.composition.approx-with-pure",
    "dp.composition.pure-then-approx",
    "dp.total-variation.composition",
    "dp.total-variation.composition.adaptive",
    "dp.post-processing.approx",
    "dp.post-processing.pure",
]
TWO_LEVELS = [*SEQUENTIAL, *OTHERS]
SHORT = [SEQUENTIAL[0], SEQUENTIAL[4], "dp.composition.pure-then-approx", *OTHERS[3:]]
FOLDS = ["dp.n-fold-composition.pure", "dp.n-fold-composition.approx"]
SMALL: Shape = {"inputs": 2, "outputs": 2, "results": 2}
UNEVEN: Shape = {"inputs": 2, "outputs": 3, "results": 2}
LARGE: Shape = {"inputs": 2, "outputs": 12, "results": 9}
MEANING = re.compile(r"^; (m\d+) = (.+)$", re.MULTILINE)
OF_LEVEL = re.compile(r"(row|slack)(\d+)_level(\d+)(?:_(in|out))?")


def scripts(statement: Statement, shape: Shape, *, thorough: bool = False) -> list[str]:
    """The questions for each ordered pair."""
    encoding = encode(statement, shape)
    pairs = [pair for pair in encoding.pairs() if pair is not None]
    return [by_sections(encoding, pair, thorough=thorough) for pair in pairs]


# ------------------------------------------------------------- the sums, written out path by path


Rows = tuple[int, int]
Law = tuple[str, list[list[Fraction]]]


def channels_on(instance: Instance, path: tuple[int, ...], rows: Rows) -> list[Law]:
    """For each level of a path the two laws of the channel that is met there."""
    names = [name for name in instance.channels if name.rstrip("123456789") in ("M", "K", "f")]
    laws: list[Law] = []
    for depth in range(len(path)):
        if "f" in names and depth == 1:
            name, of = "f", (path[0], path[0])
        elif "K1" in names:
            name, of = ("M", f"K{path[0] + 1}")[depth], rows
        else:
            name, of = names[depth], rows
        laws.append((name, [[x.as_fraction() for x in instance.channels[name].row(i)] for i in of]))
    return laws


def guarantee(instance: Instance, name: str) -> tuple[str, Fraction]:
    """The definition that is assumed of a channel, and its odds."""
    stem = name.rstrip("123456789")
    (claim,) = (
        c
        for c in instance.statement.hypotheses
        if c.of in (name, f"{stem}*")  # type: ignore[union-attr]
    )
    numbers = instance.given(claim)  # type: ignore[arg-type]
    odds = numbers["eps"].odds().as_fraction() if "eps" in numbers else Fraction(1)  # type: ignore[union-attr]
    return claim.definition, odds  # type: ignore[union-attr]


def factor(
    instance: Instance, law: tuple[str, list[list[Fraction]]], name: str, o: int
) -> Fraction:
    """What a name of a level stands for at one output."""
    kind, number_of = OF_LEVEL.match(name).groups()[:2]  # type: ignore[union-attr]
    of, rows = law
    if kind == "row":
        return rows[int(number_of)][o]
    definition, odds = guarantee(instance, of)
    p, q = (rows[k][o] for k in ((0, 1), (1, 0))[int(number_of)])
    if p <= odds * q:
        return Fraction(0)
    return p if definition == "probabilistic-dp" else p - odds * q


Event = frozenset[tuple[int, ...]]


def paths(instance: Instance) -> list[tuple[int, ...]]:
    """All paths of the composition."""
    shape = instance.shape
    if "times" in shape:
        return list(product(range(shape["outputs"]), repeat=shape["times"]))
    return list(product(range(shape["outputs"]), range(shape["results"])))


def summed(instance: Instance, event: Event, rows: Rows, monomial: list[str]) -> Fraction:
    """The sum over all beginnings of paths, as long as the monomial, of its product."""
    names = {int(OF_LEVEL.match(v).group(3)): v for v in monomial}  # type: ignore[union-attr]
    every = paths(instance)
    depth, whole = len(names), len(every[0])
    result = Fraction(0)
    for path in dict.fromkeys(path[:depth] for path in every):
        if depth == whole and names[depth].endswith("_in") is not (path in event):
            continue
        laws = channels_on(instance, path, rows)
        result += prod(factor(instance, laws[k], names[k + 1], o) for k, o in enumerate(path))
    return result


def sums(text: str, instance: Instance, event: Event, rows: Rows) -> dict[str, Fraction]:
    """The value of every variable of a script."""
    known = {k: v for k, v in point(instance).items() if not re.fullmatch(r".+_\d+_\d+", k)}
    for name, parts in MEANING.findall(text):
        words = parts.split()
        inside = [v for v in words if OF_LEVEL.fullmatch(v)]
        known[name] = prod((known[v] for v in words if v not in inside), start=Fraction(1))
        known[name] *= summed(instance, event, rows, inside) if inside else 1
    return known


def probability(instance: Instance, path: tuple[int, ...], law: int, rows: Rows) -> Fraction:
    """Of one path, in either law."""
    laws = channels_on(instance, path, rows)
    return prod((laws[k][1][law][o] for k, o in enumerate(path)), start=Fraction(1))


def concluded(instance: Instance) -> tuple[Fraction, Fraction]:
    """The odds and δ of the conclusion."""
    numbers = instance.given(instance.statement.conclusion)  # type: ignore[arg-type]
    odds = numbers["eps"].odds().as_fraction() if "eps" in numbers else Fraction(1)  # type: ignore[union-attr]
    delta = numbers.get("delta", numbers.get("bound"))
    return odds, Fraction(0) if delta is None else delta.as_fraction()  # type: ignore[union-attr]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "thorough"),
    [(name, False) for name in (*TWO_LEVELS, *FOLDS)] + [(name, True) for name in SHORT],
)
def test_all_that_is_assumed_holds_and_no_more_is_denied(name: str, thorough: bool) -> None:
    """Of any event, at instances that meet the hypotheses; sums are written out path by path.

    The denied line is true exactly if the event violates the conclusion.
    """
    chosen = entry(name)
    shape: Shape = {"inputs": 2, "outputs": 2, "times": 3} if name in FOLDS else UNEVEN
    statement = chosen.statement
    if name == "dp.n-fold-composition.approx":
        shape = {**shape, "times": 2}
    texts = scripts(statement, shape, thorough=thorough)

    @settings(max_examples=8)
    @given(instances(statement, shape).strategy, st.data())
    def holds(drawn: Instance, data: st.DataObject) -> None:
        instance = with_rational_parameters(drawn)
        if not instance.met:
            return
        every = paths(instance)
        for text, rows in zip(texts, ((0, 1), (1, 0)), strict=True):
            odds, delta = concluded(instance)
            chance = partial(probability, instance, rows=rows)
            event = data.draw(st.sets(st.sampled_from(every)))
            if name.endswith("probabilistic"):
                event = {path for path in every if chance(path, 0) > odds * chance(path, 1)}
            excess = sum((chance(path, 0) for path in event), Fraction(0)) - delta
            if not name.endswith("probabilistic"):
                excess -= odds * sum(chance(path, 1) for path in event)
            known = sums(text, instance, frozenset(event), rows)
            lines = [x[8:-1] for x in text.splitlines() if x.startswith("(assert ")]
            denied = [line for line in lines if line.startswith("(> ")]
            assert denied
            assert len(lines) > len(denied) + 10
            assert all(value(line, known) for line in lines if line not in denied)
            assert {value(line, known) for line in denied} == {excess > 0}

    holds()


# ------------------------------------------------------------------------------- what solvers say


@pytest.fixture(scope="module")
def z3() -> Iterator[ProcessSolver]:
    """One process for all questions."""
    with solver_named("z3") as solver:
        yield solver


@pytest.mark.parametrize("name", TWO_LEVELS)
def test_a_composition_is_excluded_at_any_size(name: str, z3: ProcessSolver) -> None:
    """By one short question, the same for four paths and for a hundred."""
    texts = []
    for shape in (SMALL, LARGE):
        script = scripts(entry(name).statement, shape)[0]
        assert isinstance(z3.solve(script, Limits(work=2_000_000)), Unsat)
        texts.append([line for line in script.splitlines() if not line.startswith(";")])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("name", FOLDS)
def test_three_mechanisms(name: str, z3: ProcessSolver) -> None:
    """Sections of sections."""
    shape = {"inputs": 2, "outputs": 3, "times": 3}
    script = scripts(entry(name).statement, shape)[0]
    assert isinstance(z3.solve(script, Limits(work=5_000_000)), Unsat)


@pytest.mark.parametrize("name", [*TWO_LEVELS, *FOLDS])
def test_a_false_claim_is_not_excluded(name: str, z3: ProcessSolver) -> None:
    """A wrong ε or δ, one order instead of both, nothing assumed of one of the mechanisms."""
    shape = {"inputs": 2, "outputs": 5, "times": 2} if name in FOLDS else LARGE
    asked = 0
    for mutant in entry(name).mutants:
        try:
            texts = scripts(mutant.statement, shape)
        except Undecided:
            continue
        asked += 1
        answers = [z3.solve(text, Limits()) for text in texts]
        assert any(isinstance(answer, Sat) for answer in answers), mutant.name
    assert asked


def test_one_pair_that_is_excluded_is_not_enough(z3: ProcessSolver) -> None:
    """Where the first block changes the claim holds, where the second does it fails."""
    (statement,) = (
        mutant.statement
        for mutant in entry("dp.parallel-composition.disjoint-blocks.pure").mutants
        if mutant.name == "nothing-of-the-second"
    )
    shape = {"firsts": 2, "seconds": 2, "outputs": 5, "results": 5}
    answers = {type(z3.solve(text, Limits())) for text in scripts(statement, shape)}
    assert answers == {Unsat, Sat}
    outcome = refute_within(statement, [shape], [z3], Limits())
    assert outcome.excluded == ()
    assert outcome.found is not None


FALSE = [
    ("dp.sequential-composition.independent.pure", "max"),
    ("dp.sequential-composition.adaptive.pure", "twice-the-second"),
    ("dp.sequential-composition.independent.approx", "first-eps"),
    ("dp.sequential-composition.adaptive.approx", "nothing-of-the-second"),
    ("dp.total-variation.composition", "one-alone"),
]


@pytest.mark.parametrize(("name", "mutant"), FALSE)
@pytest.mark.parametrize("shape", [SMALL, LARGE], ids=["small", "large"])
def test_a_false_claim_is_refuted_at_the_same_shape(
    name: str, mutant: str, shape: Shape, z3: ProcessSolver
) -> None:
    """By channels of this shape, of which most outputs never occur; exact arithmetic decides."""
    (statement,) = (m.statement for m in entry(name).mutants if m.name == mutant)
    found = refute_within(statement, [shape], [z3], Limits()).found
    assert found is not None
    assert found.refutes
    assert found.shape == shape


@pytest.mark.parametrize(
    "name", [*SEQUENTIAL[:2], "dp.composition.approx-with-pure", "dp.total-variation.composition"]
)
def test_as_it_is_written_says_the_same(name: str, z3: ProcessSolver) -> None:
    """The question with a maximum for each output, where a solver can tell it."""
    chosen = entry(name)
    for by_events in (True, False):
        true = refute_within(chosen.statement, [SMALL], [z3], Limits(), by_events=by_events)
        assert true.found is None
        assert true.excluded == (SMALL,)
        false = chosen.mutants[0].statement
        outcome = refute_within(false, [SMALL], [z3], Limits(), by_events=by_events, seconds=20)
        assert outcome.found is not None
        assert outcome.found.refutes


# ---------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "name",
    [
        "dp.convexity.hidden",  # the entries are no products of entries alone
        "dp.approx.weaker",  # one channel
        "dp.composition.bounded-range",  # not over events
        "dp.post-processing.probabilistic",  # an output is more than one path
        "par.convexity.visible.larger",
    ],
)
def test_another_question_is_left_to_others(name: str) -> None:
    """It is refused, not misread."""
    chosen = entry(name)
    encoding = encode(chosen.statement, chosen.shapes[0])
    pair = encoding.pairs()[0]
    assert pair is not None
    with pytest.raises(Undecided):
        by_sections(encoding, pair)


def test_a_probabilistic_claim_with_smaller_odds_is_refused() -> None:
    """That no path has all its losses within them follows for the product of the odds alone."""
    name = "dp.sequential-composition.independent.probabilistic"
    with pytest.raises(Undecided):
        scripts(entry(name).mutants[0].statement, SMALL)


def test_a_probabilistic_claim_from_approximate_ones_is_refused() -> None:
    """What exceeds there is less than the whole probability; and the claim is false."""
    given, conclusion = (approx("eps1", "delta1"), approx("eps2", "delta2")), ("eps1+eps2", "1/2")
    for one, two in (given, (given[0], probabilistic("eps2", "delta2"))):
        statement = composition(one, two, probabilistic(*conclusion), DELTAS)
        with pytest.raises(Undecided):
            scripts(statement, SMALL)


# ----------------------------------------------------------------------------------------- padding


def test_outputs_that_never_occur_by_hand(z3: ProcessSolver) -> None:
    """The further copies repeat the last one; what does not refute is not handed out."""
    chosen = entry("dp.sequential-composition.adaptive.pure")
    statement = next(m.statement for m in chosen.mutants if m.name == "max")
    shape = {"inputs": 2, "outputs": 4, "results": 3}
    few = with_few_outputs(statement, shape)
    assert few == SMALL
    found = refute_within(statement, [few], [z3], Limits()).found
    assert found is not None
    larger = padded(found, shape)
    assert larger is not None
    assert larger.refutes
    assert [str(x) for x in larger.channels["M"].row(0)[2:]] == ["0", "0"]
    assert larger.channels["K4"].row(0) == larger.channels["K2"].row(0)
    true = Instance(chosen.statement, few, found.channels, found.parameters)
    assert padded(true, shape) is None
