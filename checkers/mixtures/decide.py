"""Verdicts about programs that draw coins beside continuous noise and release one value, or none.

What must never change: `holds` only where the value of every ordered pair is at most the claimed
one, in exact arithmetic or by its bounds; `fails` only with a pair whose value is larger. Both
directions of every pair of neighbours are stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dpverify.checkers.additive.decide import question
from dpverify.checkers.answers.documents import Details, Evidence, Reason
from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.program import Program, ranged
from dpverify.checkers.continuous.subject import TracedSubject, scope
from dpverify.checkers.mixtures.compared import at_most, infinite, largest, less
from dpverify.checkers.mixtures.functionals import FUNCTIONALS
from dpverify.checkers.mixtures.pair import NEAR, RateBounds
from dpverify.checkers.mixtures.pairs import Placed, placed_pairs
from dpverify.checkers.unsupported import NO_FUNCTION, of_more_than_released
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.clock import Tick
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.documents.traced import AGAIN, flips, retries, shaped
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number, Value, as_number, number_text
from dpverify.defs.numbers.balls import zeros_of
from dpverify.defs.pairs.contract import comparable as as_value

NEAR_A_FUNCTION = "a pair of inputs is told apart about as easily as the claimed function allows"
MOST_DIRECTIONS = 60
"""Ordered pairs that are listed with the value of each."""


def mixes(program: Program) -> bool:
    """Whether a program draws coins beside its noise, tries again, or rounds or wraps a value."""
    family = [] if program.family is None else [program.family.traced]
    every = [*program.inputs.values(), *family]
    return any(flips(one) or retries(one) or shaped(one) for one in every)


def clamps(program: Program) -> bool:
    """Whether a value is released on some paths, and that depends on comparisons; listed inputs."""
    return not program.everywhere and any(
        path.released and path.conditions
        for one in program.inputs.values()
        for paths in one.words.values()
        for path in paths
    )


def check_mixture(program: Program, definition: Definition, *, source: str, tick: Tick) -> Verdict:
    """Decide a claim.

    Raises: Undecided("unsupported") where the program or the definition is none of those that are
        decided here.
    """
    if isinstance(definition, FDP):
        return _check_function(program, definition, source=source, tick=tick)
    parameter = definition.parameters[-1]
    claimed = as_value(as_number(number_text(definition.given[parameter])))
    survey = _Survey(
        program, definition.name, {**definition.given, **definition.setting}, source, tick
    )
    common: dict[str, Any] = {
        "definition": definition.name,
        "given": definition.given,
        "setting": definition.setting,
        "tight": {parameter: survey.tight},
        **survey.parts(),
    }
    holds = at_most(survey.tight, claimed)
    if holds is None:
        return Unknown(reason=_between(survey.tight, parameter), **common)
    common |= {"evidence": survey.evidence(claimed), "attained_by": survey.worst}
    if holds:
        return Holds(**common)
    worst = survey.worst
    excess = less(worst.value, claimed)
    witness = PairValue(worst.inputs, worst.value, worst.entries, excess)
    return Fails(witness=witness, **common)


def _check_function(program: Program, definition: FDP, *, source: str, tick: Tick) -> Verdict:
    """Decide whether tests of every pair are as hard as a claimed trade-off function says."""
    given = {"trade_off": definition.trade_off}
    survey = _Survey(program, definition.name, given, source, tick)
    common: dict[str, Any] = {
        "definition": definition.name,
        "given": definition.given,
        "setting": definition.setting,
        **survey.parts(),
    }
    holds = at_most(survey.tight, Value(0))
    if holds is None:
        near = None if survey.tight.upper is None else zeros_of(survey.tight.upper)
        within = None if near is None else f"1e-{near}"
        return Unknown(reason=Reason("precision", NEAR_A_FUNCTION, within), **common)
    if holds:
        return Holds(evidence="enclosure", **common)
    worst = survey.worst
    witness = PairValue(worst.inputs, worst.value, worst.entries, worst.value)
    return Fails(witness=witness, evidence="enclosure", **common)


def measure_mixture(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest value of the last parameter that holds, with that of each direction.

    Raises: as `check_mixture`; UsageError where another parameter is left out.
    """
    if definition == FDP.name:
        raise Undecided("unsupported", NO_FUNCTION)
    claim = question(definition, given)
    parameter, setting = claim.parameters[-1], claim.setting
    fixed = {name: getattr(claim, name) for name in claim.parameters[:-1]}
    survey = _Survey(program, definition, {**fixed, **setting}, source, tick)
    return Measured(
        definition=definition,
        given=fixed,
        setting=setting,
        evidence=survey.evidence(None),
        tight={parameter: survey.tight},
        attained_by=survey.worst,
        **survey.parts(),
    )


