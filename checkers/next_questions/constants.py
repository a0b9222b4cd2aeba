"""Constants of a program's source, and the program with one of them changed.

What must never change: a variant is the text of the function with one literal replaced, compiled
anew; so what is decided of it is what the user gets who makes the same edit.
"""

from __future__ import annotations
import __future__ as future

import ast
import inspect
import linecache
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Final

from dpverify.defs.programs.mechanism import Mechanism

LARGEST: Final = 10**9
"""Literals beyond it are no scales or thresholds that somebody chose."""


@dataclass(frozen=True)
class Literal:
    """A number that is written in the source of a function.

    Args: text as it stands there; value; whole whether only a whole number can stand there; line of
        the function's text, from 0, and columns, in bytes; number of the line in its file.
    """

    text: str
    value: Fraction
    whole: bool
    line: int
    columns: tuple[int, int]
    number: int


@dataclass(frozen=True)
class Source:
    """The text of a mechanism's function, without indentation."""

    mechanism: Mechanism
    function: FunctionType
    text: str
    file: str
    first: int

    def line(self, literal: Literal) -> str:
        """The line on which a literal stands, as it is."""
        return _lines(self.text)[literal.line]

    def changed_line(self, literal: Literal, value: Fraction) -> str:
        """The same line with another number."""
        raw = self.line(literal).encode()
        start, end = literal.columns
        return (raw[:start] + _written(literal, value).encode() + raw[end:]).decode()

    def variant(self, literal: Literal, value: Fraction) -> Mechanism:
        """The mechanism with another number in place of a literal.

        Raises: SyntaxError, ValueError where Python does not take the text.
        """
        lines = _lines(self.text)
        lines[literal.line] = self.changed_line(literal, value)
        return self.with_text("\n".join(lines))

    def with_text(self, text: str) -> Mechanism:
        """The mechanism with another text of its function, of the same name.

        Raises: SyntaxError, ValueError where Python does not take the text.
        """
        tree = ast.parse(text)
        definition = _definition(tree)
        definition.decorator_list = []
        ast.increment_lineno(tree, self.first - 1)
        if self.function.__code__.co_flags & future.annotations.compiler_flag:
            tree.body.insert(0, ast.ImportFrom("__future__", [ast.alias("annotations")], 0))
            ast.fix_missing_locations(tree)
        # As the import system would, of the file with this one edit.
        compiled = SourceFileLoader(self.function.__module__, self.file).source_to_code(
            tree, self.file
        )
        own = [
            part
            for part in compiled.co_consts
            if isinstance(part, CodeType) and part.co_name == definition.name
        ]
        # Made of its code, with what the function knows already: nothing of the file runs again.
        function = FunctionType(own[-1], self.function.__globals__, self.function.__name__)
        function.__defaults__ = self.function.__defaults__
        function.__kwdefaults__ = self.function.__kwdefaults__
        function.__annotations__ = self.function.__annotations__
        return replace(self.mechanism, function=function)


def source_of(mechanism: Mechanism) -> Source | None:
    """The source of a mechanism's function; None where it is not there, or closes over others.

    None too where the function is called again by its name, itself or by what it calls: a variant
    would meet the text as it was there, and be another program than the file with the edit.
    """
    function = mechanism.function
    if not isinstance(function, FunctionType) or function.__code__.co_freevars:
        return None
    if _comes_back(function):
        return None
    file = function.__code__.co_filename
    linecache.checkcache(file)
    try:
        lines, first = inspect.getsourcelines(function)
        text = textwrap.dedent("".join(lines))
        _definition(ast.parse(text))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    return Source(mechanism, function, text, file, max(first, 1))


def _comes_back(function: FunctionType) -> bool:
    """Whether a function, or one of its file that it names, names the function again."""
    seen: set[int] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or one.__globals__ is not function.__globals__:
            continue
        seen.add(id(one))
        for name in _names(one.__code__):
            named = one.__globals__.get(name)
            inner = named.function if isinstance(named, Mechanism) else named
            if inner is function:
                return True
            if isinstance(inner, FunctionType):
                waiting.append(inner)
    return False


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function looks up, and those inside of it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _lines(text: str) -> list[str]:
    """The lines as Python counts them: a form feed, say, ends none."""
    return text.split("\n")


def literals(source: Source) -> Iterator[Literal]:
    """Numbers in the body of a function: whole ones, and texts that are numbers.

    Indices of subscripts and numbers of the signature are left out: those of the signature are
    parameters, which are changed as such. So is the text of f-strings, such as the 3 of f"{x}3":
    it is no number, and Python up to 3.11 says of it that it stands where the whole f-string does.
    """
    definition = _definition(ast.parse(source.text))
    indices = {
        id(inner)
        for node in ast.walk(definition)
        if isinstance(node, ast.Subscript)
        for inner in ast.walk(node.slice)
    }
    texts = {
        id(part)
        for node in ast.walk(definition)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    constants = [
        node
        for statement in definition.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Constant) and id(node) not in indices | texts
    ]
    for node in sorted(constants, key=lambda node: (node.lineno, node.col_offset)):
        yield from _literal(source, node)


def _literal(source: Source, node: ast.Constant) -> Iterator[Literal]:
    value = _number(node.value)
    if value is None or abs(value) > LARGEST or node.end_lineno != node.lineno:
        return
    columns = (node.col_offset, node.end_col_offset or node.col_offset)
    row = _lines(source.text)[node.lineno - 1].encode()
    text = row[slice(*columns)].decode()
    number = source.first + node.lineno - 1
    yield Literal(text, value, isinstance(node.value, int), node.lineno - 1, columns, number)


def _number(value: object) -> Fraction | None:
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str) and value.strip() == value:
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            return None
    return None


def _written(literal: Literal, value: Fraction) -> str:
    return str(value) if literal.whole else f'"{value}"'


def _definition(tree: ast.Module) -> ast.FunctionDef:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            return node
    raise ValueError("no function stands there")
