"""Forgeries by hand for the arena: for each check of the proof kernel one that it alone refuses.

The first are stored proofs with steps at their end that the goals do not need. So nothing but the
check that is meant stands between such a document and its acceptance. The others carry a statement
or axioms and goals that do not belong together: who takes these for granted accepts them.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from typing import Any

PURE, APPROX = "proof dp.post-processing.pure", "proof dp.post-processing.approx"
NOTHING = "proof dp.optimal-composition.two.attained"
"""It has the part max(0, 0)."""
COUNTABLE = "proof dp.noisy-max.any"
"""Its noise has countably many values, of which Σ 1 has no value."""
SPARSE = "proof dp.sparse-vector.any"
"""Of c answers above one threshold; its statement says which algorithm, and what c is."""
GIVEN = "proof dp.total-variation.is-delta-at-zero"
"""Its goals are among its axioms, so that steps are not needed."""
F: Any = [["1", [], [["f", ["y", "z"], 1]]]]
"""f[y, z], of which `f >= 0` says that it is ≥ 0."""
ODDS: Any = [["1", [], [["e^eps", [], 1]]]]
MINUS_ONE: Any = [["-1", [], []]]
ODDS_LESS_1: Any = [*MINUS_ONE, *ODDS]
"""`e^eps >= 1` says that it is ≥ 0."""
Y_AND_Z = {"y": "y", "z": "z"}
DEEPEST = 8
"""So many cases may lie within each other."""
LARGEST_POWER = 16
MANY = 200
"""The square of so many atoms is a sum of 20,100 terms, which are too many."""


def _lemma(free: Any, claim: Any, **more: Any) -> dict[str, Any]:
    return {"name": "forged", "by": "lemma", "free": free, "claim": claim, "multiples": [], **more}


def _odds_above_0(name: str) -> dict[str, Any]:
    products = [["1", []], ["1", ["e^eps >= 1"]]]
    return {**_lemma({}, ODDS, products=products, relation=">"), "name": name}


def _cases(depth: int) -> dict[str, Any]:
    """Cases within cases, of a claim that is known in all of them."""
    inner = [_cases(depth - 1)] if depth else []
    return {
        "name": f"forged {depth}", "by": "cases", "on": "e^eps >= 1", "free": {},
        "claim": ODDS_LESS_1, "positive": inner, "zero": [],
    }  # fmt: skip


def _nothing(free: Any, **more: Any) -> dict[str, Any]:
    """0 ≥ 0, or 0 = 0."""
    return {**_lemma(free, [], **more), "name": "nothing"}


def _by_hand() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The proof, and the steps at its end."""
    negated = [["-1", [], F[0][2]]]
    yield PURE, [_lemma(Y_AND_Z, negated, multiples=[[MINUS_ONE, "f >= 0"]])]
    yield PURE, [_lemma(Y_AND_Z, F, relation=">", products=[["1", ["f >= 0"]]])]
    yield PURE, [_lemma(Y_AND_Z, F, products=[["1", [["f >= 0", "z"]]]])]
    yield PURE, [_lemma(Y_AND_Z, F, products=[["1", [["f >= 0", {"y": "%0"}]]]])]
    yield PURE, [_lemma(Y_AND_Z, F, products=[["1", [["f >= 0", {"w": "z"}]]]])]
    at_z: Any = [["1", [], [["f", ["z", "z"], 1]]]]
    for sort in Y_AND_Z.values():  # of the two sets, whichever a checker takes
        yield PURE, [_lemma({"z": sort}, at_z, products=[["1", [["f >= 0", {"y": "z"}]]]])]
    yield from _expressions()
    yield PURE, [{"name": "forged", "by": "sum", "of": "f >= 0", "over": ["y", "y"]}]
    yield PURE, [{"name": "forged", "by": "sum", "of": "f >= 0", "over": "y"}]
    square = {"name": "forged", "by": "square", "free": Y_AND_Z, "claim": F, "relation": "="}
    yield PURE, [square]
    yield (
        COUNTABLE,
        [{**square, "free": {}, "claim": [["1", [["i", "noises"]], []]], "relation": ">="}],
    )
    yield from _cancelled()
    yield from _parts()
    cases = _cases(0)
    yield PURE, [{**cases, "on": "f >= 0"}]
    yield PURE, [{**cases, "positive": "forged"}]
    yield PURE, [{**cases, "claim": MINUS_ONE}]
    yield PURE, [_odds_above_0("forged 0, positive"), cases]
    yield PURE, [{**cases, "zero": {}}]
    yield PURE, [_cases(DEEPEST)]
    yield PURE, [{**_nothing({}), "note": "read by nobody"}]
    yield PURE, [_nothing({}, relation="<=")]
    yield PURE, [_nothing({}, products={})]
    letter = {**_lemma(Y_AND_Z, F, products=[["1", ["f >= 0"]]]), "name": "g"}
    yield PURE, [letter, _lemma(Y_AND_Z, F, products=[["1", "g"]])]


