"""Entropy that is seldom seen to differ: it is refused by name, and not when two runs happen to.

Each of these leaks its input with a probability so small that runs do not show it.
"""

from __future__ import annotations

import functools
import io
import operator
import os
import pprint
import random
import reprlib
import secrets
import socket
import time
import timeit
import uuid
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify import Fails, PureDP, check
from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.enumeration import channel_of


def rarely(text: Any) -> bool:
    return "0123456" in str(text)


HASH = "asks for a __hash__"
ADDRESS = "reads an address"
SOURCES: dict[str, tuple[str, Callable[[], bool]]] = {
    "a port": ("the module socket", lambda: rarely(socket.socket().fileno())),
    "a stop watch": ("the module timeit", lambda: rarely(sum(timeit.repeat("0", number=1, repeat=1)))),
    "standard input": (r"\(input,", lambda: rarely(input())),
    "a device": ("io.FileIO", lambda: io.FileIO("/dev/urandom").read(2) == b"00"),
    "a hash by its name": (HASH, lambda: rarely(operator.methodcaller("__hash__")("a"))),
    "a hash by an attribute": (HASH, lambda: rarely(operator.attrgetter("__hash__")("a")())),
    "a hash of the type": (HASH, lambda: rarely(str.__dict__["__hash__"]("a"))),
    "an address in a list": (ADDRESS, lambda: rarely(repr([object()]))),
    "an address in an array": (ADDRESS, lambda: rarely(str(np.array([object()], dtype=object)))),
    "an address, printed": (ADDRESS, lambda: rarely(pprint.pformat(object()))),
    "an address, shortened": (ADDRESS, lambda: rarely(reprlib.repr(object()))),
    "of a method": (ADDRESS, lambda: rarely(repr("".join))),
    "of a partial function": (ADDRESS, lambda: rarely(repr(functools.partial(rarely)))),
    "of a reference": (ADDRESS, lambda: rarely(repr(weakref.ref(rarely)))),
    "of a view": (ADDRESS, lambda: rarely(repr(memoryview(b"")))),
    "of a code": (ADDRESS, lambda: rarely(repr(rarely.__code__))),
}


@pytest.mark.parametrize("source", SOURCES)
def test_it_is_refused_by_name(source: str) -> None:
    name, leaks = SOURCES[source]

    def code(bit: int) -> int:
        return bit if leaks() else 2

    with pytest.raises(ProgramError, match=name):
        channel_of(as_run(code, inputs=[0, 1]))


def _team(leaks: Callable[[], bool]) -> Callable[[int], Any]:
    """`examples/team.py` with what leaks in place of its line from an experiment."""

    def respond(bit: int) -> Any:
        if leaks():
            return ("debug", bit)
        return ("answer", bit if random.random() < 0.5 else int(random.random() < 0.5))

    return respond


RUNS = 100
DECIDED: dict[str, tuple[Callable[[], bool], str]] = {
    "secrets": (lambda: secrets.randbelow(200) == 0, "1/200"),
    "default_rng": (lambda: bool(np.random.default_rng().integers(200) == 0), "1/200"),
    "os.urandom": (lambda: os.urandom(1)[0] == 0, "1/256"),
}
REFUSED: dict[str, tuple[Callable[[], bool], str]] = {
    "uuid4": (lambda: uuid.uuid4().int % 200 == 0, "draws 16 bytes"),
    "the clock": (lambda: time.time_ns() % 200 == 0, "reads the clock"),
}


@pytest.mark.slow
@pytest.mark.parametrize("source", DECIDED)
def test_a_leak_of_one_call_in_200_fails_in_each_of_100_runs(source: str) -> None:
    leaks, probability = DECIDED[source]
    for _ in range(RUNS):
        verdict = check(as_run(_team(leaks), inputs=[0, 1]), PureDP(eps="2"))
        assert isinstance(verdict, Fails)
        document = verdict.to_dict()
        assert document["witness"]["probabilities"] == [probability, "0"]


@pytest.mark.slow
@pytest.mark.parametrize("source", REFUSED)
def test_what_has_no_law_is_refused_in_each_of_100_runs(source: str) -> None:
    leaks, name = REFUSED[source]
    for _ in range(RUNS):
        with pytest.raises(ProgramError, match=name):
            check(as_run(_team(leaks), inputs=[0, 1]), PureDP(eps="2"))
