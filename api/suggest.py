"""Did you mean …? One wording for commands, definitions, keys and names."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" for the nearest known names, or the list where none is near.

    Capitals count as small letters, and `_` as `-`. Not the function of `dpverify.defs.validate`:
    that brings more imports than the start of a command may cost.

    >>> did_you_mean("mesure", ["measure", "check"])
    "; did you mean 'measure'?"
    """
    alike = {_plain(name): name for name in sorted(known)}
    close = get_close_matches(_plain(given), alike, n=2, cutoff=0.6)
    if close:
        return f"; did you mean {' or '.join(repr(alike[name]) for name in close)}?"
    return f"; there is {', '.join(alike.values())}" if alike else ""


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")
