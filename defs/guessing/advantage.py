"""Prior and posterior probability of a correct guess, and the advantage over all events; exact.

For an event Y, posterior(Y) = Σ_{y∈Y} P(X ∈ g, y) / Σ_{y∈Y} P(y) lies between the posteriors of the
single outputs of Y. So the largest and the smallest posterior over all events are attained by
single outputs, and none of the 2^m events is left out by looking at those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError
from dpverify.defs.guessing.attacker import Goal, Target, prior_in, targets
from dpverify.defs.numbers import Value, total

Sign = Literal["gain", "drop"]


@dataclass(frozen=True)
class Guess:
    """The best event for the attacker, in the worst situation.

    `prior` and `posterior` are the probabilities of a correct guess before and after the output
    fell into `event`; `advantage` is posterior − prior, or prior − posterior for the sign "drop".
    `known`: the inputs that he considered possible, `goal`: those of them that count.
    """

    advantage: Value
    prior: Value
    posterior: Value
    event: tuple[str, ...]
    goal: tuple[str, ...]
    known: tuple[str, ...]


def best_guess(
    channel: Channel,
    goal: Goal,
    *,
    prior: object = None,
    knowledge: object = None,
    sign: Sign = "gain",
    check: Any = None,
) -> Guess:
    """The advantage η in guessing, over all events and all situations of the attacker.

    η = sup_Y ( P[X ∈ g | M(X) ∈ Y] − P[X ∈ g] ), for "drop" with the opposite sign.

    Args:
        channel: M, n × m.
        goal: inputs that count as correct, or a mapping that gives them for each true input.
        prior: n probabilities; None for the channel's own.
        knowledge: classes of inputs that the attacker can tell apart; None for one class. Within a
            class the prior is conditioned on it.
        sign: "gain" for posterior − prior, "drop" for prior − posterior.
        check: called now and then; it raises Undecided where the time is up.

    Returns:
        The first situation and the first output that attain the largest advantage; exact, in
        [0, 1].

    Raises:
        ChannelError: no prior, or one that gives all situations probability 0.
        UsageError: a goal or a knowledge that is none.

    Source:
        Pankova, Laud 2022, "Defining guessing advantage".

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> best_guess(rr, ["1"], prior=["1/2", "1/2"]).advantage
    Value('1/4')
    """
    law = prior_in(channel, prior)
    best: Guess | None = None
    for target in targets(channel, goal, knowledge):
        if check is not None:
            check()
        for guess in _guesses(channel, law, target, sign):
            if best is None or guess.advantage > best.advantage:
                best = guess
    if best is None:
        raise ChannelError("the prior leaves the attacker no input to guess; correct it")
    return best


def _guesses(
    channel: Channel, law: tuple[Value, ...], target: Target, sign: Sign
) -> Iterator[Guess]:
    """What each output that can occur tells about one target."""
    weight = total(law[x] for x in target.known)
    if weight.is_zero:
        return
    before = total(law[x] for x in target.goal) / weight
    goal, known = (tuple(channel.inputs[x] for x in part) for part in (target.goal, target.known))
    for y, label in enumerate(channel.outputs):
        seen = total(law[x] * channel.entry(x, y) for x in target.known)
        if not seen.is_zero:
            after = total(law[x] * channel.entry(x, y) for x in target.goal) / seen
            gained = after - before if sign == "gain" else before - after
            yield Guess(gained, before, after, (label,), goal, known)
