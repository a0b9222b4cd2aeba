"""Programs against their channels, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import Value, parse
from dpverify.defs.programs import channel_of, enumerations, mechanism


@mechanism(inputs=[0, 1])
def randomized_response(bit: int, draw: Any) -> int:
    return bit if draw.flip("1/2") else int(draw.flip("1/2"))


@mechanism(inputs=lambda n: range(n + 1), neighbours=lambda x, y: abs(x - y) == 1)
def heads(count: int, draw: Any, *, n: int = 3, p: Fraction = Fraction(1, 3)) -> int:
    return count + sum(int(draw.flip(p)) for _ in range(n))


@mechanism(inputs=[0, 1])
def walk(start: int, draw: Any) -> int:
    """Up or down until 0 or 4: the checkpoint makes a chain of it."""
    place = start + 1
    while 0 < place < 4:
        draw.checkpoint(place)
        place += 1 if draw.flip("1/2") else -1
    return place


@mechanism(inputs=[0, 1])
def unbounded(bit: int, draw: Any) -> int:
    n = bit
    while draw.flip("1/2"):
        n += 1
    return n


def test_randomised_response() -> None:
    wanted = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    assert channel_of(randomized_response) == wanted


def test_parameters_reach_inputs_and_neighbours() -> None:
    channel = channel_of(heads.with_parameters(n="2", p="1/4"))
    assert channel.inputs == ("0", "1", "2")
    assert channel.neighbours.label_pairs(channel.inputs) == [["0", "1"], ["1", "2"]]
    for x, k in product(range(3), range(3)):
        mass = Fraction(comb(2, k) * 3 ** (2 - k), 16)
        assert channel.probability(str(x), str(x + k)) == Value(mass)


def test_a_loop_with_checkpoints_is_solved_exactly() -> None:
    """The gambler's ruin: from 1 of 4 the top is reached with probability 1/4."""
    channel = channel_of(walk)
    assert channel.probability("0", "4") == Value(1) / 4
    assert channel.probability("1", "4") == Value(1) / 2


def test_checkpoints_change_nothing_but_the_time() -> None:
    def program(bit: int, draw: Any, *, merge: bool = False) -> tuple[int, int]:
        high = low = bit
        for step in range(5):
            if merge:
                draw.checkpoint(step, high, low)
            roll = draw.choice({-1: "1/4", 0: "exp(-1)", 1: "3/4-exp(-1)"})
            high, low = max(high, roll), min(low, roll)
        return high, low

    plain = mechanism(inputs=[0, 1])(program)
    assert channel_of(plain) == channel_of(plain.with_parameters(merge="true"))


def test_an_unbounded_loop_is_bounded_ever_more_tightly() -> None:
    """The masses are exact here, and 2^−(n+1) remains after n rounds."""
    remaining, passes = Value(1), 0
    for found in enumerations(unbounded):
        assert not found.whole
        assert found.remaining < remaining
        remaining, passes = found.remaining, passes + 1
        assert Value(found.laws[0].masses["3"]) == Value(1) / 16
        if found.bits > 100:
            break
    assert passes > 3
    assert remaining <= Value(1) / 2**100


def test_what_is_not_whole_is_no_channel() -> None:
    with pytest.raises(Undecided, match="remains"):
        channel_of(unbounded, paths=500)


def test_a_small_budget_is_a_bound_and_no_channel() -> None:
    """Whatever is cut off, the masses stay below the probabilities."""
    whole = channel_of(heads)
    for paths in (1, 2, 3, 7, 20, 31):
        *_, last = enumerations(heads, paths=paths)
        for x, law in zip(last.inputs, last.laws, strict=True):
            assert all(Value(m) <= whole.probability(x, y) for y, m in law.masses.items())
            assert 1 - sum((Value(m) for m in law.masses.values()), Value(0)) == law.remaining
    with pytest.raises(Undecided):
        channel_of(heads, paths=20)


def test_probabilities_far_below_the_first_pass_are_found() -> None:
    """A finite program is whole in the end, whatever its smallest probability."""

    @mechanism(inputs=[0, 1])
    def rare(bit: int, draw: Any) -> int:
        return bit if draw.flip("1e-100") else 0

    assert channel_of(rare).probability("1", "1") == parse("1e-100")


def test_the_same_program_has_the_same_channel_twice() -> None:
    assert channel_of(heads).digest == channel_of(heads).digest


def test_equal_values_of_a_uniform_draw_are_added() -> None:
    """S2's `uniform [resp, coin]`, where both may be equal."""

    @mechanism(inputs=[0, 1])
    def twice(bit: int, draw: Any) -> int:
        return int(draw.uniform([bit, bit, 1 - bit]))

    assert channel_of(twice).probability("0", "0") == Value(2) / 3


def test_a_list_that_the_program_changes_is_fresh_each_time() -> None:
    @mechanism(inputs=[[0], [1]])
    def appends(given: list[int], draw: Any) -> int:
        given.append(int(draw.flip("1/2")))
        return sum(given)

    assert channel_of(appends).probability("(1,)", "2") == Value(1) / 2


def test_a_key_makes_labels() -> None:
    @mechanism(inputs=[0, 1], key=sum)
    def rolls(bit: int, draw: Any) -> list[int]:
        return [bit, int(draw.flip("1/2"))]

    assert channel_of(rolls).outputs == ("0", "1", "2")


def test_the_outcome_of_a_die_with_more_sides_than_paths_is_bounded() -> None:
    @mechanism(inputs=[0, 1])
    def huge(bit: int, draw: Any) -> int:
        return int(draw.uniform(range(10**12))) % 2 + bit

    *_, last = enumerations(huge, paths=1000)
    assert last.remaining > Value(99) / 100


def test_a_fault_names_the_program_and_the_input() -> None:
    @mechanism(inputs=["a", "b"])
    def faulty(word: str, draw: Any) -> bool:
        return bool(draw.flip("1/2" if word == "a" else "2"))

    with pytest.raises(ProgramError, match=r"faulty, input b: .* between 0 and 1"):
        channel_of(faulty)


def test_equal_outputs_of_two_types_are_two() -> None:
    """`1 == True == 1.0`, but a reader can tell them apart."""

    @mechanism(inputs=[0, 1])
    def kinds(bit: int, draw: Any) -> Any:
        del bit
        return draw.uniform((1, True, 1.0, "1"))

    assert set(channel_of(kinds).outputs) == {"1", "True", "1.0", "'1'"}


def test_a_program_that_changes_slowly_shows_at_the_end() -> None:
    """Between two runs of one path nothing changes here; the first path is run once more."""
    runs = []

    @mechanism(inputs=[0, 1])
    def drifting(bit: int, draw: Any) -> int:
        runs.append(bit)
        return int(draw.uniform(range(40))) + (100 if len(runs) > 45 else 0)

    with pytest.raises(ProgramError, match="is no function"):
        channel_of(drifting)


def test_an_input_that_uses_up_the_first_budget_exactly() -> None:
    """The next one had no path then, and was said to differ where its paths are run in order."""

    @mechanism(inputs=[0, 1])
    def counted(bit: int, draw: Any) -> int:
        return int(min(draw.geometric("1/2"), 3) if bit else draw.uniform(range(300)) % 4)

    found = next(each for each in enumerations(counted) if each.bits > 12)
    assert [Value(found.laws[1].masses[str(k)]) for k in (0, 1)] == [
        Value(Fraction(1, 2)),
        Value(Fraction(1, 4)),
    ]
    assert {Value(mass) for mass in found.laws[0].masses.values()} == {Value(Fraction(1, 4))}
