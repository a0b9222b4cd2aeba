"""For the kernel: a known record at one of several places beside each other, all at once.

Trusted, beside `chains`, `dpverify.defs.numbers` (with python-flint) and the standard library. The
places lie between two records, all of them on one side of the target (which may be one of the two).
With heads_t[a] the law up to the first record, which is a, tails_t[c] that after the other, which
is c, and W_m[a, b] the polynomial of m steps from a that end at b, the polynomial of a place i is

    q_{i,t} = Σ_{a, c} heads_t[a]·tails_t[c]·s_i[a, c],    s_i[a, c] = W[a, b]·W[b, c],

the steps of W those from the first record to i, and from i to the other. Nothing here is below 0:
so bounds of all s_i, coefficient by coefficient, are bounds of all q_i, and sums of s_i give sums.

What b at these N places has in PPK is, up to a factor, Σ_i Σ_o max(0, g_i(o)), where g_i is
q_{i,t} − e^ε·k_i·q_{i,u} and k_i = A_i/B_i the quotient of the sums of both polynomials. Let
G = Σ_i g_i, and at any output o let up ≥ max(0, g_i(o)) and down ≥ max(0, −g_i(o)) for all i. Then

    max(0, G(o)) ≤ Σ_i max(0, g_i(o)) ≤ max(0, G(o)) + N·min(up, down).

The first is the triangle inequality. The difference on the right is Σ_i max(0, −g_i(o)) where
G(o) ≥ 0, and then not above Σ_i max(0, g_i(o)); else it is that sum, and not above the other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any

from flint import arb, fmpz, fmpz_poly

from dpverify.checkers.kernel.chains import Chain, Poly, Stretches
from dpverify.defs import numbers as num
from dpverify.defs.numbers.documents import need

FINE = 32  # bits that walks have more until they are done
Key = tuple[int, int]
Matrix = list[list[Poly]]
_Precision = partial(num.Undecided, "precision")


class Coarse(Stretches):
    """Stretches of a chain whose W_m are made of finer numbers, and then rounded down."""

    def __init__(self, chain: Chain, bits: int) -> None:
        super().__init__(chain, bits)
        self._fine = Stretches(chain, bits + FINE)

    def walk(self, m: int) -> Matrix:
        """W_m, m a power of 2."""
        if m not in self._walks:
            self._walks[m] = [[coarse(poly) for poly in row] for row in self._fine.walk(m)]
        return self._walks[m]


class Surroundings:
    """Two records of a chain, between which places are looked at together.

    Args: laws the precision; walk(m) is W_m; heads, tails as above, by values of the target.
    """

    def __init__(
        self,
        laws: Stretches,
        walk: Callable[[int], Matrix],
        ends: Key,
        heads: list[list[Poly]],
        tails: list[list[Poly]],
    ) -> None:
        self.laws, self.walk, (self.begin, self.end) = laws, walk, ends
        size = range(len(laws.chain.values))
        self.rest: list[dict[Key, Poly]] = [
            {(a, c): laws._times(head[a], tail[c]) for a in size for c in size
             if _is_possible(head[a]) and _is_possible(tail[c])}
            for head, tail in zip(heads, tails, strict=True)
        ]  # fmt: skip
        self.keys = sorted({key for some in self.rest for key in some})
        self._short: dict[Key, dict[Key, Poly]] = {}

    def short(self, i: int, b: int) -> dict[Key, Poly]:
        """s_i."""
        if (i, b) not in self._short:
            before, after = self.walk(i - self.begin), self.walk(self.end - i)
            self._short[i, b] = {(a, c): self.laws._times(before[a][b], after[b][c])
                                 for a, c in self.keys}  # fmt: skip
        return self._short[i, b]

    def masses(self, i: int, b: int) -> list[arb]:
        """The sums of the polynomials of one place, by values of the target: surely positive."""
        short, masses = self.short(i, b), []
        sums = {key: total_of(self.laws, short[key]) for key in self.keys}
        for rest in self._rest_sums:
            mass = sum((rest[key] * sums[key] for key in rest), start=arb(0))
            need(mass > 0, "a value of the knowledge is too unlikely", _Precision)
            masses.append(mass)
        return masses

    @cached_property
    def _rest_sums(self) -> list[dict[Key, arb]]:
        return [{key: total_of(self.laws, poly) for key, poly in rest.items()}
                for rest in self.rest]  # fmt: skip

    def whole(self, t: int, short: dict[Key, Poly]) -> Poly:
        """Σ heads_t·tails_t·s for some s."""
        rest = self.rest[t]
        return self.laws._sum([self.laws._times(rest[key], short[key]) for key in rest])


class Together:
    """Places first..last of some surroundings, with the value b."""

    def __init__(self, around: Surroundings, first: int, last: int, b: int) -> None:
        self.around, self.laws, self.first, self.last, self.b = around, around.laws, first, last, b
        places = range(first, last + 1)
        self.short = {key: [around.short(i, b)[key] for i in places] for key in around.keys}
        self.masses = [around.masses(i, b) for i in places]
        self._sums: dict[Key, Poly] = {}

    def sums(self, t: int) -> Poly:
        """Σ q_{i,t}."""
        return self.weighed(t, t)

    def ratios(self, t: int, u: int) -> list[arb]:
        """All k_i."""
        return [mass[t] / mass[u] for mass in self.masses]

    def weighed(self, t: int, u: int) -> Poly:
        """Σ k_i·q_{i,u}; of t itself all k_i are 1."""
        if (t, u) not in self._sums:
            ratios = self.ratios(t, u)
            short = {key: self.laws._sum(some) if t == u else self._weighed(some, ratios)
                     for key, some in self.short.items()}  # fmt: skip
            self._sums[t, u] = self.around.whole(u, short)
        return self._sums[t, u]

    @cached_property
    def bounds(self) -> list[tuple[Poly, Poly]]:
        """For each t bounds of all q_{i,t}: the first as stored, the second with its `over`."""
        some = {key: _bounds(parts) for key, parts in self.short.items()}
        return [(self.around.whole(t, {key: low for key, (low, _) in some.items()}),
                 self.around.whole(t, {key: high for key, (_, high) in some.items()}))
                for t in range(len(self.around.rest))]  # fmt: skip

    def doubt(self, t: int, u: int, odds: arb, cut: int) -> tuple[int, int]:
        """N·Σ_o min(up, down) in units squared: without what rounding may add to it, and that.

        Args: odds e^ε; cut the largest count that is withheld.
        """
        unit, ratios = (
            self.laws.unit,
            [odds * ratio * self.laws.unit for ratio in self.ratios(t, u)],
        )
        below = max(0, min(map(_floor, ratios)))
        above = max(map(_ceiling, ratios))
        (low_t, high_t), (low_u, high_u) = self.bounds[t], self.bounds[u]
        up = _difference(high_t, unit, low_u, below)
        down = _difference(high_u, above, low_t, unit)
        silent = [int(poly.truncate(max(cut + 1 - low, 0))(1)) for poly, low in (up, down)]
        doubt = max(0, min(silent))
        first = max(cut + 1, up[1], down[1])
        for x, y in zip(*(poly.coeffs()[first - low :] for poly, low in (up, down)), strict=False):
            if x > 0 and y > 0:
                doubt += int(min(x, y))
        places = self.last - self.first + 1
        rounding = (self.laws.chain.n + 1) * max(high_t.over * unit, high_u.over * above)
        return places * doubt, places * rounding

    def _weighed(self, parts: list[Poly], ratios: list[arb]) -> Poly:
        """Σ k·part: c..c + over times w..w + d is c·w + over·(w + d) + c·d at most."""
        unit, scaled = self.laws.unit, []
        for part, ratio in zip(parts, ratios, strict=True):
            low, high = _floor(ratio * unit), _ceiling(ratio * unit)
            over = part.over * high + (high - low) * (1 << part.stored.height_bits())
            scaled.append(Poly(part.stored * low, part.low, over))
        whole = self.laws._sum(scaled)
        return Poly(whole.stored // fmpz(unit), whole.low, -(-whole.over // unit) + 1)


def total_of(laws: Stretches, poly: Poly) -> arb:
    """A ball of the sum of all coefficients, which may be 0."""
    low = int(poly.stored(1))
    return arb(low).union(arb(low + (laws.chain.n + 1) * poly.over)) / laws.unit


def coarse(poly: Poly) -> Poly:
    """The same in units of 2^FINE times the size, rounded down."""
    unit = 1 << FINE
    over = -(-poly.over // unit) + 1 if poly.stored or poly.over else 0
    return Poly(poly.stored // fmpz(unit), poly.low, over)


def _bounds(parts: Iterable[Poly]) -> tuple[Poly, Poly]:
    """Polynomials below and above all of some, coefficient by coefficient."""
    some = list(parts)
    low = min(part.low for part in some)
    rows = [[fmpz(0)] * (part.low - low) + part.stored.coeffs() for part in some]
    longest = max(map(len, rows))
    rows = [row + [fmpz(0)] * (longest - len(row)) for row in rows]
    columns = list(zip(*rows, strict=True))
    over = max(part.over for part in some)
    least, most = ([*map(end, columns)] for end in (min, max))
    return Poly(fmpz_poly(least), low), Poly(fmpz_poly(most), low, over)


def _difference(one: Poly, times: int, other: Poly, less: int) -> tuple[Any, int]:
    """times·one − less·other, from the lower of both ends on."""
    low = min(one.low, other.low)
    first, second = (poly.stored.left_shift(poly.low - low) for poly in (one, other))
    return first * fmpz(times) - second * fmpz(less), low


def _is_possible(poly: Poly) -> bool:
    return bool(poly.stored) or poly.over > 0


def _floor(ball: arb) -> int:
    """An integer below all of a ball, and nearly the largest."""
    floor = ball.lower().floor().unique_fmpz()
    if floor is None or floor < 0:
        raise _Precision("a ratio is beyond the precision")
    return int(floor)


def _ceiling(ball: arb) -> int:
    """An integer above all of a ball, and nearly the smallest."""
    ceiling = ball.upper().ceil().unique_fmpz()
    if ceiling is None:
        raise _Precision("a ratio is beyond the precision")
    return int(ceiling)
