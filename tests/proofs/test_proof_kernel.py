"""Every rule of the proof kernel: what is an instance of it, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from dpverify.proofs.kernel import Fact, Facts, RefusedError, Setting, check
from dpverify.proofs.sums import Sum, atom, number, write

Sorts = Mapping[str, str]
P, Q, F = atom("p", "y"), atom("q", "y"), atom("f", "y", "z")
E, PART = atom("e"), atom("part0", "y")
Y: Sorts = {"y": "Y"}
YZ: Sorts = {"y": "Y", "z": "Z"}


def setting(*goals: Fact) -> Setting:
    """p, q, f ≥ 0 with Σ_z f = 1; e ≥ 1; part0 = max(0, p − e·q)."""
    axioms = {
        "p": Fact(Y, P),
        "q": Fact(Y, Q),
        "f": Fact(YZ, F),
        "f sums": Fact(Y, F.over({"z": "Z"}) - number(1), "="),
        "e": Fact({}, E - number(1)),
        "part >= 0": Fact(Y, PART),
        "part above": Fact(Y, PART - P + E * Q),
        "whole": Fact({}, P.over(Y) - number(1), "="),
    }
    return Setting(axioms, {"part0": (Y, P - E * Q)}, goals)


def added(*steps: Any) -> Fact:
    """The fact of the last step, after those before it."""
    facts = Facts(setting())
    *_, last = [facts.add({"name": f"s{k}", **step}) for k, step in enumerate(steps)]
    return last


def same(fact: Fact, free: Sorts, expr: Sum, relation: str = ">=") -> bool:
    """Whether a fact says just that."""
    return (fact.free, fact.expr.terms, fact.relation) == (free, expr.terms, relation)


def lemma(claim: Sum, free: Sorts, *products: Any, **more: Any) -> dict[str, Any]:
    """A lemma step."""
    return {
        "by": "lemma",
        "free": dict(free),
        "claim": write(claim),
        "products": [list(each) for each in products],
        **more,
    }


def refused(*steps: Any) -> str:
    """Why the last of some steps is refused."""
    with pytest.raises(RefusedError) as refusal:
        added(*steps)
    return str(refusal.value)


# ---------------------------------------------------------------- lemma

MAPPED = lemma(F * P, YZ, ["1", ["f", "p"]])


def test_a_lemma_is_a_combination_of_products() -> None:
    """2·f·p + q·(e − 1)/3 ≥ 0 from p, q, f ≥ 0 and e ≥ 1; more index variables may be free."""
    claim = (F * P).scaled(number(2).terms[(), ()]) + (Q * E - Q)
    step = lemma(claim, YZ, ["2", ["f", "p"]], ["1", ["q", "e"]])
    assert same(added(step), YZ, claim)
    assert same(added(lemma(number(0), Y)), Y, number(0))


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("identity", lemma(F * P - Q, YZ, ["1", ["f", "p"]])),
        ("identity", lemma(F * P, YZ, ["1/2", ["f", "p"]])),
        ("identity", lemma(F * P, YZ, ["1", ["f", "q"]])),
        ("identity", lemma(F * P, YZ)),
        ("negative", lemma(-P, Y, ["-1", ["p"]])),
        ("not have", lemma(F.over(Y) - F.over(Y), {}, ["0", ["f"]])),
        ("not free", lemma(P, {}, ["1", ["p"]])),
        ("not have", lemma(P, {"y": "Z"}, ["1", ["p"]])),
        ("only a fact = 0", lemma(-P, Y, multiples=[[write(number(-1)), "p"]])),
        ("equation", lemma(P, Y, ["1", ["p"]], relation="=")),
        ("> 0", lemma(P, Y, ["1", ["p"]], relation=">")),
        ("> 0", lemma(P, Y, ["1", ["p"]], ["0", []], relation=">")),
        ("no such relation", lemma(P, Y, ["1", ["p"]], relation="<=")),
        ("nobody", lemma(P, Y, ["1", ["nobody"]])),
        ("coefficient", lemma(P, Y, [1, ["p"]])),
        ("coefficient", lemma(P, Y, ["1.0", ["p"]])),
        ("coefficient", lemma(P, Y, ["1/0", ["p"]]) | {"claim": [["1/0x", [], []]]}),
        ("divided by zero", lemma(P, Y, ["1/00", ["p"]])),
        ("bound variable", lemma(P, {**Y, "%0": "Z"}, ["1", ["p"]])),
        ("not texts", lemma(P, {"y": 0}, ["1", ["p"]])),  # type: ignore[dict-item]  # malformed
    ],
)
def test_what_is_no_lemma(why: str, step: dict[str, Any]) -> None:
    """A false identity, a negative coefficient, an inequality as an equation, a wrong index, …"""
    assert why in refused(step)


def test_an_equation_may_be_multiplied_by_anything() -> None:
    """(−q)·(Σ_z f − 1) = 0, and it may be added to a combination of inequalities."""
    times = -Q * (F.over({"z": "Z"}) - number(1))
    equation = [write(-Q), "f sums"]
    step = lemma(times, Y, relation="=", multiples=[equation])
    assert same(added(step), Y, times, "=")
    assert same(added(lemma(times + P, Y, ["1", ["p"]], multiples=[equation])), Y, times + P)


def test_a_constant_makes_a_claim_strict() -> None:
    """e = 1 + (e − 1) > 0."""
    step = lemma(E, {}, ["1", []], ["1", ["e"]], relation=">")
    assert same(added(step), {}, E, ">")


# ---------------------------------------------------------------- instances

TWICE = {"y": "Y", "w": "Y"}


def test_an_instance_renames_free_variables_at_once() -> None:
    """p[y]·p[w] ≥ 0 from p[y] ≥ 0 at y and at w; exchanging two variables exchanges them."""
    product = P * atom("p", "w")
    step = lemma(product, TWICE, ["1", ["p", ["p", {"y": "w"}]]])
    assert same(added(step), TWICE, product)
    pair = lemma(P * atom("q", "w"), TWICE, ["1", ["p", ["q", {"y": "w"}]]])
    other = lemma(atom("p", "w") * Q, TWICE, ["1", [["s0", {"y": "w", "w": "y"}]]])
    assert same(added(pair, other), TWICE, atom("p", "w") * Q)
    square = lemma(P * Q, Y, ["1", [["s0", {"w": "y"}]]])
    assert same(added(pair, square), Y, P * Q)


@pytest.mark.parametrize(
    ("why", "reference"),
    [
        ("not free in", ["p", {"w": "y"}]),
        ("two sorts", ["f", {"z": "y"}]),
        ("no name", ["f", {"y": 0}]),
        ("no name", ["p", {"y": "%0"}]),
        ("no name", ["p", {"y": "у"}]),  # a letter of another alphabet that looks the same
        ("list of two", ["p"]),
        ("list of two", {"p": 0, "y": 0}),  # its keys would be taken for a name and a renaming
        ("a renaming", ["p", ["y", "w"]]),
        ("", ["nobody", {}]),
        ("", [["p"], {}]),
        ("", None),
    ],
)
def test_what_is_no_instance(why: str, reference: Any) -> None:
    """A variable that is not free, one that would run over two sets, a bound one, no reference."""
    assert why in refused(lemma(number(0), YZ, ["0", [reference]]))


# ---------------------------------------------------------------- sum

SUMMED = {"by": "sum", "of": "s0", "over": ["y"]}


def test_a_sum_runs_over_free_variables() -> None:
    """Σ_y f·p ≥ 0 for all z; the size of a set counts; equations stay equations; > becomes ≥."""
    assert same(added(MAPPED, SUMMED), {"z": "Z"}, (F * P).over(Y))
    both = {**SUMMED, "over": ["y", "z"]}
    assert same(added(MAPPED, both), {}, (F * P).over(YZ))
    plain = lemma(number(1), YZ, ["1", []], relation=">")
    assert same(added(plain, SUMMED), {"z": "Z"}, number(1).over(Y))
    whole = {"by": "sum", "of": "f sums", "over": ["y"]}
    assert same(added(whole), {}, F.over(YZ) - number(1).over(Y), "=")


@pytest.mark.parametrize("over", [[], ["w"], ["%0"], ["y", "w"], None, 0, {"w": "y"}, [["y"]]])
def test_what_is_no_sum(over: Any) -> None:
    """Over nothing, over a variable that is not free, over what is no list."""
    assert refused(MAPPED, {**SUMMED, "over": over})


APART = Setting(
    {"on Y": Fact(Y, -P), "on Z": Fact({"z": "Z"}, atom("p", "z") - number(1))},
    {},
    (Fact({}, -number(1).over({"a": "Y", "b": "Y", "z": "Z"})),),
)
"""p ≤ 0 on one index set and p ≥ 1 on another: consistent, and the goal −|Y|²·|Z| ≥ 0 is false."""
LETTERS = {"ab": "Y", "a": "Y", "b": "Y"}


def forged(over: Any) -> list[dict[str, Any]]:
    """Steps to that goal, if a sum over "ab" drops the free variable ab beside a and b."""
    pair = {"a": "Y", "b": "Y"}
    below = -atom("p", "ab")
    above, minus = atom("p", "z") - number(1), -number(1).over(pair)
    return [
        {"name": "1", **lemma(below, LETTERS, ["1", [["on Y", {"y": "ab"}]]])},
        {"name": "2", "by": "sum", "of": "1", "over": over},
        {"name": "3", **lemma(above, {"z": "Z", **pair}, ["1", ["on Z"]])},
        {"name": "4", "by": "sum", "of": "3", "over": ["a", "b"]},
        {"name": "5", **lemma(minus, {"ab": "Z"}, ["1", ["2"]], ["1", [["4", {"z": "ab"}]]])},
        {"name": "6", "by": "sum", "of": "5", "over": ["ab"]},
    ]


def test_a_text_is_no_list_of_index_variables() -> None:
    """`"ab" in "ab"` made a variable free of its index set, and a false goal followed."""
    with pytest.raises(RefusedError, match="step 1: over is no list"):
        check(APART, forged("ab"))
    facts = Facts(APART)
    facts.add(forged(None)[0])
    assert facts.add({"name": "2", "by": "sum", "of": "1", "over": ["a", "b"]}).free == {"ab": "Y"}


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("twice", {**SUMMED, "over": ["y", "y"]}),
        ("reads no 'of '", {**SUMMED, "of ": "s0"}),
        ("reads no 'claim'", {**SUMMED, "claim": [["-1", [], []]]}),
        ("plain letters", {**SUMMED, "name": "ѕ0"}),  # a Cyrillic letter
        ("plain letters", {**SUMMED, "name": "s0\n"}),
        ("list of pairs", {**lemma(number(0), Y), "products": {"1p": 0}}),
        ("list of pairs", {**lemma(number(0), Y), "products": ["1p"]}),
        ("list of pairs", {**lemma(number(0), Y), "multiples": {"1p": 0}}),
        ("no list of facts", lemma(P, Y, ["1", "p"])),
        ("no list of facts", lemma(number(1), Y, ["1", {}])),
        ("a term is no list of 3", {**lemma(number(1), Y, ["1", []]), "claim": ["1ab"]}),
        ("an expression is no list", {**lemma(number(1), Y, ["1", []]), "claim": "abc"}),
        ("bound is no list", {**lemma(number(1), Y, ["1", []]), "claim": [["1", {}, []]]}),
        ("a monomial is no list", {**lemma(number(1), Y, ["1", []]), "claim": [["1", [], ""]]}),
        ("indices", {**lemma(P, Y, ["1", ["p"]]), "claim": [["1", [], [["p", "y", 1]]]]}),
        ("power", {**lemma(P, Y, ["1", ["p"]]), "claim": [["1", [], [["p", ["y"], True]]]]}),
        ("plain names", lemma(number(0), {"у": "Y"})),  # Cyrillic
        ("plain names", lemma(number(0), {"": "Y"})),
    ],
)
def test_what_python_would_let_pass_is_malformed(why: str, step: dict[str, Any]) -> None:
    """A text or a dictionary for a list, a key twice or too many, look-alikes, a bool for 1."""
    assert why in refused(MAPPED, step)


# ---------------------------------------------------------------- positive part

ZERO = lemma(F * PART, YZ, ["1", ["f", "part >= 0"]])
ABOVE = lemma(F * (PART - P + E * Q), YZ, ["1", ["f", "part above"]])
BIG = lemma(number(1) + PART, Y, ["1", []], ["1", ["part >= 0"]])
CASES = {"by": "positive-part", "part": "part0", "at": ["y"], "zero": "s0", "above": "s1"}


def test_a_positive_part_is_bounded_by_what_bounds_both_cases() -> None:
    """f·part ≥ 0 and f·part − f·a ≥ 0 give f·part − f·max(0, a) ≥ 0, here 0 ≥ 0."""
    step = {**CASES, "factor": write(F)}
    assert same(added(ZERO, ABOVE, step), YZ, F * PART - F * PART)


def test_the_factor_of_a_part_may_be_negative() -> None:
    """Y ≥ 0 and Y + a ≥ 0 give Y + max(0, a) ≥ 0."""
    low = lemma(P + Q * E, Y, ["1", ["p"]], ["1", ["q", "e"]], ["1", ["q"]])
    high = lemma(P.scaled(number(2).terms[(), ()]), Y, ["2", ["p"]])
    step = {**CASES, "factor": write(number(-1))}
    assert same(added(low, high, step), Y, P + Q * E + PART)


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("differ by", CASES),
        ("differ by", {**CASES, "factor": write(-F)}),
        ("differ by", {**CASES, "zero": "s1", "above": "s0", "factor": write(F)}),
        ("differ by", {**CASES, "above": "s0", "factor": write(F)}),
        ("above", {key: item for key, item in CASES.items() if key != "above"}),
        ("zero", {key: item for key, item in CASES.items() if key != "zero"}),
        ("part1", {**CASES, "part": "part1"}),
        ("not free", {**CASES, "at": ["z"]}),
        ("not free", {**CASES, "at": ["w"]}),
        ("shorter", {**CASES, "at": []}),
        ("longer", {**CASES, "at": ["y", "y"]}),
        ("index that is not free", {**CASES, "factor": write(atom("f", "w", "z"))}),
        ("different index", {**CASES, "above": "part above", "factor": write(F)}),
        ("not inequalities", {**CASES, "zero": "f sums", "above": "f sums"}),
    ],
)
def test_what_is_no_case_split(why: str, step: dict[str, Any]) -> None:
    """A case missing, exchanged, or of another fact; another part; a part at another index."""
    assert why in refused(ZERO, ABOVE, step)


# ---------------------------------------------------------------- cancel

STRICT = lemma(E, {}, ["1", []], ["1", ["e"]], relation=">")
TIMES = lemma(E * P, Y, ["1", ["e", "p"]], ["1", ["p"]])
CANCEL = {"by": "cancel", "free": dict(Y), "claim": write(P), "of": "s1", "factor": "s0"}


def test_what_is_positive_may_be_cancelled() -> None:
    """e·p ≥ 0 and e > 0 give p ≥ 0; an equation stays one."""
    assert same(added(STRICT, TIMES, CANCEL), Y, P)
    whole = P.over(Y) - number(1)
    times = lemma(E * whole, {}, multiples=[[write(E), "whole"]], relation="=")
    equation = {**CANCEL, "free": {}, "claim": write(whole), "relation": "="}
    assert same(added(STRICT, times, equation), {}, whole, "=")


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("not c > 0", {**CANCEL, "factor": "e"}),
        ("not c > 0", {**CANCEL, "factor": "s1"}),
        ("not c > 0", {**CANCEL, "relation": ">"}),
        ("not c > 0", {**CANCEL, "relation": "="}),
        ("not c·A", {**CANCEL, "claim": write(Q)}),
        ("not c·A", {**CANCEL, "claim": write(-P)}),
        ("not c·A", {**CANCEL, "of": "p"}),
        ("other index", {**CANCEL, "free": dict(YZ)}),
        ("other index", {**CANCEL, "free": {"y": "Z"}}),
        ("not free", {**CANCEL, "free": {}}),
        ("factor", {key: item for key, item in CANCEL.items() if key != "factor"}),
    ],
)
def test_what_may_not_be_cancelled(why: str, step: dict[str, Any]) -> None:
    """A factor that is only ≥ 0, a product that is another, other index variables."""
    assert why in refused(STRICT, TIMES, step)


@pytest.mark.parametrize("relation", [">", ">="])
def test_an_equation_cancels_to_an_equation_only(relation: str) -> None:
    """c·A = 0 and c > 0 do not make A > 0: the claim has the relation of the product."""
    whole = P.over(Y) - number(1)
    times = lemma(E * whole, {}, multiples=[[write(E), "whole"]], relation="=")
    step = {**CANCEL, "free": {}, "claim": write(whole), "relation": relation}
    assert "not c > 0" in refused(STRICT, times, step)


# ---------------------------------------------------------------- cases

SQUARE = E * E - E
"""e² − e ≥ 0 for e ≥ 1, shown in two ways."""

IN_POSITIVE = {"name": "in", **lemma(SQUARE, {}, ["1", ["e", "s0, positive"]], ["1", ["e"]])}
IN_ZERO = {
    "name": "in",
    **lemma(SQUARE, {}, multiples=[[write(E), "s0, zero"]], relation=">="),
}
BY_CASES = {
    "by": "cases",
    "on": "e",
    "free": {},
    "claim": write(SQUARE),
    "positive": [IN_POSITIVE],
    "zero": [IN_ZERO],
}


def test_what_holds_in_both_cases_holds() -> None:
    """e − 1 > 0 and e − 1 = 0 each give e² − e ≥ 0."""
    assert same(added(BY_CASES), {}, SQUARE)


@pytest.mark.parametrize(
    ("why", "step"),
    [
        ("branch positive", {**BY_CASES, "positive": []}),
        ("branch zero", {**BY_CASES, "zero": []}),
        ("s0, zero", {**BY_CASES, "positive": [IN_ZERO]}),
        ("s0, positive", {**BY_CASES, "zero": [IN_POSITIVE]}),
        ("zero", {key: item for key, item in BY_CASES.items() if key != "zero"}),
        ("no list", {**BY_CASES, "zero": (IN_ZERO,)}),
        ("c ≥ 0", {**BY_CASES, "on": "whole"}),
        ("c ≥ 0", {**BY_CASES, "on": "p"}),
        ("branch positive", {**BY_CASES, "claim": write(SQUARE - number(1))}),
        ("branch positive", {**BY_CASES, "relation": ">"}),
        ("branch positive", {**BY_CASES, "free": dict(Y)}),
        ("name", {**BY_CASES, "positive": [{**IN_POSITIVE, "name": "e"}]}),
    ],
)
def test_what_is_not_shown_in_both_cases(why: str, step: dict[str, Any]) -> None:
    """A case missing or empty, one for the other, cases of what is no number ≥ 0."""
    assert why in refused(step)


def test_what_a_branch_shows_stays_in_it() -> None:
    """Neither a branch's facts nor what it assumes can be used after it."""
    for name in ("in", "s0, positive", "s0, zero"):
        assert name in refused(BY_CASES, lemma(SQUARE, {}, ["1", [name]]))


