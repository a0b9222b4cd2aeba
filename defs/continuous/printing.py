"""Exponential polynomials as text, in the notation of the number grammar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq

if TYPE_CHECKING:  # ring.py prints through this module
    from dpverify.defs.continuous.ring import Exponent, ExpPoly

SHOWN = 40
"""Terms that a text shows before it is cut."""


def ring_text(element: ExpPoly) -> str:
    """The terms in order, such as `1/2 - 1/4*eps*exp(eps*g - 1/2*eps)`; long texts are cut."""
    terms = list(element.terms().items())
    if not terms:
        return "0"
    texts = [_term(element.gaps, e, c, first=not i) for i, (e, c) in enumerate(terms[:SHOWN])]
    rest = len(terms) - SHOWN
    return " ".join(texts) + (f" + … ({rest} more terms)" if rest > 0 else "")


def _term(gaps: tuple[str, ...], e: Exponent, c: fmpq, *, first: bool) -> str:
    named = zip(("eps", *gaps), (e.eps_power, *e.gap_powers), strict=True)
    factors = [name if p == 1 else f"{name}^{p}" for name, p in named if p]
    rate = _rate(gaps, e)
    if rate:
        factors.append(f"exp({rate})")
    size = abs(c)
    if size != 1 or not factors:
        factors.insert(0, str(size))
    sign = "-" if c < 0 else "+"
    body = "*".join(factors)
    return (f"-{body}" if c < 0 else body) if first else f"{sign} {body}"


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
