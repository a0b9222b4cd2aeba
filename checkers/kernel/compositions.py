"""For the kernel: the channels that the objects of a refutation stand for.

Trusted, beside `dpverify.defs.numbers` and the standard library. What must never change: channels
that are composed with each other have the same inputs and the same neighbours, since the claim
about the composition speaks of one relation; labels are matched by name; the work is counted, with
the size of the numbers, before it is done.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from dpverify.checkers.kernel.channels import Channel, Law, Rows, read_channel
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

UNITS_OF_AN_ENTRY: Final = 8
"""Units of work for one entry of a composed channel: most of it is writing the label."""


class Objects:
    """The objects of a refutation by name, each composed once, when it is asked for.

    Args: forms what the document has: channels, and compositions that name other objects.
    """

    def __init__(self, forms: Mapping[str, Any]) -> None:
        self.forms = forms
        self.channels: dict[str, Channel] = {}
        self.relation_used: set[str] = set()
        self._open: list[str] = []

    def get(self, name: Any) -> Channel:
        """The channel of an object whose neighbours take part in what is claimed."""
        channel = self._channel(name)
        self.relation_used.add(name)
        return channel

    def _channel(self, name: Any) -> Channel:
        need(type(name) is str, "an object is named by something that is not a text")
        need(name in self.forms, f"there is no object {str(name)[:60]!a}")
        if name not in self.channels:
            need(name not in self._open, f"the object {name[:60]!a} is composed of itself")
            self._open.append(name)
            self.channels[name] = self._read(self.forms[name])
            self._open.pop()
        return self.channels[name]

    def _read(self, form: Any) -> Channel:
        if isinstance(form, dict) and "schema" in form:
            return read_channel(form)
        need(type(form) is dict and len(form) == 1, "an object is no channel and no composition")
        ((composition, arguments),) = form.items()
        need(type(arguments) is list, f"the arguments of {composition[:60]!a} are not a list")
        match composition, arguments:
            case "post_process", [first, then]:
                return self._post_process(first, then)
            case "product", [first, second]:
                return self._product(first, second)
            case "adaptive", [first, names]:
                return self._adaptive(first, names)
            case "mixture", [weight, first, second]:
                return self._mixture(weight, first, second)
            case "visible_mixture", [weight, first, second]:
                return self._visible_mixture(weight, first, second)
            case "restrict", [name, inputs]:
                return self._restrict(name, inputs)
            case "merge_proportional", [name]:
                return self._merge_proportional(name)
            case _:
                raise num.NumberError(
                    f"there is no composition {composition[:60]!a} of {len(arguments)} arguments"
                )

    def _post_process(self, first: Any, then: Any) -> Channel:
        """A channel, and what is done to its output; a map has no neighbours that matter."""
        channel, randomised_map = self.get(first), self._channel(then)
        need(
            {*randomised_map.rows} == {*channel.outputs},
            "post_process: the inputs of the map are not the outputs of the channel",
        )
        return _two_steps(channel, channel.rows, lambda _, y: randomised_map.rows[y], hidden=True)

    def _product(self, first: Any, second: Any) -> Channel:
        """Two channels on the same input, independent of each other."""
        channel = self.get(first)
        return self._adaptive(first, [second] * len(channel.outputs))

    def _adaptive(self, first: Any, names: Any) -> Channel:
        """A channel, then one that is chosen by its output, on the same input."""
        channel = self.get(first)
        need(
            type(names) is list and len(names) == len(channel.outputs),
            "adaptive: there is not one second channel for each output of the first",
        )
        second = dict(zip(channel.outputs, map(self.get, names), strict=True))
        for other in second.values():
            _share_inputs_and_neighbours("adaptive", channel, other)
        return _two_steps(channel, channel.rows, lambda x, y: second[y].rows[x], hidden=False)

    def _mixture(self, weight: Any, first: Any, second: Any) -> Channel:
        """One of two channels by a coin that nobody sees."""
        a, b = self.get(first), self.get(second)
        need({*a.outputs} == {*b.outputs}, "mixture: the two channels have different outputs")
        return self._tossed(weight, a, b, hidden=True)

    def _visible_mixture(self, weight: Any, first: Any, second: Any) -> Channel:
        """One of two channels by a coin that is part of the output."""
        return self._tossed(weight, self.get(first), self.get(second), hidden=False)

    def _tossed(self, weight: Any, a: Channel, b: Channel, *, hidden: bool) -> Channel:
        chance = doc.exactly(weight, num.as_value, "the weight of a mixture")
        need(0 <= chance <= 1, "the weight of a mixture is not between 0 and 1")
        _share_inputs_and_neighbours("a mixture", a, b)
        coin: Law = {"0": chance, "1": 1 - chance}
        branches = {"0": a.rows, "1": b.rows}
        tosses: Rows = dict.fromkeys(a.rows, coin)
        return _two_steps(a, tosses, lambda x, side: branches[side][x], hidden=hidden)

    def _restrict(self, name: Any, inputs: Any) -> Channel:
        """A channel on some of its inputs."""
        channel = self.get(name)
        kept = doc.labels(inputs, "restrict", channel.rows)
        need(len(kept) > 1, "restrict: fewer than two inputs are left, so no pair of neighbours")
        pairs = channel.pairs
        if pairs is not None:
            pairs = frozenset(pair for pair in pairs if {*pair} <= {*kept})
            need(pairs, "restrict: no pair of neighbours is left")
        return Channel({x: channel.rows[x] for x in kept}, pairs)

    def _merge_proportional(self, name: Any) -> Channel:
        """Outputs whose columns are multiples of each other become one, named by the first."""
        channel = self.get(name)
        spend("merging outputs", 2 * len(channel.rows) * len(channel.outputs), channel.bits)
        first_with: dict[tuple[num.Value, ...], str] = {}
        merged_into: dict[str, Law] = {}
        for y in channel.outputs:
            column = [row[y] for row in channel.rows.values()]
            # A column of zeros is a multiple of itself alone: it is left as it is.
            weight = num.total(column) or num.ONE
            ray = tuple(entry / weight for entry in column)
            merged_into[y] = {first_with.setdefault(ray, y): num.ONE}
        return _two_steps(channel, channel.rows, lambda _, y: merged_into[y], hidden=True)


def _share_inputs_and_neighbours(what: str, a: Channel, b: Channel) -> None:
    """Refuse to compose channels over different relations: of which would the claim speak?"""
    need({*a.rows} == {*b.rows}, f"{what}: the channels have different inputs")
    same = a.pairs is b.pairs or _written_out(a) == _written_out(b)
    need(same, f"{what}: the channels have different neighbours; give all the same ones")


def _written_out(channel: Channel) -> frozenset[tuple[str, str]]:
    """The relation as pairs: "all" and a list of all pairs are the same relation."""
    return frozenset(channel.ordered_pairs()) if channel.pairs is None else channel.pairs


def _two_steps(
    channel: Channel, first: Rows, then: Callable[[str, str], Law], *, hidden: bool
) -> Channel:
    """Two steps on the same input, the second chosen by the outcome of the first.

    Args: channel whose inputs and neighbours the result has; hidden whether the outcome of the
        first step is not seen.
    """
    # A product of products squares its entries each time, so they are counted before the first of
    # them is made: the channel that would not fit costs nothing.
    entries = sum(len(then(x, y)) for x in channel.rows for y in first[x])
    spend("a composed channel", UNITS_OF_AN_ENTRY * entries)
    rows: Rows = {}
    for x in channel.rows:
        row: dict[str, num.Value] = {}
        for y, p in first[x].items():
            law = then(x, y)
            longest = max(q.bits for q in law.values())
            # A sum has a denominator of both its terms, so it may be as long as all before it.
            spend("a composed channel", 2 * len(law), p.bits + longest)
            for z, q in law.items():
                label = z if hidden else json.dumps([y, z], ensure_ascii=False)
                row[label] = row.get(label, num.ZERO) + p * q
        rows[x] = row
    return Channel(rows, channel.pairs)
