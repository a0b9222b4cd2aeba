"""What `dpverify guess --format json` carries besides, so that the kernel can re-check its answers.

For the tight answer the certificate of each linear programme; where an ε was looked for, both ends
exactly. Documents of many values carry none: they would be larger than what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dpverify.checkers.guessing.answers import Answer
from dpverify.checkers.guessing.goals import Goals
from dpverify.checkers.kernel.certificates.worst_posterior import Certificate
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import Loss, Real, Value, number_text

MAX_NUMBERS: Final = 40_000
"""Inputs times goals up to which certificates are carried."""


def certificate_of(
    answer: Answer, goals: Sequence[Goals], eps: Loss | Real | None, time_limit: float | None
) -> dict[str, Any] | None:
    """The certificate of one answer; None where it needs none, or would be too long.

    Args:
        answer: what was found.
        goals: all that were considered.
        eps: the ε that was asked about; None where one was looked for.
        time_limit: seconds for each linear programme.

    Returns:
        "lower" and "upper", the exact ends of ε; "goals", for each goal in order a list of
        potentials and parents for each of its spaces, at ε or at "lower"; "beyond", those at
        "upper" of the goal that the answer names.

    Raises:
        Undecided: out of time.
    """
    if answer.method in ("worst prior", "simplified"):
        return None
    certificate: dict[str, Any] = {}
    if eps is None:
        certificate = {
            "lower": number_text(answer.eps.lower),
            "upper": number_text(answer.eps.upper),
        }
    if answer.method not in ("tight", "union"):
        return certificate or None
    if sum(space.size for goal in goals for space in _spaces(answer, goal)) > MAX_NUMBERS:
        return None
    at = answer.eps.lower if eps is None else eps
    if not _infinite(at):
        certificate["goals"] = [_forms(answer, goal, at, time_limit) for goal in goals]
    if eps is None and not answer.eps.upper.is_infinite:
        named = next(goal for goal in goals if goal.at == answer.at)
        certificate["beyond"] = _forms(answer, named, answer.eps.upper, time_limit)
    return certificate


def _infinite(eps: Loss | Real) -> bool:
    return isinstance(eps, Loss) and eps.is_infinite


def _spaces(answer: Answer, goal: Goals) -> list[Space]:
    return [goal.whole] if answer.method == "tight" else goal.spaces


def _forms(
    answer: Answer, goal: Goals, eps: Loss | Real, time_limit: float | None
) -> list[dict[str, Any]]:
    return [
        _form(worst_posterior(space, eps, time_limit=time_limit).certificate)
        for space in _spaces(answer, goal)
    ]


def _form(certificate: Certificate) -> dict[str, Any]:
    potentials = [number_text(Value(h)) for h in certificate.potentials]
    return {"potentials": potentials, "parents": list(certificate.parents)}
