"""An adaptive attack on a curator who rounds: every bit from the edge between two multiples.

The curator answers |S|/2 plus the multiple of 4√n nearest to Σ_S D − |S|/2. Once some set S is
answered by more than |S|/2, records are taken away until one of them makes the difference; there
the answer to each further query tells one bit. So n + O(log n) queries give the whole database,
with noise of 2√n; fixed queries do not (`defs.reconstruction.information`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpverify.defs.errors import DomainError

Above = Callable[[frozenset[int]], bool]
"""Whether a query is answered by more than half of its size."""


class Rounding:
    """A curator who rounds to |S|/2 plus multiples of 4√n, a tie to the one nearer to |S|/2.

    Args: database of n ≥ 1 bits. `asked` counts the queries.
    """

    def __init__(self, database: Sequence[int]) -> None:
        self._database = tuple(database)
        self.asked = 0

    def above(self, query: frozenset[int]) -> bool:
        """Whether the answer exceeds |S|/2: Σ − |S|/2 > 2√n, decided in integers."""
        self.asked += 1
        off = 2 * sum(self._database[i] for i in query) - len(query)
        return off > 0 and off * off > 16 * len(self._database)


def from_the_edge(above: Above, n: int, start: frozenset[int]) -> tuple[int, ...]:
    """Every bit of a database, from a set that is answered by more than half of its size.

    Args:
        above: the curator; asked at most n + log₂ n + 2 times.
        n: how many records.
        start: the set; the empty set is answered by 0.

    Returns: the n bits; exact.
    Raises: DomainError where the start is not answered by more than half of its size.
    """
    if not above(start):
        raise DomainError(f"the {len(start)} records at the start are answered by half their size")
    chain = sorted(start)
    low, high = 0, len(chain)  # the first `low` are not above, the first `high` are
    while high - low > 1:
        middle = (low + high) // 2
        if above(frozenset(chain[:middle])):
            high = middle
        else:
            low = middle
    inside, over = frozenset(chain[:low]), frozenset(chain[:high])
    last = chain[low]  # the one that makes the difference, a 1
    return tuple(_bit(above, i, inside, over, last) for i in range(n))


def _bit(above: Above, i: int, inside: frozenset[int], over: frozenset[int], last: int) -> int:
    """A record outside is added to what is just not above; one inside is taken from what is."""
    if i == last:
        return 1
    return int(not above(over - {i})) if i in inside else int(above(inside | {i}))
