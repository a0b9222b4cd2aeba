"""Ways in which a true claim might be refuted, or a false one stay unseen, by what samples are."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.audit.events import Own, Points
from dpverify.checkers.audit.fresh import fresh
from dpverify.checkers.audit.one_run import read_scores
from dpverify.checkers.audit.outputs import joined, outputs_of
from dpverify.checkers.audit.repeats import Beginnings, mark_of
from dpverify.checkers.audit.samplers import Command, Function, chunks_of, length_of
from dpverify.checkers.audit.seeding import seed_of
from dpverify.defs.errors import ProgramError, UsageError


def rare_and_repeated(bit: int, count: int) -> Any:
    """One output of a hundred, by a seed of its own: the two inputs have the same law.

    Of the first 1600 outputs 5 are true by the seed 101, and 27 by the seed 195.
    """
    return np.random.default_rng(195 if bit else 101).random(count) < 0.01


def test_a_rare_event_that_repeats_is_refused() -> None:
    """Few outputs of a batch differ from the others; they too tell that it is the same.

    Counted fifty times, these batches refuted ε = 1/2, though both inputs have the same law.
    """
    assert [int(rare_and_repeated(bit, 1600).sum()) for bit in (0, 1)] == [5, 27]
    with pytest.raises(ProgramError, match="the same outputs in two batches"):
        dv.audit(rare_and_repeated, dv.PureDP(eps="1/2"), inputs=[0, 1], draws=100_000)


def test_events_of_one_output_a_batch_repeat_too_often() -> None:
    """A single true output of 1600 may stand at the same place again, but not in all batches."""

    def repeated(bit: int, count: int) -> Any:
        truths = np.zeros(count, dtype=bool)
        truths[100] = bit == 1
        return truths

    with pytest.raises(ProgramError, match=r"the same outputs in \d+ batches of input 1"):
        dv.audit(repeated, dv.PureDP(eps="1/2"), inputs=[0, 1], draws=100_000, to_the_end=True)


def test_chance_repeats_are_allowed() -> None:
    """Constants repeat; so do rare events, at the same of 1000 places, in some of 3000 batches."""
    beginnings, rng = Beginnings(), np.random.default_rng(1)
    for _ in range(3000):
        truths = np.zeros(1000, dtype=bool)
        truths[rng.integers(1000)] = True
        constant = mark_of(outputs_of(np.zeros(1000)))
        beginnings.note({"rare": mark_of(outputs_of(truths)), "constant": constant})


@pytest.mark.long
def test_seeds_of_commands_differ() -> None:
    """31 bits at random would be the same for some of 100,000 batches."""
    last = {seed_of(0, 1, batch, 0) % 2**31 for batch in range(100_000)}
    assert len(last | {seed_of(0, 0, part, 0) % 2**31 for part in range(8)}) == 100_008
    echo = Command(("sh", "-c", "echo {seed}; : {input} {count}"))
    assert echo.draw(0, seed_of(0, 1, 7, 0), 1)[0] == seed_of(0, 1, 7, 0) % 2**31


@pytest.mark.parametrize("columns", [1, 2])
def test_nan_is_an_output_of_its_own(columns: int) -> None:
    """With probability 0.6 on one input and 0.1 on the other: ε ≥ ln 6 by that alone."""

    def strange(bit: int, rng: np.random.Generator, count: int) -> Any:
        outputs = rng.random((count, columns))
        outputs[rng.random(count) < (0.6 if bit else 0.1), -1] = np.nan
        return outputs if columns == 2 else outputs[:, 0]

    found = dv.audit(strange, dv.PureDP(eps=1), inputs=[0, 1], draws=5000)
    assert found.fails
    assert found.lower_bound < np.log(6)
    listed = [float("nan"), 1, 10**400]
    outputs = outputs_of(listed)
    assert [int(outputs.has(word).sum()) for word in outputs.words] == [1, 1, 1]


def coin(_: int) -> bool:
    return random.random() < 0.5 and np.random.random() < 0.5


def test_the_generators_of_the_caller_are_as_they_were() -> None:
    """What the caller draws afterwards is not determined by the audit's seed."""
    random.seed(1)
    np.random.seed(1)
    expected = random.random(), float(np.random.random())
    random.seed(1)
    np.random.seed(1)
    dv.audit(coin, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)
    assert (random.random(), float(np.random.random())) == expected


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_do_not_share_seeds(workers: int) -> None:
    """Functions that draw from the global generators are called by one thread at a time."""
    options: dict[str, Any] = {"inputs": [0, 1], "draws": 5000, "to_the_end": True}
    alone = dv.audit(coin, dv.PureDP(eps=1), **options).document["tests"]
    with ThreadPoolExecutor(workers) as threads:
        assert (
            dv.audit(coin, dv.PureDP(eps=1), executor=threads, **options).document["tests"] == alone
        )


