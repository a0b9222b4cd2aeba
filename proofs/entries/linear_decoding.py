"""The efficient reconstruction attack, as an experiment on generated databases."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from dpverify.checkers.reconstruction.experiment import Plan, attack
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import BITS
from dpverify.proofs.statement import AnyChannel, Property, Statement

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
RECORDS = 64
ALPHAS = (Fraction(3, 8), Fraction(1, 4))
DATABASE = AnyChannel(
    Size("records", "i"), lambda _: BITS, text=f"database ({RECORDS} records, rounded to bits)"
)


def _few_errors(
    factor: Fraction, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """errors ≤ factor·α²·n for each α; the bits are the seed of the queries too."""
    del parameters
    rows = [objects["D"].row(i) for i in range(len(objects["D"].inputs))]
    bits = [int(one > zero) for zero, one in rows]
    seed = int("".join(map(str, bits)), 2) % 2**32
    return all(
        attack(Plan(len(bits), 4 * len(bits), alpha, "uniform", seed), bits).errors
        <= factor * alpha**2 * len(bits)
        for alpha in ALPHAS
    )


def _decoded(factor: Fraction) -> Statement:
    return Statement(
        objects={"D": DATABASE},
        parameters={},
        conclusion=Property(
            "a linear program that reads 4n random queries, with noise uniform on [−α√n, α√n], is"
            f" wrong in at most {factor}·α²n places, for n = {RECORDS} and α = 1/4, 3/8",
            f"errors ≤ {factor}·α²·n",
            holds=partial(_few_errors, factor),
        ),
        sizes={"records": (RECORDS, RECORDS)},
    )


ENTRIES = (
    Entry(
        id="reconstruction.random-queries.linear-decoding",
        title="A linear program misses ≤ 2α²n of n = 64 bits, from 4n queries, uniform noise α√n",
        statement=_decoded(Fraction(2)),
        source=f"Dinur, Nissim 2003, theorem 5; Dwork, McSherry, Talwar 2007; {XU}",
        expected="tested",
        instances=10,
        notes=(
            "An experiment: queries and noise are drawn by a seeded generator, and the program is"
            " solved in floats; that a guess is wrong in so many places is counted exactly. The"
            " source names no constant; for uniform noise it is at most 2 here. Noise of the same"
            " size that is chosen against the database does worse, 57 of 64 places at α = 3/8 in"
            " one run. `dpverify attack reconstruct --plots` draws the share of errors of each kind"
            " of noise with its confidence interval."
        ),
        mutants=(
            Mutant("sixteenth", "α²n/8 places", _decoded(Fraction(1, 8))),
            Mutant("none", "no place at all", _decoded(Fraction(0))),
        ),
    ),
)
