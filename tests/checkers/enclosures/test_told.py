"""Numbers that released values tell without noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.continuous.program import program_of
from dpverify.checkers.enclosures.told import told_event, told_pairs
from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers import Value, as_eps
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import Mechanism, mechanism

Body = Callable[[Any, Any], Any]


def made(body: Body, inputs: list[Any] | None = None) -> Mechanism:
    return mechanism(inputs=inputs or [0, 1, 2], neighbours=[[0, 1], [1, 2]], moves="A")(body)


def one_noise_for_both(x: Any, draw: Any) -> Any:
    noise = draw.laplace(1)
    return noise, x + noise


def thirds(x: Any, draw: Any) -> Any:
    noise, other = draw.laplace(1), draw.exponential(2)
    return Fraction(1, 3) * x + 2 * noise + other, noise, other


def gaussian_twice(x: Any, draw: Any) -> Any:
    noise = draw.gaussian(5)
    return x + noise, 2 * x - noise


def after_a_comparison(x: Any, draw: Any) -> Any:
    noise = draw.laplace(1)
    return (noise, x + noise) if noise >= 0 else None


TELLING = {each.__name__: made(each) for each in (one_noise_for_both, thirds, gaussian_twice)}


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("name", TELLING)
def test_no_claim_holds_and_each_failure_is_rechecked(name: str, *, everywhere: bool) -> None:
    """P = 1 and Q = 0, so that δ < 1 is refuted at every ε."""
    for claim in (dv.PureDP(eps=30), dv.ApproxDP(eps=30, delta="0.999")):
        verdict = dv.check(TELLING[name], claim, all_inputs=everywhere)
        assert verdict.fails
        assert replay(read(verdict.to_json())).status == "accepted"
        witness = verdict.to_dict()["witness"]
        assert [p["lower"] for p in witness["probabilities"]] == ["1", "0"]


def test_the_difference_by_hand() -> None:
    """v2 − v1 = x: on x = 0 it lies in [−1/2, 1/2], on its neighbour 1 it does not."""
    witness = dv.check(TELLING["one_noise_for_both"], dv.PureDP(eps=1), all_inputs=False).to_dict()[
        "witness"
    ]
    assert witness["inputs"] == ["0", "1"]
    assert witness["event"] == ["(•, •) where -1*v1 + 1*v2 is in [-1/2, 1/2]"]


def test_a_probability_below_one() -> None:
    """Told with probability 1/2: δ = 2/5 fails, δ = 1/2 is not refuted in this way."""
    half = made(after_a_comparison)
    assert dv.check(half, dv.ApproxDP(eps=3, delta="2/5")).fails
    program = program_of(half)
    assert told_event(told_pairs(program), as_eps(3), Value(1) / 2, lambda: None) is None


def test_what_is_measured_is_infinite() -> None:
    found = dv.measure(TELLING["one_noise_for_both"], "pure-dp", all_inputs=False).to_dict()
    assert found["tight"]["eps"]["exact"] == "inf"
    assert found["attained_by"]["inputs"] == ["0", "1"]


@pytest.mark.parametrize(
    "body",
    [
        lambda x, draw: (draw.laplace(1), x + draw.laplace(1)),  # two noises
        lambda x, draw: (x + (noise := draw.laplace(1)), x - noise + 0 * x, 0)[:1],
        lambda x, draw: (noise := draw.laplace(1), 3 * noise, x + draw.laplace(1)),  # no x in it
    ],
)
def test_noise_that_is_there_is_no_failure(body: Body) -> None:
    program = program_of(made(body))
    assert told_event(told_pairs(program), as_eps(0), Value(0), lambda: None) is None
    assert dv.check(made(body), dv.PureDP(eps=3)).holds


def test_pairs_over_all_real_inputs() -> None:
    """From 0 to each corner of the moves, both orders; no more than so many corners."""
    both = mechanism(inputs=[[0, 0]], neighbours=[], moves="O")(
        lambda x, draw: (x[0] + draw.laplace(1), x[1])
    )
    pairs = [*told_pairs(program_of(both, everywhere=True))]
    steps = {pair.entries for pair in pairs}
    zero = (Fraction(0), Fraction(0))
    assert len(pairs) == len(steps) == 8
    assert all(zero in (entries or ()) for entries in steps)
