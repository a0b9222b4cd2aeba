"""The kernel for claims about distances and guesses: re-checks a saved result from its text.

Trusted: this file, `kernel/stated.py` and what it imports (which read the document and the
channel), `dpverify.defs.numbers` and the standard library. Besides what `stated` checks:

- the channel's prior or distance;
- metric-dp, P(S) ≤ e^{ε·d}·Q(S) for any two inputs at a finite distance d (0 demands equal laws);
- guessing-advantage, P[g | Y] − P[g] ≤ η within every class of the attacker's knowledge, for every
  output that can occur there; the posterior of an event lies between those of its outputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.stated import EPS, Claim, Limit, replayed, stated_as
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MAX_WORK: Final = 2_000_000  # comparisons of exact numbers


def replay(document: object) -> Outcome:
    """Re-check a result about a distance or a guess; the same answers as `door.replay`."""
    return replayed(document, CLAIMS)


class _MetricDP(Claim):
    key = "eps"

    def read(self) -> None:
        distance = self.channel.distance
        need(distance is not None, "the channel has no distance, which metric-dp is about")
        # At an infinite distance nothing is claimed, and an input is no pair with itself.
        self.apart: dict[tuple[str, str], Any] = {
            (x, z): d for (x, z), d in (distance or {}).items() if x != z and d != num.INFINITY
        }
        need(self.apart, "no two inputs are at a finite distance")

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
        need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", Limit)
        spend("all pairs", work, self.channel.bits)
        known: dict[str, Any] = {}
        for (x, z), d in self.apart.items():
            text = num.number_text(d)
            odds = known[text] if text in known else known.setdefault(text, self.odds(bound, d))
            p, q = self.rows[x], self.rows[z]
            good = all(p[y] <= odds * q[y] for y in self.outputs)
            need(good, f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        inputs = doc.labels(place["inputs"], "the inputs of the event", self.rows)
        event = doc.labels(place["event"], "the event", self.outputs)
        need(len(inputs) == 2, f"the event is on {len(inputs)} inputs, not on two")
        finite = (inputs[0], inputs[1]) in self.apart
        need(finite, "the inputs of the event are at an infinite distance: nothing is claimed")
        p, q = (num.total(self.rows[x][y] for y in event) for x in inputs)
        stated_as(place["probabilities"], (p, q), "a probability of the event")
        d = self.apart[inputs[0], inputs[1]]
        odds = self.odds(bound, d)
        excess = p if odds is None else p - odds * q
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if below and bound == 0:  # nothing is smaller
            return
        if odds is None:
            # A tight ε of ∞: an output that one input alone can give.
            need(below and q == 0 < p, "the event does not show that no finite ε holds")
            return
        # At distance 0, or where Q(S) = 0, an excess of 0 says nothing of smaller ε.
        at_bound = below and d > 0 and q > 0 and excess == 0
        need(excess > 0 or at_bound, "the event does not refute what it must")


class _GuessingAdvantage(Claim):
    key = "eta"
    details = ("goal", "knowledge")
    optional = ("knowledge",)
    place = ("setting", "event", "probabilities")

    def read(self) -> None:
        inputs = list(self.rows)
        need(self.channel.prior is not None, "the channel has no prior, which a guess is about")
        self.prior = self.channel.prior or {}
        self.goal = doc.labels(self.given["goal"], "the goal", inputs)
        need(self.goal, "the goal is empty")
        classes = self.given.get("knowledge", [inputs])
        need(type(classes) is list, "the knowledge is not a list of classes")
        self.classes = [
            doc.labels(members, "a class of the knowledge", inputs) for members in classes
        ]
        named = [x for members in self.classes for x in members]
        need(len(named) == len({*named}), "the knowledge: an input is in two classes")
        need({*named} == {*inputs}, "an input is in no class of the knowledge")
        need(all(self.classes), "a class of the knowledge is empty")

    def parse(self, given: Any) -> Any:
        eta = num.as_bound(given)
        need(eta <= 1, "eta is greater than 1")
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
        need(work <= MAX_WORK, f"too large: {work} products for all outputs", Limit)
        bits = self.channel.bits + max(p.bits for p in self.prior.values())
        spend("all outputs", 2 * work, bits)
        for known in self.classes:
            for y in self.outputs:
                right, whole, hit, seen = self.parts(known, [y])
                good = hit * whole <= (right + bound * whole) * seen
                need(good, f"the claim fails at {y[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        setting = place["setting"]
        known_keys(setting, "the setting", ("goal", "known"))
        event = doc.labels(place["event"], "the event", self.outputs)
        known = doc.labels(setting["known"], "what is known", self.rows)
        need(
            {*known} in [{*members} for members in self.classes],
            "what is known is no class of the knowledge",
        )
        inside = doc.labels(setting["goal"], "the goal", self.rows)
        need({*inside} == {*known} & {*self.goal}, "the goal is not that of the claim in its class")
        right, whole, hit, seen = self.parts(known, event)
        need(whole > 0 and seen > 0, "the situation or the event cannot occur")
        before, after = right / whole, hit / seen
        stated_as(place["probabilities"], (before, after), "a probability of a right guess")
        excess = after - before - bound
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        need(excess > 0 or (below and excess == 0), "the event does not refute what it must")


CLAIMS: Final[Mapping[str, type[Claim]]] = {
    "metric-dp": _MetricDP,
    "guessing-advantage": _GuessingAdvantage,
}
"""The definitions that are re-checked here."""
