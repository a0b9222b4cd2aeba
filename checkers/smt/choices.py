"""Questions without `ite`: every maximum, minimum or choice by cases becomes a variable.

A literal that wants a maximum to be small holds of the maximum exactly if it holds of some number
that is at least as large as both options; so two inequalities say all there is to say, and nothing
has to be chosen. A literal that wants it to be large holds exactly if it holds of one of the two
options; that is a choice, which `options` makes once for all. With a minimum it is the other way
round; with a choice by cases the condition stands beside the option.

What must never change: a question and what is made of it here have the same answers, or, where a
docstring says *weaker*, what follows from the question alone is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Literal, NamedTuple

from dpverify.checkers.smt.polynomials import Polynomial, number, total, variable
from dpverify.checkers.smt.polynomials import applied as arithmetic
from dpverify.defs.errors import Undecided

Relation = Literal[">=", ">", "="]
Direction = Literal["small", "large"]
"""What a literal wants of a variable: to be small, where it counts against the inequality."""


@dataclass(frozen=True)
class Comparison:
    """That a polynomial is ≥ 0, > 0 or = 0."""

    polynomial: Polynomial
    relation: Relation

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that occur."""
        return frozenset(v for monomial in self.polynomial.terms for v in monomial)

    def put(self, values: Mapping[str, Polynomial]) -> Comparison:
        """The same with polynomials in the place of variables."""
        if not self.names & values.keys():
            return self
        return Comparison(substituted(self.polynomial, values), self.relation)


class Joined(NamedTuple):
    """All parts hold ("and"), or one at least ("or"); without parts true, or false."""

    word: Literal["and", "or"]
    parts: tuple[Tree, ...]


Tree = Comparison | Joined
TRUE, FALSE = Joined("and", ()), Joined("or", ())


