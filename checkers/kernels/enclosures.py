"""For the kernel: re-check a result about a program with continuous noise that rests on enclosures.

Trusted, with `checkers/certificates/events.py`, which encloses probabilities by its own integrals.
The subject is as for `continuous.py`, with noise of any law. Checked:

- `fails`: the two inputs are neighbours, the event is one (each word once, its intervals disjoint),
  its probabilities lie where they are stated, and P > e^ε·Q + δ by their enclosures;
- `holds` and tight numbers, where no word releases a value: all words of all pairs.

Not re-checkable: `holds` and tight numbers with released values, which rest on closed forms and
integrals over these, and all real inputs. A tight number beside a failure of that kind is compared
with what the witness shows, and the answer says that it was not re-checked.
What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from flint import arb

from dpverify.checkers.certificates.alignment import boxes
from dpverify.checkers.certificates.events import event_probability, part_text
from dpverify.checkers.kernel import Outcome
from dpverify.checkers.kernels.continuous import digest
from dpverify.defs import numbers as num
from dpverify.defs.continuous.documents import rational, read_traced
from dpverify.defs.continuous.traced import EVERY, Traced, substituted
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need as _need

PRECISIONS = (64, 256)
NAMES = {"pure-dp": {"eps"}, "local-dp": {"eps"}, "approx-dp": {"eps", "delta"}}


def belongs_here(document: Any) -> bool:
    """Whether a result about a program rests on enclosures of this kind."""
    witness = document.get("witness")
    event = isinstance(witness, dict) and "regions" in witness
    return event or (document.get("evidence") == "enclosure" and "certificate" not in document)


class _Program:
    """The subject of a result."""

    def __init__(self, given: Any, definition: str) -> None:
        self.eps = rational(given.get("eps"), "eps of the program")
        _need(self.eps > 0, "eps of the program is not positive")
        self.everywhere = "family" in given
        self.inputs: dict[str, Traced] = {}
        self.pairs: set[tuple[str, ...]] = set()
        if self.everywhere:
            _need(definition != "local-dp", "local-dp is about listed inputs")
            family = doc.member(given, "family", dict)
            self.family = read_traced(family.get("traced"), EVERY)
            self.entries = doc.labels(family.get("entries"), "entries of the family")
            self.moves = boxes(doc.member(given, "moves", str), len(self.entries))
            return
        self.inputs = {
            label: read_traced(one, EVERY)
            for label, one in doc.member(given, "inputs", dict).items()
        }
        listed = doc.member(given, "pairs", list)
        self.pairs = {tuple(doc.labels(pair, "a pair", self.inputs)) for pair in listed}
        _need(self.pairs and {*map(len, self.pairs)} == {2}, "there is no pair of neighbours")
        every: set[tuple[str, ...]] = {*permutations(self.inputs, 2)}
        self.pairs = every if definition == "local-dp" else self.pairs

    def both(self, place: Any) -> list[Traced]:
        """The program on the two inputs of a place, which must be neighbours."""
        labels = doc.labels(place.get("inputs"), "inputs of a place")
        _need(len(labels) == 2, "a place has two inputs")
        if not self.everywhere:
            _need(tuple(labels) in self.pairs, "the inputs of a place are no neighbours")
            return [self.inputs[label] for label in labels]
        vectors = [[rational(x, "an entry") for x in v] for v in doc.member(place, "entries", list)]
        _need([*map(len, vectors)] == [len(self.entries)] * 2, "entries are no two whole inputs")
        steps = [b - a for a, b in zip(*vectors, strict=True)]
        inside = any(
            all(low <= step <= high for step, (low, high) in zip(steps, box, strict=True))
            for box in self.moves
        )
        _need(inside, "the inputs of a place are no neighbours")
        return [substituted(self.family, dict(zip(self.entries, v, strict=True))) for v in vectors]

    @property
    def tells(self) -> bool:
        """Whether it releases values, or is about all real inputs: then not all is re-checked."""
        programs = self.inputs.values()
        return self.everywhere or any(
            path.released for each in programs for paths in each.words.values() for path in paths
        )

    def unit(self, traced: Traced) -> Fraction:
        """The number for ε in the conditions of a traced program."""
        return self.eps if traced.symbolic else Fraction(1)

    def event(self, traced: Traced, parts: list[Any], bits: int) -> arb:
        """The probability of an event on one input."""
        total, seen = arb(0), set()
        for part in parts:
            word = doc.member(part, "word", str)
            _need(word not in seen, "a word stands twice in the event")
            seen.add(word)
            factors = [rational(k, "a factor") for k in part.get("factors", [])]
            where = [_interval(pair) for pair in part.get("where", [[None, None]])]
            _need(any(factors) == ("where" in part), "intervals without factors, or the reverse")
            for (_, high), (low, _) in pairwise(where):
                ordered = high is not None and low is not None and high <= low
                _need(ordered, "the intervals of a word overlap")
            total += event_probability(traced, self.unit(traced), word, factors, where, bits)
        return total

    def words(self, bits: int) -> Iterator[list[tuple[arb, arb]]]:
        """Yield for each pair the two probabilities of every word; exact 0s for equal words."""
        for pair in sorted(self.pairs):
            one, other = (self.inputs[label] for label in pair)
            found = []
            for word in sorted({*one.words, *other.words}):
                if (one.noises, one.words.get(word)) == (other.noises, other.words.get(word)):
                    found.append((arb(0), arb(0)))
                else:
                    p, q = (self.event(t, [{"word": word}], bits) for t in (one, other))
                    found.append((p, q))
            yield found


def _interval(pair: Any) -> tuple[Fraction | None, Fraction | None]:
    _need(type(pair) is list and len(pair) == 2, "an interval is no pair of ends")
    low, high = (None if end is None else rational(end, "an end") for end in pair)
    _need(low is None or high is None or low < high, "an interval is empty")
    return low, high


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    try:
        document = doc.read(document) if isinstance(document, str) else document
        return Outcome("accepted", _result(document))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])


def _result(document: Any) -> str:
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, f"schema {schema[:60]!a} is not dpverify.result/1.0")
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    _need(verdict in ("holds", "fails", "unknown", None), "there is no such verdict")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    subject, given = doc.member(document, "subject", dict), doc.member(document, "given", dict)
    _need(name in NAMES, f"nothing is shown here about {name[:60]!a}")
    wanted = given.keys() == NAMES[name] if verdict else given.keys() < NAMES[name]
    _need(wanted, "given: a parameter too many or few")
    content = doc.member(subject, "program", dict)
    _need(subject.get("digest") == digest(content), "the digest is not that of the program")
    _need(document.get("evidence") == "enclosure", "evidence and verdict do not belong together")
    _need(("witness" in document) == (verdict == "fails"), "a witness belongs to 'fails', only")
    program = _Program(content, name)
    eps = doc.exactly(given.get("eps", "0"), num.as_eps, "eps")
    _need(eps >= 0 and eps != num.INFINITY, "eps is out of range")
    delta = doc.exactly(given.get("delta", "0"), num.as_bound, "delta")
    _need(0 <= delta <= 1, "delta is out of range")
    for bits in PRECISIONS:
        with working_precision(bits + 32):
            if verdict == "fails":
                place = doc.member(document, "witness", dict)
                done = _refutes(program, place, eps, delta, document.get("tight"), bits)
            else:
                done = _all_words(program, document, name, eps, delta, bits)
            if "tight" in document and not program.tells:
                done &= _tight(program, document["tight"], name, eps, bits)
        if done:
            less = ", but for the tight value" if "tight" in document and program.tells else ""
            return f"{name} {verdict or 'measured'}, of a program with noise: re-checked{less}"
    raise num.Undecided("precision", "enclosures that are wider than the claim's margin")


def _refutes(program: _Program, place: Any, eps: Any, delta: Any, tight: Any, bits: int) -> bool:
    both = program.both(place)
    event = doc.member(place, "regions", list)
    _need(all(type(part) is dict for part in event) and event, "the event is no list of words")
    known = {word for traced in both for word in traced.words}
    _need(all(part.get("word") in known for part in event), "there is no such word")
    told = [part_text(part) for part in event]
    _need(doc.member(place, "event", list) == told, "the event is not that of the regions")
    p, q = (program.event(traced, event, bits) for traced in both)
    for said, number in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
        _within(said, number, "one of the probabilities")
    excess = p - eps.ball(bits).exp() * q - delta.ball(bits)
    _within(doc.member(place, "excess", dict), excess, "the excess")
    _need(not excess <= 0, "the event does not refute the claim")
    if tight is not None and "delta" in doc.member({"tight": tight}, "tight", dict):
        _, high = _ends(tight["delta"], "delta")
        _need(not excess + delta.ball(bits) > high.ball(bits), "delta is larger than stated")
    return bool(excess > 0)


def _within(said: Any, number: arb, what: str) -> None:
    """Reject where a number cannot lie within the bounds that are stated."""
    low, high = _ends(said, what)
    _need(not number < low.ball(128) and not number > high.ball(128), f"{what} is not as stated")


def _ends(said: Any, what: str) -> tuple[Any, Any]:
    ends = [doc.exactly(doc.member(said, key, str), num.as_value, what) for key in BOUNDS]
    return ends[0], ends[1]


BOUNDS = ("lower", "upper")


def _all_words(
    program: _Program, document: Any, name: str, eps: Any, delta: Any, bits: int
) -> bool:
    """Whether every word of every pair is enclosed on the right side of what is said."""
    if program.tells:
        raise num.Undecided("unsupported", "what rests on integrals over released values")
    if document.get("verdict") is None:
        _need("tight" in document, "nothing is measured")
        return True  # what is tight is checked beside any verdict
    odds = eps.ball(bits).exp()
    excesses = [[p - odds * q for p, q in pair] for pair in program.words(bits)]
    if name != "approx-dp":
        return all(bool(excess <= 0) for pair in excesses for excess in pair)
    return all(bool(_positive(pair) <= delta.ball(bits)) for pair in excesses)


def _tight(program: _Program, tight: Any, name: str, eps: Any, bits: int) -> bool:
    """Whether a tight number lies between the bounds that are stated."""
    what = "delta" if name == "approx-dp" else "eps"
    if [*tight] != [what]:
        raise num.Undecided("unsupported", "an eps at a given delta")
    if tight[what].get("upper") == "inf":
        raise num.Undecided("unsupported", "that there is no upper bound")
    low, high = (end.ball(bits) for end in _ends(tight[what], what))
    if what == "delta":
        found = [_positive([p - eps.ball(bits).exp() * q for p, q in pair])
                 for pair in program.words(bits)]  # fmt: skip
        _need(not any(each > high for each in found), "delta is larger than stated")
        _need(any(not each < low for each in found), "delta is smaller than stated")
        enough, needed = (bool(each <= high) for each in found), (each >= low for each in found)
        return all(enough) and any(needed)
    every = [both for pair in program.words(bits) for both in pair]
    within = [p - high.exp() * q for p, q in every]
    reached = [p - low.exp() * q for p, q in every]
    _need(not any(each > 0 for each in within), "eps is larger than stated")
    _need(low <= 0 or any(not each < 0 for each in reached), "eps is smaller than stated")
    return all(bool(each <= 0) for each in within) and (
        bool(low <= 0)
        or any(bool(each >= 0 and p > 0) for each, (p, _) in zip(reached, every, strict=True))
    )


def _positive(excesses: list[arb]) -> arb:
    """Σ max(0, excess), enclosed."""
    total = arb(0)
    for each in excesses:
        if each > 0:
            total += each
        elif not each <= 0:
            total += arb(0).union(each.upper())
    return total