def test_the_global_generators_are_apart() -> None:
    """Both are Mersenne twisters: from the same words they would draw the same numbers."""
    pairs = Function(lambda _: (random.random(), float(np.random.random()))).draw(0, 2**40 + 5, 100)
    assert all(one != other for one, other in pairs)


def test_a_sampler_may_use_its_array_again() -> None:
    """The outputs of an input are counted before those of the next one are drawn over them."""
    place = np.empty(200_000, dtype=bool)

    def again(bit: int, rng: np.random.Generator, count: int) -> Any:
        place[:count] = rng.random(count) < (0.8 if bit else 0.2)
        return place[:count]

    options: dict[str, Any] = {"inputs": [0, 1], "draws": 50_000, "events": [bool]}
    found = dv.audit(again, dv.PureDP(eps=1), to_the_end=True, **options)
    first, second = (
        found.document["tests"][0]["counts"][i] + found.document["tests"][0]["counts"][0]
        for i in (1, 2)
    )
    assert {first > 25_000, second > 25_000} == {True, False}


@pytest.mark.parametrize(
    "drawn",
    [
        np.array([], dtype="U3"),
        np.array(["yes", "no", "yes"]),
        np.array(["a", "b"] * 3000 + ["c"]),  # the last one is not among those looked at
        np.array([f"{i % 40:03}" for i in range(5000)]),  # more than few
        np.array(["héé", "h"] * 40_000)[::2],  # beyond a block, and not contiguous
        np.array([True, False, True]),
        np.array([3, 200, 7], dtype=np.uint8),
        np.array([2**60 + 1, -3]),  # no double
        np.array([2**64 - 1], dtype=np.uint64),
    ],
)
def test_outputs_are_the_same_in_bulk(drawn: Any) -> None:
    """What is read by columns, in bytes and without a copy is what is read one by one."""
    bulk, single = outputs_of(drawn), outputs_of([*drawn.tolist()])
    assert [bulk.words[code] for code in bulk.codes] == [
        single.words[code] for code in single.codes
    ]
    assert np.array_equal(np.asarray(bulk.values, float), single.values.reshape(bulk.values.shape))
    if len(drawn):
        assert mark_of(bulk).bits == mark_of(single).bits


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.uint64, float])
def test_points_are_looked_up_as_they_are_compared(kind: Any) -> None:
    """By a table, and one by one; beyond the ends of the table there are no points."""
    event = Points("•", ((3.0,), (5.0,), (90.0,)))
    values = np.array([0, 2, 3, 4, 5, 6, 89, 90, 91, 255], dtype=kind)
    expected = [value in (3, 5, 90) for value in values.tolist()]
    assert event.holds(outputs_of(values)).tolist() == expected
    halves = Points("•", ((2.5,), (90.0,)))
    assert halves.holds(outputs_of(values)).tolist() == [value == 90 for value in values.tolist()]


