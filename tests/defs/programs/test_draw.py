"""Every draw of the interface is there; what no way of running supports says what to do."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import Draw
from dpverify.defs.programs.sampling import Sampler

NAMES = (
    "flip", "uniform", "choice", "geometric", "discrete_laplace", "discrete_gaussian", "laplace",
    "exponential", "gaussian", "checkpoint",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_draw_is_there(name: str) -> None:
    assert callable(getattr(Draw, name))


@pytest.mark.parametrize("name", ["laplace", "exponential", "gaussian"])
def test_continuous_noise_is_refused(name: str) -> None:
    with pytest.raises(ProgramError, match="uncountably many"):
        getattr(Sampler(0), name)(1)
