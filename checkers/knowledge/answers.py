"""What is found about a scenario, before it becomes a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpverify.checkers.answers.places import Setting
from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge import chain_averages, chain_counts, intervals
from dpverify.checkers.knowledge.chain_views import is_small
from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.count_eps import smallest_eps
from dpverify.checkers.knowledge.count_laws import Parts
from dpverify.checkers.knowledge.count_settings import MOST_TERMS, TERMS, largest_delta
from dpverify.checkers.knowledge.counts import CountView, count_views
from dpverify.checkers.knowledge.reducible import obstruction, setting_of
from dpverify.checkers.knowledge.views import Case, View, cases
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.definitions import AttackerDefinition
from dpverify.defs.knowledge.parameter import ParametrisedRecords
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Number, Real, Value

FEW: Final = 40
"""Records up to which every scenario is decided by convolving laws, exactly."""


@dataclass(frozen=True)
class Answer:
    """A tight parameter with the setting that attains it, and how much was looked at.

    `written`: the setting in at most so many terms, where that is a choice.
    """

    value: Number
    setting: Setting
    checked: Mapping[str, int]
    written: Callable[[int], Setting] | None = None


@dataclass(frozen=True)
class Reduction:
    """Whether a scenario is reducible: no obstruction, or one as a setting."""

    obstruction: Setting | None
    checked: Mapping[str, int]


def tight(
    scenario: Scenario, name: str, parameter: str, given: Mapping[str, Number], budget: Budget
) -> Answer:
    """The smallest value of one parameter of apkdp or ppkdp, the other being given; exact.

    Raises: Undecided("unsupported") where the scenario is too large, Undecided("time").
    """
    terms = terms_of(given)
    if any(isinstance(theta, ParametrisedRecords) for theta in scenario.family):
        return _over_interval(scenario, name, parameter, given, budget)
    if not is_small(scenario):
        return _of_chains(scenario, name, parameter, terms, budget)
    counts = _counts(scenario, budget, active=name == "apkdp")
    if counts is not None:
        looked = {"settings": 2 * len(counts), "known": sum(1 + _size(c.known) for c in counts)}
        if parameter == "eps":
            return Answer(*smallest_eps(counts, terms["delta"], budget), looked)
        largest = largest_delta(counts, terms["odds"], budget)
        return Answer(largest.value, largest.setting(), looked, largest.setting)
    best: tuple[Number, Case] | None = None
    counted = {"settings": 0, "known": 0}
    # Another knowledge often moves the same two laws to other outputs.
    seen: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Number] = {}
    for view in views(scenario, budget):
        _count(counted, view)
        for case in cases(view, active=name == "apkdp"):
            budget.check()
            best = _worse(best, case, parameter, terms, seen)
    if best is None:
        return Answer(Value(0), Setting(0, 0, (), ()), counted)
    value, case = best
    eps = value if parameter == "eps" else given["eps"]
    return Answer(value, case.attained(parameter, eps), counted)


def _worse(
    best: tuple[Number, Case] | None,
    case: Case,
    parameter: str,
    terms: Mapping[str, Any],
    seen: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Number],
) -> tuple[Number, Case]:
    """The case with the larger value; the one that came before where both are equal."""
    if best is not None and case.stays_below(terms, best[0]):
        return best
    value = seen.get((case.p, case.q))
    if value is None:
        value = seen[case.p, case.q] = case.tight(parameter, terms)
    return (value, case) if best is None or value > best[0] else best


def _over_interval(
    scenario: Scenario, name: str, parameter: str, given: Mapping[str, Number], budget: Budget
) -> Answer:
    """The same for all values of a parameter: attained at one of them, or next to it."""
    if parameter == "eps":
        raise Undecided(
            "unsupported",
            "the smallest ε over an interval of a parameter is not computed; give ε, and measure δ",
        )
    worst = intervals.worst(scenario, terms_of(given)["odds"], budget, active=name == "apkdp")
    theta = intervals.parametrised(scenario)
    point = intervals.inner_point(theta, worst.point)
    there = tight(intervals.at_point(scenario, point), name, parameter, given, budget)
    looked = {"settings": there.checked["settings"], "known": there.checked["known"]}
    setting = (
        intervals.placed(there.setting, theta, point) if there.setting.values else there.setting
    )
    return Answer(worst.value(there.value), setting, looked)


def _of_chains(
    scenario: Scenario, name: str, parameter: str, terms: Mapping[str, Any], budget: Budget
) -> Answer:
    """The same for counts along chains that are too long for exact laws; by enclosures."""
    if parameter == "delta" and chain_averages.is_average(scenario):
        mean = chain_averages.largest_delta(scenario, terms["odds"], budget, active=name == "apkdp")
        settings = sum(
            len(theta.values) * (len(theta.values) - 1) * len(list(theta.targets(scenario.targets)))
            for theta in scenario.family if isinstance(theta, Chain)
        )  # fmt: skip
        looked = {"settings": settings, "known": mean.known}
        return Answer(mean.value, mean.setting(chain_averages.FEW), looked, mean.setting)
    chains = chain_counts.chain_views(scenario, budget, active=name == "apkdp")
    looked = {"settings": 0, "known": 0}
    for view in chains:
        looked["settings"] += len(view.targets) * len(view.chain.values) * (
            len(view.chain.values) - 1)  # fmt: skip
        looked["known"] += view.known
    if parameter == "eps":
        return Answer(*chain_counts.smallest_eps(chains, terms["delta"]), looked)
    largest = chain_counts.largest_delta(chains, terms["odds"])
    return Answer(largest.value, largest.setting(), looked)


def _counts(scenario: Scenario, budget: Budget, *, active: bool) -> list[CountView] | None:
    """The views of a count of many records, None where laws are convolved instead."""
    if max(theta.n for theta in scenario.family) <= FEW:
        return None
    # Chains that are not small were answered before; a family of them and of records convolves.
    return count_views(scenario, active=active, budget=budget) or None


def _size(parts: Parts) -> int:
    return sum(count for _, count in parts)


def reduction(scenario: Scenario, budget: Budget) -> Reduction:
    """The multiset criterion for every member of Θ and every target; exact."""
    counted = {"settings": 0, "known": 0}
    for view in views(scenario, budget):
        _count(counted, view)
        obstacle = obstruction(view)
        if obstacle is not None:
            return Reduction(setting_of(view, obstacle), counted)
    return Reduction(None, counted)


def _count(counted: dict[str, int], view: View) -> None:
    counted["settings"] += len(view.values) * (len(view.values) - 1)
    counted["known"] += len(view.slices)
    null = sum(piece.weight.is_zero for piece in view.slices)
    if null:
        counted["null"] = counted.get("null", 0) + null


def refutation(definition: AttackerDefinition, answer: Answer) -> tuple[Setting, Any]:
    """Terms that violate a claim which fails, and by how much.

    Raises: Undecided("unsupported") where more than MOST_TERMS are needed.
    """
    setting, most = answer.setting, TERMS
    while answer.written is not None and not excess(definition, setting) > 0:
        if most >= MOST_TERMS or not setting.omitted:
            raise Undecided("unsupported", f"a witness needs more than {most} terms")
        most *= 4
        setting = answer.written(most)
    return setting, excess(definition, setting)


def excess(definition: AttackerDefinition, setting: Setting) -> Any:
    """Σ weight·(P(S) − e^ε·Q(S)) − δ over the terms; for APKDP the weight is 1."""
    if setting.gain is not None:
        return setting.gain - terms_of(definition.given)["delta"]
    terms = terms_of(definition.given)
    total: Value | Real = Value(0)
    for term in setting.terms:
        p, q = term.probabilities
        gain = p - terms["odds"] * q
        total = total + (gain if definition.name == "apkdp" else gain * term.weight)
    return total - terms["delta"]
