"""Guards stand wherever a clock does, also where nothing was looked through again."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from dpverify.defs.programs import entropy_sources, libraries
from dpverify.defs.programs.guards import guarded
from dpverify.defs.programs.libraries import LIBRARIES, library_module
from dpverify.defs.programs.standing import PROGRAMS

NONE: frozenset[str] = frozenset()


def module(name: str, *, file: str) -> ModuleType:
    """A loaded module in which a clock stands twice."""
    made = ModuleType(name)
    vars(made).update(__file__=file, now=time.time, pi=3)
    sys.modules[name] = made
    return made


@pytest.fixture
def library() -> Iterator[ModuleType]:
    """A module of an installed package."""
    yield module("a_library_for_guards", file=f"{LIBRARIES[-1]}a_library_for_guards.py")
    del sys.modules["a_library_for_guards"]


@pytest.fixture
def program() -> Iterator[ModuleType]:
    """A module of a program's."""
    yield module("a_program_for_guards", file="/a_program_for_guards.py")
    del sys.modules["a_program_for_guards"]


def names_guarded(loaded: ModuleType) -> set[str]:
    """The names at which guards stand within an examination; all are gone after it."""
    with guarded(NONE):
        names = {name for name, x in vars(loaded).items() if hasattr(x, "dpverify_original")}
    assert not any(hasattr(x, "dpverify_original") for x in vars(loaded).values())
    return names


def test_a_library_is_seen_when_it_is_loaded(library: ModuleType) -> None:
    """Whatever was noted of the libraries that were there before."""
    assert library_module(library.__name__, NONE)
    for _ in range(3):  # looked through, then noted, then by what is noted
        assert names_guarded(library) == {"now"}


def test_a_library_that_grows_is_looked_through_again(library: ModuleType) -> None:
    assert names_guarded(library) == {"now"}
    vars(library)["later"] = time.monotonic
    assert names_guarded(library) == {"now", "later"}
    assert names_guarded(library) == {"now", "later"}


def test_a_program_is_looked_through_every_time(program: ModuleType) -> None:
    """Its names may be bound to other things, without one more."""
    assert not library_module(program.__name__, NONE)
    assert names_guarded(program) == {"now"}
    vars(program).update(now=3, pi=time.monotonic)
    assert names_guarded(program) == {"pi"}


def test_a_library_in_place_of_another(library: ModuleType) -> None:
    """As many modules as before, and one of them new."""
    assert names_guarded(library) == {"now"}
    other = ModuleType(library.__name__)
    vars(other).update(__file__=library.__file__, then=time.time)
    sys.modules[library.__name__] = other
    assert names_guarded(other) == {"then"}
    assert names_guarded(other) == {"then"}
    sys.modules[library.__name__] = library
    assert names_guarded(library) == {"now"}


