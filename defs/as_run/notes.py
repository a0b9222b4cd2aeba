"""What an enumeration of real code keeps from run to run: what was used, assumed and computed.

What must never change: nothing here decides what a program is answered; a remembered cut is the one
that would be computed again.
"""

from __future__ import annotations

from typing import Any

MOST = 200_000


class Notes:
    """The notes of one enumeration.

    `used` are the sources of randomness that were answered, `assumed` the functions of the C
    library that were taken to be monotone, `compared` how many runs on plain numbers agreed,
    `sampled` how many there were on real randomness; `raised` is what the exception said that
    ended the last run, if one did, `excepted` whether any run ended so; `packages` are those that
    the code reaches, `watched` the generators of the enumeration that is under way, `known` what
    was computed for a question; `loops` says of functions that try again what their loops count,
    and in how many rounds they were followed; `form` are the types of what the last run with
    continuous noise returned, and `forms` those of each word so far.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.assumed: set[str] = set()
        self.compared = 0
        self.sampled = 0
        self.raised = ""
        self.excepted = False
        self.packages: tuple[str, ...] = ()
        self.versions: str | None = None
        self.watched: list[Any] = []
        self.known: dict[Any, Any] = {}
        self.loops: dict[str, tuple[frozenset[str], int]] = {}
        self.form: tuple[str, ...] = ()
        self.forms: dict[str, tuple[str, ...]] = {}

    def use(self, what: str) -> None:
        """Note a source that was answered."""
        self.used.add(what)

    def assume(self, function: str) -> None:
        """Note a function that is taken to be monotone."""
        self.assumed.add(function)

    def recall(self, key: Any) -> Any:
        """What was computed for a question before; None if it was not."""
        return self.known.get(key)

    def remember(self, key: Any, found: Any) -> None:
        """Keep what was computed."""
        if len(self.known) >= MOST:
            self.known.clear()
        self.known[key] = found
