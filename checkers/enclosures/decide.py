"""Verdicts by enclosures: programs with Gaussian or uniform noise, and (ε, δ) of released values.

What must never change: `holds` only where a ball lies on the right side of the claim for every
pair; `fails` only with an event whose two probabilities the kernel has enclosed again; what balls
do not tell is `unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from flint import arb, fmpq

from dpverify.checkers.answers.documents import Details, Reason
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.program import Program, ranged
from dpverify.checkers.continuous.subject import TracedSubject, scope
from dpverify.checkers.enclosures.compared import NO_LIMIT, Lost
from dpverify.checkers.enclosures.events import EventPlace
from dpverify.checkers.enclosures.inverse import smallest_eps
from dpverify.checkers.enclosures.pairs import pairs_of
from dpverify.checkers.enclosures.survey import Survey, Tick
from dpverify.checkers.enclosures.told import told_event, told_pairs
from dpverify.checkers.gate import confirmed, scoped
from dpverify.checkers.unsupported import NO_BOUND_ABOVE, of_continuous_noise
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.definitions import ApproxDP, LocalDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.documents.traced import ENCLOSED, Traced, exact
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Number, Value, as_eps
from dpverify.defs.numbers.balls import ball_bounds, zeros_of
from dpverify.defs.numbers.decimals import bracket

PRECISIONS = (64, 128, 256)
"""Bits that are tried in turn."""
TRIED = tuple(Fraction(2) ** k for k in range(-4, 3))
"""Losses that are tried where the largest one is not known."""
FAR = 64
"""An ε beyond which an event is sought that is impossible on the other input."""
DECIDED = (PureDP, LocalDP, ApproxDP)


def encloses(program: Program) -> bool:
    """Whether a program has noise whose probabilities are enclosed, not exact."""
    return not all(map(exact, _traces(program)))


def beyond_enclosures(program: Program) -> bool:
    """Whether a program has noise of which closed forms alone are known."""
    laws = {noise.law for traced in _traces(program) for noise in traced.noises}
    return not laws <= {*ENCLOSED}


def _traces(program: Program) -> list[Traced]:
    return [*program.inputs.values(), *([program.family.traced] if program.family else [])]


def check_enclosed(program: Program, definition: Definition, *, source: str, tick: Tick) -> Verdict:
    """Decide a claim about a program by enclosures.

    Raises: Undecided for definitions and programs that are not decided here, or at a limit.
    """
    if not isinstance(definition, DECIDED):
        raise Undecided("unsupported", _unsupported(definition.name))
    try:
        verdict = _decided(program, definition, source, tick)
    except Undecided as stop:
        if stop.code == "unsupported":
            told = told_failure(program, definition, source=source, tick=tick)
            if told is not None:
                return told
        raise
    told = told_failure(program, definition, source=source, tick=tick) if verdict.unknown else None
    return verdict if told is None else told


def _decided(program: Program, definition: Definition, source: str, tick: Tick) -> Verdict:
    """The verdict by enclosures of all words."""
    asked = _Asked.about(program, definition.name, source, tick)
    common: dict[str, Any] = {
        "definition": definition.name, "given": definition.given, **asked.parts()
    }  # fmt: skip
    decide = _approx if isinstance(definition, ApproxDP) else _pure
    said = Reason("precision", "")
    tight: dict[str, Any] = {}
    for bits in PRECISIONS:
        found, said, tight = decide(asked.survey, cast("Any", definition), bits)
        if found is True:
            return Holds(evidence="enclosure", tight=tight, **common)
        if isinstance(found, EventPlace):
            failing = Fails(witness=found, evidence="enclosure", tight=tight, **common)
            return rechecked_event(program, failing)
    return Unknown(reason=said, tight=tight, **common)


def told_failure(
    program: Program, definition: Definition, *, source: str, tick: Tick
) -> Fails | None:
    """The failure of a program that tells a number without noise; None where it does not.

    Args: definition pure-dp, local-dp or approx-dp.
    """
    about, claim = ranged(program, definition.name), cast("Any", definition)
    delta = getattr(claim, "delta", Value(0))
    found = told_event(told_pairs(about), claim.eps, delta, tick)
    if found is None:
        return None
    parts = _Asked(about, Survey([*told_pairs(about)], tick), source).parts()
    return rechecked_event(
        program, Fails(
            definition=definition.name, given=definition.given, witness=found, evidence="enclosure",
            **parts,
        )
    )  # fmt: skip


def told_measure(program: Program, definition: str, *, source: str, tick: Tick) -> Measured | None:
    """∞, attained where a number is told without noise; None where it is not."""
    about = ranged(program, definition)
    found = told_event(told_pairs(about), as_eps(FAR), Value(0), tick)
    if found is None or cast("Any", found.probabilities[1]).upper != 0:
        return None
    return Measured(
        definition=definition, given={}, evidence="enclosure", tight={"eps": INFINITY},
        attained_by=replace(found, excess=None),
        **_Asked(about, Survey([*told_pairs(about)], tick), source).parts(),
    )  # fmt: skip


def measure_enclosed(
    program: Program, definition: str, given: Mapping[str, Any], *, source: str, tick: Tick
) -> Measured:
    """The smallest ε, or δ at an ε, or ε at a δ, enclosed.

    Raises: Undecided for definitions and programs that are not decided here, or at a limit.
    """
    asked = _Asked.about(program, definition, source, tick)
    if definition in ("pure-dp", "local-dp") and not given:
        return _measured_loss(asked, definition)
    if definition != "approx-dp" or len(given) != 1:
        raise Undecided("unsupported", _unsupported(definition))
    claim = ApproxDP(**{"eps": 0, "delta": 0, **given})
    fixed = {name: claim.given[name] for name in given}
    if "delta" in given:
        found = smallest_eps(asked.survey, claim.delta)
        return Measured(
            definition=definition, given=fixed, evidence="enclosure",
            tight={"eps": cast("Number", found)}, **asked.parts(),
        )  # fmt: skip
    found, best = _delta(asked.survey, claim.eps, PRECISIONS[1])
    event = asked.survey.event(best, claim.eps, PRECISIONS[0])
    place = None
    if event:
        place = asked.survey.place(best, event, claim.eps, Value(0), PRECISIONS[1])
        place = replace(place, excess=None)
    return Measured(
        definition=definition, given=fixed, evidence="enclosure",
        tight={"delta": cast("Number", found)}, attained_by=place, **asked.parts(),
    )  # fmt: skip


Found = tuple[EventPlace | bool | None, Reason, dict[str, Any]]
"""A refutation, True for holds or None; why it is None; what is tight."""
NO_REASON = Reason("precision", "")


def _pure(survey: Survey, definition: PureDP, bits: int) -> Found:
    """Each word's loss against ε."""
    left: Reason | None = None
    for number in range(len(survey.pairs)):
        within = {
            word for word, loss in survey.losses(number, bits) if _at_most(loss, definition.eps)
        }
        for word in survey.words(number):
            if word in within or _nothing(survey, number, word, definition.eps, bits):
                continue
            event = survey.event(number, definition.eps, bits, word)
            if event:
                place = survey.place(number, event, definition.eps, Value(0), bits)
                if _positive(place):
                    return place, NO_REASON, {}
            left = _open(survey, number, word, bits)
    return (True, NO_REASON, {}) if left is None else (None, left, {})


