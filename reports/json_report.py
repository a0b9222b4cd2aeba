"""Documents for programs: the JSON forms that the command line prints and `replay` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
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


def json_pieces(document: Document) -> Iterator[str]:
    """The pieces of the text that `to_json` makes of a document.

    Args: document in which an iterator stands for a list of what comes from it; what comes from it
        holds no further ones.
    """
    yield from _pieces(document, 1)
    yield "\n"


def compact_pieces(members: Document) -> Iterator[str]:
    """The same on one line without blanks, of a document whose members may be iterators."""
    before = "{"
    for key, value in members.items():
        yield f"{before}{_compact(key)}:"
        before = ","
        if not isinstance(value, Iterator):
            yield _compact(value)
            continue
        opening = "["
        for member in value:
            yield f"{opening}{_compact(member)}"
            opening = ","
        yield "[]" if opening == "[" else "]"
    yield "{}" if before == "{" else "}"


def _pieces(value: Any, depth: int) -> Iterator[str]:
    """The pieces of a value whose members stand `depth` blanks from the left."""
    match value:
        case Iterator():
            inside = ((_indented(member, depth),) for member in value)
            yield from _bracketed("[", inside, "]", depth)
        case dict() if _has_iterators(value):
            members = (
                chain((f"{json.dumps(key)}: ",), _pieces(member, depth + 1))
                for key, member in value.items()
            )
            yield from _bracketed("{", members, "}", depth)
        case list() if _has_iterators(value):
            yield from _bracketed("[", (_pieces(x, depth + 1) for x in value), "]", depth)
        case _:
            yield _indented(value, depth - 1)


def _bracketed(
    opening: str, members: Iterable[Iterable[str]], closing: str, depth: int
) -> Iterator[str]:
    before = opening
    for member in members:
        yield f"{before}\n{' ' * depth}"
        yield from member
        before = ","
    yield f"{opening}{closing}" if before == opening else f"\n{' ' * (depth - 1)}{closing}"


def _has_iterators(value: Any) -> bool:
    """Whether an iterator stands somewhere in a value, in place of a list."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, Iterator) or any(map(_has_iterators, inside))


def _indented(value: Any, depth: int) -> str:
    text = json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False)
    return text.replace("\n", "\n" + " " * depth)  # a text holds no line break: it is spelled out


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def bundle(documents: Sequence[Document], claims: tuple[ClaimLine, ...] | None = None) -> Document:
    """Return one document as it is, or several in an envelope that `replay` opens.

    `claims`: of a file of claims, what was expected of each and what came out.
    """
    if len(documents) == 1 and claims is None:
        return documents[0]
    return encode(Envelope(DOCUMENTS_SCHEMA, tuple(documents), claims))
