"""The largest posterior of a goal over all ε·d-private channels: pivots propose, a checker decides.

The linear programme in the likelihoods has the vertices e^{ε·h} with h determined by a spanning
tree of tight constraints (see `certificates.worst_posterior`). From one tree to the next: where the
flow along an edge has the wrong sign, the side that carries too much of wrong guesses is lowered
until another constraint is tight. Floats choose the edges; potentials are exact all the time. What
is found is checked exactly, and where the checker names an edge, the search goes on from there.

A general solver would see likelihoods between e^{−ε·R} and 1 with one absolute tolerance, and lose
all that are small; potentials have no such range. HiGHS and z3 are the oracles of the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, lcm
from typing import Any

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.kernel.certificates.worst_posterior import Certificate, Fault, certified
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError, InternalError, Undecided
from dpverify.defs.guessing.space import Space, growth
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value, as_eps

NEGLIGIBLE = 1e-11
"""Flows relative to what passes the node; smaller ones are left to the exact checker."""
MAX_PIVOTS = 20_000
MAX_FLOAT_BITS = 960
"""Of an integer that becomes a float; sums of up to 2^60 of them stay below 2^1024."""
Constraints = list[list[tuple[int, int]]]


@dataclass(frozen=True)
class WorstPosterior:
    """The largest posterior, with what proves that it is attained and that nothing exceeds it."""

    value: Value | Real
    space: Space
    eps: Loss | Real
    certificate: Certificate

    def channel(self) -> Channel:
        """An ε·d-private channel of two outputs whose first, "y", attains the value."""
        return attaining_channel(self.space, self.eps, self.certificate)


def worst_posterior(
    space: Space,
    eps: Any,
    *,
    time_limit: float | None = None,
    start: Certificate | None = None,
) -> WorstPosterior:
    """sup P[X ∈ g | M(X) ∈ Y] over all ε·d-private channels M and events Y; it is attained.

    Args:
        space: prior, goal, distances; infinite distances must separate classes.
        eps: ε ≥ 0 in nats, a text or an exact number; for exact answers e^{ε·d} must be a value.
        time_limit: seconds; None for no limit.
        start: a certificate for the same distances, with another goal or ε, to begin at.

    Returns:
        The value with its certificate, accepted by the checker.

    Raises:
        DomainError: eps is negative.
        ChannelError: a distance is infinite in one direction only, or between inputs that a chain
            of finite ones joins; or a distance is 0 in one direction only.
        Undecided: out of time, or a sign was not told apart from 0.

    Source:
        The bound of Pankova, Laud 2022 made tight; a linear programme with its dual.

    >>> from dpverify.defs.numbers import ln
    >>> line = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 3])
    >>> str(worst_posterior(line, ln(2)).value)
    '2/3'
    """
    rate = as_eps(eps)
    if rate < 0:
        raise DomainError(f"eps = {rate} is negative; a privacy loss bound is ≥ 0")
    eps, budget = rate, Budget(time_limit)
    search = _Search(space, eps, budget, start)
    for root in search.roots:
        search.improve(root)
    for _ in range(MAX_PIVOTS):
        budget.check()
        certificate = search.certificate()
        try:
            value = certified(space, eps, certificate)
        except Fault as fault:
            if fault.edge is None:
                raise InternalError(f"a proposed certificate is refused: {fault}") from fault
            search.pivot(fault.edge)
            continue
        return WorstPosterior(value, space, eps, certificate)
    raise Undecided("bits", f"no certificate was found in {MAX_PIVOTS} steps")


def attaining_channel(space: Space, eps: Loss | Real, certificate: Certificate) -> Channel:
    """The channel that outputs "y" with probability s·e^{ε·h(x)} on the best class, where h ≤ 0.

    Its other output is private too. Where distances are symmetric, s = 1/2: with ℓ(x) ≥ ℓ(z)/E and
    ℓ(z) ≤ 1, 1 − ℓ(x)/2 ≤ E·(1 − ℓ(z)/2) because ℓ(z)·(E − 1/E) ≤ 2·(E − 1), that is
    ℓ(z)·(E + 1) ≤ 2·E. Else s ≤ 1 − 1/E for every E > 1 as well, so that s·E·ℓ(z) ≤ E − 1.
    """
    best, top = _best_class(space, eps, certificate)
    scale = _scale(space, eps)
    rows = []
    for x, h in enumerate(certificate.potentials):
        power = growth(eps, h - top) * scale if x in best else ZERO
        if isinstance(power, Real):
            raise Undecided("unsupported", "a channel needs an e^(ε·d) that is an exact value")
        rows.append([power, ONE - power])
    inputs = [str(x) for x in range(space.size)]
    matrix = [[_shown(space.distance(x, z)) for z in range(space.size)] for x in range(space.size)]
    return Channel(inputs, ["y", "n"], rows, distance=matrix, prior=space.prior)


def _scale(space: Space, eps: Loss | Real) -> Value | Real:
    """How likely the first output may be at most, so that the other one is private too."""
    half = ONE / 2
    if all(space.distance(z, x) == apart for x, z, apart in space.constraints()):
        return half
    nearest = min((apart for _, _, apart in space.constraints() if apart), default=Fraction(0))
    most = ONE - ONE / growth(eps, nearest)
    return min(half, most) if most > 0 else half


def _shown(apart: Fraction | None) -> Fraction | str:
    return "inf" if apart is None else apart


def _best_class(
    space: Space, eps: Loss | Real, certificate: Certificate
) -> tuple[set[int], Fraction]:
    """The inputs of the class with the largest posterior, and the highest potential there."""
    from dpverify.checkers.kernel.certificates.worst_posterior import likelihoods

    weights = likelihoods(space, eps, certificate.potentials)
    chosen: tuple[Value | Real, set[int]] | None = None
    for members in _trees(certificate.parents):
        hit, whole = ZERO + ZERO, ZERO + ZERO
        parts: list[Value | Real] = [hit, whole]
        for x in members:
            parts[1] = parts[1] + weights[x]
            parts[0] = parts[0] + weights[x] if x in space.goal else parts[0]
        if parts[1] != 0 and (chosen is None or parts[0] / parts[1] > chosen[0]):
            chosen = parts[0] / parts[1], members
    if chosen is None:
        raise ChannelError("the prior gives every class probability 0")
    return chosen[1], max(certificate.potentials[x] for x in chosen[1])


def _trees(parents: tuple[int | None, ...]) -> list[set[int]]:
    trees: dict[int, set[int]] = {}
    for x in range(len(parents)):
        top = x
        while (parent := parents[top]) is not None:
            top = parent
        trees.setdefault(top, set()).add(x)
    return list(trees.values())


class _Search:
    """Trees of tight constraints, in whole multiples of one unit of distance."""

    def __init__(
        self,
        space: Space,
        eps: Loss | Real,
        budget: Budget = UNLIMITED,
        start: Certificate | None = None,
    ) -> None:
        self.space, self.budget = space, budget
        listed = list(space.constraints())
        unit = lcm(*(apart.denominator for _, _, apart in listed)) if listed else 1
        longest = max((abs(apart.numerator) * unit for _, _, apart in listed), default=1)
        if max(unit, longest).bit_length() > MAX_FLOAT_BITS:
            raise Undecided("precision", "the distances are further apart than floats can follow")
        self.unit = unit
        self.rate = eps.approx() / unit
        self.above: Constraints = [[] for _ in range(space.size)]
        self.scaled: dict[tuple[int, int], int] = {}
        for x, z, apart in listed:
            self.scaled[x, z] = int(apart * unit)
            self.above[x].append((z, self.scaled[x, z]))
        if any(not apart and self.scaled.get((z, x)) for (x, z), apart in self.scaled.items()):
            raise ChannelError(_NOTHING_ONE_WAY)
        self.prior = [p.approx() for p in space.prior]
        self.potentials = [0] * space.size
        self.parents: list[int | None] = [None] * space.size
        self.roots = self._first_trees()
        if start is not None:  # feasible, for it was one with these distances; checked in the end
            self.potentials = [int(h * unit) for h in start.potentials]
            self.parents = list(start.parents)
            self.roots = [x for x, parent in enumerate(start.parents) if parent is None]

    def certificate(self) -> Certificate:
        """What the search stands at."""
        exact = tuple(Fraction(h, self.unit) for h in self.potentials)
        return Certificate(exact, tuple(self.parents))

    def _first_trees(self) -> list[int]:
        """From a root in the goal, if there is one, down by shortest distances (Dijkstra 1959)."""
        from heapq import heappop, heappush

        order = sorted(self.space.goal, key=lambda x: -self.prior[x])
        seen: set[int] = set()
        roots = []
        for root in [*order, *range(self.space.size)]:
            if root in seen:
                continue
            roots.append(root)
            reached: set[int] = set()
            queue: list[tuple[int, int, int | None]] = [(0, root, None)]
            while queue:
                far, x, parent = heappop(queue)
                if x in reached:
                    continue
                if x in seen:
                    raise ChannelError(_ONE_WAY)
                reached.add(x)
                self.potentials[x], self.parents[x] = -far, parent
                for z, apart in self.above[x]:
                    if z not in reached:
                        heappush(queue, (far + apart, z, x))
            self._check_two_ways(reached)
            seen |= reached
        return roots

    def _check_two_ways(self, reached: set[int]) -> None:
        """Each input of a class must constrain back: every one has a way to the root."""
        into: dict[int, list[int]] = {}
        for x in reached:
            for z, _ in self.above[x]:
                into.setdefault(z, []).append(x)
        found = [next(x for x in reached if self.parents[x] is None)]
        known = {*found}
        for x in found:
            for z in into.get(x, []):
                if z not in known:
                    known.add(z)
                    found.append(z)
        if known != reached:
            raise ChannelError(_ONE_WAY)

    def improve(self, root: int) -> None:
        """Pivot while floats see a flow of the wrong sign."""
        for _ in range(MAX_PIVOTS):
            self.budget.check()
            edge = self._worst_edge(root)
            if edge is None or not self.pivot(edge):
                return

    def _order(self, root: int) -> list[int]:
        children: dict[int, list[int]] = {}
        for x, parent in enumerate(self.parents):
            if parent is not None:
                children.setdefault(parent, []).append(x)
        order = [root]
        for x in order:
            order += children.get(x, [])
        return order

    def _worst_edge(self, root: int) -> int | None:
        """The edge that carries, by floats, the most in the wrong direction."""
        order = self._order(root)
        top = max(self.potentials[x] for x in order)
        weight = {x: self.prior[x] * exp(self.rate * (self.potentials[x] - top)) for x in order}
        whole = sum(weight.values())
        if whole <= 0:
            return None
        hit = sum(weight[x] for x in order if x in self.space.goal)
        share = hit / whole
        sums = {x: ((x in self.space.goal) - share) * weight[x] for x in order}
        sizes = dict(weight)
        worst, edge = 0.0, None
        for x in reversed(order[1:]):
            parent = self.parents[x]
            if parent is None:
                continue
            wrong = -sums[x] if self._goes_up(x, parent) else sums[x]
            if wrong > NEGLIGIBLE * sizes[x] and wrong > worst and not self._both(x, parent):
                worst, edge = wrong, x
            sums[parent] += sums[x]
            sizes[parent] += sizes[x]
        return edge

    def _goes_up(self, x: int, parent: int) -> bool:
        """Whether the edge is ℓ(x) = e^{ε·d}·ℓ(parent), which carries towards the parent."""
        step = self.potentials[x] - self.potentials[parent]
        return self.scaled.get((x, parent)) == step

    def _both(self, x: int, parent: int) -> bool:
        return self.scaled.get((x, parent)) == self.scaled.get((parent, x)) == 0

    def pivot(self, edge: int) -> bool:
        """Cut the edge of an input and lower the upper side until a constraint from below is tight.

        Returns: whether another tree was found; False where nothing stops the fall.
        """
        parent = self.parents[edge]
        if parent is None:
            return False
        below = set(self._order(edge))
        high = below if self._goes_up(edge, parent) else set(self._order(self._root(edge))) - below
        best: tuple[int, int, int] | None = None
        for a in self._order(self._root(edge)):
            if a in high:
                continue
            for b, apart in self.above[a]:
                if b in high:
                    slack = apart - (self.potentials[a] - self.potentials[b])
                    if best is None or (slack, a, b) < best:
                        best = slack, a, b
        if best is None:
            return False
        fall, a, b = best
        for x in high:
            self.potentials[x] -= fall
        self._hang(below, *((a, b) if a in below else (b, a)))
        return True

    def _root(self, x: int) -> int:
        while (parent := self.parents[x]) is not None:
            x = parent
        return x

    def _hang(self, below: set[int], inner: int, outer: int) -> None:
        """Make `inner` the top of the cut part, hanging from `outer`."""
        previous, x = outer, inner
        while True:
            after = self.parents[x]
            self.parents[x] = previous
            if after is None or after not in below:
                return
            previous, x = x, after


_ONE_WAY = (
    "a distance is infinite in one direction only, or between inputs that finite ones join;"
    " infinite distances must separate classes of inputs"
)
# P(y|x) ≤ P(y|z) for every y makes both rows one, which no column by itself says.
_NOTHING_ONE_WAY = (
    "a distance is 0 in one direction only; then both inputs have the same law under every private"
    " channel: write 0 in both directions"
)
