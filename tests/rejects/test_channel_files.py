"""Channel files that must be refused, each with one clear line, and controls that must not.

Every refused file differs from an accepted one by its fault alone; a reader that refuses
everything fails on the controls, one that accepts everything on the rest.
"""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpverify.defs.errors import InputError
from dpverify.defs.io import load_channel

GOOD: dict[str, Any] = {
    "schema": "dpverify.channel/1.0",
    "inputs": ["yes", "no"],
    "outputs": ["0", "1"],
    "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
    "neighbours": "all",
}
TEXT = json.dumps(GOOD)


def changed(**keys: Any) -> str:
    """The good document with some keys replaced."""
    return json.dumps(GOOD | {key.replace("_", "-"): value for key, value in keys.items()})


def entry(text: str) -> str:
    """The good document with raw text in place of the first entry."""
    return TEXT.replace('"3/4"', text, 1)


def without(key: str) -> str:
    """The good document without a key."""
    return json.dumps({k: v for k, v in GOOD.items() if k != key})


ACCEPTED_JSON = {
    "the plain one": TEXT,
    "a higher minor version": changed(schema="dpverify.channel/1.7"),
    "JSON numbers": entry("0.75"),
    "an exponent": entry("75E-2"),
    "an expression": entry('"1/2+1/4"'),
    "the user's own key": changed(x_own=[1, 2]),
    "pairs": changed(neighbours=[["yes", "no"]]),
    "directed pairs": changed(neighbours=[["yes", "no"]], directed=True),
    "distance": changed(distance=[[0, "inf"], [2, 0]]),
    "prior": changed(prior=["1/3", "2/3"]),
    "notes": changed(title="t", source="s", notes="n"),
    "blanks around": f" \n{TEXT}\n ",
}

