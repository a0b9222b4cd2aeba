"""Large matrices of plain numbers in JSON; the oracle is the reader of all documents."""

from __future__ import annotations

import json

import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.decimal_matrix import DecimalMatrix, NotPlainError
from dpverify.defs.errors import InputError
from dpverify.defs.io import read_json
from dpverify.defs.io.quick_json import quick_document

HEAD = '"schema": "dpverify.channel/1.0", "inputs": ["a", "b"], "outputs": ["y", "z"]'
ALL = '"neighbours": "all"'


def document(matrix: str, more: str = ALL) -> str:
    """A channel file."""
    return f'{{{HEAD}, "matrix": {matrix}, {more}}}'


GOOD = "[[0.25, 0.75], [1, 0.0]]"
DICT = json.loads(document(GOOD))
PLAIN = [
    document(GOOD),
    document(" [ [0.25 ,\n0.75 ]\t,\r\n[1,0]]\n"),
    f'{{"matrix":[[0.5,0.50],[0.000,1]],{HEAD},{ALL}}}',
    json.dumps(DICT, indent=4),
    json.dumps(DICT, separators=(",", ":")),
    document(GOOD, ALL + ', "x-mine": [1, 2.50], "notes": "a } and a ]"'),
    document(GOOD, ALL + ', "prior": [0.5, 0.5], "distance": [[0, 1], [1, 0]]'),
]
UNUSUAL = [
    document('[["1/4", 0.75], [1, 0]]'),
    document("[[25e-2, 0.75], [1, 0]]"),
    document('[["exp(-1)", "1-exp(-1)"], [1, 0]]'),
    document(GOOD, ALL + r', "notes": "a \"matrix\": [[1]]"'),
    document(GOOD, ALL + ', "x-mine": {"matrix": [[1]]}'),
    document(GOOD, ALL + r', "title": "\u0041"'),
    f'{{{HEAD}, "weights": ["1 3", "1 0"], "x-mine": {{"matrix": [[1]]}}, {ALL}}}',
    f'{{{HEAD}, "m\\u0061trix": {GOOD}, "x-mine": {{"matrix": {GOOD}}}, {ALL}}}',
]
BAD = [
    "", "[]", "{}", '{"matrix": [[1]]}', document("[]"), document("[[]]"), document("[[], []]"),
    document("[1, 2]"), document("[[1 0], [1, 0]]"), document("[[01, 0], [1, 0]]"),
    document("[[1., 0], [1, 0]]"), document("[[.5, .5], [1, 0]]"), document("[[0.5.5, 0], [1, 0]]"),
    document("[[-1, 2], [1, 0]]"), document("[[NaN, 1], [1, 0]]"), document("[[1, 0], [1, 0],]"),
    document("[[1, 0],, [1, 0]]"), document("[[1, 0,], [1, 0]]"), document("[[1, 0] [1, 0]]"),
    document("[[1, 0], [1, [0]]]"), document("[[[1, 0], [1, 0]]]"), document("[[1, 0], [1, 0]"),
    document("[[1, 0], [1, 0]]]"), document("[[1, 0], [1]]"), document("[[1, 0]]"),
    document("[[1, 0, 0], [1, 0, 0]]"), document("[[0.5, 0.6], [1, 0]]"),
    document("[[0, 0], [1, 0]]"), document(GOOD, ALL + f', "matrix": {GOOD}'),
    document(GOOD, ALL + rf', "m\u0061trix": {GOOD}'), document(GOOD, '"neighbours": [["a", "c"]]'),
    document(GOOD, ALL + ', "unknown": 1'), document(GOOD, '"title": "no neighbours"'),
    document(GOOD, ALL + ', "title": 1'), document(GOOD).replace('"a"', '"b"'),
    document(GOOD, ALL + ', "notes": "line\nend"'), document(GOOD) + "x", "\ufeff" + document(GOOD),
    f'{{"x-mine": {{"matrix": {GOOD}}}, {HEAD}, {ALL}}}', f'["matrix", {{"matrix": {GOOD}}}]',
    f'{{"x-mine": ["matrix" : {GOOD}], {HEAD}, {ALL}}}', f'{{{HEAD}, "x-"matrix": {GOOD}, {ALL}}}',
]  # fmt: skip


def outcome(text: str | bytes, *, divide: bool = False, large: int) -> tuple[object, object]:
    """The channel and what was done to it, or the error."""
    data = text if isinstance(text, bytes) else text.encode()
    how = Adjustment(normalise=True) if divide else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_json, "LARGE", large)
        try:
            channel = read_json.read_json(data, how)
        except InputError as error:
            return type(error), str(error)
    return channel, (channel.provenance, channel.to_dict())


@pytest.mark.parametrize("divide", [False, True])
def test_large_and_small_files_say_the_same(divide: bool) -> None:
    """Channels, the documents that they are written as, and every error."""
    for text in (*PLAIN, *UNUSUAL, *BAD):
        slow = outcome(text, divide=divide, large=1 << 40)
        assert outcome(text, divide=divide, large=0) == slow, text


def test_plain_matrices_are_read_at_once() -> None:
    """Each of these would otherwise be compared with itself."""
    for text in PLAIN:
        assert isinstance(quick_document(text.encode())["matrix"], DecimalMatrix)
    for text in UNUSUAL[3:5]:
        with pytest.raises(NotPlainError):
            quick_document(text.encode())


def test_cut_anywhere_a_document_says_the_same() -> None:
    """The error names the same line and column, whichever way the file is read."""
    text = json.dumps(DICT, indent=1).encode()
    for end in range(len(text)):
        assert outcome(text[:end], large=0) == outcome(text[:end], large=1 << 40)


@pytest.mark.parametrize("letter", ['"', "\\", "}", "]", "[", ",", " ", "-", "0", "."])
def test_a_letter_too_many_anywhere_says_the_same(letter: str) -> None:
    """Wherever it stands, the file is refused, or read, as a small one is."""
    text = document(GOOD)
    for place in range(len(text)):
        longer = text[:place] + letter + text[place:]
        assert outcome(longer, large=0) == outcome(longer, large=1 << 40), longer
