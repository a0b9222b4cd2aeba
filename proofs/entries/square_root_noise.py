"""Noise of the order √n: what holds of every attack with O(n) queries, fixed or adaptive."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from flint import fmpq

from dpverify.checkers.reconstruction.edge import Rounding, from_the_edge
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number
from dpverify.defs.reconstruction.adaptive import wrong_share_for_every_n
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


def _hidden_from_all(
    per_record: int, root: int, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """The expected share of wrong bits is at least .1, for every n."""
    del objects, parameters
    return wrong_share_for_every_n(per_record, fmpq(root)) >= fmpq(1, 10)


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


def _adaptive(per_record: int = 100, root: int = 20) -> Statement:
    return _closed(
        f"for every n, of a curator whose noise has the density cos²(πr/(2E))/E on [−E, E], E ="
        f" {root}√n, every guess of a uniform database from {per_record}·n queries, each of which"
        " may depend on the answers before, is wrong in .1·n places or more in expectation",
        f"E = {root}√n ⇒ E[errors] ≥ .1·n, {per_record}n adaptive queries",
        partial(_hidden_from_all, per_record, root),
    )


DATABASES = tuple([int((i * step) % 5 > 0) for i in range(100)] for step in (1, 2, 3, 4))
"""100 bits with 80 ones each, so that all records at once are answered by more than 50."""


def _from_the_edge(
    most: int, objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """Every bit of each database, by at most so many queries."""
    del objects, parameters
    for database in DATABASES:
        curator = Rounding(database)
        found = from_the_edge(curator.above, len(database), frozenset(range(len(database))))
        if found != tuple(database) or curator.asked > most:
            return False
    return True


def _edge(most: int = 107) -> Statement:
    return _closed(
        f"of a curator who answers {CURATOR}, {most} adaptive queries give every bit of databases"
        " of 100 bits with 80 ones",
        f"errors = 0, n = 100, {most} adaptive queries",
        partial(_from_the_edge, most),
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
                "With all 2^n queries noise of O(√n) is blatantly non-private: 4E = O(√n) = o(n)"
                " places are wrong. With O(n) queries noise of o(√n) is (Dwork, McSherry, Talwar"
                " 2007; cited, not proved here). Queries that depend on earlier answers do not"
                " save the note: `reconstruction.square-root-noise.adaptive`, for another curator."
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
    Entry(
        id="reconstruction.square-root-noise.adaptive",
        title="Noise of at most 20√n hides a tenth of the bits from 100n adaptive queries",
        statement=_adaptive(),
        source=f"Le Cam 1986, section 4.2 (affinity and total variation), for the note of {XU}",
        expected="reproduced",
        instances=1,
        notes=(
            "Two answers whose truths differ by at most 1 have an affinity of at least 1 −"
            " (π/(2E))²/2; affinities multiply along a transcript, also of adaptive queries; so"
            " the laws of all answers under the two values of a bit have a total variation of at"
            " most √(K·π²/(4c²)), for K·n queries and E = c√n. What is computed is that half of"
            " what is left is at least .1, in balls; the inequalities are cited, not proved here."
            " For each K there is such a c (2√K), so noise of O(√n) is not blatantly non-private"
            " for any number of queries in O(n). The curator who rounds to multiples of 4√n would"
            " not do: `reconstruction.square-root-noise.rounding-adaptive`."
        ),
        mutants=(
            Mutant("twice-the-queries", "200·n queries", _adaptive(200)),
            Mutant("half-the-noise", "E = 10√n", _adaptive(100, 10)),
            Mutant("a-little-less-noise", "E = 19√n", _adaptive(100, 19)),
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.rounding-adaptive",
        title="Answers rounded to multiples of 4√n give everything away to adaptive queries",
        statement=_edge(),
        source=f"direct computation for the note of {XU}",
        expected="reproduced",
        instances=1,
        notes=(
            "One answer away from |S|/2 leads to the edge between two multiples, and there each"
            " further answer tells a bit, by n + O(log n) queries in all. That is why"
            " `reconstruction.square-root-noise.information` speaks of queries fixed in advance."
            " On a uniform database the first such answer is rare, but how rare does not depend on"
            " n."
        ),
        mutants=(
            Mutant("a-query-less-for-each", "99 queries", _edge(99)),
            Mutant("half-the-queries", "50 queries", _edge(50)),
        ),
    ),
)
