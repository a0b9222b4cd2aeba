"""What a failed assertion says: the claim, the tight value and the witness, in at most 25 lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.claim import SYMBOLS, claimed, tight_figures
from dpverify.reports.scope import scope_line
from dpverify.reports.views.claimed import brief, line, number_text
from dpverify.reports.views.places import place_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.documents import Answer

MOST_LINES = 25


def failure_message(
    answer: Answer, *, saved: str = "", bound: Answer | None = None, note: str = ""
) -> str:
    """Return the message of a claim that fails or stays open.

    Args:
        answer: a result whose verdict is "fails" or "unknown".
        saved: the file of the counterexample, empty where there is none.
        bound: the result on the pair alone, where the other pairs were not looked at.
        note: one more line.
    """
    lines = [_headline(answer), *_claim(answer)]
    if answer.reason is not None:
        lines.append(line("stopped", f"{brief(answer.reason.text, 200)} ({answer.reason.code})"))
        lines.append(line("note", "what is not decided has not been shown, so it does not pass"))
    else:
        lines += [*_tight(answer, bound), *_witness(answer)]
    if answer.not_rechecked is not None:
        lines.append(line("kernel", f"not re-checked: {brief(answer.not_rechecked, 200)}"))
    if note:
        lines.append(line("note", brief(note, 200)))
    if saved:
        lines += [line("saved", saved), line("re-check", f"dpverify replay {saved}")]
    return "\n".join(lines[:MOST_LINES])


def _headline(answer: Answer) -> str:
    verb = "does not satisfy" if answer.verdict == "fails" else "was not shown to satisfy"
    claim = claimed(answer)
    given = (f"{SYMBOLS.get(k, k)} = {brief(v, 40)}" for k, v in claim.parameters.items())
    parameters = ", ".join(given)
    words = f"{answer.definition} with {parameters}" if parameters else answer.definition
    return f"{brief(answer.subject.name, 60)} {verb} {words}"


def _claim(answer: Answer) -> Iterator[str]:
    definition = DEFINITIONS.get(answer.definition)
    if definition is not None:
        yield line("claim", definition.formula)
    yield line("scope", scope_line(answer))


def _tight(answer: Answer, bound: Answer | None) -> Iterator[str]:
    for symbol, figure in tight_figures(answer):
        yield line("tight", f"{symbol} {number_text(figure)} is the smallest that holds")
    for symbol, figure in () if bound is None else tight_figures(bound):
        words = "by the saved pair, which was tried first"
        yield line("tight", f"at least {symbol} {number_text(figure)}, {words}")


def _witness(answer: Answer) -> Iterator[str]:
    if answer.witnesses:  # a claim for every ε of a range
        first = answer.witnesses[0]
        yield line("at", f"{SYMBOLS['eps']} = {brief(first.eps, 40)}, for one")
        yield from place_lines(first.witness, answer.definition)
    elif answer.witness is not None:
        yield from place_lines(answer.witness, answer.definition)
