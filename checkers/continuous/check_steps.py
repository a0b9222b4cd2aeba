"""Verdicts about programs by steps (`by_steps.py`) or by their winner (`by_winner.py`).

The inputs are all real ones of a length.

What must never change: `holds` rests on an alignment that the kernel has accepted, `fails` on a
word whose probabilities are exact on two inputs in numbers, and a measured ε on both an
alignment and a decay, or on what two inputs attain. What lies between is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from dpverify.checkers.answers.documents import Bound, Details, Reason
from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.bound import in_nats
from dpverify.checkers.continuous.by_steps import (
    ByLength,
    Shown,
    Tick,
    attains,
    by_length,
    shown,
)
from dpverify.checkers.continuous.by_winner import ByWinner, Losing, by_winner, losing
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.subject import TracedSubject, scope
from dpverify.checkers.gate import confirmed, scoped
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Number, exp
from dpverify.defs.numbers.balls import ball_bounds

R = TypeVar("R", Holds, Fails, Measured)
Above = ByLength | ByWinner


def check_steps(program: Program, definition: Definition, *, source: str, tick: Tick) -> Verdict:
    """Decide a claim.

    Raises: Undecided for other definitions than ε-DP, but for a δ that no one needs.
    """
    if not isinstance(definition, PureDP | ApproxDP):
        raise _unsupported(definition.name)
    known, claimed = _above(program, tick), cast("Any", definition).eps
    common: dict[str, Any] = {"definition": definition.name, "given": definition.given}
    parts = _parts(program, known, source)
    most = _most(program, known)
    if known is not None and bool(most <= claimed):
        return _rechecked(Holds(evidence="certificate", **parts, **common))
    if isinstance(definition, ApproxDP):
        raise _unsupported(definition.name)
    unit = _unit(program)
    below = _below(program, known, lambda bound: bool(in_nats(bound * unit) > claimed), tick)
    loss = in_nats(0 * program.eps) if below is None else below.loss
    if below is None or not loss > claimed:
        what = "not known" if known is None else str(most)
        text = f"the loss is at least {loss} and at most {what}"
        return Unknown(reason=Reason("unsupported", text), **parts, **common)
    odds = exp(claimed)
    place = below.place(lambda p, q: bool(p > odds * q), tick)
    if place is None:
        raise Undecided("precision", "the claim fails in the limit; no numbers for it were found")
    p, q = place.probabilities
    witness = cast("Any", replace(place, excess=p - odds * q))
    return _rechecked(Fails(witness=witness, evidence="certificate", **parts, **common))


def measure_steps(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest ε, exact where the bounds meet, else enclosed.

    Raises: Undecided for other definitions than ε-DP, and where no two bounds are known.
    """
    if definition != "pure-dp" or given:
        raise _unsupported(definition)
    known = _above(program, tick)
    most = _most(program, known)
    below = _below(program, known, lambda bound: known is None or bound >= known.bound, tick)
    if below is None or not below.loss > 0:
        raise Undecided("unsupported", "no word of the program was found that loses anything")
    parts = _parts(program, known, source)
    if below.loss == most:
        place = below.place(attains(most), tick)
        if place is not None:
            parts["attained_by"] = place
    if "attained_by" not in parts:
        limit = {"supremum": True, "approached_by": below.approached()}
        parts["more"] = replace(parts["more"], **limit)
    exact = below.loss == most
    tight = most if exact else Bounds(_ends(below.loss)[0], _ends(most)[1])
    found = Measured(
        definition=definition, given={}, tight={"eps": cast("Number", tight)},
        evidence="exact" if exact else "enclosure", **parts,
    )  # fmt: skip
    return _rechecked(found) if exact else found


def _above(program: Program, tick: Tick) -> Above | None:
    """The bound from above, and what shows it; None where none is known."""
    return by_winner(program) if program.stepwise is None else by_length(program, tick)


def _below(
    program: Program, known: Above | None, enough: Callable[[Fraction], bool], tick: Tick
) -> Shown | Losing | None:
    """A walk that loses enough, if one is known."""
    if program.stepwise is None or isinstance(known, ByWinner):
        return losing(program)
    return shown(program, known, enough, tick)


def _unit(program: Program) -> Any:
    return program.eps if program.symbolic else program.eps / program.eps


def _most(program: Program, known: Above | None) -> Loss:
    return INFINITY if known is None else in_nats(known.bound * _unit(program))


def _parts(program: Program, known: Above | None, source: str) -> dict[str, Any]:
    """Subject, counts and certificate."""
    more, checked = Details(), dict[str, Any]()
    if known is not None:
        bound = Bound(figure_of(_most(program, known)))
        more = Details(bound=bound, certificate=known.stated())
        checked = {"inputs": program.relation.covered("real")}
    words = program.stepwise.words if program.stepwise is not None else 0
    words = program.argmax.count if program.argmax is not None else words
    subject = TracedSubject(program, True, source, (scope(program),))
    return {"subject": subject, "checked": {**checked, "words": words}, "more": more}


def _rechecked(found: R) -> R:
    """The result once the kernel has seen it.

    Raises: InternalError where the kernel rejects it; Undecided where it leaves something open.
    """
    return confirmed(scoped(replace(found, evidence="certificate"), True))


def _ends(loss: Loss) -> tuple[Any, Any]:
    """Fractions around a loss; None for an end that is ∞."""
    return (None, None) if loss == INFINITY else ball_bounds(loss.ball(128))


def _unsupported(name: str) -> Undecided:
    text = f"{name} of a program by steps is not decided; of ε-differential privacy the loss is"
    return Undecided("unsupported", text)
