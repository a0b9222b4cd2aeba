"""For the kernel: re-check a result about a program that releases one value, or none, on each path.

Trusted, with `mixture_claims.py`, `one_noise.py`, `rounded.py` and `programs.py`. On each path
coins fall on intervals, whose lengths are a weight; further conditions hold single noises between
two ends; and one value is released, or rounded, or a remainder of one, or none. Paths may begin
again. So for each word the output has a density that is a finite sum of densities with weights.
Each value is computed here, by integrals and bounds of its own, for every ordered pair:

- `tight`: no value is larger than its upper bound, and one is at least its lower bound;
- `directions`: the value of each ordered pair; `attained_by` and `witness`: of one;
- `holds` and `fails`: on which side of the claim the values lie. A failure may state its witness
  alone. Of f-DP a value is how much more easily a pair is told apart than f allows.

Over all real inputs the program must do no more with them than to move the place at which all parts
of a word have their mode. Then δ(ε) of a move rises with its size for every ε ≥ 0, in both orders,
and with these all divergences of two laws: `checkers/mixtures/pairs.py` has the proof. Of a law
that is not even, a move and the same move turned around are two. So where words of such laws move,
no combination of directions that a move may have is left out: `_worst`.
Laplace noise may also be drawn again until the value lies between fixed ends. For a mode beyond an
end the law is that of a mode at it. Between them ln Z, of the chance Z that a value is kept, is
concave, and falls by at most 1/b per length. So the largest loss d/b + ln(Z(l + d)/Z(l)) of modes d
apart, and the range 2·d/b of the loss, are largest for the furthest move, with one mode at an end:
`checkers/mixtures/domain.py` has the proof.
What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.mixture_answers import NUMBER, Answer
from dpverify.checkers.kernel.mixture_claims import (
    MEASURED,
    OF_THE_LOSS,
    Claim,
    Limit,
    Words,
)
from dpverify.checkers.kernel.mixture_sources import LAWS, End, Factor, Share, Source
from dpverify.checkers.kernel.one_noise import Tries, in_shape
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import Program, opened, replayed
from dpverify.checkers.kernel.rounded import Told, in_cells, is_rounded, smooth
from dpverify.checkers.kernel.supports import Support
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import AGAIN, Form, Noise, Path, Traced, substituted
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

MOST_DIRECTIONS: Final = 60
MOST_ENTRIES: Final = 12
COIN: Final = "coin"
AT_AN_END: Final = frozenset({"pure-dp", "bounded-range"})
"""What is known to be worst at an end of a domain where values beyond it are drawn again."""
EVEN: Final = frozenset({"laplace", "gaussian", "uniform", "logistic"})
"""Laws whose density is the same on both sides of its mode."""
Place = tuple[str, ...]
Speed = tuple[Sequence[Fraction], bool]
"""How fast the place of a word moves with each entry, and whether its law is even."""


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    names = tuple(MEASURED)
    name, verdict, given, content = opened(document, "tight attained_by directions orders", names)
    program = Program(content, name, _supports(), one_value=True)
    _refuse_other_forms(program)
    claim = Claim(name, verdict, given, document.get("orders"))
    survey = _Survey(program, claim)
    program.counts(document)
    program.unread = [path for path in program.unread if path != "checked.pairs"]
    _counted(document, len(survey.places))
    if claim.function is not None:
        return _of_a_function(document, survey)
    whole = ("tight", "attained_by", "directions")
    alone = verdict == "fails" and not any(key in document for key in whole)
    if alone:
        value = doc.member(doc.member(document, "witness", dict), "value", dict)
    else:
        value = _tight(document, survey)
    balls = isinstance(claim.bound, num.Real) or value.get("exact") is None
    doc.graded(document, ("enclosure" if balls else "exact",))
    if verdict == "holds":
        survey.all_at_most(claim.bound, "the claim fails for a pair of neighbours")
    if verdict == "fails":
        witness = doc.member(document, "witness", dict)
        answer = survey.at(witness, "witness", {"value", "excess"})
        _need(not answer.at_most(claim.bound), "the witness does not violate the claim")
        answer.less(claim.bound).agrees(witness["excess"], "the excess")
    scope = "all real inputs" if program.everywhere else "the listed inputs"
    return program.accepted(document, f"{name} {verdict or 'measured'}, on {scope}: re-checked")


def _of_a_function(document: Any, survey: _Survey) -> Outcome:
    """A claim about a trade-off function: no margin is above 0, or that of the witness is."""
    verdict = document.get("verdict")
    _need(verdict in ("holds", "fails"), "a trade-off function is claimed, and not measured")
    both = {"tight", "attained_by"} & document.keys()
    _need(not both, "a claim about a trade-off function has no tight number")
    doc.graded(document, ("enclosure",))
    _directions(document, survey)
    if verdict == "holds":
        survey.all_at_most(num.Value(0), "a pair of neighbours is told apart more easily")
    else:
        witness = doc.member(document, "witness", dict)
        answer = survey.at(witness, "witness", {"value", "excess"})
        _need(not answer.at_most(num.Value(0)), "the witness does not violate the claim")
        answer.agrees(witness["excess"], "the excess")
    scope = "all real inputs" if survey.program.everywhere else "the listed inputs"
    return survey.program.accepted(document, f"f-dp {verdict}, on {scope}: re-checked")


def _tight(document: Any, survey: _Survey) -> Mapping[str, Any]:
    """The tight value; reject unless it is that, attained where it is said to be."""
    tight, name = doc.member(document, "tight", dict), survey.claim.measured
    low, high = _bounds(tight, name)
    # What is no list of places is refused before anything is computed, which may take long.
    _listed(document, survey)
    survey.all_at_most(high, "the tight value is too small")
    attained = doc.member(document, "attained_by", dict)
    answer = survey.at(attained, "attained_by", {"value"})
    _need(answer.at_least(low), "the pair in 'attained_by' does not reach the tight value")
    _directions(document, survey)
    found: Mapping[str, Any] = tight[name]
    return found


def _supports() -> Mapping[str, Support]:
    """Where the noise of each law may lie; a coin between 0 and 1."""
    own = laws.supports(laws.CONTINUOUS)
    known = {law: own[law] for law in LAWS}
    return {**known, COIN: lambda _: (Fraction(0), Fraction(1))}


def _counted(document: Any, pairs: int) -> None:
    if "pairs" in document["checked"]:
        doc.agrees(document["checked"]["pairs"], num.Value(pairs), "the number of pairs")


def _bounds(tight: Any, name: str) -> tuple[Any, Any]:
    known_keys(tight, "'tight'", (name,))
    known_keys(tight[name], "the tight value", ("lower", "upper"), ("exact", "exact_omitted"))
    return doc.stated(tight[name], NUMBER, "the tight value")


def _listed(document: Any, survey: _Survey) -> list[Any]:
    """The list of directions, as long as it must be, of places with their values."""
    listed: list[Any] = doc.member(document, "directions", list)
    _need(len(listed) == min(len(survey.places), MOST_DIRECTIONS), "directions are left out")
    for one in listed:
        survey.refuse_other_keys(one, "directions", {"value"})
    return listed


def _directions(document: Any, survey: _Survey) -> None:
    """Reject unless each ordered pair stands there once, with its value."""
    places = []
    for one in _listed(document, survey):
        survey.at(one, "directions", {"value"})
        places.append(survey.key(one))
    _need(len({*places}) == len(places), "a direction stands twice")


class _Survey:
    """The values of all ordered pairs that a claim ranges over."""

    def __init__(self, program: Program, claim: Claim) -> None:
        self.program, self.claim = program, claim
        self._told: dict[Any, Told] = {}
        self._values: dict[Any, Answer] = {}
        everywhere = program.everywhere
        self.places = _corners(program, claim.name) if everywhere else sorted(program.pairs)

    def all_at_most(self, bound: Any, fault: str) -> None:
        """Reject where a value is larger."""
        for key in self.places:
            _need(self._value(key).at_most(bound), fault)

    def key(self, place: Any) -> Any:
        """The ordered pair of a place: its labels, or its inputs in numbers."""
        labels = self.program.neighbours(place)
        if not self.program.everywhere:
            return tuple(labels)
        return tuple(tuple(vector.values()) for vector in self.program.vectors(place))

    def refuse_other_keys(self, place: Any, where: str, keys: set[str]) -> None:
        """Reject a place that says something else, or less, than these keys and its inputs."""
        entries = {"entries"} if self.program.everywhere else set()
        known_keys(place, f"'{where}'", ("inputs", *sorted(keys | entries)))

    def at(self, place: Any, where: str, keys: set[str]) -> Answer:
        """The value of the pair of a place, which must be as stated."""
        self.refuse_other_keys(place, where, keys)
        key = self.key(place)
        if self.program.everywhere:
            self.program.named(place, where)
        answer = self._value(key)
        answer.agrees(place["value"], f"the value in '{where}'")
        return answer

    def _value(self, key: Any) -> Answer:
        if key not in self._values:
            one, other = (self._of(side) for side in key)
            if is_rounded(one) or is_rounded(other):
                answer = self.claim.answer(in_cells(one, other), smooth(one, other))
            else:
                answer = self.claim.answer((_words(one), _words(other)))
            self._values[key] = answer
        return self._values[key]

    def _of(self, side: Any) -> Told:
        program = self.program
        if side not in self._told:
            if program.everywhere:
                values = dict(zip(program.entries, side, strict=True))
                traced = substituted(program.family, values)
            else:
                traced = program.inputs[side]
            self._told[side] = _in_numbers(traced, program.unit(traced))
        return self._told[side]


# ---------------------------------------------------------------- what a program says


def _refuse_other_forms(program: Program) -> None:
    every = [program.family] if program.everywhere else [*program.inputs.values()]
    coins = [noise for traced in every for noise in traced.noises if noise.law == COIN]
    _need(all(coin.scale == 1 for coin in coins), "a coin is a number between 0 and 1")
    symbolic = any(traced.symbolic for traced in every)
    _need(not (coins and symbolic), "coins beside ε as a symbol", Limit)


def _in_numbers(traced: Traced, unit: Fraction) -> Told:
    """The shares of a program in numbers, by word, each with the shape in which it is released."""
    noises = [Noise(noise.law, noise.scale / unit) for noise in traced.noises]
    tries = {
        word: [(share, path.shape) for path in paths for share in _shares(noises, path)]
        for word, paths in traced.words.items()
        if word != AGAIN
    }
    factors: tuple[Factor, ...] = ()
    if AGAIN in traced.words:
        factors = (Tries(tuple(share for pairs in tries.values() for share, _ in pairs)),)
    return {
        word: [(replace(share, factors=factors), shape) for share, shape in pairs]
        for word, pairs in tries.items()
    }


def _words(told: Told) -> Words:
    """The words of a program that rounds nothing."""
    return {
        word: [each for share, shape in pairs for each in in_shape(share, shape)]
        for word, pairs in told.items()
    }


def _shares(noises: Sequence[Noise], path: Path) -> list[Share]:
    """A path as a share; none where its conditions cannot hold."""
    ends: dict[int, tuple[End, End]] = {}
    for form in path.conditions:
        _need(not form.shift.gaps, "an input lies beyond all bounds", Limit)
        if not form.noises:
            if form.shift.constant < 0:
                return []
            continue
        _need(len(form.noises) == 1, "noises are compared with each other", Limit)
        ((number, factor),) = form.noises
        end, (low, high) = -form.shift.constant / factor, ends.get(number, (None, None))
        if factor > 0:
            ends[number] = (end if low is None else max(low, end)), high
        else:
            ends[number] = low, (end if high is None else min(high, end))
    weight = Fraction(1)
    for number in [n for n in ends if noises[n].law == COIN]:
        low, high = ends.pop(number)
        weight *= max(
            Fraction(0), min(Fraction(1), 1 if high is None else high) - max(Fraction(0), low or 0)
        )
    if not weight or any(_empty(*pair) for pair in ends.values()):
        return []
    source, low, high = _value_of(noises, path.released, ends)
    chances = [(_source(noises[n], Fraction(1), Fraction(0)), *ends[n]) for n in sorted(ends)]
    return [Share(weight, tuple(chances), source, low, high)]


def _empty(low: End, high: End) -> bool:
    return low is not None and high is not None and low >= high


def _value_of(
    noises: Sequence[Noise], released: Sequence[Form], ends: dict[int, tuple[End, End]]
) -> tuple[Source | None, End, End]:
    """The law of the released value, and between which ends it lies; these are taken out."""
    if not released:
        return None, None, None
    _need(len(released) == 1, "several values are released", Limit)
    (form,) = released
    _need(form.noises and not form.shift.gaps, "a value is released without noise", Limit)
    centre = form.shift.constant
    if len(form.noises) == 1:
        ((number, factor),) = form.noises
        own = [None if x is None else factor * x + centre for x in ends.pop(number, (None, None))]
        low, high = own if factor > 0 else own[::-1]
        return _source(noises[number], factor, centre), low, high
    for number, _ in form.noises:
        normal = noises[number].law == "gaussian" and number not in ends
        _need(normal, "a sum of noises that are not Gaussian, or compared", Limit)
    square = sum((k * k * noises[n].scale ** 2 for n, k in form.noises), Fraction(0))
    return Source("gaussian", square, centre, False), None, None


def _source(noise: Noise, factor: Fraction, centre: Fraction) -> Source:
    _need(noise.law in LAWS, f"{noise.law[:40]} is released, or held between ends", Limit)
    return Source(noise.law, (factor * noise.scale) ** 2, centre, factor < 0)


# ---------------------------------------------------------------- all real inputs


def _corners(program: Program, name: str) -> list[Any]:
    """The ordered pairs of inputs among which the largest value is; see above why."""
    count = len(program.entries)
    known = "where P[L > ε] is largest among all real inputs"
    _need(name not in OF_THE_LOSS, known, Limit)
    _need(count <= MOST_ENTRIES, "there are too many entries to try all their moves", Limit)
    found: list[Any] = []
    _need(not program.relation.of_records, "inputs that are records move in other ways", Limit)
    domain = _domain(program)
    if domain is not None:
        _need(name in AT_AN_END, f"{name} where the input decides what is drawn again", Limit)
        hulls = program.relation.hulls()
        # A move and its opposite, each a polytope of its own, are one pair in both orders.
        return [*dict.fromkeys(pair for corners in hulls for pair in _ends(*domain, corners))]
    speeds = _speeds(program)
    origin = (Fraction(0),) * count
    for corners in program.relation.hulls():
        for corner in _worst(speeds, corners):
            found += [(origin, corner), (corner, origin)]
    return found


def _worst(speeds: Sequence[Speed], corners: Sequence[Any]) -> list[Any]:
    """Corners of a polytope of moves, such that each move is at most as bad as one of them.

    Each takes all words furthest. Of words whose law is not even, those that move in proportion
    to each other have one direction. A move takes each up or down, as some corner does: for all
    combinations of these there must be a corner, or one that is turned around, of which the other
    order says the same.
    """
    moves = [
        [sum((k * x for k, x in zip(speed, corner, strict=True)), Fraction(0))
         for speed, _ in speeds]
        for corner in corners
    ]  # fmt: skip
    columns = [*zip(*moves, strict=True)]
    most = [max(map(abs, column)) for column in columns]
    uneven = [k for k, (_, even) in enumerate(speeds) if not even and most[k]]
    ways = {_direction(columns[k]): k for k in reversed(uneven)}
    signs = [sorted({x > 0 for x in columns[k] if x}) for k in ways.values()]
    found: dict[tuple[bool, ...], Any] = {}
    for corner, move in zip(corners, moves, strict=True):
        if [*map(abs, move)] == most:
            own = tuple(move[k] > 0 for k in ways.values())
            if own not in found and tuple(not up for up in own) not in found:
                found[own] = corner
    _need(found, "no one move takes all words furthest", Limit)
    every = prod(map(len, signs))
    known = {*found, *(tuple(not up for up in own) for own in found)}
    enough = every <= len(known) and known >= {*product(*signs)}
    _need(enough, "which move is worst for words whose laws are not even", Limit)
    return [*found.values()]


def _direction(column: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The moves of a word over the first that is not 0: the same of words in proportion."""
    first = next(x for x in column if x)
    return tuple(x / first for x in column)


