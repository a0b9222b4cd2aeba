"""Helpers that change a list that they were given: none of their variables tells how.

Each program tosses coins and tells its input if half of them were heads; by hand that is a binomial
coefficient over a power of two.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from dpverify.defs.clock import no_clock
from dpverify.defs.numbers import Value
from dpverify.defs.programs import Draw, mechanism, merging
from dpverify.defs.programs.enumeration import _pass
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.states import key_of
from tests.defs.programs.test_hidden_state import COINS, confirm


def toss(heads: list[int], draw: Draw) -> bool:
    """Notes a coin in a list, which it never looks at again, and tosses another one."""
    coin = draw.flip("1/2")
    if coin:
        heads[0] += 1
    return draw.flip("1/2")


def toss_any(*heads: list[int], draw: Draw) -> bool:
    """The same, among any number of lists."""
    heads[0][0] += draw.flip("1/2")
    return draw.flip("1/2")


def toss_and_drop(heads: list[int] | None, draw: Draw) -> bool:
    """The same, and drops the list."""
    coin = draw.flip("1/2")
    if coin and heads:
        heads[0] += 1
    heads = None
    return draw.flip("1/2")


def toss_inside(heads: list[int], draw: Draw) -> bool:
    """The same in a further function."""
    other = (heads,)
    return toss(other[0], draw)


def toss_in_turn(places: Any, draw: Draw) -> bool:
    """The same, and when it draws first, the list is in the iterator of a loop alone."""
    coin = False
    for place in [None, places]:
        places = None
        if place:
            place[0] += coin
        place = None  # noqa: PLW2901  (so that the loop alone holds it)
        coin = draw.flip("1/2")
    return draw.flip("1/2")


@mechanism(inputs=[0, 1], neighbours="all")
def given_away(bit: int, draw: Draw) -> int:
    """The iterator of its loop is not seen, and only what is inside is."""
    heads = [0]
    for _ in [0] * COINS:
        toss(heads, draw)
    return bit if heads[0] == COINS // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def given_to_any(bit: int, draw: Draw) -> int:
    """The same by `toss_any`."""
    heads = [0]
    for _ in [0] * COINS:
        toss_any(heads, draw=draw)
    return bit if heads[0] == COINS // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def given_and_dropped(bit: int, draw: Draw) -> int:
    """The same by `toss_and_drop`."""
    heads = [0]
    for _ in [0] * COINS:
        toss_and_drop(heads, draw)
    return bit if heads[0] == COINS // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def given_on(bit: int, draw: Draw) -> int:
    """The same by `toss_inside`."""
    heads = [0]
    for _ in [0] * COINS:
        toss_inside(heads, draw)
    return bit if heads[0] == COINS // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def given_in_turn(bit: int, draw: Draw) -> int:
    """The same by `toss_in_turn`, four times."""
    heads = [0]
    for _ in [0] * 4:
        toss_in_turn(heads, draw)
    return bit if heads[0] == 2 else 2


@pytest.mark.parametrize("told", [given_away, given_to_any, given_and_dropped, given_on])
def test_paths_do_not_meet_where_a_list_was_given_to_a_helper(told: Mechanism) -> None:
    """The helper changed it, and none of the helper's variables tells how."""
    confirm(told)


def test_paths_do_not_meet_where_only_a_loop_holds_a_list() -> None:
    """The same, of four coins."""
    confirm(given_in_turn, 4)


def made() -> list[int]:
    """A list, with a function in the code, so that programs that call this are not cut."""
    return (lambda heads: [heads])(0)  # noqa: PLC3002  (that is what keeps them whole)


TOSSES = 12
"""Of which 2^12 paths come, more than are looked at for states."""


@mechanism(inputs=[0, 1], neighbours="all")
def never_seen(bit: int, draw: Draw) -> int:
    """No state of it is ever seen."""
    heads = made()
    for _ in [0] * TOSSES:
        heads[0] += draw.flip("1/2")
    return bit if heads[0] == TOSSES // 2 else 2


@mechanism(inputs=[0, 1], neighbours="all")
def promised_late(bit: int, draw: Draw) -> int:
    """The same, then a checkpoint, and four more coins."""
    heads = made()
    for _ in [0] * TOSSES:
        heads[0] += draw.flip("1/2")
    draw.checkpoint(heads[0])
    for _ in [0] * 4:
        heads[0] += draw.flip("1/2")
    return bit if heads[0] == TOSSES // 2 + 2 else 2


@pytest.mark.parametrize(("told", "all_are"), [(never_seen, False), (promised_late, True)])
def test_states_are_not_looked_for_where_none_is_seen(
    told: Mechanism, all_are: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking is most of the work; the law is the same, and a checkpoint counts as ever.

    By hand: half of all coins are heads.
    """
    looked = 0

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal looked
        looked += 1
        return key_of(*given, **named)

    monkeypatch.setattr(merging, "key_of", counted)
    by_states = _pass(told, 48, 10**6, no_clock, backward=False, merging=True)
    coins = TOSSES + 4 if all_are else TOSSES
    rare = Value(math.comb(coins, coins // 2)) / 2**coins
    assert by_states.whole
    laws = [{label: Value(mass) for label, mass in law.masses.items()} for law in by_states.laws]
    assert laws == [{str(bit): rare, "2": 1 - rare} for bit in (0, 1)]
    assert looked > 2**TOSSES if all_are else 1000 <= looked < 1000 + TOSSES
