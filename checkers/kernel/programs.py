"""What the kernels of programs share: reading a saved result and the traced program it is about.

Checked here: the digest; that each key has a meaning, and that nothing is stated which the kernel
of the program leaves unchecked; that the program's paths partition the space of its noises; that
"all inputs" is said of no listed ones; counts and inputs in `checked`; labels that are written as
numbers. Not re-checked, and so listed in the answer: how many pairs were examples of all inputs,
labels that are names, and where a result came from.

Trusted, as the kernels are. A program is either on all real inputs, `family` with `moves`, or on
listed `inputs` with ordered `pairs`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.outcome import (
    EXACT_KEYS,
    NOT_RECHECKED,
    NOTES_OF_RESULTS,
    Fault,
    Outcome,
    judged,
    known_keys,
    present,
    refuse_texts,
    shown,
    well_formed_notes,
)
from dpverify.checkers.kernel.supports import EXACT, Support
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import AGAIN, Law, Traced
from dpverify.defs.documents.traced_documents import rational, read_traced
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

NAMES = {"pure-dp": {"eps"}, "local-dp": {"eps"}, "approx-dp": {"eps", "delta"}}
NOT_KEPT = frozenset({"probabilistic-dp", "privacy-at-risk"})
"""Definitions that a function of the output can break: P[L > ε] may grow under post-processing."""
RESULT = ("schema", "subject", "definition", "given", "evidence", "checked")


def replayed(document: object, result: Callable[[Any], Outcome]) -> Outcome:
    """What a kernel says of a result; as `door.replay`."""
    return judged(document, result, Fault)


def only_numbers(holder: Any, what: str, keys: Collection[str]) -> None:
    """Refuse an object that holds other numbers, or says more of them, than is known of numbers."""
    known_keys(holder, what, keys)
    for key in keys:
        if isinstance(holder[key], dict):
            known_keys(holder[key], f"{what}, {key}", (), EXACT_KEYS)


def opened(
    document: Any, checked: str, names: Collection[str] = tuple(NAMES)
) -> tuple[str, Any, dict[str, Any], dict[str, Any]]:
    """Definition, verdict, what is given, and the program of a result, with its digest confirmed.

    Args: checked the members of the result that the caller checks, as for `states_only`; names the
        definitions that it knows.
    Raises: Undecided for an unknown verdict; NumberError for what is malformed, or has a key that
        nothing is known of.
    """
    refuse_schema(document)
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    _need(
        verdict in ("holds", "fails", "unknown", None), f"there is no verdict {str(verdict)[:60]!a}"
    )
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    unknown = f"the kernel does not know the definition {name[:60]!a} of such programs"
    _need(name in names, unknown, partial(num.Undecided, "unsupported"))
    doc.states_only(document, f"{checked} all_inputs")
    more = [*checked.split(), "all_inputs", *NOTES_OF_RESULTS]
    members = [
        *RESULT,
        *(["verdict"] if verdict else []),
        *(["witness"] if verdict == "fails" else []),
    ]
    known_keys(document, "the result", members, more)
    well_formed_notes(document)
    subject, given = doc.member(document, "subject", dict), doc.member(document, "given", dict)
    about = ("source", "read", "after")
    known_keys(subject, "the subject", ("kind", "digest", "program"), about)
    if "after" in subject:
        after = doc.member(subject, "after", list)
        texts = after and all(type(function) is str and function for function in after)
        _need(texts, "the functions after the release are no list of names")
        kept = verdict != "holds" or name not in NOT_KEPT
        _need(kept, f"a function of what is released can break {name}; no 'holds' carries over")
    content = doc.member(subject, "program", dict)
    _need(subject.get("digest") == digest(content), "the digest is not that of the program")
    everywhere = document.get("all_inputs", True)
    _need(type(everywhere) is bool and everywhere, "all_inputs is written where it is true, alone")
    supremum = document.get("supremum", True)
    _need(supremum is True, "supremum is written where it is true, alone")
    of_all = bool({"family", "stepwise", "argmax"} & content.keys())
    whole = of_all or "all_inputs" not in document
    _need(whole, "the program is on listed inputs alone")
    return name, verdict, given, content


def refuse_schema(document: Any) -> None:
    """Reject another schema than that of results."""
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, f"schema {schema[:60]!a} is not dpverify.result/1.0")


def digest(content: Any) -> str:
    """The digest of a program as results hold it."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def parameters(given: Mapping[str, Any]) -> tuple[Any, Any]:
    """ε and δ, 0 where they are not given."""
    eps = doc.exactly(given.get("eps", "0"), num.as_eps, "eps")
    _need(eps >= 0 and eps != num.INFINITY, "eps is out of range")
    delta = doc.exactly(given.get("delta", "0"), num.as_bound, "delta")
    _need(0 <= delta <= 1, "delta is out of range")
    return eps, delta


