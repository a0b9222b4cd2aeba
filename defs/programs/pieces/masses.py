"""The laws of a program from its states: each is met once, and its mass is handed on once.

What must never change: masses are exact, and a state hands on what it has only when all that leads
to it has; where states lead back to themselves nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flint import fmpq

from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.walk import Target, Walk
from dpverify.defs.programs.pieces.weights import handed_on

FEW: Final = 10_000
"""Paths over all inputs up to which a program is run path by path: each is then run twice."""
SHORT: Final = -24.0
"""log2 of the smallest path of such a program: one with smaller ones takes many passes."""
DEEPEST: Final = 20_000
"""Draws on one path: a loop without end, which counts, comes there soon."""

Masses = dict[int, Mass]
"""By number of an input."""


def masses_of(walk: Walk, starts: Sequence[Target]) -> tuple[list[dict[str, Mass]], bool]:
    """For each input the masses of outputs by label; and whether there are few, short paths.

    Args: starts where each input leads to first.
    Raises: Uncut where a state comes back to itself.
    """
    ahead, forward = _walked(walk)
    firsts = {target for target in starts if type(target) is not str}
    order = range(len(ahead)) if forward else _in_order(ahead, firsts)
    few = _are_few(walk, ahead, order, starts)
    if walk.rational:
        return handed_on(walk, ahead, order, starts), few
    rows: list[dict[str, Mass]] = [{} for _ in starts]
    masses: list[Masses | None] = [{} for _ in ahead]
    one = fmpq(1)
    for number, target in enumerate(starts):
        if type(target) is str:
            rows[number][target] = one
        else:
            _held(masses, target)[number] = one
    for state in order:
        _hand_on(_held(masses, state), walk.branches(state).shares, ahead[state], masses, rows)
        masses[state] = None
        ahead[state] = ()
    return rows, few


def _walked(walk: Walk) -> tuple[list[Sequence[Target]], bool]:
    """Where each state leads to; and whether always to one that was met later."""
    ahead: list[Sequence[Target]] = []
    depth, forward = 0, True
    while len(ahead) < len(walk.states):  # states are met in the order of their distance
        if depth > DEEPEST:
            raise Uncut("draws ever more")
        depth += 1
        layer = range(len(ahead), len(walk.states))
        for number, targets in zip(layer, walk.following_all(layer), strict=True):
            for target in targets:
                if type(target) is not str and target <= number:
                    forward = False
            ahead.append(targets)
    return ahead, forward


def _are_few(
    walk: Walk, ahead: Sequence[Sequence[Target]], order: Sequence[int], starts: Sequence[Target]
) -> bool:
    """Whether all paths together are few, and none is so unlikely that it takes many passes.

    By floats: this chooses how the program is run, and decides nothing.
    """
    paths, least, ends = [0.0] * len(ahead), [0.0] * len(ahead), 0.0
    for target in starts:
        if type(target) is not str:
            paths[target] += 1
    for state in order:
        here, log = paths[state], least[state] + walk.branches(state).least
        for target in ahead[state]:
            if type(target) is str:
                ends += here
            else:
                paths[target] += here
                least[target] = min(least[target], log)
        if ends > FEW or log < SHORT:
            return False
    return True


def _held(masses: list[Masses | None], state: int) -> Masses:
    held = masses[state]
    if held is None:
        raise Uncut("comes back to a state")
    return held


def _in_order(ahead: Sequence[Sequence[Target]], starts: set[int]) -> list[int]:
    """The states, each after all that lead to it.

    Raises: Uncut where there is no such order.
    """
    before = [0] * len(ahead)
    for targets in ahead:
        for target in targets:
            if type(target) is not str:
                before[target] += 1
    ready = [state for state in starts if not before[state]]
    order = []
    while ready:
        state = ready.pop()
        order.append(state)
        for target in ahead[state]:
            if type(target) is not str:
                before[target] -= 1
                if not before[target]:
                    ready.append(target)
    if len(order) < len(ahead):
        raise Uncut("comes back to a state")
    return order


def _hand_on(
    held: Masses,
    shares: Sequence[tuple[Mass, Sequence[int]]],
    targets: Sequence[Target],
    masses: list[Masses | None],
    rows: list[dict[str, Mass]],
) -> None:
    """Give what a state has to what comes after it, in proportion to its law."""
    for share, numbers in shares:
        receivers = [targets[k] for k in numbers]
        for number, mass in held.items():
            part = mass * share  # one product for all branches of one probability
            for target in receivers:
                if type(target) is str:
                    row: Any = rows[number]
                    key: Any = target
                else:
                    row, key = masses[target], number
                known = row.get(key)
                row[key] = part if known is None else known + part
