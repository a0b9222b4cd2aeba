"""The upper bound of a program's privacy loss, by alignments, for what was asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family, align_pair
from dpverify.checkers.continuous.program import Program
from dpverify.defs.numbers import Loss, as_eps

Pair = tuple[str, str]
MOST_PAIRS = 1_000
"""Ordered pairs of inputs that are aligned one by one."""


@dataclass(frozen=True)
class Upper:
    """The privacy loss is at most `nats`; `word` is where the alignments are dearest.

    Args: family the alignment for all real inputs, or None; pairs those of listed pairs; corners
        whether the family is aligned at each corner of the moves.
    """

    nats: Fraction
    word: str
    family: Aligned | None
    pairs: Mapping[Pair, Aligned]
    corners: bool = False


def upper_bound(program: Program, tick: Callable[[], None]) -> Upper | Unaligned:
    """The bound for all real inputs where they are asked about or include the listed ones.

    Otherwise, or where none is found there, for the listed pairs.
    """
    none = Unaligned("", "the program does not say how its inputs move")
    if program.family is not None and program.moves is not None and covered(program):
        found = align_family(program.family, program.moves)
        if isinstance(found, Aligned):
            nats = found.bound * (program.eps if found.symbolic else 1)
            return Upper(nats, found.word, found, {})
        none = found
    return none if program.everywhere else _listed(program, tick)


def in_nats(number: Fraction) -> Loss:
    """A rational loss."""
    return cast("Loss", as_eps(number))


def covered(program: Program) -> bool:
    """Whether what is shown for all real inputs is shown for all that were asked about."""
    return program.everywhere or all(map(program.within, program.pairs))


def _listed(program: Program, tick: Callable[[], None]) -> Upper | Unaligned:
    if len(program.pairs) > MOST_PAIRS:
        return Unaligned("", f"{len(program.pairs)} pairs of inputs are too many to align")
    pairs: dict[Pair, Aligned] = {}
    nats, word = Fraction(-1), ""
    for pair in program.pairs:
        tick()
        found = align_pair(program.inputs[pair[0]], program.inputs[pair[1]])
        if isinstance(found, Unaligned):
            return found
        pairs[pair] = found
        cost = found.bound * (program.eps if found.symbolic else 1)
        if cost > nats:
            nats, word = cost, found.word
    return Upper(nats, word, None, pairs)
