"""Definitions by name: those of channels and those of scenarios."""

from __future__ import annotations

from typing import Any

from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge.notions import APKDP, PPKDP, KnowledgeNotion, ThetaReducible
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.registry import NOTIONS, WHOLE
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.validate import did_you_mean

KNOWLEDGE_NOTIONS: dict[str, type[KnowledgeNotion]] = {
    each.name: each for each in (APKDP, PPKDP, ThetaReducible)
}

DEFINITIONS: dict[str, type[Notion | WholeNotion | KnowledgeNotion]] = {
    **NOTIONS,
    **WHOLE,
    **KNOWLEDGE_NOTIONS,
}


def definition_class(name: str) -> type[Notion | WholeNotion | KnowledgeNotion]:
    """The class of a definition of any kind; UsageError with a suggestion otherwise."""
    if name not in DEFINITIONS:
        raise UsageError(
            f"there is no definition {name!r}; known: {', '.join(DEFINITIONS)}"
            f"{did_you_mean(name, DEFINITIONS)}"
        )
    return DEFINITIONS[name]


def definition(name: str, **given: Any) -> Notion | WholeNotion | KnowledgeNotion:
    """A claim by name, about a channel or about a scenario.

    >>> definition("apkdp", eps="0", delta="1/10").parameters
    ('eps', 'delta')
    """
    return definition_class(name).from_text(given)
