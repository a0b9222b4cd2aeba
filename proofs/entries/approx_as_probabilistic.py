"""The reading of (ε,δ)-DP as "ε-DP except with probability δ"."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay
from dpverify.proofs.labels import Size
from dpverify.proofs.statement import AnyChannel, Claim, Statement

GIVEN = {"eps": "eps", "delta": "delta"}

ENTRIES = (
    Entry(
        id="dp.approx-as-probabilistic",
        title="(ε,δ)-DP means that ε-DP holds with probability 1 − δ",
        statement=Statement(
            objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
            parameters={"eps": "loss", "delta": "value"},
            hypotheses=(Claim("M", "approx-dp", GIVEN),),
            conclusion=Claim("M", "probabilistic-dp", GIVEN),
            sizes={"inputs": (2, 3), "outputs": (1, 3)},
        ),
        source=(
            "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
        ),
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 2},),
        essay=Essay(
            belief=(
                "The definition reads P(S) ≤ e^ε Q(S) + δ, and δ is often introduced as the"
                " probability that the guarantee of ε-DP fails. That is how δ arises where a"
                " mechanism does something private with probability 1 − δ and anything at all"
                " otherwise."
            ),
            catch=(
                "δ bounds how much probability exceeds e^ε Q(S), not how much probability lies"
                " where the loss exceeds ε. An output that is just a little more than e^ε times as"
                " likely costs δ only the small difference, but counts with its whole probability"
                " towards P[loss > ε]. So almost every output may have a loss above ε."
            ),
            repair=(
                "(ε,δ)-DP of a pair says that P = (1−δ)P' + δP'' and Q = (1−δ)Q' + δQ'' with P' and"
                " Q' within e^ε of each other both ways. Conversely P[loss > ε] ≤ δ implies"
                " (ε,δ)-DP; and (ε,δ)-DP implies P[loss > ε'] ≤ δ/(1 − e^(ε−ε')) for every ε' > ε."
            ),
        ),
    ),
)
