"""Parallel composition over blocks, in the setting where it fails."""

from __future__ import annotations

from itertools import pairwise, product

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Shape, Size, Statement

VALUES = ("a", "b")


def databases(shape: Shape) -> list[str]:
    """All lists of that many records with values a and b, such as "a,b"."""
    return [",".join(records) for records in product(VALUES, repeat=shape["records"])]


def blocks(value: str, shape: Shape) -> list[str]:
    """All multisets of records of one value: none, "a", "a,a" and so on."""
    return [",".join([value] * count) or "none" for count in range(shape["records"] + 1)]


def add_remove(value: str, shape: Shape) -> list[tuple[str, str]]:
    """Blocks that differ in one record."""
    every = blocks(value, shape)
    return list(pairwise(every))


def replace_one(shape: Shape) -> list[tuple[str, str]]:
    """Databases that differ in the value of one record."""
    every = databases(shape)
    return [
        (x, y)
        for i, x in enumerate(every)
        for y in every[i + 1 :]
        if sum(a != b for a, b in zip(x.split(","), y.split(","), strict=True)) == 1
    ]


def selection(value: str, shape: Shape) -> Channel:
    """The deterministic channel from a database to its records of one value."""
    targets = blocks(value, shape)
    rows = [
        [int(x.split(",").count(value) == count) for count in range(len(targets))]
        for x in databases(shape)
    ]
    return Channel(databases(shape), targets, rows, replace_one(shape))


def block_mechanism(value: str) -> AnyChannel:
    """Any channel on the block of one value, neighbours by adding or removing a record."""
    return AnyChannel(
        lambda shape: blocks(value, shape),
        Size("outputs", "y"),
        lambda shape: add_remove(value, shape),
        text=f"channel on multisets of {value}'s (neighbours add or remove one)",
    )


def selecting(value: str) -> FixedChannel:
    """The selection of the block of one value."""
    return FixedChannel(
        lambda shape: selection(value, shape),
        f"the selection of the records with value {value} out of a list over {{a, b}}"
        " (neighbours differ in one record's value)",
    )


def parallel(conclusion: str) -> Statement:
    """The joint release of both blocks' mechanisms, each private for its block."""
    return Statement(
        objects={
            "s1": selecting("a"),
            "s2": selecting("b"),
            "M1": block_mechanism("a"),
            "M2": block_mechanism("b"),
        },
        derived={
            "N1": {"post_process": ["s1", "M1"]},
            "N2": {"post_process": ["s2", "M2"]},
            "N": {"product": ["N1", "N2"]},
        },
        parameters={"eps1": "loss", "eps2": "loss"},
        hypotheses=(
            Claim("M1", "pure-dp", {"eps": "eps1"}),
            Claim("M2", "pure-dp", {"eps": "eps2"}),
        ),
        conclusion=Claim("N", "pure-dp", {"eps": conclusion}),
        sizes={"records": (1, 2), "outputs": (2, 3)},
    )


ENTRIES = (
    Entry(
        id="dp.parallel-composition.replace-one-by-value",
        title="Parallel composition for replace-one neighbours, blocks by a record's own value",
        statement=parallel("max(eps1,eps2)"),
        source=(
            "a reading of McSherry 2009, Theorem 4, without its neighbouring relation;"
            " M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023"
        ),
        expected="refuted",
        shapes=({"records": 1, "outputs": 2},),
        essay=Essay(
            belief=(
                "The blocks are disjoint, each record lies in one of them only, and each mechanism"
                " sees its own block alone. So a change of one record should reach one mechanism"
                " only, and the worse of the two guarantees should be all that is lost."
            ),
            catch=(
                "Replacing a record's value moves it: it leaves one block and enters the other."
                " One change of the database is a change in two blocks, so both mechanisms answer"
                " differently and their losses add up."
            ),
            repair=(
                "N is (ε₁ + ε₂)-DP. The bound max(ε₁, ε₂) holds where one change stays in one"
                " block: multisets with add/remove neighbours and blocks defined by a record's own"
                " value, or lists with replace-one neighbours and blocks fixed by index."
            ),
        ),
    ),
)
