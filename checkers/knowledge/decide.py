"""`check` and `measure` for scenarios.

What must never change: nothing leaves this module but through the gate, and an open question is
`Unknown`, never an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, cast

from dpverify.checkers.answers.documents import Evidence, Reason
from dpverify.checkers.answers.places import Setting, SettingWitness
from dpverify.checkers.budget import Budget
from dpverify.checkers.gate import assuming, gated
from dpverify.checkers.knowledge.answers import Answer, reduction, refutation, tight
from dpverify.checkers.knowledge.programs import resolved
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import ScenarioSubject, Subject, kind_of, named
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.parameters import as_parameter, missing_parameter
from dpverify.defs.definitions.registry import DEFINITIONS, about_attackers
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.knowledge.definitions import AttackerDefinition
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Number, Real
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import Target
from dpverify.defs.validate import shown, shown_path


def check_scenario(
    subject: object,
    definition: object,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> Verdict:
    """Decide one claim about a scenario; arguments and results as for `decide.check`.

    Raises: UsageError where subject or claim are of another kind.
    """
    about, claim = _subject(subject, source), _claim(definition)
    refuse_empty_question(about.scenario, claim.name)
    started, budget = monotonic(), Budget(time_limit)
    try:
        about = replace(about, scenario=resolved(about.scenario, budget))
        verdict = _decided(about, claim, budget)
        budget.check()
        return gated(assuming(verdict, _promised(about)), started, seed)
    except Undecided as stop:
        unknown = Unknown(subject=about, definition=claim.name, given=claim.given,
                          reason=Reason.of(stop))  # fmt: skip
        return gated(unknown, started, seed)


def measure_scenario(
    subject: object,
    definition: str,
    given: Mapping[str, Any],
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> Measured:
    """The smallest value of the parameter left out; arguments and results as `decide.measure`.

    Raises: UsageError for a definition of channels, or without a parameter; Undecided.
    """
    about, started = _subject(subject, source), monotonic()
    if definition not in about_attackers():
        raise UsageError(_other(definition))
    parameters = DEFINITIONS[definition].parameters
    if not parameters:
        raise UsageError(f"{definition} has no parameter to measure; use `dpverify check`")
    refuse_empty_question(about.scenario, definition)
    missing = missing_parameter(definition, given, parameters)
    fixed = {name: as_parameter(name, given[name]) for name in parameters if name in given}
    budget = Budget(time_limit)
    about = replace(about, scenario=resolved(about.scenario, budget))
    answer = tight(about.scenario, definition, missing, fixed, budget)
    measured = Measured(
        subject=about,
        definition=definition,
        given=fixed,
        evidence=_evidence(answer.value, *fixed.values()),
        **_found(missing, answer),
    )
    return gated(assuming(measured, _promised(about)), started, seed)


def _promised(about: ScenarioSubject) -> tuple[str, ...]:
    """The promises on which the numbers of the mechanism rest."""
    channel = about.scenario.query.channel
    return () if channel is None else channel.assumptions


def _subject(given: object, source: str | None) -> ScenarioSubject:
    if isinstance(given, ScenarioSubject):
        return given
    if isinstance(given, Scenario):
        return ScenarioSubject(given, source)
    raise UsageError(
        f"{_other_kind(given)}; {', '.join(about_attackers())} are claims about a"
        " scenario; `dpverify new FILE.json --scenario` writes one"
    )


def _other_kind(given: object) -> str:
    """What was given in place of a scenario, by the name that the user knows it by."""
    if isinstance(given, Subject | Channel):
        source = given.source if isinstance(given, Subject) else None
        name = "the subject" if source is None else shown_path(source)
        return f"{name} is a channel"
    if isinstance(given, Mechanism | Target):
        return f"{shown_path(named(given))} is a program"
    return f"the subject is {kind_of(given)}"


def _claim(given: object) -> AttackerDefinition:
    if getattr(given, "quantifier", None) == "attackers":
        return cast("AttackerDefinition", given)
    raise UsageError(_other(getattr(given, "name", shown(given))))


def _other(name: str) -> str:
    names = ", ".join(about_attackers())
    return f"{name} is no claim about a scenario; for scenarios there are {names}"


def _decided(about: ScenarioSubject, claim: AttackerDefinition, budget: Budget) -> Verdict:
    common: dict[str, Any] = {"subject": about, "definition": claim.name, "given": claim.given}
    if not claim.parameters:
        obstruction = reduction(about.scenario, budget)
        common["checked"] = obstruction.checked
        if obstruction.obstruction is None:
            return Holds(evidence="exact", **common)
        return Fails(witness=_witness(obstruction.obstruction, None), **common)
    answer = tight(about.scenario, claim.name, "delta", {"eps": claim.given["eps"]}, budget)
    common |= _found("delta", answer)
    if answer.value <= claim.given["delta"]:
        return Holds(evidence=_evidence(answer.value, *claim.given.values()), **common)
    setting, by = refutation(claim, answer)
    return Fails(witness=_witness(setting, by), **common)


def _witness(at: Setting, by: Any) -> SettingWitness:
    return SettingWitness(
        at.theta, at.target, at.values, at.terms, at.omitted, at.gain, by, at=at.at
    )


def _found(parameter: str, answer: Answer) -> dict[str, Any]:
    return {
        "tight": {parameter: answer.value},
        "attained_by": answer.setting,
        "checked": answer.checked,
    }


def _evidence(*numbers: Number) -> Evidence:
    return "enclosure" if any(isinstance(number, Real) for number in numbers) else "exact"
