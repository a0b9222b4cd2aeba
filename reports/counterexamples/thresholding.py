"""Thresholding: safe against who watches some votes, open to who casts them.

A count is released only if it exceeds a threshold. Given that b of the known votes are "yes", the
release is a channel of the target's vote; its δ at ε is APK_b. A passive attacker meets b by
chance, so what matters is the average PPK = Σ_b P(b)·APK_b; an active one chooses b.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.checkers.decide import check
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import Real, Value, as_eps, as_value, exp, number_text
from dpverify.defs.validate import shown
from dpverify.reports.counterexamples.channels import binomial, thresholding
from dpverify.reports.counterexamples.parts import recheck, violated
from dpverify.reports.counterexamples.referendum import (
    example_7,
    referendum,
    referendum_documents,
    referendum_section,
)
from dpverify.reports.counterexamples.registry import Counterexample, counterexample
from dpverify.reports.escape import shortened
from dpverify.reports.figures import decimal_of
from dpverify.reports.model import Report, Section, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.model import Inline

NAME = "thresholding"
CLAIM = (
    "If the privacy lost to an attacker who learns some records by chance, on average over what"
    " they are (PPK, the passive attacker), is at most δ, then so is what is lost to one who may"
    " have chosen them (APK, the active attacker)."
)
LEGEND = (
    "b is the number of known votes that are “yes”. The passive attacker's δ is the average of the"
    " others, weighted by their probabilities."
)
MOST_RECORDS = 1000
MOST_CHANNELS = 40
NO_GAIN = (
    "with these options the active attacker gains nothing over the passive one;"
    " try --known of at least 1 and a --threshold between --known and --n"
)
ORDERS = (("no", "yes"), ("yes", "no"))


@dataclass(frozen=True)
class Setting:
    """n votes, released if more than the threshold; some known; each "yes" with probability p."""

    n: int
    threshold: int
    known: int
    p: str
    eps: str

    def channel(self, known_yes: int) -> Channel:
        """The release as a channel of the target's vote, given the known votes."""
        return thresholding(
            known_yes, records=self.n, threshold=self.threshold, known=self.known, p=self.p
        )

    def weights(self) -> list[Value]:
        """P(b of the known votes are "yes"), b = 0..known."""
        return [Value(weight) for weight in binomial(self.known, self.p)]


def build(n: str, threshold: str, known: str, p: str, eps: str) -> Counterexample:
    """Compute APK_b for every b, PPK, and the claim (ε, PPK) on both extreme channels."""
    setting = _setting(n, threshold, known, p, eps)
    if setting.n > MOST_CHANNELS:
        return _large(setting)
    by_order = _conditional_deltas(setting)
    conditional = [max(column) for column in zip(*by_order, strict=True)]
    passive = max(_average(setting, deltas) for deltas in by_order)
    claim = ApproxDP(eps=setting.eps, delta=passive)
    ends = (0, setting.known)
    results = [check(setting.channel(b), claim).to_dict() for b in ends]
    if not (results[0]["verdict"] == "holds" and results[1]["verdict"] == "fails"):
        raise UsageError(NO_GAIN)
    title, scenario = example_7()
    printed = referendum_section(title, scenario, "0")
    report = _report(setting, conditional, passive, results[1], printed)
    return Counterexample(report, tuple(results), lambda: _figures(setting, printed=True))


def _large(setting: Setting) -> Counterexample:
    """The report on a referendum of many votes: laws of counts instead of channels."""
    scenario = referendum(setting.n, setting.known, setting.p, setting.threshold)
    section = referendum_section("The referendum", scenario, setting.eps)
    documents = referendum_documents(scenario, setting.eps)
    if documents[1]["verdict"] == "holds":
        raise UsageError(NO_GAIN)
    blocks = (
        paragraph(f"{CLAIM} ({counterexample(NAME).source}.)", label="Claim"),
        section,
        recheck(_command(setting)),
    )
    report = Report(("Refuted: ", counterexample(NAME).refutes), blocks)
    return Counterexample(report, documents, lambda: _figures(setting, printed=False))


