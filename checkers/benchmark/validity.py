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

from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family
from dpverify.checkers.continuous.loops import any_length
from dpverify.checkers.continuous.winner import winner_alone
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs, worst_of
from dpverify.defs.continuous.trace import Family, trace_family
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


def verdict_of(worst: WorstCase, claim: Fraction, eps: Fraction) -> Verdict:
    """Whether the loss is at most claim·ε; for every ε > 0 where ε is a symbol."""
    most = claim if worst.symbolic else claim * eps
    if worst.upper is not None and worst.upper <= most:
        return "holds"
    if worst.lower is None or worst.lower > most:
        return "violates"
    return "unknown"


def validity(
    mechanism: Mechanism, parameters: Mapping[str, Any], claim: Fraction, worst: WorstCase
) -> Validity:
    """Where a claim of claim·ε holds.

    Args: parameters without eps; worst what is known at these.
    """
    program, relation = mechanism.with_parameters(**parameters), worst.relation
    if not worst.symbolic:
        return _inverse(program, claim, relation) or _sampled(program, claim, relation)
    if "n" not in parameters:
        return Validity("every ε > 0")
    known = {int(parameters["n"]): worst}
    if "c" not in parameters:
        text = _over_sizes(program, claim, known, relation)
        return Validity(f"{text.text}; every ε > 0", text.reason)
    texts, reasons = [], []
    for c in sorted({*NUMBERS_OF_ONES, int(parameters["c"])}):
        own = known if c == int(parameters["c"]) else {}
        text = _over_sizes(program.with_parameters(c=c), claim, own, relation)
        texts.append(f"c = {c}: {text.text}")
        reasons += [text.reason] * (text.reason not in reasons)
    return Validity(f"{'; '.join(texts)}; every ε > 0", "; ".join(filter(None, reasons)))


class _Sizes:
    """A program at each number of queries, once; a lower bound only where it matters."""

    def __init__(self, program: Mechanism, known: Mapping[int, WorstCase], relation: str) -> None:
        self._program = program
        self._relation = relation
        self._aligned: dict[int, tuple[Family, Aligned | Unaligned]] = {}
        self._found = dict(known)

    def holds(self, n: int, claim: Fraction) -> bool:
        """Whether the alignment bound alone shows a claim for every ε."""
        upper = self._upper(n)
        return upper is not None and upper <= claim

    def verdict(self, n: int, claim: Fraction) -> Verdict:
        """Of a claim for every ε."""
        return "holds" if self.holds(n, claim) else verdict_of(self._at(n), claim, Fraction(1))

    def reaches(self, n: int, bound: Fraction) -> bool:
        """Whether the loss is at least a bound."""
        upper = self._upper(n)
        if upper is not None and upper < bound:
            return False
        lower = self._at(n).lower
        return lower is None or lower >= bound

    def _upper(self, n: int) -> Fraction | None:
        if n in self._found:
            return self._found[n].upper
        if n not in self._aligned:
            family = trace_family(self._program.with_parameters(n=n))
            self._aligned[n] = family, align_family(family, self._relation)
        aligned = self._aligned[n][1]
        return aligned.bound if isinstance(aligned, Aligned) and aligned.symbolic else None

    def _at(self, n: int) -> WorstCase:
        if n not in self._found:
            family, aligned = self._aligned[n]
            self._found[n] = worst_of(family, self._relation, known=aligned)
        return self._found[n]


def _over_sizes(
    program: Mechanism, claim: Fraction, known: Mapping[int, WorstCase], relation: str
) -> Validity:
    """Where the claim holds over n: for every n where both arguments allow.

    Args: known what is known at the row's own n; where that is nothing, it is left out from where
        on the bound for every n is reached.
    """
    sizes, least = _Sizes(program, known, relation), int(program.about.get("least", 1))
    bound, reason = _every_size(program, least, relation)
    tight = ""
    if bound is not None and known:
        looked_at = range(least, max(*known, FEW) + 1)
        first = next((size for size in looked_at if sizes.reaches(size, bound)), None)
        tight = f", loss {rate_text(bound)} from n = {first} on" if first else ""
    if bound is not None and bound <= claim:
        return Validity(f"holds for every n{tight}", reason)
    verdicts: dict[int, Verdict] = {}
    for size in range(least, MOST + 1):
        verdicts[size] = sizes.verdict(size, claim)
        if verdicts[size] == "violates":
            break
    return _said(verdicts, tight, _lasts(program))


def _lasts(program: Mechanism) -> str | None:
    """Why a loss at n is one at n + 1."""
    return TRUNCATED if "loop" in program.about else LASTS.get(_base(program))


def _base(program: Mechanism) -> str:
    """The id, without that of a family before it."""
    return str(program.about.get("id")).rpartition(":")[2]


def _said(verdicts: Mapping[int, Verdict], tight: str, lasts: str | None) -> Validity:
    """What verdicts up to the first violation say."""
    least, last = min(verdicts), max(verdicts)
    before = [each for size, each in verdicts.items() if size < last]
    if "unknown" in verdicts.values():
        return Validity("; ".join(f"n = {size}: {each}" for size, each in verdicts.items()))
    if verdicts[last] == "holds":
        return Validity(f"holds for {least} ≤ n ≤ {last} (computed)")
    if lasts is None:
        return Validity(f"holds for n < {last}, violates at n = {last} (computed)")
    return Validity(
        f"violates {f'iff n ≥ {last}' if before else 'for every n'}{tight}",
        f"a violation lasts: {lasts}",
    )


def _every_size(program: Mechanism, least: int, relation: str) -> tuple[Fraction | None, str]:
    """An upper bound for every n, and why it is one."""
    looped = any_length(program, relation)
    if looped is not None:
        return looped.rate, "every n: each step of the loop is aligned"
    alone = None
    if _base(program) in ARGMAX:
        alone = winner_alone(program, range(least, FEW + 1), relation)
    if alone is not None:
        return alone, f"every n: the winner's noise alone is shifted (checked for n ≤ {FEW})"
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


def _inverse(program: Mechanism, claim: Fraction, relation: str) -> Validity | None:
    """The same for noise whose scale is a multiple of ε itself: with t = 1/ε it is c/t."""

    def turned(given: Any, draw: Any, *, eps: Any = Fraction(1)) -> Any:
        return program.function(given, draw, **{**program.parameters, "eps": 1 / eps})

    worst = worst_inputs(Mechanism(turned, program.first_inputs(1000)), relation)
    if not worst.symbolic or not worst.exact or not worst.lower:
        return None
    # rate/ε ≤ claim·ε where ε² ≥ rate/claim.
    square = worst.lower / claim
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    where = f"ε ≥ {root}" if root * root == square else f"ε² ≥ {square}"
    rate = f"{worst.lower}/ε"
    return Validity(f"holds iff {where}: the loss is {rate} for every ε > 0")


def _sampled(program: Mechanism, claim: Fraction, relation: str) -> Validity:
    verdicts = {
        each: verdict_of(worst_inputs(program.with_parameters(eps=each), relation), claim, each)
        for each in EPSILONS
    }
    text = "; ".join(f"ε = {each}: {verdict}" for each, verdict in verdicts.items())
    return Validity(f"computed at {text}")
