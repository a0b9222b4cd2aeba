"""Channels made from channels.

What must never change: a composition keeps inputs, neighbours, distance and prior of its first
operand; labels are matched by name, never by position; a pair of outputs (y, z) is labelled by
the JSON text of ["y", "z"], which no other pair has.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from dpverify.defs import arithmetic
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError
from dpverify.defs.numbers import Value, as_value
from dpverify.defs.numbers.value import total
from dpverify.defs.rows import Rows
from dpverify.defs.validate import did_you_mean, labels, shown, shown_number

MAX_ENTRIES = 50_000_000
"""Entries of a composed matrix; a larger one is refused before it is built."""


def post_process(channel: Channel, kernel: Channel) -> Channel:
    """Run the kernel on the output of the channel: P(z | x) = Σ_y P(y | x) K(z | y).

    Args: channel (n × m); kernel (m × k), its inputs the outputs of the channel in any order.
    Returns: n × k, exact. Raises: ChannelError where those labels differ.
    Source: Dwork–Roth 2014, Prop. 2.1.
    """
    order = _matched(channel.outputs, kernel.inputs, "input of the kernel", "output of the channel")
    _check_size(channel.rows.n, kernel.rows.m)
    rows = arithmetic.matrix_product(channel.rows, kernel.rows, order)
    return _made(channel.inputs, kernel.outputs, rows, channel, kernel)


def product(a: Channel, b: Channel) -> Channel:
    """Run both on the same input with independent coins: P(y, z | x) = A(y | x) B(z | x).

    Args: a (n × m), b (n × k), with the same inputs. Returns: n × mk, exact.
    Source: Dwork–Roth 2014, Thm. 3.14 (basic composition).
    """
    return adaptive(a, [b] * len(a.outputs))


def adaptive(channel: Channel, kernels: Sequence[Channel]) -> Channel:
    """Run the channel, then the kernel that its output selects, on the same input.

    P(y, z | x) = P(y | x) N_y(z | x).

    Args: channel (n × m); kernels m channels on the same inputs, one per output in order.
    Returns: n × Σ_y (outputs of N_y), exact. Source: Dwork–Roth 2014, Sec. 3.5.
    """
    if len(kernels) != len(channel.outputs):
        raise ChannelError(
            f"{len(kernels)} kernels for {len(channel.outputs)} outputs; give one per output"
        )
    orders = [_same_inputs(channel, kernel) for kernel in kernels]
    pairs = [
        pair_label(y, z)
        for y, kernel in zip(channel.outputs, kernels, strict=True)
        for z in kernel.outputs
    ]
    _check_size(channel.rows.n, len(pairs))
    rows = arithmetic.adaptive_rows(channel.rows, [kernel.rows for kernel in kernels], orders)
    return _made(channel.inputs, pairs, rows, channel, *kernels)


def mixture(weight: object, a: Channel, b: Channel) -> Channel:
    """Run a with probability `weight`, else b, and keep secret which: w·A + (1−w)·B.

    Args: weight in [0, 1]; a, b with the same inputs and outputs. Returns: n × m, exact.
    """
    share = _share(weight)
    rows = _same_inputs(a, b)
    columns = _matched(a.outputs, b.outputs, "output of the second", "output of the first")
    mixed = arithmetic.mixed_rows(share, a.rows, b.rows, rows, columns)
    return _made(a.inputs, a.outputs, mixed, a, b)


def visible_mixture(weight: object, a: Channel, b: Channel) -> Channel:
    """Run a with probability `weight`, else b, and reveal which, as "0" or "1".

    P(("0", y) | x) = w·A(y | x),  P(("1", z) | x) = (1−w)·B(z | x).

    Args: weight in [0, 1]; a, b with the same inputs. Returns: n × (m + k), exact.
    """
    share = _share(weight)
    order = _same_inputs(a, b)
    tagged = [pair_label("0", y) for y in a.outputs] + [pair_label("1", z) for z in b.outputs]
    joined = arithmetic.joined_rows(share, a.rows, b.rows, order)
    return _made(a.inputs, tagged, joined, a, b)


def restrict(channel: Channel, inputs: Sequence[str]) -> Channel:
    """The same channel on some of its inputs, in the order given.

    Pairs, distances and the prior (conditioned on the event "the input is one of these") follow.

    Raises: ChannelError for an unknown input, where no pair of neighbours is left, or where the
        prior gives probability 0 to all inputs that are left.
    """
    kept_labels = labels(inputs, "input")
    kept = [channel.input_index(label) for label in kept_labels]
    distance, prior = channel.distance, channel.prior
    if distance is not None:
        distance = tuple(tuple(distance[i][j] for j in kept) for i in kept)
    if prior is not None:
        prior = _conditioned([prior[i] for i in kept])
    return Channel._made(
        kept_labels,
        channel.outputs,
        arithmetic.chosen_rows(channel.rows, kept),
        channel,
        neighbours=channel.neighbours.restricted(kept),
        distance=distance,
        prior=prior,
    )


def merge_proportional(channel: Channel) -> Channel:
    """Sum the outputs whose columns are positive multiples of each other.

    Such outputs say the same about the input, so no definition of privacy tells the result from
    the channel. The sum has the label of the first; outputs that never occur form one class.
    """
    classes = arithmetic.proportional_columns(channel.rows)
    rows = arithmetic.summed_columns(channel.rows, classes)
    return _made(
        channel.inputs, [channel.outputs[members[0]] for members in classes], rows, channel
    )


def _made(inputs: Sequence[str], outputs: Sequence[str], rows: Rows, *operands: Channel) -> Channel:
    done = dict.fromkeys(line for operand in operands for line in operand.provenance)
    made = Channel._made(inputs, outputs, rows, operands[0], provenance=tuple(done))
    return made.resting_on([line for operand in operands for line in operand.assumptions])


@lru_cache(maxsize=10_000)
def pair_label(y: str, z: str) -> str:
    """How two outputs together are called."""
    return json.dumps([y, z], ensure_ascii=False)


def _same_inputs(a: Channel, b: Channel) -> list[int]:
    return _matched(a.inputs, b.inputs, "input of the second", "input of the first")


def _matched(wanted: Sequence[str], given: Sequence[str], kind: str, like: str) -> list[int]:
    """Position in `given` of each label of `wanted`; both hold the same labels."""
    index = {label: position for position, label in enumerate(given)}
    missing = next((label for label in wanted if label not in index), None)
    if missing is not None:
        raise ChannelError(
            f"{shown(missing)}, {like}, is no {kind}{did_you_mean(missing, given)}; both must have"
            " the same labels"
        )
    if len(given) != len(wanted):
        known = set(wanted)
        surplus = next(label for label in given if label not in known)
        raise ChannelError(
            f"{shown(surplus)}, {kind}, is no {like}{did_you_mean(surplus, wanted)}; both must have"
            " the same labels"
        )
    return [index[label] for label in wanted]


def _share(weight: object) -> Value:
    share = as_value(weight)
    if share < 0 or share > 1:
        raise DomainError(f"the weight of a mixture is {shown_number(share)}, must lie in [0, 1]")
    return share


def _conditioned(prior: Sequence[Value]) -> tuple[Value, ...]:
    whole = total(prior)
    if whole.is_zero:
        raise ChannelError(
            "the prior gives probability 0 to every input that is left; keep a possible one"
        )
    return tuple(value / whole for value in prior)


def _check_size(n: int, m: int) -> None:
    if n * m > MAX_ENTRIES:
        raise ChannelError(
            f"the composed matrix would have {n} × {m} entries, more than {MAX_ENTRIES}; compose"
            " smaller channels"
        )
