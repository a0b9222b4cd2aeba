"""Released values whose inputs move in an ℓ2 ball: the largest answer, and moves that come near it.

Where a move with rational entries is the worst, it is a pair like any other (`pairs.py`). Else the
answer is bounded from above by a norm, which the kernel re-checks (`certificates/ball.py`), and
from below by a rational move inside the ball.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from flint import fmpq, fmpq_mat

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.parts import in_numbers
from dpverify.checkers.kernel.certificates import ball as forms
from dpverify.checkers.unsupported import Shape, not_released
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.laws.gaussian import GaussianShift
from dpverify.defs.numbers import Number, Value
from dpverify.defs.numbers.functions import power

Numbers = tuple[Fraction, ...]
NONE: Final = Fraction(0)
OF_THE_LOSS: Final = {"pure-dp": 1, "bounded-range": 2}
"""Definitions that ask for so many times the largest loss of Laplace values."""
BITS: Final = 110
"""Of the numbers in a move: its answer is within some 10⁻³⁰ of the largest."""
STEPS: Final = 4
MARGINS: Final = [Fraction(1, 10**k) for k in (32, 30, 27, 24, 20, 16, 12)]
"""By how much, relatively, the norm that is stated may exceed the true one."""


@dataclass(frozen=True)
class Nearly:
    """The largest answer over a ball, which no rational move attains.

    Args: most an upper bound, the answer itself if `exact`; norm the bound of the eigenvalue that
        shows it, of Laplace noise the squared length of the longest vector; move a rational one
        within the ball that comes near.
    """

    most: Number
    exact: bool
    norm: Fraction
    move: Numbers


def worst_move(program: Program, traced: Traced, definition: str) -> Numbers | None:
    """The worst move of a ball where it has rational entries."""
    rows, radius, count = _rows(program, traced)
    of_the_loss = definition in OF_THE_LOSS
    return forms.worst_move(rows, traced.noises, radius, count, of_the_loss=of_the_loss)


def nearly(program: Program, claim: Definition) -> Nearly | None:
    """The largest answer where no rational move attains it; None for programs of another kind.

    Raises: Undecided("unsupported") where it is not known.
    """
    if not program.everywhere or program.integers or program.relation.ball is None:
        return None
    if program.family is None:
        raise InternalError("the program is not traced on all inputs")
    traced = in_numbers(program.family.traced, program.eps)
    definition = claim.name
    if worst_move(program, traced, definition) is not None:
        return None
    rows, radius, count = _rows(program, traced)
    moving = [row for row in rows if row[1]]
    laws = {traced.noises[n].law for terms, _ in moving for n in terms}
    if laws == {"laplace"} and definition in OF_THE_LOSS:
        vector = forms.laplace_vector(moving, traced.noises)
        length = power(Value(radius**2 * forms.square(vector)), Value(Fraction(1, 2)))
        most = length * OF_THE_LOSS[definition]
        return Nearly(most, True, forms.square(vector), _of_length(vector, radius, count))
    if laws != {"gaussian"}:
        raise not_released(Shape.BALL_AND_NOISE, definition, ", ".join(sorted(laws)))
    norm, exact, vector = _eigenvalue(forms.gaussian_form(rows, traced.noises))
    most = claim.functional(GaussianShift(radius**2 * norm))
    return Nearly(most, exact, norm, _of_length(vector, radius, count))


def _rows(program: Program, traced: Traced) -> tuple[list[forms.Row], Fraction, int]:
    """The released values, the radius, and how many entries an input has.

    Raises: Undecided("unsupported") for a program that does more than release values.
    """
    family, ball = program.family, program.relation.ball
    if family is None or ball is None:
        raise InternalError("the inputs of the program do not move in a ball")
    paths = [path for several in traced.words.values() for path in several]
    if len(paths) != 1 or paths[0].conditions:
        raise not_released(Shape.COMPARISONS_BEFORE)
    moving = program.relation.in_ball
    number = {name: i for i, name in enumerate(family.entries) if i in moving}
    rows: list[forms.Row] = [
        (dict(form.noises), {number[name]: k for name, k in form.shift.gaps if name in number})
        for form in paths[0].released
    ]
    return rows, ball.numbers[0], len(family.entries)


def _eigenvalue(form: forms.Form) -> tuple[Fraction, bool, dict[int, Fraction]]:
    """A bound of the largest eigenvalue, whether it is that, and nearly its vector.

    Raises: Undecided("precision") where no bound so near was shown.
    """
    best: tuple[Fraction, list[int], list[Fraction], fmpq_mat] | None = None
    for block in forms.blocks(form):
        matrix = fmpq_mat(
            len(block), len(block), [_flint(form.get((i, j), NONE)) for i in block for j in block]
        )
        value, vector = _refined(matrix)
        if best is None or value > best[0]:
            best = value, block, vector, matrix
    if best is None:
        raise not_released(Shape.STILL)
    low, block, vector, matrix = best
    along = dict(zip(block, vector, strict=True))
    for candidate in _rational_roots(matrix, low):
        if forms.is_above(form, candidate):
            return candidate, True, along
    for margin in MARGINS:
        norm = _square_above(low * (1 + margin))
        if forms.is_above(form, norm):
            return norm, False, along
    raise Undecided("precision", "the largest eigenvalue of what the inputs do is not enclosed")


def _square_above(number: Fraction) -> Fraction:
    """A square of a rational number, so that its root is one, a little above a number."""
    return _root_above(number) ** 2


def _root_above(number: Fraction) -> Fraction:
    grid = 2 ** (BITS + number.denominator.bit_length())
    return Fraction(isqrt(number.numerator * grid**2 // number.denominator) + 1, grid)


def _refined(matrix: fmpq_mat) -> tuple[Fraction, list[Fraction]]:
    """A Rayleigh quotient, never more than the largest eigenvalue, and its vector.

    Floats propose a vector; steps of inverse iteration in fractions, rounded, make it precise.
    """
    import numpy as np

    size = matrix.nrows()
    cells = [float(_fraction(x)) for x in matrix.entries()]
    _, vectors = np.linalg.eigh(np.array(cells).reshape(size, size))
    vector = [Fraction(float(x)).limit_denominator(10**15) for x in vectors[:, -1]]
    value = _quotient(matrix, vector)
    for _ in range(STEPS):
        shifted = matrix - _diagonal(size, value)
        if shifted.det() == 0:
            break
        solved = shifted.solve(fmpq_mat(size, 1, [_flint(x) for x in vector]))
        whole = [_fraction(x) for x in solved.entries()]
        unit = max(map(abs, whole))
        vector = [Fraction(round(x / unit * 2**BITS), 2**BITS) for x in whole]
        value = max(value, _quotient(matrix, vector))
        value = Fraction(int(value * 2 ** (2 * BITS)), 2 ** (2 * BITS))
    return _quotient(matrix, vector), vector


def _diagonal(size: int, value: Fraction) -> fmpq_mat:
    cells = [_flint(value if i == j else NONE) for i in range(size) for j in range(size)]
    return fmpq_mat(size, size, cells)


def _quotient(matrix: fmpq_mat, vector: list[Fraction]) -> Fraction:
    """vᵀ·M·v/vᵀ·v."""
    column = fmpq_mat(len(vector), 1, [_flint(x) for x in vector])
    top, below = (column.transpose() * matrix * column)[0, 0], (column.transpose() * column)[0, 0]
    return _fraction(top / below)


def _rational_roots(matrix: fmpq_mat, near: Fraction) -> Iterator[Fraction]:
    """Yield the eigenvalue near a number, if it is rational."""
    _, factors = matrix.charpoly().factor()
    for factor, _ in factors:
        if factor.degree() == 1:
            candidate = _fraction(-factor[0] / factor[1])
            if near <= candidate <= near * (1 + MARGINS[-1]):
                yield candidate


def _of_length(along: Mapping[int, Fraction], radius: Fraction, count: int) -> Numbers:
    """The direction at a length of at most the radius, and nearly that."""
    near = {i: Fraction(round(x * 2**BITS), 2**BITS) for i, x in along.items()}
    length = _root_above(forms.square(near))
    return tuple(radius * near.get(i, NONE) / length for i in range(count))


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
