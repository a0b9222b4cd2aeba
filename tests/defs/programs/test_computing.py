"""What programs must not hold or look at: a list of what computes, not of what is chance."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from textwrap import indent

import pytest

import dpverify as dv
from dpverify.defs.definitions import PureDP
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.computing import COMPUTES, GUARDED_ELSEWHERE, computes
from dpverify.defs.programs.enumeration import STATELESS, enumerations
from dpverify.defs.programs.mechanism import Mechanism

OPENED: list[io.IOBase | int] = []
"""What programs of this module opened when they were read: files and descriptors."""


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """What a program left open is closed within its test; else a later one is blamed."""
    yield
    while OPENED:
        held = OPENED.pop()
        if isinstance(held, int):
            os.close(held)
        else:
            held.close()


HIDDEN = {
    "a C library": ("import ctypes\nlibc = ctypes.CDLL(None)", "return libc.rand() % 200 == 0"),
    "a function of a C library": (
        "import ctypes\nrand = ctypes.CDLL(None).rand",
        "return rand() % 200 == 0",
    ),
    "the base of random.Random": ("import _random", "return _random.Random().random() < 0.01"),
    "the generator of OpenSSL": ("import ssl", "return ssl.RAND_bytes(1)[0] == 0"),
    "OpenSSL, imported late": ("", "import ssl\nreturn ssl.RAND_bytes(1)[0] == 0"),
    "a device that is open already": (
        "held = open('/dev/urandom', 'rb')",
        "return held.read(1)[0] == 0",
    ),
    "a descriptor that is open already": (
        "import os\nheld = os.open('/dev/urandom', 0)",
        "return os.read(held, 1)[0] == 0",
    ),
    "the times of a file": (
        "import os",
        "return os.stat('/proc/self').st_mtime_ns % 97 == 0",
    ),
    "the times of a file, by pathlib": (
        "import pathlib",
        "return pathlib.Path('/proc/self').stat().st_mtime_ns % 97 == 0",
    ),
    "the space on a disk": ("import os", "return os.statvfs('/').f_bfree % 97 == 0"),
    "a link that names the process": (
        "import os",
        "return int(os.readlink('/proc/self')) % 97 == 0",
    ),
    "the processes there are": (
        "import os",
        "return len(os.listdir('/proc')) % 97 == 0",
    ),
    "the session": ("import os", "return os.getsid(0) % 97 == 0"),
    "the group": ("import os", "return os.getpgrp() % 97 == 0"),
    "a timeout": ("import select", "return select.select([], [], [], 0) is None"),
    "memory that nobody wrote to": (
        "import numpy as np",
        "return bool(np.empty(4, dtype=np.uint64)[1] % 97 == 3)",
    ),
    "the address of an array": (
        "import numpy as np",
        "return np.zeros(4).ctypes.data // 16 % 97 == 3",
    ),
    "the name of the machine": ("import platform", "return platform.node() == 'production'"),
    "the environment behind its guard": (
        "import os",
        "return b'PRODUCTION' in os.environ._data",
    ),
    "the number of a thread": (
        "import threading",
        "return threading.current_thread().ident // 4096 % 97 == 0",
    ),
    "the setting of hashes": ("import sys", "return sys.flags.hash_randomization == 1"),
    "which modules are loaded": ("import sys", "return 'dpverify.checkers' in sys.modules"),
    "how it was started": ("import sys", "return 'worker' in sys.argv[0]"),
    "the stack": ("import sys", "return 'explore' in sys._getframe(1).f_code.co_filename"),
    "the stack, by inspect": ("import inspect", "return len(inspect.stack()) > 9"),
    "what a guard holds": (
        "import os",
        "return [c.cell_contents for c in os.urandom.__closure__] == []",
    ),
}

ADDRESSES = {
    "of an exception": "try:\n    {}[object()]\nexcept KeyError as error:\n    t = str(error)",
    "by %r": "t = '%r' % (object(),)",
    "by a formatted text": "t = f'{object()}'",
    "in a list": "t = str([object()])",
    "of a class of its own": "class A: pass\nt = f'{A()}'",
    "of a function": "t = str(lambda: 0)",
    "of a generator": "t = str(x for x in ())",
    "of a method": "t = str([[].append])",
    "of a weak reference": "class A: pass\na = A()\nt = str(weakref.ref(a))",
}


def program(before: str, body: str) -> Mechanism:
    space: dict[str, object] = {"__name__": "hostile"}
    source = (
        f"import weakref\nfrom dpverify import mechanism\n{before}\n"
        f"@mechanism(inputs=[0, 1])\ndef bad(x, draw):\n{indent(body, '    ')}\n"
    )
    exec(source, space)  # noqa: S102  a program as a user writes it
    held = space.get("held")
    if isinstance(held, io.IOBase | int):
        OPENED.append(held)
    found = space["bad"]
    assert isinstance(found, Mechanism)
    return found


@pytest.mark.parametrize(("before", "body"), HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_known_to_compute_is_refused(before: str, body: str) -> None:
    with pytest.raises(ProgramError, match=r"ask draw instead|a mechanism only computes"):
        list(enumerations(program(before, body)))


@pytest.mark.parametrize(("before", "body"), HIDDEN.values(), ids=HIDDEN)
def test_it_is_refused_where_it_is_caught(before: str, body: str) -> None:
    caught = f"try:\n{indent(body, '    ')}\nexcept BaseException:\n    return False"
    with pytest.raises(ProgramError, match=r"ask draw instead|a mechanism only computes"):
        list(enumerations(program(before, caught)))


@pytest.mark.parametrize("body", ADDRESSES.values(), ids=ADDRESSES)
def test_texts_that_hold_an_address_are_refused(body: str) -> None:
    with pytest.raises(ProgramError, match="reads an address"):
        list(enumerations(program("", f"{body}\nreturn len(t) % 2")))


def test_texts_without_an_address_are_not() -> None:
    body = (
        "class A:\n    def __repr__(self): return 'A'\n"
        "t = f'{A()} {[A()]} {ValueError(1)!r} {1} {[2]}' + '%r' % (A(),)\nreturn draw.flip('1/2')"
    )
    assert next(enumerations(program("", body))).whole


def test_the_slots_are_put_back() -> None:
    test_texts_without_an_address_are_not()

    class Late:
        pass

    assert repr(Late()).startswith("<")
    assert "0x" in f"{object()} {Late()}"


STATES = {
    "a global": ("n = 0", "global n\nn += 1\nreturn n > 5000"),
    "the names of the module": ("n = 0", "globals()['n'] += 1\nreturn n > 5000"),
    "a default": (
        "def add(held=[0]):\n    held[0] += 1\n    return held[0]",
        "return add() > 5000",
    ),
    "an attribute": ("class S: n = 0", "setattr(S, 'n', S.n + 1)\nreturn S.n > 5000"),
    "an array": ("import array\na = array.array('i', [0])", "a[0] += 1\nreturn a[0] > 5000"),
    "a counter": ("import itertools\nc = itertools.count()", "return next(c) > 5000"),
    "the context of decimals": (
        "import decimal",
        "c = decimal.getcontext()\nc.Emax -= 1\nreturn c.Emax < 5000",
    ),
    "a module": ("", "import math\nmath.n = getattr(math, 'n', 0) + 1\nreturn math.n > 5000"),
}


@pytest.mark.parametrize(("before", "body"), STATES.values(), ids=STATES)
def test_what_may_be_kept_is_a_promise(before: str, body: str) -> None:
    found = next(enumerations(program(before, body)))
    assert STATELESS in found.assumptions


def test_what_keeps_nothing_promises_nothing() -> None:
    assert not next(enumerations(program("", "return draw.flip('1/2')"))).assumptions


def test_the_two_lists_have_no_module_in_common() -> None:
    assert not COMPUTES & GUARDED_ELSEWHERE
    assert all(computes(name) for name in ("math", "os.path", "numpy", "of_a_user"))
    assert not any(computes(name) for name in ("ctypes", "_random", "ssl", "mmap", "platform"))
    assert "ctypes" in sys.stdlib_module_names


BESIDE_NOISE = [STATES["a global"], pytest.param(*STATES["an array"], marks=pytest.mark.slow)]


@pytest.mark.parametrize(("before", "body"), BESIDE_NOISE)
def test_what_may_be_kept_is_a_promise_beside_continuous_noise(before: str, body: str) -> None:
    *first, last = body.splitlines()
    drawn = "\n".join((*first, f"kept = {last.removeprefix('return ')}"))
    source = f"{drawn}\nif kept: return 'leak', x\nreturn x + draw.laplace(1) > 0"
    verdict = dv.check(program(before, source), PureDP(eps=1))
    assert verdict.holds
    assert (verdict.evidence, verdict.assumptions[:1]) == ("conditional", (STATELESS,))
