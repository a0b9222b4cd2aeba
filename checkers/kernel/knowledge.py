"""The kernel's reading of a scenario: from its text to the law of the output given the knowledge.

Trusted, beside `dpverify.defs.numbers` (with python-flint) and the standard library. No scenario
class, evaluator or float of the rest is used. Checked: known keys, laws that sum to 1, fewer known
records than there are, unknown targets that are independent of the knowledge, a known mechanism.
Laws of statistics are convolved as integers over a common denominator, within MAX_WORK products.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, product
from math import comb, lcm, prod
from typing import Any

from flint import fmpz

from dpverify.checkers.kernel import chains, lattice_laws
from dpverify.checkers.kernel.chain_places import PlacesView
from dpverify.checkers.kernel.count_views import FEW, CountView, Event, count_view
from dpverify.checkers.kernel.noisy_sums import NoisySum
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.queries import ADDED_UP, Query, query_of, whole
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MAX_WORK = 20_000_000  # products of integers
NOTES = ("title", "source", "notes")
KEYS = ("schema", "records", "known", "joint", "chain", "family", "target", "injected", "mechanism",
        *NOTES)  # fmt: skip
Limit = partial(num.Undecided, "unsupported")
Sums = tuple[dict[Any, Any], Any]  # statistic -> numerator; the common denominator
Law = dict[str, num.Value]
View = dict[str, "Slice"] | CountView | chains.ChainView


@dataclass(frozen=True)
class Slice:
    """One value of the knowledge: its weight, and a law of the output for each t."""

    weight: num.Value
    values: tuple[str, ...]  # those that the target can have
    law: Callable[[str], tuple[dict[str, Any], Any]]  # numerators by output, their denominator
    chances: dict[str, num.Value] | None = None  # P(b | t), where that depends on t

    def weighed(self, t: str) -> num.Value:
        """P(b | t)."""
        return self.weight if self.chances is None else self.chances[t]

    def mass(self, t: str, event: Event) -> num.Value:
        """P(S | t, b)."""
        (law, below), outputs = self.law(t), event.outputs
        if event.interval is not None:
            low, high = event.interval
            need(high - low <= MAX_WORK, "too large: an interval", Limit)
            outputs = doc.labels([*outputs, *map(str, range(low, high + 1))], "the event")
        mass: num.Value = num.total(num.Value(law.get(o, 0)) for o in outputs) / below
        return mass

    def gain(self, t: str, u: str, event: Event, odds: Any) -> Any:
        """P(S | t, b) − e^ε·P(S | u, b)."""
        return self.mass(t, event) - odds * self.mass(u, event)

    def law_of(self, t: str) -> Law:
        """P(· | t, b), written out."""
        law, below = self.law(t)
        return {o: num.Value(p) / below for o, p in law.items()}


def _spend(work: list[int], products: int) -> None:
    work[0] -= products
    need(work[0] >= 0, "too large: the laws of the statistics", Limit)


def _times(query: Query, a: Sums, b: Sums, work: list[int]) -> Sums:
    """The law of the statistic of the records of both, which are independent."""
    on_lattice = lattice_laws.product(a[0], b[0]) if query.name in ADDED_UP else None
    if on_lattice is not None:
        _spend(work, len(on_lattice))
        return on_lattice, a[1] * b[1]
    _spend(work, len(a[0]) * len(b[0]))
    made: dict[Any, Any] = {}
    for x, p in a[0].items():
        for y, q in b[0].items():
            key = query.join(x, y)
            made[key] = made.get(key, 0) + p * q
    return made, a[1] * b[1]


def _copies(query: Query, one: Sums, count: int, work: list[int]) -> Sums:
    """The law of the statistic of so many independent records of one law."""
    on_lattice = lattice_laws.power(one[0], count) if query.name in ADDED_UP else None
    if on_lattice is not None:
        _spend(work, len(on_lattice))
        return on_lattice, one[1] ** count
    power: Sums = ({query.zero(): fmpz(1)}, num.ONE)
    for bit in f"{count:b}" if count else "":
        power = _times(query, power, power, work)
        power = _times(query, power, one, work) if bit == "1" else power
    return power


def _sums(
    query: Query, parts: list[tuple[dict[str, num.Value], Any, int]], work: list[int]
) -> Sums:
    """The law of the statistic of so many records of each law and weight."""
    sums: Sums = ({query.zero(): fmpz(1)}, num.ONE)
    for law, weight, count in parts:
        exact = [p.as_rational() for p in law.values()]
        below = lcm(*(int(p.q) for p in exact if p is not None))
        single: dict[Any, Any] = {}
        for (value, p), q in zip(law.items(), exact, strict=True):
            key = query.part(value, weight)
            whole = p * below if None in exact or q is None else fmpz((q * below).p)
            single[key] = single.get(key, 0) + whole
        copies = _copies(query, (single, num.Value(below)), count, work)
        sums = _times(query, sums, copies, work)
    return sums


def _conditional(
    query: Query, n: int, given: tuple[Any, Any, Sums, NoisySum | None], possible: Any, t: str
) -> tuple[dict[str, Any], Any]:
    """The law of the output given the known statistic and the target's value."""
    known, weight, rest, noisy = given
    need(t in possible, "the target cannot have that value")
    base = query.join(known, query.part(t, weight))
    law: dict[str, Any] = {}
    if noisy is not None:
        for number, p in noisy.law(base).items():
            output = query.above(number)
            law[output] = law[output] + p if output in law else p
        return law, rest[1] * noisy.divisor
    for other, p in rest[0].items():
        for o, q in query.laws(query.join(base, other), n).items():
            law[o] = law.get(o, 0) + p * q
    return law, rest[1]


