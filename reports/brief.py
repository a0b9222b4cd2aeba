"""An answer in a few lines: what `print(verdict)` shows, and the same at more length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.claim import sentence, tight_figures
from dpverify.reports.escape import shortened, visible
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.model import plain
from dpverify.reports.plain_words import plain_words
from dpverify.reports.result_report import result_title
from dpverify.reports.scope import scope_of
from dpverify.reports.views.advice import advice_text, brief_advice
from dpverify.reports.views.claimed import line, number_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer

WIDTH = 160


def brief_text(answer: Answer) -> str:
    """Return at most five lines: the answer, its meaning, the tight value, evidence, scope."""
    return "\n".join(shortened(visible(text), WIDTH) for text in _lines(answer))


def _lines(answer: Answer) -> Iterator[str]:
    yield plain(result_title(answer))
    words = plain_words(answer)
    if answer.reason is not None:
        yield line("stopped", f"{answer.reason.text} ({answer.reason.code})")
        if answer.reason.advice is not None:
            yield line("advice", brief_advice(answer.reason.advice))
    elif words is not None:
        yield line("in short", plain(words))
    tight = [f"{symbol} {number_text(figure)}" for symbol, figure in tight_figures(answer)]
    if tight:
        yield line("tight", ", ".join(tight))
    if answer.evidence is not None:
        yield line("evidence", f"{answer.evidence}: {EVIDENCE[answer.evidence]}")
    yield line("scope", scope_of(answer).text)


def explanation_text(answer: Answer) -> str:
    """Return the answer in whole sentences: the claim, what came out, how strongly, for what."""
    paragraphs = ("\n".join(map(visible, lines)) for lines in _paragraphs(answer))
    return "\n\n".join(paragraphs) + "\n"


def _paragraphs(answer: Answer) -> Iterator[Sequence[str]]:
    """The lines of each paragraph: all but a change of a source are one line."""
    yield [f"{plain(result_title(answer))}."]
    words = plain_words(answer)
    if words is not None:
        yield [plain(words)]
    definition = DEFINITIONS.get(answer.definition)
    if definition is not None:
        told = f"{sentence(definition.statement)} As a formula: {definition.formula}"
        yield [f"The definition: {told} (source: {sentence(definition.source)[:-1]})."]
    if answer.reason is not None:
        yield [f"Not decided, because {answer.reason.text} ({answer.reason.code})."]
        advice = answer.reason.advice
        if advice is not None:
            yield [sentence(advice_text(advice))]
            if advice.diff is not None:
                yield advice.diff.rstrip("\n").split("\n")
    if answer.evidence is not None:
        yield [f"How strongly: {answer.evidence}, which means: {EVIDENCE[answer.evidence]}."]
    for promise in answer.assumptions:
        yield [f"Assuming {promise}."]
    scope = scope_of(answer)
    yield [f"For what: {scope.covers}. Not covered: {scope.beyond}."]
    if answer.not_rechecked is not None:
        yield [f"The kernel did not re-check: {answer.not_rechecked}."]
