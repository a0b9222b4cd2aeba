"""For the kernel: re-check a result about a program that releases values and compares nothing.

Trusted, with `checkers/kernel/programs.py` and `dpverify.defs.numbers`. Each released value is a
linear form in noises plus a number that depends on the input, and the noises have the same laws on
all inputs. So the laws P, Q of the output on two inputs differ by a shift of the values alone, and
the smallest parameter of the definition at which the claim holds for (P, Q) has a closed form,
which stands in `laws.py`.

Over all real inputs neighbours move in polytopes. Of Gaussian values the answer rises with μ², a
convex function of the move, so it is largest at a corner; of other values `definitions.py` says
where. What is largest where neighbours move in an ℓ2 ball says `ball.py`.
Over all integer inputs every move of integers is tried.

What must never change: accepted means that the value of every pair of neighbours was computed here,
the largest is the stated one, and it lies on the side of the claim that the verdict says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from flint import fmpq, fmpq_mat

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.definitions import (
    DEFINITIONS,
    Definition,
    Ordered,
    WorstCorner,
    any_number,
    at_most,
    comparable,
)
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import Program, only_numbers, opened, replayed
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Form, Noise, Traced
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

if TYPE_CHECKING:
    from dpverify.checkers.kernel.along import AlongValue
    from dpverify.checkers.kernel.ball import InBall

Limit = partial(num.Undecided, "unsupported")


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "tight attained_by supremum norm", DEFINITIONS)
    definition = DEFINITIONS[name]
    claim = _Claim(definition, *definition.read(given, measured=verdict is None))
    integers = document["subject"]["kind"] == "integers"
    known = laws.OF_INTEGERS if integers else laws.CONTINUOUS
    program = Program(content, name, laws.supports(known), integers=integers)
    program.counts(document, "integer" if integers else "real")

    in_ball = program.everywhere and not integers and program.relation.ball is not None
    ball = _in_ball(program) if in_ball else None
    if ball is not None and ball.worst_move(name) is None:
        _nearly(document, program, claim, ball)
        return _accepted(document, program, name, verdict)
    of_a_ball = document.keys() & {"supremum", "norm"}
    _need(not of_a_ball, "a move attains the largest value: it is no supremum, and needs no norm")
    shifts = _shifts(program, name)
    _counted(document, program, len(shifts))
    if definition.bound is None:
        _function(document, program, claim, _largest(claim.value, shifts))
        return _accepted(document, program, name, verdict)
    if _witness_alone(document):
        largest = _violating(document, program, claim)
    else:
        largest = _largest(claim.value, shifts)
        only_numbers(doc.member(document, "tight", dict), "'tight'", [definition.bound])
        _agrees(document["tight"][definition.bound], largest, "the tight value")
        attained = doc.member(document, "attained_by", dict)
        _need(
            _same(_place(attained, program, claim, "attained_by"), largest),
            "the value of the pair in 'attained_by' is not the largest",
        )
        if verdict == "holds":
            _need(at_most(largest, claim.bound), f"the claim fails: the value is {_short(largest)}")
        if verdict == "fails":
            _violating(document, program, claim)
    by_balls = isinstance(largest, num.Real) or isinstance(claim.bound, num.Real)
    doc.graded(document, ("enclosure" if by_balls else "exact",))
    return _accepted(document, program, name, verdict)


def _in_ball(program: Program) -> InBall:
    """The program, on inputs that move in an ℓ2 ball; loaded where a document has such moves."""
    from dpverify.checkers.kernel.ball import InBall

    return InBall(program)


def _witness_alone(document: Any) -> bool:
    """Whether a failure states its witness, and nothing of the largest value."""
    whole = {"tight", "attained_by", "supremum", "norm"}
    return document.get("verdict") == "fails" and not whole & document.keys()


def _violating(document: Any, program: Program, claim: _Claim) -> Any:
    """The value of the witness; reject unless it violates the claim by the stated excess."""
    witness = doc.member(document, "witness", dict)
    value = _place(witness, program, claim, "witness", "excess")
    _need(not at_most(value, claim.bound), "the witness does not violate the claim")
    infinite = value == num.INFINITY
    excess = num.INFINITY if infinite else comparable(value) - comparable(claim.bound)
    _agrees(witness["excess"], excess, "the excess")
    return value


def _nearly(document: Any, program: Program, claim: _Claim, ball: InBall) -> None:
    """Reject unless what is stated fits the upper bound of a ball that no rational move attains."""
    verdict, parameter = document.get("verdict"), claim.definition.bound
    function = parameter is None
    if _witness_alone(document) and not function:
        needed = _violating(document, program, claim)
        by_balls = any(isinstance(x, num.Real) for x in (claim.bound, needed))
        doc.graded(document, ("enclosure",) if by_balls else ("exact", "enclosure"))
        return
    most, exact = ball.largest(document["definition"], claim.of_pair, document.get("norm"))
    _need(document.get("supremum", False) is exact, "no rational move attains what is the largest")
    _need(("attained_by" in document) is not (exact or function), "attained_by: nothing attains it")
    value: Any = None
    if verdict == "fails":
        witness = doc.member(document, "witness", dict)
        value = _place(witness, program, claim, "witness", "excess")
    by_balls = any(isinstance(x, num.Real) for x in (most, claim.bound, value))
    doc.graded(document, ("enclosure" if by_balls or not exact else "exact",))
    _need(not function or "tight" not in document, "a trade-off function has no tight number")
    if parameter is not None:
        only_numbers(doc.member(document, "tight", dict), "'tight'", [parameter])
        if exact:
            _agrees(document["tight"][parameter], most, "the tight value")
        else:
            low, high = doc.stated(document["tight"][parameter], any_number, "the tight value")
            _need(at_most(most, high), "the norm does not show that so much is enough")
            attained = doc.member(document, "attained_by", dict)
            least = _place(attained, program, claim, "attained_by")
            _need(at_most(low, least), "the pair does not show that so much is needed")
    if verdict == "holds":
        _need(at_most(most, claim.bound), "the norm does not show the claim")
    if verdict == "fails":
        _need(not at_most(value, claim.bound), "the witness does not violate the claim")
        excess = comparable(value) - comparable(claim.bound)
        _agrees(document["witness"]["excess"], excess, "the excess")


def _accepted(document: Any, program: Program, name: str, verdict: Any) -> Outcome:
    every = "all integer inputs" if program.integers else "all real inputs"
    scope = every if program.everywhere else "the listed inputs"
    return program.accepted(document, f"{name} {verdict or 'measured'}, on {scope}: re-checked")


def _function(document: Any, program: Program, claim: _Claim, largest: Any) -> None:
    """Reject a verdict about a trade-off function that the largest margin contradicts."""
    verdict, more = document["verdict"], document.keys() & {"tight", "attained_by"}
    _need(not more, "a claim about a trade-off function has no tight number")
    by_balls = claim.fixed["trade_off"][0] == "gaussian" or isinstance(largest, num.Real)
    doc.graded(document, ("enclosure" if by_balls else "exact",))
    if verdict == "holds":
        _need(at_most(largest, num.Value(0)), "a pair of neighbours is told apart more easily")
        return
    witness = doc.member(document, "witness", dict)
    value = _place(witness, program, claim, "witness", "excess")
    _need(not at_most(value, num.Value(0)), "the witness does not violate the claim")
    _agrees(witness["excess"], value, "the excess")


def largest(program: Program, name: str, eps: Any) -> Any:
    """The largest value over all pairs: δ(ε) for approx-dp, the loss for pure-dp and local-dp.

    Raises: Undecided("unsupported") where more is done than values released, or their laws are not
        known well enough.
    """
    definition = DEFINITIONS[name]
    shifts = _shifts(program, name)
    return _largest(lambda shift: definition.number(shift.pair(), {"eps": eps}), shifts)


def _largest(value: Callable[[Any], Any], shifts: Sequence[_Shift | _Along]) -> Any:
    """The largest value; what is not known of one pair does not matter where one is infinite."""
    values, refusal = [], None
    for shift in shifts:
        try:
            values.append(value(shift))
        except num.Undecided as stop:
            if stop.code != "unsupported":
                raise
            refusal = refusal or stop
    if refusal is not None and num.INFINITY not in values:
        raise refusal
    return max(values, key=Ordered)


def _counted(document: Any, program: Program, pairs: int) -> None:
    """Reject another number of pairs than were compared here; on all inputs, at their corners."""
    if "pairs" in document["checked"]:
        doc.agrees(document["checked"]["pairs"], num.Value(pairs), "the number of pairs")
        program.unread = [path for path in program.unread if path != "checked.pairs"]


@dataclass(frozen=True)
class _Claim:
    """A definition with its parameters; `bound` is what is claimed, None where measured."""

    definition: Definition
    fixed: Mapping[str, Any]
    bound: Any

    def value(self, shift: _Shift | _Along) -> Any:
        """The smallest bound with which the claim holds for one ordered pair."""
        return self.of_pair(shift.pair())

    def of_pair(self, pair: Shifted) -> Any:
        """The same for the laws of the pair."""
        return self.definition.number(pair, self.fixed)


@dataclass(frozen=True)
class _Shift:
    """By how much the values on the first input are ahead of those on the second.

    Args: square μ² of the Gaussian values; others the law, the scale and the signed shift of each
        other value in turn, zeros included; integers whether its noise is.
    """

    square: Fraction
    others: tuple[tuple[str, Fraction, Fraction], ...]
    integers: bool

    def pair(self) -> Shifted:
        """The laws on both inputs; Undecided where noise of several laws moves."""
        moved = [(scale, shift) for _, scale, shift in self.others if shift]
        names = {law for law, _, shift in self.others if shift}
        names |= {"gaussian"} if self.square else set()
        if len(names) > 1:
            raise Limit("noise of several laws moves at once")
        law = min(names, default="none")
        return laws.shifted(law, moved, self.square, integers=self.integers)

    def back(self) -> _Shift:
        """By how much those on the second are ahead."""
        others = tuple((law, scale, -shift) for law, scale, shift in self.others)
        return _Shift(self.square, others, self.integers)

    @property
    def distances(self) -> list[Fraction]:
        """How far each value moves, Gaussian ones together."""
        return [self.square, *(abs(shift) / scale for _, scale, shift in self.others)]


@dataclass(frozen=True)
class _Along:
    """Two listed inputs on which a value depends on comparisons, or has noise of its own."""

    laws: AlongValue

    def pair(self) -> Shifted:
        """The laws on both inputs."""
        return self.laws


def _listed(program: Program, one: Traced, other: Traced) -> _Shift | _Along:
    """Two listed inputs: by how much values are shifted, else densities along the one value."""
    try:
        shift = _shift(_one_path(program, one, {}), _one_path(program, other, {}), program.integers)
        shift.pair()
    except num.Undecided as stop:
        if program.integers:
            raise
        # Loaded here: values that are shifted alone need no densities.
        from dpverify.checkers.kernel.along import AlongValue

        try:
            return _Along(AlongValue(one, other, (program.unit(one), program.unit(other))))
        except num.Undecided:
            raise stop from None
    return shift


def _shifts(program: Program, name: str) -> Sequence[_Shift | _Along]:
    """The shifts of all pairs among which the largest value is."""
    if not program.everywhere:
        return [
            _listed(program, *(program.inputs[label] for label in pair))
            for pair in sorted(program.pairs)
        ]
    origin = (Fraction(0),) * len(program.entries)
    shifts: list[_Shift] = []
    worst_corner = DEFINITIONS[name].worst_corner
    for corners in _polytopes(program, name):
        ahead = [_between(program, corner, origin) for corner in corners]
        for k in range(len(corners)) if program.integers else _worst(ahead, worst_corner):
            # A move and the one back are the same two pairs; of integers many moves are alike.
            known = program.integers and (corners[k] == origin or ahead[k] in shifts)
            if not known:
                shifts += [ahead[k], ahead[k].back()]
    return shifts


def _polytopes(program: Program, name: str) -> Iterable[list[tuple[Fraction, ...]]]:
    """The moves to try, for each polytope; all of integers; of a ball the worst, if it is known."""
    if program.integers:
        return [program.relation.whole()]
    if program.relation.ball is None:
        return program.relation.hulls()
    worst = _in_ball(program).worst_move(name)
    return [] if worst is None else [[worst]]


def _worst(ahead: Sequence[_Shift], worst_corner: WorstCorner) -> list[int]:
    """The corners among which the largest value is; `definitions.py` says why."""
    moving = {law for shift in ahead for law, _, by in shift.others if by}
    if not moving:
        return [*range(len(ahead))]
    match worst_corner:
        case "a corner":
            if all(laws.CONTINUOUS[law].convex for law in moving):
                return [*range(len(ahead))]
        case "the furthest":
            pass
        case "the furthest of one":
            if any(len([d for d in shift.distances if d]) > 1 for shift in ahead):
                raise Limit("that a corner is worst is not known where several values move")
        case _:
            assert_never(worst_corner)
    furthest = [max(column) for column in zip(*(s.distances for s in ahead), strict=True)]
    best = [k for k, shift in enumerate(ahead) if shift.distances == furthest]
    if not best:
        raise Limit("no corner moves every value furthest")
    return best[:1]


@dataclass(frozen=True)
class _Values:
    """What a program releases on one input: its word, its noises in numbers, and its values."""

    word: str
    noises: tuple[Noise, ...]
    rows: tuple[tuple[Mapping[int, Fraction], Fraction], ...]


def _between(program: Program, first: Sequence[Fraction], second: Sequence[Fraction]) -> _Shift:
    sides = [
        _one_path(program, program.family, dict(zip(program.entries, numbers, strict=True)))
        for numbers in (first, second)
    ]
    one, other = sides
    return _shift(one, other, program.integers)


def _one_path(program: Program, traced: Traced, entries: Mapping[str, Fraction]) -> _Values:
    """The values of a program that has one path and compares nothing on it."""
    paths = [(word, path) for word, several in traced.words.items() for path in several]
    _need(len(paths) == 1, "the program has more than one path", Limit)
    ((word, path),) = paths
    _need(not path.conditions, "the program compares before it releases", Limit)
    _need(path.released, "the program releases nothing", Limit)
    unit = program.unit(traced)
    noises = tuple(Noise(noise.law, noise.scale / unit) for noise in traced.noises)
    return _Values(word, noises, tuple(_row(form, entries) for form in path.released))


def _row(form: Form, entries: Mapping[str, Fraction]) -> tuple[Mapping[int, Fraction], Fraction]:
    _need(form.noises, "a value is released without noise", Limit)
    place = form.shift.constant
    for name, factor in form.shift.gaps:
        _need(name in entries, "an input lies beyond all bounds", Limit)
        place += factor * entries[name]
    return dict(form.noises), place


def _shift(one: _Values, other: _Values, integers: bool) -> _Shift:
    _need(one.word == other.word, "the outputs tell the inputs apart without noise", Limit)
    same = len(one.rows) == len(other.rows) and all(
        _laws(a, one.noises) == _laws(b, other.noises)
        for (a, _), (b, _) in zip(one.rows, other.rows, strict=True)
    )
    _need(same, "the noise of a value differs between the inputs", Limit)
    steps = [a - b for (_, a), (_, b) in zip(one.rows, other.rows, strict=True)]
    rows = [terms for terms, _ in one.rows]
    normal = [
        k for k, terms in enumerate(rows) if all(one.noises[n].law == "gaussian" for n in terms)
    ]
    square = _square([rows[k] for k in normal], [steps[k] for k in normal], one.noises)
    return _Shift(square, tuple(_alone(rows, steps, one.noises, normal)), integers)


def _laws(terms: Mapping[int, Fraction], noises: Sequence[Noise]) -> Any:
    return sorted((n, factor, noises[n].law, noises[n].scale) for n, factor in terms.items())


def _square(
    rows: Sequence[Mapping[int, Fraction]], steps: Sequence[Fraction], noises: Sequence[Noise]
) -> Fraction:
    """Δᵀ·K⁻¹·Δ of values with Gaussian noise."""
    if not any(steps):
        return Fraction(0)
    size = len(rows)
    spread = [
        sum((a[n] * b[n] * noises[n].scale ** 2 for n in a.keys() & b.keys()), Fraction(0))
        for a in rows
        for b in rows
    ]
    matrix = fmpq_mat(size, size, [fmpq(k.numerator, k.denominator) for k in spread])
    _need(matrix.det() != 0, "the Gaussian values depend on each other", Limit)
    column = fmpq_mat(size, 1, [fmpq(k.numerator, k.denominator) for k in steps])
    square = (column.transpose() * matrix.solve(column))[0, 0]
    return Fraction(int(square.p), int(square.q))


def _alone(
    rows: Sequence[Mapping[int, Fraction]],
    steps: Sequence[Fraction],
    noises: Sequence[Noise],
    normal: Sequence[int],
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Law, scale and shift of each value with one noise of its own that is not Gaussian.

    The shift is that of the noise: of factor·noise it is the step of the value over the factor.
    """
    uses = Counter(noise for terms in rows for noise in terms)
    gaussian = {*normal}
    for k, terms in enumerate(rows):
        if k in gaussian:
            continue
        _need(len(terms) == 1, "a value has several noises that are not Gaussian", Limit)
        ((noise, factor),) = terms.items()
        _need(uses[noise] == 1, "two values share a noise that is not Gaussian", Limit)
        yield noises[noise].law, noises[noise].scale, steps[k] / factor


def _place(place: Any, program: Program, claim: _Claim, where: str, *more: str) -> Any:
    """The value of the pair of a place, which must be the stated one."""
    entries = ("entries",) if program.everywhere else ()
    known_keys(place, f"'{where}'", ("inputs", "value", *entries, *more))
    labels = program.neighbours(place)
    if program.everywhere:
        first, second = (
            [vector[name] for name in program.entries] for vector in program.vectors(place)
        )
        program.named(place, where)
        value = claim.value(_between(program, first, second))
    else:
        value = claim.value(_listed(program, *(program.inputs[label] for label in labels)))
    _agrees(place["value"], value, f"the value in '{where}'")
    return value


def _same(left: Any, right: Any) -> bool:
    return at_most(left, right) and at_most(right, left)


def _agrees(given: Any, number: Any, what: str) -> None:
    known_keys(given, what, ("lower", "upper"), ("exact", "exact_omitted"))
    doc.agrees(given, number, what, any_number)


def _short(number: Any) -> str:
    return str(number)[:60]
