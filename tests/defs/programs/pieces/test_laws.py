"""Programs by their states have the laws that running them on every path gives."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from types import ModuleType
from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.clock import no_clock
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.programs import Mechanism, channel_of, mechanism
from dpverify.defs.programs.explore import Purse, explore
from dpverify.defs.programs.pieces import referee, walk
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.compiled import pieces_of
from dpverify.defs.programs.pieces.laws import _first, _Spent, cut, laws_by_states
from dpverify.defs.programs.pieces.masses import masses_of
from dpverify.defs.programs.pieces.walk import Walk
from dpverify.defs.programs.replay import Prefix
from tests.defs.programs.module_of_text import module_of
from tests.defs.programs.pieces.random_programs import module_text

PROGRAMS = 30
MOST = 400
"""Pieces that are run of a program, and paths of an input."""


def by_states(program: Mechanism) -> list[dict[str, Any]]:
    """The laws of all inputs from the states, however few the paths."""
    pieces = cut(program)
    if pieces is None:
        raise Uncut("is not cut")
    states = Walk(pieces, _Spent(MOST, no_clock).pay)
    given = [_first(program, pieces, case) for case in program.cases().values()]
    return masses_of(states, [states.start(values) for values in given])[0]


def by_paths(program: Mechanism, most: int) -> list[dict[str, Any]] | None:
    """The same by running every path from its beginning; None where there are too many."""
    laws = []
    for case in program.cases().values():
        purse = Purse(most, no_clock)
        step, _ = explore(program.run(case), Prefix(), -1e9, purse, merging=False)
        if not step.whole:
            return None
        laws.append(dict(step.outputs))
    return laws


@pytest.fixture(scope="module")
def random_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A module of random programs."""
    path = tmp_path_factory.mktemp("programs") / "random_programs_of_a_test.py"
    with module_of(module_text(PROGRAMS, 31), path) as module:
        yield module


def test_random_programs_have_the_laws_of_all_their_paths(random_module: ModuleType) -> None:
    """Nothing is shared: one runs the function itself, path by path; the other its pieces."""
    compared = 0
    for k in range(PROGRAMS):
        program = getattr(random_module, f"p{k}")
        try:
            laws = by_states(program)
        except (Uncut, ProgramError):  # too many states, or a table that does not sum to 1
            continue
        known = by_paths(program, MOST)
        if known is not None:
            assert laws == known, f"p{k}"
            compared += 1
    assert compared > PROGRAMS // 2


def test_zip_of_one_list_gives_tuples_where_few_paths_look() -> None:
    """The first 16 tosses hide that from a comparison on paths that are drawn at random."""

    @mechanism(inputs=[0, 1])
    def rarely(x: int, draw: Any) -> bool:
        heads = 0
        for _ in range(16):
            heads += draw.flip("1/2")
        for one in zip([5 + x]):
            if draw.flip("1/2") and heads == 16:
                return one == (5,)
        return False

    channel = channel_of(rarely)
    assert channel.probability("0", "True") == Value(Fraction(1, 2**17))
    assert channel.probability("1", "False") == Value(1)


def test_zip_of_what_is_in_a_list_is_not_cut() -> None:
    """How many things it goes through is not known."""

    @mechanism(inputs=[0, 1])
    def columns(x: int, draw: Any) -> int:
        for one in zip(*[[5 + x]]):  # noqa: B905
            if draw.flip("1/2"):
                return one == (5,)
        return False

    assert cut(columns) is None


def test_a_thousand_coins_are_binomial() -> None:
    """2^1000 paths; C(n, k)/2^n from Python's own binomial coefficients."""

    @mechanism(inputs=[0, 1])
    def coins(x: int, draw: Any, *, n: int = 120) -> int:
        heads = x
        for step in range(n):
            draw.checkpoint(step, heads)
            heads += draw.flip("1/2")
        return heads

    channel = channel_of(coins)
    assert channel.assumptions == ()
    for k in (0, 60, 120):
        assert channel.probability("0", str(k)) == Value(Fraction(comb(120, k), 2**120))
        assert channel.probability("1", str(k + 1)) == Value(Fraction(comb(120, k), 2**120))


def test_a_finite_loop_of_560_tosses_is_followed_to_its_end() -> None:
    """Its last paths have the probability 2^−560, far below what is followed path by path."""

    @mechanism(inputs=[0, 1])
    def first_head(x: int, draw: Any) -> int:
        for toss in range(560):
            if draw.flip("1/2"):
                return x + toss
        return x + 560

    channel = channel_of(first_head)
    assert channel.probability("0", "559") == Value(Fraction(1, 2**560))
    assert channel.probability("1", "561") == Value(Fraction(1, 2**560))
    assert channel.probability("1", "3") == Value(Fraction(1, 8))


