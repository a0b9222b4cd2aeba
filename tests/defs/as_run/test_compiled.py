"""What is said of the libraries that real code ran with."""

from __future__ import annotations

from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest

from dpverify.defs.as_run.compiled import _distributions, versions


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
