"""Moves in an ℓ2 ball: how much released values can lose, from forms in the move.

Trusted. With values A·x + noise and a move m, Σ m_i² ≤ r², of the entries x that move:

- Gaussian noise of covariance K: μ² = mᵀ·M·m with M = Aᵀ·K⁻¹·A, largest on the boundary, where it
  is r²·λ for the largest eigenvalue λ of M. That λ ≤ c is shown by c·I − M being positive
  semidefinite, which elimination decides in fractions. Where M is diagonal, λ is its largest
  entry, and the worst moves are ±r along that axis.
- Laplace noise of scales b_i: the largest loss Σ |(A·m)_i|/b_i is the largest of c·m over
  c = Σ ±A_i/b_i, and by Cauchy and Schwarz c·m ≤ r·‖c‖, met by m = r·c/‖c‖.

What must never change: numbers here are exact; `is_above` is true only where elimination says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import isqrt

from flint import fmpq, fmpq_mat

from dpverify.defs.documents.traced import Noise
from dpverify.defs.numbers.errors import Undecided

Row = tuple[Mapping[int, Fraction], Mapping[int, Fraction]]
"""A value: the factors of its noises, and how it moves with each entry of the ball."""
Form = Mapping[tuple[int, int], Fraction]
"""A symmetric matrix without its zeros, by the numbers of two entries."""
ZERO = Fraction(0)
MOST_TOGETHER = 48
"""Entries, or values, that depend on each other."""
MOST_SIGNS = 10
"""Values of which all combinations of signs are tried."""


def gaussian_form(rows: Sequence[Row], noises: Sequence[Noise]) -> Form:
    """M = Aᵀ·K⁻¹·A of values with Gaussian noise; those that share none add up.

    Raises: Undecided("unsupported") where values depend on each other, or too many are together.
    """
    coefficients: dict[tuple[int, int], Fraction] = {}
    for group in _connected([set(terms) for terms, _ in rows]):
        chosen = [rows[k] for k in group]
        size = _limited(len(chosen))
        entries = sorted({i for _, slopes in chosen for i in slopes})
        spread = [
            sum((a[n] * b[n] * noises[n].scale ** 2 for n in a.keys() & b.keys()), ZERO)
            for a, _ in chosen
            for b, _ in chosen
        ]
        matrix = fmpq_mat(size, size, [_flint(k) for k in spread])
        if matrix.det() == 0:
            raise Undecided("unsupported", "Gaussian values that depend on each other")
        cells = [_flint(slopes.get(i, ZERO)) for _, slopes in chosen for i in entries]
        if not entries:
            continue
        slopes = fmpq_mat(size, len(entries), cells)
        form = slopes.transpose() * matrix.solve(slopes)
        for a, i in enumerate(entries):
            for b, j in enumerate(entries):
                number = coefficients.get((i, j), ZERO) + _fraction(form[a, b])
                coefficients[i, j] = number
    return {place: number for place, number in coefficients.items() if number}


def is_above(form: Form, most: Fraction) -> bool:
    """Whether most·I − M is positive semidefinite, so that the largest eigenvalue is at most that.

    By symmetric elimination: each pivot must be ≥ 0, and where it is 0 the rest of its row 0.
    """
    for block in blocks(form):
        rows = [[(most if i == j else ZERO) - form.get((i, j), ZERO) for j in block] for i in block]
        for k in range(len(block)):
            pivot = rows[k][k]
            if pivot < 0 or (pivot == 0 and any(rows[k][k + 1 :])):
                return False
            for i in range(k + 1, len(block)) if pivot else ():
                factor = rows[i][k] / pivot
                if factor:
                    rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return most >= 0  # entries in no block have the eigenvalue 0


def is_eigenvalue(form: Form, number: Fraction) -> bool:
    """Whether a number is an eigenvalue of M; with `is_above` it is the largest."""
    for block in blocks(form):
        size = len(block)
        cells = [
            _flint((number if i == j else ZERO) - form.get((i, j), ZERO))
            for i in block
            for j in block
        ]
        if fmpq_mat(size, size, cells).det() == 0:
            return True
    return False


def blocks(form: Form) -> list[list[int]]:
    """The entries in groups that the matrix does not connect; Undecided where one is too large."""
    names = sorted({i for i, _ in form})
    joined: list[set[int]] = [{i, j} for i, j in form if i < j]
    alone = {*names} - {i for pair in joined for i in pair}
    several = [sorted({i for k in group for i in joined[k]}) for group in _connected(joined)]
    for block in several:
        _limited(len(block))
    return [*([i] for i in sorted(alone)), *several]


def laplace_vector(rows: Sequence[Row], noises: Sequence[Noise]) -> Mapping[int, Fraction]:
    """The longest of the vectors c = Σ ±A_i/b_i.

    Groups of rows that share no entry are each as long as they can be on their own.
    """
    scaled = []
    for terms, slopes in rows:
        ((noise, factor),) = terms.items()
        scale = noises[noise].scale * abs(factor)
        scaled.append({i: k / scale for i, k in slopes.items()})
    longest: dict[int, Fraction] = {}
    for group in _connected([set(row) for row in scaled]):
        if len(group) - 1 > MOST_SIGNS:
            raise Undecided("unsupported", "so many Laplace values that move with the same entries")
        best: dict[int, Fraction] = {}
        # −c is as long as c, so that the first sign is fixed.
        for signs in product((1, -1), repeat=len(group) - 1):
            total: dict[int, Fraction] = {}
            for sign, k in zip((1, *signs), group, strict=True):
                for i, slope in scaled[k].items():
                    total[i] = total.get(i, ZERO) + sign * slope
            best = max(best, total, key=square)
        longest |= best
    return longest


def square(vector: Mapping[int, Fraction]) -> Fraction:
    """Σ c_i²."""
    return sum((x * x for x in vector.values()), ZERO)


def _connected(sets: Sequence[set[int]]) -> list[list[int]]:
    """The numbers of the sets in groups that share members."""
    leader: dict[int, int] = {}
    parent = [*range(len(sets))]

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    for k, members in enumerate(sets):
        for member in members:
            first = leader.setdefault(member, k)
            parent[root(k)] = root(first)
    groups: dict[int, list[int]] = {}
    for k in range(len(sets)):
        groups.setdefault(root(k), []).append(k)
    return [*groups.values()]


def _limited(count: int) -> int:
    if count > MOST_TOGETHER:
        text = f"an ℓ2 ball and more than {MOST_TOGETHER} values or entries that are not apart"
        raise Undecided("unsupported", text)
    return count


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def worst_move(
    rows: Sequence[Row], noises: Sequence[Noise], radius: Fraction, count: int, *, of_the_loss: bool
) -> tuple[Fraction, ...] | None:
    """The move of length `radius` that is worst, where it is known and has rational entries.

    Of one value that moves it is the furthest; of Gaussian values an axis, where M is diagonal; of
    Laplace values that of the largest loss, for definitions that ask for no more (`of_the_loss`).

    Args: rows of all values, count how many entries an input has.
    """
    moving = [row for row in rows if row[1]]
    laws = {noises[n].law for terms, _ in moving for n in terms}
    if len(moving) == 1:
        along = moving[0][1]
    elif laws == {"gaussian"}:
        form = gaussian_form(rows, noises)
        if any(i != j for i, j in form) and not of_the_loss:  # the loss itself is infinite
            return None
        axes = {i: number for (i, j), number in form.items() if i == j}
        along = {max(axes, key=lambda i: axes[i]): Fraction(1)}
    elif laws == {"laplace"} and of_the_loss:
        along = laplace_vector(moving, noises)
    else:
        return None
    length = root(square(along))
    if not length:
        return None
    return tuple(radius * along.get(i, ZERO) / length for i in range(count))


def root(number: Fraction) -> Fraction | None:
    """The square root, where it is rational."""
    top, bottom = isqrt(number.numerator), isqrt(number.denominator)
    exact = top * top == number.numerator and bottom * bottom == number.denominator
    return Fraction(top, bottom) if exact else None
