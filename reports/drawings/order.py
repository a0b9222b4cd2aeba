"""A partial order drawn as SVG: what is stronger stands higher, and each line is a link.

Lines that follow from others are left out, and rows that imply one another share a box. Text stays
text: it can be searched and read aloud.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")

WIDE: Final = 1200.0
LETTER: Final = 6.7
PAD, LINE, GAP, LEVEL = 10.0, 17.0, 18.0, 78.0


@dataclass(frozen=True)
class Line:
    """An implication, or with `holds` False a refuted one; `link` where it is told."""

    source: str
    target: str
    link: str
    words: str
    holds: bool = True


@dataclass(frozen=True)
class _Box:
    names: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float


def order_svg(
    names: Mapping[str, str], lines: Sequence[Line], title: str, *, same: bool = False
) -> Html:
    """Return the order as an `svg` element.

    Args: names of the nodes, each with its link; lines between them; title what it shows; same
        whether each implication keeps its parameters and what fails does so with any: then lines
        that fail because others do are left out too.
    """
    implied = {(line.source, line.target) for line in lines if line.holds}
    groups = _groups([*names], implied)
    of = {name: group for group in groups for name in group}
    between = {(of[a], of[b]) for a, b in implied if of[a] != of[b]}
    levels = _levels(groups, between)
    boxes, height = _boxes(groups, levels)
    kept = _reduced(between)
    shown = [line for line in lines if _is_shown(line, of, kept)]
    if same:
        shown = _first_to_fail(shown, names, implied)
    marks = (
        tag("title", text(title)),
        *(_line(line, boxes[of[line.source]], boxes[of[line.target]]) for line in shown),
        *(_node(box, names) for box in boxes.values()),
    )
    return tag(
        "svg", *marks, viewbox=f"0 0 {rounded(WIDE)} {rounded(height)}", role="group",
        aria_label=title, class_="order",
    )  # fmt: skip


Group = tuple[str, ...]


def _groups(names: Sequence[str], implied: set[tuple[str, str]]) -> list[Group]:
    """Names that imply one another, together."""
    reach = {name: _reached(name, implied) for name in names}
    groups: list[Group] = []
    for name in names:
        if not any(name in group for group in groups):
            same = [other for other in reach[name] if name in reach[other]]
            groups.append(tuple(other for other in names if other in {name, *same}))
    return groups


def _reached(start: T, pairs: set[tuple[T, T]]) -> set[T]:
    """What paths lead to."""
    found: set[T] = set()
    front = [start]
    while front:
        here = front.pop()
        beyond = {b for a, b in pairs if a == here} - found
        found |= beyond
        front.extend(beyond)
    return found


def _reduced(between: set[tuple[Group, Group]]) -> set[tuple[Group, Group]]:
    """The pairs that no other path joins."""
    return {
        (a, b)
        for a, b in between
        if not any(b in _reached(c, between) for d, c in between if d == a and c != b)
    }


def _levels(groups: Sequence[Group], between: set[tuple[Group, Group]]) -> Mapping[Group, int]:
    """How long the longest path from above is."""
    levels = dict.fromkeys(groups, 0)
    for _ in groups:
        for a, b in between:
            levels[b] = max(levels[b], levels[a] + 1)
    return levels


def _boxes(groups: Sequence[Group], levels: Mapping[Group, int]) -> tuple[dict[Group, _Box], float]:
    """Row by row; a level that is too wide is broken into several rows."""
    boxes: dict[Group, _Box] = {}
    y = PAD
    for level in sorted(set(levels.values())):
        x, tallest = PAD, 0.0
        row: list[_Box] = []
        for group in (group for group in groups if levels[group] == level):
            width = LETTER * max(map(len, group)) + 2 * PAD
            height = LINE * len(group) + PAD
            if x + width > WIDE - PAD and row:
                boxes |= _centred(row)
                y, x, row, tallest = y + tallest + GAP, PAD, [], 0.0
            row.append(_Box(group, x, y, width, height))
            x, tallest = x + width + GAP, max(tallest, height)
        boxes |= _centred(row)
        y += tallest + LEVEL
    return boxes, y - LEVEL / 2  # a bow reaches below the last row


def _centred(row: Sequence[_Box]) -> dict[Group, _Box]:
    """The boxes of a row, spread over the width."""
    free = WIDE - 2 * PAD - sum(box.width for box in row)
    space = free / (len(row) + 1)
    moved, x = {}, PAD
    for box in row:
        x += space
        moved[box.names] = _Box(box.names, x, box.y, box.width, box.height)
        x += box.width
    return moved


def _is_shown(line: Line, of: Mapping[str, Group], kept: set[tuple[Group, Group]]) -> bool:
    pair = of[line.source], of[line.target]
    return pair[0] != pair[1] and (pair in kept or not line.holds)


def _first_to_fail(
    shown: Sequence[Line], names: Mapping[str, str], implied: set[tuple[str, str]]
) -> list[Line]:
    """Without the lines that fail because something stronger does not imply something weaker."""
    weaker = {name: {name} | _reached(name, implied) for name in names}
    failing = {(line.source, line.target) for line in shown if not line.holds}

    def follows(line: Line) -> bool:
        ends = line.source, line.target
        return any(
            other != ends
            and line.source in weaker[other[0]]
            and other[1] in weaker[line.target]
            and not _is_same(other, ends, weaker)
            for other in failing
        )

    return [line for line in shown if line.holds or not follows(line)]


def _is_same(a: tuple[str, str], b: tuple[str, str], weaker: Mapping[str, set[str]]) -> bool:
    """Whether two failures follow from each other; then neither is left out for the other."""
    return a[0] in weaker[b[0]] and b[1] in weaker[a[1]]


def _line(line: Line, source: _Box, target: _Box) -> Html:
    """From one box to another that lies below, above or, in a bow under both, beside it."""
    down, up = target.y > source.y, target.y < source.y
    x1, x2 = source.x + source.width / 2, target.x + target.width / 2
    y1 = source.y + (0 if up else source.height)
    y2 = target.y + (0 if down else target.height)
    bends = ((y2 - y1) / 2, (y1 - y2) / 2) if down or up else (LEVEL / 2, LEVEL / 2)
    path = f"M{_at(x1, y1)}C{_at(x1, y1 + bends[0])} {_at(x2, y2 + bends[1])} {_at(x2, y2)}"
    head = _head(x2, y2, down=down)
    style = "holds" if line.holds else "fails"
    content = (tag("title", text(line.words)), tag("path", d=path, class_="way"), head)
    return tag("a", *content, href=line.link, class_=style)


def _head(x: float, y: float, *, down: bool) -> Html:
    back = -7 if down else 7
    points = f"M{_at(x, y)}L{_at(x - 4, y + back)}L{_at(x + 4, y + back)}Z"
    return tag("path", d=points, class_="head")


def _node(box: _Box, names: Mapping[str, str]) -> Html:
    frame = tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=5, class_="node")
    return tag("g", frame, *_labels(box, names))


def _labels(box: _Box, names: Mapping[str, str]) -> Iterator[Html]:
    for number, name in enumerate(box.names):
        word = tag(
            "text", text(name), x=box.x + box.width / 2,
            y=box.y + PAD / 2 + LINE * number + 12, class_="mid",
        )  # fmt: skip
        yield tag("a", word, href=names[name])


def _at(x: float, y: float) -> str:
    return f"{rounded(x)},{rounded(y)}"