def test_many_valued_randomised_response_is_run_once_for_all_inputs() -> None:
    """The value with probability 1/3 + 2/(3k), any other with 2/(3k)."""

    @mechanism(inputs=range(150))
    def response(x: int, draw: Any, *, k: int = 150) -> Any:
        if draw.flip("1/3"):
            return x
        return draw.uniform(range(k))

    channel = channel_of(response)
    assert channel.probability("7", "7") == Value(Fraction(1, 3) + Fraction(2, 450))
    assert channel.probability("7", "8") == Value(Fraction(2, 450))


def test_equal_values_of_two_types_are_two_states() -> None:
    """`1 == True == 1.0` and `0.0 == -0.0`: a receiver tells them apart."""

    @mechanism(inputs=[0, 1])
    def kinds(x: int, draw: Any) -> Any:
        value = draw.uniform((1, True, 1.0, 0.0, -0.0, "1", (1,), (True,)))
        draw.flip("1/2")
        return value if x else (value,)

    [zero, one] = by_states(kinds)
    assert set(one) == {"1", "True", "1.0", "0.0", "-0.0", "'1'", "(1,)", "(True,)"}
    assert set(one.values()) == {fmpq(1, 8)}
    assert len(zero) == 8


def test_a_list_in_two_variables_is_one_list() -> None:
    """Paths that meet in equal lists differ where one list stands in two variables."""

    @mechanism(inputs=[0, 1])
    def aliases(x: int, draw: Any) -> tuple[int, ...]:
        first = [x]
        second = first if draw.flip("1/3") else [x]
        draw.flip("1/2")
        first.append(5)
        return tuple(second)

    assert by_states(aliases) == [
        {"(0, 5)": fmpq(1, 3), "(0,)": fmpq(2, 3)},
        {"(1, 5)": fmpq(1, 3), "(1,)": fmpq(2, 3)},
    ]


def test_two_nans_are_not_one() -> None:
    """Tuples and lists compare a NaN by which object it is, and no state tells that.

    By hand: with probability 1/3 the two variables hold one object.
    """

    @mechanism(inputs=[0, 1])
    def nans(x: int, draw: Any) -> bool:
        a = float("nan")
        b = a if draw.flip("1/3") else float("nan")
        draw.uniform(range(6000))
        return x == 1 and (a,) == (b,)

    with pytest.raises(Uncut, match="cannot be seen"):
        by_states(nans)
    assert channel_of(nans).probability("1", "True") == Value(Fraction(1, 3))


def test_branches_do_not_share_a_list() -> None:
    """What one branch appends is not there in the next."""

    @mechanism(inputs=[[0], [1]])
    def appends(given: list[int], draw: Any) -> int:
        for _ in range(3):
            given.append(int(draw.flip("1/2")))  # noqa: PERF401  the list that is meant
        return sum(given)

    eighths = {str(k): fmpq(comb(3, k), 8) for k in range(4)}
    assert by_states(appends)[0] == eighths


def test_any_draws_no_further_than_it_must_and_a_list_to_its_end() -> None:
    """Probabilities by hand: 1/2 + 1/4 and 1 − 1/2·1/4; the second coin depends on the first."""

    @mechanism(inputs=[0, 1])
    def tosses(x: int, draw: Any) -> tuple[bool, int]:
        chances = ["1/2", "1/4"]
        some = any(draw.flip(p) for p in chances)
        return some, sum([draw.flip(p) for p in chances[x:]])

    [_, one] = by_states(tosses)
    assert one["(True, 1)"] == fmpq(5, 8) * fmpq(1, 4)
    assert one["(False, 0)"] == fmpq(3, 8) * fmpq(3, 4)


def test_a_loop_that_comes_back_to_a_state_is_left_to_others() -> None:
    @mechanism(inputs=[0, 1])
    def retried(x: int, draw: Any) -> int:
        while draw.flip("1/2"):
            pass
        return x

    with pytest.raises(Uncut, match="comes back"):
        by_states(retried)


