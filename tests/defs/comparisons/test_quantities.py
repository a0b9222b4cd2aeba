"""Every quantity against an oracle of its own, written with Fractions and floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.defs.comparisons import COMPARISONS
from dpverify.defs.errors import Undecided
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import INFINITY, Loss, NumberError, Value, as_value, exp, ln

Law = tuple[Fraction, ...]
RR = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
LAWS = st.integers(1, 4).flatmap(
    lambda m: st.tuples(strategies.distributions(m), strategies.distributions(m))
)


def values(law: Law) -> list[Value]:
    """The law in the project's numbers."""
    return [Value(x) for x in law]


def events(p: Law, q: Law) -> list[tuple[Fraction, Fraction]]:
    """The probabilities of every event."""
    pairs = list(zip(p, q, strict=True))
    chosen = [e for k in range(len(pairs) + 1) for e in combinations(pairs, k)]
    return [
        (sum((a for a, _ in e), Fraction()), sum((b for _, b in e), Fraction())) for e in chosen
    ]


def kl(p: Law, q: Law) -> float:
    """The expected loss in floats."""
    return sum(
        float(a) * math.log(a / b) if b else math.inf for a, b in zip(p, q, strict=True) if a
    )


def renyi(p: Law, q: Law, alpha: int = 3) -> float:
    """The Rényi divergence in floats."""
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a]
    if any(not b for _, b in pairs):
        return math.inf
    return math.log(sum(a**alpha / b ** (alpha - 1) for a, b in pairs)) / (alpha - 1)


def ratio_range(p: Law, q: Law) -> float:
    """The largest quotient of two likelihood ratios, by all pairs of outputs."""
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
    if any(not a or not b for a, b in pairs):
        return math.inf
    return float(max(a * d / (b * c) for (a, b), (c, d) in product(pairs, repeat=2)))


def guesser(p: Law, q: Law, weight: Fraction, *, bayes: bool) -> Fraction:
    """The error, guess by guess."""
    error = Fraction()
    for a, b in zip(p, q, strict=True):
        says_first = weight * a > (1 - weight) * b if bayes else a > b
        error += (1 - weight) * b if says_first else weight * a
    return error


def first_risk(p: Law, q: Law) -> Fraction:
    """The probability under P of outputs whose likelihood ratio is not in [1/2, 2]."""
    return sum(
        (a for a, b in zip(p, q, strict=True) if a and (not b or not Fraction(1, 2) <= a / b <= 2)),
        Fraction(),
    )


THIRD = Fraction(1, 3)
ORACLES: dict[str, tuple[dict[str, object], Callable[[Law, Law], object]]] = {
    "total-variation": ({}, lambda p, q: max(a - b for a, b in events(p, q))),
    "hockey-stick": ({"odds": 2}, lambda p, q: max(a - 2 * b for a, b in events(p, q))),
    "largest-difference": (
        {},
        lambda p, q: max(abs(a - b) for a, b in zip(p, q, strict=True)),
    ),
    "largest-ratio": (
        {},
        lambda p, q: max(a / b if b else math.inf for a, b in events(p, q) if a),
    ),
    "ratio-range": ({}, ratio_range),
    "unmatched-mass": ({}, lambda p, q: sum(a for a, b in zip(p, q, strict=True) if not b)),
    "likelihood-guess-error": (
        {"weight": THIRD},
        lambda p, q: guesser(p, q, THIRD, bayes=False),
    ),
    "bayes-guess-error": ({"weight": THIRD}, lambda p, q: guesser(p, q, THIRD, bayes=True)),
    "expected-loss": ({}, kl),
    "renyi-divergence": ({"alpha": 3}, renyi),
    "first-risk": ({"odds": 2}, first_risk),
    "total-risk": ({"odds": 2}, lambda p, q: first_risk(p, q) + first_risk(q, p)),
}


def test_every_quantity_has_an_oracle() -> None:
    """Two comparisons for each quantity, and no quantity without an oracle."""
    assert {f"{name}-at-{end}" for name in ORACLES for end in ("most", "least")} == set(COMPARISONS)


