"""Comparisons: claims about two laws that are one inequality between exact numbers.

They are worded and searched with what stands here; the kernel re-checks them by a second writing of
each quantity (`dpverify.checkers.kernel.comparisons`), and a test compares both.
"""

from __future__ import annotations

from dpverify.defs.comparisons.contract import Comparison, Quantity
from dpverify.defs.comparisons.registry import COMPARISONS

__all__ = ["COMPARISONS", "Comparison", "Quantity"]
