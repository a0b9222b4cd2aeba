"""Documents for programs: the JSON forms that the command line prints and `replay` reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.envelopes import ClaimLine, Envelope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Document = Mapping[str, Any]

DOCUMENTS_SCHEMA = "dpverify.documents/1.0"


def to_json(document: Document) -> str:
    """Return the document as ASCII JSON (control bytes spelled out), ending with a newline."""
    return json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def json_pieces(members: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of the text that `to_json` makes of these members.

    Args: members of the document; an iterator stands for a list of what comes from it.
    """
    before = "{"
    for key, value in members.items():
        yield f"{before}\n {json.dumps(key)}: "
        before = ","
        if not isinstance(value, Iterator):
            yield _indented(value, 1)
            continue
        opening = "["
        for member in value:
            yield f"{opening}\n  {_indented(member, 2)}"
            opening = ","
        yield "[]" if opening == "[" else "\n ]"
    yield "{}\n" if before == "{" else "\n}\n"


def _indented(value: Any, depth: int) -> str:
    text = json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False)
    return text.replace("\n", "\n" + " " * depth)  # a text holds no line break: it is spelled out


def bundle(documents: Sequence[Document], claims: tuple[ClaimLine, ...] | None = None) -> Document:
    """Return one document as it is, or several in an envelope that `replay` opens.

    `claims`: of a file of claims, what was expected of each and what came out.
    """
    if len(documents) == 1 and claims is None:
        return documents[0]
    return encode(Envelope(DOCUMENTS_SCHEMA, tuple(documents), claims))
