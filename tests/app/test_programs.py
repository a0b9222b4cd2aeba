"""Programs on the command line: check, measure, replay, claims files, starters, the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PROGRAMS = Path(ROOT) / "examples" / "programs.py"
PURE = ("--definition", "pure-dp", "--eps")

SOURCE = """
from dpverify import mechanism

@mechanism(inputs=[0, 1], title="a coin")
def coin(bit, draw, *, p="3/4"):
    return bit if draw.flip(p) else 1 - bit

@mechanism(inputs=[0, 1])
def noisy(count, draw):
    return count + draw.discrete_laplace(1)

@mechanism(inputs=[0, 1])
def rounded_up(count, draw):
    released = count + draw.discrete_laplace(1)
    return released if released > 0 else 0

@mechanism(inputs=[0, 1])
def endless(count, draw):
    return count + int(draw.discrete_laplace(1))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.mark.long
def test_check_ends_with_the_status_of_the_verdict(file: Path) -> None:
    assert run("check", f"{file}:coin", *PURE, "ln(3)").status == 0
    assert run("check", f"{file}:coin", *PURE, "1").status == 1
    assert run("check", f"{file}:coin:p=1/2", *PURE, "0").status == 0
    assert run("check", f"{file}:noisy", *PURE, "1").status == 0  # by a closed form
    assert run("check", f"{file}:rounded_up", *PURE, "1").status == 0  # its tails lie together
    assert run("check", f"{file}:endless", *PURE, "1").status == 3  # too many paths
    assert run("check", f"{file}:noisy", *PURE, "3/4").status == 1


def test_a_saved_result_is_replayed_without_the_program(file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    run("check", f"{file}:coin", *PURE, "1", "--format", "json", "--out", saved)
    file.unlink()
    assert run("replay", saved).status == 0
    subject = json.loads(saved.read_text(encoding="utf-8"))["subject"]
    assert subject["kind"] == "channel"
    assert subject["source"] == f"{file}:coin"
    assert subject["channel"]["inputs"] == ["0", "1"]


@pytest.mark.parametrize("name", ["noisy", "endless"])
def test_a_witness_is_replayed_where_not_all_paths_were_followed(
    file: Path, tmp_path: Path, name: str
) -> None:
    """By the channel with its tails, or by the masses of the paths that were followed."""
    saved = tmp_path / "result.json"
    run("check", f"{file}:{name}", *PURE, "3/4", "--format", "json", "--out", saved)
    assert run("replay", saved).status == 0


@pytest.mark.slow
def test_measure_prints_bounds(file: Path) -> None:
    """q = e^(−1): δ = (1 − e^(3/4)·q)/(1 + q)."""
    outcome = run("measure", f"{file}:endless", "--definition", "approx-dp", "--eps", "3/4")
    assert outcome.status == 0
    assert "≈ 0.1617" in outcome.out
    assert "remains" in outcome.out


@pytest.mark.slow
def test_measure_of_pure_dp_says_what_is_needed_at_least(file: Path, tmp_path: Path) -> None:
    """The smallest ε is 1; the paths show that it is no smaller, but for what remains."""
    saved = tmp_path / "result.json"
    outcome = run("measure", f"{file}:endless", "--definition", "pure-dp")
    assert outcome.status == 0
    assert "ε ≥ 0.99999999" in outcome.out
    run("check", f"{file}:endless", *PURE, "1", "--format", "json", "--out", saved)
    document = json.loads(saved.read_text(encoding="utf-8"))
    assert document["verdict"] == "unknown"
    assert 0.99999999 < float(document["tight"]["eps"]["lower"]) <= 1
    assert document["tight"]["eps"]["upper"] == "inf"
    assert run("replay", saved).status == 0


@pytest.mark.long
def test_a_module_is_a_target_too() -> None:
    target = "dpverify.defs.mechanisms.randomized_response:randomized_response:eps=1/2"
    assert run("check", target, *PURE, "1/2").status == 0


CLAIMS = """
[[claim]]
target = "mine.py:coin"
definition = "pure-dp"
eps = "ln(3)"

[[claim]]
target = "B39:eps=1/10"
definition = "pure-dp"
eps = "1/10"

[[claim]]
target = "truncated-geometric-natural-log"
definition = "pure-dp"
eps = "1/10"
expect = "fails"

[[claim]]
target = "mine.py:noisy"
definition = "approx-dp"
eps = "1"
delta = "1e-9"
"""


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_claims_file_names_programs_beside_it(file: Path, jobs: str) -> None:
    """Files are found from the claims file, mechanisms of the library by name."""
    claims = file.with_name("claims.toml")
    claims.write_text(CLAIMS, encoding="utf-8")
    outcome = run("check", "--claims", claims, "--format", "json", "--jobs", jobs)
    assert outcome.status == 0, outcome.err
    assert [each["verdict"] for each in outcome.json()["claims"]] == [
        "holds", "holds", "fails", "holds",
    ]  # fmt: skip


def test_a_missing_program_is_refused_before_any_work(file: Path) -> None:
    claims = file.with_name("claims.toml")
    claims.write_text(CLAIMS.replace("mine.py:noisy", "gone.py:noisy"), encoding="utf-8")
    assert "claim 4" in run("check", "--claims", claims).one_line()


def test_the_starter_program_holds(tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    assert run("new", path).status == 0
    assert run("check", f"{path}:noisy_count", *PURE, "1/2").status == 0
    assert run("check", f"{path}:noisy_count:eps=2", *PURE, "1/2").status == 1
    assert run("check", f"{path}:randomized_response", *PURE, "ln(3)").status == 0


def test_the_library_is_listed_and_explained() -> None:
    rows = run("list", "mechanisms", "--format", "json").json()["mechanisms"]
    by_id = {row["id"]: row for row in rows}
    assert by_id["B39"]["name"] == "truncated-geometric"
    assert by_id["B39"]["parameters"] == "eps=1/10,n=3"
    text = run("explain", "B39").out
    assert "Balcer" in text
    assert "dpverify measure B39:eps=1/10,n=3 --definition pure-dp" in text
    assert run("explain", "truncated-geometric", "--format", "json").json()["id"] == "B39"


@pytest.mark.parametrize("name", ["safe_count", "unsafe_count"])
def test_the_first_program_of_the_readme(name: str) -> None:
    """It fails where the test on the count sees no noise, and holds where it does."""
    expected = {"safe_count": 0, "unsafe_count": 1}[name]
    assert run("check", f"{PROGRAMS}:{name}", *PURE, "1/2").status == expected


@pytest.mark.parametrize("name", ["noisy-max:n=-1", "continuous-noisy-max:n=-1", "B25:n=-1"])
def test_parameters_for_which_the_library_has_no_inputs(name: str) -> None:
    """It is what was asked for that is wrong, and no bug of ours."""
    line = run("measure", name, *PURE[:2]).one_line()
    assert "its inputs, neighbours or tail cannot be read: ValueError" in line
