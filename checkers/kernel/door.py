"""Which kernel re-checks a document: distances, guesses, divergences, ranges, noise, others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpverify.checkers.kernel import (
    additive,
    attacker,
    continuous,
    divergences,
    enclosures,
    families,
    integers,
)
from dpverify.checkers.kernel import finite as kernel
from dpverify.checkers.kernel.finite import Outcome


def rechecked(
    document: Any, comparisons: Mapping[str, Callable[[Any, Any, Any], str]] | None = None
) -> Outcome:
    """Re-check a result or a refutation with the kernel that knows its definition.

    Args: document what was read from its JSON text, without floats; comparisons as for
        `kernel.replay`.
    """
    if _is_family(document):
        return families.replay(document)
    given = document.get("definition") if isinstance(document, dict) else None
    name = given if isinstance(given, str) else None  # anything else is in no table of definitions
    schema = document.get("schema") if isinstance(document, dict) else None
    if isinstance(schema, str) and schema.startswith("dpverify.guess/"):
        # Imported when needed: what loads the kernel loads nothing of guessing.
        from dpverify.checkers.kernel import guess

        return guess.replay(document)
    if _is_traced(document) and additive.belongs_here(document):
        return additive.replay(document)
    if name in attacker.CLAIMS:
        return attacker.replay(document)
    if name in divergences.CLAIMS:
        return divergences.replay(document)
    subject = document.get("subject") if isinstance(document, dict) else None
    if _is_continuous(document):
        if enclosures.belongs_here(document):
            return enclosures.replay(document)
        return continuous.replay(document)
    if isinstance(subject, dict) and subject.get("kind") == "integers":
        return integers.replay(document)
    return kernel.replay(document, comparisons)


def _is_continuous(document: Any) -> bool:
    subject = document.get("subject") if isinstance(document, dict) else None
    return (
        isinstance(subject, dict) and subject.get("kind") == "continuous" and "program" in subject
    )


def _is_traced(document: Any) -> bool:
    """Whether a document is about a traced program, with continuous or with integer noise."""
    subject = document.get("subject") if isinstance(document, dict) else None
    kinds = ("continuous", "integers")
    return isinstance(subject, dict) and subject.get("kind") in kinds and "program" in subject


def _is_family(document: Any) -> bool:
    subject = document.get("subject") if isinstance(document, dict) else None
    return isinstance(subject, dict) and subject.get("kind") == "family"
