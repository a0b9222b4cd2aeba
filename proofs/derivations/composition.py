"""Sequential composition: p·r − E₁E₂·q·s ≤ m₁·r + (p − m₁)·m₂ with m = max(0, ·), then sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom


@dataclass(frozen=True)
class One:
    """One of two mechanisms: its name, index variables, odds and δ, and the hypothesis about it."""

    name: str
    indices: tuple[str, ...]
    odds: str
    hypothesis: str
    delta: str = "delta"

    @property
    def laws(self) -> tuple[Sum, Sum]:
        """The probabilities of an output on x and on x'."""
        p, q = (atom(f"{side}.{self.name}", *self.indices) for side in "PQ")
        return p, q


def _ones(first: str, second: str, chosen: tuple[str, ...]) -> tuple[One, One]:
    one, two = (
        One(name, indices, f"e^eps{k}", f"hypothesis {k - 1}", f"delta{k}")
        for k, name, indices in ((1, first, ("y",)), (2, second, chosen))
    )
    return one, two


def pure(one: One, two: One, d: Derivation) -> None:
    """E₁E₂·q·s − p·r = r·(E₁q − p) + E₁q·(E₂s − r)."""
    names = [one.hypothesis, two.hypothesis, f"P.{two.name} >= 0", f"Q.{one.name} >= 0"]
    d.lemma(d.goal.expr, d.goal.free, [*names, f"{one.odds} >= 1"], degree=3)


def approx(one: One, two: One, d: Derivation) -> None:
    """The inequality above for each pair of outputs, then Σ r = 1, Σ m₂ ≤ δ₂, Σ p = 1."""
    (p, q), (r, s) = one.laws, two.laws
    e1, e2 = atom(one.odds), atom(two.odds)
    first = {v: v for v in one.indices}
    second = {v: v for v in two.indices}
    last = two.indices[-1]
    every = dict(sorted({**first, **second}.items()))
    (name1, m1), (name2, m2) = d.part(p - e1 * q), d.part(r - e2 * s)
    covered = d.lemma(e1 * q, first, [f"{one.odds} >= 1", f"Q.{one.name} >= 0"])
    rest = d.positive_part(name1, one.indices, f"P.{one.name} >= 0", covered)
    scaled = d.lemma(e2 * s, second, [f"{two.odds} >= 1", f"Q.{two.name} >= 0"])
    bound = m1 * r + (p - m1) * m2
    zero = d.lemma(bound, every, [f"{name1} >= 0", f"P.{two.name} >= 0", rest, f"{name2} >= 0"])
    gap = bound - p * r + e1 * e2 * q * s
    above = d.lemma(gap, every, [rest, f"{name1} above", f"{name2} above", scaled])
    both, _ = d.part(p * r - e1 * e2 * q * s)
    total = d.sum(d.positive_part(both, list(every), zero, above), *every)
    one_left = d.equation(m1, f"P.{two.name} sums to 1", {v: v for v in every if v != last})
    left = d.sum(one_left, *one.indices)
    second_delta = d.fact(two.hypothesis).expr
    small = d.sum(d.lemma((p - m1) * second_delta, first, [rest, two.hypothesis]), *one.indices)
    spent = d.sum(
        d.lemma(m1 * atom(two.delta), first, [f"{name1} >= 0", f"{two.delta} >= 0"]), *one.indices
    )
    whole = d.equation(atom(two.delta), f"P.{one.name} sums to 1", {})
    d.concluded(total, small, spent, one.hypothesis, equations=[left, whole])


INDEPENDENT = _ones("M1", "M2", ("z",))
ADAPTIVE = _ones("M", "K", ("y", "z"))

PROOFS = {
    "dp.sequential-composition.independent.pure": partial(pure, *INDEPENDENT),
    "dp.sequential-composition.independent.approx": partial(approx, *INDEPENDENT),
    "dp.sequential-composition.adaptive.pure": partial(pure, *ADAPTIVE),
    "dp.sequential-composition.adaptive.approx": partial(approx, *ADAPTIVE),
}
