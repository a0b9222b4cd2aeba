"""Entries are found by themselves, have permanent ids, and users bring their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpverify.defs.errors import FileError, UsageError
from dpverify.proofs.registry import entries, entries_in, entry

PERMANENT = {
    "dp.two-forms.pure",
    "dp.two-forms.approx",
    "dp.post-processing.pure",
    "dp.post-processing.approx",
    "dp.approx-as-probabilistic",
    "dp.parallel-composition.replace-one-by-value",
    "dp.parallel-composition.replace-one-by-index",
    "dp.parallel-composition.add-remove-by-value",
    "dp.parallel-composition.add-remove-by-index",
    "dp.parallel-composition.add-remove-by-index.shifted",
    "dp.sequential-composition.independent.pure",
    "dp.sequential-composition.independent.approx",
    "dp.sequential-composition.adaptive.pure",
    "dp.sequential-composition.adaptive.approx",
    "dp.sequential-composition.shared-coins",
    "dp.n-fold-composition.pure",
    "dp.n-fold-composition.approx",
    "dp.group-privacy.pure",
    "dp.group-privacy.approx",
    "dp.group-privacy.approx.linear-delta",
    "dp.convexity.hidden",
    "dp.convexity.visible",
    "dp.mixture.data-dependent-coin",
    "dp.probabilistic-implies-approx",
    "dp.approx-implies-probabilistic",
    "dp.post-processing.probabilistic",
    "dp.poisson-subsampling",
    "dp.poisson-subsampling.linear",
    "dp.odds.correlated-records",
    "dp.odds.independent-records",
    "dp.odds.two-correlated-records",
}


def test_ids_are_permanent() -> None:
    """An id once published stays; it never says how the statement ended."""
    ids = {each.id for each in entries()}
    assert ids >= PERMANENT
    assert not [name for name in ids for word in ("false", "refuted", "proved") if word in name]


def test_every_entry_can_be_read() -> None:
    """Title, source, and for a refuted one prose that names the repair."""
    for each in entries():
        assert each.title
        assert each.source
        if each.expected == "refuted":
            assert each.essay is not None, each.id
            assert each.essay.repair
        else:
            assert len(each.mutants) >= 2, each.id


def test_unknown_ids_get_a_suggestion() -> None:
    """A slip of the key is answered with the nearest id."""
    with pytest.raises(UsageError, match=r"did you mean 'dp\.two-forms\.pure'"):
        entry("dp.two-form.pure")


@pytest.mark.parametrize("change", [{"id": "No Spaces"}, {"expected": "true"}])
def test_malformed_entries_are_refused(change: dict[str, str]) -> None:
    """Ids are readable words, statuses are those of the interface."""
    with pytest.raises(UsageError):
        replace(entry("dp.two-forms.pure"), **change)  # type: ignore[arg-type]


def test_an_entry_needs_a_way() -> None:
    """Neither shapes nor instances: nothing would be examined."""
    with pytest.raises(UsageError, match="no way"):
        replace(entry("dp.two-forms.pure"), shapes=(), instances=0)


def test_a_users_file_is_read(tmp_path: Path) -> None:
    """ENTRIES of a Python file."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from dpverify.proofs.registry import entry\n"
        "ENTRIES = (replace(entry('dp.two-forms.pure'), id='my.claim'),)\n",
        encoding="utf-8",
    )
    assert [each.id for each in entries_in(str(path))] == ["my.claim"]


@pytest.mark.parametrize(("text", "error"), [("x = 1\n", UsageError), (None, FileError)])
def test_files_without_entries_are_refused(
    tmp_path: Path, text: str | None, error: type[Exception]
) -> None:
    """No ENTRIES, no file: one clear line each."""
    path = tmp_path / "none.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(error):
        entries_in(str(path))


def test_an_id_is_used_once(tmp_path: Path) -> None:
    """Two entries of one id are an error, not a silent choice."""
    path = tmp_path / "twice.py"
    path.write_text(
        "from dpverify.proofs.registry import entry\nE = entry('dp.two-forms.pure')\n"
        "ENTRIES = (E, E)\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match="unique"):
        entries_in(str(path))


def test_a_claim_that_names_what_is_not_there_is_refused(tmp_path: Path) -> None:
    """Before anything is examined."""
    path = tmp_path / "slip.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from dpverify.proofs.registry import entry\n"
        "E = entry('dp.two-forms.pure')\n"
        "ENTRIES = (replace(E, statement=replace(E.statement, sizes={})),)\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match=r"entry dp\.two-forms\.pure: sizes says nothing of"):
        entries_in(str(path))
