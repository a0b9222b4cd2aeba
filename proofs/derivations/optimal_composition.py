"""Two (ε,δ)-DP mechanisms together, at total variation: the δ of Kairouz, Oh and Viswanath.

Of each mechanism, with m = max(0, p − Eq) and m' = max(0, q − Ep), what is left are a = p − m and
b = q − m', each at most E times the other. With K = E² − 1, output by output,

    K·max(0, pr − qs) ≤ K·(m·r + a·n) + (Ea − b)(Ec − d),

where r, s, n, n', c, d are the other mechanism's. Summed, u = Σa and the like are at least 1 − δ,
and the rest is one inequality between numbers. It is divided by K where E > 1; where E = 1 the
last product is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.lemma import Reference
from dpverify.proofs.sums import Sum, atom, number

E, ONE = atom("e^eps"), number(1)
K, H = E * E - ONE, ONE - atom("delta")
BOTH = {"y": "y", "y'": "y"}
AT_LEAST_ONE = "e^eps >= 1"


@dataclass(frozen=True)
class Side:
    """One mechanism: what is known of it at its index variable, and of its sums."""

    p: Sum
    q: Sum
    m: Sum
    back: Sum
    name: str
    index: str

    @property
    def a(self) -> Sum:
        """What is left of p."""
        return self.p - self.m

    @property
    def b(self) -> Sum:
        """What is left of q."""
        return self.q - self.back

    def total(self, term: Sum) -> Sum:
        """The sum of a term over the outputs."""
        return term.over({self.index: "y"})

    @property
    def u(self) -> Sum:
        """1 − Σ m, which is Σ a."""
        return ONE - self.total(self.m)

    @property
    def v(self) -> Sum:
        """1 − Σ m', which is Σ b."""
        return ONE - self.total(self.back)

    def at(self, name: str) -> Reference:
        """A fact about it, at its own index variable."""
        return name if self.index == "y" else (name, (("y", self.index),))

    def sums_to_one(self, side: str) -> str:
        """The equation that its probabilities sum to 1."""
        return f"{side}.{self.name} sums to 1"


@dataclass(frozen=True)
class Known:
    """The facts of one mechanism, by name: a, b, Eb − a, Ea − b, m, m' and the sums."""

    side: Side
    names: dict[str, Reference]
    sums: list[str]


def known(d: Derivation, name: str, index: str, hypothesis: str) -> Known:
    """The facts about a mechanism, from what is assumed of it."""
    p, q = atom(f"P.{name}", "y"), atom(f"Q.{name}", "y")
    (part, m), (other, n) = d.part(p - E * q), d.part(q - E * p)
    free = {"y": "y"}
    least = {"p": f"P.{name} >= 0", "q": f"Q.{name} >= 0"}
    forward = d.lemma(E * q, free, [AT_LEAST_ONE, least["q"]])
    backward = d.lemma(E * p, free, [AT_LEAST_ONE, least["p"]])
    a = d.positive_part(part, ["y"], least["p"], forward)
    b = d.positive_part(other, ["y"], least["q"], backward)
    steep = [AT_LEAST_ONE, *least.values(), f"{part} >= 0", f"{other} >= 0"]
    near = d.lemma(m + K * p, free, steep, degree=3)
    far = d.lemma(n + K * q, free, steep, degree=3)
    less = d.positive_part(other, ["y"], f"{part} above", near, E)
    more = d.positive_part(part, ["y"], f"{other} above", far, E)
    names = {"a": a, "b": b, "Eb-a": less, "Ea-b": more, "m": f"{part} >= 0", "m'": f"{other} >= 0"}
    at = {"y": index}
    side = Side(p.renamed(at), q.renamed(at), m.renamed(at), n.renamed(at), name, index)
    ones = [f"P.{name} sums to 1", f"Q.{name} sums to 1"]
    weighed = [(E, weight) for weight in ones]
    sums = [hypothesis, f"{hypothesis}, reversed"]
    for fact, claim in ((less, E * side.v - side.u), (more, E * side.u - side.v)):
        total = d.sum(fact, "y")
        sums.append(d.lemma(claim, {}, [total], equations=[*ones, *weighed], degree=1))
    sums.append(d.lemma(side.u, {}, [d.sum(a, "y")], equations=ones, degree=1))
    sums.append(d.lemma(side.v, {}, [d.sum(b, "y")], equations=ones, degree=1))
    return Known(side, {key: side.at(fact) for key, fact in names.items()}, sums)


def two(d: Derivation) -> None:
    """The δ of two mechanisms at total variation."""
    one = known(d, "A1", "y", "hypothesis 0")
    other = known(d, "A2", "y'", "hypothesis 1")

    def apart(inside: Derivation, assumed: str) -> None:
        _where_above_one(inside, assumed, one, other)

    def equal(inside: Derivation, assumed: str) -> None:
        _where_one(inside, assumed, one, other)

    d.cases(AT_LEAST_ONE, d.goal, apart, equal)


