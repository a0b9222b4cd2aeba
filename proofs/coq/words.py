"""Names and expressions as Coq writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import permutations
from typing import Final

from flint import fmpq

from dpverify.defs.errors import Undecided
from dpverify.proofs.sums import Atom, Key, Monomial, Sum, atom, number

KEYWORDS: Final = frozenset(
    """as at cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set
    then Type using where with R sum exp ln Rmax Rmin every once
    x x' X near related y S event starting claimed shown whole allowed of_p of_q
    nonnegative lower upper apart either_one case_known divisor definition""".split()  # noqa: SIM905 (a list of sixty quoted words is harder to read)
)
"""What Coq, the library or a script calls something else."""


@dataclass(frozen=True)
class Raw:
    """Σ over index variables of a product of atoms, as it is written: no normal form.

    Args: bound the index variables with their sorts, from the outermost sum inwards.
    """

    bound: tuple[tuple[str, str], ...]
    monomial: Monomial

    @property
    def normal(self) -> Raw:
        """The normal form of `Sum`, with bound variables %0, %1, …."""
        ((bound, monomial),) = self.as_sum().terms
        return Raw(bound, monomial)

    def as_sum(self) -> Sum:
        """The same as an expression."""
        fresh = {v: f"bound{k}" for k, (v, _) in enumerate(self.bound)}
        factors = [
            atom(name, *(fresh.get(v, v) for v in indices))
            for (name, indices), power in self.monomial
            for _ in range(power)
        ]
        whole = reduce(Sum.__mul__, factors, number(1))
        return whole.over({fresh[v]: sort for v, sort in self.bound}) if self.bound else whole

    def renamed(self, names: Mapping[str, str]) -> Raw:
        """Index variables replaced, free or bound; the factors of the product sorted again."""
        bound = tuple((names.get(v, v), sort) for v, sort in self.bound)
        return Raw(bound, renamed(self.monomial, names))

    def times(self, other: Raw) -> Raw:
        """The product: the sums of the first outside, those of the second inside."""
        shift = {v: f"%{len(self.bound) + k}" for k, (v, _) in enumerate(other.bound)}
        first = self.renamed({v: f"%{k}" for k, (v, _) in enumerate(self.bound)})
        second = other.renamed(shift)
        powers = dict(first.monomial)
        for factor, power in second.monomial:
            powers[factor] = powers.get(factor, 0) + power
        return Raw(first.bound + second.bound, tuple(sorted(powers.items())))

    def order(self, target: Raw) -> list[int]:
        """For each sum of an equal term, which of the sums of this one it is."""
        for order in permutations(range(len(self.bound))):
            names = {self.bound[k][0]: v for k, (v, _) in zip(order, target.bound, strict=True)}
            sorts = [self.bound[k][1] for k in order] == [sort for _, sort in target.bound]
            if sorts and renamed(self.monomial, names) == target.monomial:
                return list(order)
        raise ValueError(f"{self} is not {target}")


def renamed(monomial: Monomial, names: Mapping[str, str]) -> Monomial:
    """A product with other index variables."""
    powers: dict[Atom, int] = {}
    for (name, indices), power in monomial:
        key = (name, tuple(names.get(v, v) for v in indices))
        powers[key] = powers.get(key, 0) + power
    return tuple(sorted(powers.items()))


def terms(given: Sum) -> list[tuple[fmpq, Raw]]:
    """The terms of an expression in the order in which they are written."""
    return [(c, Raw(*key)) for key, c in sorted(given.terms.items(), key=_place)]


def _place(term: tuple[Key, fmpq]) -> Key:
    return term[0]


@dataclass
class Names:
    """Coq's names for atoms, sorts and index variables; each its own."""

    given: dict[tuple[str, str], str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: {*KEYWORDS})

    def atom(self, name: str) -> str:
        """The name of an atom, such as `P_M` for P.M, `e_eps` for e^eps."""
        return self._name("atom", name, name)

    def sort(self, name: str) -> str:
        """The name of a finite set."""
        return self._name("sort", name, f"set {name}")

    def index(self, name: str) -> str:
        """The name of an index variable; %0 is b0."""
        return self._name("index", name, f"b{name[1:]}" if name.startswith("%") else f"i {name}")

    def fact(self, name: str) -> str:
        """The name of an axiom or a step."""
        return self._name("fact", name, name)

    def known(self, kind: str, name: str) -> str:
        """The name of something of another kind, the same whenever it is asked for."""
        return self._name(kind, name, name)

    def _name(self, kind: str, name: str, wish: str) -> str:
        if (kind, name) not in self.given:
            self.given[kind, name] = self.fresh(wish)
        return self.given[kind, name]

    def fresh(self, wish: str) -> str:
        """A name like this one that nothing has."""
        for sign, word in ((">=", "at least"), ("<=", "at most"), ("'", " prime"), ("+", "plus")):
            wish = wish.replace(sign, f" {word} ")
        plain = re.sub(r"[^A-Za-z0-9]+", "_", wish).strip("_")
        plain = plain if plain[:1].isalpha() else f"x{plain}"
        name, count = plain, 2
        while name in self.taken:
            name, count = f"{plain}_{count}", count + 1
        self.taken.add(name)
        return name


