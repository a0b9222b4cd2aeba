"""Sensitivities of functions: genuine documents are accepted, those that say too much refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import inf
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.localised import Setting, cases
from dpverify.checkers.kernel.ratios import variable
from dpverify.checkers.sensitivity.functions import FunctionQuestion, function_sensitivity
from dpverify.defs.expressions.grammar import parse

ZERO, ONE = Fraction(0), Fraction(1)
QUESTIONS: dict[str, FunctionQuestion] = {
    "paths": FunctionQuestion("sum(abs(x[i]-x[i+1]))", ZERO, ONE, 4),
    "paths, every n": FunctionQuestion("sum(abs(x[i]-x[i+1]))", ZERO, ONE, least=3),
    "variance": FunctionQuestion("sum((x[i]-mean(x))^2)", ZERO, ONE),
    "norm": FunctionQuestion("sqrt(sum(x[i]^2))", ZERO, ONE),
    "arch": FunctionQuestion("sum(x[i]*(1-x[i]))", ZERO, ONE),
    "median": FunctionQuestion("median(x)", ZERO, ONE, parity="even"),
    "logarithm": FunctionQuestion(
        "sum(x[i]*log(x[i]+c))", ZERO, ONE, where={"c": (ONE, inf)}, bound="log(1+c)"
    ),
    "count": FunctionQuestion("sum([x[i]>1/2])", ZERO, ONE, 3),
    "mean, one less": FunctionQuestion("mean(x)", ZERO, ONE, 3, neighbours="unbounded"),
    "cube": FunctionQuestion("x[1]^3-x[1]", Fraction(-1), ONE, 2),
    "cycle": FunctionQuestion("sqrt(sum((x[i]-x[i+1])^2)+(x[n]-x[1])^2)", ZERO, ONE, 3),
}


@cache
def _saved(name: str) -> str:
    document = function_sensitivity(QUESTIONS[name]).document
    assert document is not None
    return json.dumps(document)


def saved(name: str) -> Any:
    """The document that a user would save; a copy of it."""
    return json.loads(_saved(name))


@pytest.mark.parametrize("name", QUESTIONS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """All of it is read."""
    outcome = replay(json.dumps(saved(name)))
    assert outcome.status == "accepted", outcome
    assert outcome.unread == ()


def _set(path: str, new: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *holders, last = [int(s) if s.isdigit() else s for s in path.split("/")]
        for step in holders:
            document = document[step]
        document[last] = new

    return change


def _all_trees(kind: str) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        trees = document["upper"]["trees"]
        document["upper"]["trees"] = [[kind, kind] for _ in trees]

    return change


def _smaller(document: Any) -> None:
    """A bound that is a little too small, everywhere."""
    document["bound"] = document["lower"] = f"999/1000*({document['bound']})"


def _partly_defined(document: Any) -> None:
    """√(x_1 − 1/2), which is no number for x_1 < 1/2 and else at most 1."""
    document.update(function="sqrt(x[1]-1/2)", attained=None, lower="0", evidence="enclosure")
    document["upper"]["trees"] = [["value", "value"]] * 2


def _quarter(document: Any) -> None:
    """A median of two records moves by 1/2."""
    document.update(bound="1/4", attained=None, lower="0", evidence="enclosure")
    document["upper"]["trees"] = [["slope", "slope"] for _ in document["upper"]["trees"]]


def _no_slope(document: Any) -> None:
    """A condition jumps by 1, whatever its slope is elsewhere."""
    document.update(bound="1/10", attained=None, lower="0", evidence="enclosure")
    document["upper"]["trees"] = [["slope", "slope"] for _ in document["upper"]["trees"]]


def _named_as_inside(document: Any) -> None:
    """A parameter of 5 is no variable of the reader's, such as the index of another term."""
    document.update(function="index*sum(x)", attained=None, lower="0", evidence="enclosure")
    document.update(where={"index": ["5", "5"]}, bound="5")


def _cancelled(document: Any) -> None:
    """ln x_1 − ln x_1 is no number at x_1 = 0."""
    document.update(function="log(x[1])-log(x[1])", attained=None, lower="0")
    document.update(bound="1", evidence="enclosure")
    document["upper"]["trees"] = [["value", "value"]]


def _infinite_bound(document: Any) -> None:
    """1/(n − 3) is no bound at n = 3, and √(n − 9) none below 9."""
    document.update(bound="1/(n-3)+3", attained=None, lower="0", evidence="enclosure")


