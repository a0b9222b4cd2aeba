"""Saved results about programs with continuous and integer noise and about ranges of ε, by name.

`MAKERS` is what the census of changes (`tests/checkers/kernel/test_census_continuous.py`) and the
campaigns against kernels begin with. Every document is accepted by its kernel as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import dpverify as dv
from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import formal
from dpverify.defs.symbolic.one_threshold import OneThreshold

Document = dict[str, Any]


@mechanism(inputs=[0, 1, 2], neighbours=[[0, 1], [1, 2]])
def count(x: int, draw: Any) -> Any:
    """A count with Laplace noise of scale 2."""
    return x + draw.laplace(2)


@mechanism(inputs=[0, 1], neighbours=[[0, 1]])
def bell(x: int, draw: Any) -> Any:
    """A count with Gaussian noise of deviation 2."""
    return x + draw.gaussian(2)


@mechanism(inputs=[0, 1], neighbours=[[0, 1]])
def above(x: int, draw: Any) -> Any:
    """Whether a count with Gaussian noise is above 0."""
    return x + draw.gaussian(2) > 0


@mechanism(inputs=[0, 1], neighbours=[[0, 1]])
def largest(x: int, draw: Any) -> Any:
    """Which of three counts with Gaussian noise is the largest."""
    return draw.argmax([x + draw.gaussian(1), 1 + draw.gaussian(1), draw.gaussian(2)])


def _library(name: str, n: int = 2) -> Any:
    return library_mechanism(name).with_parameters(n=n, eps="1/10")


def family(*rows: str, neighbours: Any = "all") -> Family:
    """A family from rows such as "eps 1-eps", on inputs x, y, z and outputs a, b, c, …"""
    made = tuple(tuple(formal(entry) for entry in row.split()) for row in rows)
    return Family(tuple("xyz"[: len(rows)]), tuple("abcdef"[: len(made[0])]), made, neighbours)


WARNER = family("exp(eps)/(1+exp(eps)) 1/(1+exp(eps))", "1/(1+exp(eps)) exp(eps)/(1+exp(eps))")
QUERIES = OneThreshold(Fraction(2), Fraction(2), (Fraction(-1), Fraction(0), Fraction(1)), 2)
BUMP = family("(1+(eps-1)**2/(1+eps**2))/2 (1-(eps-1)**2/(1+eps**2))/2", "1/2 1/2")


def over(
    found: Family | OneThreshold, definition: str, eps: str, delta: str | None, low: str
) -> Document:
    """What is said of a family on a range, such as "1/2..3" or "all"."""
    given = {"eps": eps} if delta is None else {"eps": eps, "delta": delta}
    claim = FamilyClaim(definition, given)
    return check_family(found, claim, Range.read(low), source="a family").to_dict()


def _saved(found: Any) -> Document:
    return json.loads(found.to_json())  # type: ignore[no-any-return]  # what `to_json` writes


MAKERS: tuple[tuple[str, Callable[[], Document]], ...] = (
    (
        "alignment holds",
        lambda: _saved(dv.check(_library("B13"), dv.PureDP(eps="1/10"), all_inputs=False)),
    ),
    (
        "densities fail",
        lambda: _saved(dv.check(_library("B13"), dv.PureDP(eps="9/100"), all_inputs=False)),
    ),
    (
        "a loss that is attained",
        lambda: _saved(dv.measure(_library("B13"), "pure-dp", all_inputs=True)),
    ),
    (
        "a loss that is approached",
        lambda: _saved(dv.measure(_library("B25"), "pure-dp", all_inputs=True)),
    ),
    (
        "a word fails",
        lambda: _saved(dv.check(_library("B25"), dv.PureDP(eps="1/20"), all_inputs=True)),
    ),
    (
        "a lead holds",
        lambda: _saved(dv.check(_library("B17", 3), dv.PureDP(eps="1/10"), all_inputs=False)),
    ),
    (
        "steps measured",
        lambda: _saved(dv.measure(_library("B21", 13), "pure-dp", all_inputs=True)),
    ),
    (
        "steps fail",
        lambda: _saved(dv.check(_library("B25", 13), dv.PureDP(eps="1/20"), all_inputs=True)),
    ),
    (
        "a winner measured",
        lambda: _saved(dv.measure(_library("B12", 41), "pure-dp", all_inputs=True)),
    ),
    (
        "a winner fails",
        lambda: _saved(dv.check(_library("B11", 41), dv.PureDP(eps="1/20"), all_inputs=True)),
    ),
    (
        "a winner's lead holds",
        lambda: _saved(dv.check(_library("B17", 41), dv.PureDP(eps="1/10"), all_inputs=True)),
    ),
    ("pairs measured", lambda: _saved(dv.measure(count, "pure-dp"))),
    ("pairs fail", lambda: _saved(dv.check(count, dv.PureDP(eps="1/4")))),
    ("an event fails", lambda: _saved(dv.check(bell, dv.ApproxDP(eps="1/4", delta="1/10")))),
    ("words hold", lambda: _saved(dv.check(above, dv.ApproxDP(eps="1/4", delta="1/5")))),
    ("words measured", lambda: _saved(dv.measure(above, "approx-dp", eps="1/4"))),
    ("a largest value fails", lambda: _saved(dv.check(largest, dv.PureDP(eps="1/10")))),
    (
        "integers hold",
        lambda: _saved(
            dv.check(
                library_mechanism("B20d").with_parameters(n=2, m=0),
                dv.PureDP(eps="1/2"),
                all_inputs=True,
            )
        ),
    ),
    (
        "integers bounded",
        lambda: _saved(
            dv.measure(
                library_mechanism("B20d").with_parameters(n=2, m=0), "pure-dp", all_inputs=True
            )
        ),
    ),
    ("a range holds", lambda: over(WARNER, "pure-dp", "eps", None, "all")),
    ("a range fails from a zero on", lambda: over(WARNER, "approx-dp", "eps/2", "1/4", "1/10..3")),
    ("a range of queries holds", lambda: over(QUERIES, "pure-dp", "eps", None, "all")),
    (
        "a range of queries fails from a zero on",
        lambda: over(QUERIES, "pure-dp", "9/10*eps", None, "all"),
    ),
    ("a range but for one point", lambda: over(BUMP, "local-dp", "0", None, "1/2..3")),
)
"""Each name with what makes the document anew."""


@cache
def _text(name: str) -> str:
    return json.dumps(dict(MAKERS)[name]())


def made(name: str) -> Document:
    """A document by its name; made once, then copied."""
    return json.loads(_text(name))  # type: ignore[no-any-return]  # JSON of an object
