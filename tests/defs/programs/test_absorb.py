"""Absorption: against hand-worked chains, and random ones by repeated multiplication."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.programs.absorb import Row, absorbed


def test_a_rejection_loop() -> None:
    """Accept a with 1/4, b with 1/4, else again: a half each."""
    rows: list[Row] = [{1: fmpq(1)}, {"a": fmpq(1, 4), "b": fmpq(1, 4), 1: fmpq(1, 2)}]
    assert absorbed(rows) == {"a": fmpq(1, 2), "b": fmpq(1, 2)}


def test_a_loop_with_powers_of_e() -> None:
    p = parse("exp(-1)")
    rows: list[Row] = [{1: fmpq(1)}, {"a": p * p, 1: 1 - p}]
    assert Value(absorbed(rows)["a"]) == p


def test_a_loop_that_never_ends() -> None:
    rows: list[Row] = [{1: fmpq(1)}, {2: fmpq(1)}, {1: fmpq(1)}]
    with pytest.raises(ProgramError, match="never ends"):
        absorbed(rows)


def test_what_is_missing_stays_missing() -> None:
    rows: list[Row] = [{1: fmpq(1, 2)}, {"a": fmpq(1, 2), 1: fmpq(1, 4)}]
    assert absorbed(rows) == {"a": fmpq(1, 3)}


@st.composite
def chains(draw: Any) -> list[Row]:
    """Up to five states; each ends with probability at least 1/10."""
    n = draw(st.integers(1, 5))
    rows: list[Row] = []
    for _ in range(n):
        weights = draw(st.lists(st.integers(0, 5), min_size=n + 1, max_size=n + 1))
        whole = sum(weights) + 3
        row: Row = {j: fmpq(w, whole) for j, w in enumerate(weights[:n]) if w and j}
        row["a"] = fmpq(weights[n] + 1, whole)
        row["b"] = fmpq(2, whole)
        rows.append(row)
    return rows


@given(chains())
def test_against_walking_the_chain(rows: list[Row]) -> None:
    """Five hundred steps in floats."""
    now = {0: 1.0}
    ends = {"a": 0.0, "b": 0.0}
    for _ in range(500):
        after: dict[int, float] = {}
        for state, mass in now.items():
            for target, share in rows[state].items():
                part = mass * float(share.p) / float(share.q)
                if isinstance(target, int):
                    after[target] = after.get(target, 0.0) + part
                else:
                    ends[target] += part
        now = after
    found = absorbed(rows)
    for label, mass in ends.items():
        assert float(found[label].p) / float(found[label].q) == pytest.approx(mass, abs=1e-9)
