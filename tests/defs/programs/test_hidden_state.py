"""Programs that count in a place that is none of their variables: paths do not meet there.

Each tosses six coins and tells its input if three were heads. The count is made anew in every run,
so that the program is an honest function of its input and its draws. Followed one by one, its 64
paths have the law that is worked out here by hand: of six coins three are heads with 20/64.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from itertools import pairwise
from pathlib import Path
from time import time
from types import MappingProxyType

import pytest

from dpverify.defs.clock import no_clock
from dpverify.defs.numbers import Value
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.enumeration import _pass, enumerations
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.reach import reached
from dpverify.defs.target import load, parse_target

COINS = 6
PROGRAM = """
@mechanism(inputs=[0, 1], neighbours="all")
def told(bit, draw):
    {reset}
    left = 6
    while left:
        coin = draw.flip("1/2")
        if coin:
            {add}
        left -= 1
    return bit if {count} == 3 else 2
"""
IN_LIST = ("{}[0] = 0", "{}[0] += 1", "{}[0]")
BY_NAME = ("{}.reset()", "{}.add()", "{}.count()")
CLASS = """
class Base:
    number = 0
    heads = [0]
    @classmethod
    def reset(cls): cls.number = 0
    @classmethod
    def add(cls): cls.number += 1
    @classmethod
    def count(cls): return cls.number