def test_a_checkpoint_that_leaves_something_out_is_still_an_error() -> None:
    """2^14 paths: its states would give the right law, but its author promises what is not so."""

    @mechanism(inputs=[0, 1])
    def forgets(x: int, draw: Any) -> int:
        heads, last = x, 0
        for step in range(14):
            draw.checkpoint(step, heads)
            heads += last
            last = int(draw.flip("1/2"))
        return heads

    with pytest.raises(Uncut, match="leaves something out"):
        by_states(forgets)
    with pytest.raises(ProgramError, match="breaks the promise"):
        channel_of(forgets)


def written(value: object, shows: object) -> str:
    """The text of a value, or nothing of it."""
    return str(value) if shows else ""


def test_equal_ranges_that_are_computed_before_a_draw_are_two() -> None:
    """range(0, 3, 2) and range(0, 4, 2) are equal; their texts tell the input, and ε is ∞."""

    @mechanism(inputs=[0, 1])
    def tells(x: int, draw: Any) -> str:
        for _ in range(14):
            draw.flip("1/2")
        end = 3 + x
        x = 0
        return written(range(0, end, 2), draw.flip("1/2"))

    @mechanism(inputs=[0, 1])
    def tells_of_members(x: int, draw: Any) -> tuple[str, ...]:
        for _ in range(14):
            draw.flip("1/2")
        ends = [3 + x]
        x = 0
        found = [written(range(0, end, 2), draw.flip("1/2")) for end in ends]
        return tuple(written(one, draw.flip("1/2")) for one in [range(0, ends[0], 2)] if found)

    for program, label in ((tells, "'range(0, 3, 2)'"), (tells_of_members, "('range(0, 3, 2)',)")):
        assert [law.get(label, 0) for law in by_states(program)] == [fmpq(1, 2), 0]
        channel = channel_of(program)
        assert channel.probability("0", label) == Value(Fraction(1, 2))
        assert channel.probability("1", label) == Value(0)


FOUND: list[int] = []


def test_a_program_that_changes_what_it_finds_is_left_to_others() -> None:
    """Path by path it shows that a run finds what an earlier one left."""

    @mechanism(inputs=[0, 1])
    def notes(x: int, draw: Any) -> int:
        FOUND.append(x)
        return int(draw.uniform(range(6000))) + len(FOUND)

    pieces = pieces_of(notes.function)  # type: ignore[arg-type]  # a plain function
    assert laws_by_states(notes, pieces, notes.cases(), 10**6, no_clock) is None
    with pytest.raises(ProgramError, match="is no function"):
        channel_of(notes)


TURNED: list[int] = [0]


def test_what_a_run_puts_back_is_not_seen_by_another() -> None:
    """Each run finds 0, turns it to 1 and back: on every path the input is told, and ε is ∞.

    Pieces of two inputs take turns. The second would turn to 0 what the first has turned to 1, and
    neither would tell.
    """

    @mechanism(inputs=[0, 1])
    def turns(x: int, draw: Any) -> tuple[int, int]:
        TURNED[0] ^= 1
        heads = sum(draw.flip("1/2") for _ in range(14))
        told = x if TURNED[0] else 0
        TURNED[0] ^= 1
        return heads, told

    pieces = pieces_of(turns.function)  # type: ignore[arg-type]  # a plain function
    assert laws_by_states(turns, pieces, turns.cases(), 10**6, no_clock) is None
    assert TURNED == [0]


def test_more_than_memory_holds_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """States that never meet are many; path by path they take the memory of one path."""
    monkeypatch.setattr(walk, "MOST_HELD", 500)

    @mechanism(inputs=[0, 1])
    def tuples(x: int, draw: Any) -> tuple[bool, ...]:
        return (bool(x), *tuple(draw.flip("1/2") for _ in range(7)))

    with pytest.raises(Uncut, match="too many states"):
        by_states(tuples)


def test_a_loop_that_never_ends_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The paths that are drawn at random would never end either; the clock is looked at on them."""

    @mechanism(inputs=[0, 1])
    def again(x: int, draw: Any) -> int:
        while True:
            if draw.uniform([0, 1]) == 2:
                return x

    pieces = pieces_of(again.function)  # type: ignore[arg-type]  # a plain function
    monkeypatch.setattr(referee, "MOST_OF_RUN", 5_000)
    assert laws_by_states(again, pieces, again.cases(), 10**6, no_clock) is None

    def late() -> None:
        raise Undecided("time", "the time is up")

    monkeypatch.setattr(referee, "MOST_OF_RUN", 10**9)
    with pytest.raises(Undecided, match="the time is up"):
        laws_by_states(again, pieces, again.cases(), 10**6, late)
