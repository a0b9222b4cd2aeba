"""For the kernel: what each definition asks of two mixtures, exactly or by balls.

Trusted, with `mixture_laws.py`. A pair is the words of the output on two inputs, each with its
shares. What must never change: an exact number is the true one, and a ball contains it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final

from flint import arb

from dpverify.checkers.kernel import mixture_laws
from dpverify.checkers.kernel.claimed_functions import bounds_of, claimed_function
from dpverify.checkers.kernel.mixture_answers import NUMBER, PRECISIONS, Answer
from dpverify.checkers.kernel.mixture_sources import End, Share, Source, q_of
from dpverify.checkers.kernel.one_noise import exact_chance
from dpverify.checkers.kernel.rounded import (
    is_merged,
    merged_excess,
    merged_loss,
    merged_moment,
)
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need as _need
from dpverify.defs.numbers.functions import power

MEASURED: Final = {
    "pure-dp": "eps",
    "local-dp": "eps",
    "approx-dp": "delta",
    "total-variation": "delta",
    "probabilistic-dp": "delta",
    "privacy-at-risk": "risk",
    "bounded-range": "eps",
    "renyi-dp": "eps",
    "chi-squared-dp": "chi_squared",
    "zcdp": "rho",
    "gaussian-dp": "mu",
    "f-dp": "trade_off",
}
"""The definitions that are re-checked here, and the parameter of each that is measured; f-dp is
claimed alone, and the value of a pair is its margin above the function."""
OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
HALF: Final = Fraction(1, 2)
ORDERS: Final = tuple(1 + Fraction(4) ** k for k in range(-4, 4))
"""Orders from which those of all orders are bounded, where a document names no others."""
MOST_ORDERS: Final = 60
RATE_BITS: Final = {84: 36, 168: 60, 336: 120}
"""Bits of these divergences at each precision: their bounds are wide, so few mostly do."""
RATE_DIGITS: Final = 24
"""Correct bits of each with which it is good."""
Limit = partial(num.Undecided, "unsupported")
Words = Mapping[str, Sequence[Share]]
Pair = tuple[Words, Words]


class Claim:
    """A definition with its parameters."""

    def __init__(
        self, name: str, verdict: str | None, given: Mapping[str, Any], orders: Any = None
    ) -> None:
        """Args: orders those that a document names, for the rate of zCDP; any show true bounds."""
        self.name, self.measured = name, MEASURED[name]
        self.orders = ORDERS if orders is None else _orders(name, orders)
        wanted = {self.measured} if verdict else set()
        wanted |= {"eps"} if name in ("approx-dp", *OF_THE_LOSS) else set()
        more = {"alpha"} if name == "renyi-dp" else set()
        self.function: Any = None
        if name == "f-dp":
            _need(given.keys() == wanted, "'given' is a trade-off function, and nothing else")
            self.function, wanted = claimed_function(given["trade_off"]), set[str]()
            given = {}
        _need(given.keys() == wanted | more, "'given' has a parameter too many or too few")
        numbers = {key: _parameter(key, given[key]) for key in wanted}
        self.bound: Any = numbers.get(self.measured) if verdict else None
        if self.function is not None:
            self.bound = num.Value(0)
        self.eps: Any = numbers.get("eps", num.Loss(0))
        self.order = Fraction(2)  # of which χ² is the moment less 1
        if more:
            self.order = rational(given["alpha"], "the order")
            _need(self.order > 1, "the order is not greater than 1")

    def answer(self, pair: Pair, before: Pair | None = None) -> Answer:
        """The smallest parameter at which the claim holds for one ordered pair.

        Args: before: the laws before values were rounded, where that is done on one grid.
        """
        match self.name:
            case "pure-dp" | "local-dp":
                return _largest_loss(pair)
            case "bounded-range":
                return _largest_loss(pair).plus(_largest_loss(pair[::-1]))
            case "approx-dp" | "total-variation":
                return _excess(pair, self.eps)
            case "probabilistic-dp":
                return Answer(partial(self._beyond, pair), chance=True)
            case "privacy-at-risk":
                return Answer(
                    lambda bits: (
                        self._beyond(pair, bits) + self._beyond(pair[::-1], bits, under=True)
                    ),
                    chance=True,
                )
            case "renyi-dp" | "chi-squared-dp":
                return self._divergence(pair)
            case "zcdp":
                return _rate(pair, self.orders, before)
            case "gaussian-dp":
                return _normal_distance(before or pair)
            case "f-dp":
                return _margin(pair, before, self.function)
            case _:
                raise Limit(f"{self.name} is not re-checked here")

    def _beyond(self, pair: Pair, bits: int, *, under: bool = False) -> arb:
        """P[L > ε]; `under` Q, of the loss of the pair."""
        eps, total = self.eps.ball(bits + 64), arb(0)
        for p, q in _by_word(pair):
            if _alike(p, q):  # the loss is 0, and no ε is below that
                continue
            if _released(p, q):
                total += mixture_laws.beyond(p, q, eps, bits, under=under)
                continue
            weight = _chance(q if under else p)
            if is_merged(p, q):
                total += arb(0).union(weight)
                continue
            more = _chance(p) - eps.exp() * _chance(q)
            total += weight if more > 0 else arb(0) if more <= 0 else arb(0).union(weight)
        return total

    def _divergence(self, pair: Pair) -> Answer:
        if _is_one_law(pair):
            return Answer(None, num.Value(0))
        with working_precision(PRECISIONS[0]):
            if _is_infinite(pair, self.order):
                return Answer(None, num.INFINITY)

        def ball(bits: int) -> arb:
            moment: arb = _moment(pair, self.order, bits)
            if self.name == "chi-squared-dp":
                return moment - 1
            divergence: arb = moment.log() / arb(q_of(self.order - 1))
            return divergence

        return Answer(ball)


def _excess(pair: Pair, eps: Any) -> Answer:
    """δ(ε)."""

    def ball(bits: int) -> arb:
        loss, total = eps.ball(bits + 64), arb(0)
        for p, q in _by_word(pair):
            if _alike(p, q):  # p − e^ε·q is at most 0
                continue
            if _released(p, q):
                total += mixture_laws.excess(p, q, loss, bits)
            elif is_merged(p, q):
                total += merged_excess(_chance(p), _chance(q), loss)
            else:
                more = _chance(p) - loss.exp() * _chance(q)
                total += more if more > 0 else arb(0) if more <= 0 else arb(0).union(more)
        return total

    return Answer(ball, chance=True)


def _margin(pair: Pair, before: Pair | None, function: tuple[str, Any]) -> Answer:
    """By how much a pair is told apart more easily than a trade-off function f says.

    Both orders of each pair are asked about.
    """
    kind, value = function
    if kind == "gaussian":
        return _normal_distance(before or pair).less(value)
    found = Answer(None, num.Value(-1))
    for eps, delta in bounds_of(function):
        found = found.larger(_excess(pair, eps).less(delta))
    return found


def _orders(name: str, given: Any) -> tuple[Fraction, ...]:
    """The orders of a document: rational numbers above 1, each larger than the one before."""
    _need(name == "zcdp", "orders are named beside a definition that asks for none")
    _need(type(given) is list and 0 < len(given) <= MOST_ORDERS, "the orders are no short list")
    orders = tuple(rational(order, "an order") for order in given)
    _need(all(a < b for a, b in pairwise((Fraction(1), *orders))), "the orders do not rise from 1")
    return orders


def _is_infinite(pair: Pair, order: Fraction) -> bool:
    """Whether ∫ p^α·q^(1−α) is: that is told by the words and tails, not by integrals."""
    for p, q in _by_word(pair):
        if p and not q:
            return True
        if p and _released(p, q) and mixture_laws.is_infinite(p, q, order):
            return True
    return False


Memory = dict[int, mixture_laws.Memory]
"""For each word what is remembered of its densities, for moments of several orders."""


def _moment(pair: Pair, order: Fraction, bits: int, memory: Memory | None = None) -> Any:
    """Σ over words of ∫ p^α·q^(1−α); None where it is infinite."""
    total, alpha = arb(0), arb(q_of(order))
    memory = {} if memory is None else memory
    for word, (p, q) in enumerate(_by_word(pair)):
        if not p:
            continue
        if not q:
            return None
        more: arb | None
        if _released(p, q):
            own = memory.setdefault(word, mixture_laws.Memory())
            more = mixture_laws.moment(p, q, order, bits, own)
        elif is_merged(p, q):
            more = merged_moment(p, q, order)
        else:
            more = (alpha * _chance(p).log() + (1 - alpha) * _chance(q).log()).exp()
        if more is None:
            return None
        total += more
    return total


# ---------------------------------------------------------------- compared with normal laws


@dataclass(frozen=True)
class _Apart:
    """Squares of distances of means in standard deviations, of which the first is a bound of μ².

    Args: most where shares of one variance are matched in order of their means; least of the widest
        shares far out to a side; further the same where the first law is further out.
    """

    most: Fraction
    least: Fraction
    further: Fraction


def _apart(pair: Pair) -> _Apart | None:
    """None unless all shares are Gaussian, of the same weight for each variance of a word.

    Divergences and trade-off functions of matched shares bound those of the mixtures, since these
    are jointly (quasi-)convex; far out both laws are as their widest and furthest share.
    """
    most = least = further = Fraction(0)
    for p, q in _by_word(pair):
        if not p or not q or any(share.chances or share.factors for share in (*p, *q)):
            return None
        if not _released(p, q):
            if _weight(p) != _weight(q):
                return None
            continue
        one, other = (_by_variance(shares) for shares in (p, q))
        if one is None or other is None or one.keys() != other.keys():
            return None
        for variance in one:
            if sum(one[variance].values()) != sum(other[variance].values()):
                return None
            steps = _steps(one[variance], other[variance])
            most = max(most, max(map(abs, steps)) ** 2 / variance)
        wide = max(one)
        right, left = max(one[wide]) - max(other[wide]), min(other[wide]) - min(one[wide])
        least = max(least, max(abs(right), abs(left)) ** 2 / wide)
        further = max(further, max(Fraction(0), right, left) ** 2 / wide)
    return _Apart(most, least, further)


def _by_variance(shares: Sequence[Share]) -> dict[Fraction, dict[Fraction, Fraction]] | None:
    """By variance the weight of each mean; None where a share is not Gaussian or is cut off."""
    found: dict[Fraction, dict[Fraction, Fraction]] = {}
    for share in shares:
        source, whole = share.source, share.low is None and share.high is None
        if source is None or source.law != "gaussian" or not whole:
            return None
        own = found.setdefault(source.square, {})
        own[source.centre] = own.get(source.centre, Fraction(0)) + share.weight
    return found


def _steps(one: Mapping[Fraction, Fraction], other: Mapping[Fraction, Fraction]) -> list[Fraction]:
    """The distances of means of two laws of equal weight, at each quantile.

    Any matching of equal weights gives a bound; in order of the means the largest step is least.
    """
    quantiles = []
    for law in (one, other):
        upto, ends = Fraction(0), []
        for mean in sorted(law):
            upto += law[mean]
            ends.append((upto, mean))
        quantiles.append(ends)
    edges = sorted({upto for ends in quantiles for upto, _ in ends})
    return [
        next(mean for upto, mean in quantiles[0] if upto >= edge)
        - next(mean for upto, mean in quantiles[1] if upto >= edge)
        for edge in edges
    ]


def _normal_distance(pair: Pair) -> Answer:
    """The smallest μ at which N(0,1) and N(μ,1) are at least as easy to tell apart."""
    if _is_one_law(pair):
        return Answer(None, num.Value(0))
    found = _apart(pair)
    if found is None:
        raise Limit("Gaussian DP of a mixture of other laws")
    low, high = (_root(end) for end in (found.least, found.most))
    if found.least == found.most:
        return Answer(None, high)
    return Answer(lambda bits: low.ball(bits + 64), high=lambda bits: high.ball(bits + 64))


def _root(square: Fraction) -> Any:
    """√square, of a number that is not negative."""
    return power(num.Value(square), num.Value(HALF)) if square else num.ZERO


def _rate(pair: Pair, orders: Sequence[Fraction], before: Pair | None) -> Answer:
    """sup D_α/α over α > 1: exactly where it is that of normal laws, else from some orders.

    K(α) = (α − 1)·D_α is convex and 0 at 1, so that between two orders it lies below its chord
    s·(α − r). D_α/α = K(α)/(α·(α − 1)) is then at most s·(α − r)/(α·(α − 1)), which rises up to
    r + √(r² − r) and falls from there. Beyond the last order D_α is at most the largest loss.
    """
    if _is_one_law(pair):
        return Answer(None, num.Value(0))
    found = _apart(before or pair)
    if found is not None and found.further == found.most:
        return Answer(None, num.Value(found.most / 2))
    with working_precision(PRECISIONS[0]):
        if any(_is_infinite(pair, order) for order in orders):
            return Answer(None, num.INFINITY)
    most = None if found is None else found.most / 2
    known: dict[int, tuple[arb, arb | None]] = {}

    def bounds(bits: int) -> tuple[arb, arb | None]:
        if bits not in known:
            known[bits] = _rate_bounds(pair, orders, RATE_BITS[bits])
        return known[bits]

    def high(bits: int) -> arb:
        upper = bounds(bits)[1]
        if most is None:
            _need(upper is not None, "zCDP of a mixture without a largest loss", Limit)
        both = [each for each in (upper, None if most is None else _ball(most)) if each is not None]
        return both[0] if len(both) == 1 else arb.min(*both)

    return Answer(lambda bits: bounds(bits)[0], high=high)


def _rate_bounds(pair: Pair, orders: Sequence[Fraction], bits: int) -> tuple[arb, arb | None]:
    known = [(arb(1), arb(0))]
    memory: Memory = {}
    for order in orders:
        value = _moment(pair, order, bits, memory).log()
        less = RATE_DIGITS - int(value.rel_accuracy_bits())
        if less > 0:  # a small logarithm needs more of the digits
            value = _moment(pair, order, bits + min(less, 64) + 4, memory).log()
        known.append((_ball(order), value))
    low = arb(0)
    for alpha, value in known[1:]:
        low = arb.max(low, value / (alpha * (alpha - 1)))
    loss = _largest_loss(pair)
    if loss.known() == num.INFINITY:
        return low, None
    high = loss.ball(bits) / _ball(orders[-1])
    for (a, at_a), (b, at_b) in pairwise(known):
        slope = (at_b - at_a) / (b - a)
        if at_a == 0:  # from 1 on: s·(α − 1)/(α·(α − 1)) falls with α
            high = arb.max(high, slope)
            continue
        root = arb.max(a - at_a / slope, arb(1))  # K is convex and 0 at 1: so r ≥ 1
        best = root + (root * (root - 1)).sqrt()
        at = arb.max(a, arb.min(best, b))
        high = arb.max(high, slope * (at - root) / (at * (at - 1)))
    return low, high


def _ball(number: Fraction) -> arb:
    return arb(q_of(number))


# ---------------------------------------------------------------- the largest loss


def _largest_loss(pair: Pair) -> Answer:
    """sup ln(p/q), exactly where that is known."""
    odds = _exact_odds(pair)
    if odds is not None:
        return Answer(None, num.ln(odds) if odds > 1 else num.Value(0))
    with working_precision(PRECISIONS[0] + 64):
        if _loss(pair, 8) is None:
            return Answer(None, num.INFINITY)
    return Answer(partial(_loss, pair))


def _loss(pair: Pair, bits: int) -> Any:
    found = arb(0)
    for p, q in _by_word(pair):
        if not p:
            continue
        if not q:
            return None
        if _released(p, q):
            more = mixture_laws.largest_loss(p, q, bits)
        elif is_merged(p, q):
            more = merged_loss(p, q)
        else:
            more = (_chance(p) / _chance(q)).log()
        if more is None:
            return None
        found = arb.max(found, more)
    return found


def _exact_odds(pair: Pair) -> Any:
    """sup p/q of all words where it is an exact number; None elsewhere.

    - Laplace noise of one scale b: between two kinks or ends of windows p and q are sums
      A·e^(x/b) + B·e^(−x/b). So p/q is a quotient of linear functions of e^(2x/b), and monotone;
      beyond all such places it is constant. The supremum is at one of them, on one of its sides.
    - Each source of p is one of q as well: p ≤ K·q for the largest quotient K of weights. p/q tends
      to K far out where the source with this quotient falls more slowly than all others.
    """
    found = []
    for p, q in _by_word(pair):
        if not p:
            continue
        if not q:
            return None
        if not _released(p, q):
            both = [_exact_sum(shares, [num.Value(1)] * len(shares)) for shares in (p, q)]
            odds = None if None in both or not both[1] > 0 else both[0] / both[1]
        else:
            odds = _at_kinks(p, q)
            plain = not any(share.chances or share.factors for share in (*p, *q))
            odds = _by_weights(_added(p), _added(q)) if odds is None and plain else odds
        if odds is None:
            return None
        found.append(odds)
    best: Any = None
    for odds in found:
        best = odds if best is None or odds > best else best
    return best


def _weight(shares: Sequence[Share]) -> Fraction:
    return sum((share.weight for share in shares), Fraction(0))


def _at_kinks(p: Sequence[Share], q: Sequence[Share]) -> Any:
    every = (*p, *q)
    laws = {(share.source.law, share.source.square) for share in every if share.source}
    if len(laws) > 1 or next(iter(laws))[0] != "laplace":
        return None
    best: Any = None
    for place in {place for share in every for place in share.places()}:
        for side in (-1, 1):
            there = [[share for share in shares if _reaches(share, place, side)]
                     for shares in (p, q)]  # fmt: skip
            if not there[0]:
                continue
            sums = [
                _exact_sum(shares, [_fall(share, place) for share in shares]) for shares in there
            ]
            if None in sums or not sums[1] > 0:
                return None
            odds = sums[0] / sums[1]
            best = odds if best is None or odds > best else best
    return best


def _reaches(share: Share, place: Fraction, side: int) -> bool:
    """Whether a place lies in the window of a share, with a little to one side of it."""
    low, high = share.low, share.high
    after = low is None or (low <= place if side > 0 else low < place)
    return after and (high is None or (place < high if side > 0 else place <= high))


def _fall(share: Share, place: Fraction) -> Any:
    """The density of Laplace noise at a place, over its largest."""
    source: Any = share.source
    return num.exp(num.Value(-abs(place - source.centre) / source.exact_scale()))


def _exact_sum(shares: Sequence[Share], heights: Sequence[Any]) -> Any:
    """The sum of heights by the probabilities of shares; None where these are no exact numbers."""
    found: Any = num.ZERO
    for share, height in zip(shares, heights, strict=True):
        weight = exact_chance(share)
        if weight is None:
            return None
        found = found + weight * height
    return found


Kind = tuple[Source | None, End, End]


def _added(shares: Sequence[Share]) -> Mapping[Kind, Fraction]:
    """The weight of each source with its ends."""
    found: dict[Kind, Fraction] = {}
    for share in shares:
        kind = (share.source, share.low, share.high)
        found[kind] = found.get(kind, Fraction(0)) + share.weight
    return found


def _alike(p: Sequence[Share], q: Sequence[Share]) -> bool:
    """Whether two laws of a word are surely the same: of the same sources with the same weights."""
    plain = not any(share.chances or share.factors or share.merged for share in (*p, *q))
    return plain and _added(p) == _added(q)


def _is_one_law(pair: Pair) -> bool:
    """Whether both laws of every word are surely the same."""
    return all(_alike(p, q) for p, q in _by_word(pair))


def _by_weights(p: Mapping[Kind, Fraction], q: Mapping[Kind, Fraction]) -> Any:
    if not p.keys() <= q.keys():
        return None
    odds = max(weight / q[kind] for kind, weight in p.items())
    for kind, weight in p.items():
        if weight == odds * q[kind] and any(_slowest(kind, [*q], side) for side in (-1, 1)):
            return num.Value(odds)
    return None


def _slowest(kind: Kind, kinds: Sequence[Kind], side: int) -> bool:
    """Whether a source falls more slowly to a side than all others."""
    orders = {each: _order(each, side) for each in kinds}
    own = orders.pop(kind)
    return own is not None and all(other is None or other < own for other in orders.values())


def _order(kind: Kind, side: int) -> tuple[Fraction, Fraction] | None:
    """The factors of the square and of the distance with which a logarithm falls.

    None where the source ends, or falls faster than any square (Gumbel noise below its mode).
    """
    source, low, high = kind
    if source is None or (high if side > 0 else low) is not None:
        return None
    match source.law:
        case "gaussian":
            return -1 / (2 * source.square), side * source.centre / source.square
        case "laplace" | "logistic":
            return Fraction(0), -1 / source.exact_scale()
        case "exponential" | "gumbel" if (side < 0) is source.turned:
            return Fraction(0), -1 / source.exact_scale()
        case "exponential" | "gumbel" | "uniform":
            return None
        case _:
            raise Limit(f"how {source.law[:40]} noise falls far out")


def _by_word(pair: Pair) -> list[tuple[Sequence[Share], Sequence[Share]]]:
    ours, theirs = pair
    return [(ours.get(word, ()), theirs.get(word, ())) for word in sorted({*ours, *theirs})]


def _released(*sides: Sequence[Share]) -> bool:
    """Whether a word releases a value; on both inputs, or on neither."""
    kinds = {share.source is not None for shares in sides for share in shares}
    _need(len(kinds) == 1, "a value is released with noise on some paths alone", Limit)
    return True in kinds


def _chance(shares: Sequence[Share]) -> arb:
    return sum((share.probability() for share in shares), arb(0))


def _parameter(name: str, given: Any) -> Any:
    number = doc.exactly(given, NUMBER, name)
    _need(number >= 0 and number != num.INFINITY, f"{name} is out of range")
    _need(name not in ("delta", "risk") or number <= 1, f"{name} is out of range")
    return number
