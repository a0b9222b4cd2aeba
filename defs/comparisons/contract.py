"""What a comparison is: a quantity of two laws, and a bound on one side of it.

What must never change: both sides are exact numbers, an inequality that does not separate is
Undecided, and where there is a `form` it says the same as `sides` without a division.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from dpverify.defs.comparisons.parameters import checked
from dpverify.defs.numbers import Number, Undecided, Value

if TYPE_CHECKING:
    from dpverify.defs.logic import B, Logic, T

Law = Sequence[Value]
Given = Mapping[str, Number]


class Quantity(ABC):
    """A number that two laws P and Q on the same outputs have.

    Class members: `name`; `parameters` besides the bound; `words` and `formula`, in which
    parameters stand in braces; `source`.
    """

    name: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]

    @abstractmethod
    def measure(self, p: Law, q: Law, given: Given) -> Number:
        """The quantity, exact; +inf where it is infinite.

        Args:
            p: probabilities under P, one per output, of sum 1.
            q: probabilities under Q, in the same order.
            given: the parameters by name.

        Raises:
            Undecided: numbers known by balls do not separate.
        """

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        """The quantity as a term.

        Raises: Undecided("unsupported") where it is no polynomial with cases.
        """
        del p, q, terms, logic  # for those that have a term
        raise Undecided("unsupported", f"{self.name} has no term without division or logarithm")

    def at_most(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """The quantity is at most the term `bound`, or at most `bound`/`over` where over > 0."""
        return logic.le(self._over(p, q, terms, logic), terms["bound"])

    def at_least(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """The quantity is at least the term `bound`, or at least `bound`/`over`."""
        return logic.le(terms["bound"], self._over(p, q, terms, logic))

    def _over(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> T:
        term = self.term(p, q, terms, logic)
        return logic.times(terms["over"], term) if "over" in terms else term


@dataclass(frozen=True)
class Comparison:
    """That a quantity is at most, or at least, a bound, for an ordered pair of laws.

    >>> from dpverify.defs.comparisons import COMPARISONS
    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> COMPARISONS["total-variation-at-most"].sides(p, q, {"bound": Value(1) / 3})
    (Value('1/2'), Value('1/3'))
    """

    quantity: Quantity
    most: bool = True

    @property
    def name(self) -> str:
        """As a document writes it."""
        return f"{self.quantity.name}-at-{'most' if self.most else 'least'}"

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters, the bound last."""
        return (*self.quantity.parameters, "bound")

    @property
    def statement(self) -> str:
        """In words, parameters in braces."""
        return f"{self.quantity.words} is at {'most' if self.most else 'least'} {{bound}}"

    @property
    def formula(self) -> str:
        """In symbols, parameters in braces."""
        return f"{self.quantity.formula} {'≤' if self.most else '≥'} {{bound}}"

    @property
    def source(self) -> str:
        """Where the quantity is defined."""
        return self.quantity.source

    def given(self, given: Given) -> dict[str, Number]:
        """The parameters in order; NumberError for a name or a number that does not belong."""
        return checked(self.name, given, self.parameters)

    def sides(self, p: Law, q: Law, given: Given) -> tuple[Number, Number]:
        """Left and right of the claim left ≤ right, exact.

        Raises: Undecided where numbers known by balls do not separate.
        """
        quantity, bound = self.quantity.measure(p, q, given), given["bound"]
        return (quantity, bound) if self.most else (bound, quantity)

    def form(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> B:
        """The claim as a formula; Undecided("unsupported") where it is not polynomial."""
        says: Callable[..., B] = self.quantity.at_most if self.most else self.quantity.at_least
        return says(p, q, terms, logic)
