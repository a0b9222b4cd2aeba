"""Fifty random programs that draw uniform floats from `random.random`.

They compute with what the enumerator keeps lazy (sums, products, quotients, powers, abs,
logarithms, rounding) and ask what it answers (comparisons, int, floor), in nested branches with
further draws."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

COUNT = 50


def _expression(dice: random.Random, name: str) -> str:
    text = name
    for _ in range(dice.randint(0, 3)):
        c = dice.choice(["0.1", "0.3", "2", "3.7", "-1.5", "x + 1", "1e-3", "7"])
        text = dice.choice([
            f"({text} + {c})", f"({text} * {c})", f"({c} - {text})", f"({text} / 3)", f"(-{text})",
            f"abs({text} - 0.25)", f"math.exp({text} / 50)", f"math.log1p(abs({text}))",
            f"({text} ** 2)", f"math.sqrt(abs({text}))", f"round({text}, 1)", f"min({text}, 0.5)",
            f"(1 / (abs({text}) + 0.5))", f"math.atan({text})",
        ])  # fmt: skip
    return text


def _question(dice: random.Random, name: str) -> str:
    e, c = _expression(dice, name), dice.choice(["0.1", "0.25", "0.5", "0.3", "1", "x / 3", "-0.7"])
    return dice.choice([
        f"{e} < {c}", f"{e} >= {c}", f"{e} == {c}", f"int({e} * 5) == 2",
        f"math.floor({e}) > x", f"{c} < {e} <= {c} + 0.3",
    ])  # fmt: skip


def _value(dice: random.Random, name: str) -> str:
    return dice.choice([
        f"int({_expression(dice, name)} * 3)", f"round({_expression(dice, name)})", "x", "1 - x",
        f"({dice.randint(0, 3)}, x)",
    ])  # fmt: skip


def source(seed: int) -> str:
    """The text of a program."""
    dice = random.Random(seed)
    lines = ["def program(x):", "    u = random.random()", f"    if {_question(dice, 'u')}:"]
    if dice.random() < 0.5:
        lines += ["        v = random.random()", f"        if {_question(dice, 'v')}:",
                  f"            return {_value(dice, 'u')}"]  # fmt: skip
    lines += [f"        return {_value(dice, 'u')}", f"    if {_question(dice, 'u')}:",
              f"        return {_value(dice, 'u')}", f"    return {_value(dice, 'u')}"]  # fmt: skip
    return "\n".join(lines)


def program(seed: int) -> Callable[[int], Any]:
    """The program itself."""
    space: dict[str, Any] = {"random": random, "math": math, "__name__": "random_program"}
    exec(compile(source(seed), f"program {seed}", "exec"), space)  # noqa: S102  its text is above
    made: Callable[[int], Any] = space["program"]
    return made


def brute(function: Callable[[int], Any], given: int, bits: int) -> dict[Any, Fraction]:
    """The law of a program whose uniform floats are all k·2^−bits, by running it on every one."""
    law: dict[Any, Fraction] = {}
    size, real = 1 << bits, random.random
    waiting: list[list[int]] = [[]]
    while waiting:
        drawn = waiting.pop()
        feed = iter(drawn)

        def value(feed: Any = feed) -> float:
            k = next(feed, None)
            if k is None:
                raise EOFError
            return float(k) / size

        random.random = value
        try:
            output = function(given)
        except EOFError:
            waiting += [[*drawn, k] for k in range(size)]
            continue
        finally:
            random.random = real
        law[output] = law.get(output, Fraction(0)) + Fraction(1, size ** len(drawn))
    return law
