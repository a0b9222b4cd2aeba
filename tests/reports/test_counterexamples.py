"""The named counterexamples: every number computed, every document accepted by the kernel."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers import parse
from dpverify.reports.counterexamples.channels import thresholding
from dpverify.reports.counterexamples.registry import COUNTEREXAMPLES
from tests.command_line import run


@pytest.mark.long
@pytest.mark.parametrize("name", COUNTEREXAMPLES)
def test_the_documents_replay(name: str, tmp_path: Path) -> None:
    for document in COUNTEREXAMPLES[name].build().documents:
        outcome = replay(json.dumps(document))
        assert outcome.status == "accepted", outcome.text
    saved = tmp_path / "saved.json"
    assert run("counterexample", name, "--format", "json", "--out", saved).status == 0
    assert run("replay", saved).status == 0


@pytest.mark.parametrize("name", COUNTEREXAMPLES)
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_the_report_reads_like_a_proof(name: str, form: str) -> None:
    outcome = run("counterexample", name, "--format", form)
    assert outcome.status == 0
    for part in ("Claim", "Event", "P(S)", "Q(S)", f"dpverify counterexample {name}", "replay"):
        assert part in outcome.out


def test_the_additive_reading_by_hand() -> None:
    """P = (.55, .45), Q = (.45, .55), ε = 0, δ = .1: P[L > 0] = .55."""
    (document,) = COUNTEREXAMPLES["approx-as-probabilistic"].build().documents
    assert document["schema"] == "dpverify.refutation/1.0"
    assert [claim["verdict"] for claim in document["hypotheses"]] == ["holds"]
    conclusion = document["conclusion"]
    assert conclusion["verdict"] == "fails"
    assert [parse(p) for p in conclusion["witness"]["probabilities"]] == [
        parse("11/20"),
        parse("9/20"),
    ]


def test_the_loose_claim_by_hand() -> None:
    """(1,1,1) against (0,2,2): 1/3 against 1/9."""
    (document,) = COUNTEREXAMPLES["loose-exponential-mechanism"].build().documents
    assert document["verdict"] == "holds"
    assert document["given"] == {"eps": "2*ln(2)"} or parse(document["given"]["eps"]) == parse(
        "ln(4)"
    )
    assert document["tight"]["eps"]["exact"] == "ln(3)"
    p, q = (parse(text) for text in document["attained_by"]["probabilities"])
    assert p == 3 * q


def by_hand(n: int, threshold: int, known: int, p: Fraction) -> tuple[list[Fraction], Fraction]:
    """APK_b at ε = 0 as total variation, straight from the definition, and the average PPK."""
    conditional = []
    others = n - known - 1
    law = [comb(others, k) * p**k * (1 - p) ** (others - k) for k in range(others + 1)]
    for b in range(known + 1):
        rows = []
        for vote in (0, 1):
            row: dict[int | None, Fraction] = {}
            for extra, weight in enumerate(law):
                count = b + vote + extra
                output = count if count > threshold else None
                row[output] = row.get(output, Fraction(0)) + weight
            rows.append(row)
        outputs = set(rows[0]) | set(rows[1])
        conditional.append(
            sum((max(Fraction(0), rows[0].get(o, Fraction(0)) - rows[1].get(o, Fraction(0)))
                 for o in outputs), Fraction(0))
        )  # fmt: skip
    weights = [comb(known, b) * p**b * (1 - p) ** (known - b) for b in range(known + 1)]
    return conditional, sum((w * c for w, c in zip(weights, conditional, strict=True)), Fraction(0))


@pytest.mark.long
def test_thresholding_by_hand() -> None:
    conditional, passive = by_hand(10, 3, 3, Fraction(1, 20))
    assert [round(float(value), 8) for value in conditional] == [
        0.00214344, 0.03054398, 0.23213428, 0.73509189,
    ]  # fmt: skip
    assert round(float(passive), 10) == 0.0077184649
    safe, broken = COUNTEREXAMPLES["thresholding"].build().documents
    assert (safe["verdict"], broken["verdict"]) == ("holds", "fails")
    for document in (safe, broken):
        assert parse(document["given"]["delta"]) == parse(str(passive))
        assert parse(document["given"]["eps"]) == parse("0")
    assert parse(safe["tight"]["delta"]["exact"]) == parse(str(conditional[0]))
    assert parse(broken["tight"]["delta"]["exact"]) == parse(str(conditional[3]))
    report = run("counterexample", "thresholding").out
    for digits in ("0.0021434375", "0.0305439", "0.2321342", "0.735091890", "0.0077184648"):
        assert digits in report


@pytest.mark.sampled(3)
@pytest.mark.parametrize("eps", ["0", "1/10", "ln(2)"])
def test_thresholding_with_other_numbers(eps: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    outcome = run(
        "counterexample", "thresholding", "--n", "6", "--threshold", "2", "--known", "2",
        "--p", "0.1", "--eps", eps, "--format", "json", "--out", saved,
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert run("replay", saved).status == 0


def test_the_threshold_channel_is_a_channel_of_counts() -> None:
    channel = thresholding(1, records=4, threshold=1, known=1, p="1/2")
    assert channel.inputs == ("no", "yes")
    assert channel.outputs == ("⊥", "2", "3", "4")
    assert [channel.probability("no", y) for y in channel.outputs] == [
        parse("1/4"), parse("1/2"), parse("1/4"), parse("0"),
    ]  # fmt: skip


def test_example_7_is_computed_at_its_size() -> None:
    """Active .9999101040 by ⊥ with b = 100, passive 5.746e-561: both bounds and the order."""
    report = run("counterexample", "thresholding").out
    for part in (
        "0.999910104036389311",
        "5.74602948207076313e-561",
        "10^-560.24",
        "100 known votes",
    ):
        assert part in report


def test_a_referendum_of_any_size() -> None:
    """The options of Example 7 itself: the report names both δ and the worst case."""
    outcome = run(
        "counterexample", "thresholding", "--n", "200", "--p", "1e-5", "--known", "20",
        "--threshold", "20",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert (
        len(COUNTEREXAMPLES["thresholding"].build(n="60", known="9", threshold="9").documents) == 2
    )
    for part in ("20 known votes", "⊥", "Passive", "Active", "10^"):
        assert part in outcome.out
