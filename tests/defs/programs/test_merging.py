"""Paths that meet in a state that is seen: the law is the one of all paths, one by one."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from dpverify.defs.clock import no_clock
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import merging
from dpverify.defs.programs.enumeration import _pass
from dpverify.defs.programs.merging import Seen
from dpverify.defs.programs.paths import SubLaw
from tests.defs.programs.random_helpers import module_text

PROGRAMS = 100
PATHS = 500
"""Up to which a program is looked at."""


@pytest.fixture(scope="module")
def random_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A module of random programs, in a file of its own."""
    path = Path(tmp_path_factory.mktemp("helpers")) / "random_helpers_of_a_test.py"
    path.write_text(module_text(PROGRAMS, 31), "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[path.stem]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """What was seen of each program that is looked at."""
    noted: list[Seen] = []

    def noting() -> Seen:
        noted.append(Seen())
        return noted[-1]

    monkeypatch.setattr(merging, "Seen", noting)
    return noted


def laws_of(module: ModuleType, number: int, *, meeting: bool) -> list[SubLaw] | None:
    """The laws of a program; None where it has too many paths, or takes from an empty list."""
    program, most = getattr(module, f"p{number}"), 4 * PATHS if meeting else PATHS
    try:
        found = _pass(program, 60, most, no_clock, backward=False, merging=meeting)
    except ProgramError as error:
        if "IndexError" in str(error):
            return None
        raise
    return [*found.laws] if found.whole else None


def test_paths_that_meet_have_the_law_of_all_paths(
    random_module: ModuleType, seen: list[Seen]
) -> None:
    """Helpers draw, change lists that they were given, drop them, and hand them on."""
    compared = 0
    for k in range(PROGRAMS):
        known = laws_of(random_module, k, meeting=False)
        if known is not None:
            met = laws_of(random_module, k, meeting=True)
            assert met is not None, f"p{k}"
            assert [law.masses for law in met] == [law.masses for law in known], f"p{k}"
            compared += 1
    assert compared > PROGRAMS // 4
    assert sum(bool(one.states) for one in seen) > compared // 2


def test_what_a_helper_was_given_counts(
    random_module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without that some of these programs have another law, or are seen to be no function."""
    monkeypatch.setattr(merging, "holds_what_changes", lambda *_: False)
    with pytest.raises((AssertionError, ProgramError)):
        test_paths_that_meet_have_the_law_of_all_paths(random_module, [])
