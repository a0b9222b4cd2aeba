"""Pieces that the counterexample reports share: a channel as a table, the commands to re-check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import read_place
from dpverify.defs.numbers import number_text
from dpverify.reports.escape import shortened
from dpverify.reports.model import Display, Section, Table, code
from dpverify.reports.views.claimed import Claimed
from dpverify.reports.views.places import place_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dpverify.defs.channel import Channel
    from dpverify.reports.model import Block


def channel_table(channel: Channel, inputs: Sequence[str] | None = None) -> Table:
    """Return rows of a channel, all by default: one line for each input."""
    shown = channel.inputs if inputs is None else tuple(inputs)
    rows = tuple(
        (code(label), *(code(shortened(number_text(value), 40))
                        for value in channel.row(channel.input_index(label))))
        for label in shown
    )  # fmt: skip
    return Table(("input", *channel.outputs), rows)


def recheck(command: str) -> Section:
    """Return the two command lines that compute the counterexample again and replay it."""
    lines = (f"dpverify counterexample {command} --format json --out counterexample.json",
             "dpverify replay counterexample.json")  # fmt: skip
    return Section("How to re-check", (Display(lines, "sh"),))


def at_tight(document: Mapping[str, Any], claim: Claimed) -> Iterable[Block]:
    """Show where the tight value is attained, the inequality at the given parameters."""
    return place_blocks(read_place(document["attained_by"]), claim)


def violated(document: Mapping[str, Any], **parameters: str) -> Iterable[Block]:
    """Show where a claim is violated, the inequality at the given parameters."""
    claim = Claimed(document["definition"], parameters)
    return place_blocks(read_place(document["witness"]), claim)


def refutation(
    entry: str,
    objects: Mapping[str, Any],
    hypotheses: Sequence[tuple[str, Mapping[str, Any]]],
    conclusion: tuple[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the `dpverify.refutation` made of results on named objects."""
    of, failed = conclusion
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": entry,
        "objects": dict(objects),
        "hypotheses": [_claim(name, result) for name, result in hypotheses],
        "conclusion": {**_claim(of, failed), "witness": failed["witness"]},
    }


def _claim(of: str, result: Mapping[str, Any]) -> dict[str, Any]:
    return {"of": of} | {key: result[key] for key in ("definition", "given", "verdict")}
