"""The programs of `examples/` have the published values, by enumerating them."""

from __future__ import annotations

import pytest

import dpverify as dv
from examples import programs
from tests.command_line import run
from tests.repository.source import ROOT

DELTAS = [
    ("noise_renormalised", "2.758164e-6"),
    ("noise_clamped", "1.4087731e-5"),
    ("kuifje_laplace", "6.928911e-6"),
    ("kuifje_laplace_capped", "1.4087731e-5"),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "digits"), DELTAS)
def test_delta_of_discrete_laplace_noise_on_a_count(name: str, digits: str) -> None:
    """δ at ε = 1/3, exactly known, shown to the digits that are published."""
    delta = dv.measure(getattr(programs, name), "approx-dp", eps="1/3").tight["delta"]
    places = digits.index("e") - 2
    assert f"{delta.approx():.{places}e}".replace("e-0", "e-") == digits


@pytest.mark.long
def test_the_same_from_the_command_line() -> None:
    target = f"{ROOT}/examples/programs.py:kuifje_laplace"
    outcome = run("measure", target, "--definition", "approx-dp", "--eps", "1/3", "--format",
                  "json")  # fmt: skip
    assert outcome.json()["tight"]["delta"]["lower"].startswith("0.00000692891") or (
        outcome.json()["tight"]["delta"]["lower"].startswith("6.92891")
    )


def test_the_capped_sampler_is_clamped_noise() -> None:
    """Canonne, Kamath and Steinke's sampler with V = 11 for the rest: the very same channel."""
    assert dv.channel_of(programs.kuifje_laplace_capped) == dv.channel_of(programs.noise_clamped)


def test_the_renormalised_noise_is_the_channel_of_the_literature() -> None:
    """Program and matrix agree exactly, in every entry."""
    channel = dv.channel_of(programs.noise_renormalised)
    stored = dv.load_channel(f"{ROOT}/examples/discrete_laplace.json")
    assert channel.outputs == stored.outputs
    assert channel.rows == stored.rows


def test_a_response_in_a_database_is_randomised_response() -> None:
    """The count of ones tells the response with probability 3/4."""
    channel = dv.channel_of(programs.response_in_a_database)
    assert channel.outputs == ("4", "5")
    assert [str(channel.entry(0, j)) for j in range(2)] == ["3/4", "1/4"]
    assert dv.measure(programs.response_in_a_database, "pure-dp").tight["eps"] == dv.ln(3)


def test_the_hyper_distribution_of_the_program() -> None:
    """Slide "Using Kuifje": outer (1/2, 1/2), inners (3/4, 1/4) and (1/4, 3/4), and back."""
    channel = dv.channel_of(programs.response_in_a_database)
    hyper = dv.observe(channel, "uniform")
    assert [str(weight) for weight in hyper.outer] == ["1/2", "1/2"]
    assert [[str(p) for p in inner] for inner in hyper.inners] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert hyper.to_channel().rows == channel.rows
