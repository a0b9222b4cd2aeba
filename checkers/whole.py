"""Deciding and measuring claims about a whole channel, or about divergences of two laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dpverify.checkers.answers.documents import Evidence
from dpverify.checkers.answers.places import (
    DivergencePlace,
    LossPlace,
    Place,
    Situation,
    SituationWitness,
    Witness,
)
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails, Holds, Violation
from dpverify.defs.notions.whole import Extent, PairSpot, Spot, WholeNotion
from dpverify.defs.numbers import Real


def decided(about: Subject, claim: WholeNotion, check: Callable[[], None]) -> Holds | Fails:
    """The verdict, not yet confirmed by a kernel.

    Raises: ChannelError where the channel lacks a distance or a prior; Undecided where enclosures
        do not separate, or `check` says that the time is up.
    """
    ruling = claim.ruling(about.channel, check)
    common: dict[str, Any] = {
        "subject": about,
        "definition": claim.name,
        "given": claim.given,
        "setting": claim.setting,
        **({} if ruling.extent is None else found(claim, ruling.extent)),
    }
    at = ruling.violated
    if at is None:
        return Holds(evidence="exact" if ruling.exact else "enclosure", **common)
    return Fails(witness=_witness(at, claim.excess(about.channel, at)), **common)


def found(claim: WholeNotion, extent: Extent) -> dict[str, Any]:
    """What a measurement contributes to a result."""
    known: dict[str, Any] = {"checked": extent.checked, "setting": claim.setting}
    value = Bounds(*extent.value) if isinstance(extent.value, tuple) else extent.value
    if value is not None:
        known["tight"] = {claim.parameters[0]: value}
    if extent.spot is not None:
        known["attained_by"] = _place(extent.spot)
    return {**known, "more": extent.more}


def evidence(extent: Extent) -> Evidence:
    """Exact, unless a number known by balls alone took part."""
    enclosed = extent.by_balls or isinstance(extent.value, Real | tuple)
    return "enclosure" if enclosed else "exact"


def _place(spot: Spot | PairSpot) -> Place | Situation | LossPlace | DivergencePlace:
    if isinstance(spot, PairSpot):
        shown: dict[str, Any] = dict(spot.shown)
        kind = LossPlace if "losses" in shown else DivergencePlace
        return kind(inputs=spot.inputs, **shown)
    if "inputs" in spot.setting:
        first, second = spot.setting["inputs"]
        return Place((first, second), spot.event, spot.probabilities)
    return Situation(spot.setting, spot.event, spot.probabilities)


def _witness(spot: Spot | PairSpot, excess: Any) -> Violation:
    at = _place(spot)
    if isinstance(at, LossPlace | DivergencePlace):
        return replace(at, excess=excess)
    if isinstance(at, Place):
        return Witness(at.inputs, at.event, at.probabilities, excess)
    return SituationWitness(at.setting, at.event, at.probabilities, excess)
