"""Re-checks the largest posterior of a goal over *all* ε·d-private channels; nothing is searched.

A posterior depends on one column of a channel, the likelihoods ℓ(x) = P(y|x), up to a factor:

    maximise  Σ_{x∈g} π(x)ℓ(x) / Σ_x π(x)ℓ(x)   with   0 ≤ ℓ(x) ≤ e^{ε·d(x,z)}·ℓ(z).

A certificate holds for each class of inputs at finite distances a potential h, with ℓ(x) =
e^{ε·h(x)}, and a spanning tree of it. Checked, in exact numbers:

- primal: h(x) ≤ h(z) + d(x,z) for every constraint, so that ℓ may be a column; its posterior is λ;
- dual: along each edge of the tree h(x) = h(z) + d(x,z), and what flows along it, the sum of
  s(x) = (1_g(x) − λ)·π(x)·ℓ(x) over the side of x, is ≥ 0.

Then λ is the largest posterior: with multipliers flow/ℓ(x) for the edges and any feasible m,
Σ (1_g − λ)·π·m = Σ_edges flow·(m(x)/ℓ(x) − m(z)/ℓ(z)) ≤ 0, since m(x) ≤ e^{ε·d}m(z) and ℓ(x) =
e^{ε·d}ℓ(z). Classes do not constrain each other, and the answer is the largest of theirs: a
posterior is an average of those within the classes.

What must never change: a value is returned only where all of this was confirmed; a sign that is
not told apart from 0 is Undecided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from flint import arb, fmpq

from dpverify.checkers.kernel.spaces import Space, growth
from dpverify.defs.numbers import Loss, Real, Value, total
from dpverify.defs.numbers.balls import not_separated, working_precision

BITS = (64, 256, 1024, 4096)
"""Precisions at which a sign is asked of balls before exact arithmetic is."""


@dataclass(frozen=True)
class Certificate:
    """A potential for each input, and its parent in the tree; None for the root of each class."""

    potentials: tuple[Fraction, ...]
    parents: tuple[int | None, ...]


class Fault(Exception):
    """What a certificate does not confirm; `edge` is the input whose edge carries a flow < 0."""

    def __init__(self, text: str, edge: int | None = None) -> None:
        super().__init__(text)
        self.edge = edge


def certified(space: Space, eps: Loss | Real, certificate: Certificate) -> Value | Real:
    """The largest posterior of the goal over all ε·d-private channels, as the certificate shows.

    Args:
        space: prior, goal, distances.
        eps: ε ≥ 0 in nats.
        certificate: potentials and parents, one for each input.

    Returns:
        λ in [0, 1]: exact where every e^{ε·h} is a value, else a ball.

    Raises:
        Fault: the certificate does not confirm it.
        Undecided: a sign was not told apart from 0.
    """
    sizes = {len(certificate.potentials), len(certificate.parents)}
    if sizes != {space.size} or eps < 0:
        raise Fault("the certificate has not one potential and one parent for each input")
    weights = likelihoods(space, eps, certificate.potentials)
    _check_primal(space, certificate)
    best: Value | Real | None = None
    for members in _classes(space, certificate):
        posterior = _checked_class(space, certificate, members, weights)
        if posterior is not None and (best is None or posterior > best):
            best = posterior
    if best is None:
        raise Fault("the prior gives every class probability 0")
    return best


def likelihoods(
    space: Space, eps: Loss | Real, potentials: Sequence[Fraction]
) -> list[Value | Real]:
    """π(x)·e^{ε·h(x)} for each input; each power is computed once."""
    powers: dict[Fraction, Value | Real] = {}
    masses: list[Value | Real] = []
    for p, h in zip(space.prior, potentials, strict=True):
        if h not in powers:
            powers[h] = growth(eps, h)
        masses.append(p * powers[h])
    return masses


def _check_primal(space: Space, certificate: Certificate) -> None:
    h = [fmpq(p.numerator, p.denominator) for p in certificate.potentials]
    for x, z, apart in space.constraints():
        if h[x] - h[z] > fmpq(apart.numerator, apart.denominator):
            raise Fault(f"the potentials of inputs {x} and {z} are too far apart")


def _classes(space: Space, certificate: Certificate) -> list[list[int]]:
    """The members of each tree, children before parents; no finite distance joins two trees."""
    children: dict[int, list[int]] = {}
    roots = []
    for x, parent in enumerate(certificate.parents):
        if parent is None:
            roots.append(x)
        elif 0 <= parent < space.size:
            children.setdefault(parent, []).append(x)
        else:
            raise Fault(f"the parent of input {x} is no input")
    trees = []
    for root in roots:
        order = [root]
        for x in order:  # grows while it is read
            order += children.get(x, [])
        trees.append(order[::-1])
    tree_of = {x: number for number, tree in enumerate(trees) for x in tree}
    if len(tree_of) != space.size or sum(map(len, trees)) != space.size:
        raise Fault("the parents are no forest over all inputs")
    if any(tree_of[x] != tree_of[z] for x, z, _ in space.constraints()):
        raise Fault("two trees are joined by a finite distance")
    return trees


def _checked_class(
    space: Space, certificate: Certificate, members: list[int], weights: list[Value | Real]
) -> Value | Real | None:
    """λ of one class, its flows checked; None where the prior gives the class probability 0."""
    hit = _sum([weights[x] for x in members if x in space.goal])
    whole = _sum([weights[x] for x in members])
    if whole == 0:
        return None
    flows = _Flows(hit, whole)
    for x in members:
        flows.add(x, weights[x], x in space.goal)
        parent = certificate.parents[x]
        if parent is None:
            continue
        step = certificate.potentials[x] - certificate.potentials[parent]
        up = space.distance(x, parent) == step  # ℓ(x) = e^{ε·d}·ℓ(parent): flows to the parent
        down = space.distance(parent, x) == -step
        if not (up or down):
            raise Fault(f"the edge from input {x} to its parent is not tight")
        # Tight in both directions, an edge may carry a flow of either sign: none is asked for.
        sign = 0 if up and down else flows.sign(x)
        if (sign < 0 and not down) or (sign > 0 and not up):
            raise Fault(f"the flow along the edge of input {x} is negative", x)
        flows.join(x, parent)
    return hit / whole


class _Flows:
    """The sums of s over subtrees, times Σπℓ: hit(subtree)·whole − hit·whole(subtree)."""

    def __init__(self, hit: Value | Real, whole: Value | Real) -> None:
        self.hit, self.whole = hit, whole
        self.sums: dict[int, list[list[Value | Real]]] = {}
        self.balls: dict[int, tuple[list[arb], list[arb]]] = {}
        self.exact = all(isinstance(n, Value) and n.is_rational for n in (hit, whole))
        self.totals = [[number.ball(bits) for bits in BITS] for number in (hit, whole)]

    def add(self, x: int, weight: Value | Real, counts: bool) -> None:
        """Give a node its own share, beside what its children brought."""
        mine = self.sums.setdefault(x, [[], []])
        mine[1].append(weight)
        if counts:
            mine[0].append(weight)
        if self.exact:
            self.sums[x] = [[_sum(part)] for part in mine]
            return
        balls = self.balls.setdefault(x, ([arb(0)] * len(BITS), [arb(0)] * len(BITS)))
        for level, bits in enumerate(BITS):
            with working_precision(bits):
                ball = weight.ball(bits)
                balls[1][level] = balls[1][level] + ball
                balls[0][level] = balls[0][level] + (ball if counts else arb(0))

    def join(self, x: int, parent: int) -> None:
        """Add a finished subtree to its parent's."""
        mine = self.sums.pop(x)
        theirs = self.sums.setdefault(parent, [[], []])
        for number in (0, 1):
            theirs[number] += mine[number]
        if not self.exact:
            balls = self.balls.pop(x)
            others = self.balls.setdefault(parent, ([arb(0)] * len(BITS), [arb(0)] * len(BITS)))
            for number in (0, 1):
                for level, bits in enumerate(BITS):
                    with working_precision(bits):
                        others[number][level] = others[number][level] + balls[number][level]

    def sign(self, x: int) -> int:
        """The sign of a subtree's sum of s."""
        ball: arb | None = None
        if not self.exact:
            for level, bits in enumerate(BITS):
                with working_precision(bits):
                    mine, all_mine = (part[level] for part in self.balls[x])
                    ball = mine * self.totals[1][level] - self.totals[0][level] * all_mine
                if ball > 0 or ball < 0:
                    return 1 if ball > 0 else -1
        hit, whole = (_sum(part) for part in self.sums[x])
        left, right = hit * self.whole, self.hit * whole
        if isinstance(left, Real) or isinstance(right, Real):
            raise not_separated(ball, BITS[-1])
        return (left > right) - (left < right)


def _sum(numbers: Sequence[Value | Real]) -> Value | Real:
    exact = total(n for n in numbers if isinstance(n, Value))
    return reduce(lambda a, b: a + b, (n for n in numbers if isinstance(n, Real)), exact)