def _expressions() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """What is no expression, or is too large a one, in squares and where nothing comes of it."""

    def square(*claim: Any) -> list[dict[str, Any]]:
        return [{"name": "forged", "by": "square", "free": Y_AND_Z, "claim": [*claim]}]

    for coefficient in ("1/0", "+1", "1.5", "1e3"):
        yield PURE, square([coefficient, [], []])
    for power in (0, True, LARGEST_POWER + 1):
        yield PURE, square(["1", [], [["f", ["y", "z"], power]]])
    yield PURE, square(["1", [], [[0, [], 1]]])
    yield PURE, square(["1", [], [["f", ["%0", "z"], 1]]])
    yield PURE, square(["1", [["i", "y"], ["i", "y"]], []])
    yield PURE, square(["1", [["%7", "y"]], []])
    yield PURE, square(["1", [["i", 0]], []])
    yield PURE, square(*(["1", [], [[f"a{k}", [], 1]]] for k in range(MANY)))
    eightfold = ["1", [[f"i{k}", "y"] for k in range(8)], []]
    yield PURE, [_nothing({}, relation="="), _lemma({}, [], multiples=[[[eightfold], "nothing"]])]


def _cancelled() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Of 0 every c·0 is a multiple, so that the product is right, and something else is not."""
    above = {"name": "above", "by": "lemma", "free": Y_AND_Z, "claim": [["1", [], []], *F],
             "relation": ">", "products": [["1", []], ["1", ["f >= 0"]]]}  # fmt: skip
    cancel = {"name": "forged", "by": "cancel", "free": {}, "claim": [], "of": "nothing"}
    odds = _odds_above_0("odds")
    yield PURE, [_nothing({}), {**cancel, "factor": "e^eps >= 1"}]
    yield PURE, [_nothing({}, relation="="), odds, {**cancel, "factor": "odds"}]
    yield PURE, [_nothing({}), above, {**cancel, "factor": "above"}]
    yield PURE, [_nothing(Y_AND_Z), odds, {**cancel, "factor": "odds"}]


def _parts() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Facts that differ by c·a, and are of other indices, or are none of inequalities."""
    part = {"name": "forged", "by": "positive-part", "part": "part0", "at": ["y"]}
    known = {"zero": "part0 >= 0", "above": "part0 above"}
    yield APPROX, [{**part, **known, "factor": F}]
    yield APPROX, [{**part, **known, "at": ["y", "y"]}]
    yield APPROX, [{**part, **known, "above": "part0 >= 0"}]
    yield APPROX, [{**part, "zero": "P.M >= 0", "above": "delta >= 0"}]
    nothing = {"zero": "nothing", "above": "nothing", "factor": []}
    yield APPROX, [_nothing({"y": "z"}), {**part, **nothing}]
    yield APPROX, [_nothing({"y": "y"}, relation="="), {**part, **nothing}]
    more = {**_nothing(Y_AND_Z), "name": "more"}
    yield APPROX, [_nothing({"y": "y"}), more, {**part, **nothing, "above": "more"}]
    other = {"part": "part1", "at": [], "zero": "e^eps >= 1", "above": "e^eps >= 1", "factor": F}
    yield NOTHING, [{**part, **other}]


def digest_of(settings: Any) -> str:
    """The digest of the settings of a proof, whatever they are."""
    return f"sha256:{hashlib.sha256(canonical(settings).encode()).hexdigest()}"


