"""Checkpoints: what they promise is tested, and what they save is saved."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.explore import Purse
from dpverify.defs.programs.paths import SubLaw, law_of


def law(run: Any, floor: float = -200.0, paths: int = 10**5) -> SubLaw:
    """The law of a program without input."""
    return law_of(run, floor, Purse(paths, lambda: None))


def test_a_long_walk_is_followed_in_steps() -> None:
    """2^60 paths, but sixty checkpoints of at most sixty values."""

    def program(draw: Any) -> int:
        heads = 0
        for step in range(60):
            draw.checkpoint(step, heads)
            heads += draw.flip("1/2")
        return heads

    found = law(program)
    assert found.whole
    assert found.paths < 10_000
    assert found.masses["60"] == fmpq(1, 2**60)


def test_the_place_in_the_program_is_part_of_a_checkpoint() -> None:
    """Two calls of one function with the same variables are two checkpoints."""

    def coin(draw: Any) -> bool:
        draw.checkpoint()
        return bool(draw.flip("1/3"))

    def program(draw: Any) -> tuple[bool, bool]:
        first = coin(draw)
        draw.checkpoint(first)
        second = coin(draw) if first else not coin(draw)
        return (False, second) if not first else (True, second)

    with pytest.raises(ProgramError, match="promise"):
        # `first` is still needed inside the second call, and its checkpoint does not say so...
        law(lambda draw: (draw.flip("1/2"), coin(draw)))
    # ... while here the place of the call tells which it was.
    found = law(program)
    assert found.masses["(False, True)"] == fmpq(2, 3) * fmpq(2, 3)


def test_variables_of_different_types_are_different_checkpoints() -> None:
    def program(draw: Any) -> str:
        kind = 1 if draw.flip("1/4") else True
        draw.checkpoint(kind)
        return type(kind).__name__

    assert law(program).masses == {"int": fmpq(1, 4), "bool": fmpq(3, 4)}


def test_a_broken_promise_about_draws_is_noticed() -> None:
    def program(draw: Any) -> bool:
        p = "1/2" if draw.flip("1/2") else "1/3"
        draw.checkpoint()
        return bool(draw.flip(p))

    with pytest.raises(ProgramError, match="breaks the promise"):
        law(program)


def test_masses_stay_below_where_the_chain_is_cut() -> None:
    def program(draw: Any) -> int:
        n = 0
        while draw.flip("1/2"):
            n += 1
            draw.checkpoint(n)
        return n

    found = law(program, floor=-20.0)
    assert not found.whole
    assert all(mass == fmpq(1, 2 ** (int(n) + 1)) for n, mass in found.masses.items())
    assert len(found.masses) >= 19
