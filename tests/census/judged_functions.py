"""Whether a sensitivity or a statement is true, by floats on a grid; nothing of the kernel is used.

What lies between the points of the grid is not seen, so that a document is only called true where
its function is linear between them, or attains its extremes on them: those of `kinds_functions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.checkers.sensitivity.floating import value
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.numbers import NumberError

CLOSE = 1e-9


def true_function(document: Any) -> bool:
    """Whether no two neighbours on the grid are further apart, and those stated as far."""
    try:
        sizes = _sizes(document["n"])
        far = {n: _gap(document, n) for n in sizes}
        bound = {n: _number(document["bound"], n) for n in sizes}
        place = document["attained"]
        if any(far[n] > bound[n] + CLOSE for n in sizes):
            return False
        exact = document["lower"] == document["bound"]
        if document["evidence"] != ("exact" if exact else "enclosure"):
            return False
        return place is None or all(
            abs(_distance(document, place, n) - bound[n]) < CLOSE if exact
            else _distance(document, place, n) >= _number(document["lower"], n) - CLOSE
            for n in sizes
        )  # fmt: skip
    except (NumberError, ArithmeticError, ValueError, KeyError, IndexError):
        return False


def true_release(document: Any) -> bool:
    """Whether each cell of a statement about Laplace noise is so, and the verdict follows."""
    try:
        factor = float(Fraction(document["noise"]))
        holds: set[int] = set()
        fails: set[int] = set()
        for cell in document["cells"]:
            for n in _sizes(cell["n"]):
                enough = _gap({**document, "neighbours": "bounded"}, n) <= (
                    factor * _number(document["sensitivity"], n) + CLOSE
                )
                if enough != (cell["verdict"] == "holds"):
                    return False
                (holds if enough else fails).add(n)
        return bool(document["verdict"] == "fails") == bool(fails)
    except (NumberError, ArithmeticError, ValueError, KeyError, IndexError):
        return False


def _sizes(n: Mapping[str, Any]) -> list[int]:
    if "size" in n:
        return [int(n["size"])]
    odd = {"odd": [1], "even": [0], None: [0, 1]}[n.get("parity")]
    least = int(n["least"])
    return [k for k in range(least, least + 3) if k % 2 in odd and k <= 6]


def _grid(document: Any) -> list[float]:
    low, high = (float(Fraction(end)) for end in document["domain"])
    return [low + (high - low) * j / 4 for j in range(5)]


def _number(text: str, n: int) -> float:
    return value(parse(text), [0.0] * n, {})


def _gap(document: Any, n: int) -> float:
    """The largest difference of two neighbours on the grid."""
    tree, grid = parse(document["function"]), _grid(document)
    best = 0.0
    for rest in product((grid[0], grid[2], grid[4]), repeat=n - 1):
        for k in range(n):
            values = [value(tree, [*rest[:k], v, *rest[k:]], {}) for v in grid]
            if document["neighbours"] == "unbounded":
                best = max(best, *(abs(v - value(tree, list(rest), {})) for v in values))
            else:
                best = max(best, max(values) - min(values))
    return best


def _distance(document: Any, place: Any, n: int) -> float:
    """How far the stated databases are apart, if they are neighbours."""
    first, second = _databases(document, place, n)
    low, high = _grid(document)[0], _grid(document)[4]
    changed = [k for k, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    if not all(low <= v <= high for v in (*first, *second)):
        raise ValueError("outside of the domain")
    if document["neighbours"] == "bounded" and (len(first) != len(second) or len(changed) > 1):
        raise ValueError("no neighbours")
    tree = parse(document["function"])
    return abs(value(tree, first, {}) - value(tree, second, {}))


def _databases(document: Any, place: Any, n: int) -> Iterator[list[float]]:
    if "databases" in place:
        return iter([[float(Fraction(v)) for v in database] for database in place["databases"]])
    k = {"1": 0, "2": 1, "n": n - 1}[place["record"]]
    others = [float(Fraction(place["others"]))] * (n - 1)
    del document
    return iter([[*others[:k], float(Fraction(v)), *others[k:]] for v in place["values"]])
