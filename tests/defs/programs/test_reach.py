"""What a program can get at, without running it."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from dpverify.defs.programs.guards import guarded
from dpverify.defs.programs.reach import reached

TABLE = {"a": 1}
COUNTER: list[int] = []
NAMES = {"alice", "bob"}


def plain(x: int) -> bool:
    """A constant set that is asked for members has no order."""
    return x in {1, 2} or TABLE["a"] == x


def iterates(x: int) -> list[str]:
    """Goes through a set that it holds."""
    return [name for name in NAMES if x]


def makes(x: int) -> list[str]:
    """Makes a set."""
    return list(set("ab") if x else {str(x), "a"})


def writes(x: int) -> int:
    """Changes a global."""
    global TOTAL  # noqa: PLW0603  what is asked about
    TOTAL = x
    return x


TOTAL = 0


secrets = Random(1)  # noqa: S311  a seed, not a secret


class Reader:
    """Something with an attribute that is called like a global."""

    secrets = "none"


def reads_an_attribute(reader: Reader) -> str:
    """An attribute is no global of the same name."""
    return reader.secrets


def test_attributes_are_no_globals() -> None:
    """What a program takes of its argument is not looked up in its module."""
    assert reached([reads_an_attribute]).held is None
    assert not reached([reads_an_attribute]).state
    assert reached([lambda: secrets]).state


def test_sets_and_states() -> None:
    """A table that is not changed is no state."""
    assert not reached([plain]).sets
    assert reached([iterates]).sets
    assert reached([makes]).sets
    found = reached([plain, lambda: COUNTER])
    assert not found.state
    assert not found.changed
    COUNTER.append(1)
    assert found.changed
    assert reached([writes]).state


def allocates(x: int) -> int:
    """Tells whether there is so much memory."""
    try:
        return len(bytes(10**9 + x))
    except MemoryError:
        return 0


def test_the_ends_of_a_machine_and_its_time_zone_are_held() -> None:
    """Which no run on one machine can show to be others elsewhere."""
    assert "MemoryError" in str(reached([allocates]).held)
    assert "time.timezone" in str(reached([lambda x: x - time.timezone]).held)


def test_what_is_held() -> None:
    """By a default or a closure, however deep."""
    clock = time.time_ns

    def deep(ask: Any = (clock,)) -> Any:
        return ask

    with guarded(frozenset()):
        found = reached([deep])
    assert found.held is not None
    assert "time.time_ns" in found.held
    assert "__hash__" in str(reached([lambda x: x.__hash__()]).held)
