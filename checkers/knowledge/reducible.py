"""Θ-reducibility by the multiset criterion, with the bijection or the obstruction.

For one member of Θ and one target, let v_b(o) = (P(o | t, b))_t. A bijection φ of the outputs with
v_b1(o) = v_b2(φ(o)) for all o exists iff each vector belongs to as many outputs under b1 as under
b2; outputs that occur under neither t take part on both sides alike, so they may be left out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from dpverify.checkers.answers.places import Setting, Term
from dpverify.checkers.knowledge.views import Slice, View
from dpverify.defs.numbers import Value

Vector = tuple[Value, ...]
Classes = dict[Vector, list[str]]


@dataclass(frozen=True)
class Obstruction:
    """A vector that belongs to more outputs under the first value of B than under the second."""

    first: Slice
    second: Slice
    vector: Vector
    outputs: tuple[tuple[str, ...], tuple[str, ...]]


def classes(at: Slice, values: tuple[str, ...]) -> Classes:
    """The outputs by the vector of their probabilities, vectors of zeros left out."""
    groups: Classes = defaultdict(list)
    for output in dict.fromkeys(o for t in values for o in at.laws[t]):
        vector = tuple(at.laws[t].get(output, Value(0)) for t in values)
        if not all(p.is_zero for p in vector):
            groups[vector].append(output)
    return dict(groups)


def bijection(view: View, first: Slice, second: Slice) -> dict[str, str] | None:
    """φ from the outputs that occur under the first value of B to those under the second.

    Returns: None where there is none.
    """
    a, b = (classes(slice_, view.values) for slice_ in (first, second))
    if {vector: len(outputs) for vector, outputs in a.items()} != {
        vector: len(outputs) for vector, outputs in b.items()
    }:
        return None
    return {x: y for vector in a for x, y in zip(a[vector], b[vector], strict=True)}


def obstruction(view: View) -> Obstruction | None:
    """Two values of B that no bijection joins; None where the view is reducible."""
    first = view.slices[0]
    a = classes(first, view.values)
    for second in view.slices[1:]:
        b = classes(second, view.values)
        for vector in [*a, *b]:
            x, y = tuple(a.get(vector, ())), tuple(b.get(vector, ()))
            if len(x) > len(y):
                return Obstruction(first, second, vector, (x, y))
            if len(x) < len(y):
                return Obstruction(second, first, vector, (y, x))
    return None


def setting_of(view: View, obstruction: Obstruction) -> Setting:
    """The obstruction as a witness: the outputs with the vector, more of them in the first term."""
    terms = tuple(
        Term(at.known, at.chance(view.values[0]), outputs, obstruction.vector)
        for at, outputs in zip(
            (obstruction.first, obstruction.second), obstruction.outputs, strict=True
        )
    )
    return Setting(view.theta, view.target, view.values, terms)


def chain(view: View) -> list[dict[str, str]] | None:
    """The bijections from the first value of B to each other one; None if one is missing."""
    bijections = [bijection(view, view.slices[0], slice_) for slice_ in view.slices[1:]]
    return None if None in bijections else [phi for phi in bijections if phi is not None]
