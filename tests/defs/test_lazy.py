"""A package that loads its names when they are first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dpverify.defs import risk
from dpverify.defs.lazy import lazily


def test_a_name_is_the_same_however_it_is_reached() -> None:
    """Through the package, and from its own module."""
    from dpverify.defs.risk.laplace import Laplace

    assert risk.Laplace is Laplace
    assert vars(risk)["Laplace"] is Laplace  # found without the function from now on


def test_a_name_that_is_not_offered() -> None:
    """An AttributeError that names package and name, as for any module."""
    load = lazily("dpverify.defs.risk", {"laplace": ("Laplace",)})
    with pytest.raises(AttributeError, match=r"'dpverify.defs.risk' has no attribute 'Laplacian'"):
        load("Laplacian")
    with pytest.raises(ImportError, match="Laplacian"):
        from dpverify.defs.risk import Laplacian  # noqa: F401  meant


def test_nothing_else_is_loaded() -> None:
    """The module of one name, and what that imports itself."""
    program = "import sys; from dpverify.defs.io import write_atomic; print(*sys.modules)"
    command = [sys.executable, "-P", "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "dpverify.defs.io.files" in loaded
    assert "dpverify.defs.io.read_scenario" not in loaded
