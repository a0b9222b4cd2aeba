"""`dpverify risk`: the source beside the truth."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from dpverify.reports.risk_report import RISK_SCHEMA
from tests.command_line import run


def lines(*arguments: str) -> dict[str, dict[str, Any]]:
    """The lines of a JSON result, by quantity."""
    document = run("risk", *arguments, "--format", "json").json()
    assert document["schema"] == RISK_SCHEMA
    return {line["quantity"]: line for line in document["lines"]}


def lies(figure: dict[str, Any], decimal: str) -> bool:
    """Whether the enclosure rounds to a decimal."""
    half = Decimal(1).scaleb(Decimal(decimal).as_tuple().exponent) / 2  # type: ignore[arg-type]  # a finite decimal
    middle = (Decimal(figure["lower"]) + Decimal(figure["upper"])) / 2
    return abs(middle - Decimal(decimal)) <= half


def test_laplace_beside_the_source() -> None:
    """At (1/2, 1): .622459 printed, .153217 true; δ .377541 printed, .221199 true."""
    found = lines("laplace", "--eps0", "1", "--eps", "1/2")
    confidence, delta = found["confidence P[|L| ≤ ε]"], found["δ(ε)"]
    assert lies(confidence["source"], "0.622459")
    assert lies(confidence["truth"], "0.153217")
    assert lies(delta["source"], "0.377541")
    assert lies(delta["truth"], "0.221199")
    assert found["expected loss E[L]"]["truth"]["exact"] == "exp(-1)"


def test_laplace_on_several_numbers() -> None:
    """Shares: k is their number, ε₀ their sum."""
    found = lines("laplace", "--shares", "1/2,1/4,1/4", "--eps", "1/2")
    assert lies(found["confidence P[|L| ≤ ε]"]["source"], "0.519283")
    assert lies(found["confidence P[|L| ≤ ε]"]["truth"], "0.691429")
    above = lines("laplace", "--eps0", "1", "--eps", "2")
    assert above["confidence P[|L| ≤ ε]"]["source"] is None
    assert above["confidence P[|L| ≤ ε]"]["truth"]["exact"] == "1"


def test_gaussian() -> None:
    """An enclosure without an exact form."""
    found = lines("gaussian", "--mu", "1", "--eps", "1/2")
    assert found["δ(ε)"]["truth"]["exact"] is None
    assert lies(found["δ(ε)"]["truth"], "0.238421708")


def test_the_figure() -> None:
    """k = 1, 2, 3 and ε₀ = 1, 1.5, 2, 2.5, ten points each; each curve ends at 1."""
    document = run("risk", "gamma1", "--format", "json").json()
    points = document["figure"]["points"]
    assert len(points) == 40
    assert {point[0] for point in points} == {"1", "3/2", "2", "5/2"}
    half = next(point for point in points if point[:2] == ["1", "1/2"])
    for value, decimal in zip(half[2:5], ("0.62245933", "0.53959620", "0.51928334"), strict=True):
        assert abs(Decimal(value) - Decimal(decimal)) <= Decimal("5e-9")
    assert all(point[2:] == ["1"] * 4 for point in points if point[0] == point[1])


def test_the_health_centre() -> None:
    """S1's case: 74434.40578, 37805.85668 at .274115, saving 36628.54910; (.29, .64): 37990.13."""
    found = lines(
        "cost", "--budget", "550000", "--eps0", "1/2", "--eps", "0.29", "--confidence", "0.64",
        "--error", "4", "--limit", "40000",
    )  # fmt: skip
    assert lies(found["budget under ε₀-privacy"]["truth"], "74434.40578")
    assert lies(found["ε of the smallest budget at risk"]["source"], "0.274115")
    assert lies(found["budget there"]["source"], "37805.85668")
    assert lies(found["saving"]["source"], "36628.54910")
    assert lies(found["budget at ε (confidence given; true)"]["source"], "37990.13")
    assert found["the budget with γ₁ is convex"]["truth"].startswith("yes")
    assert found["smallest ε of the window"]["source"]["exact"] == "1/4"
    bent = lines("cost", "--budget", "1", "--eps0", "3/2")
    assert bent["the budget with γ₁ is convex"]["truth"].startswith("no: concave near")


@pytest.mark.slow
def test_composition_fed_with_gamma1() -> None:
    """δ = .01 is claimed, more than .94 is true; with the true confidence it is below .01."""
    found = lines("compose", "--n", "2000", "--delta", "1/100", "--eps0", "1", "--eps", "1/2")
    delta = found["true δ at that ε'"]
    assert Decimal(delta["source"]["lower"]) > Decimal("0.94")
    assert Decimal(delta["truth"]["upper"]) < Decimal("0.01")
    given = lines(
        "compose", "--n", "10", "--delta", "1/2", "--eps0", "1", "--eps", "1/2", "--confidence", "1"
    )
    assert given["mean loss μ"]["source"]["exact"] == "1/8"


