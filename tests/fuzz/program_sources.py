"""Sources of random programs: sparse vectors, largest values, sums, nested tests, releases.

Some of them go by what noise is, not by its value: a checker that runs on symbols may see another
program than the one that users run.
"""

from __future__ import annotations

from random import Random

HEAD = """\
import copy, json, math, pickle, statistics
from decimal import Decimal
from fractions import Fraction as F
from numbers import Number, Real

import numpy as np
from dpverify import mechanism


@mechanism(inputs={inputs}, neighbours="all", {about})
def program(q, draw):
"""

SCALES = ("1", "2", "3", "F(1, 2)", "F(4, 3)")
CONTINUOUS = (
    "draw.laplace({})", "draw.laplace({})", "draw.exponential({})", "draw.gaussian({})",
    "draw.uniform(-{}, {})",
)  # fmt: skip
INTEGER = ("draw.discrete_laplace({})", "draw.discrete_laplace({})", "draw.geometric('exp(-1/2)')")

TRICKS = (
    "type(z) is float", "type(z) is int", "isinstance(z, float)", "isinstance(z, (int, float))",
    "isinstance(z, Number)", "isinstance(z, Real)", "isinstance(z, F)", "repr(z)[0] == '-'",
    "str(z) < '1'", "str([z]).startswith('[-')", "'%r' % z > '1'", "f'{z}'.isascii()",
    "format(z)[0] != '-'", "hasattr(z, 'hex')", "hasattr(z, 'form')", "getattr(z, 'real', 0) > 0",
    "callable(getattr(z, 'is_integer', None))", "json.dumps(z)[0] == '-'",
    "len(json.dumps([z], default=lambda _: 0)) > 4", "z.__class__ is float",
    "z.__class__.__name__ == 'Noisy'", "type(z).__name__ == 'Noisy'",
    "type(z).__module__[0] == 'b'",
    "np.asarray([z]).dtype.kind == 'f'", "np.float64(z) > 0", "bool(np.float64(0.5) < z)",
    "bool(np.add(z, 1) > 0)", "bool(z)", "int(z) > 0", "float(z) > 0", "math.floor(z) > 0",
    "math.isfinite(z)", "abs(z) > 1", "round(z) > 0", "hash(z) % 2 == 0", "len({z, 1}) == 2",
    "z in [1, 2]", "[z, 1].index(z) == 0", "[1, 2].count(z) == 0", "{1: 2}.get(z) is None",
    "len(pickle.dumps(z)) > 30", "copy.copy(z) is z", "copy.deepcopy([z])[0] is z",
    "statistics.mean([z, 1]) > 0", "Decimal(z) > 0", "Decimal(1) < z", "z == z", "z != 0",
    "(z + 0) is z", "type(draw).__name__ == 'Tracer'", "hasattr(draw, 'noises')",
    "hasattr(draw, 'sums')", "dir(z)[0] > 'a'", "vars(draw) and True", "z ** 2 > 1", "z * z > 1",
    "z % 1 > F(1, 2)", "divmod(z, 1)[0] > 0", "1 / z > 1", "0.5 < z", "z * 0.5 > 0",
    "complex(z).real > 0", "type(z - z) is int", "str(z - z) == '0.0'", "(0 * z) is 0",
    "type(0 * z) is F", "type(-z) is type(z)", "type(z + q[0]) is float",
)  # fmt: skip


def source_of(random: Random) -> str:
    """A module that defines `program`."""
    whole = random.random() < 0.15
    size = random.choice((1, 2, 2, 3))
    maker = _Maker(random, whole, size)
    body = maker.body()
    if random.random() < 0.35:
        body = maker.trick() + body
    inputs = [tuple(random.randint(-1, 1) for _ in range(size)) for _ in range(2)]
    inputs[1] = tuple(x + random.choice((-1, 0, 1)) for x in inputs[0])
    if inputs[1] == inputs[0]:
        inputs[1] = (inputs[0][0] + 1, *inputs[0][1:])
    about = "moves='A', whole=True" if whole else random.choice(("", "moves='A'"))
    head = HEAD.format(inputs=inputs, about=about)
    return head + "".join(f"    {line}\n" for line in body)


