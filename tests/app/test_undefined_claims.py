"""An expression of one claim that is undefined costs that claim alone, which is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run

HEAD = """
from dpverify.claims import AnyChannel, Claim, Entry, Essay, Size, Statement

M = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))
KINDS = {"eps": "loss", "delta": "value", "rho": "value"}


def entry(name, eps, delta):
    two = Statement(
        objects={"M": M}, derived={"N": {"product": ["M", "M"]}}, parameters=KINDS,
        hypotheses=(Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}),),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )
    essay = Essay(belief="One believes it.", catch="It is false.", repair="None.", true_twin=None)
    return Entry(id=name, title=name, statement=two, source="ours", expected="refuted", essay=essay)


"""
UNDEFINED = {
    "b.division": ('"2*eps", "rho/delta"', "division by zero"),
    "b.logarithm": ('"ln(delta)", "delta"', "logarithm needs a positive number"),
    "b.negative": ('"2*eps", "delta-1"', "delta = -1 is no probability"),
    "b.root": ('"2*eps", "sqrt(delta-1)"', "positive base"),
}


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_others_are_decided(jobs: str, tmp_path: Path) -> None:
    """The claims before and after it are refuted; it is unknown, with its reason."""
    path = tmp_path / f"undefined{jobs}.py"
    made = [f'entry("{name}", {given})' for name, (given, _) in UNDEFINED.items()]
    fine = [f'entry("{name}", "2*eps", "delta")' for name in ("a.before", "c.after")]
    path.write_text(f"{HEAD}ENTRIES = ({', '.join([*fine, *made])},)\n")
    outcome = run("prove", path, "--jobs", jobs, "--format", "json")
    assert outcome.status == 3, outcome.err
    rows = {row["id"]: row for row in outcome.json()["entries"]}
    assert {rows[name]["status"] for name in ("a.before", "c.after")} == {"refuted"}
    for name, (_, words) in UNDEFINED.items():
        assert rows[name]["status"] == "unknown"
        assert words in rows[name]["reason"]["text"]
    text = " ".join(run("prove", path).out.split())
    assert "b.division: stayed open: it cannot be evaluated: division by zero" in text