def _figures(setting: Setting, *, printed: bool) -> list[Figure]:
    """The plots of the asked setting, with those of Example 7 where the report has it."""
    from dpverify.reports.drawings.thresholding import Vote, thresholding_figures

    votes = [
        Vote(NAME, setting.n, setting.known, Fraction(setting.p), setting.threshold, setting.eps)
    ]
    if printed:
        votes.append(Vote("example-7", 1000, 100, Fraction("1e-7"), 100, "0"))
    return thresholding_figures(votes)


def _setting(n: str, threshold: str, known: str, p: str, eps: str) -> Setting:
    records, limit = _whole("n", n), _whole("threshold", threshold)
    watched = _whole("known", known)
    if not 2 <= records <= MOST_RECORDS:
        raise DomainError(f"--n is {records}, must be between 2 and {MOST_RECORDS}")
    if not 0 <= watched < records:
        raise DomainError(f"--known is {watched}, must be between 0 and n − 1 = {records - 1}")
    if not 0 <= limit < records:
        raise DomainError(f"--threshold is {limit}, must be between 0 and n − 1 = {records - 1}")
    return Setting(records, limit, watched, str(_probability(p)), number_text(as_eps(eps)))


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise DomainError(f"--{name} is {shown(text)}, must be a whole number")
    return int(text)


def _probability(text: str) -> Fraction:
    chance = as_value(text)
    if not 0 < chance < 1:
        raise DomainError(f"--p is {text}, must lie strictly between 0 and 1")
    if not chance.is_rational:
        raise DomainError(f"--p is {text}, must be a fraction or decimal")
    return chance.as_fraction()


def _conditional_deltas(setting: Setting) -> list[list[Value | Real]]:
    """δ_ε for both orders of the target's vote, for every number of known "yes" votes."""
    odds = exp(as_eps(setting.eps))
    channels = [setting.channel(b) for b in range(setting.known + 1)]
    return [
        [_delta(channel, first, second, odds) for channel in channels] for first, second in ORDERS
    ]


def _delta(channel: Channel, first: str, second: str, odds: Value | Real) -> Value | Real:
    p, q = (channel.row(channel.input_index(label)) for label in (first, second))
    return hockey_stick(p, q, odds)


def _average(setting: Setting, deltas: list[Value | Real]) -> Value | Real:
    terms = (weight * delta for weight, delta in zip(setting.weights(), deltas, strict=True))
    return sum(terms, start=Value(0))


def _report(
    setting: Setting,
    conditional: list[Value | Real],
    passive: Value | Real,
    failed: Mapping[str, Any],
    printed: Section,
) -> Report:
    named = counterexample(NAME)
    given = {"eps": setting.eps, "delta": number_text(passive)}
    gains = (_attackers(setting, conditional, passive), paragraph(LEGEND))
    blocks = (
        paragraph(f"{CLAIM} ({named.source}.)", label="Claim"),
        paragraph(_described(setting), label="Setting"),
        Section("What each attacker gains", gains),
        Section(
            f"The active attacker has all {setting.known} known votes cast as “yes”",
            tuple(violated(failed, **given)),
        ),
        printed,
        recheck(_command(setting)),
    )
    return Report(("Refuted: ", named.refutes), blocks)


def _described(setting: Setting) -> str:
    return (
        f"{setting.n} votes, each “yes” independently with probability {setting.p}; the count is"
        f" released only if it is more than {setting.threshold}, else ⊥; the attacker knows"
        f" {setting.known} of the votes and wants to know another one; ε = {setting.eps}."
    )


def _attackers(setting: Setting, conditional: list[Value | Real], passive: Value | Real) -> Table:
    rows = [
        (f"b = {b}", _exact(weight), _exact(delta), decimal_of(delta))
        for b, (weight, delta) in enumerate(zip(setting.weights(), conditional, strict=True))
    ]
    rows.append(("passive", "", _exact(passive), decimal_of(passive)))
    return Table(("attacker knows", "probability", "smallest δ, exact", "decimal"), tuple(rows))


def _exact(number: Value | Real) -> Inline:
    return code(shortened(number_text(number), 60))


def _command(setting: Setting) -> str:
    given = {
        "n": str(setting.n), "threshold": str(setting.threshold), "known": str(setting.known),
        "p": setting.p, "eps": setting.eps,
    }  # fmt: skip
    defaults = counterexample(NAME).options
    options = [f"--{name} {text}" for name, text in given.items() if text != defaults[name]]
    return " ".join([NAME, *options])
