"""Definitions by name: those of channels and those of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import UsageError
from dpverify.defs.notions.registry import HOMES, HOMES_OF_WHOLE, Classes
from dpverify.defs.validate import did_you_mean, shown

if TYPE_CHECKING:
    from dpverify.defs.knowledge.notions import KnowledgeNotion
    from dpverify.defs.notions.contract import Notion
    from dpverify.defs.notions.whole import WholeNotion

HOMES_OF_KNOWLEDGE = {
    "apkdp": ("knowledge.notions", "APKDP"),
    "ppkdp": ("knowledge.notions", "PPKDP"),
    "theta-reducible": ("knowledge.notions", "ThetaReducible"),
}
KNOWLEDGE_NOTIONS: Mapping[str, type[KnowledgeNotion]] = Classes(HOMES_OF_KNOWLEDGE)

DEFINITIONS: Mapping[str, type[Notion | WholeNotion | KnowledgeNotion]] = Classes(
    HOMES | HOMES_OF_WHOLE | HOMES_OF_KNOWLEDGE
)


def definition_class(name: str) -> type[Notion | WholeNotion | KnowledgeNotion]:
    """The class of a definition of any kind; UsageError with a suggestion otherwise."""
    if name not in DEFINITIONS:
        raise UsageError(
            f"there is no definition {shown(name)}; known: {', '.join(DEFINITIONS)}"
            f"{did_you_mean(name, DEFINITIONS)}"
        )
    return DEFINITIONS[name]


def notion(name: str, **given: Any) -> Notion | WholeNotion | KnowledgeNotion:
    """A claim by the name of its definition, about a channel or about a scenario.

    Args:
        name: as `dpverify list definitions` prints it, such as "approx-dp".
        given: every parameter and further setting of the definition, by name: texts or exact
            numbers, in the ranges that the class states.

    Raises:
        UsageError: no such definition, or a parameter that is missing or unknown.
        NumberError, DomainError: a number that is not exact, or outside its range.

    >>> notion("approx-dp", eps="1/2", delta="1e-9") == notion("approx-dp", delta="1e-9", eps="0.5")
    True
    >>> notion("renyi-dp", alpha=2, eps="1/2").given
    {'eps': Loss('1/2')}
    >>> notion("apkdp", eps="0", delta="1/10").parameters
    ('eps', 'delta')
    """
    return definition_class(name).from_text(given)
