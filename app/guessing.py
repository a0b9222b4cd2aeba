"""`dpverify guess` as a document: texts in, a `dpverify.guess` document out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.app.guess_input import attribute_of
from dpverify.checkers.gate import not_accepted
from dpverify.checkers.guessing.answers import Answer, for_advantage, for_eps
from dpverify.checkers.guessing.certificates import certificate_of
from dpverify.checkers.guessing.goals import Combine, Goals, goals_of
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import (
    Loss,
    Real,
    Value,
    as_eps,
    as_value,
    enclosure,
    number_json,
    number_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from dpverify.defs.guessing.advantage import Sign
    from dpverify.defs.guessing.attribute import Attribute
    from dpverify.defs.guessing.inverse import Between
    from dpverify.reports.drawings.figure import Figure

SCHEMA = "dpverify.guess/1.0"


@dataclass(frozen=True)
class Question:
    """What was asked on the command line, as texts; one of `eps` and `advantage`."""

    attributes: Sequence[str]
    precisions: Sequence[str]
    at: Sequence[str] = ()
    eps: str | None = None
    advantage: str | None = None
    combine: Combine = "and"
    sign: Sign = "gain"
    time_limit: float | None = None


@dataclass(frozen=True)
class Found:
    """The document with an answer for each method, and what plots are made of."""

    document: dict[str, Any]
    goals: Sequence[Goals]
    answers: Sequence[Answer]
    eps: Loss | Real | None
    time_limit: float | None

    def certified(self) -> dict[str, Any]:
        """The document with what the kernel re-checks it by: laws, and certificates of answers.

        It went through the gate: `not_rechecked` says why the kernel did not re-check it, if so.

        Raises: Undecided where a linear programme runs out of time; InternalError where the kernel
            rejects the document.
        """
        attributes = [
            {**form, "law": [[number_text(as_value(x)), number_text(w)] for x, w in _law(made)]}
            for form, made in zip(
                self.document["attributes"], self.goals[0].attributes, strict=True
            )
        ]
        answers = []
        for form, answer in zip(self.document["answers"], self.answers, strict=True):
            carried = certificate_of(answer, self.goals, self.eps, self.time_limit)
            answers.append({**form, **({} if carried is None else {"certificate": carried})})
        form = {**self.document, "attributes": attributes, "answers": answers}
        why = not_accepted(form, "guesses")
        return form if why is None else {**form, "not_rechecked": why}

    def figures(self) -> Sequence[Figure]:
        """The plots; Undecided where a linear programme runs out of time."""
        from dpverify.reports.drawings.guessing import Guess, guess_figures

        return guess_figures(Guess(self.goals, self.answers, self.eps, self.time_limit))


def found(asked: Question) -> Found:
    """Answer a question.

    Raises: InputError for what was given, Undecided where time or precision does not suffice.
    """
    if (asked.eps is None) == (asked.advantage is None):
        raise UsageError("give either --eps or --advantage")
    attributes = _attributes(asked)
    at = [as_value(value).as_fraction() for value in asked.at]
    goals = goals_of(attributes, at, asked.combine, asked.sign)
    eps: Loss | Real | None = None
    if asked.eps is not None:
        eps = as_eps(asked.eps)
        if eps < 0:
            raise UsageError(f"--eps {asked.eps} is negative; a privacy loss bound is ≥ 0")
        answers = for_eps(goals, eps, asked.time_limit)
    else:
        eta = as_value(asked.advantage)
        if not 0 <= eta <= 1:
            raise UsageError(f"--advantage {asked.advantage} must lie in [0, 1]")
        answers = for_advantage(goals, eta, asked.time_limit)
    given = {"eps": asked.eps} if asked.eps is not None else {"advantage": asked.advantage}
    document = {
        "schema": SCHEMA,
        "given": {
            **given,
            "combine": asked.combine,
            "sign": asked.sign,
            **({"at": list(asked.at)} if asked.at else {}),
        },
        "attributes": [
            {
                "source": text,
                "precision": number_text(as_value(made.precision)),
                "values": len(made.values),
                "range": number_text(as_value(made.radius)),
                "note": made.note,
            }
            for text, made in zip(asked.attributes, attributes, strict=True)
        ],
        "answers": [_answer(answer, asked) for answer in answers],
    }
    return Found(document, goals, answers, eps, asked.time_limit)


def _law(made: Attribute) -> list[tuple[Fraction, Value]]:
    return list(zip(made.values, made.weights, strict=True))


def _attributes(asked: Question) -> list[Attribute]:
    if not asked.attributes:
        raise UsageError("no --attribute given: FILE.csv:COLUMN, or normal:mean=20,sd=5")
    if len(asked.precisions) != len(asked.attributes):
        raise UsageError(
            f"{len(asked.attributes)} attributes and {len(asked.precisions)} precisions; give one"
            " --precision for each --attribute, in the same order"
        )
    pairs = zip(asked.attributes, asked.precisions, strict=True)
    return [attribute_of(text, precision) for text, precision in pairs]


def _answer(answer: Answer, asked: Question) -> dict[str, Any]:
    form: dict[str, Any] = {"method": answer.method, "prior": number_json(answer.chance)}
    if answer.at:
        form["at"] = [number_text(as_value(value)) for value in answer.at]
    if asked.eps is None:
        form["eps"] = _between(answer.eps)
    else:
        form["advantage"] = number_json(answer.advantage)
        if answer.posterior is not None:
            form["posterior"] = number_json(answer.posterior)
    return form


def _between(eps: Between) -> dict[str, Any]:
    """An exact ε, or the decimals that enclose it; the lower one is safe."""
    if eps.lower is eps.upper:
        return number_json(eps.lower)
    upper = "inf" if _infinite(eps.upper) else enclosure(eps.upper)[1]
    return {"exact": None, "lower": enclosure(eps.lower)[0], "upper": upper}


def _infinite(loss: Loss) -> bool:
    return loss.is_infinite
