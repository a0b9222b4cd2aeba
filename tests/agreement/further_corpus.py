"""The corpus of the definitions that are not decided over events: distances, priors, other
divergences of two laws, and partial knowledge.

What must never change: an expected verdict comes from the calculation that stands beside it, never
from an engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.io import scenario_from_document
from tests.agreement.corpus import EQUAL, REVEAL, RR3, SURE, Rows

Subject = Rows | Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One line: rows of a channel as words, or a scenario; a claim, its truth, and why."""

    of: Subject
    name: str
    given: Mapping[str, Any]
    holds: bool
    why: str
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def subject(self) -> Any:
        """The channel or the scenario."""
        if isinstance(self.of, Mapping):
            return scenario_from_document({"schema": "dpverify.scenario/1.0", **self.of})
        rows = [row.split() for row in self.of]
        inputs = [f"x{i}" for i in range(len(rows))]
        outputs = [f"y{j}" for j in range(len(rows[0]))]
        return Channel(inputs, outputs, rows, **{"neighbours": "all", **self.more})

    def __str__(self) -> str:
        given = ",".join(str(value) for value in self.given.values())
        of = "a scenario" if isinstance(self.of, Mapping) else "|".join(self.of)
        return f"{self.name}({given}) of {of}"


APART = {"distance": [["0", "1"], ["1", "0"]]}
TWICE = {"distance": [["0", "2"], ["2", "0"]]}
TOGETHER = {"distance": [["0", "0"], ["0", "0"]]}
EVEN = {"prior": ["1/2", "1/2"]}
RARE = {"prior": ["1/4", "3/4"]}
X0 = {"goal": ["x0"]}

ATTACKERS = (
    Row(RR3, "metric-dp", {"eps": "ln(3)"}, True, "tie: 3/4 = 3·1/4 at distance 1", APART),
    Row(RR3, "metric-dp", {"eps": "1"}, False, "3/4 > e/4", APART),
    Row(RR3, "metric-dp", {"eps": "ln(3)/2"}, True, "tie: e^{2ε} = 3 at distance 2", TWICE),
    Row(RR3, "metric-dp", {"eps": "1/2"}, False, "3/4 > e/4 at distance 2", TWICE),
    Row(RR3, "metric-dp", {"eps": "9"}, False, "distance 0 demands equal rows", TOGETHER),
    Row(EQUAL, "metric-dp", {"eps": "0"}, True, "equal rows", TOGETHER),
    Row(RR3, "guessing-advantage", {**X0, "eta": "1/4"}, True, "tie: 3/4 after y0, from 1/2", EVEN),
    Row(RR3, "guessing-advantage", {**X0, "eta": "6/25"}, False, "3/4 − 1/2 = 1/4 > 0.24", EVEN),
    Row(
        RR3, "guessing-advantage", {**X0, "eta": "1/4"}, True,
        "tie: (1/4·3/4)/(1/4·3/4 + 3/4·1/4) = 1/2, from 1/4", RARE,
    ),
    Row(RR3, "guessing-advantage", {**X0, "eta": "6/25"}, False, "the same 1/4 > 0.24", RARE),
    Row(EQUAL, "guessing-advantage", {**X0, "eta": "0"}, True, "nothing is learnt", EVEN),
)  # fmt: skip

