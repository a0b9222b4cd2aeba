"""The source distribution holds what a change needs; archives depend on their content alone."""

from __future__ import annotations

import gzip
import importlib.util
import io
import tarfile
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.repository.source import ROOT

NEEDED = ("api", "app", "defs", "checkers", "proofs", "reports", "tests", "examples", "docs",
          "benchmarks", "scripts", ".ci")  # fmt: skip
BUILT = sorted((ROOT / "build" / "wheel").glob("*.tar.gz"))


def repacked() -> Callable[[bytes, int], bytes]:
    """The function of scripts/repack.py, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("repack", ROOT / "scripts" / "repack.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[bytes, int], bytes] = module.repacked
    return found


def test_the_manifest_names_every_folder() -> None:
    """A folder that MANIFEST.in leaves out would be missing from the source distribution."""
    lines = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    grafted = {line.removeprefix("graft ") for line in lines if line.startswith("graft ")}
    assert grafted == set(NEEDED)
    script = (ROOT / "scripts" / "sdist.sh").read_text("utf-8")
    assert [folder for folder in NEEDED if f" {folder}" not in script] == []


def test_the_manifest_names_the_files_at_the_root() -> None:
    """Every file of the root that is not hidden is in the source distribution."""
    lines = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    patterns = [p for line in lines if line.startswith("include ") for p in line.split()[1:]]
    files = [path.name for path in ROOT.iterdir() if path.is_file() and path.name[0] != "."]
    missing = [name for name in files if not any(fnmatch(name, p) for p in patterns)]
    assert missing == []


def archive(order: int, time: int) -> bytes:
    """A .tar.gz of two files in one order or the other, as made at a time by a user."""
    made = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=made, mode="wb", mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w") as file,
    ):
        for name in ("p/a.py", "p/b.py")[::order]:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uid, member.uname = 3, time, time, "somebody"
            member.mode = 0o600 + 0o44 * (order > 0)
            file.addfile(member, io.BytesIO(name[-3:].encode()))
    return made.getvalue()


def test_equal_content_gives_equal_bytes() -> None:
    """Order, time, user and mode of what was packed leave no trace; content does."""
    first, second = archive(1, 1_000), archive(-1, 2_000)
    assert first != second
    repack = repacked()
    assert repack(first, 5) == repack(second, 5)
    assert repack(first, 5) != repack(first, 6)
    with tarfile.open(fileobj=io.BytesIO(repack(first, 5))) as file:
        assert file.getnames() == ["p/a.py", "p/b.py"]
        assert file.extractfile("p/a.py").read() == b".py"  # type: ignore[union-attr]  # a file


@pytest.mark.skipif(not BUILT, reason="no source distribution was built (.ci/run does)")
def test_what_was_built_holds_tests_and_examples() -> None:
    """Every Python file, example and page of the repository is in it, and nothing compiled."""
    with tarfile.open(BUILT[-1]) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for folder in NEEDED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not _compiled(path)
    }
    assert wanted - names == set()
    assert [name for name in names if "__pycache__" in name or _compiled(Path(name))] == []
    assert {"pyproject.toml", "LICENSE", "README.md", "SECURITY.md", "Makefile"} <= names


def _compiled(path: Path) -> bool:
    return path.suffix in (".pyc", ".pyo", ".pyd")
