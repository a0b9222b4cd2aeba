"""Large matrices of plain numbers in JSON, which are read at once and not number by number.

The matrix is cut out of the text; the strict reader reads the rest, with an empty list in its
place. What must never change: a document is read here only where the strict reader says the same of
it; whatever is unusual is left to that one, with all its messages.
"""

from __future__ import annotations

import re
from typing import Any

from dpverify.defs.decimal_matrix import DecimalMatrix, NotPlainError
from dpverify.defs.io.strict_json import strict_loads

_KEY = b'"matrix"'
_OPENING = re.compile(rb'"matrix"[ \t\r\n]*:[ \t\r\n]*(?=\[)')
_BLANKS = b" \t\r\n"


def quick_document(data: bytes) -> dict[str, Any]:
    """The document in the bytes of a channel file, its matrix a `DecimalMatrix`.

    Raises: InputError where the matrix is not the one of the whole document, or no list of rows;
        its cells are not looked at. An error, also in what is made of it, may be one of the text.
    """
    opening = _OPENING.search(data)
    if opening is None or data.count(_KEY) > 1:
        raise NotPlainError("the document has not one matrix of numbers")
    start = opening.end()
    ends = [end for end in (data.find(b'"', start), data.find(b"}", start)) if end >= 0]
    block = data[start : min(ends, default=len(data))].rstrip(b", \t\r\n")
    rest = data[:start] + b"[]" + data[start + len(block) :]
    # Without escapes a key is what is written: this matrix is that of the object it stands in.
    if b"\\" in rest:
        raise NotPlainError("the document has escapes, and may have another matrix")
    matrix = _matrix(block)
    document = strict_loads(rest)
    if not isinstance(document, dict) or document.get("matrix") != []:
        raise NotPlainError("the matrix is not that of the document")
    return document | {"matrix": matrix}


def _matrix(block: bytes) -> DecimalMatrix:
    """The rows of a list of lists of numbers; raises NotPlainError where brackets are others."""
    pieces = block[1:].split(b"]")
    if len(pieces) < 3 or pieces.pop().strip(_BLANKS) or pieces.pop().strip(_BLANKS):
        raise NotPlainError("the matrix is no list of lists")
    rows = []
    for number, piece in enumerate(pieces):
        lead, bracket, cells = piece.partition(b"[")
        if not bracket or lead.strip(_BLANKS) != (b"," if number else b""):
            raise NotPlainError("the matrix is no list of lists")
        rows.append(_without_blanks(cells))
    columns = rows[0].count(b",") + 1
    if any(row.count(b",") + 1 != columns for row in rows):
        raise NotPlainError("the rows are not of one length")
    return DecimalMatrix(rows, columns, zeros=False)


def _without_blanks(cells: bytes) -> bytes:
    """The cells of a row without the blanks around them; blanks inside of a number stay."""
    cells = cells.replace(b", ", b",")
    if any(blank in cells for blank in (b" ", b"\n", b"\t", b"\r")):
        return b",".join([cell.strip(_BLANKS) for cell in cells.split(b",")])
    return cells
