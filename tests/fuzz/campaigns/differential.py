"""Random small channels, many of them nearly equal, against references of their own.

Each attack measures one definition on one channel, checks claims on both sides of the tight value,
and compares with the textbook formula: over all events in `Fraction`s where it has no logarithm,
and in balls of 8,192 bits where it has. A tight value that excludes the reference, a place that
does not attain it, a claim decided otherwise, and a tight value that is vague are faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import Any, Final

from flint import arb, ctx, fmpq

from dpverify.checkers.decide import check, measure
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import DpverifyError, InternalError, Undecided
from tests.fuzz.campaign import Tally

FULL: Final = 2_000
SHORT: Final = 60
BITS: Final = 8_192
PLACES: Final = (10, 25, 60, 100, 300)
LIMIT: Final = 10.0

Law = tuple[Fraction, ...]
Pair = tuple[int, int]
Number = Fraction | arb


@dataclass(frozen=True)
class Case:
    """A channel as fractions, and how its inputs are related."""

    rows: tuple[Law, ...]
    pairs: tuple[Pair, ...]
    prior: Law
    distance: tuple[tuple[int, ...], ...]

    def channel(self) -> Channel:
        """The same for dpverify."""
        inputs = [f"x{i}" for i in range(len(self.rows))]
        return Channel(
            inputs, [f"y{o}" for o in range(len(self.rows[0]))], [list(row) for row in self.rows],
            neighbours=[[inputs[i], inputs[j]] for i, j in self.pairs], directed=True,
            prior=list(self.prior), distance=[list(row) for row in self.distance],
        )  # fmt: skip


def run(attacks: int, seed: int) -> Tally:
    """Make that many attacks; the same seed draws the same ones."""
    tally = Tally()
    for number in range(attacks):
        random = Random(f"differential {seed} {number}")  # noqa: S311 (a test)
        case, name = drawn(random), random.choice(sorted(REFERENCES))
        ctx.prec = BITS
        ours = REFERENCES[name](case, random)
        shown = f"seed {seed}, attack {number}: {name} with {ours.given} on {case}"
        try:
            found = fault(case, name, ours)
        except Undecided:
            tally.count("unknown")
        except InternalError as error:
            tally.fault("internal errors", f"{shown}: {error}")
        except DpverifyError as error:
            tally.fault("false statements", f"{shown}: refused: {error}")
        else:
            if found is None:
                tally.count("agrees")
            else:
                tally.fault("false statements", f"{shown}: {found}")
        finally:
            ctx.prec = 53
    return tally


# ------------------------------------------------------------------------------ drawing channels


def drawn(random: Random) -> Case:
    """Two to four rows of weights; every second channel has rows that nearly agree."""
    n, m = random.choice((2, 2, 3, 4)), random.choice((2, 3, 3, 4))
    rows = [_law(random, m) for _ in range(n)]
    if random.random() < 0.5:
        copies = [row for row in rows for _ in range(2)][:n]
        rows = [_moved(random, row) if random.random() < 0.7 else row for row in copies]
    every = [(i, j) for i in range(n) for j in range(n) if i != j]
    some = [pair for pair in every if random.random() < 0.6]
    symmetric = random.random() < 0.7
    pairs = sorted({*some, *((j, i) for i, j in some)} if symmetric else {*some}) or every
    far = [[0 if i == j else random.choice((1, 2, 3)) for j in range(n)] for i in range(n)]
    metric = tuple(tuple(far[min(i, j)][max(i, j)] for j in range(n)) for i in range(n))
    return Case(tuple(rows), tuple(pairs), _law(random, n, zeros=False), metric)


def _law(random: Random, m: int, *, zeros: bool = True) -> Law:
    weights = [random.choice((0, 1, 1, 2, 3, 5, 9) if zeros else (1, 2, 3)) for _ in range(m)]
    weights[random.randrange(m)] += 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


def _moved(random: Random, law: Law) -> Law:
    """A tiny mass moved from one output that occurs to another."""
    source = random.choice([o for o in range(len(law)) if law[o] > 0])
    target = random.choice([o for o in range(len(law)) if o != source])
    tiny = Fraction(random.randint(1, 9), 10 ** random.choice(PLACES))
    moved = list(law)
    moved[source], moved[target] = moved[source] - tiny, moved[target] + tiny
    return tuple(moved)


# ------------------------------------------------------------------------------ references


@dataclass(frozen=True)
class Reference:
    """The tight value of each pair by the textbook: what is given, and its exact value or a ball.

    `key` is the parameter; None stands for infinity; `place` says which pairs the value is about.
    """

    key: str
    given: dict[str, Any]
    values: dict[Any, Number | None]

    @property
    def tight(self) -> Number | None:
        """The largest of all pairs; None for infinity."""
        found = [*self.values.values()]
        if any(value is None for value in found):
            return None
        balls = [value for value in found if isinstance(value, arb)]
        if not balls:
            return max((value for value in found if isinstance(value, Fraction)), default=None)
        best = arb(0)
        for value in balls:
            best = best.max(value)
        return best


def events(m: int) -> Iterator[tuple[int, ...]]:
    """All subsets of outputs."""
    return chain.from_iterable(combinations(range(m), size) for size in range(m + 1))


def mass(law: Law, event: tuple[int, ...]) -> Fraction:
    """The probability of an event."""
    return sum((law[o] for o in event), Fraction(0))


def ball(number: Fraction) -> arb:
    """A rational number at the working precision."""
    return arb(fmpq(number.numerator, number.denominator))


def over_pairs(
    case: Case, of_pair: Callable[[Law, Law], Number | None], pairs: tuple[Pair, ...] | None = None
) -> dict[Any, Number | None]:
    """A value for each ordered pair, by the labels of the inputs."""
    known = case.pairs if pairs is None else pairs
    return {(f"x{i}", f"x{j}"): of_pair(case.rows[i], case.rows[j]) for i, j in known}


def every(case: Case) -> tuple[Pair, ...]:
    """All ordered pairs."""
    n = range(len(case.rows))
    return tuple((i, j) for i in n for j in n if i != j)


def largest_loss(p: Law, q: Law) -> arb | None:
    """ln of the largest P(S)/Q(S); over all events, though single outputs would do."""
    best = Fraction(1)
    for event in events(len(p)):
        a, b = mass(p, event), mass(q, event)
        if b == 0 < a:
            return None
        best = max(best, a / b if b else best)
    return ball(best).log()


def _pure(case: Case, _: Random) -> Reference:
    return Reference("eps", {}, over_pairs(case, largest_loss))


def _local(case: Case, _: Random) -> Reference:
    return Reference("eps", {}, over_pairs(case, largest_loss, every(case)))


def _ratio(random: Random) -> Fraction:
    return random.choice((Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)))


def _approx(case: Case, random: Random) -> Reference:
    ratio = _ratio(random)

    def of_pair(p: Law, q: Law) -> Fraction:
        return max(mass(p, s) - ratio * mass(q, s) for s in events(len(p)))

    return Reference("delta", {"eps": f"ln({ratio})"}, over_pairs(case, of_pair))


def _probabilistic(case: Case, random: Random) -> Reference:
    ratio = _ratio(random)

    def of_pair(p: Law, q: Law) -> Fraction:
        return sum((a for a, b in zip(p, q, strict=True) if a > ratio * b), Fraction(0))

    return Reference("delta", {"eps": f"ln({ratio})"}, over_pairs(case, of_pair))


def _total_variation(case: Case, _: Random) -> Reference:
    def of_pair(p: Law, q: Law) -> Fraction:
        return max(abs(mass(p, s) - mass(q, s)) for s in events(len(p)))

    return Reference("delta", {}, over_pairs(case, of_pair))


def _bounded_range(case: Case, _: Random) -> Reference:
    def of_pair(p: Law, q: Law) -> arb | None:
        seen = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
        if any(a == 0 or b == 0 for a, b in seen):
            return None
        ratios = [a / b for a, b in seen]
        return ball(max(ratios) / min(ratios)).log()

    return Reference("eps", {}, over_pairs(case, of_pair))


def renyi(p: Law, q: Law, order: Fraction) -> arb | None:
    """ln(Σ P^α·Q^(1−α))/(α−1)."""
    moment = arb(0)
    for a, b in zip(p, q, strict=True):
        if b == 0 < a:
            return None
        if a > 0:
            moment += ball(a) * ball(a / b) ** ball(order - 1)
    return moment.log() / ball(order - 1)


def _renyi(case: Case, random: Random) -> Reference:
    order = Fraction(random.choice(("2", "3", "3/2", "5/4", "1001/1000", "40")))
    values = over_pairs(case, lambda p, q: renyi(p, q, order))
    return Reference("eps", {"alpha": str(order)}, values)


def quantile(p: Fraction) -> arb:
    """Φ⁻¹(p), from the nearer end."""
    if p > Fraction(1, 2):
        return -quantile(1 - p)
    return -(2 * ball(p)).erfcinv() * arb(2).sqrt()


def _gaussian(case: Case, _: Random) -> Reference:
    def of_pair(p: Law, q: Law) -> Number | None:
        best = arb(0)
        for event in events(len(p)):
            a, b = mass(p, event), mass(q, event)
            if (a == 0 < b) or (a < b == 1):
                return None
            if 0 < a < b < 1:  # a test that rejects P: the errors are a and 1 − b
                best = best.max(quantile(b) - quantile(a))
        return best

    return Reference("mu", {}, over_pairs(case, of_pair))


def _metric(case: Case, _: Random) -> Reference:
    values: dict[Any, Number | None] = {}
    for i, j in every(case):
        found = largest_loss(case.rows[i], case.rows[j])
        values[f"x{i}", f"x{j}"] = None if found is None else found / case.distance[i][j]
    return Reference("eps", {}, values)


def _guessing(case: Case, random: Random) -> Reference:
    goal = random.randrange(len(case.rows))
    before, best = case.prior[goal], Fraction(0)
    for event in events(len(case.rows[0])):
        joint = [p * mass(row, event) for p, row in zip(case.prior, case.rows, strict=True)]
        if sum(joint) > 0:
            best = max(best, joint[goal] / sum(joint) - before)
    return Reference("eta", {"goal": [f"x{goal}"]}, {"": best})


REFERENCES: Final[dict[str, Callable[[Case, Random], Reference]]] = {
    "pure-dp": _pure,
    "local-dp": _local,
    "approx-dp": _approx,
    "probabilistic-dp": _probabilistic,
    "total-variation": _total_variation,
    "bounded-range": _bounded_range,
    "renyi-dp": _renyi,
    "gaussian-dp": _gaussian,
    "metric-dp": _metric,
    "guessing-advantage": _guessing,
}


# ------------------------------------------------------------------------------ comparing


def fault(case: Case, name: str, ours: Reference) -> str | None:
    """What dpverify says that the reference contradicts; None where they agree."""
    channel, truth = case.channel(), ours.tight
    found = measure(channel, name, time_limit=LIMIT, **ours.given)
    form = found.to_dict()
    figure, place = form["tight"][ours.key], form["attained_by"]
    if truth is None or figure["lower"] == "inf":
        return None if truth is None and figure.get("exact") == "inf" else f"says {figure}"
    low, high = Fraction(figure["lower"]), Fraction(figure["upper"])
    if truth < _like(truth, low) or truth > _like(truth, high):
        return f"says {figure}, where {truth} is true"
    if high - low > Fraction(1, 10**6) * high:
        return f"is vague: {figure}"
    if "inputs" in place:
        there = ours.values.get(tuple(place["inputs"]))
        if there is None or there < _like(there, low):
            return f"is attained by {place['inputs']}, where {there} is true"
    return _claims(channel, name, ours, low, high)


def _claims(
    channel: Channel, name: str, ours: Reference, low: Fraction, high: Fraction
) -> str | None:
    """Claims a little above and a little below what is tight."""
    room = Fraction(1, 10**9)
    above, below = high * (1 + room), low * (1 - room)
    if ours.key in ("delta", "eta"):
        above = min(above, Fraction(1))
    wanted = [(above, True)] + ([(below, False)] if below > 0 else [])
    if isinstance(ours.tight, Fraction):
        wanted.append((ours.tight, True))  # equality holds
    for bound, holds in wanted:
        claim = definition(name, **{**ours.given, ours.key: str(bound)})
        verdict = check(channel, claim, time_limit=LIMIT)
        if verdict.holds != holds and not verdict.unknown:
            return f"{verdict.name} at {bound}"
    return None


def _like(number: Number, given: Fraction) -> Any:
    return ball(given) if isinstance(number, arb) else given
