"""Where the claim of a mechanism with continuous noise holds: over ε, over n, over c.

For every n two arguments are used. A violation at n lasts: neighbours of length n, each with the
same entry appended, are neighbours of length n + 1, on which the program says at least as much. And
the bound of `checkers/continuous/loops.py` or `checkers/continuous/winner.py` holds for every n.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, Literal

from dpverify.checkers.continuous.loops import any_length
from dpverify.checkers.continuous.winner import winner_alone
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs
from dpverify.defs.programs.mechanism import Mechanism

MOST = 10
"""The largest number of queries that is computed."""
FEW = 6
"""Up to so many queries it is looked for where the bound for every n is reached."""
NUMBERS_OF_ONES = (1, 2)
EPSILONS = (Fraction(1, 10), Fraction(7, 10), Fraction(1), Fraction(3, 2))
Verdict = Literal["holds", "violates", "unknown"]

TRUNCATED = "the answers to n queries are the first answers to n + 1"
FAR_BELOW = "in the limit a further query far below changes nothing"
ZERO = "a further entry 0 changes no sum"
ARGMAX = ("B11", "B12", "B17", "B50e")
"""Programs that return the argmax of their noisy entries, and at most its lead."""
LASTS: Mapping[str, str] = {
    "B03": ZERO, "B04": ZERO,
    "B06": TRUNCATED, "B07": TRUNCATED, "B08": TRUNCATED, "B09": TRUNCATED, "B10": TRUNCATED,
    "B11": FAR_BELOW, "B12": FAR_BELOW, "B13": FAR_BELOW, "B14": FAR_BELOW, "B17": FAR_BELOW,
    "B50e": FAR_BELOW,
}  # fmt: skip
"""Why a loss at n is one at n + 1, of programs that are no loops; of loops `TRUNCATED` is."""


@dataclass(frozen=True)
class Validity:
    """Args: text for the table; reason what holds it up beyond the sizes that were computed."""

    text: str
    reason: str = ""


def verdict_of(found: WorstCase, claim: Fraction, eps: Fraction) -> Verdict:
    """Whether the loss is at most claim·ε; for every ε > 0 where ε is a symbol."""
    most = claim if found.symbolic else claim * eps
    if found.upper is not None and found.upper <= most:
        return "holds"
    if found.lower is None or found.lower > most:
        return "violates"
    return "unknown"


def validity(
    mechanism: Mechanism,
    parameters: Mapping[str, Any],
    claim: Fraction,
    eps: Fraction,
    relation: str | None = None,
) -> Validity:
    """Where a claim of claim·ε holds.

    Args: parameters without eps; relation as for `worst_inputs`.
    """
    program = mechanism.with_parameters(**parameters)
    if not worst_inputs(program.with_parameters(eps=eps), relation).symbolic:
        return _inverse(program, claim, relation) or _sampled(program, claim, relation)
    if "n" not in parameters:
        return Validity("every ε > 0")
    if "c" not in parameters:
        found = _over_sizes(program, claim, eps, relation, n=int(parameters["n"]))
        return Validity(f"{found.text}; every ε > 0", found.reason)
    said, reasons = [], []
    for c in sorted({*NUMBERS_OF_ONES, int(parameters["c"])}):
        own = int(parameters["n"]) if c == int(parameters["c"]) else 0
        found = _over_sizes(program.with_parameters(c=c), claim, eps, relation, n=own)
        said.append(f"c = {c}: {found.text}")
        reasons += [found.reason] * (found.reason not in reasons)
    return Validity(f"{'; '.join(said)}; every ε > 0", "; ".join(filter(None, reasons)))


def _over_sizes(
    program: Mechanism, claim: Fraction, eps: Fraction, relation: str | None, *, n: int
) -> Validity:
    """Where the claim holds over n: for every n where both arguments allow.

    Args: n the row's own, 0 to leave out from where on the bound for every n is reached.
    """
    known: dict[int, WorstCase] = {}

    def at(n: int) -> WorstCase:
        if n not in known:
            known[n] = worst_inputs(program.with_parameters(n=n, eps=eps), relation)
        return known[n]

    least = int(program.about.get("least", 1))
    bound, reason = _every_size(program, least, relation)
    looked_at = range(least, max(n, FEW) + 1) if n and bound is not None else ()
    first = next((size for size in looked_at if reaches(at(size), bound)), None)
    tight = f", loss {rate_text(bound)} from n = {first} on" if bound and first else ""
    if bound is not None and bound <= claim:
        return Validity(f"holds for every n{tight}", reason)
    sizes = range(least, MOST + 1)
    broken = next((k for k in sizes if verdict_of(at(k), claim, eps) == "violates"), None)
    lasts = TRUNCATED if "loop" in program.about else LASTS.get(str(program.about.get("id")))
    before = range(least, broken or MOST + 1)
    verdicts = {size: verdict_of(at(size), claim, eps) for size in before}
    if any(verdict != "holds" for verdict in verdicts.values()):
        return Validity("; ".join(f"n = {size}: {each}" for size, each in verdicts.items()))
    if broken is None:
        return Validity(f"holds for {least} ≤ n ≤ {MOST} (computed)")
    if lasts is None:
        return Validity(f"holds for n < {broken}, violates at n = {broken} (computed)")
    iff = "for every n" if broken == least else f"iff n ≥ {broken}"
    return Validity(f"violates {iff}{tight}", f"a violation lasts: {lasts}")


def reaches(found: WorstCase, bound: Fraction | None) -> bool:
    """Whether the loss is at least the bound for every n."""
    return bound is not None and (found.lower is None or found.lower >= bound)


def _every_size(
    program: Mechanism, least: int, relation: str | None
) -> tuple[Fraction | None, str]:
    """An upper bound for every n, and why it is one."""
    looped = any_length(program, relation)
    if looped is not None:
        return looped.rate, "every n: each step of the loop is aligned"
    alone = None
    if program.about.get("id") in ARGMAX:
        alone = winner_alone(program, range(least, MOST + 1), relation)
    if alone is not None:
        return alone, f"every n: the winner's noise alone is shifted (checked for n ≤ {MOST})"
    return None, ""


def rate_text(rate: Fraction | None, symbolic: bool = True) -> str:
    """A rate as a multiple of ε, or as a number where ε is one."""
    if rate is None:
        return "∞"
    if not symbolic or not rate:
        return str(rate)
    if rate.denominator == 1:
        return "ε" if rate == 1 else f"{rate}ε"
    return f"({rate})ε"


def _inverse(program: Mechanism, claim: Fraction, relation: str | None) -> Validity | None:
    """The same for noise whose scale is a multiple of ε itself: with t = 1/ε it is c/t."""

    def turned(given: Any, draw: Any, *, eps: Any = Fraction(1)) -> Any:
        return program.function(given, draw, **{**program.parameters, "eps": 1 / eps})

    chosen = relation or str(program.about["moves"])
    found = worst_inputs(Mechanism(turned, program.first_inputs(1000)), chosen)
    if not found.symbolic or not found.exact or not found.lower:
        return None
    # rate/ε ≤ claim·ε where ε² ≥ rate/claim.
    square = found.lower / claim
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    where = f"ε ≥ {root}" if root * root == square else f"ε² ≥ {square}"
    rate = f"{found.lower}/ε"
    return Validity(f"holds iff {where}: the loss is {rate} for every ε > 0")


def _sampled(program: Mechanism, claim: Fraction, relation: str | None) -> Validity:
    verdicts = {
        each: verdict_of(worst_inputs(program.with_parameters(eps=each), relation), claim, each)
        for each in EPSILONS
    }
    said = "; ".join(f"ε = {each}: {verdict}" for each, verdict in verdicts.items())
    return Validity(f"computed at {said}")
