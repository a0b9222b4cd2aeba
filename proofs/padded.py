"""An instance with few outputs as one with many: the further outputs never occur.

Nothing rests on it: what is made here counts only if exact arithmetic finds that it refutes, or
that it meets the hypotheses.
"""

from __future__ import annotations

from contextlib import suppress

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DpverifyError
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape, Size
from dpverify.proofs.layout import Place, copies, places
from dpverify.proofs.statement import AnyChannel, Statement

FEW = 2


def with_few_outputs(statement: Statement, shape: Shape) -> Shape:
    """The shape with two outputs wherever there are more.

    >>> from dpverify.proofs.registry import entry
    >>> claim = entry("dp.sequential-composition.adaptive.pure").statement
    >>> with_few_outputs(claim, {"inputs": 3, "outputs": 8, "results": 4})
    {'inputs': 3, 'outputs': 2, 'results': 2}
    """
    objects = [given for given in statement.objects.values() if isinstance(given, AnyChannel)]
    outputs = {given.outputs for given in objects}
    others = {given.inputs for given in objects} | {given.copies for given in objects}
    names = {size.name for size in outputs - others if isinstance(size, Size)}
    return {key: min(FEW, size) if key in names else size for key, size in shape.items()}


def padded(instance: Instance, shape: Shape) -> Instance | None:
    """An instance of a larger shape that refutes as this one does; None where that fails."""
    with suppress(DpverifyError, KeyError, IndexError):
        larger = _of_shape(instance, shape)
        return larger if larger.refutes else None
    return None


def meets_at(instance: Instance, shape: Shape) -> bool:
    """Whether this one, or one of a larger shape made of it, meets the hypotheses at a shape."""
    if any(instance.shape[name] > size for name, size in shape.items()):
        return False
    with suppress(DpverifyError, KeyError, IndexError):
        if instance.shape == shape:
            return instance.speaks
        return _of_shape(instance, shape).speaks
    return False


def _of_shape(instance: Instance, shape: Shape) -> Instance:
    every = places(instance.statement, shape)
    channels = {
        name: place.fixed or _wider(_like(name, instance), place) for name, place in every.items()
    }
    return Instance(instance.statement, shape, channels, instance.parameters)


def _like(name: str, instance: Instance) -> Channel:
    """The channel of this name, or where there are fewer copies the last of them."""
    if name in instance.channels:
        return instance.channels[name]
    stem = name.rstrip("0123456789")
    return instance.channels[copies(f"{stem}*", tuple(instance.channels))[-1]]


def _wider(channel: Channel, place: Place) -> Channel:
    """The channel with outputs that never occur; a further input is treated as the last one."""
    more = [0] * (len(place.outputs) - len(channel.outputs))
    last = len(channel.inputs) - 1
    rows = [[*channel.row(min(i, last)), *more] for i in range(len(place.inputs))]
    return Channel(place.inputs, place.outputs, rows, place.neighbours)
