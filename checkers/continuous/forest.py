"""A path's conditions as a forest: noises are nodes, conditions between two of them are edges.

Every node has a variable in which each edge bounds a difference, and the noises that are functions
of it; every edge an interval. What is no forest is refused with a reason, never approximated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.checkers.continuous.implied import cyclic, without_implied
from dpverify.checkers.continuous.order import Interval, compare
from dpverify.checkers.continuous.released import Affine, Released, eliminate
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Path
from dpverify.defs.errors import Undecided


@dataclass(frozen=True)
class Member:
    """A noise that equals slope·(w − ε·centre) for the variable w of its node, slope ≠ 0."""

    noise: int
    slope: Fraction
    centre: Shift


@dataclass(frozen=True)
class Node:
    """The noises of one variable w, its bounds, and its children: each bounds w − child's w."""

    members: tuple[Member, ...]
    bounds: Interval
    children: tuple[tuple[Interval, Node], ...]


@dataclass(frozen=True)
class Forest:
    """A path's probability: factor · ∏ fixed noises' densities · ∏ integrals of the roots.

    Args: roots with the Jacobian in `factor`; fixed (noise, place) with place in units of ε; ε to
        the power of `values`, the number of values released, is a factor too. None for a path
        that is impossible.
    """

    roots: tuple[Node, ...]
    factor: Fraction
    fixed: tuple[tuple[int, Shift], ...]
    values: int


def forest(path: Path, values: Sequence[Shift], noises: int) -> Forest | None:
    """The forest of a path whose released forms have the values given; None if impossible.

    Args: noises the number of noises of the program.
    Raises: Undecided("unsupported") with the reason.
    """
    solved = eliminate(path, values)
    plan = _Plan()
    for condition in path.conditions:
        if not plan.add(solved.of(condition)):
            return None
    if not plan.possible():
        return None
    groups = _groups(solved, noises)
    builder = _Builder(plan, groups)
    roots = tuple(builder.component(node) for node in builder.order() if node not in builder.seen)
    fixed = tuple((n, a.shift) for n, a in sorted(solved.fixed.items()) if not a.noises)
    return Forest(roots, builder.factor / solved.determinant, fixed, len(values))


@dataclass
class _Plan:
    """Intervals for single noises v_i, and for v_i + ratio·v_j."""

    single: dict[int, Interval] = field(default_factory=dict)
    pairs: dict[tuple[int, int], tuple[Fraction, Interval]] = field(default_factory=dict)

    def add(self, form: Affine) -> bool:
        """Take form ≥ 0 in; False where it is impossible."""
        if not form.noises:
            return compare(form.shift, Shift()) >= 0
        if len(form.noises) > 2:
            raise Undecided(
                "unsupported", f"a condition compares {len(form.noises)} noises; two are decided"
            )
        (first, factor), *rest = form.noises
        bound = form.shift * (-1 / factor)
        new = Interval(bound, None) if factor > 0 else Interval(None, bound)
        if not rest:
            self.single[first] = self.single.get(first, Interval()).both(new)
            return True
        second, other = rest[0]
        ratio, known = self.pairs.get((first, second), (other / factor, Interval()))
        if ratio != other / factor:
            raise Undecided(
                "unsupported", "two conditions compare the same two noises in different proportions"
            )
        self.pairs[first, second] = ratio, known.both(new)
        return True

    def possible(self) -> bool:
        """Leave implied bounds out where there is a cycle; False where nothing satisfies all."""
        if any(i.empty for i in [*self.single.values(), *(i for _, i in self.pairs.values())]):
            return False
        if cyclic(self.pairs) and all(ratio == -1 for ratio, _ in self.pairs.values()):
            left = without_implied(self.single, {k: i for k, (_, i) in self.pairs.items()})
            if left is None:
                return False
            self.pairs = {k: (Fraction(-1), i) for k, i in left.items()}
        return True


def _groups(solved: Released, noises: int) -> dict[int, list[tuple[int, Affine]]]:
    """By free noise: the noises that are functions of it, itself included."""
    groups: dict[int, list[tuple[int, Affine]]] = {
        n: [(n, Affine(((n, Fraction(1)),)))] for n in range(noises) if n not in solved.fixed
    }
    for noise, affine in sorted(solved.fixed.items()):
        if len(affine.noises) > 1:
            raise Undecided("unsupported", "a released value is a sum of noises that stay free")
        if affine.noises:
            groups[affine.noises[0][0]].append((noise, affine))
    return groups


class _Builder:
    """Walks each component from its root; `factor` collects the Jacobians."""

    def __init__(self, plan: _Plan, groups: dict[int, list[tuple[int, Affine]]]) -> None:
        self.plan, self.groups = plan, groups
        self.factor = Fraction(1)
        self.seen: set[int] = set()
        self.edges: dict[int, list[int]] = {node: [] for node in groups}
        for first, second in plan.pairs:
            self.edges[first].append(second)
            self.edges[second].append(first)

    def order(self) -> list[int]:
        """The nodes that matter, those with many edges first, so that a star's centre is a root."""
        nodes = [
            n
            for n, members in self.groups.items()
            if self.edges[n] or n in self.plan.single or len(members) > 1
        ]
        return sorted(nodes, key=lambda n: (-len(self.edges[n]), n))

    def component(self, root: int) -> Node:
        """The tree from a root, whose variable is the noise itself."""
        return self._node(root, Fraction(1), None)

    def _node(self, node: int, scale: Fraction, parent: int | None) -> Node:
        """The node whose variable is w = scale · noise."""
        self.seen.add(node)
        self.factor /= abs(scale)
        children = []
        for child in sorted(self.edges[node]):
            if child == parent:
                continue
            if child in self.seen:
                raise Undecided("unsupported", "the comparisons of noises form a cycle")
            interval, child_scale = self._edge(node, scale, child)
            children.append((interval, self._node(child, child_scale, node)))
        members = tuple(_member(noise, a, scale) for noise, a in self.groups[node])
        bounds = self.plan.single.get(node, Interval()).scaled(scale)
        return Node(members, bounds, tuple(children))

    def _edge(self, node: int, scale: Fraction, child: int) -> tuple[Interval, Fraction]:
        """The interval of w_node − w_child, and the scale of w_child."""
        key = (min(node, child), max(node, child))
        ratio, interval = self.plan.pairs[key]
        # first + ratio·second in the interval; make the factor of the node `scale`.
        if node == key[0]:
            return interval.scaled(scale), -ratio * scale
        return interval.scaled(scale / ratio), -scale / ratio


def _member(noise: int, affine: Affine, scale: Fraction) -> Member:
    """factor·(w/scale) + ε·shift = slope·(w − ε·centre)."""
    slope = affine.noises[0][1] / scale
    return Member(noise, slope, affine.shift * (-1 / slope))
