"""Gumbel noises of one scale that are only compared with each other: probabilities, exactly.

Let y_v = s_v + G_v with independent Gumbel noises of scale b, and λ_v = e^(s_v/b). Of some of them
the largest is y_v with probability λ_v/Σλ, and the order of the others does not depend on which it
is (Luce 1959; Plackett 1975; that Gumbel noise has both, Yellott 1977).

A path says of some pairs which is larger. Let f(R) be the probability that all is true that it says
of pairs within R. For a single noise f is 1. Where R has parts that are not compared with each
other, f(R) is the product over these. Else it is a sum over what may be the largest, which is each
v of R of which no other of R is said to be larger:

    f(R) = Σ_v λ_v/Σ_R λ · f(R without v).

What must never change: a program that goes by anything else about its noise is no race.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, cast

from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, exp, total

MOST_SETS: Final = 2_000
"""Sets of noises whose f is worked out, of all paths of an input together."""
Edge = tuple[int, int]
"""Two noises, of which the first is said to be the larger one."""
GUMBEL: Final = "gumbel"


@dataclass(frozen=True)
class Race:
    """What a program compares on one input.

    Args:
        scores: s_v/b of each noise that is compared, up to a constant for those that are compared
            with each other; ε is 1 where it is a symbol.
        orders: for each word its paths, each as the pairs of noises that it compares.
    """

    scores: Mapping[int, Fraction]
    orders: Mapping[str, Sequence[frozenset[Edge]]]


def race_of(traced: Traced) -> Race | None:
    """The comparisons of a program that does nothing else with its noise; None for any other."""
    if len(traced.noises) < 2 or {noise.law for noise in traced.noises} != {GUMBEL}:
        return None
    if len({noise.scale for noise in traced.noises}) > 1:
        return None
    apart: dict[Edge, Fraction] = {}
    orders: dict[str, list[frozenset[Edge]]] = {}
    for word, paths in traced.words.items():
        orders[word] = []
        for path in paths:
            order = _order(path, traced.noises[0].scale, apart)
            if order is None:
                return None
            orders[word].append(order)
    scores = _scores(apart)
    return None if scores is None else Race(scores, orders)


def _order(path: Path, scale: Fraction, apart: dict[Edge, Fraction]) -> frozenset[Edge] | None:
    """The pairs that a path compares; None where it says something else, or releases a value.

    Args: scale of the noises; apart takes for each pair by how much its scores are apart.
    """
    if path.released:
        return None
    edges = set()
    for form in path.conditions:
        edge = _edge(form)
        if edge is None:
            return None
        (larger, factor), smaller = edge
        gap = form.shift.constant / (factor * scale)
        if apart.setdefault((larger, smaller), gap) != gap:
            return None
        edges.add((larger, smaller))
    return frozenset(edges)


def _edge(form: Form) -> tuple[tuple[int, Fraction], int] | None:
    """The larger noise with its factor, and the smaller one; None for what is no difference."""
    if len(form.noises) != 2 or not form.shift.finite:
        return None
    (a, first), (b, second) = form.noises
    if first + second:
        return None
    return ((a, first), b) if first > 0 else ((b, second), a)


def _scores(apart: Mapping[Edge, Fraction]) -> dict[int, Fraction] | None:
    """A number for each noise, of which the differences are these; None where there are none."""
    beside: dict[int, list[tuple[int, Fraction]]] = {}
    for (a, b), gap in apart.items():
        beside.setdefault(a, []).append((b, -gap))
        beside.setdefault(b, []).append((a, gap))
    scores: dict[int, Fraction] = {}
    for start in beside:
        waiting = [] if start in scores else [start]
        scores.setdefault(start, Fraction(0))
        while waiting:
            at = waiting.pop()
            for other, gap in beside[at]:
                if other not in scores:
                    scores[other] = scores[at] + gap
                    waiting.append(other)
                elif scores[other] != scores[at] + gap:
                    return None
    return scores


def race_masses(race: Race, eps: Fraction, tick: Callable[[], None]) -> dict[str, Value]:
    """The probabilities of the words.

    Args: eps the number that stands for ε, 1 where no scale has the form c/ε; tick is called often
        and raises where time is up.
    Raises: Undecided where too many orders would have to be added up.
    """
    # Of a rational number the power is exact.
    rates = {v: cast("Value", exp(Value(eps * score))) for v, score in race.scores.items()}
    winners = _winners(race)
    if winners is not None:
        whole = total(rates.values())
        return {word: total(rates[v] for v in won) / whole for word, won in winners.items()}
    chances = _Chances(rates, tick)
    return {
        word: total(chances.of(order) for order in orders) for word, orders in race.orders.items()
    }


def _winners(race: Race) -> dict[str, frozenset[int]] | None:
    """For each word the noises of which it says that one is the largest; None where it says more.

    The paths of all words are all that can happen, and no two of them happen at once. So where each
    tells the largest noise, and no two words tell the same, the paths of a word are all ways in
    which one of its noises is the largest.
    """
    every = frozenset(race.scores)
    found: dict[str, frozenset[int]] = {}
    for word, orders in race.orders.items():
        firsts = [_first(order, every) for order in orders]
        if None in firsts:
            return None
        found[word] = frozenset(v for v in firsts if v is not None)
    told = sorted(v for won in found.values() for v in won)
    return found if told == sorted(every) else None


def _first(order: frozenset[Edge], every: frozenset[int]) -> int | None:
    """The noise that is said to be larger than all others; None where none is."""
    smaller: dict[int, list[int]] = {}
    for a, b in order:
        smaller.setdefault(a, []).append(b)
    tops = every - {b for _, b in order}
    if len(tops) != 1:
        return None
    (top,) = tops
    seen, waiting = {top}, [top]
    while waiting:
        for b in smaller.get(waiting.pop(), ()):
            if b not in seen:
                seen.add(b)
                waiting.append(b)
    return top if seen == every else None


class _Chances:
    """f of sets of noises, each worked out once."""

    def __init__(self, rates: Mapping[int, Value], tick: Callable[[], None]) -> None:
        self._rates, self._tick = rates, tick
        self._known: dict[tuple[frozenset[int], frozenset[Edge]], Value] = {}

    def of(self, order: frozenset[Edge]) -> Value:
        """The probability of a path."""
        return self._of_parts(frozenset(v for edge in order for v in edge), order)

    def _of_parts(self, members: frozenset[int], order: frozenset[Edge]) -> Value:
        chance = Value(1)
        for part in _parts(members, order):
            chance = chance * self._of_part(part, frozenset(e for e in order if e[0] in part))
        return chance

    def _of_part(self, part: frozenset[int], order: frozenset[Edge]) -> Value:
        if not order:
            return Value(1)
        key = part, order
        if key not in self._known:
            self._tick()
            if len(self._known) >= MOST_SETS:
                raise Undecided("unsupported", "too many orders of Gumbel noises are told apart")
            firsts = sorted(part - {b for _, b in order})
            whole = total(self._rates[v] for v in part)
            self._known[key] = total(
                self._rates[v]
                / whole
                * self._of_parts(part - {v}, frozenset(e for e in order if e[0] != v))
                for v in firsts
            )
        return self._known[key]


def _parts(members: frozenset[int], order: Iterable[Edge]) -> list[frozenset[int]]:
    """The members in parts of which none is compared with another."""
    part_of = {v: {v} for v in members}
    for a, b in order:
        one, other = part_of[a], part_of[b]
        if one is not other:
            one |= other
            for v in other:
                part_of[v] = one
    return [frozenset(part) for part in {id(part): part for part in part_of.values()}.values()]
