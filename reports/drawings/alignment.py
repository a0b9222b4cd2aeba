"""An alignment as a picture of shifts: which draw is shifted by how much, for each output.

It is read off the certificate of a bound, which the kernel re-checks; where shifts depend on how
the input moves, they are shown at a move that costs most.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.answers.documents import Alignment, Alignments, PairAlignment
from dpverify.checkers.kernel.certificates.corners import corner_boxes
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.numbers import parse
from dpverify.reports.drawings.figure import Drawing, Figure
from dpverify.reports.escape import elided, visible
from dpverify.reports.figures import decimal_of
from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.documents import Affine, Answer
    from dpverify.checkers.kernel.certificates.moves import Box

MOST_WORDS: Final = 8
MOST_DRAWS: Final = 16
MOST_CORNERS: Final = 20_000
"""Moves that are looked at for the dearest one; beyond it there is no picture."""
WIDE, HIGH = 96.0, 40.0
TEXT_WIDTH = 6.8
LABEL = 13
STILL: tuple[Box, ...] = ((),)
LAWS = {"laplace": "Laplace", "exponential": "exponential", "discrete-laplace": "discrete Laplace"}


@dataclass(frozen=True)
class Column:
    """An output: by the number of a draw its shift, the move for which it is, and what it costs."""

    word: str
    shifts: Mapping[int, Fraction]
    move: tuple[Fraction, ...]
    cost: Fraction


def alignment_figure(answer: Answer) -> Figure | None:
    """Return the shifts behind a bound of the loss; None where no alignment shows one."""
    program, certificate = answer.subject.program, answer.certificate
    if program is None or answer.subject.kind not in ("continuous", "integers"):
        return None
    try:
        match certificate:
            case Alignment() if "family" in program:
                entries = len(program["family"]["entries"])
                moves = relation(program["moves"], entries)
                boxes = moves.boxes(integers=answer.subject.kind == "integers")
                boxes = corner_boxes(boxes) if certificate.corners else boxes
                return _figure(program["family"]["traced"], program, certificate, boxes)
            case Alignments(pairs=pairs):
                return _of_pairs(program, pairs)
            case _:
                return None
    except (InputError, Undecided, KeyError, ValueError, ZeroDivisionError):
        return None  # a picture more or less: what is decided does not rest on it


def _of_pairs(program: Mapping[str, Any], pairs: Sequence[PairAlignment]) -> Figure | None:
    """The alignment of the pair of listed inputs that costs most."""
    dearest: tuple[Fraction, PairAlignment] | None = None
    for pair in pairs:
        columns = _columns(program["inputs"][pair.inputs[0]], program, pair, STILL)
        cost = max((column.cost for column in columns), default=Fraction(0))
        if dearest is None or cost > dearest[0]:
            dearest = cost, pair
    if dearest is None:
        return None
    pair = dearest[1]
    return _figure(program["inputs"][pair.inputs[0]], program, pair, STILL, pair.inputs)


def _figure(
    traced: Mapping[str, Any],
    program: Mapping[str, Any],
    certificate: Alignment | PairAlignment,
    boxes: tuple[Box, ...],
    inputs: Sequence[str] = (),
) -> Figure | None:
    columns = _columns(traced, program, certificate, boxes)
    noises = traced["noises"]
    if not columns or len(noises) > MOST_DRAWS:
        return None
    shown = sorted(columns, key=lambda column: -column.cost)[:MOST_WORDS]
    shown = [column for column in columns if column in shown]
    draws = [_draw(n, noise, _unit(traced, program)) for n, noise in enumerate(noises, 1)]
    picture = AlignmentMap("alignment", draws, shown)
    worst = max(column.cost for column in columns)
    between = f" from {_named(inputs[0])} to {_named(inputs[1])}" if inputs else ""
    caption = (
        f"Each run on one input becomes a run on its neighbour with the same output{between}, if"
        " its draws are shifted by the arrows. A shift costs its size divided by the scale of the"
        f" draw; the dearest column costs {_number(worst)}, which bounds ε."
    )
    if any(column.move for column in shown):
        caption += " Shown for the move of the input that costs most."
    if len(shown) < len(columns):
        caption += f" Drawn: the {len(shown)} dearest of {len(columns)} outputs."
    return Figure(
        "alignment", "The alignment: who is shifted by how much", (picture,), caption, True
    )


def _named(label: str) -> str:
    return elided(visible(label), 40)


def _unit(traced: Mapping[str, Any], program: Mapping[str, Any]) -> Fraction:
    """What 1/scale is multiplied by: ε, where scales are multiples of 1/ε."""
    return Fraction(str(program["eps"])) if traced["symbolic"] else Fraction(1)


def _draw(number: int, noise: Mapping[str, Any], unit: Fraction) -> str:
    law = LAWS.get(noise["law"], str(noise["law"]))
    return f"draw {number}: {law}, scale {_number(Fraction(str(noise['scale'])) / unit)}"


def _columns(
    traced: Mapping[str, Any],
    program: Mapping[str, Any],
    certificate: Alignment | PairAlignment,
    boxes: tuple[Box, ...],
) -> list[Column]:
    """For each word without a lead the path and the move that cost most."""
    scales = [Fraction(str(noise["scale"])) for noise in traced["noises"]]
    unit = _unit(traced, program)
    columns = []
    for word, paths in certificate.shifts.items():
        best: Column | None = None
        for choices in paths:
            for box, named in zip(boxes, choices, strict=True):
                for move in _corners(box):
                    shifts = _shifts(certificate, named, move)
                    cost = sum((abs(s) / scales[n] for n, s in shifts.items()), Fraction(0)) * unit
                    if best is None or cost > best.cost:
                        best = Column(word, shifts, move, cost)
        if best is not None:
            columns.append(best)
    return columns


def _corners(box: Box) -> Iterator[tuple[Fraction, ...]]:
    if 2 ** len(box) > MOST_CORNERS:
        raise Undecided("unsupported", "too many corners for a picture")
    return product(*(sorted(set(ends)) for ends in box))


def _shifts(
    certificate: Alignment | PairAlignment, named: str, move: Sequence[Fraction]
) -> dict[int, Fraction]:
    places = [int(part) for part in named.split()]
    return {
        noise: _at(certificate.table[place][0], move)
        for noise, place in zip(places[::2], places[1::2], strict=True)
    }


def _at(affine: Affine, move: Sequence[Fraction]) -> Fraction:
    constant, slopes = affine
    return constant + sum((slope * move[entry] for entry, slope in slopes), Fraction(0))


def _number(number: Fraction) -> str:
    """A number on the picture: as a fraction while that is short."""
    shown = str(number)
    return shown if len(shown) <= 8 else decimal_of(parse(shown)).removeprefix("≈ ")[:8]


@dataclass(frozen=True)
class AlignmentMap(Drawing):
    """A row for each draw, a column for each output, an arrow where the draw is shifted."""

    name: str
    draws: Sequence[str]
    columns: Sequence[Column]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        return self._x(len(self.columns)) + 8, self._y(len(self.draws)) + 52

    def svg(self, **attributes: float) -> Html:
        """Return the drawing as an `svg` element of its size, with further attributes."""
        width, height = self.size
        spoken = "alignment: the shift of each draw, for each output"
        parts = [tag("title", text(spoken)), tag("desc", text("; ".join(self._spoken())))]
        for place, column in enumerate(self.columns):
            parts += self._column(place, column)
        for row, draw in enumerate(self.draws):
            middle = self._y(row) + HIGH / 2 + 4
            parts.append(tag("text", text(draw), x=self._x(0) - 8, y=middle, class_="end"))
        parts += self._feet()
        return tag(
            "svg", *parts, viewbox=f"0 0 {rounded(width)} {rounded(height)}", width=width,
            height=height, role="img", aria_label=spoken, **attributes,
        )  # fmt: skip

    def _spoken(self) -> Iterator[str]:
        for column in self.columns:
            shifts = ", ".join(
                f"draw {n + 1} by {_number(s)}" for n, s in sorted(column.shifts.items()) if s
            )
            cost = f"cost {_number(column.cost)}"
            yield f"output {_named(column.word)}: {shifts or 'no shift'}; {cost}"

    def _x(self, column: int) -> float:
        longest = max(map(len, [*self.draws, "the input moves by"]))
        return 14 + TEXT_WIDTH * longest + column * WIDE

    @staticmethod
    def _y(row: int) -> float:
        return 30.0 + row * HIGH

    def _column(self, place: int, column: Column) -> Iterator[Html]:
        """The output, a cell for each draw, the move, the cost."""
        x = self._x(place)
        label = elided(visible(column.word), LABEL)
        title = tag("title", text(visible(column.word)))
        yield tag("text", title, text(label), x=x + WIDE / 2, y=20, class_="name mid")
        for row in range(len(self.draws)):
            y = self._y(row)
            yield tag("rect", x=x, y=y, width=WIDE, height=HIGH, class_="box")
            yield from self._arrow(x, y, column.shifts.get(row, Fraction(0)))
        foot = self._y(len(self.draws))
        if any(each.move for each in self.columns):
            move = ", ".join(_number(step) for step in column.move)
            inner = tag("title", text(move)), text(elided(f"({move})", LABEL))
            yield tag("text", *inner, x=x + WIDE / 2, y=foot + 20, class_="name mid")
        yield tag(
            "text", text(_number(column.cost)), x=x + WIDE / 2, y=foot + 42, class_="bold mid"
        )

    def _arrow(self, x: float, y: float, shift: Fraction) -> Iterator[Html]:
        """From the middle of a cell, as long as the shift is large, its number below."""
        middle, level = x + WIDE / 2, y + 14
        yield tag("path", d=f"M{rounded(middle)},{rounded(level - 6)}v12", class_="axis")
        sign = "+" if shift > 0 else ""
        yield tag(
            "text", text(f"{sign}{_number(shift)}"), x=middle, y=y + HIGH - 6, class_="mid small"
        )
        if not shift:
            return
        length = float(shift / self._largest) * (WIDE / 2 - 8)
        head = 6.0 if shift > 0 else -6.0
        tip = middle + length
        yield tag("path", d=f"M{rounded(middle)},{rounded(level)}H{rounded(tip)}", class_="truth")
        arrow = f"M{rounded(tip + head / 2)},{rounded(level)}l{rounded(-head)},-4v8z"
        yield tag("path", d=arrow, class_="tip")

    @property
    def _largest(self) -> Fraction:
        return max(
            (abs(shift) for column in self.columns for shift in column.shifts.values()),
            default=Fraction(1),
        ) or Fraction(1)

    def _feet(self) -> Iterator[Html]:
        """What stands in the last two lines."""
        foot, at = self._y(len(self.draws)), self._x(0) - 8
        if any(column.move for column in self.columns):
            yield tag("text", text("the input moves by"), x=at, y=foot + 20, class_="end soft")
        yield tag("text", text("cost"), x=at, y=foot + 42, class_="end bold")
