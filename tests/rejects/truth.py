"""What a document says, judged by the definitions alone: no kernel, no checker.

Every ordered pair is gone through with the definition's own tight parameter, which `tests/defs`
compares with the literature's form over all events.
"""

from __future__ import annotations

from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.parameters import as_parameter
from dpverify.defs.definitions.registry import event_definition
from dpverify.defs.errors import DpverifyError
from dpverify.defs.numbers import Number, as_bound, as_eps
from dpverify.defs.privacy_loss import mass

Document = dict[str, Any]
# Titles and notes make nothing true or false; a distance is not looked at by these definitions.
CONTENT = ("inputs", "outputs", "matrix", "neighbours", "directed", "prior")


def still_true(what: str, document: Document) -> bool:
    """Whether a forged copy happens to be another true result.

    Only a changed parameter, definition or order of inputs can do that.
    """
    may_be = what.startswith("given") or what == "definition: another" or "exchanged" in what
    return may_be and is_true(document)


def is_true(document: Document) -> bool:
    """Whether every statement of a well-formed result about a channel is true."""
    try:
        return _says_truth(document)
    except (DpverifyError, AttributeError, KeyError, TypeError, ValueError):
        return False


def _says_truth(document: Document) -> bool:
    subject = {k: v for k, v in document["subject"]["channel"].items() if k in CONTENT}
    channel, definition = Channel(**subject), event_definition(document["definition"])
    given = {k: as_parameter(k, v) for k, v in document["given"].items()}
    verdict = document.get("verdict")
    right = document["subject"].get("digest", channel.digest) == channel.digest
    right = right and set(given) <= set(definition.parameters)
    right = right and (len(given) == len(definition.parameters)) == (verdict is not None)
    if "tight" in document:
        ((name, stated),) = document["tight"].items()
        rest = {k: v for k, v in given.items() if k != name}
        right = right and _is_tight(channel, definition, name, rest, stated)
        right = right and _masses(channel, document["attained_by"])
        right = right and _attains(channel, definition, name, rest, document["attained_by"])
    if verdict is not None:
        claim = definition.from_text(given)
        right = right and _fails(channel, claim) == (verdict == "fails")
        right = right and (verdict == "holds" or _violates(channel, claim, document["witness"]))
    return bool(right)


def _laws(channel: Channel, definition: type[EventDefinition] | EventDefinition) -> Any:
    return ((channel.row(i), channel.row(j)) for i, j in definition.pairs(channel))


def _is_tight(
    channel: Channel,
    definition: type[EventDefinition],
    name: str,
    given: dict[str, Number],
    stated: Any,
) -> bool:
    value: Any = max(definition.tight(name, p, q, given) for p, q in _laws(channel, definition))
    read = _eps if name == "eps" else as_bound
    lower, upper = read(stated["lower"]), read(stated["upper"])
    exact = stated.get("exact")
    return bool(lower <= value <= upper and (exact is None or read(exact) == value))


def _eps(text: Any) -> Any:
    return as_eps(text, allow_infinity=True)


def _event(channel: Channel, place: Document) -> Any:
    i, j = (channel.input_index(label) for label in place["inputs"])
    event = tuple(channel.output_index(label) for label in place["event"])
    return (i, j), channel.row(i), channel.row(j), event


def _masses(channel: Channel, place: Document) -> bool:
    _, p, q, event = _event(channel, place)
    stated = [as_bound(text) for text in place["probabilities"]]
    return stated == [mass(p, event), mass(q, event)] and len(set(event)) == len(event)


def _attains(
    channel: Channel,
    definition: type[EventDefinition],
    name: str,
    given: dict[str, Number],
    place: Document,
) -> bool:
    pair, p, q, _ = _event(channel, place)
    worst: Any = max(definition.tight(name, a, b, given) for a, b in _laws(channel, definition))
    return pair in set(definition.pairs(channel)) and bool(
        definition.tight(name, p, q, given) == worst
    )


def _fails(channel: Channel, claim: EventDefinition) -> bool:
    return not all(claim.holds_for(p, q) for p, q in _laws(channel, claim))


def _violates(channel: Channel, claim: EventDefinition, place: Document) -> bool:
    pair, p, q, event = _event(channel, place)
    excess: Any = claim.excess(p, q, event)
    stated = place["excess"]
    right = excess > 0 and as_bound(stated["lower"]) <= excess <= as_bound(stated["upper"])
    right = right and (stated.get("exact") is None or as_bound(stated["exact"]) == excess)
    return right and _masses(channel, place) and pair in set(claim.pairs(channel))
