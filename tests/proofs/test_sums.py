"""Expressions with finite sums: identities hold for all sizes, checked at concrete ones."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.proofs.sums import Sum, TooLargeError, atom, number, read, write

SIZES = {"O": 2, "Z": 3}
SORTS = {"p": ("O",), "q": ("O",), "w": ("O", "Z"), "e": ()}

Table = Mapping[tuple[str, tuple[int, ...]], Fraction]


def value(expression: Sum, table: Table, at: Mapping[str, int] | None = None) -> Fraction:
    """The number at concrete sizes and atoms, by plain loops: the oracle."""
    result = Fraction(0)
    for (bound, monomial), coefficient in expression.terms.items():
        for choice in product(*(range(SIZES[sort]) for _, sort in bound)):
            places = {**(at or {}), **dict(zip((v for v, _ in bound), choice, strict=True))}
            factors = (table[n, tuple(places[v] for v in ix)] ** k for (n, ix), k in monomial)
            result += Fraction(int(coefficient.p), int(coefficient.q)) * prod(factors)
    return result


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Values for every atom."""
    numbers = st.fractions(min_value=-3, max_value=3, max_denominator=4)
    return {
        (name, places): draw(numbers)
        for name, sorts in SORTS.items()
        for places in product(*(range(SIZES[sort]) for sort in sorts))
    }


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> Sum:
    """Closed expressions: sums, products and constants."""
    if depth == 0 or draw(st.booleans()):
        return draw(
            st.sampled_from(
                [
                    number(2),
                    atom("e"),
                    atom("p", "o").over({"o": "O"}),
                    (atom("p", "o") * atom("w", "o", "z")).over({"o": "O", "z": "Z"}),
                    (atom("q", "o") * atom("p", "o")).over({"o": "O"}),
                    number(1).over({"o": "O"}),
                ]
            )
        )
    a, b = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    return draw(st.sampled_from([a + b, a - b, a * b]))


@given(expressions(), expressions(), tables())
def test_operations_are_those_of_numbers(a: Sum, b: Sum, table: Table) -> None:
    """+, − and · of expressions are those of their values; the size of a set is not lost."""
    x, y = value(a, table), value(b, table)
    assert value(a + b, table) == x + y
    assert value(a - b, table) == x - y
    assert value(a * b, table) == x * y


@given(expressions(), expressions())
def test_operations_leave_the_normal_form(a: Sum, b: Sum) -> None:
    """Addition renames no variable, so every operation has to give the smallest spelling."""
    for expression in (a, a + b, a - b, a * b, read(write(a))):
        for bound, monomial in expression.terms:
            variables, sorts = [v for v, _ in bound], dict(bound)
            for order in permutations(variables):
                names = dict(zip(variables, order, strict=True))
                if any(sorts[v] != sorts[w] for v, w in names.items()):
                    continue  # the name of a variable tells its sort
                spelled = sorted(
                    ((n, tuple(names.get(v, v) for v in ix)), k) for (n, ix), k in monomial
                )
                assert tuple(spelled) >= monomial


@given(expressions())
def test_json_round_trip(a: Sum) -> None:
    """read ∘ write is the identity on normal forms."""
    assert read(write(a)).terms == a.terms


def test_the_name_of_a_bound_variable_does_not_matter() -> None:
    """Σ_o p[o] = Σ_i p[i], and the order of sums does not matter."""
    w = atom("w", "o", "z")
    assert w.over({"o": "O"}).over({"z": "Z"}).terms == w.over({"z": "Z"}).over({"o": "O"}).terms
    p, q = atom("p", "i").over({"i": "O"}), atom("q", "o").over({"o": "O"})
    assert (p * q).terms == (q * p).terms
    square = p * p
    two = (atom("p", "a") * atom("p", "b")).over({"b": "O", "a": "O"})
    assert square.terms == two.terms
    assert square.terms != (atom("p", "a") * atom("p", "a")).over({"a": "O"}).terms


def test_free_and_bound_variables_are_apart() -> None:
    """No capture: Σ_o p[o]·q[i] with i renamed to o keeps its meaning."""
    made = (atom("p", "o").over({"o": "O"}) * atom("q", "i")).renamed({"i": "o"})
    assert made.free() == {"o"}
    assert made.terms == (atom("p", "k").over({"k": "O"}) * atom("q", "o")).terms
    with pytest.raises(ValueError, match="bound"):
        made.renamed({"%0": "o"})


@pytest.mark.parametrize(
    "given_form",
    [
        None,
        {},
        [["1"]],
        [[1, [], []]],
        [["1/0", [], []]],
        [["0.5", [], []]],
        [["1", [["%0", "O"]], []]],
        [["1", [["o", "O"], ["o", "O"]], []]],
        [["1", [], [["p", ["%0"], 1]]]],
        [["1", [], [["p", ["o"], 0]]]],
        [["1", [], [["p", ["o"], True]]]],
        [["1", [], [["p", ["o"], 99]]]],
        [["1", [], [[3, ["o"], 1]]]],
        [["9" * 500, [], []]],
    ],
)
def test_malformed_forms_are_refused(given_form: object) -> None:
    """Nothing but terms of coefficients, sums and powers is read."""
    with pytest.raises((ValueError, TypeError)):
        read(given_form)


def test_expressions_have_a_limit() -> None:
    """Eight sums over one set in one term would mean 40,320 spellings: refused."""
    p = atom("p", "o").over({"o": "O"})
    with pytest.raises(TooLargeError):
        _ = p * p * p * p * p * p * p * p
