"""Privacy at risk: an output counts unless both orders of the pair are within e^ε (cases 0, 1)."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

P, Q, E = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps")
ONE = number(1)
C0, C1 = atom("case0", "y"), atom("case1", "y")
Y = {"y": "y"}


def implies_probabilistic(d: Derivation) -> None:
    """P·(1 − c0) ≤ P·(1 − c0·c1), summed."""
    point = d.lemma(P * C0 * (ONE - C1), Y, ["P.M >= 0", "case0 >= 0", "case1 <= 1"], degree=3)
    d.concluded(d.sum(point, "y"), "hypothesis 0")


def from_probabilistic(d: Derivation) -> None:
    """E·P·(1 − c0·c1) ≤ E·P·(1 − c0) + Q·(1 − c1), since E·P ≤ Q where c1 = 0; then E > 0."""
    bound = E * P * (ONE - C0) + Q * (ONE - C1) - E * P * (ONE - C0 * C1)
    less = d.lemma(
        E * (ONE - C0) * (ONE - C1) * P,
        Y,
        ["P.M >= 0", "case0 <= 1", "case1 <= 1", "e^eps >= 1"],
        degree=4,
    )
    point = d.lemma(bound, Y, ["case1 no", less], degree=1)
    spent = d.lemma(E * d.fact("hypothesis 0").expr, {}, ["e^eps >= 1", "hypothesis 0"])
    used = [d.sum(point, "y"), spent, "hypothesis 0, reversed", "hypothesis 1"]
    scaled = d.lemma(E * d.goal.expr, {}, used, degree=1)
    d.cancel(d.goal.expr, {}, scaled, d.positive(E, ["e^eps >= 1"]))


def weak_post_processing(d: Derivation) -> None:
    """max(0, Σ f·(P − EQ)) ≤ Σ f·P·(1 − c0·c1), since P ≤ EQ where c0 = 1."""
    f, both = atom("f", "y", "z"), {"y": "y", "z": "z"}
    bad = P * (ONE - C0 * C1)
    facts = ["P.M >= 0", "case0 <= 1", "case0 >= 0", "case1 <= 1"]
    rare = d.lemma(bad, Y, facts, degree=3)
    outside = ["Q.M >= 0", "case0 >= 0", "case0 <= 1", "case1 <= 1", "e^eps >= 1"]
    other = d.lemma(E * Q * (ONE - C0 * C1), Y, outside, degree=4)
    inside = d.lemma(C1 * C0 * (E * Q - P), Y, ["case1 >= 0", "case0 yes"])
    gap = d.lemma(bad - P + E * Q, Y, [other, inside], degree=1)
    zero = d.sum(d.lemma(f * bad, both, ["f >= 0", rare]), "y")
    above = d.sum(d.lemma(f * (bad - P + E * Q), both, ["f >= 0", gap]), "y")
    name, _ = d.part((f * (P - E * Q)).over({"y": "y"}))
    total = d.sum(d.positive_part(name, ["z"], zero, above), "z")
    whole = d.sum(d.equation(bad, "f sums to 1", Y), "y")
    d.concluded(total, "hypothesis 0", equations=[whole])


def visible(d: Derivation) -> None:
    """What is within the smaller ε is within the larger: c·(1 − c') ≤ 0 for each order."""
    w = atom("w")
    first = _larger(d, "A", "y", [("case0", "case4"), ("case1", "case5")], "w >= 0", "1")
    second = _larger(d, "B", "z", [("case2", "case6"), ("case3", "case7")], "w <= 1", "2")
    one = d.lemma(w * d.fact("hypothesis 0").expr, {}, ["w >= 0", "hypothesis 0"])
    other = d.lemma((ONE - w) * d.fact("hypothesis 1").expr, {}, ["w <= 1", "hypothesis 1"])
    d.concluded(first, second, one, other)


def _larger(
    d: Derivation,
    name: str,
    at: str,
    cases: list[tuple[str, str]],
    weight: str,
    which: str,
) -> str:
    """weight·P·(1 − c'·c') ≤ weight·P·(1 − c·c), summed."""
    more = "part0 above" if which == "1" else "part0 >= 0"
    free, laws, within = {at: at}, (f"P.{name} >= 0", f"Q.{name} >= 0"), []
    for (old, new), law in zip(cases, reversed(laws), strict=True):
        c, e = atom(old, at), atom(new, at)
        inverse = new.replace("case", "inverse")
        within.append(
            d.lemma(
                -c * (ONE - e),
                free,
                products=[
                    (f"{inverse} >= 0", weight, f"{old} yes"),
                    (f"{inverse} >= 0", weight, f"{old} >= 0", more, law),
                ],
                equations=[(-c, f"{new} by inverse"), (c, f"{new} by inverse")],
            )
        )
    (c0, e0), (c1, e1) = ((atom(old, at), atom(new, at)) for old, new in cases)
    (old0, new0), (old1, new1) = cases
    scaled = d.fact(weight).expr * atom(f"P.{name}", at)
    point = d.lemma(
        scaled * (e0 * e1 - c0 * c1),
        free,
        products=[
            (weight, laws[0], f"{old1} >= 0", within[0]),
            (weight, laws[0], f"{old0} >= 0", f"{new0} >= 0", within[1]),
            (weight, laws[0], f"{new0} >= 0", f"{new1} >= 0", f"{old0} <= 1"),
            (weight, laws[0], f"{new0} >= 0", f"{new1} >= 0", f"{old0} >= 0", f"{old1} <= 1"),
        ],
    )
    return d.sum(point, at)


PROOFS = {
    "par.implies-probabilistic": implies_probabilistic,
    "par.from-probabilistic": from_probabilistic,
    "par.weak-post-processing": weak_post_processing,
    "par.convexity.visible.larger": visible,
}
