"""Queries with noise: both evaluators, the kernel and a channel written out say the same."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge.brute import answers, brute_views, noisy
from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.reducible import chain
from dpverify.defs.knowledge import APKDP, PPKDP, Records, Scenario, ThetaReducible
from dpverify.defs.knowledge.database import database_label
from dpverify.defs.knowledge.noise import noise_of
from dpverify.defs.numbers import Value, as_value, number_text
from tests.checkers.knowledge.scenarios import asks_something, random_law, random_scenario, scenario
from tests.checkers.knowledge.test_agreement import apk, kind_of, ppk

NOISES: tuple[dict[str, Any], ...] = (
    {"-1": "1/4", "0": "1/2", "1": "1/4"},
    {"0": "1/3", "1/2": "2/3", "5": "0"},
    {"law": "discrete-laplace", "ratio": "1/2", "low": "0", "high": "3"},
    {"law": "discrete-laplace", "ratio": "1/3", "low": "-1/2", "high": "5/2"},
    {"law": "geometric", "ratio": "1/2", "low": "0", "high": "4"},
)
TAKES = ("count", "thresholded-count", "linear", "histogram", "thresholded-histogram")


def with_noise(made: Scenario, noise: dict[str, Any]) -> Scenario:
    """The scenario with noise added to its query."""
    form = made.to_dict()
    form["mechanism"]["noise"] = noise
    return scenario(**{key: form[key] for key in form if key != "schema"})


def noisy_scenario(random: Random) -> Scenario:
    """A small scenario with noise; histograms have two or three records."""
    made = random_scenario(random, TAKES)
    theta = made.family[0]
    assert isinstance(theta, Records)
    while "histogram" in made.query.name and theta.n > 3:
        made = random_scenario(random, TAKES)
        theta = made.family[0]
        assert isinstance(theta, Records)
    return with_noise(made, random.choice(NOISES))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("batch", range(5))
def test_random_noisy_scenarios(batch: int) -> None:
    """δ of both definitions and reducibility agree exactly; the kernel accepts what is found."""
    random = Random(batch)  # noqa: S311 (test data, no secret)
    for number in range(40):
        made = noisy_scenario(random)
        eps = ("0", "ln(2)")[number % 2]
        plain = {kind_of(made, view.target): view for view in brute_views(made)}
        quick = {kind_of(made, view.target): view for view in views(made)}
        for kind, view in plain.items():
            other = quick[kind]
            assert apk(view, eps) == apk(other, eps), made.to_dict()
            assert ppk(view, eps) == ppk(other, eps), made.to_dict()
            assert (chain(view) is None) == (chain(other) is None), made.to_dict()
        if number % 4 == 0 and asks_something(made):
            for definition in (APKDP(eps=eps, delta="1/50"), PPKDP(eps=eps, delta="1/50"),
                           ThetaReducible()):  # fmt: skip
                outcome = replay(check(made, definition).to_json())
                assert outcome.status == "accepted", (made.to_dict(), outcome)


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("number", ["-7", "0", "1/2", "2", "9"])
def test_the_law_of_a_noisy_number(noise: dict[str, Any], number: str) -> None:
    """It sums to 1, and the referee finds the same by single probabilities."""
    made = noise_of(noise)
    law = made.released(Fraction(number))
    assert sum(law.values(), start=Value(0)) == 1
    assert law == {v: p for v, p in noisy(made, Fraction(number)).items() if not p.is_zero}


def test_a_discrete_laplace_by_hand() -> None:
    """A count of 1 with ratio 1/2 in 0…2: P(0) = P(N ≤ −1) = 1/3, P(1) = 1/3, P(2) = 1/3."""
    made = noise_of({"law": "discrete-laplace", "ratio": "1/2", "low": "0", "high": "2"})
    assert made.released(1) == dict.fromkeys(map(Fraction, range(3)), as_value("1/3"))
    scaled = noise_of({"law": "discrete-laplace", "scale": "2", "low": "0", "high": "2"})
    assert scaled.ratio == as_value("exp(-1/2)")


def test_full_knowledge_of_a_noisy_count_is_plain_dp() -> None:
    """With everything else known, ε of apkdp is the ε of the noise: 1/scale, attained."""
    made = scenario(
        records=[{"count": 4, "values": {"0": "1/2", "1": "1/2"}}],
        known={"count": 3},
        mechanism={"name": "count",
                   "noise": {"law": "discrete-laplace", "scale": "2", "low": "0", "high": "4"}},
    )  # fmt: skip
    assert number_text(measure(made, "apkdp", delta="0").tight["eps"]) == "1/2"


def test_the_threshold_comes_after_the_noise() -> None:
    """One record, its value 1 released with noise −1, 0 or 1: ⊥ where the sum is at most 1."""
    made = scenario(
        records=[{"values": {"1": "1/2", "0": "1/2"}}],
        mechanism={"name": "thresholded-count", "threshold": 1, "noise": NOISES[0]},
    )
    assert answers(made.query, ("1",)) == {"⊥": as_value("3/4"), "2": as_value("1/4")}
    assert answers(made.query, ("0",)) == {"⊥": as_value("1")}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("seed", range(12))
def test_a_channel_on_databases_is_the_query_that_it_writes_out(seed: int) -> None:
    """Any mechanism as a channel: the same δ as the query itself, accepted by the kernel."""
    random = Random(seed)  # noqa: S311 (test data, no secret)
    groups = [{"count": 1, "values": random_law(random, ["0", "1", "2"])} for _ in range(2)]
    theta: dict[str, Any] = {"records": groups, "known": {"random": {"each": "1/3"}}}
    if seed % 3:
        theta["known"] = {"indices": [0]} if seed % 3 == 1 else {"random": {"size": 1}}
    named = scenario(**theta, mechanism={"name": "histogram", "noise": NOISES[0]})
    databases = list(product(["0", "1", "2"], repeat=2))
    rows = [answers(named.query, data) for data in databases]
    outputs = list(dict.fromkeys(o for row in rows for o in row))
    channel = {
        "schema": "dpverify.channel/1.0",
        "inputs": [database_label(data) for data in databases],
        "outputs": outputs,
        "matrix": [[number_text(row.get(o, Value(0))) for o in outputs] for row in rows],
        "neighbours": "all",
    }
    written = scenario(**theta, mechanism={"channel": channel})
    for name in ("apkdp", "ppkdp"):
        one, two = (measure(made, name, eps="1/2") for made in (named, written))
        assert one.tight == two.tight
        assert replay(two.to_json()).status == "accepted", replay(two.to_json())
    found = check(written, PPKDP(eps="0", delta="1/1000"))
    assert replay(found.to_json()).status == "accepted"


FORGED = {
    "another probability of the noise": lambda m: m["noise"].update({"-1": "1/2", "0": "1/4"}),
    "noise that sums to less": lambda m: m["noise"].update({"0": "1/3"}),
    "noise on a mean": lambda m: m.update(name="arithmetic-mean"),
    "an unknown law": lambda m: m.update(noise={"law": "cauchy", "low": "0", "high": "1"}),
    "no end": lambda m: m.update(noise={"law": "geometric", "ratio": "1/2", "low": "0"}),
    "a ratio of 1": lambda m: m.update(
        noise={"law": "geometric", "ratio": "1", "low": "0", "high": "1"}
    ),
    "no noise": lambda m: m.pop("noise"),
}


@pytest.mark.parametrize("name", FORGED)
def test_the_kernel_refuses_other_noise(name: str) -> None:
    """A true result, with the noise of its scenario changed."""
    groups = [{"count": 3, "values": {"0": "1/3", "1": "2/3"}}]
    made = scenario(
        records=groups, known={"count": 1}, mechanism={"name": "count", "noise": NOISES[0]}
    )
    document = json.loads(check(made, APKDP(eps="0", delta="1/100")).to_json())
    assert replay(json.dumps(document)).status == "accepted"
    forged = deepcopy(document)
    del forged["subject"]["digest"]
    FORGED[name](forged["subject"]["scenario"]["mechanism"])
    assert replay(json.dumps(forged)).status == "rejected"
