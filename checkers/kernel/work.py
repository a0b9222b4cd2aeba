"""How much arithmetic one document may ask of a kernel, counted in bits before it is done.

Trusted, beside the standard library. What must never change: a document that asks for more ends as
"not re-checkable", never as accepted. Comparisons alone are no measure: a composition of 26 small
channels, each applied to the one before, has numbers of 100 million bits in a document of 1.5 kB.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from dpverify.checkers.kernel.outcome import Outcome, judged
from dpverify.defs import numbers as num
from dpverify.defs.numbers.combination import at_most

MAX_WORK: Final = 20_000_000
"""Units for one document; a unit is about a microsecond, so that it takes up to half a minute."""

MAX_PRODUCTS: Final = 4_000_000
"""Products of two terms of sums such as e^(1/2) + 2**(1/2), in one document."""

WORD: Final = 64
"""Bits of a machine word: up to a few hundred words, an operation takes time linear in words."""

LONG: Final = 10_000
"""Words from which on the greatest common divisors of fractions take more than linear time."""

_LEFT: ContextVar[list[int] | None] = ContextVar("_LEFT", default=None)


def judged_in_budget(
    document: object, check: Callable[[Any], Outcome], *faults: type[Exception]
) -> Outcome:
    """What a kernel's check says of a document, as `judged`, within one budget of MAX_WORK.

    Inside another budget it spends that one: what re-checks a part of a document has no more than
    what is left for the whole.
    """
    outer = _LEFT.get()
    token = _LEFT.set([MAX_WORK] if outer is None else outer)
    try:
        with at_most(MAX_PRODUCTS):
            return judged(document, check, *faults)
    finally:
        _LEFT.reset(token)


def spend(what: str, operations: int, bits: int = 0) -> None:
    """Note operations on numbers of so many bits, before they are done.

    Args: what names them in the sentence, such as "a composed channel".
    Raises: Undecided("bits") where the document asks for more than its budget.
    """
    left = _LEFT.get()
    if left is None:
        return
    left[0] -= operations * cost(bits)
    if left[0] < 0:
        size = f" on numbers of {bits} bits" if bits > WORD else ""
        raise num.Undecided(
            "bits", f"too large: {what} asks for {operations} operations{size}, beyond the budget"
        )


def cost(bits: int) -> int:
    """The units of one operation on numbers of so many bits.

    >>> cost(64), cost(6400), cost(6_400_000)
    (2, 102, 1100001)
    """
    words = bits // WORD
    return 1 + words + words * words // LONG
