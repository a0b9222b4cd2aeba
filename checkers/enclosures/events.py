"""Events that show a failure: for some words, intervals of a linear form of the released values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.checkers.continuous.places import WordPlace
from dpverify.checkers.enclosures.compared import Region
from dpverify.checkers.kernel.certificates.events import part_text
from dpverify.defs.continuous.sums import added, negated, scaled
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.numbers import number_json

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

    def to_dict(self) -> dict[str, Any]:
        """The place as a result holds it."""
        form: dict[str, Any] = {"inputs": list(self.inputs)}
        if self.entries is not None:
            form["entries"] = [[str(x) for x in entry] for entry in self.entries]
        parts = [_document(word, region) for word, region in sorted(self.event.items())]
        form["event"] = [part_text(part) for part in parts]
        form["regions"] = parts
        form["probabilities"] = [_figure(number) for number in self.probabilities]
        if self.excess is not None:
            form["excess"] = _figure(self.excess)
        return form


def _document(word: str, region: Region) -> dict[str, Any]:
    if not any(region.factors):
        return {"word": word}
    where = [[None if end is None else str(end) for end in pair] for pair in region.where]
    return {"word": word, "factors": [str(k) for k in region.factors], "where": where}


def _figure(number: Any) -> dict[str, Any]:
    found: dict[str, Any] = number.to_json() if hasattr(number, "to_json") else number_json(number)
    return found
