"""What a result about released values says where functions of them come after (`Mechanism.then`).

A function that gets what was released, and nothing else, cannot tell two inputs apart better than
what it got: so `holds` carries over. A failure does not: the function may throw away what gave the
inputs away. Such a result names what is released as its subject, and says so.

What must never change: no `fails` and no measured number of what is released is said of the output;
no `holds` carries over for a definition that post-processing can break.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.verdict import Fails, Holds, Result, Unknown

R = TypeVar("R", bound=Result)

NOT_KEPT: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
"""Definitions that a function of the output can break: P[L > ε] may grow under post-processing."""
STATELESS_AFTER: Final = (
    "the functions of what is released find nothing else that a run left behind: what a program"
    " can change may be such a thing"
)


def at_release(result: R, after: Sequence[str]) -> R | Unknown:
    """The result about what is released, as one about a mechanism with functions after that.

    Args: after names of the functions, in the order in which they run; none leaves all as it is.
    """
    if not after or isinstance(result, Unknown):
        return result
    if isinstance(result, Holds) and result.definition in NOT_KEPT:
        return _not_kept(result, after)
    last, source = after[-1], result.subject.source
    if isinstance(result, Holds):
        note = f"shown on what is released; {last} is made of that alone, and so holds as well"
    else:
        source = f"what {source} releases"
        note = f"what is released; the output of {last} needs no more"
    if isinstance(result, Fails):
        note = (
            "what is released at this step already violates; whether the output of"
            f" {last} alone does is not decided"
        )
    subject: Any = result.subject
    if hasattr(subject, "after"):  # a traced program, whose engines are not loaded for others
        notes = (*subject.notes, note)
        subject = replace(subject, source=source, notes=notes, after=tuple(after))
    else:  # words alone, as the finite channel that they are
        subject = replace(subject, source=f"what {result.subject.source} releases")
    return replace(result, subject=subject)


def _not_kept(result: Holds, after: Sequence[str]) -> Unknown:
    text = (
        f"what is released satisfies it; {after[-1]} is made of that, and a function of an output"
        f" can break {result.definition}, since it may gather outputs of small and large loss"
    )
    return Unknown(
        subject=result.subject,
        definition=result.definition,
        given=result.given,
        setting=result.setting,
        reason=Reason("unsupported", text),
    )


def promises(keeps: bool, after: Sequence[str], stateless: str) -> tuple[str, ...]:
    """What is promised of a program that could keep something, and of the functions after it."""
    return (stateless, *([STATELESS_AFTER] if after else [])) if keeps else ()
