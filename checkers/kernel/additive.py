"""For the kernel: re-check a result about a program that releases values and compares nothing.

Trusted, with `checkers/kernel/programs.py` and `dpverify.defs.numbers`. Each released value is a
linear form in noises plus a number that depends on the input, and the noises have the same laws on
all inputs. So the laws P, Q of the output on two inputs differ by a shift of the values alone, and
the smallest parameter of the definition at which the claim holds for (P, Q) has a closed form,
which stands in `laws.py`.

Over all real inputs neighbours move in boxes. Of Gaussian values the answer rises with μ², a convex
function of the move; of Laplace values the largest loss, the Rényi divergences and the rate are
sums of convex functions of it; so each is largest at a corner. For the other definitions one corner
must move every value furthest, where the laws are furthest apart: nearer ones are a post-processing
of them; P[L > ε] is no function that post-processing bounds, so there one value alone may move.
Over all integer inputs entries move by −1, 0 or 1, and every such move is tried.

What must never change: accepted means that the value of every pair of neighbours was computed here,
the largest is the stated one, and it lies on the side of the claim that the verdict says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import ceil, floor
from typing import Any, Final

from flint import fmpq, fmpq_mat

from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import Program, only_numbers, opened, replayed
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.checkers.kernel.trade_offs import claimed_function
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Form, Noise, Traced
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

NAMES: Final = {
    "pure-dp": {"eps"},
    "local-dp": {"eps"},
    "approx-dp": {"eps", "delta"},
    "total-variation": {"delta"},
    "probabilistic-dp": {"eps", "delta"},
    "privacy-at-risk": {"eps", "risk"},
    "bounded-range": {"eps"},
    "renyi-dp": {"eps"},
    "chi-squared-dp": {"chi_squared"},
    "zcdp": {"rho"},
    "gaussian-dp": {"mu"},
    "f-dp": {"trade_off"},
}
"""The parameters of the definitions that are re-checked here."""
MEASURED: Final = {"pure-dp": "eps", "local-dp": "eps", "approx-dp": "delta",
                   "total-variation": "delta", "probabilistic-dp": "delta",
                   "privacy-at-risk": "risk", "bounded-range": "eps", "renyi-dp": "eps",
                   "chi-squared-dp": "chi_squared", "zcdp": "rho", "gaussian-dp": "mu",
                   "f-dp": "trade_off"}  # fmt: skip
"""The parameter that is measured."""
ALSO_CERTIFIED: Final = frozenset({"pure-dp", "local-dp", "approx-dp"})
"""Definitions that other kernels re-check too, by events and alignments."""
CONVEX: Final = frozenset(
    {"pure-dp", "local-dp", "bounded-range", "renyi-dp", "chi-squared-dp", "zcdp"}
)
OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
MOST_ENTRIES: Final = 12
MOST_INTEGERS: Final = 6
NUMBER: Final = partial(num.as_number, allow_infinity=True)
Limit = partial(num.Undecided, "unsupported")


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "tight attained_by", NAMES)
    claim = _Claim(name, verdict, given)
    integers = document["subject"]["kind"] == "integers"
    known = laws.OF_INTEGERS if integers else laws.CONTINUOUS
    program = Program(content, name, known, integers=integers)
    program.counts(document, "integer" if integers else "real")

    shifts = _shifts(program, name)
    _counted(document, program, len(shifts))
    largest = max((claim.value(shift) for shift in shifts), key=_Ordered)
    by_balls = isinstance(largest, num.Real) or isinstance(claim.bound, num.Real)
    if name == "f-dp":
        _function(document, program, claim, largest)
        return _accepted(document, program, name, verdict)
    doc.graded(document, ("enclosure" if by_balls else "exact",))
    only_numbers(doc.member(document, "tight", dict), "'tight'", [claim.measured])
    _agrees(document["tight"][claim.measured], largest, "the tight value")
    attained = doc.member(document, "attained_by", dict)
    _need(
        _same(_place(attained, program, claim, "attained_by"), largest),
        "the value of the pair in 'attained_by' is not the largest",
    )
    if verdict == "holds":
        _need(_at_most(largest, claim.bound), f"the claim fails: the value is {_short(largest)}")
    if verdict == "fails":
        witness = doc.member(document, "witness", dict)
        value = _place(witness, program, claim, "witness", "excess")
        _need(not _at_most(value, claim.bound), "the witness does not violate the claim")
        excess = num.INFINITY if value == num.INFINITY else _value(value) - _value(claim.bound)
        _agrees(witness["excess"], excess, "the excess")
    return _accepted(document, program, name, verdict)


def _accepted(document: Any, program: Program, name: str, verdict: Any) -> Outcome:
    every = "all integer inputs" if program.integers else "all real inputs"
    scope = every if program.everywhere else "the listed inputs"
    return program.accepted(document, f"{name} {verdict or 'measured'}, on {scope}: re-checked")


def _function(document: Any, program: Program, claim: _Claim, largest: Any) -> None:
    """Reject a verdict about a trade-off function that the largest margin contradicts."""
    verdict, more = document["verdict"], document.keys() & {"tight", "attained_by"}
    _need(not more, "a claim about a trade-off function has no tight number")
    by_balls = claim.normal is not None or isinstance(largest, num.Real)
    doc.graded(document, ("enclosure" if by_balls else "exact",))
    if verdict == "holds":
        _need(_at_most(largest, num.Value(0)), "a pair of neighbours is told apart more easily")
        return
    witness = doc.member(document, "witness", dict)
    value = _place(witness, program, claim, "witness", "excess")
    _need(not _at_most(value, num.Value(0)), "the witness does not violate the claim")
    _agrees(witness["excess"], value, "the excess")


def largest(program: Program, name: str, eps: Any) -> Any:
    """The largest value over all pairs: δ(ε) for approx-dp, the loss for pure-dp and local-dp.

    Raises: Undecided("unsupported") where more is done than values released, or their laws are not
        known well enough.
    """
    pairs = [shift.pair() for shift in _shifts(program, name)]
    values = [p.excess(eps) if name == "approx-dp" else p.largest_loss() for p in pairs]
    return max(values, key=_Ordered)


def at_most(left: Any, right: Any) -> bool:
    """Whether left ≤ right, exactly; Undecided where balls do not tell."""
    return _at_most(left, right)


def _counted(document: Any, program: Program, pairs: int) -> None:
    """Reject another number of pairs than were compared here; on all inputs, at their corners."""
    if "pairs" in document["checked"]:
        doc.agrees(document["checked"]["pairs"], num.Value(pairs), "the number of pairs")
        program.unread = [path for path in program.unread if path != "checked.pairs"]


class _Claim:
    """A definition with its parameters; `bound` is the claimed value, None where it is measured."""

    def __init__(self, name: str, verdict: str | None, given: Mapping[str, Any]) -> None:
        self.name, self.measured = name, MEASURED[name]
        wanted = NAMES[name] - (set() if verdict else {self.measured})
        wanted |= {"alpha"} if name == "renyi-dp" else set()
        _need(given.keys() == wanted, "'given' has a parameter too many or too few")
        self.bound = None
        self.normal: Any = None
        if name == "f-dp":
            _need(verdict in ("holds", "fails"), "a trade-off function is claimed, not measured")
            self._read(given["trade_off"])
            return
        if verdict:
            self.bound = _parameter(self.measured, given[self.measured])
        if name in (*OF_THE_LOSS, "approx-dp"):
            self.eps = _parameter("eps", given["eps"])
        if name == "renyi-dp":
            self.order = rational(given["alpha"], "the order")
            _need(self.order > 1, "the order is not greater than 1")
        if name == "chi-squared-dp":  # the divergence of order 2 is ln(1 + χ²)
            self.order = Fraction(2)

    def _read(self, text: Any) -> None:
        """The claimed function: a μ, or the (ε, δ) that its straight pieces say of every pair.

        A piece c − s·α lies below the least error β of all tests where Q(S) − s·P(S) ≤ 1 − c for
        every event S. For s ≥ 1 that is δ(ln s) ≤ 1 − c of (Q, P), which is a pair of neighbours
        as well; for s < 1, by the complements of the events, δ(ln 1/s) ≤ 1 − c/s of (P, Q).
        """
        kind, what = claimed_function(text)
        if kind == "gaussian":
            self.normal = what
        elif kind == "approx":
            self.pieces = [what]
        else:
            self.pieces = []
            for (a, high), (b, low) in pairwise(what):
                s = (high - low) / (b - a)
                if s >= 1:
                    self.pieces.append((num.ln(s), 1 - (high + s * a)))
                elif s > 0:
                    self.pieces.append((-num.ln(s), 1 - (high + s * a) / s))

    def _margin(self, pair: Shifted) -> Any:
        """By how much the pair is more easily told apart than the function says."""
        if self.normal is not None:
            distance = pair.gaussian_distance()
            return distance if distance == num.INFINITY else _value(distance) - _value(self.normal)
        margins = [_value(pair.excess(eps)) - delta for eps, delta in self.pieces]
        return max([num.Value(-1), *margins], key=_Ordered)

    def value(self, shift: _Shift) -> Any:
        """The smallest parameter at which the claim holds for one ordered pair."""
        pair = shift.pair()
        match self.name:
            case "f-dp":
                return self._margin(pair)
            case "approx-dp":
                return pair.excess(self.eps)
            case "probabilistic-dp":
                return pair.beyond(self.eps)
            case "privacy-at-risk":
                return pair.beyond_either_way(self.eps)
            case "renyi-dp":
                return pair.divergence(self.order)
            case "chi-squared-dp":
                order_two = pair.divergence(self.order)
                if order_two == num.INFINITY:
                    return num.INFINITY
                return num.exp(order_two) - num.ONE
            case _:
                return _without_parameters(self.name, pair)


def _without_parameters(name: str, pair: Shifted) -> Any:
    match name:
        case "pure-dp" | "local-dp":
            return pair.largest_loss()
        case "total-variation":
            return pair.excess(num.Loss(0))
        case "bounded-range":
            return pair.loss_range()
        case "zcdp":
            return pair.rate()
        case "gaussian-dp":
            return pair.gaussian_distance()
        case _:
            raise Limit(f"{name} is not re-checked here")


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

    @property
    def distances(self) -> list[Fraction]:
        """How far each value moves, Gaussian ones together."""
        return [self.square, *(abs(shift) / scale for _, scale, shift in self.others)]


def _shifts(program: Program, name: str) -> list[_Shift]:
    """The shifts of all pairs among which the largest value is."""
    if not program.everywhere:
        return [
            _shift(_one_path(program, x, {}), _one_path(program, y, {}), program.integers)
            for pair in sorted(program.pairs)
            for x, y in [[program.inputs[label] for label in pair]]
        ]
    most = MOST_INTEGERS if program.integers else MOST_ENTRIES
    _need(len(program.entries) <= most, "there are too many entries to try all their moves")
    origin = (Fraction(0),) * len(program.entries)
    found: list[_Shift] = []
    for box in program.moves:
        corners = list(product(*(_steps(side, program.integers) for side in box)))
        ahead = [_between(program, corner, origin) for corner in corners]
        for k in range(len(corners)) if program.integers else _worst(ahead, name):
            # A move and the one back are the same two pairs; of integers many moves are alike.
            known = program.integers and (corners[k] == origin or ahead[k] in found)
            if not known:
                found += [ahead[k], _between(program, origin, corners[k])]
    return found


def _steps(side: tuple[Fraction, Fraction], integers: bool) -> list[Fraction]:
    """The ends of what an entry may move by; of integers all that lies between as well."""
    low, high = sorted(side)
    if not integers:
        return sorted({low, high})
    return [Fraction(step) for step in range(ceil(low), floor(high) + 1)]


def _worst(ahead: Sequence[_Shift], name: str) -> list[int]:
    """The corners among which the largest value is; see above why."""
    moving = {law for shift in ahead for law, _, by in shift.others if by}
    if not moving or (moving <= {*laws.CONVEX} and name in CONVEX):
        return [*range(len(ahead))]
    if name in OF_THE_LOSS and any(len([d for d in s.distances if d]) > 1 for s in ahead):
        raise Limit("that a corner is worst is not known where several values move")
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
    found = (column.transpose() * matrix.solve(column))[0, 0]
    return Fraction(int(found.p), int(found.q))


def _alone(
    rows: Sequence[Mapping[int, Fraction]],
    steps: Sequence[Fraction],
    noises: Sequence[Noise],
    normal: Sequence[int],
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Law, scale and shift of each value with one noise of its own that is not Gaussian.

    The shift is that of the noise: of factor·noise it is the step of the value over the factor.
    """
    for k, terms in enumerate(rows):
        if k in normal:
            continue
        _need(len(terms) == 1, "a value has several noises that are not Gaussian", Limit)
        ((noise, factor),) = terms.items()
        others = [other for other in rows if noise in other]
        _need(len(others) == 1, "two values share a noise that is not Gaussian", Limit)
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
        one, other = (_one_path(program, program.inputs[label], {}) for label in labels)
        value = claim.value(_shift(one, other, program.integers))
    _agrees(place["value"], value, f"the value in '{where}'")
    return value