class Scenario:
    """A scenario of the document, checked."""

    def __init__(self, given: Any) -> None:
        self.given = given
        for key in NOTES:
            need(type(given.get(key, "")) is str, f"the {key} of the scenario is not a text")
        known_keys(given, "the scenario", ("schema", "mechanism"), KEYS)
        alone = {"records", "joint", "chain", "known"} & given.keys()
        need(
            ("family" in given) != bool(alone - {"known"}),
            "the scenario has neither one law of its records nor a family of laws, or it has both",
        )
        need(
            not ("family" in given and alone), "'known' stands beside a family, not in its members"
        )
        self._places: dict[tuple[int, int], PlacesView] = {}
        self.family = doc.member(given, "family", list) if "family" in given else [given]
        self.injected = given.get("injected", False)
        need(type(self.injected) is bool, "'injected' is neither true nor false")
        need(self.family, "the family of laws is empty")
        target = given.get("target")
        some = target if isinstance(target, list) or target is None else [target]
        need(some != [], "no target is named, of whom nothing would be asked")
        self.targets = some and {whole(number, "a target") for number in some}
        laws = [law for theta in self.family for law in self._laws(theta)]
        values = tuple(dict.fromkeys(v for law in laws for v in law))
        self.query = query_of(doc.member(given, "mechanism", dict), values)

    def _laws(self, theta: Any) -> Iterator[dict[str, num.Value]]:
        # A scenario of one law is its own member, with the keys that belong to the scenario.
        notes = KEYS if theta is self.given else ()
        if "joint" in theta:
            known_keys(theta, "a joint law", ("joint",), notes)
            need(not {"records", "known"} & theta.keys(), "a joint law has no records of its own")
            need(not self.injected, "values cannot be injected into a joint law")
            for row in doc.member(theta, "joint", list):
                known_keys(row, "a row of the joint law", ("data", "known", "probability"))
                need(type(row["known"]) is str, "what is known in a row is not a text")
                texts = all(type(value) is str for value in doc.member(row, "data", list))
                need(texts, "the data of a row are not texts")
                yield dict.fromkeys(row["data"], num.ZERO)
            return
        if "chain" in theta:
            known_keys(theta, "a chain", ("chain",), ("known", *notes))
            need(not self.injected, "values cannot be injected into a chain")
            chain = doc.member(theta, "chain", dict)
            yield dict.fromkeys(doc.member(chain, "steps", dict), num.ZERO)
            return
        known_keys(theta, "a law of records", ("records",), ("known", *notes))
        for group in doc.member(theta, "records", list):
            known_keys(group, "a group of records", ("values",), ("count",))
            law = doc.member(group, "values", dict)
            yield doc.probabilities(list(law.values()), list(law), "the law of a group")

    def known_of(self, number: int) -> tuple[str, Any]:
        """What is known of the records of a member: counts of the groups, indices, or by chance."""
        theta = self.family[number]
        counts = [whole(group.get("count", b"1"), "a count") for group in theta["records"]]
        return self._known(theta, counts)

    def targets_of(self, number: int) -> list[int]:
        """The targets that are asked for, else one unknown record of each kind at least."""
        theta = self.family[number]
        if self.targets is not None:
            return sorted(self.targets)
        if "joint" in theta:
            return list(range(len(theta["joint"][0]["data"])))
        if "chain" in theta:
            return chains.targets_of(chains.chain_of(theta, self.query))
        counts = [whole(group.get("count", b"1"), "a count") for group in theta["records"]]
        kind, which = self._known(theta, counts)
        targets, start, fixed = [], 0, set(which if kind == "indices" else ())
        for j, count in enumerate(counts):
            first = start + (which[j] if kind == "counts" else 0)
            own = [i for i in range(first, start + count) if i not in fixed]
            if self.query.rows:
                targets += own
            else:
                # Unknown records of one law and one weight can be exchanged.
                weights = self.query.weights or (None,) * (start + count)
                targets += sorted({weights[i]: i for i in own}.values())
            start += count
        return targets

    def slices(self, number: int, target: int, work: list[int], *, written: bool) -> View:
        """The values of the knowledge of one member of Θ with their laws.

        Args: work how many products of integers are left; written whether laws are written out
            even where a count has many records.
        """
        theta = self.family[number]
        if "joint" not in theta and self.query.rows:
            need(not self.injected, "values cannot be injected where databases are listed")
            self._independent(theta, target, work, written=True)  # checks what is known, and who
            theta = {"joint": list(self._rows(theta, target, work))}
        slices: View
        if "chain" in theta:
            slices = self._chain(theta, target, work, written=written)
        elif "joint" in theta:
            slices = self._joint(theta, target)
        else:
            slices = self._independent(theta, target, work, written=written)
        need(self.targets is None or target in self.targets, f"{target} is not a target")
        return slices

    def _chain(self, theta: Any, target: int, work: list[int], *, written: bool) -> View:
        """The values of the knowledge of a chain: laws written out where that is short."""
        chain = chains.chain_of(theta, self.query)
        need(0 <= target < chain.n, f"the target {target} is none of the {chain.n} records")
        fixed = chain.known[1] if chain.known[0] == "indices" else ()
        need(target not in fixed, "the target is among the known records")
        if not chain.is_short():
            need(not written, "too large: the laws of a chain", Limit)
            if chain.known != ("size", 1):
                return chains.ChainView(chain, self.query.threshold, target)
            # Its laws are kept, since a document is checked at its claim and at its tight value.
            key = id(theta), target
            if key not in self._places:
                self._places[key] = PlacesView(chain, self.query.threshold, target)
            return self._places[key]
        _spend(work, chain.n * chain.knowledge_size())
        return {
            label: Slice(weight, tuple(laws), lambda t, laws=laws: laws[t], chances)  # type: ignore[misc]  # the default of laws
            for label, weight, chances, laws in chains.written_out(
                chain, target, lambda x: next(iter(self.query.laws(x, chain.n)))
            )
        }

    def _rows(self, theta: Any, target: int, work: list[int]) -> Iterator[dict[str, Any]]:
        """Every database of independent records with what is known of it, and its probability."""
        counts = [whole(group.get("count", b"1"), "a count") for group in theta["records"]]
        laws = [law for law, k in zip(self._laws(theta), counts, strict=True) for _ in range(k)]
        (kind, which), n = self._known(theta, counts), sum(counts)
        others = [i for i in range(n) if i != target]
        starts = [sum(counts[:j]) for j in range(len(counts))]
        sets: list[tuple[Any, Any]] = [(tuple(
            sorted(which) if kind == "indices" else [
                i for j, s in enumerate(starts) for i in range(s, s + which[j])]), num.ONE,
        )] if kind in ("indices", "counts") else []  # fmt: skip
        for size in range(n) if kind == "each" else [which] if kind == "size" else []:
            chance = which**size * (1 - which) ** (n - 1 - size) if kind == "each" else \
                num.ONE / comb(n - 1, size)  # fmt: skip
            sets += [(some, chance) for some in combinations(others, size) if chance > 0]
        possible = [[(v, p) for v, p in law.items() if p > 0] for law in laws]
        work[0] -= prod(map(len, possible)) * len(sets) * 50
        need(work[0] >= 0, "too large: the law of all databases", Limit)
        for chosen in product(*possible):
            data, p = [v for v, _ in chosen], prod((q for _, q in chosen), start=num.ONE)
            for some, chance in sets:
                known = ",".join(f"{i}={data[i]}" for i in some) or "nothing"
                yield {"data": data, "known": known, "probability": p * chance}

    def _joint(self, theta: Any, target: int) -> dict[str, Slice]:
        laws: dict[str, dict[str, Law]] = {}
        rows = theta["joint"]
        chances = [p if isinstance(p, num.Value) else doc.exactly(p, num.as_value, "a probability")
                   for p in (row["probability"] for row in rows)]  # fmt: skip
        need(min(chances) >= 0 and num.total(chances) == 1, "the joint law does not sum to 1")
        n = len(rows[0]["data"])
        weighted = not self.query.weights or len(self.query.weights) == n
        need(weighted, f"there are {len(self.query.weights)} weights for {n} records")
        need({len(row["data"]) for row in rows} == {n}, "rows of the joint law differ in length")
        need(0 <= target < n, f"the target {target} is none of the {n} records")
        for row, p in zip(rows, chances, strict=True):
            s = self.query.zero()
            for value, w in zip(row["data"], self.query.weights or (None,) * n, strict=True):
                s = self.query.join(s, self.query.part(value, w))
            if p == 0:  # such a value of the target, or of the knowledge, has no law
                continue
            law = laws.setdefault(row["known"], {}).setdefault(row["data"][target], {})
            for o, q in self.query.laws(s, n, row["data"]).items():
                law[o] = law.get(o, num.ZERO) + p * q
        sums = {b: {t: num.total(law.values()) for t, law in by.items()} for b, by in laws.items()}
        weight = {b: num.total(by.values()) for b, by in sums.items()}
        for t in {t for by in sums.values() for t in by}:
            p = num.total(by.get(t, num.ZERO) for by in sums.values())
            same = all(sums[b].get(t, num.ZERO) == p * weight[b] for b in sums)
            need(same, f"target {target} is not independent of what is known")
        return {b: Slice(weight[b], tuple(sorted(laws[b])), lambda t, b=b: (laws[b][t], sums[b][t]))  # type: ignore[misc]  # the default of b
                for b in laws if weight[b] > 0}  # fmt: skip

    def _independent(self, theta: Any, target: int, work: list[int], *, written: bool) -> View:
        laws, counts = list(self._laws(theta)), [
            whole(group.get("count", b"1"), "a count") for group in theta["records"]]  # fmt: skip
        n, starts = sum(counts), [sum(counts[:j]) for j in range(len(counts))]
        kind, which = self._known(theta, counts)
        weights = self.query.weights
        need(not weights or len(weights) == n, f"there are {len(weights)} weights for {n} records")
        need(0 <= target < n, f"the target {target} is none of the {n} records")
        own = max(j for j, start in enumerate(starts) if start <= target and counts[j])
        kinds: dict[tuple[int, Any], list[int]] = {}  # group and weight: known and free records
        fixed = set(which) if kind == "indices" else set()
        per_record = bool(weights) or kind == "indices"
        for j, start in enumerate(starts):
            first = which[j] if kind == "counts" else 0
            need(target >= start + first or j != own, "the target is among the known records")
            need(not per_record or counts[j] <= 1_000_000, "too many records", Limit)
            for i in range(start, start + counts[j]) if per_record else ():
                is_known = i in fixed or i - start < first
                kinds.setdefault((j, weights[i] if weights else None), [0, 0])[not is_known] += 1
            if not per_record:
                kinds[j, None] = [first, counts[j] - first]
        need(target not in fixed, "the target is among the known records")
        fixed_known = kind in ("counts", "indices") and not self.injected
        counts_only = "count" in self.query.name and self.query.noise is None
        if counts_only and fixed_known and n > FEW and not written:
            groups = [(law, *kinds[j, None]) for j, law in enumerate(laws)]
            return count_view(self.query, groups, own)
        mine = (own, weights[target] if weights else None)
        kinds[mine][1] -= 1
        return dict(self._made(laws, kinds, mine, (n, kind, which, work)))

    def _made(self, laws: Any, kinds: Any, mine: Any, how: Any) -> Iterator[tuple[str, Slice]]:
        n, kind, which, work = how
        query = self.query
        possible = [{v: p for v, p in law.items() if p > 0} for law in laws]
        sizes = [free for _, free in kinds.values()]
        chosen = product(*(range(s + 1) for s in sizes)) if kind in ("size", "each") else [None]
        for more in chosen:
            chance = num.ONE
            for size, k in zip(sizes, more or (), strict=False):
                chance = chance * comb(size, k)
            if more and kind == "size":
                if sum(more) != which:
                    continue
                chance = chance / comb(sum(sizes), which)
            elif more:
                chance = chance * which ** sum(more) * (1 - which) ** (sum(sizes) - sum(more))
                if chance == 0:
                    continue
            taken = [
                known + (more[i] if more else 0) for i, (known, _) in enumerate(kinds.values())
            ]
            settable = laws if self.injected else possible
            each = list(zip(kinds, taken, strict=True))
            known = _sums(query, [(settable[j], w, k) for (j, w), k in each], work)
            left = [(possible[j], w, sum(kinds[j, w]) - k) for (j, w), k in each]
            rest = _sums(query, left, work)
            # Noise on all integers is added to the sum of the unknown records once, not for each t.
            noise, noisy = query.noise if query.name in ADDED_UP else None, None
            if noise is not None and noise.law_name != "table":
                noisy = NoisySum(noise, rest[0])
            lead = f"known {','.join(map(str, taken))}: " if more is not None else ""
            for s, weight in known[0].items():
                given = (s, mine[1], rest, noisy)
                law = cache(partial(_conditional, query, n, given, possible[mine[0]]))
                chances = num.Value(weight) / known[1] * chance
                yield lead + query.listed(s), Slice(chances, tuple(possible[mine[0]]), law)

    def _known(self, theta: Any, counts: list[int]) -> tuple[str, Any]:
        """What is known: counts of the groups, indices, or at random a size or a chance."""
        given = theta.get("known", {"count": 0})
        need(type(given) is dict and len(given) == 1, "'known' is not an object of one key")
        ((key, which),) = given.items()
        if key == "random":
            ((key, which),) = which.items()
            need(
                key in ("size", "each"),
                "what is known at random has neither a size nor a chance for each record",
            )
            if key == "each":
                chance = doc.exactly(which, num.as_value, "a chance")
                need(0 <= chance <= 1, "the chance that a record is known is not in [0, 1]")
                return key, chance
        if key in ("count", "size"):
            k, left = whole(which, "known"), whole(which, "known")
            need(k < sum(counts), "all records are known")
            one = len({json.dumps(str(law)) for law in self._laws(theta)}) == 1
            need(
                key == "size" or one or not k,
                "a count is known of records with several laws; say of which: 'counts'",
            )
            if key == "size":
                return key, k
            taken = []
            for count in counts:
                taken.append(min(left, count))
                left -= taken[-1]
            return "counts", taken
        numbers = [whole(number, "known") for number in which]
        most = list(counts) if key == "counts" else [sum(counts) - 1] * len(numbers)
        need(
            key in ("counts", "indices") and type(which) is list,
            f"nothing is known here of {str(key)[:60]!a} in 'known'",
        )
        good = all(k <= m for k, m in zip(numbers, most, strict=True))
        need(good, "'known' names more records than there are")
        need(key == "counts" or len({*numbers}) == len(numbers), "a known record is named twice")
        need(
            (sum(numbers) if key == "counts" else len(numbers)) < sum(counts),
            "all records are known",
        )
        return key, numbers
