"""The list of packages in pyproject.toml is what is on disk."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata

import pytest

from tests.repository.source import LAYERS, ROOT, modules, pyproject, python_files

# For who reads the repository; what is installed computes these pages (`reports/findings/`).
NOT_INSTALLED = {ROOT / "reports" / "gallery", ROOT / "proofs" / "second"}


def folders_with_python() -> set[str]:
    """Every folder below the five that holds a .py file, as a package name."""
    named = set()
    for path in python_files(*LAYERS):
        parts = path.parent.parts
        named.add(".".join(["dpverify", *(parts[1:] if parts[0] == "api" else parts)]))
    return named


def test_listed_packages_are_the_folders_on_disk() -> None:
    """A package missing from the list would be missing from the wheel."""
    listed = pyproject()["tool"]["setuptools"]["packages"]
    assert len(listed) == len(set(listed))
    assert set(listed) == folders_with_python()


def test_every_package_has_an_init() -> None:
    """A folder without __init__.py works when editable and is no package in the wheel."""
    folders = {path.parent for path in python_files(*LAYERS)}
    assert [str(f) for f in sorted(folders) if not (ROOT / f / "__init__.py").is_file()] == []


def test_the_map_is_the_rule_of_the_layout() -> None:
    """The folder X is dpverify.X; the folder api is dpverify itself."""
    expected = {"dpverify" if x == "api" else f"dpverify.{x}": x for x in LAYERS}
    assert pyproject()["tool"]["setuptools"]["package-dir"] == expected


def test_no_folder_shadows_the_package() -> None:
    """A folder `dpverify` at the root would hide the installed package from who runs there."""
    assert not (ROOT / "dpverify").exists()
    assert not (ROOT / "dpverify.py").exists()


def test_no_module_of_the_facade_is_named_as_a_layer() -> None:
    """api/defs.py would be dpverify.defs a second time."""
    names = {path.stem for path in python_files("api")} | {
        path.name for path in (ROOT / "api").iterdir() if path.is_dir()
    }
    assert not names & set(LAYERS)


def test_data_files_are_listed() -> None:
    """Whatever is not Python in a package is named in package-data, or it would be left out."""
    patterns = pyproject()["tool"]["setuptools"]["package-data"]
    named = set()
    for package, globs in patterns.items():
        folder = ROOT / package.replace("dpverify", "api", 1)
        if package != "dpverify":
            folder = ROOT.joinpath(*package.split(".")[1:])
        if not folder.is_dir():
            folder = ROOT.joinpath("api", *package.split(".")[1:])
        named |= {path for glob in globs for path in folder.glob(glob)}
    found = {
        path
        for x in LAYERS
        for path in (ROOT / x).rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc", ".nbi", ".nbc"}  # numba keeps what it compiled
        and path.parent not in NOT_INSTALLED
    }
    assert sorted(map(str, found - named)) == []


@pytest.mark.parametrize("package", [x for x in LAYERS if x != "api"])
def test_a_bare_import_is_refused(package: str) -> None:
    """From the root `import defs` says what to write instead."""
    run = subprocess.run(
        [sys.executable, "-c", f"import {package}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode != 0
    assert f"write `from dpverify.{package} import …`" in run.stderr


def test_the_installed_version_is_the_one_of_the_repository() -> None:
    """An environment made before the last change of version is noticed."""
    assert metadata.version("dpverify") == pyproject()["project"]["version"]


def test_modules_are_found() -> None:
    """The helpers of these tests see the packages at all."""
    assert {"dpverify", "dpverify.defs", "dpverify.proofs.entries"} <= modules().keys()
