"""Comparisons: claims about two laws that are one inequality between exact numbers.

Trusted: the kernel re-checks them as this package computes them. At run time it imports the
standard library and `dpverify.defs.numbers` only.
"""

from __future__ import annotations

from dpverify.defs.comparisons.contract import Comparison, Quantity
from dpverify.defs.comparisons.recheck import RECHECK
from dpverify.defs.comparisons.registry import COMPARISONS

__all__ = ["COMPARISONS", "RECHECK", "Comparison", "Quantity"]
