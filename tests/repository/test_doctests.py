"""The examples in docstrings run, for every module of every package, however it is installed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import warnings
from pathlib import Path

import pytest

import dpverify
from tests.repository.source import LAYERS
from tests.repository.source import layer as layer_of

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def every_module() -> list[str]:
    """Walk each package's own __path__: pytest's --doctest-modules would load modules twice."""
    names = ["dpverify"]
    packages = ["dpverify", *(f"dpverify.{layer}" for layer in LAYERS if layer != "api")]
    for package in packages:
        path = importlib.import_module(package).__path__
        names += [package, *(m.name for m in pkgutil.walk_packages(path, f"{package}."))]
    # Importing a __main__ runs the command.
    return sorted({name for name in names if not name.endswith(".__main__")})


def failures(name: str) -> int:
    """Examples of a module that print something else; doctest says which."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        module = importlib.import_module(name)
    # To look for examples takes twice as long as to run them, and most modules have none.
    if ">>>" not in Path(str(module.__file__)).read_text(encoding="utf-8"):
        return 0
    return doctest.testmod(module, optionflags=OPTIONS).failed


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_docstring_examples(layer: str) -> None:
    """Each module can be imported and prints what its docstrings say."""
    names = [name for name in every_module() if layer_of(name) == layer]
    assert names
    assert {name: found for name in names if (found := failures(name))} == {}


def test_the_walk_sees_the_packages() -> None:
    """A walk that finds nothing would pass."""
    assert dpverify.__name__ in every_module()
    assert "dpverify.proofs.entries" in every_module()
