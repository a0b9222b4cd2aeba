"""Partial knowledge: what holds for every value of B holds on average over B."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

ODDS, V, W = atom("e^eps"), atom("v"), atom("w")
REST = number(1) - W
F, BOTH = atom("K", "y", "z"), {"y": "y", "z": "z"}


def on_average(d: Derivation) -> None:
    """Each value b shows its own outputs: Σ P(b)·max(0, p − E·q) ≤ Σ P(b)·δ."""
    w, p, q = atom("none.W", "b"), atom("P.R", "b", "y"), atom("Q.R", "b", "y")
    every = {"b": "b", "y": "y"}
    part, m = d.part(p - ODDS * q)
    shown, _ = d.part(w * (p - ODDS * q))
    zero = d.lemma(w * m, every, ["none.W >= 0", f"{part} >= 0"])
    above = d.lemma(w * (m - p + ODDS * q), every, ["none.W >= 0", f"{part} above"])
    total = d.sum(d.positive_part(shown, ["b", "y"], zero, above), "b", "y")
    spent = d.lemma(w * d.fact("hypothesis 0").expr, {"b": "b"}, ["none.W >= 0", "hypothesis 0"])
    whole = d.equation(atom("delta"), "none.W sums to 1", {})
    d.concluded(total, d.sum(spent, "b"), equations=[whole])


def _given(d: Derivation, name: str, index: str, weight: Sum, positive: str) -> str:
    """Σ_o max(0, weight·(p − E·q)) ≤ weight·Σ_o max(0, p − E·q) for one value of B."""
    p, q = atom(f"P.{name}", index), atom(f"Q.{name}", index)
    part, m = d.part(p - ODDS * q)
    shown, _ = d.part(weight * (p - ODDS * q))
    free = {index: index}
    zero = d.lemma(weight * m, free, [positive, f"{part} >= 0"])
    above = d.lemma(weight * (m - p + ODDS * q), free, [positive, f"{part} above"])
    return d.sum(d.positive_part(shown, [index], zero, above), index)


def mean_at_most(d: Derivation) -> None:
    """max(0, w·(p − E·q)) ≤ w·max(0, p − E·q), on either side."""
    first = _given(d, "A", "y", W, "w >= 0")
    second = _given(d, "C", "z", REST, "w <= 1")
    d.concluded(first, second, *_weighted(d))


def mean_at_least(d: Derivation) -> None:
    """w·max(0, p − E·q) ≤ max(0, w·(p − E·q)), on either side."""
    sides = []
    for name, index, weight in (("A", "y", W), ("C", "z", REST)):
        gain = atom(f"P.{name}", index) - ODDS * atom(f"Q.{name}", index)
        (part, _), (shown, m) = d.part(gain), d.part(weight * gain)
        above = d.lemma(m - weight * gain, {index: index}, [f"{shown} above"])
        bound = d.positive_part(part, [index], f"{shown} >= 0", above, weight)
        sides.append(d.sum(bound, index))
    d.concluded(*sides, *_weighted(d))


def _weighted(d: Derivation) -> tuple[str, str]:
    """The hypotheses, each with its weight."""
    one = d.lemma(W * d.fact("hypothesis 0").expr, {}, ["w >= 0", "hypothesis 0"])
    other = d.lemma(REST * d.fact("hypothesis 1").expr, {}, ["w <= 1", "hypothesis 1"])
    return one, other


def possible(d: Derivation) -> None:
    """w·(E·q − p) ≥ 0, times e^η, where w·e^η = 1."""
    for goal in d.setting.goals:
        of_a = next(name for name in d.axioms("hypothesis 0") if "P.A" in str(d.fact(name).expr))
        d.lemma(
            goal.expr,
            goal.free,
            products=[(of_a, "e^eta >= 1"), (of_a,)],
            equations=[(goal.expr, "quotient0, definition of a quotient")],
        )


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
    "pk.mean-over-values.most": mean_at_most,
    "pk.mean-over-values.least": mean_at_least,
    "pk.pure-ppkdp-implies-apkdp": possible,
}