class Derived(Base): pass
"""
FUNCTIONS = """
def reset({0}): {1} = 0
def add({0}): {1} += 1
def count({0}): return {1}
"""
IN_FUNCTIONS = ("reset()", "add()", "count()")
HIDDEN: dict[str, tuple[str, tuple[str, str, str], str]] = {
    "a list": ("HEADS = [0]", IN_LIST, "HEADS"),
    "a read-only view": (
        "from types import MappingProxyType\nVIEW = MappingProxyType({'heads': [0]})", IN_LIST,
        "VIEW['heads']",
    ),
    "a list of a base": (CLASS, IN_LIST, "Derived.heads"),
    "a number of a base": (CLASS, BY_NAME, "Derived"),
    "a metaclass": (
        "class Meta(type):\n    heads = [0]\nclass Tally(metaclass=Meta): pass", IN_LIST,
        "Tally.heads",
    ),
    "a list of a member": (
        ("from enum import Enum\nclass Mode(Enum):\n    TALLY = 't'\n"
        "    def __init__(self, _): self.heads = [0]"),
        IN_LIST, "Mode.TALLY.heads",
    ),
    "a number of a member": (
        "from enum import Enum\nclass Mode(Enum):\n    TALLY = 't'\n"
        + FUNCTIONS.format("mode=Mode.TALLY", "mode.number"),
        IN_FUNCTIONS, "",
    ),
    "a module that is imported inside": (
        ("import a_tally_beside_it\n"
        "def reset():\n    from a_tally_beside_it import reset\n    reset()\n"
        "def add():\n    from a_tally_beside_it import add\n    add()\n"
        "def count():\n    from a_tally_beside_it import count\n    return count()"),
        IN_FUNCTIONS, "",
    ),
    "a module that is closed over": (
        ("def made():\n    import a_tally_beside_it as tally\n"
        "    return (lambda: tally.reset()), (lambda: tally.add()), (lambda: tally.count())\n"
        "reset, add, count = made()"),
        IN_FUNCTIONS, "",
    ),
    "functions under the name of another module": (
        "import functools, math\nHEADS = [0]\n"
        + FUNCTIONS.format("", "HEADS[0]").replace("def", "@functools.wraps(math.sqrt)\ndef"),
        IN_FUNCTIONS, "",
    ),
    "an attribute of a function": (FUNCTIONS.format("", "count.heads"), IN_FUNCTIONS, ""),
    "a method of what is frozen": (
        ("from dataclasses import dataclass\nHEADS = [0]\n@dataclass(frozen=True)\nclass Fixed:\n"
        "    def heads(self): return HEADS\nFIXED = Fixed()"),
        IN_LIST, "FIXED.heads()",
    ),
    "a default of a field": (
        ("from dataclasses import dataclass, field\nHEADS = [0]\ndef heads(): return HEADS\n"
        "@dataclass\nclass Made:\n    heads: list = field(default_factory=heads)\n"),
        IN_LIST, "Made().heads",
    ),
    "a limit of a library": (
        "import csv",
        ("csv.field_size_limit(100)", "csv.field_size_limit(csv.field_size_limit() + 1)",
         "csv.field_size_limit() - 100"), "",
    ),
}  # fmt: skip
TALLY = "heads = 0\n" + FUNCTIONS.format("", "heads").replace("():", "():\n    global heads\n   ")


def program(name: str, folder: Path) -> Mechanism:
    """The program that counts in the hidden place of that name."""
    setting, steps, place = HIDDEN[name]
    reset, add, count = (step.format(place) for step in steps)
    (folder / "a_tally_beside_it.py").write_text(TALLY)
    file = folder / "told.py"
    file.write_text(
        "from dpverify import mechanism\n"
        + setting
        + PROGRAM.format(reset=reset, add=add, count=count)
    )
    target = parse_target(f"{file}:told")
    assert target is not None
    return load(target)


@mechanism(inputs=[0, 1], neighbours="all")
def ends_of_ranges(bit: int, draw: Draw) -> int:
    """range(0, 101, 100) and range(0, 102, 100) are equal."""
    steps, left = range(0, 101, 100), COINS
    while left:
        coin = draw.flip("1/2")
        if coin:
            steps = range(0, steps.stop + 1, 100)
        left -= 1
    return bit if steps.stop == 101 + COINS // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def empty_ranges(bit: int, draw: Draw) -> int:
    """range(1, 1) and range(2, 2) are equal."""
    window, left = range(0), COINS
    while left:
        coin = draw.flip("1/2")
        if coin:
            window = range(window.start + 1, window.start + 1)
        left -= 1
    return bit if window.start == COINS // 2 else 2


NODES = tuple(tuple(text for text in ("node",)) for _ in range(COINS + 1))


@mechanism(inputs=[0, 1], neighbours="all")
def equal_objects(bit: int, draw: Draw) -> int:
    """Which of several equal tuples it is."""
    node, left = NODES[0], COINS
    while left:
        coin = draw.flip("1/2")
        if coin:
            node = next(after for one, after in pairwise(NODES) if one is node)
        left -= 1
    return bit if node is NODES[COINS // 2] else 2


def confirm(told: Mechanism) -> None:
    """By states the law is that of the paths one by one."""
    first = next(iter(enumerations(told)))
    assert first.whole
    laws = [{label: Value(mass) for label, mass in law.masses.items()} for law in first.laws]
    rare = Value(20) / 64
    assert laws == [{str(bit): rare, "2": 1 - rare} for bit in (0, 1)]
    by_states = _pass(told, 12, 1000, no_clock, backward=False, merging=True)
    assert [law.masses for law in by_states.laws] == [law.masses for law in first.laws]


@pytest.mark.parametrize("name", HIDDEN)
def test_paths_do_not_meet_where_a_count_is_hidden(name: str, tmp_path: Path) -> None:
    """None of these is a variable of the program."""
    confirm(program(name, tmp_path))


@pytest.mark.parametrize("told", [ends_of_ranges, empty_ranges, equal_objects])
def test_paths_do_not_meet_where_equal_values_differ(told: Mechanism) -> None:
    """Equal ranges, and equal objects for `is`."""
    confirm(told)


class Base:
    number = 0

    @classmethod
    def add(cls) -> None:
        """One more."""
        cls.number += 1


class Derived(Base):
    """Has from its base what it counts in."""


class Mode(Enum):
    TALLY = "tally"

    def __init__(self, _: str) -> None:
        self.number = 0


def used_up(bit: int, draw: Draw) -> int:
    """Counts its runs."""
    Base.number += 1
    return bit if Base.number > 10**6 or draw.flip("3/4") else 1 - bit


def used_up_by_name(bit: int, draw: Draw) -> int:
    """The same in a class method."""
    Derived.add()
    return bit if Derived.number > 10**6 or draw.flip("3/4") else 1 - bit


def calls(bit: int, draw: Draw) -> int:
    """The same in an attribute of its own."""
    calls.number += 1  # type: ignore[attr-defined]
    return bit if calls.number > 10**6 or draw.flip("3/4") else 1 - bit  # type: ignore[attr-defined]


calls.number = 0  # type: ignore[attr-defined]


def member(bit: int, draw: Draw) -> int:
    """The same in a member of an enumeration."""
    mode = Mode.TALLY
    mode.number += 1
    return bit if mode.number > 10**6 or draw.flip("3/4") else 1 - bit


@pytest.mark.parametrize("function", [used_up, used_up_by_name, calls, member])
def test_who_counts_runs_keeps_something(function: Callable[..., int]) -> None:
    """The answer rests on the promise that nothing is kept, though no run shows it."""
    found = next(iter(enumerations(mechanism(inputs=[0, 1])(function))))
    assert found.whole
    assert "keeps nothing from one run to the next" in "".join(found.assumptions)


def held(bit: int) -> int:
    """A function whose clock the class holds that it takes it from."""
    return bit if Clocked.now() else 0


class Clock:
    now = staticmethod(time)


class Clocked(Clock):
    """Has it from its base."""


CLOCKS = MappingProxyType({"now": time})


def in_a_view(bit: int) -> int:
    """The same in a read-only view of a dictionary."""
    return bit if CLOCKS["now"]() else 0


def test_what_is_held_by_others() -> None:
    """A clock is found in a base and in a view."""
    for function in (held, in_a_view):
        assert "time" in str(reached([function]).held)
