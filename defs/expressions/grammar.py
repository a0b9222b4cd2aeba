"""The grammar of functions of a database; trusted. No text is ever handed to Python.

    sum(abs(x[i]-x[i+1]))        over all i for which both records are there
    sum(i=1..n-1, x[i]*x[i+1])   over a stated range; prod(…) in the same way
    sum(i<j, x[i]*x[j])          over all pairs
    sum([x[i] > 1/2])            a condition in brackets is 1 or 0; [a <= x[i] <= b] too
    max(x), min(x), mean(x), median(x), smallest(2, x), quantile(1/4, x)

Numbers are rational (1/2, 0.25, 3); n is the number of records, pi the number; other names are
parameters. The functions are those of FUNCTIONS; ^ takes an integer exponent. The median of an even
number of records is the mean of the two in the middle; quantile(p, x) is the record of rank ⌈p·n⌉.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NoReturn

from dpverify.defs.expressions.tree import Index, Tree
from dpverify.defs.numbers import NumberError

LONGEST: Final = 1000
DEEPEST: Final = 40
LARGEST_EXPONENT: Final = 20
LARGEST_PRODUCT: Final = 60
"""Factors that stand side by side, of which each is one deeper than the one before."""
LARGEST_NUMBER: Final = 10**9
FUNCTIONS: Final = {
    "sqrt": 1, "exp": 1, "log": 1, "ln": 1, "sin": 1, "cos": 1, "tan": 1, "atan": 1, "abs": 1,
    "odd": 1, "clip": 3,
}  # fmt: skip
"""Functions, with how many numbers they take; odd(u) is 1 where u is an odd integer, else 0."""
OF_RECORDS: Final = ("max", "min", "mean", "median", "smallest", "quantile", "sum", "prod")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.(?!\.)\d+)?)|(?P<name>[A-Za-z]\w*)"
    r"|(?P<sign>\.\.|<=|>=|\*\*|[-+*/^()\[\],<>=]))",
    re.ASCII,
)


def parse(text: str) -> Tree:
    """The meaning of a text.

    Raises: NumberError for a text that the grammar does not know, with the place.

    >>> parse("sum(x[i])").op, parse("1/2*x[1]").op
    ('sum', '*')
    """
    if len(text) > LONGEST:
        raise NumberError(f"the function has {len(text)} characters, at most {LONGEST} are read")
    reader = _Reader(text)
    tree = reader.sum(0)
    reader.finished()
    return tree


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._tokens(text))
        self.position = 0

    @staticmethod
    def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
        place = 0
        text = text.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise NumberError(
                    f"the function cannot be read at {text[place : place + 20]!a};"
                    " see `dpverify sensitivity --help`"
                )
            yield str(match.lastgroup), match[str(match.lastgroup)], match.start()
            place = match.end()

    def fail(self, wanted: str) -> NoReturn:
        if self.position < len(self.tokens):
            token, place = self.tokens[self.position][1], self.tokens[self.position][2]
            raise NumberError(f"the function needs {wanted} before {token!a} (character {place})")
        raise NumberError(f"the function ends where {wanted} is needed")

    def finished(self) -> None:
        if self.position < len(self.tokens):
            self.fail("an operation")

    def peek(self, ahead: int = 0) -> str:
        k = self.position + ahead
        return self.tokens[k][1] if k < len(self.tokens) else ""

    def kind(self) -> str:
        return self.tokens[self.position][0] if self.position < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def take(self, *tokens: str) -> str:
        """The next token, if it is one of these, else an empty text."""
        return self.next() if self.position < len(self.tokens) and self.peek() in tokens else ""

    def need(self, token: str) -> None:
        if not self.take(token):
            self.fail(repr(token))

    def sum(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise NumberError(f"the function is nested more than {DEEPEST} deep; write it flatter")
        parts = [self.product(depth)]
        while sign := self.take("+", "-"):
            term = self.product(depth)
            parts.append(term if sign == "+" else negative(term))
        return parts[0] if len(parts) == 1 else Tree("+", tuple(parts))

    def product(self, depth: int) -> Tree:
        tree = self.signed(depth)
        factors = 1
        while sign := self.take("*", "/"):
            tree = Tree(sign, (tree, self.signed(depth)))
            factors += 1
            if factors > LARGEST_PRODUCT:
                raise NumberError(
                    f"a product has more than {LARGEST_PRODUCT} factors; write powers with ^"
                )
        return tree

    def signed(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise NumberError(f"the function is nested more than {DEEPEST} deep; write it flatter")
        if self.take("-"):
            return negative(self.signed(depth + 1))
        base = self.atom(depth + 1)
        if not self.take("^", "**"):
            return base
        minus = bool(self.take("-"))
        exponent = self.integer()
        if exponent > LARGEST_EXPONENT:
            raise NumberError(f"the exponent {exponent} is above {LARGEST_EXPONENT}")
        return Tree("power", (base,), number=Fraction(-exponent if minus else exponent))

    def integer(self) -> int:
        if self.kind() != "number" or "." in self.peek():
            self.fail("a whole number")
        value = int(self.next().lstrip("0")[:20] or 0)
        if value > LARGEST_NUMBER:
            raise NumberError(f"the whole number {value} is above {LARGEST_NUMBER}")
        return value

    def atom(self, depth: int) -> Tree:
        if self.kind() == "number":
            return Tree("number", number=Fraction(self.next()))
        if self.take("("):
            tree = self.sum(depth)
            self.need(")")
            return tree
        if self.take("["):
            return self.condition(depth)
        if self.kind() != "name":
            self.fail("a number, a name or a bracket")
        name = self.next()
        if self.take("("):
            return self.call(name, depth)
        if name == "x":
            self.need("[")
            place = self.place()
            self.need("]")
            if place.name == "n" and place.times > 1:
                raise NumberError(f"there is no record {place} among n; write n, or n-1")
            return Tree("record", places=(place,))
        if name in FUNCTIONS or name in OF_RECORDS:
            self.position -= 1
            self.fail(f"the argument of {name} in round brackets")
        return Tree("name", name=name)

    def place(self) -> Index:
        """times*i + shift, i + shift, or a number."""
        times, name, shift = 0, "", 0
        if self.kind() == "number":
            value = self.integer()
            if self.take("*"):
                times = value
                name = self.index_name()
                if times < 1:
                    raise NumberError(f"the place {times}*{name} is always the same; write it so")
            else:
                shift = value
        else:
            times, name = 1, self.index_name()
        if name and (sign := self.take("+", "-")):
            shift = self.integer() if sign == "+" else -self.integer()
        return Index(name, times, shift)

    def index_name(self) -> str:
        if self.kind() != "name" or self.peek() in ("x", "pi") or self.peek() in FUNCTIONS:
            self.fail("an index")
        return self.next()

    def condition(self, depth: int) -> Tree:
        sides = [self.sum(depth)]
        factors = []
        while sign := self.take("<", "<=", ">", ">="):
            sides.append(self.sum(depth))
            low, high = sides[-2:] if sign[0] == "<" else sides[-1:-3:-1]
            factors.append(Tree("at-most" if "=" in sign else "less", (low, high)))
        if not factors:
            self.fail("one of < <= > >=")
        self.need("]")
        if len(factors) > LARGEST_PRODUCT:
            raise NumberError(f"a condition has more than {LARGEST_PRODUCT} signs")
        tree = factors[0]
        for factor in factors[1:]:
            tree = Tree("*", (tree, factor))
        return tree

    def call(self, name: str, depth: int) -> Tree:
        if name in ("sum", "prod"):
            return self.repeated("sum" if name == "sum" else "product", depth)
        if name in ("smallest", "quantile"):
            return self.ranked(name)
        if name in OF_RECORDS and self.peek() == "x" and self.peek(1) == ")":
            self.position += 2
            if name == "mean":
                total = Tree("sum", (Tree("record", places=(Index("i", 1, 0),)),), name="i")
                return Tree("/", (total, Tree("name", name="n")))
            return Tree({"max": "largest-record", "min": "smallest-record"}.get(name, name))
        parts = [self.sum(depth)]
        while self.take(","):
            parts.append(self.sum(depth))
        self.need(")")
        if name in ("max", "min"):
            return Tree(name, tuple(parts))
        if name not in FUNCTIONS:
            raise NumberError(
                f"there is no function {name[:40]!a}; known are"
                f" {', '.join((*FUNCTIONS, *OF_RECORDS))}"
            )
        if len(parts) != FUNCTIONS[name]:
            raise NumberError(f"{name} takes {FUNCTIONS[name]} numbers, not {len(parts)}")
        return Tree("log" if name == "ln" else name, tuple(parts))

    def ranked(self, name: str) -> Tree:
        """smallest(rank, x) or quantile(level, x)."""
        level = Fraction(self.integer())
        if self.take("/"):
            under = self.integer()
            if not under:
                raise NumberError(f"the level of {name} divides by 0")
            level /= under
        self.need(",")
        self.need("x")
        self.need(")")
        if name == "smallest" and (level.denominator != 1 or level < 1):
            raise NumberError("the rank of smallest is a whole number from 1")
        if name == "quantile" and not 0 < level <= 1:
            raise NumberError("the level of quantile lies above 0 and is at most 1")
        return Tree(name, number=level)

    def repeated(self, op: str, depth: int) -> Tree:
        """A sum or product, whose range is stated, that of pairs, or implicit."""
        if self.peek() == "x" and self.peek(1) == ")":
            self.position += 2
            return Tree(op, (Tree("record", places=(Index("i", 1, 0),)),), name="i")
        head = self.kind() == "name" and self.peek() not in ("x", "n", "pi")
        if head and self.peek(1) == "=":
            name = self.next()
            self.next()
            first = self.place()
            self.need("..")
            last = self.place()
            self.need(",")
            body = self.sum(depth)
            self.need(")")
            for end in (first, last):
                if end.name not in ("", "n") or end.times > 1:
                    raise NumberError(f"the range of {name} ends at {end}; write numbers or n")
            return Tree(op, (body,), name=name, places=(first, last))
        if head and self.peek(1) == "<" and self.peek(3) == ",":
            pair = f"{self.next()}{self.next()}{self.next()}"
            self.next()
            body = self.sum(depth)
            self.need(")")
            if op == "product":
                raise NumberError("a product over pairs is not read; write it as a sum of logs")
            return Tree("pairs", (body,), name=pair)
        body = self.sum(depth)
        self.need(")")
        return Tree(op, (body,), name=self.implicit(body))

    def implicit(self, body: Tree) -> str:
        """The one index of the records of a sum without a range."""
        places = (place for part in body.all() for place in part.places if part.op == "record")
        names = {place.name for place in places} - {"", "n"}
        # An index that a sum inside binds is its own.
        names &= body.names
        if len(names) != 1:
            raise NumberError(
                f"the sum has {len(names)} indices; write its range, as sum(i=1..n, …)"
            )
        return names.pop()


def negative(tree: Tree) -> Tree:
    """−1 times a tree."""
    return Tree("*", (Tree("number", number=Fraction(-1)), tree))
