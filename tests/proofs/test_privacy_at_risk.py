"""Privacy at risk under post-processing and mixing: found by each way of searching, and by hand."""

from __future__ import annotations

from fractions import Fraction

from dpverify.checkers.smt.answer import Limits
from dpverify.checkers.smt.process import solver_named
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PrivacyAtRisk
from dpverify.defs.numbers import Value, ln
from dpverify.defs.operations import post_process
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.instances import Instance
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.simplify import simplified


def largest_denominator(instance: Instance) -> int:
    """Of all probabilities of the instance's channels."""
    return max(
        cell.as_fraction().denominator
        for channel in instance.channels.values()
        for i in range(len(channel.inputs))
        for cell in channel.row(i)
    )


def test_hypothesis_finds_the_failure_under_post_processing() -> None:
    """At most 3 outputs, at most 2 after merging, denominators at most 100."""
    found = search(entry("par.post-processing").statement, instances=200).found
    assert found is not None
    small = simplified(found)
    assert small.refutes
    assert len(small.channels["M"].outputs) <= 3
    assert len(small.channels["f"].outputs) <= 3
    assert largest_denominator(small) <= 100


def test_z3_finds_the_failure_under_post_processing() -> None:
    """From the formula alone, with the map that merges two outputs of three."""
    each = entry("par.post-processing.merging")
    with solver_named("z3") as solver:
        found = refute_within(each.statement, each.shapes, [solver], Limits()).found
    assert found is not None
    small = simplified(found)
    assert small.refutes
    assert largest_denominator(small) <= 100


def test_a_witness_by_hand() -> None:
    """Risk 1/40 at ln 3; merging the first two outputs makes it 21/40."""
    rows = [[Fraction(n, 40) for n in row] for row in ((1, 20, 19), (0, 7, 33))]
    before = Channel(["0", "1"], ["a", "b", "c"], rows)
    merge = Channel(["a", "b", "c"], ["ab", "c"], [[1, 0], [1, 0], [0, 1]])
    after = post_process(before, merge)
    eps = {"eps": ln(Fraction(20, 7))}
    risks = [
        [PrivacyAtRisk.tight("risk", c.row(i), c.row(1 - i), eps) for i in (0, 1)]
        for c in (before, after)
    ]
    assert risks[0][0] == Fraction(1, 40)
    assert risks[0][1] == 0
    assert risks[1][0] == Fraction(21, 40)


def test_hidden_mixing_by_hand() -> None:
    """M1 rows (4,1,95)/100, (1,4,95)/100; M2 rows (3/4,1/4,0), (1/4,3/4,0); ε = ln 3."""
    first = [[Fraction(n, 100) for n in row] for row in ((4, 1, 95), (1, 4, 95))]
    second = [[Fraction(n, 4) for n in row] for row in ((3, 1, 0), (1, 3, 0))]
    half = Fraction(1, 2)
    mixed = [
        [half * a + half * b for a, b in zip(p, q, strict=True)]
        for p, q in zip(first, second, strict=True)
    ]
    tight = [
        PrivacyAtRisk.tight("risk", [*map(Value, p)], [*map(Value, q)], {"eps": ln(3)})
        for p, q in (first, second, mixed)
    ]
    assert tight[0] == Fraction(5, 100)
    assert tight[1] == 0
    # The mean of 1/20 and 0 is 1/40; with the branch hidden it is 21/40.
    assert tight[2] == Fraction(21, 40)
