"""The Markov-quilt mechanism: Laplace noise for a count along a Markov chain.

A quilt of record i is one record on either side of it, or on one side, or none. It separates the
records near i, X_N, from the rest: given the quilt, the rest says nothing more of record i. The
influence e of a quilt is the largest ln P(quilt | i = a) / P(quilt | i = b). Noise of scale
card(X_N) / (ε − e) hides the near records and leaves e for the rest; the best quilt of each record
counts, and the worst record.

Source: S. Song, Y. Wang, K. Chaudhuri, Pufferfish privacy mechanisms for correlated data, SIGMOD
2017, Definitions 4.1 and 4.2, Theorem 4.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.calibrated import check_counts, with_noise
from dpverify.defs.errors import DomainError
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps
from dpverify.defs.numbers.loss import log_of_value

Matrix = tuple[tuple[Fraction, ...], ...]
Ratios = dict[tuple[int, int], Fraction]
"""For two values of a record, the largest ratio of a probability given one and given the other;
those that may be infinite are left out."""


@dataclass(frozen=True)
class Quilt:
    """The quilt of a record that asks for the least noise.

    `places`: the records of the quilt, at most two; `nearby`: card(X_N), the record included;
    `influence`: e, exact, in nats; `scale`: nearby / (ε − e).
    """

    record: int
    places: tuple[int, ...]
    nearby: int
    influence: Loss
    scale: Number


@dataclass(frozen=True)
class QuiltNoise:
    """The scale of the noise of a count, and the best quilt of each record asked for.

    Args: scenario, eps as they were given; quilts one for each target; worst that of the record
        that needs the most noise, whose scale is the scale.
    """

    scenario: Scenario
    eps: Loss | Real
    quilts: tuple[Quilt, ...]
    worst: Quilt

    @property
    def scale(self) -> Number:
        """The scale of the Laplace noise, exact."""
        return self.worst.scale

    def release(self) -> Scenario:
        """The scenario with integer Laplace noise of this scale (e^(−1/scale) rounded up).

        Records are joint there, so that `check` decides it by every database: at most 300,000.
        """
        rate = (self.eps - self.worst.influence) / self.worst.nearby
        return with_noise(self.scenario, rate)


def quilt_noise(scenario: Scenario, eps: Any, *, time_limit: float | None = None) -> QuiltNoise:
    """The least scale of noise that the Markov-quilt mechanism asks for, exact.

    Args:
        scenario: a Markov chain, or a family of chains with the same values, nothing known, whose
            mechanism is a count without noise. A threshold comes after the noise.
        eps: ε > 0 in nats, a text or an exact number.
        time_limit: seconds; None for no limit.

    Returns:
        The scale and the best quilt of each record.

    Raises:
        DomainError: the scenario is of another kind, or eps is not above 0.
        Undecided: out of time, or two numbers were not told apart.

    Source:
        Song, Wang, Chaudhuri 2017, Algorithm 3 with Theorem 4.3; quilts of a chain as Lemma 4.6.
    """
    rate = as_eps(eps)
    if rate <= 0:
        raise DomainError(f"eps = {rate}; the noise needs an eps above 0")
    chains = _chains(scenario)
    budget = Budget(time_limit)
    search = _Search(chains, rate, budget)
    records = list(chains[0].targets(scenario.targets))
    quilts = tuple(search.best(record) for record in records)
    worst = quilts[0]
    for quilt in quilts[1:]:
        if _is_less(worst, quilt, rate):
            worst = quilt
    return QuiltNoise(scenario, rate, quilts, worst)


def _chains(scenario: Scenario) -> list[Chain]:
    check_counts(scenario, "the scale of a Markov quilt")
    chains = [theta for theta in scenario.family if isinstance(theta, Chain)]
    if len(chains) < len(scenario.family):
        raise DomainError('a Markov quilt is of a Markov chain; give the scenario a "chain"')
    if any(chain.random or chain.known[1] for chain in chains):
        raise DomainError('a Markov quilt is computed where nothing is known; leave out "known"')
    if len({(chain.n, tuple(chain.values)) for chain in chains}) > 1:
        raise DomainError("the chains of the family differ in their records or values")
    return chains


def _is_less(a: Quilt, b: Quilt, eps: Loss | Real) -> bool:
    """Whether a asks for less noise than b: divisions by what may be irrational are avoided."""
    left = (eps - b.influence) * a.nearby
    return bool(left < (eps - a.influence) * b.nearby)


class _Search:
    """The best quilts of the records of chains, with what several of them share."""

    def __init__(self, chains: list[Chain], eps: Loss | Real, budget: Budget) -> None:
        self.chains, self.eps, self.budget = chains, eps, budget
        self.n, self.states = chains[0].n, range(len(chains[0].values))
        self._powers: list[list[Matrix]] = [[chain.matrix] for chain in chains]
        self._laws: list[list[tuple[Fraction, ...]]] = [[chain.first] for chain in chains]
        self._afters: dict[tuple[int, int], Ratios] = {}
        # A stationary chain has one law at all places: what precedes a record is the same too.
        self._befores: dict[tuple[int, int, int, int], Ratios] = {}
        self._kinds: list[dict[tuple[Fraction, ...], int]] = [{} for _ in chains]
        self._kind_at: dict[tuple[int, int], int] = {}
        self._known_odds: dict[tuple[int, ...], Fraction | None] = {}

    def best(self, record: int) -> Quilt:
        """The quilt of least scale; of equal ones that with the fewest near records."""
        # The empty quilt: all records are near, and nothing is left that tells of this one.
        best = self._quilt(record, -1, self.n, Loss(0))
        for nearby in range(1, self.n):
            # An influence is at least 0, so that no quilt of so many near records can be better.
            if not self.eps * best.nearby > (self.eps - best.influence) * nearby:
                break
            odds = self._least(record, nearby)
            if odds is None:
                continue
            influence = log_of_value(Value(odds[0]))
            if not influence < self.eps:
                continue
            quilt = self._quilt(record, *odds[1], influence)
            best = quilt if _is_less(quilt, best, self.eps) else best
        return best

    def _quilt(self, record: int, before: int, after: int, influence: Loss) -> Quilt:
        places = tuple(place for place in (before, after) if 0 <= place < self.n)
        nearby = after - before - 1
        scale = Value(nearby) / (self.eps - influence)
        return Quilt(record, places, nearby, influence, scale)

    def _least(self, record: int, nearby: int) -> tuple[Fraction, tuple[int, int]] | None:
        """The least e^influence of quilts with so many near records, and the two places."""
        least: tuple[Fraction, tuple[int, int]] | None = None
        for before in range(max(-1, record - nearby), record):
            after = before + nearby + 1
            if after > self.n or after <= record:
                continue
            self.budget.check()
            odds = self._odds(record, before, after)
            if odds is not None and (least is None or odds < least[0]):
                least = odds, (before, after)
        return least

    def _odds(self, record: int, before: int, after: int) -> Fraction | None:
        """e^influence of the quilt at two places, of which −1 and n are none; None if infinite."""
        steps = record - before if before >= 0 else 0, after - record if after < self.n else 0
        kinds = [self._kind(c, place) for c in range(len(self.chains))
                 for place in (record, max(before, 0))]  # fmt: skip
        key = (*steps, *kinds)
        if key not in self._known_odds:
            self._known_odds[key] = self._largest(record, before, after)
        return self._known_odds[key]

    def _largest(self, record: int, before: int, after: int) -> Fraction | None:
        largest = Fraction(1)
        for number in range(len(self.chains)):
            one = None if before < 0 else self._before(number, record, record - before)
            other = None if after >= self.n else self._after(number, after - record)
            law = self._law(number, record)
            possible = [x for x in self.states if law[x]]
            for pair in permutations(possible, 2):
                # Given the record, what is before it and what is after it are independent.
                factors = [ratios.get(pair) for ratios in (one, other) if ratios is not None]
                odds = Fraction(1)
                for factor in factors:
                    if factor is None:
                        return None
                    odds *= factor
                largest = max(largest, odds)
        return largest

    def _after(self, number: int, steps: int) -> Ratios:
        """Of the record so many steps after one whose value is given."""
        key = number, steps
        if key not in self._afters:
            self._afters[key] = _ratios(self._power(number, steps))
        return self._afters[key]

    def _before(self, number: int, record: int, steps: int) -> Ratios:
        """Of the record so many steps before one whose value is given, by Bayes' rule."""
        key = number, self._kind(number, record - steps), self._kind(number, record), steps
        if key not in self._befores:
            earlier, own = self._law(number, record - steps), self._law(number, record)
            power = self._power(number, steps)
            given = tuple(
                tuple(earlier[u] * power[u][x] / own[x] if own[x] else Fraction(0)
                      for u in self.states)
                for x in self.states
            )  # fmt: skip
            self._befores[key] = _ratios(given)
        return self._befores[key]

    def _power(self, number: int, steps: int) -> Matrix:
        powers = self._powers[number]
        while len(powers) < steps:
            last, matrix = powers[-1], self.chains[number].matrix
            columns = list(zip(*matrix, strict=True))
            powers.append(tuple(tuple(_inner(row, column) for column in columns) for row in last))
        return powers[steps - 1]

    def _kind(self, number: int, record: int) -> int:
        """A number for the law of a record, the same for the same law."""
        at = number, record
        if at not in self._kind_at:
            kinds = self._kinds[number]
            self._kind_at[at] = kinds.setdefault(self._law(number, record), len(kinds))
        return self._kind_at[at]

    def _law(self, number: int, record: int) -> tuple[Fraction, ...]:
        laws = self._laws[number]
        while len(laws) <= record:
            self.budget.check()
            columns = zip(*self.chains[number].matrix, strict=True)
            laws.append(tuple(_inner(laws[-1], column) for column in columns))
        return laws[record]


def _inner(row: tuple[Fraction, ...], column: tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(row, column, strict=True)), start=Fraction(0))


def _ratios(laws: Matrix) -> Ratios:
    """The largest ratios of two of the laws; a pair is left out where one excludes a value."""
    ratios: Ratios = {}
    for x, y in product(range(len(laws)), repeat=2):
        pairs = [(p, q) for p, q in zip(laws[x], laws[y], strict=True) if p]
        if all(q for _, q in pairs):
            ratios[x, y] = max((p / q for p, q in pairs), default=Fraction(1))
    return ratios