def canonical(data: Any) -> str:
    """Data as the one text of which digests are made."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _of_statements(known: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Axioms and goals that are not those of the statement, with the right digest of themselves."""

    def edited(name: str, *path: str, value: Any) -> list[dict[str, Any]]:
        settings = copy.deepcopy(known[name]["settings"])
        place = settings
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        edit = {"op": "add", "path": "/settings", "value": settings}
        return [edit, {"op": "replace", "path": "/definitions", "value": digest_of(settings)}]

    absurd = [{}, ">=", MINUS_ONE]
    yield PURE, edited(PURE, "", "axioms", "absurd", value=absurd)
    yield APPROX, edited(APPROX, "", "axioms", "delta <= 1", value=absurd)
    yield PURE, edited(PURE, "", "goals", value=[[{}, ">=", ODDS]])
    yield APPROX, edited(APPROX, "", "parts", "part9", value=[{}, ODDS])
    yield PURE, edited(PURE, "", "axioms", "absurd", value=absurd)[:1]
    yield PURE, [{"op": "replace", "path": "/definitions", "value": digest_of({})}]
    yield PURE, [{"op": "replace", "path": "/schema", "value": "dpverify.proof/2.0"}]
    yield PURE, [{"op": "add", "path": "/note", "value": "read by nobody"}]
    older = {"op": "replace", "path": "/schema", "value": "dpverify.proof/1.1"}
    gone = {"op": "remove", "path": "/statement"}
    yield PURE, [*edited(PURE, "", "axioms", "absurd", value=absurd), older, gone]
    given = "/statement/conclusion/given/0/1"
    yield PURE, [{"op": "replace", "path": given, "value": "0"}]
    yield APPROX, [{"op": "replace", "path": given, "value": "eps+eps"}]
    yield APPROX, [{"op": "replace", "path": "/statement/conclusion/given/1/1", "value": "delta/2"}]
    yield PURE, [{"op": "replace", "path": "/statement/conclusion/of", "value": "M"}]
    yield PURE, [{"op": "replace", "path": "/statement/hypotheses", "value": []}]
    yield PURE, [{"op": "replace", "path": "/statement/conclusion/definition", "value": "zcdp"}]
    yield APPROX, [{"op": "replace", "path": "/statement/conclusion/swapped", "value": 0}]
    yield APPROX, [{"op": "replace", "path": "/statement/parameters/1/1", "value": "number"}]
    rule = "/statement/conclusion/selection/rule"
    for other in ("sparse vector anew", "above threshold", "sparse vector of old"):
        yield SPARSE, [{"op": "replace", "path": rule, "value": other}]
    for kind in ("value", "order"):
        yield SPARSE, [{"op": "replace", "path": "/statement/parameters/2/1", "value": kind}]
    own = "/statement/conclusion/selection"
    yield SPARSE, [{"op": "replace", "path": f"{own}/own", "value": 1}]
    yield SPARSE, [{"op": "replace", "path": f"{own}/there/own", "value": 1}]


def _of_names(known: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Names that are none, taken, or stand for two sets; one lemma too much; a goal not reached."""
    plain = _lemma(Y_AND_Z, F, products=[["1", ["f >= 0"]]])
    summed = {"name": "forged", "by": "sum"}
    for step in (
        {**plain, "name": " forged"},
        {**plain, "name": known[PURE]["steps"][""][0]["name"]},
        _lemma({"y z": "y"}, [["1", [], []]], products=[["1", []]]),
        {"name": "forged", "by": "square", "free": {}, "claim": F},
        {**summed, "of": ["f >= 0", {"y": "w w"}], "over": ["w w"]},
        {**summed, "of": ["f >= 0", {"y": "z"}], "over": ["z"]},
        {**summed, "of": "f >= 0", "over": []},
        _lemma(Y_AND_Z, [["-1", [], F[0][2]]], products=[["-1", ["f >= 0"]]]),
        _lemma(Y_AND_Z, F, relation="=", products=[["1", ["f >= 0"]]]),
        _lemma({}, [], multiples=[[[], "f sums to 1"]]),
        _lemma({}, MINUS_ONE),
    ):
        yield PURE, [{"op": "add", "path": "/steps//-", "value": step}]
    listed = _lemma(Y_AND_Z, F, products=[["1", "f >= 0"]])
    yield PURE, [{"op": "add", "path": "/steps//-", "value": listed}]
    cancelled = {"name": "forged", "by": "cancel", "free": Y_AND_Z, "claim": F}
    steps = (_odds_above_0("odds"), {**cancelled, "of": "f >= 0", "factor": "odds"})
    yield PURE, [{"op": "add", "path": "/steps//-", "value": step} for step in steps]
    yield PURE, [{"op": "add", "path": "/steps/more", "value": []}]
    yield GIVEN, [{"op": "replace", "path": "/steps/0 implies 1", "value": {}}]
    last = len(known[PURE]["steps"][""]) - 1
    yield PURE, [{"op": "remove", "path": f"/steps//{last}"}]


def by_hand(known: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The proof that each forgery is made of, and its edit as a JSON Patch.

    Args: known the accepted documents by name.
    """
    for name, steps in _by_hand():
        yield name, [{"op": "add", "path": "/steps//-", "value": step} for step in steps]
    yield from _of_statements(known)
    yield from _of_names(known)
