"""Whatever is registered is registered whole, and what is half done is seen.

A requirement is a function that takes a name and says in a sentence what is to be done; nothing is
to be done where it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from dpverify.defs.definitions import TotalVariation
from dpverify.defs.mechanisms import MODULES
from tests.conformance import claims, command_line, definitions, mechanisms, noise, registries

# All of them in every run: a requirement that is sampled lets what is half done through.
pytestmark = pytest.mark.sampled(1)

Requirement = Callable[[str], str]


@dataclass(frozen=True)
class Kind:
    """A kind of things that are registered: the names, what each must have, what is half done."""

    registry: str
    requirements: tuple[Requirement, ...]
    half_done: Any


class HalfDone(TotalVariation):
    """A definition of which nothing but the class is there."""

    name = "half-done"
    parameters = ("gamma",)


HalfDone.__module__ = "dpverify.defs.definitions.half_done"
ENTRY = SimpleNamespace(
    title="", source="", words="", formula="", expected="tested", mutants=(), essay=None
)
KINDS = {
    "definition": Kind("definitions", definitions.REQUIREMENTS, HalfDone),
    "noise law": Kind("noise_laws", noise.REQUIREMENTS, None),
    "mechanism": Kind("mechanisms", mechanisms.REQUIREMENTS, SimpleNamespace(about={})),
    "command": Kind("commands", command_line.COMMAND_REQUIREMENTS, None),
    "report format": Kind("formats", command_line.FORMAT_REQUIREMENTS, None),
    "proof rule": Kind("proof_rules", claims.RULE_REQUIREMENTS, None),
    "claim": Kind("entries", claims.ENTRY_REQUIREMENTS, ENTRY),
}
CASES = [
    pytest.param(kind, requirement, id=f"{name}: {requirement.__name__}")
    for name, kind in KINDS.items()
    for requirement in kind.requirements
]


def missing(kind: Kind, requirement: Requirement) -> list[str]:
    """What is to be done, by the names of the registry."""
    names: Iterable[str] = getattr(registries, kind.registry)()
    return [f"{name}: {words}" for name in names if (words := requirement(name))]


@pytest.mark.parametrize("kind", KINDS)
def test_something_is_registered(kind: str) -> None:
    """A registry that is read wrongly would have nothing to be done."""
    assert len(list(getattr(registries, KINDS[kind].registry)())) > 3


def test_no_file_is_left_unregistered() -> None:
    """What lacks its row: its file is there, and nobody asks for it."""
    assert registries.defined() == {*registries.definitions()}
    assert registries.mechanism_files() <= {*MODULES}
    assert registries.command_files() == {*registries.commands()}
    assert registries.law_files() == {*registries.noise_laws(), *registries.integer_laws()}


@pytest.mark.long
@pytest.mark.parametrize(("kind", "requirement"), CASES)
def test_what_is_registered_is_whole(kind: Kind, requirement: Requirement) -> None:
    """Nothing is to be done for anything that is registered."""
    to_do = missing(kind, requirement)
    assert not to_do, "\n".join(["to be done:", *to_do])


@pytest.mark.long
@pytest.mark.parametrize(("kind", "requirement"), CASES)
def test_what_is_half_done_is_seen(
    kind: Kind, requirement: Requirement, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something that is registered, and has nothing else, lacks each requirement."""
    registered = getattr(registries, kind.registry)()
    thing = refuted_without_a_page(requirement) if kind.half_done is ENTRY else kind.half_done
    more: Any = {"half-done": thing}
    more = {**registered, **more} if isinstance(registered, Mapping) else [*registered, *more]
    monkeypatch.setattr(registries, kind.registry, lambda: more)
    assert "half-done" in getattr(registries, kind.registry)()
    assert requirement("half-done")  # of the others the test before this one asks


def refuted_without_a_page(requirement: Requirement) -> Any:
    """A claim that lacks a mutant, or one that is refuted and lacks its essay and page."""
    gallery = requirement is claims.page_of_the_gallery
    return SimpleNamespace(**{**vars(ENTRY), "expected": "refuted" if gallery else "tested"})
