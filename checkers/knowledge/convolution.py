"""Views of a scenario on sufficient statistics: laws of sums are convolved, exactly.

Given which records are known, the output depends on the known ones through their statistic alone,
so values of B with the same statistic share one slice, whose weight is the sum of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Final, cast

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.brute import brute_views
from dpverify.checkers.knowledge.chain_views import exact_views
from dpverify.checkers.knowledge.lattice import sum_of_copies
from dpverify.checkers.knowledge.noisy_sums import NoisySum
from dpverify.checkers.knowledge.views import Slice, View
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.parameter import ParametrisedRecords
from dpverify.defs.knowledge.queries import Query, Statistic
from dpverify.defs.knowledge.scenario import Block, Joint, Law, Records, Scenario
from dpverify.defs.numbers import Value, total

MAX_PRODUCTS: Final = 3_000_000
Sums = dict[Statistic, Value]
Numbered = list[tuple[Block, range | list[int]]]


class _Meter:
    """Counts products and asks the budget."""

    def __init__(self, budget: Budget) -> None:
        self.left, self.budget = MAX_PRODUCTS, budget

    def spend(self, products: int) -> None:
        self.left -= products
        self.budget.check()
        if self.left < 0:
            raise Undecided(
                "unsupported", f"this scenario needs more than {MAX_PRODUCTS} exact products"
            )


def views(scenario: Scenario, budget: Budget = UNLIMITED) -> Iterator[View]:
    """The views of every member of Θ and every kind of target, exact.

    Raises: Undecided("unsupported") beyond MAX_PRODUCTS products, Undecided("time").
    """
    if scenario.query.channel is not None:
        yield from brute_views(scenario, budget)
        return
    meter = _Meter(budget)
    for number, theta in enumerate(scenario.family):
        if isinstance(theta, Joint):
            for target in scenario.targets or range(theta.n):
                yield _joint_view(scenario.query, number, theta, target)
            continue
        if isinstance(theta, ParametrisedRecords):
            raise Undecided(
                "unsupported", "laws are compared at single values of a parameter, not on intervals"
            )
        if isinstance(theta, Chain):
            yield from exact_views(scenario, number, theta, budget)
            continue
        blocks = list(theta.blocks(scenario.query.weights, injected=scenario.injected))
        for index, target in _targets(blocks, scenario.targets):
            yield _view(scenario.query, number, theta, blocks, index, target, meter)


def _targets(blocks: Numbered, wanted: tuple[int, ...] | None) -> Iterator[tuple[int, int]]:
    for index, (block, members) in enumerate(blocks):
        if wanted is not None:
            yield from ((index, i) for i in wanted if i in members)
        elif block.target is not None:
            yield index, block.target


def _joint_view(query: Query, number: int, theta: Joint, target: int) -> View:
    slices: dict[str, dict[str, dict[str, Value]]] = {}
    for data, known, p in theta.rows:
        statistic = query.zero
        for i, value in enumerate(data):
            weight = query.weights[i] if query.weights else None
            statistic = query.join(statistic, query.part(value, weight))
        law = slices.setdefault(known, {}).setdefault(data[target], {})
        for output, chance in query.released(statistic, theta.n).items():
            law[output] = law.get(output, Value(0)) + p * chance
    rows = []
    for known, laws in slices.items():
        masses = {t: sum(law.values(), Value(0)) for t, law in laws.items()}
        chance = sum(masses.values(), Value(0))
        if not chance.is_zero:
            scaled = {t: {o: p / masses[t] for o, p in law.items()}
                      for t, law in laws.items() if not masses[t].is_zero}  # fmt: skip
            rows.append(Slice(known, chance, scaled))
    order = sorted(rows[0].laws)
    return View(number, target, tuple(
        Slice(row.known, row.weight, {t: row.laws[t] for t in order}) for row in rows
    ))  # fmt: skip


def _view(
    query: Query, number: int, theta: Records, blocks: Numbered, index: int, target: int,
    meter: _Meter,
) -> View:  # fmt: skip
    slices = []
    for counts, chance in _compositions(theta, blocks, index):
        free = [
            block.known + block.free - counts[j] - (j == index)
            for j, (block, _) in enumerate(blocks)
        ]
        known = _sum(query, [(b.settable, b, k) for (b, _), k in zip(blocks, counts, strict=True)],
                     meter)  # fmt: skip
        rest = _sum(query, [(b.law, b, k) for (b, _), k in zip(blocks, free, strict=True)], meter)
        lead = f"known {','.join(map(str, counts))}: " if theta.random else ""
        slices += list(
            _slices(query, theta.n, (lead, chance), (known, rest), blocks[index][0], meter)
        )
    return View(number, target, tuple(slices))


def _slices(
    query: Query, n: int, lead: tuple[str, Value], sums: tuple[Sums, Sums], block: Block,
    meter: _Meter,
) -> Iterator[Slice]:  # fmt: skip
    known, rest = sums
    noise = query.noise
    if query.added_up and noise is not None and noise.low is not None:
        noisy = NoisySum(rest, noise, meter.spend)
        yield from _clamped_slices(query, noisy, lead, known, block, meter)
        return
    released = cache(lambda statistic: query.released(statistic, n))
    for statistic, weight in known.items():
        meter.spend(len(rest) * len(block.law))
        laws = {}
        for t, _ in block.law:
            base = query.join(statistic, query.part(t, block.weight))
            law: dict[str, Value] = {}
            for other, p in rest.items():
                outputs = released(query.join(base, other))
                meter.spend(len(outputs) - 1)
                for output, chance in outputs.items():
                    # A law without noise keeps the very numbers, which other slices share.
                    part = p if noise is None else p * chance
                    law[output] = law[output] + part if output in law else part
            laws[t] = law
        yield Slice(lead[0] + query.known(statistic), lead[1] * weight, laws)


def _clamped_slices(
    query: Query, noisy: NoisySum, lead: tuple[str, Value], known: Sums, block: Block,
    meter: _Meter,
) -> Iterator[Slice]:  # fmt: skip
    """The same for a number with noise on all integers: each law is another one, moved."""
    for statistic, weight in known.items():
        laws = {}
        for t, _ in block.law:
            base = cast("Fraction", query.join(statistic, query.part(t, block.weight)))
            numbers = noisy.released(base)
            meter.spend(len(numbers))
            by_text: dict[str, list[Value]] = {}
            for number, p in numbers.items():
                by_text.setdefault(query.released_text(number), []).append(p)
            laws[t] = {text: ps[0] if len(ps) == 1 else total(ps) for text, ps in by_text.items()}
        yield Slice(lead[0] + query.known(statistic), lead[1] * weight, laws)


def _compositions(
    theta: Records, blocks: Numbered, index: int
) -> Iterator[tuple[tuple[int, ...], Value]]:
    """How many records of each block are known, with the probability of that."""
    kind, which = theta.known
    if not theta.random:
        yield tuple(block.known for block, _ in blocks), Value(1)
        return
    sizes = [block.free - (j == index) for j, (block, _) in enumerate(blocks)]
    for counts in product(*(range(size + 1) for size in sizes)):
        ways = Value(1)
        for size, count in zip(sizes, counts, strict=True):
            ways = ways * comb(size, count)
        if kind == "size":
            if sum(counts) == which:
                yield counts, ways / comb(sum(sizes), which)
            continue
        chance = ways * which ** sum(counts) * (1 - which) ** (sum(sizes) - sum(counts))
        if not chance.is_zero:
            yield counts, chance


def _sum(query: Query, parts: Sequence[tuple[Law, Block, int]], meter: _Meter) -> Sums:
    """The law of the statistic of so many independent records of each block."""
    singles = [(_single(query, law, block), count) for law, block, count in parts]
    if query.added_up:
        on_lattice = sum_of_copies(singles)
        if on_lattice is not None:
            meter.spend(len(on_lattice))
            return on_lattice
    sums: Sums = {query.zero: Value(1)}
    for single, count in singles:
        sums = _convolved(query, sums, _power(query, single, count, meter), meter)
    return sums


def _single(query: Query, law: Law, block: Block) -> Sums:
    """The law of what one record of a block adds."""
    single: Sums = {}
    for value, p in law:
        part = query.part(value, block.weight)
        single[part] = single.get(part, Value(0)) + p
    return single


def _power(query: Query, single: Sums, count: int, meter: _Meter) -> Sums:
    sums: Sums = {query.zero: Value(1)}
    for bit in f"{count:b}" if count else "":
        sums = _convolved(query, sums, sums, meter)
        if bit == "1":
            sums = _convolved(query, sums, single, meter)
    return sums


def _convolved(query: Query, a: Sums, b: Sums, meter: _Meter) -> Sums:
    meter.spend(len(a) * len(b))
    sums: Sums = {}
    for x, p in a.items():
        for y, q in b.items():
            key = query.join(x, y)
            sums[key] = sums.get(key, Value(0)) + p * q
    return sums
