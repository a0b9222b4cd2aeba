"""Bounds on what one number may cost, checked before the cost is paid.

A number comes from a file or a command line, so a short text must not be able to ask for
unbounded work: `1e999999999`, `2**(10**10)` and `exp(10**9)` are refused before anything large
is built.
"""

from __future__ import annotations

MAX_TEXT = 10_000
"""Characters in the text of one number, read or printed; longer results are given as enclosures."""

MAX_READ = MAX_TEXT + 100
"""Characters of a number as it is printed, beyond which it is not read: what a result states of its
claim and its channel is read back by the kernel. 1e-10000, a bound in results, has 10,003."""

MAX_DECIMAL_EXPONENT = 10_000
"""Largest absolute exponent of ten in a decimal literal."""

MAX_DEPTH = 100
"""Nested parentheses, functions and signs."""

MAX_EXPONENT = 1_000_000
"""Largest |q| in exp(q); e^1000000 has 434,295 digits."""

MAX_BITS = 4_000_000
"""Bits that a power may need."""

MAX_NUMBER_BITS = 8_000_000
"""Bits of a result of +, -, *, /: squaring 23 times gets there, and no honest question does."""

MAX_TERMS = 50_000
"""Monomials in one combination."""

MAX_TEXT_PRODUCTS = 250_000
"""Products of two monomials that reading one number may take: half a second, or a whole one."""

MAX_TEXT_BITS = 8_000_000
"""Bits of all results of +, -, *, / in one number together."""

MAX_POWER_TERMS = 4_000
"""(terms - 1) · exponent of an integer power of a sum."""

MAX_RADICAND_BITS = 96
"""A rational under a root is factored; beyond this size factoring may take for ever."""

MOST_BITS = 1 << 26
"""Bits of a ball, or of a power of two that a bound of one is written with."""

START_BITS = 64
"""Precision of the first ball of a refinement."""

PRECISION_LIMIT = 1 << 16
"""Bits at which the refinement of a sign gives up (Undecided, code "precision")."""