def test_what_is_imported_within_an_examination_is_seen(
    library: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards stand already then, and what was noted of libraries is not about the new module."""
    vars(library)["kept"] = [time.monotonic]
    (tmp_path / "a_late_module.py").write_text(
        "import a_library_for_guards\nnow = a_library_for_guards.kept[0]\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert names_guarded(library) == {"now"}
    with guarded(NONE):
        late = __import__("a_late_module")
        assert hasattr(late.now, "dpverify_original")
    assert late.now is time.monotonic
    assert names_guarded(late) == {"now"}
    assert names_guarded(library) == {"now"}
    del sys.modules[late.__name__]


def test_the_modules_of_programs_are_those_that_are_there(
    library: ModuleType, program: ModuleType
) -> None:
    """In them generators are looked for; also where as many modules are loaded as before."""

    def known(module: ModuleType) -> bool:
        return any(space is vars(module) for space in PROGRAMS.spaces())

    for _ in range(2):
        assert known(program)
        assert not known(library)
    other = ModuleType(program.__name__)
    sys.modules[program.__name__] = other
    assert known(other)
    assert not known(program)
    later = module("a_later_program_for_guards", file="/a_later_program_for_guards.py")
    assert known(later)
    del sys.modules[later.__name__]
    assert not known(later)
    assert known(other)


def test_a_library_that_is_loaded_within_an_examination(
    library: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It binds a name anew, or another one, while and after what it imports is looked through."""
    monkeypatch.setattr(libraries, "LIBRARIES", (*LIBRARIES, str(tmp_path)))
    monkeypatch.syspath_prepend(tmp_path)
    # A list hides clocks from guards; from time itself a module would get the guard.
    vars(library)["kept"] = clocks = [time.time, time.monotonic]
    begin = "from a_library_for_guards import kept\n"
    for name in ("a_part_for_guards", "another_part_for_guards"):
        again = f"import sys\nsys.modules['{name}_again'] = sys.modules[__name__]\n"
        (tmp_path / f"{name}.py").write_text(f"{begin}{again}now = kept[0]\n", "utf-8")
    (tmp_path / "a_whole_for_guards.py").write_text(
        f"{begin}later = None\nimport a_part_for_guards as later\nlater = kept[1]\n", "utf-8"
    )
    with guarded(NONE):
        whole = __import__("a_whole_for_guards")
        assert library_module(whole.__name__, NONE)
        part = sys.modules["a_part_for_guards"]
        assert hasattr(part.now, "dpverify_original")
        assert hasattr(whole.later, "dpverify_original")
        vars(part)["since"] = clocks[1]
        __import__("another_part_for_guards")
        assert hasattr(vars(part)["since"], "dpverify_original")
    for _ in range(2):
        assert names_guarded(part) == {"now", "since"}
        assert names_guarded(whole) == {"later"}
    for name in [name for name in sys.modules if "part_for_guards" in name]:
        del sys.modules[name]
    del sys.modules["a_whole_for_guards"]


def test_a_library_is_looked_through_once_within_an_examination(
    library: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each import asks again about all that is loaded."""
    monkeypatch.syspath_prepend(tmp_path)
    parts = ["a_part_for_guards", "another_part_for_guards"]
    for name in parts:
        (tmp_path / f"{name}.py").write_text("", "utf-8")
    looked: list[str] = []

    def noted(name: str, own: frozenset[str]) -> bool:
        looked.append(name)
        return library_module(name, own)

    monkeypatch.setattr("dpverify.defs.programs.standing.library_module", noted)
    with guarded(NONE):
        late = module("a_late_library_for_guards", file=str(library.__file__))
        __import__(parts[0])
        assert late.__name__ in looked
        looked.clear()
        __import__(parts[1])
        assert parts[1] in looked
        assert late.__name__ not in looked
    for name in [*parts, late.__name__]:
        del sys.modules[name]


def test_a_guard_that_is_added_within_an_examination(
    library: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library holds a clock whose module is loaded then: it is looked through again."""
    monkeypatch.syspath_prepend(tmp_path)
    begin = "from a_library_for_guards import kept\n"
    (tmp_path / "a_clock_for_guards.py").write_text(f"{begin}tick = kept[0]\n", "utf-8")
    (tmp_path / "a_part_for_guards.py").write_text("", "utf-8")
    clock = ("a_clock_for_guards", ("tick",), entropy_sources.CLOCK)
    guarded_now = (*entropy_sources.GUARDED, clock)
    monkeypatch.setattr("dpverify.defs.programs.guards.GUARDED", guarded_now)
    vars(library).update(kept=[tick], held=tick)
    with guarded(NONE):
        __import__("a_part_for_guards")
        assert vars(library)["held"] is tick
        __import__("a_clock_for_guards")
        assert hasattr(vars(library)["held"], "dpverify_original")
    assert vars(library)["held"] is tick
    for name in ("a_part_for_guards", "a_clock_for_guards"):
        del sys.modules[name]


def tick() -> int:
    """A clock that nobody knows yet."""
    return 0
