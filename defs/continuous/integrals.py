"""Integrals of piecewise functions: running, over the whole line, over a window that moves."""

from __future__ import annotations

from dpverify.defs.clock import look
from dpverify.defs.continuous.pieces import (
    Grid,
    Piece,
    Piecewise,
    Point,
    merged,
    primitive,
    refined,
)
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly, total


def running(f: Piecewise, grid: Grid) -> tuple[Piecewise, ExpPoly]:
    """z ↦ ∫_{−∞}^z f, and the integral over the whole line.

    Raises: InternalError where f is not integrable at −∞ or ∞.
    """
    _decays(f)
    pieces: list[Piece] = []
    constant = ExpPoly.number(0, grid.ring)
    for i, piece in enumerate(f.pieces):
        plain = primitive(piece, grid)
        if i:
            point = f.points[i - 1]
            constant = grid.value(pieces[-1], point) - grid.value(plain, point)
        known = plain.get((0, 0))
        shifted = constant if known is None else known + constant
        if shifted:
            plain[0, 0] = shifted
        else:
            plain.pop((0, 0), None)
        pieces.append(plain)
    # Beyond the last point only decaying terms remain beside the constant.
    whole = pieces[-1].get((0, 0), ExpPoly.number(0, grid.ring))
    return merged(list(f.points), pieces), whole


def _decays(f: Piecewise) -> None:
    if any(rate <= 0 for _, rate in f.pieces[0]) or any(rate >= 0 for _, rate in f.pieces[-1]):
        raise InternalError("a function without an integral over the whole line was integrated")


def window(f: Piecewise, low: Point | None, high: Point | None, grid: Grid) -> Piecewise:
    """z ↦ ∫ f(u) du over the u with low ≤ z − u ≤ high; None leaves a side open."""
    upto, whole = running(f, grid)
    inside = Piecewise((), ({(0, 0): whole} if whole else {},))
    if low is not None:
        inside = upto.moved(grid, low)
    return inside if high is None else inside.plus(upto.moved(grid, high), -1)


class Moments:
    """∫ density · f over the line for many f: the integrals of density · z^j · e^{βz} are kept."""

    def __init__(self, density: Piecewise, grid: Grid) -> None:
        self._density, self._grid = density, grid
        self._known: dict[tuple[Point | None, Point | None, int, int], ExpPoly] = {}

    def integral(self, f: Piecewise) -> ExpPoly:
        """∫ density · f over the whole line."""
        points, pairs = refined(self._density, f)
        found: list[ExpPoly] = []
        for i, (density, piece) in enumerate(pairs):
            if not density or not piece:
                continue
            low = points[i - 1] if i else None
            high = points[i] if i < len(points) else None
            for (power, rate), c in piece.items():
                look()
                found.append(c * self._moment(density, low, high, power, rate))
        return total(found, self._grid.ring)

    def _moment(
        self, density: Piece, low: Point | None, high: Point | None, power: int, rate: int
    ) -> ExpPoly:
        key = (low, high, power, rate)
        known = self._known.get(key)
        if known is None:
            raised = {(power + j, rate + b): c for (j, b), c in density.items()}
            known = self._known[key] = self._between(raised, low, high)
        return known

    def _between(self, piece: Piece, low: Point | None, high: Point | None) -> ExpPoly:
        if (low is None and any(rate <= 0 for _, rate in piece)) or (
            high is None and any(rate >= 0 for _, rate in piece)
        ):
            raise InternalError("a moment without an integral was asked for")
        whole = primitive(piece, self._grid)
        zero = ExpPoly.number(0, self._grid.ring)
        upper = zero if high is None else self._grid.value(whole, high)
        return upper if low is None else upper - self._grid.value(whole, low)
