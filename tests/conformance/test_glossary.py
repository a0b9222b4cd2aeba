"""The glossary defines each word once, and leaves out none that a user meets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

import dpverify
from tests.conformance import pages, registries
from tests.conformance.pages import Row, glossary_rows

VERDICTS = ("holds", "fails", "unknown")


def parameters() -> set[str]:
    """What the definitions take, on the command line and in Python."""
    kinds = registries.definitions().values()
    return {each for kind in kinds for each in (*kind.parameters, *getattr(kind, "details", ()))}


WORDS: dict[str, Callable[[], Iterable[str]]] = {
    "public name": lambda: dpverify.__all__,
    "definition": registries.definitions,
    "parameter": parameters,
    "noise law": lambda: [f"draw.{law}" for law in registries.noise_laws()],
    "evidence": registries.evidence_words,
    "status": registries.statuses,
    "verdict": lambda: VERDICTS,
}


def not_once(words: Iterable[str]) -> dict[str, int]:
    """The words that are not in exactly one row, with the number of rows."""
    count = Counter(name for row in glossary_rows() for name in row.names)
    return {word: count[word] for word in words if count[word] != 1}


@pytest.mark.parametrize("kind", WORDS)
def test_each_word_is_in_one_row(kind: str) -> None:
    """Public names, definitions, their parameters, noise, evidence, statuses, verdicts."""
    assert not_once(WORDS[kind]()) == {}


def test_no_term_has_two_rows() -> None:
    """A term that stands in two rows would have two meanings."""
    count = Counter(term for row in glossary_rows() for term in row.terms)
    assert [term for term, rows in count.items() if rows > 1] == []


def test_a_missing_word_and_a_second_row_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control, with a word that nobody explains and a row that stands twice."""
    assert not_once(["nowhere"]) == {"nowhere": 0}
    text = pages.page("docs/glossary.md")
    twice = text.replace("| `eps` | ε |", "| `eps` | ε | |\n| `eps` | ε |")
    monkeypatch.setattr(pages, "page", lambda _: twice)
    assert not_once(parameters()) == {"eps": 2}
    with pytest.raises(AssertionError, match="eps"):
        test_no_term_has_two_rows()


def test_rows_are_read() -> None:
    """Of tables with names in code and without; what stands in brackets is no part of a term."""
    heads = ("term", "symbol, name in code", "meaning")
    row = Row(heads, ("kernel (checking), `door`", "K; `Kernel`", "`not` a name"))
    assert row.names == {"door", "Kernel"}
    assert Row(heads, ("`a`, b (see c, d)", "", "")).terms == ["a", "b"]
    assert len(glossary_rows()) > 150
