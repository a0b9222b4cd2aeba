"""The reading of (ε, δ) as "ε except with probability δ" is false: one channel shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.decide import check
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, ProbabilisticDP
from dpverify.reports.counterexamples.parts import (
    at_tight,
    channel_table,
    recheck,
    refutation,
    violated,
)
from dpverify.reports.counterexamples.registry import Counterexample, counterexample
from dpverify.reports.model import Report, Section, paragraph
from dpverify.reports.views.claimed import Claimed

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "approx-as-probabilistic"
ENTRY = "dp.approx-as-probabilistic"
GIVEN = {"eps": "0", "delta": "1/10"}
CLAIM = (
    "If a mechanism is (ε, δ)-differentially private, then with probability at least 1 − δ its"
    " output o has a privacy loss ln(P(o)/Q(o)) of at most ε."
)
WHY = (
    "δ bounds by how much outputs are too likely, summed over the outputs; the reading counts the"
    " whole probability of every output that is too likely at all."
)


def build() -> Counterexample:
    """Compute both claims on one channel of two inputs and two outputs."""
    channel = Channel(["x", "x'"], ["a", "b"], [["11/20", "9/20"], ["9/20", "11/20"]])
    held = check(channel, ApproxDP(**GIVEN)).to_dict()
    failed = check(channel, ProbabilisticDP(**GIVEN)).to_dict()
    objects = {"M": channel.to_dict()}
    document = refutation(ENTRY, objects, [("M", held)], ("M", failed))
    return Counterexample(_report(channel, held, failed), (document,))


def _report(channel: Channel, held: Mapping[str, Any], failed: Mapping[str, Any]) -> Report:
    named = counterexample(NAME)
    parameters = f"ε = {GIVEN['eps']} and δ = {GIVEN['delta']}"
    blocks = (
        paragraph(f"{CLAIM} ({named.source}.)", label="Claim"),
        paragraph(
            f"For {parameters} this mechanism satisfies the hypothesis, not the conclusion:",
            label="Refutation",
        ),
        channel_table(channel),
        Section(
            f"The hypothesis holds: approx-dp with {parameters}",
            tuple(at_tight(held, Claimed("approx-dp", GIVEN))),
        ),
        Section(
            f"The conclusion fails: probabilistic-dp with {parameters}",
            tuple(violated(failed, **GIVEN)),
        ),
        Section("Why", (paragraph(WHY),)),
        recheck(NAME),
    )
    return Report(("Refuted: ", named.refutes), blocks)
