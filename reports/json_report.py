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


def compact_pieces(document: Document) -> Iterator[str]:
    """The same on one line without blanks, of a document whose members may be iterators."""
    members = (
        chain((f"{_compact(key)}:",), _compact_pieces(value)) for key, value in document.items()
    )
    return _bracketed("{", members, "}")


def _compact_pieces(value: Any) -> Iterator[str]:
    if not isinstance(value, Iterator):
        return iter((_compact(value),))
    return _bracketed("[", ((_compact(member),) for member in value), "]")


def _pieces(value: Any, depth: int) -> Iterator[str]:
    """The pieces of a value whose members stand `depth` blanks from the left."""
    match value:
        case Iterator():
            inside = ((_indented(member, depth),) for member in value)
            yield from _bracketed("[", inside, "]", *_lines(depth))
        case dict() if _has_iterators(value):
            members = (
                chain((f"{json.dumps(key)}: ",), _pieces(member, depth + 1))
                for key, member in value.items()
            )
            yield from _bracketed("{", members, "}", *_lines(depth))
        case list() if _has_iterators(value):
            parts = (_pieces(member, depth + 1) for member in value)
            yield from _bracketed("[", parts, "]", *_lines(depth))
        case _:
            yield _indented(value, depth - 1)


def _lines(depth: int) -> tuple[str, str]:
    """What stands before each member, and behind the last, where each is on a line of its own."""
    return f"\n{' ' * depth}", f"\n{' ' * (depth - 1)}"


def _bracketed(
    opening: str,
    members: Iterable[Iterable[str]],
    closing: str,
    before_each: str = "",
    behind_last: str = "",
) -> Iterator[str]:
    before = opening
    for member in members:
        yield f"{before}{before_each}"
        yield from member
        before = ","
    yield f"{opening}{closing}" if before == opening else f"{behind_last}{closing}"


def _has_iterators(value: Any) -> bool:
    """Whether an iterator stands somewhere in a value, in place of a list."""
    match value:
        case Iterator():
            return True
        case dict():
            return any(map(_has_iterators, value.values()))
        case list():
            return any(map(_has_iterators, value))
        case _:
            return False


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
