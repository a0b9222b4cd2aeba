"""`dpverify benchmark`: the table in three forms, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run


def test_text() -> None:
    """A row with its tight ε, verdict and witness."""
    said = run("benchmark", "--rows", "B23", "--n", "2").out
    for each in ("(3/2)ε", "violates", "violates iff n ≥ 2", ".172"):
        assert each in " ".join(said.split()), each


def test_json() -> None:
    """Rows in the order of their ids, with the others' numbers beside them."""
    document = run("benchmark", "--rows", "B25,B11", "--n", "3", "--format", "json").json()
    assert document["schema"] == "dpverify.benchmark/1.0"
    assert [row["id"] for row in document["rows"]] == ["B11", "B25"]
    chen = document["rows"][1]
    assert (chen["tight"], chen["verdict"], chen["value"]) == ("(3/2)ε", "violates", "0.15")
    assert chen["published"] == {
        "bound": ".322 (n=10)", "seconds": "680", "sampling": "seconds to hours"
    }  # fmt: skip
    assert document["run"]["versions"]["dpverify"]


def test_markdown_to_a_file(tmp_path: Path) -> None:
    """The file holds a table."""
    path = tmp_path / "table.md"
    arguments = ("benchmark", "--rows", "B20", "--c", "2", "--format", "markdown")
    assert run(*arguments, "--out", str(path)).status == 0
    assert "| `B20` | n=3,c=2,eps=1/10 | ε | (3/8)ε |" in path.read_text("utf-8")


def test_other_parameters() -> None:
    """ε as a decimal; B34 with its δ."""
    document = run("benchmark", "--rows", "B13,B34δ", "--eps", "0.7", "--format", "json").json()
    noisy_max, delta = document["rows"]
    assert (noisy_max["parameters"], noisy_max["value"]) == ("n=5,eps=7/10", "1.75")
    assert delta["parameters"].startswith("n=3,c=1,eps=7/10")


def test_audit() -> None:
    """Samples of rows with continuous noise and without."""
    arguments = ("benchmark", "--rows", "B20,B36", "--audit", "500", "--seed", "3")
    sparse, coin = run(*arguments, "--format", "json").json()["rows"]
    assert sparse["audit"].startswith("agrees: ")
    assert coin["audit"].startswith("agrees: 0.52498, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rows", "B99"), "no row 'B99'"),
        (("--rows", "B20,"), "empty name"),
        (("--eps", "0"), "positive rational"),
        (("--eps", "exp(1)"), "positive rational"),
        (("--n", "11"), "11"),
    ],
)
def test_refused(arguments: tuple[str, ...], message: str) -> None:
    """One line, exit status 2."""
    outcome = run("benchmark", *arguments)
    assert outcome.status == 2
    assert message in outcome.one_line()
