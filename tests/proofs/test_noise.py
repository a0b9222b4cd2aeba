"""Selections with geometric noise: exact laws, and a setting that says what the algorithms do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from flint import fmpq

from dpverify.proofs import noise as module
from dpverify.proofs.entries.noisy_selection import statement
from dpverify.proofs.kernel import Fact, Facts, RefusedError, Setting, check
from dpverify.proofs.noise import NOISES, is_selection
from dpverify.proofs.registry import entry
from dpverify.proofs.selections import (
    SPARSE,
    Alignment,
    Answers,
    Selection,
    answered,
    law,
    outputs,
    released,
)
from dpverify.proofs.setting import setting_of
from dpverify.proofs.statement import Property, Statement
from dpverify.proofs.sums import atom, number, write
from dpverify.proofs.theorem import stored_names
from tests.proofs.genuine import parts_of
from tests.proofs.structures import Place, Structure, holds, value

PROVED = tuple(name for name in stored_names() if is_selection(entry(name).statement))
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
Rule = Any


def _selection(given: Statement) -> Selection:
    said = given.conclusion
    assert isinstance(said, Property)
    assert said.selection is not None
    return said.selection


# ---------------------------------------------------------------- the algorithms and their laws


def _chance(z: int, ratio: Fraction) -> Fraction:
    return (1 - ratio) / (1 + ratio) * ratio ** abs(z)


@pytest.mark.parametrize("rule", ["noisy max", "above threshold"])
@pytest.mark.parametrize("answers", [(0, 0), (2, -1)])
def test_the_law_is_that_of_the_algorithm(rule: Rule, answers: tuple[int, ...]) -> None:
    """Beside a sum over all noises of at most 5: what is left out has less mass than 2·3·3^(−5)."""
    a, t, far = THIRD, Fraction(1, 4), range(-5, 6)
    summed: dict[int | None, Fraction] = {}
    for noises in product(far, repeat=len(answers)):
        for level in far if rule == "above threshold" else (0,):
            place = released(rule, [x + z for x, z in zip(answers, noises, strict=True)], level)
            mass = _chance(level, t) if rule == "above threshold" else Fraction(1)
            for z in noises:
                mass *= _chance(z, a)
            summed[place] = summed.get(place, Fraction(0)) + mass
    exact = law(rule, answers, a, t)
    assert sum(exact.values()) == 1
    for output, chance in exact.items():
        assert not isinstance(output, tuple)
        assert 0 <= chance - summed.get(output, 0) <= Fraction(6, 3**5)


def test_a_law_by_hand() -> None:
    """Two equal answers, ratio 1/2: equal noises have chance Σ (1/3·2^(−|z|))² = 1/9·(1 + 2/3)."""
    tie = Fraction(5, 27)
    assert law("noisy max", [4, 4], HALF, HALF) == {0: tie + (1 - tie) / 2, 1: (1 - tie) / 2}
    once = law("above threshold", [0], HALF, HALF)
    assert once == {0: tie + (1 - tie) / 2, None: (1 - tie) / 2}


TENTH = Fraction(1, 10)


def _worst(rule: Rule, n: int, changes: tuple[int, ...]) -> Fraction:
    """The smallest P'/P over answers from −1 to 1, for ratios 1/10, and 1/2 of the threshold."""
    ratios = []
    for answers in product((-1, 0, 1), repeat=n):
        p = law(rule, answers, TENTH, HALF)
        for change in product(changes, repeat=n):
            q = law(rule, [x + d for x, d in zip(answers, change, strict=True)], TENTH, HALF)
            ratios += [min(p[o] / q[o], q[o] / p[o]) for o in p]
    return min(ratios)


def test_false_variants_fail_at_the_smallest_n() -> None:
    """Noise that is not doubled is enough for one query, or for counts, and not for two queries."""
    both, counts = (-1, 1), (0, 1)
    assert _worst("noisy max", 1, both) == 1
    assert TENTH > _worst("noisy max", 2, both) >= TENTH**2
    assert _worst("noisy max", 2, counts) >= TENTH
    assert _worst("above threshold", 1, both) >= TENTH * HALF
    assert TENTH * HALF > _worst("above threshold", 2, both) >= TENTH**2 * HALF
    assert _worst("above threshold", 2, counts) >= TENTH * HALF