def _where_above_one(d: Derivation, assumed: str, one: Known, other: Known) -> None:
    x, y = one.side, other.side
    part, whole = d.part(x.p * y.p - x.q * y.q)
    steep = d.lemma(K, {}, [AT_LEAST_ONE])
    spread = (E * x.a - x.b) * (E * y.a - y.b)
    bound = K * (x.m * y.p + x.a * y.m) + spread
    products = [
        (steep, one.names["m"], y.at("P.A2 >= 0")),
        (steep, one.names["a"], other.names["m"]),
        (one.names["Ea-b"], other.names["Ea-b"]),
        (steep, one.names["b"], other.names["m'"]),
        (steep, one.names["m'"], other.names["b"]),
        (steep, one.names["m'"], other.names["m'"]),
        (one.names["Eb-a"], other.names["Eb-a"]),
    ]
    zero = d.lemma(bound, BOTH, products=products, degree=0)
    above = d.lemma(bound - K * (x.p * y.p - x.q * y.q), BOTH, products=products, degree=0)
    total = d.sum(d.positive_part(part, ["y", "y'"], zero, above, K), "y", "y'")
    far, near = E * x.u - x.v, E * y.u - y.v
    beyond = E * y.total(y.a) - y.total(y.b)
    summed = K * (ONE - x.u * y.u) + far * near - K * whole.over(BOTH)
    equations = [
        (K * y.total(y.m) + E * beyond, x.sums_to_one("P")),
        (beyond, x.sums_to_one("Q")),
        (K * x.total(x.m) + E * far, y.sums_to_one("P")),
        (far, y.sums_to_one("Q")),
    ]
    least = d.lemma(summed, {}, [total], equations=equations, degree=1)
    rest = E * (x.u * y.v + x.v * y.u) - x.u * y.u - x.v * y.v - number(2) * (E - ONE) * H * H
    numbers = [*one.sums, *other.sums, AT_LEAST_ONE, "delta <= 1"]
    inner = d.lemma(rest, {}, numbers, degree=3)
    square = d.lemma((ONE + E) * (ONE + E), {}, [AT_LEAST_ONE])
    scaled = K * (ONE + E) * (ONE + E) * d.goal.expr
    bounded = d.lemma(
        scaled,
        {},
        products=[(square, least), (square, inner)],
        equations=[(K, "quotient0, definition of a quotient")],
        degree=0,
    )
    above_one = (ONE + E) * (ONE + E) * (ONE + E)
    half = d.cancel(above_one * d.goal.expr, {}, bounded, assumed)
    d.cancel(d.goal.expr, {}, half, d.positive(above_one, [AT_LEAST_ONE], degree=3))


def _where_one(d: Derivation, assumed: str, one: Known, other: Known) -> None:
    x, y = one.side, other.side
    part, whole = d.part(x.p * y.p - x.q * y.q)
    bound = x.m * y.p + x.a * y.m
    products = [
        (one.names["m"], y.at("P.A2 >= 0")),
        (one.names["a"], other.names["m"]),
        (one.names["b"], other.names["m'"]),
        (one.names["m'"], other.names["b"]),
        (one.names["m'"], other.names["m'"]),
        (one.names["Eb-a"], other.names["b"]),
        (one.names["a"], other.names["Eb-a"]),
        (AT_LEAST_ONE, one.names["Eb-a"], other.names["b"]),
    ]
    zero = d.lemma(bound, BOTH, products=products, degree=0)
    equations = [(factor * x.b * y.b, assumed) for factor in (ONE, E)]
    gap = bound - x.p * y.p + x.q * y.q
    above = d.lemma(gap, BOTH, products=products, equations=equations, degree=0)
    total = d.sum(d.positive_part(part, ["y", "y'"], zero, above), "y", "y'")
    ones = [(y.total(y.m), x.sums_to_one("P")), (x.total(x.m), y.sums_to_one("P"))]
    summed = ONE - x.u * y.u - whole.over(BOTH)
    least = d.lemma(summed, {}, [total], equations=ones, degree=1)
    square = (ONE + E) * (ONE + E)
    quotient = "quotient0, definition of a quotient"
    rest = d.goal.expr - summed
    numbers = [*one.sums, *other.sums, "delta <= 1"]
    product = d.lemma(x.u * y.u - H * H, {}, numbers)
    scaled = d.lemma(
        square * rest,
        {},
        products=[(d.lemma(square, {}, [AT_LEAST_ONE]), product)],
        equations=[quotient, (H * H, assumed), (E * H * H, assumed)],
        degree=0,
    )
    more = d.cancel(rest, {}, scaled, d.positive(square, [AT_LEAST_ONE], degree=2))
    d.concluded(least, more)


PROOFS = {"dp.optimal-composition.two": two}
