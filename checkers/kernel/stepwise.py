"""For the kernel: a program by steps as the subject of a result, on all real inputs of a length.

Trusted. What is re-checked of a result is said in `continuous.py`; here is what is different where
the program is given by its steps (`defs/documents/stepwise.py`), so that a thousand queries are as
few as one: the certificate aligns each step once, a place and a decay are about a run of words, and
inputs are written with how often a number stands in a row.

What must never change: the words of each step partition the space of its noises for almost every
threshold, whatever the query is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from dpverify.checkers.kernel.certificates.decay import decay_rate
from dpverify.checkers.kernel.certificates.documents import read_certificate, read_decay
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.certificates.steps import (
    StepShifts,
    as_word,
    certified_runs,
    unrolled,
)
from dpverify.checkers.kernel.outcome import known_keys, refuse_texts
from dpverify.checkers.kernel.programs import Program
from dpverify.checkers.kernel.supports import EXACT
from dpverify.defs import numbers as num
from dpverify.defs.documents.stepwise import ENTRIES, THRESHOLD, Step, read_run, read_stepwise
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


class StepProgram(Program):
    """The subject of a result, with what is computed of it here."""

    def __init__(self, given: Any, definition: str) -> None:
        known_keys(given, "the program", ("eps", "moves", "stepwise"))
        _need(definition != "local-dp", "local-dp is about listed inputs")
        self.eps = rational(given.get("eps"), "eps of the program")
        _need(self.eps > 0, "eps of the program is not positive")
        self.stepwise = read_stepwise(given["stepwise"], tuple(EXACT))
        _need(
            self.stepwise.symbolic or self.eps == 1,
            "eps of a program is 1 where no scale is in units of 1/eps",
        )
        self.everywhere, self.integers = True, False
        self.inputs, self.pairs, self.unread = {}, set(), []
        self.entries = list(self.stepwise.entries)
        self.relation = relation(doc.member(given, "moves", str), len(self.entries))
        for step in self.stepwise.steps:
            _refuse_no_step(step)

    def unit(self, traced: Traced) -> Fraction:
        """The number for ε in the conditions of a traced program."""
        return self.eps if traced.symbolic else Fraction(1)

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        known_keys(given, "the certificate", ("table", "thresholds", "steps"))
        thresholds = [rational(x, "a shift") for x in doc.member(given, "thresholds", list)]
        listed = doc.member(given, "steps", list)
        _need(len(listed) == len(self.stepwise.steps), "not every state has its shifts, alone")
        read = []
        for step, shifts in zip(self.stepwise.steps, listed, strict=True):
            form = {"table": given["table"], "shifts": shifts}
            own, _ = read_certificate(form, len(step.traced.noises))
            _entries_exist(own)
            read.append(own)
        ways = range(len(thresholds))
        every = all(
            len(boxes) == len(ways) for own in read for paths in own.values() for boxes in paths
        )
        _need(every, "the certificate does not have each box of moves")
        certificate = [
            StepShifts(
                thresholds[way],
                tuple(
                    {word: [boxes[way] for boxes in paths] for word, paths in own.items()}
                    for own in read
                ),
            )
            for way in ways
        ]
        bound = certified_runs(self.stepwise, self.relation.boxes(), certificate)
        return bound * (self.eps if self.stepwise.symbolic else 1)

    def decay(self, place: Any) -> Fraction | None:
        """The loss that a certificate of decay shows, in nats; None for ∞."""
        run = read_run(self.stepwise, doc.member(place, "word", str))
        noises, path = unrolled(self.stepwise, run)
        decay = read_decay(doc.member(place, "decay", dict), 1)
        _need(self.relation.contains(decay.move), "the steps are no moves of neighbours")
        _need(not any(decay.move[len(run) :]), "entries move after the last word of the run")
        _need(not self.relation.of_records, "a walk leaves the inputs that records can have")
        step = tuple((x, x) for x in decay.move)
        rate = decay_rate(noises, (path,), self.entries, (step,), decay)
        return None if rate is None else rate * (self.eps if self.stepwise.symbolic else 1)

    def probabilities(self, place: Any, where: str) -> tuple[num.Value, num.Value]:
        """The two probabilities of a place, computed here; they must be those that it states.

        Args: where the path of the place in the document.
        """
        more = ("excess",) if where == "witness" else ()
        known = ("inputs", "word", "probabilities", "entries", *more)
        known_keys(place, f"the place {where!r}", known)
        word, labels = doc.member(place, "word", str), self.neighbours(place)
        traced = as_word(self.stepwise, word, read_run(self.stepwise, word))
        vectors = self.vectors(place)
        both = [substituted(traced, vector) for vector in vectors]
        numbers = [star_probability(one, word, [], self.unit(one)) for one in both]
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
        doc.counts_agree({"checked": counts}, {"words": self.stepwise.words})


def written_input(vector: Sequence[Fraction]) -> str:
    """An input on one line.

    >>> written_input([Fraction(0)] * 3 + [Fraction(1, 2)])
    '(0 ×3, 1/2)'
    """
    rows = [(number, sum(1 for _ in several)) for number, several in groupby(vector)]
    parts = [f"{number}" if count == 1 else f"{number} ×{count}" for number, count in rows]
    return f"({', '.join(parts)})"


def _refuse_no_step(step: Step) -> None:
    """Reject a step that releases values, knows more than it may, or has words that overlap."""
    for paths in step.traced.words.values():
        for path in paths:
            _need(not path.released, "a step releases a value")
            for form in path.conditions:
                names = {name for name, _ in form.shift.gaps}
                _need(names <= {*ENTRIES}, "a step names a gap that is no entry")
                # Else inputs on which two sides tie have positive weight: nothing tells them apart.
                random = form.noises or THRESHOLD in names
                _need(random, "a condition of a step compares no noise")
    refuse_no_partition(step.traced, entries=ENTRIES)


def _entries_exist(shifts: Any) -> None:
    for paths in shifts.values():
        for choices in paths:
            for choice in choices:
                for shift in choice.values():
                    named = [entry for a in (shift.by, shift.size) for entry, _ in a.slopes]
                    _need(all(entry < len(ENTRIES) for entry in named), "a shift names no entry")
