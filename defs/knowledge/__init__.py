"""Partial knowledge: scenarios (where the data come from, what the attacker knows), and notions.

Source: D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial
knowledge, arXiv 1905.00650.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.lazy import lazily

if TYPE_CHECKING:
    from dpverify.defs.knowledge.notions import APKDP, PPKDP, KnowledgeNotion, ThetaReducible
    from dpverify.defs.knowledge.registry import KNOWLEDGE_NOTIONS, definition_class, notion
    from dpverify.defs.knowledge.scenario import Group, Joint, Records, Scenario

__all__ = [
    "APKDP",
    "KNOWLEDGE_NOTIONS",
    "PPKDP",
    "Group",
    "Joint",
    "KnowledgeNotion",
    "Records",
    "Scenario",
    "ThetaReducible",
    "definition_class",
    "notion",
]

__getattr__ = lazily(
    __name__,
    {
        "notions": ("APKDP", "PPKDP", "KnowledgeNotion", "ThetaReducible"),
        "registry": ("KNOWLEDGE_NOTIONS", "definition_class", "notion"),
        "scenario": ("Group", "Joint", "Records", "Scenario"),
    },
)
