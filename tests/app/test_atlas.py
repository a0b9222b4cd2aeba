"""`dpverify atlas`: the table, its filters, its page, and what it opens."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line import run


def test_the_table_and_the_same_as_data() -> None:
    """Every row is there; --json is --format json."""
    outcome = run("atlas")
    assert outcome.status == 0
    data = json.loads(run("atlas", "--json").out)["atlas"]
    assert all(row["name"] in outcome.out for row in data["definitions"])
    assert data["counts"]["cells"] == len(data["cells"])
    assert data == json.loads(run("atlas", "--format", "json").out)["atlas"]


def test_one_definition_names_its_claims() -> None:
    """With the arrows from it and to it."""
    out = run("atlas", "probabilistic-dp").out
    assert "dp.post-processing" in out
    assert "does not imply" in out


def test_filters_leave_the_rest_out() -> None:
    """Cells that are open have no claim."""
    data = json.loads(run("atlas", "--answer", "open", "--json").out)["atlas"]
    assert {cell["answer"] for cell in data["cells"]} == {"open"}
    assert not data["arrows"]


def test_a_witness_is_what_replay_reads(tmp_path: Path) -> None:
    """A refutation, and two relations that no path joins."""
    for name in ("par.post-processing", "pure-dp:label/pure-dp:record"):
        path = tmp_path / "witness.json"
        assert run("atlas", "--witness", name, "--out", str(path)).status == 0
        assert run("replay", str(path)).status == 0


def test_bad_input_is_one_line() -> None:
    """Status 2: what was given, and what to do."""
    for arguments in (
        ("nothing",),
        ("--witness", "nothing"),
        ("--witness", "dp.pure-implies-zcdp.tanh"),
        ("--witness", "par.post-processing", "--arrows"),
        ("--grade", "certain"),
    ):
        outcome = run("atlas", *arguments)
        assert outcome.status == 2
        assert not outcome.out


def test_the_page_draws_orders_whose_lines_are_links() -> None:
    """Each line leads to an arrow of the page, each node to a row; nothing is loaded."""
    page = run("atlas", "--format", "html").out
    drawn = page.count('class="way"')
    assert drawn > 40
    assert page.count('href="#arrow-') >= drawn
    for number in range(5):
        assert f'id="arrow-{number}"' in page
    assert 'id="row-pure-dp"' in page
    assert 'id="claim-dp-post-processing-pure"' in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "src=" not in page
