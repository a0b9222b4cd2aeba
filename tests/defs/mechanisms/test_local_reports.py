"""Local reports as programs: ε, the law by hand, and the estimates by enumerating their reports."""

from __future__ import annotations

from itertools import product

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.local.bloom import Rappor
from dpverify.defs.local.frequency import Protocol, k_ary, optimised_unary, symmetric_unary
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, exp, parse
from dpverify.defs.programs import channel_of

MAKERS = {
    "k-ary-randomized-response": k_ary,
    "symmetric-unary-encoding": symmetric_unary,
    "optimised-unary-encoding": optimised_unary,
}


def channel(name: str, **settings: str) -> Channel:
    return channel_of(library_mechanism(name).with_parameters(**settings))


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("k", "eps"), [("2", "1"), ("3", "1/2"), ("4", "2"), ("3", "0")])
def test_the_tight_eps_is_the_one_given(name: str, k: str, eps: str) -> None:
    found = measure(channel(name, k=k, eps=eps), "local-dp").tight["eps"]
    assert found == parse(eps)


def test_the_laws_by_hand() -> None:
    """ε = 1, value 0 of three; the outputs that leave no doubt which bit is meant."""
    e, root = exp(1), exp("1/2")
    k3 = channel("k-ary-randomized-response")
    assert [k3.probability("0", y) for y in "012"] == [e / (e + 2), 1 / (e + 2), 1 / (e + 2)]
    symmetric = channel("symmetric-unary-encoding")
    kept, lie = root / (1 + root), 1 / (1 + root)
    assert symmetric.probability("0", "(1, 0, 1)") == kept * kept * lie
    optimised = channel("optimised-unary-encoding")
    q = 1 / (1 + e)
    assert optimised.probability("0", "(1, 0, 1)") == (1 - q) * q / 2
    assert optimised.probability("1", "(1, 0, 1)") == q * q / 2


def supports(label: str, value: int) -> bool:
    """Whether a report speaks for a value: it is it, or its bit is 1."""
    bits = label.strip("()").split(", ")
    return bits[value] == "1" if len(bits) > 1 else label == str(value)


def moments(of: Channel, protocol: Protocol, held: tuple[int, ...]) -> tuple[Value, Value]:
    """Mean and variance of the estimate for value 0, over all reports of all users."""
    mean = square = Value(0)
    for reports in product(range(len(of.outputs)), repeat=len(held)):
        mass, support = Value(1), 0
        for value, report in zip(held, reports, strict=True):
            mass = mass * of.probability(str(value), of.outputs[report])
            support += supports(of.outputs[report], 0)
        guess = protocol.estimate(support, len(held))
        mean, square = mean + mass * guess, square + mass * guess * guess
    return mean, square - mean * mean


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("held", [(0,), (1,), (0, 1), (2, 2), (0, 0)])
def test_bias_and_variance_of_the_program(name: str, held: tuple[int, ...]) -> None:
    """The program's own reports, enumerated: the estimate is unbiased, its variance as stated."""
    protocol = MAKERS[name](3, 1)
    mean, variance = moments(channel(name), protocol, held)
    assert mean == Value(held.count(0))
    assert protocol.bias(held.count(0), len(held)) == 0
    assert variance == protocol.variance(held.count(0), len(held))


@pytest.mark.parametrize("held", ["a", "b", "ab", "bb"])
@pytest.mark.parametrize(
    ("name", "numbers"),
    [("B37:f=1/3", ("1/3", 0, 1)), ("B38:f=1/3,p=1/4,q=3/4", ("1/3", "1/4", "3/4"))],
)
def test_bias_and_variance_of_rappor(name: str, numbers: tuple[object, ...], held: str) -> None:
    """Two values with a bit each (h = 1), by enumerating the program's reports."""
    key, _, settings = name.partition(":")
    of = channel(key, **dict(part.split("=") for part in settings.split(",")))
    rappor = Rappor.of({"a": [0], "b": [1]}, *numbers)
    mean = square = Value(0)
    for reports in product(of.outputs, repeat=len(held)):
        mass, ones = Value(1), {0: 0, 1: 0}
        for who, label in zip(held, reports, strict=True):
            mass = mass * of.probability(str("ab".index(who)), label)
            for bit in ones:
                ones[bit] += supports(label, bit)
        guess = rappor.estimate("a", ones, len(held))
        mean, square = mean + mass * guess, square + mass * guess * guess
    holders = {value: held.count(value) for value in "ab"}
    assert mean - holders["a"] == rappor.bias("a", holders) == 0
    assert square - mean * mean == rappor.variance("a", holders)