FORGERIES: dict[str, tuple[str, Callable[[Any], None]]] = {
    **{f"a smaller bound: {name}": (name, _smaller) for name in QUESTIONS},
    "a wider domain": ("paths", _set("domain", ["0", "2"])),
    "other neighbours": ("mean, one less", _set("neighbours", "bounded")),
    "a wider parameter": ("logarithm", _set("where", {"c": ["1/2", "inf"]})),
    "smaller n": ("paths, every n", _set("n", {"least": 1})),
    "another n": ("variance", _set("bound", "(n-2)/n")),
    "databases that are no neighbours": (
        "count", _set("attained/databases", [["0", "0", "1"], ["1", "1", "1"]]),
    ),
    "databases beyond the domain": (
        "count", _set("attained/databases", [["0", "0", "2"], ["1", "0", "2"]]),
    ),
    "another lower end": ("cube", _set("lower", "9/10")),
    "a bound of which the lower end is not known": ("arch", _set("attained", None)),
    "exact evidence": ("cube", _set("evidence", "exact")),
    "all records": ("median", _set("n", {"least": 2})),
    "odd n": ("median", _set("n/parity", "odd")),
    "no steps": ("arch", _all_trees("value")),
    "slopes alone": ("variance", _all_trees("slope")),
    "squares alone": ("arch", _all_trees("square")),
    "a case is left out": ("paths", lambda d: d["upper"]["trees"].pop()),
    "an unknown step": ("count", _all_trees("believe")),
    "an unknown key": ("count", _set("believe", True)),
    "another function": ("norm", _set("function", "sum(x[i]^2)+sum(x)")),
    "a function with a hole": ("count", _set("function", "sum(1/x[i])")),
    "an even median that hardly moves": ("median", _quarter),
    "a jump without a slope": ("count", _no_slope),
    "a function that is not defined everywhere": ("count", _partly_defined),
    "a parameter called index": ("count", _named_as_inside),
    "what cancels is not defined everywhere": ("count", _cancelled),
    "a bound that is infinite at n = 3": ("paths, every n", _infinite_bound),
    "a bound that depends on records": ("count", _set("bound", "1+sum(x)")),
    "a bound below what is attained": ("count", _set("bound", "9/10")),
    "an endless number": ("count", _set("lower", "1e999999999")),
    "an unread schema": ("count", _set("schema", "dpverify.function-sensitivity/2.0")),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FORGERIES)
def test_forged_documents_are_refused(name: str) -> None:
    """Whatever says more than is true."""
    of, change = FORGERIES[name]
    document = saved(of)
    change(document)
    assert replay(json.dumps(document)).status == "rejected"


def _moves(tree: Any) -> list[Any]:
    """All moves in a tree, the tree's own lists."""
    if isinstance(tree, str):
        return []
    if tree[0] == "split":
        return [move for part in tree[3] for move in _moves(part)]
    return [tree, *_moves(tree[3])]


def test_moves_the_wrong_way_are_refused() -> None:
    """One move after the other goes to the other end, where the bound is the value itself."""
    refused = 0
    for name in ("variance", "norm", "logarithm", "arch"):
        every = [m for pair in saved(name)["upper"]["trees"] for t in pair for m in _moves(t)]
        for k in range(len(every)):
            document = saved(name)
            trees = [t for pair in document["upper"]["trees"] for t in pair]
            move = [m for t in trees for m in _moves(t)][k]
            move[2] = "low" if move[2] == "high" else "high"
            refused += replay(json.dumps(document)).status == "rejected"
    assert refused >= 3


def test_a_parameter_in_the_bound_does_not_move_alone() -> None:
    """c·x_1 changes by c, for c in [0, 1]: at c = 1 by 1, where the bound c/2 + 1/2 is 1 too.

    With the bound 1 − c, a tree that moves c to 0, where g falls to 0, would be believed if the
    bound's own change were forgotten.
    """
    question = FunctionQuestion("c*x[1]", ZERO, ONE, 1, where={"c": (ZERO, ONE)}, bound="c")
    document = function_sensitivity(question).document
    assert document is not None
    document = json.loads(json.dumps(document))
    document["bound"] = document["lower"] = "1-c"
    move = ["move", "high", "high", ["move", "low", "low", ["move", "c", "low", "value"]]]
    up = ["move", "high", "high", ["move", "low", "low", ["move", "c", "high", "value"]]]
    for tree in (move, up):
        document["upper"]["trees"] = [[tree, "slope"]]
        document["attained"], document["lower"], document["evidence"] = None, "0", "enclosure"
        assert replay(json.dumps(document)).status == "rejected"


def test_cases_cover_every_place() -> None:
    """The exchanged record of Σ|x_i − x_{i+1}| is in one term or two, or in none of some."""
    tree = parse("sum(abs(x[i]-x[i+1]))")
    titles = [case.title for case in cases(tree, Setting((ZERO, ONE), None, 2))]
    assert titles == [
        f"any record, in the terms {terms}" for terms in ("none", "i", "i+1", "i,i+1")
    ]


def test_the_median_of_every_n_has_two_cases() -> None:
    """One for odd n and one for even n."""
    titles = [c.title for c in cases(parse("median(x)"), Setting((ZERO, ONE), None, 2))]
    assert [title.partition(", in")[0] for title in titles] == [
        "any record, n odd", "any record, n even",
    ]  # fmt: skip


def test_the_others_are_two_of_three() -> None:
    """(x_1 + x_2 + x_3)² is (x + 2t)², where t is the mean of the other two."""
    case = next(cases(parse("sum(x)^2"), Setting((ZERO, ONE), 3, 3)))
    (name,) = case.ratio.variables - {"record"}
    record, mean = variable("record"), variable(name)
    assert case.ratio.key == (record + mean + mean).power(2).key
