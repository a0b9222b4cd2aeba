"""Programs with Gaussian and uniform noise that tests decide."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.programs import Mechanism, mechanism

F = Fraction


def program(body: Any, inputs: Any = (0, 1), moves: str | None = None) -> Mechanism:
    """A mechanism of input and draw, all of whose inputs are neighbours."""

    def found(given: Any, draw: Any) -> Any:
        return body(given, draw)

    return mechanism(inputs=list(inputs), neighbours="all", moves=moves)(found)


def gaussian(sigma: Any, step: Any = 1) -> Mechanism:
    """One number with Gaussian noise."""
    return program(lambda x, draw: x + draw.gaussian(sigma), (0, step))


def uniform(width: Any, step: Any = 1) -> Mechanism:
    """One number with noise uniform on ± width."""
    return program(lambda x, draw: x + draw.uniform(-F(width), F(width)), (0, step))


def above(law: str, scale: int, inputs: Any = ((0, 0), (1, -1))) -> Mechanism:
    """A sparse vector: queries with noise against a Gaussian threshold of scale 2."""

    def body(queries: Any, draw: Any) -> Any:
        threshold = draw.gaussian(2)
        noises = {
            "gaussian": lambda: draw.gaussian(scale),
            "uniform": lambda: draw.uniform(-scale, scale),
            "laplace": lambda: draw.laplace(scale),
        }
        return tuple(query + noises[law]() >= threshold for query in queries)

    return program(body, inputs)


def mixed(x: Any, draw: Any) -> Any:
    """A number with noise, and whether it lies above another noise: as private as the number."""
    number = x + draw.gaussian(1)
    return number, number > draw.uniform(0, 1)
