"""Two counts on two days: each is private under partial knowledge, and both together are not.

The scenario is proposed, the smallest there is; the library decides all three claims, and the
kernel re-checks the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dpverify.checkers.decide import check
from dpverify.defs.errors import InternalError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP
from dpverify.reports.counterexamples.parts import violated
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.json_report import to_json
from dpverify.reports.model import Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from dpverify.reports.model import Block

CLAIM: Final = (
    "If the counts of two days are (ε₁, δ₁)- and (ε₂, δ₂)-APKDP for the same laws of the records,"
    " then both together are (ε₁ + ε₂, δ₁ + δ₂)-APKDP, as composition has it for (ε, δ)-DP."
)
FORMULA: Final = "apkdp(M₁; ε₁, δ₁) ∧ apkdp(M₂; ε₂, δ₂) ⇒ apkdp((M₁, M₂); ε₁ + ε₂, δ₁ + δ₂)"
SOURCE: Final = (
    "Sequential composition (C. Dwork, A. Roth, The Algorithmic Foundations of Differential"
    " Privacy, 2014, Theorem 3.16), read for the definition of D. Desfontaines, E. Mohammadi, E."
    " Krahmer, D. Basin, Differential privacy with partial knowledge, arXiv 1905.00650"
)
CATCH: Final = (
    "Without noise, what protects a vote in a count are the other votes, which the attacker does"
    " not know. The first count tells him something about them, and he uses it on the second: their"
    " difference is the vote of the one who joined. Composition needs each mechanism to have"
    " randomness of its own."
)
TRUE: Final = (
    "Composition holds where each release is (ε, δ)-DP by its own noise. Of several releases under"
    " partial knowledge, put all of them into one scenario: a histogram, or a program that returns"
    " both counts."
)
EPS, BOTH_EPS = "ln(2)", "2*ln(2)"
DAYS: Final = {
    "today": ({"name": "thresholded-count", "counted": ["1"], "threshold": 0}, "1/2"),
    "tomorrow": ({"name": "thresholded-count", "counted": ["1", "new"], "threshold": 0}, "1/4"),
}
"""The count of each day, released if it is more than 0, and the δ that it has at ε = ln 2."""
BOTH: Final = {"name": "histogram"}
"""Both counts together: how many voted 1, and whether the one who joined did, tell as much."""
BOTH_DELTA: Final = "3/4"


def two_days_page() -> Counterexample:
    """Return the page: both days hold, both together fail."""
    held = [_decided(query, EPS, delta) for query, delta in DAYS.values()]
    failure = _decided(BOTH, BOTH_EPS, BOTH_DELTA)
    if [result["verdict"] for result in (*held, failure)] != ["holds", "holds", "fails"]:
        raise InternalError("the counts of two days are decided otherwise; please report this")
    title = ("Refuted: counts of two days compose under partial knowledge",)
    return Counterexample(Report(title, tuple(_blocks(failure))), (*held, failure))


def _blocks(failure: Mapping[str, Any]) -> Iterator[Block]:
    evidence = f"{failure['evidence']}: {EVIDENCE[failure['evidence']]}"
    yield from statement(CLAIM, (FORMULA,), f"{SOURCE}.", evidence)
    yield paragraph(CATCH, label="The catch")
    yield paragraph(
        "Three people vote yes or no, each by a fair coin; the attacker knows no vote. Today two of"
        " them are counted, tomorrow the third one as well. A count is released if it is more than"
        " 0, else ⊥, which then says that it is 0.",
        label="Example",
    )
    rows = [(day, code(f"ε = {EPS}, δ = {delta}"), "holds") for day, (_, delta) in DAYS.items()]
    both = ("both together", code(f"ε = {BOTH_EPS}, δ = {BOTH_DELTA}"), "fails")
    yield Table(("released", "apkdp with", "verdict"), (*rows, both))
    yield paragraph(
        "There is no smaller example: the count of a single vote gives it away, so that δ₁ is 1"
        " already.",
        label="Smallest",
    )
    yield from violated(failure, eps=BOTH_EPS, delta=BOTH_DELTA)
    yield nearest(TRUE)
    yield recheck(
        "cat > both.json <<'END'",
        *to_json(_scenario(BOTH)).splitlines(),
        "END",
        f"dpverify check both.json --definition apkdp --eps '{BOTH_EPS}' --delta {BOTH_DELTA}"
        " --format json --out result.json",
        "dpverify replay result.json",
    )


def _decided(query: Mapping[str, Any], eps: str, delta: str) -> dict[str, Any]:
    claim = APKDP(eps=eps, delta=delta)
    return check(scenario_from_document(_scenario(query)), claim).to_dict()


def _scenario(query: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "schema": "dpverify.scenario/1.0",
        "records": [
            {"count": 2, "values": {"0": "1/2", "1": "1/2"}},
            {"values": {"0": "1/2", "new": "1/2"}},
        ],
        "known": {"count": 0},
        "mechanism": query,
    }


TWO_DAYS: Final = Finding(
    "pk.composition.two-days",
    "The counts of two days, each private under partial knowledge, are private together",
    SOURCE,
    two_days_page,
)
