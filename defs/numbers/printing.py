"""The canonical text of a number; `parse` reads it back to an equal number."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from dpverify.defs.numbers.combination import Combination, Monomial

MACHINE_BITS = 62
"""Bits up to which Python writes whole numbers; of longer ones it would not write every digit."""


def rational_text(number: fmpq) -> str:
    """A rational number in lowest terms, like 3/4 or -2."""
    if number.height_bits() > MACHINE_BITS:
        return str(number)
    below = int(number.q)  # flint writes a short number four times as slowly
    return str(int(number.p)) if below == 1 else f"{int(number.p)}/{below}"


def quotient_text(num: Combination, den: Combination) -> str:
    """The text of a quotient in reduced form, like 3/4-1/4*exp(1), exp(-11)/(1+2*exp(1/3))."""
    top = combination_text(num)
    if len(den) == 1:
        return top
    return f"{top if len(num) == 1 else f'({top})'}/({combination_text(den)})"


def logarithms_text(rational: fmpq, terms: Sequence[tuple[str, fmpq]]) -> str:
    """A rational number and multiples of logarithms of texts, like ln(3), 1/3+2*ln(3)."""
    parts = [_signed(rational, "")] if rational or not terms else []
    parts += [_signed(c, f"ln({argument})") for argument, c in terms]
    return _join(parts)


def combination_text(a: Combination) -> str:
    """Terms by roots, then by the size of the power of e."""
    return _join([_signed(a[m], _monomial_text(m)) for m in sorted(a, key=_order)])


def _order(monomial: Monomial) -> tuple[tuple[tuple[int, int, int], ...], fmpq, fmpq]:
    exponent = fmpq(monomial[0], monomial[1])
    return monomial[2], abs(exponent), exponent


def _monomial_text(monomial: Monomial) -> str:
    factors = [f"{p}**({n}/{d})" for p, n, d in monomial[2]]
    if monomial[0]:
        factors.append(f"exp({rational_text(fmpq(monomial[0], monomial[1]))})")
    return "*".join(factors)


def _signed(coefficient: fmpq, symbol: str) -> str:
    if not symbol:
        return rational_text(coefficient)
    if abs(coefficient) == 1:
        return symbol if coefficient > 0 else f"-{symbol}"
    return f"{rational_text(coefficient)}*{symbol}"


def _join(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text += part if part.startswith("-") else f"+{part}"
    return text
