"""Strategies for channels, what stands beside them, and claims about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from dpverify.checkers.generators.laws import Row
from dpverify.checkers.strategies.laws import Law
from dpverify.checkers.strategies.numbers import KINDS, Entries, losses, odds, probabilities
from dpverify.checkers.strategies.rows import (
    bounded_ratio_rows,
    kernel_rows,
    matrices,
    private_rows,
    value_matrices,
)
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.approx_dp import ApproxDP
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definition, event_definitions
from dpverify.defs.numbers import INFINITY

Sizes = tuple[int, int]


def labels(prefix: str, count: int) -> tuple[str, ...]:
    """The labels prefix0, prefix1 and so on."""
    return tuple(f"{prefix}{number}" for number in range(count))


@st.composite
def neighbour_relations(
    draw: st.DrawFn, inputs: Sequence[str] = ("x0", "x1", "x2")
) -> str | list[list[str]]:
    """All pairs of `inputs`, two labels or more, or a list of some such as a chain; never empty."""
    chain = [list(pair) for pair in pairwise(inputs)]
    every = [[a, b] for i, a in enumerate(inputs) for b in inputs[i + 1 :]]
    some = st.lists(st.sampled_from(every), min_size=1, unique_by=tuple)
    return draw(st.one_of(st.just("all"), st.just(chain), some))


@st.composite
def channels(
    draw: st.DrawFn,
    *,
    inputs: Sizes = (2, 3),
    outputs: Sizes = (1, 3),
    entries: Entries = "any",
    names: Sequence[str] | None = None,
) -> Channel:
    """Channels with that many inputs and outputs (smallest, largest), on any relation.

    `entries` is "rational", "exponential" (powers of e too), "radical" (roots too) or "any";
    `names` are the inputs, where they are given.
    """
    names = labels("x", draw(st.integers(*inputs))) if names is None else names
    m = draw(st.integers(*outputs))
    kind = draw(st.sampled_from(KINDS)) if entries == "any" else entries
    rows: Sequence[Any]
    if kind == "rational":
        rows = draw(matrices(len(names), m))
    else:
        rows = draw(value_matrices(len(names), m, kind))
    return Channel(names, labels("y", m), rows, draw(neighbour_relations(names)))


@st.composite
def private_channels(
    draw: st.DrawFn,
    bound: Fraction,
    delta: Fraction = Fraction(0),
    *,
    inputs: Sizes = (2, 3),
    outputs: Sizes = (1, 3),
) -> Channel:
    """Channels that are (ln(bound), delta)-private for all pairs, often with nothing to spare.

    Args: bound e^ε ≥ 1; delta in [0, 1]; inputs and outputs as for `channels`.
    """
    names = labels("x", draw(st.integers(*inputs)))
    m = draw(st.integers(*outputs))
    families: tuple[Callable[..., st.SearchStrategy[list[Row]]], ...]
    families = (private_rows, bounded_ratio_rows)
    rows = draw(draw(st.sampled_from(families))(len(names), m, bound, delta))
    return Channel(names, labels("y", m), rows, draw(neighbour_relations(names)))


@st.composite
def kernels(draw: st.DrawFn, channel: Channel, *, outputs: Sizes = (1, 3)) -> Channel:
    """Independent randomised maps on the outputs (two at least) of a channel."""
    m = draw(st.integers(*outputs))
    rows = draw(kernel_rows(len(channel.outputs), m))
    return Channel(channel.outputs, labels("z", m), rows)


@st.composite
def mechanism_pairs(
    draw: st.DrawFn,
    *,
    inputs: Sizes = (2, 3),
    outputs: Sizes = (1, 3),
    entries: Entries = "any",
) -> tuple[Channel, Channel]:
    """Two channels on the same inputs and relation, as composition takes them.

    Args: inputs, outputs and entries as for `channels`.
    """
    first = draw(channels(inputs=inputs, outputs=outputs, entries=entries))
    # Half of the time the same mechanism twice.
    if draw(st.booleans()):
        return first, first
    second = draw(channels(outputs=outputs, entries=entries, names=first.inputs))
    rows = [second.row(i) for i in range(len(second.inputs))]
    return first, Channel(first.inputs, second.outputs, rows, first.neighbours)


@st.composite
def neighbouring_inputs(draw: st.DrawFn, channel: Channel) -> tuple[int, int]:
    """An ordered pair of neighbouring inputs of a channel, by position."""
    return draw(st.sampled_from(list(channel.neighbours.ordered_pairs(len(channel.inputs)))))


@st.composite
def neighbour_pairs(draw: st.DrawFn, channel: Channel | None = None) -> tuple[Law, Law]:
    """The laws of two neighbouring inputs, of the channel that is given or of any."""
    channel = draw(channels()) if channel is None else channel
    i, j = draw(neighbouring_inputs(channel))
    return channel.row(i), channel.row(j)


@cache
def definitions(name: str | None = None) -> st.SearchStrategy[EventDefinition]:
    """Claims of the definition of that name, or of any, with simple parameters."""
    if name is None:
        return st.sampled_from(list(event_definitions())).flatmap(definitions)
    kind = event_definition(name)
    parts = {p: losses() if p == "eps" else probabilities() for p in kind.parameters}
    return st.fixed_dictionaries(parts).map(kind.from_text)


@st.composite
def claims(draw: st.DrawFn, channel: Channel, name: str | None = None) -> EventDefinition:
    """Claims about a channel; every other one has the tight value, a tie at the boundary.

    Args: name of the definition, None for any.
    """
    from dpverify.checkers.exact import measure_channel

    definition = draw(definitions(name))
    if not draw(st.booleans()):
        return definition
    last = draw(st.sampled_from(definition.parameters))
    given = {key: number for key, number in definition.given.items() if key != last}
    tight = measure_channel(channel, definition.name, given).value
    return definition if tight == INFINITY else type(definition).from_text({**given, last: tight})


@st.composite
def private_claims(draw: st.DrawFn) -> tuple[Channel, EventDefinition]:
    """A channel that is private by construction, with the claim for which it is."""
    bound, delta = draw(odds()), draw(probabilities())
    channel = draw(private_channels(bound, delta))
    return channel, ApproxDP.from_text({"eps": f"ln({bound})", "delta": delta})
