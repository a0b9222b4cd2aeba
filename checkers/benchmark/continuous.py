"""Rows of mechanisms with continuous noise over all real inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpverify.checkers.audit.words import best_pair, event_of
from dpverify.checkers.benchmark.row import Row, Verdict, six_digits, unread
from dpverify.checkers.benchmark.validity import rate_text, validity, verdict_of
from dpverify.checkers.continuous.decide import measure_worst
from dpverify.checkers.continuous.on_walk import Step, attained, violation
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.parameters import assignments

CLAIMS = {"ε": Fraction(1), "2ε": Fraction(2), "(ε/2, δ)": Fraction(1, 2)}
"""Claims as multiples of ε; of (ε/2, δ) what δ = 0 would say."""
EVIDENCE = "alignment and decay, in fractions"


def continuous_row(
    mechanism: Mechanism,
    parameters: Mapping[str, Any],
    eps: Fraction,
    relation: str | None = None,
) -> Row:
    """The row of a mechanism that says how its entries move.

    Args: parameters besides eps; eps the mechanism's own; relation how entries move, if not so.
    """
    program = mechanism.with_parameters(**parameters, eps=eps)
    worst = worst_inputs(program, relation)
    claim = CLAIMS[str(mechanism.about["claim"])]
    verdict = verdict_of(worst, claim, eps)
    where = validity(mechanism, parameters, claim, worst)
    return Row(
        id=f"{mechanism.about['id']}{relation or ''}",
        name=str(mechanism.about["name"]),
        parameters=assignments({**parameters, "eps": eps}),
        claim=str(mechanism.about["claim"]),
        tight=tight_text(worst),
        value=_value(worst, eps),
        attained=_attained(worst),
        verdict=verdict,
        witness=_witness(worst, claim * eps, eps, verdict),
        validity=where.text,
        evidence="; ".join(filter(None, (EVIDENCE, where.reason))),
        not_rechecked=_unread(worst, eps, mechanism.name),
        relation=relation or "",
    )


def _unread(worst: WorstCase, eps: Fraction, name: str) -> str:
    """What the kernel did not re-check; it is asked about the document of the tight loss."""
    try:
        return unread(measure_worst(worst, eps, name), "witness, validity")
    except Undecided as stop:
        return f"all: {stop.text}"


def tight_text(worst: WorstCase) -> str:
    """The tight loss: one number, or both bounds."""
    if worst.exact:
        return rate_text(worst.lower, worst.symbolic)
    ends = (rate_text(rate, worst.symbolic) for rate in (worst.lower, worst.upper))
    return f"[{', '.join(ends)}]"


def _value(worst: WorstCase, eps: Fraction) -> str:
    unit = eps if worst.symbolic else Fraction(1)

    def decimal(rate: Fraction | None) -> str:
        return "∞" if rate is None else six_digits(Value(rate * unit))

    if worst.exact:
        return decimal(worst.lower)
    return f"[{decimal(worst.lower)}, {decimal(worst.upper)}]"


def _attained(worst: WorstCase) -> str:
    if worst.walk is None or worst.lower == 0:
        return "attained"
    if not worst.exact:
        return "?"
    try:
        return "attained" if attained(worst.family, worst.walk) else "limit"
    except Undecided:
        return "attained" if worst.lower is None and _excluded_for_one(worst, worst.walk) else "?"


def _excluded_for_one(worst: WorstCase, walk: Walk) -> bool:
    """Whether a value without noise makes the event impossible on one of two neighbours alone."""
    try:
        event = event_of(worst.family, walk)
        _, (here, there) = best_pair(worst.family, walk, event, Fraction(1))
    except Undecided:
        return False
    return bool(here > 0 and there == 0)


def _witness(worst: WorstCase, claim: Fraction, eps: Fraction, verdict: Verdict) -> str:
    """A pair in numbers that violates the claim, else the walk of the largest loss."""
    walk = worst.walk
    if walk is None:
        return "none: the loss is 0"
    if verdict == "violates":
        try:
            broken = violation(worst.family, walk, claim, eps)
        except Undecided:
            broken = None
        if broken is not None:
            return step_text(broken)
    here, there = ("(" + ", ".join(map(_shift, side)) + ")" for side in walk.inputs)
    words = f"{here} against {there}, output {walk.word}"
    if walk.released:
        words += f" near {_vector(walk.released)}"
    return f"{words}, {'impossible for large g' if walk.rate is None else 'g → ∞'}"


def step_text(step: Step) -> str:
    """A pair of inputs, an output and its loss."""
    what = f"{_vector(step.here)} against {_vector(step.there)}, output {step.word}"
    if step.released:
        what += f" at {_vector(step.released)}"
    loss = "∞" if step.loss is None else six_digits(Value(ball_bounds(step.loss)[0]))
    return f"{what}: loss {loss}"


def _vector(numbers: Sequence[Fraction]) -> str:
    return "(" + ", ".join(map(str, numbers)) + ")"


def _shift(given: Shift) -> str:
    factors = dict(given.gaps)
    factor = factors.get("g", Fraction(0))
    if not factor:
        return str(given.constant)
    g = {Fraction(1): "g", Fraction(-1): "−g"}.get(factor, f"{factor}g")
    if not given.constant:
        return g
    return f"{g} {'+' if given.constant > 0 else '−'} {abs(given.constant)}"
