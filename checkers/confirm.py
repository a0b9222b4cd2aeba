"""What is found is re-checked: no `Fails` without the kernel's word.

A small result is replayed whole, as a saved copy of it would be. Replaying a large one costs more
than finding it, so of such a result the kernel sees the part that refutes the claim: the two inputs
of the witness, all outputs, the claim and the witness. What that leaves out (the tight value, the
counts) rests on the exact checker, until `dpverify replay` is run on the saved result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

from dpverify.checkers.kernel import Outcome, replay
from dpverify.checkers.kernels import attacker, divergences
from dpverify.checkers.kernels.channels import read_channel
from dpverify.checkers.result_json import RESULT_SCHEMA, document, place
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails, Witness
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.notions.registry import notion_class
from dpverify.defs.numbers import number_text
from dpverify.defs.numbers.limits import MAX_TEXT
from dpverify.defs.schema import CHANNEL_SCHEMA

SMALL: Final = 20_000
"""Pairs × outputs up to which a result is replayed whole."""


def confirmed(fails: Fails) -> Fails:
    """The verdict, once the kernel has accepted it.

    Raises: InternalError if the kernel rejects it: finder and kernel contradict each other;
        Undecided if the kernel cannot tell: the numbers are too long for a document, or known by
        balls alone that do not separate.
    """
    outcome = _replayed(fails)
    if outcome.status == "rejected":
        raise InternalError(
            f"the kernel rejects the witness against {fails.definition}: {outcome.text}"
        )
    if outcome.status != "accepted":
        raise Undecided("precision", f"the kernel could not re-check the witness: {outcome.text}")
    return fails


def _replayed(fails: Fails) -> Outcome:
    if fails.definition in attacker.CLAIMS:
        return _replayed_there(fails, attacker.replay)
    if fails.definition in divergences.CLAIMS:
        return _replayed_there(fails, divergences.replay)
    channel = _channel(fails)
    rows = range(len(channel.inputs))
    pairs = int(fails.checked.get("pairs", len(rows) ** 2))  # a failure may come without the counts
    small = pairs * len(channel.outputs) <= SMALL
    if small and _readable(fails, rows):
        outcome = replay(document(fails))
        if outcome.status != "not-recheckable":
            return outcome
    if not _readable(fails, _pair(fails)):
        raise Undecided(
            "bits",
            f"the claim fails, but it needs a number of more than {MAX_TEXT} characters to say so,"
            " more than a document may hold; round the entries with --rationalise",
        )
    return replay(_pair_alone(fails))


def _replayed_there(fails: Fails, replay: Callable[[object], Outcome]) -> Outcome:
    """The other kernel's word: on the whole result, or without what is tight where that is much."""
    form = document(fails)
    outcome = replay(form)
    if outcome.status != "not-recheckable":
        return outcome
    some = ("tight", "attained_by", "trade_off", "checked")
    return replay({key: form[key] for key in form if key not in some})


def _readable(fails: Fails, rows: Iterable[int]) -> bool:
    """Whether every number that must stand exactly in the document is short enough to be read."""
    texts = chain(
        (number_text(number) for number in fails.given.values()),
        *(_channel(fails).rows.texts(i) for i in rows),
    )
    return all(len(text) <= MAX_TEXT for text in texts)


def _pair_alone(fails: Fails) -> dict[str, Any]:
    """The refuting part of a result, as a result on a channel of two inputs."""
    channel = _channel(fails)
    i, j = _pair(fails)
    related = channel.neighbours.contains(i, j) or notion_class(fails.definition).all_pairs
    if not related:
        raise InternalError(f"the witness against {fails.definition} names no neighbours")
    two = _of_two(channel, i, j)
    return {
        "schema": RESULT_SCHEMA,
        "subject": {"kind": "channel", "digest": read_channel(two).digest, "channel": two},
        "definition": fails.definition,
        "given": {name: number_text(number) for name, number in fails.given.items()},
        "verdict": "fails",
        "evidence": "certificate",
        "witness": place(fails.witness),
    }


def _channel(fails: Fails) -> Channel:
    if isinstance(fails.subject, Subject):
        return fails.subject.channel
    raise InternalError("a failure about a scenario is confirmed elsewhere")


def _pair(fails: Fails) -> tuple[int, int]:
    """The two inputs of the witness, by position."""
    if not isinstance(fails.witness, Witness):
        raise InternalError("the witness of a failure about a channel names no inputs")
    first, second = fails.witness.inputs
    channel = _channel(fails)
    return channel.input_index(first), channel.input_index(second)


def _of_two(channel: Channel, i: int, j: int) -> dict[str, Any]:
    return {
        "schema": CHANNEL_SCHEMA,
        "inputs": [channel.inputs[i], channel.inputs[j]],
        "outputs": list(channel.outputs),
        "matrix": [channel.rows.texts(i), channel.rows.texts(j)],
        "neighbours": "all",
    }
