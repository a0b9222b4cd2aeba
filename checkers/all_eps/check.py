"""`check(…, eps_range=…)`: a claim for every ε of a range, about a family or about a program.

What must never change: a program is compared with its family again at an ε of each part that was
found, and an open question is `RangeUnknown`, never an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.all_eps.decide import FamilyClaim, FamilyVerdict, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.programs import SPOTS, family_of_program
from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.documents import RESULT_SCHEMA, Reason
from dpverify.checkers.budget import Budget
from dpverify.checkers.programs.process import Limits, family_apart
from dpverify.checkers.subjects import named
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.numbers import number_text
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.one_threshold import OneThreshold
from dpverify.defs.target import Target
from dpverify.defs.validate import shown

MOST_SPOTS: Final = 8
"""Parts of a range at which a program is compared with its family once more."""


@dataclass(frozen=True)
class RangeUnknown:
    """That nothing was decided for a range of ε, and why."""

    claim: FamilyClaim
    over: Range
    reason: Reason
    source: str | None = None

    name = "unknown"
    holds = False
    fails = False
    unknown = True

    def to_dict(self) -> dict[str, Any]:
        """The verdict as a `dpverify.result` document."""
        source = {} if self.source is None else {"source": self.source}
        return {
            "schema": RESULT_SCHEMA,
            "subject": {"kind": "family", **source},
            "definition": self.claim.definition,
            "given": dict(self.claim.given),
            "verdict": "unknown",
            "reason": encode(self.reason),
            "range": {"of": "eps", "over": str(self.over)},
        }


RangeVerdict = FamilyVerdict | RangeUnknown


def check_range(
    subject: object,
    claim: object,
    eps_range: str,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> RangeVerdict:
    """Decide a claim for every ε of a range; arguments as for `decide.check`.

    Raises: InputError for a subject, claim or range that makes no sense together.
    """
    asked, over = family_claim(claim), Range.read(eps_range)
    if source is None and isinstance(subject, Mechanism | Target):
        source = named(subject)
    try:
        pure = asked.definition == "pure-dp"
        family = _family(subject, (), time_limit, pure)
        verdict = check_family(family, asked, over, time_limit=time_limit, seed=seed, source=source)
        _compare_again(subject, verdict, source, time_limit)
    except Undecided as stop:
        return RangeUnknown(asked, over, Reason.of(stop), source)
    return verdict


def family_claim(claim: object) -> FamilyClaim:
    """The claim about every ε; one with numbers alone claims the same at each.

    Raises: UsageError for what is no claim, or is none that is decided along a range.
    """
    if isinstance(claim, FamilyClaim):
        return claim
    if isinstance(claim, Definition):
        given = {name: number_text(number) for name, number in claim.given.items()}
        return FamilyClaim(claim.name, given)
    raise UsageError(
        f"the claim is {shown(claim)}; with a range of eps give one such as"
        " FamilyClaim('pure-dp', {'eps': '2*eps'})"
    )


def _family(
    subject: object, spots: Sequence[Fraction], time_limit: float | None, pure: bool
) -> Family | OneThreshold:
    """The channels of every ε: as they are given, or from a program, run here or apart."""
    match subject:
        case Family() | OneThreshold():
            return subject
        case Mechanism():
            return family_of_program(subject, {}, _tick(time_limit), spots or SPOTS, pure=pure)
        case Target():
            return family_apart(subject, _limits(time_limit), spots, pure=pure)
    raise UsageError(
        f"the subject is {shown(subject)}; with a range of eps give a Family, a function under"
        " @mechanism(inputs=[…]), or what program(…) names"
    )


def _compare_again(
    subject: object, verdict: FamilyVerdict, source: str | None, time_limit: float | None
) -> None:
    """Compare the program with its family again, at an ε of each part that was found.

    Raises: ProgramError where they differ; Undecided where time is up.
    """
    spots = [part.sample for part in verdict.settled.parts if part.sample is not None]
    if isinstance(subject, Family | OneThreshold) or not spots:
        return
    seconds = max(_limits(time_limit).seconds - verdict.seconds, 1)
    pure = verdict.claim.definition == "pure-dp"
    if _family(subject, spots[:MOST_SPOTS], seconds, pure) != verdict.family:
        raise ProgramError(
            f"{source} is no function of its input, eps and its draws: run again, it has other"
            " probabilities; keep time, global state and other randomness out of it"
        )


def _limits(time_limit: float | None) -> Limits:
    return Limits() if time_limit is None else Limits(seconds=time_limit)


def _tick(time_limit: float | None) -> Callable[[], None]:
    return Budget(time_limit).check
