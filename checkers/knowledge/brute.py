"""The referee: views of a scenario by enumeration of every database.

Nothing of the structure is used: each database is written out, the query is computed on it by its
definition, and probabilities are added up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.views import Slice, View
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.database import row_of
from dpverify.defs.knowledge.noise import Noise
from dpverify.defs.knowledge.queries import WITHHELD, Query
from dpverify.defs.knowledge.scenario import MAX_DATABASES, Joint, Records, Scenario
from dpverify.defs.numbers import Value

Row = tuple[tuple[str, ...], str, Value]


def brute_views(scenario: Scenario, budget: Budget = UNLIMITED) -> list[View]:
    """The views of every member of Θ and every target, by enumeration.

    Raises: Undecided("unsupported") beyond MAX_DATABASES databases with what is known of them,
        Undecided("time").
    """
    views: list[View] = []
    for number, theta in enumerate(scenario.family):
        if not isinstance(theta, Records | Joint):
            raise Undecided("unsupported", "databases of chains and of intervals are not listed")
        targets = _targets(theta, scenario.targets)
        views += [_view(scenario, number, theta, target, budget) for target in targets]
    return views


def _targets(theta: Records | Joint, wanted: tuple[int, ...] | None) -> Iterator[int]:
    for i in range(theta.n):
        known = isinstance(theta, Records) and theta.is_known(i)
        if not known and (wanted is None or i in wanted):
            yield i


def _view(
    scenario: Scenario, number: int, theta: Records | Joint, target: int, budget: Budget
) -> View:
    rows = theta.rows if isinstance(theta, Joint) else _rows(theta, target, scenario.injected)
    weights: dict[str, Value] = {}
    sums: dict[tuple[str, str, str], Value] = {}
    mass: dict[tuple[str, str], Value] = {}
    chances: dict[str, Value] = {}
    for data, known, p in rows:
        t = data[target]
        budget.check()
        weights[known] = weights.get(known, Value(0)) + p
        chances[t] = chances.get(t, Value(0)) + p
        mass[t, known] = mass.get((t, known), Value(0)) + p
        for output, chance in answers(scenario.query, data).items():
            key = t, known, output
            sums[key] = sums.get(key, Value(0)) + p * chance
    if isinstance(theta, Records) and scenario.injected:
        return _injected(scenario, number, theta, target, weights)
    values = [t for t, p in chances.items() if not p.is_zero]
    slices = []
    for known, weight in weights.items():
        if not weight.is_zero:
            laws = {t: {o: p / mass[t, known] for (u, b, o), p in sums.items()
                        if u == t and b == known} for t in values}  # fmt: skip
            slices.append(Slice(known, weight, laws))
    return View(number, target, tuple(slices))


def _injected(
    scenario: Scenario, number: int, theta: Records, target: int, weights: dict[str, Value]
) -> View:
    """The known records set to any of their values, of whatever probability."""
    laws = _record_laws(theta)
    fixed = [i for i in range(theta.n) if theta.is_known(i)]
    free = [i for i in range(theta.n) if i not in fixed and i != target]
    slices = []
    for setting in product(*([v for v, _ in laws[i]] for i in fixed)):
        label = _label(fixed, setting)
        rows: dict[str, dict[str, Value]] = {}
        for t in (v for v, p in laws[target] if not p.is_zero):
            law = rows.setdefault(t, {})
            for rest in product(*([(v, p) for v, p in laws[i] if not p.is_zero] for i in free)):
                data = dict(zip(fixed, setting, strict=True)) | {target: t}
                data |= {i: v for i, (v, _) in zip(free, rest, strict=True)}
                chance = prod((p for _, p in rest), start=Value(1))
                whole = tuple(data[i] for i in range(theta.n))
                for output, p in answers(scenario.query, whole).items():
                    law[output] = law.get(output, Value(0)) + chance * p
        slices.append(Slice(label, weights.get(label, Value(0)), rows))
    return View(number, target, tuple(slices))


def _record_laws(theta: Records) -> list[tuple[tuple[str, Value], ...]]:
    return [group.law for group in theta.groups for _ in range(group.count)]


def _label(known: list[int] | tuple[int, ...], values: tuple[str, ...]) -> str:
    return ",".join(f"{i}={v}" for i, v in zip(known, values, strict=True)) or "nothing"


def _rows(theta: Records, target: int, injected: bool) -> Iterator[Row]:
    laws = _record_laws(theta)
    size = prod(len(law) for law in laws) * (2**theta.n if theta.random else 1)
    if size > MAX_DATABASES:
        raise Undecided("unsupported", f"{size} databases are too many to enumerate")
    sets = list(_known_sets(theta, target))
    for combined in product(*laws):
        data = tuple(value for value, _ in combined)
        p = prod((chance for _, chance in combined), start=Value(1))
        if p.is_zero and not injected:
            continue
        for known, chance in sets:
            yield data, _label(known, tuple(data[i] for i in known)), p * chance


def _known_sets(theta: Records, target: int) -> Iterator[tuple[tuple[int, ...], Value]]:
    kind, which = theta.known
    others = [i for i in range(theta.n) if i != target]
    if kind == "size":
        for known in combinations(others, which):
            yield known, Value(Fraction(1, comb(len(others), which)))
    elif kind == "each":
        for flags in product((False, True), repeat=len(others)):
            chance = prod((which if flag else 1 - which for flag in flags), start=Value(1))
            if not chance.is_zero:
                yield tuple(i for i, flag in zip(others, flags, strict=True) if flag), chance
    else:
        yield tuple(i for i in range(theta.n) if theta.is_known(i)), Value(1)


def answers(query: Query, data: tuple[str, ...]) -> dict[str, Value]:
    """The law of what the mechanism says of a database, by its definition."""
    if query.channel is not None:
        return row_of(query.channel, data)
    if query.noise is None:
        return {answer(query, data): Value(1)}
    plain = dataclasses.replace(query, threshold=None, noise=None,
                                name=query.name.removeprefix("thresholded-"))  # fmt: skip
    texts = [part.rpartition(":")[2] for part in answer(plain, data).split(",")]
    law: dict[str, Value] = {}
    for numbers in product(*(noisy(query.noise, Fraction(text)).items() for text in texts)):
        cut = query.threshold
        shown = [str(v) if cut is None or v > cut else WITHHELD for v, _ in numbers]
        pairs = zip(query.bins, shown, strict=True) if query.bins else ()
        output = ",".join(f"{v}:{text}" for v, text in pairs) or shown[0]
        law[output] = law.get(output, Value(0)) + prod((p for _, p in numbers), start=Value(1))
    return law


def noisy(noise: Noise, number: Fraction) -> dict[Fraction, Value]:
    """The law of a number with noise, by P(N = k), and what is left for the upper end."""
    law: dict[Fraction, Value] = {}
    if noise.low is None or noise.high is None:
        for k, p in noise.table:
            law[number + k] = law.get(number + k, Value(0)) + p
        return law
    r, two_sided = noise.ratio, noise.law == "discrete-laplace"
    unit = (1 - r) / (1 + r) if two_sided else 1 - r
    far = max(int(abs(end - number)) for end in (noise.low, noise.high)) + 2
    law[noise.low] = r ** (far + 1) / (1 + r) if two_sided else Value(0)  # below all j here
    for j in range(-far, far + 1):
        p = unit * r ** abs(j) if two_sided or j >= 0 else Value(0)
        if noise.low < number + j < noise.high:
            law[number + j] = p
        elif number + j <= noise.low:
            law[noise.low] = law[noise.low] + p
    law[noise.high] = 1 - sum(law.values(), start=Value(0))
    return law


def answer(query: Query, data: tuple[str, ...]) -> str:
    """What the query says of a database, by its definition."""
    n = len(data)
    if "count" in query.name:
        count = sum(value in query.counted for value in data)
        return str(count) if query.threshold is None or count > query.threshold else WITHHELD
    if query.bins:
        counts = [sum(value == bin_ for value in data) for bin_ in query.bins]
        cut = query.threshold
        texts = [str(c) if cut is None or c > cut else WITHHELD for c in counts]
        return ",".join(f"{v}:{text}" for v, text in zip(query.bins, texts, strict=True))
    numbers = [Fraction(value) for value in data]
    match query.name:
        case "linear":
            return str(sum(w * x for w, x in zip(query.weights, numbers, strict=True)))
        case "arithmetic-mean":
            return str(sum(numbers) / n)
        case "harmonic-mean":
            return str(n / sum(1 / x for x in numbers))
        case "geometric-mean":
            return f"({prod(numbers)})**(1/{n})"
        case _:
            return f"({sum(x * x for x in numbers) / n})**(1/2)"
