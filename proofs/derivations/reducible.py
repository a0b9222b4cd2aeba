"""Where the release does not depend on B, and a law that stands between two others."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.derivations import convexity, post_processing, two_forms
from dpverify.proofs.sums import atom

P, Q, W, E = atom("P.R", "y"), atom("Q.R", "y"), atom("none.W", "b"), atom("e^eps")
DELTA, EVERY, Y = atom("delta"), {"b": "b", "y": "y"}, {"y": "y"}


def passive_to_active(d: Derivation) -> None:
    """W·max(0, p − E·q) ≤ max(0, W·(p − E·q)), summed over b and y."""
    (one, m), (shown, n) = d.part(P - E * Q), d.part(W * (P - E * Q))
    above = d.lemma(n - W * (P - E * Q), EVERY, [f"{shown} above"])
    zero = d.lemma(n, EVERY, [f"{shown} >= 0"])
    total = d.sum(d.positive_part(one, ["y"], zero, above, W), "b", "y")
    whole = d.sum(d.equation(m, "none.W sums to 1", Y), "y")
    d.concluded(total, "assumed", equations=[whole])


def active_to_passive(d: Derivation) -> None:
    """max(0, W·(p − E·q)) ≤ W·max(0, p − E·q), summed over b and y."""
    (one, m), (shown, _) = d.part(P - E * Q), d.part(W * (P - E * Q))
    zero = d.lemma(W * m, EVERY, ["none.W >= 0", f"{one} >= 0"])
    above = d.lemma(W * (m - P + E * Q), EVERY, ["none.W >= 0", f"{one} above"])
    total = d.sum(d.positive_part(shown, ["b", "y"], zero, above), "b", "y")
    whole = d.sum(d.equation(m, "none.W sums to 1", Y), "y")
    d.concluded(total, "assumed", equations=[whole])


def middle(d: Derivation) -> None:
    """max(0, p − E²·q) ≤ max(0, p − E·m) + E·max(0, m − E·q), for either order."""
    at = {name: atom(f"{name}.M", "y") for name in ("first", "middle", "last")}
    for goal, (a, b) in zip(d.setting.goals, (("first", "last"), ("last", "first")), strict=True):
        p, m, q = at[a], at["middle"], at[b]
        (one, i), (two, j), (both, _) = (
            d.part(p - E * m), d.part(m - E * q), d.part(p - E * E * q),
        )  # fmt: skip
        bound, facts = i + E * j, ["e^eps >= 1", f"{one} >= 0", f"{two} >= 0"]
        zero = d.lemma(bound, Y, facts)
        above = d.lemma(bound - p + E * E * q, Y, [*facts, f"{one} above", f"{two} above"])
        total = d.sum(d.positive_part(both, ["y"], zero, above), "y")
        hypotheses = {name: d.fact(name).expr for name in d.axioms("hypothesis 0")}
        spent = [name for name, expr in hypotheses.items() if one in str(expr)]
        more = [name for name, expr in hypotheses.items() if two in str(expr)]
        scaled = d.lemma(E * hypotheses[more[0]], {}, ["e^eps >= 1", more[0]])
        d.concluded(total, spent[0], scaled, goal=goal)


PROOFS = {
    "pk.reducible.equivalent": (passive_to_active, active_to_passive),
    "pk.apkdp.indistinguishable": two_forms.PROOFS["dp.two-forms.approx"],
    "pk.apkdp.convexity": convexity.hidden,
    "pk.apkdp.post-processing": post_processing.approx,
    "pk.middle-law": middle,
}
