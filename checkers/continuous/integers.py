"""Programs with integer noise on all integer inputs: bounds of the privacy loss by alignment.

They may have infinitely many paths, so that enumerating them never ends, and a claim of pure
differential privacy is beyond it. What must never change: `holds` rests on a certificate that the
kernel has accepted; where there is none, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from flint import fmpq

from dpverify.checkers.additive.decide import check_additive, decides, measure_additive
from dpverify.checkers.answers.documents import Bound, Details, Reason
from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family
from dpverify.checkers.continuous.attained import attained
from dpverify.checkers.continuous.bound import in_nats
from dpverify.checkers.continuous.certificates import stated_alignment
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.subject import scope
from dpverify.checkers.gate import confirmed, scoped
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.unsupported import (
    NO_ALIGNMENT,
    NotReleased,
    of_all_integers,
    of_no_alignment,
)
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.definitions import ApproxDP, LocalDP, PureDP
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Number, exp
from dpverify.defs.numbers.balls import ball_bounds

DECIDED = (PureDP, ApproxDP)


@dataclass(frozen=True)
class IntegerSubject:
    """The subject of a result about such a program: the traced program itself."""

    program: IntegerProgram
    source: str | None = None
    notes: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was and was not looked at."""
        return (scope(self.program.released()), *self.notes)

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        content = self.program.content()
        source = {} if self.source is None else {"source": self.source}
        return {
            "kind": "integers",
            **source,
            "digest": digest(content),
            "read": list(self.provenance),
            **({"after": list(self.after)} if self.after else {}),
            "program": content,
        }


def check_all_integers(
    program: IntegerProgram, definition: Any, *, source: str, tick: Callable[[], None]
) -> Verdict:
    """Decide a claim on all integer inputs: by an alignment, else by the laws of released values.

    Raises: Undecided where the program does more than release values, and no alignment is known.
    """
    _refuse_all_pairs(definition.name)
    aligned: Verdict | None = None
    if program.aligned and about_integers(definition):
        aligned = check_integers(program, definition, source=source)
        if not aligned.unknown:
            return aligned
    try:
        if decides(definition.name):
            return check_additive(program.released(), definition, source=source, tick=tick)
    except NotReleased:
        pass
    except Undecided:
        if aligned is None:
            raise
    if aligned is not None:
        return aligned
    return check_integers(program, definition, source=source)


def measure_all_integers(
    program: IntegerProgram,
    definition: str,
    given: Mapping[str, Any],
    *,
    source: str,
    tick: Callable[[], None],
) -> Measured:
    """The smallest value of the last parameter: as `check_all_integers`.

    Raises: Undecided where neither an alignment nor the laws of what is released say it.
    """
    _refuse_all_pairs(definition)
    bounded: Measured | None = None
    if program.aligned and definition == "pure-dp":
        try:
            bounded = measure_integers(program, definition, given, source=source)
        except Undecided as stop:
            if stop.code != "unsupported":
                raise
        if bounded is not None and bounded.evidence != "enclosure":
            return bounded
    try:
        if decides(definition):
            return measure_additive(program.released(), definition, given, source=source, tick=tick)
    except NotReleased:
        pass
    except Undecided:
        if bounded is None:
            raise
    if bounded is not None:
        return bounded
    return measure_integers(program, definition, given, source=source)


def check_integers(
    program: IntegerProgram, definition: Any, *, source: str
) -> Holds | Fails | Unknown:
    """Holds where an alignment shows it; fails where a place is known; else unknown.

    What is unknown says the bound, or why there is none.
    """
    _refuse_all_pairs(definition.name)
    if not about_integers(definition):
        raise Undecided(
            "unsupported",
            of_all_integers(definition.name),
        )
    _refuse_unaligned(program)
    claimed = cast("Any", definition).eps
    upper = align_family(program.family, program.moves, whole=True)
    common: dict[str, Any] = {"definition": definition.name, "given": definition.given}
    if isinstance(upper, Unaligned):
        text = of_no_alignment(f"{upper.reason} (word {upper.word})")
        parts: dict[str, Any] = {"subject": IntegerSubject(program, source)}
        return Unknown(reason=Reason("unsupported", text), **parts, **common)
    parts = _parts(program, upper, source)
    nats = _nats(program, upper)
    if in_nats(nats) <= claimed:
        holds = Holds(evidence="certificate", **parts, **common)
        return confirmed(scoped(holds, program.everywhere))
    place = attained(program.family, program.moves, program.eps)
    if place is not None and isinstance(definition, PureDP):
        p, q = place.probabilities
        excess = p - exp(claimed) * q
        if excess > 0:
            fails = Fails(witness=replace(place, excess=excess), **parts, **common)
            return confirmed(scoped(fails, program.everywhere))
    text = (
        f"the loss is at most {nats}; a failure is looked for on the listed inputs alone, without"
        " --all-inputs"
    )
    return Unknown(reason=Reason("unsupported", text), **parts, **common)


def measure_integers(
    program: IntegerProgram, definition: str, given: Mapping[str, Any], *, source: str
) -> Measured:
    """The smallest ε where it is attained; else bounds, from 0 to what an alignment shows.

    Raises: Undecided for other definitions, or where there is no alignment.
    """
    _refuse_all_pairs(definition)
    if definition != "pure-dp" or given:
        raise Undecided(
            "unsupported",
            of_all_integers(definition),
        )
    _refuse_unaligned(program)
    upper = align_family(program.family, program.moves, whole=True)
    if isinstance(upper, Unaligned):
        raise Undecided("unsupported", of_no_alignment(upper.reason))
    largest, parts = in_nats(_nats(program, upper)), _parts(program, upper, source)
    place = attained(program.family, program.moves, program.eps)
    if place is not None and place.probabilities[0] == exp(largest) * place.probabilities[1]:
        exact = Measured(
            definition=definition, given={}, evidence="certificate",
            tight={"eps": largest}, attained_by=place, **parts,
        )  # fmt: skip
        return confirmed(scoped(exact, program.everywhere))
    most = ball_bounds(largest.ball(128))[1]
    found = Measured(
        definition=definition, given={}, evidence="enclosure",
        tight={"eps": cast("Number", Bounds(fmpq(0), most))}, **parts,
    )  # fmt: skip
    return confirmed(scoped(found, program.everywhere))


def _refuse_unaligned(program: IntegerProgram) -> None:
    if not program.aligned:
        raise Undecided("unsupported", NO_ALIGNMENT)


def _refuse_all_pairs(definition: str) -> None:
    """Refuse local privacy: two inputs of all integers may be as far apart as one likes."""
    if definition == LocalDP.name:
        raise UsageError(f"{definition} is about the listed inputs; leave out --all-inputs")


def _nats(program: IntegerProgram, upper: Aligned) -> Fraction:
    return upper.bound * (program.eps if upper.symbolic else 1)


def _parts(program: IntegerProgram, upper: Aligned, source: str) -> dict[str, Any]:
    """Subject, what was covered, and the certificate."""
    covered = program.released().relation.covered("integer")
    listed = {"pairs": program.pairs} if program.pairs else {}
    return {
        "subject": IntegerSubject(program, source),
        "checked": {"inputs": covered, **listed, "words": len(program.family.traced.words)},
        "more": Details(
            bound=Bound(figure_of(in_nats(_nats(program, upper)))),
            certificate=stated_alignment(upper.certificate, {}),
        ),
    }


def about_integers(definition: Any) -> bool:
    """Whether an alignment can decide such a claim."""
    return isinstance(definition, DECIDED) and not isinstance(definition, LocalDP)
