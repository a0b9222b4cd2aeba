"""g-vulnerability."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import DomainError, NumberError
from dpverify.defs.qif import (
    bayes_vulnerability,
    g_vulnerability,
    posterior_bayes_vulnerability,
    posterior_g_vulnerability,
)
from tests.defs.qif.flows import RRM, Flow, flows, joint

Gain = list[list[Fraction]]


@st.composite
def gains(draw: st.DrawFn, inputs: int) -> Gain:
    """One to three guesses, gains of either sign."""
    number = st.fractions(-2, 2, max_denominator=4)
    rows = st.lists(st.lists(number, min_size=inputs, max_size=inputs), min_size=1, max_size=3)
    return draw(rows)


@given(st.data(), flows())
def test_it_is_the_best_of_all_strategies(data: st.DataObject, flow: Flow) -> None:
    """Brute force: every map from outputs to guesses, its expected gain."""
    gain, table = data.draw(gains(len(flow[1]))), joint(flow)
    best = max(
        sum(
            (table[x][y] * gain[w][x] for y, w in enumerate(chosen) for x in range(len(table))),
            Fraction(0),
        )
        for chosen in product(range(len(gain)), repeat=len(table[0]))
    )
    assert posterior_g_vulnerability(flow[0], gain, flow[1]) == best
    assert g_vulnerability(flow[1], gain) == max(
        sum((p * g for p, g in zip(flow[1], row, strict=True)), Fraction(0)) for row in gain
    )


@given(flows())
def test_the_identity_gives_bayes_vulnerability(flow: Flow) -> None:
    """One guess per input, worth 1 where it is right."""
    n = len(flow[1])
    identity = [[int(w == x) for x in range(n)] for w in range(n)]
    assert posterior_g_vulnerability(flow[0], identity, flow[1]) == posterior_bayes_vulnerability(
        *flow
    )
    assert g_vulnerability(flow[1], identity) == bayes_vulnerability(flow[1])


@pytest.mark.parametrize(
    ("gain", "error", "message"),
    [
        ([], DomainError, "the gain matrix has no row; give at least one guess"),
        ([[1, 0], [1]], DomainError, "row 2 of the gain matrix has 1 entries for 2 inputs"),
        ([[1, 0.5]], NumberError, "0.5 is a Python float"),
    ],
)
def test_what_is_no_gain_matrix_is_refused(
    gain: object, error: type[Exception], message: str
) -> None:
    """One line that names the fault."""
    with pytest.raises(error, match=message):
        posterior_g_vulnerability(RRM, gain)
