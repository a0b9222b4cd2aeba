"""Exact answers on finite channels: tight parameters, and whether a claim holds.

A float pass with rigorous error bounds may discard pairs that cannot attain the maximum; exact
arithmetic decides among the rest. Ties go to the lexicographically first ordered pair of inputs,
so the answer does not depend on the way it was found.
"""

from __future__ import annotations

from dpverify.checkers.exact.measure import decide_channel, measure_channel
from dpverify.checkers.exact.results import Decision, Measurement, Violation

__all__ = ["Decision", "Measurement", "Violation", "decide_channel", "measure_channel"]
