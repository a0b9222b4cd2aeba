"""Did you mean …? One wording for commands, definitions, keys and names.

Not the functions of `dpverify.defs.validate`: those bring more imports than the start of a command
may cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LIKE = 0.65
"""Likeness from which on a name is suggested: `list` is like `claims` at 0.6."""
FEW = 3
"""Letters from which on a name that is cut short is taken for the whole one."""


def did_you_mean(given: str, candidates: Iterable[str]) -> str:
    """Return "; did you mean …?" for the nearest known names, or the list where none is near.

    >>> did_you_mean("mesure", ["measure", "check"])
    "; did you mean 'measure'?"
    """
    names = sorted(candidates)
    close = near(given, names)
    if close:
        return f"; did you mean {' or '.join(map(repr, close))}?"
    return f"; there is {', '.join(names)}" if names else ""


def near(given: str, candidates: Iterable[str]) -> list[str]:
    """Return at most two known names like the one given but not itself, the nearest first.

    Capitals count as small letters, and `_` as `-`. After a slip of the key come names that begin
    so, or that the given one begins with, and then those that look somewhat alike.

    >>> near("def", ["delta", "definition"]), near("epsilon", ["eps", "prior", "eps-range"])
    (['definition'], ['eps'])
    """
    from difflib import get_close_matches  # its import costs more than most commands need

    alike = {_plain(name): name for name in sorted(candidates) if name != given}
    plain = _plain(given)
    begun = [name for name in alike if _begins(plain, name) or _begins(name, plain)]
    slip = get_close_matches(plain, alike, n=2, cutoff=0.8)
    close = slip or begun[:2] or get_close_matches(plain, alike, n=2, cutoff=LIKE)
    return [alike[name] for name in close]


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")


def _begins(name: str, longer: str) -> bool:
    return len(name) >= FEW and longer.startswith(name)
