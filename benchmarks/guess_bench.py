"""`python -m benchmarks.guess_bench`: the largest posterior over all ε·d-private channels.

Random priors (weights uniform in 1 … 50) and goals; seconds for the search together with the exact
check of its certificate; once, for nothing is kept between runs. `main bound` is the bound of the
source, for how far it is from the truth.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from time import perf_counter

from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing import Space, main_bound
from dpverify.defs.numbers import Loss, ln

EPS = (("ln(2)", ln(2)), ("ln(11/10)", ln("11/10")), ("1/10", Loss(Fraction(1, 10))))


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'space':<32}{'ε':>12}{'seconds':>10}{'worst':>12}{'main bound':>12}")
    for name, space in (
        ("100 points on a line", line(100)),
        ("500 points on a line", line(500)),
        ("60 points in a plane, max metric", plane(60)),
    ):
        for text, eps in EPS:
            start = perf_counter()
            found = worst_posterior(space, eps).value
            seconds = perf_counter() - start
            bound = main_bound(space, eps).approx()
            print(f"{name:<32}{text:>12}{seconds:>10.2f}{found.approx():>12.6f}{bound:>12.6f}")


def line(n: int) -> Space:
    """Neighbouring points at distance 1, a goal of a tenth of them."""
    draw = Random(n)  # noqa: S311  a sample, no secret
    goal = [i for i in range(n) if abs(i - n // 3) <= n // 20]
    return Space.line(list(range(n)), _prior(draw, n), goal)


def plane(n: int) -> Space:
    """Whole points of a square, a goal of a fifth of them."""
    draw = Random(n)  # noqa: S311  a sample, no secret
    spots = [(draw.randint(0, 20), draw.randint(0, 20)) for _ in range(n)]
    far = [[max(abs(a[0] - b[0]), abs(a[1] - b[1])) for b in spots] for a in spots]
    return Space.of(_prior(draw, n), far, [i for i in range(n) if draw.random() < 1 / 5])


def _prior(draw: Random, n: int) -> list[Fraction]:
    weights = [draw.randint(1, 50) for _ in range(n)]
    return [Fraction(w, sum(weights)) for w in weights]


if __name__ == "__main__":
    main()
