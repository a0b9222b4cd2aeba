"""Verdicts about programs, from enumerations that get finer until the claim is decided.

What must never change: a program that was enumerated whole is decided as the channel that it is,
and its result carries that channel; otherwise `fails` and `holds` rest on rigorous bounds, pure
differential privacy is found to hold only where the program bounds its own tail, and a limit ends
in `unknown`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from types import MappingProxyType
from typing import Any, TypeVar, cast

from flint import fmpq

from dpverify.checkers.additive.decide import question
from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.answers.places import Place, Witness
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.gate import assuming, gated, scoped
from dpverify.checkers.on_channels import check_subject, measure_subject
from dpverify.checkers.programs.below import carried, largest_divergence, refuted
from dpverify.checkers.programs.bounding import Bounded, Masses, close, largest, largest_loss
from dpverify.checkers.programs.datasets import SEARCHED, at_smallest, traced_at_smallest
from dpverify.checkers.programs.pace import paced
from dpverify.checkers.programs.release import at_release, promises
from dpverify.checkers.programs.subject import ProgramSubject
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import Subject
from dpverify.checkers.unsupported import NotReleased, of_endless_paths, of_some_paths
from dpverify.checkers.verdict import Fails, Holds, Measured, Result, Unknown, Verdict
from dpverify.defs.definitions import ApproxDP, LocalDP, PureDP, TotalVariation
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.parameters import as_parameter, missing_parameter
from dpverify.defs.definitions.registry import about_attackers, channel_definition
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.neighbours import neighbours_of
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps, number_text
from dpverify.defs.programs.enumeration import STATELESS, Enumeration

R = TypeVar("R", bound=Result)

EVENTS = (ApproxDP, PureDP, LocalDP)
ENCLOSED = (ApproxDP, TotalVariation)
BOUNDED = (*EVENTS, TotalVariation)
"""The definitions about whose events masses that are known from below say something; those whose δ
they enclose."""
ENOUGH = 500
"""Bits from which on finer passes say no more about pure DP, nor about a δ that is asked for."""
MAYBE_WHOLE, FEW = 24, 10_000
"""Where bounds say nothing: whether a program is finite after all is tried up to so many bits, and
up to ENOUGH of them while passes have no more than so many paths."""
MOST_CARRIED = 400
"""Outputs of an input whose masses a result carries."""


def check_program(
    passes: Iterator[Enumeration | Program | IntegerProgram],
    definition: Definition,
    *,
    source: str,
    time_limit: float | None = None,
    seed: int = 0,
    everywhere: bool | None = False,
) -> Verdict:
    """Decide one claim about a program.

    Args: passes enumerations, each finer than the one before; definition the claim; source the
        target, for the result; time_limit seconds for all that is decided here; seed recorded;
        everywhere whether all inputs are asked about, which the result says; None where the passes
        tell.
    Raises: ProgramError, UsageError for a program or claim that makes no sense.
    """
    if definition.quantifier == "attackers":
        raise UsageError(
            f"{definition.name} is about scenarios; {source} is a program, a mechanism"
        )
    started, so_far, budget = monotonic(), _SoFar(), Budget(time_limit)
    try:
        for found in paced(passes, budget):
            refuse_empty_question(found, definition.name)
            if isinstance(found, (Program, IntegerProgram)):
                traced = _of_noise(found, definition, source, budget, so_far)
                if traced is None:
                    continue
                traced = _at_smallest(traced, found, definition, source, budget)
                of_all = of_all_inputs(passes, everywhere) and not _some(found)
                traced = gated(scoped(traced, of_all), started, seed)
                traced = _recorded(traced, _kept(found), passes, found.compared)
                if not _says_less(found, definition, traced):
                    return traced
                so_far.refuted = traced
                continue
            verdict = _of_enumeration(found, definition, source, budget, so_far, seed)
            recorded = None if verdict is None else _recorded(verdict, so_far.assumptions, passes)
            if _may_break(found, recorded):
                so_far.settled = recorded
            elif recorded is not None:
                return recorded
        stop = Undecided("time", f"the claim is not decided: {so_far.account}")
    except Undecided as limit:
        stop = limit
    if so_far.answer is not None:
        return so_far.answer
    unknown = Unknown(
        definition=definition.name,
        given=definition.given,
        setting=definition.setting,
        reason=Reason.of(stop),
        **_known(source, definition, so_far),
    )
    return gated(scoped(unknown, of_all_inputs(passes, everywhere)), started, seed)


def measure_program(
    passes: Iterator[Enumeration | Program | IntegerProgram],
    definition: str,
    *,
    source: str,
    time_limit: float | None = None,
    seed: int = 0,
    everywhere: bool | None = False,
    **given: Any,
) -> Measured:
    """The smallest value of the parameter left out; bounds of δ where paths are left out.

    Raises: Undecided where nothing is known but bounds, and the definition has none, or where a
        limit ends the first pass.
    """
    _refuse_nonsense(definition, given, source)
    eps = as_eps(as_parameter("eps", given.get("eps", 0)))
    kind: Any = {kind.name: kind for kind in ENCLOSED}.get(definition)
    started, best, last, shown, budget = monotonic(), None, None, None, Budget(time_limit)
    stop = Undecided("time", "nothing was enumerated")
    try:
        for found in _of_use(paced(passes, budget), definition, given):
            refuse_empty_question(found, definition)
            if isinstance(found, (Program, IntegerProgram)):
                traced = _measured_there(found, definition, given, source, budget)
                if traced is None:
                    continue
                of_all = of_all_inputs(passes, everywhere) and not _some(found)
                traced = gated(scoped(traced, of_all), started, seed)
                return _recorded(traced, _kept(found), passes, found.compared)
            last = found
            if last.whole:
                about, left = Subject(last.channel(), source), budget.remaining()
                measured = measure_subject(about, definition, given, time_limit=left, seed=seed)
                return _recorded(measured, last.assumptions, passes)
            if kind is not None and set(given) == {*kind.parameters[:-1]}:
                best = _bounds(last, kind, eps)
                enough = close(best[1]) or last.bits >= ENOUGH
            else:
                stop = Undecided("unsupported", of_some_paths(definition, last.account()))
                shown = last if shown is None or _can_be_carried(last) else shown
                enough = _in_vain(last)
            if enough:
                break
    except Undecided as limit:
        stop = limit
    if best is None or last is None or kind is None:
        return _at_least(definition, given, source, shown, stop, (started, seed), passes)
    measured = Measured(
        subject=cast("Subject", ProgramSubject(source, last.account())),
        definition=definition,
        given={"eps": eps} if kind is ApproxDP else {},
        evidence="enclosure",
        tight={"delta": cast("Number", best[1])},
        attained_by=_place(last, best[0]),
        checked={"pairs": len(_pairs(last, kind)), "outputs": len(last.outputs)},
    )
    return _recorded(gated(measured, started, seed), last.assumptions, passes)


def _at_least(
    name: str,
    given: Mapping[str, Any],
    source: str,
    shown: Enumeration | None,
    stop: Undecided,
    run: tuple[float, int],
    passes: object,
) -> Measured:
    """A lower bound of ε with the event that shows it, where nothing bounds it from above.

    Raises: stop where no event is known.
    """
    kinds = {kind.name: kind for kind in (PureDP, LocalDP)}
    known, setting = None, {}
    if shown is not None and name in kinds and not given:
        known = _from_below(source, kinds[name], shown, f"{shown.account()}; {stop.text}")
    elif shown is not None and channel_definition(name).computed != "over events":
        claim = question(name, given)  # Rényi DP says which order is missing
        known, setting = _divergence_from_below(source, claim, shown), claim.setting
    if known is None or shown is None:
        raise stop
    measured = Measured(definition=name, given={}, setting=setting, evidence="enclosure", **known)
    return _recorded(gated(measured, *run), shown.assumptions, passes)


def _refuse_nonsense(definition: str, given: Mapping[str, Any], source: str) -> None:
    if definition in about_attackers():
        raise UsageError(f"{definition} is about scenarios; {source} is a program, a mechanism")
    kind = channel_definition(definition)
    if kind.computed == "over events":  # the others say by themselves what is missing
        missing_parameter(definition, given, kind.parameters)


def _may_break(found: Enumeration, verdict: Verdict | None) -> bool:
    """Whether larger data sets, in a further pass, may break what holds of all that count."""
    return found.data_sets == "all" and found.whole and isinstance(verdict, Holds)


def _of_enumeration(
    found: Enumeration,
    definition: Definition,
    source: str,
    budget: Budget,
    so_far: _SoFar,
    seed: int,
) -> Verdict | None:
    """The verdict about an enumerated program; None where another pass may say more."""
    so_far.account, so_far.assumptions = found.account(), found.assumptions
    if found.whole:
        return _of_channel(found, definition, source, budget, so_far, seed)
    verdict = _from_bounds(source, definition, found, so_far)
    return None if verdict is None else gated(verdict, so_far.started, seed)


def _of_channel(
    found: Enumeration,
    definition: Definition,
    source: str,
    budget: Budget,
    so_far: _SoFar,
    seed: int,
) -> Verdict:
    """The verdict about a program that was enumerated whole, decided as the channel that it is.

    Of larger data sets: that they break the claim, else what was settled before.
    """
    started = monotonic()
    about, left = Subject(found.channel(), source), budget.remaining()
    decided = check_subject(about, definition, time_limit=left, seed=seed)
    if found.data_sets and isinstance(decided, Fails):
        return gated(at_smallest(decided, found, definition, budget), started, seed)
    if found.data_sets != "larger" or so_far.settled is None:
        return decided
    so_far.assumptions = ()
    if not isinstance(decided, Holds):
        return so_far.settled
    return assuming(so_far.settled, (SEARCHED.format(len(_pairs(found, PureDP)) // 2),))


def _at_smallest(
    traced: Verdict,
    found: Program | IntegerProgram,
    claim: Definition,
    source: str,
    budget: Budget,
) -> Verdict:
    """What a trace says of the mechanism; of data sets, failures on the smallest pair."""

    def decide(part: Program) -> Verdict | None:
        verdict = _of_trace(part, claim, source, budget, _SoFar())
        return None if verdict is None else at_release(verdict, found.after)

    said = at_release(traced, found.after)
    if not isinstance(found, Program) or not found.data_sets or not isinstance(said, Fails):
        return said
    return traced_at_smallest(said, found, claim, decide)


def _of_noise(
    found: Program | IntegerProgram, definition: Any, source: str, budget: Budget, so_far: _SoFar
) -> Verdict | None:
    """The verdict about a traced program; None where another pass may say more."""
    if not found.more:
        return _of_trace(found, definition, source, budget, so_far)
    try:
        verdict = _of_trace(found, definition, source, budget, so_far)
    except Undecided as stop:
        if stop.code == "time":
            raise
        return None
    return None if verdict is None or verdict.unknown else verdict


def _of_trace(
    found: Program | IntegerProgram, definition: Any, source: str, budget: Budget, so_far: _SoFar
) -> Verdict | None:
    """The same of one trace."""
    # Most programs draw no such noise: its engines are loaded for those that do.
    from dpverify.checkers.programs.traced import check_traced

    if isinstance(found, Program) and not found.integers:
        so_far.account = "traced: its noise is continuous"
    return check_traced(found, definition, source, budget)


def of_all_inputs(passes: object, everywhere: bool | None) -> bool:
    """Whether all inputs are asked about; passes of another process tell what the program says."""
    return bool(getattr(passes, "everywhere", everywhere))


def _some(found: Program | IntegerProgram) -> bool:
    """Whether inputs are examples of all that were asked about."""
    return isinstance(found, Program) and found.examples


def _says_less(found: Program | IntegerProgram, definition: Any, verdict: Verdict) -> bool:
    """Whether an event that a finer enumeration may find says more than a number does."""
    released = isinstance(found, Program) and found.integers
    return released and isinstance(definition, EVENTS) and not isinstance(verdict, Holds)


def _of_use(
    passes: Iterator[Enumeration | Program | IntegerProgram],
    definition: str,
    given: Mapping[str, Any],
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """All but bounds for listed inputs, which say less than what is measured there.

    Where an enumeration encloses δ, its event says more than a closed form does.
    """
    enclosed = definition == "approx-dp" and set(given) == {"eps"}
    for found in passes:
        listed = isinstance(found, IntegerProgram) and not found.everywhere
        released = isinstance(found, Program) and found.integers
        if not listed and not (released and enclosed):
            yield found


def _measured_there(
    found: Program | IntegerProgram,
    definition: str,
    given: Mapping[str, Any],
    source: str,
    budget: Budget,
) -> Measured | None:
    """What is measured of a traced program; None where another pass may be measured."""
    from dpverify.checkers.programs.traced import measure_traced

    try:
        measured = measure_traced(found, definition, given, source, budget)
    except Undecided as stop:
        # No closed form knows integer noise that is shared; an enumeration bounds it from below.
        enumerated = isinstance(stop, NotReleased) and isinstance(found, Program) and found.integers
        if stop.code == "time" or not (found.more or enumerated):
            raise
        return None
    return cast("Measured", at_release(measured, found.after))


def _known(source: str, definition: Definition, so_far: _SoFar) -> dict[str, Any]:
    """What is known all the same: bounds of δ, or an event that bounds ε from below."""
    alone = {
        "subject": ProgramSubject(source, so_far.account),
        "tight": _tight(definition, so_far.bounds),
    }
    if so_far.shown is None:
        return alone
    if not isinstance(definition, BOUNDED):
        return _divergence_from_below(source, definition, so_far.shown) or alone
    if not isinstance(definition, PureDP | LocalDP):
        return alone
    return _from_below(source, type(definition), so_far.shown, so_far.account) or alone


def _from_below(
    source: str, definition: type[EventDefinition], found: Enumeration, account: str
) -> dict[str, Any] | None:
    """The largest ε that an event shows to be needed; None where none does."""
    shown = largest_loss(Masses(found), _pairs(found, definition))
    if shown is None:
        return None
    worst, bounds = shown
    return {
        "subject": _subject(source, found, worst, account),
        "tight": {"eps": bounds},
        "attained_by": _place(found, worst),
        "checked": {"pairs": len(_pairs(found, definition)), "outputs": len(found.outputs)},
    }


def _divergence_from_below(
    source: str, definition: Definition, found: Enumeration
) -> dict[str, Any] | None:
    """The largest divergence that the outputs seen show; None where they show none."""
    pairs = _pairs(found, cast("Any", definition))
    place = largest_divergence(found, pairs, definition)
    if place is None:
        return None
    parameter = definition.parameters[-1]
    return {
        "subject": carried(source, found, place, MOST_CARRIED),
        "tight": {parameter: place.value},
        "attained_by": place,
        "checked": {"pairs": len(pairs), "outputs": len(found.outputs)},
    }


def _subject(
    source: str, found: Enumeration, worst: Bounded, account: str | None = None
) -> ProgramSubject:
    """The program, with the masses of the two inputs of an event where they are few."""
    labels = [found.inputs[k] for k in worst.pair]
    laws = [found.laws[k].masses for k in worst.pair]
    few = all(len(law) <= MOST_CARRIED for law in laws)
    return ProgramSubject(
        source, account or found.account(), dict(zip(labels, laws, strict=True)) if few else None
    )


@dataclass
class _SoFar:
    """What was found before a limit was reached.

    `started`: when, on the monotonic clock; `shown`: the last pass with few outputs; `settled`:
    what holds of all data sets that are asked about, while larger ones are searched.
    """

    bounds: Bounds | None = None
    shown: Enumeration | None = None
    refuted: Verdict | None = None
    settled: Verdict | None = None
    assumptions: tuple[str, ...] = ()
    account: str = "no pass was finished"
    started: float = field(default_factory=monotonic)

    @property
    def answer(self) -> Verdict | None:
        """What is decided, though a further pass was looked for."""
        return self.refuted if self.settled is None else self.settled


def _from_bounds(
    source: str, definition: Definition, found: Enumeration, so_far: _SoFar
) -> Verdict | None:
    """The verdict, if one pass settles the claim; raises Undecided where no pass will."""
    if so_far.shown is None or _can_be_carried(found):
        so_far.shown = found
    if not isinstance(definition, BOUNDED):
        refutation = _refuted_from_below(source, definition, found)
        if refutation is None and _in_vain(found):
            raise Undecided("unsupported", of_some_paths(definition.name, found.account()))
        return refutation
    kind, eps = cast("Any", type(definition)), getattr(definition, "eps", Loss(0))
    worst, so_far.bounds = _bounds(found, kind, eps)
    verdict = _settled(source, definition, found, worst, so_far.bounds)
    if verdict is None and isinstance(definition, PureDP | LocalDP):
        verdict = _by_its_tail(source, definition, found)
    if verdict is None and found.bits >= ENOUGH and isinstance(definition, PureDP | LocalDP):
        raise Undecided("unsupported", of_endless_paths(definition.name, found.account()))
    return verdict


def _refuted_from_below(source: str, definition: Definition, found: Enumeration) -> Fails | None:
    """The failure of a claim about divergences, where the outputs seen show it."""
    known = _divergence_from_below(source, definition, found)
    return None if known is None else refuted(definition, known["attained_by"], known)


def _can_be_carried(found: Enumeration) -> bool:
    """Whether the masses of two inputs are few enough to be carried."""
    return all(len(law.masses) <= MOST_CARRIED for law in found.laws)


def _in_vain(found: Enumeration) -> bool:
    """Whether a finer pass is not worth its time, where only a whole one decides."""
    return found.bits >= (MAYBE_WHOLE if found.paths > FEW else ENOUGH)


def _bounds(
    found: Enumeration, definition: type[EventDefinition], eps: Loss | Real
) -> tuple[Bounded, Bounds]:
    return largest(Masses(found), _pairs(found, definition), eps)


def _pairs(found: Enumeration, definition: type[EventDefinition]) -> list[tuple[int, int]]:
    n = len(found.inputs)
    if definition.all_pairs:
        return [(i, j) for i in range(n) for j in range(n) if i != j]
    return list(neighbours_of(found.neighbours, found.inputs).ordered_pairs(n))


def _settled(
    source: str, definition: Definition, found: Enumeration, worst: Bounded, bounds: Bounds
) -> Verdict | None:
    """The verdict, if the bounds lie on one side of the claim."""
    claimed = definition.given.get("delta", Value(0))
    common: dict[str, Any] = {
        "subject": _subject(source, found, worst),
        "definition": definition.name,
        "given": definition.given,
        "evidence": "enclosure",
        "tight": _tight(definition, bounds),
        "checked": {
            "pairs": len(_pairs(found, cast("Any", type(definition)))),
            "outputs": len(found.outputs),
        },
    }
    if Value(bounds.lower) > claimed:
        place = _place(found, worst)
        excess = Bounds(*_less(worst.delta, claimed))
        witness = Witness(place.inputs, place.event, place.probabilities, cast("Value", excess))
        return Fails(witness=witness, **common)
    bounded = isinstance(definition, ENCLOSED) and bounds.upper is not None
    return Holds(**common) if bounded and Value(bounds.upper or 0) <= claimed else None


def _by_its_tail(source: str, definition: EventDefinition, found: Enumeration) -> Verdict | None:
    """Holds, where every output of the core is within ε, and the program says so of the others.

    Raises: ProgramError where the masses that are known break what the program says.
    """
    if found.tail is None:
        return None
    masses, pairs = Masses(found), _pairs(found, type(definition))
    for pair in pairs:
        label = masses.beyond(pair, found.tail)
        if label is not None:
            a, b = (found.inputs[k] for k in pair)
            raise ProgramError(
                f"{source}: the output {label} breaks the bound of the tail: it is more than"
                f" e^{number_text(found.tail.eps)} times as likely on {a} as on {b}"
            )
    eps = cast("Any", definition).eps
    if not found.tail.eps <= eps:
        return None
    if not all(masses.within(pair, eps, found.tail.core) for pair in pairs):
        return None
    said = (
        f"{found.account()}; beyond {len(found.tail.core)} outputs by the program's own tail bound"
    )
    return Holds(
        subject=cast("Subject", ProgramSubject(source, said)),
        definition=definition.name,
        given=definition.given,
        evidence="conditional",
        assumptions=(_TAIL.format(len(found.tail.core), number_text(found.tail.eps)),),
        checked={"pairs": len(pairs), "outputs": len(found.outputs)},
    )


_TAIL = (
    "tail=: beyond {} outputs each one is at most e^({}) times as likely on an input as on a"
    " neighbour (tested on every mass that is known)"
)


def _less(bounds: Bounds, claimed: Number) -> tuple[fmpq, fmpq | None]:
    """Bounds minus a claimed δ, outward."""
    from dpverify.defs.numbers.balls import ball_bounds

    low, high = ball_bounds(claimed.ball(256))
    return bounds.lower - high, None if bounds.upper is None else bounds.upper - low


def _place(found: Enumeration, worst: Bounded) -> Place:
    inputs = (found.inputs[worst.pair[0]], found.inputs[worst.pair[1]])
    return Place(inputs, worst.event, cast("Any", (worst.p, worst.q)))


def _tight(definition: Definition, bounds: Bounds | None) -> dict[str, Any]:
    return {"delta": bounds} if bounds is not None and isinstance(definition, ENCLOSED) else {}


def _kept(found: Program | IntegerProgram) -> tuple[str, ...]:
    """What is promised of a program: that it keeps nothing, where it could, and what it states."""
    return (*found.assumptions, *promises(found.keeps, found.after, STATELESS))


def _recorded(
    result: R,
    assumptions: tuple[str, ...],
    passes: object,
    compared: Mapping[str, int] = MappingProxyType({}),
) -> R:
    """The result with what it rests on, and how the program was run.

    Args: passes tells the hash seeds under which the program was run; compared what the referee of
        a trace did.
    """
    seeds = getattr(passes, "hash_seeds", ())
    if result.run is not None:
        run = replace(result.run, hash_seeds=seeds, compared=compared)
        result = replace(result, run=run)
    return assuming(result, assumptions)
