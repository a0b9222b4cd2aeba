"""For the kernel: re-check a result about a program with continuous noise.

Trusted, with `checkers/kernel/certificates/`. The subject is the traced program
(`defs/documents/traced_documents.py`): either on all real inputs, `family` with `moves`, or on
listed `inputs` with ordered `pairs`. Checked:

- `holds`: the alignments of `certificate` show a loss of at most ε, for every word and every move;
- `fails`: the two inputs are neighbours, and the probabilities (or densities) of the word, computed
  here by another method, are those that are stated, and violate the claim by the excess stated;
- a measured ε: both: the certificate shows that no more is needed, and `attained_by` that no less
  is, or the decay in `approached_by`: a supremum. The inputs and the quotient of limits beside a
  decay are for readers; the answer says that they were not re-checked.

That the words are all that the program can say rests on what traced it (`defs/continuous/`). Not
re-checkable: other limits that no input attains, and words whose probability is no product of
stars.
What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.kernel.argmax import ArgmaxProgram
from dpverify.checkers.kernel.certificates.alignment import (
    Words,
    certified,
    family_moved,
    pair_moved,
)
from dpverify.checkers.kernel.certificates.corners import corner_boxes
from dpverify.checkers.kernel.certificates.decay import decay_rate
from dpverify.checkers.kernel.certificates.documents import read_certificate, read_decay
from dpverify.checkers.kernel.certificates.lead import lead_cost
from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import (
    NAMES,
    Program,
    only_numbers,
    opened,
    parameters,
    replayed,
)
from dpverify.checkers.kernel.stepwise import StepProgram
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Traced, only, substituted
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

CHECKED = "tight attained_by approached_by supremum bound certificate"
STILL: Any = ((),)


class _Program(Program):
    """The subject of a result, with what is computed of it here."""

    def bound(self, given: Any) -> Fraction:
        """What the certificate shows, in nats."""
        if self.everywhere:
            known_keys(given, "the certificate", ("table", "shifts"), ("leads", "corners"))
            shifts, leads = read_certificate(given, len(self.family.noises))
            corners = given.get("corners", False)
            _need(type(corners) is bool, "corners is neither true nor false")
            moves = self.relation.boxes()
            moves = corner_boxes(moves) if corners else moves
            _need(all(w in self.family.words for w in leads), "a lead is about no word")
            words = family_moved(self.family, self.entries)
            plain = {word: paths for word, paths in words.items() if word not in leads}
            best = self._certified(self.family, plain, moves, shifts)
            for word, number in leads.items():
                paths = self.family.words[word]
                for box in moves:
                    cost = lead_cost(self.family.noises, paths, self.entries, box, number)
                    best = max(best, cost * self.unit(self.family))
            return best
        known_keys(given, "the certificate", ("pairs",))
        parts, best, seen = doc.member(given, "pairs", list), Fraction(0), set()
        for part in parts:
            known_keys(part, "a certificate", ("inputs", "table", "shifts"))
            pair = tuple(doc.labels(part.get("inputs"), "inputs of a certificate", self.inputs))
            _need(len(pair) == 2, "a certificate is about no pair")
            one, other = (self.inputs[label] for label in pair)
            shifts, leads = read_certificate(part, len(one.noises))
            _need(not leads, "leads are about all real inputs")
            best = max(best, self._certified(one, pair_moved(one, other), STILL, shifts))
            seen.add(pair)
        _need(seen >= self.pairs, "a pair of neighbours has no certificate")
        _need(seen <= self.pairs, "a certificate is about no pair of neighbours")
        _need(len(parts) == len(seen), "a pair of neighbours has two certificates")
        return best

    def _certified(self, traced: Traced, words: Words, moves: Any, shifts: Any) -> Fraction:
        _entries_exist(shifts, 0 if moves is STILL else len(self.entries))
        bound = certified(traced.noises, words, moves, shifts)
        return bound * self.unit(traced)

    def decay(self, place: Any) -> Fraction | None:
        """The loss that a certificate of decay shows, in nats; None for ∞."""
        _need(self.everywhere, "a decay is about all real inputs")
        paths = self.family.words[doc.member(place, "word", str)]
        decay = read_decay(doc.member(place, "decay", dict), len(paths))
        _need(self.relation.contains(decay.move), "the steps are no moves of neighbours")
        _need(not self.relation.of_records, "a walk leaves the inputs that records can have")
        step = tuple((x, x) for x in decay.move)
        rate = decay_rate(self.family.noises, paths, self.entries, (step,), decay)
        return None if rate is None else rate * self.unit(self.family)

    def probabilities(self, place: Any, where: str) -> tuple[num.Value, num.Value]:
        """The two probabilities of a place, computed here; they must be those that it states.

        Args: where the path of the place in the document.
        """
        values = [rational(x, "a released value") for x in place.get("released", [])]
        word, both = doc.member(place, "word", str), self._both(place)
        _need(word in both[0].words, f"the program has no word {word[:60]!a}")
        key = "densities" if values else "probabilities"
        more = ["excess"] if where == "witness" else []
        more += ["entries"] if self.everywhere else []
        more += ["released"] if values else []
        optional = ["gaps"] if self.everywhere else ["gaps", "entries"]
        known_keys(place, f"the place {where!r}", ("inputs", "word", key, *more), optional)
        numbers = [star_probability(one, word, values, self.unit(one)) for one in both]
        for figure, number in zip(doc.member(place, key, list), numbers, strict=True):
            doc.agrees(figure, number, f"one of the {key}")
            _need(values or number <= 1, "paths of the word are no parts of one whole")
        self.named(place, where)
        return numbers[0], numbers[1]

    def _both(self, place: Any) -> list[Traced]:
        """The program on the two inputs of a place, which must be neighbours."""
        labels = self.neighbours(place)
        if not self.everywhere:
            gaps = {k: rational(x, "a gap") for k, x in place.get("gaps", {}).items()}
            _need(all(number > 0 for number in gaps.values()), "a gap is not positive")
            both = [substituted(self.inputs[label], gaps) for label in labels]
            for one in both if gaps else ():
                refuse_no_partition(one)  # with numbers for the gaps, which were beyond all bounds
            return both
        word = only(self.family, doc.member(place, "word", str))
        return [substituted(word, vector) for vector in self.vectors(place)]


Subject = _Program | StepProgram | ArgmaxProgram


def _opened_program(content: Any, name: str) -> Subject:
    """The program as it is given: by its words, by its steps, or as an argmax of its entries."""
    if isinstance(content, dict) and "stepwise" in content:
        return StepProgram(content, name)
    if isinstance(content, dict) and "argmax" in content:
        return ArgmaxProgram(content, name)
    return _Program(content, name)


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, CHECKED)
    _need(
        given.keys() == (NAMES[name] if verdict else set()),
        "'given' has a parameter too many or few",
    )
    program = _opened_program(content, name)
    eps, _ = parameters(given)
    bound = program.bound(document["certificate"]) if "certificate" in document else None
    if "bound" in document:
        _need(bound is not None, "a bound stands without certificate")
        _need([*doc.member(document, "bound", dict)] == ["eps"], "the bound: not eps alone")
        only_numbers(document["bound"], "the bound", ("eps",))
        doc.agrees(document["bound"]["eps"], num.as_eps(bound), "the bound", num.as_eps)
    if verdict == "holds":
        _need(bound is not None and num.as_eps(bound) <= eps, "the certificate shows no such eps")
    if verdict == "fails":
        _need(name != "approx-dp", "a word alone does not refute approx-dp")
        _refutes(program, doc.member(document, "witness", dict), eps)
    if verdict is None or document.keys() & {"tight", "attained_by", "approached_by", "supremum"}:
        _need(name != "approx-dp", "that no smaller eps is enough is not shown for approx-dp")
        _tight(program, document, bound)
    _evidence(document, verdict)  # last: a limit is exact without certificate, and ends before
    program.counts(document)
    less = ", but for the limit" if "approached_by.limit" in program.unread else ""
    claim = f"{name} {verdict or 'measured'}, of a program with continuous noise"
    return program.accepted(document, f"{claim}: re-checked{less}")


def _evidence(document: Mapping[str, Any], verdict: Any) -> None:
    """Reject another word for the evidence than the one that follows from what was checked.

    All that is accepted here rests on a certificate or on a place, but for a measured number that
    is known by its bounds alone.
    """
    bounds = False
    if verdict is None:
        form = doc.member(document, "tight", dict).get("eps")
        bounds = isinstance(form, dict) and form.get("exact", 0) is None
    doc.graded(document, ("enclosure" if bounds else "certificate",))


def _refutes(program: Subject, place: Any, eps: Any) -> None:
    p, q = program.probabilities(place, "witness")
    excess = p - num.exp(eps) * q
    _need(excess > 0, "the word does not refute the claim")
    only_numbers({"excess": doc.member(place, "excess", dict)}, "the witness", ("excess",))
    doc.agrees(doc.member(place, "excess", dict), excess, "the excess")


def _tight(program: Subject, document: Any, bound: Fraction | None) -> None:
    """Reject unless the stated ε, or its bounds, lie between what is attained and the bound."""
    tight = doc.member(document, "tight", dict)
    _need([*tight] == ["eps"], "the tight value is not one of eps alone")
    only_numbers(tight, "tight", ("eps",))
    low, high = doc.stated(tight["eps"], lambda x: num.as_eps(x, allow_infinity=True), "tight eps")
    _need(low >= 0, "tight eps is negative")
    enough = high == num.INFINITY or (bound is not None and num.as_eps(bound) <= high)
    _need(enough, "the certificate does not show that so much is enough")
    approached = "approached_by" in document
    if approached:
        _need(document.get("supremum") is True, "what is approached is a supremum")
        _need("attained_by" not in document, "a supremum is attained")
        place = doc.member(document, "approached_by", dict)
        if "decay" in place:
            words = ("inputs", "released", "limit")  # how a reader may imagine the walk
            known_keys(place, "what is approached", ("word", "decay"), words)
            program.unread += [f"approached_by.{key}" for key in words if key in place]
            rate = program.decay(place)
            needed = rate is None or num.as_eps(rate) >= low
            _need(needed, "the decay does not show that so much is needed")
            return
        raise num.Undecided(
            "unsupported",
            "the bound from above is re-checked; that it is approached, a limit, is not",
        )
    _need(not document.get("supremum"), "nothing shows a supremum")
    if "attained_by" not in document:
        _need(low == 0, "nothing shows that so much is needed")
        return
    p, q = program.probabilities(doc.member(document, "attained_by", dict), "attained_by")
    needed = p > 0 and q == 0 if low == num.INFINITY else q > 0 and p >= num.exp(low) * q
    _need(needed or (p > 0 and q == 0), "the place does not show that so much is needed")


def _entries_exist(shifts: Mapping[str, Any], count: int) -> None:
    for paths in shifts.values():
        for choices in paths:
            for choice in choices:
                for shift in choice.values():
                    named = [entry for a in (shift.by, shift.size) for entry, _ in a.slopes]
                    _need(all(entry < count for entry in named), "a shift names no entry")
