"""The documentation: every page is reached, every public name is in it, what it says is so."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import dpverify as dv
from dpverify.app.cli import COMMANDS
from dpverify.reports.benchmark_published import PUBLISHED
from tests.repository.source import ROOT

FIRST = ROOT / "docs" / "index.md"
PAGES = {
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("reports/gallery/*.md"),
    *(
        ROOT / name
        for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
    ),
    ROOT / "tests" / "README.md",
    ROOT / "tests" / "arena" / "README.md",
}
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DIRECTIVE = re.compile(r"^\.\. auto(\w+):: (\S+)$", re.MULTILINE)


def loaded(path: str) -> ModuleType:
    """A script or extension, which belongs to no package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def below(page: Path) -> list[Path]:
    """The pages that the tables of contents of a page name."""
    found: list[Path] = []
    for tree in TREE.findall(page.read_text("utf-8")):
        names = [line for line in tree.splitlines() if line and not line.startswith(":")]
        for name in names:
            matches = [
                path
                for path in page.parent.glob(f"{name}.md")
                if "*" not in name or path.name != "README.md"
            ]
            assert matches, (page, name)
            found += [path.resolve() for path in matches]
    return found


def test_every_page_is_in_the_navigation() -> None:
    """From the first page, by tables of contents alone."""
    reached, waiting = {FIRST}, [FIRST]
    while waiting:
        new = set(below(waiting.pop())) - reached
        reached |= new
        waiting += new
    assert {path.relative_to(ROOT) for path in PAGES - reached} == set()
    assert len(reached) > 80


def test_sphinx_reads_those_pages_and_no_others() -> None:
    """What conf.py includes is what is tested here."""
    text = (ROOT / "docs" / "conf.py").read_text("utf-8")
    (patterns,) = re.findall(r"^include_patterns = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    found = {
        path
        for pattern in re.findall(r'"(.*)"', patterns)
        for path in ROOT.glob(pattern.replace("**.md", "**/*.md"))
    }
    assert found == PAGES


def documented() -> list[tuple[str, str]]:
    """Kind and name of everything that the reference takes from docstrings."""
    pages = sorted((ROOT / "docs" / "reference").glob("*.md"))
    return [pair for page in pages for pair in DIRECTIVE.findall(page.read_text("utf-8"))]


def test_every_public_name_is_in_the_reference() -> None:
    """Once, and nothing that is not there."""
    names = [name for _, name in documented() if re.fullmatch(r"dpverify\.\w+", name)]
    modules = {name for kind, name in documented() if kind == "module"}
    public = {f"dpverify.{name}" for name in dv.__all__}
    assert sorted(set(names) - modules) == sorted(public)
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("kind", "name"), documented())
def test_the_reference_names_what_there_is(kind: str, name: str) -> None:
    """A module that is imported, or a name in one, with a docstring."""
    owner, _, last = name.rpartition(".")
    thing = importlib.import_module(name) if kind == "module" else None
    thing = thing or getattr(importlib.import_module(owner), last)
    assert thing.__doc__


def test_every_command_is_shown_with_its_help() -> None:
    """As a terminal shows it, with the examples."""
    pytest.importorskip("sphinx", reason="no sphinx here; `make docs` adds it")
    shown = dict(loaded("docs/extensions/command_line.py").helps())
    assert list(shown) == ["dpverify", *(f"dpverify {name}" for name in COMMANDS)]
    assert all("-h, --help" in text and text.startswith("Usage: ") for text in shown.values())
    assert "Examples:" in shown["dpverify check"]


@pytest.mark.parametrize(
    ("written", "restructured"),
    [
        (["`Value`s of x_ | y*"], ["``Value``\\ s of x\\_ \\| y\\*"]),
        (["`a`, then `b`_"], ["``a``, then ``b``\\_"]),
        (["*Risk* is 2*x*y"], ["*Risk* is 2\\*x\\*y"]),
        ([">>> a*b", "`c`", "", "d*"], [">>> a*b", "`c`", "", "d\\*"]),
        (
            ["Args: x one", "    of many.", "Raises: E."],
            ["", "*Args:* x one", "of many.", "", "*Raises:* E."],
        ),
        (["Args:", "    x: `a`", "", "    y*"], ["Args:", "    x: ``a``", "", "    y\\*"]),
        (
            ["So:", "", "    x = a*b", "", "    y", "c*"],
            ["So:", "", "::", "", "    x = a*b", "", "    y", "c\\*"],
        ),
        (["    >>> a*b", "    1", "", "c*"], ["    >>> a*b", "    1", "", "c\\*"]),
        (["- a", "b"], ["- a", "", "b"]),
        (
            ["| a | b |", "|---|---|", "| `1` | 2* |"],
            [".. list-table::", "   :header-rows: 1", "", "   * - a", "     - b", "   * - ``1``",
             "     - 2\\*", ""],
        ),
    ],
)  # fmt: skip
def test_docstrings_become_restructured_text(written: list[str], restructured: list[str]) -> None:
    """Code stays code, mathematics is no markup, examples are left alone."""
    assert loaded("docs/extensions/docstrings.py").restructured(written) == restructured


