"""The kernel for claims about distances and guesses: re-checks a saved result from its text.

Trusted: this file, `kernels/stated.py` (which reads the document), `checkers/kernel.py` (which
reads the channel), `dpverify.defs.numbers` and the standard library. Besides what `stated` checks:

- the channel's prior or distance;
- metric-dp, P(S) ≤ e^{ε·d}·Q(S) for any two inputs at a finite distance d (0 demands equal laws);
- guessing-advantage, P[g | Y] − P[g] ≤ η within every class of the attacker's knowledge, for every
  output that can occur there; the posterior of an event lies between those of its outputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from dpverify.checkers.kernel import Outcome
from dpverify.checkers.kernels.stated import EPS, Claim, Limit, replayed
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

MAX_WORK: Final = 2_000_000  # comparisons of exact numbers


def replay(document: object) -> Outcome:
    """Re-check a result about a distance or a guess; the same answers as `kernel.replay`."""
    return replayed(document, CLAIMS)


class _MetricDP(Claim):
    key = "eps"

    def read(self, raw: Any) -> None:
        inputs, matrix = list(self.rows), doc.member(raw, "distance", list)
        self.apart: dict[tuple[str, str], Any] = {}
        for x, row in zip(inputs, matrix, strict=True):
            for z, cell in zip(inputs, row, strict=True):
                d = doc.exactly(cell, EPS, "a distance")
                _need(d >= 0 and (x != z or d == 0), "a distance is negative, or not 0 to itself")
                if x != z and d != num.INFINITY:
                    self.apart[x, z] = d
        _need(self.apart, "no two inputs are at a finite distance")

    def parse(self, given: Any) -> Any:
        return EPS(given)

    def counts(self) -> dict[str, int]:
        return {"pairs": len(self.apart), "outputs": len(self.outputs)}

    def odds(self, eps: Any, d: Any) -> Any:
        """e^{ε·d}; None where it is infinite."""
        if eps == num.INFINITY:
            return num.ONE if d == 0 else None
        return num.exp(eps * d)

    def check(self, bound: Any) -> None:
        if bound == num.INFINITY:  # nothing is claimed
            return
        work = len(self.apart) * len(self.outputs)
        _need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", Limit)
        known: dict[str, Any] = {}
        for (x, z), d in self.apart.items():
            text = num.number_text(d)
            odds = known[text] if text in known else known.setdefault(text, self.odds(bound, d))
            p, q = self.rows[x], self.rows[z]
            good = all(p[y] <= odds * q[y] for y in self.outputs)
            _need(good, f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        inputs = doc.labels(place.get("inputs"), "inputs of the event", self.rows)
        event = doc.labels(place.get("event"), "the event", self.outputs)
        _need(len(inputs) == 2 and (inputs[0], inputs[1]) in self.apart, "inputs: no finite pair")
        p, q = (num.total(self.rows[x][y] for y in event) for x in inputs)
        for said, number in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
            doc.agrees(said, number, "a probability of the event")
        d = self.apart[inputs[0], inputs[1]]
        odds = self.odds(bound, d)
        excess = p if odds is None else p - odds * q
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if below and bound == 0:  # nothing is smaller
            return
        infinite = below and odds is None
        at_bound = below and odds is not None and d > 0 and q > 0 and excess == 0
        good = (q == 0 < p) if infinite else (at_bound or excess > 0)
        _need(good, "the event does not refute what it must")


class _GuessingAdvantage(Claim):
    key = "eta"
    details = ("goal", "knowledge")

    def read(self, raw: Any) -> None:
        inputs = list(self.rows)
        self.prior = doc.probabilities(raw.get("prior"), inputs, "prior")
        self.goal = doc.labels(self.given.get("goal"), "goal", inputs)
        _need(self.goal, "the goal is empty")
        classes = self.given.get("knowledge", [inputs])
        self.classes = [doc.labels(each, "a class of the knowledge", inputs) for each in classes]
        named = [x for each in self.classes for x in each]
        _need(len(named) == len(inputs) and {*named} == {*inputs}, "knowledge: not a partition")
        _need(all(self.classes), "knowledge: an empty class")

    def parse(self, given: Any) -> Any:
        eta = num.as_bound(given)
        _need(eta <= 1, "eta is out of range")
        return eta

    def counts(self) -> dict[str, int]:
        return {"classes": len(self.classes), "outputs": len(self.outputs)}

    def parts(self, known: list[str], event: list[str]) -> Iterator[num.Value]:
        """Without the condition: P[g], P[class], then P[g, Y], P[class, Y]."""
        inside = [x for x in known if x in self.goal]
        for some in (inside, known):
            yield num.total(self.prior[x] for x in some)
        for some in (inside, known):
            yield num.total(self.prior[x] * self.rows[x][y] for x in some for y in event)

    def check(self, bound: Any) -> None:
        work = len(self.rows) * len(self.outputs)
        _need(work <= MAX_WORK, f"too large: {work} products", Limit)
        for known in self.classes:
            for y in self.outputs:
                right, whole, hit, seen = self.parts(known, [y])
                good = hit * whole <= (right + bound * whole) * seen
                _need(good, f"the claim fails at {y[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        setting = doc.member(place, "setting", dict)
        event = doc.labels(place.get("event"), "the event", self.outputs)
        known = doc.labels(setting.get("known"), "known", self.rows)
        _need({*known} in [{*each} for each in self.classes], "known: no class of the knowledge")
        inside = doc.labels(setting.get("goal"), "goal", self.rows)
        _need({*inside} == {*known} & {*self.goal}, "goal: not that of the claim in this class")
        right, whole, hit, seen = self.parts(known, event)
        _need(whole > 0 and seen > 0, "the situation or the event cannot occur")
        before, after = right / whole, hit / seen
        for said, number in zip(
            doc.member(place, "probabilities", list), (before, after), strict=True
        ):
            doc.agrees(said, number, "a probability of a right guess")
        excess = after - before - bound
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        _need(excess > 0 or (below and excess == 0), "the event does not refute what it must")


CLAIMS: Final[Mapping[str, type[Claim]]] = {
    "metric-dp": _MetricDP,
    "guessing-advantage": _GuessingAdvantage,
}
"""The definitions that are re-checked here."""
