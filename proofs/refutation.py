"""A counterexample as a document that the kernel re-checks: `dpverify.refutation/1.0`."""

from __future__ import annotations

import json
from typing import Any

from dpverify.checkers.answers.codec import place_json
from dpverify.checkers.on_channels import witness_at
from dpverify.defs.channel import Channel
from dpverify.defs.comparisons import Comparison
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definition
from dpverify.defs.definitions.whole import MeasuredDefinition
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers import number_json, number_text
from dpverify.defs.privacy_loss import mass
from dpverify.proofs.definitions import comparison, has_forms, measured_claim, pairs, parameters_of
from dpverify.proofs.instances import Instance
from dpverify.proofs.statement import Claim

SCHEMA = "dpverify.refutation/1.0"


def expressible(instance: Instance) -> bool:
    """Whether the kernel can re-check it: it knows claims, but no second form of a claim.

    Nor does it read a bound of a measured definition that is negative, which no two laws keep.
    """
    statement = instance.statement
    claims = (*statement.assumed, *statement.concluded)
    return (
        isinstance(statement.conclusion, Claim)
        and len(statement.assumed) == len(statement.hypotheses)
        and all(claim.form in {"outputs", "events"} and not claim.swapped for claim in claims)
        and all(_bound_in_range(instance, claim) for claim in claims)
    )


def _bound_in_range(instance: Instance, claim: Claim) -> bool:
    if has_forms(claim.definition) or len(instance.parameters) < len(instance.statement.parameters):
        return True
    return bool(instance.given(claim)[parameters_of(claim.definition)[-1]] >= 0)


def document(entry: str, instance: Instance) -> dict[str, Any]:
    """The refutation that a refuting instance gives.

    Args:
        entry: id of the entry that is refuted.
        instance: one whose hypotheses hold and whose conclusion, a claim, fails.

    Returns:
        JSON data: objects, compositions, hypotheses, and the conclusion with its witness.

    Raises: DomainError where a definition over events has a negative bound: it is no such claim.
    """
    objects: dict[str, Any] = {
        name: channel.to_dict() for name, channel in instance.channels.items()
    }
    objects.update(instance.compositions)
    conclusion = instance.statement.concluded[0]
    return {
        "schema": SCHEMA,
        "entry": entry,
        "objects": objects,
        "hypotheses": [
            {**_claim(instance, claim), "verdict": "holds"} for claim in instance.assumed
        ],
        "conclusion": {
            **_claim(instance, conclusion),
            "verdict": "fails",
            "witness": _witness(instance, conclusion),
        },
    }


def replayed(refutation: dict[str, Any]) -> dict[str, Any]:
    """The refutation, once the kernel has accepted its text.

    Raises: InternalError if the kernel rejects it.
    """
    from dpverify.checkers.kernel.door import replay

    # As it will be read from a file.
    outcome = replay(json.loads(json.dumps(refutation)))
    if outcome.status != "accepted":
        raise InternalError(
            f"the kernel does not accept the counterexample to {refutation['entry']}:"
            f" {outcome.text}; please report this"
        )
    return refutation


def _claim(instance: Instance, claim: Claim) -> dict[str, Any]:
    given = instance.given(claim)
    order = parameters_of(claim.definition)
    if comparison(claim.definition) is None and has_forms(claim.definition):
        event_definition(claim.definition).from_text(given)  # as the kernel will read it
    return {
        "of": claim.of,
        "definition": claim.definition,
        "given": {name: number_text(given[name]) for name in order},
    }


def _witness(instance: Instance, claim: Claim) -> dict[str, Any]:
    compared = comparison(claim.definition)
    if compared is not None:
        return _two_sides(instance, claim, compared)
    channel = instance.objects[claim.of]
    if not has_forms(claim.definition):
        return _measured(channel, measured_claim(claim.definition, instance.given(claim)))
    definition = event_definition(claim.definition).from_text(instance.given(claim))
    for i, j in definition.pairs(channel):
        event = definition.violation(channel.row(i), channel.row(j))
        if event is not None:
            return _for_pair(channel, definition, (i, j), event)
    raise InternalError(f"{claim.of} satisfies the claim that it was to refute; please report this")


def _measured(channel: Channel, claim: MeasuredDefinition) -> dict[str, Any]:
    spot = claim.ruling(channel).violated
    if spot is None:
        raise InternalError(f"{claim.name} holds, which was to be refuted; please report this")
    return place_json(witness_at(spot, claim.excess(channel, spot)))


def _two_sides(instance: Instance, claim: Claim, compared: Comparison) -> dict[str, Any]:
    channel, given = instance.objects[claim.of], compared.given(instance.given(claim))
    for i, j in pairs(claim.definition, channel):
        left, right = compared.sides(channel.row(i), channel.row(j), given)
        if left > right:
            return {
                "inputs": [channel.inputs[i], channel.inputs[j]],
                "left": number_json(left),
                "right": number_json(right),
            }
    raise InternalError(f"{claim.of} satisfies the claim that it was to refute; please report this")


def _for_pair(
    channel: Channel, definition: EventDefinition, pair: tuple[int, int], event: tuple[int, ...]
) -> dict[str, Any]:
    p, q = channel.row(pair[0]), channel.row(pair[1])
    return {
        "inputs": [channel.inputs[i] for i in pair],
        "event": [channel.outputs[o] for o in event],
        "probabilities": [number_text(mass(law, event)) for law in (p, q)],
        "excess": number_json(definition.excess(p, q, event)),
    }
