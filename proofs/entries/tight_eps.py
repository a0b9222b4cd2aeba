"""The tight ε of a channel read off its columns, and the tight δ read off the violating outputs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import ANY, EPS, iff, shapes, sizes
from dpverify.proofs.statement import Claim, Equivalent, Property, Statement

MILLER = (
    "A. Miller, Guaranteeing Differential Privacy using Quantitative Information Flow Analysis,"
    " presentation, 2024"
)


def _columns(
    rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any, *, skip_zero: bool, some: int
) -> Any:
    """For every column: ε bounds the losses at it, exactly if max ≤ e^ε · min."""
    odds, zero = terms["eps"], logic.number(0)
    same = []
    for number, column in enumerate(zip(*rows["M"], strict=True)):
        bounded = logic.conj(logic.le(p, logic.times(odds, q)) for p, q in permutations(column, 2))
        largest = smallest = column[0]
        for entry in column[1:]:
            largest = logic.ite(logic.le(largest, entry), entry, largest)
            smallest = logic.ite(logic.le(entry, smallest), entry, smallest)
        fits = [logic.le(largest, logic.times(odds, smallest))]
        fits += [logic.le(smallest, zero)] * skip_zero
        fits += [logic.le(zero, zero)] * (number < some)
        same.append(iff(bounded, logic.disj(fits), logic))
    return logic.conj(same)


def _by_columns(*, skip_zero: bool = False, some: int = 0) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        conclusion=Property(
            "the losses at each output are at most ε exactly if ε ≥ ln(largest entry / smallest"
            " entry) of its column (∞ where a column holds both 0 and a positive number), so that"
            " the tight ε of M is the largest of these",
            "∀ o: (∀ x, x': M(x,o) ≤ e^ε M(x',o)) ⇔ ε ≥ ln(max_x M(x,o) / min_x M(x,o))",
            form=partial(_columns, skip_zero=skip_zero, some=some),
        ),
        sizes=sizes((1, 4), (2, 4)),
    )


def _violating(form: str, delta: str = "delta", *, swapped: bool = False) -> Statement:
    events = Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}, form="events")
    other = Claim("M", "approx-dp", {**EPS, "delta": delta}, form=form, swapped=swapped)
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "delta": "value"},
        conclusion=Equivalent((events, other)),
        sizes=sizes((1, 4)),
    )


ENTRIES = (
    Entry(
        id="dp.tight-eps-formula",
        title="The tight ε is the largest ln(max/min) of a column",
        statement=_by_columns(),
        source=MILLER,
        expected="proved",
        shapes=shapes((2, 2), (2, 3), (3, 2)),
        mutants=(
            Mutant(
                "zeros-skipped",
                "columns that hold a 0 are left out",
                _by_columns(skip_zero=True),
            ),
            Mutant("first-column-skipped", "the first column is left out", _by_columns(some=1)),
        ),
    ),
    Entry(
        id="dp.violating-set",
        title="δ by the set of violating observations, one order at a time, is minimal",
        statement=_violating("maximising-event"),
        source=f"{MILLER}; Balle, Wang 2018, Theorem 5",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3)),
        notes=(
            "For every δ the set {o : P(o) > e^ε Q(o)} stays within δ exactly if all events do, so"
            " its excess is the minimal δ of that order; the channel's is the larger of both."
        ),
        mutants=(
            Mutant(
                "both-orders-at-once",
                "the set collects the outputs that violate ε in either order",
                _violating("either-order"),
            ),
            Mutant(
                "other-order",
                "the set is that of the other order",
                _violating("maximising-event", swapped=True),
            ),
            Mutant(
                "half-the-delta",
                "the set is to stay within δ/2",
                _violating("maximising-event", "delta/2"),
            ),
        ),
    ),
)
