"""The expected loss, for proofs: atoms for the loss of an output, and what is known of logarithms.

Trusted, with the proof kernel. E_P[L] is Σ P·l, where l = ln r and P = r·Q. Where Q is 0 an atom n
is 1, and there r = 1, l = 0; a bound from above also claims that P is 0 there. Where P is 0 < Q,
l is any number far below 0. Three inequalities about logarithms are axioms, for t > 0:

    ln t ≤ t − 1
    (t − 1)·(t − 1/t − 2·ln t) ≥ 0
    (t − 1)·((t + 1)·ln t − 2·(t − 1)) ≥ 0

since both brackets are 0 at t = 1, with the derivatives (1 − 1/t)² and ln t + 1/t − 1, which are
≥ 0. The first is said of t = r/e^ε, e^ε/r, r·e^ε and 1/(r·e^ε), the others of the quotient of any
two odds, for every loss ε of the statement. What must never change: each axiom is true of all laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from flint import fmpq

from dpverify.proofs.kernel import Fact
from dpverify.proofs.sum_logic import Formula, OddsAlgebra, Term, indicator, unsupported
from dpverify.proofs.sums import Sum, atom, number

EXPECTED_LOSS = {"expected-loss-at-most": True, "expected-loss-at-least": False}
"""The comparisons that are read here, and whether the bound is one from above."""

ONE = number(1)
Logarithms = Mapping[str, tuple[Sum, Sum]]
"""By a text: a number t ≥ 1, and ln t."""


def expected_loss(
    definition: str,
    laws: tuple[Sequence[Term], Sequence[Term]],
    bound: Term,
    losses: Mapping[str, Sum],
    algebra: OddsAlgebra,
) -> Formula:
    """What is to be shown where E_P[ln(P/Q)] is at most, or at least, the bound.

    Args:
        definition: one of EXPECTED_LOSS.
        laws: a representative of each part of the outputs, under P and under Q.
        bound: the term of the bound.
        losses: the odds of each loss parameter.
        algebra: makes `nats`; its logic gets the axioms.
    """
    axioms, known = algebra.logic.axioms, _logarithms(losses, algebra)
    axioms.update(_about_odds(known))
    goals, weighed = [], []
    for p, q in zip(*laws, strict=True):
        if p.indices != q.indices or p.given:
            raise unsupported("the expected loss of laws with other index variables")
        count = sum(key.endswith(", ratio") for key in axioms)
        output = _output(f"output {count}", count, p, q, known)
        axioms.update(output)
        goals.append(Fact(p.free, -atom(f"null{count}", *p.free) * p.expr))
        weighed.append(Term(p.expr * atom(f"loss{count}", *p.free), p.free))
    mean, most = algebra.logic.total(weighed), EXPECTED_LOSS[definition]
    if most:
        return [*goals, *algebra.logic.le(mean, bound)]
    return algebra.logic.le(bound, mean)


def _logarithms(losses: Mapping[str, Sum], algebra: OddsAlgebra) -> Logarithms:
    return {
        "1": (ONE, number(0)),
        **{f"e^{name}": (odds, algebra.nats(odds)) for name, odds in losses.items()},
    }


def _about_odds(known: Logarithms) -> Iterator[tuple[str, Fact]]:
    """The three inequalities for each quotient s/t of known numbers, times powers of t."""
    for (a, (s, x)), (b, (t, y)) in permutations(known.items(), 2):
        less, gap = s - t, x - y
        first = less - t * gap
        second = less * (s * s - t * t - (s * t * gap).scaled(fmpq(2)))
        third = less * ((s + t) * gap - less.scaled(fmpq(2)))
        for k, claim in enumerate((first, second, third)):
            yield f"ln of {a} / {b}, {k}", Fact({}, claim)


def _output(
    name: str, count: int, p: Term, q: Term, known: Logarithms
) -> Iterator[tuple[str, Fact]]:
    """The ratio r, its logarithm l, and n, which is 1 where Q is 0."""
    free = p.free
    r, loss, n = (atom(f"{kind}{count}", *free) for kind in ("ratio", "loss", "null"))
    yield from indicator(f"null{count}", n, free).items()
    yield f"{name}, null", Fact(free, n * q.expr, "=")
    yield f"{name}, null ratio", Fact(free, n * (r - ONE), "=")
    yield f"{name}, null loss", Fact(free, n * loss, "=")
    yield f"{name}, ratio >= 0", Fact(free, r)
    yield f"{name}, ratio", Fact(free, p.expr - r * q.expr - n * p.expr, "=")
    for text, (t, x) in known.items():
        yield f"{name}, ln of r / {text}", Fact(free, r - t - t * (loss - x))
        yield f"{name}, ln of {text} / r", Fact(free, t - r - r * (x - loss))
        yield f"{name}, ln of r * {text}", Fact(free, r * t - ONE - loss - x)
        yield f"{name}, ln of 1 / (r * {text})", Fact(free, ONE - r * t + r * t * (loss + x))
