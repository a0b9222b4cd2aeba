"""χ²-privacy: against sums of fractions, against the divergence of order 2, and at its edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpverify as dv
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ChiSquaredDP, RenyiDP
from dpverify.defs.errors import DomainError, NumberError
from dpverify.defs.numbers import INFINITY, Loss, Value, exp
from tests.defs.definitions.samples import RR

Law = list[Fraction]


def sum_of_fractions(p: Law, q: Law) -> Fraction | None:
    """Σ (p − q)²/q, None where it is infinite: written out, and nothing of ours."""
    if any(b == 0 < a for a, b in zip(p, q, strict=True)):
        return None
    return sum(((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b), Fraction(0))


def laws(size: int) -> st.SearchStrategy[Law]:
    """Laws on so many outputs, zeros included."""
    weights = st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any)
    return weights.map(lambda drawn: [Fraction(w, sum(drawn)) for w in drawn])


@given(st.integers(1, 4).flatmap(lambda size: st.tuples(laws(size), laws(size))))
def test_it_is_the_sum(pair: tuple[Law, Law]) -> None:
    """Exact, in both orders of a pair, and so is the largest of the two."""
    wanted = [sum_of_fractions(*pair), sum_of_fractions(*reversed(pair))]
    channel = Channel(["x", "z"], [str(o) for o in range(len(pair[0]))], list(pair))
    tight = dv.measure(channel, "chi-squared-dp").tight["chi_squared"]
    if None in wanted:
        assert tight == INFINITY
    else:
        assert tight == max(each for each in wanted if each is not None)


@given(st.integers(1, 4).flatmap(lambda size: st.tuples(laws(size), laws(size))))
def test_the_divergence_of_order_two_is_the_logarithm_of_one_more(pair: tuple[Law, Law]) -> None:
    """D_2(P‖Q) = ln(1 + χ²(P‖Q)), for each ordered pair."""
    p, q = ([Value(number) for number in law] for law in pair)
    value = ChiSquaredDP(0).of_pair(p, q)
    order_two = RenyiDP(alpha=2, eps=0).of_pair(p, q)
    if value == INFINITY:
        assert order_two == INFINITY
    else:
        assert isinstance(order_two, Loss)
        assert exp(order_two) == value + 1


def test_the_bound_may_exceed_one() -> None:
    """Randomised response with odds 3 has 4/3; at the boundary it holds."""
    assert dv.check(RR, ChiSquaredDP("4/3")).holds
    verdict = dv.check(RR, ChiSquaredDP("13/10"))
    assert verdict.fails
    assert verdict.to_dict()["witness"]["excess"]["exact"] == "1/30"
    assert dv.check(RR, ChiSquaredDP("10**6")).holds


def test_edges() -> None:
    """Equal rows, one output, an impossible output, and one that only one input can give."""
    equal = Channel(["0", "1"], ["y", "z"], [["1/3", "2/3"]] * 2)
    assert dv.measure(equal, "chi-squared-dp").tight["chi_squared"] == 0
    assert dv.check(equal, ChiSquaredDP(0)).holds
    one = Channel(["0", "1"], ["y"], [[1], [1]])
    assert dv.measure(one, "chi-squared-dp").tight["chi_squared"] == 0
    never = Channel(["0", "1"], ["y", "z", "never"], [["3/4", "1/4", 0], ["1/4", "3/4", 0]])
    assert dv.measure(never, "chi-squared-dp").tight["chi_squared"] == Fraction(4, 3)
    told = Channel(["0", "1"], ["y", "z"], [[1, 0], ["1/2", "1/2"]])
    assert dv.measure(told, "chi-squared-dp").tight["chi_squared"] == INFINITY
    verdict = dv.check(told, ChiSquaredDP(10))
    assert verdict.fails
    assert verdict.to_dict()["witness"]["inputs"] == ["1", "0"]


@pytest.mark.parametrize("bound", ["-1/2", "inf", 0.5, "x"])
def test_what_is_no_bound(bound: object) -> None:
    """Negative, infinite, a float, no number."""
    with pytest.raises((DomainError, NumberError)):
        ChiSquaredDP(bound)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("excess", {"exact": "1/31", "lower": "0.0322", "upper": "0.0323"}),
        ("order", "3"),
        ("divergence", {"exact": "ln(2)", "lower": "0.693", "upper": "0.694"}),
        ("inputs", ["0", "0"]),
    ],
)
def test_the_kernel_reads_every_part_of_a_witness(key: str, value: object) -> None:
    """A witness that states anything else is rejected."""
    document = dv.check(RR, ChiSquaredDP("13/10")).to_dict()
    assert dv.replay(document).status == "accepted"
    document["witness"] = {**document["witness"], key: value}
    assert dv.replay(document).status == "rejected"


def test_the_kernel_computes_the_claim_itself() -> None:
    """A tight value that is too small, and a claim that is said to hold and does not."""
    measured = dv.measure(RR, "chi-squared-dp").to_dict()
    small = {"exact": "1", "lower": "1", "upper": "1"}
    assert dv.replay({**measured, "tight": {"chi_squared": small}}).status == "rejected"
    held = dv.check(RR, ChiSquaredDP("4/3")).to_dict()
    assert dv.replay({**held, "given": {"chi_squared": "1"}}).status == "rejected"


def laplace(x: int, draw: Any) -> Any:
    """A value with Laplace noise of scale 1."""
    return x + draw.laplace(1)


def gaussian(x: int, draw: Any) -> Any:
    """A value with Gaussian noise of variance 1."""
    return x + draw.gaussian(1)


DENSITIES: list[tuple[Callable[[int, Any], Any], Callable[[float], float]]] = [
    (laplace, lambda v: math.exp(-abs(v)) / 2),
    (gaussian, lambda v: math.exp(-v * v / 2) / math.sqrt(2 * math.pi)),
]


@pytest.mark.parametrize(("function", "density"), DENSITIES)
@pytest.mark.parametrize("all_inputs", [False, True])
def test_of_continuous_noise_it_is_the_integral(
    function: Callable[[int, Any], Any], density: Callable[[float], float], all_inputs: bool
) -> None:
    """∫ (p − q)²/q by a sum of slices; and the kernel accepts it."""
    program = dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")(function)
    measured = dv.measure(program, "chi-squared-dp", all_inputs=all_inputs)
    step, places = 1 / 256, range(-12 * 256, 12 * 256)
    slices = [(density(k * step), density(k * step - 1)) for k in places]
    integral = sum((p - q) ** 2 / q for p, q in slices) * step
    assert float(measured.tight["chi_squared"].approx()) == pytest.approx(integral, rel=1e-3)
    assert dv.replay(measured.to_dict()).status == "accepted"
    below = dv.check(program, ChiSquaredDP("1/2"), all_inputs=all_inputs)
    assert below.fails
    assert dv.replay(below.to_dict()).status == "accepted"


def test_noise_that_can_tell_has_an_infinite_divergence() -> None:
    """Of uniform noise: what P can give and Q cannot."""

    def uniform(x: int, draw: Any) -> Any:
        return x + draw.uniform(-1, 1)

    program = dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")(uniform)
    assert dv.measure(program, "chi-squared-dp").tight["chi_squared"] == INFINITY
    assert dv.check(program, ChiSquaredDP(100)).fails
