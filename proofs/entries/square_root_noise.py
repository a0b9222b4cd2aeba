"""Noise of the order √n: what holds of every attack with O(n) queries, fixed or adaptive."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from dpverify.checkers.reconstruction.edge import Rounding, from_the_edge
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.reconstruction.adaptive import wrong_share_for_every_n
from dpverify.defs.reconstruction.information import bits_for_every_n, share_hidden, success_bound
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.statement import Case, Cases, Follows, Property, Statement

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
RECORDS = 1000
WRONG = 110
HALF = fmpq(1, 2)
Objects = Mapping[str, Channel]


def _excluded(_: Objects, case: Case) -> bool:
    """That the information bound leaves no room for success with probability 1/2."""
    n, queries, wrong = (int(case[name]) for name in ("n", "queries", "wrong"))
    return _borne_out(success_bound(n, queries, wrong) < HALF)


def _possible(objects: Objects, case: Case) -> bool:
    """Whether there can be success with probability 1/2; where the bound has room, who knows."""
    return not _excluded(objects, case)


def _for_every_n(_: Objects, case: Case) -> bool:
    """K·H + 1/n < (1 − h(.11))/2 for all n ≥ 100: success has less than probability 1/2."""
    per_record = int(case["K"])
    bits = per_record * bits_for_every_n() + fmpq(1, 100)
    return _borne_out(bits < share_hidden(fmpq(11, 100)) / 2)


def _hidden_from_all(_: Objects, case: Case) -> bool:
    """The expected share of wrong bits is at least .1, for every n."""
    share = wrong_share_for_every_n(int(case["K"]), fmpq(int(case["c"])))
    return _borne_out(share >= fmpq(1, 10))


def _for_some_n(objects: Objects, case: Case) -> bool:
    return not _for_every_n(objects, case)


def _hidden_from_some(objects: Objects, case: Case) -> bool:
    return not _hidden_from_all(objects, case)


def _borne_out(shown: bool) -> bool:
    """What a bound shows. Where it shows nothing, nothing is refuted: bounds are not attained."""
    if not shown:
        raise Undecided("precision", "the bound does not show it, and need not be attained")
    return True


def _nothing_varies(
    words: str, formula: str, computed: Cases, follows: Follows | None = None
) -> Statement:
    said = Property(words, formula, computed=computed, follows=follows)
    return Statement(objects={}, parameters={}, conclusion=said)


ATTACK = "some guess from the answers to {queries} fixed queries is right in all but {wrong} places"
CURATOR = "|S|/2 plus the nearest multiple of 4√n, whose noise is at most 2√n"
FANO = Follows(
    theorem="Cover, Thomas 2006, Elements of Information Theory, Theorem 2.10.1 (Fano)",
    computed="(K·n·H + 1)/(n − log₂ V) against 1/2, H the bits in one answer, in rounded-up balls",
    not_computed=(
        "that answers to queries fixed in advance carry together at most as much as each by itself,"
        " and Fano's inequality for guesses that may be wrong in some places"
    ),
)
FOR_EVERY_N = Follows(
    theorem=f"Hoeffding 1963, Theorem 2, and {FANO.theorem}",
    computed="K·H + 1/100 against (1 − h(.11))/2, H the bits in one answer by Hoeffding's bound",
    not_computed=(
        "Hoeffding's bound of H for every n, V ≤ 2^(n·h(.11)), that what is computed at n = 100"
        f" bounds every larger n; {FANO.not_computed}"
    ),
)
LE_CAM = Follows(
    theorem="Le Cam 1986, Asymptotic Methods in Statistical Decision Theory, section 4.2",
    computed="half of 1 − √(K·π²/(4c²)) against .1, in balls",
    not_computed=(
        "that two answers have an affinity of at least 1 − (π/(2E))²/2, that affinities multiply"
        " along a transcript, and that total variation is bounded by them: see the notes"
    ),
)


def _at_n(per_record: int) -> Case:
    return {"n": str(RECORDS), "queries": str(per_record * RECORDS), "wrong": str(WRONG)}


def _blatant(per_record: int) -> Statement:
    return _nothing_varies(
        f"whatever a curator does with noise of at most 2√n, {ATTACK} with probability at least"
        " 1/2, at n = {n}",
        f"noise ≤ 2√n ⇒ P[errors ≤ .11·n] ≥ 1/2, {per_record}n queries",
        Cases((_at_n(per_record),), _possible),
        FANO,
    )


def _hidden(per_record: int, *, truly: bool = True) -> Statement:
    guess = "no guess" if truly else "some guess"
    return _nothing_varies(
        f"of a curator who answers {CURATOR}, {guess} from {{queries}} fixed queries is right in"
        " all but {wrong} places with probability 1/2, at n = {n}",
        f"P[errors ≤ .11·n] {'<' if truly else '≥'} 1/2, {per_record}n queries",
        Cases((_at_n(per_record),), _excluded if truly else _possible),
        FANO,
    )


def _always(per_record: int, *, truly: bool = True) -> Statement:
    which = ("no guess", "every n") if truly else ("some guess", "some n")
    return _nothing_varies(
        f"of a curator who answers {CURATOR}, {which[0]} from {{K}}·n fixed queries is right"
        f" in .89·n places with probability 1/2, for {which[1]} of at least 100",
        f"{'n ≥ 100 ⇒' if truly else '∃ n ≥ 100:'} P[errors ≤ .11·n]"
        f" {'<' if truly else '≥'} 1/2, {{K}}n queries",
        Cases(({"K": str(per_record)},), _for_every_n if truly else _for_some_n),
        FOR_EVERY_N,
    )


def _adaptive(per_record: int = 100, root: int = 20, *, truly: bool = True) -> Statement:
    which = ("every n", "every guess") if truly else ("some n", "some guess")
    wrong = ".1·n places or more" if truly else "less than .1·n places"
    return _nothing_varies(
        f"for {which[0]}, of a curator whose noise has the density cos²(πr/(2E))/E on [−E, E], E ="
        f" {{c}}√n, {which[1]} of a uniform database from {{K}}·n queries, each of which"
        f" may depend on the answers before, is wrong in {wrong} in expectation",
        f"E = {{c}}√n {'⇒' if truly else '∧'} E[errors] {'≥' if truly else '<'} .1·n,"
        " {K}n adaptive queries",
        Cases(
            ({"K": str(per_record), "c": str(root)},),
            _hidden_from_all if truly else _hidden_from_some,
        ),
        LE_CAM,
    )


def _database(step: int) -> list[int]:
    """100 bits with 80 ones, so that all records at once are answered by more than 50."""
    return [int((i * step) % 5 > 0) for i in range(100)]


def _from_the_edge(_: Objects, case: Case) -> bool:
    """Every bit of a database, by at most so many queries."""
    database = _database(int(case["k"]))
    curator = Rounding(database)
    found = from_the_edge(curator.above, len(database), frozenset(range(len(database))))
    return found == tuple(database) and curator.asked <= int(case["queries"])


def _edge(most: int = 107) -> Statement:
    cases = tuple({"k": str(k), "queries": str(most)} for k in (1, 2, 3, 4))
    return _nothing_varies(
        f"of a curator who answers {CURATOR}, so many adaptive queries give every bit of the"
        " database of 100 bits whose i-th is 1 where i·k is no multiple of 5, in each of: {cases}",
        f"errors = 0, n = 100, {most} adaptive queries",
        Cases(cases, _from_the_edge),
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
        expected="follows",
        instances=1,
        notes="The laws of the answers are exact; the bound is a rigorous ball, rounded up.",
        mutants=(
            Mutant("some-guess", "some guess is right", _hidden(100, truly=False)),
            Mutant("from-fewer", "some guess from 50·n queries", _hidden(50, truly=False)),
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.information-for-every-n",
        title="Answers rounded to multiples of 4√n hide a tenth of the bits, however large n is",
        statement=_always(20),
        source=f"Hoeffding 1963 and Fano's inequality, for the note of {XU}",
        expected="follows",
        instances=1,
        notes=(
            "V ≤ 2^(n·h(.11)), so success has probability at most (K·H + 1/n)/(1 − h(.11)). What is"
            " computed is that this is less than 1/2 with n = 100 and with H bounded for every n by"
            " Hoeffding's inequality; the inequalities are cited, not proved here."
        ),
        mutants=(
            Mutant("some-guess", "some guess is right, for some n", _always(20, truly=False)),
            Mutant("from-fewer", "some guess from 10·n queries", _always(10, truly=False)),
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.adaptive",
        title="Noise of at most 20√n hides a tenth of the bits from 100n adaptive queries",
        statement=_adaptive(),
        source=f"Le Cam 1986, section 4.2 (affinity and total variation), for the note of {XU}",
        expected="follows",
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
            Mutant("some-guess", "some guess does better", _adaptive(truly=False)),
            Mutant("from-fewer", "some guess from 50·n queries", _adaptive(50, truly=False)),
        ),
    ),
    Entry(
        id="reconstruction.square-root-noise.rounding-adaptive",
        title="Answers rounded to multiples of 4√n give all away to adaptive queries, in 4 cases",
        statement=_edge(),
        source=f"direct computation for the note of {XU}",
        expected="computed",
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
