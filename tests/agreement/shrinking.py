"""A smaller case on which engines still disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DpverifyError
from dpverify.defs.numbers import Value
from tests.agreement.engines import Case

Rows = Sequence[Sequence[object]]


def shrunk(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The first smaller case that fails too, again and again until there is none."""
    while True:
        limit = _size(case)
        candidates = (each for each in _smaller(case) if _size(each) < limit)
        smaller = next((each for each in candidates if _safely(each, fails)), None)
        if smaller is None:
            return case
        case = smaller


def _size(case: Case) -> tuple[int, int, int]:
    """What must get smaller in each step, so that there is a last one."""
    return len(case.channel.inputs), len(case.channel.outputs), len(str(case))


def _safely(case: Case, fails: Callable[[Case], bool]) -> bool:
    try:
        return fails(case)
    except DpverifyError:
        return False


def _smaller(case: Case) -> Iterator[Case]:
    for channel in _channels(case.channel):
        yield Case(channel, case.definition)
    for key in case.definition.parameters:
        for text in ("0", "1", "1/2", "ln(2)"):
            if key == "eps" or text != "ln(2)":
                given = {**case.definition.given, key: text}
                yield Case(case.channel, type(case.definition).from_text(given))


def _channels(channel: Channel) -> Iterator[Channel]:
    n, m = len(channel.inputs), len(channel.outputs)
    rows = [channel.row(i) for i in range(n)]
    for pair in combinations(range(n), 2):
        if n > 2:
            yield _made([rows[i] for i in pair], m)
    for drop, into in ((a, b) for a in range(m) for b in range(m) if a != b):
        yield _made([_merged(row, drop, into) for row in rows], m - 1)
    if n == 2 and channel.neighbours.kind != "all":
        yield _made(rows, m)
    for denominator in (1, 2, 3, 4, 6, 10):
        yield from _rounded(rows, denominator)


def _made(rows: Rows, m: int) -> Channel:
    return Channel([f"x{i}" for i in range(len(rows))], [f"y{j}" for j in range(m)], rows)


def _merged(row: Sequence[Value], drop: int, into: int) -> list[Value]:
    merged = [p + row[drop] if o == into else p for o, p in enumerate(row)]
    del merged[drop]
    return merged


def _rounded(rows: Sequence[Sequence[Value]], denominator: int) -> Iterator[Channel]:
    """One row in multiples of 1/denominator, where that is simpler."""
    for i, row in enumerate(rows):
        if all(v.is_rational and v.as_fraction().denominator <= denominator for v in row):
            continue
        parts = [Fraction(round(v.approx() * denominator), denominator) for v in row]
        parts[0] += 1 - sum(parts)
        if parts[0] >= 0:
            yield _made([parts if k == i else other for k, other in enumerate(rows)], len(row))
