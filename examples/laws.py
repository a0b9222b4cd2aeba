"""One mechanism for each law of noise and each kind of neighbours that people ask about.

Each docstring says what dpverify answers; `benchmarks/laws_bench.py` asks, and prints the times.
"""

from __future__ import annotations

from typing import Any

from dpverify import mechanism, moves


@mechanism(inputs=[0, 1], neighbours="all", moves="A")
def gaussian(count: int, draw: Any) -> Any:
    """Gaussian noise: 1/2-zCDP, 1-GDP, no pure ε."""
    return count + draw.gaussian(1)


@mechanism(inputs=[0, 1], neighbours="all", moves="A")
def discrete_gaussian(count: int, draw: Any) -> Any:
    """Noise of integers, σ² = 2: ρ = 1/(2σ²) = 1/4 exactly."""
    return count + draw.discrete_gaussian(2)


@mechanism(inputs=[0, 1], neighbours="all")
def truncated(count: int, draw: Any) -> Any:
    """Laplace noise of scale 2, again until it fits: not ε = 1/2, as if Z(0)/Z(1) were 1."""
    while True:
        noisy = count + draw.laplace(2)
        if -2 <= noisy <= 6:
            return noisy


@mechanism(inputs=[0, 1], neighbours="all")
def bounded_domain(count: int, draw: Any) -> Any:
    """The bounded-domain Laplace mechanism at scale Δ/ε: ε = 1 is claimed, 1.49 is the truth."""
    while True:
        noisy = count + draw.laplace(1)
        if 0 <= noisy <= 10:
            return noisy


@mechanism(inputs=[0], moves="A")
def every_count(count: Any, draw: Any) -> Any:
    """The same for all real inputs: the worst of them are 0 and 1, at the end of the domain."""
    while True:
        noisy = count + draw.laplace(1)
        if 0 <= noisy <= 10:
            return noisy


@mechanism(inputs=[0, 1], neighbours="all")
def truncated_gaussian(count: int, draw: Any) -> Any:
    """Gaussian noise, again until it fits: a pure ε of 2.05."""
    while True:
        noisy = count + draw.gaussian(2)
        if 0 <= noisy <= 10:
            return noisy


@mechanism(inputs=[0, 1], neighbours="all")
def clamped(count: int, draw: Any) -> Any:
    """Laplace noise with an atom at both ends: ε = 1/2 exactly."""
    return min(max(count + draw.laplace(2), 0), 10)


@mechanism(inputs=[0, 1], neighbours="all")
def rounded(count: int, draw: Any) -> Any:
    """Laplace noise, rounded: ε = 1/2 exactly, as post-processing says."""
    return round(count + draw.laplace(2))


@mechanism(inputs=[0, 1], neighbours="all")
def rounded_gaussian(count: int, draw: Any) -> Any:
    """Gaussian noise, rounded: 1-GDP as before it is rounded."""
    return round(count + draw.gaussian(1))


@mechanism(inputs=[0, 1], neighbours="all")
def modulo(count: int, draw: Any) -> Any:
    """Laplace noise on a circle of length 5: less than ε = 1/2."""
    return (count + draw.laplace(2)) % 5


@mechanism(inputs=[0, 1], neighbours="all")
def modulo_gaussian(count: int, draw: Any) -> Any:
    """Gaussian noise on a circle of length 5: a pure ε of 1.50, though Gaussian noise has none."""
    return (count + draw.gaussian(1)) % 5


@mechanism(inputs=[0, 1, 2], neighbours=[(0, 1), (1, 2)])
def retried(count: int, draw: Any) -> Any:
    """A count that is drawn again while it is negative: ε = ln(1 − 1/e + e), not 1."""
    while True:
        noisy = count + draw.discrete_laplace(1)
        if noisy >= 0:
            return noisy


@mechanism(inputs=[0, 1], neighbours="all")
def retried_second(count: int, draw: Any) -> Any:
    """The same after another release: ε = ln(e² + e − 1), not 2."""
    first = count + draw.discrete_laplace(1)
    while True:
        noisy = count + draw.discrete_laplace(1)
        if noisy >= 0:
            return first, noisy


@mechanism(inputs=[(0, 0, 0)], moves=moves.l1(1))
def histogram(counts: Any, draw: Any) -> Any:
    """An ℓ1-sensitive histogram with Laplace noise of scale 2: ε = 1/2."""
    return tuple(count + draw.laplace(2) for count in counts)


@mechanism(inputs=[(0, 0, 0)], moves=moves.l2("3/2"))
def vector(values: Any, draw: Any) -> Any:
    """A vector clipped to ℓ2 norm 3/2, Gaussian noise of σ = 2: 3/4-GDP."""
    return tuple(value + draw.gaussian(2) for value in values)


@mechanism(inputs=[(0, 1), (10, 2)], moves=moves.add_or_remove(0, 10))
def mean(records: Any, draw: Any) -> Any:
    """sum/n + laplace(10/n), records added or removed: no ε at all, since the scale tells n."""
    total, size = records
    return total / size + draw.laplace(10 / size)


@mechanism(inputs=[(0, 1), (10, 2)], moves=moves.add_or_remove(0, 10))
def pair(records: Any, draw: Any) -> Any:
    """A noisy sum and a noisy count: ε = 1."""
    total, size = records
    return total + draw.laplace(20), size + draw.laplace(2)


@pair.then
def quotient(released: Any) -> Any:
    """What is computed from both: ε = 1 holds as well."""
    total, size = released
    return total / max(size, 1)


@mechanism(inputs=[(0, 0)], moves=moves.l2("Delta"), symbols=("Delta", "sigma"))
def clipped(values: Any, draw: Any, *, Delta: Any = "1", sigma: Any = "1") -> Any:  # noqa: N803  (as papers write it)
    """The Gaussian mechanism for every sensitivity: Δ²/(2σ²)-zCDP and Δ/σ-GDP."""
    del Delta
    return tuple(value + draw.gaussian(sigma) for value in values)
