"""Copies of genuine proofs with one thing changed, by the kind of change."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.sums import number, write

Step = dict[str, Any]
Steps = list[Step]
Change = tuple[str, Steps]
Forged = tuple[str, Step]


@dataclass(frozen=True)
class Proof:
    """Steps for a setting; `kind` says what was changed in them or in it."""

    entry: str
    setting: Setting
    steps: Any
    kind: str = "genuine"


def forgeries(genuine: Mapping[str, Proof], most: int, seed: int = 0) -> list[Proof]:
    """Of every proof and every kind of change at most so many copies."""
    made: list[Proof] = []
    for name, proof in genuine.items():
        source = random.Random(f"{seed} {name}")  # noqa: S311  a seed, not a secret
        others = [other.steps for key, other in genuine.items() if key != name and other.steps]
        by_kind: dict[str, list[Proof]] = {}
        for kind, steps in _of_steps(proof, source, others):
            by_kind.setdefault(kind, []).append(replace(proof, steps=steps, kind=kind))
        for kind, setting in _of_setting(proof.setting):
            by_kind.setdefault(kind, []).append(replace(proof, setting=setting, kind=kind))
        for kind, each in by_kind.items():
            changed = [p for p in each if p.steps != proof.steps or kind.startswith("setting")]
            made += source.sample(changed, min(most, len(changed)))
    return made


def _of_steps(proof: Proof, source: random.Random, others: Sequence[Steps]) -> Iterator[Change]:
    for at, step in enumerate(proof.steps):
        known = [*proof.setting.axioms, *(each["name"] for each in proof.steps[:at])]
        makers = {
            "lemma": _lemma,
            "sum": _sum,
            "positive-part": _positive_part,
            "cancel": _cancel,
            "cases": _cases,
            "square": lambda step, *_: _claims(step),
        }
        for kind, forged in makers[step["by"]](step, known, source):
            yield kind, _with(proof.steps, at, forged)
        for kind, forged in _any_step(step, known, source):
            yield kind, _with(proof.steps, at, forged)
    if not proof.steps:  # its goals are axioms: whatever is added to nothing is a proof too
        return
    yield from _order(proof.steps, source)
    yield from _spliced(proof.steps, source, others)
    yield from _short_cuts(proof)


def _with(steps: Steps, at: int, forged: Step) -> Steps:
    return [*steps[:at], forged, *steps[at + 1 :]]


def _but(step: Step, **changed: Any) -> Step:
    return {**step, **changed}


def _each(items: list[Any], change: Any) -> Iterator[list[Any]]:
    """The list with one member changed, or left out where the change gives None."""
    for k, item in enumerate(items):
        changed = change(deepcopy(item))
        yield items[:k] + ([] if changed is None else [changed]) + items[k + 1 :]


def _shifted(text: str, by: fmpq = fmpq(1, 7)) -> str:  # noqa: B008  a number does not change
    numerator, _, denominator = text.partition("/")
    return str(fmpq(int(numerator), int(denominator or 1)) + by)


# ---------------------------------------------------------------- lemmas


def _lemma(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    products, multiples = step.get("products", []), step.get("multiples", [])
    other = source.choice(known)
    changes: dict[str, Any] = {
        "coefficient changed": lambda p: [_shifted(p[0]), p[1]],
        "coefficient negative": lambda p: [f"-{p[0].lstrip('-')}", p[1]],
        "coefficient zero": lambda p: ["0", p[1]],
        "coefficient a number": lambda p: [1.0, p[1]],
        "product left out": lambda _: None,
        "factor left out": lambda p: [p[0], p[1][:-1]],
        "factor twice": lambda p: [p[0], [*p[1], *p[1][:1]]],
        "factor of another name": lambda p: [p[0], [*p[1][:-1], other]],
        "factor unknown": lambda p: [p[0], [*p[1], "nobody"]],
    }
    for kind, change in changes.items():
        for forged in _each(products, change):
            yield kind, _but(step, products=forged)
    for k, (coefficient, names) in enumerate(products):
        yield "product twice", _but(step, products=[*products, products[k]])
        if names:
            rest = products[:k] + products[k + 1 :]
            moved = [*multiples, [[[coefficient, [], []]], names[0]]]
            turned = _but(step, products=rest, multiples=moved)
            yield "inequality used as an equation", turned
    yield from _multiples(step, other)
    yield from _claims(step)


def _multiples(step: Step, other: str) -> Iterator[Forged]:
    products, multiples = step.get("products", []), step.get("multiples", [])
    for forged in _each(multiples, lambda _: None):
        yield "equation left out", _but(step, multiples=forged)
    for forged in _each(multiples, lambda m: [m[0], other]):
        yield "equation of another name", _but(step, multiples=forged)
    for forged in _each(multiples, lambda m: [[*m[0], ["1/7", [], []]], m[1]]):
        yield "equation with another factor", _but(step, multiples=forged)
    for k, (factor, name) in enumerate(multiples):
        yield "normalisation used twice", _but(step, multiples=[*multiples, multiples[k]])
        rest = multiples[:k] + multiples[k + 1 :]
        moved = [*products, [factor[0][0] if factor else "1", [name]]]
        turned = _but(step, multiples=rest, products=moved)
        yield "equation multiplied as an inequality", turned
        renamed = [*rest, [_renamed(factor), name]]
        yield "index of a factor renamed", _but(step, multiples=renamed)


def _claims(step: Step) -> Iterator[Forged]:
    claim, free = step["claim"], step["free"]
    changes: dict[str, Any] = {
        "claim: coefficient changed": lambda t: [_shifted(t[0]), t[1], t[2]],
        "claim: sign changed": lambda t: [_shifted("0", -fmpq(t[0])), t[1], t[2]],
        "claim: term left out": lambda _: None,
        "claim: factor left out": lambda t: [t[0], t[1], t[2][:-1]],
        "claim: power raised": lambda t: [t[0], t[1], [[n, ix, k + 1] for n, ix, k in t[2]]],
        "claim: law exchanged": lambda t: [t[0], t[1], [[_other(n), i, k] for n, i, k in t[2]]],
        "claim: sum over another set": lambda t: [t[0], [[v, f"{s}'"] for v, s in t[1]], t[2]],
        "claim: sum left out": lambda t: [t[0], [], t[2]],
        "claim: indices exchanged": lambda t: [t[0], t[1], [[n, i[::-1], k] for n, i, k in t[2]]],
    }
    for kind, change in changes.items():
        for forged in _each(claim, change):
            yield kind, _but(step, claim=forged)
    yield "claim: index renamed", _but(step, claim=_renamed(claim))
    yield "claim: strengthened", _but(step, claim=[*claim, ["-1/1000", [], []]])
    yield "claim: negated", _but(step, claim=[[_shifted("0", -fmpq(t[0])), *t[1:]] for t in claim])
    for variable in free:
        less = {v: sort for v, sort in free.items() if v != variable}
        yield "index not declared", _but(step, free=less)
        yield "sort changed", _but(step, free={**free, variable: f"{free[variable]}'"})
    yield "index of a bound name", _but(step, free={**free, "%0": "y"})


def _renamed(terms: list[Any]) -> list[Any]:
    """The last index of the first factor that has one becomes another."""
    forged = deepcopy(terms)
    for _, _, monomial in forged:
        for factor in monomial:
            if factor[1]:
                factor[1][-1] = "z" if factor[1][-1] != "z" else "y"
                return forged
    return forged


def _other(name: str) -> str:
    return {"P": "Q", "Q": "P"}.get(name[:1], name[:1]) + name[1:]


# ---------------------------------------------------------------- the other rules


def _sum(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    yield "sum over nothing", _but(step, over=[])
    yield "sum over a bound variable", _but(step, over=["%0"])
    yield "sum over an unknown variable", _but(step, over=["nobody"])
    for wrong in ("x", "y", "z", "y'"):
        yield "sum over another variable", _but(step, over=[wrong])
        yield "sum over one more", _but(step, over=[*step["over"], wrong])
    if len(step["over"]) > 1:
        yield "sum over one less", _but(step, over=step["over"][:-1])
    yield "sum of another fact", _but(step, of=source.choice(known))


def _positive_part(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    for case in ("zero", "above"):
        yield "case missing", {key: item for key, item in step.items() if key != case}
        yield "case of another fact", _but(step, **{case: source.choice(known)})
    yield "cases exchanged", _but(step, zero=step["above"], above=step["zero"])
    yield "one case for both", _but(step, above=step["zero"])
    yield "one case for both", _but(step, zero=step["above"])
    for wrong in ("part0", "part1", "part2", "P.M", "nobody"):
        yield "another part", _but(step, part=wrong)
    yield "part at no index", _but(step, at=[])
    yield "part at another index", _but(step, at=["z" if v == "y" else "y" for v in step["at"]])
    factor = step.get("factor", [["1", [], []]])
    yield "part with another factor", _but(step, factor=[*factor, ["1", [], []]])
    negated = [[_shifted("0", -fmpq(c)), *rest] for c, *rest in factor]
    yield "part with another factor", _but(step, factor=negated)


def _cancel(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    yield "cancelled of another fact", _but(step, of=source.choice(known))
    for name in known:
        yield "cancelled by another factor", _but(step, factor=name)
    yield from _claims(step)


def _cases(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    positive, zero = step["positive"], step["zero"]
    for branch, steps in (("positive", positive), ("zero", zero)):
        yield "branch missing", {key: item for key, item in step.items() if key != branch}
        yield "branch without steps", _but(step, **{branch: []})
        yield "branch no list", _but(step, **{branch: {"steps": steps}})
        for _, changed in _order(steps, source):
            yield "branch: order changed", _but(step, **{branch: changed})
        for k, inner in enumerate(steps):
            if inner["by"] == "lemma":
                for _, forged in _lemma(inner, known, source):
                    yield "branch: lemma changed", _but(step, **{branch: _with(steps, k, forged)})
    yield "branches exchanged", _but(step, positive=zero, zero=positive)
    yield "one branch for both", _but(step, positive=zero)
    yield "one branch for both", _but(step, zero=positive)
    for name in known:
        yield "cases on another fact", _but(step, on=name)
    yield from _claims(step)


def _any_step(step: Step, known: list[str], source: random.Random) -> Iterator[Forged]:
    for relation in (">", "=", ">=", "<=", None):
        yield f"relation {relation}", _but(step, relation=relation)
    yield "name of an axiom", _but(step, name=known[0])
    yield "name of the step before", _but(step, name=known[-1])
    yield "name a number", _but(step, name=0)
    yield "rule unknown", _but(step, by="trust")
    for rule in ("lemma", "sum", "positive-part", "cancel", "cases", "square"):
        yield "rule of another kind", _but(step, by=rule)
    key = source.choice([each for each in step if each != "by"])
    yield "member left out", {k: item for k, item in step.items() if k != key}
    yield "member null", _but(step, **{key: None})
    for renaming in ({"y": "z"}, {"z": "y"}, {"y": "%0"}, {"nobody": "y"}):
        for key in ("of", "zero", "above", "factor"):
            if type(step.get(key)) is str:
                yield "instance of a fact", _but(step, **{key: [step[key], renaming]})
        for forged in _each(
            step.get("products", []), lambda p, r=renaming: [p[0], [[n, r] for n in p[1]]]
        ):
            yield "instance of a fact", _but(step, products=forged)


# ---------------------------------------------------------------- whole proofs


def _order(steps: Steps, source: random.Random) -> Iterator[Change]:
    for k in range(len(steps)):
        yield "step deleted", steps[:k] + steps[k + 1 :]
        yield "step twice", steps[: k + 1] + steps[k:]
        yield "step after its use", steps[:k] + steps[k + 1 :] + [steps[k]]
        yield "step before what it uses", [steps[k], *steps[:k], *steps[k + 1 :]]
        yield "proof cut off", steps[:k]
    yield "last step alone", steps[-1:]
    yield "steps reversed", steps[::-1]
    yield "steps shuffled", source.sample(steps, len(steps))
    yield "no steps", []


def _spliced(steps: Steps, source: random.Random, others: Sequence[Steps]) -> Iterator[Change]:
    for other in others:
        yield "another proof", deepcopy(other)
        k = source.randrange(len(steps))
        taken = source.choice(other)
        yield "step of another proof", _with(steps, k, _but(taken, name=steps[k]["name"]))
        yield "end of another proof", steps[:k] + other[k:]


def _short_cuts(proof: Proof) -> Iterator[Change]:
    """The goal claimed outright, with a certificate that is none."""
    (goal, *_) = proof.setting.goals
    claim = {"name": "last", "by": "lemma", "free": dict(goal.free), "claim": write(goal.expr)}
    names = list(proof.setting.axioms)
    inequalities = [n for n in names if proof.setting.axioms[n].relation != "="]
    one = [["1", [], []]]
    attempts: list[Step] = [
        claim,
        {**claim, "products": [["1", []]]},
        {**claim, "products": [["1", [name]] for name in inequalities]},
        {**claim, "multiples": [[claim["claim"], name] for name in names]},
        {**claim, "multiples": [[one, name] for name in inequalities[:1]]},
        {**claim, "products": [["1", ["last"]]]},
        {**claim, "by": "cancel", "of": names[0], "factor": names[0]},
        {**claim, "by": "cancel", "of": "last", "factor": "last"},
    ]
    absurd = _but(claim, name="absurd", free={}, claim=[["-1", [], []]])
    for attempt in attempts:
        yield "goal claimed", [attempt]
        yield "goal from an absurdity", [_but(attempt, **absurd), claim]


def _of_setting(setting: Setting) -> Iterator[tuple[str, Setting]]:
    """The genuine proof for a stronger statement, or from fewer hypotheses."""
    less = number(fmpq(1, 1000))
    for k, goal in enumerate(setting.goals):
        for stronger in (
            replace(goal, expr=goal.expr - less),
            replace(goal, expr=goal.expr.scaled(fmpq(-1))),
            replace(goal, relation=">"),
            replace(goal, relation="="),
            replace(goal, free={**goal.free, "u": "u"}),
        ):
            goals = (*setting.goals[:k], stronger, *setting.goals[k + 1 :])
            yield "setting: goal strengthened", replace(setting, goals=goals)
        absurd = Fact({}, number(-1))
        yield "setting: goal added", replace(setting, goals=(*setting.goals, absurd))
    for name in setting.axioms:
        rest = {key: fact for key, fact in setting.axioms.items() if key != name}
        yield "setting: axiom dropped", replace(setting, axioms=rest)
    yield "setting: no goal", replace(setting, goals=())
