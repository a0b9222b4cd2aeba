"""The kernel's view of one target of a large count: terms of a witness, and the largest δ.

Trusted; the formulas stand in `counts`. A view looks like the slices of `knowledge`:
for a value of the knowledge (how many known "yes") it gives the weight, the probability of an event
and the gain P(S) − e^ε·Q(S) of an event, without writing any law out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from flint import arb

from dpverify.checkers.kernel.counts import MAX_LOOP, Ball, Balls, Exact, Limit, largest, law_of
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need as _need

FEW = 60  # records up to which laws are written out instead
NEAR = 4  # places of equal losses that balls need not tell apart
BITS = 256
Law = Exact | Balls
_Precision = partial(num.Undecided, "precision")


class Event(NamedTuple):
    """Outputs by their texts, and all counts from … to … ."""

    outputs: list[str]
    interval: tuple[int, int] | None


Run = tuple[int | None, int]  # values of Z from … to …, None: from the smallest


@dataclass(frozen=True)
class CountView:
    """One target: laws of the known and of the other "yes"; the values of the target."""

    known: Law
    others: Law
    threshold: int | None
    counts: dict[str, bool]  # value of the target: whether it is counted

    def __contains__(self, label: object) -> bool:
        text = str(label)
        if not (text.isascii() and text.isdigit() and str(int(text[:20])) == text):
            return False
        weight = self.known.at(int(text))
        return isinstance(weight, Ball) or bool(weight > 0)

    def __getitem__(self, label: str) -> CountSlice:
        return CountSlice(self, int(label))

    @property
    def values(self) -> tuple[str, ...]:
        """What the target can be."""
        return tuple(self.counts)

    def largest(self, odds: Any, *, active: bool) -> Any:
        """max APK_b, or PPK, over the ordered pairs of values of the target; odds None: ε = ∞."""
        if len(set(self.counts.values())) < 2:
            return num.ZERO  # all values of the target are counted, or none
        if odds is None:
            return largest(list(self._infinite(active=active)))
        return largest([self._side(odds, down, active=active) for down in (True, False)])

    @cached_property
    def _cut(self) -> int:
        return -1 if self.threshold is None else max(self.threshold, -1)

    @cached_property
    def _ends(self) -> tuple[int, int]:
        return _support(self.others)

    def _infinite(self, *, active: bool) -> Iterator[Any]:
        for end, least in zip(self._ends, (self._cut - e for e in self._ends), strict=True):
            mass = self.others.at(end)
            if active:
                yield mass if _support(self.known)[1] >= least else num.ZERO
            else:
                yield mass * self.known.between(max(least, 0), self.known.m)

    def _side(self, odds: Any, down: bool, *, active: bool) -> Any:
        """δ of no against yes if down, else of yes against no."""
        turns = self._turns(odds, down)
        low, high = _support(self.known)
        if active:
            return self._delta(odds, high, turns, down)
        s = turns[0] if down else turns[0] - 1
        flat = max(self._cut - s, low)  # from this b on the threshold is below the event's edge
        start = max(low, self._cut - self._last_positive(odds, turns, down))
        _need(min(flat, high + 1) - start <= MAX_LOOP, "too large: an average", Limit)
        exact = not isinstance(odds, num.Real) and all(
            isinstance(law, Exact) for law in (self.known, self.others))  # fmt: skip
        if exact:
            parts = [
                self.known.at(b) * self._delta(odds, b, turns, down)
                for b in range(start, min(flat, high + 1))
            ]
            rest = (
                self.known.between(flat, high) * self._delta(odds, high, turns, down)
                if flat <= high
                else num.ZERO
            )
            return num.total([*parts, rest])

        def compute(bits: int) -> arb:
            excess = arb(0)
            for b in range(start, min(flat, high + 1)):
                excess += _at(self.known, b, bits) * self._delta_ball(odds, b, turns, down, bits)
            if flat <= high:
                beyond = self.known.between(flat, high).ball(bits)
                excess += beyond * self._delta_ball(odds, high, turns, down, bits)
            return excess

        return Ball(compute)

    def _last_positive(self, odds: Any, turns: range, down: bool) -> int:
        """The largest T − b where δ_b may be > 0: past the turn the gain falls as T − b grows."""
        near, far = turns[-1] if down else turns[-1] - 1, self._ends[1]
        with working_precision(BITS):
            while near < far:
                middle = (near + far + 1) // 2
                place = middle if down else middle + 1
                none = self._gain_ball(odds, place, down, BITS) <= 0
                near, far = (near, middle - 1) if none else (middle, far)
        return near

    def _places(self, b: int, turns: range, down: bool) -> list[int]:
        least = self._cut - b if down else self._cut - b + 1
        return sorted({max(least, turn) for turn in turns})

    def _delta(self, odds: Any, b: int, turns: range, down: bool) -> Any:
        if isinstance(odds, num.Real) or isinstance(self.others, Balls):
            return Ball(lambda bits: self._delta_ball(odds, b, turns, down, bits))
        f, m = self.others, self.others.m
        gains = [f.at(y) - (odds - 1) * f.between(0, y - 1) if down else
                 f.at(y - 1) - (odds - 1) * f.between(y, m)
                 for y in self._places(b, turns, down)]  # fmt: skip
        return max(num.ZERO, *gains)

    def _delta_ball(self, odds: Any, b: int, turns: range, down: bool, bits: int) -> arb:
        delta = arb(0)
        for y in self._places(b, turns, down):
            delta = delta.max(self._gain_ball(odds, y, down, bits))
        return delta

    def _gain_ball(self, odds: Any, y: int, down: bool, bits: int) -> arb:
        f, m = self.others, self.others.m
        gain: arb = _at(f, y if down else y - 1, bits)
        if odds != 1:
            rest = (0, y - 1) if down else (y, m)
            gain -= (odds - 1).ball(bits) * _between(f, *rest, bits)
        return gain

    def _turns(self, odds: Any, down: bool) -> range:
        """Where the best y (down) or j may lie if no threshold is in the way."""
        first, last = self._ends

        def ball(x: int) -> arb:
            return _at(self.others, x if down else last + first - x, BITS)

        factor = odds.ball(BITS)
        near, far = first, last  # a reflected law rises and falls alike
        with working_precision(BITS):
            while near < far:
                middle = (near + far + 1) // 2
                rises = ball(middle) > factor * ball(middle - 1)
                near, far = (middle, far) if rises else (near, middle - 1)
            end = near
            while end < last and not ball(end + 1) <= factor * ball(end):
                end += 1
                _need(end - near <= NEAR, "equal losses are not told apart", _Precision)
        return range(near, end + 1) if down else range(
            last + first - end + 1, last + first - near + 2)  # fmt: skip


@dataclass(frozen=True)
class CountSlice:
    """The view for b known "yes"."""

    view: CountView
    b: int

    @property
    def weight(self) -> Any:
        """P(B = b)."""
        return self.view.known.at(self.b)

    def weighed(self, _: str) -> Any:
        """P(b | t), which is P(b): the records are independent."""
        return self.weight

    @property
    def values(self) -> tuple[str, ...]:
        """What the target can be."""
        return self.view.values

    def mass(self, t: str, event: Event) -> Any:
        """P(S | t, b)."""
        mass: Any = num.ZERO
        for low, high in self._runs(event):
            shift = self.b + self.view.counts[t]
            mass = mass + self.view.others.between(0 if low is None else low - shift,
                                                     high - shift)  # fmt: skip
        return mass

    def gain(self, t: str, u: str, event: Event, odds: Any) -> Any:
        """P(S | t, b) − e^ε·P(S | u, b)."""
        yes, other = self.view.counts[t], self.view.counts[u]
        if yes == other:
            return (1 - odds) * self.mass(t, event)
        law, total = self.view.others, num.ZERO
        for low, high in self._runs(event):
            start, end = (None if low is None else low - self.b), high - self.b
            before = num.ZERO if start is None else law.at(start - 1)
            gain = before - odds * law.at(end) if yes else law.at(end) - odds * before
            if odds != 1:
                gain = gain - (odds - 1) * law.between(start or 0, end - 1)
            total = total + gain
        return total

    def _runs(self, event: Event) -> list[Run]:
        cut = self.view.threshold
        outputs, runs = [*event.outputs], list[Run]()
        if "⊥" in outputs:
            _need(cut is not None, "the event holds ⊥, and nothing is withheld")
            outputs.remove("⊥")
            runs = [(None, cut or 0)]
        counts = [int(o) for o in outputs if o.isascii() and o.isdigit() and len(o) < 20]
        _need([*map(str, counts)] == outputs, "an output of the event is no count")
        spans = sorted([(c, c) for c in counts] + ([event.interval] if event.interval else []))
        for low, high in spans:
            _need(
                low <= high and (cut is None or low > cut),
                "an interval of the event holds no output",
            )
            _need(not runs or low > runs[-1][1], "an output stands twice in the event")
            if runs and low == runs[-1][1] + 1:
                runs[-1] = (runs[-1][0], high)
            else:
                runs.append((low, high))
        return runs


def _support(law: Law) -> tuple[int, int]:
    if isinstance(law, Balls):
        return law.ends
    first, last = 0, law.m
    while law.at(first) == 0:
        first += 1
    while law.at(last) == 0:
        last -= 1
    return first, last


def _at(law: Law, x: int, bits: int) -> arb:
    ball: arb = law.at_bits(x, bits) if isinstance(law, Balls) else law.at(x).ball(bits)
    return ball


def _between(law: Law, low: int, high: int, bits: int) -> arb:
    return law.between_bits(low, high, bits) if isinstance(law, Balls) else \
        law.between(low, high).ball(bits)  # fmt: skip


def count_view(query: Any, groups: Any, own: int) -> CountView:
    """The view of a target of the group `own`.

    Args: query the mechanism; groups for each its law, and how many of its records are known and
        how many are not, the target among these.
    """

    def chance(law: dict[str, num.Value]) -> num.Value:
        return num.total(p for v, p in law.items() if v in query.counted)

    known = [(chance(law), k) for law, k, _ in groups if k]
    others = [(chance(law), free - (j == own)) for j, (law, _, free) in enumerate(groups)]
    values = {v: v in query.counted for v, p in groups[own][0].items() if p > 0}
    return CountView(law_of(known), law_of([law for law in others if law[1]]),
                     query.threshold, values)  # fmt: skip