DIVERGENCES = (
    Row(RR3, "total-variation", {"delta": "1/2"}, True, "tie: 3/4 − 1/4"),
    Row(RR3, "total-variation", {"delta": "499/1000"}, False, "1/2 > 0.499"),
    Row(REVEAL, "total-variation", {"delta": "1/2"}, True, "tie: 1/2 on the telling output"),
    Row(SURE, "total-variation", {"delta": "99/100"}, False, "1 against 0"),
    Row(RR3, "bounded-range", {"eps": "ln(9)"}, True, "tie: the losses are ln 3 and −ln 3"),
    Row(RR3, "bounded-range", {"eps": "2"}, False, "e² = 7.39 < 9"),
    Row(EQUAL, "bounded-range", {"eps": "0"}, True, "every loss is 0"),
    Row(REVEAL, "bounded-range", {"eps": "50"}, False, "1/2 against 0"),
    Row(RR3, "renyi-dp", {"alpha": "2", "eps": "ln(7/3)"}, True, "tie: 9/16·4 + 1/16·4/3 = 7/3"),
    Row(RR3, "renyi-dp", {"alpha": "2", "eps": "4/5"}, False, "e^0.8 = 2.23 < 7/3"),
    Row(RR3, "renyi-dp", {"alpha": "3", "eps": "ln(61/9)/2"}, True, "tie: 27/4 + 1/36 = 61/9"),
    Row(EQUAL, "renyi-dp", {"alpha": "2", "eps": "0"}, True, "equal rows"),
    Row(REVEAL, "renyi-dp", {"alpha": "2", "eps": "50"}, False, "1/2 against 0"),
    Row(
        RR3, "chi-squared-dp", {"chi_squared": "4/3"}, True, "tie: 1/4·1/(1/4) + 1/4·1/(3/4) = 4/3"
    ),
    Row(RR3, "chi-squared-dp", {"chi_squared": "13/10"}, False, "1.3 < 4/3"),
    Row(EQUAL, "chi-squared-dp", {"chi_squared": "0"}, True, "equal rows"),
    Row(REVEAL, "chi-squared-dp", {"chi_squared": "50"}, False, "1/2 against 0"),
    Row(RR3, "zcdp", {"rho": "61/100"}, True, "ε-DP is ε²/2-zCDP: ln(3)²/2 = 0.6035 (Bun–Steinke)"),
    Row(RR3, "zcdp", {"rho": "1/2"}, False, "as α → 1: KL = (3/4 − 1/4)·ln 3 = 0.549"),
    Row(EQUAL, "zcdp", {"rho": "0"}, True, "equal rows"),
    Row(REVEAL, "zcdp", {"rho": "50"}, False, "1/2 against 0"),
    Row(RR3, "gaussian-dp", {"mu": "27/20"}, True, "one corner, (1/4, 1/4): 2·Φ⁻¹(3/4) = 1.34898"),
    Row(RR3, "gaussian-dp", {"mu": "67/50"}, False, "the same: 1.34898 > 1.34"),
    Row(EQUAL, "gaussian-dp", {"mu": "0"}, True, "equal rows"),
    Row(REVEAL, "gaussian-dp", {"mu": "50"}, False, "1/2 against 0"),
    Row(RR3, "f-dp", {"trade_off": "approx(ln(3), 0)"}, True, "tie: its corner is (1/4, 1/4)"),
    Row(RR3, "f-dp", {"trade_off": "approx(0, 1/2)"}, True, "tie: 1/4 = 1 − 1/2 − 1/4"),
    Row(RR3, "f-dp", {"trade_off": "approx(1, 0)"}, False, "at 1/4: 1 − e/4 = 0.32 > 1/4"),
    Row(EQUAL, "f-dp", {"trade_off": "points(0,1; 1,0)"}, True, "tie: 1 − α itself"),
)

LISTED = [{"count": 3, "values": {"0": "3/4", "1": "1/4"}}]
COUNT = {"records": LISTED, "known": {"count": 1}, "mechanism": {"name": "count"}}
CUT = {**COUNT, "mechanism": {"name": "thresholded-count", "threshold": 1}}
ALONE = {"records": [{**LISTED[0], "count": 1}], "mechanism": {"name": "count"}}
ONE_MORE = "of target and one free vote, 3/4:1/4 at 0:1 or 1:2; 1/2 + 1/4 apart at ε = 0"
"""The vote that is known shifts the count: so whatever it is, the same two laws are compared."""

KNOWLEDGE = (
    Row(COUNT, "apkdp", {"eps": "0", "delta": "3/4"}, True, f"tie: {ONE_MORE}"),
    Row(COUNT, "apkdp", {"eps": "0", "delta": "74/100"}, False, ONE_MORE),
    Row(COUNT, "ppkdp", {"eps": "0", "delta": "3/4"}, True, f"tie, whatever is known: {ONE_MORE}"),
    Row(COUNT, "ppkdp", {"eps": "0", "delta": "74/100"}, False, ONE_MORE),
    Row(ALONE, "apkdp", {"eps": "50", "delta": "99/100"}, False, "the count is the target's vote"),
    Row(ALONE, "ppkdp", {"eps": "50", "delta": "99/100"}, False, "the count is the target's vote"),
    Row(COUNT, "theta-reducible", {}, True, "the known vote shifts every count by itself"),
    Row(CUT, "theta-reducible", {}, False, "a known 1 lets counts be seen that a known 0 hides"),
)

FURTHER = (*ATTACKERS, *DIVERGENCES, *KNOWLEDGE)
