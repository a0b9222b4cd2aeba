"""A program that tosses coins of its own is refused, each time."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable

import numpy as np
import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.elsewhere import no_other_coins


def differs(toss: Callable[[], object]) -> None:
    """A run that tosses, and is refused because it differs from another."""
    toss()
    raise ProgramError("differs")


def test_the_global_generators_are_watched() -> None:
    """Draws and seeds, whatever the numbers; also where the run failed for that reason."""
    tosses: dict[str, tuple[Callable[[], object], ...]] = {
        "Python's random": (random.random, random.seed, lambda: random.gauss(0, 1)),
        "numpy.random": (np.random.rand, np.random.standard_normal),
        "the system's randomness": (np.random.seed, np.random.default_rng, secrets.token_hex),
    }
    for generator, ways in tosses.items():
        for toss in ways:
            with (
                pytest.raises(ProgramError, match=f"toss draws from {generator}"),
                no_other_coins("toss"),
            ):
                toss()
            with (
                pytest.raises(ProgramError, match=f"toss draws from {generator}"),
                no_other_coins("toss"),
            ):
                differs(toss)


def test_nothing_else_is_refused() -> None:
    """A generator of one's own with a seed is a table; other errors stay what they are."""
    with no_other_coins("table"):
        first, second = random.Random(1), random.Random(1)  # noqa: S311  what is asked about
        assert first.random() == second.random()
        assert np.random.default_rng(1).random() == np.random.default_rng(1).random()
    with pytest.raises(ProgramError, match="differs"), no_other_coins("table"):
        raise ProgramError("differs")
    with pytest.raises(ValueError, match="other"), no_other_coins("table"):
        raise ValueError("other")
