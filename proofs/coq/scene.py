"""What the parts of a textbook theorem share: its statement, its setting, names and objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dpverify.proofs.coq.identities import multiplied
from dpverify.proofs.coq.numbers import Numbers, Stated
from dpverify.proofs.coq.objects import Channel, Channels
from dpverify.proofs.coq.words import Names, Writer, block, untranslated
from dpverify.proofs.kernel import Setting
from dpverify.proofs.objects import Objects
from dpverify.proofs.statement import AnyChannel, Statement
from dpverify.proofs.sum_logic import OddsAlgebra, SumLogic
from dpverify.proofs.sums import Sum, atom

RANGES: Final = {"value": "0 <= {0} <= 1", "loss": "0 <= {0}"}
"""Where a parameter of each kind lies."""

INPUTS: Final = ("x", "x'")
"""The two neighbours."""


@dataclass
class Scene:
    """A statement with the setting in which one part of it is proved.

    Args: of the statement; setting what its proof uses and shows; names shared with the section in
        which that proof stands.
    """

    of: Statement
    setting: Setting
    names: Names
    writer: Writer = field(init=False)
    parameters: dict[str, str] = field(init=False)
    numbers: Numbers = field(init=False)
    channels: Channels = field(init=False)

    def __post_init__(self) -> None:
        self.writer = Writer(self.names)
        # A copy, so that what reading a claim adds leaves the setting as it is.
        logic = SumLogic(dict(self.setting.axioms), dict(self.setting.parts))
        self.parameters = {}
        for name, kind in self.of.parameters.items():
            if kind not in RANGES:
                raise untranslated(f"a parameter of kind {kind}")
            is_value = kind == "value"
            self.parameters[name] = self.names.atom(name) if is_value else self.names.fresh(name)
        terms = {
            name: atom(f"e^{name}" if kind == "loss" else name)
            for name, kind in self.of.parameters.items()
        }
        algebra = OddsAlgebra(terms, logic)
        self.numbers = Numbers(self.writer, algebra, self.parameters)
        self.channels = Channels(
            self.of, self.writer, Objects(self.of, logic.axioms), algebra, self.numbers, INPUTS
        )
        self.channels.given()
        self.channels.derive()

    # ------------------------------------------------------------------ what is quantified over

    @property
    def given(self) -> Iterator[tuple[str, Channel]]:
        """The objects over which the statement quantifies."""
        for name, given in self.of.objects.items():
            if isinstance(given, AnyChannel):
                yield name, self.channels.known[name]

    @property
    def any_inputs(self) -> bool:
        """Whether the inputs are any set; else they are written out, or there are no channels."""
        return bool(self.channels.known) and self.channels.domain is None

    def binders(self) -> Iterator[str]:
        """What stands behind `forall`."""
        if self.any_inputs:
            yield "(X : Type) (near : X -> X -> Prop)"
        sorts = [self.names.sort(sort) for sort in sorts_of(self.setting)]
        if sorts:
            yield f"({' '.join(sorts)} : Finite)"
        for _, channel in self.given:
            yield f"({channel.text} : {channel.type(self.writer)})"
        if self.parameters:
            yield f"({' '.join(self.parameters.values())} : R)"

    def bound_names(self) -> list[str]:
        """The names that the binders give, in order."""
        groups = [group for each in self.binders() for group in each.strip("()").split(") (")]
        return [name for group in groups for name in group.split(" : ")[0].split()]

    def ranges(self) -> list[tuple[str, str]]:
        """What every object and parameter is, by its name; `near` for the neighbours."""
        result = [("near", "symmetric near")] if self.any_inputs else []
        for name, channel in self.given:
            every = channel.role == "copies"
            inside = f"channel ({channel.text} c)" if every else f"channel {channel.text}"
            result.append((name, f"(forall c, {inside})" if every else inside))
        for name, kind in self.of.parameters.items():
            result.append((name, RANGES[kind].format(self.parameters[name])))
        return result

    def range_of(self, name: str) -> str:
        """The hypothesis that says what an object or parameter is."""
        return f"given{[key for key, _ in self.ranges()].index(name)}"

    def hypothesis(self, count: int) -> str:
        """The name of a hypothesis of the statement."""
        return f"given{len(self.ranges()) + count}"

    # ------------------------------------------------------------------ small scripts

    def number(self, name: str, text: str) -> Stated:
        """The argument of a claim; eps is a loss."""
        return self.numbers.loss(text) if name == "eps" else self.numbers.value(text)

    def product_known(self, first: Sum, second: Sum, label: str = "") -> Iterator[str]:
        """A product of expressions in normal form, as a hypothesis for `lra`."""
        write = self.writer.expression
        claim = f"({write(first)}) * ({write(second)}) = {write(first * second)}"
        label = label or self.names.fresh("multiplied")
        yield from block(f"assert ({label} : {claim}).", multiplied(self.writer, first, second))

    def rewritten(self, inside: str = "") -> Iterator[str]:
        """Every number replaced by what it is in the setting, wherever it stands."""
        for stated in self.numbers.known.values():
            yield f"try rewrite {stated.equation}{f' in {inside}' if inside else ''}."

    def indices(self, variables: Iterable[str]) -> str:
        """The names of index variables."""
        return self.writer.indices(variables)


def sorts_of(setting: Setting) -> list[str]:
    """The index sets of a setting."""
    facts = (*setting.axioms.values(), *setting.goals)
    free = {sort for fact in facts for sort in fact.free.values()}
    return sorted(free | {sort for every in signatures(setting).values() for sort in every})


def signatures(setting: Setting) -> dict[str, tuple[str, ...]]:
    """Every atom with the sorts of its index variables."""
    result: dict[str, tuple[str, ...]] = {}
    facts = [(fact.free, fact.expr) for fact in (*setting.axioms.values(), *setting.goals)]
    facts += setting.parts.values()
    facts += [(free, atom(name, *free)) for name, (free, _) in setting.parts.items()]
    for free, expr in facts:
        for bound, monomial in expr.terms:
            sorts = {**free, **dict(bound)}
            for (name, indices), _ in monomial:
                result[name] = tuple(sorts[v] for v in indices)
    return result


def argument(expr: Sum, name: str) -> Sum:
    """c, where c · (the atom) is the part of an expression in which the atom occurs once."""
    terms = {}
    for (bound, monomial), coefficient in expr.terms.items():
        rest = tuple(factor for factor in monomial if factor[0][0] != name)
        if len(rest) < len(monomial):
            terms[bound, rest] = coefficient
    return Sum(terms)


def the_atom(expr: Sum) -> tuple[str, Sequence[str]]:
    """The name and the index variables of an expression that is one atom."""
    ((_, monomial),) = expr.terms
    ((found, _),) = monomial
    return found


def positive_parts(setting: Setting, excess: Sum) -> Sum:
    """The atom max(0, a) of the setting. Raises: Undecided("unsupported") where it has none."""
    for name, (indices, a) in setting.parts.items():
        if a.terms == excess.terms:
            return atom(name, *indices)
    raise untranslated("a positive part that the setting does not have")


def case_of(setting: Setting, condition: Sum) -> Sum:
    """The atom that is 1 where a condition c ≥ 0 holds, else 0. Raises: Undecided."""
    for key, fact in setting.axioms.items():
        if key.endswith(" yes"):
            i = atom(key.removesuffix(" yes"), *fact.free)
            if (i * condition).terms == fact.expr.terms:
                return i
    raise untranslated("a case that the setting does not have")