class _Maker:
    """Makes the lines of one function."""

    def __init__(self, random: Random, whole: bool, size: int) -> None:
        self.random, self.whole, self.size = random, whole, size

    def noise(self) -> str:
        laws = INTEGER if self.whole else CONTINUOUS[: 3 if self.random.random() < 0.7 else None]
        scale = self.random.choice(SCALES)
        return self.random.choice(laws).format(scale, scale)

    def constant(self) -> str:
        return self.random.choice(("0", "1", "-1", "F(1, 2)", "F(-3, 2)", "2"))

    def body(self) -> list[str]:
        kinds = (self.sparse, self.largest, self.tree, self.tree, self.release, self.clipped,
                 self.order)  # fmt: skip
        return self.random.choice(kinds)()

    def sparse(self) -> list[str]:
        """A threshold, and each query against it."""
        pick = self.random.choice
        told = pick(("True", "1", f"x + {self.noise()}", "v", "v - t"))
        after = pick(("break", "pass", f"t = {self.noise()}"))
        return [
            f"t = {self.noise()}", "answers = []", "for x in q:",
            f"    v = x + {self.noise()}", f"    if v {pick(('>=', '>'))} t + {self.constant()}:",
            f"        answers.append({told})", f"        {after}",
            "    else:", "        answers.append(False)", "return tuple(answers)",
        ]  # fmt: skip

    def largest(self) -> list[str]:
        """The largest of noisy values, by argmax, by max or by a loop."""
        ends = (
            ["return draw.argmax(values)"],
            ["return draw.argmax(values), max(values) > 1"],
            ["best = 0", "for i, v in enumerate(values):",
             "    if v > values[best]:", "        best = i", "return best"],
            ["return max(values)"],
            ["return draw.argmax(values), draw.largest(values)"],
        )  # fmt: skip
        return [f"values = [x + {self.noise()} for x in q]", *self.random.choice(ends)]

    def drawn(self, count: int) -> list[str]:
        return [f"n{i} = {self.noise()}" for i in range(count)]

    def form(self, count: int) -> str:
        """A linear form of inputs and noises."""
        parts = [f"{self.random.choice(('', '2 * ', '-'))}n{self.random.randrange(count)}"]
        if self.random.random() < 0.7:
            parts.append(f"q[{self.random.randrange(self.size)}]")
        if self.random.random() < 0.5:
            parts.append(f"n{self.random.randrange(count)}")
        if self.random.random() < 0.5:
            parts.append(self.constant())
        return " + ".join(parts)

    def leaf(self, count: int) -> str:
        kind = self.random.random()
        if kind < 0.6:
            return str(self.random.randrange(3))
        if kind < 0.8:
            return f"({self.random.randrange(2)}, {self.form(count)} > {self.constant()})"
        return self.form(count) if kind < 0.9 else f"(True, {self.form(count)})"

    def tree(self) -> list[str]:
        """Nested tests."""
        count = self.random.randint(1, 3)
        return [*self.drawn(count), *self.branch(count, 0)]

    def branch(self, count: int, depth: int) -> list[str]:
        if depth == 3 or (depth and self.random.random() < 0.4):
            return [f"return {self.leaf(count)}"]
        other = self.random.choice((self.constant(), self.form(count)))
        test = f"{self.form(count)} {self.random.choice(('<', '<=', '>', '>='))} {other}"
        inner = [f"    {line}" for line in self.branch(count, depth + 1)]
        return [f"if {test}:", *inner, *self.branch(count, depth + 1)]

    def release(self) -> list[str]:
        """Values, and bits beside them."""
        lines = [f"values = tuple(x + {self.noise()} for x in q)"]
        end = self.random.choice((
            "return values", "return sum(values)", "return values[0], values[0] > 1",
            "return (values[0] - q[0] > 0, *values)",
        ))  # fmt: skip
        return [*lines, end]

    def clipped(self) -> list[str]:
        """A sum between two ends, or its sign alone."""
        end = self.random.choice((
            "return max(-1, min(2, s))", "return 0 if s < 0 else 1 if s < 1 else 2",
            "return s if s > 1 else None",
        ))  # fmt: skip
        return [f"s = sum(q) + {self.noise()}", end]

    def order(self) -> list[str]:
        """The order of noisy values."""
        end = self.random.choice((
            "return s[0] < a, s[-1] > b", "return (s[0] + s[-1]) / 2 > 0", "return s[1] > 0",
            "return statistics.median([a, b, 0]) > 0",
        ))  # fmt: skip
        return [f"a, b = q[0] + {self.noise()}, {self.noise()}", "s = sorted([a, b])", end]

    def trick(self) -> list[str]:
        """Tells the input where noise is of a kind; perhaps in a rare event, perhaps guarded."""
        test = self.random.choice(TRICKS)
        rare = self.random.choice(("", "", " and z > 2", " and z > 6"))
        lines = [f"z = {self.noise()}"]
        if self.random.random() < 0.5:
            lines += ["try:", f"    told = {test}", "except BaseException:", "    told = None"]
        else:
            lines.append(f"told = {test}")
        return [*lines, f"if told{rare}:", "    return ('told', *q)"]
