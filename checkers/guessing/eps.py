"""The largest ε at which even the worst of all ε·d-private channels gives an advantage within η."""

from __future__ import annotations

from dpverify.checkers.kernel.certificates.worst_posterior import Certificate
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.inverse import BITS, Between, largest_eps
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import Loss, Real, Value, as_value


def tight_eps(
    space: Space, eta: Value, *, bits: int = BITS, time_limit: float | None = None
) -> Between:
    """The largest ε whose worst posterior exceeds the prior by at most η.

    Args:
        space: prior, goal, distances; for prior − posterior its complement.
        eta: η in [0, 1].
        bits: how finely e^{ε·unit} is cut.
        time_limit: seconds for each step.

    Returns:
        Two values of ε: every channel that is private at the lower one keeps the advantage within
        η, and some channel that is private at the upper one does not. Each end is certified.

    Raises:
        DomainError: η out of range.
        Undecided: out of time.

    >>> line = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 3])
    >>> found = tight_eps(line, Value(1) / 6)
    >>> abs(found.lower.approx() - 0.693147) < 1e-6
    True
    """
    tolerated = as_value(eta)
    if not 0 <= tolerated <= 1:
        raise DomainError(f"η = {tolerated} must lie in [0, 1]")

    last: Certificate | None = None

    def worst(eps: Loss) -> Value | Real:
        nonlocal last
        answer = worst_posterior(space, eps, time_limit=time_limit, start=last)
        last = answer.certificate
        return answer.value

    return largest_eps(worst, space.chance + tolerated, unit=space.unit(), bits=bits)
