"""Verdicts about programs that release values with the same noise on both inputs.

What must never change: `holds` only where the value of every pair is at most the claimed one, in
exact arithmetic or by balls that separate; `fails` only with a pair whose value is larger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpverify.checkers.additive.pairs import placed_pairs
from dpverify.checkers.answers.documents import Evidence
from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.continuous.program import Program, ranged
from dpverify.checkers.continuous.subject import WAYS, TracedSubject
from dpverify.checkers.unsupported import NO_FUNCTION
from dpverify.checkers.verdict import Fails, Holds, Measured, Verdict
from dpverify.defs.errors import Undecided
from dpverify.defs.notions.claimed_trade_off import Gaussian
from dpverify.defs.notions.definition import Definition
from dpverify.defs.notions.f_dp import FDP
from dpverify.defs.notions.parameters import as_parameter, missing_parameter
from dpverify.defs.notions.registry import channel_definition
from dpverify.defs.numbers import (
    INFINITY,
    Number,
    Real,
    Value,
    as_number,
    number_text,
)
from dpverify.defs.pairs.functionals import FUNCTIONALS, as_value

Tick = Callable[[], None]


def decides(definition: str) -> bool:
    """Whether a definition is decided here for programs that release values alone."""
    return definition in FUNCTIONALS


def check_additive(program: Program, notion: Definition, *, source: str, tick: Tick) -> Verdict:
    """Decide a claim.

    Raises: Undecided("unsupported") where the program does more, or its laws are not known well
        enough; Undecided("precision") where an enclosure does not separate.
    """
    if isinstance(notion, FDP):
        return _check_function(program, notion, source=source, tick=tick)
    parameter = notion.parameters[-1]
    setting = notion.setting
    claimed = _claimed(notion.given[parameter])
    survey = _Survey(program, notion.name, {**notion.given, **setting}, source, tick)
    worst = survey.worst()
    common: dict[str, Any] = {
        "definition": notion.name,
        "given": notion.given,
        "setting": setting,
        "tight": {parameter: worst.value},
        **survey.parts(),
    }
    balls = isinstance(worst.value, Real) or isinstance(claimed, Real)
    evidence: Evidence = "enclosure" if balls else "exact"
    if _order(worst.value, claimed) <= 0:
        return Holds(evidence=evidence, attained_by=worst, **common)
    excess = INFINITY if worst.value == INFINITY else as_value(worst.value) - claimed
    witness = PairValue(worst.inputs, worst.value, worst.entries, excess)
    return Fails(witness=witness, evidence=evidence, attained_by=worst, **common)


def _check_function(program: Program, notion: FDP, *, source: str, tick: Tick) -> Verdict:
    """Decide whether tests of every pair are as hard as a claimed trade-off function says."""
    survey = _Survey(program, notion.name, notion.setting, source, tick)
    worst = survey.worst()
    normal = isinstance(notion.trade_off, Gaussian)
    common: dict[str, Any] = {
        "definition": notion.name,
        "given": {},
        "setting": notion.setting,
        "evidence": "enclosure" if normal or isinstance(worst.value, Real) else "exact",
        **survey.parts(),
    }
    if _order(worst.value, Value(0)) <= 0:
        return Holds(**common)
    witness = PairValue(worst.inputs, worst.value, worst.entries, worst.value)
    return Fails(witness=witness, **common)


def measure_additive(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest value of the last parameter that holds.

    Raises: as `check_additive`; UsageError where another parameter is left out.
    """
    if definition == FDP.name:
        raise Undecided("unsupported", NO_FUNCTION)
    parameter, fixed, setting = _question(definition, given)
    survey = _Survey(program, definition, {**fixed, **setting}, source, tick)
    worst = survey.worst()
    return Measured(
        definition=definition,
        given=fixed,
        setting=setting,
        evidence="enclosure" if isinstance(worst.value, Real) else "exact",
        tight={parameter: worst.value},
        attained_by=worst,
        **survey.parts(),
    )


def _question(
    definition: str, given: Mapping[str, Any]
) -> tuple[str, dict[str, Number], Mapping[str, Any]]:
    """The parameter that is asked for, the others, and what is no number."""
    kind = channel_definition(definition)
    parameters = kind.parameters
    if kind.computed == "by itself":
        claim = kind.question(given)
        return parameters[-1], {}, claim.setting
    missing = missing_parameter(definition, given, parameters)
    if missing != parameters[-1]:
        raise Undecided(
            "unsupported",
            f"of {definition} the smallest {parameters[-1]} is measured for programs with"
            f" continuous noise; give {missing}, and leave out {parameters[-1]}",
        )
    return missing, {name: as_parameter(name, given[name]) for name in given}, {}


class _Survey:
    """The values of all pairs that a claim ranges over."""

    def __init__(
        self,
        program: Program,
        definition: str,
        given: Mapping[str, Any],
        source: str,
        tick: Tick,
    ) -> None:
        self.program, self.source = ranged(program, definition), source
        functional = FUNCTIONALS[definition]
        self.values: list[PairValue] = []
        for placed in placed_pairs(self.program, definition):
            tick()
            self.values.append(
                PairValue(placed.inputs, functional(placed.pair, given), placed.entries)
            )

    def worst(self) -> PairValue:
        """The pair with the largest value; of equal ones the first."""
        worst = self.values[0]
        for candidate in self.values[1:]:
            if _order(candidate.value, worst.value) > 0:
                worst = candidate
        return worst

    def parts(self) -> dict[str, Any]:
        """Subject and counts."""
        scope = "the listed inputs"
        if self.program.everywhere:
            numbers = "integer" if self.program.integers else "real"
            scope = f"all {numbers} inputs; neighbours: {WAYS[self.program.moves or 'A']}"
        subject = TracedSubject(self.program, self.program.everywhere, self.source, (scope,))
        return {"subject": subject, "checked": {"pairs": len(self.values), "words": 1}}


def _order(left: Number, right: Number) -> int:
    """The sign of a difference, exact where both are; equal expressions are equal.

    Raises: Undecided("precision") where balls do not tell.
    """
    infinite = [getattr(number, "infinite_sign", 0) for number in (left, right)]
    if any(infinite):
        return infinite[0] - infinite[1]
    if isinstance(left, Real) and isinstance(right, Real) and str(left) == str(right):
        return 0
    return (as_value(left) - as_value(right)).sign()


def _claimed(parameter: Number) -> Number:
    """What is claimed, as a Value where it is one.

    ρ = exp(-1) is held as an enclosure, since it is no loss; its text still says what it is.
    """
    return as_value(as_number(number_text(parameter)))
