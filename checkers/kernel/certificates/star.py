"""Computes the probability of a word at numbers, apart from the integrals that found it.

Trusted. A path (`defs/documents/traced.py`) whose released values are given leaves free noises.
They fall into parts that share no condition; a part is a star if it has a centre z such that every
condition on it names at most one noise beside z, and noises fixed by released values depend on z
alone. The probability of a star is

    ∫ f(z) · ∏ f_k(fixed noise k at z) · ∏_j (F_j(high_j(z)) − F_j(low_j(z))) dz

with affine low_j, high_j. Between the finitely many z at which one of them meets another, 0, or an
end, the integrand is a sum of terms c·e^{κ + λz}, which are integrated one by one: all numbers
are rational until the end. These sums are elements of the trusted ring with z as its gap, read at
ε = 1. What is no star raises Undecided("unsupported").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from dpverify.defs.documents.traced import (
    Form,
    Noise,
    Path,
    Traced,
    exact_law,
    is_one_sided,
    unknown_law,
)
from dpverify.defs.numbers import Undecided, Value
from dpverify.defs.numbers.exponential_polynomial import Exponent, ExpPoly

Affine = tuple[dict[int, Fraction], Fraction]
"""Σ factor·noise + constant, without zero factors."""
Line = tuple[Fraction, Fraction]
"""slope·z + constant, of a centre z."""
Ends = tuple[Fraction | None, Fraction | None]
End = tuple[Line, bool]
"""A line that bounds a noise, and whether it is positive near the place looked at."""
Between = Callable[[Noise, End | None, End | None], ExpPoly]
NONE = Fraction(0)
NOTHING = ExpPoly.number(0)
MOST_TERMS = 200_000


def star_probability(
    traced: Traced, word: str, released: Sequence[Fraction], eps: Fraction
) -> Value:
    """The probability of a word; where values are released, the density at them, if continuous.

    Args: traced a program without gaps; eps the number for ε, 1 where the program has no symbol.

    Where it returns, the density is continuous at the values, so that what it says holds for small
    events around them: it can jump only where numbers without noise tie, or where a released value
    puts exponential noise exactly at 0.

    Raises: Undecided("unsupported") for a path that is no star, and where such a tie or jump is.
    """
    total = NOTHING
    for path in traced.words.get(word, ()):
        total = total + _path(traced.noises, path, released, eps)
    return total.at(Fraction(1))


def _path(
    noises: Sequence[Noise], path: Path, released: Sequence[Fraction], eps: Fraction
) -> ExpPoly:
    """Σ c·e^κ."""
    if len(released) != len(path.released):
        raise _unsupported("another number of values than are released")
    fixed: dict[int, Affine] = {}
    factor = Fraction(1)
    for form, value in zip(path.released, released, strict=True):
        terms, constant = _put(_affine(form, eps), fixed)
        if not terms:
            raise _unsupported("released values depend on each other")
        pivot = min(terms)
        unit = terms.pop(pivot)
        new: Affine = {n: -k / unit for n, k in terms.items()}, (eps * value - constant) / unit
        fixed = {n: _put(old, {pivot: new}) for n, old in fixed.items()} | {pivot: new}
        factor *= eps / abs(unit)  # eps·value = unit·z + …, so that dz = eps/|unit|·d(value)
    conditions = [_put(_affine(form, eps), fixed) for form in path.conditions]
    bare = [constant for terms, constant in conditions if not terms]
    jumps = any(is_one_sided(noises[n].law) and not fixed[n][0] and not fixed[n][1] for n in fixed)
    if 0 in bare or jumps:
        raise _unsupported("a tie of numbers, or a density that jumps at the values released")
    if any(constant < 0 for constant in bare):
        return NOTHING
    total = ExpPoly.number(factor)
    for part in _parts(noises, [c for c in conditions if c[0]], fixed):
        total = _times(total, part)
    return total


def _parts(
    noises: Sequence[Noise], conditions: Sequence[Affine], fixed: dict[int, Affine]
) -> Iterable[ExpPoly]:
    """The factors of the parts that share no noise; noises without a condition integrate to 1."""
    rows: list[tuple[Noise | None, Affine]] = [(None, row) for row in conditions]
    rows += [(noises[n], row) for n, row in fixed.items()]
    while rows:
        names, size = set(rows[0][1][0]), -1
        while size != len(names):
            size = len(names)
            names.update(*(row[0] for _, row in rows if names & row[0].keys()))
        inside = [one for one in rows if names & one[1][0].keys()] or rows[:1]
        rows = [one for one in rows if not names & one[1][0].keys()] if names else rows[1:]
        yield _star(noises, sorted(names), inside)


def _star(
    noises: Sequence[Noise], names: list[int], rows: list[tuple[Noise | None, Affine]]
) -> ExpPoly:
    if not names:  # a noise that is fixed at a number: its density there
        density = ExpPoly.number(1)
        for noise, (_, number) in rows:
            one_point = NOTHING if noise is None else _density(noise, (NONE, number), number)
            density = _times(density, one_point)
        return density
    # A condition may name one noise beside the centre, a fixed noise none.
    for centre in names:
        if all(len(row.keys() - {centre}) <= (noise is None) for noise, (row, _) in rows):
            return _integral(noises, centre, rows)
    raise _unsupported("a word that is no star of comparisons")


def _integral(
    noises: Sequence[Noise], centre: int, rows: list[tuple[Noise | None, Affine]]
) -> ExpPoly:
    low: Fraction | None = NONE if is_one_sided(noises[centre].law) else None
    high: Fraction | None = None
    factors: list[tuple[Noise, Line]] = [(noises[centre], (Fraction(1), NONE))]
    bounds: dict[int, tuple[list[Line], list[Line]]] = {}
    for noise, (terms, constant) in rows:
        slope, others = terms.get(centre, NONE), terms.keys() - {centre}
        if noise is not None:
            factors.append((noise, (slope, constant)))
        elif others:
            (other,) = others
            unit = terms[other]
            sides = bounds.setdefault(other, ([], []))
            sides[unit < 0].append((-slope / unit, -constant / unit))
        else:
            end = -constant / slope
            if slope > 0:
                low = end if low is None else max(low, end)
            else:
                high = end if high is None else min(high, end)
    total: dict[Fraction, Fraction] = {}  # Σ c·e^κ, by κ
    # Many noises have the same law and lines, and few of the factors change from piece to piece.
    between = cache(_between)
    for ends in _pieces(low, high, [line for _, line in factors], bounds.values()):
        z = _inside(*ends)
        product = ExpPoly.number(1)
        for noise, line in factors:
            product = _times(product, _density(noise, line, _at(line, z)))
        for other, (lows, highs) in bounds.items():
            mass = _mass(noises[other], lows, highs, z, between)
            product = _times(product, mass)
        for term, c in product.terms().items():
            # A product in which no factor moves with z has no gap at all.
            slope, size = sum(term.gap_rates, NONE), Fraction(int(c.p), int(c.q))
            for k, part in _definite(slope, term.rate, size, *ends):
                total[k] = total.get(k, NONE) + part
    return ExpPoly.in_eps({(0, k): c for k, c in total.items() if c})


def _pieces(
    low: Fraction | None,
    high: Fraction | None,
    lines: list[Line],
    bounds: Iterable[tuple[list[Line], list[Line]]],
) -> list[Ends]:
    """The intervals between the points at which a line meets 0 or another bound of its noise."""
    met = {_root(line) for line in lines}
    for lows, highs in bounds:
        bounding = [(NONE, NONE), *lows, *highs]
        met |= {_root((a[0] - b[0], a[1] - b[1])) for a in bounding for b in bounding}
    inner = sorted(
        z for z in met if z is not None and (low is None or z > low) and (high is None or z < high)
    )
    if low is not None and high is not None and low >= high:
        return []
    ends = [low, *inner, high]
    return list(pairwise(ends))


def _root(line: Line) -> Fraction | None:
    return -line[1] / line[0] if line[0] else None


def _at(line: Line, z: Fraction) -> Fraction:
    return line[0] * z + line[1]


def _inside(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is None:
        return NONE if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2


def _exponential(factor: Fraction, line: Line) -> ExpPoly:
    """e^{factor·line} as a function of z."""
    return ExpPoly.from_terms(("z",), {Exponent(0, (0,), factor * line[1], (factor * line[0],)): 1})


def _density(noise: Noise, line: Line, value: Fraction) -> ExpPoly:
    """The density along a line, near a place where the line has this value."""
    rate = 1 / noise.scale
    match exact_law(noise.law):
        case "exponential":
            return _exponential(-rate, line) * rate if value > 0 else NOTHING
        case "laplace":
            side = -rate if value > 0 else rate
            return _exponential(side, line) * (rate / 2)
        case other:
            raise unknown_law(other)


def _mass(
    noise: Noise, lows: list[Line], highs: list[Line], z: Fraction, between: Between
) -> ExpPoly:
    """P(low ≤ noise ≤ high) near z."""
    low = max(lows, key=lambda line: _at(line, z), default=None)
    high = min(highs, key=lambda line: _at(line, z), default=None)
    if low is not None and high is not None and _at(low, z) >= _at(high, z):
        return NOTHING
    low_end, high_end = (None if a is None else (a, _at(a, z) > 0) for a in (low, high))
    return between(noise, low_end, high_end)


def _between(noise: Noise, low: End | None, high: End | None) -> ExpPoly:
    """P(low ≤ noise ≤ high), near a place where the ends have these signs."""
    upper = ExpPoly.number(1) if high is None else _below(noise, *high)
    return upper if low is None else upper - _below(noise, *low)


def _below(noise: Noise, line: Line, positive: bool) -> ExpPoly:
    """P(noise ≤ line), near a place where the line is positive, or where it is not."""
    rate = 1 / noise.scale
    match exact_law(noise.law):
        case "laplace":
            half = Fraction(1, 2)
            if not positive:
                return _exponential(rate, line) * half
            return 1 - _exponential(-rate, line) * half
        case "exponential":
            return 1 - _exponential(-rate, line) if positive else NOTHING
        case other:
            raise unknown_law(other)


def _definite(
    rate: Fraction, power: Fraction, c: Fraction, low: Fraction | None, high: Fraction | None
) -> Iterable[tuple[Fraction, Fraction]]:
    """∫ c·e^{power + rate·z} over an interval, as terms (κ, c)."""
    if (low is None and rate <= 0) or (high is None and rate >= 0):
        raise _unsupported("an integral without an end")
    if not rate:
        return [(power, c * ((high or NONE) - (low or NONE)))]
    ends = [(high, c / rate), (low, -c / rate)]
    return [(power + rate * end, part) for end, part in ends if end is not None]


def _times(a: ExpPoly, b: ExpPoly) -> ExpPoly:
    """a·b; raises Undecided where that has too many terms to be computed again."""
    if len(a) * len(b) > MOST_TERMS:
        raise Undecided("bits", "a probability has too many terms to be computed again")
    return a * b


def _affine(form: Form, eps: Fraction) -> Affine:
    if not form.shift.finite:
        raise _unsupported("an input or a value beyond all bounds")
    return dict(form.noises), eps * form.shift.constant


def _put(row: Affine, fixed: dict[int, Affine]) -> Affine:
    """The row with fixed noises replaced."""
    terms, constant = {n: k for n, k in row[0].items() if n not in fixed}, row[1]
    for number in row[0].keys() & fixed.keys():
        k, (inner, more) = row[0][number], fixed[number]
        constant += k * more
        for n, share in inner.items():
            terms[n] = terms.get(n, NONE) + k * share
    return {n: k for n, k in terms.items() if k}, constant


def _unsupported(text: str) -> Undecided:
    return Undecided("unsupported", f"not computed again: {text}")
