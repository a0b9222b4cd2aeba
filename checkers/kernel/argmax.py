"""For the kernel: a noisy argmax as the subject of a result, on all real inputs of a length.

Trusted. What is re-checked of a result is said in `continuous.py`; here is what is different where
the program is given as an argmax of entries with noise of one law (`defs/documents/argmax.py`), so
that a thousand entries are as few as one.

Why one word is enough. Renumber entries and noises by a permutation that takes i to 0: the noises
have one law, so P(i is the largest | x) = P(0 is the largest | the renumbered x), and so for leads.
Where neighbours move so that all entries have the same bounds, they are neighbours again. So what
an alignment of the first word shows for every move of a box, it shows of every word.

A lead. Let the first entry be the largest, and tell by how much, m = min_j r_j with r_j its
distance to entry j. Shift its noise alone, by what keeps m: `certificates/lead.py` has the proof,
with r_j for every rival j. Where the input moves, r_j changes by (move of 0) − (move of j), which
is at most high − low of the bounds of a move; so every event costs at most (high − low)/b for
Laplace noise of scale b.

A place and a decay are about the event that the first entry is the largest, whatever its lead: an
event of the output in both cases.

What must never change: a bound is returned only where all entries move alike.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.checkers.kernel.certificates.alignment import certified, family_moved
from dpverify.checkers.kernel.certificates.decay import decay_rate
from dpverify.checkers.kernel.certificates.documents import read_certificate, read_decay
from dpverify.checkers.kernel.certificates.steps import sides
from dpverify.checkers.kernel.many_entries import ManyEntries
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.documents.argmax import FIRST, Argmax, read_argmax
from dpverify.defs.documents.traced import exact_law
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


class ArgmaxProgram(ManyEntries[Argmax]):
    """The subject of a result, with what is computed of it here."""

    def __init__(self, given: Any, definition: str) -> None:
        super().__init__(given, definition, "argmax", read_argmax)
        self.first = self.stated.first

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        known_keys(given, "the certificate", ("table", "shifts"), ("leads",))
        moves = self.relation.boxes()
        alike = sides(moves)
        shifts, leads = read_certificate(given, len(self.first.noises))
        if self.stated.lead:
            _need(not shifts and leads == {FIRST: 0}, "the lead is not that of the first entry")
            law = exact_law(self.stated.noise.law)
            _need(law == "laplace", "a lead is kept by the shift of Laplace noise alone")
            widest = max(high - low for low, high in alike)
            return widest / self.stated.noise.scale * self.unit(self.first)
        _need(not leads, "the program tells no lead")
        slopes = [
            entry
            for paths in shifts.values()
            for boxes in paths
            for choice in boxes
            for shift in choice.values()
            for affine in (shift.by, shift.size)
            for entry, _ in affine.slopes
        ]
        _need(all(entry < len(self.entries) for entry in slopes), "a shift names no entry")
        words = family_moved(self.first, self.entries)
        return certified(self.first.noises, words, moves, shifts) * self.unit(self.first)

    def decay(self, place: Any) -> Fraction | None:
        """The loss that a certificate of decay shows, in nats; None for ∞."""
        _need(doc.member(place, "word", str) == FIRST, f"the word is not {FIRST!r}")
        decay = read_decay(doc.member(place, "decay", dict), 1)
        _need(self.relation.contains(decay.move), "the steps are no moves of neighbours")
        _need(not self.relation.of_records, "a walk leaves the inputs that records can have")
        step = tuple((x, x) for x in decay.move)
        paths = self.first.words[FIRST]
        rate = decay_rate(self.first.noises, paths, self.entries, (step,), decay)
        return None if rate is None else rate * self.unit(self.first)

    def probabilities(self, place: Any, where: str) -> tuple[num.Value, num.Value]:
        """The two probabilities of a place; as `ManyEntries.probabilities_of`."""
        _need(doc.member(place, "word", str) == FIRST, f"the word is not {FIRST!r}")
        return self.probabilities_of(FIRST, self.first, place, where)

    def counts(self, document: Any, numbers: str = "real") -> None:
        """Reject a result that states other inputs or counts in `checked` than are looked at."""
        self.counts_of(self.stated.count, document, numbers)
