"""Randomised response attains the bounds of the expected loss: its two losses are x and −x."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

ONE, RISK = number(1), atom("risk")


def _each(d: Derivation, count: int, name: str, weight: Sum, positive: str, kept: int) -> list[str]:
    """P·l ≥ ±x·P for the outputs count and count + 1, one of each sign, by tangents at t and 1/t.

    `kept` is the quotient t/(t+1); `positive` says that the weight is not negative.
    """
    t, x, w = atom(f"e^{name}"), atom(f"nats({name})"), atom(f"quotient{kept}")
    defined = f"quotient{kept}, definition of a quotient"
    more = d.positive(t + ONE, [f"e^{name} >= 1"])
    large = d.cancel(
        w, {}, d.lemma((t + ONE) * w, {}, [f"e^{name} >= 1"], equations=[defined]), more
    )
    rest = d.lemma((t + ONE) * (ONE - w), {}, [], equations=[defined])
    small = d.cancel(ONE - w, {}, rest, more)
    odds = d.positive(t, [f"e^{name} >= 1"])
    facts_of_pairs = []
    for k in (count, count + 1):
        loss, n = atom(f"loss{k}"), atom(f"null{k}")
        null = d.fact(f"output {k}, null").expr
        likely = not (null - n * weight * (ONE - w)).terms
        p, q = (w, ONE - w) if likely else (ONE - w, w)
        p, q = weight * p, weight * q
        if likely:
            facts_of_pairs.append(
                d.lemma(
                    p * (loss - x),
                    {},
                    products=[(positive, small, f"output {k}, ln of e^{name} / r")],
                    equations=[
                        (loss - x - ONE, f"output {k}, ratio"),
                        (p, f"output {k}, null loss"),
                        (weight - (x + ONE) * n * weight, defined),
                        (-(x + ONE) * t, f"output {k}, null"),
                    ],
                )
            )
            continue
        scaled = d.lemma(
            t * p * (loss + x),
            {},
            products=[(positive, large, f"output {k}, ln of 1 / (r * e^{name})")],
            equations=[
                (t * (loss + x - ONE), f"output {k}, ratio"),
                (t * p, f"output {k}, null loss"),
                (weight, defined),
                ((x - ONE) * n * weight, defined),
                (x - ONE, f"output {k}, null"),
            ],
        )
        facts_of_pairs.append(d.cancel(p * (loss + x), {}, scaled, odds))
    return facts_of_pairs


def attained(d: Derivation) -> None:
    """(t + 1)·(2t/(t+1) − 1) = t − 1, for either input."""
    t, x = atom("e^eps"), atom("nats(eps)")
    one = d.lemma(ONE, {})
    defined = [f"quotient{k}, definition of a quotient" for k in (0, 1)]
    for k, goal in enumerate(d.setting.goals):
        parts = _each(d, 2 * k, "eps", ONE, one, 0)
        scaled = d.lemma(
            (t + ONE) * goal.expr,
            {},
            products=[(part, *odds) for part in parts for odds in ((), ("e^eps >= 1",))],
            equations=[(x, defined[0]), defined[1]],
        )
        d.cancel(goal.expr, {}, scaled, d.positive(t + ONE, ["e^eps >= 1"]))


def attained_by_two(d: Derivation) -> None:
    """The same for either response, with its weight."""
    odds = {name: f"e^{name} >= 1" for name in ("eps", "eps0")}
    defined = [f"quotient{k}, definition of a quotient" for k in range(4)]
    t, t0 = atom("e^eps"), atom("e^eps0")
    x, x0 = atom("nats(eps)"), atom("nats(eps0)")
    for k, goal in enumerate(d.setting.goals):
        parts = _each(d, 4 * k, "eps", ONE - RISK, "risk <= 1", 0)
        parts += _each(d, 4 * k + 2, "eps0", RISK, "risk >= 0", 1)
        factors = [(), (odds["eps"],), (odds["eps0"],), tuple(odds.values())]
        scaled = d.lemma(
            (t + ONE) * (t0 + ONE) * goal.expr,
            {},
            products=[(part, *factor) for part in parts for factor in factors],
            equations=[
                (x * (ONE - RISK) * (t0 + ONE), defined[0]),
                (x0 * RISK * (t + ONE), defined[1]),
                (t0 + ONE, defined[2]),
                (t + ONE, defined[3]),
            ],
        )
        more, more0 = (
            d.positive(part + ONE, [odds[name]]) for part, name in ((t, "eps"), (t0, "eps0"))
        )
        once = d.cancel((t0 + ONE) * goal.expr, {}, scaled, more)
        d.cancel(goal.expr, {}, once, more0)


PROOFS = {
    "dp.expected-loss.attained": attained,
    "par.composition.mean.attained": attained_by_two,
}
