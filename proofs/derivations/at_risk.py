"""Privacy at risk: an output counts unless both orders of the pair are within e^ε (cases 0, 1)."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

ONE = number(1)


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
    "par.convexity.visible.larger": visible,
}