GOOD = '<p id="here"><a href="sub/b.html#there">b</a><a href="https://example.org">far</a>'


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (GOOD, ""),
        ('<a href="#here" id="here">', ""),
        ('<img src="data:image/png;base64,AA">', ""),
        ('<a href="sub/c.html">', "there is no such file"),
        ('<a href="sub/b.html#nowhere">', "there is no such place"),
        ('<a href="#nowhere">', "there is no such place"),
        ('<a href="../secret.html">', "leads out of the site"),
        ('<script src="https://example.org/x.js"></script>', "loads from another site"),
        ('<link href="//example.org/font.css">', "loads from another site"),
        ('<img src="missing.png">', "there is no such file"),
    ],
)
def test_links_of_the_built_site(tmp_path: Path, page: str, fault: str) -> None:
    """Each fault is found by name, and a whole site has none."""
    (tmp_path / "secret.html").touch()
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    (site / "a.html").write_text(page, "utf-8")
    (site / "sub" / "b.html").write_text('<p id="there">', "utf-8")
    faults = loaded("scripts/check_site.py").faults(site)
    assert len(faults) == bool(fault)
    assert all(fault in line and line.startswith("a.html: ") for line in faults)


def test_a_style_sheet_loads_nothing(tmp_path: Path) -> None:
    check = loaded("scripts/check_site.py").faults
    assert check(tmp_path) == [f"{tmp_path}: no pages"]
    (tmp_path / "a.html").touch()
    (tmp_path / "a.css").write_text("@font-face { src: url(https://example.org/f) }", "utf-8")
    assert len(check(tmp_path)) == 1


INDEX = "# First\n\n[there](other.md#second)\n\n```{toctree}\nother\n```\n"


@pytest.mark.parametrize(
    ("index", "orphan", "fault"),
    [
        (INDEX, False, ""),
        (INDEX, True, "any toctree"),
        (INDEX.replace("other.md", "nothing.md"), False, "target not found"),
        (INDEX.replace("#second", "#third"), False, "xref_missing"),
        (INDEX + "\n```{command-lines}\n```\n", False, "Unknown directive"),
        (INDEX + "\n```{eval-rst}\n.. autofunction:: dpverify.nothing\n```\n", False, "autodoc"),
    ],
)
def test_what_ends_the_build(tmp_path: Path, index: str, fault: str, *, orphan: bool) -> None:
    """With our configuration: a page in no contents, a link that leads nowhere, a missing name."""
    pytest.importorskip("sphinx", reason="no sphinx here; `make docs` adds it")
    (tmp_path / "index.md").write_text(index, "utf-8")
    (tmp_path / "other.md").write_text("# Second\n", "utf-8")
    if orphan:
        (tmp_path / "orphan.md").write_text("# Third\n", "utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "--nitpicky",
        "--fail-on-warning",
        "--keep-going",
        "--quiet",
        "--conf-dir",
        str(ROOT / "docs"),
        "-D",
        "root_doc=index",
        "-D",
        "include_patterns=*.md",
        "-D",
        "html_theme=basic",
        str(tmp_path),
        str(tmp_path / "made"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == bool(fault), done.stderr
    assert fault in done.stderr


def test_a_warning_ends_the_build() -> None:
    """Both steps of `make docs`: what Sphinx warns of, and what is found afterwards."""
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ndocs:\n")[2].partition("\n\n")[0]
    assert "--fail-on-warning" in recipe
    assert "scripts/check_site.py build/docs" in recipe
    assert "suppress_warnings" not in (ROOT / "docs" / "conf.py").read_text("utf-8")


def test_the_comparison_says_what_the_benchmark_says() -> None:
    """ε that holds, for claims at 0.1, and the published bounds, as they are registered."""
    page = (ROOT / "docs" / "comparison.md").read_text("utf-8")
    table = (ROOT / "reports" / "gallery" / "benchmark.md").read_text("utf-8")
    rows = re.findall(r"^\| `(B\d+)` n=(\d+):.* \| 0\.1 \| (\S+) \| (\S+) \|$", page, re.MULTILINE)
    assert len(rows) == 4
    for name, n, tight, bound in rows:
        (row,) = (line for line in table.splitlines() if line.startswith(f"| `{name}` |"))
        cells = [cell.strip() for cell in row.split(" | ")]
        assert re.search(rf"\bn={n}\b", cells[1])
        assert cells[4] == tight
        assert PUBLISHED[name].bound.split()[0] == bound
    for name, seconds in re.findall(r"(\d+) s for\s+`(B\d+)`", page):
        assert PUBLISHED[seconds].seconds.split()[0] == name
    (size,) = re.findall(r"has (\d+) rows", page)
    assert f"; {size} rows in " in table
