"""Deciding and measuring claims that speak of a whole channel: its distances, or its prior."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import (
    Evidence,
    Fails,
    Holds,
    Place,
    Situation,
    SituationWitness,
    Witness,
)
from dpverify.defs.notions.whole import Extent, Spot, WholeNotion
from dpverify.defs.numbers import Number, Real, Value


def decided(about: Subject, claim: WholeNotion, check: Callable[[], None]) -> Holds | Fails:
    """The verdict, not yet confirmed by a kernel.

    Raises: ChannelError where the channel lacks a distance or a prior; Undecided where enclosures
        do not separate, or `check` says that the time is up.
    """
    extent = claim.measured(about.channel, check)
    common: dict[str, Any] = {
        "subject": about,
        "definition": claim.name,
        "given": claim.given,
        **found(claim, extent),
    }
    if extent.value <= claim.bound:
        return Holds(evidence=evidence(extent.value, claim.bound), **common)
    return Fails(witness=_witness(extent.spot, claim.excess(about.channel, extent.spot)), **common)


def found(claim: WholeNotion, extent: Extent) -> dict[str, Any]:
    """What a measurement contributes to a result."""
    return {
        "tight": {claim.parameters[0]: extent.value},
        "attained_by": _place(extent.spot),
        "checked": extent.checked,
        "setting": claim.setting,
    }


def evidence(*numbers: Number) -> Evidence:
    """Exact, unless a number known by balls alone took part."""
    return "enclosure" if any(isinstance(number, Real) for number in numbers) else "exact"


def _place(spot: Spot) -> Place | Situation:
    if "inputs" in spot.setting:
        first, second = spot.setting["inputs"]
        return Place((first, second), spot.event, spot.probabilities)
    return Situation(spot.setting, spot.event, spot.probabilities)


def _witness(spot: Spot, excess: Value | Real) -> Witness | SituationWitness:
    at = _place(spot)
    if isinstance(at, Place):
        return Witness(at.inputs, at.event, at.probabilities, excess)
    return SituationWitness(at.setting, at.event, at.probabilities, excess)
