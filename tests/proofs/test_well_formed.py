"""Claims of one's own with a slip are refused in one line that names it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.errors import UsageError
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.registry import entries
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from dpverify.proofs.well_formed import need_well_formed

INPUTS, OUTPUTS = Size("inputs", "x"), Size("outputs", "y")
A = AnyChannel(INPUTS, OUTPUTS)
GOOD = Statement(
    objects={"A": A},
    parameters={"eps": "loss"},
    hypotheses=(Claim("A", "pure-dp", {"eps": "eps"}),),
    derived={"N": {"product": ["A", "A"]}},
    conclusion=Claim("N", "pure-dp", {"eps": "2*eps"}),
    sizes={"inputs": (2, 2), "outputs": (2, 3)},
)
NUMBER: Any = 0.5
HALF = Claim("N", "pure-dp", {"eps": NUMBER})
MINE = Entry(id="mine.a", title="t", statement=GOOD, source="me", expected="proved")


def test_every_entry_of_the_library_is_well_formed() -> None:
    """So is this one, which the others differ from by their fault alone."""
    for each in (MINE, *entries()):
        need_well_formed(each)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"conclusion": Claim("N", "pure-dp", {"eps": "epsilon/2"})}, "did you mean 'eps'"),
        ({"conclusion": HALF}, "write an expression as a text"),
        ({"conclusion": Claim("N", "pure-dp", {"delta": "eps"})}, "has no parameter 'delta'"),
        ({"conclusion": Claim("N", "approx-dp", {"eps": "eps"})}, "of N needs delta"),
        ({"conclusion": Claim("N", "pure", {"eps": "eps"})}, "did you mean 'pure-dp'"),
        ({"hypotheses": (Claim("A", "pure-dp", {"eps": "eps1"}),)}, "'eps1' names 'eps1'"),
        ({"sizes": {"inputs": (2, 2)}}, "sizes says nothing of 'outputs'"),
        ({"sizes": {"inputs": 2, "outputs": (2, 3)}}, "inputs is 2; write the smallest and"),
        ({"sizes": {"inputs": (3, 2), "outputs": (2, 3)}}, "the smallest and the largest"),
        ({"parameters": {"eps": "epsilon"}}, "must be one of loss, value, order"),
        ({"derived": {"N": {"products": ["A", "A"]}}}, "did you mean 'product'"),
        ({"derived": {"N": {"product": ["A"]}}}, "takes 2 operands"),
        ({"derived": {"N": ["A", "A"]}}, 'write {"product": '),
        ({"objects": {"A": AnyChannel("inputs", "outputs")}}, "write Size"),  # type: ignore[arg-type]
        ({"objects": {"A": AnyChannel(INPUTS, OutputsOf("B"))}}, "'B', which is no object"),
        ({"objects": {"A": INPUTS}}, "write AnyChannel"),
    ],
)
def test_slips_are_named(change: dict[str, Any], words: str) -> None:
    """In the statement, and in a mutant's; the entry is named too."""
    statement = replace(GOOD, **change)
    for entry in (
        replace(MINE, statement=statement),
        replace(MINE, mutants=(Mutant("m", "c", statement),)),
    ):
        with pytest.raises(UsageError) as caught:
            need_well_formed(entry)
        assert str(caught.value).startswith("entry mine.a: ")
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"shapes": ({"input": 2, "outputs": 2},)}, "the shape says nothing of 'inputs'"),
        ({"shapes": ((2, 2),)}, "a shape is"),
        ({"statement": "eps is private"}, "write Statement"),
    ],
)
def test_slips_beside_the_statement_are_named(change: dict[str, Any], words: str) -> None:
    """Shapes, and something that is no statement."""
    with pytest.raises(UsageError, match=words):
        need_well_formed(replace(MINE, **change))
