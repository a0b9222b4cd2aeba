"""All relations of neighbours, by the names that users type; one file each."""

from __future__ import annotations

from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.relations.add_remove import ADD_REMOVE
from dpverify.defs.relations.add_remove_replace import ADD_REMOVE_REPLACE
from dpverify.defs.relations.any_databases import ANY_DATABASES
from dpverify.defs.relations.any_graphs import ANY_GRAPHS
from dpverify.defs.relations.any_streams import ANY_STREAMS
from dpverify.defs.relations.any_tables import ANY_TABLES
from dpverify.defs.relations.any_values import ANY_VALUES
from dpverify.defs.relations.attribute import ATTRIBUTE
from dpverify.defs.relations.bootstrap import BOOTSTRAP
from dpverify.defs.relations.contract import Related, Relation
from dpverify.defs.relations.dependent import DEPENDENT
from dpverify.defs.relations.edge import EDGE
from dpverify.defs.relations.event import EVENT
from dpverify.defs.relations.group_of_two import GROUP_OF_TWO
from dpverify.defs.relations.individual import INDIVIDUAL
from dpverify.defs.relations.induced import INDUCED
from dpverify.defs.relations.label import LABEL
from dpverify.defs.relations.line_graph import LINE
from dpverify.defs.relations.node import NODE
from dpverify.defs.relations.one_sided import ONE_SIDED
from dpverify.defs.relations.partition import PARTITION
from dpverify.defs.relations.per_instance import PER_INSTANCE
from dpverify.defs.relations.record import RECORD
from dpverify.defs.relations.replace_one import REPLACE_ONE
from dpverify.defs.relations.threshold import THRESHOLD
from dpverify.defs.relations.two_edges import TWO_EDGES
from dpverify.defs.relations.user import USER
from dpverify.defs.relations.window import WINDOW
from dpverify.defs.validate import did_you_mean, shown

RELATIONS: Final[dict[str, Relation]] = {
    relation.name: relation
    for relation in (
        ADD_REMOVE,
        REPLACE_ONE,
        ADD_REMOVE_REPLACE,
        GROUP_OF_TWO,
        ANY_DATABASES,
        ONE_SIDED,
        RECORD,
        LABEL,
        ATTRIBUTE,
        DEPENDENT,
        INDUCED,
        INDIVIDUAL,
        PER_INSTANCE,
        BOOTSTRAP,
        ANY_TABLES,
        EDGE,
        TWO_EDGES,
        NODE,
        ANY_GRAPHS,
        EVENT,
        USER,
        WINDOW,
        ANY_STREAMS,
        LINE,
        THRESHOLD,
        PARTITION,
        ANY_VALUES,
    )
}
"""By name, those of one universe together."""


def relation(name: str, size: int) -> Related:
    """The inputs of a size, and which of them are neighbours by a relation of the literature.

    Args: name such as "add-remove", "label", "edge"; size as its universe counts it: records,
        nodes, times, or the largest value.
    Raises: UsageError for an unknown name, with a suggestion, or a size that cannot be listed.

    >>> relation("replace-one", 2).neighbours
    [('(0,)', '(1,)'), ('(0, 0)', '(0, 1)'), ('(0, 1)', '(1, 1)')]
    """
    if name not in RELATIONS:
        hint = did_you_mean(name, RELATIONS) if isinstance(name, str) else ""
        known = ", ".join(RELATIONS)
        raise UsageError(f"there is no relation {shown(name)}; known: {known}{hint}")
    return RELATIONS[name].at(size)
