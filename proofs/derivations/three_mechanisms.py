"""Three (ε,δ)-DP mechanisms together, at ε: the δ of Kairouz, Oh and Viswanath.

As for two (`optimal_composition`): with c = Ea − b and d = Eb − a, both at least 0, and K = E² − 1,

    K²·max(0, p₁p₂p₃ − E·q₁q₂q₃) ≤ K²·(m₁p₂p₃ + a₁m₂p₃ + a₁a₂m₃) + E·c₁c₂c₃,

because E·c₁c₂c₃ − K²·a₁a₂a₃ + K²E·b₁b₂b₃ = E·Σ c·d·d + (E² + 1)·d₁d₂d₃. Summed, what is left is
an inequality between u = Σa, v = Σb ≥ h = 1 − δ, which falls in three steps, a mechanism each.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.derivations.optimal_composition import (
    AT_LEAST_ONE,
    ONE,
    E,
    H,
    K,
    Known,
    known,
)
from dpverify.proofs.lemma import Multiple, Product, Reference
from dpverify.proofs.sums import Sum, number

ALL = {"y": "y", "y'": "y", "y''": "y"}
QUOTIENT = "quotient0, definition of a quotient"
UP = ONE + E


def three(d: Derivation) -> None:
    """The δ of three mechanisms at ε."""
    every = [
        known(d, f"A{k}", f"y{prime}", f"hypothesis {k - 1}")
        for k, prime in ((1, ""), (2, "'"), (3, "''"))
    ]

    def apart(inside: Derivation, assumed: str) -> None:
        _Three(inside, every).where_above_one(assumed)

    def equal(inside: Derivation, assumed: str) -> None:
        _Three(inside, every).where_one(assumed)

    d.cases(AT_LEAST_ONE, d.goal, apart, equal)


def _product(factors: Sequence[Sum]) -> Sum:
    result = ONE
    for factor in factors:
        result = result * factor
    return result


def _with_odds(products: Sequence[Product], most: int) -> list[Product]:
    """Each product, also times powers of E − 1."""
    return [
        (*(AT_LEAST_ONE,) * power, *product) for product in products for power in range(most + 1)
    ]


class _Three:
    """The two branches; `every` are the facts about each mechanism."""

    def __init__(self, d: Derivation, every: Sequence[Known]) -> None:
        self.d, self.every = d, every
        self.sides = [mechanism.side for mechanism in every]
        self.whole = _product([side.p for side in self.sides]) - E * _product(
            [side.q for side in self.sides]
        )
        self.part, self.positive = d.part(self.whole)
        self.u = [side.u for side in self.sides]
        self.v = [side.v for side in self.sides]

    def _lost(self) -> list[Product]:
        """m₁p₂p₃, a₁m₂p₃, a₁a₂m₃."""
        first, second, third = (mechanism.names for mechanism in self.every)
        p2, p3 = (self.sides[k].at(f"P.A{k + 1} >= 0") for k in (1, 2))
        return [
            (first["m"], p2, p3),
            (first["a"], second["m"], p3),
            (first["a"], second["a"], third["m"]),
        ]

    def _more(self) -> list[Product]:
        """m'₁q₂q₃, b₁m'₂q₃, b₁b₂m'₃."""
        first, second, third = (mechanism.names for mechanism in self.every)
        q2, q3 = (self.sides[k].at(f"Q.A{k + 1} >= 0") for k in (1, 2))
        return [
            (first["m'"], q2, q3),
            (first["b"], second["m'"], q3),
            (first["b"], second["b"], third["m'"]),
        ]

    def _bound(self, p: Sequence[Sum], m: Sequence[Sum], factor: Sum) -> Sum:
        a = [x - y for x, y in zip(p, m, strict=True)]
        return factor * (m[0] * p[1] * p[2] + a[0] * m[1] * p[2] + a[0] * a[1] * m[2])

    def _ones(self, spread: Sum, factor: Sum) -> list[Multiple]:
        """What makes Σp and Σq of each mechanism 1 in the summed bound, one after the other."""
        p = [side.total(side.p) for side in self.sides]
        q = [side.total(side.q) for side in self.sides]
        m = [side.total(side.m) for side in self.sides]
        n = [side.total(side.back) for side in self.sides]

        def summed() -> Sum:
            far = [E * (p[k] - m[k]) - (q[k] - n[k]) for k in range(3)]
            return self._bound(p, m, factor) + spread * _product(far)

        equations: list[Multiple] = []
        for k, side in enumerate(self.sides):
            for totals, name in ((p, "P"), (q, "Q")):
                slope = []
                for value in (ONE, number(0)):
                    totals[k] = value
                    slope.append(summed())
                totals[k] = ONE
                equations.append((slope[0] - slope[1], side.sums_to_one(name)))
        return equations

    # ------------------------------------------------------------ E > 1

    def where_above_one(self, assumed: str) -> None:
        d = self.d
        steep = d.lemma(K, {}, [AT_LEAST_ONE])
        total = self._summed(steep)
        least = self._numbers(steep)
        up = d.lemma(UP, {}, [AT_LEAST_ONE], degree=1)
        cube = d.lemma(UP * UP * UP, {}, [AT_LEAST_ONE], degree=3)
        goal = d.goal.expr
        scale = _product([UP] * 6)
        low = E - ONE
        claim = low * low * low * scale * goal
        products = [(steep, cube, total), (up, least)]
        name = d.lemma(claim, {}, products=products, equations=[(K * K * K, QUOTIENT)], degree=0)
        for factor in (low * low, low, ONE):
            name = d.cancel(factor * scale * goal, {}, name, assumed)
        d.cancel(goal, {}, name, d.positive(scale, [AT_LEAST_ONE], degree=6))

    def _summed(self, steep: str) -> str:
        """K²·(1 − u₁u₂u₃) + E·c₁c₂c₃ − K²·Σ max(0, ·) ≥ 0."""
        d, square = self.d, K * K
        far = [E * side.a - side.b for side in self.sides]
        p, m = [side.p for side in self.sides], [side.m for side in self.sides]
        bound = self._bound(p, m, square) + E * _product(far)
        c = [mechanism.names["Ea-b"] for mechanism in self.every]
        low = [mechanism.names["Eb-a"] for mechanism in self.every]
        lost: list[Product] = [(steep, steep, *factors) for factors in self._lost()]
        more: list[Product] = [(steep, steep, *factors) for factors in self._more()]
        mixed: list[Product] = [(c[k], *(low[j] for j in range(3) if j != k)) for k in range(3)]
        zero = d.lemma(bound, ALL, products=[*lost, *_with_odds([tuple(c)], 1)], degree=0)
        products = [*_with_odds([*more, *mixed], 1), *_with_odds([tuple(low)], 2)]
        above = d.lemma(bound - square * self.whole, ALL, products=products, degree=0)
        total = d.sum(d.positive_part(self.part, list(ALL), zero, above, square), *ALL)
        beyond = [E * u - v for u, v in zip(self.u, self.v, strict=True)]
        claim = square * (ONE - _product(self.u)) + E * _product(beyond)
        claim = claim - square * self.positive.over(ALL)
        return d.lemma(claim, {}, [total], equations=self._ones(E, square), degree=1)

    def _numbers(self, steep: str) -> str:
        """(1 + E)²·f ≥ (K·h)³·(3E + 1), where K³·u₁u₂u₃ = f + E·K·c₁c₂c₃."""
        d = self.d
        c = [E * u - v for u, v in zip(self.u, self.v, strict=True)]
        low = [E * v - u for u, v in zip(self.u, self.v, strict=True)]
        f = K * K * K * _product(self.u) - E * K * _product(c)
        alpha = E * (c[1] * low[2] + low[1] * c[2]) + low[1] * low[2]
        beta = E * c[1] * c[2]
        last = number(2) * E * c[2] + UP * low[2]
        names = [self._of_sums(mechanism) for mechanism in self.every]
        (u1, v1, _, _), (u2, v2, c2, d2), (u3, v3, c3, d3) = names
        first = d.lemma(
            f - K * H * (alpha + beta),
            {},
            products=_with_odds(
                [
                    (steep, u1, c2, d3),
                    (steep, u1, d2, c3),
                    (steep, u1, d2, d3),
                    (steep, v1, c2, c3),
                ],
                1,
            ),
            degree=0,
        )
        second = d.lemma(
            UP * (alpha + beta) - K * H * last,
            {},
            products=_with_odds([(steep, u2, c3), (steep, u2, d3), (steep, v2, c3)], 1),
            degree=0,
        )
        third = d.lemma(
            UP * last - K * H * (number(3) * E + ONE),
            {},
            products=_with_odds([(steep, u3), (steep, v3)], 1),
            degree=0,
        )
        claim = UP * UP * f - _product([K * H] * 3) * (number(3) * E + ONE)
        small = "delta <= 1"
        products: list[Product] = [
            *_with_odds([(first,)], 2),
            *_with_odds([(steep, small, second)], 1),
            (steep, steep, small, small, third),
        ]
        return d.lemma(claim, {}, products=products, degree=0)

    def _of_sums(self, mechanism: Known) -> tuple[Reference, Reference, Reference, Reference]:
        """u − h, v − h, Eu − v and Ev − u, each at least 0."""
        below, above, low, far, *_ = mechanism.sums
        return below, above, far, low

    # ------------------------------------------------------------ E = 1

    def where_one(self, assumed: str) -> None:
        d = self.d
        p, m = [side.p for side in self.sides], [side.m for side in self.sides]
        bound = self._bound(p, m, ONE)
        zero = d.lemma(bound, ALL, products=self._lost(), degree=0)
        a, b, low = (
            [mechanism.names[key] for mechanism in self.every] for key in ("a", "b", "Eb-a")
        )
        products = [
            *_with_odds(self._more(), 1),
            *_with_odds([(b[0], b[1], low[2])], 2),
            *_with_odds([(b[0], a[2], low[1])], 1),
            (a[1], a[2], low[0]),
        ]
        left = _product([side.b for side in self.sides])
        equations = [(_product([E] * k) * left, assumed) for k in range(3)]
        above = d.lemma(bound - self.whole, ALL, products=products, equations=equations, degree=0)
        total = d.sum(d.positive_part(self.part, list(ALL), zero, above), *ALL)
        summed = ONE - _product(self.u) - self.positive.over(ALL)
        least = d.lemma(summed, {}, [total], equations=self._ones(number(0), ONE), degree=1)
        cube = UP * UP * UP
        rest = d.goal.expr - summed
        scaled = d.lemma(
            cube * rest,
            {},
            products=[(d.lemma(cube, {}, [AT_LEAST_ONE], degree=3), self._large())],
            equations=[
                QUOTIENT,
                *((_product([E] * k) * H * H * H, assumed) for k in range(3)),
            ],
            degree=0,
        )
        more = d.cancel(rest, {}, scaled, d.positive(cube, [AT_LEAST_ONE], degree=3))
        d.concluded(least, more)

    def _large(self) -> str:
        """u₁u₂u₃ ≥ h³."""
        below = [self._of_sums(mechanism)[0] for mechanism in self.every]
        positive = [mechanism.sums[4] for mechanism in self.every]
        small = "delta <= 1"
        products: list[Product] = [
            (below[0], positive[1], positive[2]),
            (small, below[1], positive[2]),
            (small, small, below[2]),
        ]
        return self.d.lemma(_product(self.u) - H * H * H, {}, products=products, degree=0)


PROOFS = {"dp.optimal-composition.three": three}
