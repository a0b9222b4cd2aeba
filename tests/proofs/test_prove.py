"""One claim examined from Python."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import dpverify as dv
from dpverify.proofs.registry import entry
from tests.reports.html.parsed import Parsed


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "status", "schema"),
    [
        ("dp.post-processing.pure", "proved", "dpverify.proof/1.2"),
        ("dp.post-processing.probabilistic", "refuted", "dpverify.refutation/1.0"),
        ("rr.tight-eps", "computed", None),
    ],
)
def test_the_status_and_what_it_rests_on(name: str, status: str, schema: str | None) -> None:
    found = dv.prove(name)
    assert (found.status, found.as_registered) == (status, True)
    assert found.to_dict()["id"] == found.claim.id == name
    if schema is None:
        assert found.document is None
        with pytest.raises(dv.InputError, match="without a document to re-check"):
            found.to_json()
    else:
        assert json.loads(found.to_json())["schema"] == schema
        assert dv.replay(found).status == "accepted"


@pytest.mark.slow
def test_the_status_does_not_depend_on_what_was_expected() -> None:
    claim = replace(entry("dp.post-processing.probabilistic"), expected="proved")
    found = dv.prove(claim)
    assert (found.status, found.as_registered) == ("refuted", False)


def test_a_claim_of_ones_own_borrows_no_proof() -> None:
    """An entry with the id of a proved one and a false statement has no proof."""
    false = entry("dp.post-processing.probabilistic").statement
    found = dv.prove(replace(entry("dp.post-processing.pure"), statement=false, mutants=()))
    assert found.status == "refuted"
    assert json.loads(found.to_json())["schema"] == "dpverify.refutation/1.0"


def test_an_unknown_id() -> None:
    with pytest.raises(dv.InputError, match="there is no entry"):
        dv.prove("dp.post-processing.prue")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "words", "drawn"),
    [
        ("dp.post-processing.probabilistic", "Whoever sees", True),
        ("dp.post-processing.pure", "Sum of the fact named, over all outputs.", False),
        ("rr.tight-eps", "computed", False),
    ],
)
def test_it_shows_itself(name: str, words: str, *, drawn: bool) -> None:
    shown = dv.prove(name)
    page = Parsed()
    page.feed(shown._repr_html_() or "")
    page.close()
    assert (page.faults, page.open) == ([], [])
    assert words in "".join(page.texts)
    assert ("svg" in {tag for tag, _ in page.tags}) == drawn
    assert words in (shown._repr_markdown_() or "").replace("\\", "")
