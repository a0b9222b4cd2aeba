"""The laws of a program by dynamic programming over its states, where it is cut at its draws."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import FunctionType
from typing import Any

from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.pieces.allowed import Uncut, check_after
from dpverify.defs.programs.pieces.compiled import Pieces, pieces_of
from dpverify.defs.programs.pieces.masses import masses_of
from dpverify.defs.programs.pieces.referee import compare
from dpverify.defs.programs.pieces.walk import Walk


def cut(mechanism: Mechanism) -> Pieces | None:
    """The pieces of a program; None for one that is not cut. Nothing of it is run."""
    function = mechanism.function
    if type(mechanism) is not Mechanism or not isinstance(function, FunctionType):
        return None
    further = [*mechanism.after, *([] if mechanism.key is None else [mechanism.key])]
    try:
        pieces = pieces_of(function)
        containers = list(pieces.containers)
        for one in further:
            check_after(one, containers)
    except (Uncut, RecursionError):
        return None
    if not further:
        return pieces
    return replace(pieces, containers=tuple(containers), seen=mechanism.seen)


def laws_by_states(
    mechanism: Mechanism,
    pieces: Pieces,
    cases: Mapping[str, Any],
    paths: int,
    tick: Callable[[], None],
) -> list[tuple[dict[str, Mass], int]] | None:
    """For each input the probabilities of outputs by label, and how many pieces were run for it.

    Args: pieces those of the program; cases the inputs by label; paths the most pieces that are
        run; tick is called often and raises where time is up.
    Returns: None for a program that has so few paths that all are run, or does what its pieces do
        not.
    """
    spent = _Spent(paths, tick)
    walk = Walk(pieces, spent.pay)
    try:
        given = [_first(mechanism, pieces, case) for case in cases.values()]
        runs = list(zip(map(mechanism.run, cases.values()), given, strict=True))
        compare(pieces, runs, spent.pay, tick)
        with _without_collection():
            rows, few = masses_of(walk, [walk.start(values) for values in given])
    except (Undecided, KeyboardInterrupt, MemoryError):
        raise
    except (Uncut, InputError, Exception):  # noqa: BLE001  said where it is run path by path
        walk.put_back()
        return None
    return None if few else [(row, 1 + spent.count // len(rows)) for row in rows]


@contextmanager
def _without_collection() -> Iterator[None]:
    """Python looks again and again for circles among states, of which there may be a million."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _first(mechanism: Mechanism, pieces: Pieces, given: Any) -> tuple[Any, ...]:
    """The values of the variables of the first piece."""
    code = mechanism.function.__code__
    values = {code.co_varnames[0]: given, **mechanism.parameters}
    return tuple(values[word] for word in pieces.variables[0])


class _Spent:
    """How many pieces were run; raises where there are too many, or time is up."""

    def __init__(self, most: int, tick: Callable[[], None]) -> None:
        self.count, self._most, self._tick = 0, most, tick
        self._next = 0

    def pay(self, pieces: int) -> None:
        self.count += pieces
        if self.count > self._most:
            raise Uncut("has too many states")
        if self.count >= self._next:
            self._next = self.count + 256
            self._tick()
