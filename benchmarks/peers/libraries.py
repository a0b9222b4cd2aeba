"""Mechanisms of libraries whose law can be written down: the ε they state beside the exact one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from flint import arb, fmpq

from dpverify.checkers.audit.interval import counted
from dpverify.checkers.exact import measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Loss, Value, exp, ln, total
from dpverify.defs.programs.enumeration import channel_of

SAMPLES = 20_000
SAME = 1e-12
Rows = list[list[Value]]
Label = Any


@dataclass(frozen=True)
class Case:
    """One mechanism of a library.

    Args: system and question for its script; what for the reader; channel the law as documented;
        seen the numbers of those inputs on which the library's own law is looked at.
    """

    system: str
    what: str
    question: dict[str, Any]
    channel: Channel
    seen: tuple[int, ...] = ()

    @property
    def exact(self) -> Loss:
        """The smallest ε that holds for the law as documented."""
        found = measure_channel(self.channel, "pure-dp", {}).value
        if not isinstance(found, Loss):
            raise TypeError("the tight ε of these channels is the logarithm of an exact number")
        return found

    def law_agrees(self, answer: dict[str, Any]) -> bool:
        """Whether the library's samples, and its table where it has one, are of the channel."""
        for number, seen in enumerate(self.seen):
            row = [x.ball(128) for x in self.channel.rows.row(seen)]
            counts = zip(row, answer["counts"][number], strict=True)
            if not all(counted(p, count, SAMPLES).agrees for p, count in counts):
                return False
            if answer.get("rows"):
                found = zip(row, answer["rows"][number], strict=True)
                if not all(math.isclose(float(p.mid()), x, rel_tol=SAME) for p, x in found):
                    return False
        return True


@cache
def cases() -> tuple[Case, ...]:
    """All of them, in the order of the page."""
    return (*_opendp(), *_diffprivlib())


def _opendp() -> list[Case]:
    on_bits, four = [False, True], ["a", "b", "c", "d"]
    truth, most = Value(3) / 4, Value(5) / 8
    return [
        _case(
            ("opendp", "randomised response on a bit, p = 3/4"), on_bits, on_bits,
            [[truth if x == y else 1 - truth for y in on_bits] for x in on_bits],
            {"mechanism": "randomized_response_bool", "parameter": 0.75},
        ),
        _case(
            ("opendp", "randomised response on 4 values, p = 5/8"), four, four,
            [[most if x == y else (1 - most) / 3 for y in four] for x in four],
            {"mechanism": "randomized_response", "parameter": 0.625},
        ),
        Case(
            "opendp", "RAPPOR on 4 bits, at most 2 set, f = 1/4",
            {"mechanism": "randomized_response_bitvec", "parameter": 0.25, "weight": 2},
            rappor(4, 2, Fraction(1, 4)),
        ),
        _selection("opendp", "noisy_max, scores {0,1,2}³, scale 2", "B40",
            {"mechanism": "noisy_max", "parameter": 2.0}),
    ]  # fmt: skip


def _diffprivlib() -> list[Case]:
    bits, counts, ratio = ["0", "1"], list(range(6)), _exp(-1)
    tree, leaves = [["A"], ["B"], ["C", "D"]], list("ABCD")
    weights = unequal()
    names = sorted({x for pair in weights for x in pair})
    utilities = [[x, y, -math.log(w)] for (x, y), w in weights.items()]
    return [
        _case(
            ("diffprivlib", "Binary"), bits, bits,
            normalised([[Value(1) if x == y else ratio for y in bits] for x in bits]),
            {"mechanism": "Binary", "eps": 1.0},
        ),
        _case(
            ("diffprivlib", "GeometricTruncated on 0…5"), counts, counts,
            [clamped(i, 5, ratio) for i in counts],
            {"mechanism": "GeometricTruncated", "eps": 1.0, "upper": 5},
        ),
        _case(
            ("diffprivlib", "GeometricFolded on 0…5"), counts, counts,
            [folded(i, 5, ratio) for i in counts],
            {"mechanism": "GeometricFolded", "eps": 1.0, "upper": 5},
        ),
        *(
            _selection("diffprivlib", f"{name}, scores {{0,1,2}}³{note}", known,
                {"mechanism": name, "eps": 0.5 if up else 1.0, "monotonic": up})
            for name, known in (("Exponential", "B16"), ("PermuteAndFlip", "B40"))
            for up, note in ((False, ""), (True, ", monotonic"))
        ),
        _case(
            ("diffprivlib", "ExponentialHierarchical, A | B | C D"), leaves, leaves,
            normalised([[hierarchical(x, y, tree) for y in leaves] for x in leaves]),
            {"mechanism": "ExponentialHierarchical", "eps": 4.0, "hierarchy": tree},
        ),
        _case(
            ("diffprivlib", "ExponentialCategorical, 5 values"), names, names,
            normalised([[weight(weights, x, y) ** 2 for y in names] for x in names]),
            {"mechanism": "ExponentialCategorical", "eps": math.log(16), "utilities": utilities},
        ),
    ]  # fmt: skip


def _case(
    title: tuple[str, str],
    inputs: Sequence[Label],
    outputs: Sequence[Label],
    rows: Rows,
    question: dict[str, Any],
) -> Case:
    pairs = "all" if "upper" not in question else _steps(len(inputs))
    channel = Channel(list(map(str, inputs)), list(map(str, outputs)), rows, pairs)
    more = {"inputs": list(inputs), "outputs": list(outputs), "samples": SAMPLES}
    return Case(*title, question | more, channel, tuple(range(len(inputs))))


