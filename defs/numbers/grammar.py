"""The one grammar of numbers, for files, command lines and results alike.

    sum     = product (("+" | "-") product)*
    product = signed (("*" | "/") signed)*
    signed  = "-" signed | power
    power   = atom ("**" exponent)?          exponent = "-"? atom
    atom    = digits ("." digits)? ("e" sign? digits)? | "(" sum ")" | function "(" sum ")"
    function = "exp" | "ln" | "Phi" | "quantile"

plus `inf` and `-inf` as whole texts where infinity has a meaning. Phi is the distribution function
of the standard normal law, and quantile its inverse. ASCII only; blanks (not tabs or
newlines) may stand between tokens. Every limit of `limits` is checked before work is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from flint import fmpq, fmpz

from dpverify.defs.numbers.combination import UNIT, Combination, add, at_most
from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.defs.numbers.functions import (
    Number,
    distribution_of,
    exp_of,
    ln_of,
    power,
    quantile_of,
)
from dpverify.defs.numbers.limits import (
    MAX_DECIMAL_EXPONENT,
    MAX_DEPTH,
    MAX_EXPONENT,
    MAX_READ,
    MAX_TEXT,
    MAX_TEXT_BITS,
    MAX_TEXT_PRODUCTS,
)
from dpverify.defs.numbers.loss import INFINITY, Loss, log_of_value
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import Value, from_combination, ratio

_TOKEN = re.compile(
    r" *(?:(?P<number>(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z]+)|(?P<symbol>\*\*|[-+*/()]))",
    re.ASCII,
)
_FORMS = "use digits, 3/4, 0.25, 1e-6, exp(…), ln(…), Phi(…), + - * / ** and parentheses"
_INSTEAD = {
    "%": "write 0.1 or 1/10 for ten per cent",
    ",": "decimals have a point",
    "^": "a power is written **, as 10**(-5), or 1e-5",
    "log": "the natural logarithm is ln(…)",
    "ln": "write ln(…)",
    "exp": "write exp(…)",
    "e": "write exp(1), or exp(…)",
    "sqrt": "a root is (…)**(1/2)",
    "phi": "the distribution function of the normal law is Phi(…)",
    "Phi": "write Phi(…)",
    "quantile": "write quantile(…)",
}
"""What to write in place of what people are used to, for messages."""
_FUNCTIONS: Mapping[str, Callable[[Number], Number]] = {
    "exp": exp_of,
    "ln": ln_of,
    "Phi": distribution_of,
    "quantile": quantile_of,
}
_RATIONAL = re.compile(r"(-?[0-9]{1,400})(?:/([0-9]{1,400}))?", re.ASCII)
_DECIMAL = re.compile(r"(-?[0-9]{1,200})\.([0-9]{1,200})(?:e-([0-9]{1,4}))?", re.ASCII)
_LOGARITHM = re.compile(r"ln\(([1-9][0-9]*)(?:/([1-9][0-9]*))?\)", re.ASCII)
_EXPONENTIAL = r"exp\((-?[0-9]+)(?:/([1-9][0-9]*))?\)"
_RATIO = r"([0-9]+)(?:/([1-9][0-9]*))?"
_PLAIN = re.compile(
    rf"-?(?:{_RATIO}(?:\*{_EXPONENTIAL})?|{_EXPONENTIAL})"
    rf"(?:[+-](?:{_RATIO}(?:\*{_EXPONENTIAL})?|{_EXPONENTIAL}))*",
    re.ASCII,
)
"""A sum as it is printed of rational numbers and rational multiples of powers of e."""
_TERM = re.compile(rf"([+-]?)(?:{_RATIO}\*?)?(?:{_EXPONENTIAL})?", re.ASCII)
_PLACES = MAX_READ - 1_000
"""With at most 400 digits and so many places, a quotient is printed with fewer than MAX_READ."""


_TEN = fmpz(10)

KEPT = 200
"""Characters up to which what a text is worth is remembered."""

_NO_SYMBOLS: Mapping[str, Any] = MappingProxyType({})


def parse(
    text: str, *, allow_infinity: bool = False, symbols: Mapping[str, Any] = _NO_SYMBOLS
) -> Number:
    """Read a number: a Value, a Loss (where ln is involved), or a Real beyond both classes.

    Args: text at most MAX_TEXT characters of the grammar above; allow_infinity admits "inf";
        symbols what stands for further names, such as a number that depends on ε. Where they are
        numbers, the text is a formula, and what it comes to may be longer than what is read.
    Returns: exactly the number that was written; a Loss without logarithms comes back as a Value.
    Raises: NumberError, in one line, for any other text.

    >>> parse("0.25"), parse("ln(9)/2"), parse("1e-6")
    (Value('1/4'), Loss('1/2*ln(9)'), Value('1/1000000'))
    """
    if not isinstance(text, str):
        # A parameter of a program, say, which arrives as the number that its default's text is.
        is_number = isinstance(text, int | Fraction | Value | Loss | Real)
        hint = "; it is a number already: use it as it is" if is_number else ""
        raise NumberError(f"{text!r} is not a text of the number grammar{hint}")
    # A kept text is found again by its hash and by ==, of which a text of another type may lie.
    is_short = type(text) is str and len(text) <= KEPT and not symbols
    if is_short and "." not in text and not text.endswith("inf"):
        return _kept(text)
    simple = None if "." in text else _RATIONAL.fullmatch(text)
    if simple is not None:
        top, below = simple.groups("1")
        if below.strip("0"):
            return ratio(int(top), int(below))
    # Most numbers of a document are decimals: they need no parser either.
    decimal = _DECIMAL.fullmatch(text)
    if decimal is not None:
        whole, part, tens = decimal.groups("0")
        places = len(part) + int(tens)
        if places <= _PLACES:
            return ratio(int(whole + part), _TEN**places)
    if len(text) > MAX_READ:
        raise NumberError(f"a number of {len(text)} characters; the limit is {MAX_TEXT}")
    if text in ("inf", "-inf"):
        if allow_infinity:
            return INFINITY if text == "inf" else -INFINITY
        raise NumberError(f"{text!r} has no meaning here; give a finite number")
    return _parsed(text, symbols)


@lru_cache(maxsize=1024)
def _kept(text: str) -> Number:
    """A short number without symbols: entries are read anew by each who looks at a channel.

    Few are kept, for they push other things out of the processor's caches: with eight times as
    many, of numbers that do not come again, small claims took 3 % longer.
    """
    number = _plain(text)
    return _parsed(text, _NO_SYMBOLS) if number is None else number


def _plain(text: str) -> Number | None:
    """What the parser makes of a text in the two forms of most results; None of any other text.

    These are rational numbers, ln(370/127), and sums such as 3/4-1/4*exp(1).
    """
    rational = _RATIONAL.fullmatch(text)
    if rational is not None and (rational[2] or "1").strip("0"):
        return ratio(int(rational[1]), int(rational[2] or 1))
    logarithm = _LOGARITHM.fullmatch(text)
    if logarithm is not None:
        return _as_whole(log_of_value(ratio(int(logarithm[1]), int(logarithm[2] or 1))))
    if not _PLAIN.fullmatch(text):
        return None
    total: Combination = {}
    for sign, top, below, high, low in _TERM.findall(text):
        if not (top or high):  # the end of the text
            continue
        coefficient = fmpq(int(f"{sign}{top or 1}"), int(below or 1))
        monomial = UNIT
        if high:
            exponent = fmpq(int(high), int(low or 1))
            if abs(exponent) > MAX_EXPONENT:
                return None  # the parser refuses it in its words
            monomial = (int(exponent.p), int(exponent.q), ())
        total = add(total, {monomial: coefficient} if coefficient else {})
    return from_combination(total)


def _parsed(text: str, symbols: Mapping[str, Any]) -> Number:
    try:
        with at_most(MAX_TEXT_PRODUCTS):
            number = _Parser(text, symbols).whole()
    except Undecided as too_large:
        raise NumberError(f"{_shown(text)}: {too_large.text}") from None
    if not any(isinstance(symbol, Value | Loss | Real) for symbol in symbols.values()):
        _need_short(number, text)
    return number


def _need_short(number: Number, text: str) -> None:
    """Refuse what is printed with more characters than are read, such as 1e-9000/3**9000."""
    if isinstance(number, Real) or (isinstance(number, Value) and number.is_rational
                                    and number.bits <= MAX_READ):  # fmt: skip
        return
    length = len(str(number))
    if length > MAX_READ:
        raise NumberError(
            f"{_shown(text)} takes {length} characters when it is written out; the limit is"
            f" {MAX_TEXT}"
        )


def _as_whole(number: Number) -> Number:
    """A loss without logarithms as the rational number that it is."""
    if isinstance(number, Loss) and number.as_rational() is not None:
        return Value(number.as_rational() or 0)
    return number


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, symbols: Mapping[str, Any] = _NO_SYMBOLS) -> None:
        self._text = text
        self._symbols = symbols
        self._tokens = list(_tokens(text))
        self._next = 0
        self._depth = 0
        self._bits = MAX_TEXT_BITS

    def whole(self) -> Number:
        result = self._sum()
        if self._peek():
            raise self._error(_unexpected(self._peek()))
        return _as_whole(result)

    def _sum(self) -> Number:
        result = self._product()
        while self._peek() in ("+", "-"):
            result = result + self._product() if self._take() == "+" else result - self._product()
            self._charge(result)
        return result

    def _product(self) -> Number:
        result = self._signed()
        while self._peek() in ("*", "/"):
            if self._take() == "*":
                result = result * self._signed()
            else:
                result = self._divide(result, self._signed())
            self._charge(result)
        return result

    def _charge(self, result: Number) -> None:
        """Refuse what would take too long, such as a sum of fractions with huge denominators."""
        self._bits -= result.bits if isinstance(result, (Value, Loss)) else 0
        if self._bits < 0:
            raise self._error(f"it needs more than {MAX_TEXT_BITS} bits on the way")

    def _divide(self, left: Number, right: Number) -> Number:
        try:
            return left / right
        except NumberError as fault:
            raise self._error(str(fault), type(fault)) from None

    def _signed(self) -> Number:
        if self._peek() == "-":
            self._take()
            with_sign = self._nested(self._signed)
            return -with_sign
        return self._power()

    def _power(self) -> Number:
        base = self._atom()
        if self._peek() != "**":
            return base
        self._take()
        negative = self._peek() == "-"
        if negative:
            self._take()
        exponent = self._atom()
        try:
            return power(base, -exponent if negative else exponent)
        except NumberError as fault:
            raise self._error(str(fault), type(fault)) from None

    def _atom(self) -> Number:
        symbol = self._take()
        if symbol == "(":
            return self._closed()
        if symbol in _FUNCTIONS and self._peek() == "(":
            self._take()
            argument = self._closed()
            try:
                return _FUNCTIONS[symbol](argument)
            except NumberError as fault:
                raise self._error(str(fault), type(fault)) from None
        if symbol in self._symbols:
            return self._symbols[symbol]  # type: ignore[no-any-return]  # the caller's
        if symbol and (symbol[0].isdigit() or symbol[0] == "."):
            return self._literal(symbol)
        raise self._error(_unexpected(symbol) if symbol else "the text ends too early")

    def _closed(self) -> Number:
        inside = self._nested(self._sum)
        if self._take() != ")":
            raise self._error("a parenthesis is not closed")
        return inside

    def _nested(self, rule: Callable[[], Number]) -> Number:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} nested parentheses or signs")
        inside = rule()
        self._depth -= 1
        return inside

    def _literal(self, token: str) -> Value:
        mantissa, _, exponent_text = token.lower().partition("e")
        whole, _, fraction = mantissa.partition(".")
        if len(exponent_text) > 8 or abs(int(exponent_text or 0)) > MAX_DECIMAL_EXPONENT:
            raise self._error(f"the exponent of ten is beyond ±{MAX_DECIMAL_EXPONENT}")
        exponent = int(exponent_text or 0) - len(fraction)
        digits = fmpz((whole + fraction).lstrip("0") or "0")
        ten = fmpz(10) ** abs(exponent)
        return Value(fmpq(digits * ten) if exponent >= 0 else fmpq(digits, ten))

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def _error(self, what: str, kind: type[NumberError] = NumberError) -> NumberError:
        """The error about the whole text; of the kind of what was met in a part of it.

        An ExponentError that lost its kind would be a rejection by the kernel, not a limit of it.
        """
        return kind(f"{_shown(self._text)} is not a number: {what}")


def _tokens(text: str) -> Iterator[str]:
    position = 0
    stripped = text.rstrip(" ")
    if not stripped:
        raise NumberError("an empty text is not a number")
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise NumberError(f"{_shown(text)} is not a number: {_unexpected(stripped[position])}")
        yield match.group().lstrip(" ")
        position = match.end()


def _unexpected(text: str) -> str:
    return f"unexpected {_shown(text)}; {_INSTEAD.get(text, _FORMS)}"


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 60 else text[:57] + "...")