def small_set(bit: int) -> set[int]:
    """The same set of both inputs, which Python lists in the order in which it was built."""
    return {8, 0} if bit else {0, 8}


def mapping(bit: int) -> dict[Any, int]:
    """The same mapping of both inputs, with two keys of one text."""
    return {1: 0, "1": 1} if bit else {"1": 1, 1: 0}


@pytest.mark.parametrize("sampler", [small_set, mapping])
def test_what_has_no_order_is_told_apart_by_its_elements_alone(sampler: Any) -> None:
    """ε = 1 was refuted, of outputs that are equal on both inputs."""
    assert sampler(0) == sampler(1)
    audit = dv.audit(sampler, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)
    assert audit.document["verdict"] == "unknown"


def test_the_numbers_of_a_set_are_in_their_order() -> None:
    """Also of sets among other things, and of keys that are sets."""
    pairs: list[tuple[Any, Any]] = [
        ({8.0, 0.0}, {0.0, 8.0}),
        ([frozenset({8, 0}), 3], [frozenset({0, 8}), 3]),
        ({frozenset({8, 0}): 1}, {frozenset({0, 8}): 1}),
        ({(0, frozenset({8, 0})): 1}, {(0, frozenset({0, 8})): 1}),
        ({"b": {8, 0}, "a": 5}, {"a": 5, "b": {0, 8}}),
    ]
    for pair in pairs:
        one, other = (outputs_of([each]) for each in pair)
        assert (one.words, one.values.tolist()) == (other.words, other.values.tolist())
    assert outputs_of([{0, 8}, {0, 9}]).values.tolist() == [[0, 8], [0, 9]]
    assert len(outputs_of([{0, "a"}, {0, "b"}, {0}]).words) == 3


class Holder:
    """What holds another object, whose place in memory its text says."""

    def __repr__(self) -> str:
        return f"Holder({object()!r})"


class Refusing(str):
    """A text that has no text."""

    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("none")


def holds_itself() -> list[Any]:
    """A list that is in itself."""
    whole: list[Any] = []
    whole.append(whole)
    return whole


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (Holder(), "lies in memory"),
        ({Holder(): 1}, "lies in memory"),
        (Refusing("a"), "of type Refusing raised ValueError"),
        (holds_itself(), "holds itself"),
    ],
)
def test_outputs_that_cannot_be_told_are_refused_in_one_line(output: Any, said: str) -> None:
    """The last two ended as internal errors; places in memory were events."""
    with pytest.raises((ProgramError, UsageError), match=said):
        outputs_of([output])


def test_an_event_that_raises_is_named() -> None:
    """It was an internal error."""

    def event(output: Any) -> bool:
        raise ValueError(f"no {output}\nat all")

    with pytest.raises(ProgramError, match="event mine raised ValueError on an output: no 1"):
        Own(event, "mine").holds_for([1])


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_the_mark_before_a_file_is_no_output(suffix: str, tmp_path: Path) -> None:
    """Spreadsheets write one: the first number was a text of its own, or the file no JSON."""
    marked = tmp_path / f"samples{suffix}"
    marked.write_bytes(b"\xef\xbb\xbf1\r\n\r\n2\r\n")
    whole = joined(chunks_of(str(marked), 10))
    assert (whole.words, whole.values.tolist()) == (("•",), [[1], [2]])
    assert length_of(str(marked)) == 2


def test_the_mark_before_scores_is_no_part_of_a_name(tmp_path: Path) -> None:
    """Their file was said to have no column `score`."""
    marked = tmp_path / "scores.csv"
    marked.write_bytes(b"\xef\xbb\xbfscore,included\r\n" + b"1,1\r\n0,0\r\n" * 5)
    assert read_scores(str(marked)).scores.tolist() == [1, 0] * 5


