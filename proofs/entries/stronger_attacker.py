"""Whether who knows more guesses better, and gains more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dpverify.defs.channel import Channel
from dpverify.defs.guessing import best_guess
from dpverify.defs.numbers import Number, Value, total
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.parts import ANY, INPUTS, sizes
from dpverify.proofs.statement import AnyChannel, Property, Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, presentation, 2022"
)
PRIORS = AnyChannel(lambda _: ("first", "second"), INPUTS, text="pair of laws on M's inputs")
Law = tuple[Value, ...]
OBJECTS = {"M": ANY, "priors": PRIORS}


def _gains(objects: Mapping[str, Channel], _: Mapping[str, Number]) -> bool:
    """The advantage of who is told whether the input is the first is at least the other's."""
    channel, told, prior = _setting(objects)
    goal = channel.inputs[-1:]
    strong = best_guess(channel, goal, prior=prior, knowledge=told)
    return strong.advantage >= best_guess(channel, goal, prior=prior).advantage


def _sees(objects: Mapping[str, Channel], _: Mapping[str, Number], *, less: bool = False) -> bool:
    """His largest posterior is at least the other's; with `less`, at most."""
    channel, told, prior = _setting(objects)
    strong = _posterior(channel, prior, told)
    weak = _posterior(channel, prior, [list(channel.inputs)])
    return strong <= weak if less else strong >= weak


def _setting(objects: Mapping[str, Channel]) -> tuple[Channel, list[list[str]], Law]:
    channel = objects["M"]
    first, *others = channel.inputs
    return channel, [[first], others], objects["priors"].row(0)


def _posterior(channel: Channel, prior: Law, classes: list[list[str]]) -> Value:
    """The largest posterior of the last input, over outputs and over what may be known."""
    found = []
    for known in classes:
        places = [channel.input_index(x) for x in known]
        for y in range(len(channel.outputs)):
            whole = total(prior[x] * channel.entry(x, y) for x in places)
            hit = total(prior[x] * channel.entry(x, y) for x in places if x == len(prior) - 1)
            found += [] if whole.is_zero else [hit / whole]
    return max(found)


def _about(words: str, formula: str, holds: Callable[..., bool]) -> Statement:
    return Statement(
        objects=OBJECTS,
        parameters={},
        conclusion=Property(words, formula, holds=holds),
        sizes=sizes((2, 3), (2, 3)),
    )


LARGER = "at least as large for who is told whether the input is the first one"
ADVANTAGE = _about(
    f"the advantage in guessing the last input is {LARGER}", "max_k η(k) ≥ η", _gains
)
ENTRIES = (
    Entry(
        id="guessing.stronger-attacker.posterior",
        title="Who knows more has, at the worst of what he may know, the larger posterior",
        statement=_about(
            "the largest posterior of the last input, over outputs and over what is known, is"
            f" {LARGER}",
            "max_(k,y) P[g | k, y] ≥ max_y P[g | y]",
            _sees,
        ),
        source=f"{SOURCE}, Guessing attributes of a victim",
        expected="tested",
        mutants=(
            Mutant("advantage", "the advantage instead", ADVANTAGE),
            Mutant(
                "smaller",
                "at most instead of at least",
                _about(
                    "the largest posterior of the last input is at most as large for who is told"
                    " whether the input is the first one",
                    "max_(k,y) P[g | k, y] ≤ max_y P[g | y]",
                    partial(_sees, less=True),
                ),
            ),
        ),
    ),
    Entry(
        id="guessing.stronger-attacker.advantage",
        title="Who knows more has the larger advantage",
        statement=ADVANTAGE,
        source=f"{SOURCE}, Guessing attributes of a victim",
        expected="refuted",
        essay=Essay(
            belief="More knowledge can only help, so it should help to gain more.",
            catch=(
                "What he knows already cannot be gained: of two inputs, who is told which it is"
                " gains nothing, and who is not gains what the output says."
            ),
            repair="His posterior is larger, at the worst of what he may know.",
            true_twin="guessing.stronger-attacker.posterior",
        ),
    ),
)
