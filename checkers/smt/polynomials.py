"""Terms as polynomials, and questions in which every monomial is a variable of its own.

What must never change: such a *relaxed* question assumes only what follows from the assumptions it
is made from. So its "unsat" carries over to the original question, and its "sat" says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.checkers.smt.terms import Term
from dpverify.defs.errors import Undecided

Monomial = tuple[str, ...]  # variables in order, each as often as its power
Rational = Fraction | int  # the same number; integers are much faster
_TOKEN = re.compile(r"[()]|[^\s()]+")


@dataclass(frozen=True)
class Polynomial:
    """A polynomial by its monomials; build it with `number`, `variable` and + - *."""

    terms: Mapping[Monomial, Rational]

    def __add__(self, other: Polynomial) -> Polynomial:
        return _collected([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:
        return _collected(
            (tuple(sorted(a + b)), c * d)
            for a, c in self.terms.items()
            for b, d in other.terms.items()
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))


def number(value: Rational) -> Polynomial:
    """A constant."""
    return Polynomial({(): value} if value else {})


def variable(name: str) -> Polynomial:
    """A variable."""
    return Polynomial({(name,): 1})


def total(parts: Iterable[Polynomial]) -> Polynomial:
    """The sum."""
    return _collected(item for part in parts for item in part.terms.items())


def _collected(items: Iterable[tuple[Monomial, Rational]]) -> Polynomial:
    result: dict[Monomial, Rational] = {}
    for monomial, coefficient in items:
        result[monomial] = result.get(monomial, 0) + coefficient
    return Polynomial({m: c for m, c in result.items() if c})


@dataclass
class Reader:
    """Reads terms; a maximum or minimum becomes a variable, of which `facts` and `choices` speak.

    Attributes:
        known: the variables that may occur; each is ≥ 0.
        facts: polynomials that are ≥ 0.
        choices: of each list of polynomials one at least is 0.
    """

    known: set[str]
    facts: list[Polynomial] = field(default_factory=list)
    choices: list[tuple[Polynomial, ...]] = field(default_factory=list)
    _read: dict[str, Polynomial] = field(default_factory=dict)
    _chosen: dict[tuple[str, Polynomial, Polynomial], Polynomial] = field(default_factory=dict)

    def read(self, term: Term) -> Polynomial:
        """The polynomial that a term is.

        Raises: Undecided("unsupported") for a choice other than max(a, b) or min(a, b), or of what
            may be negative, and for a variable that is not known.
        """
        if term.text not in self._read:
            tokens = iter(_TOKEN.findall(term.text))
            self._read[term.text] = self._parsed(next(tokens), tokens)
        return self._read[term.text]

    def _parsed(self, word: str, tokens: Iterator[str]) -> Polynomial:
        if word != "(":
            if word.isdigit():
                return number(int(word))
            if word not in self.known:
                raise Undecided("unsupported", f"{word} may be negative")
            return variable(word)
        operator = next(tokens)
        if operator == "ite":
            return self._choice(tokens)
        arguments: list[Polynomial] = []
        while (inner := next(tokens)) != ")":
            arguments.append(self._parsed(inner, tokens))
        return applied(operator, arguments)

    def _choice(self, tokens: Iterator[str]) -> Polynomial:
        if [next(tokens), next(tokens)] != ["(", "<="]:
            raise Undecided("unsupported", "a choice that is no maximum or minimum")
        a, b = (self._parsed(next(tokens), tokens) for _ in range(2))
        next(tokens)
        first, second = (self._parsed(next(tokens), tokens) for _ in range(2))
        next(tokens)
        some_negative = any(c < 0 for each in (a, b) for c in each.terms.values())
        if {first, second} != {a, b} or some_negative:
            raise Undecided("unsupported", "a choice that is no maximum or minimum")
        return self._one_of("max" if first == b else "min", a, b)

    def _one_of(self, kind: str, a: Polynomial, b: Polynomial) -> Polynomial:
        key = (kind, a, b)
        if key not in self._chosen:
            chosen = variable(f"{kind}_{len(self._chosen)}")
            self._chosen[key] = chosen
            self.facts += [chosen - a, chosen - b] if kind == "max" else [a - chosen, b - chosen]
            self.choices.append((chosen - a, chosen - b))
        return self._chosen[key]


def applied(operator: str, arguments: Sequence[Polynomial]) -> Polynomial:
    """The sum, difference, product or quotient of polynomials; only constants are divided.

    Raises: Undecided("unsupported") for another operation.
    """
    first, *others = arguments
    match operator:
        case "+":
            return total(arguments)
        case "-":
            return first - total(others) if others else -first
        case "*":
            for other in others:
                first = first * other
            return first
        case "/":
            ((_, a),), ((_, b),) = first.terms.items(), others[0].terms.items()
            return number(Fraction(a) / b)
    raise Undecided("unsupported", f"the operation {operator}")


@dataclass
class Relaxation:
    """Formulas over monomials; every variable is at least 0."""

    lines: list[str] = field(default_factory=list)
    _names: dict[Monomial, str] = field(default_factory=dict)

    def linear(self, polynomial: Polynomial) -> str:
        """The polynomial as a sum over the variables that stand for its monomials."""
        parts = [
            _scaled(c, self._name(m)) if m else _rational(c) for m, c in polynomial.terms.items()
        ]
        return f"(+ {' '.join(parts)})" if len(parts) > 1 else "".join(parts) or "0"

    def require(self, formula: str) -> None:
        """Add an assertion."""
        self.lines.append(f"(assert {formula})")

    def at_least_zero(self, polynomials: Iterable[Polynomial]) -> None:
        """Assert that they are ≥ 0, but for those that are so for every value of the variables."""
        for each in dict.fromkeys(polynomials):
            if any(c < 0 for c in each.terms.values()):
                self.require(f"(>= {self.linear(each)} 0)")

    def zero(self, polynomials: Iterable[Polynomial]) -> None:
        """Assert that they are 0."""
        for each in dict.fromkeys(polynomials):
            if each.terms:
                self.require(f"(= {self.linear(each)} 0)")

    def script(self, comment: str, *denied: str, switches: int = 0) -> str:
        """The question as one script.

        Args:
            comment: what is asked, in words.
            denied: formulas that are assumed in this script alone.
            switches: how many variables b0, b1, … there are that may be any number.
        """
        head = [f"; {line}" for line in comment.splitlines()]
        head.append("(set-logic QF_LRA)")
        for monomial, name in self._names.items():
            head += [f"; {name} = {' '.join(monomial)}", f"(declare-const {name} Real)"]
            head.append(f"(assert (>= {name} 0))")
        head += [f"(declare-const b{o} Real)" for o in range(switches)]
        last = [f"(assert {formula})" for formula in denied]
        return "\n".join([*head, *self.lines, *last, "(check-sat)"])

    def _name(self, monomial: Monomial) -> str:
        return self._names.setdefault(monomial, f"m{len(self._names)}")


def _scaled(factor: Rational, name: str) -> str:
    return name if factor == 1 else f"(* {_rational(factor)} {name})"


def _rational(value: Rational) -> str:
    size = str(abs(value.numerator))
    text = size if value.denominator == 1 else f"(/ {size} {value.denominator})"
    return text if value >= 0 else f"(- {text})"
