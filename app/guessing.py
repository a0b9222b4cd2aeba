"""`dpverify guess` as a document: texts in, a `dpverify.guess` document out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dpverify.app.guess_input import attribute_of
from dpverify.checkers.gate import not_accepted
from dpverify.checkers.guessing.answers import Answer, for_advantage, for_eps
from dpverify.checkers.guessing.certificates import certificate_of
from dpverify.checkers.guessing.goals import Combine, Goals, goals_of
from dpverify.defs.errors import DomainError, Undecided, UsageError
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

    @cached_property
    def certified(self) -> dict[str, Any]:
        """The document with what the kernel re-checks it by: laws, and certificates of answers.

        It went through the gate: `not_rechecked` says why the kernel did not re-check it, if so.
        Where time runs out for certificates, the answers, which need none, stand without them.

        Raises: InternalError where the kernel rejects the document.
        """
        attributes = [
            {
                **form,
                "law": [[number_text(as_value(x)), number_text(w)] for x, w in _law(attribute)],
            }
            for form, attribute in zip(
                self.document["attributes"], self.goals[0].attributes, strict=True
            )
        ]
        answers = []
        why = None
        for form, answer in zip(self.document["answers"], self.answers, strict=True):
            carried = None
            try:
                carried = certificate_of(answer, self.goals, self.eps, self.time_limit)
            except Undecided as stop:
                why = f"no certificate of the answer {answer.method!r} was found: {stop.text}"
            answers.append({**form, **({} if carried is None else {"certificate": carried})})
        form = {**self.document, "attributes": attributes, "answers": answers}
        unread = not_accepted(form, "guesses")
        return form if unread is None else {**form, "not_rechecked": why or unread}

    def figures(self) -> Sequence[Figure]:
        """The plots; Undecided where a linear programme runs out of time."""
        from dpverify.reports.drawings.guessing import Guess, guess_figures

        return guess_figures(Guess(self.goals, self.answers, self.eps, self.time_limit))


def found(question: Question) -> Found:
    """Answer a question.

    Raises: InputError for what was given, Undecided where time or precision does not suffice.
    """
    if (question.eps is None) == (question.advantage is None):
        raise UsageError("give either --eps or --advantage")
    attributes = _attributes(question)
    at = [as_value(value).as_fraction() for value in question.at]
    goals = goals_of(attributes, at, question.combine, question.sign)
    eps: Loss | Real | None = None
    if question.eps is not None:
        eps = as_eps(question.eps)
        if eps < 0:
            raise DomainError(f"--eps {question.eps} is negative; a privacy loss bound is ≥ 0")
        answers = for_eps(goals, eps, question.time_limit)
    else:
        eta = as_value(question.advantage)
        if not 0 <= eta <= 1:
            raise DomainError(f"--advantage {question.advantage} must lie in [0, 1]")
        answers = for_advantage(goals, eta, question.time_limit)
    given = {"eps": question.eps} if question.eps is not None else {"advantage": question.advantage}
    document = {
        "schema": SCHEMA,
        "given": {
            **given,
            "combine": question.combine,
            "sign": question.sign,
            **({"at": list(question.at)} if question.at else {}),
        },
        "attributes": [
            {
                "source": text,
                "precision": number_text(as_value(attribute.precision)),
                "values": len(attribute.values),
                "range": number_text(as_value(attribute.radius)),
                "note": attribute.note,
            }
            for text, attribute in zip(question.attributes, attributes, strict=True)
        ],
        "answers": [_answer(answer, question) for answer in answers],
    }
    return Found(document, goals, answers, eps, question.time_limit)


def _law(attribute: Attribute) -> list[tuple[Fraction, Value]]:
    return list(zip(attribute.values, attribute.weights, strict=True))


def _attributes(question: Question) -> list[Attribute]:
    if not question.attributes:
        raise UsageError("no --attribute given: FILE.csv:COLUMN, or normal:mean=20,sd=5")
    if len(question.precisions) != len(question.attributes):
        raise UsageError(
            f"{len(question.attributes)} attributes and {len(question.precisions)} precisions;"
            " give one --precision for each --attribute, in the same order"
        )
    pairs = zip(question.attributes, question.precisions, strict=True)
    return [attribute_of(text, precision) for text, precision in pairs]


def _answer(answer: Answer, question: Question) -> dict[str, Any]:
    form: dict[str, Any] = {"method": answer.method, "prior": number_json(answer.chance)}
    if answer.at:
        form["at"] = [number_text(as_value(value)) for value in answer.at]
    if question.eps is None:
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
