"""The text of a function as a tree, where the text is what runs.

What must never change: a text is believed only where the whole file, compiled again, gives the very
code that runs, at the same line.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from importlib.abc import InspectLoader
from types import CodeType, FunctionType


def definition_of(function: object) -> ast.FunctionDef | None:
    """The definition of a function; None where its text is not what runs, or is not there."""
    if not isinstance(function, FunctionType):
        return None
    try:
        lines, _ = inspect.findsource(function)
        tree, codes = _read("".join(lines), function.__code__.co_filename)
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    own = function.__code__
    if own not in codes:  # equal codes have equal lines
        return None
    nodes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.name == own.co_name
        # The line of a code is that of its first decorator.
        and min([node.lineno, *(one.lineno for one in node.decorator_list)]) == own.co_firstlineno
    ]
    # A copy: who reads it may change it.
    return deepcopy(nodes[0]) if len(nodes) == 1 else None


@lru_cache(maxsize=16)
def _read(text: str, file: str) -> tuple[ast.Module, frozenset[CodeType]]:
    """A text as a tree, and the codes that it stands for; it is compiled, and never run."""
    return ast.parse(text), frozenset(_codes(InspectLoader.source_to_code(text, file)))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """All codes that stand in one."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)
