"""Partial knowledge: what holds for every value of B holds on average over B."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

ODDS, V, W = atom("e^eps"), atom("v"), atom("w")
REST = number(1) - W
F, BOTH = atom("K", "y", "z"), {"y": "y", "z": "z"}


def on_average(d: Derivation) -> None:
    """Each value of B shows its own outputs: Σ P(b)·max(0, p − E·q) ≤ Σ P(b)·δ."""
    first = _given(d, "A", "y", W, "w >= 0")
    second = _given(d, "C", "z", REST, "w <= 1")
    one = d.lemma(W * d.fact("hypothesis 0").expr, {}, ["w >= 0", "hypothesis 0"])
    other = d.lemma(REST * d.fact("hypothesis 1").expr, {}, ["w <= 1", "hypothesis 1"])
    d.concluded(first, second, one, other)


def _given(d: Derivation, name: str, index: str, weight: Sum, positive: str) -> str:
    """Σ_o max(0, weight·(p − E·q)) ≤ weight·Σ_o max(0, p − E·q) for one value of B."""
    p, q = atom(f"P.{name}", index), atom(f"Q.{name}", index)
    part, m = d.part(p - ODDS * q)
    shown, _ = d.part(weight * (p - ODDS * q))
    free = {index: index}
    zero = d.lemma(weight * m, free, [positive, f"{part} >= 0"])
    above = d.lemma(weight * (m - p + ODDS * q), free, [positive, f"{part} above"])
    return d.sum(d.positive_part(shown, [index], zero, above), index)


def processed(d: Derivation) -> None:
    """For each value of B as for one channel: a kernel moves positive parts and adds none."""
    totals, equations = [], []
    for name, weight in (("A", W), ("C", REST)):
        gain = weight * (atom(f"P.{name}", "y") - ODDS * atom(f"Q.{name}", "y"))
        part, m = d.part(gain)
        through, _ = d.part((F * gain).over({"y": "y"}))
        zero = d.sum(d.lemma(m * F, BOTH, [f"{part} >= 0", "K >= 0"]), "y")
        above = d.sum(d.lemma(F * (m - gain), BOTH, [f"{part} above", "K >= 0"]), "y")
        totals.append(d.sum(d.positive_part(through, ["z"], zero, above), "z"))
        equations.append(d.sum(d.equation(m, "K sums to 1", {"y": "y"}), "y"))
    d.concluded(*totals, "hypothesis 0", equations=equations)


def mixed(d: Derivation) -> None:
    """max(0, v·a + (1−v)·b) ≤ v·max(0, a) + (1−v)·max(0, b), for each value of B by itself."""
    totals = [_both(d, "A", "G", W), _both(d, "C", "H", REST)]
    one = d.lemma(V * d.fact("hypothesis 0").expr, {}, ["v >= 0", "hypothesis 0"])
    other = d.lemma((number(1) - V) * d.fact("hypothesis 1").expr, {}, ["v <= 1", "hypothesis 1"])
    d.concluded(*totals, one, other)


def _both(d: Derivation, first: str, second: str, weight: Sum) -> str:
    gains = [weight * (atom(f"P.{name}", "y") - ODDS * atom(f"Q.{name}", "y"))
             for name in (first, second)]  # fmt: skip
    (name1, m1), (name2, m2) = (d.part(gain) for gain in gains)
    bound, mean = V * m1 + (number(1) - V) * m2, V * gains[0] + (number(1) - V) * gains[1]
    shown, _ = d.part(mean)
    free = {"y": "y"}
    zero = d.lemma(bound, free, ["v >= 0", "v <= 1", f"{name1} >= 0", f"{name2} >= 0"])
    above = d.lemma(bound - mean, free, ["v >= 0", "v <= 1", f"{name1} above", f"{name2} above"])
    return d.sum(d.positive_part(shown, ["y"], zero, above), "y")


PROOFS = {
    "pk.ppkdp.convexity": mixed,
    "pk.ppkdp.post-processing": processed,
    "pk.apkdp-implies-ppkdp": on_average,
}
