"""Programs with integer noise on all integer inputs: bounds of the privacy loss by alignment.

They may have infinitely many paths, so that enumerating them never ends, and a claim of pure
differential privacy is beyond it. What must never change: `holds` rests on a certificate that the
kernel has accepted; where there is none, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

from flint import fmpq

from dpverify.checkers.additive.decide import check_additive, decides, measure_additive
from dpverify.checkers.additive.pairs import NotReleased
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family
from dpverify.checkers.continuous.attained import attained
from dpverify.checkers.continuous.bound import in_nats
from dpverify.checkers.continuous.program import (
    RELATIONS,
    Program,
    Vector,
    eps_of,
    family_document,
    is_move,
    ordered_pairs,
    refuse_not_positive,
    vector_of,
)
from dpverify.checkers.continuous.subject import WAYS
from dpverify.checkers.gate import confirmed, scoped
from dpverify.checkers.kernel.certificates.documents import certificate_document
from dpverify.checkers.kernel.programs import NEAR, digest
from dpverify.checkers.unsupported import NO_ALIGNMENT, of_all_integers
from dpverify.checkers.verdict import Fails, Holds, Measured, Reason, Unknown, Verdict
from dpverify.defs.continuous.documents import read_traced
from dpverify.defs.continuous.integers import (
    refuse_fractions,
    trace_integers,
    trace_released,
    whole_inputs,
)
from dpverify.defs.continuous.referee import MOST_POINTS, Referee
from dpverify.defs.continuous.trace import LOOKED_AT, Family
from dpverify.defs.continuous.traced import EXACT
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.laws.registry import OF_INTEGERS
from dpverify.defs.notions import ApproxDP, LocalDP, Notion, PureDP
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.numbers import Number, exp, number_json
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.programs.mechanism import MAX_INPUTS, Mechanism

DECIDED = (PureDP, ApproxDP)
ENOUGH_POINTS = 50
"""Points at which a program that compares nothing is compared with its trace, on each input."""


@dataclass(frozen=True)
class IntegerProgram:
    """A program traced on all integer inputs.

    Args: eps the number that stands for ε, 1 where no scale has the form c/ε; moves the relation of
        `boxes`; pairs how many ordered pairs of listed inputs are such moves, all of them being so;
        everywhere whether all integer inputs are asked about; compared and keeps as
            for `Program`.
    """

    eps: Fraction
    family: Family
    moves: str
    pairs: int
    everywhere: bool
    compared: Mapping[str, int] = field(default_factory=dict)
    keeps: bool = False

    @property
    def aligned(self) -> bool:
        """Whether all noise is of laws that alignments shift."""
        return all(noise.law in EXACT for noise in self.family.traced.noises)

    def released(self) -> Program:
        """The program as engines of released values take it."""
        return Program(
            self.eps, {}, {}, (), [], self.moves, self.family, True, self.compared, self.keeps, True
        )

    def content(self) -> dict[str, Any]:
        """What the kernel reads."""
        return {
            "eps": str(self.eps),
            "moves": self.moves,
            "family": family_document(self.family),
        }

    def to_document(self) -> dict[str, Any]:
        """The program as JSON data, to cross the border of a process."""
        more = {"pairs": self.pairs, "everywhere": self.everywhere}
        return {**self.content(), **more, "compared": dict(self.compared), "keeps": self.keeps}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> IntegerProgram:
        """The program that `to_document` wrote."""
        family = given["family"]
        traced = read_traced(family["traced"], tuple(OF_INTEGERS))
        found = Family(traced, tuple(family["entries"]))
        return cls(
            Fraction(given["eps"]), found, given["moves"], given["pairs"], given["everywhere"],
            given["compared"],
            given["keeps"],
        )  # fmt: skip


def integer_program(
    found: Mechanism, *, everywhere: bool, tick: Callable[[], None]
) -> IntegerProgram | None:
    """Trace a mechanism with integer noise; None where it cannot be, unless all inputs are meant.

    Raises: where all integer inputs are asked about, UsageError without `moves`, ProgramError for
        what cannot be traced; Undecided where time is up.
    """
    moves = found.about.get("moves")
    if moves not in RELATIONS:
        if not everywhere:
            return None
        raise UsageError(
            f"{found.name} draws discrete noise and does not say how far neighbours are apart where"
            " all integer inputs are meant; leave out --all-inputs, or write moves='A', 'M' or 'O'"
            " in @mechanism"
        )
    try:
        return _traced(found, str(moves), everywhere, tick)
    except ProgramError:
        if everywhere:
            raise
        return None


def _traced(
    found: Mechanism, moves: str, everywhere: bool, tick: Callable[[], None]
) -> IntegerProgram | None:
    refuse_not_positive(found)
    if everywhere:
        refuse_fractions(found, found.first_inputs(LOOKED_AT))
        pairs: tuple[tuple[str, str], ...] | None = ()
    else:
        pairs = _moves_alone(found, moves)
    if pairs is None:
        return None
    referee = Referee(MOST_POINTS, tick)
    family = trace_integers(found, tick=tick, referee=referee)
    eps = eps_of(found, family.traced.symbolic)
    return IntegerProgram(eps, family, moves, len(pairs), everywhere, referee.account)


def released_integers(found: Mechanism, tick: Callable[[], None]) -> Program | None:
    """A mechanism on its listed inputs, where it releases values with integer noise and no more.

    Returns: None where it does more, or its inputs are no integers.
    """
    try:
        refuse_not_positive(found)
        if len(found.first_inputs(MAX_INPUTS + 1)) > MAX_INPUTS:
            return None
        cases = found.cases()
        if not all(map(whole_inputs, cases.values())):
            return None
        referee = Referee(ENOUGH_POINTS, tick)  # there is one path, and nothing to decide on it
        inputs = {
            label: trace_released(found, given, tick=tick, referee=referee)
            for label, given in cases.items()
        }
        related = found.relation(cases)
        symbolic = {one.symbolic for one in inputs.values()}
        if len(symbolic) != 1:
            return None
        return Program(
            eps_of(found, symbolic == {True}), inputs, {}, ordered_pairs(related, list(cases)),
            related, compared=referee.account, integers=True,
        )  # fmt: skip
    except ProgramError:
        return None


def _moves_alone(found: Mechanism, moves: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of listed inputs; None where one of them is no move of integers."""
    if len(found.first_inputs(MAX_INPUTS + 1)) > MAX_INPUTS:
        return None
    cases = found.cases()
    if not all(map(whole_inputs, cases.values())):
        return None
    vectors: dict[str, Vector] = {}
    for label, given in cases.items():
        vector = vector_of(given)
        if vector is None:
            return None
        vectors[label] = vector
    pairs = ordered_pairs(found.relation(cases), list(cases))
    return pairs if all(is_move(moves, vectors[a], vectors[b]) for a, b in pairs) else None


