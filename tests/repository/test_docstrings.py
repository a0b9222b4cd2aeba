"""What `help()` says of a public name: each argument, and for a definition where it comes from."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.definitions.registry import DEFINITIONS
from tests.repository.source import ROOT

# Verdicts, what is measured, and the values of numbers are returned, and not made by users.
MADE_BY_US = {"Fails", "Holds", "Loss", "Measured", "Real", "Unknown", "Value", "Verdict"}
CALLED = sorted(set(dv.__all__) - MADE_BY_US)
# What the reference shows of further modules, each with all that it lists in `__all__`.
WHOLE_MODULE = re.compile(r"^\.\. automodule:: (\S+)\n   :imported-members:", re.MULTILINE)
MODULES = [
    name
    for page in sorted((ROOT / "docs" / "reference").glob("*.md"))
    for name in WHOLE_MODULE.findall(page.read_text("utf-8"))
]


def said(thing: object) -> str:
    """A docstring in one line."""
    return " ".join((inspect.getdoc(thing) or "").split())


def unexplained(thing: Callable[..., Any]) -> list[str]:
    """Arguments that the docstring does not name as a word."""
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        return []
    names = [
        name
        for name, each in inspect.signature(thing).parameters.items()
        if each.kind is not each.VAR_KEYWORD
    ]
    return [name for name in names if not re.search(rf"\b{name}\b", said(thing))]


@pytest.mark.parametrize("name", CALLED)
def test_every_argument_is_explained(name: str) -> None:
    """By its name, in the docstring of the function or class."""
    assert unexplained(getattr(dv, name)) == []


@pytest.mark.parametrize("name", MODULES)
def test_every_argument_of_further_modules_is_explained(name: str) -> None:
    """Of each function and class that the reference takes from the module."""
    module = importlib.import_module(name)
    things = {each: getattr(module, each) for each in module.__all__}
    found = {each: unexplained(thing) for each, thing in things.items() if callable(thing)}
    assert {each: names for each, names in found.items() if names} == {}
    assert len(found) > 5


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_says_its_ranges_and_its_source(name: str) -> None:
    """The source in the docstring is the one that reports show, or it opens that one."""
    kind = DEFINITIONS[name]
    text = said(kind)
    shown = kind.source.split(";")[0].split(" (")[0]
    assert f"Source: {shown}" in text
    if kind.parameters or getattr(kind, "details", ()):
        assert "Args: " in text
        assert "Raises: " in text


def test_what_is_not_explained_is_seen() -> None:
    """A rule that sees nothing would pass."""

    def one(first: int, second: int) -> int:
        """The first, and a secondary thing."""
        return first + second

    assert unexplained(one) == ["second"]
    assert len(CALLED) > 40
    assert len(MODULES) > 4