REFUSED_JSON = {
    "sum 9/10": (entry('"13/20"'), "row 'yes' sums to 9/10, must be 1; add the missing outcome"),
    "sum 11/10": (entry('"17/20"'), "row 'yes' sums to 11/10, must be 1; correct the entries"),
    "negative": (changed(matrix=[["5/4", "-1/4"], [0, 1]]), "row 'yes', column '1' is -1/4"),
    "NaN": (entry("NaN"), "NaN is no JSON number"),
    "Infinity": (entry("Infinity"), "Infinity is no JSON number"),
    "inf as text": (entry('"inf"'), "row 'yes', column '0': 'inf' has no meaning here"),
    "nan as text": (entry('"nan"'), "row 'yes', column '0': 'nan' is not a number"),
    "null": (entry("null"), "row 1 of the matrix holds null, must be a list of numbers"),
    "true": (entry("true"), "row 1 of the matrix holds true, must be a list of numbers"),
    "division by zero": (entry('"1/0"'), "row 'yes', column '0': '1/0' is not a number"),
    "huge exp": (entry('"exp(10**9)"'), "row 'yes', column '0': 'exp.10..9.'"),
    "huge power": (entry('"2**(10**10)"'), "row 'yes', column '0': '2...10..10.'"),
    "huge exponent": (entry("1e999999999"), "row 'yes', column '0': '1e999999999'"),
    "many digits": (entry("9" * 20_000), "the number '9+…9+' has 20000 characters"),
    "underscores": (entry('"7_5/100"'), "row 'yes', column '0': '7_5/100' is not a number"),
    "Arabic digits": (entry('"٣/4"'), "row 'yes', column '0'"),
    "newline in a number": (entry('"3/4\\n"'), "row 'yes', column '0'"),
    "ragged": (changed(matrix=[["3/4", "1/4"], ["1"]]), "row 'no' has 1 entries for 2 outputs"),
    "missing row": (changed(matrix=[["3/4", "1/4"]]), "no row for 'no'"),
    "missing label": (changed(inputs=["yes"]), "row number 2 has no label"),
    "row is a text": (changed(matrix=["10", ["1", "0"]]), "row 'yes' is '10', must be a list"),
    "matrix is an object": (changed(matrix={}), "matrix is {}, must be a list"),
    "no inputs": (changed(inputs=[], matrix=[]), "there are no inputs"),
    "no outputs": (changed(outputs=[], matrix=[[], []]), "there are no outputs"),
    "duplicate input": (changed(inputs=["yes", "yes"]), "input label 'yes' is given twice"),
    "duplicate output": (changed(outputs=["0", "0"]), "output label '0' is given twice"),
    "empty label": (changed(inputs=["yes", ""]), "input label number 2 is empty"),
    "label is a number": (changed(inputs=["yes", 0]), "number 2 is '0' .a number., must be a text"),
    "half a surrogate": (TEXT.replace('"no"', '"\\ud800"'), "half a surrogate pair"),
    "inputs a text": (changed(inputs="ab"), "inputs is 'ab', must be a list"),
    "single input": (
        changed(inputs=["yes"], matrix=[["3/4", "1/4"]]), "no pair of inputs is neighbouring"
    ),
    "no pairs": (changed(neighbours=[]), "no pair of inputs is neighbouring"),
    "self pair": (changed(neighbours=[["no", "no"]]), "pair number 1 is 'no' with itself"),
    "unknown neighbour": (changed(neighbours=[["yes", "mo"]]), "names 'mo', which is no input; n"),
    "neighbours a word": (changed(neighbours="each"), "neighbours is 'each', must be 'all'"),
    "directed a text": (changed(neighbours=[["yes", "no"]], directed="no"), "directed is 'no'"),
    "distance not square": (changed(distance=[[0, 1]]), "distance has 1 rows for 2 inputs"),
    "negative distance": (changed(distance=[[0, -1], [1, 0]]), "must be at least 0, or inf"),
    "distance to itself": (changed(distance=[[1, 1], [1, 1]]), "to itself is 1, must be 0"),
    "distance a number": (changed(distance=1), "distance is '1', must be a list"),
    "prior sum": (changed(prior=["1/2", "1/3"]), "prior sums to 5/6, must be 1"),
    "prior length": (changed(prior=["1"]), "prior has 1 entries for 2 inputs"),
    "prior an object": (changed(prior={"yes": 1, "no": 0}), "prior is .*, must be a list"),
    "title a number": (changed(title=3), "title is '3', must be a text"),
    "own number too long": (changed(x_own=1e300).replace("1e+300", "1e400"), "would be rounded"),
    "unknown key": (changed(neighbors="all"), "unknown key 'neighbors'; did you mean 'neighbours'"),
    "no matrix": (without("matrix"), "has no 'matrix'; add it"),
    "no schema": (without("schema"), 'add it: "schema": "dpverify.channel/1.0"'),
    "no neighbours": (without("neighbours"), 'add it: "neighbours": "all", or a list of pairs'),
    "newer schema": (
        changed(schema="dpverify.channel/2.0"), r"channel/2\.0 is newer than dpverify\.channel/1\.0"
    ),
    "other schema": (changed(schema="dpverify.result/1.0"), "expects 'dpverify.channel/1.0'"),
    "malformed schema": (changed(schema="1.0"), "schema is '1.0', must read"),
    "schema a number": (changed(schema=1), "schema is '1', must read"),
    "duplicate key": (TEXT[:-1] + ', "inputs": ["yes", "no"]}', "key 'inputs' is given twice"),
    "byte-order mark": ("\ufeff" + TEXT, "byte-order mark"),
    "cut off": (TEXT[:-30], "ends in the middle"),
    "nested": ("[" * 100_000, "nested deeper than 100"),
    "nested entry": (entry("[" * 100_000 + "]" * 100_000), "nested deeper than 100"),
    "two documents": (TEXT + TEXT, "Extra data"),
    "empty": ("", "is empty"),
    "a list": (f"[{TEXT}]", "must hold a channel: one JSON object"),
    "not UTF-8": (b"\xff\xfe" + TEXT.encode("utf-16-le"), "is not UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize("text", ACCEPTED_JSON.values(), ids=ACCEPTED_JSON.keys())
def test_json_controls_are_accepted(tmp_path: Path, text: str) -> None:
    """Nothing is wrong with these."""
    path = tmp_path / "c.json"
    path.write_text(text, encoding="utf-8")
    assert load_channel(path).inputs == ("yes", "no")


def refuse(path: Path, message: str, **options: Any) -> None:
    """Loading the file fails with one line that names it and says what is wrong."""
    with pytest.raises(InputError, match=message) as caught:
        load_channel(path, **options)
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 400
    assert path.name in line


@pytest.mark.parametrize(("text", "message"), REFUSED_JSON.values(), ids=REFUSED_JSON.keys())
def test_json_files_are_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    """One line each."""
    path = tmp_path / "c.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    refuse(path, message)


REFUSED_CSV = {
    "ragged": (",0,1\na,1\nb,1,0\n", "line 2 of the CSV file has 2 cells, the header 3"),
    "long line": (",0,1\na,1,0,0\nb,1,0\n", "line 2 of the CSV file has 4 cells, the header 3"),
    "blank line inside": (",0,1\na,1,0\n\nb,1,0\n", "line 3 of the CSV file has 0 cells"),
    "empty": ("", "the CSV file is empty"),
    "blank": ("\n\n", "the CSV file is empty"),
    "semicolons": (";0;1\na;1;0\nb;1;0\n", "names no output; separate cells with commas"),
    "no rows": (",0,1\n", "there are no inputs"),
    "open quote": (',0,1\na,1,"0\nb,1,0\n', "the CSV file cannot be read: .unexpected end"),
    "text after a quote": (',0,1\n"a"x,1,0\nb,1,0\n', "the CSV file cannot be read"),
    "empty entry": (",0,1\na,1,\nb,1,0\n", "row 'a', column '1': an empty text is not a number"),
    "nan": (",0,1\na,nan,0\nb,1,0\n", "row 'a', column '0': 'nan' is not a number"),
    "tab": (",0,1\na,1\t,0\nb,1,0\n", "row 'a', column '0'"),
    "sum": (",0,1\na,0.3,0.3\nb,1,0\n", "row 'a' sums to 3/5, must be 1"),
    "no header": ("0.75,0.25\n0.25,0.75\n", "holds numbers alone; write a header"),
    "no header, one column left": ("0,1\n0,1\n", "holds numbers alone; write a header"),
    "no names of inputs": ("a,b\n0.75,.25\n1/4,3/4\n", "write a column before it"),
    "huge exponents": (",0,1\n1e999999999,1,0\nb,1e999999999,0\n", "exponent of ten"),
    "decimal commas": (',0,1\na,"0,5","0,5"\n', "unexpected ','; decimals have a point"),
    "per cent": (",0,1\na,50%,50%\n", "unexpected '%'; write 0.1 or 1/10"),
    "duplicate": (",0,1\na,1,0\na,1,0\n", "input label 'a' is given twice"),
    "empty header": (",,1\na,1,0\nb,1,0\n", "output label number 1 is empty"),
    "not UTF-8": (b",0,1\n\xff,1,0\nb,1,0\n", "the CSV file is not UTF-8"),
    "huge field": (",0,1\na,1," + "0" * 200_000 + "\nb,1,0\n", "cannot be read: .field larger"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED_CSV.values(), ids=REFUSED_CSV.keys())
def test_csv_files_are_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    """One line each."""
    path = tmp_path / "c.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    refuse(path, message, neighbours="all")


def npy(array: Any, *, allow_pickle: bool = False) -> bytes:
    """The bytes of a .npy file."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=allow_pickle)
    return file.getvalue()


def header(text: str) -> bytes:
    """A .npy file of 64 bytes with a header of one's own."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + bytes(64)


HALVES = np.full((2, 2), 0.5)
SHAPE = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"

REFUSED_NPY = {
    "NaN": (npy(np.array([[np.nan, 1], [0, 1]])), "row '0', column '0': 'nan' is not"),
    "inf": (npy(np.array([[np.inf, 1], [0, 1]])), "row '0', column '0': 'inf' has no"),
    "objects": (npy(np.array([[1, 0], [0, None]]), allow_pickle=True), "holds '.O', not int"),
    "a pickle": (b"\x80\x04K\x01.", "is no NumPy array"),
    "empty": (b"", "is no NumPy array"),
    "cut off": (npy(HALVES)[:-8], "claims 32 bytes of data .shape .2, 2.. and has 24"),
    "trailing bytes": (npy(HALVES) + b"x", "claims 32 bytes of data .* and has 33"),
    "a claim of 10^12": (header(SHAPE % ("<f8", "(1000000, 1000000)")), "claims 8000000000000 byt"),
    "negative shape": (header(SHAPE % ("<f8", "(-1, -8)")), "not that of a plain array"),
    "code in the header": (header("__import__('os').abort()"), "not that of a plain array"),
    "nested header": (header("(" * 9000), "not that of a plain array"),
    "texts": (npy(np.array([["1", "0"], ["0", "1"]])), "dtype '<U1', must hold integers"),
    "complex": (npy(np.eye(2) * 1j), "holds '<c16', not integers or floats"),
    "records": (npy(np.zeros((2, 2), dtype="i4,f4")), "not that of a plain array"),
    "booleans": (npy(np.eye(2, dtype=bool)), "dtype 'bool', must hold integers or floats"),
    "one dimension": (npy(np.ones(4)), "the matrix has 1 dimension, must have 2"),
    "no dimension": (npy(np.float64(1)), "has shape .., must have 2 dimensions"),
    "no outputs": (npy(np.ones((2, 0))), "has shape .2, 0., .* none of them 0"),
    "10^17 outputs of nothing": (
        header(SHAPE % ("<f8", f"(0, {10**17})"))[:-64],
        "has shape .0, 1",
    ),
    "100 dimensions": (header(SHAPE % ("<f8", f"({'1,' * 99} 8)")), "must have 2 dimensions"),
    "elements of no size": (header(SHAPE % ("<U0", f"({10**17}, 1)"))[:-64], "holds '<U0'"),
    "negative": (npy(np.array([[1.5, -0.5], [0, 1]])), "row '0', column '1' is -1/2"),
    "decimal floats": (npy(np.array([[0.1, 0.8], [0, 1]])), "row '0' sums to .*, must be 1"),
    "newer format": (b"\x93NUMPY\x09\x00" + bytes(80), "has format version 9, must be 1, 2 or 3"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED_NPY.values(), ids=REFUSED_NPY.keys())
def test_npy_files_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """One line each; nothing is allocated on the word of a header."""
    path = tmp_path / "c.npy"
    path.write_bytes(data)
    refuse(path, message, neighbours="all")


def archive(*members: tuple[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    """The bytes of a .npz file with members of one's own."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as target:
        for name, data in members:
            target.writestr(name, data)
    return file.getvalue()


def bomb() -> bytes:
    """About 130 kB that expand to 128 MiB."""
    return archive(("matrix.npy", bytes(128 << 20)), compression=zipfile.ZIP_DEFLATED)


REFUSED_NPZ = {
    "no zip": (npy(HALVES), "the .npz file cannot be read"),
    "cut off": (archive(("matrix.npy", npy(HALVES)))[:-20], "the .npz file cannot be read"),
    "no matrix": (archive(("inputs.npy", npy(np.array(["a"])))), "has no array 'matrix'"),
    "other name": (archive(("matrx.npy", npy(HALVES))), "'matrx' .* unknown; did you mean 'matri"),
    "a path": (archive(("../matrix.npy", npy(HALVES))), "array '../matrix' .* is unknown"),
    "objects": (
        archive(("matrix.npy", npy(np.array([[1, None]]), allow_pickle=True))), "holds '.O'"
    ),
    "labels of numbers": (
        archive(("matrix.npy", npy(HALVES)), ("inputs.npy", npy(np.arange(2)))),
        "array 'inputs' must be a list of texts",
    ),
    "too few labels": (
        archive(("matrix.npy", npy(HALVES)), ("inputs.npy", npy(np.array(["a"])))),
        "row number 2 has no label",
    ),
    "wrong checksum": (
        archive(("matrix.npy", npy(HALVES))).replace(HALVES.tobytes(), bytes(32), 1), "cannot be re"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED_NPZ.values(), ids=REFUSED_NPZ.keys())
def test_npz_files_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """One line each."""
    path = tmp_path / "c.npz"
    path.write_bytes(data)
    refuse(path, message, neighbours="all")


def test_a_compressed_bomb_is_refused(tmp_path: Path) -> None:
    """Before it is expanded."""
    path = tmp_path / "c.npz"
    path.write_bytes(bomb())
    refuse(path, "expands from .* to 134217728 bytes", neighbours="all")


@pytest.mark.parametrize("suffix", ["csv", "npy", "npz"])
def test_tables_need_neighbours(tmp_path: Path, suffix: str) -> None:
    """They do not say which inputs are neighbours."""
    path = tmp_path / f"c.{suffix}"
    path.write_bytes(b"")
    refuse(path, "pass --neighbours all or --neighbours FILE")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"all"', "must hold a list of pairs"),
        ('{"pairs": []}', "unknown key 'pairs'"),
        ('{"directed": true}', "has no 'neighbours'"),
        ('[["a", "c"]]', "names 'c', which is no input"),
        ('[["a", "b"]', "ends in the middle"),
    ],
)
def test_neighbours_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """The message names the file of neighbours, or the channel that lacks the label."""
    (tmp_path / "c.csv").write_text(",0\na,1\nb,1\n")
    (tmp_path / "n.json").write_text(text)
    with pytest.raises(InputError, match=message):
        load_channel(tmp_path / "c.csv", neighbours=tmp_path / "n.json")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder, a FIFO and a missing file, whatever their name says."""
    (tmp_path / "d.json").mkdir()
    os.mkfifo(tmp_path / "f.json")
    refuse(tmp_path / "d.json", "is a folder, not a regular file")
    refuse(tmp_path / "f.json", "is a FIFO, not a regular file")
    refuse(tmp_path / "m.json", "No such file or directory")
