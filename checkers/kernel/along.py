"""For the kernel: two laws of words and of one released value, by densities along that value.

Trusted, with `certificates/star.py`, whose masses and densities along a line it uses. A path that
releases a value v with one noise has, between the places where a line meets a kink or another line,
a density Σ c·e^{rv} in v. What is asked of two inputs is then a sum over words without a value, and
over cells between these places:

- p > k·q: of the coefficients of p − k·q, let those above 0 have rates that are all larger, or all
  smaller, than those of the others. Then the quotient of both parts is monotone in v, so that the
  difference has one zero at most, and the signs at both ends of a cell tell where it is;
- a word that one input alone can give: its probability, whatever it releases; conditions on one
  normal variable by Φ;
- ∫ p^α·q^(1−α), where q is one exponential: term by term;
- sup p/q, where both are one exponential: at an end.

What must never change: any other question, and any other path, raises Undecided("unsupported").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import Any

from dpverify.checkers.kernel.certificates import star
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.numbers.documents import need
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.numbers.functions import distribution_of, power

Limit = partial(num.Undecided, "unsupported")
Terms = dict[Fraction, Any]
"""Σ c·e^{rv}: c ≠ 0 by r."""
MOST_PLACES = 2_000
MOST_ORDER = 12


@dataclass(frozen=True)
class _Strand:
    """One path: a weight, its density near a value, and the values where its form changes."""

    weight: Any
    near: Callable[[Fraction], ExpPoly]
    places: set[Fraction]


@dataclass(frozen=True)
class _Cell:
    low: Fraction | None
    high: Fraction | None
    p: Terms
    q: Terms


class AlongValue(Shifted):
    """Two inputs of a program whose words release one value each, or none."""

    name = "a value that depends on comparisons"

    def __init__(self, one: Traced, other: Traced, units: tuple[Fraction, Fraction]) -> None:
        """Args: units the numbers for ε of both programs, 1 where scales are numbers."""
        self.masses: list[tuple[Any, Any]] = []
        self.cells: list[_Cell] = []
        for word in sorted({*one.words, *other.words}):
            paths = [_open(traced.words.get(word, ())) for traced in (one, other)]
            counts = {len(path.released) for several in paths for path in several}
            sides = list(zip((one, other), paths, units, strict=True))
            # Where one input alone can give a word, it is told apart by that, whatever is released.
            if counts <= {0} or not all(paths):
                p, q = (_sum(_chance(t, path, unit) for path in ps) for t, ps, unit in sides)
                self.masses.append((p, q))
                continue
            need(counts == {1}, "a word releases several values", Limit)
            strands = [[_strand(t, path, unit) for path in ps] for t, ps, unit in sides]
            self.cells += _cells(*strands)

    def excess(self, eps: Any) -> Any:
        """δ(ε), the part of P − e^ε·Q that is above 0."""
        odds = num.exp(eps)
        gaps = [p - odds * q for p, q in self.masses]
        total = _sum(gap for gap in gaps if gap.sign() > 0)
        for cell in self.cells:
            gap = _minus(cell.p, cell.q, odds)
            total += _sum(_integral(gap, *span) for span in _above(gap, cell))
        return total

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        return self._share(num.exp(eps))

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[−L > ε]."""
        odds = num.exp(eps)
        total = self._share(odds) + _sum(p for p, q in self.masses if (q - odds * p).sign() > 0)
        for cell in self.cells:
            gap = _minus(cell.q, cell.p, odds)
            total += _sum(_integral(cell.p, *span) for span in _above(gap, cell))
        return total

    def _share(self, odds: Any) -> Any:
        total = _sum(p for p, q in self.masses if (p - odds * q).sign() > 0)
        for cell in self.cells:
            gap = _minus(cell.p, cell.q, odds)
            total += _sum(_integral(cell.p, *span) for span in _above(gap, cell))
        return total

    def largest_loss(self) -> Any:
        """The largest logarithm of a quotient of masses, or of densities at an end of a cell."""
        if self._impossible():
            return num.INFINITY
        losses = [num.ln(p / q) for p, q in self.masses if p.sign() > 0]
        for cell in self.cells:
            if not cell.p:
                continue
            need(len(cell.p) == len(cell.q) == 1, "densities of several terms are compared", Limit)
            ((r, c),), ((s, d),) = cell.p.items(), cell.q.items()
            end = cell.high if r > s else cell.low
            if r != s and end is None:
                return num.INFINITY
            more = num.Loss(0) if r == s or end is None else num.Loss((r - s) * end)
            losses.append(num.ln(c / d) + more)
        return max([num.Loss(0), *losses])

    def loss_range(self) -> Any:
        """sup L − inf L = sup L + sup (−L)."""
        back = copy(self)
        back.masses = [(q, p) for p, q in self.masses]
        back.cells = [_Cell(cell.low, cell.high, cell.q, cell.p) for cell in self.cells]
        forth, again = self.largest_loss(), back.largest_loss()
        return num.INFINITY if num.INFINITY in (forth, again) else forth + again

    def divergence(self, order: Fraction) -> Any:
        """D_α(P‖Q)."""
        if self._impossible():
            return num.INFINITY
        total = _sum(
            _power(p, order) * _power(q, 1 - order) for p, q in self.masses if p.sign() > 0
        )
        for cell in self.cells:
            if not cell.p:
                continue
            need(len(cell.q) == 1, "a density of several terms is divided by", Limit)
            ((s, d),) = cell.q.items()
            raised = _raised(cell.p, order)
            weight = _power(d, 1 - order)
            terms = {r + s * (1 - order): c * weight for r, c in raised.items()}
            grows = cell.high is None and max(terms) >= 0
            if grows or (cell.low is None and min(terms) <= 0):
                return num.INFINITY
            total += _integral(terms, cell.low, cell.high)
        return num.ln(total) / num.Value(order - 1)

    def rate(self) -> Any:
        """Infinite where the divergence of some order is."""
        tails = any(
            (cell.high is None and max(cell.p) > max(cell.q))
            or (cell.low is None and min(cell.p) < min(cell.q))
            for cell in self.cells
            if cell.p and cell.q
        )
        if tails or self._impossible():
            return num.INFINITY
        raise self.unknown("the divergences of all orders")

    def gaussian_distance(self) -> Any:
        """Infinite where an output of the first input is impossible on the second."""
        if self._impossible():
            return num.INFINITY
        raise self.unknown("the comparison with normal laws")

    def _impossible(self) -> bool:
        words = any(p.sign() > 0 and q.sign() == 0 for p, q in self.masses)
        return words or any(cell.p and not cell.q for cell in self.cells)