def _domain(program: Program) -> tuple[End, End, Fraction, list[Fraction]] | None:
    """The ends between which the only value is kept, and where its mode is.

    Returns: both ends, the constant of the mode and its speed in each entry; None unless the one
        path that ends holds one Laplace noise, of which its conditions say where the value lies.
    """
    paths = [
        path for word, paths in program.family.words.items() if word != AGAIN for path in paths
    ]
    if AGAIN not in program.family.words or len(paths) != 1 or not paths[0].conditions:
        return None
    (path,) = paths
    if path.shape or len(path.released) != 1 or len(path.released[0].noises) != 1:
        return None
    (value,) = path.released
    ((number, factor),) = value.noises
    gaps = dict(value.shift.gaps)
    if program.family.noises[number].law != "laplace" or not gaps:
        return None
    low: End = None
    high: End = None
    for form in path.conditions:
        if len(form.noises) != 1 or form.noises[0][0] != number:
            return None
        ratio = form.noises[0][1] / factor  # the form is ratio·(value − end)
        if dict(form.shift.gaps) != {entry: ratio * k for entry, k in gaps.items()}:
            return None
        end = value.shift.constant - form.shift.constant / ratio
        if ratio > 0:
            low = end if low is None else max(low, end)
        else:
            high = end if high is None else min(high, end)
    return low, high, value.shift.constant, [gaps.get(x, Fraction(0)) for x in program.entries]


