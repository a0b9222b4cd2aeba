"""What the documents name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, ROOT, modules

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\n]+)`")
# Folders of the repository: a path in backquotes that starts with one of them must exist.
TOPS = (*LAYERS, "docs", "tests", "examples", "benchmarks", "scripts", ".ci")
TARGET = re.compile(r"\bmake ([a-z]+(?:-[a-z]+)*)\b")
MODULE = re.compile(r"\bdpverify(?:\.[a-z_]+)+\b")


def inline_code(document: Path) -> list[str]:
    """What stands in single backquotes, outside fenced blocks."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return CODE.findall(text)


def exists(path: str) -> bool:
    """Whether a path, perhaps with a pattern or a line number, is in the repository."""
    path = re.sub(r"(::|:\w).*$", "", path).rstrip("/")
    return (ROOT / path).exists() or ("*" in path and any(ROOT.glob(path)))


def is_path(code: str) -> bool:
    """A path of ours: starts with a folder of the repository, has no blank and no placeholder."""
    return (
        code.split("/", maxsplit=1)[0] in TOPS
        and "/" in code
        and not re.search(r"[\s<>…{}NX]", code)
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    """A relative link points at a file."""
    links = [link for link in LINK.findall(document.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_exist(document: Path) -> None:
    """A path in backquotes is a file or folder of the repository."""
    assert [code for code in inline_code(document) if is_path(code) and not exists(code)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_make_targets_exist(document: Path) -> None:
    """`make x` is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {name for code in inline_code(document) for name in TARGET.findall(code)}
    assert named - targets == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_exist(document: Path) -> None:
    """`dpverify.x.y` is a module, or a name in one, or a schema or command file."""
    known = modules().keys()
    for code in inline_code(document):
        for name in MODULE.findall(code):
            if "/1.0" in code or code.startswith("[") or name == "dpverify.stamp":
                continue
            assert name in known or name.rpartition(".")[0] in known, code


def test_documents_are_found() -> None:
    """A search that finds nothing would pass."""
    names = {str(path.relative_to(ROOT)) for path in DOCUMENTS}
    assert {"README.md", "CONTRIBUTING.md", "docs/glossary.md", "tests/README.md"} <= names


def test_the_changelog_has_the_current_version() -> None:
    """CHANGELOG.md and CITATION.cff speak of the version in pyproject.toml."""
    version = re.search(
        r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert version is not None
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"version: {version[1]}" in (ROOT / "CITATION.cff").read_text("utf-8")
