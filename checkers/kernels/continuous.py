"""For the kernel: re-check a result about a program with continuous noise.

Trusted, with `checkers/certificates/`. The subject is the traced program (`defs/continuous/
documents.py`): either on all real inputs, `family` with `moves`, or on listed `inputs` with ordered
`pairs`. Checked:

- `holds`: the alignments of `certificate` show a loss of at most ε, for every word and every move;
- `fails`: the two inputs are neighbours, and the probabilities (or densities) of the word, computed
  here by another method, are those that are stated, and violate the claim by the excess stated;
- a measured ε: both: the certificate shows that no more is needed, and `attained_by` that no less
  is, or the decay in `approached_by`: a supremum.

That the words are all that the program can say rests on what traced it (`defs/continuous/`). Not
re-checkable: other limits that no input attains, and words whose probability is no product of
stars.
What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

from dpverify.checkers.certificates.alignment import (
    Fault,
    Words,
    boxes,
    certified,
    family_moved,
    pair_moved,
)
from dpverify.checkers.certificates.corners import corner_boxes
from dpverify.checkers.certificates.decay import decay_rate
from dpverify.checkers.certificates.documents import read_certificate, read_decay
from dpverify.checkers.certificates.lead import lead_cost
from dpverify.checkers.certificates.star import star_probability
from dpverify.checkers.kernel import Outcome
from dpverify.defs import numbers as num
from dpverify.defs.continuous.documents import rational, read_traced
from dpverify.defs.continuous.traced import Traced, only, substituted
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

STILL: Any = ((),)
NAMES = {"pure-dp": {"eps"}, "local-dp": {"eps"}, "approx-dp": {"eps", "delta"}}


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
            self.family = read_traced(family.get("traced"))
            self.entries = doc.labels(family.get("entries"), "entries of the family")
            self.moves = boxes(doc.member(given, "moves", str), len(self.entries))
            named = _gaps(self.family)
            _need(named <= {*self.entries}, "the program names a gap that is no entry")
        else:
            for label, one in doc.member(given, "inputs", dict).items():
                self.inputs[label] = read_traced(one)
            listed = [
                doc.labels(p, "a pair", self.inputs) for p in doc.member(given, "pairs", list)
            ]
            self.pairs = set(map(tuple, listed))
            _need(self.pairs and {*map(len, self.pairs)} == {2}, "there is no pair of neighbours")
            every = {*permutations(self.inputs, 2)}
            _need(definition != "local-dp" or self.pairs == every, "local-dp is about all pairs")

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        if self.everywhere:
            shifts, leads = read_certificate(given, len(self.family.noises))
            corners = given.get("corners", False)
            _need(type(corners) is bool, "corners is neither true nor false")
            moves = corner_boxes(self.moves) if corners else self.moves
            _need(all(w in self.family.words for w in leads), "a lead is about no word")
            words = family_moved(self.family, self.entries)
            plain = {word: paths for word, paths in words.items() if word not in leads}
            best = self._certified(self.family, plain, moves, shifts)
            for word, number in leads.items():
                paths = self.family.words[word]
                for box in moves:
                    cost = lead_cost(self.family.noises, paths, self.entries, box, number)
                    best = max(best, cost * self._unit(self.family))
            return best
        parts, best, seen = doc.member(given, "pairs", list), Fraction(0), set()
        for part in parts:
            pair = tuple(doc.labels(part.get("inputs"), "inputs of a certificate", self.inputs))
            _need(len(pair) == 2, "a certificate is about no pair")
            one, other = (self.inputs[label] for label in pair)
            shifts, leads = read_certificate(part, len(one.noises))
            _need(not leads, "leads are about all real inputs")
            best = max(best, self._certified(one, pair_moved(one, other), STILL, shifts))
            seen.add(pair)
        _need(seen >= self.pairs, "a pair of neighbours has no certificate")
        return best

    def _certified(self, traced: Traced, words: Words, moves: Any, shifts: Any) -> Fraction:
        _entries_exist(shifts, 0 if moves is STILL else len(self.entries))
        found = certified(traced.noises, words, moves, shifts)
        return found * self._unit(traced)

    def _unit(self, traced: Traced) -> Fraction:
        return self.eps if traced.symbolic else Fraction(1)

    def decay(self, place: Any) -> Fraction | None:
        """The loss that a certificate of decay shows, in nats; None for ∞."""
        _need(self.everywhere, "a decay is about all real inputs")
        paths = self.family.words[doc.member(place, "word", str)]
        decay = read_decay(doc.member(place, "decay", dict), len(paths))
        rate = decay_rate(self.family.noises, paths, self.entries, self.moves, decay)
        return None if rate is None else rate * self._unit(self.family)

    def probabilities(self, place: Any) -> tuple[num.Value, num.Value]:
        """The two probabilities of a place, computed here; they must be those that it states."""
        values = [rational(x, "a released value") for x in place.get("released", [])]
        word, both = doc.member(place, "word", str), self._both(place)
        _need(word in both[0].words, "there is no such word")
        key = "densities" if values else "probabilities"
        found = [star_probability(one, word, values, self._unit(one)) for one in both]
        for said, number in zip(doc.member(place, key, list), found, strict=True):
            doc.agrees(said, number, f"one of the {key}")
        return found[0], found[1]

    def _both(self, place: Any) -> list[Traced]:
        """The program on the two inputs of a place, which must be neighbours."""
        labels = doc.labels(place.get("inputs"), "inputs of a place")
        _need(len(labels) == 2, "a place has two inputs")
        if not self.everywhere:
            _need(tuple(labels) in self.pairs, "the inputs of a place are no neighbours")
            gaps = {k: rational(x, "a gap") for k, x in place.get("gaps", {}).items()}
            _need(all(number > 0 for number in gaps.values()), "a gap is not positive")
            return [substituted(self.inputs[label], gaps) for label in labels]
        vectors = [[rational(x, "an entry") for x in v] for v in doc.member(place, "entries", list)]
        _need([*map(len, vectors)] == [len(self.entries)] * 2, "entries are no two whole inputs")
        steps = [b - a for a, b in zip(*vectors, strict=True)]
        inside = any(
            all(low <= step <= high for step, (low, high) in zip(steps, box, strict=True))
            for box in self.moves
        )
        _need(inside, "the inputs of a place are no neighbours")
        word = only(self.family, doc.member(place, "word", str))
        return [substituted(word, dict(zip(self.entries, v, strict=True))) for v in vectors]


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    try:
        document = doc.read(document) if isinstance(document, str) else document
        return Outcome("accepted", _result(document))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (Fault, ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])


def _result(document: Any) -> str:
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, f"schema {schema[:60]!a} is not dpverify.result/1.0")
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    _need(verdict in ("holds", "fails", "unknown", None), "there is no such verdict")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    subject = doc.member(document, "subject", dict)
    given = doc.member(document, "given", dict)
    _need(name in NAMES, f"nothing is shown here about {name[:60]!a}")
    _need(given.keys() == (NAMES[name] if verdict else set()), "given: a parameter too many or few")
    content = doc.member(subject, "program", dict)
    _need(subject.get("digest") == digest(content), "the digest is not that of the program")
    program = _Program(content, name)
    eps = doc.exactly(given["eps"], num.as_eps, "eps") if verdict else num.as_eps(0)
    _need(eps >= 0 and eps != num.INFINITY, "eps is out of range")
    if "delta" in given:
        delta = doc.exactly(given["delta"], num.as_bound, "delta")
        _need(0 <= delta <= 1, "delta is out of range")
    bound = program.bound(document["certificate"]) if "certificate" in document else None
    if "bound" in document:
        _need(bound is not None, "a bound without certificate")
        doc.agrees(document["bound"]["eps"], num.as_eps(bound), "the bound", num.as_eps)
    _evidence(document, verdict)
    _need(("witness" in document) == (verdict == "fails"), "a witness belongs to 'fails', only")
    if verdict == "holds":
        _need(bound is not None and num.as_eps(bound) <= eps, "the certificate shows no such eps")
    if verdict == "fails":
        _need(name != "approx-dp", "a word alone does not refute approx-dp")
        _refutes(program, doc.member(document, "witness", dict), eps)
    if verdict is None or "tight" in document:
        _need(name != "approx-dp", "that no smaller eps is enough is not shown for approx-dp")
        _tight(program, document, bound)
    return f"{name} {verdict or 'measured'}, of a program with continuous noise: re-checked"


def _evidence(document: Mapping[str, Any], verdict: Any) -> None:
    known = ("certificate",) if verdict == "holds" else ("certificate", "exact")
    _need(document.get("evidence") in known, "evidence and verdict do not belong together")


def _refutes(program: _Program, place: Any, eps: Any) -> None:
    p, q = program.probabilities(place)
    excess = p - num.exp(eps) * q
    _need(excess > 0, "the word does not refute the claim")
    doc.agrees(doc.member(place, "excess", dict), excess, "the excess")


def _tight(program: _Program, document: Any, bound: Fraction | None) -> None:
    """Reject unless the stated ε, or its bounds, lie between what is attained and the bound."""
    tight = doc.member(document, "tight", dict)
    _need([*tight] == ["eps"], "tight: not eps alone")
    low, high = doc.stated(tight["eps"], lambda x: num.as_eps(x, allow_infinity=True), "tight eps")
    _need(low >= 0, "tight eps is negative")
    enough = high == num.INFINITY or (bound is not None and num.as_eps(bound) <= high)
    _need(enough, "the certificate does not show that so much is enough")
    if "approached_by" in document:
        place = doc.member(document, "approached_by", dict)
        if "decay" in place:
            rate = program.decay(place)
            needed = rate is None or num.as_eps(rate) >= low
            _need(needed, "the decay does not show that so much is needed")
            return
        raise num.Undecided(
            "unsupported",
            "the bound from above is re-checked; that it is approached, a limit, is not",
        )
    if "attained_by" not in document:
        _need(low == 0, "nothing shows that so much is needed")
        return
    p, q = program.probabilities(document["attained_by"])
    needed = p > 0 and q == 0 if low == num.INFINITY else q > 0 and p >= num.exp(low) * q
    _need(needed or (p > 0 and q == 0), "the place does not show that so much is needed")


def digest(content: Any) -> str:
    """The digest of a program as results hold it."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _gaps(traced: Traced) -> set[str]:
    return {
        gap
        for paths in traced.words.values()
        for path in paths
        for form in (*path.conditions, *path.released)
        for gap, _ in form.shift.gaps
    }


def _entries_exist(shifts: Mapping[str, Any], count: int) -> None:
    for paths in shifts.values():
        for choices in paths:
            for choice in choices:
                for shift in choice.values():
                    named = [entry for a in (shift.by, shift.size) for entry, _ in a.slopes]
                    _need(all(entry < count for entry in named), "a shift names no entry")
