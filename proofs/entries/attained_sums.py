"""That composition and group privacy cannot do better: instances that attain their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from dpverify.defs.channel import Channel
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.numbers import Number, Value
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import RESPONSE, response
from dpverify.proofs.statement import (
    Case,
    Cases,
    Claim,
    FixedChannel,
    Property,
    Statement,
)

SUM = "exp(eps1+eps2)"
BELOW = "((1+exp(eps1))*(1+exp(eps2)))"


def _truth(number: int) -> str:
    """The probability of the truth at which randomised response is exactly ε-private."""
    return f"exp(eps{number})/(1+exp(eps{number}))"


def _composed(bound: str, odds: str = f"t*{SUM}") -> Statement:
    return Statement(
        objects=RESPONSE,
        derived={
            "R1": response(_truth(1)),
            "R2": response(_truth(2)),
            "N": {"product": ["R1", "R2"]},
        },
        parameters={"eps1": "loss", "eps2": "loss", "t": "value"},
        conclusion=Claim("N", "hockey-stick-at-least", {"odds": odds, "bound": bound}),
    )


# ---------------------------------------------------------------- a path of laws

ODDS, DELTA = 2, Fraction(1, 10)
REACHED = (Fraction(1, 10), Fraction(3, 10), Fraction(7, 10))


def _path() -> Channel:
    """P_{i+1}(a) = 2·P_i(a) + δ from P_0(a) = 0; neighbours are one step apart."""
    masses = [Fraction(0)]
    for _ in REACHED:
        masses.append(ODDS * masses[-1] + DELTA)
    places = [f"x{i}" for i in range(len(masses))]
    rows = [[mass, 1 - mass] for mass in masses]
    return Channel(places, ["a", "b"], rows, list(pairwise(places)))


def _excess(channel: Channel, i: int, j: int, odds: int) -> Number:
    return hockey_stick(channel.row(i), channel.row(j), Value(odds))


def _reached(objects: Mapping[str, Channel], case: Case) -> bool:
    """Every step is (ln 2, 1/10)-private, and k steps have exactly the δ that is stated."""
    channel, k = objects["M"], int(case["k"])
    pairs = channel.neighbours.ordered_pairs(len(channel.inputs))
    private = all(_excess(channel, i, j, ODDS) <= Value(DELTA) for i, j in pairs)
    return private and _excess(channel, k, 0, ODDS**k) == Value(Fraction(case["δ"]))


def _group(numbers: tuple[Fraction, ...]) -> Statement:
    cases = tuple({"k": str(k), "δ": str(delta)} for k, delta in enumerate(numbers, start=1))
    return Statement(
        objects={"M": FixedChannel(lambda _: _path(), "a path of four laws on two outputs")},
        parameters={},
        conclusion=Property(
            "each step of M is (ln 2, 1/10)-private, and the δ of its laws k steps apart at k·ln 2"
            " is exactly, in each of: {cases}",
            "δ_(k·ln 2)(M(x_k)‖M(x_0)) = δ: {cases}",
            computed=Cases(cases, _reached),
        ),
    )


ENTRIES = (
    Entry(
        id="dp.sequential-composition.attained",
        title="ε₁ + ε₂ is attained by two randomised responses: every smaller ε is violated",
        statement=_composed(f"(1-t)*{SUM}/{BELOW}"),
        source="direct computation for the mechanism of Warner 1965",
        expected="proved",
        shapes=({},),
        notes=(
            "For t < 1 the odds t·e^(ε₁+ε₂) belong to a smaller ε, and there the δ is positive: it"
            " is at least the excess of the output where both tell the truth."
        ),
        mutants=(
            Mutant("without-t", "the δ would not fall to 0", _composed(f"{SUM}/{BELOW}")),
            Mutant("twice", "twice that δ", _composed(f"2*(1-t)*{SUM}/{BELOW}")),
        ),
    ),
    Entry(
        id="dp.group-privacy.attained",
        title="δ·Σ_{i<k} e^(iε) is attained at the ends of a path, in 3 cases: k = 1, 2, 3",
        statement=_group(REACHED),
        source="Dwork, Roth 2014, Theorem 2.2, carried over to δ > 0; direct computation",
        expected="computed",
        notes="At e^ε = 2 and δ = 1/10: 1/10, 3/10, 7/10 for k = 1, 2, 3.",
        mutants=(
            Mutant(
                "linear-delta",
                "kδ in place of the sum",
                _group((Fraction(1, 10), Fraction(2, 10), Fraction(3, 10))),
            ),
            Mutant(
                "one-term-more",
                "the sum goes to i = k",
                _group((Fraction(3, 10), Fraction(7, 10), Fraction(15, 10))),
            ),
        ),
    ),
)
