"""An independent reader of SMT-LIB terms over Fraction, as the oracle of the encodings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "xor": lambda a, b: a != b,
}


def value(text: str, variables: Mapping[str, Fraction]) -> Any:
    """The number or truth value of a term."""
    return _value(_tree(text), variables)


@lru_cache(maxsize=1000)  # a script is evaluated at many points
def _tree(text: str) -> Any:
    tokens = iter(text.replace("(", " ( ").replace(")", " ) ").split())
    result = _read(next(tokens), tokens)
    if rest := list(tokens):
        raise ValueError(f"unread: {rest}")
    return result


def _read(first: str, tokens: Iterator[str]) -> Any:
    if first != "(":
        return first
    parts = []
    while (inner := next(tokens)) != ")":
        parts.append(_read(inner, tokens))
    return parts


def _value(tree: Any, variables: Mapping[str, Fraction]) -> Any:
    if isinstance(tree, str):
        if tree in {"true", "false"}:
            return tree == "true"
        return variables[tree] if tree in variables else Fraction(tree)
    if tree[0] == "/":  # a literal, never a quotient of terms
        return Fraction(int(tree[1]), int(tree[2]))
    head, *args = tree[0], *(_value(part, variables) for part in tree[1:])
    return _apply(head, args)


def _apply(head: str, args: list[Any]) -> Any:
    if head == "ite":
        return args[1] if args[0] else args[2]
    if head == "-" and len(args) == 1:
        return -args[0]
    return not args[0] if head == "not" else reduce(OPERATIONS[head], args)
