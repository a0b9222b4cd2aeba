"""What an open question is advised: a change after which it was decided, as a diff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.model import Display, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.documents import Advice, Reason
    from dpverify.reports.model import Block

SENTENCES: Final = {
    "moves": "The question is then a stronger one, about all inputs.",
    "checkpoint": "The program stays the same; what it promises there is for you to judge.",
    "ends": "That is another program: what it releases stays between these ends.",
    "tail": "The program stays the same; that this is true is for you to know.",
    "limit": "The question stays the same.",
}


def advice_text(advice: Advice) -> str:
    """What was tried, and what came out, in sentences."""
    evidence = "" if advice.evidence is None else f" ({advice.evidence}, {_word(advice)})"
    return (
        f"A change was tried: {advice.text}. With it the claim {advice.verdict}{evidence}."
        f" {SENTENCES[advice.kind]} This is advice, and no answer to what was asked"
    )


def brief_advice(advice: Advice) -> str:
    """The same in a few words."""
    return f"with {advice.text} the claim {advice.verdict}; .explain() shows the change"


def advice_blocks(reason: Reason) -> Iterator[Block]:
    """The advice in sentences, then the change itself."""
    advice = reason.advice
    if advice is None:
        return
    yield paragraph(advice_text(advice), label="Advice")
    for assumption in advice.assumptions:
        yield paragraph(assumption, label="On a promise")
    if advice.option is not None:
        yield paragraph(code(advice.option), label="Add")
    if advice.diff is not None:
        yield Display(tuple(advice.diff.splitlines()), "diff")


def _word(advice: Advice) -> str:
    return EVIDENCE[str(advice.evidence)]
