"""Statements about n, taken apart: n + 1 in the place of n, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.algebras import ExactAlgebra
from dpverify.proofs.expressions import Kind, evaluate
from dpverify.proofs.induction import NEXT, SO_FAR, SUM, induction
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

FOLD = entry("dp.n-fold-composition.approx").statement
PATH = entry("dp.group-privacy.approx").statement
SERIES = "sum(exp(i*eps),i,{n})"
TEXTS: dict[str, tuple[Statement, Kind]] = {
    "{n}*eps": (FOLD, "loss"),
    "{n}*eps+eps": (FOLD, "loss"),
    "{n}*delta": (FOLD, "value"),
    "min(1,delta*" + SERIES + ")": (PATH, "value"),
    "max({n}*delta,delta)*" + SERIES + "/3": (PATH, "value"),
    "2*delta*" + SERIES + "+{n}*delta*delta": (PATH, "value"),
}


def _taken_apart(statement: Statement, text: str, kind: Kind) -> tuple[str, str, str, str]:
    """The name of n, and the expression at 1, at n and at n + 1."""
    count = "times" if statement is FOLD else "steps"
    name = "eps" if kind == "loss" else "delta"
    plain = {"eps": "0", "delta": "0", name: text.format(n=count)}
    both = induction(replace(statement, conclusion=Claim("N", "approx-dp", plain)))
    assert both is not None
    (so_far,) = (claim for claim in both.step.assumed if claim.of in ("N", SO_FAR))
    first, after = both.base.concluded[0], both.step.concluded[0]
    assert after.of == NEXT
    return count, first.given[name], so_far.given[name], after.given[name]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_step_is_at_one_more(text: str, n: int) -> None:
    """At every n: the expression of the step is the registered one at n, or at n + 1."""
    statement, kind = TEXTS[text]
    count, first, so_far, after = _taken_apart(statement, text, kind)
    known = {"eps": ln(Value(Fraction(3, 2))), "delta": Value(Fraction(1, 7))}

    def registered(number: int) -> object:
        return evaluate(text.format(n=count), kind, ExactAlgebra(known), {count: number})

    series = evaluate(SERIES.format(n=count), "value", ExactAlgebra(known), {count: n})
    made = ExactAlgebra({**known, count: Value(n), SUM: series})
    assert evaluate(first, kind, ExactAlgebra(known)) == registered(1)
    assert evaluate(so_far, kind, made) == registered(n)
    assert evaluate(after, kind, made) == registered(n + 1)


@pytest.mark.parametrize(
    "text",
    [
        "{n}*({n}*delta)",
        "delta*{n}",
        "{n}+delta",
        "sum({n}*delta,i,{n})",
        SERIES + "+sum(delta,i,{n})",
        "sum(exp(exp*eps),exp,{n})",
        "delta/{n}",
    ],
)
def test_other_expressions_in_n_are_refused(text: str) -> None:
    """What is not n·X or one sum over i < n is not taken apart."""
    with pytest.raises(Undecided) as stop:
        _taken_apart(PATH, text, "value")
    assert stop.value.code == "unsupported"


def _hypothesis_with_n(statement: Statement) -> Statement:
    (claim,) = statement.assumed
    return replace(
        statement, hypotheses=(replace(claim, given={**claim.given, "eps": "times*eps"}),)
    )


def _about_one(statement: Statement) -> Statement:
    (claim,) = statement.assumed
    return replace(statement, hypotheses=(replace(claim, of="M1"),))


def _other_ends(statement: Statement) -> Statement:
    fixed = statement.objects["s"]
    assert isinstance(fixed, FixedChannel)
    other = replace(fixed, build=lambda shape: fixed.build({"steps": shape["steps"]}))
    return replace(statement, objects={**statement.objects, "s": other})


def _other_neighbours(statement: Statement) -> Statement:
    given = statement.objects["M"]
    assert isinstance(given, AnyChannel)
    related = replace(given, neighbours="all")
    return replace(statement, objects={**statement.objects, "M": related})


def _other_fold(statement: Statement) -> Statement:
    return replace(statement, derived={"N": {"fold": ["product", "M1"]}})


def _named_like_the_step(statement: Statement) -> Statement:
    (given,) = statement.objects.values()
    (claim,) = statement.assumed
    return replace(
        statement,
        objects={SO_FAR: given},
        derived={"N": {"fold": ["product", f"{SO_FAR}*"]}},
        hypotheses=(replace(claim, of=f"{SO_FAR}*"),),
    )


def _other_product(statement: Statement) -> Statement:
    return replace(statement, derived={"N": {"fold": ["adaptive", "M*"]}})


def _number_named(statement: Statement) -> Statement:
    return replace(statement, parameters={**statement.parameters, SUM: "value"})


def _swapped(statement: Statement) -> Statement:
    return replace(statement, conclusion=replace(statement.concluded[0], swapped=True))


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        (FOLD, _hypothesis_with_n),
        (FOLD, _about_one),
        (FOLD, _other_fold),
        (FOLD, _swapped),
        (FOLD, _named_like_the_step),
        (FOLD, _other_product),
        (FOLD, _number_named),
        (PATH, _number_named),
        (PATH, _other_ends),
        (PATH, _other_neighbours),
    ],
)
def test_another_statement_about_n_is_refused(
    statement: Statement, changed: Callable[[Statement], Statement]
) -> None:
    """A step is made only of what is known to be a fold of copies, or the ends of a path."""
    with pytest.raises(Undecided) as stop:
        induction(changed(statement))
    assert stop.value.code == "unsupported"


TV = "total-variation-at-most"


def _in_all(statement: Statement, bound: str) -> Statement:
    """If each mechanism, or step, changes the law by at most δ + 1/1000, then all by this bound."""
    hypothesis = statement.hypotheses[0]
    assert isinstance(hypothesis, Claim)
    of = hypothesis.of  # M* of a fold
    conclusion = statement.conclusion
    assert isinstance(conclusion, Claim)
    return replace(
        statement,
        parameters={"delta": "value"},
        hypotheses=(Claim(of, TV, {"bound": "delta+1/1000"}),),
        conclusion=Claim(conclusion.of, TV, {"bound": bound.format(n=_number(statement))}),
    )


def _number(statement: Statement) -> str:
    taken = induction(statement)
    assert taken is not None
    return taken.count


@pytest.mark.parametrize("statement", [FOLD, PATH])
@pytest.mark.parametrize(
    "bound",
    [
        # Of 30 mechanisms less than 0: e^29 is more than 10^12.
        "sum(delta+1/1000+(i+1-exp(i))/1000000,i,{n})",
        # exp(0) − 0 is 1, and not S − S = 0 for one number S: of two it is less by 2/10^6.
        "{n}*(delta+1/1000)+(2-{n}*2)/1000000*(exp(sum(0,i,{n}))-sum(0,i,{n}))",
        "{n}*(delta+1/1000)+1-exp(sum(0,i,{n}))",
    ],
)
def test_a_number_is_no_power_of_e(statement: Statement, bound: str) -> None:
    """In the step n, and a sum over i < n, are numbers: e^n is not n. The first two were proved."""
    with pytest.raises(Undecided) as stop:
        settings_of(_in_all(statement, bound))
    assert stop.value.code == "unsupported"


def test_what_a_sum_of_values_says_is_read() -> None:
    for statement in (FOLD, PATH):
        made = settings_of(_in_all(statement, "sum(delta+1/1000,i,{n})"))
        assert made.keys() == {"base", "step"}


def test_only_statements_about_n_are_taken_apart() -> None:
    """Of the library these entries are about n, true or false."""
    about = {each.id for each in entries() if _is_about_n(each.statement)}
    assert about == {
        "dp.group-privacy.additive-closeness",
        "dp.group-privacy.approx",
        "dp.group-privacy.approx.linear-delta",
        "dp.group-privacy.expected-loss",
        "dp.group-privacy.gaussian",
        "dp.group-privacy.pure",
        "dp.group-privacy.total-variation",
        "dp.n-fold-composition.approx",
        "dp.n-fold-composition.pure",
    }


def _is_about_n(statement: Statement) -> bool:
    """Whether it is taken apart; one with a power of n, such as e^(n·ε)·δ, is not."""
    try:
        return induction(statement) is not None
    except Undecided:
        return False
