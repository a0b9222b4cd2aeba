"""Random spaces, and oracles for the largest posterior: HiGHS and z3."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import z3
from scipy.optimize import linprog

from dpverify.defs.guessing import Space


def seeded(seed: int) -> Random:
    """The same instances each time."""
    return Random(seed)  # noqa: S311  samples, no secrets


def random_space(draw: Random, most: int = 8) -> Space:
    """Up to 8 inputs: points in a plane or on a line, some weights 0, some distances 0 or inf."""
    n = draw.randint(2, most)
    weights = [draw.choice([0, 1, 1, 2, 5]) for _ in range(n)]
    weights[draw.randrange(n)] += 1
    prior = [Fraction(w, sum(weights)) for w in weights]
    goal = [i for i in range(n) if draw.random() < 0.4] or [draw.randrange(n)]
    if draw.random() < 0.3:
        points = sorted(draw.sample(range(12), n))
        return Space.line([Fraction(p, 2) for p in points], prior, goal)
    spots = [(draw.randint(0, 3), draw.randint(0, 3), draw.random() < 0.1) for _ in range(n)]
    matrix = [
        ["inf" if a[2] != b[2] else abs(a[0] - b[0]) + abs(a[1] - b[1]) for b in spots]
        for a in spots
    ]
    return Space.of(prior, matrix, goal)


def odds_of(base: Fraction, apart: Fraction) -> Fraction:
    """base^d for a distance that is a multiple of 1/2, base a square."""
    root = Fraction(int(base.numerator**0.5), int(base.denominator**0.5))
    assert root**2 == base
    return root ** int(2 * apart)


def by_highs(space: Space, base: Fraction) -> float:
    """The linear programme in floats, over all pairs."""
    n = space.size
    prior = [float(p.as_fraction()) for p in space.prior]
    rows = []
    for x in range(n):
        for z in range(n):
            apart = space.distance(x, z)
            if x != z and apart is not None:
                row = [0.0] * n
                row[x], row[z] = 1.0, -float(odds_of(base, apart))
                rows.append(row)
    goal = [-p if x in space.goal else 0.0 for x, p in enumerate(prior)]
    done = linprog(
        goal, A_ub=rows or None, b_ub=[0.0] * len(rows) or None, A_eq=[prior], b_eq=[1.0]
    )
    assert done.status == 0
    return float(-done.fun)


def by_z3(space: Space, base: Fraction) -> Fraction:
    """The same in z3's exact rationals."""
    n = space.size
    unknowns = [z3.Real(f"l{x}") for x in range(n)]
    prior = [z3.Q(p.as_fraction().numerator, p.as_fraction().denominator) for p in space.prior]
    solver = z3.Optimize()
    solver.add(*(u >= 0 for u in unknowns))
    solver.add(z3.Sum([p * u for p, u in zip(prior, unknowns, strict=True)]) == 1)
    for x in range(n):
        for z in range(n):
            apart = space.distance(x, z)
            if x != z and apart is not None:
                odds = odds_of(base, apart)
                factor = z3.Q(odds.numerator, odds.denominator)
                solver.add(unknowns[x] <= factor * unknowns[z])
    best = solver.maximize(z3.Sum([prior[x] * unknowns[x] for x in space.goal]))
    assert solver.check() == z3.sat
    return Fraction(str(solver.upper(best)))
