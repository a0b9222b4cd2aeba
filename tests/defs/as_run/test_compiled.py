"""What is said of the libraries that real code ran with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import (
    DistributionFinder,
    MetadataPathFinder,
    PathDistribution,
    packages_distributions,
    version,
)
from pathlib import Path
from typing import Any

import pytest

from dpverify.defs.as_run.compiled import _distributions, _version_of, versions


def test_the_distributions_of_a_package_are_those_of_the_standard_library() -> None:
    """Of all that is installed here; most have another name than their package."""
    every = packages_distributions()
    assert len(every) > 20
    for package, named in every.items():
        assert {*_distributions(package)} == {*named}, package


def test_a_file_of_a_user_is_of_no_distribution() -> None:
    assert versions(["a_file_of_a_user"]).startswith("Python ")
    assert "," not in versions(["a_file_of_a_user"])
    assert f"python-flint {version('python-flint')}" in versions(["flint"])


@pytest.fixture(params=["its own", "a later one"])
def finder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's answers, and those of a later Python, which a library may have put in their place.

    `importlib_metadata` does so when it is imported, and raises where Python says None.
    """
    _version_of.cache_clear()
    found = MetadataPathFinder.find_distributions

    def later(context: DistributionFinder.Context | None = None) -> Iterator[PathDistribution]:
        return (_Later(each._path) for each in found(context or DistributionFinder.Context()))

    finders = [each for each in sys.meta_path if not _is_backport(each)]
    monkeypatch.setattr(sys, "meta_path", finders)
    answer = later if request.param == "a later one" else found
    # That library takes the answer of Python itself away.
    monkeypatch.setattr(PathFinder, "find_distributions", staticmethod(answer), raising=False)


def _is_backport(finder: Any) -> bool:
    return (getattr(finder, "__module__", None) or type(finder).__module__) == "importlib_metadata"


class _Later(PathDistribution):
    """A distribution as a later Python has it."""

    @property
    def metadata(self) -> Any:
        if self.read_text("METADATA") is None:
            raise FileNotFoundError("No package metadata was found.")
        return super().metadata


@pytest.mark.usefixtures("finder")
def test_a_package_without_a_list_of_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel lists its files alone: a folder, a module and a compiled module are packages."""
    info = tmp_path / "some_name-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-name\nVersion: 1.2\n")
    (info / "RECORD").write_text(
        "folder_of/__init__.py,,\nmodule_of.py,,\ncompiled_of.cpython-311-x.so,,\n"
        "other/folder_in/x.py,,\n"
    )
    rest = tmp_path / "rest-1.0.dist-info"  # of a removal that did not come to its end
    rest.mkdir()
    (rest / "RECORD").write_text("folder_of/x.py,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("folder_of", "module_of", "compiled_of"):
        assert [*_distributions(name)] == ["some-name"]
    for name in ("folder", "folder_in", "module", "x", "of"):
        assert [*_distributions(name)] == []
    assert "rest" not in versions(["rest", "folder_of"])
