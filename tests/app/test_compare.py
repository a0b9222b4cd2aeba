"""`dpverify compare`: two mechanisms from files and from the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

COIN, ERASURE = (f"{ROOT}/examples/{name}.json" for name in ("randomized_response", "erasure"))


def test_the_order_and_how_one_is_made_of_the_other(tmp_path: Path) -> None:
    done = run("compare", COIN, ERASURE)
    assert done.status == 0
    text = " ".join(done.out.split())
    assert "randomized_response.json is at least as private as" in text
    assert "nothing 1/2 1/2" in text
    saved = tmp_path / "compared.json"
    assert run("compare", COIN, ERASURE, "--format", "json", "--out", saved).status == 0
    assert len(json.loads(saved.read_text("utf-8"))["documents"]) == 6
    assert run("replay", saved).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((COIN, "nowhere.json"), "cannot read"),
        ((COIN, "geometric:eps=1,n=2"), "only the second has the input '2'"),
        ((COIN, f"{ROOT}/examples/scenarios/ten_votes.json"), "is a scenario"),
        ((COIN, "continuous-laplace"), "is no finite channel"),
    ],
)
def test_bad_use_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in run("compare", *arguments).one_line()
