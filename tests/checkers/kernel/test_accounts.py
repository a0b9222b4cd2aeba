"""Accounts: genuine documents are accepted; each that says more than is true is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from dpverify.accounting import Event, Plan, account, gaussian, laplace, noise, private, table
from dpverify.checkers.accounting import curves
from dpverify.checkers.accounting import powers as transforms
from dpverify.checkers.accounting.curves import GridLaw, Mesh, Values, bracket
from dpverify.checkers.accounting.laplace_step import LaplaceStep
from dpverify.checkers.accounting.powers import Sum, summed
from dpverify.checkers.kernel import accounts
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.loss_places import Grid
from dpverify.checkers.kernel.plans import _merged
from dpverify.defs.errors import Undecided
from tests.checkers.accounting.test_curves import STEPS, curve, true_curve

THREE = [["1/2", "3/10", "1/5"], ["1/5", "1/2", "3/10"], ["1/5", "1/5", "3/5"]]
PLANS: dict[str, tuple[Plan, dict[str, str]]] = {
    "closed form, eps": (Plan((gaussian(20, times=100), gaussian(7))), {"delta": "1e-5"}),
    "closed form, delta": (Plan((gaussian(2),), "add"), {"eps": "1/2"}),
    "Laplace, eps": (Plan((laplace(10, times=20),)), {"delta": "1e-5"}),
    "Laplace, delta": (Plan((laplace(2, times=2),), "remove"), {"eps": "1/2"}),
    "sampled": (Plan((gaussian(1, sampling="1/10", times=2),), "remove"), {"delta": "1e-3"}),
    "sampled, added": (Plan((gaussian(1, sampling="1/2", times=2),), "add"), {"eps": "1/2"}),
    # On the stated grid the kernel's lower law is weaker than the finder's: it takes a finer one.
    "weaker lower law": (
        Plan((gaussian("1/2", sampling="1/4", times=26),), "remove"),
        {"eps": "17/10"},
    ),
    "mixed": (
        Plan((gaussian(2, sampling="1/4", times=2), laplace(2), gaussian(3)), "remove"),
        {"eps": "1"},
    ),
    "guarantees": (Plan((private("1/10", "1e-7", times=50),)), {"delta": "1e-5"}),
    "one guarantee": (Plan((private("1/2", "1e-6"),)), {"delta": "1e-6"}),
    "discrete": (
        Plan((noise("discrete-laplace", 3, sensitivity=2, times=3), noise("discrete-gaussian", 2))),
        {"eps": "1/2"},
    ),
    "discrete Gaussian alone": (
        Plan((noise("discrete-gaussian", 4, times=10),)),
        {"delta": "1e-5"},
    ),
    "channel": (
        Plan((table([["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"]], null=1, times=9),)),
        {"eps": "1/2"},
    ),
    # Its last output is never without the record: an infinite loss, of probability 1 − (7/8)⁵.
    "channel, told": (
        Plan(
            (table([["1/2", "1/4", "1/8", "1/8"], ["1/3", "1/2", "1/6", "0"]], null=1, times=5),),
            "remove",
        ),
        {"eps": "1/2"},
    ),
    "channels on samples": (
        Plan(
            (
                table(
                    [["3/4", "1/4", "0"], ["1/4", "1/2", "1/4"]], null=0, sampling="1/3", times=3
                ),
                private("1/4", times=4),
            ),
            "add",
        ),
        {"delta": "1/10"},
    ),
    "Laplace on samples": (Plan((laplace(1, sampling="1/4", times=3),)), {"delta": "1e-3"}),
    "integers on samples": (
        Plan((noise("discrete-laplace", 2, sensitivity=2, sampling="1/3", times=2),), "add"),
        {"eps": "1/8"},
    ),
    "guarantee on samples": (
        Plan((private("1/2", "1e-6", sampling="1/3", times=4),), "remove"),
        {"delta": "1e-4"},
    ),
    "everything": (
        Plan(
            (
                private("1/4", "1e-5", times=2),
                gaussian(3),
                noise("discrete-gaussian", 3),
                table([["3/4", "1/4"], ["1/3", "2/3"]], null=1),
            ),
            "remove",
        ),
        {"eps": "1/2"},
    ),
    "replaced": (
        Plan((gaussian(1, sampling="1/8", times=2, scheme="without-replacement"),), "replace"),
        {"delta": "1e-3"},
    ),
    "replaced, integers": (
        Plan((noise("discrete-laplace", 1, sampling="1/8", times=3),), "replace"),
        {"eps": "1/8"},
    ),
    "null": (Plan((laplace(1, sampling="1/8", times=2),), "replace-by-null"), {"eps": "1/8"}),
    "any pairs": (Plan((table(THREE, times=3),), "remove"), {"eps": "1/2"}),
    "the same pair": (Plan((table(THREE, times=3, uses="same"),), "remove"), {"eps": "1/2"}),
}
WRITTEN = (
    "Laplace, eps",
    "Laplace, delta",
    "guarantees",
    "one guarantee",
    "discrete",
    "discrete Gaussian alone",
    "channel",
    "channel, told",
    "channels on samples",
)
"""Those whose losses are written down one by one; they have no grid either."""
ENDLESS = "1" + "0" * 400


@cache
def _saved(name: str) -> str:
    plan, given = PLANS[name]
    return json.dumps(account(plan, close=1e-3 if "weaker" in name else 0.02, **given).document())


def saved(name: str) -> dict[str, Any]:
    """The document that a user would save; a copy of it."""
    document: dict[str, Any] = json.loads(_saved(name))
    return document


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PLANS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """And what was not read is named. As the text that is saved: numbers are digits there."""
    outcome = replay(_saved(name))
    assert outcome.status == "accepted", outcome
    grids = "closed" not in name and name not in WRITTEN
    assert ("directions[0].grid.window" in outcome.unread) == grids
    assert ("not_rechecked" in outcome.unread) == grids


def stated(document: dict[str, Any], end: str, factor: Fraction) -> dict[str, Any]:
    """All texts of one end multiplied, in the answer and in each direction."""
    asked = "eps" if "eps" in document else "delta"
    for place in (document, *document["directions"]):
        place[asked][end] = str(Fraction(place[asked][end]) * factor)
    return document


@pytest.mark.long
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize(("end", "reason"), [("upper", "upper bound"), ("lower", "lower bound")])
def test_bounds_that_are_too_good_are_refused(name: str, end: str, reason: str) -> None:
    """The upper below the lower, or the lower above the upper, each by one part in a thousand."""
    document = saved(name)
    asked = "eps" if "eps" in document else "delta"
    for place in (document, *document["directions"]):
        bounds = place[asked]
        other = Fraction(bounds["lower" if end == "upper" else "upper"])
        bounds[end] = str(other * (Fraction(999, 1000) if end == "upper" else Fraction(1001, 1000)))
        # The other end goes along, so that it stays an interval; it is true and wide.
        bounds["lower" if end == "upper" else "upper"] = "0" if end == "upper" else "1000"
    if asked == "delta" and end == "lower":
        for place in (document, *document["directions"]):
            place[asked]["upper"] = "1"
    outcome = replay(document)
    assert outcome.status == "rejected", outcome
    assert reason in outcome.text


@pytest.mark.parametrize("excluded", [False, True, None])
def test_finer_grids_are_looked_at_unless_they_are_excluded(excluded: bool | None) -> None:
    """None: the opposite bound is not known. Then the answer is that of the grids alone."""
    grids = [Grid(Fraction(1, parts), 0.0) for parts in (1, 2, 4)]
    looked: list[Grid] = []

    def shows(grid: Grid) -> bool:
        looked.append(grid)
        return grid is grids[1]

    def excludes() -> bool:
        if excluded is None:
            raise Undecided("precision", "the opposite bound")
        return excluded

    assert accounts._confirmed(grids, shows, excludes) == (not excluded)
    assert looked == (grids[:1] if excluded else grids[:2])


@pytest.mark.parametrize(
    ("end", "factor"), [("upper", Fraction(9, 10)), ("lower", Fraction(11, 10))]
)
def test_what_the_opposite_bound_excludes_is_looked_for_on_one_grid(
    end: str, factor: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound that is false is false on every grid; the finer ones cost two and four times more."""
    document, units = saved("sampled"), list[Fraction]()
    other = "lower" if end == "upper" else "upper"
    for place in (document, *document["directions"]):
        place["eps"] = {
            end: str(Fraction(place["eps"][other]) * factor),
            other: {"lower": "0", "upper": "1000"}[other],
        }
    real = accounts._sum

    def noted(steps: Any, grid: Any, delta: Fraction, *, up: bool) -> Any:
        units.append(grid.unit)
        return real(steps, grid, delta, up=up)

    monkeypatch.setattr(accounts, "_sum", noted)
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert f"{end} bound" in outcome.text
    # Of a lower bound that is false the upper one is confirmed before.
    assert len({*units}) == 1
    assert len(units) == {"upper": 2, "lower": 3}[end]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("end", ["upper", "lower"])
