"""The corpus: channels with claims whose truth was worked out by hand, for every engine.

What must never change: an expected verdict comes from the calculation that stands beside it, never
from an engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import event_definitions
from tests.agreement.engines import Case

Rows = Sequence[str]


@dataclass(frozen=True)
class Row:
    """One line of the table: rows of a channel as words, a claim, its truth, and why."""

    channel: Rows
    name: str
    given: Mapping[str, str]
    holds: bool
    why: str
    relation: Mapping[str, Any] = field(default_factory=dict)

    @property
    def case(self) -> Case:
        """The line as engines take it."""
        rows = [row.split() for row in self.channel]
        inputs = [f"x{i}" for i in range(len(rows))]
        outputs = [f"y{j}" for j in range(len(rows[0]))]
        channel = Channel(inputs, outputs, rows, **{"neighbours": "all", **self.relation})
        return Case(channel, event_definitions()[self.name].from_text(self.given))

    def __str__(self) -> str:
        given = ",".join(self.given.values())
        return f"{self.name}({given}) of {'|'.join(self.channel)}"


def line(channel: Rows, name: str, given: str, holds: bool, why: str, **relation: Any) -> Row:
    """A line of the table; parameters are words in their order."""
    parameters = event_definitions()[name].parameters
    return Row(
        channel, name, dict(zip(parameters, given.split(), strict=True)), holds, why, relation
    )


RR3 = ("3/4 1/4", "1/4 3/4")  # randomised response, odds 3
RR_E = ("exp(1)/(1+exp(1)) 1/(1+exp(1))", "1/(1+exp(1)) exp(1)/(1+exp(1))")
RR_HALF = (
    "exp(1/2)/(1+exp(1/2)) 1/(1+exp(1/2))",
    "1/(1+exp(1/2)) exp(1/2)/(1+exp(1/2))",
)
ROOT = ("2-2**(1/2) 2**(1/2)-1", "2**(1/2)-1 2-2**(1/2)")  # ratio (2-√2)/(√2-1) = √2
CUBE = ("2**(1/3)/2 1-2**(1/3)/2", "1/2 1/2")  # ratio 2^(1/3) on the first output
SURE = ("1 0", "0 1")
EQUAL = ("1/3 2/3", "1/3 2/3")
ONE = ("1", "1", "1")
REVEAL = ("1/2 1/2 0", "1/2 0 1/2")  # half of the time the input is told
CHAIN = ("4/7 2/7 1/7", "2/7 4/7 1/7", "1/7 4/7 2/7")
STEPS = ("4/5 1/5", "2/5 3/5", "1/5 4/5")  # ratios 2, 3 | 2, 4/3 | 4, 4
NEARLY = ("999999/1000000 1/1000000", "1 0")
SPLIT = ("1/2 1/10 1/10 1/10 1/10 1/10", "0 1/5 1/5 1/5 1/5 1/5")
SCALE = ("1/2 1/4 1/4", "1/4 1/2 1/4")

LINK = {"neighbours": [["x0", "x1"], ["x1", "x2"]]}
FORTH = {"neighbours": [["x0", "x1"]], "directed": True}
BACK = {"neighbours": [["x1", "x0"]], "directed": True}

PURE = (
    line(RR3, "pure-dp", "ln(3)", True, "tie: 3/4 = 3·1/4 on both outputs"),
    line(RR3, "pure-dp", "1", False, "3/4 > e/4, as e < 3"),
    line(RR3, "pure-dp", "ln(3)-1e-12", False, "e^ε < 3"),
    line(RR3, "pure-dp", "11/10", True, "e^1.1 = 3.004… > 3"),
    line(RR3, "pure-dp", "0", False, "the rows differ"),
    line(RR_E, "pure-dp", "1", True, "tie: the ratio is e^1"),
    line(RR_E, "pure-dp", "999/1000", False, "the ratio e exceeds e^0.999"),
    line(RR_HALF, "pure-dp", "1/2", True, "tie: the ratio is e^(1/2)"),
    line(RR_HALF, "pure-dp", "ln(8/5)", False, "e^(1/2) = 1.648… > 1.6"),
    line(RR_HALF, "pure-dp", "ln(33/20)", True, "e^(1/2) = 1.6487… < 1.65"),
    line(ROOT, "pure-dp", "ln(2)/2", True, "tie: (2−√2)/(√2−1) = √2·(√2−1)/(√2−1) = √2"),
    line(ROOT, "pure-dp", "ln(7/5)", False, "√2 > 1.4"),
    line(ROOT, "pure-dp", "ln(3/2)", True, "√2 < 1.5"),
    line(CUBE, "pure-dp", "ln(2)/3", False, "(1/2)/(1 − 2^(1/3)/2) = 1.351… > 2^(1/3) = 1.259…"),
    line(SURE, "pure-dp", "100", False, "probability 1 against 0: no ε is enough"),
    line(EQUAL, "pure-dp", "0", True, "equal rows: ε = 0"),
    line(ONE, "pure-dp", "0", True, "one output says nothing"),
    line(("0 1", "0 1"), "pure-dp", "0", True, "an impossible output costs nothing: 0 ≤ 0"),
    line(REVEAL, "pure-dp", "20", False, "1/2 against 0"),
    line(NEARLY, "pure-dp", "30", False, "one in a million against 0"),
    line(STEPS, "pure-dp", "ln(4)", True, "tie: 4/5 = 4·1/5 between the ends"),
    line(STEPS, "pure-dp", "ln(3)", False, "the ends have ratio 4 > 3"),
    line(STEPS, "pure-dp", "ln(3)", True, "on the chain: ratios 2, 3 and 2, 4/3", **LINK),
    line(STEPS, "pure-dp", "ln(5/2)", False, "3/5 = 3·1/5, one link, backwards", **LINK),
    line(CHAIN, "pure-dp", "ln(2)", True, "on the chain all ratios are 2 or 1", **LINK),
    line(CHAIN, "pure-dp", "ln(2)", False, "the ends: 4/7 = 4·1/7"),
    line(CHAIN, "pure-dp", "ln(4)", True, "tie at the ends: 4/7 = 4·1/7"),
    line(("1/2 1/2", "1/4 3/4"), "pure-dp", "ln(3/2)", False, "1/2 = 2·1/4 forth", **FORTH),
    line(("1/2 1/2", "1/4 3/4"), "pure-dp", "ln(3/2)", True, "only 3/4 = 3/2·1/2 back", **BACK),
    line(("0 1", "1/2 1/2"), "pure-dp", "ln(2)", True, "forth: 1 = 2·1/2, 0 ≤ 1", **FORTH),
    line(("0 1", "1/2 1/2"), "pure-dp", "ln(2)", False, "back: 1/2 against 0", **BACK),
)

APPROX = (
    line(RR3, "approx-dp", "0 1/2", True, "tie: total variation 3/4 − 1/4"),
    line(RR3, "approx-dp", "0 499/1000", False, "total variation is 1/2"),
    line(RR3, "approx-dp", "ln(2) 1/4", True, "tie: 3/4 − 2·1/4"),
    line(RR3, "approx-dp", "ln(2) 6/25", False, "3/4 − 2·1/4 = 0.25 > 0.24"),
    line(RR3, "approx-dp", "ln(3) 0", True, "pure at ln 3"),
    line(RR3, "approx-dp", "1 3/4-exp(1)/4", True, "tie: δ(1) = 3/4 − e/4"),
    line(RR3, "approx-dp", "1 7/100", False, "3/4 − e/4 = 0.0704…"),
    line(RR3, "approx-dp", "1 71/1000", True, "3/4 − e/4 = 0.0704…"),
    line(RR_E, "approx-dp", "0 (exp(1)-1)/(exp(1)+1)", True, "tie: total variation"),
    line(RR_E, "approx-dp", "1/2 1/5", False, "(e − e^½)/(1 + e) = 0.287…"),
    line(RR_E, "approx-dp", "1/2 (exp(1)-exp(1/2))/(1+exp(1))", True, "tie: its very value"),
    line(ROOT, "approx-dp", "0 3-2*2**(1/2)", True, "tie: (2−√2) − (√2−1) = 3 − 2√2"),
    line(ROOT, "approx-dp", "0 17/100", False, "3 − 2√2 = 0.1715…"),
    line(CUBE, "approx-dp", "0 2**(1/3)/2-1/2", True, "tie: 2^(1/3)/2 − 1/2"),
    line(SURE, "approx-dp", "5 1", True, "δ = 1 allows all"),
    line(SURE, "approx-dp", "5 99/100", False, "an event of probability 1 against 0"),
    line(ONE, "approx-dp", "0 0", True, "one output"),
    line(EQUAL, "approx-dp", "0 0", True, "equal rows"),
    line(REVEAL, "approx-dp", "0 1/2", True, "tie: 1/2 on the telling output"),
    line(REVEAL, "approx-dp", "3 49/100", False, "1/2 against 0, whatever ε"),
    line(NEARLY, "approx-dp", "0 1/1000000", True, "tie: 10^-6 moves"),
    line(NEARLY, "approx-dp", "20 1/10000000", False, "10^-6 against 0"),
    line(SPLIT, "approx-dp", "0 1/10", False, "the event of five outputs: 1 − 1/2, not 1/10 each"),
    line(SPLIT, "approx-dp", "0 1/2", True, "tie: that event"),
    line(SCALE, "approx-dp", "ln(3/2) 1/8", True, "tie: 1/2 − 3/2·1/4"),
    line(SCALE, "approx-dp", "ln(3/2) 1/9", False, "1/8 > 1/9"),
    line(STEPS, "approx-dp", "ln(2) 1/5", True, "on the chain: 3/5 − 2·1/5 = 1/5, a tie", **LINK),
    line(STEPS, "approx-dp", "ln(2) 1/5", False, "the ends: 4/5 − 2·1/5 = 2/5"),
    line(("1/2 1/2 0", "1/2 1/4 1/4"), "approx-dp", "0 1/4", True, "forth: 1/2 − 1/4", **FORTH),
    line(("1/2 1/2 0", "1/2 1/4 1/4"), "approx-dp", "ln(2) 0", True, "forth: 1/2 = 2/4", **FORTH),
    line(("1/2 1/2 0", "1/2 1/4 1/4"), "approx-dp", "ln(2) 1/5", False, "back: 1/4 − 0", **BACK),
)

PROBABILISTIC = (
    line(RR3, "probabilistic-dp", "ln(3) 0", True, "no loss exceeds ln 3"),
    line(RR3, "probabilistic-dp", "1 3/4", True, "tie: the loss ln 3 has probability 3/4"),
    line(RR3, "probabilistic-dp", "1 74/100", False, "3/4 of the mass has loss ln 3 > 1"),
    line(RR3, "probabilistic-dp", "1 3/4-exp(1)/4", False, "(1, that δ)-DP, but P[L > 1] = 3/4"),
    line(RR_E, "probabilistic-dp", "1 0", True, "tie: no loss exceeds 1, the loss is 1"),
    line(RR_E, "probabilistic-dp", "1/2 exp(1)/(1+exp(1))", True, "tie: P[L > 1/2] = e/(1+e)"),
    line(RR_E, "probabilistic-dp", "1/2 73/100", False, "e/(1+e) = 0.7310…"),
    line(ROOT, "probabilistic-dp", "0 2-2**(1/2)", True, "tie: the likelier output, 2 − √2"),
    line(ROOT, "probabilistic-dp", "0 1/2", False, "2 − √2 = 0.585…"),
    line(REVEAL, "probabilistic-dp", "0 1/2", True, "tie: the telling output has mass 1/2"),
    line(REVEAL, "probabilistic-dp", "9 49/100", False, "infinite loss with probability 1/2"),
    line(SURE, "probabilistic-dp", "9 1", True, "δ = 1 excuses all"),
    line(SURE, "probabilistic-dp", "9 9/10", False, "infinite loss for certain"),
    line(ONE, "probabilistic-dp", "0 0", True, "one output"),
    line(SPLIT, "probabilistic-dp", "ln(2) 1/2", True, "tie: the first output, mass 1/2 or 0"),
    line(SPLIT, "probabilistic-dp", "ln(3/2) 1/2", False, "back: five outputs of ratio 2, mass 1"),
    line(STEPS, "probabilistic-dp", "ln(2) 3/5", True, "chain: 3/5 = 3·1/5 alone exceeds", **LINK),
    line(STEPS, "probabilistic-dp", "ln(2) 3/5", False, "the ends: 4/5 has ratio 4"),
    line(SCALE, "probabilistic-dp", "0 1/2", True, "tie: 1/2 against 1/4"),
    line(("1/2 1/2", "1/4 3/4"), "probabilistic-dp", "0 1/2", True, "forth: 1/2", **FORTH),
    line(("1/2 1/2", "1/4 3/4"), "probabilistic-dp", "0 1/2", False, "back: 3/4", **BACK),
)

LOCAL = (
    line(RR3, "local-dp", "ln(3)", True, "tie, as for pure DP"),
    line(STEPS, "local-dp", "ln(3)", False, "all pairs, whatever the chain: 4 > 3", **LINK),
    line(STEPS, "local-dp", "ln(4)", True, "tie between the ends", **LINK),
    line(CHAIN, "local-dp", "ln(2)", False, "the ends are compared: 4", **LINK),
    line(RR_E, "local-dp", "1", True, "tie: e"),
    line(ROOT, "local-dp", "ln(2)/2", True, "tie: √2"),
    line(ROOT, "local-dp", "3/10", False, "e^0.3 = 1.3498… < √2"),
    line(SURE, "local-dp", "50", False, "1 against 0"),
    line(ONE, "local-dp", "0", True, "one output"),
    line(("1/2 1/2", "1/4 3/4"), "local-dp", "ln(3/2)", False, "a direction is no excuse", **BACK),
)

RISK = (
    line(RR3, "privacy-at-risk", "ln(3) 0", True, "tie: |L| = ln 3 never exceeds it"),
    line(RR3, "privacy-at-risk", "1 3/4", False, "|L| = ln 3 > 1 on both outputs: mass 1"),
    line(RR3, "privacy-at-risk", "1 1", True, "risk 1 allows all"),
    line(RR_E, "privacy-at-risk", "1 0", True, "tie: |L| = 1 exactly"),
    line(RR_E, "privacy-at-risk", "1/2 9/10", False, "|L| = 1 everywhere"),
    line(ROOT, "privacy-at-risk", "ln(2)/2 0", True, "tie: |L| = ln √2"),
    line(REVEAL, "privacy-at-risk", "0 1/2", True, "tie: the other output has loss 0"),
    line(REVEAL, "privacy-at-risk", "3 2/5", False, "infinite loss with probability 1/2"),
    line(SURE, "privacy-at-risk", "3 1/2", False, "infinite loss for certain"),
    line(ONE, "privacy-at-risk", "0 0", True, "one output"),
    line(SCALE, "privacy-at-risk", "0 3/4", True, "tie: 1/2 and 1/4 change, 1/4 stays"),
    line(SCALE, "privacy-at-risk", "0 1/2", False, "also the output that became unlikelier counts"),
    line(SCALE, "privacy-at-risk", "ln(2) 0", True, "tie: |L| is ln 2 or 0"),
    line(CUBE, "privacy-at-risk", "ln(2)/3 1/2", True, "tie: |L| exceeds it on y1 alone, 1/2"),
    line(CUBE, "privacy-at-risk", "ln(2)/3 49/100", False, "y1 has probability 1/2 under x1"),
    line(STEPS, "privacy-at-risk", "ln(2) 3/5", True, "chain: ratio 3 on y1, 1/5 or 3/5", **LINK),
    line(STEPS, "privacy-at-risk", "ln(2) 3/5", False, "the ends: ratio 4 on both outputs"),
    line(("0 1", "1/2 1/2"), "privacy-at-risk", "ln(2) 1/2", True, "−∞ is a loss: 0 or 1/2"),
    line(("0 1", "1/2 1/2"), "privacy-at-risk", "ln(2) 1/3", False, "mass 1/2 under x1"),
)

CORPUS = (*PURE, *APPROX, *PROBABILISTIC, *LOCAL, *RISK)
