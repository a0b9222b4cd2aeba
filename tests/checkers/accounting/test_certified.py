"""Exponentials and tails of arrays lie within their proved errors."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, ctx

from dpverify.checkers.accounting.certified import (
    EXPONENTIAL_ERROR,
    TAIL_ERROR,
    exponential,
    exponential_less_one,
    tail,
)
from dpverify.defs.errors import Undecided

POINTS = 4_000


@pytest.fixture(autouse=True)
def precise() -> object:
    """Balls of 200 bits are the oracle."""
    before, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = before


def test_exponentials() -> None:
    """Random exponents, and all nodes' midpoints near 0, where the remainder is largest."""
    drawn = np.random.default_rng(1).uniform(-699, 699, POINTS)
    exponents = np.concatenate([drawn, np.arange(-200, 200) / 64 + 1 / 128])
    for exponent, value in zip(exponents, exponential(exponents), strict=True):
        relative = abs(arb(float(value)) / arb(float(exponent)).exp() - 1)
        assert relative < EXPONENTIAL_ERROR


def test_exponentials_less_one() -> None:
    """From 1e-300 to 10, on both sides of 0."""
    sizes = 10.0 ** np.random.default_rng(2).uniform(-300, 1, POINTS)
    exponents = np.concatenate([sizes, -sizes])
    values, errors = exponential_less_one(exponents)
    for exponent, value, error in zip(exponents, values, errors, strict=True):
        assert abs(arb(float(value)) - arb(float(exponent)).expm1()) <= arb(float(error))


def test_tails() -> None:
    """Random points of [−20, 20], and the midpoints between nodes."""
    drawn = np.random.default_rng(3).uniform(-20, 20, POINTS)
    points = np.concatenate([drawn, np.arange(-1279, 1279) / 64 + 1 / 128])
    for point, value in zip(points, tail(points), strict=True):
        true = (arb(float(point)) / arb(2).sqrt()).erfc() / 2
        assert abs(arb(float(value)) / true - 1) < TAIL_ERROR


def test_what_is_beyond() -> None:
    """Φc stops at 20; an exponent beyond 700 has no float."""
    assert tail(np.array([25.0]))[0] == tail(np.array([20.0]))[0]
    with pytest.raises(Undecided):
        exponential(np.array([701.0]))
    with pytest.raises(Undecided):
        exponential(np.array([float("nan")]))
