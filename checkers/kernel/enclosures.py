"""For the kernel: re-check a result about a program with continuous noise that rests on enclosures.

Trusted, with `kernel/certificates/events.py`, which encloses probabilities by its own integrals.
The subject is as for `continuous.py`, with noise of any law. Checked:

- `fails`: the two inputs are neighbours, the event is one (each word once, its intervals disjoint),
  its probabilities lie where they are stated, and P > e^ε·Q + δ by their enclosures;
- `holds` and tight numbers, where no word releases a value: all words of all pairs, and that the
  event of `attained_by` attains the tight number;
- the same, where values are released with the same noise on both inputs and nothing is compared:
  the largest value of all pairs, by the closed forms of `additive.py`;
- bounds enclose their number, and an `exact` one is that number.

Not re-checkable: `holds` and tight numbers of other programs that release values, which rest on
integrals over closed forms, and all real inputs. A tight number beside a failure of that kind is
compared with what the witness shows, and the answer says that it was not re-checked.
What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.certificates.events import event_probability, part_text
from dpverify.checkers.kernel.outcome import EXACT_KEYS, Outcome, known_keys
from dpverify.checkers.kernel.programs import (
    NAMES,
    Program,
    only_numbers,
    opened,
    parameters,
    replayed,
)
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need as _need

PRECISIONS = (64, 256)


class _Program(Program):
    """The subject of a result, with enclosures of its events."""

    def both(self, place: Any) -> list[Traced]:
        """The program on the two inputs of a place, which must be neighbours."""
        labels = self.neighbours(place)
        if not self.everywhere:
            return [self.inputs[label] for label in labels]
        return [substituted(self.family, vector) for vector in self.vectors(place)]

    @property
    def tells(self) -> bool:
        """Whether it releases values, or is about all real inputs: then not all is re-checked."""
        programs = self.inputs.values()
        return self.everywhere or any(
            path.released
            for program in programs
            for paths in program.words.values()
            for path in paths
        )

    def event(self, traced: Traced, parts: list[Any], bits: int) -> arb:
        """The probability of an event on one input."""
        total, seen = arb(0), set()
        for part in parts:
            known_keys(part, "a part of the event", ("word",), ("factors", "where"))
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
            probabilities = []
            for word in sorted({*one.words, *other.words}):
                if (one.noises, one.words.get(word)) == (other.noises, other.words.get(word)):
                    probabilities.append((arb(0), arb(0)))
                else:
                    p, q = (self.event(t, [{"word": word}], bits) for t in (one, other))
                    probabilities.append((p, q))
            yield probabilities


def _interval(pair: Any) -> tuple[Fraction | None, Fraction | None]:
    _need(type(pair) is list and len(pair) == 2, "an interval is no pair of ends")
    low, high = (None if end is None else rational(end, "an end") for end in pair)
    _need(low is None or high is None or low < high, "an interval is empty")
    return low, high


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "tight attained_by supremum")
    what = _measured(name, verdict, given)
    if verdict is None or "tight" in document:
        # By its one key, before anything is compared: a number under another name says nothing.
        only_numbers(doc.member(document, "tight", dict), "'tight'", (what,))
    doc.graded(document, ("enclosure",))
    program = _Program(content, name, laws.supports(laws.CONTINUOUS))
    _need(verdict is None or "supremum" not in document, "a supremum is measured")
    eps, delta = parameters(given)
    for bits in PRECISIONS:
        with working_precision(bits + 32):
            if verdict == "fails":
                place = doc.member(document, "witness", dict)
                _need("attained_by" not in document, "what is attained stands in the witness")
                decided = _refutes(program, place, eps, delta, document.get("tight"), bits)
            else:
                decided = _all_words(program, document, name, eps, delta, bits)
            if "tight" in document and not program.tells:
                decided &= _tight(program, document, name, eps, bits)
            if "attained_by" in document:
                decided &= _attained(program, document, eps, bits)
        if decided:
            program.counts(document)
            less = ""
            if (
                "tight" in document
                and program.tells
                and not _tight_released(program, document, name, eps)
            ):
                less = ", but for the tight value"
                program.unread.append("tight")
            text = f"{name} {verdict or 'measured'}, of a program with noise: re-checked{less}"
            return program.accepted(document, text)
    raise num.Undecided("precision", "enclosures that are wider than the claim's margin")


def _measured(name: str, verdict: Any, given: Any) -> str:
    """The parameter of which a result states the tight number; beside a verdict the last one."""
    if verdict is not None:
        _need(given.keys() == NAMES[name], "'given' has a parameter too many or few")
        return "delta" if name == "approx-dp" else "eps"
    (what, *more) = sorted(NAMES[name] - given.keys()) or ("",)
    _need(what and not more and given.keys() < NAMES[name], "'given': all but the measured one")
    return what


def _probabilities(program: _Program, place: Any, where: str, bits: int) -> tuple[arb, arb]:
    """Both probabilities of the event of a place; they must lie where it states them.

    Args: where the path of the place in the document.
    """
    more = [
        *(["excess"] if where == "witness" else []),
        *(["entries"] if program.everywhere else []),
    ]
    keys = ("inputs", "event", "regions", "probabilities", *more)
    known_keys(place, f"the place {where!r}", keys, ("entries", "gaps"))
    both = program.both(place)
    event = doc.member(place, "regions", list)
    _need(all(type(part) is dict for part in event) and event, "the event is no list of words")
    known = {word for traced in both for word in traced.words}
    _need(
        all(part.get("word") in known for part in event),
        "the event names a word that the program does not have",
    )
    texts = [part_text(part) for part in event]
    _need(doc.member(place, "event", list) == texts, "the event is not that of the regions")
    p, q = (program.event(traced, event, bits) for traced in both)
    for figure, number in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
        _within(figure, number, "one of the probabilities")
        _need(not number > 1, "paths of the event are no parts of one whole")
    program.named(place, where)
    return p, q


def _refutes(program: _Program, place: Any, eps: Any, delta: Any, tight: Any, bits: int) -> bool:
    p, q = _probabilities(program, place, "witness", bits)
    excess = p - eps.ball(bits).exp() * q - delta.ball(bits)
    _within(doc.member(place, "excess", dict), excess, "the excess")
    _need(not excess <= 0, "the event does not refute the claim")
    if tight is not None and "delta" in tight:
        _, high = _ends(tight["delta"], "delta")
        _need(not excess + delta.ball(bits) > high.ball(bits), "delta is larger than stated")
    return bool(excess > 0)


def _attained(program: _Program, document: Any, eps: Any, bits: int) -> bool:
    """Whether an event, enclosed as it is stated, reaches the lower bound of what is tight."""
    place = doc.member(document, "attained_by", dict)
    _need("excess" not in place, "what is attained violates nothing")
    ((what, figure),) = doc.member(document, "tight", dict).items()
    p, q = _probabilities(program, place, "attained_by", bits)
    if figure.get("upper") == "inf":
        _need(not p <= 0 and not q > 0, "the event is no impossible one on the second input")
        return bool(p > 0 and q == 0)
    low = _ends(figure, what)[0].ball(bits)
    # Where p and q are 0, p is e^ε times q for every ε.
    _need(what != "eps" or not (low > 0 and p <= 0), "the event is an impossible one")
    reached = p - low.exp() * q if what == "eps" else p - eps.ball(bits).exp() * q - low
    if program.tells and not reached >= 0:
        # Of several released values the event is one of a simple form, which need not attain it.
        program.unread.append("attained_by")
        return True
    _need(not reached < 0, "the event does not attain what is tight")
    return bool(reached >= 0)


def _within(figure: Any, number: arb, what: str) -> None:
    """Reject where a number cannot lie within the bounds that are stated."""
    low, high = _ends(figure, what)
    _need(not number < low.ball(128) and not number > high.ball(128), f"{what} is not as stated")


def _ends(figure: Any, what: str) -> tuple[Any, Any]:
    """The bounds of a number; those of an enclosure, or the number itself, twice."""
    known_keys(doc.member({what: figure}, what, dict), what, (), EXACT_KEYS)
    return doc.stated(figure, num.as_bound, what)


def _all_words(
    program: _Program, document: Any, name: str, eps: Any, delta: Any, bits: int
) -> bool:
    """Whether every word of every pair is enclosed on the right side of what is said."""
    if program.tells:
        _released(program, document, name, eps, delta)
        return True
    if document.get("verdict") is None:
        _need("tight" in document, "nothing is measured")
        return True  # what is tight is checked beside any verdict
    odds = eps.ball(bits).exp()
    excesses = [[p - odds * q for p, q in pair] for pair in program.words(bits)]
    if name != "approx-dp":
        return all(bool(excess <= 0) for pair in excesses for excess in pair)
    return all(bool(_positive(pair) <= delta.ball(bits)) for pair in excesses)


def _released(program: _Program, document: Any, name: str, eps: Any, delta: Any) -> None:
    """Reject a `holds` or a measured number that the laws of what is released contradict."""
    # Loaded here: who re-checks an event trusts no closed form.
    from dpverify.checkers.kernel import additive
    from dpverify.checkers.kernel.definitions import at_most

    try:
        if document.get("verdict") == "holds":
            value = additive.largest(program, name, eps)
            bound = delta if name == "approx-dp" else eps
            _need(at_most(value, bound), "the claim fails for a pair of neighbours")
        else:
            _need("tight" in document, "nothing is measured")
            _between(program, document, name, eps, delta)
    except num.Undecided as stop:
        if stop.code != "unsupported":
            raise
        text = "what holds or is measured with released values is not computed again"
        raise num.Undecided("unsupported", text) from None


def _tight_released(program: _Program, document: Any, name: str, eps: Any) -> bool:
    """Whether a tight δ beside a verdict was compared with the laws of what is released."""
    if document.get("verdict") is None:
        return True  # what is measured was compared before
    try:
        _between(program, document, name, eps, None)
    except num.Undecided:
        return False
    return True


def _between(program: _Program, document: Any, name: str, eps: Any, delta: Any) -> None:
    """Reject where the tight number does not lie between the bounds that are stated."""
    from dpverify.checkers.kernel import additive
    from dpverify.checkers.kernel.definitions import at_most

    ((what, figure),) = doc.member(document, "tight", dict).items()
    if "supremum" in document:
        program.unread.append("supremum")
    if name == "approx-dp" and what == "eps":
        if figure.get("upper") == "inf":
            raise num.Undecided("unsupported", "that there is no upper bound")
        low, high = (num.as_eps(end) for end in _ends(figure, what))
        enough = at_most(additive.largest(program, name, high), delta)
        _need(enough, "eps is larger than stated")
        needed = low <= 0 or not at_most(additive.largest(program, name, low), delta)
        _need(needed, "eps is smaller than stated")
        return
    value = additive.largest(program, name, eps)
    if value == num.INFINITY:
        _need(figure.get("upper") == "inf", f"{what} is infinite")
        return
    # Without a bound from above the document says less than is true, and nothing false.
    unbounded = figure.get("upper") == "inf"
    _need(not unbounded or figure.get("exact") is None, f"{what} is finite")
    low, high = _ends({**figure, "upper": figure.get("lower")} if unbounded else figure, what)
    _need(at_most(low, value), f"{what} is smaller than stated")
    if unbounded:
        raise num.Undecided("unsupported", "that there is no upper bound")
    _need(at_most(value, high), f"{what} is larger than stated")


def _tight(program: _Program, document: Any, name: str, eps: Any, bits: int) -> bool:
    """Whether a tight number lies between the bounds that are stated."""
    tight, supremum = doc.member(document, "tight", dict), document.get("supremum", False)
    what = "delta" if name == "approx-dp" else "eps"
    if [*tight] != [what]:
        raise num.Undecided("unsupported", "an eps at a given delta")
    if tight[what].get("upper") == "inf":
        raise num.Undecided("unsupported", "that there is no upper bound")
    _need(not supremum, "a finite number is called a supremum that nothing attains")
    low, high = (end.ball(bits) for end in _ends(tight[what], what))
    if what == "delta":
        deltas = [_positive([p - eps.ball(bits).exp() * q for p, q in pair])
                 for pair in program.words(bits)]  # fmt: skip
        _need(not any(each > high for each in deltas), "delta is larger than stated")
        _need(any(not each < low for each in deltas), "delta is smaller than stated")
        enough, needed = (bool(each <= high) for each in deltas), (each >= low for each in deltas)
        return all(enough) and any(needed)
    every = [both for pair in program.words(bits) for both in pair]
    within = [p - high.exp() * q for p, q in every]
    reached = [p - low.exp() * q for p, q in every]
    _need(not any(each > 0 for each in within), "eps is larger than stated")
    _need(low <= 0 or any(not each < 0 for each in reached), "eps is smaller than stated")
    # With p > 0: an impossible word meets 0 ≥ e^ε·0 at every ε, and shows nothing.
    return all(bool(each <= 0) for each in within) and (
        bool(low <= 0)
        or any(bool(each >= 0 and p > 0) for each, (p, _) in zip(reached, every, strict=True))
    )


def _positive(excesses: list[arb]) -> arb:
    """Σ max(0, excess), enclosed."""
    total = arb(0)
    for excess in excesses:
        if excess > 0:
            total += excess
        elif not excess <= 0:
            total += arb(0).union(excess.upper())
    return total
