"""A setting beside the definitions, at concrete channels of many sizes: where do they part?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from dpverify.defs.errors import Undecided
from dpverify.proofs.columnwise import is_columnwise
from dpverify.proofs.expressions import Kind
from dpverify.proofs.induction import induction
from dpverify.proofs.instances import Instance
from dpverify.proofs.kernel import Setting
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.noise import is_selection
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.registry import entries
from dpverify.proofs.setting import setting_of, settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Property, Statement
from tests.proofs.structures import Structure, holds
from tests.proofs.worlds import PAIRS, NoWorldError, Pair, events, instances, readings, says, world

X, Y, Z = Size("inputs", "x"), Size("outputs", "y"), Size("results", "z")
M, OTHER = AnyChannel(X, Y), AnyChannel(X, Z)
F = AnyChannel(OutputsOf("M"), Z, text="map")
K = AnyChannel(X, Z, copies=OutputsOf("M"))
EPS: Mapping[str, Kind] = {"eps": "loss"}
DELTA: Mapping[str, Kind] = {"eps": "loss", "delta": "value"}
PURE, APPROX = {"eps": "eps"}, {"eps": "eps", "delta": "delta"}


def composed(
    objects: dict[str, AnyChannel],
    composition: dict[str, Any],
    *,
    definition: str = "approx-dp",
    hypotheses: Sequence[Claim] = (),
    **more: Any,
) -> Statement:
    given = PURE if definition == "pure-dp" else APPROX
    claim = Claim("N", definition, given)
    derived = {"N": composition}
    return Statement(objects, {**DELTA, **more}, claim, tuple(hypotheses), derived)


@cache
def extra() -> dict[str, Statement]:
    """Statements, true or not, that use what the registry may not: each composition and claim."""
    return _compositions() | _written_out() | _claims()


def _compositions() -> dict[str, Statement]:
    twice = composed({"M": M}, {"product": ["M", "M"]})
    mixed = {"M": M, "L": M}
    on_both = [Claim("N", "approx-dp", APPROX), Claim("M", "pure-dp", PURE, swapped=True)]
    return {
        "product with itself": twice,
        "product, pure": composed({"M": M, "L": M}, {"product": ["M", "L"]}, definition="pure-dp"),
        "product, assumed": replace(twice, hypotheses=tuple(on_both)),
        "mixture": composed(mixed, {"mixture": ["w", "M", "L"]}, w="value"),
        "visible": composed({"M": M, "L": OTHER}, {"visible_mixture": ["w", "M", "L"]}, w="value"),
        "visible, assumed": composed(
            {"M": M, "L": OTHER},
            {"visible_mixture": ["1-w", "M", "L"]},
            definition="pure-dp",
            hypotheses=[Claim("N", "probabilistic-dp", APPROX)],
            w="value",
        ),
        "mapped twice": replace(
            composed({"M": M, "f": F}, {"post_process": ["M", "f"]}),
            objects={"M": M, "f": F, "g": AnyChannel(OutputsOf("f"), Size("ends", "u"))},
            derived={"L": {"post_process": ["M", "f"]}, "N": {"post_process": ["L", "g"]}},
        ),
        "adaptive": composed(
            {"M": M, "K": K},
            {"adaptive": ["M", "K*"]},
            hypotheses=[Claim("K*", "approx-dp", APPROX)],
        ),
        "adaptive, pure": composed(
            {"M": M, "K": K},
            {"adaptive": ["M", "K*"]},
            definition="pure-dp",
            hypotheses=[Claim("K*", "pure-dp", PURE), Claim("M", "local-dp", PURE)],
        ),
    }


def _written_out() -> dict[str, Statement]:
    """Several parts of outputs, maps that are mixed, and sets that are written out."""
    return {
        "mixture of shown branches": replace(
            composed({"M": M, "L": M}, {"mixture": ["1/2", "V", "V"]}),
            derived={
                "V": {"visible_mixture": ["1/3", "M", "L"]},
                "U": {"visible_mixture": ["3/4", "L", "M"]},
                "N": {"mixture": ["1/2", "V", "U"]},
            },
        ),
        "mixture of maps": replace(
            composed({"M": M, "f": F, "g": F}, {"post_process": ["M", "h"]}, w="value"),
            derived={"h": {"mixture": ["w", "f", "g"]}, "N": {"post_process": ["M", "h"]}},
        ),
        "inputs written out": composed(
            {"M": AnyChannel(lambda _: "abc", Y, lambda _: [("a", "b"), ("b", "c")])},
            {"product": ["M", "M"]},
            hypotheses=[Claim("M", "probabilistic-dp", APPROX, swapped=True)],
        ),
        "outputs side by side": Statement(
            {"M": M, "L": M},
            {"b": "value"},
            Claim("N", "ratio-range-at-most", {"bound": "3*b+1"}),
            (Claim("V", "ratio-range-at-most", {"bound": "b+1"}, swapped=True),),
            {"N": {"product": ["M", "L"]}, "V": {"visible_mixture": ["1/2", "M", "L"]}},
        ),
        "outputs written out": composed(
            {"W": AnyChannel(X, lambda _: "ab"), "M": AnyChannel(lambda _: "ab", Z)},
            {"post_process": ["W", "M"]},
            hypotheses=[Claim("M", "pure-dp", PURE), Claim("W", "approx-dp", APPROX)],
        ),
    }


def _claims() -> dict[str, Statement]:
    return {
        "guesser, swapped": Statement(
            {"M": M},
            {"weight": "value", "b": "value"},
            Claim("M", "likelihood-guess-error-at-most", {"weight": "weight", "bound": "b"}),
            (
                Claim(
                    "M",
                    "bayes-guess-error-at-least",
                    {"weight": "weight", "bound": "min(b,1/4)"},
                    swapped=True,
                ),
            ),
        ),
        "expressions": Statement(
            {"M": M},
            {"eps1": "loss", "eps2": "loss", "d": "value", "c": "value"},
            Claim("M", "approx-dp", {"eps": "max(eps1,2*eps2)", "delta": "(d+c)/(1+exp(eps1))"}),
            (
                Claim("M", "approx-dp", {"eps": "min(eps1,eps2)", "delta": "d*c/3"}),
                Claim("M", "probabilistic-dp", {"eps": "eps1+eps2", "delta": "max(d,c,1/5)-c/7"}),
            ),
        ),
        "losses": Statement(
            {"M": M},
            {"eps1": "loss", "eps2": "loss"},
            Claim("M", "pure-dp", {"eps": "eps1+eps2+eps1"}),
            (Claim("M", "probabilistic-dp", {"eps": "3*eps2", "delta": "1/4"}),),
        ),
        "equivalent": Statement(
            {"M": M},
            DELTA,
            Equivalent(
                (
                    Claim("M", "approx-dp", APPROX, form="events"),
                    Claim("M", "approx-dp", APPROX),
                    Claim("M", "approx-dp", APPROX, form="maximising-event"),
                    Claim("M", "probabilistic-dp", APPROX, swapped=True),
                )
            ),
        ),
        "total variation": Statement(
            {"M": M},
            EPS,
            Claim("M", "local-dp", PURE),
            (Claim("M", "total-variation-at-most", {"bound": "(exp(eps)-1)/(exp(eps)+1)"}),),
        ),
    }


@cache
def statements() -> dict[str, Statement]:
    """Every statement that has a setting: of the registry, its mutants, and the extra ones."""
    every = {each.id: each.statement for each in entries()}
    for each in entries():
        every |= {f"{each.id}, {mutant.name}": mutant.statement for mutant in each.mutants}
    found: dict[str, Statement] = {}
    for name, statement in (every | extra()).items():
        if is_recordwise(statement) or is_columnwise(statement) or is_selection(statement):
            continue  # see test_recordwise.py, test_columnwise.py, test_noise.py
        try:
            settings_of(statement)
        except Undecided:
            assert name not in extra()
        else:
            found |= {f"{name}{part}": each for part, each in taken_apart(statement).items()}
    return found


def taken_apart(statement: Statement) -> dict[str, Statement]:
    """The statement, or the base and the step that stand for it."""
    both = induction(statement)
    return {"": statement} if both is None else {", base": both.base, ", step": both.step}


Seen = Counter[tuple[str, bool]]
Goal = tuple[Setting, Claim | None, Claim | Property]


def goals_of(statement: Statement) -> list[Goal]:
    """What is to be shown: settings with the claim that is assumed besides, and the one shown."""
    claims = statement.concluded
    if not isinstance(statement.conclusion, Equivalent):
        return [(setting_of(statement), None, statement.conclusion)]
    made = list(settings_of(statement).values())
    assert len(made) == len(claims)
    return list(zip(made, claims, [*claims[1:], claims[0]], strict=True))


def disagreements(
    statement: Statement,
    count: int,
    seen: Seen,
    seed: int = 0,
    *,
    others: Sequence[Setting] | None = None,
) -> Iterator[str]:
    """Where the settings and the definitions part, at instances of many sizes.

    Args: others settings of another translation, to be looked at instead, in their order.
    """
    goals = goals_of(statement)
    if others is not None:
        goals = [(s, *goal[1:]) for s, goal in zip(others, goals, strict=True)]
    for instance, pair, goal in product(instances(statement, count, seed), PAIRS, goals):
        try:
            yield from _at_instance(goal, instance, pair, seen)
        except NoWorldError:
            seen["no world", False] += 1
        except LookupError as fault:
            yield f"an index or atom that is none: {fault!r}"


def _at_instance(goal: Goal, instance: Instance, pair: Pair, seen: Seen) -> Iterator[str]:
    setting, assumed, concluded = goal
    at = world(setting, instance, pair)
    yield from _false_axioms(setting, at)
    for name, truth in _said(instance, assumed, pair):
        seen["hypothesis", truth] += 1
        if _assumed(setting, name, at) != truth:
            yield f"{name} is not {truth} at {instance.channels}"
    if isinstance(concluded, Claim):
        truth = all(says(instance, concluded, each) for each in to_show(instance, concluded, pair))
    else:
        truth = instance.holds(concluded)
    seen["goal", truth] += 1
    shown = (holds(each, event) for event in events(setting, at) for each in setting.goals)
    if all(shown) != truth:
        yield f"the goal is not {truth} at {instance.channels}"


def _said(instance: Instance, assumed: Claim | None, pair: Pair) -> Iterator[tuple[str, bool]]:
    """What is assumed, by the name of its axioms, and whether it is true."""
    for k, claim in enumerate(instance.statement.hypotheses):
        if not isinstance(claim, Claim):
            yield f"hypothesis {k}", instance.holds(claim)
            continue
        for where, pairs in readings(instance, claim, pair):
            yield f"hypothesis {k}{where}", all(says(instance, claim, each) for each in pairs)
    if assumed is not None:
        yield "assumed", says(instance, assumed, pair)


def to_show(instance: Instance, claim: Claim, pair: Pair) -> list[Pair]:
    """The ordered pairs for which a conclusion is to be shown; one stands for its reverse."""
    found = readings(instance, claim, pair)
    return [each for where, pairs in found if not where.endswith("reversed") for each in pairs]


def _false_axioms(setting: Setting, at: Structure) -> Iterator[str]:
    for name, fact in setting.axioms.items():
        if not name.startswith(("hypothesis", "assumed")) and not holds(fact, at):
            yield f"the axiom {name} is false"


def _assumed(setting: Setting, name: str, at: Structure) -> bool:
    facts = [
        fact
        for key, fact in setting.axioms.items()
        if key == name or (key.startswith(f"{name}.") and key.rpartition(".")[2].isdigit())
    ]
    assert facts, name
    return all(holds(fact, at) for fact in facts)
