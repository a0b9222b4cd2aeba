"""Parallel composition over two disjoint blocks of records, in two settings each way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Shape, Size
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

VALUES = ("a", "b")
Records = tuple[str, ...]
Near = Callable[[Records, Records], bool]


# ---------------------------------------------------------------- databases and their neighbours


def lists(longest: int, shortest: int = 0) -> list[Records]:
    """All lists of records with values a and b whose length lies between the two."""
    return [x for n in range(shortest, longest + 1) for x in product(VALUES, repeat=n)]


def multisets(largest: int, values: Sequence[str] = VALUES) -> list[Records]:
    """All multisets of at most that many records, as sorted lists."""
    every = (x for n in range(largest + 1) for x in product(values, repeat=n))
    return [x for x in every if x == tuple(sorted(x))]


def replaced_one(x: Records, y: Records) -> bool:
    """Lists that differ in the value of one record."""
    return len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1


def added_one(x: Records, y: Records) -> bool:
    """One arises from the other by removing a record."""
    small, large = sorted((x, y), key=len)
    return any(large[:i] + large[i + 1 :] == small for i in range(len(large)))


def label(records: Records) -> str:
    """How a database is written, such as "a,b"."""
    return ",".join(records) or "none"


def related(every: Sequence[Records], near: Near) -> list[tuple[str, str]]:
    """The pairs of labels that are neighbours."""
    return [(label(x), label(y)) for x, y in combinations(every, 2) if near(x, y)]


@dataclass(frozen=True)
class Setting:
    """Which databases there are, which are neighbours, and how one falls into two blocks.

    Args:
        databases: for a number of records.
        near: neighbours among them.
        block: the records of a block (0 or 1) of a database.
        block_near: neighbours among blocks.
        texts: the databases, both blocks and a change of a block in words.
        most: how many records to generate.
    """

    databases: Callable[[int], list[Records]]
    near: Near
    block: Callable[[Records, int], Records]
    block_near: Near
    texts: tuple[str, str, str, str]
    most: int = 2

    def blocks(self, number: int, shape: Shape) -> list[Records]:
        """All blocks that occur, short ones first."""
        found = {self.block(x, number) for x in self.databases(shape["records"])}
        return sorted(found, key=lambda x: (len(x), x))

    def selection(self, number: int) -> FixedChannel:
        """The deterministic channel from a database to one block."""

        def build(shape: Shape) -> Channel:
            every, targets = self.databases(shape["records"]), self.blocks(number, shape)
            rows = [[int(self.block(x, number) == block) for block in targets] for x in every]
            inputs, outputs = [label(x) for x in every], [label(x) for x in targets]
            return Channel(inputs, outputs, rows, related(every, self.near))

        return FixedChannel(build, f"{self.texts[1 + number]} of {self.texts[0]}")

    def mechanism(self, number: int) -> AnyChannel:
        """Any channel on one block."""
        return AnyChannel(
            lambda shape: [label(x) for x in self.blocks(number, shape)],
            Size("outputs", "y"),
            lambda shape: related(self.blocks(number, shape), self.block_near),
            text=f"channel on {self.texts[1 + number]} (neighbours {self.texts[3]})",
        )


def _by_value(x: Records, number: int) -> Records:
    return tuple(record for record in x if record == VALUES[number])


def _by_index(x: Records, number: int) -> Records:
    return x[:1] if number == 0 else x[1:]


REPLACE_BY_VALUE = Setting(
    lambda n: lists(n, n),
    replaced_one,
    _by_value,
    added_one,
    (
        "a list over {a, b} (neighbours differ in one record's value)",
        "the records with value a",
        "the records with value b",
        "add or remove a record",
    ),
)
ADD_BY_VALUE = Setting(
    multisets,
    added_one,
    _by_value,
    added_one,
    (
        "a multiset over {a, b} (neighbours add or remove a record)",
        "the records with value a",
        "the records with value b",
        "add or remove a record",
    ),
)
REPLACE_BY_INDEX = Setting(
    lambda n: lists(n + 1, n + 1),
    replaced_one,
    _by_index,
    replaced_one,
    (
        "a list over {a, b} (neighbours differ in one record's value)",
        "the first record",
        "the records after the first",
        "differ in one record's value",
    ),
    most=1,
)
ADD_BY_INDEX = Setting(
    lambda n: lists(n + 1),
    added_one,
    _by_index,
    added_one,
    (
        "a list over {a, b} (neighbours add or remove a record anywhere)",
        "the first record",
        "the records after the first",
        "add or remove a record",
    ),
    most=1,
)


def parallel(
    setting: Setting,
    conclusion: str = "max(eps1,eps2)",
    *,
    second: Mapping[str, str] | None = None,
) -> Statement:
    """The joint release of both blocks' mechanisms, each private for its block."""
    two = {"eps": "eps2"} if second is None else second
    return Statement(
        objects={
            "s1": setting.selection(0),
            "s2": setting.selection(1),
            "M1": setting.mechanism(0),
            "M2": setting.mechanism(1),
        },
        derived={
            "N1": {"post_process": ["s1", "M1"]},
            "N2": {"post_process": ["s2", "M2"]},
            "N": {"product": ["N1", "N2"]},
        },
        parameters={"eps1": "loss", "eps2": "loss"},
        hypotheses=(
            Claim("M1", "pure-dp", {"eps": "eps1"}),
            *([Claim("M2", "pure-dp", two)] if two else []),
        ),
        conclusion=Claim("N", "pure-dp", {"eps": conclusion}),
        sizes={"records": (1, setting.most), "outputs": (2, 2)},
        fixed=("records of 2 values",),
    )