def _cells(ones: list[_Strand], others: list[_Strand]) -> Iterator[_Cell]:
    places = sorted({place for strand in (*ones, *others) for place in strand.places})
    need(len(places) <= MOST_PLACES, "a density has too many forms", Limit)
    for low, high in pairwise([None, *places, None]):
        near = star._inside(low, high)
        p, q = (_terms(side, near) for side in (ones, others))
        if p or q:
            yield _Cell(low, high, p, q)


def _strand(traced: Traced, path: Path, eps: Fraction) -> _Strand:
    """A path that releases unit·z + ε·shift = ε·v, along v."""
    (form,) = path.released
    need(len(form.noises) == 1, "a value has not one noise", Limit)
    ((centre, unit),) = form.noises
    noises, (_, place) = traced.noises, star._affine(form, eps)
    own = (eps / unit, -place / unit)
    alone, ends, sides = [], ([], []), {}  # type: ignore[var-annotated]  # Lines and numbers
    for condition in path.conditions:
        terms, constant = star._affine(condition, eps)
        k = terms.pop(centre, Fraction(0))
        need(len(terms) < 2 or not k, "a comparison of a value with several noises", Limit)
        if not k:
            alone.append(condition)
        elif not terms:
            end = -(k * own[1] + constant) / (k * own[0])
            ends[k * own[0] < 0].append(end)
        else:
            ((other, weight),) = terms.items()
            line = (-k * own[0] / weight, -(k * own[1] + constant) / weight)
            sides.setdefault(other, ([], []))[weight < 0].append(line)
    loose = []
    for condition in alone:
        terms, constant = star._affine(condition, eps)
        if not terms.keys() & sides.keys():
            loose.append(condition)
            continue
        need(len(terms) == 1, "noises beside the value are compared with each other", Limit)
        ((other, weight),) = terms.items()
        sides[other][weight < 0].append((Fraction(0), -constant / weight))
    weight = _chance(traced, Path(tuple(loose)), eps) * num.Value(eps / abs(unit))
    low, high = max(ends[0], default=None), min(ends[1], default=None)
    between = cache(star._between)

    def near(v: Fraction) -> ExpPoly:
        if (low is not None and v < low) or (high is not None and v > high):
            return star.NOTHING
        strand = star._density(noises[centre], own, star._at(own, v))
        for other, (lows, highs) in sides.items():
            mass = star._mass(noises[other], lows, highs, v, between)
            strand = star._times(strand, mass)
        return strand

    pieces = star._pieces(None, None, [own], sides.values())
    places = {end for piece in pieces for end in piece if end is not None}
    return _Strand(weight, near, places | {end for end in (low, high) if end is not None})


