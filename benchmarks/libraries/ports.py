"""Ports with `draw` of what is compiled or has no end, and the functions that they stand for.

Each port is decided in place of the library's code, and compared with it by `conform`: by samples,
since the code cannot be run on every path.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import dpverify as dv

DRAWS = 20_000
"""Samples of each side on an input."""


class Port(NamedTuple):
    """A mechanism of a library: the port and the function, the claim, samples of each side."""

    library: str
    name: str
    claim: str
    make: Callable[[], tuple[Any, Callable[[Any], Any]]]
    delta: str = ""
    draws: int = DRAWS


def opendp_threshold() -> tuple[Any, Any]:
    """The count of one key with integer Laplace noise of scale 1, released from 5 on."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = (
        dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int)),
        dp.l01inf_distance(dp.absolute_distance(T=int)),
    )
    library = dp.m.make_laplace_threshold(*space, scale=1.0, threshold=5)

    @dv.mechanism(inputs=[0, 1])
    def threshold(count: int, draw: dv.Draw) -> int | None:
        if count == 0:
            return None  # a key that does not occur is never released
        noisy: int = count + draw.discrete_laplace(1)
        return noisy if noisy >= 5 else None

    return threshold, lambda count: library({"key": count} if count else {}).get("key")


def opendp_laplace() -> tuple[Any, Any]:
    """Integer Laplace noise of scale 1."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    library = dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=1.0)

    @dv.mechanism(inputs=[0, 1])
    def laplace(count: int, draw: dv.Draw) -> int:
        noisy: int = count + draw.discrete_laplace(1)
        return noisy

    return laplace, library


def pydp_laplace() -> tuple[Any, Any]:
    """Laplace noise of scale 1 on a float."""
    from pydp.algorithms import numerical_mechanisms

    library = numerical_mechanisms.LaplaceMechanism(1.0, 1.0)

    @dv.mechanism(inputs=[0, 1])
    def laplace(value: int, draw: dv.Draw) -> Any:
        return value + draw.laplace(1)

    return laplace, lambda value: library.add_noise(float(value))


def pydp_partitions() -> tuple[Any, Any]:
    """Whether a partition with so many users is kept (Desfontaines et al. 2022)."""
    from pydp.algorithms import partition_selection

    library = partition_selection.create_partition_strategy("truncated_geometric", 1.0, 0.1, 1)
    growth, delta = dv.exp(1), dv.parse("1/10")

    def kept(users: int) -> Any:
        p: Any = dv.parse("0")
        for _ in range(users):
            p = min(growth * p + delta, 1 - (1 - p - delta) / growth, dv.parse("1"))
        return p

    @dv.mechanism(inputs=[0, 1, 2, 3, 4], neighbours=lambda a, b: abs(a - b) == 1)
    def keep(users: int, draw: dv.Draw) -> bool:
        return draw.flip(kept(users))

    return keep, library.should_keep


def vector() -> tuple[Any, Any]:
    """A loss of one parameter at 1, with a random slope.

    In one dimension the direction is a fair sign. Its length is the sum of four gamma numbers of
    shape 1/4, which is exponential: together Laplace noise. By the library's formulas its scale is
    2·2/ε, and a multiple of the square is added, since 2·ln(1 + 1/0.01) is more than ε = 1.
    """
    from diffprivlib.mechanisms import Vector

    library = Vector(epsilon=1, function_sensitivity=1, dimension=1)
    square = Fraction(1 / math.expm1(1 / 4) - 0.01) / 2

    @dv.mechanism(inputs=[0, 1])
    def sloped(loss: int, draw: dv.Draw) -> Any:
        return loss + square + draw.laplace(4)

    return sloped, lambda loss: float(library.randomise(lambda _: float(loss))([1.0]))


def discrete_gaussian() -> tuple[Any, Any]:
    """Integer Gaussian noise of the width that the library computes."""
    from diffprivlib.mechanisms import GaussianDiscrete

    library = GaussianDiscrete(epsilon=1, delta=0.1)
    variance = Fraction(float(library._scale)) ** 2

    @dv.mechanism(inputs=[1, 2])
    def gaussian(value: int, draw: dv.Draw) -> int:
        noisy: int = value + draw.discrete_gaussian(variance)
        return noisy

    return gaussian, library.randomise


PORTS: dict[str, Port] = {
    "opendp-threshold": Port("opendp", "make_laplace_threshold, scale 1, threshold 5", "1",
                             opendp_threshold, "0.0049258340", 10_000),
    "opendp-laplace": Port("opendp", "make_laplace, integers, scale 1", "1", opendp_laplace,
                           draws=10_000),
    "pydp-laplace": Port("python-dp", "LaplaceMechanism", "1", pydp_laplace),
    "pydp-partitions": Port("python-dp", "partition selection, truncated geometric", "1",
                            pydp_partitions, "1/10"),
    "vector": Port("diffprivlib", "Vector, one dimension", "1", vector),
    "discrete-gaussian": Port("diffprivlib", "GaussianDiscrete", "1", discrete_gaussian, "1/10",
                              2_000),
}  # fmt: skip
"""The ports, by the names of their rows."""
