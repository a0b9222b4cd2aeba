"""The expected loss of privacy at risk: the chord for ε on good outputs, for ε₀ on the others.

t = e^ε, x = ε, and t0, x0 likewise; c0, c1 are 1 where the loss is within ε in either order, and
the good outputs are those where both are. With A and B the probabilities of the good outputs under
P and Q, the mean of the chords is linear in A and B, and falls in both: x·coth x grows with x, and
x/sinh x falls. So the worst case is A = B = γ = 1 − risk.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.derivations.expected_loss import (
    MEAN,
    ONE,
    PAIR,
    P,
    Q,
    Y,
    chord,
    finite,
    half_square,
    no_loss,
)
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import atom

T, T0, X, X0 = (atom(name) for name in ("e^eps", "e^eps0", "nats(eps)", "nats(eps0)"))
D, D1, D0 = X0 - X, T * T - ONE, T0 * T0 - ONE
GOOD = atom("case0", "y") * atom("case1", "y")
BAD = ONE - GOOD
RISK, U = atom("risk"), T0 - T
FIRST, SECOND = "e^eps >= 1", "e^eps0 >= 1"
NATS, NATS0 = "nats(eps) >= 0", "nats(eps0) >= 0"
MORE = "hypothesis 2"  # e^eps0 >= e^eps
BOUND = (ONE - RISK) * X * (T - ONE) * (T0 + ONE) + RISK * X0 * (T0 - ONE) * (T + ONE)
COTH = X0 * (T0 * T0 + ONE) * D1 - X * (T * T + ONE) * D0
SINH = X * T * D0 - X0 * T0 * D1
TWO = fmpq(2)
CLAIM = BOUND - (T + ONE) * (T0 + ONE) * MEAN
"""Times both denominators: what is to be shown of the mean."""


def mean(d: Derivation) -> str:
    """The claim, where t0 = 1, or t = 1 alone, by itself: then there is nothing to divide by."""
    good = d.lemma(GOOD, Y, ["case0 >= 0", "case1 >= 0"])
    rest = d.lemma(BAD, Y, ["case0 >= 0", "case0 <= 1", "case1 <= 1"])

    def apart(inside: Derivation, positive0: str) -> None:
        inside.cases(
            FIRST,
            Fact({}, CLAIM),
            lambda d, positive: _general(d, positive, positive0, good, rest),
            lambda d, zero: _good_is_lossless(d, zero, positive0, good, rest),
        )

    def lossless(inside: Derivation, zero: str) -> None:
        one = inside.lemma(ONE, {})
        none = inside.sum(no_loss(inside, ONE, (PAIR[0],), one, zero, "eps0"), "y")
        risk = ["risk <= 1", NATS, FIRST, SECOND]
        least = inside.lemma((ONE - RISK) * X * (T - ONE) * (T0 + ONE), {}, risk, degree=4)
        products = [(none, *odds) for odds in ((), (FIRST,), (SECOND,), (FIRST, SECOND))]
        factor = RISK * X0 * (T + ONE)
        inside.lemma(CLAIM, {}, [least], products=products, equations=[(factor, zero)])

    return d.cases(SECOND, Fact({}, CLAIM), apart, lossless)


def _means(d: Derivation, good: str, rest: str) -> tuple[str, str]:
    """The chords of good and of bad outputs, summed."""
    inside = ("case1 >= 0", "case0 yes"), ("case0 >= 0", "case1 yes")
    outside = (rest, PAIR[0]), (rest, PAIR[1])
    first = d.sum(chord(d, "eps", GOOD, inside, good), "y")
    return first, d.sum(chord(d, "eps0", BAD, outside, rest), "y")


def _general(d: Derivation, positive: str, positive0: str, good: str, rest: str) -> None:
    first, second = _means(d, good, rest)
    coth, sinh = _coth_grows(d, positive), _sinh_grows(d)
    squares = [d.lemma(excess, {}, [odds]) for excess, odds in ((D1, FIRST), (D0, SECOND))]
    scaled = d.lemma(
        (T - ONE) * (T0 - ONE) * CLAIM,
        {},
        products=[
            (first, squares[1]),
            (second, squares[0]),
            (coth, "hypothesis 1"),
            (sinh, "hypothesis 1, reversed"),
        ],
        equations=[
            (D1 * X0 * (T0 * T0 + ONE), "P.M sums to 1"),
            (X * (T * T + ONE) * D0, "P.M sums to 1"),
            (D1 * X0 * T0, "Q.M sums to 1"),
            (X * T * D0, "Q.M sums to 1"),
        ],
    )
    once = d.cancel((T0 - ONE) * CLAIM, {}, scaled, positive)
    d.cancel(CLAIM, {}, once, positive0)


def _good_is_lossless(d: Derivation, zero: str, positive0: str, good: str, rest: str) -> None:
    """Where t = 1 good outputs have no loss, and the same probability under P and Q."""
    _, second = _means(d, good, rest)
    none = d.sum(no_loss(d, GOOD, ("case1 >= 0", "case0 yes"), good, zero, "eps"), "y")
    same = d.lemma(
        GOOD * (P - Q),
        Y,
        products=[("case0 >= 0", "case1 yes")],
        equations=[(GOOD * P, zero)],
    )
    balance = d.sum(same, "y")
    scaled = d.lemma(
        (T0 - ONE) * CLAIM,
        {},
        products=[
            (none, SECOND, SECOND),
            (none, SECOND),
            (second,),
            (balance, NATS0),
            (balance, NATS0, SECOND),
            ("hypothesis 1", NATS0, SECOND, SECOND),
        ],
        equations=[
            (MEAN * D0, zero),
            (X * (ONE - RISK) * D0, zero),
            (RISK * X0 * (T0 - ONE) * (T0 - ONE), zero),
            (X0 * (T0 * T0 + ONE), "P.M sums to 1"),
            (X0 * T0, "P.M sums to 1"),
            (X0 * T0, "Q.M sums to 1"),
        ],
    )
    d.cancel(CLAIM, {}, scaled, positive0)


def _coth_grows(d: Derivation, positive: str) -> str:
    """x0·coth x0 ≥ x·coth x, from ln s ≥ 2(s−1)/(s+1) for s = t0/t, and x ≤ sinh x."""

    def apart(inside: Derivation, above: str) -> None:
        h = inside.cancel((T0 + T) * D - U.scaled(TWO), {}, "ln of e^eps0 / e^eps, 2", above)
        g = inside.cancel(D1 - (T * X).scaled(TWO), {}, "ln of e^eps / 1, 1", positive)
        odds = [FIRST, MORE]
        square = inside.lemma(D1, {}, [FIRST])
        left = inside.lemma(T * (T0 * T0 + ONE), {}, [FIRST, SECOND], degree=3)
        right = inside.lemma((T0 + T) * (T0 + T), {}, [FIRST, SECOND])
        gap = (T * (T0 * T0 + ONE)).scaled(TWO) - (T0 + T) * (T0 + T)
        more = inside.lemma(gap, {}, odds, degree=3)
        scaled = inside.lemma(
            T * (T0 + T) * COTH,
            {},
            products=[(left, square, h), (MORE, right, g), (MORE, square, more)],
        )
        inside.cancel(COTH, {}, scaled, inside.positive(T * (T0 + T), [FIRST, SECOND], 2))

    def same(inside: Derivation, zero: str) -> None:
        square = inside.lemma(D1 * (T0 * T0 + ONE), {}, [FIRST, SECOND], degree=4)
        scaled = inside.lemma(
            T0 * COTH,
            {},
            products=[(square, "ln of e^eps / e^eps0, 0")],
            equations=[
                ((T0 * T0 + ONE) * D1, zero),
                (X * T0 * (T0 + T), zero),
            ],
        )
        inside.cancel(COTH, {}, scaled, inside.positive(T0, [SECOND]))

    return d.cases(MORE, Fact({}, COTH), apart, same)


def _sinh_grows(d: Derivation) -> str:
    """x0/sinh x0 ≤ x/sinh x, from ln s ≤ (s − 1/s)/2, and x ≥ 2·tanh(x/2)."""
    h = half_square(d)
    least = (T * X * (T0 * T + ONE)).scaled(TWO) - (T0 + T) * D1

    def apart(inside: Derivation, above: str) -> None:
        gap = T0 * T0 - T * T - (T0 * T * D).scaled(TWO)
        less = inside.cancel(gap, {}, "ln of e^eps0 / e^eps, 1", above)
        square = inside.lemma(D1, {}, [FIRST])
        scaled = inside.lemma(
            (T + ONE) * least,
            {},
            [FIRST, MORE],
            degree=5,
            products=[(h, *(FIRST,) * i, *(MORE,) * j) for i in range(4) for j in range(2)],
        )
        f = inside.cancel(least, {}, scaled, inside.positive(T + ONE, [FIRST]))
        twice = inside.lemma((T * SINH).scaled(TWO), {}, products=[(square, less), (MORE, f)])
        inside.cancel(SINH, {}, twice, inside.positive(T.scaled(TWO), [FIRST]))

    def same(inside: Derivation, zero: str) -> None:
        square = inside.lemma(D1 * T0, {}, [FIRST, SECOND], degree=3)
        scaled = inside.lemma(
            T * SINH,
            {},
            products=[(square, "ln of e^eps0 / e^eps, 0")],
            equations=[(T0 * D1, zero), (T * X * (T0 * T + ONE), zero)],
        )
        inside.cancel(SINH, {}, scaled, inside.positive(T, [FIRST]))

    return d.cases(MORE, Fact({}, SINH), apart, same)


def _divided(d: Derivation, claim: str, *more: tuple[str, ...]) -> None:
    """The goal, from the claim about the same times (t + 1)·(t0 + 1)."""
    goal, both = d.setting.goals[-1], (T + ONE) * (T0 + ONE)
    quotients = [key for key in d.setting.axioms if key.endswith("of a quotient")]
    factors = ((T0 + ONE), (T + ONE))
    scaled = d.lemma(
        both * goal.expr,
        {},
        products=[(claim,), *more],
        equations=list(zip(factors, quotients, strict=False)),
    )
    once = d.cancel((T0 + ONE) * goal.expr, {}, scaled, d.positive(T + ONE, [FIRST]))
    d.cancel(goal.expr, {}, once, d.positive(T0 + ONE, [SECOND]))


def sharp(d: Derivation) -> None:
    """The bound with both hyperbolic tangents is the claim itself."""
    finite(d)
    _divided(d, mean(d))


def printed(d: Derivation) -> None:
    """x·tanh(x/2) ≤ x²/2 for both losses."""
    finite(d)
    first, second = half_square(d), half_square(d, "eps0")
    every = [
        (h, nats, risk, *odds)
        for h, nats, risk, other in (
            (first, NATS, "risk <= 1", SECOND),
            (second, NATS0, "risk >= 0", FIRST),
        )
        for odds in ((), (other,))
    ]
    _divided(d, mean(d), *every)


PROOFS: dict[str, Callable[[Derivation], None]] = {
    "par.composition.mean": sharp,
    "par.composition.mean.printed": printed,
}
