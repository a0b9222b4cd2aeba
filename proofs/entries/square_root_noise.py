"""Noise of the order √n: what an information bound says of every attack with O(n) queries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number
from dpverify.defs.reconstruction.information import bits_for_every_n, share_hidden, success_bound
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.statement import Property, Statement

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
RECORDS = 1000
WRONG = 110
HALF = fmpq(1, 2)


def _possible(
    per_record: int, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """Whether the information bound leaves room for success with probability 1/2."""
    del objects, parameters
    return success_bound(RECORDS, per_record * RECORDS, WRONG) >= HALF


def _excluded(
    per_record: int, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    return not _possible(per_record, objects, parameters)


def _for_every_n(
    per_record: int, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """K·H + 1/n < (1 − h(.11))/2 for all n ≥ 100: success has less than probability 1/2."""
    del objects, parameters
    return per_record * bits_for_every_n() + fmpq(1, 100) < share_hidden(fmpq(11, 100)) / 2


def _closed(words: str, formula: str, holds: object) -> Statement:
    said = Property(words, formula, holds=holds)  # type: ignore[arg-type]  # one of those above
    return Statement(objects={}, parameters={}, conclusion=said)


ATTACK = "some guess from the answers to {0}·n fixed queries is right in .89·n places"
CURATOR = "|S|/2 plus the nearest multiple of 4√n, whose noise is at most 2√n"


def _blatant(per_record: int) -> Statement:
    attack = ATTACK.format(per_record)
    return _closed(
        f"whatever a curator does with noise of at most 2√n, {attack} with probability at least"
        f" 1/2, at n = {RECORDS}",
        f"noise ≤ 2√n ⇒ P[errors ≤ .11·n] ≥ 1/2, {per_record}n queries",
        partial(_possible, per_record),
    )


def _hidden(per_record: int) -> Statement:
    return _closed(
        f"of a curator who answers {CURATOR}, no guess from {per_record}·n fixed queries is right"
        f" in .89·n places with probability 1/2, at n = {RECORDS}",
        f"P[errors ≤ .11·n] < 1/2, {per_record}n queries",
        partial(_excluded, per_record),
    )


def _always(per_record: int) -> Statement:
    return _closed(
        f"of a curator who answers {CURATOR}, no guess from {per_record}·n fixed queries is right"
        " in .89·n places with probability 1/2, for every n of at least 100",
        f"n ≥ 100 ⇒ P[errors ≤ .11·n] < 1/2, {per_record}n queries",
        partial(_for_every_n, per_record),
    )


ENTRIES = (
    Entry(
        id="reconstruction.square-root-noise.blatant",
        title="Noise of O(√n) is blatantly non-private, with O(n) queries",
        statement=_blatant(100),
        source=f"{XU}, note 1 to the definition of blatant non-privacy",
        expected="refuted",
        instances=1,
        essay=Essay(
            belief=(
                "The efficient attack errs in O(α²n) places where the noise is α√n. For small α"
                " that is a small share, and blatant non-privacy asks for a share that vanishes."
            ),
            catch=(
                "For fixed α the share α² does not vanish, and for large α nothing is left of the"
                f" attack. A curator may answer {CURATOR}: then nearly every answer is |S|/2 and"
                " carries about a thousandth of a bit. By Fano's inequality no guess from 100·n"
                " fixed queries is right in .89·n places with probability 1/2."
            ),
            repair=(
                "Noise of o(√n) is blatantly non-private with O(n) queries; noise of O(√n) with"
                " all 2^n queries, where 4E = O(√n) = o(n) places are wrong."
            ),
            true_twin="reconstruction.all-queries.four-times-the-bound",
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.information",
        title="Answers rounded to multiples of 4√n hide a tenth of the bits from 100n queries",
        statement=_hidden(100),
        source=f"Fano's inequality, for the note of {XU}",
        expected="reproduced",
        instances=1,
        notes="The laws of the answers are exact; the bound is a rigorous ball, rounded up.",
        mutants=(
            Mutant("a-thousand", "1000·n queries", _hidden(1000)),
            Mutant("five-hundred", "500·n queries", _hidden(500)),
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.information-for-every-n",
        title="Answers rounded to multiples of 4√n hide a tenth of the bits, however large n is",
        statement=_always(20),
        source=f"Hoeffding 1963 and Fano's inequality, for the note of {XU}",
        expected="reproduced",
        instances=1,
        notes=(
            "V ≤ 2^(n·h(.11)), so success has probability at most (K·H + 1/n)/(1 − h(.11)). What is"
            " computed is that this is less than 1/2 with n = 100 and with H bounded for every n by"
            " Hoeffding's inequality; the inequalities are cited, not proved here."
        ),
        mutants=(
            Mutant("a-hundred", "100·n queries", _always(100)),
            Mutant("fifty", "50·n queries", _always(50)),
        ),
    ),
)
