"""The kernel for finite channels: re-checks a saved result from its text.

Trusted: this file, what it imports of this folder, `dpverify.defs.numbers` and the standard
library. Checked:

- the channel: known keys, distinct labels, entries ≥ 0, rows of sum 1, at least one pair of
  neighbours; its digest; the counts in `checked`; neighbours and prior where `given` has them;
- `fails`: the witness is a pair of neighbours and an event with the stated probabilities, it
  violates the claim, and by the stated excess; `holds`: the claim, for every pair it ranges over;
- `tight`: the claim holds at it, and the event of `attained_by` refutes all that is smaller (of
  bounds without exact number: at the upper, below the lower); bounds enclose their number;
- every other member: unknown ones are refused, those about where a result came from (`run`, the
  source, titles) are listed as not re-checked.

For laws P, Q of an ordered pair and E = e^ε. Pure, local DP: P(S) ≤ E·Q(S); (ε,δ): ≤ E·Q(S) + δ.
Probabilistic DP: P(P > E·Q) ≤ δ. Privacy at risk: P(P > E·Q or Q > E·P) ≤ risk. What must never
change: accepted means that all of this was checked; whatever is malformed is rejected, in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import permutations
from typing import Any, Final

from dpverify.checkers.kernel.channels import Channel, Law
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.results import (
    beside_a_witness,
    carried,
    channel_of,
    check_counts,
    check_evidence,
    enclosed_only,
    facts_of,
    opened,
    repeats_the_channel,
    tight_in_words,
    unread_of,
    without_the_whole,
)
from dpverify.checkers.kernel.weights import FINE, Row, mass, rounded, rounded_down
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need
from dpverify.defs.numbers.value import ratio

__all__ = ["Outcome", "replay"]

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "pure-dp": ("eps",),
    "local-dp": ("eps",),
    "approx-dp": ("eps", "delta"),
    "probabilistic-dp": ("eps", "delta"),
    "privacy-at-risk": ("eps", "risk"),
}
"""The definitions that are re-checked here, with their parameters in order."""

BOUND_LOSSES: Final = ("probabilistic-dp", "privacy-at-risk")
"""Definitions that bound how likely a large loss is, and not by how much an event gains."""

READ: Final[dict[str, Callable[[Any], Any]]] = {
    "eps": partial(num.as_eps, allow_infinity=True),
    "delta": num.as_bound,
    "risk": num.as_bound,
}

FEW: Final = 40
"""Pairs × outputs up to which bounds of all pairs take longer than the pairs themselves."""

REPEATED: Final = ("neighbours", "prior", "distance")
"""Members of the channel that `given` may repeat."""

PLACE: Final = ("inputs", "event", "probabilities")
"""Keys of an event on a pair of inputs; a witness has its excess besides."""


def replay(document: object) -> Outcome:
    """Re-check a result about a finite channel; the same answers as `door.replay`."""
    return judged_in_budget(document, _result)


@dataclass(frozen=True)
class _Claim:
    """A claim about a channel with all its parameters; `slack` is δ or the risk."""

    channel: Channel
    name: str
    eps: Any
    slack: Any = num.ZERO

    @cached_property
    def odds(self) -> Any:
        """e^ε; None where ε is infinite."""
        return None if self.eps.infinite_sign > 0 else num.exp(self.eps)

    @property
    def by_loss(self) -> bool:
        """Whether only the probability of outputs with a large loss counts, not what it gains.

        At ε = ∞ that is so for every definition: what exceeds ∞·Q(S) is what has Q(S) = 0.
        """
        return self.odds is None or self.name in BOUND_LOSSES

    def has_large_loss(self, p: num.Value, q: num.Value, *, at_least: bool) -> bool:
        """Whether an output of probabilities p, q has a loss > ε, or ≥ ε with `at_least`.

        For privacy at risk the loss is the absolute one, so that either side may be the larger.
        """
        both_ways = self.both_ways
        if self.odds is None:
            return q == 0 or (both_ways and p == 0)
        if at_least:
            return bool(p >= self.odds * q or (both_ways and q >= self.odds * p))
        return bool(p > self.odds * q or (both_ways and q > self.odds * p))

    @property
    def both_ways(self) -> bool:
        """Whether a loss is one in either direction."""
        return self.name == "privacy-at-risk"

    def excess(self, p: num.Value, q: num.Value) -> Any:
        """By how much an event of probabilities P(S) = p, Q(S) = q violates the claim."""
        if self.by_loss:
            return p - self.slack
        return p - self.odds * q - self.slack

    def check(self) -> None:
        """Reject unless the claim holds for every pair; at infinite ε nothing is claimed."""
        need(self.eps.sign() >= 0, "ε is negative")
        need(self.slack.sign() >= 0, "δ or the risk is negative")
        if self.odds is None:
            return
        every_pair = self.channel.pairs is None
        if every_pair and self.name in ("pure-dp", "local-dp"):
            self._check_columns()
        else:
            self._check_pairs()

    def _check_columns(self) -> None:
        """Pure DP of all pairs: in each column the largest entry against the smallest."""
        rows, outputs = self.channel.rows, self.channel.outputs
        spend("the columns", len(rows) * len(outputs), self.channel.bits)
        for y, tops, bottoms in self._open_columns():
            good = max(row[y] for row in tops) <= self.odds * min(row[y] for row in bottoms)
            need(good, f"the claim fails at the output {y[:60]!a}")

    def _open_columns(self) -> Iterator[tuple[str, list[Law], list[Law]]]:
        """Outputs with the laws that may have the largest probability of it, and the smallest.

        An output is left out where rounded numbers show that the claim holds there.
        """
        laws = list(self.channel.rows.values())
        if self.channel.integers is None:
            yield from ((y, laws, laws) for y in self.channel.outputs)
            return
        least = rounded_down(self.odds)
        # ⌊P·2^64⌋ does not fall where P rises: the largest entry is among the largest of these.
        floors = [row.floors(FINE) for row in self.channel.integers]
        for y, column in zip(self.channel.outputs, zip(*floors, strict=True), strict=True):
            high, low = max(column), min(column)
            if (high + 1) << FINE > least * low:
                yield (
                    y,
                    [law for law, floor in zip(laws, column, strict=True) if floor == high],
                    [law for law, floor in zip(laws, column, strict=True) if floor == low],
                )

    def _check_pairs(self) -> None:
        """Every ordered pair, with the event of all outputs of large loss: no other exceeds it."""
        for x, z, p, q in self._open_pairs():
            good = self.excess(p, q).sign() <= 0
            need(good, f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def _open_pairs(self) -> Iterator[tuple[str, str, num.Value, num.Value]]:
        """The pairs that bounds do not settle, with P(S), Q(S) of that event.

        Left out are those where it has no output, and those with the numbers of one before.
        """
        outputs, rows = self.channel.outputs, self.channel.integers
        seen: set[tuple[object, ...]] = set()
        if rows is None:
            spend("all pairs", self.channel.counts["pairs"] * len(outputs), self.channel.bits)
            for x, z in self.channel.ordered_pairs():
                p, q = self.channel.rows[x], self.channel.rows[z]
                worst = [y for y in outputs if self.has_large_loss(p[y], q[y], at_least=False)]
                sums = num.total(p[y] for y in worst), num.total(q[y] for y in worst)
                if worst and sums not in seen:
                    seen.add(sums)
                    yield x, z, *sums
            return
        labels = list(self.channel.rows)
        for i, j in self._unsettled(rows):
            spend("pairs that bounds leave open", len(outputs), self.channel.bits)
            masses = self._masses(rows[i], rows[j])
            if masses is not None and masses not in seen:
                seen.add(masses)
                first, second, whole = masses
                yield labels[i], labels[j], ratio(first, whole), ratio(second, whole)

    def _unsettled(self, rows: list[Row]) -> Iterable[tuple[int, int]]:
        """The pairs, by the numbers of their rows, that no bound settles; of a few, all."""
        counts, pairs = self.channel.counts, self.channel.numbered_pairs
        if counts["pairs"] * counts["outputs"] <= FEW:
            return permutations(range(len(rows)), 2) if pairs is None else pairs
        # Claims of pure privacy about all pairs, and every witness, are checked without it.
        from dpverify.checkers.kernel.lanes import Lanes

        return Lanes(rows, self.odds).open_pairs(
            pairs, self.slack, tail=self.by_loss, both_ways=self.both_ways
        )

    def _masses(self, first: Row, second: Row) -> tuple[int, int, int] | None:
        """P(S), Q(S) of the event of all outputs of large loss, as two numbers over a third one.

        Returns: None where there is no such output.
        """
        p = [weight * second.total for weight in first.weights]
        q = [weight * first.total for weight in second.weights]
        both_ways = self.both_ways
        worst = [
            place
            for place, (a, b) in enumerate(zip(p, q, strict=True))
            if self._exceeds(a, b) or (both_ways and self._exceeds(b, a))
        ]
        if not worst:
            return None
        whole = first.total * second.total
        return sum([p[o] for o in worst]), sum([q[o] for o in worst]), whole

    def _exceeds(self, p: int, q: int) -> bool:
        """Whether p > E·q, for whole numbers ≥ 0: by bounds of E, exactly where these leave it."""
        low, high = self._odds_bounds
        if p << FINE > high * q:
            return True
        return p << FINE > low * q and bool(num.Value(p) > self.odds * num.Value(q))

    @cached_property
    def _odds_bounds(self) -> tuple[int, int]:
        """Whole numbers on both sides of E·2^64."""
        return rounded(self.odds)

    def check_witness(self, place: Any) -> None:
        """Reject unless the event of a witness violates the claim, by the stated excess."""
        known_keys(place, "the witness", (*PLACE, "excess"))
        p, q = self._read(place)
        excess = self.excess(p, q)
        doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if self.by_loss:
            self._need_large_losses(place, at_least=False)
        need(excess.sign() > 0, "the event of the witness does not violate the claim")

    def check_attained(self, place: Any, parameter: str) -> None:
        """Reject unless the event of a place refutes all values below the claim's parameter.

        Below a δ or a risk, an event of excess 0 does, since that value exceeds it. Below an ε it
        does if Q(S) > 0, as ε then matters; or if it collects losses ≥ ε that are too likely, all
        of which exceed a smaller ε. Below ε = 0 there is nothing to refute.
        """
        known_keys(place, "'attained_by'", PLACE)
        p, q = self._read(place)
        below_eps = parameter == "eps"
        if below_eps and self.eps == 0:
            return
        if self.by_loss:
            self._need_large_losses(place, at_least=below_eps)
        sign = self.excess(p, q).sign()
        at_bound = sign == 0
        if below_eps:
            at_bound = at_bound and not self.by_loss and q.sign() > 0
        need(
            sign > 0 or at_bound,
            f"the event of 'attained_by' does not refute what is below the tight {parameter}",
        )

    def _read(self, place: Any) -> tuple[num.Value, num.Value]:
        """P(S), Q(S) of the event of a place, as it states them."""
        inputs = doc.labels(place["inputs"], "the inputs of the event", self.channel.rows)
        event = doc.labels(place["event"], "the event", self.channel.outputs)
        need(len(inputs) == 2, f"the event is on {len(inputs)} inputs, not on two")
        first, second = inputs
        if not self.channel.are_neighbours(first, second):
            raise num.NumberError(
                f"the inputs {first[:60]!a}, {second[:60]!a} of the event are not neighbours"
            )
        spend("the event", 2 * len(event), self.channel.bits)
        masses = mass(self.channel.rows[first], event), mass(self.channel.rows[second], event)
        stated = doc.member(place, "probabilities", list)
        need(len(stated) == 2, f"the event has {len(stated)} probabilities, not two")
        for given, weight in zip(stated, masses, strict=True):
            doc.agrees(given, weight, "a probability of the event")
        return masses

    def _need_large_losses(self, place: Any, *, at_least: bool) -> None:
        """Reject an event, of a place that was read, with an output of smaller loss."""
        # With another output the probability of the event would say too much.
        p, q = (self.channel.rows[label] for label in place["inputs"])
        good = all(self.has_large_loss(p[y], q[y], at_least=at_least) for y in place["event"])
        need(good, "the event has an output whose loss is not beyond ε")


def _parameters(name: str, given: Any, *, all_of_them: bool) -> dict[str, Any]:
    """The parameters that a claim gives: all of them, or all but one in a measurement."""
    values = {key: doc.exactly(given[key], READ[key], key) for key in NAMES[name] if key in given}
    missing = [key for key in NAMES[name] if key not in values]
    if all_of_them:
        need(not missing, f"'given' has no {missing[:1]}: a claim has all its parameters")
    else:
        need(len(missing) == 1, "'given' does not leave out the one parameter that is measured")
    for key, value in values.items():
        need(value.sign() >= 0, f"{key} is negative")
        if key == "eps":
            need(value.infinite_sign == 0, "eps is infinite: such a claim says nothing")
        else:
            need(value <= 1, f"{key} is greater than 1")
    return values


def _check_relation(name: str, channel: Channel) -> Channel:
    """The channel with the pairs that a definition speaks of.

    Local DP is about all pairs; privacy at risk takes each pair in both orders at once.
    """
    if name == "local-dp":
        return replace(channel, pairs=None)
    if name == "privacy-at-risk" and channel.pairs is not None:
        both = {(second, first) for first, second in channel.pairs} <= channel.pairs
        need(
            both, "privacy-at-risk is a claim about pairs in both orders; the relation is directed"
        )
    return channel


def check_claim(
    result: Any, verdict: str | None, channel: Channel, unread: list[str]
) -> dict[str, Any]:
    """Check a claim with its verdict, or a measurement, about a channel.

    Args: said the result, or the claim of a refutation; verdict None for a measurement; unread
        takes the members that were not re-checked, see `beside_a_witness`.
    Returns: the parameters as numbers.
    """
    name, given = result["definition"], result["given"]
    values = _parameters(name, given, all_of_them=verdict is not None)
    channel = _check_relation(name, channel)

    def claim(**new: Any) -> _Claim:
        every = values | new
        return _Claim(channel, name, *[every[key] for key in NAMES[name]])

    if verdict == "fails":
        claim().check_witness(doc.member(result, "witness", dict))
    stated = verdict is None or "tight" in result or "attained_by" in result
    # What the finder looked at is counted where the tight value comes from all pairs.
    check_counts(result, channel.counts, expected=stated)
    high: Any = num.INFINITY
    if stated:
        parameter = next((key for key in NAMES[name] if key not in values), NAMES[name][-1])
        tight = doc.member(result, "tight", dict)
        known_keys(tight, "'tight'", (parameter,))
        low, high = doc.stated(
            doc.member(tight, parameter, dict), READ[parameter], f"the tight {parameter}"
        )
        attained = doc.member(result, "attained_by", dict)
        least = claim(**{parameter: low})
        least.check_attained(attained, parameter)
        most = least if high is low else claim(**{parameter: high})
        beside_a_witness(most.check, verdict, ["tight"], unread)
    # A claim that holds at the tight value holds at every larger one.
    if verdict == "holds" and not high <= values[NAMES[name][-1]]:
        claim().check()
    return values


def _result(whole: Any) -> Outcome:
    unread: list[str] = []
    document = without_the_whole(whole, unread)
    verdict = opened(document, ("tight", "attained_by"))
    channel = channel_of(document)
    name = doc.member(document, "definition", str)
    if name not in NAMES:
        raise num.Undecided("unsupported", f"the kernel does not know the definition {name[:60]!a}")
    given = doc.member(document, "given", dict)
    besides = {key: value for key, value in given.items() if key not in NAMES[name]}
    repeats_the_channel(besides, REPEATED, carried(document))
    values = check_claim(document, verdict, channel, unread)
    tight = document.get("tight", {})
    by_balls = enclosed_only(*values.values(), *tight.values())
    check_evidence(document, verdict, by_balls=by_balls)
    facts = facts_of(given, NAMES[name], channel)
    facts += tuple(tight_in_words(key, form) for key, form in tight.items())
    return Outcome(
        "accepted",
        f"{name} {verdict or 'measured'}: re-checked",
        (*unread, *unread_of(document)),
        facts,
    )