# ---------------------------------------------------------------- the setting beside the algorithms


@dataclass(frozen=True)
class World:
    """Answers on both databases, and some noises, each with those of c thresholds at its end.

    Of sparse vector also an output that is given.
    """

    answers: tuple[list[int], list[int]]
    noises: list[list[int]]
    c: int = 1
    given: Answers = ()

    def happens(self, rule: Rule, second: bool, w: int, by: Alignment, place: int | None) -> bool:
        """Whether the place is released where its noise, and that of the threshold, are moved."""
        noises, levels = self.parts(w)
        noisy = [x + z for x, z in zip(self.answers[second], noises, strict=True)]
        levels = [level + by.threshold for level in levels]
        if rule in SPARSE:
            noisy = [x + by.own * (k in self.above) for k, x in enumerate(noisy)]
            return answered(rule, noisy, levels, self.c) == self.given
        if place is not None:
            noisy[place] += by.own
        return released(rule, noisy, levels[0]) == place

    def parts(self, w: int) -> tuple[list[int], list[int]]:
        """The noises of the queries, and those of the thresholds."""
        n = len(self.answers[0])
        return self.noises[w][:n], self.noises[w][n:]

    @property
    def above(self) -> list[int]:
        """The queries of which the given output says that they reach the threshold."""
        return [k for k, reached in enumerate(self.given) if reached]

    def says(self, i: int) -> str:
        """What the given output says of a query."""
        asked = {True: "above", False: "below"}
        return asked[self.given[i]] if i < len(self.given) else "unasked"

    def level(self, w: int, i: int = 0) -> int:
        """The noise of the threshold: of the run in which a query is, where there are several."""
        run = sum(self.given[:i])
        return self.parts(w)[1][min(run, self.c - 1)]


def worlds(selection: Selection, count: int) -> Iterator[World]:
    source = random.Random(3)  # noqa: S311  for a test
    for _ in range(count):
        n = source.randint(2, 3)
        x = [source.randint(-2, 2) for _ in range(n)]
        y = [one + source.randint(selection.least, selection.most) for one in x]
        c = source.randint(1, 2) if selection.rule in SPARSE else 1
        noises = [[source.randint(-3, 3) for _ in range(n + c)] for _ in range(3)]
        world = World((x, y), noises, c)
        if selection.rule in SPARSE:  # what comes of the first noises, or anything
            noisy = [answer + z for answer, z in zip(x, noises[0], strict=False)]
            run = answered(selection.rule, noisy, noises[0][n:], c)
            world = replace(world, given=source.choice([run, run, *outputs(n, c)]))
        yield world


