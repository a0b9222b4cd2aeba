"""The Laplace mechanism on k numbers: the privacy loss at an output, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Number
from dpverify.defs.risk.parameters import nonnegative_eps
from dpverify.defs.sensitivity.norms import exact, vector
from dpverify.defs.validate import shown_number


def log_density_ratio(
    first: Sequence[Any], second: Sequence[Any], at: Sequence[Any], *, sensitivity: Any, eps: Any
) -> Number:
    """ln p(z)/q(z) = (ε/Δ)·(‖g − z‖₁ − ‖f − z‖₁), for noise of scale Δ/ε on f and on g.

    Args:
        first: f, the k true answers under P.
        second: g, those under Q.
        at: z, the output.
        sensitivity: Δ > 0, rational.
        eps: ε ≥ 0 in nats.

    Returns: the loss in nats, exact where ε is.
    Raises: DomainError for vectors of other lengths, or Δ ≤ 0.

    >>> str(log_density_ratio([0], [1], [0], sensitivity=1, eps="1/10"))
    '1/10'
    """
    f, g, z = vector(list(first)), vector(list(second)), vector(list(at))
    if not len(f) == len(g) == len(z):
        raise DomainError(f"the vectors have {len(f)}, {len(g)} and {len(z)} numbers; give as many")
    delta = exact(sensitivity, "the sensitivity")
    if delta <= 0:
        raise DomainError(f"the sensitivity is {shown_number(delta)}, must be more than 0")
    gaps = zip(f, g, z, strict=True)
    far = sum(abs(b - c) - abs(a - c) for a, b, c in gaps)
    return nonnegative_eps(eps) * (far / delta)
