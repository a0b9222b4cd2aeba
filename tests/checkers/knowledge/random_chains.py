"""Random chains and their δ by enumeration: every database, its probability, the definitions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

Document = dict[str, Any]


def random_row(random: Random, values: list[str], *, zeros: bool) -> dict[str, str]:
    """A law on the values; some have probability 0 where zeros may occur."""
    weights = [random.randint(0 if zeros else 1, 6) for _ in values]
    weights[random.randrange(len(values))] += 1
    return {v: str(Fraction(w, sum(weights))) for v, w in zip(values, weights, strict=True)}


def random_chain(random: Random, most: int = 12) -> Document:
    """A scenario of at most so many records with 2 or 3 values, and of them few if 3."""
    values = ["0", "1"] if random.random() < 0.7 else ["0", "1", "x"]
    n = random.randint(2, most if len(values) == 2 else min(most, 7))
    zeros = random.random() < 0.15
    places = random.sample(range(n), random.randint(0, min(2, n - 1)))
    known: Document = {"indices": sorted(places)}
    if random.random() < 0.25 and n <= 7:
        known = {"random": {"size": random.randint(1, min(2, n - 1))}}
    steps = {v: random_row(random, values, zeros=zeros) for v in values}
    mechanism: Document = {"name": "count"}
    if random.random() < 0.7:
        mechanism = {"name": "thresholded-count", "threshold": random.randint(0, n)}
    if len(values) == 3 and random.random() < 0.5:
        mechanism["counted"] = ["1", "x"]
    free = [i for i in range(n) if "random" in known or i not in places]
    document: Document = {
        "schema": "dpverify.scenario/1.0",
        "chain": {"count": n, "start": random_row(random, values, zeros=zeros), "steps": steps},
        "known": known,
        "mechanism": mechanism,
    }
    if random.random() < 0.5:
        document["target"] = random.choice(free)
    return document


class Enumerated:
    """P(t, b, o) of every target by going through all databases."""

    def __init__(self, document: Document) -> None:
        chain = document["chain"]
        self.n, self.document = int(chain["count"]), document
        self.start = {v: Fraction(p) for v, p in chain["start"].items()}
        self.steps = {u: {v: Fraction(p) for v, p in row.items()}
                      for u, row in chain["steps"].items()}  # fmt: skip
        self.databases = [(data, p) for data, p in self._databases() if p]
        known = document["known"]
        places = known.get("indices", [])
        free = [i for i in range(self.n) if i not in places]
        self.targets = [document["target"]] if "target" in document else free
        self.laws = {target: self._law(target) for target in self.targets}

    def _databases(self) -> Any:
        for data in product(self.steps, repeat=self.n):
            p = self.start[data[0]]
            for one, other in pairwise(data):
                p *= self.steps[one][other]
            yield data, p

    def _released(self, data: tuple[str, ...]) -> str:
        mechanism = self.document["mechanism"]
        count = sum(v in mechanism.get("counted", ["1"]) for v in data)
        cut = mechanism.get("threshold")
        return str(count) if cut is None or count > cut else "⊥"

    def _law(self, target: int) -> Any:
        known = self.document["known"]
        others = [i for i in range(self.n) if i != target]
        sets = ([tuple(known["indices"])] if "indices" in known
                else list(combinations(others, known["random"]["size"])))  # fmt: skip
        law: Any = defaultdict(Fraction)
        for data, p in self.databases:
            for places in sets:
                b = tuple((i, data[i]) for i in places)
                law[data[target], b, self._released(data)] += p / len(sets)
        return dict(law)

    def excludes(self) -> bool:
        """Whether a value of the knowledge excludes one of a target."""
        for law in self.laws.values():
            pairs = {(t, b) for t, b, _ in law}
            if len(pairs) < len({t for t, _ in pairs}) * len({b for _, b in pairs}):
                return True
        return False

    def delta(self, odds: Fraction, *, active: bool) -> Fraction:
        """The largest APK_b or PPK at e^ε = odds: Definitions 57 and 58, nothing else."""
        largest = Fraction(0)
        for law in self.laws.values():
            mass: Any = defaultdict(Fraction)
            of_t: Any = defaultdict(Fraction)
            for (t, b, _), p in law.items():
                mass[t, b] += p
                of_t[t] += p
            outputs = {o for _, _, o in law}
            for t, u in product(of_t, repeat=2):
                apk = {b: sum((max(Fraction(0), law.get((t, b, o), Fraction(0)) / mass[t, b]
                                   - odds * law.get((u, b, o), Fraction(0)) / mass[u, b])
                               for o in outputs), Fraction(0))
                       for b in {b for _, b in mass}} if t != u else {}  # fmt: skip
                ppk = sum((mass[t, b] / of_t[t] * value for b, value in apk.items()), Fraction(0))
                largest = max([largest, *apk.values()] if active else [largest, ppk])
        return largest
