"""Laws of mechanisms computed in another way: no program is run, no path enumerated.

Given the threshold, the queries of a sparse vector are independent. So the probability of an output
is a sum over thresholds of a product over queries, with the tails of the noise in closed form.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, exp

Factor = Callable[[Any, int, int], Value]
"""(answer, query, threshold) ↦ the probability of this answer to this query."""


def ratio_of(scale: Any) -> Value:
    """r = e^{−1/scale}."""
    found = exp(-1 / Fraction(scale))
    assert isinstance(found, Value)
    return found


def mass(scale: Any, k: int) -> Value:
    """The probability that the noise is k."""
    r = ratio_of(scale)
    return (1 - r) / (1 + r) * r ** abs(k)


def at_least(scale: Any, k: int) -> Value:
    """The probability that the noise is k or more; by symmetry for k ≤ 0."""
    r = ratio_of(scale)
    return r**k / (1 + r) if k > 0 else 1 - r ** (1 - k) / (1 + r)


def below(scale: Any, k: int) -> Value:
    """The probability that the noise is less than k."""
    return at_least(scale, 1 - k)


def clamped(scale: Any, k: int, low: int, high: int) -> Value:
    """The probability that the noise, clamped to low…high, is k."""
    if k == high:
        return at_least(scale, k)
    return below(scale, k + 1) if k == low else mass(scale, k)


def thresholds(scale: Any, m: int) -> dict[int, Value]:
    """The law of a threshold clamped to −m…m."""
    return {t: clamped(scale, t, -m, m) for t in range(-m, m + 1)}


def probability(
    output: Sequence[Any], queries: Sequence[int], law: dict[int, Value], factor: Factor
) -> Value:
    """Σ over thresholds of the product over the queries that were answered."""
    whole = Value(0)
    for threshold, weight in law.items():
        joint = weight
        for answer, query in zip(output, queries, strict=False):
            joint = joint * factor(answer, query, threshold)
        whole = whole + joint
    return whole


def parsed(label: str) -> Any:
    """The input or output of a label; words of outputs are texts."""
    for word in ("coarse", "fine"):
        label = label.replace(word, repr(word))
    return literal_eval(label)


def assert_law(channel: Channel, wanted: Callable[[Any, Any], Value]) -> None:
    """Every entry is what the function of output and input says, exactly; each row sums to 1."""
    for x in channel.inputs:
        entries = [channel.probability(x, y) for y in channel.outputs]
        assert entries == [wanted(parsed(y), parsed(x)) for y in channel.outputs], x
        assert sum(entries, Value(0)) == 1
