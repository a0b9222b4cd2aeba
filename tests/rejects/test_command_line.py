"""Bad files on the command line: one clear line, status 2, no traceback, nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.command_line import run

GOOD: dict[str, Any] = {
    "schema": "dpverify.channel/1.0",
    "inputs": ["no", "yes"],
    "outputs": ["0", "1"],
    "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
    "neighbours": "all",
}


def changed(**keys: object) -> str:
    return json.dumps({**GOOD, **keys})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in GOOD.items() if name != key})


def entry(text: object) -> str:
    return changed(matrix=[[text, "1/4"], ["1/4", "3/4"]])


TEXTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "row sums to 9/10": (changed(matrix=[["3/4", "3/20"], ["1/4", "3/4"]]), ("'no'", "9/10")),
    "negative entry": (changed(matrix=[["5/4", "-1/4"], ["1/4", "3/4"]]), ("-1/4", "'no'")),
    "unknown key": (changed(neighbors="all"), ("neighbors", "did you mean 'neighbours'")),
    "missing label": (changed(outputs=["0"]), ("2", "1")),
    "missing key": (without("inputs"), ("'inputs'",)),
    "1/0": (entry("1/0"), ("1/0",)),
    "exp(10**9)": (entry("exp(10**9)"), ("exp",)),
    "2**(10**10)": (entry("2**(10**10)"), ("2**(10**10)",)),
    "1e999999999": (entry("1e999999999"), ("1e999999999",)),
    "1e999999999 as a number": (changed().replace('"3/4"', "1e999999999"), ("1e999999999",)),
    "NaN": (changed().replace('"3/4"', "NaN"), ("NaN",)),
    "nan text": (entry("nan"), ("nan",)),
    "Infinity": (changed().replace('"3/4"', "Infinity"), ("Infinity",)),
    "inf": (entry("inf"), ("inf",)),
    "underscore": (entry("1_0/4"), ("1_0/4",)),
    "Arabic digits": (entry("٣/4"), ("no",)),
    "long number": (entry("9" * 5000), ("no",)),
    "true": (entry(True), ("holds true",)),
    "nested": ("[" * 100_000, ("nested",)),
    "nested entry": (entry("(" * 900), ("nested",)),
    "cut off": (changed()[:-20], ("cut off",)),
    "empty": ("", ("empty",)),
    "not JSON": ("hello", ("JSON",)),
    "a list": ("[]", ("JSON object",)),
    "ragged": (changed(matrix=[["1"], ["1/4", "3/4"]]), ("'no'",)),
    "no rows": (changed(matrix=[]), ("0",)),
    "no outputs": (changed(outputs=[], matrix=[[], []]), ("output",)),
    "empty relation": (changed(neighbours=[]), ("no pair", "neighbouring")),
    "pair with itself": (changed(neighbours=[["no", "no"]]), ("'no'",)),
    "unknown input in a pair": (changed(neighbours=[["no", "yess"]]), ("did you mean 'yes'",)),
    "duplicate input": (changed(inputs=["no", "no"]), ("'no'",)),
    "duplicate output": (changed(outputs=["0", "0"]), ("'0'",)),
    "duplicate key": (changed()[:-1] + ', "inputs": ["no", "yes"]}', ("inputs", "twice")),
    "label no text": (changed(inputs=[0, 1]), ("input",)),
    "newer schema": (
        changed(schema="dpverify.channel/2.0"),
        ("dpverify.channel/2.0", "dpverify.channel/1.0"),
    ),
    "other schema": (changed(schema="dpverify.result/1.0"), ("dpverify.result/1.0",)),
    "no schema": (without("schema"), ("schema",)),
    "single input": (changed(inputs=["no"], matrix=[["3/4", "1/4"]]), ("no pair", "neighbouring")),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_channel_file_is_one_line(name: str, tmp_path: Path) -> None:
    text, words = TEXTS[name]
    path, out = tmp_path / "bad.json", tmp_path / "out.json"
    path.write_text(text, encoding="utf-8")
    claim = ("--definition", "pure-dp", "--eps", "1", "--format", "json", "--out", out)
    line = run("check", path, *claim).one_line()
    assert "bad.json" in line
    assert all(word in line for word in words), line
    assert len(line) < 500
    assert not out.exists()


ARRAYS = {
    "nan": (np.array([[0.5, np.nan], [0.5, 0.5]]), "nan"),
    "infinite": (np.array([[np.inf, 0.5], [0.5, 0.5]]), "inf"),
    "sums": (np.array([[0.5, 0.25], [0.5, 0.5]]), "3/4"),
    "negative": (np.array([[1.5, -0.5], [0.5, 0.5]]), "-1/2"),
    "three-dimensional": (np.ones((2, 2, 2)), "dimension"),
    "complex": (np.eye(2) + 0j, "not integers or floats"),
    "text": (np.array([["1", "0"], ["0", "1"]]), "U1"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_bad_array_is_one_line(name: str, tmp_path: Path) -> None:
    array, word = ARRAYS[name]
    path = tmp_path / "bad.npy"
    np.save(path, array, allow_pickle=False)
    line = run("measure", path, "--definition", "pure-dp", "--neighbours", "all").one_line()
    assert word in line, line


def test_object_arrays_are_never_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "bad.npy"
    np.save(path, np.array([[{}, 1], [1, 1]], dtype=object), allow_pickle=True)
    line = run("measure", path, "--definition", "pure-dp", "--neighbours", "all").one_line()
    assert "object" in line or "pickle" in line


def test_an_archive_without_a_matrix(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    np.savez(path, matrices=np.eye(2))
    line = run("measure", path, "--definition", "pure-dp", "--neighbours", "all").one_line()
    assert "matrix" in line


def test_an_archive_that_expands(tmp_path: Path) -> None:
    """130 kB that would be 128 MiB of zeros."""
    path = tmp_path / "bad.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("matrix.npy", bytes(1 << 27))
    run("measure", path, "--definition", "pure-dp", "--neighbours", "all").one_line()


@pytest.mark.parametrize("suffix", [".json", ".csv", ".npy", ".npz"])
def test_what_is_no_regular_file(suffix: str, tmp_path: Path) -> None:
    """A folder and a FIFO; the FIFO must not block."""
    folder, fifo = tmp_path / f"folder{suffix}", tmp_path / f"fifo{suffix}"
    folder.mkdir()
    os.mkfifo(fifo)
    for path in (folder, fifo):
        assert "regular file" in run(
            "measure", path, "--definition", "pure-dp", "--neighbours", "all"
        ).one_line()  # fmt: skip


def test_replay_of_a_newer_schema_names_both(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text('{"schema": "dpverify.result/2.0"}')
    outcome = run("replay", path)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert "dpverify.result/2.0" in outcome.err
    assert "dpverify.result/1.0" in outcome.err


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"a": NaN}', '{"a": 1, "a": 2}', "\x00", "\ufeff{}"]
)
def test_replay_of_what_is_no_document(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    outcome = run("replay", path)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1


def test_labels_cannot_control_terminal_or_page(tmp_path: Path) -> None:
    """Escape bytes, HTML and Markdown in labels are shown as characters."""
    nasty = "\x1b[2J<script>*|`\u202e"
    path = tmp_path / "nasty.json"
    path.write_text(changed(inputs=[nasty, "b"], outputs=[f"{nasty}y", "z"]), encoding="utf-8")
    for form in ("text", "markdown", "json", "junit"):
        outcome = run("check", path, "--definition", "pure-dp", "--eps", "1", "--format", form)
        assert outcome.status == 1
        assert "\x1b" not in outcome.out
        assert "\u202e" not in outcome.out
        if form == "junit":
            assert "<script>" not in outcome.out


# ------------------------------------------------------------------ whole processes


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dpverify", *arguments],
        capture_output=True, text=True, timeout=300, check=False, **options,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["row sums to 9/10", "nested", "2**(10**10)"])
def test_the_same_as_a_whole_process(name: str, tmp_path: Path) -> None:
    text, words = TEXTS[name]
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    done = process("check", str(path), "--definition", "pure-dp", "--eps", "1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("dpverify: ")
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in words)
