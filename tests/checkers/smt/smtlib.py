"""An independent reader of SMT-LIB terms over Fraction, as the oracle of the encodings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any


def value(text: str, variables: Mapping[str, Fraction]) -> Any:
    """The number or truth value of a term."""
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    result, rest = _read(tokens)
    if rest:
        raise ValueError(f"unread: {rest}")
    return _value(result, variables)


def _read(tokens: list[str]) -> tuple[Any, list[str]]:
    if tokens[0] != "(":
        return tokens[0], tokens[1:]
    tokens, parts = tokens[1:], []
    while tokens[0] != ")":
        part, tokens = _read(tokens)
        parts.append(part)
    return parts, tokens[1:]


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
    operations = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "<=": lambda a, b: a <= b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b,
        "and": lambda a, b: a and b,
        "or": lambda a, b: a or b,
        "xor": lambda a, b: a != b,
    }
    return not args[0] if head == "not" else reduce(operations[head], args)
