"""Did you mean …? One wording for commands, definitions, keys and names."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" for the nearest known names, or the list where none is near.

    >>> did_you_mean("mesure", ["measure", "check"])
    "; did you mean 'measure'?"
    """
    names = sorted(known)
    close = get_close_matches(given, names, n=2, cutoff=0.6)
    if close:
        return f"; did you mean {' or '.join(repr(name) for name in close)}?"
    return f"; there is {', '.join(names)}" if names else ""