class Program:
    """The subject of a result."""

    def __init__(
        self,
        given: Any,
        definition: str,
        supports: Mapping[Law, Support] = EXACT,
        *,
        integers: bool = False,
        one_value: bool = False,
    ) -> None:
        """Read a program.

        Args: supports of the laws that the kernel deals with; integers whether all noise is;
            one_value whether it deals with paths that begin again, and with shapes of values.
        """
        self.eps = rational(given.get("eps"), "eps of the program")
        _need(self.eps > 0, "eps of the program is not positive")
        self.everywhere, self.integers = "family" in given, integers
        self.inputs: dict[str, Traced] = {}
        self.pairs: set[tuple[str, ...]] = set()
        self.unread: list[str] = []
        """Paths of what was not re-checked, beside what never is."""
        if self.everywhere:
            known_keys(given, "the program", ("eps", "moves", "family"))
            _need(definition != "local-dp", "local-dp is about listed inputs")
            family = doc.member(given, "family", dict)
            known_keys(family, "the family", ("entries", "traced"))
            self.family = read_traced(family.get("traced"), tuple(supports), one_value=one_value)
            self.entries = doc.labels(family.get("entries"), "entries of the family")
            self.relation = relation(doc.member(given, "moves", str), len(self.entries))
            _need(_gaps(self.family) <= {*self.entries}, "the program names a gap that is no entry")
            refuse_no_partition(
                self.family, integers=integers, entries=self.entries, supports=supports
            )
            self._eps_means_something([self.family])
            return
        known_keys(given, "the program", ("eps", "inputs", "pairs"), ("moves", "entries"))
        for label, one in doc.member(given, "inputs", dict).items():
            self.inputs[label] = read_traced(one, tuple(supports), one_value=one_value)
        listed = doc.member(given, "pairs", list)
        self.pairs = {tuple(doc.labels(pair, "a pair", self.inputs)) for pair in listed}
        _need({*map(len, self.pairs)} == {2}, "there is no pair of neighbours")
        _need(("moves" in given) == ("entries" in given), "moves and entries stand together")
        if "moves" in given:
            _need(definition != "local-dp", "local-dp is about all pairs, and none by moves")
            self._refuse_no_moves(given)
        every = {*permutations(self.inputs, 2)}
        _need(definition != "local-dp" or self.pairs == every, "local-dp is about all pairs")
        for traced in self.inputs.values():
            refuse_no_partition(traced, integers=integers, supports=supports)
        self._eps_means_something(self.inputs.values())

    def _refuse_no_moves(self, given: Any) -> None:
        """Reject listed pairs that are no neighbours by the relation that is stated for all inputs.

        Inputs that are written as other numbers than their entries are rejected as well.
        """
        entries = doc.member(given, "entries", dict)
        _need(entries.keys() == self.inputs.keys(), "not every input has its entries, alone")
        numbers = {x: [rational(k, "an entry") for k in _vector(v)] for x, v in entries.items()}
        for label, vector in numbers.items():
            _need(_reads(label, {}) == [*map(str, vector)], "the entries are not those of an input")
        for first, second in self.pairs:
            one, other = numbers[first], numbers[second]
            moves = relation(doc.member(given, "moves", str), len(one))
            _need(len(one) == len(other), "two inputs have more and fewer entries")
            step = [b - a for a, b in zip(one, other, strict=True)]
            _need(moves.contains(step), "two inputs are no neighbours by the moves")
            _need(moves.are_inputs(one, other), "an input is one of no records")

    def _eps_means_something(self, traced: Iterable[Traced]) -> None:
        symbolic = {one.symbolic for one in traced}
        # Two inputs are compared noise by noise, which says something in the same units alone.
        _need(
            len(symbolic) < 2,
            "the inputs of the program have scales in different units",
            partial(num.Undecided, "unsupported"),
        )
        _need(
            symbolic == {True} or self.eps == 1,
            "eps of a program is 1 where no scale is in units of 1/eps",
        )

    def accepted(self, document: Any, text: str) -> Outcome:
        """The answer to a result all of which was re-checked, but for `unread` and its notes."""
        given = doc.member(document, "given", dict)
        facts = [(key, shown(number)) for key, number in given.items()]
        facts.append(("digest", str(document["subject"]["digest"])))
        near = self.relation.near if self.everywhere else f"{len(self.pairs)} ordered pairs"
        facts.append(("neighbours", near))
        unread = {*present(document, NOT_RECHECKED), *self.unread}
        if "after" in document["subject"]:
            text = f"{text}, of what is released before the functions of it"
        return Outcome("accepted", text, tuple(sorted(unread)), tuple(facts))

    def counts(self, document: Any, numbers: str = "real") -> None:
        """Reject a result that states other inputs or counts in `checked` than are looked at here.

        Args: numbers what the inputs are where they are not listed.
        """
        counts = dict(doc.member(document, "checked", dict))
        if not self.everywhere:
            known_keys(counts, "'checked'", ("pairs", "words"))
            refuse_texts(counts, ("pairs", "words"))
            words = {word for label, _ in self.pairs for word in self.inputs[label].words} - {AGAIN}
            doc.counts_agree({"checked": counts}, {"pairs": len(self.pairs), "words": len(words)})
            return
        known_keys(counts, "'checked'", ("words",), ("inputs", "pairs"))
        refuse_texts(counts, ("pairs", "words"))
        if counts.pop("pairs", None) is not None:
            self.unread.append("checked.pairs")  # examples among the inputs, or their corners
        covered = self.relation.covered(numbers)
        _need(
            counts.pop("inputs", covered) == covered,
            "checked: the inputs are not those of the program",
        )
        doc.counts_agree({"checked": counts}, {"words": len({*self.family.words} - {AGAIN})})

    def unit(self, traced: Traced) -> Fraction:
        """The number for ε in the conditions of a traced program."""
        return self.eps if traced.symbolic else Fraction(1)

    def neighbours(self, place: Any) -> list[str]:
        """The labels of a place's inputs, which must be neighbours where inputs are listed."""
        labels = doc.labels(place.get("inputs"), "inputs of a place")
        _need(len(labels) == 2, "a place has two inputs")
        near = self.everywhere or tuple(labels) in self.pairs
        _need(near, "the inputs of a place are no neighbours")
        return labels

    def named(self, place: Any, where: str) -> None:
        """Reject labels of a place that are written as other numbers than its entries.

        Labels of all inputs, and entries of listed ones, are not re-checked where labels are names;
        nor are numbers for gaps that no label names.

        Args: where the path of the place in the document.
        """
        given = doc.member({"gaps": {}, **place}, "gaps", dict)
        labels = place["inputs"]
        if any(all(name not in _words(label) for label in labels) for name in given):
            self.unread.append(f"{where}.gaps")
        if "entries" not in place:
            return
        gaps = {name: num.Value(rational(k)) for name, k in given.items()}
        entries = doc.member(place, "entries", list)
        for label, vector in zip(labels, entries, strict=True):
            read = _reads(label, gaps)
            if read is None:
                self.unread.append(f"{where}.{'inputs' if self.everywhere else 'entries'}")
            else:
                same = read == [*map(str, map(rational, _vector(vector)))]
                _need(same, "the entries are not those of the inputs")

    def vectors(self, place: Any) -> list[dict[str, Fraction]]:
        """The two real inputs of a place, which must be neighbours, by the names of the entries."""
        vectors = [[rational(x, "an entry") for x in v] for v in doc.member(place, "entries", list)]
        _need(
            [*map(len, vectors)] == [len(self.entries)] * 2,
            "the entries of a place are not two inputs with all their numbers",
        )
        steps = [b - a for a, b in zip(*vectors, strict=True)]
        _need(self.relation.contains(steps), "the inputs of a place are no neighbours")
        _need(self.relation.are_inputs(*vectors), "an input of a place is one of no records")
        return [dict(zip(self.entries, vector, strict=True)) for vector in vectors]


def _reads(label: str, gaps: Mapping[str, Any]) -> list[str] | None:
    """The numbers that a label is written as, "3" or "(g + 1, 0)"; None where it is a name."""
    inside = label[1:-1].removesuffix(",") if label[0] + label[-1] in ("()", "[]") else label
    try:
        return [str(num.parse(part, symbols=gaps)) for part in inside.split(",")]
    except num.NumberError:
        return None


def _words(label: str) -> set[str]:
    return {*re.findall(r"[A-Za-z]+[0-9]*", label)}


def _vector(given: Any) -> list[Any]:
    _need(type(given) is list, "entries are no list of numbers")
    numbers: list[Any] = given
    return numbers


def _gaps(traced: Traced) -> set[str]:
    return {
        gap
        for paths in traced.words.values()
        for path in paths
        for form in (*path.conditions, *path.released)
        for gap, _ in form.shift.gaps
    }
