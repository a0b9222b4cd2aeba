"""Entropy that is seldom seen to differ: it is refused by name, and not when two runs happen to.

Each of these leaks its input with a probability so small that runs do not show it.
"""

from __future__ import annotations

import functools
import io
import operator
import pprint
import reprlib
import socket
import timeit
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.enumeration import channel_of


def rarely(text: Any) -> bool:
    return "0123456" in str(text)


HASH = "asks for a __hash__"
ADDRESS = "reads an address"
SOURCES: dict[str, tuple[str, Callable[[], bool]]] = {
    "a port": ("the module socket", lambda: rarely(socket.socket().fileno())),
    "a stop watch": ("the module timeit", lambda: rarely(timeit.timeit("0", number=1))),
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
