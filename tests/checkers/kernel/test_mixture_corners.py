"""Which corners of the moves the kernel of mixtures looks at, where laws are not even."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpverify.checkers.kernel.mixtures import _worst
from dpverify.defs.errors import Undecided


def test_corners_for_words_of_laws_that_are_not_even() -> None:
    """Each combination of directions has its corner; words in proportion have one direction."""
    one, zero = Fraction(1), Fraction(0)
    square = [*product((-one, one), repeat=2)]
    first, second, against = ([one, zero], [zero, one], [-one, zero])
    assert len(_worst([(first, False), (second, False)], square)) == 2
    assert len(_worst([(first, False), (second, True)], square)) == 1
    assert len(_worst([(first, False), (against, False)], square)) == 1
    box = [*product((zero, one), (-one, 2 * one))]
    assert _worst([(first, False), (second, True)], box) == [(one, 2 * one)]
    with pytest.raises(Undecided, match="laws are not even"):
        _worst([(first, False), (second, False)], box)
