"""What an attacker sees of one target: for each value b of his knowledge, a law for each value t.

The two privacy quantities of an ordered pair (t, t') are read off here: APK_b is the hockey-stick
divergence of the laws given b; PPK = Σ_b P(b)·APK_b is that of the joint laws of (b, output).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from dpverify.checkers.answers.places import Setting, Term
from dpverify.defs.divergences.hockey_stick import hockey_stick, smallest_eps
from dpverify.defs.numbers import Number, Value, as_eps
from dpverify.defs.privacy_loss import Odds, attaining_event, mass, odds_of, tail_event

OutputLaw = Mapping[str, Value]


@dataclass(frozen=True)
class Slice:
    """One value of the knowledge: its probability, and the law of the output for each t."""

    known: str
    weight: Value
    laws: Mapping[str, OutputLaw]


@dataclass(frozen=True)
class View:
    """The slices of one member of Θ and one target."""

    theta: int
    target: int
    slices: tuple[Slice, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values that the target can take."""
        return tuple(self.slices[0].laws)

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The ordered pairs of distinct values of the target."""
        return permutations(self.values, 2)


@dataclass(frozen=True)
class Case:
    """Two laws to compare: of the outputs for one b (active), or of (b, output) (passive)."""

    view: View
    values: tuple[str, str]
    slices: tuple[Slice, ...]
    p: tuple[Value, ...]
    q: tuple[Value, ...]
    places: tuple[tuple[int, str], ...]

    def tight(self, parameter: str, given: Mapping[str, Odds]) -> Number:
        """The smallest δ for "odds", or the smallest ε for "delta"; exact."""
        if parameter == "eps":
            return smallest_eps(self.p, self.q, given["delta"])
        return hockey_stick(self.p, self.q, given["odds"])

    def attained(self, parameter: str, eps: Number) -> Setting:
        """The setting with the event that attains the tight value at ε."""
        loss = as_eps(eps, allow_infinity=True)
        if parameter == "eps":
            event = attaining_event(self.p, self.q, loss)
        else:
            event = tail_event(self.p, self.q, odds_of(loss))
        return self.setting(event)

    def setting(self, event: tuple[int, ...]) -> Setting:
        """The event as terms, one for each value of the knowledge that takes part."""
        outputs: dict[int, list[str]] = {0: []} if len(self.slices) == 1 else {}
        for place in event:
            index, output = self.places[place]
            outputs.setdefault(index, []).append(output)
        terms = tuple(self._term(self.slices[i], names) for i, names in outputs.items())
        return Setting(self.view.theta, self.view.target, self.values, terms)

    def _term(self, at: Slice, names: list[str]) -> Term:
        p, q = (
            mass([law.get(name, Value(0)) for name in names], range(len(names)))
            for law in (at.laws[t] for t in self.values)
        )
        return Term(at.known, at.weight, tuple(names), (p, q))


def cases(view: View, *, active: bool) -> Iterator[Case]:
    """The comparisons that a definition makes of a view: APKDP if active, else PPKDP."""
    for values in view.pairs():
        groups = [(slice_,) for slice_ in view.slices] if active else [view.slices]
        for group in groups:
            yield _case(view, values, group, weighted=not active)


def _case(view: View, values: tuple[str, str], group: tuple[Slice, ...], *, weighted: bool) -> Case:
    p, q, places, zero = [], [], [], Value(0)
    for index, slice_ in enumerate(group):
        first, second = (slice_.laws[t] for t in values)
        for output in dict.fromkeys([*first, *second]):
            mass_p, mass_q = first.get(output, zero), second.get(output, zero)
            if weighted:
                if slice_.weight.is_zero:
                    continue
                mass_p, mass_q = slice_.weight * mass_p, slice_.weight * mass_q
            p.append(mass_p)
            q.append(mass_q)
            places.append((index, output))
    return Case(view, values, group, tuple(p), tuple(q), tuple(places))
