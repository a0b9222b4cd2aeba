"""Partial knowledge: scenarios (where data come from, what the attacker knows), definitions.

Source: D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial
knowledge, arXiv 1905.00650.
"""

from __future__ import annotations

from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.definitions import APKDP, PPKDP, AttackerDefinition, ThetaReducible
from dpverify.defs.knowledge.scenario import Group, Joint, Records, Scenario

__all__ = [
    "APKDP",
    "PPKDP",
    "AttackerDefinition",
    "Chain",
    "Group",
    "Joint",
    "Records",
    "Scenario",
    "ThetaReducible",
]