def _parameter(name: str, given: Any) -> Any:
    number = doc.exactly(given, NUMBER, name)
    _need(number >= 0 and number != num.INFINITY, f"{name} is out of range")
    _need(name not in ("delta", "risk") or number <= 1, f"{name} is out of range")
    return number


class _Ordered:
    """A key by which values of several classes are compared exactly."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Ordered) -> bool:
        return not _at_most(other.value, self.value)


def _at_most(left: Any, right: Any) -> bool:
    """Whether left ≤ right; Undecided where balls do not tell."""
    if num.INFINITY in (left, right):
        return bool(right == num.INFINITY)
    if _written_alike(left, right):
        return True
    return bool(_value(left) <= _value(right))


def _same(left: Any, right: Any) -> bool:
    return _at_most(left, right) and _at_most(right, left)


def _written_alike(left: Any, right: Any) -> bool:
    """Balls never tell a number from itself; the same expression is the same number."""
    both = isinstance(left, num.Real) and isinstance(right, num.Real)
    return both and str(left) == str(right)


def _value(number: Any) -> Any:
    """A rational loss as a Value, so that exact numbers of both classes meet in one."""
    exact = number.as_rational() if isinstance(number, num.Loss) else None
    return number if exact is None else num.Value(exact)


def _agrees(given: Any, number: Any, what: str) -> None:
    known_keys(given, what, ("lower", "upper"), ("exact", "exact_omitted"))
    doc.agrees(given, number, what, NUMBER)


def _short(number: Any) -> str:
    return str(number)[:60]
