"""`dpverify account --for`: the other way round, in text and JSON, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from pathlib import Path

import pytest

from tests.command_line import run
from tests.schemas import faults

DP_SGD = ("account", "dp-sgd")
CLAIM = ("--eps", "1", "--delta", "1e-5")
PLAN = """
[[event]]
noise = "gaussian"
sigma = 4
[[event]]
noise = "gaussian"
sigma = 9
times = 2
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A plan in a file."""
    file = tmp_path / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("sought", "given"),
    [
        ("sigma", ("--sampling", "1", "--steps", "3")),
        ("sigma", ("--examples", "9", "--batch", "9", "--epochs", "3")),
        ("steps", ("--sampling", "1", "--sigma", "20")),
        ("steps", ("--examples", "9", "--batch", "9", "--sigma", "20")),
        ("sampling", ("--steps", "1000", "--sigma", "2")),
    ],
)
def test_a_training_run(sought: str, given: tuple[str, ...]) -> None:
    """An interval, whose ends are close."""
    document = run(*DP_SGD, "--for", sought, *given, *CLAIM, "--format", "json").json()
    assert faults(document) == []
    low, high = (Fraction(document[sought][end]) for end in ("lower", "upper"))
    assert 0 < low < high
    assert high <= low + 1 if sought == "steps" else high - low < high / 1000


def test_in_words(plan: Path) -> None:
    """What is sought, both values, what is known of others."""
    found = run("account", plan, "--for", "sigma", "--event", "1", *CLAIM)
    assert found.status == 0, found.err
    words = " ".join(found.out.split())
    for part in ("the smallest σ of event 1", "ε = 1, δ = 1/100000", "proved", "refuted",
                 "Every larger value", "no smaller value"):  # fmt: skip
        assert part in words, part


def test_what_is_not_monotone_is_called_neither_smallest_nor_largest(tmp_path: Path) -> None:
    """One discrete Gaussian answer, whose δ rises in between.

    By hand, where 1/2 < ε·σ² ≤ 3/2: δ = P(X ≥ 1) − e^ε·P(X ≥ 2). For ε = 5 that is .0163 at
    σ = 0.35 and .0399 at 0.4, so that σ = 0.35 meets δ = 1/50, and 0.539… is not the smallest.
    """
    file = tmp_path / "plan.toml"
    file.write_text('[[event]]\nnoise = "discrete-gaussian"\nsigma = "1/3"\n', encoding="utf-8")
    at = [exp(-(x**2) / (2 * 0.35**2)) for x in range(-20, 21)]
    tails = [sum(at[20 + least :]) / sum(at) for least in (1, 2)]
    assert tails[0] - exp(5) * tails[1] < 1 / 50
    found = run("account", file, "--for", "sigma", "--eps", "5", "--delta", "1/50")
    assert found.status == 0, found.err
    words = " ".join(found.out.split())
    assert "smallest" not in words
    assert "Such a σ lies between 0.5392" in words
    assert "Of other values nothing is said" in words


def test_a_training_run_states_its_sampling() -> None:
    """Also where the rate is sought."""
    words = " ".join(run(*DP_SGD, "--for", "sampling", "--steps", "3", "--sigma", "99",
                         *CLAIM).out.split())  # fmt: skip
    for part in ("Poisson sample", "shuffled", "replaced"):
        assert part in words, part


def test_what_is_saved_is_accepted(plan: Path, tmp_path: Path) -> None:
    """By `dpverify replay`."""
    saved = tmp_path / "saved.json"
    words = ("account", plan, "--for", "steps", "--event", "2", *CLAIM)
    assert run(*words, "--format", "json", "--out", saved).status == 0
    found = run("replay", saved)
    assert found.status == 0, found
    assert "calibration: re-checked" in found.out


BAD: tuple[tuple[tuple[str, ...], str], ...] = (
    ((*DP_SGD, "--for", "sigma", "--sampling", "1", "--steps", "3", "--eps", "1"), "needs both"),
    ((*DP_SGD, "--for", "sigma", "--sampling", "1", "--steps", "3", "--delta", "1"), "needs both"),
    ((*DP_SGD, "--for", "sigma", "--sigma", "3", "--sampling", "1", "--steps", "3", *CLAIM),
     "--sigma is what is sought"),
    ((*DP_SGD, "--for", "scale", "--sampling", "1", "--steps", "3", *CLAIM), "--for sigma"),
    ((*DP_SGD, "--for", "steps", "--sampling", "1", "--sigma", "3", "--epochs", "2", *CLAIM),
     "leave --epochs out"),
    ((*DP_SGD, "--for", "steps", "--sampling", "1", "--sigma", "3", "--steps", "2", *CLAIM),
     "--steps is what is sought"),
    ((*DP_SGD, "--for", "sampling", "--batch", "3", "--sigma", "3", "--steps", "2", *CLAIM),
     "leave --batch out"),
    ((*DP_SGD, "--for", "sampling", "--sigma", "3", *CLAIM), "either --steps or --epochs"),
    ((*DP_SGD, "--for", "mood", "--sigma", "3", *CLAIM), "mood"),
    (("account", "{plan}", "--for", "sigma", *CLAIM), "2 events"),
    (("account", "{plan}", "--for", "scale", "--event", "1", *CLAIM), "no scale"),
    (("account", "{plan}", "--for", "sigma", "--event", "3", *CLAIM), "number of the event"),
    (("account", "{plan}", "--event", "1", "--eps", "1"), "--for too"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "part"), BAD)
def test_a_wrong_question_is_one_line(arguments: tuple[str, ...], part: str, plan: Path) -> None:
    """With status 2, and what is wrong."""
    found = run(*(argument.format(plan=plan) for argument in arguments))
    assert part in found.one_line()
