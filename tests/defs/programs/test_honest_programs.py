"""Honest programs in files that hold or import much else: each is decided, and rests on nothing.

A mechanism is refused for what it draws or reads elsewhere. What stands beside it in its file, and
what it uses of the standard library to compute, is no reason.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from dpverify.defs.programs.enumeration import STATELESS, enumerations
from dpverify.defs.target import load, parse_target
from tests.command_line import run

FLIP = "return x if draw.flip('2/3') else 1 - x"

HONEST: dict[str, tuple[str, str]] = {
    "numpy is imported": ("import numpy as np", FLIP),
    "numpy computes": (
        "import numpy as np", ("table = np.array([[2, 1], [1, 2]])\n"
        "return int(draw.flip('2/3')) if table[x][1] == 2 else int(draw.flip('1/3'))"),
    ),
    "a table of numpy": (
        "import numpy as np\nTABLE = np.array([0, 1])",
        "return int(TABLE[x]) if draw.flip('2/3') else 1 - x",
    ),
    "numpy.random is imported": ("import numpy as np\nimport numpy.random", FLIP),
    "scipy.stats is imported": ("scipy = __import__('pytest').importorskip('scipy.stats')", FLIP),
    "random is imported": ("import random", FLIP),
    "random for something else": (
        "import random\ndef test_data():\n    return [random.random() for _ in range(3)]", FLIP,
    ),
    "a generator that is not used": ("import random\nRNG = random.Random(0)", FLIP),
    "a seeded generator of numpy that is not used": (
        "import numpy as np\nRNG = np.random.default_rng(0)", FLIP,
    ),
    "a class named random": (
        "import random\nclass Noise:\n    random = '2/3'",
        "return x if draw.flip(Noise.random) else 1 - x",
    ),
    "secrets is imported": ("import secrets, uuid, os", FLIP),
    "time is imported": ("import time, datetime", FLIP),
    "a date that is constant": (
        "import datetime\nSTART = datetime.date(2020, 1, 1)",
        "return x if draw.flip('2/3') else (START.day - 1 + 1 - x)",
    ),
    "logging": (
        "import logging\nlog = logging.getLogger(__name__)",
        "log.debug('input %s', x)\nlog.info('one run')\n" + FLIP,
    ),
    "a warning is logged": (
        "import logging", "logging.getLogger('mine').debug('near')\n" + FLIP,
    ),
    "print": ("", "print('input', x)\n" + FLIP),
    "print with f-strings": ("", "print(f'{x:>3} {x!r}', end='')\n" + FLIP),
    "a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass State:\n    n: int = 0",
        "s = State()\ns.n += x\nreturn s.n if draw.flip('2/3') else 1 - s.n",
    ),
    "a frozen dataclass": (
        ("from dataclasses import dataclass\n"
        "@dataclass(frozen=True)\nclass P:\n    keep: str = '2/3'\nSETTINGS = P()"),
        "return x if draw.flip(SETTINGS.keep) else 1 - x",
    ),
    "a dataclass with a list": (
        ("from dataclasses import dataclass, field\n"
        "@dataclass\nclass Box:\n    held: list = field(default_factory=list)"),
        "b = Box()\nb.held.append(x)\nreturn b.held[0] if draw.flip('2/3') else 1 - x",
    ),
    "functools.cache": (
        "import functools\n@functools.cache\ndef other(x):\n    return 1 - x",
        "return x if draw.flip('2/3') else other(x)",
    ),
    "functools.lru_cache": (
        ("from functools import lru_cache\n@lru_cache(maxsize=None)\n"
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)"),
        "return fib(x) if draw.flip('2/3') else fib(1 - x)",
    ),
    "functools.partial and reduce": (
        "from functools import partial, reduce\nadd = partial(reduce, int.__add__)",
        "return add([0, x]) if draw.flip('2/3') else 1 - x",
    ),
    "functools.wraps": (
        ("import functools\ndef same(f):\n    @functools.wraps(f)\n"
        "    def inner(x):\n        return f(x)\n    return inner\n"
        "@same\ndef other(x):\n    return 1 - x"),
        "return x if draw.flip('2/3') else other(x)",
    ),
    "an enum": (
        "from enum import Enum\nclass Answer(Enum):\n    NO = 0\n    YES = 1",
        "a = Answer(x)\nreturn a.value if draw.flip('2/3') else 1 - a.value",
    ),
    "an enum as key": (
        ("from enum import Enum, auto\nclass Kind(Enum):\n    A = auto()\n    B = auto()\n"
        "SHARE = {Kind.A: '2/3', Kind.B: '1/3'}"),
        "return int(draw.flip(SHARE[Kind.A if x else Kind.B]))",
    ),
    "an IntEnum": (
        "from enum import IntEnum\nclass Bit(IntEnum):\n    ZERO = 0\n    ONE = 1",
        "return int(Bit.ONE if draw.flip('2/3' if x else '1/3') else Bit.ZERO)",
    ),
    "a namedtuple": (
        "import collections\nPoint = collections.namedtuple('Point', 'a b')\nHERE = Point(0, 1)",
        "return HERE[x] if draw.flip('2/3') else HERE.b - x",
    ),
    "a typed namedtuple": (
        "from typing import NamedTuple\nclass Law(NamedTuple):\n    keep: str = '2/3'\nLAW = Law()",
        "return x if draw.flip(LAW.keep) else 1 - x",
    ),
    "math": (
        "import math", "return x if draw.flip('2/3') else math.floor(1.5) - math.gcd(x, x)",
    ),
    "from math": ("from math import comb, pi", "return comb(x, 1) if draw.flip('2/3') else 1 - x"),
    "statistics": (
        "import statistics", "return statistics.median([x, x, 0]) if draw.flip('2/3') else 1 - x",
    ),
    "itertools": (
        "import itertools\nPAIRS = list(itertools.product([0, 1], repeat=2))",
        "return PAIRS[x * 3][0] if draw.flip('2/3') else 1 - sum(itertools.islice([x], 1))",
    ),
    "fractions and decimals": (
        "from fractions import Fraction\nfrom decimal import Decimal\nKEEP = Fraction(2, 3)",
        "return x if draw.flip(KEEP) else 1 - int(Decimal(x))",
    ),
    "a class with a hash": (
        ("class Cell:\n    def __init__(self, n): self.n = n\n"
        "    def __hash__(self): return hash(self.n)\n"
        "    def __eq__(self, o): return self.n == o.n"),
        ("table = {Cell(0): 0, Cell(1): 1}\n"
        "return table[Cell(x)] if draw.flip('2/3') else 1 - x"),
    ),
    "a class with methods": (
        ("class Coin:\n    def __init__(self, keep): self.keep = keep\n"
        "    def toss(self, x, draw): return x if draw.flip(self.keep) else 1 - x"),
        "return Coin('2/3').toss(x, draw)",
    ),
    "a class with slots and a property": (
        ("class Coin:\n    __slots__ = ('_p',)\n    def __init__(self): self._p = '2/3'\n"
        "    @property\n    def p(self): return self._p\n"
        "    @staticmethod\n    def other(x): return 1 - x\n"
        "    @classmethod\n    def new(cls): return cls()"),
        "c = Coin.new()\nreturn x if draw.flip(c.p) else c.other(x)",
    ),
    "f-strings": ("", "return f'{x}' if draw.flip('2/3') else f'{1 - x:d}'"),
    "texts": ("import string, textwrap, json, re",
              "return json.dumps([x]) if draw.flip('2/3') else re.sub('a', str(1 - x), '[a]')"),
    "a set asked for members": ("", "return x if draw.flip('2/3') or x in {1, 2} and 0 else 1 - x"),
    "a set of texts asked for members": (
        "KNOWN = {'alice', 'bob'}",
        "return x if draw.flip('2/3') or 'carol' in KNOWN else 1 - x",
    ),
    "the size of a set": ("", "return len({0, x}) - 1 if draw.flip('2/3') else 1 - x"),
    "a set that is sorted": (
        "", "a, b = sorted(set('ab'))\nreturn (a, b)[x] if draw.flip('2/3') else (b, a)[x]",
    ),
    "a set of what was seen": (
        "", ("seen = set()\nfor name in 'aab':\n    seen.add(name)\n"
        "return len(seen) - 2 + x if draw.flip('2/3') else 1 - x"),
    ),
    "a dictionary in its order": (
        "TABLE = {'a': 0, 'b': 1}",
        ("pairs = [n for n in TABLE.values()]\n"
        "return pairs[x] if draw.flip('2/3') else 1 - x"),
    ),
    "counters and default dictionaries": (
        "from collections import Counter, defaultdict, deque, OrderedDict",
        ("c = Counter([x])\nd = defaultdict(int)\nd[x] += 1\nq = deque([x])\n"
        "return q.popleft() * c[x] if draw.flip('2/3') else 1 - x"),
    ),
    "sorting by repr": (
        "", "return sorted([x, 1 - x], key=repr)[x] if draw.flip('2/3') else 1 - x",
    ),
    "heaps and bisection": (
        "import heapq, bisect",
        ("h = [1, 0]\nheapq.heapify(h)\n"
        "return bisect.bisect(h, x) - 1 if draw.flip('2/3') else 1 - x"),
    ),
    "copies": (
        "import copy\nSTART = [0, 0]",
        "own = copy.deepcopy(START)\nown[0] = x\nreturn own[0] if draw.flip('2/3') else 1 - own[0]",
    ),
    "hashlib of the input": (
        "import hashlib",
        "return hashlib.sha256(bytes([x])).hexdigest()[:4] if draw.flip('2/3') else 'none'",
    ),
    "typing": (
        ("from __future__ import annotations\nfrom typing import Any, Final, TypeVar\n"
        "T = TypeVar('T')\nKEEP: Final[str] = '2/3'\n"
        "def first(values: list[T]) -> T:\n    return values[0]"),
        "return first([x]) if draw.flip(KEEP) else 1 - x",
    ),
    "a closure": (
        ("def maker(keep):\n    def toss(x, draw):\n"
        "        return x if draw.flip(keep) else 1 - x\n    return toss\ntoss = maker('2/3')"),
        "return toss(x, draw)",
    ),
    "a generator function": (
        "def bits(x):\n    yield x\n    yield 1 - x",
        "values = list(bits(x))\nreturn values[0] if draw.flip('2/3') else values[1]",
    ),
    "a default argument": (
        "def share(table=('1/3', '2/3')):\n    return table[1]",
        "return x if draw.flip(share()) else 1 - x",
    ),
    "a context manager": (
        "import contextlib", "with contextlib.suppress(KeyError):\n    {}[x]\n" + FLIP,
    ),
    "pathlib and a file that is read": (
        "from pathlib import Path\nTEXT = Path(__file__).read_text()", FLIP,
    ),
    "a main block": ("import argparse, sys", FLIP + "\n\nif __name__ == '__main__':\n    pass"),
}  # fmt: skip
"""What stands before a mechanism on the inputs 0 and 1, and its body: ln(2)-DP, or told apart."""

IN_ITS_FILE = ("logging", "print", "functools.cache", "a class with a hash", "numpy computes",
               "a set that is sorted")  # fmt: skip


def file_of(folder: Path, name: str) -> Path:
    """The file of an honest program."""
    before, body = HONEST[name]
    lines = dedent(body).replace("\n", "\n    ")
    path = folder / "honest.py"
    head = f"{before}\nfrom dpverify import mechanism\n"
    path.write_text(
        f"{head}\n@mechanism(inputs=[0, 1])\ndef honest(x, draw):\n    {lines}\n", "utf-8"
    )
    return path


MAY_CHANGE = {"a table of numpy", "logging", "functools.cache", "functools.lru_cache"}
"""Programs that hold something a run could change; that none does is a promise, and named."""


@pytest.mark.parametrize("name", HONEST)
def test_honest_programs_rest_on_nothing(name: str, tmp_path: Path) -> None:
    """Here, as one of the processes that run a program sees it."""
    target = parse_target(f"{file_of(tmp_path, name)}:honest")
    assert target is not None
    (found,) = enumerations(load(target))
    assert found.whole
    assert found.assumptions == ((STATELESS,) if name in MAY_CHANGE else ())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in IN_ITS_FILE else pytest.mark.slow) for n in HONEST]
)
def test_honest_programs_are_decided_by_the_command(name: str, tmp_path: Path) -> None:
    """In processes of their own, under two seeds of hashes and in both orders."""
    path = file_of(tmp_path, name)
    found = run("measure", f"{path}:honest", "--definition", "approx-dp", "--eps", "ln(2)",
                "--format", "json")  # fmt: skip
    assert found.status == 0, found.err
    assert found.json()["evidence"] == ("conditional" if name in MAY_CHANGE else "exact")
    assert ("assumptions" in found.json()) == (name in MAY_CHANGE)
