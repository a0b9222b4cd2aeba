"""A claim whose parameter is a function of a program's symbols, such as μ = Delta/sigma."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpverify.defs.definitions.registry import channel_definition
from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown

DECIDED: Final = {"pure-dp": "eps", "renyi-dp": "eps", "zcdp": "rho", "gaussian-dp": "mu"}
"""The definitions, with the parameter that may be a function of symbols."""
WORDS: Final = frozenset(("exp", "ln", "inf", "e", "E"))
NAME: Final = re.compile(r"(?<![\w.])[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True)
class SymbolicClaim:
    """A definition with a parameter in symbols, of a program that states these.

    Args: definition one of pure-dp, renyi-dp, zcdp and gaussian-dp; given its parameters as texts,
        such as {"mu": "Delta/sigma"}; the order alpha of renyi-dp is a number.
    Raises: UsageError for another definition or parameter.

    >>> SymbolicClaim("gaussian-dp", {"mu": "Delta/sigma"}).name
    'gaussian-dp'
    """

    definition: str
    given: Mapping[str, str]

    def __post_init__(self) -> None:
        if self.definition not in DECIDED:
            raise UsageError(
                f"with symbols {', '.join(DECIDED)} are decided; not {shown(self.definition)}"
            )
        order = ("alpha",) if self.definition == "renyi-dp" else ()
        wanted = (*order, *channel_definition(self.definition).parameters)
        if set(self.given) != set(wanted):
            raise UsageError(f"{self.definition} takes {' and '.join(wanted)}, each once")
        if not all(isinstance(text, str) for text in self.given.values()):
            raise UsageError(
                "the parameters of a claim in symbols are texts, such as 'Delta/sigma'"
            )

    @property
    def name(self) -> str:
        """The name of the definition."""
        return self.definition


def has_symbols(given: Mapping[str, Any]) -> bool:
    """Whether a text among the parameters of a claim has a name in it that is no number's."""
    texts = [x for name, x in given.items() if isinstance(x, str) and name in {*DECIDED.values()}]
    return any(set(NAME.findall(text)) - WORDS for text in texts)
