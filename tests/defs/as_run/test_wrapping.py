"""NumPy's integers wrap beyond their range: what does so for few values falls and rises again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value

RNG = np.random.default_rng()
WRAPS: dict[str, Callable[[Any], Any]] = {
    "abs": abs,
    "np.abs": np.abs,
    "neg": lambda v: -v,
    "np.negative": np.negative,
    "np.square": np.square,
    "round": lambda v: round(v, -1),
    "np.round": lambda v: np.round(v, -1),
}
FITS: dict[str, Callable[[Any], Any]] = {
    **WRAPS,
    "np.fabs": np.fabs,
    "np.sign": np.sign,
    "np.positive": np.positive,
}


@pytest.mark.parametrize("name", WRAPS)
def test_what_wraps_is_refused(name: str) -> None:
    """At both ends of [-128, 127] the comparison says no, and it is yes between them."""
    function = WRAPS[name]

    def large(given: int) -> int:
        number = RNG.integers(-128, 128, dtype=np.int8)
        return 1 if function(number) > 100 - given else 0

    with pytest.raises(ProgramError, match="integers beyond their range"):
        channel_of(as_run(large, inputs=[0, 1]))


@pytest.mark.parametrize("name", FITS)
def test_what_fits_has_the_law_of_all_values(name: str) -> None:
    """Counted one by one."""
    function = FITS[name]

    def large(given: int) -> int:
        number = RNG.integers(-11, 89)  # more values than are drawn at once
        return 1 if function(number) > 4 * given - 4 else 0

    channel = channel_of(as_run(large, inputs=[0, 1]))
    values = np.arange(-11, 89)
    for given in (0, 1):
        count = sum(bool(function(value) > 4 * given - 4) for value in values)
        found = channel.probability(str(given), "1") if "1" in channel.outputs else Value(0)
        assert found == Value(Fraction(count, 100))
