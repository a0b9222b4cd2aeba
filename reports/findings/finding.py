"""A finding: a claim of the literature and what refutes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpverify.reports.model import Display, Formula, Section, paragraph

if TYPE_CHECKING:
    from dpverify.reports.counterexamples.registry import Counterexample
    from dpverify.reports.model import Block


@dataclass(frozen=True)
class Finding:
    """A page before it is computed.

    Args:
        name: of its file, permanent.
        title: the claim in one line.
        source: who made it, or what is misread.
        build: computes the report, what `dpverify replay` re-checks, and what is drawn.
    """

    name: str
    title: str
    source: str
    build: Callable[[], Counterexample]


def statement(claim: str, formula: Sequence[str], source: str, evidence: str) -> Iterator[Block]:
    """Return how a page begins: the claim in words and as a formula, its source, the evidence."""
    yield paragraph(claim, label="Claim")
    yield Formula(tuple(formula))
    yield paragraph(source, label="Source")
    yield paragraph(evidence, label="Evidence")


def recheck(*lines: str) -> Section:
    """Return the commands that compute a page's result again."""
    return Section("How to re-check", (Display(lines, "sh"),))


def nearest(text: str) -> Section:
    """Return what is true in place of the claim."""
    return Section("What is true", (paragraph(text),))
