"""A plan: the events whose joint cost is asked for, and who counts as a neighbour."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.accounting.events import Event, Noise
from dpverify.defs.errors import DomainError, EmptyQuestion, NumberError, SchemaError
from dpverify.defs.risk.parameters import count, positive_rational

RELATIONS = {
    "add": "one record is added",
    "remove": "one record is removed",
    "add-or-remove": "one record is added or removed",
}
LAWS = ("gaussian", "laplace")
MOST_TIMES = 10**9
MOST_EVENTS = 100
EVENT_KEYS = ("noise", "sigma", "scale", "sensitivity", "sampling", "times")


@dataclass(frozen=True)
class Plan:
    """Events in any order, and the relation of neighbours.

    Args:
        events: one or more.
        relation: "add", "remove" or "add-or-remove".
    """

    events: tuple[Event, ...]
    relation: str = "add-or-remove"

    def directions(self) -> tuple[str, ...]:
        """The orders of the two laws that are asked about."""
        return ("remove", "add") if self.relation == "add-or-remove" else (self.relation,)

    def document(self) -> dict[str, Any]:
        """As JSON; `read_plan` reads it back."""
        return {
            "relation": self.relation,
            "events": [
                {
                    "noise": event.noise.law,
                    _size_name(event.noise.law): str(event.noise.size),
                    "sensitivity": str(event.noise.sensitivity),
                    "sampling": str(event.rate),
                    "times": event.times,
                }
                for event in self.events
            ],
        }


def parse_plan(text: str) -> Plan:
    """A plan from TOML: `relation`, and a table [[event]] for each event.

    Raises: SchemaError where it is no TOML; as `read_plan`.
    """
    try:
        # Digits, not floats: sigma = 1.1 means 11/10.
        document = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as fault:
        raise SchemaError(f"the plan is no TOML: {fault}") from fault
    if "event" in document:
        document["events"] = document.pop("event")
    return read_plan(document)


def read_plan(document: Mapping[str, Any]) -> Plan:
    """A plan from a mapping as `Plan.document` writes it; numbers may be texts or integers.

    Raises: SchemaError, DomainError or EmptyQuestion, each with the rule and what was given.
    """
    _only(document, ("relation", "events"), "a plan")
    relation = document.get("relation", "add-or-remove")
    if relation not in RELATIONS:
        known = ", ".join(RELATIONS)
        raise DomainError(f"the relation is {relation!r}; it must be one of {known}")
    events = document.get("events")
    if not isinstance(events, list):
        raise SchemaError("a plan has a list of events: write [[event]] above each")
    if not events:
        raise EmptyQuestion("the plan has no event; give at least one [[event]]")
    if len(events) > MOST_EVENTS:
        raise DomainError(f"the plan has {len(events)} events; at most {MOST_EVENTS} are composed")
    return Plan(tuple(_event(event, i) for i, event in enumerate(events, 1)), relation)


def gaussian(sigma: Any, *, sensitivity: Any = 1, sampling: Any = 1, times: Any = 1) -> Event:
    """Gaussian noise of standard deviation σ, `times` times, on Poisson samples of a rate."""
    return _made("gaussian", sigma, sensitivity, sampling, times, "the event")


def laplace(scale: Any, *, sensitivity: Any = 1, sampling: Any = 1, times: Any = 1) -> Event:
    """Laplace noise of a scale, `times` times, on Poisson samples of a rate."""
    return _made("laplace", scale, sensitivity, sampling, times, "the event")


def _event(given: Any, place: int) -> Event:
    where = f"event {place}"
    if not isinstance(given, Mapping):
        raise SchemaError(f"{where} is no table of names and values")
    _only(given, EVENT_KEYS, where)
    law = given.get("noise")
    if law not in LAWS:
        raise DomainError(f"the noise of {where} is {law!r}; it must be one of {', '.join(LAWS)}")
    name = _size_name(law)
    if name not in given:
        raise SchemaError(f"{where} has no {name}; {law} noise needs it")
    other = "scale" if name == "sigma" else "sigma"
    if other in given:
        raise SchemaError(f"{where} has {other}; {law} noise has {name}")
    return _made(
        law, given[name], given.get("sensitivity", 1), given.get("sampling", 1),
        given.get("times", 1), where,
    )  # fmt: skip


def _made(law: str, size: Any, sensitivity: Any, sampling: Any, times: Any, where: str) -> Event:
    rate = _fraction(sampling, f"the sampling rate of {where}")
    if rate > 1:
        raise DomainError(f"the sampling rate of {where} is {sampling}; it is at most 1")
    noise = Noise(
        law,
        _fraction(size, f"the {_size_name(law)} of {where}"),
        _fraction(sensitivity, f"the sensitivity of {where}"),
    )
    return Event(noise, rate, count(times, f"the times of {where}", most=MOST_TIMES))


def _fraction(given: Any, name: str) -> Fraction:
    try:
        exact = positive_rational(given, name)
    except NumberError as fault:
        raise DomainError(f"{name}: {fault}") from fault
    return Fraction(int(exact.p), int(exact.q))


def _size_name(law: str) -> str:
    return "sigma" if law == "gaussian" else "scale"


def _only(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = [str(key) for key in given if key not in known]
    if unknown:
        raise SchemaError(f"{where} has {unknown[0]!r}; known are {', '.join(known)}")
