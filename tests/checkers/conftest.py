"""What all tests of deciding share."""

from __future__ import annotations

import pytest

from dpverify.checkers.all_eps import one_threshold
from dpverify.checkers.continuous import integer_program, program
from dpverify.defs.continuous import referee

POINTS = 400
"""Points at which a program is compared with its traces, where 2,000 are what users have."""


@pytest.fixture(autouse=True)
def _fewer_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is asked what follows from a trace, of the same programs again and again.

    That it is compared with the program, and how well, is asked in `tests/defs/continuous`; and in
    processes of their own (`tests/app`) all programs are compared as users have it.
    """
    for module in (referee, program, integer_program, one_threshold):
        monkeypatch.setattr(module, "MOST_POINTS", POINTS)
