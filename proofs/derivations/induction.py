"""n steps of a path with a δ: the base is a hypothesis, the step one more of them."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

E, DELTA = atom("e^eps"), atom("delta")
START, END, NEXT = (atom(f"{place}.M", "y") for place in ("start", "end", "next"))
POWER = atom("e^(steps*eps)")
Y = {"y": "y"}


def path_approx_base(d: Derivation) -> None:
    """Σ m ≤ δ ≤ 1."""
    total = "hypothesis 0 at start, end"
    name, _ = d.part(number(1) - DELTA)
    zero = d.lemma(d.fact(total).expr + number(1) - DELTA, {}, [total, "delta <= 1"], degree=1)
    d.positive_part(name, [], zero, total)


def path_approx_step(d: Derivation) -> None:
    """max(0, P − EᵏE·R) ≤ max(0, P − Eᵏ·Q) + Eᵏ·max(0, Q − E·R), and ≤ P, summed."""
    (so_far, m), (last, n) = d.part(START - POWER * END), d.part(END - E * NEXT)
    whole, k = d.part(START - POWER * E * NEXT)
    series = atom("sum_so_far")
    powers = ["e^(steps*eps) >= 1", f"{so_far} >= 0", f"{last} >= 0"]
    zero = d.lemma(m + POWER * n, Y, powers)
    gap = m + POWER * n - START + POWER * E * NEXT
    above = d.lemma(gap, Y, [f"{so_far} above", f"{last} above", "e^(steps*eps) >= 1"])
    both = d.sum(d.positive_part(whole, ["y"], zero, above), "y")
    spent = d.lemma(
        POWER * d.fact("hypothesis 0 at end, next").expr,
        {},
        ["hypothesis 0 at end, next", "e^(steps*eps) >= 1"],
    )
    limit, _ = d.part(number(1) - DELTA * series)
    total = DELTA * (series + POWER) - k.over(Y)
    bounded = d.lemma(total, {}, [both, spent, "hypothesis 1", f"{limit} above"], degree=1)
    covered = d.lemma(POWER * E * NEXT, Y, ["e^(steps*eps) >= 1", "e^eps >= 1", "next.M >= 0"],
                      degree=3)  # fmt: skip
    rest = d.sum(d.positive_part(whole, ["y"], "start.M >= 0", covered), "y")
    likely = d.lemma(number(1) - k.over(Y), {}, [rest], equations=["start.M sums to 1"], degree=1)
    least, _ = d.part(number(1) - DELTA * (series + POWER))
    d.positive_part(least, [], likely, bounded)


PROOFS = {
    "dp.group-privacy.approx": (path_approx_base, path_approx_step),
}
