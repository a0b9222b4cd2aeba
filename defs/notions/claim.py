"""What all claims share: a name, words, and exact parameters by which they compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from dpverify.defs.notions.parameters import as_parameter, check_names
from dpverify.defs.numbers import Number


@dataclass(frozen=True, init=False, eq=False)
class Claim:
    """A claim with its parameters; subclasses are frozen and compare by their parameters.

    Class members: `name` as on the command line; `parameters` in order; `two_sided`: it looks at
    both orders of a pair; `all_pairs`: it ranges over all pairs; `statement` in words and
    `formula`, for one ordered pair with laws P and Q; `source`.
    """

    name: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]]
    two_sided: ClassVar[bool] = False
    all_pairs: ClassVar[bool] = False
    statement: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]

    @classmethod
    def from_text(cls, given: Mapping[str, Any]) -> Self:
        """The claim with its parameters given as texts or exact numbers.

        Raises: UsageError for a missing or unknown parameter, DomainError outside its range.
        """
        check_names(cls.name, given, cls.parameters)
        made = object.__new__(cls)
        made._set(**given)
        return made

    def _set(self, **given: Any) -> None:
        for name in self.parameters:
            object.__setattr__(self, name, as_parameter(name, given[name]))

    @property
    def given(self) -> dict[str, Number]:
        """The parameters by name, in order, exact."""
        return {name: getattr(self, name) for name in self.parameters}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Claim):
            return NotImplemented
        return self.name == other.name and self.given == other.given

    def __hash__(self) -> int:
        return hash(self.name)  # equal losses may be written differently
