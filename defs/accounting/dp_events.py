"""Plans from the events of dp_accounting, in the form of dictionaries that its named tuples have.

`DpEvent.to_named_tuple()` gives named tuples inside each other, each with `class_name`; as nested
dictionaries (`_asdict()` of each) they are JSON. Its events say nothing of neighbours; they are
those of its default, one record added or removed. What is not known here is refused by its name.
Source: google/differential-privacy, python/dp_accounting/dp_accounting/dp_event.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpverify.defs.accounting.events import Event
from dpverify.defs.accounting.plan import MOST_TIMES, Plan, gaussian, laplace
from dpverify.defs.errors import DomainError, EmptyQuestion, SchemaError
from dpverify.defs.risk.parameters import count, rational

FIELDS = {
    "NoOpDpEvent": (),
    "GaussianDpEvent": ("noise_multiplier",),
    "LaplaceDpEvent": ("noise_multiplier",),
    "ComposedDpEvent": ("events",),
    "SelfComposedDpEvent": ("event", "count"),
    "PoissonSampledDpEvent": ("sampling_probability", "event"),
}
"""The events that are read, with their fields."""
NAMES = ("module_name", "class_name")
MOST_DEPTH = 50
MOST_EVENTS = 100


@dataclass(frozen=True)
class _Around:
    """What events around an event say of it: its sampling rate, how often it occurs."""

    rate: Fraction = Fraction(1)
    times: int = 1
    sampled: bool = False
    depth: int = 0

    def inside(self) -> _Around:
        if self.depth >= MOST_DEPTH:
            raise SchemaError(f"events lie inside each other more than {MOST_DEPTH} times")
        return replace(self, depth=self.depth + 1)


def is_dp_event(document: Any) -> bool:
    """Whether JSON data is an event of dp_accounting, and not a plan."""
    return isinstance(document, Mapping) and "class_name" in document


def read_dp_event(document: Any) -> Plan:
    """The plan that an event of dp_accounting is.

    Args: document nested mappings with `class_name` and the fields of the class; numbers may be
        texts, which are read exactly.
    Raises: SchemaError or DomainError, which name the event or the field that is not read.
        EmptyQuestion where nothing is released.
    """
    events: list[Event] = []
    for event in _events(document, _Around()):
        events.append(event)
        if len(events) > MOST_EVENTS:
            raise DomainError(f"the event has more than {MOST_EVENTS} parts; none are merged")
    if not events:
        raise EmptyQuestion("the event releases nothing")
    return Plan(tuple(events))


def _events(document: Any, around: _Around) -> Iterator[Event]:
    if not isinstance(document, Mapping):
        raise SchemaError(
            "an event is no object with a class_name; write each named tuple with _asdict()"
        )
    name = document.get("class_name")
    if name not in FIELDS:
        known = ", ".join(FIELDS)
        raise DomainError(f"the event {str(name)[:60]!r} is not read; known are {known}")
    fields = _fields(document, str(name))
    around = around.inside()
    match name:
        case "GaussianDpEvent":
            yield gaussian(fields[0], sampling=around.rate, times=around.times)
        case "LaplaceDpEvent":
            yield laplace(fields[0], sampling=around.rate, times=around.times)
        case "PoissonSampledDpEvent":
            rate = _rate(fields[0])
            if rate:
                sampled = replace(around, rate=around.rate * rate, sampled=True)
                yield from _events(fields[1], sampled)
        case _:
            yield from _several(str(name), fields, around)


def _several(name: str, fields: list[Any], around: _Around) -> Iterator[Event]:
    """The events of a list, or those of one event that is repeated; none of what is nothing."""
    if around.sampled and fields:
        # They would not be samples of their own.
        raise DomainError(
            f"a {name} inside a PoissonSampledDpEvent is not read: its answers share one sample"
        )
    if name == "ComposedDpEvent":
        if not isinstance(fields[0], list):
            raise SchemaError("the events of a ComposedDpEvent are no list")
        for event in fields[0]:
            yield from _events(event, around)
    elif name == "SelfComposedDpEvent":
        # Zero times is nothing, in dp_accounting too.
        times = around.times * count(fields[1], "count", least=0, most=MOST_TIMES)
        if times:
            yield from _events(fields[0], replace(around, times=times))


def _fields(document: Mapping[str, Any], name: str) -> list[Any]:
    unknown = [str(key) for key in document if key not in (*NAMES, *FIELDS[name])]
    if unknown:
        raise SchemaError(f"a {name} has {unknown[0][:60]!r}, which is not read")
    missing = [key for key in FIELDS[name] if key not in document]
    if missing:
        raise SchemaError(f"a {name} has no {missing[0]}")
    return [document[key] for key in FIELDS[name]]


def _rate(given: Any) -> Fraction:
    exact = rational(given, "sampling_probability")
    rate = Fraction(int(exact.p), int(exact.q))
    if not 0 <= rate <= 1:
        raise DomainError(f"sampling_probability is {given}; it must lie between 0 and 1")
    return rate
