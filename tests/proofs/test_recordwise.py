"""Statements about records: the setting says what the statement's own text says, and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Value
from dpverify.proofs.kernel import Facts, Setting
from dpverify.proofs.labels import Size
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import setting_of, settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Property, Statement
from tests.proofs.genuine import parts_of
from tests.proofs.structures import Place, Structure, holds, value

PROVED = (
    "laplace.discrete.k-dimensional",
    "laplace.k-dimensional",
    "pk.reducible.shifted-sum",
    "reconstruction.all-queries.four-times-the-bound",
    "sensitivity.mean.bounded",
    "sensitivity.mean.unbounded",
)
EVERY = {
    f"{each.id} {name}": statement
    for each in entries()
    if is_recordwise(each.statement)
    for name, statement in [("", each.statement), *((m.name, m.statement) for m in each.mutants)]
}
Table = dict[str, list[list[Fraction]]]


def test_there_are_some() -> None:
    """The statements proved here, and the mutants of each."""
    assert {name.split()[0] for name in EVERY} == set(PROVED)
    assert len(EVERY) >= 11


def worlds(statement: Statement, count: int) -> Iterator[tuple[Table, dict[str, Fraction]]]:
    """Rows for every object with 1 to 4 records, and parameters; many bits, zeros and ties."""
    random = Random(11)  # noqa: S311  for a test
    for _ in range(count):
        size, sharp = random.randint(1, 4), random.random() < 0.6
        tables: Table = {}
        for name, given in statement.objects.items():
            assert isinstance(given, AnyChannel)
            rows = size if isinstance(given.inputs, Size) else len(given.inputs({}))  # type: ignore[operator]  # written out
            whole = sharp and name == "D"
            parts = [Fraction(random.randint(0, 4), 4) for _ in range(rows)]
            parts = [Fraction(round(p)) for p in parts] if whole else parts
            tables[name] = [[1 - p, p] for p in parts]
        yield (
            tables,
            {n: Fraction(random.choice((0, 1, 2, 3, 8, 16)), 16) for n in statement.parameters},
        )


def structure(
    statement: Statement, setting: Setting, tables: Table, given: dict[str, Fraction]
) -> Structure:
    """What the atoms are; positive parts by their definition."""

    def exact(number: Fraction) -> fmpq:
        return fmpq(number.numerator, number.denominator)

    def atom(name: str, places: tuple[Place, ...]) -> fmpq:
        if name in given:
            return exact(given[name])
        if name in setting.parts:
            free, expression = setting.parts[name]
            return max(fmpq(0), value(expression, made, dict(zip(free, places, strict=True))))
        *start, of, end = name.split(".")
        kind: Any = statement.objects[of]
        row = kind.inputs({}).index(start[0]) if start else places[0][1]
        return exact(tables[of][row][kind.outputs({}).index(end)])

    size = max(len(rows) for rows in (tables[n] for n in ("C", "X") if n in tables))
    made = Structure(lambda _: size, atom)
    return made


def says(said: Any, tables: Table, given: dict[str, Fraction]) -> bool:
    """The statement's own text, evaluated exactly."""
    rows = {n: tuple(tuple(map(Value, r)) for r in table) for n, table in tables.items()}
    return bool(said.form(rows, {n: Value(x) for n, x in given.items()}, EXACT))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", EVERY)
def test_a_setting_says_what_the_statement_says(name: str) -> None:
    """Axioms are true; each hypothesis and the goal is true exactly where its text is."""
    statement, seen = EVERY[name], Counter[tuple[str, bool]]()
    setting = setting_of(statement)
    for tables, given in worlds(statement, 100):
        at = structure(statement, setting, tables, given)
        for key, fact in setting.axioms.items():
            assert key.startswith("hypothesis") or holds(fact, at), key
        for k, said in enumerate(statement.hypotheses):
            facts = [f for key, f in setting.axioms.items() if key.startswith(f"hypothesis {k}.")]
            truth = says(said, tables, given)
            assert facts
            assert all(holds(fact, at) for fact in facts) == truth
            seen["hypothesis", truth] += 1
        truth = says(statement.conclusion, tables, given)
        assert all(holds(goal, at) for goal in setting.goals) == truth
        seen["goal", truth] += 1
    kinds = {"goal", "hypothesis"} if statement.hypotheses else {"goal"}
    always = name.strip() in PROVED and not statement.hypotheses
    truths = (True,) if always else (True, False)
    assert all(seen[kind, truth] >= 5 for kind in kinds for truth in truths), seen


@pytest.mark.parametrize("name", PROVED)
def test_every_step_of_a_proof_is_true(name: str) -> None:
    """Where the hypotheses hold, so does each fact that the stored proof adds."""
    statement = entry(name).statement
    ((setting, steps),) = parts_of(name).values()
    facts = Facts(setting)
    added = [facts.add(step) for step in steps]
    met = 0
    for tables, given in worlds(statement, 200):
        if all(says(said, tables, given) for said in statement.hypotheses):
            at = structure(statement, setting, tables, given)
            assert all(holds(fact, at) for fact in added)
            met += 1
    assert met >= 10


def _refused() -> dict[str, tuple[str, Statement]]:
    true = entry("laplace.k-dimensional").statement
    said = true.conclusion
    assert isinstance(said, Property)
    plain = replace(said, recordwise=False)
    x = true.objects["X"]
    assert isinstance(x, AnyChannel)
    claim = Claim("X", "pure-dp", {"eps": "0"})
    return {
        "a hypothesis of another kind": ("a claim in", replace(true, hypotheses=(plain,))),
        "a claim": ("a claim in", replace(true, hypotheses=(claim,))),
        "a loss": ("a parameter of kind loss", replace(true, parameters={"t": "loss"})),
        "a composition": (
            "a composition",
            replace(true, derived={"W": {"product": ["X", "Y"]}}),
        ),
        "a name that an atom may have": (
            "names that are no words",
            replace(true, objects={**true.objects, "part0": x}),
        ),
        "outputs of any size": (
            "outputs of X",
            replace(true, objects={**true.objects, "X": replace(x, outputs=Size("o", "y"))}),
        ),
        "neighbours": (
            "the object X",
            replace(true, objects={**true.objects, "X": replace(x, neighbours=lambda _: [])}),
        ),
        "odd labels": (
            "labels of X",
            replace(true, objects={**true.objects, "X": replace(x, outputs=lambda _: ("a.b",))}),
        ),
        "odd inputs": (
            "labels of X",
            replace(true, objects={**true.objects, "X": replace(x, inputs=lambda _: ("a", "a"))}),
        ),
    }


@pytest.mark.parametrize("name", _refused())
def test_what_is_refused(name: str) -> None:
    fault, statement = _refused()[name]
    with pytest.raises(Undecided, match=fault):
        settings_of(statement)


def test_a_property_without_the_promise_has_no_setting() -> None:
    """Only what says that it treats records alike is read with one representative."""
    statement = entry("laplace.k-dimensional").statement
    said = statement.conclusion
    assert isinstance(said, Property)
    with pytest.raises(Undecided):
        settings_of(replace(statement, conclusion=replace(said, recordwise=False)))
