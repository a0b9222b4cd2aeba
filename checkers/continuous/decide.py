"""Verdicts about programs with continuous noise.

What must never change: `holds` rests on an alignment certificate that the kernel has accepted, or
on the exact channel; `fails` on a word whose probabilities are exact, on two inputs in numbers; and
what lies between the two is `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from flint import fmpq

from dpverify.checkers.additive.decide import check_additive, decides, measure_additive
from dpverify.checkers.answers.documents import (
    Alignment,
    Alignments,
    Approached,
    Bound,
    Details,
    PairAlignment,
    Reason,
)
from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.alignment import Unaligned
from dpverify.checkers.continuous.bound import Upper, covered, in_nats, upper_bound
from dpverify.checkers.continuous.certificates import stated_alignment
from dpverify.checkers.continuous.check_steps import check_steps, measure_steps
from dpverify.checkers.continuous.everywhere import everywhere
from dpverify.checkers.continuous.lower import largest_loss
from dpverify.checkers.continuous.program import Program, ranged
from dpverify.checkers.continuous.spot import Spot, in_numbers
from dpverify.checkers.continuous.steps import in_steps, told_in_steps
from dpverify.checkers.continuous.subject import WAYS, TracedSubject, scope
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.worst_inputs import WorstCase
from dpverify.checkers.enclosures.decide import (
    beyond_enclosures,
    check_enclosed,
    encloses,
    measure_enclosed,
    rechecked_event,
    told_failure,
    told_measure,
)
from dpverify.checkers.enclosures.events import EventPlace
from dpverify.checkers.gate import confirmed, scoped
from dpverify.checkers.mixtures.decide import check_mixture, clamps, measure_mixture, mixes
from dpverify.checkers.unsupported import NotReleased, of_continuous_noise
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.clock import look
from dpverify.defs.definitions import ApproxDP, LocalDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import INFINITY, Loss, Number, Value, exp
from dpverify.defs.numbers.balls import ball_bounds

DECIDED: tuple[type[Definition], ...] = (PureDP, LocalDP, ApproxDP)
DECIDED_NAMES = tuple(definition.name for definition in DECIDED)
R = TypeVar("R", Holds, Fails, Measured)
A = TypeVar("A")
Tick = Callable[[], None]


def check_continuous(
    program: Program, definition: Definition, *, source: str, tick: Tick
) -> Verdict:
    """Decide a claim about a program that is no finite channel.

    Raises: Undecided where a limit is reached.
    """
    if program.stepwise is not None or program.argmax is not None:
        return check_steps(program, definition, source=source, tick=tick)
    if mixes(program):
        return check_mixture(program, definition, source=source, tick=tick)
    if _moves_by_norm(program) and decides(definition.name):
        try:
            return check_additive(program, definition, source=source, tick=tick)
        except NotReleased:
            pass  # it compares: alignments and walks may decide it
    return _or_mixture(
        program,
        definition.name,
        lambda: _check_noise(program, definition, source=source, tick=tick),
        lambda: check_mixture(program, definition, source=source, tick=tick),
    )


def _check_noise(program: Program, definition: Definition, *, source: str, tick: Tick) -> Verdict:
    """The same without coins."""
    if not isinstance(definition, DECIDED):
        if not decides(definition.name):
            raise Undecided("unsupported", _unsupported(definition.name, program))
        return check_additive(program, definition, source=source, tick=tick)
    if beyond_enclosures(program):
        return check_additive(program, definition, source=source, tick=tick)
    if encloses(program):
        return _enclosed(program, definition, source, tick)
    asked = _Asked(ranged(program, definition.name), source, tick)
    claimed = cast("Any", definition).eps
    upper = upper_bound(asked.program, tick)
    common: dict[str, Any] = {"definition": definition.name, "given": definition.given}
    if _shown(upper, claimed):
        return _rechecked(program, Holds(evidence="certificate", **asked.parts(upper), **common))
    if isinstance(definition, ApproxDP):
        return _enclosed(program, definition, source, tick)
    below = _everywhere(asked, upper) if program.everywhere else _beyond(asked, upper, claimed)
    upper = below.upper
    if _shown(upper, claimed):
        return _rechecked(program, Holds(evidence="certificate", **asked.parts(upper), **common))
    if not below.loss > claimed:
        decided = _without_alignments(program, asked.program, definition, source, tick)
        if decided is not None:
            return decided
        text = f"the loss is at least {below.loss} and at most {_at_most(upper)}"
        return Unknown(reason=Reason("unsupported", text), **asked.parts(upper), **common)
    return _refuted(asked, below, claimed, common)


def _without_alignments(
    program: Program, ranged_program: Program, definition: Definition, source: str, tick: Tick
) -> Verdict | None:
    """The verdict by what tells inputs apart, or by the laws of what is released; None if open.

    An alignment keeps every path; those laws may be known where none does.
    """
    told = told_failure(ranged_program, definition, source=source, tick=tick)
    if told is not None:
        return told
    released = _if_known(lambda: check_additive(program, definition, source=source, tick=tick))
    return None if released is None or released.unknown else released


def _moves_by_norm(program: Program) -> bool:
    """Whether neighbours are no boxes around an input, so that closed forms know more of them."""
    return program.everywhere and program.moves not in (*WAYS, None)


def _shown(upper: Upper | Unaligned, claimed: Any) -> bool:
    """Whether alignments show that the claim holds."""
    return isinstance(upper, Upper) and bool(in_nats(upper.nats) <= claimed)


def _refuted(asked: _Asked, below: _Below, claimed: Any, common: Mapping[str, Any]) -> Fails:
    """The failure, in numbers.

    Raises: Undecided where none were found.
    """
    odds = exp(claimed)
    place = below.in_numbers(lambda p, q: bool(p > odds * q), asked.tick)
    if place is not None:
        p, q = place.probabilities
        witness = replace(place, excess=p - odds * q)
        parts = asked.parts(below.upper, witness.word)
        return _rechecked(asked.program, Fails(witness=cast("Any", witness), **parts, **common))
    told = below.told(claimed, asked.tick)
    if told is None:
        raise Undecided("precision", "the claim fails in the limit; no numbers for it were found")
    parts = {**asked.parts(below.upper, told.word), "more": Details()}
    return rechecked_event(
        asked.program, Fails(witness=cast("Any", told), evidence="enclosure", **parts, **common)
    )


def measure_continuous(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest ε, exact where the bounds meet, else enclosed.

    Raises: Undecided for definitions that are not decided here, or where a limit is reached.
    """
    if program.stepwise is not None or program.argmax is not None:
        return measure_steps(program, definition, given, source=source, tick=tick)
    if mixes(program):
        return measure_mixture(program, definition, given, source=source, tick=tick)
    return _or_mixture(
        program,
        definition,
        lambda: _measure_noise(program, definition, given, source=source, tick=tick),
        lambda: measure_mixture(program, definition, given, source=source, tick=tick),
    )