@dataclass(frozen=True)
class _Atoms:
    """What the atoms are: events by the algorithm, and the first condition that is violated."""

    setting: Setting
    selection: Selection
    world: World

    def structure(self) -> Structure:
        sizes = {NOISES: len(self.world.noises), "i": len(self.world.answers[0])}
        made = Structure(sizes.__getitem__, cache(lambda name, at: self.number(made, name, at)))
        return made

    def number(self, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
        places = [k for _, k in at]
        if name in PLAIN:
            return fmpq(PLAIN[name](self.world, *places))
        if name in ("a^c", "t^c"):
            return fmpq(1, (2 if name == "a^c" else 3) ** self.world.c)
        kind = name.partition("-")[0]
        if kind == "violated":
            return _violated(self.setting, made, name, at)
        if kind == "missed":
            return _missed(self.setting, made, name, at)
        second, by = self.moves(name)
        nowhere = name == "mass" or name.endswith("-none") or self.selection.rule in SPARSE
        place = None if nowhere else places[1]
        if kind in ("mass", "moved"):
            return self.mass(places[0], by, place)
        return fmpq(int(self.world.happens(self.selection.rule, second, places[0], by, place)))

    def moves(self, name: str) -> tuple[bool, Alignment]:
        """Whether an event is on the second database, and by how much its noise is moved."""
        there = "there" in name
        if not name.startswith(("event-", "moved-")):
            return "second" in name, Alignment(0, 0)
        if name.endswith("-none"):
            return there, self.selection.of_none[not there]
        return there, self.selection.there if there else self.selection.back

    def mass(self, w: int, by: Alignment, place: int | None) -> fmpq:
        """The probability of the noise to which w is moved."""
        noises, levels = self.world.parts(w)
        drawn = {"noisy max": 0, "sparse vector anew": self.world.c}.get(self.selection.rule, 1)
        moved = self.world.above if self.selection.rule in SPARSE else [place]
        chance = Fraction(1)
        for level in levels[:drawn]:
            chance *= _chance(level + by.threshold, THIRD)
        for k, z in enumerate(noises):
            chance *= _chance(z + (by.own if k in moved else 0), HALF)
        return fmpq(chance.numerator, chance.denominator)


PLAIN: Mapping[str, Callable[..., Any]] = {
    "a": lambda _: fmpq(1, 2),
    "t": lambda _: fmpq(1, 3),
    "before": lambda _, j, i: int(j < i),
    "after": lambda _, j, i: int(j > i),
    "same": lambda _, j, i: int(j == i),
    "X": lambda world, i: world.answers[0][i],
    "D": lambda world, i: world.answers[1][i] - world.answers[0][i],
    "noise": lambda world, w, i: world.noises[w][i],
    "threshold": World.level,
    **{
        said: lambda world, i, said=said: int(world.says(i) == said)
        for said in ("above", "below", "unasked")
    },
}


def structure(setting: Setting, selection: Selection, world: World) -> Structure:
    return _Atoms(setting, selection, world).structure()


def _condition(setting: Setting, made: Structure, name: str, at: dict[str, Place]) -> fmpq:
    """K, of an axiom that says of an event E that E·K ≥ 0."""
    event, _, rest = name.partition(" holds")
    return value(setting.axioms[f"{event} holds{rest}"].expr, made.replaced(event, fmpq(1)), at)


def _violated(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """1 for the first query j of which a condition does not hold, if there is one."""
    holding = f"{name.removeprefix('violated-')} holds"
    *outer, last = setting.axioms[holding].free
    here = dict(zip(outer, at[:-1], strict=True))
    places = (("i", j) for j in range(made.size("i")))
    wrong = (p for p in places if _condition(setting, made, holding, {**here, last: p}) < 0)
    return fmpq(int(next(wrong, None) == at[-1]))


def _missed(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """1 where every query's condition holds, and that of the released one does not."""
    event = name.removeprefix("missed-")
    here = dict(zip(setting.axioms[f"{event} holds itself"].free, at, strict=True))
    own = _condition(setting, made, f"{event} holds itself", here)
    others = (made.atom(f"violated-{event}", (*at, ("i", j))) for j in range(made.size("i")))
    return fmpq(int(own < 0 and not any(others)))


FINITE = (" bijection", " sums to 1")
"""Axioms about sums over all noises, of which a world has some."""


def false_axioms(given: Statement, count: int = 3) -> list[str]:
    """The axioms that are not true in some world."""
    selection, setting = _selection(given), setting_of(given)
    wrong = []
    for world in worlds(selection, count):
        made = structure(setting, selection, world)
        wrong += [
            name
            for name, fact in setting.axioms.items()
            if not name.startswith("hypothesis")
            and not (fact.relation == "=" and name.endswith(FINITE))
            and not holds(fact, made)
        ]
    return wrong


def _moved(given: Statement, **more: Any) -> Statement:
    return statement(replace(_selection(given), **more))


SOME = {
    **{name: entry(name).statement for name in PROVED},
    "moved elsewhere": _moved(
        entry("dp.above-threshold.any").statement,
        there=Alignment(-1, 2),
        back=Alignment(3, -1),
        of_none=(Alignment(0, -1), Alignment(0, 0)),
    ),
    "outputs moved elsewhere": _moved(
        entry("dp.sparse-vector.new-thresholds.any").statement,
        there=Alignment(-1, 2),
        back=Alignment(0, -1),
    ),
    "moved nowhere": _moved(
        entry("dp.noisy-max.any").statement, there=Alignment(0), back=Alignment(-2)
    ),
}


@pytest.mark.parametrize("name", SOME)
def test_the_axioms_are_true_of_the_algorithms(name: str) -> None:
    """At any answers, changes, noises and alignments."""
    assert false_axioms(SOME[name]) == []


def test_which_are_proved() -> None:
    assert {*PROVED} == {
        "dp.above-threshold.any",
        "dp.above-threshold.counts",
        "dp.noisy-max.any",
        "dp.noisy-max.counts",
        "dp.sparse-vector.any",
        "dp.sparse-vector.counts",
        "dp.sparse-vector.new-thresholds.any",
        "dp.sparse-vector.new-thresholds.counts",
    }


@pytest.mark.parametrize("name", PROVED)
def test_every_step_at_a_point_is_true(name: str) -> None:
    """Of the stored proof, each fact about a point of the noises."""
    given = entry(name).statement
    ((setting, steps),) = parts_of(name).values()
    facts = Facts(setting)
    added = [facts.add(step) for step in steps]
    points = [fact for fact in added if all(s != NOISES for b, _ in fact.expr.terms for _, s in b)]
    assert len(points) >= 6
    for world in worlds(_selection(given), 1):
        made = structure(setting, _selection(given), world)
        assert all(holds(fact, made) for fact in points)


def test_the_goals_are_about_the_chances() -> None:
    """Σ mass·event with the law's own numbers in place of the sums: true goals, and false ones."""
    for own, threshold in product(range(4), range(2)):
        given = _moved(entry("dp.above-threshold.any").statement, own=own, threshold=threshold)
        setting = setting_of(given)
        names = [str(goal.expr) for goal in setting.goals]
        power = f"a^{own}" if own > 1 else "a" * own
        assert all(("mass" in name) and (power in name) for name in names)
        assert [len(goal.free) for goal in setting.goals] == [1, 1, 0, 0]


# ---------------------------------------------------------------- mistakes in the translation

CONDITIONS, POWER = module._Noisy._conditions, module._power


def _ties_go_to_the_last(patch: pytest.MonkeyPatch) -> None:
    def conditions(self: Any, *given: Any) -> Any:
        made = CONDITIONS(self, *given)
        if self.selection.rule != "noisy max":
            return made
        i, j = self.sort, f"{self.sort}'"
        shift = atom("before", j, i) - atom("after", j, i)
        return replace(made, every=made.every + shift)

    patch.setattr(module._Noisy, "_conditions", conditions)


def _at_the_threshold_is_below(patch: pytest.MonkeyPatch) -> None:
    def conditions(self: Any, *given: Any) -> Any:
        made = CONDITIONS(self, *given)
        return made if made.own is None else replace(made, own=made.own - number(1))

    patch.setattr(module._Noisy, "_conditions", conditions)


def _nobody_is_moved(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        module._Noisy,
        "_conditions",
        lambda self, second, _, placed: CONDITIONS(self, second, Alignment(0, 0), placed),
    )


def _databases_are_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        module._Noisy,
        "_conditions",
        lambda self, _, by, placed: CONDITIONS(self, False, by, placed),
    )


def _moving_is_free(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module, "_power", lambda base, exponent: POWER(base, max(0, exponent - 1)))


def _one_answer_is_paid_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module, "_powers", lambda _: {n: n for n in "at"})


def _one_threshold_is_paid_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(module, "_powers", lambda _: {"a": "a^c"})


def _who_is_not_asked_is_below(patch: pytest.MonkeyPatch) -> None:
    def conditions(self: Any, *given: Any) -> Any:
        made = CONDITIONS(self, *given)
        if not self.sparse:
            return made
        j = f"{self.sort}'"
        answer = atom("X", j) + atom("noise", "w", j)
        return replace(made, every=made.every - atom("unasked", j) * answer)

    patch.setattr(module._Noisy, "_conditions", conditions)


MISTAKES = [
    _ties_go_to_the_last,
    _at_the_threshold_is_below,
    _nobody_is_moved,
    _databases_are_one,
    _moving_is_free,
    _one_answer_is_paid_for,
    _one_threshold_is_paid_for,
    _who_is_not_asked_is_below,
]


@pytest.mark.parametrize("plant", MISTAKES)
def test_a_mistake_is_noticed(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some axiom is false of the algorithms."""
    plant(monkeypatch)
    counts = [6 if _selection(given).rule in SPARSE else 1 for given in SOME.values()]
    pairs = list(zip(SOME.values(), counts, strict=True))
    assert any(false_axioms(given, count) for given, count in reversed(pairs))


# ---------------------------------------------------------------- sums over a countable set

W = {"w": NOISES}
MASS, EVENT, OTHER_MASS = atom("mass", "w"), atom("event", "w"), atom("mass", "v")
GIVEN = Setting(
    {
        "mass >= 0": Fact(W, MASS),
        "event >= 0": Fact(W, EVENT),
        "one": Fact({}, number(1)),
        "zero": Fact({}, number(0), "="),
        "two points": Fact(
            {**W, "v": NOISES}, MASS * atom("event", "v") - atom("mass", "v") * EVENT, "="
        ),
        "of records": Fact({"i": "i"}, atom("x", "i")),
    },
    {"part0": (W, EVENT)},
    (Fact({}, (MASS * EVENT).over(W)),),
    {NOISES: ("mass",)},
)
ENDLESS = write(number(1).over(W))
REFUSED: Mapping[str, dict[str, Any]] = {
    "a sum without a mass": {"by": "sum", "of": "event >= 0", "over": ["w"]},
    "a count of noises": {
        "by": "lemma", "free": {}, "claim": ENDLESS, "relation": "=", "products": [],
    },
    "terms that would cancel": {"by": "sum", "of": "two points", "over": ["w", "v"]},
    "one sum of two converges": {"by": "sum", "of": "two points", "over": ["w"]},
    "a factor that is no number": {
        "by": "lemma", "free": {}, "claim": [], "relation": "=", "multiples": [[ENDLESS, "zero"]],
    },
    "a factor of a positive part": {
        "by": "positive-part", "part": "part0", "at": ["w"], "zero": "event >= 0",
        "above": "event >= 0", "factor": ENDLESS,
    },
    "a square of a divergent sum": {"by": "square", "free": {}, "claim": ENDLESS},
    "a claim of a case": {
        "by": "cases", "on": "one", "free": {}, "claim": ENDLESS, "positive": [], "zero": [],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_sum_that_may_not_converge_is_refused(name: str) -> None:
    """In a fact, a claim or a factor; over finite sets the same steps go as far as they went."""
    step = {"name": "s", **REFUSED[name]}
    with pytest.raises(RefusedError, match="may not converge"):
        Facts(GIVEN).add(step)
    with suppress(RefusedError):
        Facts(replace(GIVEN, countable={})).add(step)
        assert name != "a claim of a case"


def test_a_sum_with_a_mass_converges() -> None:
    """And sums over other sets are finite as before; in cases too nothing else is allowed."""
    product_step = {
        "name": "p", "by": "lemma", "free": W, "claim": write(MASS * EVENT),
        "products": [["1", ["mass >= 0", "event >= 0"]]],
    }  # fmt: skip
    total = {"name": "t", "by": "sum", "of": "p", "over": ["w"]}
    check(
        GIVEN, [product_step, total, {"name": "r", "by": "sum", "of": "of records", "over": ["i"]}]
    )
    inside = {"name": "s", "by": "sum", "of": "event >= 0", "over": ["w"]}
    case = {"name": "c", "by": "cases", "on": "one", "free": {}, "claim": write(number(1))}
    with pytest.raises(RefusedError, match="may not converge"):
        Facts(GIVEN).add({**case, "positive": [inside], "zero": []})


@pytest.mark.parametrize("name", PROVED)
def test_a_proof_needs_its_bijection(name: str) -> None:
    """Without it, or with noises that are moved less, the stored steps lead nowhere."""
    ((setting, steps),) = parts_of(name).values()
    kept = {k: f for k, f in setting.axioms.items() if k != "moved-there bijection"}
    with pytest.raises(RefusedError):
        check(replace(setting, axioms=kept), steps)
    given = _selection(entry(name).statement)
    less = replace(given.there, own=given.there.own - 1)
    with pytest.raises(RefusedError):
        check(setting_of(statement(replace(given, there=less))), steps)
