"""Encloses the probability of an event of a program with noise of any law, apart from the finder.

Trusted. An event is a word with an interval for a linear form of its released values: a path's
conditions (`defs/documents/traced.py`) and at most two more. Noises that share no condition are
independent. Gaussian noises whose factors are proportional in all conditions are one such noise.
What is then left of each group of noises must be a star: a noise z such that every condition names
at most one other. Its probability is

    ∫ f(z) · ∏_j P(low_j(z) ≤ noise j ≤ high_j(z)) dz

with affine low_j and high_j. arb integrates it between the z at which one of them meets another or
a kink of a law; what lies beyond a large |z| has a probability that is added as an error. Anything
else raises Undecided("unsupported").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

from flint import acb, arb, fmpq

from dpverify.defs.documents.traced import Form, Noise, Path, Traced, unknown_law
from dpverify.defs.documents.traced import Law as Name
from dpverify.defs.numbers import Undecided

Row = tuple[dict[int, Fraction], Fraction]
"""Σ factor·noise + constant ≥ 0."""
Line = tuple[Fraction, Fraction]
End = Fraction | None
NONE = Fraction(0)


@dataclass(frozen=True)
class Bound:
    """A line slope·z + constant that bounds a noise on a piece, and its value within the piece."""

    slope: acb
    constant: acb
    near: Fraction

    def at(self, z: acb) -> acb:
        """The line at z."""
        return z * self.slope + self.constant


def event_probability(
    traced: Traced,
    eps: Fraction,
    word: str,
    factors: Sequence[Fraction],
    where: Sequence[tuple[End, End]],
    bits: int,
) -> arb:
    """P(the word, and Σ factor·value in one of the intervals, which are disjoint).

    Args: traced a program without gaps; eps the number for ε, 1 where it has no symbol; bits how
        far out the integrals go: 2^−bits of probability is left to the error.
    """
    total = arb(0)
    for path in traced.words.get(word, ()):
        for interval in where:
            total += _path(traced.noises, path, eps, factors, interval, bits)
    return total


def _path(
    noises: Sequence[Noise],
    path: Path,
    eps: Fraction,
    factors: Sequence[Fraction],
    interval: tuple[End, End],
    bits: int,
) -> arb:
    rows = [_row(form, eps) for form in path.conditions]
    if any(factors):
        rows += _between(path, eps, factors, interval)
    bare = [constant for terms, constant in rows if not terms]
    if 0 in bare:  # then paths that partition the noises elsewhere may share all of them
        raise _unsupported("a tie of numbers")
    if any(constant < 0 for constant in bare):
        return arb(0)
    rows = [row for row in rows if row[0]]
    laws = {n: _law(noises[n]) for terms, _ in rows for n in terms}
    _merge(laws, rows)
    total = arb(1)
    while rows:
        names, size = set(rows[0][0]), 0
        while size != len(names):
            size = len(names)
            names.update(*(terms for terms, _ in rows if names & terms.keys()))
        total *= _star({n: laws[n] for n in names}, [r for r in rows if names & r[0].keys()], bits)
        rows = [row for row in rows if not names & row[0].keys()]
    return total


def _between(
    path: Path, eps: Fraction, factors: Sequence[Fraction], interval: tuple[End, End]
) -> list[Row]:
    """Σ factor·value in an interval, as conditions."""
    if len(factors) != len(path.released):
        raise _unsupported("another number of values than are released")
    terms: dict[int, Fraction] = {}
    constant = NONE
    for factor, form in zip(factors, path.released, strict=True):
        row = _row(form, eps)
        constant += factor * row[1]
        for n, k in row[0].items():
            terms[n] = terms.get(n, NONE) + factor * k
    terms = {n: k for n, k in terms.items() if k}
    low, high = (None if end is None else end * eps for end in interval)
    rows = [] if low is None else [(terms, constant - low)]
    below = {n: -k for n, k in terms.items()}
    return rows if high is None else [*rows, (below, high - constant)]


def part_text(part: Mapping[str, Any]) -> str:
    """A word with its intervals, as readers see it; v1 is the first released value.

    >>> part_text({"word": "•", "factors": ["-1"], "where": [["1/2", None], ["-3", "0"]]})
    '• where -1*v1 is in [1/2, inf) or [-3, 0]'
    """
    if "factors" not in part:
        return str(part["word"])
    sums = [f"{k}*v{i}" for i, k in enumerate(part["factors"], start=1) if k != "0"]
    spans = [
        ("(-inf" if low is None else f"[{low}") + (", inf)" if high is None else f", {high}]")
        for low, high in part["where"]
    ]
    return f"{part['word']} where {' + '.join(sums)} is in {' or '.join(spans)}"


Law = tuple[Name, Fraction]
"""The law, and its scale; of Gaussian noise the variance."""


def _law(noise: Noise) -> Law:
    match noise.law:
        case "gaussian":
            return noise.law, noise.scale**2
        case "laplace" | "exponential" | "uniform":
            return noise.law, noise.scale
        case _:
            raise unknown_law(noise.law)


def _merge(laws: dict[int, Law], rows: list[Row]) -> None:
    """Proportional Gaussian noises as the first of them: z_i + r·z_j has variance v_i + r²·v_j."""
    for i, j in combinations(sorted(laws), 2):
        if i not in laws or j not in laws or (laws[i][0], laws[j][0]) != ("gaussian",) * 2:
            continue
        columns = [(row[0].get(i, NONE), row[0].get(j, NONE)) for row in rows]
        ratios = {b / a if a else None for a, b in columns if a or b}
        ratio = next(iter(ratios))
        if len(ratios) == 1 and ratio is not None:
            laws[i] = "gaussian", laws[i][1] + ratio**2 * laws[j][1]
            del laws[j]
            for terms, _ in rows:
                terms.pop(j, None)


def _star(laws: dict[int, Law], rows: list[Row], bits: int) -> arb:
    for centre in sorted(laws):
        if all(len(terms.keys() - {centre}) <= 1 for terms, _ in rows):
            return _integral(laws, centre, rows, bits)
    raise _unsupported("a word that is no star of comparisons")


Sides = dict[int, tuple[list[Line], list[Line]]]
"""Lower and upper bounds of each noise beside the centre, as lines in the centre."""


def _integral(laws: dict[int, Law], centre: int, rows: list[Row], bits: int) -> arb:
    sides: Sides = {}
    ends: tuple[list[Fraction], list[Fraction]] = ([], [])
    for terms, constant in rows:
        slope = terms.get(centre, NONE)
        for other in terms.keys() - {centre}:
            unit = terms[other]
            sides.setdefault(other, ([], []))[unit < 0].append((-slope / unit, -constant / unit))
        if terms.keys() == {centre}:
            ends[slope < 0].append(-constant / slope)
    if not sides:  # the integral of a density
        lowest, highest = max(ends[0], default=None), min(ends[1], default=None)
        lines = [None if end is None else (NONE, end) for end in (lowest, highest)]
        low, high = (_bound(line, NONE) for line in lines)
        return _mass(laws[centre], low, high, acb(0)).real
    least, most = _reach(laws[centre], bits)
    least, most = max([least, *ends[0]]), min([most, *ends[1]])
    # The other factors are probabilities: what is left out lies between 0 and the mass beyond.
    total = _beyond(laws[centre], bits)
    for u, v in _pieces(laws, centre, sides, least, most) if least < most else []:
        total += _piece(laws, centre, sides, u, v)
    return total


def _pieces(
    laws: dict[int, Law], centre: int, sides: Sides, low: Fraction, high: Fraction
) -> Iterable[tuple[Fraction, Fraction]]:
    """The intervals between the points at which a line meets a kink or another line."""
    met = {low, high, *_kinks(laws[centre])}
    for other, bounds in sides.items():
        every = [*bounds[0], *bounds[1]]
        flat = [(NONE, k) for k in _kinks(laws[other])]
        for a, b in [*combinations(every, 2), *((a, b) for a in every for b in flat)]:
            if a[0] != b[0]:
                met.add((b[1] - a[1]) / (a[0] - b[0]))
    return pairwise(sorted(z for z in met if low <= z <= high))


def _piece(laws: dict[int, Law], centre: int, sides: Sides, u: Fraction, v: Fraction) -> arb:
    middle = (u + v) / 2
    # Which lines bound a noise is the same on the whole piece, so it is asked once, not at each z.
    bounds = [
        (
            laws[other],
            _bound(max(lows, key=lambda a: a[0] * middle + a[1], default=None), middle),
            _bound(min(highs, key=lambda a: a[0] * middle + a[1], default=None), middle),
        )
        for other, (lows, highs) in sides.items()
    ]

    # arb asks by the flag whether the integrand is analytic. On a piece one formula without roots
    # or poles holds, so it always is.
    def integrand(z: acb, _: bool) -> acb:
        value = _density(laws[centre], z, middle)
        for law, low, high in bounds:
            value *= _mass(law, low, high, z)
        return value

    return acb.integral(integrand, acb(_arb(u)), acb(_arb(v))).real


def _bound(line: Line | None, middle: Fraction) -> Bound | None:
    if line is None:
        return None
    slope, constant = line
    return Bound(acb(_fmpq(slope)), acb(_fmpq(constant)), slope * middle + constant)


def _kinks(law: Law) -> tuple[Fraction, ...]:
    name, size = law
    match name:
        case "gaussian":
            return ()
        case "uniform":
            return -size, size
        case "laplace" | "exponential":
            return (NONE,)
        case _:
            raise unknown_law(name)


def _reach(law: Law, bits: int) -> tuple[Fraction, Fraction]:
    """An interval that holds all but `_beyond` of the probability."""
    name, size = law
    match name:
        case "uniform":
            return -size, size
        case "gaussian":  # an upper bound of the root, times √(2·bits), rounded up
            far = (1 + isqrt(2 * bits)) * _root(size)
            return -far, far
        case "laplace":
            return -bits * size, bits * size
        case "exponential":
            return NONE, bits * size
        case _:
            raise unknown_law(name)


def _beyond(law: Law, bits: int) -> arb:
    """A ball that holds the probability outside, at most e^−bits for every law."""
    name = law[0]
    match name:
        case "uniform":
            return arb(0)
        case "gaussian" | "laplace" | "exponential":  # of |N| > k: ≤ e^(−k²/2), k² ≥ 2·bits
            return (arb(-bits)).exp() * arb(0.5, 0.5)
        case _:
            raise unknown_law(name)


def _root(square: Fraction) -> Fraction:
    return Fraction(
        1 + isqrt(square.numerator * square.denominator << 64), square.denominator << 32
    )


def _density(law: Law, z: acb, near: Fraction) -> acb:
    name, size = law
    b = _arb(size)
    match name:
        case "gaussian":
            return (-z * z / (2 * b)).exp() / (2 * arb.pi() * b).sqrt()
        case "uniform":
            return acb(1) / (2 * b) if -size < near < size else acb(0)
        case "exponential":
            return (-z / b).exp() / b if near > 0 else acb(0)
        case "laplace":
            return ((z if near < 0 else -z) / b).exp() / (2 * b)
        case _:
            raise unknown_law(name)


def _mass(law: Law, low: Bound | None, high: Bound | None, z: acb) -> acb:
    """P(low ≤ noise ≤ high) with both lines at z."""
    if low is not None and high is not None and low.near >= high.near:
        return acb(0)
    if low is not None and low.near > 0:  # tails are subtracted where both are small
        upper = acb(0) if high is None else _tail(law, high.at(z), high.near)
        return _tail(law, low.at(z), low.near) - upper
    below = acb(1) if high is None else _below(law, high.at(z), high.near)
    return below if low is None else below - _below(law, low.at(z), low.near)


def _tail(law: Law, x: acb, near: Fraction) -> acb:
    """P(noise ≥ x), x near a number with the same order of things."""
    name, size = law
    b = _arb(size)
    match name:
        case "gaussian":
            half = x / (2 * b).sqrt()
            return half.erfc() / 2 if near > 0 else 1 - (-half).erfc() / 2
        case "uniform":
            return acb(near < 0) if abs(near) >= size else (b - x) / (2 * b)
        case "laplace":
            return (-x / b).exp() / 2 if near > 0 else 1 - (x / b).exp() / 2
        case "exponential":
            return (-x / b).exp() if near > 0 else acb(1)
        case _:
            raise unknown_law(name)


def _below(law: Law, x: acb, near: Fraction) -> acb:
    """P(noise ≤ x)."""
    name = law[0]
    match name:
        case "exponential":
            return 1 - _tail(law, x, near) if near > 0 else acb(0)
        case "laplace" | "gaussian" | "uniform":  # symmetric
            return _tail(law, -x, -near)
        case _:
            raise unknown_law(name)


def _row(form: Form, eps: Fraction) -> Row:
    if not form.shift.finite:
        raise _unsupported("an input or a value beyond all bounds")
    return dict(form.noises), eps * form.shift.constant


def _arb(number: Fraction) -> arb:
    return arb(_fmpq(number))


def _fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _unsupported(text: str) -> Undecided:
    return Undecided("unsupported", f"not enclosed again: {text}")
