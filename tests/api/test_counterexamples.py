"""The folder of counterexamples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.counterexamples import (
    DEFAULT_FOLDER,
    Folder,
    NotSavedError,
    forget,
    keep,
    place_of,
    saved_pair,
    use_folder,
)

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
LABELS = ("0", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of the test's own, then the one before."""
    before = Folder.path
    use_folder(tmp_path / "kept")
    yield tmp_path / "kept"
    use_folder(before)


def fails() -> dict[str, Any]:
    return dv.check(RR, dv.PureDP(eps=1)).to_dict()


def test_a_counterexample_is_kept_found_and_forgotten(folder: Path) -> None:
    """Under a name that tells the test; twice the same place; as `check` would save it."""
    path = place_of("pure-dp", LABELS)
    assert path is not None
    assert path == place_of("pure-dp", LABELS) != place_of("approx-dp", LABELS)
    assert path.parent == folder
    assert path.name.startswith("test_a_counterexample_is_kept_found_and_forgotten.pure-dp.")
    assert saved_pair(path) is None
    document = fails()
    assert keep(path, document) == str(path)
    assert json.loads(path.read_text("utf-8")) == document
    assert saved_pair(path) == ("0", "1")
    forget(path)
    forget(path)
    assert list(folder.iterdir()) == []


def test_a_path_below_the_working_folder_is_shown_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one would type it."""
    monkeypatch.chdir(tmp_path)
    path = place_of("pure-dp", LABELS)
    assert keep(path, fails()).startswith("kept/")


def test_the_place_depends_on_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the phase; hidden characters of a parametrised id stay out of the name."""
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/t.py::test_x[a/b\x1b] (call)")
    one = place_of("pure-dp", LABELS)
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/t.py::test_x[a/b\x1b] (teardown)")
    two = place_of("pure-dp", ("other",))
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/u.py::test_x[a/b\x1b] (call)")
    three = place_of("pure-dp", LABELS)
    assert one == two != three
    assert one is not None
    assert one.name.startswith("test_x-a-b--.pure-dp.")


def test_without_a_test_the_labels_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a plain program."""
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    one, two = place_of("pure-dp", LABELS), place_of("pure-dp", ("other",))
    assert one is not None
    assert one.name.startswith("check.pure-dp.")
    assert one != two


def test_nothing_is_kept_where_none_is_asked_for() -> None:
    """Neither saved nor found."""
    use_folder(None)
    assert place_of("pure-dp", LABELS) is None
    assert keep(None, fails()) == ""
    assert saved_pair(None) is None
    forget(None)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"witness": 3}', '{"witness": {"inputs": ["a"]}}',
     '{"witness": {"inputs": ["a", ["b"]]}}', '{"witness": {"inputs": "ab"}}', "[" * 100_000],
)  # fmt: skip
def test_a_file_that_is_none_of_ours_says_nothing(folder: Path, text: str) -> None:
    """And is no error: the full check decides."""
    folder.mkdir()
    path = folder / "x.json"
    path.write_text(text)
    assert saved_pair(path) is None


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "kept").write_text("in the way")
    with pytest.raises(NotSavedError):
        keep(place_of("pure-dp", LABELS), fails())


def test_the_default_folder() -> None:
    """As the documents say."""
    assert DEFAULT_FOLDER == ".dpverify/counterexamples"
