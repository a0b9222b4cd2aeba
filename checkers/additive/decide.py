"""Verdicts about programs that release values with the same noise on both inputs.

What must never change: `holds` only where the value of every pair is at most the claimed one, in
exact arithmetic or by balls that separate; `fails` only with a pair whose value is larger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpverify.checkers.additive.ball import nearly
from dpverify.checkers.additive.nearly import Asked
from dpverify.checkers.additive.pairs import placed_pairs
from dpverify.checkers.answers.documents import Evidence
from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.continuous.program import Program, ranged
from dpverify.checkers.continuous.subject import TracedSubject, scope
from dpverify.checkers.unsupported import NO_FUNCTION, of_another_parameter
from dpverify.checkers.verdict import Fails, Holds, Measured, Verdict
from dpverify.defs.definitions.claimed_trade_off import Gaussian
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.parameters import missing_parameter
from dpverify.defs.definitions.registry import DEFINITIONS, channel_definition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import (
    INFINITY,
    Number,
    Real,
    Value,
    as_number,
    number_text,
)
from dpverify.defs.pairs.contract import comparable

Tick = Callable[[], None]


def decides(definition: str) -> bool:
    """Whether a definition is decided here for programs that release values alone."""
    return DEFINITIONS[definition].quantifier == "pairs"


def check_additive(program: Program, definition: Definition, *, source: str, tick: Tick) -> Verdict:
    """Decide a claim.

    Raises: Undecided("unsupported") where the program does more, or its laws are not known well
        enough; Undecided("precision") where an enclosure does not separate.
    """
    if isinstance(definition, FDP):
        return _check_function(program, definition, source=source, tick=tick)
    parameter = definition.parameters[-1]
    claimed = _claimed(definition.given[parameter])
    found = nearly(program, definition)
    if found is not None:
        asked = Asked(program, definition, source, found)
        return asked.decided(parameter, claimed, _order)
    survey = _Survey(program, definition, source, tick)
    worst = survey.worst()
    common: dict[str, Any] = {
        "definition": definition.name,
        "given": definition.given,
        "setting": definition.setting,
        "tight": {parameter: worst.value},
        **survey.parts(),
    }
    balls = isinstance(worst.value, Real) or isinstance(claimed, Real)
    evidence: Evidence = "enclosure" if balls else "exact"
    if _order(worst.value, claimed) <= 0:
        return Holds(evidence=evidence, attained_by=worst, **common)
    excess = INFINITY if worst.value == INFINITY else comparable(worst.value) - claimed
    witness = PairValue(worst.inputs, worst.value, worst.entries, excess)
    return Fails(witness=witness, evidence=evidence, attained_by=worst, **common)


def _check_function(program: Program, definition: FDP, *, source: str, tick: Tick) -> Verdict:
    """Decide whether tests of every pair are as hard as a claimed trade-off function says."""
    found = nearly(program, definition)
    if found is not None:
        return Asked(program, definition, source, found).decided(None, Value(0), _order)
    survey = _Survey(program, definition, source, tick)
    worst = survey.worst()
    normal = isinstance(definition.trade_off, Gaussian)
    common: dict[str, Any] = {
        "definition": definition.name,
        "given": {},
        "setting": definition.setting,
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
    claim = question(definition, given)
    found = nearly(program, claim)
    if found is not None:
        return Asked(program, claim, source, found).measured()
    survey = _Survey(program, claim, source, tick)
    worst = survey.worst()
    return Measured(
        definition=definition,
        given={name: getattr(claim, name) for name in claim.parameters[:-1]},
        setting=claim.setting,
        evidence="enclosure" if isinstance(worst.value, Real) else "exact",
        tight={claim.parameters[-1]: worst.value},
        attained_by=worst,
        **survey.parts(),
    )


def question(definition: str, given: Mapping[str, Any]) -> Definition:
    """The claim without its last parameter, which is the one that is measured here."""
    kind = channel_definition(definition)
    if kind.computed == "over events":
        last, missing = kind.parameters[-1], missing_parameter(definition, given, kind.parameters)
        if missing != last:
            raise Undecided("unsupported", of_another_parameter(definition, missing, last))
    return kind.measuring(given)


class _Survey:
    """The values of all pairs that a claim ranges over."""

    def __init__(
        self,
        program: Program,
        claim: Definition,
        source: str,
        tick: Tick,
    ) -> None:
        self.program, self.source = ranged(program, claim.name), source
        self.values: list[PairValue] = []
        refusal: Undecided | None = None
        self.count = 0
        for placed in placed_pairs(self.program, claim):
            tick()
            self.count += 1
            try:
                value = claim.functional(placed.pair)
            except Undecided as stop:
                if stop.code != "unsupported":
                    raise
                refusal = refusal or stop
                continue
            self.values.append(PairValue(placed.inputs, value, placed.entries))
        # What is not known of one pair does not matter where another has no bound at all.
        if refusal is not None and all(known.value != INFINITY for known in self.values):
            raise refusal

    def worst(self) -> PairValue:
        """The pair with the largest value; of equal ones the first."""
        worst = self.values[0]
        for candidate in self.values[1:]:
            if _order(candidate.value, worst.value) > 0:
                worst = candidate
        return worst

    def parts(self) -> dict[str, Any]:
        """Subject and counts."""
        said = scope(self.program) if self.program.everywhere else "the listed inputs"
        subject = TracedSubject(self.program, self.program.everywhere, self.source, (said,))
        return {"subject": subject, "checked": {"pairs": self.count, "words": self._words()}}

    def _words(self) -> int:
        """How many words the program has on these inputs."""
        programs = [*self.program.inputs.values()] if not self.program.everywhere else []
        return len({word for traced in programs for word in traced.words}) or 1


def _order(left: Number, right: Number) -> int:
    """The sign of a difference, exact where both are; equal expressions are equal.

    Raises: Undecided("precision") where balls do not tell.
    """
    infinite = [getattr(number, "infinite_sign", 0) for number in (left, right)]
    if any(infinite):
        return infinite[0] - infinite[1]
    if isinstance(left, Real) and isinstance(right, Real) and str(left) == str(right):
        return 0
    return (comparable(left) - comparable(right)).sign()


def _claimed(parameter: Number) -> Number:
    """What is claimed, as a Value where it is one.

    ρ = exp(-1) is held as an enclosure, since it is no loss; its text still says what it is.
    """
    return comparable(as_number(number_text(parameter)))
