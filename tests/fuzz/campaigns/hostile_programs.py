"""Programs that draw elsewhere, keep state, end or fill their process, or lie about themselves.

Each states what may be answered. A `holds` where none may be given is a false statement; status 70
or a traceback is an internal error; an end more than a second past the limit is a hang, and so is a
process that is left behind. What stays unknown is asked again with time for advice, in which
changes of the program are tried; that counts as its time then. What a start takes on this machine
at this moment is measured by an honest program just before, and does not count; what seems to hang
is tried again, for a machine may become busy in between.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Final
from uuid import uuid4

from tests.fuzz.campaign import Tally
from tests.rejects.bad_programs import BAD, FINE, OPEN, PROGRAMS

FULL, SHORT = 150, 6
LIMIT, BEYOND = 5, 1.0
"""Seconds that a program gets; seconds past its time from which on it hangs."""
ADVICE = 1
"""Seconds for changes of a program that stays unknown, after its limit."""
MARK: Final = "DPVERIFY_HOSTILE"
"""Stands in the environment of a command and of all processes that it starts, in any session."""
EMPTY: Final = (
    "from dpverify import mechanism\n@mechanism(inputs=[0, 1])\ndef bad(x, draw): return 0\n"
)
"""Does nothing: the time of its check is that of the starts of the processes."""

LEAK = "if {entropy} == 0: return 'leak', x\nreturn 0"


@dataclass(frozen=True)
class Hostile:
    """A file that holds `bad`, and the statuses that are no fault."""

    name: str
    source: str
    allowed: tuple[int, ...] = (BAD, OPEN)
    limit: str = str(LIMIT)


ENTROPY: Final = {
    "secrets": ("secrets", "randbelow", "(200)", ""),
    "token": ("secrets", "token_bytes", "(1)", "[0]"),
    "random": ("random", "randrange", "(200)", ""),
    "gauss": ("random", "gauss", "(0, 1)", " // 1"),
    "SystemRandom": ("random", "SystemRandom", "()", ".randrange(200)"),
    "Random": ("random", "Random", "()", ".randrange(200)"),
    "urandom": ("os", "urandom", "(1)", "[0]"),
    "getrandom": ("os", "getrandom", "(1)", "[0]"),
    "getpid": ("os", "getpid", "()", " % 200"),
    "uuid1": ("uuid", "uuid1", "()", ".int % 200"),
    "uuid4": ("uuid", "uuid4", "()", ".int % 200"),
    "time": ("time", "time", "()", " % 1 * 200 // 1"),
    "time_ns": ("time", "time_ns", "()", " % 200"),
    "monotonic_ns": ("time", "monotonic_ns", "()", " % 200"),
    "perf_counter_ns": ("time", "perf_counter_ns", "()", " % 200"),
    "default_rng": ("numpy.random", "default_rng", "()", ".integers(200)"),
    "RandomState": ("numpy.random", "RandomState", "()", ".randint(200)"),
    "randint": ("numpy.random", "randint", "(200)", ""),
    "id": ("builtins", "id", "(object())", " // 16 % 200"),
    "hash": ("builtins", "hash", "('x')", " % 200"),
}
"""Where chance comes from: a module, a name in it, how it is called, what is made of the answer."""

STYLES: Final = {
    "import": ("import {module}\n", "{module}.{name}{call}{rest}"),
    "from": ("from {module} import {name}\n", "{name}{call}{rest}"),
    "as": ("from {module} import {name} as quiet\n", "quiet{call}{rest}"),
    "inside": ("", "__import__('{module}', fromlist=['x']).{name}{call}{rest}"),
    "default": (
        "from {module} import {name} as quiet\ndef deep(f=quiet): return f{call}{rest}\n",
        "deep()",
    ),
    "closure": (
        (
            "from {module} import {name} as quiet\n"
            "def make(f):\n    def g(): return f{call}{rest}\n    return g\ndeep = make(quiet)\n"
        ),
        "deep()",
    ),
    "partial": (
        "import functools\nfrom {module} import {name}\ndeep = functools.partial({name})\n",
        "deep{call}{rest}",
    ),
}

LIVES: Final = {
    "remembers the first input": ("seen = []", "seen.append(x)\nreturn seen[0] == x"),
    "a memo of first arrivals": (
        "memo = {}", "k = draw.uniform(range(4))\nreturn memo.setdefault(k // 2, (x, k))",
    ),
    "a default that grows": (
        "def add(v, held=[]):\n    held.append(v)\n    return len(held)", "return add(x)",
    ),
    "an attribute of itself": (
        "class S: n = 0", "S.n += 1\nreturn S.n > 5 and x",
    ),
    "the order of a set": ("", "return next(iter({'alice', 'bob', 'carol'})) if x else 'alice'"),
    "a table of True and 1": (
        "", "return draw.choice({((True if x else 1), 'a'): '1/2', 'b': '1/2'})",
    ),
    "a table of -0.0 and 0.0": (
        "", "return draw.choice({(-0.0 if x else 0.0): '1/2', 'b': '1/2'})",
    ),
    "a checkpoint that hides": (
        "", "k = draw.uniform(range(4))\ndraw.checkpoint()\nreturn x if k == 3 else 7",
    ),
    "two checkpoints that hide": (
        "",
        (
            "k = draw.uniform(range(4))\ndraw.checkpoint(1)\ndraw.checkpoint(2)\n"
            "return x if k == 3 else 7"
        ),
    ),
    "a text that lies": (
        "class P(str):\n    def __eq__(s, o): return True\n    def __hash__(s): return 1",
        "return draw.flip(P('1/10') if x else P('9/10'))",
    ),
    "catches what a guard raises": (
        "import secrets",
        (
            "try:\n    if secrets.randbelow(200) == 0: return 'leak', x\n"
            "except BaseException: pass\nreturn 0"
        ),
    ),
    "reads a device": ("", "return open('/dev/urandom', 'rb').read(1)[0] == 0 and x"),
    "maps addresses": ("", "return min(map(id, [object()])) // 16 % 200 == 0 and x"),
    "starts a thread": (
        "import threading", "t = threading.Thread(target=print); t.start(); t.join()\nreturn 0",
    ),
    "an event loop": (
        "import asyncio\nasync def go(): return 0", "return asyncio.run(go())",
    ),
    "replaces a method of ours": (
        "from dpverify.defs.programs.replay import Replay",
        "Replay.finished = lambda s: None\nraise MemoryError",
    ),
}  # fmt: skip
"""What is written before the program, and its body; none of these is private at ε = 1 nor exact."""


def run(attacks: int, seed: int) -> Tally:
    """Check that many programs against ε = 1, in the worker of the command line."""
    tally = Tally()
    every = programs()
    Random(seed).shuffle(every)  # noqa: S311  an order that can be repeated
    for i in range(attacks):
        _attack(every[i % len(every)], tally)
    return tally


def programs() -> list[Hostile]:
    """All of them, over 200."""
    found = [_drawing(*each) for each in product(ENTROPY, STYLES)]
    found += [_program(name, before, body) for name, (before, body) in LIVES.items()]
    for name, known in PROGRAMS.items():
        allowed = (known.status, OPEN) if known.status == FINE else (BAD, OPEN)
        limit = str(LIMIT) if known.status == OPEN else known.limit
        found.append(Hostile(name, known.source, allowed, limit))
    return found


def _drawing(source: str, style: str) -> Hostile:
    module, name, call, rest = ENTROPY[source]
    known = {"module": module, "name": name, "call": call, "rest": rest}
    before, expression = (text.format(**known) for text in STYLES[style])
    return _program(f"{source}, {style}", before, LEAK.format(entropy=expression))


def _program(name: str, before: str, body: str) -> Hostile:
    lines = body.replace("\n", "\n    ")
    head = f"from dpverify import mechanism\n{before}\n"
    # A program that violates ε = 1 may be found to: the tables and texts that differ in kind.
    allowed = (BAD, OPEN, 1) if name.startswith(("a table", "a text")) else (BAD, OPEN)
    source = f"{head}@mechanism(inputs=[0, 1])\ndef bad(x, draw):\n    {lines}\n"
    return Hostile(name, source, allowed)


@dataclass(frozen=True)
class Ended:
    """How a command ended, after how many seconds, and the processes that it left behind."""

    status: int
    text: str
    seconds: float
    left: tuple[str, ...]


def _attack(attack: Hostile, tally: Tally) -> None:
    fault, found = _asked(attack, advice=0)
    if fault is None and found.status == OPEN:
        fault, found = _asked(attack, advice=ADVICE)
    if fault is not None:
        tally.fault(*fault)
    else:
        tally.count({BAD: "refused", OPEN: "unknown", FINE: "holds"}.get(found.status, "fails"))


def _asked(attack: Hostile, *, advice: int) -> tuple[tuple[str, str] | None, Ended]:
    """How a check ended, with so many seconds for advice, and the fault of that, if it is one."""
    late, found = _timed(attack, advice)
    if late > BEYOND:
        again, found = _timed(attack, advice)
        late = min(late, again)
    told = f"{attack.name}: status {found.status}\n{attack.source}\n{found.text}"
    if found.status == 70 or found.status < 0 or "Traceback" in found.text:
        return ("internal errors", told), found
    if late > BEYOND:
        return ("hangs", f"{late:.1f} s past its time: {told}"), found
    if found.left:
        return ("hangs", f"left behind: {', '.join(found.left)}: {told}"), found
    if found.status not in attack.allowed:
        return ("false statements", told), found
    return None, found


def _timed(attack: Hostile, advice: int) -> tuple[float, Ended]:
    """The seconds past its time, beyond what an honest program takes just before."""
    start = _command(EMPTY, attack.limit, 0).seconds
    found = _command(attack.source, attack.limit, advice)
    return found.seconds - start - float(attack.limit) - advice, found


def _command(source: str, limit: str, advice: int) -> Ended:
    """Check a file in a process of its own, as a user does; what it leaves behind is killed."""
    mark = uuid4().hex
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.py"
        path.write_text(source, encoding="utf-8")
        claim = ("--definition", "pure-dp", "--eps", "1")
        times = ("--time-limit", limit, "--advice", str(advice))
        line = [sys.executable, "-P", "-m", "dpverify", "check", f"{path}:bad", *claim, *times]
        environment = {**os.environ, MARK: mark}
        most = float(limit) + 60
        started = time.monotonic()
        try:
            found = subprocess.run(
                line, capture_output=True, text=True, errors="replace", timeout=most,
                env=environment, cwd=folder, check=False, start_new_session=True,
            )  # fmt: skip
            status, text = found.returncode, found.stdout + found.stderr
        except subprocess.TimeoutExpired:
            status, text = OPEN, f"no end after {most} s"
        seconds = time.monotonic() - started
        left = dict(_marked(mark))
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, 9)
    return Ended(status, text, seconds, tuple(left.values()))


def _marked(mark: str) -> Iterator[tuple[int, str]]:
    """The processes with a mark in their environment, and their command lines."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or belongs to somebody else
            if f"{MARK}={mark}".encode() in environment.read_bytes():
                line = environment.with_name("cmdline").read_bytes().replace(b"\0", b" ")
                yield int(environment.parent.name), line.decode("utf-8", "replace").strip()
