"""Exponential polynomials as text: for readers, and in the notation of the number grammar."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from dpverify.defs.numbers.frame import Exponent

Terms = Mapping[Exponent, fmpq]
SHOWN = 40
"""Terms that a text for readers shows before it is cut."""


def text_for_readers(gaps: tuple[str, ...], element: Terms) -> str:
    """The terms in order, such as `1/2 - 1/4*eps*exp(eps*g - 1/2*eps)`; long texts are cut."""
    terms = list(element.items())
    rest = len(terms) - SHOWN
    texts = [_term(gaps, e, c, power="^") for e, c in terms[:SHOWN]]
    first, *more = texts or ["0"]
    signed = (f" - {text[1:]}" if text[0] == "-" else f" + {text}" for text in more)
    return first + "".join(signed) + (f" + … ({rest} more terms)" if rest > 0 else "")


def grammar_text(gaps: tuple[str, ...], element: Terms) -> str:
    """A function of ε in the grammar of numbers, with `eps` for ε; terms ascend."""
    terms = sorted(element.items(), key=lambda term: (term[0].eps_power, term[0].rate))
    texts = [_term(gaps, e, c, power="**") for e, c in terms]
    first, *more = texts or ["0"]
    return first + "".join(text if text[0] == "-" else f"+{text}" for text in more)


def _term(gaps: tuple[str, ...], e: Exponent, c: fmpq, *, power: str) -> str:
    """One term with its sign, if that is a minus."""
    named = zip(("eps", *gaps), (e.eps_power, *e.gap_powers), strict=True)
    factors = [name if p == 1 else f"{name}{power}{p}" for name, p in named if p]
    rate = _rate(gaps, e)
    if rate:
        factors.append(f"exp({rate})")
    size = abs(c)
    if size != 1 or not factors:
        factors.insert(0, str(size))
    return ("-" if c < 0 else "") + "*".join(factors)


def _rate(gaps: tuple[str, ...], e: Exponent) -> str:
    parts = [(k, f"eps*{name}") for name, k in zip(gaps, e.gap_rates, strict=True) if k]
    if e.rate:
        parts.append((e.rate, "eps"))
    text = ""
    for k, symbol in parts:
        factor = symbol if abs(k) == 1 else f"{abs(k)}*{symbol}"
        join = (" - " if k < 0 else " + ") if text else ("-" if k < 0 else "")
        text += join + factor
    return text
