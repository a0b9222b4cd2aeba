"""Where the claim of a mechanism on listed inputs holds: for every ε at once, or where computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.programs import family_of_program
from dpverify.checkers.benchmark.claims import claim_of
from dpverify.checkers.exact.measure import measure_channel
from dpverify.defs.errors import ProgramError, UsageError
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism

RANGES: Mapping[str, str] = {"B35": "0..99/100"}
"""The ε of a mechanism that is none for others; of all other mechanisms every ε > 0."""
SIZES = (1, 2, 3, 5, 10)
GRIDS: Mapping[str, Sequence[Any]] = {
    "eps": tuple(map(Fraction, ("1/10", "7/10", "1", "3/2"))),
    "h": (1, 2),
    "f": tuple(map(Fraction, ("1/4", "1/2", "3/4"))),
    "p": tuple(map(Fraction, ("1/2", "5/8", "3/4"))),
    "n": SIZES,
}
"""Values of parameters at which a claim is computed where no argument covers all of them."""


def finite_validity(mechanism: Mechanism) -> str:
    """Where the claim holds; over ε by the zeros of exponential polynomials where that can be."""
    if str(mechanism.about["claim"]) == "ε":
        try:
            return _every_eps(mechanism)
        except (ProgramError, UsageError):
            pass  # a program that rounds ε or branches on it is computed at some
    return _computed(mechanism)


def _every_eps(mechanism: Mechanism) -> str:
    others = {name: str(x) for name, x in mechanism.parameters.items() if name != "eps"}
    free = Mechanism(mechanism.function, mechanism.inputs, mechanism.neighbours, mechanism.key)
    over = RANGES.get(str(mechanism.about.get("id")), "all")
    family = family_of_program(free, others)
    verdict = check_family(family, FamilyClaim("pure-dp", {"eps": "eps"}), Range.read(over))
    where = "every ε > 0" if over == "all" else f"every ε in {over.replace('..', ' … ')}, ε > 0"
    kinds = {part.fails for part in verdict.settled.parts}
    if kinds == {False}:
        return f"holds for {where}"
    if kinds == {True}:
        return f"violates for {where}"
    parts = (
        f"{'violates' if part.fails else 'holds'} to {part.stop}" for part in verdict.settled.parts
    )
    return f"{where}: {', '.join(parts)}"


def _computed(mechanism: Mechanism) -> str:
    """The verdicts on the grid, by the first parameter where the others make no difference."""
    names = [name for name in mechanism.parameters if name in GRIDS]
    first, others = names[0], names[1:]
    groups: dict[str, list[str]] = {}
    for value in GRIDS[first]:
        kinds = {
            _holds(mechanism.with_parameters(**dict(zip(names, (value, *rest), strict=True))))
            for rest in product(*(GRIDS[name] for name in others))
        }
        word = "differs" if len(kinds) > 1 else "holds" if True in kinds else "violates"
        groups.setdefault(word, []).append(str(value))
    texts = [f"{word} at {first} = {', '.join(values)}" for word, values in groups.items()]
    each = "; ".join(f"{name} = {', '.join(map(str, GRIDS[name]))}" for name in others)
    return f"computed: {'; '.join(texts)}{f' (each with {each})' if each else ''}"


def _holds(program: Mechanism) -> bool:
    measurement = measure_channel(channel_of(program), "pure-dp", {})
    return bool(measurement.value <= claim_of(program))
