"""Compositions by name, as refutations write them: {"post_process": ["M", "f"]}.

What must never change: the names, the order of their operands, and that a composition may only
name objects that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpverify.defs import operations
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError
from dpverify.defs.validate import did_you_mean, shown

Objects = Mapping[str, Channel]


@dataclass(frozen=True, slots=True)
class Composition:
    """One way to make a channel: its operands by kind, and the function that they go to.

    Kinds: "channel" a name, "channels" a list of names, "number" a text, "labels" a list of texts.
    """

    operands: tuple[str, ...]
    function: Callable[..., Channel]


COMPOSITIONS: Final[Mapping[str, Composition]] = {
    "post_process": Composition(("channel", "channel"), operations.post_process),
    "product": Composition(("channel", "channel"), operations.product),
    "adaptive": Composition(("channel", "channels"), operations.adaptive),
    "mixture": Composition(("number", "channel", "channel"), operations.mixture),
    "visible_mixture": Composition(("number", "channel", "channel"), operations.visible_mixture),
    "restrict": Composition(("channel", "labels"), operations.restrict),
    "merge_proportional": Composition(("channel",), operations.merge_proportional),
}


def compose(form: Mapping[str, Any], objects: Objects) -> Channel:
    """The channel that a named composition stands for.

    Args: form one name of COMPOSITIONS with the list of its operands; objects the named channels.
    Raises: ChannelError for an unknown composition or object, or operands of the wrong kind.

    >>> m = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> compose({"post_process": ["M", "M"]}, {"M": m}).probability("0", "0")
    Value('5/8')
    """
    if not isinstance(form, Mapping) or len(form) != 1:
        raise ChannelError(
            f"composition {shown(form)} must be one name with its operands, such as"
            ' {"post_process": ["M", "f"]}'
        )
    ((name, operands),) = form.items()
    composition = COMPOSITIONS.get(name)
    if composition is None:
        hint = did_you_mean(name, COMPOSITIONS) or f"; there are {', '.join(COMPOSITIONS)}"
        raise ChannelError(f"composition {shown(name)} is unknown{hint}")
    if not isinstance(operands, (list, tuple)) or len(operands) != len(composition.operands):
        raise ChannelError(
            f"composition {name!r} takes {len(composition.operands)} operands"
            f" ({', '.join(composition.operands)}), not {shown(operands)}"
        )
    kinds = zip(composition.operands, operands, strict=True)
    return composition.function(*(_operand(kind, given, name, objects) for kind, given in kinds))


def _operand(kind: str, given: object, name: str, objects: Objects) -> object:
    if kind == "number":
        return given
    if kind == "channel":
        return _object(given, name, objects)
    if not isinstance(given, (list, tuple)):
        raise ChannelError(f"composition {name!r}: {shown(given)} must be a list of {kind}")
    return [_object(member, name, objects) if kind == "channels" else member for member in given]


def _object(given: object, name: str, objects: Objects) -> Channel:
    if isinstance(given, str) and given in objects:
        return objects[given]
    hint = did_you_mean(given, objects) or f"; there are {shown(', '.join(objects))}"
    raise ChannelError(f"composition {name!r} names {shown(given)}, which is no object{hint}")
