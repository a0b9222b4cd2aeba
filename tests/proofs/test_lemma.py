"""Certificates: what is found proves the claim, and a linear program in floats decides nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpverify.proofs.kernel import Fact, Facts, RefusedError, Setting
from dpverify.proofs.lemma import Certificate, Reference, certificate, products_up_to
from dpverify.proofs.sums import Sum, atom, number, write

P, Q, R, S, W = (atom(name) for name in "pqrsw")
E, E1, E2 = atom("e"), atom("e1"), atom("e2")
AXIOMS = {
    "p": P,
    "q": Q,
    "r": R,
    "s": S,
    "w": W,
    "w <= 1": number(1) - W,
    "e": E - number(1),
    "e1": E1 - number(1),
    "e2": E2 - number(1),
    "large": P - E * Q,
    "p <= e1 q": E1 * Q - P,
    "r >= e2 s": R - E2 * S,
    "(1-(e+1)p)^2": (number(1) - (E + number(1)) * P) * (number(1) - (E + number(1)) * P),
}
FACTS = {name: Fact({}, expr) for name, expr in AXIOMS.items()}
FACTS["r + s = 1"] = Fact({}, R + S - number(1), "=")


def found(
    claim: Sum, using: Sequence[str], degree: int = 2, equations: Sequence[str] = ()
) -> Certificate | None:
    """What is found from the facts above."""
    multiples = [(number(1), name) for name in equations]
    return certificate(claim, _fact, products_up_to(using, degree), multiples)


def _fact(reference: Reference) -> Fact:
    assert isinstance(reference, str)
    return FACTS[reference]


def total(made: Certificate, facts: Mapping[str, Fact] = FACTS) -> Sum:
    """What a certificate adds up to, by hand."""
    result = number(0)
    for c, names in made[0]:
        assert c > 0
        term = number(c)
        for name in names:
            assert isinstance(name, str)
            term = term * facts[name].expr
        result = result + term
    for c, (factor, name) in made[1]:
        assert isinstance(name, str)
        result = result + factor.scaled(c) * facts[name].expr
    return result


TRUE: dict[str, tuple[Sum, tuple[str, ...], int]] = {
    # w(p − eq) ≤ p − eq, where the part is positive
    "post-processing": ((number(1) - W) * (P - E * Q), ("large", "w <= 1"), 2),
    # p·r − e1·e2·q·s ≤ p(r − e2 s), where r ≥ e2 s and p ≤ e1 q
    "composition": (P * (R - E2 * S) - P * R + E1 * E2 * Q * S, ("p <= e1 q", "s", "e2"), 3),
    "worst prior": (
        (E - number(1)) * AXIOMS["(1-(e+1)p)^2"],
        ("e", "(1-(e+1)p)^2"),
        2,
    ),
    "a constant": (number(3), (), 0),
    "a tie": (E * E - number(1), ("e",), 2),
    "nothing": (number(0), ("p", "q"), 1),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_gets_a_certificate(name: str) -> None:
    """It adds up to the claim exactly, and the kernel accepts it as a lemma."""
    claim, using, degree = TRUE[name]
    made = found(claim, using, degree)
    if name == "nothing":
        assert made is None or total(made).terms == {}
        return
    assert made is not None
    assert total(made).terms == claim.terms
    step = {
        "name": "found",
        "by": "lemma",
        "free": {},
        "claim": write(claim),
        "products": [[str(c), list(names)] for c, names in made[0]],
    }
    assert Facts(Setting(FACTS, {}, ())).add(step).expr.terms == claim.terms


def test_equations_may_be_added_with_either_sign() -> None:
    """1 − r − s ≥ 0 and r + s − 1 ≥ 0 from r + s = 1."""
    for claim in (number(1) - R - S, R + S - number(1)):
        made = found(claim, (), 0, ["r + s = 1"])
        assert made is not None
        assert total(made).terms == claim.terms


@pytest.mark.parametrize(
    ("claim", "using"),
    [
        (-P, ("p", "q")),
        (P - Q, ("p", "q")),
        (number(-1), ("p", "e")),
        (number(1) - E, ("e",)),
        ((W - number(1)) * P, ("p", "w", "w <= 1")),
        (P - number(fmpq(1, 10**12)), ("p",)),
        (W * (number(1) - W) - number(fmpq(1, 4)), ("w", "w <= 1")),
        (atom("x"), ("p",)),
        # True, but by a square, which is not among the facts.
        (P * P - P - P + number(1), ("p",)),
    ],
)
def test_what_has_no_certificate_gets_none(claim: Sum, using: tuple[str, ...]) -> None:
    """A false claim, or one that needs other facts; also one that fails by very little."""
    assert found(claim, using, 3) is None


def test_products_are_all_of_small_degree() -> None:
    """1, a, b, a·a, a·b, b·b."""
    assert products_up_to(["a", "b"], 2) == [
        (), ("a",), ("b",), ("a", "a"), ("a", "b"), ("b", "b"),
    ]  # fmt: skip
    assert products_up_to([], 3) == [()]


# ---------------------------------------------------------------- the linear program proposes

Answer = Callable[[int], Any]


def pretending(patch: pytest.MonkeyPatch, answer: Answer) -> None:
    """A linear program that answers what it likes, for so many columns."""

    def linprog(cost: Sequence[float], **_: Any) -> Any:
        return SimpleNamespace(status=0, x=answer(len(cost)))

    fake = ModuleType("scipy.optimize")
    fake.linprog = linprog  # type: ignore[attr-defined]  # it stands for scipy's
    patch.setitem(sys.modules, "scipy.optimize", fake)


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: [1.0] * n,
        lambda n: [-1.0] * n,
        lambda n: [float("nan")] * n,
        lambda n: [0.0] * n,
        lambda n: [1e-3] + [0.0] * (n - 1),
        lambda n: [float("inf")] * n,
    ],
    ids=["all", "negative", "not numbers", "none", "one", "infinite"],
)
def test_a_wrong_support_leads_to_no_wrong_certificate(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the floats say, what is returned adds up exactly and has no negative number."""
    pretending(monkeypatch, answer)
    for claim, using, degree in TRUE.values():
        made = found(claim, using, degree)
        assert made is None or total(made).terms == claim.terms
    for claim in (-P, P - Q, number(-1)):
        assert found(claim, ("p", "q"), 2) is None


