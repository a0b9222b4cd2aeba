"""The expected loss: l ≤ x·coth x − (x/sinh x)·e^(−l) on [−x, x], in the mean over the outputs.

With t = e^x and r = e^l that is (t² − 1)·l ≤ x·(t² + 1 − 2t/r): both sides agree at r = t and at
r = 1/t, and between them two tangents to the logarithm, each weighted by the distance from the
other's end, give it. Times P it is a sum of products of facts, without a division.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.lemma import Product
from dpverify.proofs.sums import Sum, atom, number

P, Q, T, X = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps"), atom("nats(eps)")
R, L, N = atom("ratio0", "y"), atom("loss0", "y"), atom("null0", "y")
ONE, Y = number(1), {"y": "y"}
MEAN = (P * L).over(Y)
PAIR = ("hypothesis 0", "hypothesis 0, reversed")


def chord(d: Derivation, name: str, weight: Sum, bounds: tuple[Product, Product], rest: str) -> str:
    """weight·(x·((t²+1)·P − 2t·Q) − (t² − 1)·P·l) ≥ 0 for one loss.

    `bounds` are weight·(tQ − P) and weight·(tP − Q) as products; `rest` is the fact weight ≥ 0.
    """
    t, x = atom(f"e^{name}"), atom(f"nats({name})")
    below, above = bounds
    claim = weight * (x * ((t * t + ONE) * P - (t * Q).scaled(fmpq(2))) - (t * t - ONE) * P * L)
    return d.lemma(
        claim,
        Y,
        products=[
            (*above, f"output 0, ln of r / e^{name}"),
            (*below, f"output 0, ln of r * e^{name}"),
            (rest, "null0 >= 0", "P.M >= 0", f"e^{name} >= 1", f"e^{name} >= 1"),
            (rest, "null0 >= 0", "P.M >= 0", f"e^{name} >= 1"),
        ],
        equations=[(weight * (t * t - ONE), "output 0, ratio")],
    )


def no_loss(d: Derivation, weight: Sum, below: Product, rest: str, zero: str, name: str) -> str:
    """−weight·P·l ≥ 0 where t = 1: l ≤ r − 1, and P·r ≤ P."""
    t = atom(f"e^{name}")
    return d.lemma(
        -weight * P * L,
        Y,
        products=[
            (rest, "P.M >= 0", "output 0, ln of r / 1"),
            (*below, "output 0, ratio >= 0"),
            (rest, "P.M >= 0", "null0 >= 0", f"e^{name} >= 1"),
            (rest, "P.M >= 0", "null0 >= 0"),
        ],
        equations=[(weight * t, "output 0, ratio"), (weight * P, zero)],
    )


def finite(d: Derivation) -> None:
    """P is 0 where Q is, for P ≤ e^ε·Q."""
    goal = d.setting.goals[0]
    odds = T if "e^eps0 >= 1" not in d.setting.axioms else atom("e^eps0")
    d.lemma(
        goal.expr,
        Y,
        products=[("null0 >= 0", "hypothesis 0")],
        equations=[(-odds, "output 0, null")],
    )


def bounded(d: Derivation) -> str:
    """(t + 1)·E[L] ≤ x·(t − 1); times t − 1 it is the mean of the chord."""
    claim = X * (T - ONE) - (T + ONE) * MEAN

    def positive(inside: Derivation, above_one: str) -> None:
        first, second = PAIR
        one = inside.lemma(ONE, {})
        total = inside.sum(chord(inside, "eps", ONE, ((first,), (second,)), one), "y")
        equations = [
            inside.equation(X * (T * T + ONE), "P.M sums to 1", {}),
            inside.equation(X * T, "Q.M sums to 1", {}),
        ]
        scaled = inside.lemma((T - ONE) * claim, {}, [total], equations=equations, degree=1)
        inside.cancel(claim, {}, scaled, above_one)

    def zero(inside: Derivation, is_one: str) -> None:
        one = inside.lemma(ONE, {})
        total = inside.sum(no_loss(inside, ONE, (PAIR[0],), one, is_one, "eps"), "y")
        inside.lemma(
            claim,
            {},
            [total],
            equations=[(MEAN, is_one), (X, is_one)],
            products=[(total, "e^eps >= 1")],
        )

    return d.cases("e^eps >= 1", Fact({}, claim), positive, zero)


def half_square(d: Derivation, name: str = "eps") -> str:
    """(t + 1)·x ≥ 2·(t − 1), from the same times t − 1."""
    t, x = atom(f"e^{name}"), atom(f"nats({name})")
    claim = (t + ONE) * x - (t - ONE).scaled(fmpq(2))

    def positive(inside: Derivation, above_one: str) -> None:
        inside.cancel(claim, {}, f"ln of e^{name} / 1, 2", above_one)

    def zero(inside: Derivation, is_one: str) -> None:
        facts = [f"nats({name}) >= 0", f"e^{name} >= 1"]
        inside.lemma(claim, {}, facts, equations=[is_one])

    return d.cases(f"e^{name} >= 1", Fact({}, claim), positive, zero)


def _divided(d: Derivation, *facts: str, quotient: bool = False) -> None:
    """The goal, from facts about the same times t + 1."""
    goal = d.setting.goals[-1]
    equations = ["quotient0, definition of a quotient"] if quotient else []
    scaled = d.lemma(
        (T + ONE) * goal.expr,
        {},
        degree=1,
        using=facts,
        products=[(fact, "nats(eps) >= 0") for fact in facts]
        + [("e^eps >= 1", "e^eps >= 1", "nats(eps) >= 0"), ("e^eps >= 1", "nats(eps) >= 0")],
        equations=equations,
    )
    d.cancel(goal.expr, {}, scaled, d.positive(T + ONE, ["e^eps >= 1"]))


def tanh(d: Derivation) -> None:
    """x·(t − 1)/(t + 1) is the bound itself."""
    finite(d)
    _divided(d, bounded(d), quotient=True)


def linear(d: Derivation) -> None:
    """x·(t − 1) is larger, as t + 1 ≥ 1."""
    finite(d)
    _divided(d, bounded(d))


def square(d: Derivation) -> None:
    """x²/2 is larger, as x/2 ≥ (t − 1)/(t + 1)."""
    finite(d)
    _divided(d, bounded(d), half_square(d))


PROOFS: dict[str, Callable[[Derivation], None]] = {
    "dp.expected-loss.tanh": tanh,
    "dp.expected-loss.linear": linear,
    "dp.expected-loss.half-square": square,
}
