"""The exponential mechanism's own ε need not be tight: three candidates, ln 3 against ln 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.decide import check
from dpverify.defs.definitions import PureDP
from dpverify.reports.claim import tight_claim
from dpverify.reports.counterexamples.channels import exponential_mechanism
from dpverify.reports.counterexamples.parts import at_tight, channel_table, recheck
from dpverify.reports.counterexamples.registry import Counterexample, counterexample
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Report, Section, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.channel import Channel

NAME = "loose-exponential-mechanism"
CLAIMED = "ln(4)"
CLAIM = (
    "The exponential mechanism chooses candidate c with probability proportional to"
    " e^(ε·score(c)/2). Where every score moves by at most 1 it is ε-differentially private, and no"
    " smaller ε will do."
)
SETTING = (
    "Take three candidates a, b, c with scores in {0, 1, 2} and e^(ε/2) = 2, so that the claimed ε"
    " is "
)
TRUTH = ". That it is private with this ε holds; that no smaller will do is false: the tight ε is "
WHY = (
    "The analysis lets the weight of the chosen candidate and the sum of all weights each change by"
    " the full factor e^(ε/2), in opposite directions. But the chosen candidate's weight is part of"
    " the sum, so with finitely many candidates both cannot happen at once."
)


def build() -> Counterexample:
    """Compute the tight ε of the mechanism whose analysis gives ln 4."""
    channel = exponential_mechanism()
    result = check(channel, PureDP(eps=CLAIMED)).to_dict()
    return Counterexample(_report(channel, result), (result,))


def _report(channel: Channel, result: Mapping[str, Any]) -> Report:
    named = counterexample(NAME)
    answer = read_answer(result)
    tight = answer.tight["eps"]
    blocks = (
        paragraph(f"{CLAIM} ({named.source}, gives the first half.)", label="Claim"),
        paragraph(SETTING, code(CLAIMED), TRUTH, *figure_spans(tight), ".", label="Refutation"),
        channel_table(channel, result["attained_by"]["inputs"]),
        Section(
            "The tight value is attained, so nothing smaller holds either",
            tuple(at_tight(result, tight_claim(answer))),
        ),
        Section("Why", (paragraph(WHY),)),
        recheck(NAME),
    )
    return Report(("Loose: ", named.refutes), blocks)
