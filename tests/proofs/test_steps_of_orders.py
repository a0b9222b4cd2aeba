"""Rényi divergences of several steps: the order at the ends takes larger orders of each step."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.atlas.reading import CellClaim, read_statement
from dpverify.proofs.instances import Instance
from dpverify.proofs.layout import places
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import Claim, Statement

NAME = "dp.group-privacy.zcdp"
SHAPE = {"steps": 2, "outputs": 2}


def _path(statement: Statement) -> Instance:
    """Laws 1/10, 1/100, 1/10000: χ² is below 1 at each step and 100 at the ends; ρ = ln(3/2)."""
    where = places(statement, SHAPE)
    path, ends = where["M"], where["s"].fixed
    assert ends is not None
    seen = [Fraction(1, 10), Fraction(1, 100), Fraction(1, 10000)]
    rows = [[one, 1 - one] for one in seen]
    steps = list(zip(path.inputs, path.inputs[1:], strict=False))
    channels = {"M": Channel(path.inputs, path.outputs, rows, neighbours=steps), "s": ends}
    return Instance(
        statement, SHAPE, channels, {"alpha": Value(2), "rho": ln(Value(Fraction(3, 2)))}
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


def test_the_registered_claim_assumes_the_orders_that_it_needs() -> None:
    statement = entry(NAME).statement
    assert isinstance(statement, Statement)
    assert not _path(statement).refutes
    assert [claim.given["alpha"] for claim in statement.assumed] == [
        "steps*alpha",
        "max(alpha,steps*alpha-1)",
        "max(alpha,steps*alpha-2)",
    ]


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