def test_samples() -> None:
    """Ten samples and ρ = 1/2: the product says .986524, the truth is 10/11."""
    found = lines("samples", "--n", "10", "--rho", "1/2", "--eps0", "1", "--eps", "1/2")
    assert lies(found["fresh pair within Δ_S (γ₂; by DKW)"]["source"], "0.986524")
    assert found["fresh pair within Δ_S (by order)"]["truth"]["exact"] == "10/11"


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_for_readers(form: str) -> None:
    """Both columns are named, and the remark says what γ₁ is."""
    said = run("risk", "laplace", "--eps0", "ln(4)", "--eps", "ln(2)", "--format", form).out
    assert "the source" in said
    assert "what is true" in said
    assert "not its confidence" in " ".join(said.split())


def test_alone_it_is_the_help() -> None:
    """Without a subcommand: what there is."""
    assert run("risk").status == 0
    assert run("risk").out == run("risk", "--help").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("laplase",), "laplase"),
        (("laplace", "--eps", "1"), "--eps0"),
        (("laplace", "--eps", "one", "--eps0", "1"), "one"),
        (("laplace", "--eps", "-1", "--eps0", "1"), "at least 0"),
        (("laplace", "--eps", "1", "--eps0", "0"), "more than 0"),
        (("laplace", "--eps", "inf", "--eps0", "1"), "infinite"),
        (("laplace", "--eps", "1", "--shares", "1/2,,1"), "number"),
        (("laplace", "--eps", "1", "--shares", "ln(2)"), "rational"),
        (("gaussian", "--eps", "1", "--mu", "-2"), "more than 0"),
        (("gamma1", "--eps", "1"), "--eps0"),
        (("samples", "--n", "10", "--rho", "0", "--eps0", "1", "--eps", "1/2"), "ρ is 0"),
        (("gamma1", "--eps", "2", "--eps0", "1"), "above"),
        (("cost", "--budget", "0", "--eps0", "1"), "more than 0"),
        (("cost", "--budget", "1", "--eps0", "1", "--eps", "1/2"), "together"),
        (("cost", "--budget", "1", "--eps0", "1", "--error", "1"), "--limit"),
        (("cost", "--budget", "1", "--eps0", "ln(2)"), "rational"),
        (("compose", "--n", "0", "--delta", "1/2", "--eps0", "1", "--eps", "1/2"), "n is 0"),
        (("compose", "--n", "2", "--delta", "0", "--eps0", "1", "--eps", "1/2"), "δ"),
        (("compose", "--n", "2", "--delta", "1/2", "--eps0", "1", "--eps", "2"), "above"),
        (("compose", "--n", "2", "--delta", "1/2", "--eps0", "1"), "--eps"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    """Status 2 and one line that names what is wrong."""
    assert message in run("risk", *arguments).one_line()


def test_gamma1_for_any_k() -> None:
    """A k between 1 and 2 has a γ₁ between theirs; no k is refused in one line."""
    words = ("risk", "gamma1", "--eps", "1/2", "--eps0", "1")
    form = run(*words, "--k", "1", "--k", "3/2", "--k", "2", "--format", "json").json()["figure"]
    assert form["columns"][2:5] == ["γ₁, k = 1", "γ₁, k = 3/2", "γ₁, k = 2"]
    one, between, two = map(float, form["points"][0][2:5])
    assert (one, between, two) == (0.6224593312, 0.565917519, 0.5395961958)
    assert "must be more than 0" in run(*words, "--k", "0").one_line()
    assert "k is 201" in run(*words, "--k", "201").one_line()


def test_votes_of_teachers(tmp_path: Path) -> None:
    """A hundred queries with two classes: by hand from (2 + g·d)/(4·e^(g·d)), d = 160."""
    path = tmp_path / "votes.csv"
    path.write_text("no,yes\n" + "190,30\n" * 100, encoding="utf-8")
    found = lines("pate", str(path), "--rate", "1/20", "--delta", "1e-5")
    lost = found["most votes do not win, at worst"]
    assert lies(lost["source"], "0.000838656570")
    assert lies(lost["truth"], "0.000838656570")
    both = found["ε of these votes"]
    assert Decimal(both["truth"]["upper"]) < Decimal(both["source"]["lower"])
    assert lies(found["ε, whatever the votes are"]["source"], "5.302585093")
    assert found["ε, whatever the votes are"]["truth"] is None
    path.write_text("1,x\n", encoding="utf-8")
    refused = run("risk", "pate", str(path), "--rate", "1/20", "--delta", "1e-5")
    assert refused.status == 2
    assert "holds 'x'" in refused.err
