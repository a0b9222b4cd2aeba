"""Verdicts about programs with continuous noise.

What must never change: `holds` rests on an alignment certificate that the kernel has accepted, or
on the exact channel; `fails` on a word whose probabilities are exact, on two inputs in numbers; and
what lies between the two is `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeVar, cast

from flint import fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.certificates.documents import certificate_document
from dpverify.checkers.continuous.alignment import Aligned, Unaligned
from dpverify.checkers.continuous.bound import Upper, covered, in_nats, upper_bound
from dpverify.checkers.continuous.everywhere import everywhere
from dpverify.checkers.continuous.lower import largest_loss
from dpverify.checkers.continuous.places import WordPlace
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.spot import Spot, in_numbers
from dpverify.checkers.continuous.subject import TracedSubject
from dpverify.checkers.enclosures.decide import check_enclosed, encloses, measure_enclosed
from dpverify.checkers.kernels.continuous import replay
from dpverify.checkers.result_json import document
from dpverify.checkers.verdict import Fails, Holds, Measured, Reason, Unknown, Verdict
from dpverify.defs.errors import InternalError, Undecided, UsageError
from dpverify.defs.notions import ApproxDP, LocalDP, Notion, PureDP
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.numbers import INFINITY, Loss, Number, Value, exp, number_json
from dpverify.defs.numbers.balls import ball_bounds

WAYS = {
    "A": "every entry moves by at most 1",
    "M": "all entries move the same way, by at most 1",
    "O": "one entry moves, by at most 1",
}
NEAR = {
    "A": "at distance at most 1 in each",
    "M": "that move the same way, by at most 1 in each",
    "O": "that differ in one of them, by at most 1",
}
DECIDED = (PureDP, LocalDP, ApproxDP)
R = TypeVar("R", Holds, Fails, Measured)
Tick = Callable[[], None]


def check_continuous(
    program: Program, notion: Notion | WholeNotion, *, source: str, tick: Tick
) -> Verdict:
    """Decide a claim about a program that is no finite channel.

    Raises: Undecided where a limit is reached.
    """
    if not isinstance(notion, DECIDED):
        raise Undecided("unsupported", _unsupported(notion.name, program))
    if encloses(program):
        return check_enclosed(program, notion, source=source, tick=tick)
    asked = _Asked(_about(program, notion.name), source, tick)
    claimed = cast("Any", notion).eps
    upper = upper_bound(asked.program, tick)
    near, spot = asked.program, None
    common: dict[str, Any] = {"definition": notion.name, "given": notion.given}
    if isinstance(upper, Upper) and in_nats(upper.nats) <= claimed:
        return _rechecked(Holds(evidence="certificate", **asked.parts(upper), **common))
    if isinstance(notion, ApproxDP):
        return check_enclosed(program, notion, source=source, tick=tick)
    if program.everywhere:
        found = everywhere(asked.program, tick)
        near, spot = found.pair or near, found.spot
    else:
        spot = largest_loss(near, upper.word, lambda s: bool(s.loss > claimed), tick)
    if spot is None or not spot.loss > claimed:
        least = "0" if spot is None else str(spot.loss)
        text = f"the loss is at least {least} and at most {_at_most(upper)}"
        return Unknown(reason=Reason("unsupported", text), **asked.parts(upper), **common)
    odds = exp(claimed)
    place = in_numbers(near, spot, lambda p, q: bool(p > odds * q), tick)
    if place is None:
        raise Undecided("precision", "the claim fails in the limit; no numbers for it were found")
    p, q = place.probabilities
    witness = replace(place, excess=p - odds * q)
    return _rechecked(Fails(witness=cast("Any", witness), **asked.parts(upper), **common))


def measure_continuous(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest ε, exact where the bounds meet, else enclosed.

    Raises: Undecided for definitions that are not decided here, or where a limit is reached.
    """
    if encloses(program) or definition == "approx-dp":
        return measure_enclosed(program, definition, given, source=source, tick=tick)
    if definition not in ("pure-dp", "local-dp") or given:
        raise Undecided("unsupported", _unsupported(definition, program))
    asked = _Asked(_about(program, definition), source, tick)
    below = _everywhere(asked) if program.everywhere else _listed(asked)
    upper, loss = below.upper, below.loss
    most: Loss = in_nats(upper.nats) if isinstance(upper, Upper) else INFINITY
    if loss > most:
        raise InternalError(f"a loss of {loss} lies above its bound {most}")
    parts = asked.parts(upper)
    if loss > 0:
        place = below.place(tick)
        if place is not None:
            parts["attained_by"] = place
        else:
            parts["more"] |= {"supremum": True, "approached_by": below.approached}
    exact = loss == most
    tight = most if exact else Bounds(_below(loss), _above(most))
    found = Measured(
        definition=definition, given={}, tight={"eps": cast("Number", tight)},
        evidence="exact" if exact else "enclosure", **parts,
    )  # fmt: skip
    return _rechecked(found) if exact else found


