"""Random channels with many ties and zeros, and oracles over plain Fractions and all events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from dpverify.checkers.exact import candidates, measure
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import event_definitions
from dpverify.defs.numbers import Value, as_value, total

Row = list[Fraction]
ENTRIES = {
    "exponential": ("0", "1", "2", "exp(1)", "exp(1/2)", "1+exp(-1)"),
    "radical": ("0", "1", "2", "2**(1/2)", "3**(1/2)", "6**(1/2)"),
    "mixed": ("0", "1", "2", "2**(1/2)", "exp(1/2)", "2**(1/2)*exp(1/2)"),
}


def seeded(seed: object) -> Random:
    """The same numbers in every run."""
    return Random(str(seed))  # noqa: S311  nothing here is a secret


def labels(count: int) -> list[str]:
    """Labels 0, 1, …"""
    return [str(position) for position in range(count)]


def relation(rng: Random, n: int) -> list[list[str]] | str:
    """All pairs, or a few listed ones."""
    if rng.random() < 0.5:
        return "all"
    pairs = [[a, b] for a in labels(n) for b in labels(n) if a < b]
    return rng.sample(pairs, max(1, len(pairs) // 2))


def machine(rng: Random, n: int, m: int) -> list[list[int]]:
    """Small weights: many equal entries, zeros and equal rows."""
    return [[rng.choice((0, 1, 1, 2, 3, 6)) for _ in range(m)] for _ in range(n)]


def wide(rng: Random, n: int, m: int) -> list[list[int]]:
    """Weights up to 2^47 in exact or almost exact small ratios, within each column."""
    base = [rng.choice((0, 1, 2, 3)) << rng.choice((0, 30, 44)) for _ in range(m)]
    return [[b * rng.choice((1, 2, 3, 4)) + rng.choice((0, 0, 1)) for b in base] for _ in range(n)]


def huge(rng: Random, n: int, m: int) -> list[list[int]]:
    """Weights beyond machine integers, that differ in the last digit."""
    return [
        [rng.choice((0, 1, 2)) * 10**40 + rng.choice((0, 1)) for _ in range(m)] for _ in range(n)
    ]


WEIGHTS: dict[str, Callable[[Random, int, int], list[list[int]]]] = {
    "machine": machine,
    "wide": wide,
    "huge": huge,
}


def random_channel(rng: Random, kind: str, *, largest: int = 5) -> Channel:
    """A channel of 2 … `largest` inputs and 1 … `largest` + 1 outputs.

    Args: kind "machine", "wide" or "huge" integers, or a set of ENTRIES.
    """
    n, m = rng.randint(2, largest), rng.randint(1, largest + 1)
    neighbours = relation(rng, n)
    if kind in WEIGHTS:
        weights = [row if any(row) else [1] * m for row in WEIGHTS[kind](rng, n, m)]
        return Channel.from_weights(labels(n), labels(m), weights, neighbours)
    entries = ENTRIES[kind]
    rows = [[as_value(rng.choice(entries)) for _ in range(m)] for _ in range(n)]
    rows = [row if any(row) else [Value(1)] * m for row in rows]
    return Channel(
        labels(n), labels(m), [[v / total(row) for v in row] for row in rows], neighbours
    )


KINDS = (*WEIGHTS, *ENTRIES)
GIVEN = {
    "eps": ("0", "1/2", "ln(2)", "ln(3/2)", "ln(3)", "1", "20", "800", "2**(1/2)", "ln(2)*ln(3)"),
    "delta": ("0", "1/10", "1/3", "1/2", "1", "ln(2)/4", "2**(1/2)-1"),
    "risk": ("0", "1/10", "1/3", "1/2", "1", "ln(2)/4", "2**(1/2)-1"),
}


def questions(rng: Random) -> Iterator[tuple[str, dict[str, str]]]:
    """Every definition with each of its parameters left out once."""
    for name, definition in event_definitions().items():
        for wanted in definition.parameters:
            yield name, {p: rng.choice(GIVEN[p]) for p in definition.parameters if p != wanted}


def force_floats(patch: pytest.MonkeyPatch, rng: Random | None = None) -> None:
    """Send even the smallest channel through the float passes, with and without scipy's."""
    patch.setattr(measure, "SMALL", -1)
    patch.setattr(measure, "FEW", -1)
    patch.setattr(candidates, "WORTH_CDIST", rng.choice((0, 10**9)) if rng else 0)
    patch.setattr(candidates, "REFINE", rng.choice((0, 2000)) if rng else 2000)


def all_events(m: int) -> Iterator[tuple[int, ...]]:
    """All 2^m events."""
    for size in range(m + 1):
        yield from combinations(range(m), size)


def rows_of(channel: Channel) -> list[Row]:
    """The matrix of a rational channel."""
    return [[v.as_fraction() for v in channel.row(i)] for i in range(len(channel.inputs))]


def brute_delta(p: Row, q: Row, odds: Fraction) -> Fraction:
    """max over all events of P(S) − E·Q(S)."""
    return max(sum(p[o] - odds * q[o] for o in s) + Fraction(0) for s in all_events(len(p)))