@pytest.mark.parametrize("name", ORACLES)
@given(LAWS)
@settings(max_examples=60)
def test_the_measure_is_that_of_the_oracle(name: str, laws: tuple[Law, Law]) -> None:
    """Exactly where the oracle is exact, within 1e-9 where it is a float."""
    raw, oracle = ORACLES[name]
    given_ = {key: Value(value) for key, value in raw.items()}  # type: ignore[arg-type]
    found = COMPARISONS[f"{name}-at-most"].quantity.measure(
        values(laws[0]), values(laws[1]), given_
    )
    wanted = oracle(*laws)
    if isinstance(wanted, float):
        assert found.approx() == pytest.approx(wanted, abs=1e-9)
    else:
        assert found == wanted


WITHOUT_FORM = {"expected-loss", "renyi-divergence"}
FORMS = [name for name, c in COMPARISONS.items() if c.quantity.name not in WITHOUT_FORM]


@pytest.mark.parametrize(
    "name", sorted({*FORMS} - {"largest-ratio-at-least", "ratio-range-at-least"})
)
@given(LAWS, strategies.probabilities(), strategies.probabilities(), st.integers(1, 3))
@settings(max_examples=60)
def test_the_form_says_what_the_sides_say(
    name: str, laws: tuple[Law, Law], bound: Fraction, weight: Fraction, over: int
) -> None:
    """A form without division agrees with the exact inequality, also over a denominator."""
    compared = COMPARISONS[name]
    more = {"weight": Value(weight), "odds": Value(2), "alpha": Value(2)}
    rest = {key: more[key] for key in compared.quantity.parameters}
    p, q = map(values, laws)
    left, right = compared.sides(p, q, compared.given({**rest, "bound": Value(bound) / over}))
    terms = {**rest, "bound": Value(bound), "over": Value(over)}
    assert compared.form(p, q, terms, EXACT) == (left <= right)


def test_what_has_no_form_says_so() -> None:
    """Logarithms, and quotients from below, are unsupported rather than wrong."""
    laws, terms = ([Value(1)], [Value(1)]), {"bound": Value(1), "alpha": Value(2)}
    for name in WITHOUT_FORM:
        with pytest.raises(Undecided) as open_question:
            COMPARISONS[f"{name}-at-most"].form(*laws, terms, EXACT)
        assert open_question.value.code == "unsupported"


def test_infinite_quantities() -> None:
    """Where Q(o) = 0 < P(o)."""
    p, q = values((Fraction(1), Fraction(0))), values((Fraction(0), Fraction(1)))
    for name in ("largest-ratio", "ratio-range", "expected-loss"):
        assert COMPARISONS[f"{name}-at-most"].quantity.measure(p, q, {}) == INFINITY
    assert COMPARISONS["renyi-divergence-at-most"].sides(
        p, q, {"alpha": Value(2), "bound": Value(1)}
    ) == (INFINITY, Value(1))


def test_the_boundary_is_decided_exactly() -> None:
    """Randomised response attains ε·tanh(ε/2), at ε = ln 3 and at ε = 1/2."""
    compared = COMPARISONS["expected-loss-at-least"]
    left, right = compared.sides(values(RR[0]), values(RR[1]), {"bound": ln(3) / 2})
    assert left == right
    odds = exp("1/2")
    weights = [as_value(odds / (odds + 1)), as_value(1 / (odds + 1))]
    bound = (odds - 1) / (odds + 1) / 2
    assert compared.sides(weights, weights[::-1], {"bound": bound})[1] == bound


@pytest.mark.parametrize(
    ("name", "given_"),
    [
        ("total-variation-at-most", {}),
        ("total-variation-at-most", {"bound": Value(1), "weight": Value(1)}),
        ("total-variation-at-most", {"bound": INFINITY}),
        ("bayes-guess-error-at-most", {"bound": Value(1), "weight": Value(2)}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(1)}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(Fraction(5, 2))}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Loss(2)}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(65)}),
    ],
)
def test_what_does_not_belong_is_refused(name: str, given_: dict[str, Value]) -> None:
    """Missing, unknown and out-of-range parameters, in one line that names the comparison."""
    with pytest.raises(NumberError) as refusal:
        COMPARISONS[name].given(given_)
    assert "\n" not in str(refusal.value)