@given(st.lists(st.floats(-2, 2), min_size=6, max_size=6), st.integers(-2, 2), st.integers(-2, 2))
def test_noise_leads_to_no_wrong_certificate(noise: list[float], a: int, b: int) -> None:
    """Random supports for a·p + b·q: a certificate only where a, b ≥ 0."""
    claim = P.scaled(fmpq(a)) + Q.scaled(fmpq(b))
    with pytest.MonkeyPatch.context() as patch:
        pretending(patch, lambda n: noise[:n])
        made = found(claim, ("p", "q"), 2)
    if made is not None:
        assert min(a, b) >= 0
        assert total(made).terms == claim.terms


def test_the_solution_is_exact() -> None:
    """Coefficients with large denominators are rational numbers, not floats."""
    third = fmpq(10**30 + 1, 3 * 10**29 + 7)
    claim = P.scaled(third) + Q.scaled(1 / third)
    made = found(claim, ("p", "q"), 1)
    assert made is not None
    assert sorted(made[0]) == sorted([(third, ("p",)), (1 / third, ("q",))])


def test_a_certificate_that_is_changed_is_refused() -> None:
    """The kernel does not take the word of this module."""
    claim, using, degree = TRUE["composition"]
    made = found(claim, using, degree)
    assert made is not None
    for k in range(len(made[0])):
        products = [[str(c + (j == k)), list(names)] for j, (c, names) in enumerate(made[0])]
        step = {"name": "a", "by": "lemma", "free": {}, "claim": write(claim)}
        with pytest.raises(RefusedError, match="identity"):
            Facts(Setting(FACTS, {}, ())).add({**step, "products": products})