def _between(tight: Bounds, parameter: str) -> Reason:
    """Why a claim between the bounds of the smallest number that holds is left open."""
    text = f"the claimed {parameter} lies within the bounds of the smallest one"
    near = None if tight.upper is None else zeros_of(tight.upper - tight.lower)
    if near is None:
        return Reason("precision", text)
    return Reason("precision", f"{text}: it is within 10^-{near} of it", f"1e-{near}")


def _refine(places: Sequence[Placed], values: list[Any], tick: Tick) -> None:
    """Bring the bounds of rates nearer to each other, of pairs that may have the largest one."""
    rates = [k for k, value in enumerate(values) if isinstance(value, RateBounds)]
    if not rates or infinite(largest(values)[0]):
        return
    floor, highest = largest(values)[0], max(rates, key=lambda k: values[k].lower)
    for k in [highest, *(k for k in rates if k != highest)]:
        tick()
        if values[k].upper is None or at_most(_plain(values[k]), _least(floor)) is not True:
            values[k] = places[k].pair.rate(NEAR)
            floor = largest(values)[0]


def _least(answer: Any) -> Any:
    """The lower bound of a number, or it itself."""
    return Value(answer.lower) if isinstance(answer, Bounds) else answer


def _plain(value: Any) -> Any:
    return Bounds(value.lower, value.upper) if isinstance(value, RateBounds) else value


class _Survey:
    """The values of all ordered pairs that a claim ranges over."""

    def __init__(
        self, program: Program, definition: str, given: Mapping[str, Any], source: str, tick: Tick
    ) -> None:
        if definition not in FUNCTIONALS:
            raise Undecided("unsupported", of_more_than_released("coins beside it"))
        self.program, self.source = ranged(program, definition), source
        functional = FUNCTIONALS[definition]
        places = [*placed_pairs(self.program, definition, tick)]
        values: list[Any] = []
        for placed in places:
            tick()
            values.append(functional(placed.pair, given))
        _refine(places, values, tick)
        self.orders = {
            order for each in values if isinstance(each, RateBounds) for order in each.orders
        }
        self.values = [
            PairValue(placed.inputs, _plain(value), placed.entries)
            for placed, value in zip(places, values, strict=True)
        ]
        self.tight: Any
        self.tight, place = largest([each.value for each in self.values])
        self.worst = self.values[place]

    def evidence(self, claimed: Number | None) -> Evidence:
        """Exact where all numbers are; a claim may be known by balls alone."""
        exact = not isinstance(self.tight, Bounds) and getattr(self.tight, "as_rational", None)
        balls = claimed is not None and not hasattr(claimed, "as_rational")
        return "exact" if exact and not balls else "enclosure"

    def parts(self) -> dict[str, Any]:
        """Subject, counts, and the value of each direction."""
        program = self.program
        said = scope(program) if program.everywhere else "the listed inputs"
        words = {word for one in program.inputs.values() for word in one.words}
        if program.everywhere and program.family is not None:
            words = {*program.family.traced.words}
        words -= {AGAIN}
        subject = TracedSubject(program, program.everywhere, self.source, (said,))
        return {
            "subject": subject,
            "checked": {"pairs": len(self.values), "words": len(words)},
            "more": Details(
                directions=tuple(self.values[:MOST_DIRECTIONS]),
                orders=tuple(map(str, sorted(self.orders))),
            ),
        }
