"""Statements about numbers that belong to records: what their proofs may use and must show.

Trusted, with the proof kernel. A property that treats every record by itself and in the same way,
and adds up over records, is read by `SumLogic` with one representative record: "for all records"
leaves its index variable free, and a sum over records is a finite sum. The text is the one that is
evaluated exactly and asked of solvers. An object on a set of records of any size is one row of
atoms `C.1[i]`; on inputs that are written out, a row for each, `zeros.N.1`.
"""

from __future__ import annotations

from collections.abc import Iterable

from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.labels import Size
from dpverify.proofs.laws import need
from dpverify.proofs.objects import at_every_shape
from dpverify.proofs.statement import AnyChannel, Property, Statement
from dpverify.proofs.sum_logic import Formula, Sorts, SumLogic, Term
from dpverify.proofs.sums import atom, number
from dpverify.proofs.written_out import need_each_alike

Row = tuple[Term, ...]


def is_recordwise(statement: Statement) -> bool:
    """Whether the conclusion is a property that says so."""
    return isinstance(statement.conclusion, Property) and statement.conclusion.recordwise


class RecordLogic(SumLogic):
    """Operations on terms of which `free` are the records."""

    def count(self, terms: Iterable[Term]) -> Term:
        """How many records there are."""
        result = number(0)
        for term in terms:
            result = result + (number(1).over(term.free) if term.free else number(1))
        return Term(result, {})


def recordwise_setting(statement: Statement) -> Setting:
    """Axioms and goals of such a statement.

    Raises: Undecided("unsupported") for hypotheses of another kind, compositions, or objects and
        parameters of which one representative record does not say all.
    """
    every = (*statement.objects, *statement.parameters)
    need(not statement.derived, "a composition in a statement about records")
    need(all(name.isalpha() for name in every), "names that are no words")
    need(len(set(every)) == len(every), "one name for two things")
    logic = RecordLogic({}, {})
    rows = {name: _rows(name, given, logic) for name, given in statement.objects.items()}
    terms = {name: _parameter(name, kind, logic) for name, kind in statement.parameters.items()}
    for count, hypothesis in enumerate(statement.hypotheses):
        for k, fact in enumerate(_read(hypothesis, rows, terms, logic)):
            logic.axioms[f"hypothesis {count}.{k}"] = fact
    goals = _read(statement.conclusion, rows, terms, logic)
    return Setting(logic.axioms, logic.parts, tuple(goals))


def _read(
    statement: object, rows: dict[str, tuple[Row, ...]], terms: dict[str, Term], logic: SumLogic
) -> Formula:
    known = isinstance(statement, Property) and statement.recordwise and statement.form is not None
    need(known, "a claim in a statement about records")
    form = statement.form  # type: ignore[attr-defined]  # it has one
    facts: Formula = form(rows, terms, logic)
    every = [term for table in rows.values() for row in table for term in row]
    need_each_alike(form, rows, terms, {name for term in every for name in term.indices})
    return facts


def _parameter(name: str, kind: str, logic: SumLogic) -> Term:
    need(kind == "value", f"a parameter of kind {kind} in a statement about records")
    logic.axioms[f"{name} >= 0"] = Fact({}, atom(name))
    logic.axioms[f"{name} <= 1"] = Fact({}, number(1) - atom(name))
    return Term(atom(name), {})


def _rows(name: str, given: object, logic: SumLogic) -> tuple[Row, ...]:
    """The rows of an object: non-negative, and each sums to 1."""
    plain = isinstance(given, AnyChannel) and given.copies is None and given.neighbours == "all"
    need(plain, f"the object {name} in a statement about records")
    inputs, outputs = given.inputs, given.outputs  # type: ignore[attr-defined]  # it is a channel
    need(callable(outputs), f"outputs of {name} that are not written out")
    ends = tuple(at_every_shape(outputs))
    need(all(map(str.isalnum, ends)) and len(set(ends)) == len(ends), f"labels of {name}")
    if isinstance(inputs, Size):
        return (_row(name, ends, {inputs.prefix: inputs.name}, logic),)
    need(callable(inputs), f"inputs of {name} that are not written out")
    starts = tuple(at_every_shape(inputs))
    need(all(map(str.isalnum, starts)) and len(set(starts)) == len(starts), f"labels of {name}")
    return tuple(_row(f"{start}.{name}", ends, {}, logic) for start in starts)


def _row(name: str, ends: tuple[str, ...], free: Sorts, logic: SumLogic) -> Row:
    total = number(-1)
    row = []
    for end in ends:
        p = atom(f"{name}.{end}", *free)
        logic.axioms[f"{name}.{end} >= 0"] = Fact(free, p)
        total = total + p
        row.append(Term(p, free))
    logic.axioms[f"{name} sums to 1"] = Fact(free, total, "=")
    return tuple(row)
