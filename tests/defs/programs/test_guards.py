"""What a program must not look at is refused by name, however it got hold of it."""

# What is asked about is a program that does these things, in the way that programs do.
# ruff: noqa: S311, PLW0108, ARG001, SIM105
from __future__ import annotations

import builtins
import copy
import datetime as dt
import functools
import gc
import json
import os
import random
import secrets
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value
from dpverify.defs.programs import channel_of, mechanism
from dpverify.defs.programs.addresses import _slot
from dpverify.defs.programs.audited import audit
from dpverify.defs.programs.collector import noted
from dpverify.defs.programs.guards import STATE, guarded, slots_held
from dpverify.defs.programs.opened import forbidden_file
from tests import whole_run
from tests.defs.programs.module_of_text import module_of

SOURCES: dict[str, tuple[Callable[[], Any], str]] = {
    "secrets": (lambda: secrets.randbelow(200), "os.urandom"),
    "urandom": (lambda: os.urandom(1)[0], "os.urandom"),
    "urandom by map": (lambda: next(map(os.urandom, [1])), "os.urandom"),
    "SystemRandom": (lambda: random.SystemRandom().random(), "os.urandom"),
    "a generator without a seed": (lambda: random.Random().random(), "without a seed"),
    "the global generator": (lambda: random.randrange(200), "random"),
    "its state": (lambda: random.getstate(), "random.getstate"),
    "default_rng": (lambda: np.random.default_rng().random(), "os.urandom"),
    "RandomState": (lambda: np.random.RandomState().rand(), "os.urandom"),
    "numpy's global generator": (lambda: np.random.rand(), "numpy.random.rand"),
    "its state there": (lambda: np.random.get_state(), "numpy.random.get_state"),
    "uuid4": (lambda: uuid.uuid4().int % 200, "os.urandom"),
    "uuid1": (lambda: uuid.uuid1().int % 200, "clock"),
    "time_ns": (lambda: time.time_ns() % 200, "time.time_ns"),
    "monotonic": (lambda: time.monotonic(), "time.monotonic"),
    "localtime": (lambda: time.localtime(), "time.localtime"),
    "localtime of a moment": (lambda: time.localtime(0), "time zone.*time.localtime"),
    "mktime": (lambda: time.mktime((1970, 1, 2, 0, 0, 0, 4, 2, 0)), "time zone.*time.mktime"),
    "ctime of a moment": (lambda: time.ctime(0), "time zone.*time.ctime"),
    "fromtimestamp": (lambda: dt.datetime.fromtimestamp(0), "time zone.*datetime.from"),  # noqa: DTZ006
    "its date": (lambda: dt.date.fromtimestamp(0), "time zone.*date.fromtimestamp"),  # noqa: DTZ012
    "timestamp": (lambda: dt.datetime(1970, 1, 2).timestamp(), "time zone.*timestamp"),  # noqa: DTZ001
    "astimezone": (lambda: dt.datetime(1970, 1, 2, tzinfo=dt.UTC).astimezone(), "time zone"),
    "astimezone of no zone": (
        lambda: dt.datetime(1970, 1, 2).astimezone(dt.UTC), "time zone"),
    "standard input": (lambda: sys.stdin.readline(), "sys.stdin"),
    "its lines": (lambda: [*sys.stdin], "sys.stdin"),
    "its next line": (lambda: next(sys.stdin), "sys.stdin"),
    "the thread": (lambda: threading.current_thread().name, "threading.current_thread"),
    "other threads": (lambda: threading.active_count(), "threading.active_count"),
    "now": (lambda: dt.datetime.now(), "datetime.now"),  # noqa: DTZ005  what is asked about
    "today": (lambda: dt.date.today(), "date.today"),  # noqa: DTZ011
    "now by partial": (lambda: functools.partial(dt.datetime.now)(), "datetime.now"),
    "id": (lambda: id(object()) % 200, "id"),
    "id by sorted": (lambda: sorted([[], {}], key=id), "id"),
    "hash": (lambda: hash("x") % 200, "hash"),
    "repr": (lambda: repr(object()), "repr"),
    "pid": (lambda: os.getpid() % 200, "os.getpid"),
    "environment": (lambda: os.environ.get("HOME"), "os.environ"),
    "a thread": (lambda: threading.Thread(target=print).start(), "starts a thread"),
    "a process": (lambda: os.system("true"), "starts a process"),  # noqa: S605
    "a device": (lambda: open("/dev/urandom", "rb"), "opens a file"),  # noqa: PTH123, SIM115
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_is_refused_by_name_on_whatever_path(name: str) -> None:
    """Also on one path of very many, where two runs of the first paths would be alike."""
    source, words = SOURCES[name]

    @mechanism(inputs=[0, 1])
    def rare(x: int, draw: Any) -> int:
        if draw.uniform(range(500)) == 499:
            source()
        return x

    with pytest.raises(ProgramError, match=words):
        channel_of(rare)
    assert not STATE.active


@pytest.mark.parametrize("name", SOURCES)
def test_what_a_program_catches_is_refused_all_the_same(name: str) -> None:
    """A guard's error is remembered."""
    source, words = SOURCES[name]

    @mechanism(inputs=[0, 1])
    def deaf(x: int, draw: Any) -> bool:
        try:
            source()
        except BaseException:  # noqa: BLE001, S110  what is asked about
            pass
        return bool(draw.flip("1/2"))

    with pytest.raises(ProgramError, match=words):
        channel_of(deaf)


def test_what_was_held_before_is_found() -> None:
    """Defaults, closures and partials hold what no guard can stand in for."""
    clock, rng = time.time_ns, np.random.default_rng(1)

    @mechanism(inputs=[0, 1])
    def default(x: int, draw: Any, *, ask: Any = clock) -> int:
        return int(ask() % 200 == 0)

    @mechanism(inputs=[0, 1])
    def generator(x: int, draw: Any) -> int:
        return int(rng.integers(200) == 0)

    for each, words in ((default, "time.time_ns"), (generator, "a generator of numpy.random")):
        with pytest.raises(ProgramError, match=words):
            channel_of(each)


@dataclass(frozen=True)
class Key:
    """Has a hash that is made of a text's."""

    word: str


def test_what_libraries_need_for_themselves_is_no_fault() -> None:
    """Copies, JSON, dictionaries, numbers and generators with a seed of the run's own."""

    @mechanism(inputs=[0, 1])
    def honest(x: int, draw: Any) -> bool:
        known: Any = copy.deepcopy([[x], {Key("a"): Fraction(1, 2)}])
        assert json.loads(json.dumps({"a": [1]})) == {"a": [1]}
        assert hash(1) == 1
        assert known[1][Key("a")] == Fraction(1, 2)
        assert time.gmtime(0).tm_year == 1970
        day = dt.datetime.fromtimestamp(86400, tz=dt.UTC)
        assert day == dt.datetime.fromtimestamp(86400, dt.UTC).astimezone(dt.UTC)
        assert day.timestamp() == 86400
        assert np.random.default_rng(3).integers(5) == np.random.default_rng(3).integers(5)
        assert random.Random(4).random() == random.Random(4).random()
        return bool(draw.flip("1/2"))

    assert channel_of(honest).probability("0", "True") == Value(Fraction(1, 2))


COLLECTING = """
import gc, time

class Clocked:
    def __init__(self):
        self.itself = self

    def __del__(self):
        time.time()

def run():
    gc.collect()
"""


def _looking(seen: list[bool]) -> Iterator[None]:
    try:
        yield
    finally:
        seen.append(Path("/").exists())


def test_what_the_collector_finalizes_is_the_fault_of_who_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finalizers run in the middle of whatever runs; a program asked for its own alone.

    A folder was not removed, and the program that happened to run was told that it had looked at
    its machine.
    """
    raised: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: raised.append(error.exc_type))
    seen: list[bool] = []
    with module_of(COLLECTING, tmp_path / "collecting.py") as program:
        looking = _looking(seen)
        next(looking)
        folder = tempfile.TemporaryDirectory(dir=tmp_path)
        name = Path(folder.name)
        left: list[object] = [looking, folder]
        left.append(left)
        with guarded(frozenset({"collecting"})):
            del looking, folder, left
            program.run()
            assert STATE.trouble is None
            program.Clocked()
            program.run()
            assert "time.time" in str(STATE.trouble)
        assert seen == [True]
        assert not name.exists()
        assert raised == [ResourceWarning, ProgramError]  # of the folder that nobody removed
    assert noted not in gc.callbacks


def test_everything_stands_where_it_stood_before() -> None:
    """Guards are taken away, and other threads are not looked at."""
    before = [time.time, builtins.id, builtins.hash, random.random, os.urandom, np.random.rand]
    seen: list[float] = []
    with guarded(frozenset()):
        assert time.time is not before[0]
        STATE.active -= 1  # as in a thread that is not examined
        seen.append(time.time())
        STATE.active += 1
    after = [time.time, builtins.id, builtins.hash, random.random, os.urandom, np.random.rand]
    assert after == before
    assert dt.datetime.now().year >= 2026  # noqa: DTZ005
    assert seen


def test_the_hook_of_the_interpreter_sees_what_no_guard_can() -> None:
    """It does nothing unless a program is examined."""
    audit("builtins.id", (1,))
    with guarded(frozenset()), pytest.raises(ProgramError, match="opens a socket"):
        audit("socket.__new__", ())
    assert forbidden_file("/dev/urandom", "r")
    assert forbidden_file("table.csv", "a")
    assert not forbidden_file("table.csv", "r")


@pytest.fixture
def nothing_held() -> Iterator[None]:
    """A run of all tests holds the slots from beginning to end."""
    with whole_run.alone():
        yield


@pytest.mark.usefixtures("nothing_held")
def test_slots_stay_replaced_from_one_examination_to_the_next() -> None:
    """They note what is examined then, of types made meanwhile too, and are put back at the end."""

    def texts(x: int, draw: Any) -> Any:
        del x, draw
        return len(f"{Made()}")

    plain = _slot(object).value
    with slots_held():
        replaced = _slot(object).value
        Made = type("Made", (), {"__module__": __name__})  # noqa: N806  a class
        for _ in range(2):
            with pytest.raises(ProgramError, match="text of Made"):
                channel_of(mechanism(inputs=[0, 1])(texts))
            assert _slot(object).value == _slot(Made).value == replaced != plain
        assert str(Made()).startswith("<")
    assert _slot(object).value == _slot(Made).value == plain
