"""What an attacker wants and knows: the guesses that count, the prior, the inputs he considers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.prior import prior_of
from dpverify.defs.validate import did_you_mean, labels, shown

Goal = Sequence[str] | Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Target:
    """One situation: the inputs that remain (a class of his knowledge) and those that count."""

    known: tuple[int, ...]
    goal: tuple[int, ...]


def prior_in(channel: Channel, prior: object = None) -> tuple[Value, ...]:
    """The prior that is given, else the channel's own; ChannelError where there is none."""
    if prior is not None:
        return prior_of(prior, channel.inputs)
    if channel.prior is None:
        raise ChannelError(
            'guessing-advantage needs a prior of the inputs; give the channel a "prior" or pass'
            " --prior FILE"
        )
    return channel.prior


def goal_of(given: object, inputs: Sequence[str]) -> tuple[str, ...]:
    """Read a goal: distinct inputs, in the order of the channel.

    Raises: UsageError for an input that is not there, none, or one named twice.
    """
    members = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
    if not members:
        raise UsageError(
            f"the goal is {shown(given)}; name at least one input that counts as a correct guess"
        )
    for label in members:
        if label not in inputs:
            hint = did_you_mean(label, inputs) or "; the goal is a list of inputs"
            raise UsageError(f"goal: {shown(label)} is no input of the channel{hint}")
    if len({*members}) != len(members):
        raise UsageError("goal: an input is named twice")
    return tuple(x for x in inputs if x in members)


def classes_of(given: object, inputs: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Read the attacker's knowledge, an equivalence relation, as its classes.

    Args: given None (he knows nothing: one class), or a list of lists of inputs in which each
        input stands exactly once.
    Raises: UsageError where an input is missing, stands twice or is unknown.
    """
    if given is None:
        return (tuple(inputs),)
    if not isinstance(given, (list, tuple)) or not given:
        raise UsageError(f"the knowledge is {shown(given)}; give it as a list of classes of inputs")
    classes = tuple(labels(block, "input") for block in given)
    named = [x for block in classes for x in block]
    for x in named:
        if x not in inputs:
            raise UsageError(f"knowledge: {shown(x)} is no input{did_you_mean(x, inputs)}")
    if len(named) != len(inputs) or len({*named}) != len(inputs):
        raise UsageError("knowledge: each input must stand in exactly one class")
    return classes


def targets(channel: Channel, goal: Goal, knowledge: object = None) -> list[Target]:
    """Every situation that the attacker may be in.

    Args:
        channel: whose inputs are guessed.
        goal: g as a set of inputs, the same whatever the true input is; or as a mapping that gives
            g(x) for each true input x, such as a ball about it.
        knowledge: classes of inputs that he cannot tell apart beforehand; None for one class.
    """
    at = {x: i for i, x in enumerate(channel.inputs)}
    named = []
    for known in classes_of(knowledge, channel.inputs):
        inside = tuple(at[x] for x in known)
        if isinstance(goal, Mapping):
            goals = [goal_of(goal.get(x, ()), channel.inputs) for x in known]
        else:
            goals = [goal_of(goal, channel.inputs)]
        named += [Target(inside, tuple(i for i in inside if channel.inputs[i] in g)) for g in goals]
    return list(dict.fromkeys(named))
