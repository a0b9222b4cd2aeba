"""The gallery: complete, indexed, and what the library computes now.

A sample of the pages is computed anew here; all of them by `make gallery ARGS=--check`, which
`.ci/run` does.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpverify.proofs.registry import entries
from dpverify.reports.findings.catalogue import findings
from dpverify.reports.findings.entry_findings import entry_counterexample
from dpverify.reports.findings.gallery import EXTRA, INDEX, faults, files, index, write
from tests.repository.source import ROOT

FOLDER = ROOT / "reports" / "gallery"
# Quick ones, of every kind of page.
SAMPLE = {
    "approx-as-probabilistic",
    "sparse-vector.B23",
    "sparse-vector.B24",
    "sparse-vector.B25",
    "permute-and-flip.zcdp",
    "library.multi-freq-ldpy.subset-selection",
    "library.opendp.laplace-threshold",
    "pk.theorem-3.as-printed",
    "pk.proposition-27.as-printed",
    "dp.approx-as-probabilistic",
    "dp.pure-implies-zcdp.eighth-square",
    "guessing.posterior.main-bound.precise",
    "laplace.course.worked-example",
    "par.laplace.printed-confidence",
}
MACHINE = re.compile(r"\b(?:20\d\d-\d\d-\d\d|\d\d:\d\d)\b|seconds|\d ms\b")


def stored(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text("utf-8")


@pytest.mark.long
def test_stored_pages_are_what_the_library_computes() -> None:
    """The index, the set of files and a sample of the pages, byte by byte."""
    assert {each.name for each in findings()} >= SAMPLE
    assert faults(FOLDER, SAMPLE) == []


def test_drawings_are_shown_by_their_pages() -> None:
    """Each SVG file is shown by the page of its name and by no other; there are some."""
    drawings = {path.name for path in FOLDER.glob("*.svg")}
    shown = {
        (page.stem, name)
        for page in FOLDER.glob("*.md")
        for name in re.findall(r"!\[[^\n]*\]\(([^)]*)\)", page.read_text("utf-8"))
    }
    assert shown == {(name.removesuffix(".svg"), name) for name in drawings}
    assert len(drawings) > 10
    assert max((FOLDER / name).stat().st_size for name in drawings) < 10_000


def test_every_refuted_entry_has_a_page() -> None:
    """No refuted entry of the registry is left out, none twice."""
    names = [each.name for each in findings()]
    refuted = {each.id for each in entries() if each.expected == "refuted"}
    assert len(names) == len(set(names))
    assert refuted <= set(names)
    assert len(refuted) > 40


@pytest.mark.parametrize("name", [each.name for each in findings()])
def test_a_page_says_what_a_reader_needs(name: str) -> None:
    """Claim, formula or channel, source, numbers, the command; nothing of the machine."""
    text = stored(name)
    assert text.startswith(("# Refuted: ", "# Loose: ", "# Wrong label: "))
    assert "**Claim.** " in text
    assert "## How to re-check\n\n```sh\n" in text
    assert re.search(r"\*\*Source\.\*\* |^\*\*Claim\.\*\* .*\(.*\d{4}", text, re.MULTILINE)
    assert MACHINE.search(text.replace("(0:", "")) is None


@pytest.mark.parametrize(
    "each", [e for e in entries() if e.expected == "refuted"], ids=lambda e: e.id
)
def test_the_page_of_an_entry_names_its_true_twin(each: object) -> None:
    """Where the registry knows the nearest true statement, the page states it."""
    essay = each.essay  # type: ignore[attr-defined]
    twin = None if essay is None else essay.true_twin
    assert ("## The true twin" in stored(each.id)) == (twin is not None)  # type: ignore[attr-defined]
    assert twin is None or f"`{twin}`" in stored(each.id)  # type: ignore[attr-defined]


def test_the_index_links_every_page(tmp_path: Path) -> None:
    """Every page once; a page of another command only where it is there."""
    for each in findings():
        assert index(tmp_path).count(f"]({each.name}.md)") == 1
    (name,) = EXTRA
    assert f"]({name})" not in index(tmp_path)
    (tmp_path / name).write_text("# Benchmark\n", "utf-8")
    assert f"]({name})" in index(tmp_path)


def test_faults_are_noticed(tmp_path: Path) -> None:
    """A page changed, missing, superfluous; an index that is not the pages'."""
    (tmp_path / INDEX).write_bytes((FOLDER / INDEX).read_bytes())
    for each in FOLDER.iterdir():
        if each.suffix in (".md", ".svg") and each.name not in EXTRA:
            (tmp_path / each.name).write_bytes(each.read_bytes())
    for name in EXTRA:
        if (FOLDER / name).is_file():
            (tmp_path / name).write_text("x", "utf-8")
    checked, drawn = "par.laplace.printed-confidence", "dp.approx-as-probabilistic"
    assert faults(tmp_path, {checked, drawn}) == []
    (tmp_path / f"{drawn}.svg").unlink()
    (tmp_path / f"{checked}.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "old.svg").write_text("<svg/>", "utf-8")
    said = " ".join(faults(tmp_path, {checked, drawn}))
    for name in (f"{drawn}.svg: not what", f"{checked}.svg: not what", "old.svg: there is no"):
        assert name in said
    (tmp_path / f"{checked}.md").write_text(stored(checked) + "\n", "utf-8")
    (tmp_path / "par.cost.minimum.as-printed.md").unlink()
    (tmp_path / "old.md").write_text("# Old\n", "utf-8")
    (tmp_path / INDEX).write_text("# Findings\n", "utf-8")
    said = " ".join(faults(tmp_path, {checked}))
    for name in (f"{checked}.md: not what", "as-printed.md: missing", "old.md: there", f"{INDEX}:"):
        assert name in said


def test_writing_replaces_and_removes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written has no faults; pages of no finding go, the extra page stays."""
    few = tuple(each for each in findings() if each.name == "laplace.course.worked-example")
    monkeypatch.setattr("dpverify.reports.findings.gallery.findings", lambda: few)
    folder = tmp_path / "gallery"
    folder.mkdir()
    for name in ("old.md", *EXTRA):
        (folder / name).write_text("x", "utf-8")
    write(folder)
    assert faults(folder) == []
    assert {path.name for path in folder.iterdir()} == {INDEX, *EXTRA, f"{few[0].name}.md"}
    assert (folder / f"{few[0].name}.md").read_text("utf-8") == files(few[0])[f"{few[0].name}.md"]


def test_an_entry_that_is_not_refuted_has_no_page() -> None:
    """The page of a true entry is an internal error, not a page."""
    from dpverify.defs.errors import InternalError

    with pytest.raises(InternalError, match="no counterexample"):
        entry_counterexample("laplace.course.worked-example-corrected")
