"""For which ε of a range a family of channels satisfies a claim, exactly.

The claim is P(S) ≤ e^{κε}·Q(S) + δ for every ordered pair of neighbours and every event S. For one
pair let f_o = P_o − e^{κε}·Q_o. Without δ the claim fails where some f_o > 0. With δ it fails where
Σ_o max(0, f_o) > δ; between the zeros of the f_o the positive ones stay the same, so that this is
the sign of one sum there, whose zeros cut the range further. All these functions are quotients of
sums Σ c·ε^i·e^{qε}, whose zeros and signs are decided (`factors`, `zeros`).

What must never change: a range on which a probability is negative, a ratio of noise is 1, or
something is divided by zero, is refused; the set where a claim fails is open in the range, so each
part of it holds a rational ε.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from dpverify.checkers.all_eps.factors import Factor, Factors, Product
from dpverify.checkers.all_eps.line import Piece, Range, pieces
from dpverify.checkers.all_eps.zeros import Zero
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Loss, Real, Value, number_text
from dpverify.defs.numbers.decimals import enclosure
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.family import Family, in_order
from dpverify.defs.symbolic.formal import Formal

Tick = Callable[[], None]
Number = Value | Loss | Real


@dataclass(frozen=True)
class Part:
    """A maximal interval of one verdict, or a single ε.

    `start`, `stop`: zeros at the ends, None for the ends of the range. A part that holds includes
    its zeros, one that fails does not. `sample`: a rational ε inside; None for a single zero.
    """

    fails: bool
    start: Zero | None
    stop: Zero | None
    sample: Fraction | None


@dataclass(frozen=True)
class Settled:
    """The parts of a range, ascending, and how many functions were looked at."""

    over: Range
    parts: tuple[Part, ...]
    functions: int

    @property
    def holds(self) -> bool:
        """Whether the claim holds for every ε of the range."""
        return not any(part.fails for part in self.parts)


def settle(
    family: Family,
    odds: Formal,
    over: Range,
    *,
    delta: Formal | None = None,
    pairs: Iterable[tuple[int, int]] | None = None,
    tick: Tick = lambda: None,
) -> Settled:
    """Cut a range into parts where a claim holds and where it fails.

    Args: family the channels; odds e^{κε}; over the range; delta a function ≥ 0, None for 0; pairs
        ordered pairs of inputs by number, those of neighbours if None; tick raises when time is up.
    Raises: UsageError where the family or the claim is none on all of the range; Undecided for
        limits.
    """
    chosen = family.pairs if pairs is None else tuple(pairs)
    differences = [_differences(family, pair, odds, tick) for pair in chosen]
    slack = [] if delta is None else [delta, 1 - delta]
    conditions = [*family.probabilities, *slack]
    used = [f for difference in differences for f in difference] + conditions
    below = [1 - ratio for ratio in family.ratios]
    claimed = in_order({*odds.divisors, *(() if delta is None else delta.divisors)})
    divided = [*family.divided, *claimed]
    factors = Factors([*(f.signed for f in (*used, *below)), *divided, odds.num])
    refuse_outside(family, conditions, claimed, factors, over, tick)
    claims: list[_Claim]
    if delta is None:
        every = dict.fromkeys(f for difference in differences for f in difference)
        claims = [_Largest([factors.product(f.signed) for f in every])]
    else:
        claims = [_Sum(factors, difference, delta) for difference in differences]
    products = _of(*(p for claim in claims for p in claim.products))
    line = pieces(products, over, tick)
    further = _of(*(claim.at(piece) for claim in claims for piece in line))
    if delta is not None:
        line = pieces([*products, *further], over, tick)
    verdicts = [(any(p.sign(claim.at(p)) > 0 for claim in claims), p) for p in line]
    return Settled(over, tuple(_parts(verdicts)), sum(map(len, differences)))


def settle_largest(functions: Sequence[Formal], over: Range, tick: Tick = lambda: None) -> Settled:
    """Cut a range into parts where one of some functions is positive, and where none is."""
    factors = Factors([f.signed for f in functions])
    claim = _Largest([factors.product(f.signed) for f in functions])
    line = pieces(_of(*claim.products), over, tick)
    verdicts = [(claim.at(piece) is not None, piece) for piece in line]
    return Settled(over, tuple(_parts(verdicts)), len(functions))


class _Largest:
    """Fails where one of some functions is positive."""

    def __init__(self, products: list[Product | None]) -> None:
        self.products = [p for p in products if p is not None]

    def at(self, piece: Piece) -> Product | None:
        """A function that is positive on the piece, if there is one."""
        return next((p for p in self.products if piece.sign(p) > 0), None)


class _Sum:
    """Fails where the sum of the positive ones of some functions is above δ."""

    def __init__(self, factors: Factors, functions: list[Formal], delta: Formal) -> None:
        self._functions = [(f, factors.product(f.signed)) for f in functions if not f.is_zero]
        self._factors, self._delta = factors, delta
        self.products = [p for _, p in self._functions if p is not None]

    def at(self, piece: Piece) -> Product | None:
        """The sum of the functions that are positive beside the piece, minus δ: continuous."""
        beside = Piece(piece.sample)
        active = [f for f, p in self._functions if beside.sign(p) > 0]
        return self._factors.product((sum(active, -self._delta)).signed)


_Claim = _Largest | _Sum


def _differences(family: Family, pair: tuple[int, int], odds: Formal, tick: Tick) -> list[Formal]:
    tick()
    first, second = (family.rows[k] for k in pair)
    return [p - odds * q for p, q in zip(first, second, strict=True)]


def _of(*products: Product | None) -> list[Factor]:
    """The factors that matter for signs; those to an even power too, for the point is a zero."""
    return list(dict.fromkeys(f for p in products if p is not None for f in p.powers))


def refuse_outside(
    family: Family,
    conditions: list[Formal],
    claimed: Sequence[ExpPoly],
    factors: Factors,
    over: Range,
    tick: Tick,
) -> None:
    """Raise UsageError unless on the range every condition is ≥ 0, and nothing is 0 that must not.

    Args: claimed the divisors of the claim, beside those of the family.
    """
    divisors = [
        *((f"the family divides by {d.grammar_text()}, which is 0", d) for d in family.divided),
        *((f"the claim divides by {d.grammar_text()}, which is 0", d) for d in claimed),
        *((f"a ratio of noise has to be below 1, and {r} is 1", (1 - r).signed)
          for r in family.ratios),
    ]  # fmt: skip
    apart = [(text, factors.product(sum_)) for text, sum_ in divisors]
    products = [(str(f), factors.product(f.signed)) for f in conditions]
    line = pieces(_of(*(p for _, p in apart + products)), over, tick)
    for text, product in apart:
        for piece in line:
            if piece.sign(product) == 0 and piece.zero is not None:
                raise UsageError(
                    f"{text} at eps = {_near(piece.zero)}; give --eps-range without it"
                )
    for name, product in products:
        bad = [piece.sign(product) < 0 for piece in line]
        if any(bad):
            good = [part for part in _parts(list(zip(bad, line, strict=True))) if not part.fails]
            raise UsageError(
                f"the probability {name} is negative for some eps of the range {over};"
                f" {_advice(good, over)}"
            )


def _advice(good: list[Part], over: Range) -> str:
    fine = next((part for part in good if part.sample is not None), None)
    if fine is None:
        return "it is nowhere at least 0 there"
    low = str(over.low) if fine.start is None else _near(fine.start)
    end = "inf" if over.high is None else str(over.high)
    high = end if fine.stop is None else _near(fine.stop)
    return f"it is at least 0 for eps in {low}..{high}"


def _near(zero: Zero) -> str:
    number = zero.number()
    return number_text(number) if zero.rational else f"about {enclosure(number, 6)[0]}"


def _parts(verdicts: list[tuple[bool, Piece]]) -> Iterator[Part]:
    """Join neighbouring pieces of one verdict; what fails is open, so it ends beside a point."""
    groups = [[piece for _, piece in group] for _, group in groupby(verdicts, key=lambda v: v[0])]
    fails = verdicts[0][0]
    for number, group in enumerate(groups):
        before = groups[number - 1][-1] if number else None
        after = groups[number + 1][0] if number + 1 < len(groups) else None
        first, last = (before, after) if fails else (group[0], group[-1])
        cells = [piece.sample for piece in group if piece.zero is None]
        yield Part(
            fails,
            first.zero if before is not None and first is not None else None,
            last.zero if after is not None and last is not None else None,
            min(cells, key=lambda s: (s.denominator, s), default=None),
        )
        fails = not fails
