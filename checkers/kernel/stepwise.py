"""For the kernel: a program by steps as the subject of a result, on all real inputs of a length.

Trusted. What is re-checked of a result is said in `continuous.py`; here is what is different where
the program is given by its steps (`defs/documents/stepwise.py`), so that a thousand queries are as
few as one: the certificate aligns each step once, a place and a decay are about a run of words, and
inputs are written with how often a number stands in a row.

What must never change: the words of each step partition the space of its noises for almost every
threshold, whatever the query is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.checkers.kernel.certificates.decay import decay_rate
from dpverify.checkers.kernel.certificates.documents import read_certificate, read_decay
from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.certificates.steps import (
    StepShifts,
    as_word,
    certified_runs,
    unrolled,
)
from dpverify.checkers.kernel.many_entries import ManyEntries
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.documents.stepwise import (
    ENTRIES,
    THRESHOLD,
    Step,
    Stepwise,
    read_run,
    read_stepwise,
)
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


class StepProgram(ManyEntries[Stepwise]):
    """The subject of a result, with what is computed of it here."""

    def __init__(self, given: Any, definition: str) -> None:
        super().__init__(given, definition, "stepwise", read_stepwise)
        for step in self.stated.steps:
            _refuse_no_step(step)

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        known_keys(given, "the certificate", ("table", "thresholds", "steps"))
        thresholds = [rational(x, "a shift") for x in doc.member(given, "thresholds", list)]
        listed = doc.member(given, "steps", list)
        _need(len(listed) == len(self.stated.steps), "not every state has its shifts, alone")
        read = []
        for step, shifts in zip(self.stated.steps, listed, strict=True):
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
        bound = certified_runs(self.stated, self.relation.boxes(), certificate)
        return bound * (self.eps if self.stated.symbolic else 1)

    def decay(self, place: Any) -> Fraction | None:
        """The loss that a certificate of decay shows, in nats; None for ∞."""
        run = read_run(self.stated, doc.member(place, "word", str))
        noises, path = unrolled(self.stated, run)
        decay = read_decay(doc.member(place, "decay", dict), 1)
        _need(self.relation.contains(decay.move), "the steps are no moves of neighbours")
        _need(not any(decay.move[len(run) :]), "entries move after the last word of the run")
        _need(not self.relation.of_records, "a walk leaves the inputs that records can have")
        step = tuple((x, x) for x in decay.move)
        rate = decay_rate(noises, (path,), self.entries, (step,), decay)
        return None if rate is None else rate * (self.eps if self.stated.symbolic else 1)

    def probabilities(self, place: Any, where: str) -> tuple[num.Value, num.Value]:
        """The two probabilities of a place; as `ManyEntries.probabilities_of`."""
        word = doc.member(place, "word", str)
        traced = as_word(self.stated, word, read_run(self.stated, word))
        return self.probabilities_of(word, traced, place, where)

    def counts(self, document: Any, numbers: str = "real") -> None:
        """Reject a result that states other inputs or counts in `checked` than are looked at."""
        self.counts_of(self.stated.words, document, numbers)


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
