"""What the library says about a subject: the claim decided, and what is tight.

What must never change: each number comes from `check` or `measure` and passed their gate, or from
exact arithmetic of the channel, and says which; nothing is computed for the page elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.decide import check, measure
from dpverify.checkers.verdict import Result
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.io import channel_from_document
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.qif import posterior_bayes_vulnerability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.channel import Channel
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.target import Target

    Subject = Channel | Mechanism | Target
    Document = dict[str, Any]

CURVE = ("0", "1/4", "1/2", "1", "3/2", "2", "3")
"""The values of ε at which δ is asked of noise that no table holds."""


def claimed(eps: str, delta: str) -> tuple[str, dict[str, str]]:
    """The definition that a claim is of: pure where δ is 0, with its parameters."""
    if ApproxDP(eps=eps, delta=delta).delta == 0:
        return "pure-dp", {"eps": eps}
    return "approx-dp", {"eps": eps, "delta": delta}


def answers(
    subject: Subject, eps: str, delta: str, *, source: str | None, seconds: float
) -> Document:
    """Decide the claim, and measure ε, δ at the claim's ε, and the advantage of a test.

    Args: source what the subject is called; seconds for each of the four questions.
    Returns: `check`, a result document; `measured`, by name a result document or what stopped it;
        `guess`, of a finite channel the chance to guess the input.
    Raises: InputError for a claim or a subject that is none.
    """
    name, given = claimed(eps, delta)
    how: dict[str, Any] = {"time_limit": seconds, "source": source}
    verdict = check(subject, definition(name, **given), **how)
    if not isinstance(verdict, Result):
        raise UsageError("the page asks about one ε; for all of them use --eps-range")
    document = verdict.to_dict()
    asked = {
        "eps": ("pure-dp", {}),
        "delta": ("approx-dp", {"eps": eps}),
        "advantage": ("total-variation", {}),
    }
    measured = {part: _measured(subject, of, set_, how) for part, (of, set_) in asked.items()}
    return {"check": document, "measured": measured, "guess": _guess(document)}


def curve(subject: Subject, *, seconds: float) -> list[tuple[str, Document]]:
    """δ at several values of ε, each a result document or what stopped it."""
    how: dict[str, Any] = {"time_limit": seconds}
    return [(eps, _measured(subject, "approx-dp", {"eps": eps}, how)) for eps in CURVE]


def _measured(
    subject: Subject, name: str, given: Mapping[str, str], how: Mapping[str, Any]
) -> Document:
    """A result document; or `{"undecided"}` with a code and the reason."""
    try:
        return measure(subject, name, **how, **given).to_dict()
    except Undecided as stop:
        return {"undecided": [stop.code, stop.text]}
    except InputError as error:  # such as a definition that is not decided of this noise
        return {"undecided": ["unsupported", str(error)]}


def _guess(document: Mapping[str, Any]) -> dict[str, str] | None:
    """How likely the best guess of the input is right, all being equally likely before."""
    stated = document["subject"].get("channel")
    if stated is None:
        return None
    channel = channel_from_document(stated)
    before = Value(1) / len(channel.inputs)
    after = posterior_bayes_vulnerability(channel, "uniform")
    return {
        "before": number_text(before),
        "after": number_text(after),
        "advantage": number_text(after - before),
    }
