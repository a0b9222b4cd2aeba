"""Samples against exact laws, by a test with a stated error, and what a seed fixes.

For n samples and m outputs the chance that some |frequency − probability| exceeds t is at most
2m·e^{−2nt²} (Hoeffding, union bound). With t chosen so that this is 10⁻⁶, a correct sampler fails
one such test in a million seeds; the seed is fixed, so each test passes always or never.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log, sqrt
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library
from dpverify.defs.programs import Mechanism, channel_of, mechanism, sampling
from dpverify.defs.programs.labels import label_of

COUNT, ERROR = 4000, 1e-6


def far(samples: list[Any], probabilities: dict[str, float]) -> list[str]:
    """The outputs whose frequency is farther from its probability than chance explains."""
    seen = Counter(label_of(output) for output in samples)
    width = sqrt(log(2 * len(probabilities) / ERROR) / (2 * len(samples)))
    assert seen.keys() <= probabilities.keys()
    return [y for y, p in probabilities.items() if abs(seen[y] / len(samples) - p) > width]


FINITE = [
    name
    for name in library()
    if not name.startswith(("cks", "continuous", "sparse", "noisy-max", "bad-noisy-max"))
    and name not in {"exponential-mechanism", "permute-and-flip"}
]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", FINITE)
def test_samples_have_the_law_of_the_channel(name: str) -> None:
    """Each finite mechanism of the library, on its last input."""
    found = library()[name]
    label, given = list(found.cases().items())[-1]
    channel = channel_of(found)
    law = {y: channel.probability(label, y).approx() for y in channel.outputs}
    assert far(found.sample(given, COUNT, seed=1), law) == []


@mechanism(inputs=[0, 1])
def countable(which: int, draw: Any) -> int:
    return int(draw.discrete_gaussian(2) if which else draw.discrete_laplace("3/2"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", ["built in", "by the sampler"])
def test_unbounded_noise_has_its_law(which: int, name: str) -> None:
    """The draws, and Canonne, Kamath and Steinke's programs, against the formulas in floats."""
    weights = {k: exp(-k * k / 4 if which else -abs(k) / 1.5) for k in range(-200, 201)}
    law = {str(k): weights[k] / sum(weights.values()) for k in range(-60, 61)}
    chosen = countable
    if name == "by the sampler":
        cks = ("cks-discrete-laplace", {"scale": "3/2"}), ("cks-discrete-gaussian", {"sigma2": 2})
        chosen = library()[cks[which][0]].with_parameters(**cks[which][1])
    given = which if name == "built in" else 0
    assert far(chosen.sample(given, COUNT, seed=2), law) == []


def test_the_test_can_fail() -> None:
    """A coin of 1/2 is told from one of 3/5."""
    coin = mechanism(inputs=[0, 1])(lambda _, draw: draw.flip("1/2"))
    assert far(coin.sample(0, COUNT, seed=3), {"True": 0.6, "False": 0.4}) != []


def test_a_seed_fixes_the_samples() -> None:
    found: Mechanism = library()["geometric"]
    assert found.sample(2, 50, seed=7) == found.sample(2, 50, seed=7)
    assert found.sample(2, 50, seed=7) != found.sample(2, 50, seed=8)


def test_an_irrational_threshold_is_decided_however_close_the_bits_are() -> None:
    """A coin of e^{−1/1000} and its opposite have frequencies that add to 1."""
    coin = mechanism(inputs=[0, 1])(lambda _, draw: draw.flip("exp(-1/1000)"))
    assert far(coin.sample(0, COUNT, seed=4), {"True": exp(-0.001), "False": 1 - exp(-0.001)}) == []


@mechanism(inputs=[0])
def of_many_laws(_: int, draw: Any) -> str:
    """Another law at each draw, one with a long tail, one certain, one irrational."""
    first = draw.discrete_laplace(3)
    return f"{first} {draw.geometric('1/2')} {draw.flip(f'1/{2 + abs(first)}')} {draw.geometric(0)}"


@pytest.mark.parametrize("kept", [1, 2, 7])
def test_what_is_kept_changes_no_sample(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums that are kept, and those that are computed at each draw, put a number on one side."""
    samples = of_many_laws.sample(0, 200, seed=5)
    assert len({*samples}) > 20
    monkeypatch.setattr(sampling, "KEPT", kept)
    assert of_many_laws.sample(0, 200, seed=5) == samples


@pytest.mark.parametrize("seed", [-1, 1.0, True, None])
def test_a_seed_is_a_number(seed: Any) -> None:
    with pytest.raises(ProgramError, match="seed"):
        library()["geometric"].sample(0, 1, seed=seed)
