"""Rational masses handed on from state to state, as integers over denominators that states share.

What must never change: a mass is its integer divided by the denominator of its state, exactly.
Fractions are made and shortened at the ends alone: on the way that takes most of the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Any

from flint import fmpq

from dpverify.defs.programs.pieces.walk import Target, Walk

Weights = dict[int, int]
"""By number of an input."""


class _Denominators:
    """Denominators by numbers, which are quicker to compare than long integers."""

    def __init__(self) -> None:
        self.values = [1]
        self._numbers = {1: 0}
        self._products: dict[tuple[int, int], int] = {}

    def number(self, value: int) -> int:
        """The number of a denominator."""
        known = self._numbers.setdefault(value, len(self.values))
        if known == len(self.values):
            self.values.append(value)
        return known

    def times(self, number: int, factor: int) -> int:
        """The number of a product."""
        known = self._products.get((number, factor))
        if known is None:
            known = self.number(self.values[number] * factor)
            self._products[number, factor] = known
        return known


Mass = tuple[int, Weights, bool]
"""What a state has: over which denominator, how much for each input, and whether nobody else holds
these weights, so that they may be added to."""


def _sum(mass: Mass, denominator: int, part: Weights, known: _Denominators) -> Mass:
    """A mass with what comes another way."""
    first, weights, own = mass
    if denominator != first:
        one, other = known.values[first], known.values[denominator]
        common = lcm(one, other)
        weights, part = _times(weights, common // one), _times(part, common // other)
        denominator, own = known.number(common), False
    if not own:
        weights = dict(weights)
    for number, weight in part.items():
        weights[number] = weights.get(number, 0) + weight
    return denominator, weights, True


def _times(weights: Weights, factor: int) -> Weights:
    if factor == 1:
        return weights
    return {number: weight * factor for number, weight in weights.items()}


class _Rows:
    """What became of each input: by denominator, then by label."""

    def __init__(self, count: int) -> None:
        self._rows: list[dict[int, dict[str, int]]] = [{} for _ in range(count)]

    def add(self, denominator: int, part: Weights, labels: Sequence[str]) -> None:
        """Give each output as much as there is."""
        different = len(set(labels)) == len(labels)
        for number, weight in part.items():
            row = self._rows[number].setdefault(denominator, {})
            if different and not row:
                row.update(dict.fromkeys(labels, weight))
                continue
            for label in labels:
                row[label] = row.get(label, 0) + weight

    def masses(self, denominators: Sequence[int]) -> list[dict[str, Any]]:
        """As fractions; outputs of one weight share one."""
        fractions: dict[tuple[int, int], fmpq] = {}
        return [self._of_input(row, denominators, fractions) for row in self._rows]

    def _of_input(
        self,
        row: Mapping[int, Mapping[str, int]],
        denominators: Sequence[int],
        fractions: dict[tuple[int, int], fmpq],
    ) -> dict[str, Any]:
        masses: dict[str, Any] = {}
        for number, weights in row.items():
            known = {}
            for weight in set(weights.values()):
                fraction = fractions.get((number, weight))
                if fraction is None:
                    fraction = fmpq(weight, denominators[number])
                    fractions[number, weight] = fraction
                known[weight] = fraction
            if len(known) == 1:  # as of noise that is uniform
                part = dict.fromkeys(weights, next(iter(known.values())))
            else:
                part = {label: known[weight] for label, weight in weights.items()}
            for label in masses.keys() & part.keys():
                part[label] += masses[label]
            masses.update(part)
        return masses


def handed_on(
    walk: Walk, ahead: list[Sequence[Target]], order: Sequence[int], starts: Sequence[Target]
) -> list[dict[str, Any]]:
    """For each input the masses of outputs by label.

    Args: walk whose laws are rational; ahead where each state leads to, which is emptied; order of
        the states, each after all that lead to it; starts where each input leads to first.
    """
    denominators, rows = _Denominators(), _Rows(len(starts))
    masses: list[Mass | None] = [None] * len(ahead)
    for number, target in enumerate(starts):
        if type(target) is str:
            rows.add(0, {number: 1}, [target])
            continue
        known = masses[target]
        part = {number: 1}
        masses[target] = (0, part, False) if known is None else _sum(known, 0, part, denominators)
    for state in order:
        mass = masses[state]
        if mass is None:
            continue  # no input comes there
        masses[state] = None
        targets, ahead[state] = ahead[state], ()
        whole, shares = walk.branches(state).weights
        larger = denominators.times(mass[0], whole)
        for share, branches in shares:
            part, labels = _times(mass[1], share), []
            for branch in branches:
                target = targets[branch]
                if type(target) is str:
                    labels.append(target)
                    continue
                known = masses[target]
                masses[target] = (
                    (larger, part, False)
                    if known is None
                    else _sum(known, larger, part, denominators)
                )
            if labels:
                rows.add(larger, part, labels)
    return rows.masses(denominators.values)
