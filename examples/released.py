"""Functions of what was released, values after a comparison, quotients: programs to try.

Each docstring says what dpverify answers.
"""

from __future__ import annotations

from typing import Any

from dpverify import mechanism


@mechanism(inputs=[(30, 4), (31, 5)], neighbours="all", moves="A")
def sum_and_count(given: Any, draw: Any) -> Any:
    """A noisy sum and a noisy count: pure-dp holds exactly from ε = 1 on, over all inputs."""
    total, count = given
    return total + draw.laplace(2), count + draw.laplace(2)


@sum_and_count.then
def mean(released: Any) -> Any:
    """Their quotient: pure-dp with ε = 1 holds, since it holds of what is released."""
    total, count = released
    return total / max(count, 1)


@mechanism(inputs=[(30, 4), (31, 5)], neighbours="all")
def quotient_of_noise(given: Any, draw: Any) -> Any:
    """A noisy sum over a private count: no ε and no ρ is enough, since the scales differ."""
    total, count = given
    return (total + draw.laplace(2)) / count


@mechanism(inputs=[0, 1], neighbours="all")
def thresholding(count: Any, draw: Any) -> Any:
    """A key is told if its noisy count is above 5: approx-dp with δ = exp(-4)/2, and no less."""
    if count == 0:
        return None
    noisy = count + draw.laplace(1)
    return noisy if noisy > 5 else None


@mechanism(inputs=[0, 1], neighbours="all")
def word_and_value(count: Any, draw: Any) -> Any:
    """Whether a count is large, and the count: Rényi DP of order 2 from ε = 0.6369748787 on."""
    return count + draw.laplace(2) > 5, count + draw.laplace(1)


@mechanism(inputs=[0, 1], neighbours="all", moves="A")
def gaussian(count: Any, draw: Any) -> Any:
    """Gaussian noise: approx-dp with ε = 1 and δ = Phi(-1/2)-exp(1)*Phi(-3/2), and no less."""
    return count + draw.gaussian(1)
