"""Counts that are released above a threshold: what a fixed set of known records changes.

Row i of the channel "laws" is the law of record i, whose output v1 is a "yes" that is counted; the
first records are known. Each statement is decided instance by instance, by the exact laws of the
count; e^ε takes the values that stand in the formula, or 1, 3/2 and 4 where all ε are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import comb

from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.views import cases
from dpverify.defs.channel import Channel
from dpverify.defs.io.read_scenario import scenario_from_document
from dpverify.defs.knowledge import Scenario
from dpverify.defs.numbers import Number, Value, number_text
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.statement import AnyChannel, Property, Statement

SOURCE = (
    "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
    " knowledge, arXiv 1905.00650"
)
LAWS = AnyChannel(Size("records", "r"), Size("answers", "v"), text="law of each record")
ODDS = (Fraction(1), Fraction(3, 2), Fraction(4))
Objects = Mapping[str, Channel]
Numbers = Mapping[str, Number]
Holds = Callable[[Objects, Numbers], bool]


def _votes(laws: Channel) -> list[list[str]]:
    return [[number_text(p) for p in laws.row(i)] for i in range(len(laws.inputs))]


def _scenario(votes: list[list[str]], known: int, threshold: int | None) -> Scenario:
    """A count of votes, the first of them known; released if above a threshold, if there is one."""
    mechanism: dict[str, object] = {"name": "count"}
    if threshold is not None:
        mechanism = {"name": "thresholded-count", "threshold": threshold}
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "records": [{"values": dict(zip("01", law, strict=True))} for law in votes],
            "known": {"indices": list(range(known))},
            "mechanism": mechanism,
        }
    )


def _delta(scenario: Scenario, odds: Fraction | Value, *, active: bool) -> Number:
    """The smallest δ of APKDP or PPKDP at e^ε, by the definition; 0 where nothing is compared."""
    given = {"odds": Value(odds) if isinstance(odds, Fraction) else odds}
    largest: Number = Value(0)
    for view in views(scenario):
        for case in cases(view, active=active):
            largest = max(largest, case.tight("delta", given))
    return largest


# ---------------------------------------------------------------- fewer records in their place


def _as_without(
    known: int, threshold: tuple[int | None, int | None], objects: Objects, _: Numbers,
    *, active: bool = False,
) -> bool:  # fmt: skip
    """Whether k known records and threshold T have the δ of no knowledge and another threshold."""
    votes = _votes(objects["laws"])
    with_known = _scenario(votes, known, threshold[0])
    without = _scenario(votes[known:], 0, threshold[1])
    return all(
        _delta(with_known, odds, active=active) == _delta(without, odds, active=False)
        for odds in ODDS
    )


def _statement(words: str, formula: str, holds: Holds, *given: Property) -> Statement:
    return Statement(
        objects={"laws": LAWS},
        parameters={},
        hypotheses=given,
        conclusion=Property(words, formula, holds=holds),
        sizes={"records": (3, 4), "answers": (2, 2)},
    )


def _remark(threshold: int | None, *, fewer: int = 1) -> Statement:
    released = "" if threshold is None else f", released only above {threshold},"
    return _statement(
        f"a count of independent votes{released} of which the first is known is as private for who"
        f" watches as that of {'the others' if fewer == 1 else 'all but two'}, of which none is",
        "PPK(n records, 1 known) = PPK(n − 1 records, none known)",
        partial(_as_fewer, fewer, threshold),
    )


def _as_fewer(fewer: int, threshold: int | None, objects: Objects, numbers: Numbers) -> bool:
    if fewer == 1:
        return _as_without(1, (threshold, threshold), objects, numbers)
    votes = _votes(objects["laws"])
    one, other = _scenario(votes, 1, threshold), _scenario(votes[fewer:], 0, threshold)
    return all(_delta(one, e, active=False) == _delta(other, e, active=False) for e in ODDS)


def _moved(other: int, *, active: bool = True) -> Statement:
    return _statement(
        "a count of independent votes that is released above 1, of which the first is known and"
        f" can be {'chosen' if active else 'seen'}, is as private as that of the others,"
        f" released above {other}, of which none is known",
        f"{'APK' if active else 'PPK'}(T = 1, |B| = 1) = PPK(T = {other}, n − |B| records)",
        partial(_as_without, 1, (1, other), active=active),
        Property(
            "every vote can be yes or no",
            "0 < p_i < 1",
            holds=lambda objects, _: all(p > 0 for i in range(len(objects["laws"].inputs))
                                         for p in objects["laws"].row(i)),
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- Theorem 4


def _binomial(s: int, n: int, p: Fraction) -> Fraction:
    return comb(n, s) * p**s * (1 - p) ** (n - s)


def _bounds(
    laws: Channel, known: int, b_max: int, threshold: int
) -> tuple[Fraction, Fraction] | None:
    """A and δ of the theorem, with p the largest p_i; None where its conditions do not hold.

    Known records: A = f(T − b_max, n − |B| − 1, p)/(1 − r'), δ = f(b_max, |B|, p)/(1 − r_b) + A.
    """
    chances = [laws.row(i)[1].as_rational() for i in range(len(laws.inputs))]
    if any(p is None for p in chances):
        return None
    p = max(Fraction(int(q.p), int(q.q)) for q in chances if q is not None)
    free, left = len(chances) - known - 1, threshold - b_max
    if p == 1 or left < 1:
        return None
    r = p * free / ((1 - p) * left)
    if r >= 1:
        return None
    a = delta = _binomial(left, free, p) / (1 - r)
    if known:
        r_known = p * known / ((1 - p) * b_max)
        if r_known >= 1:
            return None
        delta += _binomial(b_max, known, p) / (1 - r_known)
    return (a, delta) if 0 < a < 1 and delta < 1 else None


THEOREM_4 = {0: (0, 2), 2: (1, 2)}
"""For so many known records b_max and T."""


def _theorem(known: int, share: Fraction, objects: Objects, _: Numbers) -> bool:
    b_max, threshold = THEOREM_4[known]
    bounds = _bounds(objects["laws"], known, b_max, threshold)
    if bounds is None:
        return True
    a, delta = bounds
    made = _scenario(_votes(objects["laws"]), known, threshold)
    return _delta(made, 1 / (1 - a * share), active=not known) <= Value(delta * share)


def _conditions(known: int, objects: Objects, _: Numbers) -> bool:
    return _bounds(objects["laws"], known, *THEOREM_4[known]) is not None


def _rarer(
    channels: Mapping[str, Channel], numbers: Numbers
) -> tuple[Mapping[str, Channel], Numbers]:
    """The same votes with a fifth of each p_i, of which the conditions hold more often."""
    laws = channels["laws"]
    rows = [[1 - laws.row(i)[1] / 5, laws.row(i)[1] / 5] for i in range(len(laws.inputs))]
    return {**channels, "laws": Channel(laws.inputs, laws.outputs, rows)}, numbers


def _fourth(known: int, share: Fraction = Fraction(1)) -> Statement:
    who = "of which none is known" if not known else f"of which {known} are known"
    given = Property(
        f"r {'and r_b are' if known else 'is'} below 1, and so is δ, for p the largest p_i",
        "r < 1, δ < 1" if not known else "r' < 1, r_b < 1, A < 1, δ < 1",
        holds=partial(_conditions, known),
        met=_rarer,
    )
    bound = "f(T, n−1, p)/(1 − r)" if not known else "f(b_max, |B|, p)/(1 − r_b) + A"
    times = "" if share == 1 else f"{share} of "
    return _statement(
        f"a count of independent votes that is released above {THEOREM_4[known][1]}, {who}, is"
        f" {'APKDP' if not known else 'PPKDP'} with {times}the δ of the theorem, and its ε",
        f"δ = {times}{bound}, ε = −ln(1 − {'δ' if not known else 'A'})",
        partial(_theorem, known, share),
        given,
    )


# ---------------------------------------------------------------- is reducibility necessary?

GIVEN = AnyChannel(Size("targets", "t"), Size("outputs", "o"), text="the release given B = 0")
OTHER = AnyChannel(Size("targets", "t"), Size("outputs", "o"), text="the release given B = 1")


def _vectors(channel: Channel, *, merged: bool) -> list[tuple[Number, Number]]:
    """The columns that are not 0, in order; those with the same ratio added up, if `merged`."""
    columns: list[tuple[Number, Number]] = []
    for p, q in zip(channel.row(0), channel.row(1), strict=True):
        same = next((k for k, (a, b) in enumerate(columns) if merged and a * q == b * p), None)
        if p == 0 and q == 0:
            continue
        if same is None:
            columns.append((p, q))
        else:
            columns[same] = columns[same][0] + p, columns[same][1] + q
    return sorted(columns)


def _same(objects: Objects, _: Numbers, *, merged: bool) -> bool:
    return _vectors(objects["A"], merged=merged) == _vectors(objects["C"], merged=merged)


NECESSARY = Statement(
    objects={"A": GIVEN, "C": OTHER},
    parameters={},
    hypotheses=(
        Property(
            "at every ε the laws given t and t' are as far apart for one value of B as for the"
            " other, in both orders",
            "APK₀(ε) = APK₁(ε) = PPK(ε) for all ε, t, t'",
            holds=partial(_same, merged=True),
        ),
    ),
    conclusion=Property(
        "the release is Θ-reducible",
        "∃ φ: P[o | t, b₁] = P[φ(o) | t, b₂]",
        holds=partial(_same, merged=False),
    ),
    sizes={"targets": (2, 2), "outputs": (2, 3)},
)

ENTRIES = (
    Entry(
        id="pk.remark-2.count",
        title="Of a count, a known record is as good as one record fewer",
        statement=_remark(None),
        source=f"{SOURCE}, Remark 2 of the thesis version",
        expected="tested",
        instances=60,
        notes=(
            "A known record shifts the count, the same way for all values of the target, and the"
            " attacker shifts it back: the divergence given any b is that of the other records."
            " For k records the step is taken k times."
        ),
        mutants=(
            Mutant("threshold", "the count is released only above 1", _remark(1)),
            Mutant("one-more", "two records fewer", _remark(None, fewer=2)),
        ),
    ),
    Entry(
        id="pk.remark-2.thresholded-count",
        title="Of a thresholded count, k known records are as good as k records fewer",
        statement=_remark(1),
        source=f"{SOURCE}, Remark 2 of the thesis version, read for counts with a threshold",
        expected="refuted",
        instances=60,
        essay=Essay(
            belief=(
                "Knowing a vote, one subtracts it, and is left with the count of the others. The"
                " threshold is post-processing."
            ),
            catch=(
                "The threshold stays where it is: with a known yes the others have to be one less"
                " to pass it. So a known yes makes the count of the others appear above T − 1, a"
                " known no above T, and the mean of the two is neither."
            ),
            repair="With the threshold T − |B| it holds for who chooses the known votes.",
            true_twin="pk.proposition-28",
        ),
    ),
    Entry(
        id="pk.proposition-28",
        title="Who chooses a vote sees a count above 1 as who knows none sees the others' above 0",
        statement=_moved(0),
        source=f"{SOURCE}, Proposition 28 of the thesis version, |B| = T = 1",
        expected="tested",
        instances=60,
        notes=(
            "The worst known votes are all yes: given fewer, the count of the others passes the"
            " threshold less often, and ⊥ tells less."
        ),
        mutants=(
            Mutant("same-threshold", "the threshold stays", _moved(1)),
            Mutant("passive", "for who only watches", _moved(0, active=False)),
        ),
    ),
    Entry(
        id="pk.theorem-4.no-knowledge",
        title="A count released above 2 is APKDP with δ = f(2, n−1, p)/(1 − r), nothing known",
        statement=_fourth(0),
        source=f"{SOURCE}, Theorem 4 of the thesis version; T = 2, 3 or 4 votes",
        expected="tested",
        instances=120,
        notes=(
            "p is the largest p_i, the limit of what the theorem allows. That terms which fall by"
            " the factor r sum to the first over 1 − r is proved: pk.tail-bound.step."
        ),
        mutants=(
            Mutant("a-hundredth", "a hundredth of δ", _fourth(0, Fraction(1, 100))),
            Mutant("a-thousandth", "a thousandth of δ", _fourth(0, Fraction(1, 1000))),
        ),
    ),
    Entry(
        id="pk.theorem-4.known-records",
        title="A count released above 2 is PPKDP with δ = f(1, 2, p)/(1 − r_b) + A, 2 being known",
        statement=_fourth(2),
        source=f"{SOURCE}, Theorem 4 of the thesis version; |B| = 2, b_max = 1, T = 2",
        expected="tested",
        instances=120,
        notes="p is the largest p_i, the limit of what the theorem allows.",
        mutants=(
            Mutant("a-hundredth", "a hundredth of δ and A", _fourth(2, Fraction(1, 100))),
            Mutant("a-thousandth", "a thousandth of both", _fourth(2, Fraction(1, 1000))),
        ),
    ),
    Entry(
        id="pk.reducible.necessary",
        title="APKDP and PPKDP are equivalent for Θ-reducible releases only",
        statement=NECESSARY,
        source=f"{SOURCE}, the lead-in of Theorem 2, which calls the condition necessary",
        expected="refuted",
        instances=300,
        essay=Essay(
            belief=(
                "Who watches learns as much as who chooses B if no value of B tells more than"
                " another, and that no value does is what the maps φ say."
            ),
            catch=(
                "A map φ keeps each probability, the definitions look at what is lost alone. A"
                " release that is always the same given B = 0, and a coin that has nothing to do"
                " with the data given B = 1, lose nothing in either case; no map makes one output"
                " of two."
            ),
            repair=(
                "The condition is sufficient. So is a weaker one: that the losses have the same law"
                " for every value of B, once outputs of the same ratio are merged."
            ),
            true_twin="pk.reducible.equivalent",
        ),
    ),
)
