"""The Bayes capacity: the largest entry of each column is bounded, then columns are summed."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

ONE, E = number(1), atom("e^eps")
M, LARGEST, CHOICE = atom("M", "x", "y"), atom("largest0", "y"), atom("choice0", "x", "y")
XY, Y = {"x": "x", "y": "y"}, {"y": "y"}


def post_processing(d: Derivation) -> None:
    """m'[z] = Σ_x c'[x,z]·Σ_y M[x,y]·f[y,z], and M[x,y] ≤ m[y]; then Σ_x c' = 1 and Σ_z f = 1."""
    f, choice, largest = atom("f", "y", "z"), atom("choice0", "x", "z"), atom("largest1", "y")
    free, yz = {**XY, "z": "z"}, {**Y, "z": "z"}
    products = [("choice0 >= 0", "f >= 0", "largest1 above choice1")]
    point = d.lemma(choice * f * (largest - M), free, products=products, degree=0)
    attained = d.sum("choice0 attains", "x", "z")
    chosen = d.sum(d.equation(f * largest, "largest0 is attained once", yz), "y", "z")
    whole = d.sum(d.equation(largest, "f sums to 1", Y), "y")
    once = d.equation(atom("largest0", "z"), "largest0 is attained once", {"z": "z"})
    equations = [attained, chosen, whole, d.sum(once, "z")]
    d.concluded(d.sum(point, "x", "y", "z"), equations=equations)


def pure(d: Derivation) -> None:
    """e^ε·M[x,y] ≥ m[y] for each x; so the other n − 1 entries of a column are m/e^ε at least."""
    other, given = atom("choice0", "x'", "y"), ("hypothesis 0", (("x", "x'"), ("x'", "x")))
    at_other = {"x": "x'"}
    least = d.lemma(
        other * d.fact(given).expr,
        {**XY, "x'": "x"},
        products=[(("choice0 >= 0", tuple(at_other.items())), given)],
        degree=0,
    )
    attained = d.sum("choice0 attains", "x")
    every = d.equation(E * M, "largest0 is attained once", XY)
    one = d.equation(LARGEST, "largest0 is attained once", Y)
    close = d.lemma(
        E * M - LARGEST, XY, [d.sum(least, "x'")], equations=[attained, every, one], degree=1
    )
    rest = d.lemma(
        (ONE - CHOICE) * (E * M - LARGEST), XY, products=[("choice0 <= 1", close)], degree=0
    )
    whole, ones = d.sum("M sums to 1", "x"), d.sum(one, "y")
    attaining = d.sum("choice0 attains", "x", "y")
    d.concluded(d.sum(rest, "x", "y"), equations=[(E, whole), (E, ones), ones, (E, attaining)])


PROOFS = {
    "qif.bayes-capacity.post-processing": post_processing,
    "qif.bayes-capacity.pure": pure,
}
