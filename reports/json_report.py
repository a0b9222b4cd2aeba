"""Documents for programs: the JSON forms that the command line prints and `replay` reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Document = Mapping[str, Any]

DOCUMENTS_SCHEMA = "dpverify.documents/1.0"


def to_json(document: Document) -> str:
    """Return the document as ASCII JSON (control bytes spelled out), ending with a newline."""
    return json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def bundle(documents: Sequence[Document], **more: object) -> Document:
    """Return one document as it is, or several in an envelope that `replay` opens."""
    if len(documents) == 1 and not more:
        return documents[0]
    return {"schema": DOCUMENTS_SCHEMA, **more, "documents": list(documents)}