def _ends(
    low: End, high: End, constant: Fraction, speed: Sequence[Fraction], corners: Sequence[Any]
) -> list[Any]:
    """Both orders of a pair whose mode moves furthest, with the mode of one at an end."""
    rises = [sum((k * x for k, x in zip(speed, c, strict=True)), Fraction(0)) for c in corners]
    k = max(range(len(rises)), key=lambda k: abs(rises[k]))
    if low is not None:
        mode = low - rises[k] if rises[k] < 0 else low
    else:
        _need(high is not None, "no end of a domain", Limit)
        mode = Fraction(high or 0) - max(Fraction(0), rises[k])
    place = next(k for k, x in enumerate(speed) if x)
    one = [Fraction(0)] * len(speed)
    one[place] = (mode - constant) / speed[place]
    other = tuple(a + b for a, b in zip(one, corners[k], strict=True))
    return [(tuple(one), other), (other, tuple(one))]


def _speeds(program: Program) -> list[Speed]:
    """How fast the place of each word moves with each entry, and whether its law is even."""
    found, noises = list[Speed](), program.family.noises
    for paths in program.family.words.values():
        _need(not any(path.shape for path in paths), "a remainder, on all real inputs", Limit)
        places = {form.shift for path in paths for form in path.released}
        gaps = any(form.shift.gaps for path in paths for form in path.conditions)
        _need(not gaps and len(places) < 2, "the input does more than to move a value", Limit)
        for path in paths:
            values = {n for form in path.released for n, _ in form.noises}
            held = any(n in values for form in path.conditions for n, _ in form.noises)
            _need(not held, "a value that is released is cut off", Limit)
        for place in places:
            named = dict(place.gaps)
            laws_of = {noises[n].law for p in paths for form in p.released for n, _ in form.noises}
            speed = [named.get(entry, Fraction(0)) for entry in program.entries]
            found.append((speed, laws_of <= EVEN))
    return found
