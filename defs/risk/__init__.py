"""The law of the privacy loss of noisy mechanisms, and what the literature says of its tail.

Every number is an exact `Value` where the parameters allow it, a rigorous enclosure elsewhere.
*Risk* is the probability that the absolute loss exceeds ε, *confidence* is 1 − risk; the symbol γ,
which Dandekar, Basu, Bressan 2021 use for both, names neither here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.lazy import lazily

if TYPE_CHECKING:
    from dpverify.defs.risk.contract import LossLaw
    from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
    from dpverify.defs.risk.discrete_laplace import DiscreteLaplace
    from dpverify.defs.risk.finite_law import FiniteLaw
    from dpverify.defs.risk.gaussian import Gaussian
    from dpverify.defs.risk.laplace import Laplace
    from dpverify.defs.risk.laplace_vector import LaplaceVector
    from dpverify.defs.risk.noise_difference import NoiseDifference
    from dpverify.defs.risk.random_pair import law_of_random_pair
    from dpverify.defs.risk.uniform import Uniform

__all__ = [
    "DiscreteGaussian",
    "DiscreteLaplace",
    "FiniteLaw",
    "Gaussian",
    "Laplace",
    "LaplaceVector",
    "LossLaw",
    "NoiseDifference",
    "Uniform",
    "law_of_random_pair",
]

__getattr__ = lazily(
    __name__,
    {
        "contract": ("LossLaw",),
        "discrete_gaussian": ("DiscreteGaussian",),
        "discrete_laplace": ("DiscreteLaplace",),
        "finite_law": ("FiniteLaw",),
        "gaussian": ("Gaussian",),
        "laplace": ("Laplace",),
        "laplace_vector": ("LaplaceVector",),
        "noise_difference": ("NoiseDifference",),
        "random_pair": ("law_of_random_pair",),
        "uniform": ("Uniform",),
    },
)
