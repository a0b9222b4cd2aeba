"""The files of `examples/` are what the script writes, and have the values that are published."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from dpverify.defs.io import load_channel
from dpverify.defs.numbers import parse
from examples.make_examples import EXAMPLES, example_text
from tests.command_line import run
from tests.repository.source import ROOT

FOLDER = Path(ROOT) / "examples"


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_committed_file_is_up_to_date(name: str) -> None:
    """Regenerate with `python examples/make_examples.py`."""
    assert (FOLDER / name).read_text(encoding="utf-8") == example_text(name)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_file_is_the_channel(name: str) -> None:
    """What is written in closed form is the channel that the program builds."""
    assert load_channel(FOLDER / name) == EXAMPLES[name]()


def test_no_channel_file_without_a_program() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == set(EXAMPLES)


MEASURED = [
    ("randomized_response.json", "pure-dp", {}, "eps", "ln(3)"),
    ("geometric_renormalised.json", "pure-dp", {}, "eps", "ln(52/21)"),
    ("geometric_renormalised.json", "approx-dp", {"eps": "ln(2)"}, "delta", "80/819"),
    ("exponential_mechanism.json", "pure-dp", {}, "eps", "ln(3)"),
    ("exponential_mechanism_ln3.json", "pure-dp", {}, "eps", "ln(7/3)"),
    ("thresholding_all_known_no.json", "approx-dp", {"eps": "0"}, "delta", "0.0021434375"),
    ("thresholding_all_known_yes.json", "approx-dp", {"eps": "0"}, "delta", "0.735091890625"),
]


@pytest.mark.parametrize(("name", "definition", "given", "parameter", "value"), MEASURED)
def test_measured_value(
    name: str, definition: str, given: dict[str, str], parameter: str, value: str
) -> None:
    options = [text for key, number in given.items() for text in (f"--{key}", number)]
    outcome = run(
        "measure", FOLDER / name, "--definition", definition, *options, "--format", "json"
    )
    assert outcome.status == 0, outcome.err
    assert parse(outcome.json()["tight"][parameter]["exact"]) == parse(value)


def test_the_discrete_laplace_channel_of_the_literature() -> None:
    """δ at ε = 1/3 is 2.758164e-6, exact with an enclosure."""
    outcome = run(
        "measure", FOLDER / "discrete_laplace.json", "--definition", "approx-dp", "--eps", "1/3",
        "--format", "json",
    )  # fmt: skip
    delta = outcome.json()["tight"]["delta"]
    assert delta["lower"].startswith("2.758164")
    assert delta["lower"].endswith("e-6")
    # the event {0}: only the input 33 reaches it, with probability q^33 (1-q)/(1+q-2q^34)
    by_hand = parse("(exp(-11)-exp(-34/3))/(1+exp(-1/3)-2*exp(-34/3))")
    assert parse(delta["exact"]) == by_hand


def test_an_answer_with_a_root_of_three() -> None:
    """At e^(ε/2) = √3 the δ at ln(3/2) is irrational; brute force in floats agrees."""
    outcome = run(
        "measure", FOLDER / "exponential_mechanism_ln3.json", "--definition", "approx-dp",
        "--eps", "ln(3/2)", "--format", "json",
    )  # fmt: skip
    exact = outcome.json()["tight"]["delta"]["exact"]
    root = 3**0.5
    best = 0.0
    scores = list(product(range(3), repeat=3))
    for s, t in product(scores, repeat=2):
        if max(abs(a - b) for a, b in zip(s, t, strict=True)) == 1:
            p, q = ([root**x / sum(root**y for y in v) for x in v] for v in (s, t))
            best = max(best, sum(max(0, a - 1.5 * b) for a, b in zip(p, q, strict=True)))
    assert parse(exact).approx() == pytest.approx(best, abs=1e-12)
    assert exact == "-63/22+19/11*3**(1/2)"


def test_every_claim_of_the_claims_file_ends_as_expected() -> None:
    outcome = run("check", "--claims", FOLDER / "claims.toml", "--format", "json")
    assert outcome.status == 0, outcome.err
    claims = outcome.json()["claims"]
    assert len(claims) == 11
    assert all(claim["verdict"] == claim["expect"] for claim in claims)