def _open(paths: Iterable[Path]) -> list[Path]:
    """The paths that noise can take; conditions on numbers alone are decided here."""
    paths_left = []
    for path in paths:
        for form in (*path.released, *path.conditions):
            need(not form.shift.gaps and form.shift.finite, "an input beyond all bounds", Limit)
        bare = [form.shift.constant for form in path.conditions if not form.noises]
        need(0 not in bare, "a tie of numbers", Limit)
        if min(bare, default=Fraction(1)) > 0:
            paths_left.append(Path(tuple(f for f in path.conditions if f.noises), path.released))
    return paths_left


def _chance(traced: Traced, path: Path, eps: Fraction) -> Any:
    """The probability of a path: of conditions on one normal variable by Φ, of others as a star."""
    normal = [
        form
        for form in path.conditions
        if all(traced.noises[n].law == "gaussian" for n, _ in form.noises)
    ]
    others = tuple(form for form in path.conditions if form not in normal)
    shared = {n for form in others for n, _ in form.noises}
    mixed = any(n in shared for form in normal for n, _ in form.noises)
    need(not mixed, "Gaussian noise is compared with other noise", Limit)
    total = star._path(traced.noises, Path(others), (), eps).at(Fraction(1))
    while normal:
        names = {n for n, _ in normal[0].noises}
        group = [form for form in normal if names & {n for n, _ in form.noises}]
        total = total * _between(traced, group)
        normal = [form for form in normal if form not in group]
    return total


def _between(traced: Traced, forms: list[Form]) -> Any:
    """P(every form ≥ 0), where all are multiples of one Gaussian variable, and numbers."""
    unit = forms[0].noises
    low: list[Fraction] = []
    high: list[Fraction] = []
    for form in forms:
        ratio = form.noises[0][1] / unit[0][1]
        same = form.noises == tuple((n, k * ratio) for n, k in unit)
        need(same, "Gaussian noise is compared in several ways", Limit)
        (low if ratio > 0 else high).append(-form.shift.constant / ratio)
    square = sum((k**2 * traced.noises[n].scale ** 2 for n, k in unit), Fraction(0))
    root = power(num.Value(square), num.Value(Fraction(1, 2)))
    if low and high and max(low) >= min(high):
        return num.Value(0)
    upper = distribution_of(num.Value(min(high)) / root) if high else num.Value(1)
    return upper - distribution_of(num.Value(max(low)) / root) if low else upper


