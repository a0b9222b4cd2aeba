"""Which rows there are, and the rows computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import Any

from dpverify.checkers.benchmark.continuous import continuous_row
from dpverify.checkers.benchmark.finite import finite_row
from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.benchmark.special import (
    concentrated_row,
    delta_row,
    exponential_row,
    floating_row,
)
from dpverify.defs.continuous.probe import over_reals
from dpverify.defs.errors import UsageError
from dpverify.defs.mechanisms import is_known, library, library_mechanism
from dpverify.defs.programs.divided import FAMILY, divided
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import did_you_mean, shown

SIZES: Mapping[str, int] = {"B06": 10, "B13": 5, "B14": 5, "B22": 10, "B25": 10, "B29": 5}
"""The n of the published experiments, where it is not the mechanism's own default."""
OTHER_RELATIONS = (("B03", "A"), ("B06", "A"), ("B32", "A"))
"""Mechanisms whose truth is given for another relation too: entries that all move by at most 1."""
PUBLISHED_EPS = Fraction(1, 10)
TWICE = Fraction(2)
LETTERS = "abcdef"
"""What tells the rows of one group apart."""
FINITE: Mapping[str, Mapping[str, Any]] = {
    "B35": {"eps": PUBLISHED_EPS},
    "B36": {"eps": PUBLISHED_EPS},
    "B37": {},
    "B38": {},
    "B39": {"eps": PUBLISHED_EPS},
    "B39w": {"eps": PUBLISHED_EPS},
    "B46": {},
    "B48a": {},
    "B48b": {},
    "B48c": {},
    "B48e": {},
    "B50a": {},
    "B50b": {},
}
"""Mechanisms on finitely many inputs and outputs, with parameters that differ from the defaults."""


@dataclass(frozen=True)
class Settings:
    """What the user fixes: sizes and ε instead of the published ones."""

    n: int | None = None
    c: int | None = None
    eps: Fraction | None = None


def row_ids() -> tuple[str, ...]:
    """The ids of all rows, in order."""
    return tuple(sorted(_makers(Settings()), key=_order))


def rows(chosen: Sequence[str], settings: Settings) -> Iterator[Row]:
    """The rows with their seconds, computed one after the other.

    Args: chosen ids, names of mechanisms, groups such as B48, or B50: before an id, for that
        mechanism with its noise divided by 2; all rows if empty.
    Raises: UsageError for what is none of these.
    """
    for _, make in _wanted(chosen, settings):
        started = perf_counter()
        row = make()
        yield replace(row, seconds=perf_counter() - started)


def chosen_ids(chosen: Sequence[str], settings: Settings) -> list[str]:
    """The ids of the rows that `rows` makes, in order; each names its row alone.

    Raises: UsageError for what is no row.
    """
    return [name for name, _ in _wanted(chosen, settings)]


def _wanted(chosen: Sequence[str], settings: Settings) -> list[tuple[str, Callable[[], Row]]]:
    makers = _makers(settings)
    wanted: dict[str, Callable[[], Row]] = {}
    for name in chosen:
        wanted.update(_named(name, makers, settings))
    return sorted((wanted or makers).items(), key=lambda item: _order(item[0]))


def _named(
    name: str, makers: Mapping[str, Callable[[], Row]], settings: Settings
) -> dict[str, Callable[[], Row]]:
    """The rows that a name means."""
    if name in makers:
        return {name: makers[name]}
    same = library().get(name)
    own = "" if same is None else str(same.about.get("id"))
    if own in makers:
        return {own: makers[own]}
    family, _, base = name.partition(":")
    if family == FAMILY and base in makers:
        mechanism = library_mechanism(base) if is_known(base) else None
        if mechanism is not None and over_reals(mechanism):
            eps = settings.eps or PUBLISHED_EPS
            sizes = _sizes(mechanism, settings)
            return {name: partial(continuous_row, divided(mechanism, TWICE), sizes, eps)}
    group = {each: make for each, make in makers.items() if each.rstrip(LETTERS) == name}
    if not group:
        hint = did_you_mean(name, makers)
        raise UsageError(
            f"the benchmark has no row {shown(name)}{hint}; rows: {', '.join(row_ids())}"
        )
    return group


def _makers(settings: Settings) -> dict[str, Callable[[], Row]]:
    eps = settings.eps or PUBLISHED_EPS
    makers: dict[str, Callable[[], Row]] = {}
    for each in library().values():
        name = str(each.about.get("id", ""))
        if over_reals(each):
            makers[name] = partial(continuous_row, each, _sizes(each, settings), eps)
            for relation in (other for own, other in OTHER_RELATIONS if own == name):
                sizes = _sizes(each, settings)
                makers[name + relation] = partial(continuous_row, each, sizes, eps, relation)
        elif name in FINITE:
            own = FINITE[name]
            if "eps" in each.parameters and settings.eps is not None:
                own = {**own, "eps": eps}
            makers[name] = partial(finite_row, each, own)
    makers["B16"] = partial(exponential_row, eps)
    makers["B34δ"] = partial(delta_row, settings.eps or Fraction(1))
    makers["B40"] = partial(concentrated_row, settings.eps or Fraction(1), flip=True)
    makers["B40e"] = partial(concentrated_row, settings.eps or Fraction(1), flip=False)
    makers["B41"] = partial(floating_row, eps)
    return makers


def _sizes(mechanism: Mechanism, settings: Settings) -> dict[str, int]:
    sizes: dict[str, int] = {}
    name = str(mechanism.about["id"])
    if "n" in mechanism.parameters:
        default = SIZES.get(name, int(mechanism.parameters["n"]))
        sizes["n"] = (
            max(settings.n, int(mechanism.about.get("least", 1))) if settings.n else default
        )
    if "c" in mechanism.parameters:
        sizes["c"] = settings.c if settings.c is not None else int(mechanism.parameters["c"])
    return sizes


def _order(name: str) -> tuple[int, str]:
    return int(name[1:3]), name
