"""What answers rounded to multiples of 4√n give away: an information bound on every attack.

The curator answers |S|/2 plus the multiple of 4√n that is nearest to Σ_S D − |S|/2, so its noise is
at most 2√n, always. On a uniform database almost every answer is |S|/2: it carries H bits, and m
queries fixed in advance together at most m·H. By Fano's inequality for guesses that may be wrong in
some places,

    P[right in more than n − w places] ≤ (m·H + 1)/(n − log₂ V),  V = Σ_{j ≤ w} C(n, j).

Everything is an exact law or a rigorous ball, rounded up.
"""

from __future__ import annotations

from functools import cache
from math import comb

from flint import arb, fmpq, fmpz

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers.balls import ball_bounds, working_precision

BITS = 128


def answer_law(size: int, n: int) -> dict[int, fmpq]:
    """The law of the multiple k of 4√n in the answer to a query of `asked` records out of n.

    D is uniform, so Σ_S D is Bin(asked, 1/2). A tie goes to the multiple that is nearer to 0.

    >>> answer_law(3, 3)
    {0: 1}
    """
    if not 1 <= size <= n:
        raise DomainError(f"a query of {size} of {n} records; it must ask for 1 to {n}")
    counts: dict[int, int] = {}
    databases, inside = 1, 1 << size  # of `ones` ones; those not counted yet, which get k = 0
    for ones in range(size // 2 + 1):
        off = size - 2 * ones  # twice the distance from the middle
        if off * off <= 16 * n:
            break
        k = 1
        while off * off > (8 * k + 4) ** 2 * n:
            k += 1
        for key in (k, -k):
            counts[key] = counts.get(key, 0) + databases
        inside -= 2 * databases
        databases = databases * (size - ones) // (ones + 1)
    counts[0] = inside
    return {k: fmpq(count, fmpz(2) ** size) for k, count in sorted(counts.items())}


def entropy(law: dict[int, fmpq]) -> arb:
    """A ball around the entropy of a law in bits, at the working precision of the caller."""
    total = arb(0)
    for p in law.values():
        if p:
            total -= arb(p) * arb(p).log()
    return total / arb(2).log()


@cache
def most_bits(n: int) -> fmpq:
    """An upper bound of the bits in one answer, over all sizes of a query on n records."""
    with working_precision(BITS):
        return max(ball_bounds(entropy(answer_law(size, n)))[1] for size in range(1, n + 1))


def bits_for_every_n() -> fmpq:
    """An upper bound of the bits in one answer, for every n and every query.

    By Hoeffding's inequality the multiple k ≠ 0 has at most the probability e^(−a), a =
    2(4|k| − 2)², so it contributes at most a·e^(−a); and (1 − q)·ln(1/(1 − q)) ≤ q. The terms from
    |k| = 3 on are less than e^(−100) in all.
    """
    with working_precision(BITS):
        total = (arb(-100)).exp()
        for k in (1, 2):
            a = arb(2 * (4 * k - 2) ** 2)
            total += 2 * (a + 1) * (-a).exp()
        return ball_bounds(total / arb(2).log())[1]


def share_hidden(share: fmpq) -> fmpq:
    """A lower bound of 1 − h(share), h the binary entropy: log₂ V ≤ n·h(w/n) for every n.

    Args: share w/n, strictly between 0 and 1/2.
    """
    if not 0 < 2 * share < 1:
        raise DomainError(f"the share is {share}, must lie between 0 and 1/2")
    with working_precision(BITS):
        return ball_bounds(1 - entropy({0: share, 1: 1 - share}))[0]


def success_bound(n: int, queries: int, wrong: int, bits: fmpq | None = None) -> fmpq:
    """An upper bound of the probability to be wrong in at most `wrong` of n places.

    Args:
        n: records, uniform and independent.
        queries: how many are asked, fixed in advance or drawn independently of the database.
        wrong: w, how many places may be wrong; less than n/2.
        bits: a bound of the bits in an answer; by default `most_bits(n)`.

    Returns: a rational, at most 1.
    Source: Fano's inequality; Cover, Thomas, Elements of Information Theory, 2006, section 2.10.
    """
    if n < 1 or queries < 0 or not 0 <= 2 * wrong < n:
        raise DomainError(f"n = {n}, {queries} queries, {wrong} wrong places; 0 ≤ 2w < n")
    bits_each = most_bits(n) if bits is None else bits
    near = sum(comb(n, j) for j in range(wrong + 1))
    with working_precision(BITS):
        left = ball_bounds(arb(n) - arb(near).log() / arb(2).log())[0]
    return min(fmpq(1), (queries * bits_each + 1) / left)