def _steps(n: int) -> list[list[str]]:
    """Counts that differ by one."""
    return [[str(i), str(i + 1)] for i in range(n - 1)]


def _selection(system: str, what: str, known: str, question: dict[str, Any]) -> Case:
    """One of three candidates by scores 0, 1, 2; a score weighs e^(1/2) per unit."""
    channel = channel_of(library_mechanism(known).with_parameters(base="exp(1/2)"))
    scores = list(product(range(3), repeat=3))
    if question.get("monotonic"):
        channel = together(channel, scores)
    seen = (5, 18)
    more = {"inputs": [list(scores[i]) for i in seen], "outputs": [0, 1, 2], "samples": SAMPLES}
    return Case(system, what, question | more, channel, seen)


def together(channel: Channel, scores: Sequence[tuple[int, ...]]) -> Channel:
    """The same laws where one record can only raise scores, or only lower them."""
    pairs = [
        [channel.inputs[i], channel.inputs[j]]
        for (i, x), (j, y) in combinations(enumerate(scores), 2)
        if _one_way(x, y)
    ]
    matrix = [list(channel.rows.row(i)) for i in range(len(scores))]
    return Channel(channel.inputs, channel.outputs, matrix, pairs)


def _one_way(x: tuple[int, ...], y: tuple[int, ...]) -> bool:
    steps = {b - a for a, b in zip(x, y, strict=True)}
    return steps <= {0, 1} or steps <= {0, -1}


def rappor(bits: int, heaviest: int, f: Fraction) -> Channel:
    """Each bit kept with 1 − f/2, else the other; inputs with few bits set, all neighbours."""
    outputs = list(product((0, 1), repeat=bits))
    inputs = [x for x in outputs if sum(x) <= heaviest]
    matrix = [
        [math.prod(1 - f / 2 if a == b else f / 2 for a, b in zip(x, y, strict=True))
         for y in outputs]
        for x in inputs
    ]  # fmt: skip
    return Channel(list(map(str, inputs)), list(map(str, outputs)), matrix)


def clamped(i: int, n: int, ratio: Value) -> list[Value]:
    """Two-sided geometric noise on i, what leaves 0…n put to the nearest end."""
    inner = [(1 - ratio) / (1 + ratio) * ratio ** abs(j - i) for j in range(n + 1)]
    inner[0], inner[n] = ratio**i / (1 + ratio), ratio ** (n - i) / (1 + ratio)
    return inner


def folded(i: int, n: int, ratio: Value) -> list[Value]:
    """Two-sided geometric noise on i, what leaves 0…n mirrored at the ends until it is inside.

    j is reached from all z with z = j or z = −j modulo 2n; each class sums to a geometric series.
    """
    period = 2 * n

    def reached(place: int) -> Value:
        d = (place - i) % period
        return (ratio**d + ratio ** (period - d)) / (1 - ratio**period)

    whole = (1 - ratio) / (1 + ratio)
    return [whole * total(map(reached, {j % period, -j % period})) for j in range(n + 1)]


def unequal() -> dict[tuple[str, str], Fraction]:
    """Weights e^(−εu/2) of pairs whose sums are alike for every value, those of squares not.

    ExponentialCategorical leaves out the factor 1/2 where the sums of the e^(−εu/2) agree; but then
    it draws from the e^(−εu), whose sums it has not compared.
    """
    edges = {("x", "z"): "1/4", ("z", "a"): "3/4", ("z", "b"): "3/8", ("z", "c"): "3/8",
             ("a", "b"): "1/4", ("a", "c"): "1/4", ("b", "c"): "5/8"}  # fmt: skip
    edges |= {("x", other): "1/2" for other in "abc"}
    return {pair: Fraction(text) for pair, text in edges.items()}


def weight(weights: dict[tuple[str, str], Fraction], x: str, y: str) -> Value:
    """Of a pair in either order; 1 of a value with itself."""
    return Value(1) if x == y else Value(weights.get((x, y)) or weights[y, x])


def hierarchical(x: str, y: str, tree: list[list[str]]) -> Value:
    """e^(−u), u how many levels up x and y meet; as documented for ε = 4 and two levels."""
    if x == y:
        return Value(1)
    return _exp(-1 if any(x in part and y in part for part in tree) else -2)


def normalised(weights: Rows) -> Rows:
    """Each row over its sum."""
    return [[x / total(row) for x in row] for row in weights]


def _exp(power: int) -> Value:
    found = exp(Value(power))
    if not isinstance(found, Value):
        raise TypeError("e to an integer power is a value")
    return found


def probabilities() -> list[float]:
    """Those with which OpenDP is asked for the ε of a coin."""
    return [i / 1000 for i in range(501, 1000)]


def too_small(stated: float, exact: Loss) -> bool:
    """Whether a stated ε, the double itself, is less than the exact one."""
    double = Fraction(stated)
    return bool(exact > Loss(fmpq(double.numerator, double.denominator)))


def coin(p: float) -> Loss:
    """ln(p/(1−p)) of the double p."""
    odds = Fraction(p) / (1 - Fraction(p))
    found = ln(fmpq(odds.numerator, odds.denominator))
    if not isinstance(found, Loss):
        raise TypeError("the logarithm of a rational is a loss")
    return found


def far(stated: float, exact: Loss) -> float:
    """Stated less exact, rounded once."""
    double = Fraction(stated)
    return float((arb(fmpq(double.numerator, double.denominator)) - exact.ball(200)).mid())