@dataclass
class Writer:
    """Expressions as text."""

    names: Names

    def expression(self, given: Sum) -> str:
        """c₁ · (t₁) + c₂ · (t₂) + …; every term has its coefficient."""
        return self.combination([(c, self.term(raw)) for c, raw in terms(given)])

    def combination(self, parts: Sequence[tuple[fmpq, str]]) -> str:
        """The same, of texts."""
        return " + ".join(f"{constant(c)} * ({text})" for c, text in parts) or "0"

    def term(self, raw: Raw) -> str:
        """Nested sums around a product."""
        head = "".join(
            f"sum {self.names.sort(s)} (fun {self.binder(v, s)} => " for v, s in raw.bound
        )
        return head + self.product(raw.monomial) + ")" * len(raw.bound)

    def product(self, monomial: Monomial) -> str:
        """P_M i_y * e_eps ^ 2; 1 for nothing."""
        return " * ".join(self._factor(key, power) for key, power in monomial) or "1"

    def _factor(self, key: Atom, power: int) -> str:
        name, indices = key
        text = " ".join((self.names.atom(name), *(self.names.index(v) for v in indices)))
        if power == 1:
            return text
        return f"({text}) ^ {power}" if indices else f"{text} ^ {power}"

    def total(self, variable: str, sort: str, given: Sum) -> str:
        """Σ over an index variable of an expression as it stands."""
        binder = self.binder(variable, sort)
        return f"sum {self.names.sort(sort)} (fun {binder} => {self.expression(given)})"

    def binder(self, variable: str, sort: str) -> str:
        """i_y : set_y."""
        return f"{self.names.index(variable)} : {self.names.sort(sort)}"

    def binders(self, free: Mapping[str, str]) -> str:
        """(i_y : set_y) (i_z : set_z)."""
        return " ".join(f"({self.binder(v, sort)})" for v, sort in free.items())

    def forall(self, free: Mapping[str, str], claim: str) -> str:
        """The claim for all values of index variables."""
        return f"forall {self.binders(free)}, {claim}" if free else claim

    def indices(self, variables: Iterable[str]) -> str:
        """The names of index variables, one after the other."""
        return " ".join(map(self.names.index, variables))


def constant(c: fmpq) -> str:
    """A rational number.

    >>> constant(fmpq(-3, 4)), constant(fmpq(2))
    ('(-3/4)', '2')
    """
    text = str(c.p) if c.q == 1 else f"{c.p}/{c.q}"
    return f"({text})" if c.p < 0 or c.q != 1 else text


def block(head: str, script: Iterable[str]) -> list[str]:
    """A script in braces, after the sentence that opens its goal (none where `head` is empty)."""
    return [*([head] if head else []), "{", *(f"  {line}" for line in script), "}"]


def untranslated(what: str) -> Undecided:
    """What to raise where a statement has a part that is not written in Coq yet."""
    return Undecided("unsupported", f"not translated to Coq yet: {what}")
