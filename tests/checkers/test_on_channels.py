"""Claims about distances and priors, through `check`, `measure` and the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.verdict import Fails
from dpverify.defs.numbers.documents import read
from tests.command_line import run

LINE = dv.Channel(
    ["10", "15", "20"],
    ["low", "mid", "high"],
    [["4/7", "2/7", "1/7"], ["1/4", "1/2", "1/4"], ["1/7", "2/7", "4/7"]],
    distance=[[0, 1, 2], [1, 0, 1], [2, 1, 0]],
    prior=["1/4", "1/2", "1/4"],
)
TIGHT = dv.ln("16/7")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (dv.MetricDP(eps=TIGHT), "holds"),
        (dv.MetricDP(eps="0.82"), "fails"),
        (dv.MetricDP(eps=0), "fails"),
        (dv.GuessingAdvantage("15/68", ["20"]), "holds"),
        (dv.GuessingAdvantage("15/69", ["20"]), "fails"),
        (dv.GuessingAdvantage(0, ["20"], knowledge=[["10", "15"], ["20"]]), "holds"),
        (dv.GuessingAdvantage("1/100", ["20"], knowledge=[["10"], ["15", "20"]]), "fails"),
    ],
)
def test_verdicts(claim: dv.MetricDP | dv.GuessingAdvantage, verdict: str) -> None:
    """Each with the tight value, and each accepted by the kernel."""
    found = check(LINE, claim)
    assert found.name == verdict
    assert replay(read(found.to_json())).status == "accepted", replay(read(found.to_json()))
    assert isinstance(found, Fails) == (verdict == "fails")


def test_measured() -> None:
    assert measure(LINE, "metric-dp").tight["eps"] == TIGHT
    found = measure(LINE, "guessing-advantage", goal=["20"])
    assert found.tight["eta"] == dv.parse("15/68")
    assert found.setting["goal"] == ["20"]
    for result in (measure(LINE, "metric-dp"), found):
        assert replay(read(result.to_json())).status == "accepted"


def test_time_runs_out() -> None:
    found = check(LINE, dv.MetricDP(eps=1), time_limit=0)
    assert found.unknown
    assert replay(read(found.to_json())).status == "not-recheckable"


def test_an_assertion_shows_the_witness() -> None:
    with pytest.raises(AssertionError, match=r"posterior +≈? ?= 8/17|posterior"):
        dv.assert_private(LINE, dv.GuessingAdvantage("1/100", ["20"]))
    dv.assert_private(LINE, dv.MetricDP(eps=TIGHT))


def test_the_command_line(tmp_path: Path) -> None:
    """--goal, --prior and --distance; `given` repeats them; the saved result re-checks."""
    file, prior, distance = (tmp_path / name for name in ("c.json", "p.json", "d.json"))
    bare = LINE.to_dict()
    del bare["prior"], bare["distance"]
    file.write_text(json.dumps(bare))
    prior.write_text('["1/4", "1/2", "1/4"]')
    distance.write_text('{"distance": [[0, 1, 2], [1, 0, 1], [2, 1, 0]]}')
    saved = tmp_path / "result.json"
    for words, status in (
        (("guessing-advantage", "--eta", "1/10", "--goal", "20", "--prior", prior), 1),
        (("guessing-advantage", "--eta", "1/4", "--goal", "20", "--prior", prior), 0),
        (("metric-dp", "--eps", "1", "--distance", distance), 0),
        (("metric-dp", "--eps", "1/2", "--distance", distance), 1),
    ):
        outcome = run("check", file, "--definition", *words, "--format", "json", "--out", saved)
        assert outcome.status == status, outcome.err
        given = json.loads(saved.read_text())["given"]
        assert ("prior" in given, "distance" in given) == (
            "--prior" in words,
            "--distance" in words,
        )
        assert run("replay", saved).status == 0
    asked = run("check", file, "--definition", "guessing-advantage", "--eta", "1", "--goal", "20")
    assert asked.status == 2
    assert "--prior FILE" in asked.err


def test_a_claims_file(tmp_path: Path) -> None:
    (tmp_path / "line.json").write_text(LINE.to_json())
    claims = tmp_path / "claims.toml"
    claims.write_text(
        '[[claim]]\ntarget = "line.json"\ndefinition = "metric-dp"\neps = 1\n'
        '[[claim]]\ntarget = "line.json"\ndefinition = "guessing-advantage"\neta = "1/10"\n'
        'goal = ["20"]\nexpect = "fails"\n'
    )
    assert run("check", "--claims", claims).status == 0
    claims.write_text(claims.read_text().replace('["20"]', "20"))
    outcome = run("check", "--claims", claims)
    assert outcome.status == 2
    assert "goal must be" in outcome.err


def test_a_number_beyond_all_decimals_that_are_read() -> None:
    """χ² is about e^30000, which is above 10^10000: the exact number stands between that and ∞."""
    little, rest = "exp(-30000)", "1-exp(-30000)"
    channel = dv.Channel(["a", "b"], ["0", "1"], [[little, rest], [rest, little]])
    for result in (measure(channel, "chi-squared-dp"), check(channel, dv.ChiSquaredDP(1))):
        bounds = result.to_dict()["tight"]["chi_squared"]
        assert (bounds["lower"], bounds["upper"]) == ("1e10000", "inf")
        assert "exact" in bounds
        assert replay(read(result.to_json())).status == "accepted"
