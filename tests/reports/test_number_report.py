"""A refutation by numbers as text and as a page."""

from __future__ import annotations

import pytest

from dpverify.checkers.answers.refutations import read_refutation
from dpverify.proofs.number_refutation import numbers_of, refuted_by
from dpverify.proofs.registry import entry
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Report
from dpverify.reports.refutation_report import refutation_blocks


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "par.cost.minimum.as-printed",
            ("`t` | `0.274115`", "**Holds.** `0 < t`", "`0.285 <= eps <= 0.295`", "50 equal cells"),
        ),
        ("par.samples.distance", ("**Claimed.** `1-(99/100)**10 >= 1-2*exp(-5)`", "**Fails.** At")),
    ],
)
def test_what_is_said(name: str, said: tuple[str, ...]) -> None:
    """Values, formulas, what holds and what is claimed; there is nothing to draw."""
    numbers = numbers_of(entry(name).statement)
    assert numbers is not None
    document = refuted_by(name, numbers)
    text = to_markdown(Report(("R",), tuple(refutation_blocks(read_refutation(document)))))
    assert [part for part in said if part not in text] == []
    assert figures_of(document) == []