def test_cases_within_cases_end() -> None:
    """However deep a document nests them, the kernel refuses in time."""
    step: dict[str, Any] = IN_POSITIVE
    for level in range(2000):
        step = {**BY_CASES, "name": f"d{level}", "positive": [step], "zero": [step]}
    assert "deep" in refused(step)


# ---------------------------------------------------------------- proofs

GOAL = Fact({"z": "Z"}, (F * P).over(Y))
PROOF = [{"name": "a", **MAPPED}, {"name": "b", **SUMMED, "of": "a"}]


def test_a_proof_reaches_every_goal() -> None:
    """Accepted with its goal; refused without steps, with another goal, with a goal more."""
    check(setting(GOAL), PROOF)
    check(setting(GOAL, GOAL), PROOF)
    check(setting(Fact(Y, P)), [])
    for goals in (
        (),
        (GOAL, Fact({}, number(-1))),
        (Fact({"z": "Z"}, GOAL.expr, ">"),),
        (Fact({"z": "Y"}, GOAL.expr),),
        (Fact({}, GOAL.expr),),
        (Fact({"z": "Z"}, GOAL.expr - number(1)),),
    ):
        with pytest.raises(RefusedError, match="goal"):
            check(setting(*goals), PROOF)


@pytest.mark.parametrize(
    ("why", "steps"),
    [
        ("step 0", PROOF[::-1]),
        ("step 1: the name", [PROOF[0], PROOF[0]]),
        ("step 0: the name", [{**PROOF[0], "name": "p"}]),
        ("step 0: a step has no name", [{**PROOF[0], "name": 0}]),
        ("step 0: there is no such rule", [{**PROOF[0], "by": "trust"}]),
        ("step 0: a step has no name", ["a"]),
        ("step 0", [{"by": "lemma"}]),
        ("a proof is a list", tuple(PROOF)),
        ("a proof is a list", {"0": PROOF[0]}),
        ("a proof is a list", None),
    ],
)
def test_what_is_no_proof(why: str, steps: Any) -> None:
    """A fact used before it is proved, a name taken, no rule, no list."""
    with pytest.raises(RefusedError, match=why):
        check(setting(GOAL), steps)


def test_an_expression_that_grows_too_large_is_refused() -> None:
    """Sums over very many variables, and products of very many terms, stop at a limit."""
    many = {f"v{k}": "Y" for k in range(12)}
    wide = [["1", [[v, s] for v, s in many.items()], [["p", [v], 1] for v in many]]]
    assert "too many sums" in refused({**MAPPED, "claim": wide})
    long = [[str(k + 1), [], [[f"a{k}", [], 1]]] for k in range(300)]
    claim = {"by": "lemma", "free": {}, "claim": long, "relation": "="}
    product = {**claim, "multiples": [[long, ["whole", {}]], [long, "whole"]]}
    assert refused(product)
    assert "small power" in refused({**MAPPED, "claim": [["1", [], [["e", [], 10**9]]]]})
    assert "coefficient" in refused({**MAPPED, "claim": [["1" * 500, [], []]]})
