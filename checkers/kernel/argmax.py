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
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.certificates.steps import sides
from dpverify.checkers.kernel.outcome import known_keys, refuse_texts
from dpverify.checkers.kernel.programs import Program
from dpverify.checkers.kernel.stepwise import written_input
from dpverify.checkers.kernel.supports import EXACT
from dpverify.defs import numbers as num
from dpverify.defs.documents.argmax import FIRST, read_argmax
from dpverify.defs.documents.traced import Traced, exact_law, substituted
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


class ArgmaxProgram(Program):
    """The subject of a result, with what is computed of it here."""

    def __init__(self, given: Any, definition: str) -> None:
        known_keys(given, "the program", ("eps", "moves", "argmax"))
        _need(definition != "local-dp", "local-dp is about listed inputs")
        self.eps = rational(given.get("eps"), "eps of the program")
        _need(self.eps > 0, "eps of the program is not positive")
        self.argmax = read_argmax(given["argmax"], tuple(EXACT))
        self.first = self.argmax.first
        _need(
            self.argmax.symbolic or self.eps == 1,
            "eps of a program is 1 where no scale is in units of 1/eps",
        )
        self.everywhere, self.integers = True, False
        self.inputs, self.pairs, self.unread = {}, set(), []
        self.entries = list(self.argmax.entries)
        self.relation = relation(doc.member(given, "moves", str), len(self.entries))

    def unit(self, traced: Traced) -> Fraction:
        """The number for ε in the conditions of a traced program."""
        return self.eps if traced.symbolic else Fraction(1)

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        known_keys(given, "the certificate", ("table", "shifts"), ("leads",))
        moves = self.relation.boxes()
        alike = sides(moves)
        shifts, leads = read_certificate(given, len(self.first.noises))
        if self.argmax.lead:
            _need(not shifts and leads == {FIRST: 0}, "the lead is not that of the first entry")
            law = exact_law(self.argmax.noise.law)
            _need(law == "laplace", "a lead is kept by the shift of Laplace noise alone")
            widest = max(high - low for low, high in alike)
            return widest / self.argmax.noise.scale * self.unit(self.first)
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
        """The two probabilities of a place, computed here; they must be those that it states.

        Args: where the path of the place in the document.
        """
        more = ("excess",) if where == "witness" else ()
        known = ("inputs", "word", "probabilities", "entries", *more)
        known_keys(place, f"the place {where!r}", known)
        _need(doc.member(place, "word", str) == FIRST, f"the word is not {FIRST!r}")
        labels, vectors = self.neighbours(place), self.vectors(place)
        both = [substituted(self.first, vector) for vector in vectors]
        numbers = [star_probability(one, FIRST, [], self.unit(one)) for one in both]
        stated = doc.member(place, "probabilities", list)
        for figure, number in zip(stated, numbers, strict=True):
            doc.agrees(figure, number, "one of the probabilities")
            _need(number <= 1, "a probability is above 1")
        written = [written_input([*vector.values()]) for vector in vectors]
        _need(labels == written, "the entries are not those of the inputs")
        return numbers[0], numbers[1]

    def counts(self, document: Any, numbers: str = "real") -> None:
        """Reject a result that states other inputs or counts in `checked` than are looked at."""
        counts = dict(doc.member(document, "checked", dict))
        known_keys(counts, "'checked'", ("words",), ("inputs",))
        refuse_texts(counts, ("words",))
        covered = self.relation.covered(numbers)
        same = counts.pop("inputs", covered) == covered
        _need(same, "checked: the inputs are not those of the program")
        doc.counts_agree({"checked": counts}, {"words": self.argmax.count})