@dataclass(frozen=True)
class _Below:
    """The loss from below, and what shows it."""

    upper: Upper | Unaligned
    loss: Loss
    near: Program | None = None
    spot: Spot | None = None
    approached: Mapping[str, Any] = field(default_factory=dict)

    def place(self, tick: Tick) -> WordPlace | None:
        """Numbers at which the loss is attained."""
        if self.near is None or self.spot is None or not self.spot.limit.attained:
            return None
        if self.spot.loss != self.loss:
            return None
        return in_numbers(self.near, self.spot, _attains(self.loss), tick)


def _listed(asked: _Asked) -> _Below:
    upper = upper_bound(asked.program, asked.tick)
    most: Loss = in_nats(upper.nats) if isinstance(upper, Upper) else INFINITY
    spot = largest_loss(asked.program, upper.word, lambda s: bool(s.loss >= most), asked.tick)
    if spot is None or spot.loss <= 0:
        return _Below(upper, in_nats(Fraction(0)))
    return _Below(upper, spot.loss, asked.program, spot, spot.approached())


def _everywhere(asked: _Asked) -> _Below:
    found = everywhere(asked.program, asked.tick)
    spot = found.spot
    loss = found.walked if spot is None or spot.loss <= found.walked else spot.loss
    return _Below(found.upper, loss, found.pair, spot, found.approached())


@dataclass(frozen=True)
class _Asked:
    program: Program
    source: str
    tick: Tick

    def parts(self, upper: Upper | Unaligned) -> dict[str, Any]:
        """Subject, counts and certificate."""
        program = self.program
        by_family = isinstance(upper, Upper) and upper.family is not None
        everywhere = by_family or (program.family is not None and covered(program))
        if isinstance(upper, Upper) and upper.family is None:
            everywhere = False
        subject = TracedSubject(
            program, everywhere, self.source, tuple(_notes(program, everywhere))
        )
        more: dict[str, Any] = {}
        if isinstance(upper, Upper):
            more["bound"] = {"eps": number_json(in_nats(upper.nats))}
            more["certificate"] = _certificate(upper)
        return {
            "subject": subject,
            "checked": {**_covered(program, upper), "words": _words(program)},
            "more": more,
        }


def _about(program: Program, definition: str) -> Program:
    """The program with the pairs that the definition ranges over."""
    if definition != "local-dp":
        return program
    if program.everywhere:
        raise UsageError("local-dp is about the listed inputs; leave out --all-inputs")
    return replace(program, pairs=tuple(permutations(program.inputs, 2)), family=None)


def _certificate(upper: Upper) -> dict[str, Any]:
    if upper.family is not None:
        return {**_of(upper.family), **({"corners": True} if upper.corners else {})}
    return {"pairs": [{"inputs": list(pair), **_of(found)} for pair, found in upper.pairs.items()]}


def _of(found: Aligned) -> dict[str, Any]:
    return certificate_document(found.certificate, found.leads)


def _attains(loss: Loss) -> Callable[[Value, Value], bool]:
    if loss == INFINITY:
        return lambda p, q: bool(p > 0 and q == 0)
    odds = exp(loss)
    return lambda p, q: bool(q > 0 and p == odds * q)


def _rechecked(found: R) -> R:
    """The result once the kernel has seen it; a failure or measure is then a certificate.

    Raises: InternalError where the kernel rejects it.
    """
    stronger = replace(found, evidence="certificate")
    outcome = replay(document(stronger))
    if outcome.status == "rejected":
        raise InternalError(f"the kernel rejects the {type(found).__name__}: {outcome.text}")
    if outcome.status == "accepted":
        return stronger
    if isinstance(found, Holds):
        raise Undecided("bits", outcome.text)
    return replace(found, evidence="exact")


def _at_most(upper: Upper | Unaligned) -> str:
    if isinstance(upper, Upper):
        return str(upper.nats)
    return f"what is not known: {upper.reason}" + (f" (word {upper.word})" if upper.word else "")


def _words(program: Program) -> int:
    if program.family is not None:
        return len(program.family.traced.words)
    return max((len(one.words) for one in program.inputs.values()), default=0)


def _notes(program: Program, everywhere: bool) -> list[str]:
    """What was and was not looked at, for readers."""
    if everywhere:
        return [f"all real inputs; neighbours: {WAYS[program.moves or 'A']}"]
    return ["the listed inputs"]


def _covered(program: Program, upper: Upper | Unaligned) -> dict[str, int | str]:
    """The inputs that were looked at: pairs of listed ones, or all real ones by a certificate."""
    if not program.everywhere or program.family is None:
        return {"pairs": len(program.pairs)}
    if isinstance(upper, Unaligned):
        return {}
    count, near = len(program.family.entries), NEAR[program.moves or "A"]
    if count == 1:
        return {"inputs": "all real inputs, neighbours at distance at most 1"}
    return {"inputs": f"all real inputs of {count} numbers, neighbours {near}"}


def _unsupported(definition: str, program: Program) -> str:
    what = "all real inputs" if program.everywhere else "released values or limits"
    return (
        f"{definition} is not decided for programs with continuous noise and {what};"
        " pure-dp, local-dp and approx-dp are"
    )


def _below(loss: Loss) -> fmpq:
    return max(fmpq(0), ball_bounds(loss.ball(128))[0])


def _above(most: Loss) -> fmpq | None:
    return None if most == INFINITY else ball_bounds(most.ball(128))[1]
