"""Programs that misbehave, with the exit status that each must end in and words of its one line."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

HEAD = "import os, random, sys, time\nfrom dpverify import mechanism\n"
BAD, OPEN, FINE = 2, 3, 0


@dataclass(frozen=True)
class Misbehaviour:
    """The body of a program `bad(x, draw)` on the inputs 0 and 1, and what must come of it."""

    body: str
    status: int
    words: str
    before: str = ""
    decorator: str = "@mechanism(inputs=[0, 1])"
    seconds: str | None = None
    at_the_end: str = "return x"

    @property
    def limit(self) -> str:
        """Seconds: few for what never ends, many for what ends by itself on a busy machine."""
        return self.seconds or ("1" if self.status == OPEN else "60")

    @property
    def source(self) -> str:
        """The text of a Python file."""
        body = dedent(self.body).strip("\n").replace("\n", "\n    ")
        lines = f"def bad(x, draw):\n    {body}\n    {self.at_the_end}\n"
        return f"{HEAD}{dedent(self.before)}\n{self.decorator}\n{lines}"


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
"""

PROGRAMS: dict[str, Misbehaviour] = {
    # ------------------------------------------------------------ never ends
    "loops for ever": Misbehaviour("while True: pass", OPEN, "time limit"),
    "draws for ever, what is certain": Misbehaviour(
        "while True: draw.flip(1)", OPEN, "time limit"
    ),
    "sleeps": Misbehaviour("time.sleep(60)", OPEN, "time limit"),
    "sleeps through signals": Misbehaviour(
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)",
        OPEN, "time limit",
    ),
    "flips for ever": Misbehaviour(
        # A round has 4 bits, so that the bits at which it is given up are reached in few rounds.
        "n = 0\nwhile draw.flip('1/16'): n += 1\nreturn n", OPEN, "no finite number of paths",
        seconds="60",
    ),
    "comes back to a checkpoint for ever": Misbehaviour(
        "while True:\n    draw.checkpoint()\n    draw.flip('1/2')", BAD, "never ends"
    ),
    "loops for ever while it is imported": Misbehaviour(
        "return x", OPEN, "time limit", before="while True: pass"
    ),
    # ------------------------------------------------------------ takes too much
    "branches a thousand million ways": Misbehaviour(
        "return draw.uniform(range(10**9)) % 2", OPEN, "remains", seconds="10"
    ),
    "flips sixty coins": Misbehaviour(
        "return tuple(draw.flip('1/2') for _ in range(60))", OPEN, "time limit"
    ),
    "allocates without end": Misbehaviour(
        "held = []\nwhile True: held.append(bytearray(10**8))", OPEN, "memory",
        seconds="60",
    ),
    "recurses": Misbehaviour(
        "def again(n): return again(n + 1)\nreturn again(0)", BAD, "recurses too deeply"
    ),
    "writes a file without end": Misbehaviour(
        "with open(__file__ + '.out', 'wb') as f:\n"
        "    while True: f.write(bytes(10**7))",
        BAD, "opens a file to write",
    ),
    "prints ten megabytes": Misbehaviour("print('x' * 10**7)\nreturn 0", FINE, ""),
    # ------------------------------------------------------------ returns what is no output
    "returns a list": Misbehaviour("return [x]", BAD, "(list)"),
    "returns a dictionary": Misbehaviour("return {x: 1}", BAD, "(dict)"),
    "returns an object": Misbehaviour("return object()", BAD, "(object)"),
    "returns a list in a tuple": Misbehaviour("return (x, [x])", BAD, "(list)"),
    "returns a huge integer": Misbehaviour("return 10**50000", BAD, "thousands of digits"),
    "returns a long text": Misbehaviour("return 'x' * 20000", BAD, "20000 characters"),
    # ------------------------------------------------------------ is no function of its draws
    "random on the side": Misbehaviour(
        "return random.random() < 1/2", BAD, "draws from Python's random"
    ),
    "random on the side, alike nearly always": Misbehaviour(
        "return random.random() < 1e-9", BAD, "draws from Python's random"
    ),
    "random beside continuous noise": Misbehaviour(
        "return x + draw.laplace(1) > random.randrange(2)", BAD, "draws from Python's random"
    ),
    "NumPy's generator on the side": Misbehaviour(
        "return bool(numpy.random.rand() < 1e-9)", BAD, "draws from numpy.random",
        before="import numpy.random",
    ),
    "the time on the side": Misbehaviour("return time.perf_counter_ns()", BAD, "reads the clock"),
    "counts its runs": Misbehaviour(
        "global runs\nruns += 1\nreturn runs > 3", BAD, "is no function", before="runs = 0"
    ),
    "draws from a list that grows": Misbehaviour(
        "held.append(0)\nreturn draw.uniform(list(held))", BAD, "is no function",
        before="held = [0]",
    ),
    "flips a random probability": Misbehaviour(
        "return draw.flip('1/2') and draw.flip(f'1/{random.randrange(2, 10**9)}')",
        BAD, "draws from Python's random",
    ),
    "breaks the promise of a checkpoint": Misbehaviour(
        "hidden = draw.flip('1/2')\ndraw.checkpoint()\nreturn hidden", BAD, "breaks the promise"
    ),
    # ------------------------------------------------------------ raises, ends, starts processes
    "raises": Misbehaviour("return 1 // 0", BAD, "raises ZeroDivisionError"),
    "raises on one path": Misbehaviour(
        "return 0 if draw.flip('1/2') else [][1]", BAD, "raises IndexError"
    ),
    "raises what has no text": Misbehaviour(
        "raise Mute", BAD, "raises Mute",
        before="class Mute(Exception):\n    def __str__(self): raise ValueError",
    ),
    "raises while it is imported": Misbehaviour(
        "return x", BAD, "raises RuntimeError: no", before="raise RuntimeError('no')"
    ),
    "interrupts": Misbehaviour("raise KeyboardInterrupt", BAD, "KeyboardInterrupt"),
    "exits": Misbehaviour("sys.exit(0)", BAD, "ends the interpreter"),
    "ends its process": Misbehaviour("os._exit(0)", BAD, "ends its process (status 0)"),
    "kills itself": Misbehaviour(
        "import signal\nsignal.raise_signal(9)", OPEN, "stopped", seconds="60"
    ),
    "crashes": Misbehaviour("import signal\nsignal.raise_signal(11)", BAD, "SIGSEGV"),
    "closes every file": Misbehaviour("os.closerange(0, 100)\nreturn 0", BAD, "ends its process"),
    "forks": Misbehaviour("os.fork()\nreturn x", BAD, "starts a process"),
    "starts a program": Misbehaviour(
        "import subprocess\nsubprocess.run(['sleep', '60'])", BAD, "starts a process"
    ),
    "leaves a process behind": Misbehaviour("return 0", FINE, "", before=DAEMON),
    "draws while it ends": Misbehaviour(
        "try:\n    while True: draw.flip('1/2')\nfinally:\n    draw.flip('1/2')", OPEN, "limit"
    ),
    "catches everything": Misbehaviour(
        "try:\n    while True: draw.flip('1/2')\nexcept BaseException:\n    return 0",
        BAD, "goes on after a draw",
    ),
    # ------------------------------------------------------------ draws what there is not
    "a float": Misbehaviour("return draw.flip(0.5)", BAD, "write '0.5'"),
    "a float, caught": Misbehaviour(
        "try:\n    return draw.flip(0.1)\nexcept ValueError:\n    return 0", BAD, "write '0.1'"
    ),
    "a probability above 1": Misbehaviour("return draw.flip('3/2')", BAD, "between 0 and 1"),
    "a probability that is no number": Misbehaviour("return draw.flip('half')", BAD, "half"),
    "a probability that is a list": Misbehaviour("return draw.flip([1])", BAD, "[1]"),
    "probabilities of 9/10": Misbehaviour(
        "return draw.choice({0: '1/2', 1: '2/5'})", BAD, "sum to '9/10'"
    ),
    "uniform over nothing": Misbehaviour("return draw.uniform([])", BAD, "nothing"),
    "uniform over a text": Misbehaviour("return draw.uniform('ab')", BAD, "a list, a tuple"),
    "two kinds of noise": Misbehaviour(
        "return draw.laplace(1) > draw.geometric('1/2')", BAD, "infinitely many values"
    ),
    "discrete noise first": Misbehaviour(
        "return draw.flip('exp(-1)') > draw.laplace(1)", BAD, "rational numbers"
    ),
    "a negative scale": Misbehaviour("return draw.discrete_laplace(-1)", BAD, "above 0"),
    "a law that there is not": Misbehaviour("return draw.zipf(2)", BAD, "there are argmax, "),
    "a law nearly by its name": Misbehaviour(
        "return draw.laplacian(1)", BAD, "asks for draw.laplacian, which there is not; did you mean"
    ),
    "an attribute of something else": Misbehaviour("return x.real_part", BAD, "AttributeError"),
    "forgets to return": Misbehaviour(
        "y = draw.flip('1/2')", BAD, "returns nothing", at_the_end=""
    ),
    "returns nothing in words": Misbehaviour(
        "if x:\n    return", BAD, "returns nothing", at_the_end="return None"
    ),
    # ------------------------------------------------------------ is no mechanism
    "no inputs": Misbehaviour("return x", BAD, "inputs", decorator="@mechanism"),
    "one input": Misbehaviour("return x", BAD, "has one input", decorator="@mechanism(inputs=[0])"),
    "an input twice": Misbehaviour(
        "return x", BAD, "given twice", decorator="@mechanism(inputs=[0, 0])"
    ),
    "no neighbours": Misbehaviour(
        "return x", BAD, "no pair", decorator="@mechanism(inputs=[0, 1], neighbours=[])"
    ),
    "inputs that raise": Misbehaviour(
        "return x", BAD, "ZeroDivisionError", decorator="@mechanism(inputs=lambda: [1 // 0])"
    ),
    "neighbours that raise": Misbehaviour(
        "return x", BAD, "neighbours is 5; give 'all'",
        decorator="@mechanism(inputs=[0, 1], neighbours=5)",
    ),
    "three neighbours at once": Misbehaviour(
        "return x + draw.discrete_laplace(1)", BAD, "neighbours holds (0, 1, 2), which is no pair",
        decorator="@mechanism(inputs=[0, 1, 2], neighbours=[(0, 1, 2)])",
    ),
    # ------------------------------------------------------------ passes `except Exception`
    "fails as a test": Misbehaviour(
        "if x >= 0: pytest.fail('oops')", BAD, "raises Failed: oops (line 6)",
        before="import pytest",
    ),
    "ends the test run": Misbehaviour(
        "if draw.flip('1/2'): pytest.exit('oops')", BAD, "raises Exit: oops",
        before="import pytest",
    ),
    "is cancelled": Misbehaviour(
        "if draw.flip('1/2'): raise asyncio.CancelledError", BAD, "raises CancelledError",
        before="import asyncio",
    ),
    "raises an interrupt": Misbehaviour(
        "if x >= 0: raise KeyboardInterrupt", BAD, "raises KeyboardInterrupt"
    ),
    "ends a generator": Misbehaviour("if x >= 0: raise GeneratorExit", BAD, "GeneratorExit"),
    "an output that fails to be shown": Misbehaviour(
        "return Output()", BAD, "raises Failed: repr",
        before="import pytest\nclass Output:\n    def __repr__(self): pytest.fail('repr')",
    ),
    "an exception that raises when it is shown": Misbehaviour(
        "if x >= 0: raise Mute()", BAD, "raises",
        before="class Mute(Exception):\n    def __str__(self): raise SystemExit(3)",
    ),
    "neighbours that fail as a test": Misbehaviour(
        "return x", BAD, "Failed: near", before="import pytest",
        decorator="@mechanism(inputs=[0, 1], neighbours=lambda a, b: pytest.fail('near'))",
    ),
    "a failed test at import": Misbehaviour(
        "return x", BAD, "raises Failed: import", before="import pytest\npytest.fail('import')"
    ),
    "an interrupt at import": Misbehaviour(
        "return x", BAD, "raises KeyboardInterrupt", before="raise KeyboardInterrupt"
    ),
    "no decorator": Misbehaviour("return x", BAD, "no mechanism", decorator=""),
    "no Python": Misbehaviour("return (", BAD, "is not Python"),
}  # fmt: skip
