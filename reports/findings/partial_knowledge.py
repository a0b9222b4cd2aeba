"""Two statements about counts under partial knowledge, as printed, at one scenario each.

The scenario is proposed; the library computes the condition as printed, decides the claim that it
is to imply, and the kernel re-checks the failure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from typing import TYPE_CHECKING

from dpverify.checkers.decide import check
from dpverify.defs.errors import InternalError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP
from dpverify.defs.numbers import as_eps, parse
from dpverify.reports.counterexamples.channels import binomial
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.figures import figure_decimal
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.json_report import to_json
from dpverify.reports.model import Report, paragraph
from dpverify.reports.result_report import witness_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from dpverify.reports.model import Block

SOURCE = (
    "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
    " knowledge, arXiv 1905.00650"
)
STEP = 1000
TRUE = (
    "The smallest δ of a count is computed, exactly or in rigorous enclosures, by"
    " dpverify measure with the definition apkdp, for any number of votes."
)


@dataclass(frozen=True)
class Case:
    """A printed statement, what it gives at some votes, and why that is not so."""

    claim: str
    formula: str
    source: str
    catch: str
    votes: int
    p: str
    eps: str
    delta: str
    condition: str


def theorem_3() -> Case:
    """Two votes, λ = 1/10: the condition asks for less δ than the count needs."""
    votes, share, p, eps = 2, Fraction(1, 10), "11/100", "1"
    law = binomial(votes - 1, str(2 * share))
    # X/Y < ε = 1 needs Y > 0: 0/0 and x/0 are counted on the side of the larger δ.
    pairs = product(range(votes), repeat=2)
    below = sum((law[x] * law[y] for x, y in pairs if x < y), Fraction(0))
    delta = str(1 - below)
    return Case(
        claim=(
            "If λ < pᵢ < 1 − λ for every vote, and δ ≥ P[X/Y ≥ ε] for independent X, Y with the"
            " binomial law of n − 1 trials and probability 2λ, the count is (ε, δ)-APKDP for an"
            " attacker who knows no vote."
        ),
        formula="λ < pᵢ < 1 − λ ∧ δ ≥ P[X/Y ≥ ε], X, Y ~ Bin(n−1, 2λ) ⇒ apkdp(count; ε, δ)",
        source=f"{SOURCE}, Theorem 3, as printed",
        catch=(
            "The condition compares a quotient of counts with ε, and does not see what a count of 0"
            " tells: that the target's vote is no."
        ),
        votes=votes,
        p=p,
        eps=eps,
        delta=delta,
        condition=(
            f"n = {votes}, λ = {share}, p = {p}, ε = {eps}:"
            f" P[X/Y ≥ ε] = {delta}, even if 0/0 counts as at least ε"
        ),
    )


def proposition_27() -> Case:
    """A thousand fair votes: μ₃ = 0, so that δ₂ alone is left, 10^(−50)."""
    votes, small = 1000, 50
    if parse(f"1/10**{small}") < parse(f"5/4*exp(-{votes // 8})"):
        raise InternalError("δ₂ of this counterexample is below its range; please report this")
    needed = parse(f"2*ln(125*10**{small - 2})")  # 2·ln(1.25/δ₂) ≤ ε²·n·μ₂
    step = next(
        k for k in count(1)
        if as_eps(str(Fraction(k * k * votes, 4 * STEP * STEP))) >= needed
    )  # fmt: skip
    eps = str(Fraction(step, STEP))
    return Case(
        claim=(
            "With μ₂ = (1/n)·Σ pᵢ(1−pᵢ), μ₃ = (1/n)·Σ pᵢ(1−pᵢ)|1−2pᵢ|, δ₂ ≥ 1.25·e^(−nμ₂/2),"
            " ε = √(2·ln(1.25/δ₂)/(nμ₂)) and δ = 1.12·μ₃/(√n·μ₂³)·(1+e^ε) + δ₂, the count of n"
            " independent votes is (ε, δ)-APKDP for an attacker who knows no vote."
        ),
        formula=(
            "ε = √(2·ln(1.25/δ₂)/(nμ₂)) ∧ δ = 1.12·μ₃/(√n·μ₂³)·(1+e^ε) + δ₂ ⇒ apkdp(count; ε, δ)"
        ),
        source=f"{SOURCE}, Proposition 27 of the thesis version, as printed",
        catch=(
            "The error of the normal approximation is put in by a term with μ₃, which is 0 for fair"
            " votes. But a count is not normal even then: in its tails, where δ₂ comes from, it"
            " is an integer between 0 and n."
        ),
        votes=votes,
        p="1/2",
        eps=eps,
        delta=f"1/10**{small}",
        condition=(
            f"n = {votes}, p = 1/2, so μ₂ = 1/4, μ₃ = 0; δ₂ = 10^(−{small}) ≥"
            f" 1.25·e^(−{votes // 8}), and ε = √(2·ln(1.25·10^{small})/250) ≤ {eps};"
            f" what fails at {eps} fails at ε"
        ),
    )


def partial_knowledge_page(case: Case) -> Counterexample:
    """Return the page of a case, and the failure of what it claims."""
    claim = APKDP(eps=case.eps, delta=case.delta)
    failure = check(scenario_from_document(_votes(case)), claim).to_dict()
    title = ("Refuted: ", case.source.rpartition("00650, ")[2])
    return Counterexample(Report(title, tuple(_blocks(case, failure))), (failure,))


def _blocks(case: Case, result: Mapping[str, Any]) -> Iterator[Block]:
    evidence = f"{result['evidence']}: {EVIDENCE[result['evidence']]}"
    yield from statement(case.claim, (case.formula,), f"{case.source}.", evidence)
    yield paragraph(case.catch, label="The catch")
    yield paragraph(case.condition, label="Counterexample")
    yield paragraph(f"{result['verdict']}, with", label="apkdp")
    yield from witness_blocks(result, result["witness"], {"eps": case.eps, "delta": case.delta})
    smallest = figure_decimal(result["tight"]["delta"])
    yield paragraph(
        f"{smallest}, where {figure_decimal(case.delta)} is claimed", label="Smallest δ"
    )
    yield nearest(TRUE)
    yield recheck(
        "cat > votes.json <<'END'",
        *to_json(_votes(case)).splitlines(),
        "END",
        f"dpverify check votes.json --definition apkdp --eps {case.eps} --delta '{case.delta}'"
        " --format json --out result.json",
        "dpverify replay result.json",
    )


def _votes(case: Case) -> Mapping[str, Any]:
    return {
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": case.votes, "values": {"0": f"1-{case.p}", "1": case.p}}],
        "known": {"count": 0},
        "mechanism": {"name": "count"},
    }


PARTIAL_KNOWLEDGE = (
    Finding(
        "pk.theorem-3.as-printed",
        "A count is (ε, δ)-APKDP where δ ≥ P[X/Y ≥ ε]",
        f"{SOURCE}, Theorem 3, as printed",
        lambda: partial_knowledge_page(theorem_3()),
    ),
    Finding(
        "pk.proposition-27.as-printed",
        "A count of fair votes is (ε, δ₂)-APKDP with ε = √(2·ln(1.25/δ₂)/(nμ₂))",
        f"{SOURCE}, Proposition 27 of the thesis version, as printed",
        lambda: partial_knowledge_page(proposition_27()),
    ),
)
