"""The samplers of Canonne, Kamath and Steinke: integers and fair dice, no real number anywhere.

Their loops are unbounded. Checkpoints close the rejection loops exactly; what grows without end
(how often a coin of probability 1/e falls) is enclosed, ever more tightly.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.programs import Draw, mechanism

SOURCE = "C. Canonne, G. Kamath, T. Steinke, The Discrete Gaussian, NeurIPS 2020, algorithms 1 to 3"


def exponential_coin(gamma: Fraction, draw: Draw, *kept: int) -> bool:
    """True with probability e^{−γ}, γ ≥ 0, from coins of rational probability (algorithm 1).

    Args: kept what the caller still needs of its variables, for the checkpoint.
    """
    while gamma > 1:
        if not exponential_coin(Fraction(1), draw):
            return False
        gamma -= 1
        draw.checkpoint(gamma, *kept)
    k = 1
    while draw.flip(gamma / k):
        k += 1
    return k % 2 == 1


def sampled_laplace(scale: Fraction, draw: Draw) -> int:
    """An integer with probability ∝ e^{−|x|/scale}, scale = t/s (algorithm 2)."""
    s, t = scale.denominator, scale.numerator
    while True:
        draw.checkpoint()
        u = draw.uniform(range(t))
        kept = exponential_coin(Fraction(u, t), draw)
        draw.checkpoint(u, kept)
        if not kept:
            continue
        v = 0
        while exponential_coin(Fraction(1), draw):
            v += 1
            draw.checkpoint(u, v)
        size = (u + t * v) // s
        draw.checkpoint(size)
        minus = draw.flip("1/2")
        if not (minus and size == 0):
            return int(-size if minus else size)


def sampled_gaussian(sigma2: Fraction, draw: Draw) -> int:
    """An integer with probability ∝ e^{−x²/(2σ²)} (algorithm 3)."""
    t = 1
    while t * t <= sigma2:
        t += 1  # t = ⌊σ⌋ + 1
    while True:
        draw.checkpoint()
        y = sampled_laplace(Fraction(t), draw)
        draw.checkpoint(y)
        if exponential_coin((abs(y) - sigma2 / t) ** 2 / (2 * sigma2), draw, y):
            return y


@mechanism(
    inputs=[0, 1],
    name="cks-discrete-laplace",
    title="a count plus discrete Laplace noise of scale t/s, by rejection from fair dice",
    claim="1/scale",
    truth="1/scale, attained",
    source=SOURCE,
)
def cks_discrete_laplace(count: int, draw: Draw, *, scale: Fraction = Fraction(2)) -> int:
    """The count plus noise; the sampler is algorithm 2 of the source."""
    return count + sampled_laplace(scale, draw)


@mechanism(
    inputs=[0, 1],
    name="cks-discrete-gaussian",
    title="a count plus discrete Gaussian noise, by rejection from discrete Laplace noise",
    claim="1/(2σ²)-zCDP",
    truth="that; no pure ε",
    source=SOURCE,
)
def cks_discrete_gaussian(count: int, draw: Draw, *, sigma2: Fraction = Fraction(1)) -> int:
    """The count plus noise; the sampler is algorithm 3 of the source."""
    return count + sampled_gaussian(sigma2, draw)