@dataclass(frozen=True)
class Choice:
    """What a variable stands for.

    Args:
        kind: "max" or "min" of the two options, or "case": the first where the condition holds.
        condition: when the first option is the value.
        otherwise: when the second is.
        options: the two.
    """

    kind: Literal["max", "min", "case"]
    condition: Tree
    otherwise: Tree
    options: tuple[Polynomial, Polynomial]

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables of the options and of the condition."""
        sides = [Comparison(option, ">=").names for option in self.options]
        return names_of(self.condition).union(*sides)


@dataclass
class Reading:
    """Formulas as trees of comparisons of polynomials; `choices` says what each new name is.

    Args:
        prefix: how the new names begin; no name of a question does.
    """

    prefix: str = "choice_"
    choices: dict[str, Choice] = field(default_factory=dict)
    _known: dict[Any, Polynomial] = field(default_factory=dict)
    _names: dict[Choice, str] = field(default_factory=dict)

    def tree(self, formula: Any, *, holds: bool = True) -> Tree:
        """A formula that holds, or its negation; nested tuples as `model.assertions` gives them.

        Raises: Undecided("unsupported") for an operation that is not read.
        """
        if formula in ("true", "false"):
            return TRUE if (formula == "true") is holds else FALSE
        word, *parts = formula
        match word:
            case "not":
                return self.tree(parts[0], holds=not holds)
            case "and" | "or":
                kept: Literal["and", "or"] = "and" if (word == "and") is holds else "or"
                return joined(kept, [self.tree(part, holds=holds) for part in parts])
            case "xor" if len(parts) == 2:
                return self._one_of(parts[0], parts[1], holds=holds)
            case "<=" | "<" | ">=" | ">" | "=" if len(parts) == 2:
                return self._compared(word, *map(self.polynomial, parts), holds=holds)
        raise Undecided("unsupported", f"the operation {word}")

    def _one_of(self, a: Any, b: Any, *, holds: bool) -> Tree:
        """Exactly one of a and b, or both or neither."""
        either = [joined("and", [self.tree(a, holds=x), self.tree(b, holds=x is not holds)])
                  for x in (True, False)]  # fmt: skip
        return joined("or", either)

    def _compared(self, word: str, a: Polynomial, b: Polynomial, *, holds: bool) -> Tree:
        if word == "=":
            if not holds:
                return joined("or", [compared(b - a, ">"), compared(a - b, ">")])
            if {v for m in (b - a).terms for v in m} & self.choices.keys():
                return joined("and", [compared(b - a, ">="), compared(a - b, ">=")])
            return compared(b - a, "=")
        if word in (">=", ">"):
            a, b = b, a
        strict = word in ("<", ">")
        if holds:
            return compared(b - a, ">" if strict else ">=")
        return compared(a - b, ">=" if strict else ">")

    def polynomial(self, term: Any) -> Polynomial:
        """A term; each `ite` in it becomes a variable, the same where the text is the same."""
        if isinstance(term, str):
            return number(int(term)) if term.isdigit() else variable(term)
        if term not in self._known:
            if term[0] == "ite":
                self._known[term] = variable(self._chosen(*term[1:]))
            else:
                self._known[term] = arithmetic(term[0], [self.polynomial(x) for x in term[1:]])
        return self._known[term]

    def _chosen(self, condition: Any, first: Any, second: Any) -> str:
        options = (self.polynomial(first), self.polynomial(second))
        kind: Literal["max", "min", "case"] = "case"
        if condition[0] == "<=":
            small, large = (self.polynomial(side) for side in condition[1:])
            if options == (large, small):
                kind = "max"
            elif options == (small, large):
                kind = "min"
        choice = Choice(kind, self.tree(condition), self.tree(condition, holds=False), options)
        name = self._names.setdefault(choice, f"{self.prefix}{len(self._names)}")
        self.choices[name] = choice
        return name


def definition(name: str, choice: Choice, direction: Direction) -> list[Tree]:
    """What a variable has to satisfy for a literal that wants it small, or large.

    With both directions it is the value itself.
    """
    sign = 1 if direction == "small" else -1
    bounds = [_beyond(name, option, sign) for option in choice.options]
    match choice.kind:
        case "max" | "min":
            all_hold = (choice.kind == "max") is (direction == "small")
            return [*bounds] if all_hold else [joined("or", bounds)]
    first, second = bounds
    return [joined("or", [choice.otherwise, first]), joined("or", [choice.condition, second])]


def _beyond(name: str, option: Polynomial, sign: int) -> Comparison:
    difference = variable(name) - option
    return Comparison(difference if sign > 0 else -difference, ">=")


def beside(choice: Choice, option: int, nonnegative: frozenset[str]) -> Tree:
    """What has to hold for an option to be in the place of a choice that is to be large.

    Nothing where the value is never smaller than the option: one can do without the condition. Of
    a choice that is to be small, ask for `opposite` first.
    """
    other = choice.options[1 - option] - choice.options[option]
    if choice.kind == "max" or surely_at_least_zero(other, nonnegative):
        return TRUE
    return choice.condition if option == 0 else choice.otherwise


def opposite(choice: Choice) -> Choice:
    """The choice whose value is minus the value."""
    kinds: dict[str, Literal["max", "min", "case"]] = {"max": "min", "min": "max", "case": "case"}
    first, second = choice.options
    return Choice(kinds[choice.kind], choice.condition, choice.otherwise, (-first, -second))


def directions(polynomial: Polynomial, name: str, nonnegative: frozenset[str]) -> set[Direction]:
    """What a literal that wants the polynomial large wants of a variable.

    Both where the variable occurs in a way of which the sign is not known.
    """
    wanted: set[Direction] = set()
    for monomial, coefficient in polynomial.terms.items():
        if name not in monomial:
            continue
        if monomial.count(name) > 1 or not {*monomial} - {name} <= nonnegative:
            return {"small", "large"}
        wanted.add("large" if coefficient > 0 else "small")
    return wanted


def surely_at_least_zero(polynomial: Polynomial, nonnegative: frozenset[str]) -> bool:
    """Whether no coefficient is negative, nor any variable."""
    return all(c > 0 and nonnegative.issuperset(m) for m, c in polynomial.terms.items())


def substituted(polynomial: Polynomial, values: Mapping[str, Polynomial]) -> Polynomial:
    """A polynomial with polynomials in the place of variables."""
    parts = []
    for monomial, coefficient in polynomial.terms.items():
        part = number(coefficient)
        for v in monomial:
            part = part * (values[v] if v in values else variable(v))
        parts.append(part)
    return total(parts)


def compared(polynomial: Polynomial, relation: Relation) -> Tree:
    """A comparison; true or false where it is one of constants."""
    if any(polynomial.terms):
        return Comparison(polynomial, relation)
    value = polynomial.terms.get((), 0)
    truths = {">=": value >= 0, ">": value > 0, "=": value == 0}
    return TRUE if truths[relation] else FALSE


def joined(word: Literal["and", "or"], parts: Sequence[Tree]) -> Tree:
    """Several trees as one, what is the same once."""
    flat: dict[Tree, None] = {}
    for part in parts:
        inner = part.parts if isinstance(part, Joined) and part.word == word else (part,)
        flat |= dict.fromkeys(inner)
    absorbing = FALSE if word == "and" else TRUE
    if absorbing in flat:
        return absorbing
    if len(flat) == 1:
        return next(iter(flat))
    return Joined(word, tuple(flat))


def resolved(trees: Sequence[Tree]) -> list[Tree]:
    """The same trees without the parts of an "or" that another tree contradicts."""
    known = {tree for tree in trees if isinstance(tree, Comparison)}
    result: list[Tree] = []
    for tree in trees:
        if not isinstance(tree, Joined) or tree.word != "or":
            result.append(tree)
        elif not known & {*tree.parts}:
            left = [part for part in tree.parts if _negated(part) not in known]
            result.append(joined("or", left))
    return list(dict.fromkeys(result))


def _negated(tree: Tree) -> Comparison | None:
    if not isinstance(tree, Comparison) or tree.relation == "=":
        return None
    return Comparison(-tree.polynomial, ">" if tree.relation == ">=" else ">=")


def names_of(tree: Tree) -> frozenset[str]:
    """The variables of a tree."""
    if isinstance(tree, Comparison):
        return tree.names
    return frozenset().union(*map(names_of, tree.parts))


def comparisons(tree: Tree) -> Iterator[Comparison]:
    """Yield all comparisons of a tree."""
    if isinstance(tree, Comparison):
        yield tree
    else:
        for part in tree.parts:
            yield from comparisons(part)


def put(tree: Tree, values: Mapping[str, Polynomial]) -> Tree:
    """A tree with polynomials in the place of variables."""
    if isinstance(tree, Comparison):
        changed = tree.put(values)
        return compared(changed.polynomial, changed.relation)
    return joined(tree.word, [put(part, values) for part in tree.parts])


def ways(tree: Tree, most: int) -> list[tuple[Tree, ...]]:
    """The ways in which a tree can hold, each a list of what holds then: of "or" one part.

    "or" within "and" within "or" is left as it is; solvers choose there.

    Raises: Undecided("unsupported") where there are more than `most`.
    """
    if isinstance(tree, Comparison):
        return [(tree,)]
    if tree.word == "or":
        every = [way for part in tree.parts for way in ways(part, most)]
    else:
        inner = [ways(part, most) for part in tree.parts]
        count = 1
        for part in inner:
            count *= len(part)
            if count > most:
                raise Undecided("unsupported", f"more than {most} cases")
        every = [tuple(dict.fromkeys(sum(way, ()))) for way in product(*inner)]
    if len(every) > most:
        raise Undecided("unsupported", f"more than {most} cases")
    return every


def written(tree: Tree) -> str:
    """A tree as SMT-LIB 2 text."""
    if isinstance(tree, Comparison):
        return f"({tree.relation} {polynomial_text(tree.polynomial)} 0)"
    if not tree.parts:
        return "true" if tree.word == "and" else "false"
    return f"({tree.word} {' '.join(map(written, tree.parts))})"


def polynomial_text(polynomial: Polynomial) -> str:
    """A polynomial as a sum of products.

    >>> polynomial_text(variable("x") * variable("y") - number(2))
    '(+ (* x y) (- 2))'
    """
    parts = [_product(m, c) for m, c in polynomial.terms.items()]
    return f"(+ {' '.join(parts)})" if len(parts) > 1 else "".join(parts) or "0"


def _product(monomial: tuple[str, ...], coefficient: Any) -> str:
    size = abs(coefficient)
    whole = size.denominator == 1
    factor = str(size.numerator) if whole else f"(/ {size.numerator} {size.denominator})"
    factors = [*monomial] if size == 1 and monomial else [factor, *monomial]
    text = f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0]
    return text if coefficient > 0 else f"(- {text})"