@pytest.mark.parametrize("whole", [False, True])
def test_masked_arrays_are_refused(whole: bool) -> None:
    """What a mask hides refuted ε = 1, though the one output that a receiver sees is `--`."""

    def one(bit: int, rng: np.random.Generator) -> Any:  # noqa: ARG001  no constant sampler
        return np.ma.array([float(bit)], mask=[True])

    def several(bit: int, count: int) -> Any:
        return np.ma.array(np.full(count, float(bit)), mask=True)

    with pytest.raises(UsageError, match="a masked array, which holds what its mask hides"):
        dv.audit(several if whole else one, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


class Table:
    """As tables of pandas: as long as it has rows, and gone through by columns."""

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return self.rows

    def __iter__(self) -> Any:
        return iter(["name"])


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (Table, "a Table of 200 outputs that is gone through in 1 steps"),
        (lambda count: dict.fromkeys(range(count)), "returned a dict, whose members are in no"),
        (lambda count: set(range(count)), "returned a set, whose members are in no order"),
    ],
)
def test_what_is_gone_through_otherwise_than_by_outputs_is_refused(make: Any, what: str) -> None:
    """Names of columns and keys were taken for outputs: "1 sample tested" of thousands."""

    def table(bit: int, count: int) -> Any:  # noqa: ARG001  whatever the input is
        return make(count)

    with pytest.raises(UsageError, match=what):
        dv.audit(table, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)


def adds_its_noise_in_place(data: Any, rng: np.random.Generator) -> float:
    """Laplace noise of scale 1 on one number: ε = 1."""
    data += rng.laplace(size=1)
    return float(data[0])


def test_a_sampler_that_writes_into_its_input_is_asked_about_that_input_each_time() -> None:
    """The noise of all calls was added up, and ε ≥ 3.18 "found" with a risk of one in a million."""
    given = [np.zeros(1), np.ones(1)]
    found = dv.audit(adds_its_noise_in_place, dv.PureDP(eps="11/10"), inputs=given, draws=20_000)
    assert not found.fails
    assert found.lower_bound > Fraction(3, 4)
    assert [float(one[0]) for one in given] == [0.0, 1.0]


def test_a_sampler_that_writes_its_outputs_in_one_place_returns_several() -> None:
    """All outputs of a batch were the last one of it: one coin was counted a thousand times."""
    place = [False]

    def coin(bit: int, rng: np.random.Generator) -> list[bool]:  # noqa: ARG001  a fair coin
        place[0] = bool(rng.random() < 0.5)
        return place

    found = dv.audit(
        coin, dv.PureDP(eps="1/2"), inputs=[0, 1], draws=20_000, batch=1000, to_the_end=True,
        events=[lambda output: output[0]],
    )  # fmt: skip
    both, first, second, _ = found.document["tests"][0]["counts"]
    for often in (both + first, both + second):
        assert 7_500 < often < 8_500
        assert often % 1000  # in no batch were all alike


def test_objects_are_no_plain_data() -> None:
    """A copy of a generator would draw the same numbers again; what holds itself stays as it is."""
    generator, itself = random.Random(1), list[Any]()
    itself.append(itself)
    assert fresh([generator])[0] is generator
    assert fresh(itself) is itself


class Frame:
    """As a table of pandas is known by: its package, and that it is copied by `copy`."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers = numbers

    def copy(self) -> Frame:
        return Frame([*self.numbers])


Frame.__module__ = "pandas.core.frame"


class Named(NamedTuple):
    """A row with a list in it."""

    numbers: list[int]


def test_what_is_in_containers_is_copied_too() -> None:
    """Arrays of objects, named tuples and tables."""
    frame, named = Frame([1.0]), Named([1])
    objects = np.empty(2, dtype=object)
    objects[0] = [1]
    parts = fresh((frame, named, objects))
    assert parts[0].numbers == [1.0]
    assert parts[0].numbers is not frame.numbers
    assert parts[1] == named
    assert parts[1].numbers is not named.numbers
    assert parts[2][0] == [1]
    assert parts[2][0] is not objects[0]
