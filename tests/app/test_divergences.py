"""Definitions about divergences on the command line and in claims files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

RR = str(ROOT / "examples" / "randomized_response.json")

CASES = [
    (("total-variation", "--delta", "1/2"), 0),
    (("total-variation", "--delta", "49/100"), 1),
    (("bounded-range", "--eps", "ln(9)"), 0),
    (("bounded-range", "--eps", "2"), 1),
    (("renyi-dp", "--alpha", "2", "--eps", "ln(7/3)"), 0),
    (("renyi-dp", "--alpha", "5/2", "--eps", "4/5"), 1),
    (("zcdp", "--rho", "ln(3)/2"), 0),
    (("zcdp", "--rho", "54/100"), 1),
    (("gaussian-dp", "--mu", "27/20"), 0),
    (("gaussian-dp", "--mu", "1"), 1),
    (("f-dp", "--trade-off", "approx(ln(3), 0)"), 0),
    (("f-dp", "--trade-off", "points(0,1; 1,0)"), 1),
    (("bounded-range", "--eps", "2*ln(2)*ln(3)/ln(2)"), 3),
]


@pytest.mark.parametrize(("claim", "status"), CASES)
def test_check_then_replay(claim: tuple[str, ...], status: int, tmp_path: Path) -> None:
    """Each verdict is re-checked from its file; in every format it is printed."""
    path = tmp_path / "result.json"
    outcome = run("check", RR, "--definition", *claim, "--format", "json", "--out", str(path))
    assert outcome.status == status, outcome.err
    document = json.loads(path.read_text("utf-8"))
    assert document["definition"] == claim[0]
    assert run("replay", str(path)).status == (3 if status == 3 else 0)
    for form in ("markdown", "html", "latex", "junit", "sarif"):
        shown = run("check", RR, "--definition", *claim, "--format", form)
        assert shown.status == status
        assert shown.out


@pytest.mark.parametrize(
    ("name", "options", "keys"),
    [
        ("total-variation", (), ["delta"]),
        ("bounded-range", (), ["eps"]),
        ("renyi-dp", ("--alpha", "2"), ["eps"]),
        ("zcdp", (), ["rho"]),
        ("gaussian-dp", (), ["mu"]),
        ("f-dp", (), []),
    ],
)
def test_measure(name: str, options: tuple[str, ...], keys: list[str]) -> None:
    outcome = run("measure", RR, "--definition", name, *options, "--format", "json")
    assert outcome.status == 0, outcome.err
    document = json.loads(outcome.out)
    assert [*document.get("tight", {})] == keys
    assert ("trade_off" in document) == (name == "f-dp")
    for form in ("text", "markdown", "html", "latex"):
        assert run("measure", RR, "--definition", name, *options, "--format", form).status == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("renyi-dp", "--eps", "1"), "needs alpha"),
        (("renyi-dp", "--alpha", "1", "--eps", "1"), "not greater than 1"),
        (("renyi-dp", "--alpha", "inf", "--eps", "1"), "inf"),
        (("renyi-dp", "--alpha", "nan", "--eps", "1"), "not a number"),
        (("zcdp", "--rho", "-1"), "negative"),
        (("zcdp", "--rho", "nan"), "not a number"),
        (("zcdp", "--eps", "1"), "rho"),
        (("gaussian-dp", "--mu", "-1/2"), "negative"),
        (("total-variation", "--delta", "2"), "no probability"),
        (("bounded-range",), "needs eps"),
        (("f-dp",), "--trade-off"),
        (("f-dp", "--trade-off", "gauss(1)"), "did you mean 'gaussian'"),
        (("pure-dp", "--eps", "1", "--rho", "1"), "rho"),
        (("pure-dp", "--eps", "1", "--trade-off", "gaussian(1)"), "trade_off"),
    ],
)
def test_refusals(options: tuple[str, ...], words: str) -> None:
    """Status 2, one line that names what is wrong."""
    outcome = run("check", RR, "--definition", *options)
    assert outcome.status == 2
    assert words in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
    assert outcome.out == ""


def test_measuring_a_claimed_function_is_refused() -> None:
    outcome = run("measure", RR, "--definition", "f-dp", "--trade-off", "gaussian(1)")
    assert outcome.status == 2
    assert "without --trade-off" in outcome.err


def test_explained() -> None:
    """Each names its options and its source."""
    for name, option in (("zcdp", "--rho NUMBER"), ("renyi-dp", "--alpha NUMBER"),
                         ("f-dp", "--trade-off F"), ("gaussian-dp", "--mu NUMBER")):  # fmt: skip
        outcome = run("explain", name)
        assert outcome.status == 0
        assert option in outcome.out
        assert "Source" in outcome.out


def test_a_claims_file(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    claims = (
        ("zcdp", 'rho = "ln(3)/2"', "holds"),
        ("renyi-dp", 'alpha = "3/2"\neps = "7/10"', "fails"),
        ("f-dp", 'trade_off = "gaussian(27/20)"', "holds"),
        ("gaussian-dp", 'mu = "1"', "fails"),
    )
    path.write_text(
        "".join(
            f'[[claim]]\ntarget = "{RR}"\ndefinition = "{name}"\n{given}\nexpect = "{expect}"\n'
            for name, given, expect in claims
        ),
        "utf-8",
    )
    outcome = run("check", "--claims", str(path))
    assert outcome.status == 0, outcome.out + outcome.err


def test_a_program() -> None:
    """A mechanism of the library is enumerated; permute-and-flip is not (1/8)-zCDP at ε = 1."""
    target = "permute-and-flip:base=exp(1/2),candidates=2,largest=2"
    assert run("check", target, "--definition", "zcdp", "--rho", "1/8").status == 1
    other = "exponential-mechanism:base=exp(1/2),candidates=2,largest=2"
    assert run("check", other, "--definition", "zcdp", "--rho", "1/8").status == 0
    assert run("check", other, "--definition", "bounded-range", "--eps", "1").status == 0
