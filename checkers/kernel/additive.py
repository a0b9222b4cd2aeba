"""For the kernel: re-check a result about a program that releases values and compares nothing.

Trusted, with `checkers/kernel/programs.py` and `dpverify.defs.numbers`. Each released value is a
linear form in noises plus a number that depends on the input, and the noises have the same laws on
all inputs. So the laws P, Q of the output on two inputs differ by a shift of the values alone, and
the smallest parameter of the definition at which the claim holds for (P, Q) has a closed form:

- Gaussian values, K their covariance, Δ their shift, μ² = Δᵀ·K⁻¹·Δ. The loss is N(μ²/2, μ²).
- Laplace values with noise of their own, t_i = |Δ_i|/b_i. The loss is a sum of independent losses
  in [−t_i, t_i]. Rényi: Σ ln(α/(2α−1)·e^((α−1)t_i) + (α−1)/(2α−1)·e^(−α·t_i))/(α−1); zCDP: the
  limit Σ (t_i + e^(−t_i) − 1) at order 1; one value against normal laws: −2Φ⁻¹(e^(−t/2)/2). The
  proofs of the last two are in `defs/pairs/laplace.py`.
- Uniform values of half-width b: a share 1 − ∏(1 − |Δ_i|/(2b_i)) of P is impossible under Q, and
  elsewhere the loss is 0.
- One exponential value, t = |Δ|/b: with P higher the loss is t and Q can do what P cannot; with P
  lower a share 1 − e^(−t) of P is impossible under Q, and elsewhere the loss is −t.

Over all real inputs neighbours move in boxes. Of Gaussian values the answer rises with μ², a convex
function of the move; of Laplace values the largest loss, the Rényi divergences and the rate are
sums of convex functions of it; so each is largest at a corner. For the other definitions one corner
must move every value furthest, where the laws are furthest apart: nearer ones are a post-processing
of them; P[L > ε] is no function that post-processing bounds, so there one value alone may move.

What must never change: accepted means that the value of every pair of neighbours was computed here,
the largest is the stated one, and it lies on the side of the claim that the verdict says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Final

from flint import fmpq, fmpq_mat

from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import Program, only_numbers, opened, replayed
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import EVERY, Form, Noise, Traced
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need
from dpverify.defs.numbers.functions import power

NAMES: Final = {
    "total-variation": {"delta"},
    "probabilistic-dp": {"eps", "delta"},
    "privacy-at-risk": {"eps", "risk"},
    "bounded-range": {"eps"},
    "renyi-dp": {"eps"},
    "zcdp": {"rho"},
    "gaussian-dp": {"mu"},
}
"""The parameters of the definitions that are re-checked here."""
MEASURED: Final = {"total-variation": "delta", "probabilistic-dp": "delta",
                   "privacy-at-risk": "risk", "bounded-range": "eps", "renyi-dp": "eps",
                   "zcdp": "rho", "gaussian-dp": "mu"}  # fmt: skip
"""The parameter that is measured."""
CONVEX: Final = frozenset({"bounded-range", "renyi-dp", "zcdp"})
OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
MOST_ENTRIES: Final = 12
HALF: Final = Fraction(1, 2)
NUMBER: Final = partial(num.as_number, allow_infinity=True)
Limit = partial(num.Undecided, "unsupported")


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "tight attained_by", NAMES)
    claim = _Claim(name, verdict, given)
    program = Program(content, name, EVERY)
    program.counts(document)

    shifts = _shifts(program, name)
    _counted(document, program, len(shifts))
    largest = max((claim.value(shift) for shift in shifts), key=_Ordered)
    by_balls = isinstance(largest, num.Real) or isinstance(claim.bound, num.Real)
    doc.graded(document, ("enclosure" if by_balls else "exact",))
    only_numbers(doc.member(document, "tight", dict), "'tight'", [claim.measured])
    _agrees(document["tight"][claim.measured], largest, "the tight value")
    attained = doc.member(document, "attained_by", dict)
    _need(
        _same(_place(attained, program, claim, "attained_by"), largest),
        "the value of the pair in 'attained_by' is not the largest",
    )
    # The word is that of the numbers: enclosure where one of them has no exact form.
    balls = any(isinstance(number, num.Real) for number in (largest, claim.bound))
    doc.graded(document, ("enclosure" if balls else "exact",))
    if verdict == "holds":
        _need(_at_most(largest, claim.bound), f"the claim fails: the value is {_short(largest)}")
    if verdict == "fails":
        witness = doc.member(document, "witness", dict)
        value = _place(witness, program, claim, "witness", "excess")
        _need(not _at_most(value, claim.bound), "the witness does not violate the claim")
        excess = num.INFINITY if value == num.INFINITY else _value(value) - _value(claim.bound)
        _agrees(witness["excess"], excess, "the excess")
    scope = "all real inputs" if program.everywhere else "the listed inputs"
    return program.accepted(document, f"{name} {verdict or 'measured'}, on {scope}: re-checked")


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
        if verdict:
            self.bound = _parameter(self.measured, given[self.measured])
        if name in OF_THE_LOSS:
            self.eps = _parameter("eps", given["eps"])
        if name == "renyi-dp":
            self.order = rational(given["alpha"], "the order")
            _need(self.order > 1, "the order is not greater than 1")

    def value(self, shift: _Shift) -> Any:
        """The smallest parameter at which the claim holds for one ordered pair."""
        match shift.law:
            case "none":
                return num.Value(0)
            case "gaussian":
                return self._gaussian(shift.square)
            case "laplace":
                return self._laplace([abs(share) for share in shift.shares])
            case "uniform":
                both = Fraction(1)
                for share in shift.shares:
                    both *= max(Fraction(0), 1 - abs(share) / 2)
                return self._missed(num.Value(1 - both))
            case "exponential":
                return self._exponential(shift.shares)
            case _:
                raise Limit(f"nothing is known here about {shift.law} noise")

    def _gaussian(self, square: Fraction) -> Any:
        mu = power(num.Value(square), num.Value(HALF))
        match self.name:
            case "total-variation":
                return num.Real("normal", mu / 2) * num.Value(2) - num.Value(1)
            case "probabilistic-dp":
                return num.Real("normal", mu / 2 - self.eps / mu)
            case "privacy-at-risk":
                if self.eps == 0:
                    return num.Value(1)
                high = num.Real("normal", mu / 2 - self.eps / mu)
                return high + num.Real("normal", -(mu / 2) - self.eps / mu)
            case "bounded-range":
                return num.INFINITY
            case "renyi-dp":
                return num.Value(self.order * square / 2)
            case "zcdp":
                return num.Value(square / 2)
            case "gaussian-dp":
                return mu
            case _:
                raise Limit(f"{self.name} of Gaussian noise is not re-checked here")

    def _laplace(self, shares: Sequence[Fraction]) -> Any:
        match self.name:
            case "bounded-range":
                return num.Value(2 * sum(shares))
            case "renyi-dp":
                return self._renyi_of_laplace(shares)
            case "zcdp":
                return num.total(num.Value(t - 1) + num.exp(-t) for t in shares)
        if len(shares) > 1:
            raise Limit(f"{self.name} of several values with Laplace noise is not re-checked here")
        return self._laplace_of_one(*shares)

    def _laplace_of_one(self, t: Fraction) -> Any:
        match self.name:
            case "total-variation":
                return num.Value(1) - num.exp(-t / 2)
            case "gaussian-dp":
                return num.Real("quantile", num.exp(-t / 2) / 2) * num.Value(-2)
            case "probabilistic-dp":
                if self.eps >= num.Loss(t):
                    return num.Value(0)
                return num.Value(1) - num.exp((self.eps - num.Loss(t)) * HALF) / 2
            case "privacy-at-risk":
                if self.eps >= num.Loss(t):
                    return num.Value(0)
                spread = num.exp(self.eps * HALF) - num.exp(self.eps * -HALF)
                return num.Value(1) - num.exp(-t / 2) * spread / 2
            case _:
                raise Limit(f"{self.name} of Laplace noise is not re-checked here")

    def _renyi_of_laplace(self, shares: Sequence[Fraction]) -> Any:
        order = self.order
        up, down = order / (2 * order - 1), (order - 1) / (2 * order - 1)
        logarithms: num.Loss | num.Real = num.Loss(0)
        for t in shares:
            moment = num.exp((order - 1) * t) * up + num.exp(-order * t) * down
            logarithms = logarithms + num.ln(moment)
        return logarithms / num.Value(order - 1)

    def _missed(self, missed: Any) -> Any:
        """A share of P is impossible under Q, and elsewhere the loss is 0."""
        bounded = self.name in ("total-variation", *OF_THE_LOSS)
        return missed if bounded else num.INFINITY

    def _exponential(self, shares: Sequence[Fraction]) -> Any:
        if len(shares) > 1:
            raise Limit("several values with exponential noise are not re-checked here")
        (share,) = shares
        t, missed = num.Loss(abs(share)), num.Value(1) - num.exp(-abs(share))
        match self.name, share > 0:
            case "total-variation", _:
                return missed
            case "probabilistic-dp", True:
                return num.Value(int(t > self.eps))
            case "probabilistic-dp", False:
                return missed
            case "privacy-at-risk", True:
                return num.Value(int(t > self.eps))
            case "privacy-at-risk", False:
                return num.Value(1) if t > self.eps else missed
            case (("renyi-dp" | "zcdp"), True):
                return t
            case (("bounded-range" | "renyi-dp" | "zcdp" | "gaussian-dp"), _):
                return num.INFINITY
            case _:
                raise Limit(f"{self.name} of exponential noise is not re-checked here")


@dataclass(frozen=True)
class _Shift:
    """By how much the values on the first input are ahead of those on the second.

    Args: square μ² of the Gaussian values; others (law, signed shift in scales) of each other
        value in turn, zeros included.
    """

    square: Fraction
    others: tuple[tuple[str, Fraction], ...]

    @property
    def law(self) -> str:
        """The law of the noise that moves; Undecided where several do."""
        laws = {law for law, share in self.others if share}
        laws |= {"gaussian"} if self.square else set()
        if len(laws) > 1:
            raise Limit("noise of several laws moves at once")
        return min(laws, default="none")

    @property
    def shares(self) -> list[Fraction]:
        """The shifts that are not 0."""
        return [share for _, share in self.others if share]

    @property
    def distances(self) -> list[Fraction]:
        """How far each value moves, Gaussian ones together."""
        return [self.square, *(abs(share) for _, share in self.others)]


def _shifts(program: Program, name: str) -> list[_Shift]:
    """The shifts of all pairs among which the largest value is."""
    if not program.everywhere:
        return [
            _shift(_one_path(program, x, {}), _one_path(program, y, {}))
            for pair in sorted(program.pairs)
            for x, y in [[program.inputs[label] for label in pair]]
        ]
    _need(len(program.entries) <= MOST_ENTRIES, "there are too many entries to try all corners")
    origin = (Fraction(0),) * len(program.entries)
    found: list[_Shift] = []
    for box in program.moves:
        corners = list(product(*(sorted(set(side)) for side in box)))
        ahead = [_between(program, corner, origin) for corner in corners]
        for k in _worst(ahead, name):
            found += [ahead[k], _between(program, origin, corners[k])]
    return found


def _worst(ahead: Sequence[_Shift], name: str) -> list[int]:
    """The corners among which the largest value is; see above why."""
    laws = {law for shift in ahead for law, share in shift.others if share}
    if not laws or (laws == {"laplace"} and name in CONVEX):
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
    return _shift(*sides)


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


def _shift(one: _Values, other: _Values) -> _Shift:
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
    return _Shift(square, tuple(_alone(rows, steps, one.noises, normal)))


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
) -> Iterator[tuple[str, Fraction]]:
    """Law and shift, in scales, of each value with one noise of its own that is not Gaussian."""
    for k, terms in enumerate(rows):
        if k in normal:
            continue
        _need(len(terms) == 1, "a value has several noises that are not Gaussian", Limit)
        ((noise, factor),) = terms.items()
        others = [other for other in rows if noise in other]
        _need(len(others) == 1, "two values share a noise that is not Gaussian", Limit)
        yield noises[noise].law, steps[k] / (factor * noises[noise].scale)


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
        value = claim.value(_shift(one, other))
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
