"""The one base of all definitions of privacy.

A definition is a property of two laws, or of more of a channel or scenario, with a quantifier over
what it is asked of: each ordered pair of inputs that it compares, the whole channel, or the
attackers of a scenario. What must never change: a definition declares its parameters in `takes`,
and nothing else says what they are.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from dpverify.defs.definitions.declared import Computed, Parameter, Quantifier, WorstCorner
from dpverify.defs.definitions.parameters import as_parameter, check_names
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import ChannelError, Undecided
from dpverify.defs.neighbours import GIVE_A_PAIR, NO_PAIR
from dpverify.defs.numbers import Number

if TYPE_CHECKING:
    from dpverify.defs.channel import Channel
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class Definition(ABC):
    """A claim with its parameters; subclasses are frozen and compare by their parameters.

    Class members: `name` as on the command line; `quantifier`; `computed`, how; `takes`, the
    parameters; `statement` in words, `formula` and `symbols`, what its letters mean; `source`.
    `two_sided`: it looks at both orders of a pair; `all_pairs`: it ranges over all pairs of inputs,
    whatever the relation;
    `measured_at`: what is given where the last parameter is measured as an example; `wide`,
    `narrow`: a generous and a strict claim, to be tried on examples. A definition of pairs has a
    `functional` and says where its `worst_corner` is.
    """

    name: ClassVar[str]
    quantifier: ClassVar[Quantifier]
    computed: ClassVar[Computed]
    takes: ClassVar[tuple[Parameter, ...]]
    statement: ClassVar[str]
    formula: ClassVar[str]
    symbols: ClassVar[str]
    source: ClassVar[str]
    two_sided: ClassVar[bool] = False
    all_pairs: ClassVar[bool] = False
    measured_at: ClassVar[Mapping[str, Any]] = {}
    wide: ClassVar[Mapping[str, Any]]
    narrow: ClassVar[Mapping[str, Any]]

    worst_corner: ClassVar[WorstCorner]
    letters: ClassVar[str | None] = None
    """What letters of the formula mean besides parameters; None where `symbols` says all."""

    parameters: ClassVar[tuple[str, ...]] = ()
    """The names of the parameters that bound something, in order; the last one can be measured."""

    details: ClassVar[tuple[str, ...]] = ()
    """The names of those that are held fixed, such as a goal or an order."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "takes" not in cls.__dict__:
            return
        cls.parameters = tuple(each.name for each in cls.takes if each.is_bound)
        cls.details = tuple(each.name for each in cls.takes if not each.is_bound)
        if cls.letters is not None:
            meant = ", ".join(f"{each.symbol} is {each.option}" for each in cls.takes)
            cls.symbols = f"{cls.letters}; {meant}" if meant else cls.letters

    # ------------------------------------------------------------------ of a pair of laws

    def functional(self, pair: Pair) -> Number:
        """What the definition is of a pair of laws: the smallest last parameter that holds there.

        It follows from the other parameters; the last one need not be set. A definition without a
        number that bounds something is a margin instead, at most 0 exactly where the claim holds.

        Raises: Undecided("unsupported") where the pair does not answer, or where the definition
            asks for more than two laws.
        """
        del pair
        raise Undecided("unsupported", f"{self.name} asks for more than two laws of the output")

    # ------------------------------------------------------------------ what is claimed

    @classmethod
    def measuring(cls, given: Mapping[str, Any]) -> Self:
        """The claim without its last parameter, which is to be measured.

        Raises: UsageError for a missing or unknown parameter; as `as_parameter`.
        """
        claim = cls.question({name: given[name] for name in given if name in cls.details})
        others = {name: value for name, value in given.items() if name not in cls.details}
        check_names(cls.name, others, cls.parameters[:-1])
        claim._set(**others)
        return claim

    @classmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        """The claim without the parameters that bound something, which are to be measured.

        Raises: UsageError for a missing or unknown detail; as `as_parameter`.
        """
        check_names(cls.name, given, cls.details)
        claim = object.__new__(cls)
        claim._set(**given)
        return claim

    @classmethod
    def from_text(cls, given: Mapping[str, Any]) -> Self:
        """The claim with its parameters given as texts or exact numbers.

        Raises: UsageError for a missing or unknown parameter, DomainError outside its range.
        """
        details = {name: value for name, value in given.items() if name in cls.details}
        check_names(cls.name, [name for name in given if name not in details], cls.parameters)
        claim = cls.question(details)
        claim._set(**{name: given[name] for name in cls.parameters})
        return claim

    def _set(self, **given: Any) -> None:
        for name, value in given.items():
            object.__setattr__(self, name, as_parameter(name, value))

    @property
    def given(self) -> dict[str, Number]:
        """The parameters that bound something by name, in order, exact."""
        return {name: getattr(self, name) for name in self.parameters}

    @property
    def setting(self) -> dict[str, Any]:
        """What is held fixed besides, as a result document states it."""
        return {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Definition):
            return NotImplemented
        mine, theirs = (self.name, self.setting), (other.name, other.setting)
        return mine == theirs and self.given == other.given

    def __hash__(self) -> int:
        return hash(self.name)  # equal losses may be written differently

    # ------------------------------------------------------------------ the quantifier over pairs

    @classmethod
    def pairs(cls, channel: Channel) -> Iterator[tuple[int, int]]:
        """The ordered pairs of input indices that are compared, in lexicographic order.

        Raises: ChannelError where there is no pair, or the relation is directed and the definition
            two-sided.
        """
        n = len(channel.inputs)
        cls.check_relation(channel)
        if cls.all_pairs or channel.neighbours.kind == "all":
            return ((i, j) for i in range(n) for j in range(n) if i != j)
        return iter(sorted(set(channel.neighbours.ordered_pairs(n))))

    @classmethod
    def check_relation(cls, channel: Channel) -> None:
        """Refuse a relation over which the definition would say nothing, or nothing sensible."""
        n = len(channel.inputs)
        every = cls.all_pairs or channel.neighbours.kind == "all"
        count = n * (n - 1) if every else channel.neighbours.count(n)
        refuse_empty(count, NO_PAIR, GIVE_A_PAIR)
        if cls.two_sided and not every and channel.neighbours.directed:
            raise ChannelError(
                f"{cls.name} looks at both orders of a pair, but the neighbours are directed;"
                ' leave out "directed"'
            )
