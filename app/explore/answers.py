"""What the library says about a subject: the claim decided, and what is tight.

What must never change: each number comes from `check` or `measure` and passed their gate, or from
exact arithmetic of the channel, and says which; nothing is computed for the page elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.decide import check, measure
from dpverify.checkers.programs.moved import about_all_inputs
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Result
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.io import channel_from_document
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.programs.datasets import DataSets
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.qif import posterior_bayes_vulnerability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.channel import Channel

    Asked = Channel | Mechanism
    Document = dict[str, Any]

CURVE = ("0", "1/4", "1/2", "1", "3/2", "2", "3")
"""The values of ε at which δ is asked of noise that no table holds."""


def claimed(eps: str, delta: str) -> tuple[str, dict[str, str]]:
    """The definition that a claim is of: pure where δ is 0, with its parameters."""
    if ApproxDP(eps=eps, delta=delta).delta == 0:
        return "pure-dp", {"eps": eps}
    return "approx-dp", {"eps": eps, "delta": delta}


def answers(
    subject: Asked,
    eps: str,
    delta: str,
    *,
    source: str | None,
    seconds: float,
    all_inputs: bool | None = None,
) -> Document:
    """Decide the claim, and measure ε, δ at the claim's ε, and the advantage of a test.

    Args: source what the subject is called; seconds for each of the four questions; all_inputs as
        for `check`.
    Returns: `check`, a result document; `measured`, by name a result document or what stopped it;
        `guess`, of a finite channel the chance to guess the input.
    Raises: InputError for a claim or a subject that is none.
    """
    name, given = claimed(eps, delta)
    how: dict[str, Any] = {"time_limit": seconds, "source": source, "all_inputs": all_inputs}
    verdict = check(subject, definition(name, **given), **how)
    if not isinstance(verdict, Result):
        raise UsageError("the page asks about one ε; for all of them use --eps-range")
    document = verdict.to_dict()
    asked: dict[str, tuple[str, dict[str, str]]] = {
        "eps": ("pure-dp", {}),
        "delta": ("approx-dp", {"eps": eps}),
        "advantage": ("total-variation", {}),
    }
    everywhere = isinstance(subject, Mechanism) and about_all_inputs(subject)
    listed = all_inputs is False or not everywhere
    channel = _channel_of(subject, document) if listed else None
    about: Asked | Subject = subject if channel is None else Subject(channel, source)
    measured = {part: _measured(about, of, given, how) for part, (of, given) in asked.items()}
    return {"check": document, "measured": measured, "guess": _guess(channel)}


def _channel_of(subject: Asked, document: Document) -> Channel | None:
    """The finite channel that the verdict is about; None where it is about none.

    A program is followed once for all four answers: the others are about the channel that its
    verdict carries, and rest on the same promises. Of data sets a verdict may have seen larger ones
    than those of its channel.
    """
    if isinstance(subject, Mechanism) and isinstance(subject.inputs, DataSets):
        return None
    stated = document["subject"].get("channel")
    if stated is None:
        return None
    return channel_from_document(stated).resting_on(document.get("assumptions") or ())


def curve(
    subject: Asked, *, seconds: float, all_inputs: bool | None = None
) -> list[tuple[str, Document]]:
    """δ at several values of ε, each a result document or what stopped it."""
    how: dict[str, Any] = {"time_limit": seconds, "all_inputs": all_inputs}
    return [(eps, _measured(subject, "approx-dp", {"eps": eps}, how)) for eps in CURVE]


def _measured(
    subject: Asked | Subject, name: str, given: Mapping[str, Any], how: Mapping[str, Any]
) -> Document:
    """A result document; or `{"undecided"}` with a code and the reason."""
    try:
        return measure(subject, name, **how, **given).to_dict()
    except Undecided as stop:
        return {"undecided": [stop.code, stop.text]}
    except InputError as error:  # such as a definition that is not decided of this noise
        return {"undecided": ["unsupported", str(error)]}


def _guess(channel: Channel | None) -> dict[str, str] | None:
    """How likely the best guess of the input is right, all being equally likely before."""
    if channel is None:
        return None
    before = Value(1) / len(channel.inputs)
    after = posterior_bayes_vulnerability(channel, "uniform")
    return {
        "before": number_text(before),
        "after": number_text(after),
        "advantage": number_text(after - before),
    }
