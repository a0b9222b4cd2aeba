"""The outputs of a composition, level by level; what is no composition is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpverify.checkers.smt.polynomials import Polynomial, variable
from dpverify.defs.errors import Undecided
from dpverify.proofs.formula import Encoding, encode
from dpverify.proofs.guarantees import approx, composition, pure
from dpverify.proofs.labels import Shape
from dpverify.proofs.paths import Level, levels
from dpverify.proofs.registry import entry
from dpverify.proofs.relaxed_numbers import Numbers
from dpverify.proofs.statement import Claim, Statement

SHAPE: Shape = {"inputs": 2, "outputs": 3, "results": 2}
LOSSES = {"eps1": "loss", "eps2": "loss"}


def rows(encoding: Encoding) -> tuple[list[Polynomial], list[Polynomial]]:
    """The first two rows of the composition."""
    reader = Numbers(encoding).reader
    first, second = ([reader.read(x) for x in row] for row in encoding.objects["N"].rows[:2])
    return first, second


def of(statement: Statement, shape: Shape = SHAPE) -> list[Level]:
    """The levels of the first two rows."""
    encoding = encode(statement, shape)
    return levels(encoding, *rows(encoding))


@pytest.mark.parametrize("way", ["independent", "adaptive"])
def test_two_mechanisms_are_two_levels(way: str) -> None:
    """Each with two rows, and a claim about either order of them."""
    every = of(entry(f"dp.sequential-composition.{way}.pure").statement)
    assert [(level.pair, level.rows) for level in every] == [((0, 1), 2)] * 2
    assert [[pair for pair, _ in level.claims] for level in every] == [[(0, 1), (1, 0)]] * 2
    assert [level.claims[0][1].given for level in every] == [{"eps": "eps1"}, {"eps": "eps2"}]


def test_a_map_of_the_output_is_a_level_of_one_row() -> None:
    """It does not see the input, so both laws are the same."""
    first, second = of(entry("dp.post-processing.approx").statement)
    assert (first.pair, first.rows) == ((0, 1), 2)
    assert second == Level((0, 0), 1, ())


def test_steps_between_two_inputs_are_rows_too() -> None:
    """The two ends of a path of three steps have two inputs between them."""
    (level,) = of(entry("dp.group-privacy.pure").statement, {"steps": 3, "outputs": 4})
    assert (level.pair, level.rows) == ((0, 1), 4)
    assert len(level.claims) == 6
    assert (0, 1) not in [pair for pair, _ in level.claims]


def test_what_is_assumed_of_one_choice_alone_is_refused() -> None:
    """What follows has to be the same, whichever output came first."""
    statement = composition(pure("eps1"), pure("eps2"), approx("eps1", "eps2"), {}, adaptive=True)
    one = replace(
        statement,
        parameters=LOSSES,  # type: ignore[arg-type]
        conclusion=Claim("N", "pure-dp", {"eps": "eps1+eps2"}),
        hypotheses=(*statement.hypotheses[:1], Claim("K1", "pure-dp", {"eps": "eps2"})),
    )
    with pytest.raises(Undecided):
        of(one)


def test_what_is_no_set_of_paths_is_refused() -> None:
    """Outputs that are missing, or met twice, sums of other numbers, another law's outputs."""
    encoding = encode(entry("dp.sequential-composition.independent.pure").statement, SHAPE)
    first, second = rows(encoding)
    assert len(levels(encoding, first, second)) == 2
    weighted = [first[0] + first[0], *first[1:]]
    squared = [variable("M1_0_0") * variable("M1_0_1"), *first[1:]]
    for p, q in (
        (first[:4], second[:4]),  # the last output of the first mechanism never occurs
        ([*first, first[0]], [*second, second[0]]),
        (weighted, [second[0] + second[0], *second[1:]]),
        (squared, [variable("M1_1_0") * variable("M1_1_1"), *second[1:]]),
        (first, second[::-1]),
    ):
        with pytest.raises(Undecided):
            levels(encoding, p, q)