def _mutants(setting: Setting) -> tuple[Mutant, ...]:
    return (
        Mutant("min", "the conclusion claims min(ε₁, ε₂)", parallel(setting, "min(eps1,eps2)")),
        Mutant(
            "nothing-of-the-second",
            "nothing is assumed of the second mechanism",
            parallel(setting, second={}),
        ),
    )


MCSHERRY = "McSherry 2009, Theorem 4"
READING = f"a reading of {MCSHERRY}, without its neighbouring relation"
XU = "M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023"
BELIEF = (
    "The blocks are disjoint, each record lies in one of them only, and each mechanism sees its own"
    " block alone. So a change of one record should reach one mechanism only, and the worse of the"
    " two guarantees should be all that is lost."
)

ENTRIES = (
    Entry(
        id="dp.parallel-composition.add-remove-by-value",
        title="Parallel composition for add/remove neighbours, blocks by a record's own bit",
        statement=parallel(ADD_BY_VALUE),
        source=f"{MCSHERRY}; {XU}",
        expected="proved",
        shapes=({"records": 1, "outputs": 2}, {"records": 2, "outputs": 8}),
        mutants=_mutants(ADD_BY_VALUE),
    ),
    Entry(
        id="dp.parallel-composition.replace-one-by-index",
        title="Parallel composition for replace-one neighbours of bits, blocks fixed by index",
        statement=parallel(REPLACE_BY_INDEX),
        source=f"{MCSHERRY}; {XU}",
        expected="proved",
        shapes=({"records": 1, "outputs": 2}, {"records": 1, "outputs": 16}),
        mutants=_mutants(REPLACE_BY_INDEX),
    ),
    Entry(
        id="dp.parallel-composition.replace-one-by-value",
        title="Parallel composition for replace-one neighbours, blocks by a record's own value",
        statement=parallel(REPLACE_BY_VALUE),
        source=f"{READING}; {XU}",
        expected="refuted",
        shapes=({"records": 1, "outputs": 2},),
        essay=Essay(
            belief=BELIEF,
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
            true_twin="dp.parallel-composition.add-remove-by-value",
        ),
    ),
    Entry(
        id="dp.parallel-composition.add-remove-by-index",
        title="Parallel composition for add/remove neighbours on lists, blocks fixed by index",
        statement=parallel(ADD_BY_INDEX),
        source=f"{READING}; {XU}",
        expected="refuted",
        shapes=({"records": 1, "outputs": 2},),
        essay=Essay(
            belief=BELIEF,
            catch=(
                "Removing a record from a list shifts those after it: the second record becomes the"
                " first. So one change reaches both blocks. The first block loses a record and"
                " gains another, which is two changes of a block under its own add/remove relation."
            ),
            repair=(
                "N is (2ε₁ + ε₂)-DP, and in general not (ε₁ + ε₂)-DP, unless ε₁ also bounds the"
                " replacement of a record in the first block. The bound max(ε₁, ε₂) holds for"
                " blocks by index with replace-one neighbours."
            ),
            true_twin="dp.parallel-composition.replace-one-by-index",
        ),
    ),
    Entry(
        id="dp.parallel-composition.add-remove-by-index.shifted",
        title="For add/remove neighbours on lists of bits, blocks by index are (2ε₁ + ε₂)-DP",
        statement=parallel(ADD_BY_INDEX, "2*eps1+eps2"),
        source="the repair of dp.parallel-composition.add-remove-by-index",
        expected="proved",
        shapes=({"records": 1, "outputs": 2},),
        mutants=(
            Mutant(
                "sum",
                "the conclusion claims ε₁ + ε₂",
                parallel(ADD_BY_INDEX, "eps1+eps2"),
            ),
            Mutant(
                "nothing-of-the-second",
                "nothing is assumed of the second mechanism",
                parallel(ADD_BY_INDEX, "2*eps1+eps2", second={}),
            ),
        ),
    ),
)
