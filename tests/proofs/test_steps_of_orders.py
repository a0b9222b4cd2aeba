"""Rényi divergences of several steps: the order at the ends takes larger orders of each step."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.atlas.reading import CellClaim, read_statement
from dpverify.proofs.atlas.table import atlas
from dpverify.proofs.instances import Instance
from dpverify.proofs.layout import places
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import Claim, Statement

NAME = "dp.group-privacy.zcdp"


def _path(statement: Statement, steps: int = 2) -> Instance:
    """Laws 1/10, 1/100, 1/10000: χ² is below 1 at each step and 100 at the ends; ρ = ln(3/2)."""
    shape = {"steps": steps, "outputs": 2}
    where = places(statement, shape)
    path, ends = where["M"], where["s"].fixed
    assert ends is not None
    seen = [Fraction(1, 10), Fraction(1, 100), Fraction(1, 10000), Fraction(0)][: steps + 1]
    rows = [[one, 1 - one] for one in seen]
    near = list(zip(path.inputs, path.inputs[1:], strict=False))
    channels = {"M": Channel(path.inputs, path.outputs, rows, neighbours=near), "s": ends}
    return Instance(
        statement, shape, channels, {"alpha": Value(2), "rho": ln(Value(Fraction(3, 2)))}
    )


def _at_one_order() -> Statement:
    """What was registered: of one step the order α alone is bounded."""
    alone = {"alpha": "alpha", "bound": "alpha*nats(rho)"}
    statement = entry(NAME).statement
    assert isinstance(statement, Statement)
    return replace(statement, hypotheses=(Claim("M", "renyi-divergence-at-most", alone),))


def test_a_bound_at_one_order_says_little_of_two_steps() -> None:
    """D₂ of each step is at most 2·ln(3/2), that of both is ln(1 + χ²) > ln 100 > 8·ln(3/2)."""
    assert _path(_at_one_order()).refutes


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_registered_claim_assumes_the_orders_that_it_needs(steps: int) -> None:
    """By Bun and Steinke's triangle inequality, used k − 1 times: kα, …, kα − k + 1, and no more.

    D_α(P‖R) ≤ kα/(kα − 1)·D_β(P‖Q) + D_kα(Q‖R) with β = (kα − 1)/(k − 1), where P and Q are k − 1
    steps apart: of two steps 2α·ρ + 2α·ρ = 4αρ, of three 6α·ρ + 3α·ρ = 9αρ.
    """
    statement = entry(NAME).statement
    assert isinstance(statement, Statement)
    path = _path(statement, steps)
    assert not path.refutes
    orders = {path.given(claim)["alpha"] for claim in statement.assumed}
    assert orders == {Value(steps * 2 - k) for k in range(steps)}


def test_the_atlas_says_of_how_many_steps() -> None:
    """The claim has no proof of four."""
    (cell,) = (c for c in atlas().cells if (c.row, c.property) == ("zcdp", "group"))
    assert cell.bounds.endswith("; at most 3 steps")


def test_the_atlas_reads_all_these_orders_as_one_definition() -> None:
    statement = entry(NAME).statement
    assert isinstance(statement, Statement)
    (cell,) = read_statement(statement)
    assert isinstance(cell, CellClaim)
    assert (cell.row, cell.property, cell.given) == ("zcdp", "group", ({"rho": "rho"},))


def test_a_conclusion_at_some_orders_is_not_read_as_concentrated() -> None:
    statement = entry(NAME).statement
    assert isinstance(statement, Statement)
    doubled = {"alpha": "2*alpha", "bound": "(2*alpha)*(steps*steps*nats(rho))"}
    conclusion = Claim("N", "renyi-divergence-at-most", doubled)
    assert read_statement(replace(statement, conclusion=conclusion)) == ()
