"""Channel documents: the JSON form of interface `dpverify.channel/1.0`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.errors import SchemaError
from dpverify.defs.io.strict_json import check_keys, strict_loads
from dpverify.defs.notes import assumptions_of
from dpverify.defs.schema import check_schema
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.defs.adjust import Adjustment

REQUIRED: Final = ("schema", "inputs", "outputs", "matrix", "neighbours")
OPTIONAL: Final = ("directed", "distance", "prior", "title", "source", "notes", "assumptions")
HINTS: Final = {
    "schema": ': "schema": "dpverify.channel/1.0"',
    "neighbours": ': "neighbours": "all", or a list of pairs of inputs',
}
_LISTS: Final = ("inputs", "outputs", "matrix", "distance", "prior")


def read_json(data: bytes, adjustment: Adjustment | None, *, neighbours: object = None) -> Channel:
    """A channel from the bytes of a channel file; arguments as for `channel_from_document`."""
    document = strict_loads(data, what="the file")
    return channel_from_document(document, adjustment, neighbours=neighbours, what="the file")


def channel_from_document(
    document: object,
    adjustment: Adjustment | None = None,
    *,
    neighbours: object = None,
    what: str = "the channel",
) -> Channel:
    """A channel from a document that `strict_loads` returned, or that `to_dict` did.

    Args: adjustment what to do to each row; neighbours replaces those of the document; what how
        messages name it.
    Raises: SchemaError for wrong keys, version or types, ChannelError for wrong content.
    """
    if not isinstance(document, dict):
        raise SchemaError(f"{what} holds {shown(document)}, must hold a channel: one JSON object")
    if "schema" in document:
        check_schema(document["schema"], "dpverify.channel")
    required = tuple(key for key in REQUIRED if neighbours is None or key != "neighbours")
    check_keys(document, required, (*OPTIONAL, "neighbours"), what=what, hints=HINTS)
    for key in _LISTS:
        if key in document and not isinstance(document[key], list):
            raise SchemaError(f"{key} is {shown(document[key])}, must be a list")
    return _channel(document, adjustment, neighbours)


def _channel(
    document: dict[str, Any], adjustment: Adjustment | None, neighbours: object
) -> Channel:
    promises = assumptions_of(document["assumptions"]) if "assumptions" in document else ()
    parts = (key for key in OPTIONAL if key in document and key != "assumptions")
    others: dict[str, Any] = {key: document[key] for key in parts}
    others["neighbours"] = document.get("neighbours")
    if neighbours is not None:
        others |= neighbours if isinstance(neighbours, dict) else {"neighbours": neighbours}
    extra = {key: value for key, value in document.items() if key.startswith("x-")}
    made = Channel.adjusted(
        document["inputs"],
        document["outputs"],
        document["matrix"],
        adjustment,
        extra=extra,
        **others,
    )
    return made.resting_on(promises)
