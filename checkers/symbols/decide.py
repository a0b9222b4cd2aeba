"""The verdict about released values for every positive value of a program's symbols.

What must never change: `holds` only with an exponent for which the kernel sees coefficients ≥ 0;
`fails` only at numbers for the symbols, with two neighbours that need more than is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd
from time import monotonic
from typing import Any, Final, cast

from dpverify.checkers.answers.documents import Details, Reason
from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.gate import gated
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.kernel.symbols import (
    MOST_POWER,
    OF_INTEGERS,
    Claim,
    Corner,
    Symbolic,
    positive_after,
)
from dpverify.checkers.subjects import Subject, named
from dpverify.checkers.symbols.claim import SymbolicClaim
from dpverify.checkers.verdict import Fails, Holds, Unknown, Verdict
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.rational_function import Ratio
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.symbolic.released import released
from dpverify.defs.target import Target
from dpverify.defs.validate import shown

MOST_HEIGHT: Final = 12
"""The largest numerator and denominator of numbers at which a failure is looked for."""
MOST_POINTS: Final = 60_000


@dataclass(frozen=True)
class SymbolicSubject:
    """A program with symbols, as its kernel reads it."""

    program: Mapping[str, Any]
    source: str | None

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was looked at."""
        names = ", ".join(self.program["symbols"])
        return (f"all inputs; neighbours by {self.program['moves']}; all positive {names}",)

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        source = {} if self.source is None else {"source": self.source}
        sealed = digest(self.program)
        read = list(self.provenance)
        program = dict(self.program)
        return {"kind": "symbols", **source, "digest": sealed, "read": read, "program": program}


def check_symbols(
    subject: object,
    claim: SymbolicClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> Verdict:
    """Decide a claim; arguments as for `decide.check`, all inputs being meant.

    Raises: InputError for a program or a claim that makes no sense together.
    """
    started, content = monotonic(), _content(subject, time_limit)
    origin = source or named(cast("Mechanism | Target", subject))
    about = cast("Subject", SymbolicSubject(content, origin))
    common: dict[str, Any] = {
        "subject": about, "definition": claim.name, "given": {}, "setting": dict(claim.given),
    }  # fmt: skip
    try:
        verdict = _decided(Symbolic(content), claim, common)
    except Undecided as stop:
        verdict = Unknown(reason=Reason(stop.code, stop.text), **common)
    return gated(verdict, started, seed)


def _content(subject: object, time_limit: float | None) -> Mapping[str, Any]:
    """The program on letters: run here, or in a process of its own."""
    if isinstance(subject, Mechanism):
        return released(subject).to_document()
    if isinstance(subject, Target):
        from dpverify.checkers.programs.process import Limits, released_apart

        limits = Limits() if time_limit is None else Limits(seconds=time_limit)
        return released_apart(subject, limits)
    raise UsageError(f"the subject is {shown(subject)}; a claim in symbols is about a program")


def _decided(program: Symbolic, asked: SymbolicClaim, common: Mapping[str, Any]) -> Verdict:
    claim = Claim.read(program, asked.name, asked.given)
    conditions = claim.conditions(program)
    counts: dict[str, Any] = {"checked": {"conditions": len(conditions)}}
    exponent = _exponent(conditions)
    if exponent is not None:
        more = Details(all_inputs=True, exponent=str(exponent))
        return Holds(evidence="certificate", more=more, **counts, **common)
    for at in _points(program):
        if any(condition.at(at) < 0 for condition in conditions):
            witness = _worst(program, claim, at)
            more = Details(all_inputs=True, at={name: str(x) for name, x in at.items()})
            return Fails(witness=witness, more=more, **counts, **common)
    raise Undecided(
        "unsupported",
        f"no numbers up to {MOST_HEIGHT} for the symbols refute it, and no power of their sum up"
        f" to {MOST_POWER} shows it",
    )


def _exponent(conditions: list[Ratio]) -> int | None:
    """The smallest power that leaves no negative coefficient; None where one is sought in vain."""
    for exponent in range(MOST_POWER + 1):
        if all(positive_after(condition, exponent) for condition in conditions):
            return exponent
    return None


def _points(program: Symbolic) -> Iterator[dict[str, Fraction]]:
    """Yield positive numbers for the symbols, the smallest first.

    Smaller is what has the smaller largest numerator or denominator, then the smaller sum of these.
    Of integer noise the radius is an integer, since a move is.
    """
    names, left = [*program.known], MOST_POINTS
    for height in range(1, MOST_HEIGHT + 1):
        some = sorted(
            (Fraction(a, b) for a in range(1, height + 1) for b in range(1, height + 1)
             if gcd(a, b) == 1),
            key=_size,
        )  # fmt: skip
        points = [
            point for point in product(some, repeat=len(names))
            if any(max(x.numerator, x.denominator) == height for x in point)
        ] if len(some) ** len(names) <= left else []  # fmt: skip
        left -= len(points)
        for point in sorted(points, key=lambda point: sum(map(_size, point))):
            at = dict(zip(names, point, strict=True))
            if program.law not in OF_INTEGERS or program.radius.at(at).denominator == 1:
                yield at


def _size(number: Fraction) -> int:
    return number.numerator + number.denominator


def _worst(program: Symbolic, claim: Claim, at: Mapping[str, Fraction]) -> PairValue:
    """The neighbours that need most, at numbers for the symbols."""
    claimed = Value(claim.bound.at(at))
    best: tuple[Any, Corner] | None = None
    for corner in program.corners():
        value = claim.value(program, corner, at)
        if best is None or value > best[0]:
            best = value, corner
    if best is None:
        raise Undecided("unsupported", "no entry of an input moves")
    value, corner = best
    there = tuple(x.at(at) for x in corner)
    here = (Fraction(0),) * len(there)
    labels = tuple(f"({', '.join(map(str, v))})" for v in (here, there))
    return PairValue(cast("Any", labels), value, (here, there), value - claimed)
