"""Places of the known record near the target or an end of a chain, many of them at a time.

With q_i the polynomial of a place i and a value t of the target, the known record adds to PPK

    Σ_i Σ_o max(0, g_i(o)),    g_i = q_{i,t} − e^ε·k_i·q_{i,u},    k_i = A_i/B_i

(A_i, B_i the sums of q_{i,t} and q_{i,u}). At an output o where no g_i changes sign, the sum of the
maxima is the maximum of the sum, G(o), and the sums Σ q_{i,t} and Σ k_i·q_{i,u} are as quick to
have as one place is: far from the record that makes the difference (the `origin`: the target, the
first or the last) a place is a short stretch beside the rest of the chain,

    q_i = Σ_a far[a]·s_i[a],    s_i[a] = near_i·W[b, a],

with `far` the same for all places. From low ≤ s_i ≤ high, coefficient by coefficient, bounds of all
q_i follow; where they do not tell the sign, the sum of the maxima is above max(0, G(o)) by at most

    N·min(max(0, up(o)), max(0, down(o))),    up = high_t − e^ε·min k·low_u,

`down` its counterpart for −g: it is G(o) + Σ_i max(0, −g_i(o)), and max(0, −g_i) is at most `down`;
it is at most N·up(o), too; and if G(o) < 0, then N·max(0, down(o)) is more than Σ_i max(0, g_i(o)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flint import fmpz, fmpz_poly

from dpverify.checkers.knowledge.chain_laws import ChainLaws, Matrix, Part

Pair = tuple[int, int]
"""The values t and u of the target, in this order."""
Bounds = tuple[int, int]
"""Integers below and above a number, in units."""


@dataclass(frozen=True)
class Band:
    """Places first..last where the known record has the value b, and what they add up to.

    `sums`: Σ q_{i,t}; `weighed`: Σ k_i·q_{i,u}, up to a factor that is the same for all places;
    `lows`, `highs`: bounds of every q_{i,t}; `ratios`: those of k_i, up to the same factor.
    """

    first: int
    last: int
    b: int
    sums: dict[int, Part]
    weighed: dict[Pair, Part]
    lows: dict[int, Part]
    highs: dict[int, Part]
    ratios: dict[Pair, Bounds]
    unit: int
    apart: int = 0
    several: int = 1

    @property
    def size(self) -> int:
        """How many places these are."""
        return self.last - self.first + 1

    def pair(self, pair: Pair) -> tuple[Part, Part]:
        """The polynomials of both values: g is the first less e^ε·A/B times the second."""
        return self.sums[pair[0]], self.weighed[pair]

    def doubt(self, pair: Pair, odds: Bounds, cut: int, longest: int) -> tuple[int, int]:
        """Σ_o of the bound above, in units squared, and how much of it rounding alone may be.

        Args: odds bounds of e^ε·A/B; cut the largest count that is withheld; longest how many
            counts there are.
        """
        t, u = pair
        (low, high), (least, most) = odds, self.ratios[pair]
        unit = self.unit
        # In units: at most e^ε·k_i for any place, and at least.
        least, most = low * least // unit, -(-high * most // unit)
        up = _less(self.highs[t], unit, self.lows[u], least)
        down = _less(self.highs[u], most, self.lows[t], unit)
        error = max(self.highs[t].slack * unit + least * self.lows[u].slack,
                    self.highs[u].slack * most + unit * self.lows[t].slack)  # fmt: skip
        some, silent = 0, [0, 0]
        start = min(up.low, down.low)
        for k, poly in enumerate((up, down)):
            silent[k] = max(0, int(poly.poly.truncate(max(cut + 1 - poly.low, 0))(1)))
        first = max(cut + 1, start)
        for x, y in zip(_from(up, first), _from(down, first), strict=False):
            if x > 0 and y > 0:
                some += int(min(x, y))
        return self.size * (some + min(silent)), self.size * longest * error


def _less(a: Part, x: int, b: Part, y: int) -> Part:
    """a·x − b·y."""
    low = min(a.low, b.low)
    poly = a.poly.left_shift(a.low - low) * fmpz(x) - b.poly.left_shift(b.low - low) * fmpz(y)
    return Part(poly, low)


def _from(part: Part, first: int) -> Sequence[fmpz]:
    """The coefficients from a count on."""
    skip = first - part.low
    coefficients: Sequence[fmpz] = part.poly.coeffs()
    return coefficients[skip:] if skip > 0 else [fmpz(0)] * -skip + list(coefficients)


@dataclass(frozen=True)
class Zone:
    """Places at distances from `origin`, the least of them `nearest`, in one direction: +1 or −1.

    `near`: by values of the target, distances and values of the known record the law from the
    origin to the place; `walks`: W_m; `base`: the distance at which `far` begins, by values of the
    target the law of the rest. `ratios`: by a pair, a distance and a value bounds of k_i.
    """

    laws: ChainLaws
    walks: list[Matrix]
    origin: int
    direction: int
    nearest: int
    base: int
    near: dict[int, list[list[Part]]]
    far: dict[int, list[Part]]
    ratios: dict[Pair, list[list[Bounds]]]
    _kept: dict[tuple[int, int, int, int], Part] = field(default_factory=dict)

    def band(self, distances: range, b: int) -> Band:
        """The places at these distances, where the known record has the value b."""
        laws = self.laws
        sums, lows, highs = dict[int, Part](), dict[int, Part](), dict[int, Part]()
        weighed = dict[Pair, Part]()
        for t in self.far:
            short = [[self._short(t, m, b, a) for m in distances] for a in laws.size]
            sums[t] = self._whole(t, [laws._sum(some) for some in short])
            bounds = [_bounds(some) for some in short]
            lows[t] = self._whole(t, [low for low, _ in bounds])
            highs[t] = self._whole(t, [high for _, high in bounds])
            for pair in self.ratios:
                if pair[1] == t:
                    chances = [self.ratios[pair][m][b] for m in distances]
                    weighed[pair] = self._whole(t, [self._mean(some, chances) for some in short])
        ratios = dict[Pair, Bounds]()
        for pair, of_places in self.ratios.items():
            least, most = zip(*(of_places[m][b] for m in distances), strict=True)
            ratios[pair] = min(least), max(most)
        ends = [self.origin + self.direction * m for m in (distances[0], distances[-1])]
        return Band(min(ends), max(ends), b, sums, weighed, lows, highs, ratios, laws.unit)

    def _short(self, t: int, m: int, b: int, a: int) -> Part:
        # At the ends of the chain `near` is one list for all values of the target.
        key = (id(self.near[t]), m, b, a)
        if key not in self._kept:
            walk = self.walks[self.base - m]
            step = walk[b][a] if self.direction > 0 else walk[a][b]
            self._kept[key] = self.laws._times(self.near[t][m][b], step)
        return self._kept[key]

    def _whole(self, t: int, short: list[Part]) -> Part:
        return self.laws._inner(self.far[t], short)

    def _mean(self, parts: Sequence[Part], weights: Sequence[Bounds]) -> Part:
        """Σ weight·part, the weights in units."""
        scaled = [Part(part.poly * low, part.low,
                       part.slack * high + (high - low) * (1 << part.poly.height_bits()))
                  for part, (low, high) in zip(parts, weights, strict=True)]  # fmt: skip
        whole = self.laws._sum(scaled)
        unit = self.laws.unit
        return Part(whole.poly // fmpz(unit), whole.low, -(-whole.slack // unit) + 1)


def _bounds(parts: Sequence[Part]) -> tuple[Part, Part]:
    """Polynomials below and above some, coefficient by coefficient."""
    low = min(part.low for part in parts)
    length = max(part.low + len(part.poly) for part in parts) - low
    rows = []
    for part in parts:
        before = [fmpz(0)] * (part.low - low)
        some = before + list(part.poly.coeffs())
        rows.append(some + [fmpz(0)] * (length - len(some)))
    slack = max(part.slack for part in parts)
    columns = list(zip(*rows, strict=True))
    least, most = ([*map(end, columns)] for end in (min, max))
    return Part(fmpz_poly(least), low, slack), Part(fmpz_poly(most), low, slack)


def quotient(one: int, other: int, unit: int) -> Bounds:
    """Bounds of a quotient of integers, in units."""
    whole, rest = divmod(one * unit, other)
    return whole, whole + (rest > 0)
