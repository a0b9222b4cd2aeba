"""For the kernel: re-check a result about a claim for every ε of a range (`--eps-range`).

Trusted, with `eps_sums.py` and `eps_zeros.py`; nothing of `checkers/all_eps/`, which finds such
results, is used. The subject is a family: a channel whose entries are functions of ε, written out,
or that of a sparse vector with one threshold (`one_threshold.py`). Checked:

- on the whole range entries are ≥ 0 and divisors are not 0; rows sum to 1 for every ε;
- the claim P(S) ≤ e^{κε}·Q(S) + δ is decided here again for every ordered pair of neighbours: all
  zeros of the functions P_o − e^{κε}·Q_o cut the range, between them signs are those at one
  rational ε, and with δ the sum of the positive ones minus δ cuts it further. The parts of the
  document are these, with their verdicts, their ends, and whether the ends belong to them;
- of a failure each part that fails has a witness: the channel at its ε is the family, entry by
  entry, or two neighbours of it and one word, the claim is that of the family, and the kernel for
  channels accepts the result.

Where the zeros are beyond the limits here a failure is still shown by its witnesses; the answer
then says that the parts were not re-checked. What must never change: accepted means that all of
this was checked but for what is named as not re-checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise, permutations
from typing import Any

from dpverify.checkers.kernel.channels import read_channel
from dpverify.checkers.kernel.eps_sums import ONE, Quotient, read, total
from dpverify.checkers.kernel.eps_zeros import Factor, Factors, Zero
from dpverify.checkers.kernel.finite import replay as replay_channel
from dpverify.checkers.kernel.one_threshold import OneThreshold
from dpverify.checkers.kernel.outcome import (
    NOT_RECHECKED,
    NOTES_OF_RESULTS,
    Outcome,
    judged,
    known_keys,
    present,
    refuse_texts,
    shown,
    well_formed_notes,
)
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

NAMES = {"pure-dp": {"eps"}, "local-dp": {"eps"}, "approx-dp": {"eps", "delta"}}
RESULT = ("schema", "subject", "definition", "given", "verdict", "evidence", "range", "checked")
EVIDENCE = {"holds": "exact", "fails": "certificate"}
"""Verdicts with the evidence that they have, unless they rest on assumptions."""
END = partial(num.as_eps, allow_infinity=True)
RATIONAL = re.compile(r"[0-9]{1,400}(/[0-9]{0,399}[1-9][0-9]{0,399})?", re.ASCII)
Pair = tuple[str, str]


def replay(document: object) -> Outcome:
    """Re-check a result about a family; as `door.replay`."""
    return judged(document, _result)


def _result(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, f"schema {schema[:60]!a} is not dpverify.result/1.0")
    verdict = doc.member(document, "verdict", str)
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    _need(verdict in EVIDENCE, f"the verdict {verdict[:60]!a} is none about a range of eps")
    doc.graded(document, (EVIDENCE[verdict],))
    fails = verdict == "fails"
    required = (*RESULT, *(["witnesses"] if fails else []))
    known_keys(document, "the result", required, NOTES_OF_RESULTS)
    well_formed_notes(document)
    subject = doc.member(document, "subject", dict)
    known_keys(subject, "the subject", ("kind", "family"), ("source",))
    content = doc.member(subject, "family", dict)
    family = OneThreshold(content) if "threshold" in content else _Family(content)
    claim = _Claim(family, doc.member(document, "definition", str), document.get("given"))
    outputs = family.words if isinstance(family, OneThreshold) else len(family.outputs)
    counts = {"pairs": claim.count, "outputs": outputs}
    known_keys(document["checked"], "'checked'", counts)
    refuse_texts(document["checked"], counts)
    doc.counts_agree(document, counts)
    stated_range = doc.member(document, "range", dict)
    over = _Range(stated_range)
    wanted = "conditional" if "assumptions" in document else "exact"
    _need(stated_range.get("evidence") == wanted, f"the evidence of the range is {wanted!r}")
    unread = [*present(document, NOT_RECHECKED)]
    facts = (*((key, shown(document["given"][key])) for key in sorted(document["given"])),
             ("range", str(over)), ("neighbours", f"{claim.count} ordered pairs"))  # fmt: skip
    if not fails:
        parts = _Line(family, claim, over).parts()
        _agree(stated_range, over, parts)
        _need(not any(part.fails for part in parts), "the claim fails for some eps of the range")
        text = f"{claim.name} holds for every eps of the range {over}: re-checked"
        return Outcome("accepted", text, tuple(unread), facts)
    places = _witnesses(document, family, claim, unread)
    try:
        parts = _Line(family, claim, over).parts()
    except num.Undecided:
        _need(all(over.holds(eps) for eps in places), "a witness is outside the range")
        unread.append("range.parts")
    else:
        _agree(stated_range, over, parts)
        _with_witnesses(parts, places)
    text = f"{claim.name} fails at eps = {', '.join(map(str, places))[:80]}: re-checked"
    return Outcome("accepted", text, tuple(unread), facts)


def _witnesses(document: Any, family: _Subject, claim: _Claim, unread: list[str]) -> list[Fraction]:
    """The ε of all witnesses, each re-checked; adds to `unread` what was not."""
    witnesses = doc.member(document, "witnesses", list)
    _need(witnesses, "there is no witness")
    places = [_place(witness) for witness in witnesses]
    _need(len({*places}) == len(places), "a witness stands twice")
    for number, (eps, witness) in enumerate(zip(places, witnesses, strict=True)):
        more = _witness(family, claim, eps, witness)
        unread += [f"witnesses[{number}].result.{path}" for path in more]
    return places


class _Family:
    """A channel for every ε."""

    def __init__(self, given: Any) -> None:
        known_keys(given, "the family", ("inputs", "outputs", "matrix", "neighbours"))
        self.inputs = doc.labels(given.get("inputs"), "inputs")
        self.outputs = doc.labels(given.get("outputs"), "outputs")
        matrix = doc.member(given, "matrix", list)
        _need(len(self.inputs) > 1 and self.outputs, "a family needs two inputs and one output")
        self.rows: dict[str, list[Quotient]] = {}
        for label, row in zip(self.inputs, matrix, strict=True):
            _need(
                type(row) is list and len(row) == len(self.outputs),
                "a row of the family has not one entry for each output",
            )
            self.rows[label] = list(map(read, row))
            _need(total(self.rows[label]).is_one, f"row {label[:60]!a} does not sum to 1")
        relation = given.get("neighbours")
        self.pairs: frozenset[Pair] | None = None
        if not (type(relation) is str and relation == "all"):
            _need(
                type(relation) is list and relation,
                'the neighbours of the family are neither "all" nor a list of pairs',
            )
            listed = [tuple(doc.labels(pair, "a pair", self.inputs)) for pair in relation]
            _need({*map(len, listed)} == {2}, "a pair of neighbours has not two inputs")
            self.pairs = frozenset((a, b) for pair in listed for a, b in (pair, pair[::-1]))

    @property
    def entries(self) -> list[Quotient]:
        """All entries."""
        return [entry for row in self.rows.values() for entry in row]

    def at(self, eps: Fraction) -> dict[str, dict[str, num.Value]]:
        """The laws at a rational ε."""
        return {
            label: dict(zip(self.outputs, (entry.at(eps) for entry in row), strict=True))
            for label, row in self.rows.items()
        }


_Subject = _Family | OneThreshold


class _Claim:
    """P(S) ≤ e^{κε}·Q(S) + δ for all ordered pairs of neighbours."""

    def __init__(self, family: _Subject, name: str, given: Any) -> None:
        known = NAMES if isinstance(family, _Family) else {"pure-dp"}
        _need(name in known, f"nothing is shown for a range of eps about {name[:60]!a}")
        _need(
            type(given) is dict and given.keys() == NAMES[name],
            "'given' has a parameter too many or too few",
        )
        self.name, eps = name, read(given["eps"])
        self.eps, self.odds = eps, eps.exponential()
        _need(all(c > 0 for c in eps.top.terms().values()), "the claim's eps is negative")
        self.delta = read(given["delta"]) if "delta" in given else None
        self.pairs: frozenset[Pair] = frozenset()
        if isinstance(family, OneThreshold):
            self.count = family.pairs
            return
        every = frozenset(permutations(family.inputs, 2))
        self.pairs = every if name == "local-dp" or family.pairs is None else family.pairs
        self.count = len(self.pairs)

    def at(self, eps: Fraction) -> dict[str, num.Value]:
        """The parameters at a rational ε."""
        parameters = {"eps": self.eps.at(eps)}
        return parameters if self.delta is None else {**parameters, "delta": self.delta.at(eps)}


class _Range:
    """low ≤ ε ≤ high and ε > 0; `high` is None where there is no end."""

    def __init__(self, form: Any) -> None:
        known_keys(form, "the range", ("of", "over", "evidence", "parts"))
        over = doc.member(form, "over", str)
        _need(form.get("of") == "eps", "the range is not one of eps")
        self._text: str = over
        low, dots, high = ("0", "..", "inf") if over == "all" else over.partition("..")
        ends = RATIONAL.fullmatch(low) and (high == "inf" or RATIONAL.fullmatch(high))
        _need(dots and ends, "the range is neither all nor LO..HI with rationals")
        self.low, self.high = Fraction(low), None if high == "inf" else Fraction(high)
        _need(self.high is None or self.low < self.high, "the range is empty")

    def holds(self, eps: Fraction) -> bool:
        """Whether a rational ε > 0 is in the range."""
        return self.low <= eps and (self.high is None or eps <= self.high)

    def inside(self, zero: Zero) -> bool:
        """Whether a zero is in the range; shrinks its interval until that shows."""
        for end in (self.low, self.high):
            while end is not None and not zero.rational and zero.low <= end <= zero.high:
                zero.halve()  # an irrational zero is no end
        return self.holds(zero.low) and self.holds(zero.high)

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True, eq=False)
class _Piece:
    """A zero, or what lies between two; `sample` is a rational ε of it, or of a piece beside it."""

    sample: Fraction
    zero: Zero | None = None


@dataclass(frozen=True)
class _Part:
    """A maximal part of one verdict; an end is a zero, or None for the end of the range."""

    fails: bool
    start: Zero | None
    stop: Zero | None


class _Sign:
    """The sign of a function on the pieces of a line."""

    def __init__(self, factors: Factors, function: Quotient) -> None:
        top, bottom = factors.product(function.top), factors.product(function.bottom)
        self._sign = top[0] * bottom[0]
        self.zeros = list(top[1])
        self._odd = [f for part in (top[1], bottom[1]) for f, power in part.items() if power % 2]

    def on(self, piece: _Piece, known: dict[tuple[Factor, Fraction], int]) -> int:
        """0 at a zero of the function, else its sign; `known` are signs of factors at samples."""
        if piece.zero is not None and piece.zero.factor in self.zeros:
            return 0
        sign = self._sign
        for factor in self._odd:
            key = factor, piece.sample
            if key not in known:
                known[key] = factor.sign(piece.sample)
            sign *= known[key]
        return sign


class _Line:
    """The range, cut at the zeros of every function that matters."""

    def __init__(self, family: _Subject, claim: _Claim, over: _Range) -> None:
        self._over, self._claim = over, claim
        entries: list[Quotient] = []
        if isinstance(family, OneThreshold):  # its entries are probabilities by their form
            self._differences = [family.differences(claim.odds)]
        else:
            self._differences = [
                [p - claim.odds * q for p, q in zip(family.rows[a], family.rows[b], strict=True)]
                for a, b in sorted(claim.pairs)
            ]
            entries = family.entries
        slack = [] if claim.delta is None else [claim.delta, Quotient(ONE) - claim.delta]
        conditions = [*entries, *slack]
        functions = [*conditions, *(f for differences in self._differences for f in differences)]
        self._factors = Factors([a for f in functions for a in (f.top, f.bottom)])
        self._known: dict[tuple[Factor, Fraction], int] = {}
        self._signs: dict[Any, _Sign | None] = {}
        self._is_one(conditions)

    def _sign(self, function: Quotient) -> _Sign | None:
        """The signs of a function; None for the zero function."""
        key = function.top, function.bottom
        if key not in self._signs:
            zero = function.top.is_zero
            self._signs[key] = None if zero else _Sign(self._factors, function)
        return self._signs[key]

    def _pieces(self, factors: Iterable[Factor]) -> list[_Piece]:
        """The range cut at all zeros of some factors: points, and pieces between them."""
        roots = [zero for factor in dict.fromkeys(factors) for zero in self._factors.zeros(factor)]
        zeros = [zero for zero in Factors.sorted(roots) if self._over.inside(zero)]
        starts = [self._over.low, *(zero.high for zero in zeros)]
        stops = [*(zero.low for zero in zeros), self._over.high]
        samples = [_between(*ends) for ends in zip(starts, stops, strict=True)]
        pieces = []
        for number, sample in enumerate(samples):
            if number:
                neighbour = samples[number - 1] or sample
                _need(neighbour is not None, "the range is one point")
                pieces.append(_Piece(neighbour or Fraction(1), zeros[number - 1]))
            if sample is not None:
                pieces.append(_Piece(sample))
        return pieces

    def _is_one(self, conditions: Sequence[Quotient]) -> None:
        """Refuse a family that is none somewhere on the range."""
        signs = [sign for f in conditions if (sign := self._sign(f)) is not None]
        # Of 0/(eps-1) too, which has no sign.
        poles = {pole for f in conditions for pole in self._factors.product(f.bottom)[1]}
        pieces = self._pieces([*poles, *(zero for sign in signs for zero in sign.zeros)])
        for piece in pieces:
            pole = piece.zero is not None and piece.zero.factor in poles
            _need(not pole, "an entry divides by zero at some eps of the range")
            for sign in signs:
                negative = sign.on(piece, self._known) < 0
                _need(not negative, "an entry is negative, or delta out of range, at some eps")

    def parts(self) -> list[_Part]:
        """The maximal parts on which the claim holds, and on which it fails, ascending."""
        signs = [[self._sign(f) for f in each] for each in self._differences]
        cuts = dict.fromkeys(
            factor for each in signs for sign in each if sign is not None for factor in sign.zeros
        )
        pieces = self._pieces(cuts)
        if self._claim.delta is None:
            flat = list(dict.fromkeys(s for each in signs for s in each if s is not None))
            fails = [any(s.on(piece, self._known) > 0 for s in flat) for piece in pieces]
            return list(_joined(pieces, fails))
        for piece in pieces:
            for each in self._excesses(piece):
                cuts |= dict.fromkeys(each.zeros)
        pieces = self._pieces(cuts)
        fails = [
            any(each.on(piece, self._known) > 0 for each in self._excesses(piece))
            for piece in pieces
        ]
        return list(_joined(pieces, fails))

    def _excesses(self, piece: _Piece) -> list[_Sign]:
        """For each pair Σ max(0, P_o − e^{κε}·Q_o) − δ, as it is on the piece.

        At a zero it is what it is beside it: it is continuous, and so are its terms.
        """
        delta, open_piece = self._claim.delta, _Piece(piece.sample)
        excesses = []
        for functions in self._differences:
            positive = [
                f
                for f in functions
                if (sign := self._sign(f)) is not None and sign.on(open_piece, self._known) > 0
            ]
            sign = self._sign(total(positive) - delta)
            if sign is not None:
                excesses.append(sign)
        return excesses


def _between(low: Fraction, high: Fraction | None) -> Fraction | None:
    """A number strictly between two; None where there is none."""
    if high is None:
        return low + 1
    return (low + high) / 2 if low < high else None


def _joined(pieces: list[_Piece], fails: list[bool]) -> Iterable[_Part]:
    """Neighbouring pieces of one verdict as parts; where the verdict changes there is a zero."""
    groups = [
        (verdict, [piece for _, piece in group])
        for verdict, group in groupby(zip(fails, pieces, strict=True), key=lambda pair: pair[0])
    ]
    borders: list[Zero | None] = [None]
    for (_, one), (_, other) in pairwise(groups):
        border = one[-1].zero or other[0].zero
        _need(border is not None, "a verdict changes where no function is zero")
        borders.append(border)
    borders.append(None)
    for number, (verdict, _) in enumerate(groups):
        yield _Part(verdict, borders[number], borders[number + 1])


def _agree(stated_range: Any, over: _Range, parts: list[_Part]) -> None:
    """Refuse parts of the document that are not those that were found."""
    listed = doc.member(stated_range, "parts", list)
    _need(len(listed) == len(parts), f"the range has {len(parts)} parts, not {len(listed)}")
    for number, (each, part) in enumerate(zip(listed, parts, strict=True), start=1):
        known_keys(each, f"part {number}", ("verdict", "from", "to", "includes"))
        word = "fails" if part.fails else "holds"
        _need(each.get("verdict") == word, f"on part {number} of the range the claim {word}")
        _end(doc.member(each, "from", dict), part.start, over.low, f"part {number} begins")
        _end(doc.member(each, "to", dict), part.stop, over.high, f"part {number} ends")
        # The claim is a ≤ of continuous functions: it fails on an open set, holds on a closed one.
        first = over.low > 0 if part.start is None else not part.fails
        last = over.high is not None if part.stop is None else not part.fails
        _need(
            each.get("includes") == [first, last] and {*map(type, each["includes"])} == {bool},
            f"part {number} includes other ends",
        )


def _end(figure: Any, zero: Zero | None, end: Fraction | None, what: str) -> None:
    """Refuse a stated end that is not the zero, or the end of the range where that is None."""
    known_keys(figure, "an end of a part", ("lower", "upper"), ("exact", "exact_omitted"))
    low, high = doc.stated(figure, END, "an end of a part")
    wrong = f"{what} elsewhere"
    if zero is None or zero.rational:
        number = end if zero is None else zero.low
        exact: Any = num.INFINITY if number is None else num.Value(number)
        _need(low <= exact <= high, wrong)
        return
    if figure.get("exact") is not None:
        closed = zero.logarithm()
        _need(closed is not None and low == closed, f"{wrong}, or in no closed form known here")
        return
    lower, upper = (number.as_fraction() for number in (num.as_value(figure["lower"]),
                                                       num.as_value(figure["upper"])))  # fmt: skip
    while not lower <= zero.low <= zero.high <= upper:
        _need(lower < zero.high and zero.low < upper, wrong)
        zero.halve()


def _place(witness: Any) -> Fraction:
    """The ε of a witness."""
    known_keys(witness, "a witness", ("eps", "result"))
    text = doc.member(witness, "eps", str)
    _need(RATIONAL.fullmatch(text) and Fraction(text) > 0, "the eps of a witness is no rational")
    return Fraction(text)


def _witness(family: _Subject, claim: _Claim, eps: Fraction, witness: Any) -> tuple[str, ...]:
    """Refuse a witness unless its channel is the family at ε and the claim fails there.

    Returns: the fields of its result that were not re-checked.
    """
    result = doc.member(witness, "result", dict)
    about = result.get("verdict") == "fails" and result.get("definition") == claim.name
    _need(about, f"the result at eps = {eps} is about another claim")
    given, wanted = doc.member(result, "given", dict), claim.at(eps)
    _need(given.keys() == wanted.keys(), f"the claim at eps = {eps} is not that of the family")
    for key, number in wanted.items():
        parse: Callable[[Any], Any] = num.as_eps if key == "eps" else num.as_value
        same = doc.exactly(given[key], parse, key) == number
        _need(same, f"the claim at eps = {eps} is not that of the family")
    content = doc.member(doc.member(result, "subject", dict), "channel", dict)
    channel = read_channel(content)
    if isinstance(family, OneThreshold):
        # Whether a word came out is a function of the output: what fails of it fails of that.
        laws = family.excerpt([*channel.rows], channel.outputs, eps)
        same = channel.pairs is None and _equal(channel.rows, laws)
    else:
        same = channel.pairs == family.pairs and _equal(channel.rows, family.at(eps))
    _need(same, f"the channel at eps = {eps} is not that of the family")
    outcome = replay_channel(result)
    if outcome.status == "not-recheckable":
        raise num.Undecided("unsupported", outcome.text)
    _need(outcome.status == "accepted", outcome.text)
    return outcome.unread


def _equal(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two channels have the same inputs, outputs and entries, in the same order."""
    return [*one] == [*other] and all(
        [*one[x]] == [*other[x]] and all(one[x][y] == other[x][y] for y in one[x]) for x in one
    )


def _with_witnesses(parts: list[_Part], places: list[Fraction]) -> None:
    """Refuse a part that fails without a witness, and a witness elsewhere."""
    inside = [[_inside(part, eps) for part in parts] for eps in places]
    for number, part in enumerate(parts):
        shown = not part.fails or any(row[number] for row in inside)
        _need(shown, f"part {number + 1} of the range, which fails, has no witness")
    for row in inside:
        fitting = any(here and part.fails for here, part in zip(row, parts, strict=True))
        _need(fitting, "a witness is in no part that fails")


def _inside(part: _Part, eps: Fraction) -> bool:
    """Whether a rational ε lies strictly between the zeros at the ends of a part."""
    for zero in (part.start, part.stop):
        while zero is not None and not zero.rational and zero.low < eps < zero.high:
            zero.halve()
    after = part.start is None or part.start.high <= eps
    before = part.stop is None or eps <= part.stop.low
    ends = [zero.low for zero in (part.start, part.stop) if zero is not None and zero.rational]
    return after and before and eps not in ends
