"""Events that show a failure: for some words, intervals of a linear form of the released values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.places import EnclosedEvent, RegionPart, WordPlace
from dpverify.checkers.enclosures.compared import Region
from dpverify.checkers.kernel.certificates.events import part_text
from dpverify.defs.continuous.sums import added, negated, scaled
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path, Traced

Event = Mapping[str, Region]
"""By word where its released values lie."""
EVENT = "event"


def conditioned(traced: Traced, event: Event) -> Traced:
    """A program whose one word is the event: what was released is compared with the ends."""
    found = []
    for word, region in event.items():
        for path in traced.words.get(word, ()):
            for low, high in region.where:
                form = Form((), Shift())
                for factor, each in zip(region.factors, path.released, strict=False):
                    form = added(form, scaled(each, factor))
                ends = []
                if low is not None:
                    ends.append(added(form, _number(-low)))
                if high is not None:
                    ends.append(added(negated(form), _number(high)))
                found.append(Path((*path.conditions, *ends)))
    return Traced(traced.noises, {EVENT: tuple(found)}, traced.symbolic)


def _number(number: Fraction) -> Form:
    return Form((), Shift(number))


@dataclass(frozen=True)
class EventPlace(WordPlace):
    """An event on an ordered pair of inputs, with enclosures of its two probabilities."""

    event: Event = field(default_factory=dict)

    def stated(self) -> EnclosedEvent:
        """What a document says of the place: words and regions, with their bounds."""
        parts = [_part(word, region) for word, region in sorted(self.event.items())]
        event = tuple(part_text(encode(part)) for part in parts)
        return EnclosedEvent(
            inputs=self.inputs, entries=self.entries, event=event, regions=tuple(parts),
            probabilities=self.probabilities, excess=self.excess,
        )  # fmt: skip


def _part(word: str, region: Region) -> RegionPart:
    if not any(region.factors):
        return RegionPart(word)
    factors = tuple(str(factor) for factor in region.factors)
    low_high = (tuple(None if end is None else str(end) for end in ends) for ends in region.where)
    return RegionPart(word, factors, tuple((low, high) for low, high in low_high))
