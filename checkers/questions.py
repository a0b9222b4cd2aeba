"""Whether a question asks anything: the one place where `check` and `measure` refuse empty ones.

Every way into an engine goes through `refuse_empty_question` first, whatever the subject is. What
must never change: a claim that ranges over no pair of inputs is refused, and never "holds".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.neighbours import GIVE_A_PAIR, NO_PAIR, neighbours_of

if TYPE_CHECKING:
    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.defs.knowledge.scenario import Scenario, Theta
    from dpverify.defs.programs.enumeration import Enumeration
    from dpverify.defs.symbolic.family import Family

    Listed: TypeAlias = Channel | Enumeration | Family
    Asked: TypeAlias = Listed | Scenario | Program | IntegerProgram


def refuse_empty_question(subject: Asked, definition: str) -> None:
    """Refuse a claim that ranges over no pair of inputs of its subject.

    Args: subject what is asked about, as the engines take it; definition the name of the claim.
    Raises: EmptyQuestion naming what is empty and what to do.
    """
    # The kinds of programs and scenarios are loaded for their own questions, not for a channel's.
    if isinstance(subject, Channel):
        _refuse_finite(subject, definition)
        return
    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program, ranged
    from dpverify.defs.knowledge.scenario import Scenario

    if isinstance(subject, Scenario):
        _refuse_scenario(subject)
    elif isinstance(subject, IntegerProgram):
        _refuse_listed(subject.everywhere, len(subject.family.entries), subject.pairs)
    elif isinstance(subject, Program):
        entries = 0 if subject.family is None else len(subject.family.entries)
        entries = entries if subject.stepwise is None else subject.stepwise.queries
        entries = entries if subject.argmax is None else subject.argmax.count
        _refuse_listed(subject.everywhere, entries, len(ranged(subject, definition).pairs))
    else:
        _refuse_finite(subject, definition)


def _refuse_finite(subject: Listed, definition: str) -> None:
    """Refuse a finite subject without outputs, or without a pair that the definition looks at."""
    count = len(subject.inputs)
    # A program whose every path is unlikely has outputs that no pass has come to.
    unseen = not getattr(subject, "whole", True)
    refuse_empty(subject.outputs or unseen, "there are no outputs", "give at least one output")
    if _all_pairs(definition):
        refuse_empty(count > 1, f"{NO_PAIR} (there is one input only)", GIVE_A_PAIR)
    else:
        neighbours_of(subject.neighbours, subject.inputs)


def _refuse_listed(everywhere: bool, entries: int, pairs: int) -> None:
    """Refuse a program without a pair of listed inputs, or without a number that could move."""
    if everywhere:
        refuse_empty(entries, "the inputs hold no number that could move", "list inputs of numbers")
    else:
        refuse_empty(
            pairs,
            f"{NO_PAIR} among the listed inputs",
            "list inputs that are, give the pairs (neighbours=[…]), or ask about all inputs"
            " (--all-inputs)",
        )


def _refuse_scenario(scenario: Scenario) -> None:
    """Refuse a scenario in which no target has two values between which an attacker decides."""
    refuse_empty(
        any(_open(theta, scenario.targets) for theta in scenario.family),
        "no target has two values of positive probability",
        "give a target whose value is not certain",
    )


def _open(theta: Theta, targets: tuple[int, ...] | None) -> bool:
    """Whether the value of some target is not certain under a law."""
    from dpverify.defs.knowledge.chain import Chain
    from dpverify.defs.knowledge.parameter import ParametrisedRecords
    from dpverify.defs.knowledge.scenario import Group, Joint, Records

    if isinstance(theta, ParametrisedRecords):
        # At a corner a value may be certain that is so nowhere else.
        middle = tuple((low + high) / 2 for low, high in theta.box)
        laws = [tuple(Group(k, law) for k, law in theta.laws_at(point))
                for point in (*theta.corners, middle)]  # fmt: skip
        return any(_open(Records(law, theta.known), targets) for law in laws)
    if isinstance(theta, Chain):
        return any(len(theta.possible(i)) > 1 for i in theta.targets(targets))
    if isinstance(theta, Joint):
        rows = [data for data, _, p in theta.rows if not p.is_zero]
        return any(len({data[i] for data in rows}) > 1 for i in targets or range(theta.n))
    for (group, span), known in zip(theta.spans(), theta.known_counts, strict=True):
        unknown = known < group.count if targets is None else any(i in span for i in targets)
        if unknown and len(group.support) > 1:
            return True
    return False


def _all_pairs(definition: str) -> bool:
    """Whether a definition looks at all pairs of inputs, whatever the relation says."""
    return definition in DEFINITIONS and DEFINITIONS[definition].all_pairs
