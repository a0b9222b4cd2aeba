"""Programs that count in a place that is none of their variables: paths do not meet there.

Each tosses six coins and tells its input if three were heads. The count is made anew in every run,
so that the program is an honest function of its input and its draws. Followed one by one, its 64
paths have the law that is worked out here by hand: of six coins three are heads with 20/64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from itertools import pairwise
from pathlib import Path
from time import time
from types import MappingProxyType
from typing import Any

import pytest

import dpverify as dv
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
    "a list of a class": ("class Tally:\n    heads = [0]", IN_LIST, "Tally.heads"),
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
    "functions under the name of a number's": (
        "import functools, dpverify\nHEADS = [0]\n"
        + FUNCTIONS.format("", "HEADS[0]").replace("def", "@functools.wraps(dpverify.exp)\ndef"),
        IN_FUNCTIONS,
        "",
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
    "a slot of a number": (
        (
            "class Level(float):\n    __slots__ = ('heads',)\n"
            "LEVEL = Level(2.5)\nLEVEL.heads = [0]"
        ),
        IN_LIST,
        "LEVEL.heads",
    ),
    "a slice": ("S = slice([0], None)", IN_LIST, "S.start"),
    "an attribute of a partial": (
        "from functools import partial\nP = partial(abs, 1)\nP.heads = [0]",
        IN_LIST,
        "P.heads",
    ),
    "a class that is made": (
        (
            "from dataclasses import make_dataclass\n"
            "Made = make_dataclass('Made', [], namespace={'heads': [0]})"
        ),
        IN_LIST,
        "Made.heads",
    ),
    "a module that is handed on": (
        (
            "import a_tally_beside_it\n"
            "def reset(m=a_tally_beside_it): m.LIST[0] = 0\n"
            "def add(): add_to(a_tally_beside_it)\n"
            "def add_to(m): m.LIST[0] += 1\n"
            "def count(m=a_tally_beside_it): return m.LIST[0]"
        ),
        IN_FUNCTIONS,
        "",
    ),
    "what a module makes up": ("import a_tally_beside_it as t", IN_LIST, "t.made_up"),
    "an annotation": ("def g(x: 'int'): pass", IN_LIST, "g.__annotations__.setdefault('n', [0])"),
    "a name of Python itself": ("import builtins\nbuiltins.MINE = [0]", IN_LIST, "MINE"),
    "an attribute of a library": (
        "from fractions import Fraction\nFraction.heads = [0]",
        IN_LIST,
        "Fraction.heads",
    ),
    "a queue that a library was given": (
        "from collections import deque\nimport math\nmath.tally = deque([0])",
        IN_LIST,
        "math.tally",
    ),
    "a method that a library was given": (
        "import math\nHEADS = [0]\nmath.put, math.get = HEADS.__setitem__, HEADS.__getitem__",
        ("math.put(0, 0)", "math.put(0, math.get(0) + 1)", "math.get(0)"),
        "",
    ),
    "a setting of Python behind a library": (
        "import fractions",
        (
            "fractions.sys.setrecursionlimit(3000)",
            "fractions.sys.setrecursionlimit(fractions.sys.getrecursionlimit() + 1)",
            "fractions.sys.getrecursionlimit() - 3000",
        ),
        "",
    ),
    "what it draws from": ("", ("pass", "pass", "sum(draw.path.values[:6])"), ""),
    "a list of a library": (
        "import heapq\nheapq.__all__.insert(0, 0)",
        IN_LIST,
        "heapq.__all__",
    ),
    "what a helper makes of a list while it waits": (
        (
            "HEADS = [0]\n"
            "def coin_of(draw):\n    before, HEADS[0] = HEADS[0], 0\n"
            "    coin = draw.flip('1/2')\n    HEADS[0] = before\n    return coin"
        ),
        IN_LIST,
        "HEADS",
    ),
    "a limit of a library": (
        "import csv",
        ("csv.field_size_limit(100)", "csv.field_size_limit(csv.field_size_limit() + 1)",
         "csv.field_size_limit() - 100"), "",
    ),
}  # fmt: skip
TALLY = "heads, LIST = 0, [0]\ndef __getattr__(name): return LIST\n" + FUNCTIONS.format(
    "", "heads"
).replace("():", "():\n    global heads\n   ")


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


def confirm(told: Mechanism, coins: int = COINS) -> None:
    """By states the law is that of the paths one by one."""
    first = next(iter(enumerations(told)))
    assert first.whole
    laws = [{label: Value(mass) for label, mass in law.masses.items()} for law in first.laws]
    rare = Value(math.comb(coins, coins // 2)) / 2**coins
    assert laws == [{str(bit): rare, "2": 1 - rare} for bit in (0, 1)]
    by_states = _pass(told, 12, 10_000, no_clock, backward=False, merging=True)
    assert [law.masses for law in by_states.laws] == [law.masses for law in first.laws]


@pytest.mark.parametrize("name", HIDDEN)
def test_paths_do_not_meet_where_a_count_is_hidden(name: str, tmp_path: Path) -> None:
    """None of these is a variable of the program."""
    confirm(program(name, tmp_path))


@mechanism(inputs=[0, 1], neighbours="all")
def read_before(bit: int, draw: Draw) -> int:
    """A list is read before a helper changes it, and its value waits on the stack."""
    heads, left = [0], COINS
    while left:
        heads[0] = heads[0] + cleared(heads, draw)
        left -= 1
    return bit if heads[0] == COINS // 2 else 2


def cleared(heads: list[int], draw: Draw) -> int:
    """A coin, before which the list is emptied."""
    heads[0] = 0
    coin = draw.flip("1/2")
    return 1 if coin else 0


@pytest.mark.parametrize("told", [ends_of_ranges, empty_ranges, equal_objects, read_before])
def test_paths_do_not_meet_where_equal_values_differ(told: Mechanism) -> None:
    """Equal ranges, and equal objects for `is`."""
    confirm(told)


class Settings:
    chance = "1/2"
    names = ("few", "many")


@mechanism(inputs=[0, 1], neighbours="all")
def honest(bit: int, draw: Draw) -> str:
    """Counts in a variable; what it looks up does not change."""
    heads, left = bit, 24
    while left:
        coin = draw.flip(Settings.chance)
        if coin:
            heads += 1
        left -= 1
    return Settings.names[heads > 12]


def test_paths_meet_where_all_is_in_variables() -> None:
    """Of 2^24 paths those with the same heads are one, a class of constants beside them."""
    found = [*enumerations(honest)][-1]
    few = Value(sum(math.comb(24, k) for k in range(13))) / 2**24
    assert found.whole
    assert Value(found.laws[0].masses["few"]) == few


HUGE = 10**5000
"""An integer that is longer than Python writes: as texts all of these are one."""


@mechanism(inputs=[0, 1], neighbours="all")
def weighed(bit: int, draw: Draw) -> int:
    """What is drawn last is chosen by a number that is then forgotten."""
    number, left = 0, 2
    while left:
        number = draw.uniform((0, 1, 2, 3, 4))
        left -= 1
    coin = draw.uniform((HUGE + 1 if number == 2 else HUGE, 1))
    return bit if coin == HUGE + 1 else 2


def test_draws_from_tables_with_equal_texts_do_not_meet() -> None:
    """By hand: 2 comes last with 1/5, and then the first of two coins with 1/2."""
    by_states = _pass(weighed, 12, 1000, no_clock, backward=False, merging=True)
    laws = [{label: Value(mass) for label, mass in law.masses.items()} for law in by_states.laws]
    assert laws == [{str(bit): Value(1) / 10, "2": Value(9) / 10} for bit in (0, 1)]


def put_back(places: list[int]) -> int:
    """Nothing, and the list is changed."""
    places[0] = 0
    return 0


@mechanism(inputs=[0, 1], neighbours="all")
def added_to(bit: int, draw: Draw) -> int:
    """Python reads what is added to before it calls what is added."""
    places, heads, left = [0, 0], 0, 12
    while left:
        coin = draw.flip("1/2")
        if coin:
            heads += 1
        left -= 1
    if heads == 12:
        places[0] = 10
    places[0] += put_back(places) + draw.uniform((0, 1))
    return bit if places[0] >= 10 else 2


def test_what_is_added_to_is_read_first() -> None:
    """Twelve heads, with 2^−12, and the program tells its input."""
    last = [*enumerations(added_to)][-1]
    rare = Value(1) / 2**12
    laws = [{label: Value(mass) for label, mass in law.masses.items()} for law in last.laws]
    assert laws == [{str(bit): rare, "2": 1 - rare} for bit in (0, 1)]


TRIES = MappingProxyType({"tries": [0]})


@mechanism(inputs=[0, 1], neighbours="all")
def retried(x: int, draw: Draw) -> int:
    """Begins again until noise is positive, three times at most."""
    TRIES["tries"][0] = 0
    while True:
        noise = draw.laplace(1)
        if noise > 0:
            return 2
        TRIES["tries"][0] += 1
        if TRIES["tries"][0] >= 3:
            return x


def test_a_count_of_tries_is_no_new_try() -> None:
    """Three noises are negative with 1/8, and then the input is told."""
    verdict = dv.check(retried, dv.PureDP(eps=1))
    assert not verdict.holds


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


TYPED_IN = """
from time import perf_counter
class Box:
    def __init__(self, now=perf_counter):
        self.now = now()
def told(bit):
    return Box().now > bit
"""


def test_a_class_that_is_typed_in_is_looked_through() -> None:
    """Its text stands in no file, like that of the methods which dataclasses write."""
    space: dict[str, Any] = {"__name__": "typed_in"}
    exec(TYPED_IN, space)  # noqa: S102  a program without a file
    assert "time" in str(reached([space["told"]]).held)


def test_what_is_held_by_others() -> None:
    """A clock is found in a base and in a view."""
    for function in (held, in_a_view):
        assert "time" in str(reached([function]).held)