def _open(survey: Survey, number: int, word: str, bits: int) -> Reason:
    """Why a word is left open: how near its loss is to the claim, or what of it is not known."""
    a, b = survey.pairs[number].inputs
    about = f"the word {word} on {a} against {b}"
    loss = dict(survey.losses(number, bits)).get(word)
    if not isinstance(loss, arb):
        low = _shown(survey, number, word)
        text = f"of {about} the largest loss is known from below alone: it is at least {low}"
        return Reason("unsupported", text)
    low, high = ball_bounds(loss)
    near = zeros_of(high - low)
    text = f"of {about} the largest loss is in {bracket(low, high)}"
    if near is None:
        return Reason("precision", f"{text}, and so is the claim")
    return Reason("precision", f"{text}: the claim is within 10^-{near} of it", f"1e-{near}")


def _nothing(survey: Survey, number: int, word: str, eps: Number, bits: int) -> bool:
    """Whether a word certainly adds nothing to δ(ε); False where that is not known."""
    try:
        return bool(survey.excess(number, word, eps, bits) == 0)
    except Undecided as stop:
        if stop.code != "unsupported":
            raise
        return False


def _approx(survey: Survey, definition: ApproxDP, bits: int) -> Found:
    """δ(ε) against the claimed δ."""
    found, best = _delta(survey, definition.eps, bits)
    tight = {"delta": found}
    if found.upper is not None and Value(found.upper) <= definition.delta:
        return True, NO_REASON, tight
    if Value(found.lower) > definition.delta:
        event = survey.event(best, definition.eps, bits)
        if event:
            place = survey.place(best, event, definition.eps, definition.delta, bits)
            if _positive(place):
                return place, NO_REASON, tight
        said = (
            f"the smallest δ is in {_bounds(found)}, more than is claimed, but no event of a simple"
            " form shows it"
        )
        return None, Reason("unsupported", said), tight
    if found.upper is None:
        return None, Reason("unsupported", NO_BOUND_ABOVE), tight
    near = zeros_of(found.upper - found.lower)
    said = f"the smallest δ is in {_bounds(found)}"
    if near is None:
        return None, Reason("precision", f"{said}, and so is the claim"), tight
    said = f"{said}: the claimed δ is within 10^-{near} of it"
    return None, Reason("precision", said, f"1e-{near}"), tight


