"""The prior that is worst for the simplified bound, and what is safe for every prior.

With s = e^{Rε/2}, so that e^{Rε} = s², the advantage that the simplified bound allows at p is
A(p) = p·s²/(p·s² + 1 − p) − p, and

    (s−1)/(s+1) − A(p)  =  (s−1)·(1 − (s+1)p)² / ((s+1)·(p·s² + 1 − p))  ≥  0,

with equality at p = 1/(s+1). For a given η and q = p + η the ε of the closed form satisfies

    (1−p)·q·(1−η)² − p·(1−q)·(1+η)²  =  η·(1 − η − 2p)²  ≥  0,

so that e^{Rε} = (1−p)q/(p(1−q)) ≥ ((1+η)/(1−η))², with equality at p = (1−η)/2. That no prior is
worse is proved: `dpverify prove guessing.worst-prior --explain`.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.guessing.space import growth
from dpverify.defs.numbers import INFINITY, ONE, Loss, Real, Value, as_value, ln


def worst_chance(radius: Fraction, eps: Loss | Real, sign: Sign = "gain") -> Value | Real:
    """The p of the largest advantage at a given ε: 1/(1 + e^{Rε/2}), for "drop" 1/(1 + e^{−Rε/2}).

    Args: radius R ≥ 0; eps ≥ 0 in nats; sign "gain" for posterior − prior, "drop" for prior −
        posterior.
    Source: Pankova, Laud 2022, Worst-case prior distribution.
    """
    s = growth(eps, radius / 2)
    return ONE / (ONE + s) if sign == "gain" else s / (ONE + s)


def worst_chance_for(eta: Value, sign: Sign = "gain") -> Value:
    """The p that needs the smallest ε for a given η: (1−η)/2, for "drop" (1+η)/2; exact.

    Args: eta in [0, 1]; sign as for `worst_chance`.
    """
    tolerated = _tolerated(eta)
    return (ONE - tolerated) / 2 if sign == "gain" else (ONE + tolerated) / 2


def most_advantage(radius: Fraction, eps: Loss | Real) -> Value | Real:
    """The largest advantage over all priors: tanh(Rε/4) = (s−1)/(s+1), s = e^{Rε/2}.

    Args: radius R ≥ 0; eps ≥ 0 in nats.

    >>> str(most_advantage(Fraction(2), ln(3)))
    '1/2'
    """
    s = growth(eps, radius / 2)
    return (s - ONE) / (s + ONE)


def safe_eps(radius: Fraction, eta: Value) -> Loss:
    """The largest ε that is safe for every prior: (4/R)·artanh η = (2/R)·ln((1+η)/(1−η)).

    Args: radius R > 0; eta in [0, 1].
    Returns: in nats, exact; inf for η = 1.
    """
    tolerated = _tolerated(eta)
    if radius <= 0:
        raise DomainError(f"the largest distance {radius} must be above 0")
    if tolerated == 1:
        return INFINITY
    eps = ln((ONE + tolerated) / (ONE - tolerated)) * Value(2 / radius)
    return eps if isinstance(eps, Loss) else Loss(0)


def _tolerated(eta: Value) -> Value:
    tolerated = as_value(eta)
    if not 0 <= tolerated <= 1:
        raise DomainError(f"η = {tolerated} must lie in [0, 1]")
    return tolerated
