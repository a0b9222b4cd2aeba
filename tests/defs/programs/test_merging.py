"""Paths that meet in a state that is seen: the law is the one of all paths, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType

import pytest

from dpverify.defs.clock import no_clock
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import merging
from dpverify.defs.programs.enumeration import Enumeration, _pass
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.merging import Seen
from tests.defs.programs.module_of_text import module_of
from tests.defs.programs.random_helpers import module_text

PROGRAMS = 200
PATHS = 500
"""Up to which a program is looked at."""


@dataclass
class Compared:
    """Programs by what became of them: those with the law of all paths, and others.

    `met`: how many of them had states that were seen.
    """

    alike: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    met: int = 0


@pytest.fixture(scope="module")
def random_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Programs whose helpers draw, change lists that they were given, drop them, hand them on."""
    path = tmp_path_factory.mktemp("helpers") / "random_helpers_of_a_test.py"
    with module_of(module_text(PROGRAMS, 1300), path) as module:
        yield module


def path_by_path(program: Mechanism) -> Enumeration | None:
    """The law of all paths; None where there are too many, or one takes from an empty list."""
    try:
        found = _pass(program, 60, PATHS, no_clock, backward=False, merging=False)
    except ProgramError as error:
        if "IndexError" in str(error):
            return None
        raise
    return found if found.whole else None


def compare(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Compared:
    """Each program that is looked at, by states and path by path."""
    compared, seen = Compared(), list[Seen]()

    def noting() -> Seen:
        seen.append(Seen())
        return seen[-1]

    monkeypatch.setattr(merging, "Seen", noting)
    for name in (f"p{k}" for k in range(PROGRAMS)):
        program: Mechanism = getattr(module, name)
        known = path_by_path(program)
        if known is None:
            continue
        try:
            # A state is reached in two ways, and some paths are followed again from each.
            found = _pass(program, 60, 4 * PATHS, no_clock, backward=False, merging=True)
        except ProgramError:  # it is seen to be no function of its draws
            compared.other.append(name)
            continue
        pairs = zip(found.laws, known.laws, strict=True)
        same = found.whole and all(one.masses == other.masses for one, other in pairs)
        (compared.alike if same else compared.other).append(name)
    compared.met = sum(bool(one.states) for one in seen)
    return compared


@pytest.mark.long
def test_paths_that_meet_have_the_law_of_all_paths(
    random_module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of enough programs, and in most of them paths do meet."""
    compared = compare(random_module, monkeypatch)
    assert compared.other == []
    assert len(compared.alike) > PROGRAMS // 4
    assert compared.met > len(compared.alike) // 2


@pytest.mark.long
def test_what_a_helper_was_given_counts(
    random_module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, some of these programs have another law, or are taken for no functions."""
    monkeypatch.setattr(merging, "holds_what_changes", lambda *_: False)
    assert compare(random_module, monkeypatch).other