def _bounds(found: Bounds) -> str:
    return bracket(found.lower, fmpq(1) if found.upper is None else found.upper)


def _delta(survey: Survey, eps: Number, bits: int) -> tuple[Bounds, int]:
    """The largest δ(ε) of the pairs, and the number of the pair where it is."""
    numbers, best = list(range(len(survey.pairs))), 0
    low = high = fmpq(0)
    for step in [each for each in PRECISIONS if each <= bits]:
        ends = {n: ball_bounds(survey.delta(n, eps, step)) for n in numbers}
        best = max(ends, key=lambda n: ends[n][0])
        low, high = max(fmpq(0), ends[best][0]), max(upper for _, upper in ends.values())
        numbers = [n for n in numbers if ends[n][1] >= low]
    return Bounds(low, high), best


def _measured_loss(asked: _Asked, definition: str) -> Measured:
    """The largest loss of the words of all pairs."""
    exact_, low, high = fmpq(0), fmpq(0), fmpq(0)
    limit: fmpq | None = fmpq(0)
    for number in range(len(asked.survey.pairs)):
        for word, loss in asked.survey.losses(number, PRECISIONS[1]):
            if loss == NO_LIMIT:
                return _without_limit(asked, definition, number, word)
            if loss is None:
                limit = None
                low = max(low, _shown(asked.survey, number, word))
                continue
            if isinstance(loss, Fraction):
                ends = (fmpq(loss.numerator, loss.denominator),) * 2
                exact_ = max(exact_, ends[0])
            else:
                ends = ball_bounds(cast("arb", loss))
            low, high = max(low, ends[0]), max(high, ends[1])
    tight: Any = Bounds(low, None if limit is None else high)
    if limit is not None and high == exact_:
        tight = as_eps(Fraction(int(exact_.p), int(exact_.q)))
    return Measured(
        definition=definition, given={}, evidence="enclosure", tight={"eps": tight},
        **asked.parts(),
    )  # fmt: skip


def _shown(survey: Survey, number: int, word: str) -> fmpq:
    """A lower bound of a loss that is not known: an ε at which the word adds something to δ."""
    found = fmpq(0)
    for tried in TRIED:
        if not survey.excess(number, word, as_eps(tried), PRECISIONS[0]) > 0:
            break
        found = fmpq(tried.numerator, tried.denominator)
    return found


def _without_limit(asked: _Asked, definition: str, number: int, word: str) -> Measured:
    """∞: attained where an event is impossible on the other input, else approached."""
    parts, place = asked.parts(), None
    far = as_eps(FAR)
    event = asked.survey.event(number, far, PRECISIONS[0], word)
    if event:
        place = asked.survey.place(number, event, far, Value(0), PRECISIONS[0])
        place = replace(place, excess=None)
    if place is None or cast("Any", place.probabilities[1]).upper != 0:
        parts["more"], place = Details(supremum=True), None
    return Measured(
        definition=definition, given={}, evidence="enclosure", tight={"eps": INFINITY},
        attained_by=place, **parts,
    )  # fmt: skip


def _at_most(loss: Lost, eps: Loss | Any) -> bool:
    if isinstance(loss, Fraction):
        return bool(as_eps(loss) <= eps)
    return isinstance(loss, arb) and bool(loss <= eps.ball(PRECISIONS[-1]))


def _positive(place: EventPlace) -> bool:
    return bool(cast("Any", place.excess).lower > 0)


@dataclass(frozen=True)
class _Asked:
    program: Program
    survey: Survey
    source: str

    @classmethod
    def about(cls, program: Program, definition: str, source: str, tick: Tick) -> _Asked:
        """The pairs that the definition ranges over."""
        program = ranged(program, definition)
        return cls(program, Survey(pairs_of(program), tick), source)

    def parts(self) -> dict[str, Any]:
        """Subject and counts."""
        program = self.program
        said = "the listed inputs"
        if program.everywhere:
            said = scope(program)
        words = {word for pair in self.survey.pairs for word in pair.one.words}
        return {
            "subject": TracedSubject(program, program.everywhere, self.source, (said,)),
            "checked": {"pairs": len(self.survey.pairs), "words": len(words)},
        }


def rechecked_event(program: Program, found: Fails) -> Fails:
    """The failure once the kernel has enclosed its event again.

    Raises: InternalError where the kernel rejects it; Undecided where it cannot re-check it.
    """
    return confirmed(scoped(found, program.everywhere))


def _unsupported(definition: str) -> str:
    return of_continuous_noise(definition, "released values or limits")
