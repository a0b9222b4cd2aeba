"""Programs with continuous noise on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run

PURE = ("--definition", "pure-dp")
SOURCE = """
from dpverify import mechanism

@mechanism(inputs=[0, 1], title="above or not")
def above(count, draw, *, eps="1"):
    return count + draw.laplace(1 / eps) > 0

@mechanism(inputs=[0, 1], moves="A")
def noisy(count, draw, *, eps="1"):
    return count + draw.laplace(1 / eps)

@mechanism(inputs=[0, 1])
def squared(count, draw):
    return (count + draw.laplace(1)) * draw.laplace(1) > 0

@mechanism(inputs=[0, 1])
def nothing(count, draw):
    return count + draw.gaussian(0)

@mechanism(inputs=[0, 1])
def both(count, draw):
    return count + draw.laplace(1) > 0 and draw.geometric("1/2")

@mechanism(inputs=[0, 1], moves="B")
def unknown(count, draw):
    return count + draw.laplace(1)

@mechanism(inputs=[0, 1])
def long(count, draw):
    return tuple(count + draw.laplace(1) > 0 for _ in range(30))
"""
CLAIMS = """
[[claim]]
target = "mine.py:above"
definition = "pure-dp"
eps = "1"

[[claim]]
target = "mine.py:noisy:eps=2"
definition = "pure-dp"
eps = "1"
expect = "fails"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_a_word_program_is_a_channel(file: Path, tmp_path: Path) -> None:
    """P(Lap(1) > 0) = 1/2 against P(Lap(1) + 1 > 0) = 1 − e^{−1}/2: the loss is ln of e."""
    saved = tmp_path / "result.json"
    found = run("measure", f"{file}:above", *PURE)
    assert "is 1" in found.out
    assert run("check", f"{file}:above:eps=1/2", *PURE, "--eps", "1/2").status == 0
    assert (
        run(
            "check", f"{file}:above", *PURE, "--eps", "0.9", "--format", "json", "--out", saved
        ).status
        == 1
    )
    file.unlink()
    assert json.loads(saved.read_text(encoding="utf-8"))["subject"]["kind"] == "channel"
    assert run("replay", saved).status == 0


@pytest.mark.parametrize(("eps", "status"), [("1", 0), ("99/100", 1)])
def test_a_released_value(file: Path, tmp_path: Path, eps: str, status: int) -> None:
    saved = tmp_path / "result.json"
    arguments = ("check", f"{file}:noisy", *PURE, "--eps", eps)
    assert run(*arguments, "--format", "json", "--out", saved).status == status
    file.unlink()
    replayed = run("replay", saved)
    assert replayed.status == 0
    assert "continuous noise: re-checked" in replayed.out


def test_a_forged_certificate_is_refused(file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    run("check", f"{file}:noisy", *PURE, "--eps", "1", "--format", "json", "--out", saved)
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text.replace('"eps": "1"', '"eps": "1/2"', 1), encoding="utf-8")
    assert run("replay", saved).status == 1


def test_claims(file: Path, tmp_path: Path) -> None:
    del file
    path = tmp_path / "claims.toml"
    path.write_text(CLAIMS, encoding="utf-8")
    assert run("check", "--claims", path).status == 0


def test_all_inputs() -> None:
    found = run("measure", "B20:n=10,c=1,eps=1/10", *PURE, "--all-inputs")
    assert found.status == 0
    assert "the smallest ε that holds is 1/10 = 0.1" in found.out
    assert "as the gaps grow" in found.out
    assert "ε ≤ 1/10 = 0.1: the noise of one input, shifted" in " ".join(found.out.split())
    failing = run("check", "B25:n=3,eps=1/10", *PURE, "--eps", "1/10", "--all-inputs")
    assert failing.status == 1
    assert "with g = " in failing.out
    assert "--all-inputs" in failing.out.split("Re-check")[1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("squared", "multiplies"),
        ("nothing", "above 0"),
        ("both", "beside continuous noise"),
        ("unknown", "give 'A', 'M' or 'O'"),
        ("noisy:eps=0", "eps above 0"),
        ("noisy:eps=-1", "eps above 0"),
        ("noisy:eps=ln(2)", "eps"),
        ("long", "paths"),
    ],
)
def test_what_is_refused_in_one_line(file: Path, name: str, wrong: str) -> None:
    found = run("check", f"{file}:{name}", *PURE, "--eps", "1")
    assert found.status == 2
    assert wrong in found.err
    assert len(found.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("target", "wrong"),
    [
        ("B36", "leave out --all-inputs"),
        ("examples/randomized_response.json", "--all-inputs is about programs"),
    ],
)
def test_all_inputs_of_something_else(target: str, wrong: str) -> None:
    found = run("check", target, *PURE, "--eps", "1", "--all-inputs")
    assert found.status == 2
    assert wrong in found.err


def test_too_many_listed_inputs() -> None:
    found = run("check", "B20:n=10", *PURE, "--eps", "1", "--listed-inputs")
    assert found.status == 3
    assert "10000 inputs" in found.out
    assert "--all-inputs" in found.out


def test_the_time_limit() -> None:
    found = run("check", "B25:n=12", *PURE, "--eps", "1", "--all-inputs", "--time-limit", "1")
    assert found.status == 3
    assert "(time)" in found.out


def test_markdown_and_junit(file: Path) -> None:
    for form in ("markdown", "junit"):
        found = run("check", f"{file}:noisy", *PURE, "--eps", "1/2", "--format", form)
        assert found.status == 1
        assert "density" in found.out
