"""Mixtures: the positive part of a weighted sum is at most the weighted sum of positive parts."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

E1, E2, W = atom("e^eps1"), atom("e^eps2"), atom("w")
REST = number(1) - W


def _larger(d: Derivation) -> tuple[Sum, list[str]]:
    """max(E₁, E₂) = E₂ + max(0, E₁ − E₂), and why it is at least either."""
    name, more = d.part(E1 - E2)
    return E2 + more, [f"{name} above", f"{name} >= 0"]


def _laws(name: str, index: str) -> tuple[Sum, Sum]:
    return atom(f"P.{name}", index), atom(f"Q.{name}", index)


def hidden(d: Derivation) -> None:
    """max(0, w·a + (1−w)·b) ≤ w·max(0, a) + (1−w)·max(0, b), with the larger ε in a and b."""
    (p, q), (r, s) = _laws("A", "y"), _laws("B", "y")
    (name1, m1), (name2, m2) = d.part(p - E1 * q), d.part(r - E2 * s)
    larger, why = _larger(d)
    bound, free = W * m1 + REST * m2, {"y": "y"}
    zero = d.lemma(bound, free, ["w >= 0", "w <= 1", f"{name1} >= 0", f"{name2} >= 0"])
    gap = bound - W * (p - larger * q) - REST * (r - larger * s)
    weights = ["w >= 0", "w <= 1", f"{name1} above", f"{name2} above"]
    weights += [*why, "Q.A >= 0", "Q.B >= 0"]
    above = d.lemma(gap, free, weights, degree=3)
    mixed, _ = d.part(W * (p - larger * q) + REST * (r - larger * s))
    total = d.sum(d.positive_part(mixed, ["y"], zero, above), "y")
    _weigh(d, total)


def visible(d: Derivation) -> None:
    """The same for each branch by itself: its outputs are apart from the other's."""
    _, (above, least) = _larger(d)
    first = _branch(d, "A", "y", E1, W, ["w >= 0", above])
    second = _branch(d, "B", "z", E2, REST, ["w <= 1", least])
    _weigh(d, first, second)


def _branch(d: Derivation, name: str, index: str, odds: Sum, weight: Sum, names: list[str]) -> str:
    p, q = _laws(name, index)
    part, m = d.part(p - odds * q)
    larger, _ = _larger(d)
    shown, _ = d.part(weight * (p - larger * q))
    free = {index: index}
    zero = d.lemma(weight * m, free, [names[0], f"{part} >= 0"])
    gap = weight * (m - p + larger * q)
    above = d.lemma(gap, free, [*names, f"{part} above", f"Q.{name} >= 0"], degree=3)
    return d.sum(d.positive_part(shown, [index], zero, above), index)


def _weigh(d: Derivation, *totals: str) -> None:
    """w·(δ₁ − Σ m₁) + (1−w)·(δ₂ − Σ m₂) ≥ 0."""
    first = d.lemma(W * d.fact("hypothesis 0").expr, {}, ["w >= 0", "hypothesis 0"])
    second = d.lemma(REST * d.fact("hypothesis 1").expr, {}, ["w <= 1", "hypothesis 1"])
    d.concluded(*totals, first, second)


PROOFS = {"dp.convexity.hidden": hidden, "dp.convexity.visible": visible}
