"""Why six queries are Θ-reducible, for any number of records: what is known shifts a sum.

Each of the queries is F of a sum of one term for each record, F one to one: the term is the record
itself, weighed, or its logarithm, its inverse or its square. Terms are taken as numbers in [0, 1],
which is a matter of units. X and Y are databases with two values of what is
known: the same records where nothing is known, and other ones where something is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number
from dpverify.proofs.entries.six_queries import SOURCE
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import BITS
from dpverify.proofs.statement import AnyChannel, Property, Statement

Rows = Mapping[str, Any]
RECORDS = Size("records", "i")
TEXTS = {
    "X": "list of terms, one for each of n records (numbers in [0, 1])",
    "Y": "list of terms (the same records, known ones being taken for others)",
    "K": "list that says of each record how far it is known (1 known, 0 unknown)",
    "W": "list of weights (numbers in [0, 1])",
}


def _parts(rows: Rows) -> list[tuple[Any, ...]]:
    """x, y, k and w of each record."""
    columns = ([row[1] for row in rows[name]] for name in TEXTS)
    return [*zip(*columns, strict=True)]


def _same_unknown(rows: Rows, _: Rows, logic: Any) -> Any:
    """(1 − k)·x = (1 − k)·y for every record."""
    one = logic.number(1)
    sides = [
        (logic.times(logic.minus(one, k), x), logic.times(logic.minus(one, k), y))
        for x, y, k, _ in _parts(rows)
    ]
    return logic.conj([_equal(a, b, logic) for a, b in sides])


def _shifted(rows: Rows, _: Rows, logic: Any) -> Any:
    """Σ w·x − Σ w·k·x = Σ w·y − Σ w·k·y."""
    first = [(w, k, x) for x, _, k, w in _parts(rows)]
    second = [(w, k, y) for _, y, k, w in _parts(rows)]
    return _equal(_unknown(first, logic), _unknown(second, logic), logic)


def _unshifted(rows: Rows, _: Rows, logic: Any) -> Any:
    """False: Σ w·x = Σ w·y, as if nothing that is known mattered."""
    parts = _parts(rows)
    first, second = (logic.total([logic.times(part[3], part[i]) for part in parts]) for i in (0, 1))
    return _equal(first, second, logic)


def _unknown(parts: list[tuple[Any, Any, Any]], logic: Any) -> Any:
    """The sum that is seen less that of the known records."""
    seen = logic.total([logic.times(w, x) for w, _, x in parts])
    known = logic.total([logic.times(logic.times(w, k), x) for w, k, x in parts])
    return logic.minus(seen, known)


def _equal(a: Any, b: Any, logic: Any) -> Any:
    return logic.conj([logic.le(a, b), logic.le(b, a)])


def _met(
    channels: Mapping[str, Channel], numbers: Mapping[str, Number]
) -> tuple[Mapping[str, Channel], Mapping[str, Number]]:
    """Every other record is known, and the two databases agree on the rest."""
    first, second = channels["X"], channels["Y"]
    count = len(first.inputs)
    flags = [[int(i % 2 == 1), int(i % 2 == 0)] for i in range(count)]
    rows = [(second if i % 2 == 0 else first).row(i) for i in range(count)]
    made = {
        "K": Channel(first.inputs, first.outputs, flags),
        "Y": Channel(first.inputs, first.outputs, rows),
    }
    return {**channels, **made}, numbers


def _statement(form: Any = _shifted, *, assumed: bool = True) -> Statement:
    same = Property(
        "X and Y agree on the records that are not known",
        "(1 − k_i)·x_i = (1 − k_i)·y_i",
        form=_same_unknown,
        recordwise=True,
        met=_met,
    )
    return Statement(
        objects={
            name: AnyChannel(RECORDS, lambda _: BITS, text=text) for name, text in TEXTS.items()
        },
        parameters={},
        hypotheses=(same,) * assumed,
        conclusion=Property(
            "the weighed sums of X and of Y differ by those of their known records",
            "Σ w·y = Σ w·x − Σ w·k·x + Σ w·k·y",
            form=form,
            recordwise=True,
        ),
        sizes={"records": (2, 4)},
    )


ENTRIES = (
    Entry(
        id="pk.reducible.shifted-sum",
        title="What is known of independent records shifts a sum of them by what it is",
        statement=_statement(),
        source=SOURCE,
        expected="proved",
        notes=(
            "For any number of records, each known or not. So for two values of B the outputs of a"
            " query F(Σ) go over into one another by φ(o) = F(F⁻¹(o) − s₁ + s₂), whatever the"
            " unknown records and the target are; and as these have the same law given either value"
            " of B, φ keeps every probability. That the six queries are F of a sum, F one to one,"
            " is how they are defined. `pk.reducible.count` and the other five compare the"
            " probabilities, instance by instance."
        ),
        mutants=(
            Mutant("no-shift", "the sums are the same", _statement(_unshifted)),
            Mutant("no-hypothesis", "unknown records may differ", _statement(assumed=False)),
        ),
    ),
)
