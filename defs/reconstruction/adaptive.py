"""Noise of the order √n against queries that depend on earlier answers: a bound on every attack.

The curator adds to each answer independent noise of the density cos²(πr/(2E))/E on [−E, E], so it
is never off by more than E. One record moves an answer by at most 1, which leaves the two laws of
an answer the affinity ∫√(pq) of at least

    a = (1 − 1/(2E))·cos u + sin(u)/π,  u = π/(2E).

Affinities multiply along a transcript, whatever the next query depends on. So the laws of m answers
under the two values of a bit have an affinity of at least a^m and a total variation of at most
√(1 − a^(2m)); a guess of a uniform bit is wrong with probability at least (1 − √(1 − a^(2m)))/2,
even where all other bits are known. The same bounds the share of wrong bits in expectation.

Everything is a rigorous ball, rounded down. Source: Le Cam, Asymptotic Methods in Statistical
Decision Theory, 1986, section 4.2 (affinity and total variation).
"""

from __future__ import annotations

from flint import arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers.balls import ball_bounds, working_precision

BITS = 256


def affinity(bound: fmpq) -> arb:
    """A ball around a, at the working precision of the caller; the bound is E ≥ 1/2."""
    if 2 * bound < 1:
        raise DomainError(f"the bound is {bound}, must be at least 1/2")
    u = arb.pi() / (2 * arb(bound))
    return (1 - 1 / (2 * arb(bound))) * u.cos() + u.sin() / arb.pi()


def wrong_share(queries: int, bound: fmpq) -> fmpq:
    """A lower bound of the expected share of wrong bits after m adaptive queries.

    Args:
        queries: m ≥ 0.
        bound: E ≥ 1/2, rational; no answer is off by more.

    Returns: a rational in [0, 1/2]; the database is uniform, and the guess is any.
    """
    if queries < 0:
        raise DomainError(f"the queries are {queries}, must be at least 0")
    with working_precision(BITS):
        return _share(affinity(bound) ** (2 * queries))


def wrong_share_for_every_n(per_record: int, root: fmpq) -> fmpq:
    """The same for K·n queries and E = c·√n, whatever n is.

    a ≥ 1 − u²/2, since a is 1 at u = 0 and its slope there is −(1 − u/π)·sin u ≥ −u. Bernoulli's
    inequality gives a^(2Kn) ≥ 1 − K·n·u² = 1 − K·π²/(4c²).

    Args:
        per_record: K ≥ 0.
        root: c ≥ 1/2, rational.

    Returns: a rational in [0, 1/2]; 0 where nothing follows.
    """
    if per_record < 0 or 2 * root < 1:
        raise DomainError(f"K is {per_record} and c is {root}, must be K ≥ 0 and c ≥ 1/2")
    with working_precision(BITS):
        return _share(1 - per_record * arb.pi() ** 2 / (4 * arb(root) ** 2))


def _share(square: arb) -> fmpq:
    """(1 − √(1 − a²))/2 rounded down, from a ball around a², or around what is less."""
    if not square > 0:
        return fmpq(0)
    # The ball may reach beyond 1 where a² is near it; of 1 − a² the upper end is what counts.
    rest = max(fmpq(0), ball_bounds(1 - square)[1])
    return max(fmpq(0), ball_bounds((1 - arb(rest).sqrt()) / 2)[0])
