"""The corpus of the definitions that no engine over events decides: hand-made, as `corpus` is.

What must never change: an expected verdict comes from the calculation that stands beside it, never
from an engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpverify.defs.channel import Channel
from tests.agreement.corpus import RR3, RR_E, SURE, Rows

HALF = ("3/4 1/4", "1/2 1/2")


@dataclass(frozen=True)
class Claimed:
    """One line: rows of a channel as words, a claim about it, its truth, and why."""

    channel: Rows
    name: str
    given: Mapping[str, Any]
    holds: bool
    why: str

    @property
    def subject(self) -> Channel:
        """The channel, its inputs equally likely and at distance 1 from each other."""
        rows = [row.split() for row in self.channel]
        inputs = [f"x{i}" for i in range(len(rows))]
        outputs = [f"y{j}" for j in range(len(rows[0]))]
        prior = [f"1/{len(rows)}"] * len(rows)
        distance = [[int(i != j) for j in range(len(rows))] for i in range(len(rows))]
        return Channel(inputs, outputs, rows, prior=prior, distance=distance)

    def __str__(self) -> str:
        given = ",".join(map(str, self.given.values()))
        return f"{self.name}({given}) of {'|'.join(self.channel)}"


GOAL = {"goal": ["x0"]}
DIVERGENCES = (
    Claimed(RR3, "metric-dp", {"eps": "ln(3)"}, True, "tie: 3/4 = 3·1/4 at distance 1"),
    Claimed(RR3, "metric-dp", {"eps": "1"}, False, "3 > e at distance 1"),
    Claimed(RR3, "guessing-advantage", {**GOAL, "eta": "1/4"}, True, "tie: 3/4 − 1/2"),
    Claimed(RR3, "guessing-advantage", {**GOAL, "eta": "1/5"}, False, "3/4 − 1/2 > 1/5"),
    Claimed(RR3, "total-variation", {"delta": "1/2"}, True, "tie: 3/4 − 1/4"),
    Claimed(RR3, "total-variation", {"delta": "49/100"}, False, "3/4 − 1/4 > 0.49"),
    Claimed(RR3, "bounded-range", {"eps": "ln(9)"}, True, "tie: ln 3 − (−ln 3)"),
    Claimed(RR3, "bounded-range", {"eps": "2"}, False, "9 > e^2 = 7.38…"),
    Claimed(RR3, "renyi-dp", {"alpha": 2, "eps": "ln(7/3)"}, True, "tie: 9/4 + 1/12 = 7/3"),
    Claimed(RR3, "renyi-dp", {"alpha": 2, "eps": "4/5"}, False, "7/3 > e^0.8 = 2.22…"),
    Claimed(RR3, "chi-squared-dp", {"chi_squared": "4/3"}, True, "tie: 1 + 1/3: (1/2)² over each"),
    Claimed(RR3, "chi-squared-dp", {"chi_squared": "133/100"}, False, "4/3 > 1.33"),
    Claimed(HALF, "chi-squared-dp", {"chi_squared": "1/3"}, True, "tie: back (1/16)/(3/16) = 1/3"),
    Claimed(HALF, "chi-squared-dp", {"chi_squared": "1/4"}, False, "1/4 forth, but 1/3 back"),
    Claimed(RR_E, "chi-squared-dp", {"chi_squared": "exp(1)+exp(-1)-2"}, True,
            "tie: (e−1)²/((1+e)²)·(1+e)(1+1/e) = (e−1)²/e"),
    Claimed(SURE, "chi-squared-dp", {"chi_squared": "1000"}, False, "1 against 0: infinite"),
    Claimed(RR3, "zcdp", {"rho": "3/5"}, True, "the rate is ln(3)/2 = 0.549…"),
    Claimed(RR3, "zcdp", {"rho": "1/2"}, False, "order 1: 3/4·ln 3 − 1/4·ln 3 = 0.549…"),
    Claimed(RR3, "gaussian-dp", {"mu": "27/20"}, True, "2·Φ⁻¹(3/4) = 1.3489…"),
    Claimed(RR3, "gaussian-dp", {"mu": "13/10"}, False, "2·Φ⁻¹(3/4) = 1.3489…"),
    Claimed(RR3, "f-dp", {"trade_off": "points(0,1; 1/4,1/4; 1,0)"}, True, "its own corners"),
    Claimed(RR3, "f-dp", {"trade_off": "gaussian(1)"}, False, "Φ(Φ⁻¹(3/4) − 1) = 0.37… > 1/4"),
)  # fmt: skip