def _or_mixture(
    program: Program, definition: str, plain: Callable[[], A], mixture: Callable[[], A]
) -> A:
    """What is known of the law of the one value that a program releases, where nothing else is.

    A clamped value has probability at both ends and a density between them: a mixture. Of its
    largest loss, where noise is Gaussian, events say less than that.

    Raises: what `plain` raises, where neither decides.
    """
    if not clamps(program):
        return plain()
    first = definition in ("pure-dp", "local-dp") and encloses(program)
    try:
        answer = mixture() if first else plain()
    except Undecided as stop:
        if stop.code != "unsupported":
            raise
        try:
            return plain() if first else mixture()
        except Undecided as other:
            raise (other if first else stop) from None
    if first and not _settled(answer):
        # Noise that is the same on both inputs may leave an exact loss, which no mixture knows.
        exact = _if_known(plain)
        return answer if exact is None or not _settled(exact) else exact
    return answer


def _settled(answer: object) -> bool:
    """Whether an answer leaves nothing open: a verdict, or an exact number."""
    if isinstance(answer, Measured):
        return not any(isinstance(number, Bounds) for number in answer.tight.values())
    return not isinstance(answer, Unknown)


def _measure_noise(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The same without coins."""
    if not decides(definition):
        raise Undecided("unsupported", _unsupported(definition, program))
    if _moves_by_norm(program):
        try:
            return measure_additive(program, definition, given, source=source, tick=tick)
        except NotReleased:
            pass  # it compares: alignments and walks may decide it
    return _measure(program, definition, given, source=source, tick=tick)


def _measure(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    if definition not in DECIDED_NAMES or beyond_enclosures(program):
        return measure_additive(program, definition, given, source=source, tick=tick)
    if encloses(program) or definition == "approx-dp":
        return _else_released(
            lambda: measure_enclosed(program, definition, given, source=source, tick=tick),
            lambda: measure_additive(program, definition, given, source=source, tick=tick),
        )
    if definition not in ("pure-dp", "local-dp") or given:
        raise Undecided("unsupported", _unsupported(definition, program))
    asked = _Asked(ranged(program, definition), source, tick)
    below = _everywhere(asked) if program.everywhere else _listed(asked)
    return _measured(asked, below, definition)


def measure_worst(worst: WorstCase, eps: Fraction, source: str) -> Measured:
    """The privacy loss over all real inputs whose bounds are known, as `measure` answers it.

    Args: eps the mechanism's own; source what the result calls its subject.
    Raises: InternalError where it is another loss than the bounds say, or the kernel rejects it.
    """
    unit = eps if worst.symbolic else Fraction(1)
    program = Program(unit, {}, {}, (), [], worst.relation, worst.family, everywhere=True)
    asked = _Asked(program, source, look)
    below = _everywhere(asked, worst=worst)
    found = confirmed(scoped(_measured(asked, below, "pure-dp"), everywhere=True))
    known = INFINITY if worst.lower is None else in_nats(worst.lower * unit)
    if worst.exact and found.tight["eps"] != known:
        raise InternalError(
            f"{source}: a loss of {found.tight['eps']}, where the bounds say {known}"
        )
    return found


def _measured(asked: _Asked, below: _Below, definition: str) -> Measured:
    """The smallest ε, from what was found below and above it."""
    program, source, tick = asked.program, asked.source, asked.tick
    upper, loss = below.upper, below.loss
    most: Loss = in_nats(upper.nats) if isinstance(upper, Upper) else INFINITY
    if loss > most:
        raise InternalError(f"a loss of {loss} lies above its bound {most}")
    parts = asked.parts(upper)
    if loss > 0:
        place = below.place(tick)
        if place is not None:
            parts = asked.parts(upper, place.word)
            parts["attained_by"] = place
        else:
            approached = {"supremum": True, "approached_by": below.approached}
            parts["more"] = replace(parts["more"], **approached)
    exact = loss == most
    if most == INFINITY and not exact:
        told = told_measure(asked.program, definition, source=source, tick=tick)
        if told is not None:
            return told
    if not exact:
        released = _if_known(
            lambda: measure_additive(program, definition, {}, source=source, tick=tick)
        )
        if released is not None:
            return released
    tight = most if exact else Bounds(_below(loss), _above(most))
    found = Measured(
        definition=definition, given={}, tight={"eps": cast("Number", tight)},
        evidence="exact" if exact else "enclosure", **parts,
    )  # fmt: skip
    return _rechecked(program, found) if exact else found


def _enclosed(program: Program, definition: Definition, source: str, tick: Tick) -> Verdict:
    """The verdict by enclosures; where they leave it open, by the exact laws of what is released.

    A claim that is the truth lies within every enclosure; an expression can say that it does.
    """

    def released() -> Verdict:
        return check_additive(program, definition, source=source, tick=tick)

    verdict = _else_released(
        lambda: check_enclosed(program, definition, source=source, tick=tick), released
    )
    if not verdict.unknown:
        return verdict
    try:
        return released()
    except Undecided:
        return verdict


def _else_released(answer: Callable[[], A], released: Callable[[], A]) -> A:
    """The answer; where the engine does not know the program, that of values released alone.

    Raises: as `answer`, where both refuse.
    """
    try:
        return answer()
    except Undecided as stop:
        if stop.code != "unsupported":
            raise
        try:
            return released()
        except Undecided:
            raise stop from None


def _if_known(answer: Callable[[], A]) -> A | None:
    """The answer; None where the engine does not know the program."""
    try:
        return answer()
    except Undecided as stop:
        if stop.code == "time":
            raise
        return None


@dataclass(frozen=True)
class _Below:
    """The loss from below, and what shows it."""

    upper: Upper | Unaligned
    loss: Loss
    near: Program
    spot: Spot | None = None
    approached: Approached | None = None
    walk: Walk | None = None

    def place(self, tick: Tick) -> WordPlace | None:
        """Numbers at which the loss is attained."""
        wanted = _attains(self.loss)
        if self.spot is not None and self.spot.limit.attained and self.spot.loss == self.loss:
            return in_numbers(self.near, self.spot, wanted, tick)
        if self.walk is None or self.loss != INFINITY:
            return None
        return in_steps(self.near, self.walk, wanted, tick)

    def in_numbers(self, wanted: Callable[[Value, Value], bool], tick: Tick) -> WordPlace | None:
        """Numbers at which two probabilities, or densities, are as wanted."""
        place = None
        if self.spot is not None:
            place = in_numbers(self.near, self.spot, wanted, tick)
        if place is None and self.walk is not None:
            place = in_steps(self.near, self.walk, wanted, tick)
        return place

    def told(self, eps: Any, tick: Tick) -> EventPlace | None:
        """An event around a value that is released without noise."""
        return None if self.walk is None else told_in_steps(self.near, self.walk, eps, tick)


def _listed(asked: _Asked) -> _Below:
    upper = upper_bound(asked.program, asked.tick)
    most: Loss = in_nats(upper.nats) if isinstance(upper, Upper) else INFINITY
    return _largest(asked, upper, lambda s: bool(s.loss >= most))


def _beyond(asked: _Asked, upper: Upper | Unaligned, claimed: Any) -> _Below:
    """The first loss that is found above what is claimed, else the largest."""
    return _largest(asked, upper, lambda s: bool(s.loss > claimed))


def _largest(asked: _Asked, upper: Upper | Unaligned, enough: Callable[[Spot], bool]) -> _Below:
    spot = largest_loss(asked.program, upper.word, enough, asked.tick)
    if spot is None or spot.loss <= 0:
        return _Below(upper, in_nats(Fraction(0)), asked.program)
    return _Below(upper, spot.loss, asked.program, spot, spot.approached())


def _everywhere(
    asked: _Asked, upper: Upper | Unaligned | None = None, worst: WorstCase | None = None
) -> _Below:
    """Both bounds over all real inputs; `upper`, or `worst`, is what was found before."""
    known = upper.family if isinstance(upper, Upper) else upper
    found = everywhere(asked.program, asked.tick, known if worst is None else worst)
    spot = found.spot
    loss = found.walked if spot is None or spot.loss <= found.walked else spot.loss
    near = found.pair or asked.program
    return _Below(found.upper, loss, near, spot, found.approached(), found.walk)


@dataclass(frozen=True)
class _Asked:
    program: Program
    source: str
    tick: Tick

    def parts(self, upper: Upper | Unaligned, word: str | None = None) -> dict[str, Any]:
        """Subject, counts and certificate.

        Args: word that the result is about. A value without noise is a part of the word on a listed
            input; the program on all real inputs, where it is released, has no such word.
        """
        program, family = self.program, self.program.family
        everywhere = family is not None and covered(program)
        if isinstance(upper, Upper):
            everywhere = upper.family is not None
        if word is not None and family is not None and word not in family.traced.words:
            everywhere, upper = False, Unaligned("", "")
        subject = TracedSubject(
            program, everywhere, self.source, tuple(_notes(program, everywhere))
        )
        more = Details()
        if isinstance(upper, Upper):
            more = Details(
                bound=Bound(figure_of(in_nats(upper.nats))), certificate=_certificate(upper)
            )
        return {
            "subject": subject,
            "checked": {**_covered(program, upper), "words": _words(program, everywhere)},
            "more": more,
        }


def _certificate(upper: Upper) -> Alignment | Alignments:
    if upper.family is not None:
        family = upper.family
        return stated_alignment(family.certificate, family.leads, corners=upper.corners)
    alignments = {
        pair: stated_alignment(aligned.certificate, aligned.leads)
        for pair, aligned in upper.pairs.items()
    }
    return Alignments(
        tuple(PairAlignment(pair, a.table, a.shifts, a.leads) for pair, a in alignments.items())
    )


def _attains(loss: Loss) -> Callable[[Value, Value], bool]:
    if loss == INFINITY:
        return lambda p, q: bool(p > 0 and q == 0)
    odds = exp(loss)
    return lambda p, q: bool(q > 0 and p == odds * q)


def _rechecked(program: Program, found: R) -> R:
    """The result once the kernel has seen it; a failure or measure is then a certificate.

    Raises: InternalError where the kernel rejects it; Undecided where it cannot re-check what it
        rests on.
    """
    sealed = confirmed(scoped(replace(found, evidence="certificate"), program.everywhere))
    if sealed.not_rechecked is None or not isinstance(found, Measured):
        return sealed
    return replace(sealed, evidence="exact")


def _at_most(upper: Upper | Unaligned) -> str:
    if isinstance(upper, Upper):
        return str(upper.nats)
    return f"what is not known: {upper.reason}" + (f" (word {upper.word})" if upper.word else "")


def _words(program: Program, everywhere: bool) -> int:
    if everywhere and program.family is not None:
        return len(program.family.traced.words)
    return len({word for label, _ in program.pairs for word in program.inputs[label].words})


def _notes(program: Program, everywhere: bool) -> list[str]:
    """What was and was not looked at, for readers."""
    if everywhere:
        return [scope(program)]
    return ["the listed inputs"]


def _covered(program: Program, upper: Upper | Unaligned) -> dict[str, int | str]:
    """The inputs that were looked at: pairs of listed ones, or all real ones by a certificate."""
    if not program.everywhere or program.family is None:
        return {"pairs": len(program.pairs)}
    if isinstance(upper, Unaligned):
        return {}
    return {"inputs": program.relation.covered("real")}


def _unsupported(definition: str, program: Program) -> str:
    what = "all real inputs" if program.everywhere else "released values or limits"
    return of_continuous_noise(definition, what)


def _below(loss: Loss) -> fmpq:
    return max(fmpq(0), ball_bounds(loss.ball(128))[0])


def _above(most: Loss) -> fmpq | None:
    return None if most == INFINITY else ball_bounds(most.ball(128))[1]
