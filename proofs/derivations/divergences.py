"""Rényi divergences: at each output the tangent of t^α at the ratio that is shown, then sums.

With s for the ratio assumed and t for the one shown, Q times the tangent says
P·w(s) − α·P·w(t) + (α − 1)·t·Q·w(t) ≥ 0; and t·Q ≤ P, so that P·w(t) ≤ P·w(s).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

ALPHA = atom("alpha")
Sorts = Mapping[str, str]


def _powers(d: Derivation, name: str) -> tuple[Sum, Sum, list[str]]:
    """A ratio and its power, and facts by which the power is ≥ 0."""
    free = d.fact(f"{name} >= 0").free
    power = name.replace("likelihood", "power")
    t = atom(name, *free)
    if f"{power} >= 0" in d.setting.axioms:
        return t, atom(power, *free), [f"{power} >= 0"]
    return t, t, [f"{name} >= 0"]


def _order(d: Derivation) -> tuple[Sum, list[str]]:
    """α, and the fact that it is at least 2, where it is not written out."""
    return (ALPHA, ["alpha >= 2"]) if "alpha >= 2" in d.setting.axioms else (number(2), [])


def _at_most(d: Derivation, shown: str) -> str:
    """(α − 1)·w(t)·(P − t·Q) ≥ 0 at an output."""
    fact = d.fact(f"{shown} at most")
    alpha, known = _order(d)
    _, power, above = _powers(d, shown)
    products = [(*above, f"{shown} at most"), (*known, *above, f"{shown} at most")]
    claim = (alpha - number(1)) * power * fact.expr
    return d.lemma(claim, fact.free, products=products, degree=0)


def _tangent(
    d: Derivation, weighed: Sequence[tuple[str, Sequence[str]]], ratios: Sequence[tuple[Sum, str]],
    claim: Sum, free: Sorts,
) -> str:  # fmt: skip
    """Tangents times facts ≥ 0, with multiples of P − s·Q = 0."""
    products = [(*factors, tangent) for tangent, factors in weighed]
    return d.lemma(claim, free, products=products, equations=list(ratios), degree=0)


def post_processing(d: Derivation) -> None:
    """At each y and z, times f(z|y); then Σ_z f(z|y) = 1."""
    alpha, _ = _order(d)
    (s, w, _), (t, v, _) = _powers(d, "likelihood0"), _powers(d, "likelihood2")
    p, q, f = atom("P.M", "y"), atom("Q.M", "y"), atom("f", "y", "z")
    del s
    claim = f * (p * w - alpha * v * p + (alpha - number(1)) * v * t * q)
    one = _tangent(
        d,
        [("tangent at likelihood2, of likelihood0", ["f >= 0", "Q.M >= 0"])],
        [(f * w, "hypothesis 0.1"), (f * alpha * v, "hypothesis 0.1")],
        claim,
        {"y": "y", "z": "z"},
    )
    through, rest = d.sum(one, "y", "z"), d.sum(_at_most(d, "likelihood2"), "z")
    whole = d.sum(d.equation(p * w, "f sums to 1", {"y": "y"}), "y")
    d.concluded(through, rest, "hypothesis 0.0", equations=[whole])


def mixture(d: Derivation) -> None:
    """A tangent for each of two mechanisms, at one and the same ratio of the mixture."""
    alpha, _ = _order(d)
    t, v, _ = _powers(d, "likelihood4")
    total = number(0)
    weighed, ratios = [], []
    for name, of, weight, fact, k in (
        ("A", "likelihood0", atom("w"), "w >= 0", 0),
        ("B", "likelihood2", number(1) - atom("w"), "w <= 1", 1),
    ):
        p, q = atom(f"P.{name}", "y"), atom(f"Q.{name}", "y")
        power = _powers(d, of)[1]
        total = total + weight * (p * power - alpha * v * p + (alpha - number(1)) * v * t * q)
        weighed.append((f"tangent at likelihood4, of {of}", [fact, f"Q.{name} >= 0"]))
        ratios += [(weight * x, f"hypothesis {k}.1") for x in (power, alpha * v)]
    one = d.sum(_tangent(d, weighed, ratios, total, {"y": "y"}), "y")
    rest = d.sum(_at_most(d, "likelihood4"), "y")
    first = d.lemma(atom("w") * d.fact("hypothesis 0.0").expr, {}, ["w >= 0", "hypothesis 0.0"])
    second = d.lemma(
        (number(1) - atom("w")) * d.fact("hypothesis 1.0").expr, {}, ["w <= 1", "hypothesis 1.0"]
    )
    d.concluded(one, rest, first, second)


def product(d: Derivation) -> None:
    """The tangent of the product of two ratios; both moments are multiplied."""
    _composed(d, "M1", "M2", ("y",), ("z",))


def adaptive(d: Derivation) -> None:
    """The same where the first output chooses the second mechanism."""
    _composed(d, "M", "K", ("y",), ("y", "z"))


def _composed(
    d: Derivation, one: str, two: str, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    alpha, _ = _order(d)
    (r, w, above), (s, u, _) = _powers(d, "likelihood0"), _powers(d, "likelihood2")
    t, v, _ = _powers(d, "likelihood4")
    p, q = (atom(f"{side}.{one}", *first) for side in "PQ")
    x, y = (atom(f"{side}.{two}", *second) for side in "PQ")
    free = d.fact("likelihood4 >= 0").free
    gap = w * u - alpha * v
    claim = p * x * gap + (alpha - number(1)) * v * t * q * y
    tangent = "tangent at likelihood4, of likelihood0 likelihood2"
    ratios = [(gap * x, "hypothesis 0.1"), (gap * r * q, "hypothesis 1.1")]
    del s
    every = _tangent(d, [(tangent, [f"Q.{one} >= 0", f"Q.{two} >= 0"])], ratios, claim, free)
    through, rest = d.sum(every, *free), d.sum(_at_most(d, "likelihood4"), *free)
    inner = d.lemma(
        p * w * d.fact("hypothesis 1.0").expr, {v: v for v in first},
        products=[(f"P.{one} >= 0", *above, "hypothesis 1.0")], degree=0,
    )  # fmt: skip
    odds = [name for name in d.setting.axioms if name.startswith("e^") and name.endswith(">= 1")]
    outer = [n for n in odds if d.fact(n).expr.terms in _bounds(d)]
    parts = [("hypothesis 0.0", n) for n in outer] + [("hypothesis 0.0",)]
    d.lemma(d.goal.expr, {}, [through, rest, d.sum(inner, *first)], products=parts, degree=1)


def _bounds(d: Derivation) -> list[object]:
    """B − 1 of the second hypothesis."""
    names = [n for _, m in d.fact("hypothesis 1.0").expr.terms for (n, at), _ in m if not at]
    return [(atom(name) - number(1)).terms for name in names]


def from_pure(d: Derivation) -> None:
    """P·e^ε·w(e^ε) ≥ P·e^ε·w(t), from the tangent at t: P·(e^ε − t) ≥ 0, as t·Q ≤ P ≤ e^ε·Q."""
    p, odds, bound = atom("P.M", "y"), atom("e^eps"), atom("e^((alpha-1)*eps)")
    _, power, above = _powers(d, "likelihood0")
    known = [("likelihood0 at most", "e^eps >= 1"), ("likelihood0 at most",),
             ("likelihood0 >= 0", "hypothesis 0")]  # fmt: skip
    products = [("P.M >= 0", "tangent at likelihood0, of e^eps")]
    products += [(*more, *above, *each) for more in ((), ("alpha >= 2",)) for each in known]
    free = {"y": "y"}
    times = d.lemma(p * odds * (bound - power), free, products=products, degree=0)
    each = d.cancel(p * (bound - power), free, times, d.positive(odds, ["e^eps >= 1"]))
    d.concluded(d.sum(each, "y"), equations=[(bound, "P.M sums to 1")])


def to_approx(d: Derivation) -> None:
    """w(e^ε)·max(0, P − e^ε·Q) ≤ P·w(s): α times it is the tangent at e^ε and terms ≥ 0."""
    p, q, odds, bound = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps"), _power("eps")
    name, _ = d.part(p - odds * q)
    _, power, above = _powers(d, "likelihood0")
    free = {"y": "y"}
    zero = d.lemma(p * power, free, ["P.M >= 0", *above])
    gap = p * power - bound * (p - odds * q)
    parts = [(zero,), (zero, "alpha >= 2"), ("tangent at e^eps, of likelihood0", "Q.M >= 0")]
    powers = [f"{text} >= 1" for text in ("e^eps", "e^((alpha-1)*eps)")]
    parts += [("Q.M >= 0", *each) for each in (powers, powers[:1], powers[1:], [])]
    ratios = [(factor, "hypothesis 0.1") for factor in (power, ALPHA * bound)]
    times = d.lemma(ALPHA * gap, free, products=parts, equations=ratios, degree=0)
    over = d.cancel(gap, free, times, d.positive(ALPHA, ["alpha >= 2"]))
    total = d.sum(d.positive_part(name, ["y"], zero, over, bound), "y")
    spent = [(number(1), "quotient0, definition of a quotient")]
    scaled = d.lemma(
        bound * d.goal.expr, {}, [total, "hypothesis 0.0"], equations=spent, degree=1
    )  # fmt: skip
    d.cancel(d.goal.expr, {}, scaled, d.positive(bound, ["e^((alpha-1)*eps) >= 1"]))


def _power(loss: str) -> Sum:
    return atom(f"e^((alpha-1)*{loss})")


PROOFS = {
    "dp.post-processing.renyi": post_processing,
    "dp.composition.renyi": product,
    "dp.composition.renyi.adaptive": adaptive,
    "dp.convexity.renyi": mixture,
    "dp.pure-implies-renyi": from_pure,
    "dp.renyi-to-approx.moment": to_approx,
    "dp.post-processing.chi-squared": post_processing,
    "dp.composition.chi-squared": product,
    "dp.composition.chi-squared.adaptive": adaptive,
    "dp.convexity.chi-squared": mixture,
}