@dataclass(frozen=True)
class IntegerSubject:
    """The subject of a result about such a program: the traced program itself."""

    program: IntegerProgram
    source: str | None = None

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was and was not looked at."""
        return (f"all integer inputs; neighbours: {WAYS[self.program.moves]}",)

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        content = self.program.content()
        source = {} if self.source is None else {"source": self.source}
        return {
            "kind": "integers",
            **source,
            "digest": digest(content),
            "read": list(self.provenance),
            "program": content,
        }


def check_all_integers(
    program: IntegerProgram, notion: Any, *, source: str, tick: Callable[[], None]
) -> Verdict:
    """Decide a claim on all integer inputs: by an alignment, else by the laws of released values.

    Raises: Undecided where the program does more than release values, and no alignment is known.
    """
    _refuse_all_pairs(notion.name)
    aligned: Verdict | None = None
    if program.aligned and about_integers(notion):
        aligned = check_integers(program, notion, source=source)
        if not aligned.unknown:
            return aligned
    try:
        if decides(notion.name):
            return check_additive(program.released(), notion, source=source, tick=tick)
    except NotReleased:
        pass
    except Undecided:
        if aligned is None:
            raise
    if aligned is not None:
        return aligned
    return check_integers(program, notion, source=source)


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


def check_integers(program: IntegerProgram, notion: Any, *, source: str) -> Holds | Fails | Unknown:
    """Holds where an alignment shows it; fails where a place is known; else unknown.

    What is unknown says the bound, or why there is none.
    """
    _refuse_all_pairs(notion.name)
    if not about_integers(notion):
        raise Undecided(
            "unsupported",
            of_all_integers(notion.name),
        )
    _refuse_unaligned(program)
    claimed = cast("Any", notion).eps
    upper = align_family(program.family, program.moves, whole=True)
    common: dict[str, Any] = {"definition": notion.name, "given": notion.given}
    if isinstance(upper, Unaligned):
        text = f"no alignment in integers: {upper.reason} (word {upper.word})"
        parts: dict[str, Any] = {"subject": IntegerSubject(program, source)}
        return Unknown(reason=Reason("unsupported", text), **parts, **common)
    parts = _parts(program, upper, source)
    nats = _nats(program, upper)
    if in_nats(nats) <= claimed:
        holds = Holds(evidence="certificate", **parts, **common)
        return confirmed(scoped(holds, program.everywhere))
    place = attained(program.family, program.moves, program.eps)
    if place is not None and isinstance(notion, PureDP):
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
        raise Undecided("unsupported", f"no alignment in integers: {upper.reason}")
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
    count = len(program.family.entries)
    of = f" of {count} numbers, neighbours {NEAR[program.moves]}"
    one = ", neighbours at distance at most 1"
    covered = f"all integer inputs{one if count == 1 else of}"
    listed = {"pairs": program.pairs} if program.pairs else {}
    return {
        "subject": IntegerSubject(program, source),
        "checked": {"inputs": covered, **listed, "words": len(program.family.traced.words)},
        "more": {
            "bound": {"eps": number_json(in_nats(_nats(program, upper)))},
            "certificate": certificate_document(upper.certificate, {}),
        },
    }


def about_integers(notion: Notion | WholeNotion | Any) -> bool:
    """Whether an alignment can decide such a claim."""
    return isinstance(notion, DECIDED) and not isinstance(notion, LocalDP)