def _terms(strands: list[_Strand], near: Fraction) -> Terms:
    """Σ c·e^{rv} near a value: the terms c·e^{κ + rv} of each path, by r."""
    terms: Terms = {}
    for strand in strands:
        parts: dict[Fraction, dict[tuple[int, Fraction], Fraction]] = {}
        for term, c in strand.near(near).terms().items():
            powers = parts.setdefault(sum(term.gap_rates, Fraction(0)), {})
            key = 0, term.rate
            powers[key] = powers.get(key, Fraction(0)) + Fraction(int(c.p), int(c.q))
        for r, powers in parts.items():
            c = ExpPoly.in_eps(powers).at(Fraction(1)) * strand.weight
            terms[r] = terms.get(r, num.Value(0)) + c
    return {r: c for r, c in terms.items() if c.sign()}


def _minus(p: Terms, q: Terms, odds: Any) -> Terms:
    difference = {
        r: p.get(r, num.Value(0)) - odds * q.get(r, num.Value(0)) for r in p.keys() | q.keys()
    }
    return {r: c for r, c in difference.items() if c.sign()}


def _above(gap: Terms, cell: _Cell) -> Iterator[tuple[Any, Any]]:
    """Yield the part of a cell on which a difference is above 0."""
    plus = [r for r, c in gap.items() if c.sign() > 0]
    minus = [r for r in gap if r not in plus]
    if not plus:
        return
    if not minus:
        yield cell.low, cell.high
        return
    rises = min(plus) > max(minus)
    need(rises or max(plus) < min(minus), "a difference of densities changes its sign twice", Limit)
    # The part above 0 over the other one is monotone: it lies above 1 on one side of one place.
    first = -1 if rises else 1
    low = first if cell.low is None else _at(gap, cell.low).sign()
    high = -first if cell.high is None else _at(gap, cell.high).sign()
    if low >= 0 and high >= 0:
        yield cell.low, cell.high
    elif low > 0 or high > 0:
        need(len(gap) == 2, "the zero of a difference of densities is no logarithm", Limit)
        ((r, c),), ((s, d),) = ([(k, gap[k])] for k in sorted(gap))
        place = num.ln(-c / d) / num.Value(s - r)
        yield (cell.low, place) if low > 0 else (place, cell.high)


def _at(terms: Terms, place: Any) -> Any:
    return _sum(c * num.exp(r * place) for r, c in terms.items())


def _integral(terms: Terms, low: Any, high: Any) -> Any:
    """∫ Σ c·e^{rv}; the ends are numbers, or None where all terms decay."""
    total = num.Value(0)
    for r, c in terms.items():
        if not r:
            need(low is not None and high is not None, "a density without an end", Limit)
            total += c * _number(high - low)
            continue
        for end, sign in ((high, 1), (low, -1)):
            if end is not None:
                total += c * num.exp(_scaled(end, r)) * num.Value(sign / r)
    return total


def _scaled(end: Any, rate: Fraction) -> Any:
    return end * rate if isinstance(end, Fraction) else end * num.Value(rate)


def _number(length: Any) -> Any:
    exact_one = length.as_rational() if isinstance(length, num.Loss) else None
    return length if exact_one is None else num.Value(exact_one)


def _raised(terms: Terms, order: Fraction) -> Terms:
    """A power of a density: of one term any, of a sum a small integer one."""
    if len(terms) == 1:
        ((r, c),) = terms.items()
        return {r * order: _power(c, order)}
    whole = order.denominator == 1 and order <= MOST_ORDER
    need(whole, "a power of a density of several terms", Limit)
    power: Terms = {Fraction(0): num.Value(1)}
    for _ in range(int(order)):
        product: Terms = {}
        for r, c in power.items():
            for s, d in terms.items():
                product[r + s] = product.get(r + s, num.Value(0)) + c * d
        power = product
    return power


def _power(base: Any, order: Fraction) -> Any:
    if order.denominator == 1:
        return base ** int(order)
    return num.exp(num.ln(base) * num.Value(order))


def _sum(numbers: Any) -> Any:
    total = num.Value(0)
    for number in numbers:
        total = total + number
    return total
