"""The page on information flow: what it shows is what is computed."""

from __future__ import annotations

import doctest
import re

import pytest

from dpverify.proofs.registry import entry
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "information-flow.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one session, from the root of a checkout."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(BLOCK.findall(PAGE.read_text("utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) >= 12
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_entries_that_it_names() -> None:
    """They are registered, the one expected to hold and the other to fail."""
    assert entry("qif.bayes-capacity.pure").expected == "proved"
    assert entry("qif.bayes-capacity.as-pure").expected == "refuted"
