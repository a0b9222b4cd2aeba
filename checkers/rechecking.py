"""Which kernel re-checks a document: of distances and guesses, continuous noise, or all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpverify.checkers import attacker_kernel, kernel, kernel_continuous
from dpverify.checkers.kernel import Outcome


def rechecked(
    document: Any, comparisons: Mapping[str, Callable[[Any, Any, Any], str]] | None = None
) -> Outcome:
    """Re-check a result or a refutation with the kernel that knows its definition.

    Args: document what was read from its JSON text, without floats; comparisons as for
        `kernel.replay`.
    """
    name = document.get("definition") if isinstance(document, dict) else None
    if isinstance(name, str) and name in attacker_kernel.CLAIMS:
        return attacker_kernel.replay(document)
    subject = document.get("subject") if isinstance(document, dict) else None
    if isinstance(subject, dict) and subject.get("kind") == "continuous" and "program" in subject:
        return kernel_continuous.replay(document)
    return kernel.replay(document, comparisons)
