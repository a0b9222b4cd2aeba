"""Verdicts about programs, from enumerations that get finer until the claim is decided.

What must never change: a program that was enumerated whole is decided as the channel that it is,
and its result carries that channel; otherwise `fails` and `holds` rest on rigorous bounds, pure
differential privacy is found to hold only where the program bounds its own tail, and a limit ends
in `unknown`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from types import MappingProxyType
from typing import Any, TypeVar, cast

from flint import fmpq

from dpverify.checkers.additive.decide import check_additive, decides, measure_additive
from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.answers.places import Place, Witness
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.decide import check_continuous, measure_continuous
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.integers import (
    about_integers,
    check_all_integers,
    check_integers,
    measure_all_integers,
)
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.decide import check, measure
from dpverify.checkers.gate import assuming, gated, scoped
from dpverify.checkers.programs.bounding import Bounded, Masses, largest
from dpverify.checkers.programs.passes import whole
from dpverify.checkers.programs.subject import ProgramSubject
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import Subject
from dpverify.checkers.unsupported import of_released_integers
from dpverify.checkers.verdict import Fails, Holds, Measured, Result, Unknown, Verdict
from dpverify.defs.clock import watched
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.neighbours import neighbours_of
from dpverify.defs.notions import ApproxDP, LocalDP, PureDP
from dpverify.defs.notions.contract import EventDefinition
from dpverify.defs.notions.definition import Definition
from dpverify.defs.notions.parameters import as_parameter, missing_parameter
from dpverify.defs.notions.registry import about_attackers, channel_definition
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps, number_text
from dpverify.defs.programs.enumeration import STATELESS, Enumeration

R = TypeVar("R", bound=Result)

BOUNDED = (ApproxDP, PureDP, LocalDP)
"""The definitions about which masses that are known from below say something."""
ENOUGH = 500
"""Bits from which on finer passes say no more about pure DP, nor about a δ that is asked for."""
MAYBE_WHOLE, FEW = 24, 10_000
"""Where bounds say nothing: whether a program is finite after all is tried up to so many bits, and
up to ENOUGH of them while passes have no more than so many paths."""
CLOSE = fmpq(1, 10**12)
"""Relative width of a measured δ that is fine enough."""


def check_program(
    passes: Iterator[Enumeration | Program | IntegerProgram],
    notion: Definition,
    *,
    source: str,
    time_limit: float | None = None,
    seed: int = 0,
    everywhere: bool = False,
) -> Verdict:
    """Decide one claim about a program.

    Args: passes enumerations, each finer than the one before; notion the claim; source the target,
        for the result; time_limit seconds for all that is decided here; seed recorded; everywhere
        whether all real inputs are asked about, which the result says.
    Raises: ProgramError, UsageError for a program or claim that makes no sense.
    """
    if notion.quantifier == "attackers":
        raise UsageError(f"{notion.name} is about scenarios; {source} is a program, a mechanism")
    started, so_far, budget = monotonic(), _SoFar(), Budget(time_limit)
    try:
        for found in passes:
            refuse_empty_question(found, notion.name)
            if isinstance(found, (Program, IntegerProgram)):
                traced = _of_noise(found, notion, source, budget, so_far)
                if traced is None:
                    continue
                traced = gated(scoped(traced, everywhere), started, seed)
                traced = _recorded(traced, _kept(found), passes, found.compared)
                if not _says_less(found, notion, traced):
                    return traced
                so_far.refuted = traced
                continue
            so_far.account, so_far.assumptions = found.account(), found.assumptions
            if found.whole:
                channel = found.channel()
                left = budget.remaining()
                decided = check(channel, notion, time_limit=left, seed=seed, source=source)
                return _recorded(decided, so_far.assumptions, passes)
            verdict = _from_bounds(source, notion, found, so_far)
            if verdict is not None:
                verdict = gated(verdict, started, seed)
                return _recorded(verdict, so_far.assumptions, passes)
        stop = Undecided("time", f"the claim is not decided: {so_far.account}")
    except Undecided as limit:
        stop = limit
    if so_far.refuted is not None:
        return so_far.refuted
    unknown = Unknown(
        subject=cast("Subject", ProgramSubject(source, so_far.account)),
        definition=notion.name,
        given=notion.given,
        tight=_tight(notion, so_far.bounds),
        reason=Reason(stop.code, stop.text),
    )
    return gated(scoped(unknown, everywhere), started, seed)


def measure_program(
    passes: Iterator[Enumeration | Program | IntegerProgram],
    definition: str,
    *,
    source: str,
    time_limit: float | None = None,
    seed: int = 0,
    everywhere: bool = False,
    **given: Any,
) -> Measured:
    """The smallest value of the parameter left out; bounds of δ where paths are left out.

    Raises: Undecided where nothing is known but bounds, and the definition has none, or where a
        limit ends the first pass.
    """
    _refuse_nonsense(definition, given, source)
    eps = as_eps(as_parameter("eps", given.get("eps", 0)))
    started, best, last, budget = monotonic(), None, None, Budget(time_limit)
    stop = Undecided("time", "nothing was enumerated")
    try:
        for found in _of_use(passes, definition, given):
            refuse_empty_question(found, definition)
            if isinstance(found, (Program, IntegerProgram)):
                traced = _measure_traced(found, definition, given, source, budget)
                traced = gated(scoped(traced, everywhere), started, seed)
                return _recorded(traced, _kept(found), passes, found.compared)
            last = found
            if last.whole:
                channel = last.channel()
                left = budget.remaining()
                measured = measure(
                    channel, definition, time_limit=left, seed=seed, source=source, **given
                )
                return _recorded(measured, last.assumptions, passes)
            if definition != "approx-dp" or set(given) != {"eps"}:
                stop = Undecided("unsupported", _only_whole(definition, last))
                if _in_vain(last):
                    break
                continue
            best = _bounds(last, ApproxDP, eps)
            if _close(best[1]) or last.bits >= ENOUGH:
                break
    except Undecided as limit:
        stop = limit
    if best is None or last is None:
        raise stop
    measured = Measured(
        subject=cast("Subject", ProgramSubject(source, last.account())),
        definition=definition,
        given={"eps": eps},
        evidence="enclosure",
        tight={"delta": cast("Number", best[1])},
        attained_by=_place(last, best[0]),
        checked={"pairs": len(_pairs(last, ApproxDP)), "outputs": len(last.outputs)},
    )
    return _recorded(gated(measured, started, seed), last.assumptions, passes)


def _refuse_nonsense(definition: str, given: Mapping[str, Any], source: str) -> None:
    if definition in about_attackers():
        raise UsageError(f"{definition} is about scenarios; {source} is a program, a mechanism")
    kind = channel_definition(definition)
    if kind.computed == "over events":  # the others say by themselves what is missing
        missing_parameter(definition, given, kind.parameters)


def _of_noise(
    found: Program | IntegerProgram, notion: Any, source: str, budget: Budget, so_far: _SoFar
) -> Verdict | None:
    """The verdict about a traced program; None where a finer enumeration may say more."""
    if isinstance(found, IntegerProgram):
        return _check_integers(found, notion, source, budget)
    if found.integers:
        return _check_released(found, notion, source, budget)
    so_far.account = "traced: its noise is continuous"
    return _check_traced(found, notion, source, budget)


def _says_less(found: Program | IntegerProgram, notion: Any, verdict: Verdict) -> bool:
    """Whether an event that a finer enumeration may find says more than a number does."""
    released = isinstance(found, Program) and found.integers
    return released and isinstance(notion, BOUNDED) and not isinstance(verdict, Holds)


def _check_traced(found: Program, notion: Definition, source: str, budget: Budget) -> Verdict:
    """With continuous noise: the finite channel where there is one, else bounds that may meet."""
    if not found.finite or found.everywhere:
        with watched(budget.check):
            return check_continuous(found, notion, source=source, tick=budget.check)
    channel = whole(found, budget.check).channel()
    return check(channel, notion, time_limit=budget.remaining(), source=source)


def _check_integers(
    found: IntegerProgram, notion: Any, source: str, budget: Budget
) -> Verdict | None:
    """What alignments show; where listed inputs are asked about, only if the claim holds."""
    if not found.everywhere and not about_integers(notion):
        return None
    with watched(budget.check):
        if found.everywhere:
            return check_all_integers(found, notion, source=source, tick=budget.check)
        verdict = check_integers(found, notion, source=source) if found.aligned else None
    return verdict if isinstance(verdict, Holds) else None


def _check_released(found: Program, notion: Any, source: str, budget: Budget) -> Verdict:
    """Values released with integer noise, on the listed inputs."""
    if not decides(notion.name):
        raise Undecided("unsupported", of_released_integers(notion.name))
    with watched(budget.check):
        return check_additive(found, notion, source=source, tick=budget.check)


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


def _measure_traced(
    found: Program | IntegerProgram,
    definition: str,
    given: Mapping[str, Any],
    source: str,
    budget: Budget,
) -> Measured:
    if isinstance(found, IntegerProgram):
        with watched(budget.check):
            return measure_all_integers(found, definition, given, source=source, tick=budget.check)
    if found.integers:
        if not decides(definition):
            raise Undecided("unsupported", of_released_integers(definition))
        with watched(budget.check):
            return measure_additive(found, definition, given, source=source, tick=budget.check)
    if not found.finite or found.everywhere:
        with watched(budget.check):
            return measure_continuous(found, definition, given, source=source, tick=budget.check)
    channel = whole(found, budget.check).channel()
    return measure(channel, definition, time_limit=budget.remaining(), source=source, **given)


@dataclass
class _SoFar:
    """What was found before a limit was reached."""

    bounds: Bounds | None = None
    refuted: Verdict | None = None
    assumptions: tuple[str, ...] = ()
    account: str = "no pass was finished"


def _from_bounds(
    source: str, notion: Definition, found: Enumeration, so_far: _SoFar
) -> Verdict | None:
    """The verdict, if one pass settles the claim; raises Undecided where no pass will."""
    if not isinstance(notion, BOUNDED):
        if _in_vain(found):
            raise Undecided("unsupported", _only_whole(notion.name, found))
        return None
    worst, so_far.bounds = _bounds(found, type(notion), cast("Any", notion).eps)
    verdict = _settled(source, notion, found, worst, so_far.bounds)
    if verdict is None and not isinstance(notion, ApproxDP):
        verdict = _by_its_tail(source, notion, found)
    if verdict is None and found.bits >= ENOUGH and not isinstance(notion, ApproxDP):
        raise Undecided("unsupported", _no_pure(notion.name, found))
    return verdict


def _in_vain(found: Enumeration) -> bool:
    """Whether a finer pass is not worth its time, where only a whole one decides."""
    return found.bits >= (MAYBE_WHOLE if found.paths > FEW else ENOUGH)


def _bounds(
    found: Enumeration, notion: type[EventDefinition], eps: Loss | Real
) -> tuple[Bounded, Bounds]:
    return largest(Masses(found), _pairs(found, notion), eps)


def _pairs(found: Enumeration, notion: type[EventDefinition]) -> list[tuple[int, int]]:
    n = len(found.inputs)
    if notion.all_pairs:
        return [(i, j) for i in range(n) for j in range(n) if i != j]
    return list(neighbours_of(found.neighbours, found.inputs).ordered_pairs(n))


def _settled(
    source: str, notion: EventDefinition, found: Enumeration, worst: Bounded, bounds: Bounds
) -> Verdict | None:
    """The verdict, if the bounds lie on one side of the claim."""
    claimed = notion.given.get("delta", Value(0))
    common: dict[str, Any] = {
        "subject": ProgramSubject(source, found.account()),
        "definition": notion.name,
        "given": notion.given,
        "evidence": "enclosure",
        "tight": _tight(notion, bounds),
        "checked": {"pairs": len(_pairs(found, type(notion))), "outputs": len(found.outputs)},
    }
    if Value(bounds.lower) > claimed:
        place = _place(found, worst)
        excess = Bounds(*_less(worst.delta, claimed))
        witness = Witness(place.inputs, place.event, place.probabilities, cast("Value", excess))
        return Fails(witness=witness, **common)
    bounded = isinstance(notion, ApproxDP) and bounds.upper is not None
    return Holds(**common) if bounded and Value(bounds.upper or 0) <= claimed else None


def _by_its_tail(source: str, notion: EventDefinition, found: Enumeration) -> Verdict | None:
    """Holds, where every output of the core is within ε, and the program says so of the others.

    Raises: ProgramError where the masses that are known break what the program says.
    """
    if found.tail is None:
        return None
    masses, pairs = Masses(found), _pairs(found, type(notion))
    for pair in pairs:
        label = masses.beyond(pair, found.tail)
        if label is not None:
            a, b = (found.inputs[k] for k in pair)
            raise ProgramError(
                f"{source}: the output {label} breaks the bound of the tail: it is more than"
                f" e^{number_text(found.tail.eps)} times as likely on {a} as on {b}"
            )
    eps = cast("Any", notion).eps
    if not found.tail.eps <= eps:
        return None
    if not all(masses.within(pair, eps, found.tail.core) for pair in pairs):
        return None
    said = (
        f"{found.account()}; beyond {len(found.tail.core)} outputs by the program's own tail bound"
    )
    return Holds(
        subject=cast("Subject", ProgramSubject(source, said)),
        definition=notion.name,
        given=notion.given,
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


def _tight(notion: Definition, bounds: Bounds | None) -> dict[str, Any]:
    return {"delta": bounds} if bounds is not None and isinstance(notion, ApproxDP) else {}


def _close(bounds: Bounds) -> bool:
    return bounds.upper is not None and bounds.upper - bounds.lower <= CLOSE * bounds.upper


def _only_whole(definition: str, found: Enumeration) -> str:
    return (
        f"{definition} needs every path, and the program has more of them than were followed:"
        f" {found.account()}; approx-dp at a given eps is decided from bounds"
    )


def _no_pure(definition: str, found: Enumeration) -> str:
    return (
        f"{definition} is not refuted by the paths that were followed, and no finite number of"
        f" paths can prove it: {found.account()}; bound the loops, close them by"
        " draw.checkpoint(), or state what holds beyond finitely many outputs by tail="
    )


def _kept(found: Program | IntegerProgram) -> tuple[str, ...]:
    """The promise that a program keeps nothing, where it could."""
    return (STATELESS,) if found.keeps else ()


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
