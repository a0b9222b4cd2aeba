"""Mistakes in what the kernel does with rows of large channels: whole numbers, bounds, balls."""

from __future__ import annotations

from tests.mutants.planting import Changes

WEIGHTS: Changes = {
    "weights may be missing": ("len(weights) == count,", "True,"),
    "a sum may be 0": ("need(total > 0,", "need(True,"),
    "down is up": ("return max(0, (int(low.p)", "return max(0, 1 + (int(low.p)"),
}
LANES: Changes = {
    "P is rounded down": ("-((-weight << BITS) // row.total)", "(weight << BITS) // row.total"),
    "Q is rounded up": ("(weight * scaled) // over)", "(weight * scaled) // over + 1)"),
    "equal is not larger": ("ones << (LANE - 1), fmpz", "(ones << (LANE - 1)) - ones, fmpz"),
    "one order alone is looked at": (
        "permutations(range(number), 2) if",
        '__import__("itertools").combinations(range(number), 2) if',
    ),
}
MOMENTS: Changes = {
    "infinite moments are passed over": ("if infinite:", "if False:"),
    "the least moment is kept": ("not moments[i, j] < largest", "not moments[i, j] > largest"),
    "lower bounds are upper ones": ("moments[i, j].lower()", "moments[i, j].upper()"),
}
