"""A function of a database in floats: where to look for neighbours that are far apart.

It only proposes: what it says is computed again by the kernel. It shares the grammar with the
kernel and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from dpverify.defs.expressions.tree import Index, Tree

FUNCTIONS: Final = {
    "sqrt": lambda u: math.sqrt(max(u, 0.0)), "exp": math.exp, "log": math.log, "sin": math.sin,
    "cos": math.cos, "tan": math.tan, "atan": math.atan, "abs": abs, "max": max, "min": min,
    "clip": lambda u, low, high: max(low, min(u, high)),
    "less": lambda a, b: float(a < b), "at-most": lambda a, b: float(a <= b),
    "odd": lambda u: float(round(u) % 2 == 1),
}  # fmt: skip


class NoRecord(IndexError):
    """A place at which a database has no record."""


def value(  # noqa: C901, PLR0912  a case for each operation
    tree: Tree, records: Sequence[float], names: Mapping[str, float]
) -> float:
    """The function at a database.

    Raises: ArithmeticError, ValueError or IndexError where it is not defined there.
    """
    n = len(records)
    match tree.op:
        case "number":
            return float(tree.number)
        case "name":
            return (
                math.pi if tree.name == "pi" else float(n if tree.name == "n" else names[tree.name])
            )
        case "record":
            return _record(_place(tree.places[0], n, names), records)
        case "sum":
            return sum(_terms(tree, records, names))
        case "product":
            return math.prod(_terms(tree, records, names))
        case "pairs":
            first, second = tree.name.split("<")
            return sum(
                value(tree.parts[0], records, {**names, first: i, second: j})
                for j in range(1, n + 1) for i in range(1, j)
            )  # fmt: skip
        case "largest-record":
            return max(records)
        case "smallest-record":
            return min(records)
        case "median":
            row = sorted(records)
            return (row[(n - 1) // 2] + row[n // 2]) / 2
        case "smallest":
            return sorted(records)[int(tree.number) - 1]
        case "quantile":
            return sorted(records)[math.ceil(tree.number * n) - 1]
    parts = [value(part, records, names) for part in tree.parts]
    match tree.op:
        case "+":
            return sum(parts)
        case "*":
            return parts[0] * parts[1]
        case "/":
            return parts[0] / parts[1]
        case "power":
            return parts[0] ** int(tree.number)
    return float(FUNCTIONS[tree.op](*parts))  # type: ignore[operator]  # as many as it takes


def _place(index: Index, n: int, names: Mapping[str, float]) -> int:
    return index.at(0 if not index.name else n if index.name == "n" else int(names[index.name]))


def _record(place: int, records: Sequence[float]) -> float:
    n = len(records)
    if not 1 <= place <= n:
        there = f"outside x[1]…x[{n}]" if n else "no record"
        raise NoRecord(f"x[{place}] is {there} in a database of {n}")
    return records[place - 1]


def _terms(tree: Tree, records: Sequence[float], names: Mapping[str, float]) -> list[float]:
    n = len(records)
    if tree.places:
        first, last = (_place(end, n, names) for end in tree.places)
        indices = list(range(first, last + 1))
    else:
        moving = set(tree.parts[0].moving(tree.name))
        first = max(-((i.shift - 1) // i.times) for i in moving)
        indices = list(range(first, min((n - i.shift) // i.times for i in moving) + 1))
    return [value(tree.parts[0], records, {**names, tree.name: k}) for k in indices]
