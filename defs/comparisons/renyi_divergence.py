"""Rényi divergence of integer order, the quantity of RDP and zCDP."""

from __future__ import annotations

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.comparisons.parameters import order
from dpverify.defs.numbers import INFINITY, Number, Value, ln, total


class RenyiDivergence(Quantity):
    """D_α(P‖Q) = ln(Σ_o P(o)^α Q(o)^(1−α))/(α−1) for an integer α ≥ 2, in nats.

    (α, ε)-RDP bounds it by ε, ρ-zCDP by αρ for every real α > 1.
    """

    name = "renyi-divergence"
    parameters = ("alpha",)
    words = "the Rényi divergence of order {alpha}"
    formula = "D_{alpha}(P‖Q)"
    source = "Mironov 2017, Definition 4; Bun, Steinke 2016, Definition 1.1"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        alpha = order(given["alpha"])
        occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
        if any(b.is_zero for _, b in occurring):
            return INFINITY
        moment = total(a**alpha / b ** (alpha - 1) for a, b in occurring)
        return ln(moment) / Value(alpha - 1)
