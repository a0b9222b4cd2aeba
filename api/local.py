"""Local differential privacy: protocols with their exact ε, estimates, bias and variance.

>>> from dpverify import local
>>> rr = local.randomized_response("3/4")
>>> str(rr.eps), str(rr.estimate(40, 100)), str(rr.variance(30, 100))
('ln(3)', '30', '75')
"""

from __future__ import annotations

from dpverify.defs.local.bloom import Rappor
from dpverify.defs.local.frequency import (
    Protocol,
    k_ary,
    optimised_unary,
    randomized_response,
    symmetric_unary,
    unary,
)

rappor = Rappor.of

__all__ = [
    "Protocol",
    "Rappor",
    "k_ary",
    "optimised_unary",
    "randomized_response",
    "rappor",
    "symmetric_unary",
    "unary",
]
