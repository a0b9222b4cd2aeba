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


class _Mass:
    """What a state has: over which denominator, and how much for each input.

    `own`: whether nobody else holds the weights, so that they may be added to.
    """

    __slots__ = ("denominator", "own", "weights")

    def __init__(self, denominator: int, weights: Weights, *, own: bool = False) -> None:
        self.denominator, self.weights, self.own = denominator, weights, own

    def add(self, denominator: int, part: Weights, known: _Denominators) -> None:
        """Add what comes another way."""
        if denominator != self.denominator:
            first, second = known.values[self.denominator], known.values[denominator]
            common = lcm(first, second)
            self.weights = _times(self.weights, common // first)
            part = _times(part, common // second)
            self.denominator, self.own = known.number(common), False
        if not self.own:
            self.weights, self.own = dict(self.weights), True
        weights = self.weights
        for number, weight in part.items():
            weights[number] = weights.get(number, 0) + weight


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
    masses: list[_Mass | None] = [None] * len(ahead)
    for number, target in enumerate(starts):
        _give(target, 0, {number: 1}, masses, rows, denominators)
    for state in order:
        mass = masses[state]
        if mass is None:
            continue  # no input comes there
        masses[state] = None
        targets, ahead[state] = ahead[state], ()
        whole, shares = walk.branches(state).weights
        larger = denominators.times(mass.denominator, whole)
        for share, branches in shares:
            part = _times(mass.weights, share)
            if len(branches) == 1:
                _give(targets[branches[0]], larger, part, masses, rows, denominators)
                continue
            receivers = [targets[branch] for branch in branches]
            labels = [target for target in receivers if type(target) is str]
            if labels:
                rows.add(larger, part, labels)
            for target in receivers:
                if type(target) is not str:
                    _give(target, larger, part, masses, rows, denominators)
    return rows.masses(denominators.values)


def _give(
    target: Target,
    denominator: int,
    part: Weights,
    masses: list[_Mass | None],
    rows: _Rows,
    denominators: _Denominators,
) -> None:
    if type(target) is str:
        rows.add(denominator, part, [target])
        return
    known = masses[target]
    if known is None:
        masses[target] = _Mass(denominator, part)
    else:
        known.add(denominator, part, denominators)
