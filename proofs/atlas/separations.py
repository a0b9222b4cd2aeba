"""Witnesses that one relation of neighbours says nothing about another.

Where no path of near neighbours joins two far ones, the mechanism that tells in which part an input
lies has no loss between near neighbours, and reveals everything between far ones. What must never
change: the document is one that the kernel accepts.
"""

from __future__ import annotations

from typing import Any, Final, cast

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import event_definition
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import number_json, number_text
from dpverify.defs.privacy_loss import mass
from dpverify.defs.relations.contract import Related
from dpverify.defs.relations.registry import RELATIONS
from dpverify.proofs.refutation import SCHEMA, replayed

ENORMOUS: Final = "ln(1000000)"
GIVEN: Final = {
    "pure-dp": ({"eps": "0"}, {"eps": ENORMOUS}),
    "approx-dp": ({"eps": "0", "delta": "0"}, {"eps": ENORMOUS, "delta": "999999/1000000"}),
}
"""What holds between near neighbours, and what still fails between far ones."""


def separation(quantity: str, near: str, far: str, size: int) -> dict[str, Any]:
    """A refutation that the kernel has accepted.

    Raises: UsageError where every two far neighbours are joined by a path.
    """
    first, second = RELATIONS[near].at(size), RELATIONS[far].at(size)
    apart = next(((i, j) for i, j in sorted(second.pairs) if first.distance(i, j) is None), None)
    if apart is None:
        raise UsageError(f"{near} joins all neighbours of {far} at size {size}")
    inside = [first.distance(apart[0], k) is not None for k in range(len(first.values))]
    rows = [[int(there), int(not there)] for there in inside]
    held, failing = GIVEN[quantity]
    channels = {"M": _channel(first, rows), "N": _channel(second, rows)}
    return replayed(
        {
            "schema": SCHEMA,
            "entry": f"atlas.{quantity}.{near}.{far}",
            "objects": {name: channel.to_dict() for name, channel in channels.items()},
            "hypotheses": [{"of": "M", "definition": quantity, "given": held, "verdict": "holds"}],
            "conclusion": {
                "of": "N",
                "definition": quantity,
                "given": failing,
                "verdict": "fails",
                "witness": _witness(channels["N"], quantity, failing, apart),
            },
        }
    )


def _channel(related: Related, rows: list[list[int]]) -> Channel:
    directed = related.relation.directed
    return Channel(related.inputs, ["here", "there"], rows, related.neighbours, directed=directed)


def _witness(
    channel: Channel, quantity: str, given: dict[str, str], pair: tuple[int, int]
) -> dict[str, Any]:
    claim = event_definition(quantity).from_text(given)
    p, q = (channel.row(i) for i in pair)
    event = cast("tuple[int, ...]", claim.violation(p, q))
    return {
        "inputs": [channel.inputs[i] for i in pair],
        "event": [channel.outputs[o] for o in event],
        "probabilities": [number_text(mass(law, event)) for law in (p, q)],
        "excess": number_json(claim.excess(p, q, event)),
    }