def test_weaker_bounds_are_true_as_well(name: str, end: str) -> None:
    """A kernel that accepted one text alone would not re-check."""
    factor = Fraction(101, 100) if end == "upper" else Fraction(99, 100)
    assert replay(stated(saved(name), end, factor)).status == "accepted"


ANOTHER = (
    ("Laplace, eps", "scale", "9"), ("Laplace, eps", "scale", "11"),
    ("Laplace, eps", "times", 21), ("Laplace, eps", "times", 19),
    ("Laplace, eps", "sensitivity", "11/10"), ("closed form, eps", "sigma", "19"),
    ("closed form, eps", "sigma", "21"), ("closed form, eps", "times", 101),
    ("sampled", "sigma", "9/10"), ("sampled", "sigma", "11/10"), ("sampled", "sampling", "1/9"),
    ("sampled", "sampling", "1/11"), ("sampled", "times", 3), ("sampled", "times", 1),
    ("mixed", "sampling", "1/3"),
    ("guarantees", "eps", "11/100"), ("guarantees", "eps", "9/100"),
    ("guarantees", "delta", "2e-7"),
    ("guarantees", "delta", "0"), ("guarantees", "times", 49), ("one guarantee", "delta", "2e-6"),
    ("one guarantee", "eps", "3/4"), ("discrete", "scale", "4"), ("discrete", "scale", "2"),
    ("discrete", "sensitivity", "1"), ("discrete", "sensitivity", "3"), ("channel", "null", 0),
    ("discrete Gaussian alone", "sigma", "39/10"), ("discrete Gaussian alone", "times", 9),
    ("discrete Gaussian alone", "sigma", "41/10"), ("discrete Gaussian alone", "times", 11),
    ("discrete Gaussian alone", "sensitivity", "2"),
    ("discrete", "noise", "laplace"), ("channel", "times", 10), ("channel", "times", 8),
    ("channel", "rows", [["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]]),
    ("channels on samples", "sampling", "1/4"), ("channels on samples", "sampling", "1"),
    ("channels on samples", "null", 1),
    ("Laplace on samples", "sampling", "1/3"), ("Laplace on samples", "sampling", "1/5"),
    ("Laplace on samples", "scale", "9/10"), ("Laplace on samples", "scale", "11/10"),
    ("integers on samples", "sampling", "1/2"), ("integers on samples", "sampling", "1/4"),
    ("integers on samples", "scale", "3"), ("integers on samples", "sensitivity", "3"),
    ("guarantee on samples", "eps", "9/20"), ("guarantee on samples", "eps", "11/20"),
    ("guarantee on samples", "sampling", "1"), ("guarantee on samples", "sampling", "1/4"),
    ("everything", "eps", "1/3"), ("everything", "eps", "1/5"), ("everything", "times", 3),
    ("replaced", "sigma", "4/5"), ("replaced", "sampling", "1/4"), ("replaced", "times", 3),
    ("replaced, integers", "scale", "4/5"), ("replaced, integers", "sampling", "1/4"),
    ("null", "scale", "9/10"), ("null", "scale", "11/10"),
    ("any pairs", "times", 5), ("the same pair", "times", 4), ("the same pair", "times", 2),
    ("the same pair", "rows", [THREE[0], THREE[1], THREE[1]]),
)  # fmt: skip


# A plan of both kinds of steps takes seconds.
DEARER = pytest.param("mixed", "sampling", "1/5", marks=pytest.mark.slow)


@pytest.mark.long
@pytest.mark.parametrize(("name", "key", "new"), [*ANOTHER, DEARER])
def test_another_plan_is_refused(name: str, key: str, new: Any) -> None:
    """The bounds are of this plan and no other, cheaper or dearer."""
    document = saved(name)
    document["plan"]["events"][0][key] = new
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "bound" in outcome.text or "grid" in outcome.text


@pytest.mark.long
def test_another_relation_is_refused() -> None:
    """Its directions are others; renamed, they cost something else."""
    document = saved("sampled")
    document["plan"]["relation"] = "add"
    assert "directions" in replay(document).text
    document["directions"][0]["direction"] = "add"
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "lower bound" in outcome.text


def _set(path: str, new: Any) -> Any:
    """A change of one place, or its removal where `new` is None."""

    def change(document: Any) -> None:
        *holders, last = [int(s) if s.isdigit() else s for s in path.split("/")]
        for step in holders:
            document = document[step]
        if new is None:
            del document[last]
        else:
            document[last] = new

    return change


def _one_group(document: Any) -> None:
    """All pairs of all groups in one."""
    groups = document["directions"][0]["grid"]["pairs"][0]
    document["directions"][0]["grid"]["pairs"][0] = [[pair for group in groups for pair in group]]


def _any_pair(document: Any) -> None:
    """Uses that compare any pairs cost more than those that compare the same one."""
    del document["plan"]["events"][0]["uses"]
    pairs = document["directions"][0]["grid"]["pairs"]
    pairs[0] = pairs[0][:1]


def _exchanged(document: Any) -> None:
    document["directions"].reverse()


GRID = {"step": "0.01", "window": "4096", "tilt": "1.0"}
FORGED: dict[str, tuple[str, Any, str]] = {
    "directions exchanged": ("Laplace, eps", _exchanged, "directions"),
    "a direction missing": ("Laplace, eps", _set("directions/1", None), "directions"),
    "no direction": ("sampled", _set("directions", []), "directions"),
    "not the larger upper one": ("Laplace, eps", _set("eps/upper", "9"), "not the larger"),
    "not the larger lower one": ("Laplace, eps", _set("eps/lower", "1"), "not the larger"),
    "infinite as a whole": ("Laplace, eps", _set("eps/upper", "inf"), "not the larger"),
    "unknown key": ("Laplace, eps", _set("mood", "new"), "mood"),
    "unknown key of the plan": ("Laplace, eps", _set("plan/mood", 1), "mood"),
    "unknown key of an event": ("Laplace, eps", _set("plan/events/0/mood", 1), "mood"),
    "unknown key of bounds": ("Laplace, eps", _set("eps/exact", "1"), "exact"),
    "unknown key of given": ("Laplace, eps", _set("given/eps", "1"), "eps"),
    "unknown key of a grid": ("sampled", _set("directions/0/grid/x", "1"), "x"),
    "unknown noise": ("Laplace, eps", _set("plan/events/0/noise", "cauchy"), "noise"),
    "unknown relation": ("Laplace, eps", _set("plan/relation", "swap"), "relation"),
    "relation a list": ("Laplace, eps", _set("plan/relation", ["add"]), "relation"),
    "no events": ("Laplace, eps", _set("plan/events", []), "events"),
    "sampled Laplace": ("Laplace, eps", _set("plan/events/0/sampling", "1/2"), "no grid"),
    "guarantee on a sample": ("guarantees", _set("plan/events/0/sampling", "1/2"), "no grid"),
    "guarantee about replaced records on a sample":
        ("guarantee on samples", _set("plan/relation", "replace"), "guarantee"),
    "guarantee of delta 1": ("guarantees", _set("plan/events/0/delta", "1"), "guarantee"),
    "guarantee of eps 0": ("guarantees", _set("plan/events/0/eps", "0"), "guarantee"),
    "half a unit on integers": ("discrete", _set("plan/events/0/sensitivity", "1/2"), "integer"),
    "row of another sum": ("channel", _set("plan/events/0/rows/0/0", "1/3"), "law"),
    "row below 0": ("channel", _set("plan/events/0/rows/0", ["3/2", "-1/2", "0"]), "law"),
    "row too short": ("channel", _set("plan/events/0/rows/0", ["1"]), "length"),
    "row missing": ("channel", _set("plan/events/0/rows/0", None), "two rows"),
    "pair of one": ("channel", _set("plan/events/0/pairs/0", [1, 1]), "one input"),
    "pair of no row": ("channel", _set("plan/events/0/pairs/0", [0, 2]), "no row"),
    "no pairs": ("channel", _set("plan/events/0/pairs", []), "no pair"),
    "pairs in one direction": ("channel", _set("plan/events/0/pairs", [[0, 1]]), "no pair"),
    "null of no row": ("channel", _set("plan/events/0/null", 7), "no row"),
    "channel on a sample without null":
        ("channels on samples", _set("plan/events/0/null", None), "absent"),
    "rate 2": ("sampled", _set("plan/events/0/sampling", "2"), "rate"),
    "rate 0": ("sampled", _set("plan/events/0/sampling", "0"), "rate"),
    "sigma 0": ("sampled", _set("plan/events/0/sigma", "0"), "above 0"),
    "sigma negative": ("sampled", _set("plan/events/0/sigma", "-1"), "above 0"),
    "sigma nan": ("sampled", _set("plan/events/0/sigma", "nan"), "nan"),
    "times 3/2": ("sampled", _set("plan/events/0/times", "3/2"), "whole"),
    "times 0": ("sampled", _set("plan/events/0/times", 0), "times"),
    "times 10^400": ("sampled", _set("plan/events/0/times", ENDLESS), "times"),
    "bound nan": ("sampled", _set("eps/upper", "nan"), "nan"),
    "bound negative": ("sampled", _set("eps/lower", "-1"), "interval"),
    "lower infinite": ("sampled", _set("eps/lower", "inf"), "inf"),
    "ends exchanged": ("sampled", _set("directions/0/eps", {"lower": "1", "upper": "0"}),
                       "interval"),
    "delta 0": ("sampled", _set("given/delta", "0"), "lies between"),
    "delta 1": ("sampled", _set("given/delta", "1"), "lies between"),
    "eps negative": ("Laplace, delta", _set("given/eps", "-1"), "lies between"),
    "eps huge": ("Laplace, delta", _set("given/eps", ENDLESS), "lies between"),
    "grid missing": ("sampled", _set("directions/0/grid", None), "grid"),
    "grid with a closed form": ("closed form, delta", _set("directions/0/grid", GRID), "no grid"),
    "step 0": ("sampled", _set("directions/0/grid/step", "0"), "step"),
    "step 2": ("sampled", _set("directions/0/grid/step", "2"), "step"),
    "step nan": ("sampled", _set("directions/0/grid/step", "nan"), "step"),
    "step 1e400": ("sampled", _set("directions/0/grid/step", "1e400"), "step"),
    "step of 400 digits": ("sampled", _set("directions/0/grid/step", ENDLESS), "step"),
    "step a number": ("sampled", _set("directions/0/grid/step", 0.01), "step"),
    "tilt missing": ("sampled", _set("directions/0/grid/tilt", None), "tilt"),
    "tilt negative": ("sampled", _set("directions/0/grid/tilt", "-1"), "tilt"),
    "tilt nan": ("sampled", _set("directions/0/grid/tilt", "nan"), "tilt"),
    "tilt 1e400": ("sampled", _set("directions/0/grid/tilt", "1e400"), "tilt"),
    "tilt a number": ("sampled", _set("directions/0/grid/tilt", 1.0), "tilt"),
    "tilt a word": ("sampled", _set("directions/0/grid/tilt", "steep"), "tilt"),
    "step a word": ("sampled", _set("directions/0/grid/step", "fine"), "step"),
    "evidence exact": ("sampled", _set("evidence", "exact"), "enclosure"),
    "schema": ("sampled", _set("schema", "dpverify.account/2.0"), "2.0"),
    "unknown scheme": ("replaced", _set("plan/events/0/scheme", "shuffled"), "scheme"),
    "a sample of fixed size, one record more":
        ("replaced", _set("plan/relation", "add-or-remove"), "replaced records"),
    "unknown uses": ("any pairs", _set("plan/events/0/uses", "all"), "uses"),
    "pairs of no channel": ("sampled", _set("directions/0/grid/pairs", [[[[0, 1]]]]), "channel"),
    "pairs too few": ("any pairs", _set("directions/0/grid/pairs", []), "one for each event"),
    "pairs missing": ("any pairs", _set("directions/0/grid/pairs", None), "first group"),
    "a pair of no row": ("any pairs", _set("directions/0/grid/pairs/0/0/0", [0, 3]), "none of"),
    "a pair of one row": ("any pairs", _set("directions/0/grid/pairs/0/0/0", [1, 1]), "none of"),
    "a pair of texts": ("any pairs", _set("directions/0/grid/pairs/0/0/0", ["0", "1"]), "no pair"),
    "a group that is none": ("any pairs", _set("directions/0/grid/pairs/0/0", []), "no list"),
    "a pair left out of the groups": ("the same pair", _set("directions/0/grid/pairs/0/1/0", None),
                                      "leave one out"),
    "a group left out": ("the same pair", _set("directions/0/grid/pairs/0/1", None), "upper bound"),
    "all pairs in the first group":
        ("the same pair", _one_group, "first group"),
    "groups where each use has its own":
        ("the same pair", _set("plan/events/0/uses", "any"), "same one"),
    "the same pair, but bounds of any":
        ("the same pair", _any_pair, "upper bound"),
    "eps and delta": ("sampled", _set("delta", {"lower": "0", "upper": "1"}), "delta"),
    "given nothing": ("sampled", _set("given", {}), "delta"),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGED)
def test_forged_documents_are_refused(forgery: str) -> None:
    """One change, one reason that names it."""
    name, change, reason = FORGED[forgery]
    document = saved(name)
    change(document)
    outcome = replay(document)
    assert outcome.status == "rejected", outcome
    assert reason in outcome.text, outcome.text


def test_a_step_too_fine_is_not_judged() -> None:
    """A grid of millions of cells is nothing that a kernel decides."""
    document = saved("sampled")
    document["directions"][0]["grid"]["step"] = "1e-12"
    assert replay(document).status == "not-recheckable"


@pytest.mark.parametrize("tilt", ["0", "2", "30"])
def test_any_tilt_is_as_true(tilt: str) -> None:
    """It chooses where cells are longer, no more: true bounds are accepted, others are refused."""
    document = saved("sampled")
    document["directions"][0]["grid"]["tilt"] = tilt
    # On cells that are chosen badly, bounds are not as close.
    for place in (document, *document["directions"]):
        place["eps"]["upper"] = str(Fraction(place["eps"]["upper"]) * Fraction(101, 100))
        place["eps"]["lower"] = str(Fraction(place["eps"]["lower"]) * Fraction(99, 100))
    assert replay(document).status == "accepted"
    for place in (document, *document["directions"]):
        place["eps"] = {"lower": "0", "upper": str(Fraction(place["eps"]["lower"]))}
    assert replay(document).status == "rejected"


def _values(name: str) -> tuple[Values, Mesh]:
    step, unit, first, last = STEPS[name]
    mesh = Mesh.even(unit, first, last)
    return step.values(mesh.halves()), mesh


def brackets(upper: GridLaw, lower: GridLaw, name: str) -> bool:
    """Whether both laws are on their sides of the true curve, at points between the grid's."""
    step, unit, _, _ = STEPS[name]
    losses = [(place + part) * unit for place in (0, 7, 20) for part in (0.0, 0.25, 0.5)]
    return all(
        curve(lower, loss) <= true_curve(step, loss) + 1e-9 <= curve(upper, loss) + 2e-9
        for loss in losses
    )


def _not_lowered(values: Values, mesh: Mesh) -> Any:
    """A mutant of `curves._lowered`: chords that stay where they are."""
    del mesh
    return np.zeros(len(values.excess[::2]))


def test_planted_roundings_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Upper heights below f, and lower heights that are not lowered, fail the comparison."""
    name = "a tenth, removed"
    values, mesh = _values(name)
    genuine = bracket(STEPS[name][0], mesh, 0.0)
    assert brackets(genuine.upper, genuine.lower, name)
    down = curves._upper(replace(values, excess=values.excess * (1 - 1e-4)), mesh)
    assert not brackets(down, genuine.lower, name)
    monkeypatch.setattr(curves, "_lowered", _not_lowered)
    assert not brackets(genuine.upper, curves._lower(values, mesh, 0.0), name)


@pytest.mark.long
def test_a_lower_law_that_is_not_lowered_is_refused_by_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The finder's bug does not pass the door: its lower bound is above the truth."""
    monkeypatch.setattr(curves, "_lowered", _not_lowered)
    plan = Plan((gaussian(1, sampling="1/10", times=2),), "remove")
    outcome = replay(account(plan, delta="1e-3", close=0.02).document())
    assert outcome.status == "rejected"
    assert "lower bound" in outcome.text


def test_a_sum_without_noise_is_noticed() -> None:
    """A mass that errs by its stated noise is within the bounds; without noise it is not."""
    law = bracket(LaplaceStep(0.5), Mesh.even(0.5 / 32, -36, 36), 0.0).upper
    true = summed([(law, 4)], 2**12, 0.5, 0.5)
    wrong = 1e-9
    place = round(0.75 / law.step) - true.first
    masses = true.masses.copy()
    masses[place] -= wrong
    low, high = true.delta(0.5)

    def covered(total: Sum) -> bool:
        bounds = total.delta(0.5)
        return bounds[0] <= low and high <= bounds[1]

    honest = replace(true, masses=masses, square_error=true.square_error + wrong)
    assert covered(honest)
    assert not covered(replace(honest, square_error=0.0))


def test_the_noise_of_a_sum_is_that_of_its_transform() -> None:
    """Masses by exact convolution differ from those of the transform by no more than is stated."""
    law = bracket(LaplaceStep(0.5), Mesh.even(0.5 / 32, -36, 36), 0.0).upper
    masses, _ = transforms.tilted_masses(law, 0.5)
    exact = masses.astype(np.longdouble)
    for _ in range(3):
        exact = np.convolve(exact, masses.astype(np.longdouble))
    total = summed([(law, 4)], 2**12, 0.5, 0.5)
    start = 4 * law.first - total.first
    apart = total.masses.astype(np.longdouble)
    apart[start : start + len(exact)] -= exact
    size = float(np.sqrt(np.sum(apart**2)))
    assert 0 < size <= total.square_error
    # A transform that is off by one part in a million is outside of it.
    assert float(np.sqrt(np.sum((exact * 1e-6) ** 2))) > total.square_error


@pytest.mark.long
@pytest.mark.parametrize(
    "event",
    [
        gaussian(1, sampling="1/8", times=6),
        noise("discrete-laplace", 1, sampling="1/8", times=6),
    ],
)
def test_the_cost_of_a_removed_record_is_no_bound_for_a_replaced_one(event: Event) -> None:
    """What is attained is less than what is proved of several steps: its upper bound is refused."""
    document = account(Plan((event,), "remove"), eps="1/8", close=1e-3).document()
    document["plan"]["relation"] = document["directions"][0]["direction"] = "replace"
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "upper bound" in outcome.text


def test_each_group_of_pairs_is_looked_at() -> None:
    """Bounds of a cheap pair that stands alone, while dearer ones are in another group."""
    document = saved("the same pair")
    alone = account(
        Plan((table([THREE[1], THREE[0]], pairs=[[0, 1]], times=3),), "remove"), eps="1/2"
    )
    upper = Fraction(alone.upper) * Fraction(103, 100)
    assert upper < Fraction(document["delta"]["lower"])
    for place in (document, *document["directions"]):
        place["delta"] = {"lower": "0", "upper": str(upper)}
    groups = document["directions"][0]["grid"]["pairs"][0]
    others = [pair for group in groups for pair in group if pair != [1, 0]]
    document["directions"][0]["grid"]["pairs"][0] = [[[1, 0]], others]
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "upper bound" in outcome.text


def test_outputs_of_one_ratio_are_one_output_of_both_masses() -> None:
    """The first two have the ratio 2; what has no mass in either law is no output."""
    first, second = ([Fraction(text) for text in row.split()] for row in (
        "1/4 1/8 0 1/8 1/2", "1/8 1/16 0 13/16 0"))  # fmt: skip
    assert _merged(tuple(first), tuple(second)) == (
        (Fraction(1, 2), Fraction(0)),
        (Fraction(3, 8), Fraction(3, 16)),
        (Fraction(1, 8), Fraction(13, 16)),
    )
