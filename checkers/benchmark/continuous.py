"""Rows of mechanisms with continuous noise over all real inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpverify.checkers.benchmark.row import Row, Verdict
from dpverify.checkers.continuous.on_walk import Step, attained, violation
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.parameters import assignments

CLAIMS = {"ε": Fraction(1), "2ε": Fraction(2), "(ε/2, δ)": Fraction(1, 2)}
"""Claims as multiples of ε; of (ε/2, δ) what δ = 0 would say."""
SIZES = (1, 2, 3, 4, 5, 6)
"""The numbers of queries at which a claim is decided, to say from where on it fails."""
EPSILONS = (Fraction(1, 10), Fraction(7, 10), Fraction(1), Fraction(3, 2))
EVIDENCE = "alignment and decay, re-checked in fractions"


def continuous_row(mechanism: Mechanism, parameters: Mapping[str, Any], eps: Fraction) -> Row:
    """The row of a mechanism that says how its entries move.

    Args: parameters besides eps; eps the mechanism's own.
    """
    program = mechanism.with_parameters(**parameters, eps=eps)
    found = worst_inputs(program)
    claim = CLAIMS[str(mechanism.about["claim"])]
    verdict = verdict_of(found, claim, eps)
    return Row(
        id=str(mechanism.about["id"]),
        name=str(mechanism.about["name"]),
        parameters=assignments({**parameters, "eps": eps}),
        claim=str(mechanism.about["claim"]),
        tight=tight_text(found),
        value=_value(found, eps),
        attained=_attained(found),
        verdict=verdict,
        witness=_witness(found, claim * eps, eps, verdict),
        validity=validity(mechanism, parameters, eps),
        evidence=EVIDENCE,
    )


def verdict_of(found: WorstCase, claim: Fraction, eps: Fraction) -> Verdict:
    """Whether the loss is at most claim·ε; for every ε > 0 where ε is a symbol."""
    most = claim if found.symbolic else claim * eps
    if found.upper is not None and found.upper <= most:
        return "holds"
    if found.lower is None or found.lower > most:
        return "violates"
    return "unknown"


def tight_text(found: WorstCase) -> str:
    """The tight loss: one number, or both bounds."""
    if found.exact:
        return multiple(found.lower, found.symbolic)
    ends = (multiple(each, found.symbolic) for each in (found.lower, found.upper))
    return f"[{', '.join(ends)}]"


def multiple(rate: Fraction | None, symbolic: bool = True) -> str:
    """A rate as a multiple of ε, or as a number where ε is one."""
    if rate is None:
        return "∞"
    if not symbolic or not rate:
        return str(rate)
    if rate.denominator == 1:
        return "ε" if rate == 1 else f"{rate}ε"
    return f"({rate})ε"


def _value(found: WorstCase, eps: Fraction) -> str:
    unit = eps if found.symbolic else Fraction(1)

    def decimal(rate: Fraction | None) -> str:
        return "∞" if rate is None else f"{float(rate * unit):.6g}"

    if found.exact:
        return decimal(found.lower)
    return f"[{decimal(found.lower)}, {decimal(found.upper)}]"


def _attained(found: WorstCase) -> str:
    if found.walk is None or found.lower == 0:
        return "attained"
    if not found.exact:
        return "?"
    try:
        return "attained" if attained(found.family, found.walk) else "limit"
    except Undecided:
        return "?"


def _witness(found: WorstCase, claim: Fraction, eps: Fraction, verdict: Verdict) -> str:
    """A pair in numbers that violates the claim, else the walk of the largest loss."""
    walk = found.walk
    if walk is None:
        return "none: the loss is 0"
    if verdict == "violates":
        try:
            broken = violation(found.family, walk, claim, eps)
        except Undecided:
            broken = None
        if broken is not None:
            return step_text(broken)
    here, there = ("(" + ", ".join(map(_shift, side)) + ")" for side in walk.inputs)
    words = f"{here} against {there}, output {walk.word}"
    if walk.released:
        words += f" near {_vector(walk.released)}"
    return f"{words}, {'impossible for large g' if walk.rate is None else 'g → ∞'}"


def step_text(found: Step) -> str:
    """A pair of inputs, an output and its loss."""
    what = f"{_vector(found.here)} against {_vector(found.there)}, output {found.word}"
    if found.released:
        what += f" at {_vector(found.released)}"
    loss = "∞" if found.loss is None else f"{float(found.loss.mid()):.6g}"
    return f"{what}: loss {loss}"


def _vector(numbers: Sequence[Fraction]) -> str:
    return "(" + ", ".join(map(str, numbers)) + ")"


def _shift(given: Shift) -> str:
    factors = dict(given.gaps)
    factor = factors.get("g", Fraction(0))
    if not factor:
        return str(given.constant)
    g = {Fraction(1): "g", Fraction(-1): "−g"}.get(factor, f"{factor}g")
    if not given.constant:
        return g
    return f"{g} {'+' if given.constant > 0 else '−'} {abs(given.constant)}"


def validity(mechanism: Mechanism, parameters: Mapping[str, Any], eps: Fraction) -> str:
    """Where the claim holds: over ε, and over the sizes that were computed."""
    claim = CLAIMS[str(mechanism.about["claim"])]
    program = mechanism.with_parameters(**parameters)
    if not worst_inputs(program.with_parameters(eps=eps)).symbolic:
        verdicts = {
            each: verdict_of(worst_inputs(program.with_parameters(eps=each)), claim, each)
            for each in EPSILONS
        }
        said = "; ".join(f"ε = {each}: {verdict}" for each, verdict in verdicts.items())
        return f"computed at {said}"
    if "n" not in parameters:
        return "every ε > 0"
    by_size = {}
    for n in SIZES:
        try:
            found = worst_inputs(program.with_parameters(n=n, eps=eps))
        except ProgramError:
            if n > 1:
                raise
            continue  # some programs need two queries
        by_size[n] = verdict_of(found, claim, eps)
    kinds = set(by_size.values())
    sizes = f"{min(by_size)} ≤ n ≤ {max(by_size)}"
    if kinds == {"holds"}:
        return f"holds for every ε > 0, {sizes}"
    if kinds == {"violates"}:
        return f"violates for every ε > 0, {sizes}"
    first = min((n for n, verdict in by_size.items() if verdict == "violates"), default=0)
    from_there = all((v == "violates") == (n >= first) for n, v in by_size.items())
    if first and from_there and "unknown" not in kinds:
        return f"violates iff n ≥ {first} (every ε > 0; computed for {sizes})"
    return "; ".join(f"n = {n}: {verdict}" for n, verdict in by_size.items())
