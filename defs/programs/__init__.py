"""Mechanisms as programs: one Python function, enumerated exactly and sampled."""

from __future__ import annotations

from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.enumeration import Enumeration, channel_of, enumerations
from dpverify.defs.programs.mechanism import Mechanism, mechanism
from dpverify.defs.programs.subsampled import poisson_subsampled

__all__ = [
    "Draw",
    "Enumeration",
    "Mechanism",
    "channel_of",
    "enumerations",
    "mechanism",
    "poisson_subsampled",
]
