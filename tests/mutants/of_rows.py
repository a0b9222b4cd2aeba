"""Mistakes in what the kernel does with rows of large channels: whole numbers, bounds, balls."""

from __future__ import annotations

from tests.mutants.planting import Changes

WEIGHTS: Changes = {
    "weights may be missing": ("len(weights) == count,", "True,"),
    "a row of fractions has any sum": (
        "if sum(weights) == total else None",
        "if weights else None",
    ),
    "a row of fractions has any length": ("or len(given) != count:", "or not given:"),
    "fractions are taken for weights": ("[p * (total // q) for p, q", "[p for p, q"),
    "an event is as likely as its first output": (
        "sum([weights[places[label]] for label in event])",
        "sum([weights[places[label]] for label in event][:1])",
    ),
    "a sum may be 0": ("need(total > 0,", "need(True,"),
    "the floor of a ball is above it": ("(0, int(below)), int", "(0, int(below) + 1), int"),
    "a ball is below its floor": ("int(below) + 1\n", "int(below)\n"),
    "down is up": ("return max(0, (int(low.p)", "return max(0, 1 + (int(low.p)"),
    "up is down": (
        "-((-int(high.p) << bits) // int(high.q))",
        "(int(high.p) << bits) // int(high.q)",
    ),
}
LANES: Changes = {
    "P is rounded down": ("-((-weight << BITS) // row.total)", "(weight << BITS) // row.total"),
    "Q is rounded up": ("(weight * scaled) // over)", "(weight * scaled) // over + 1)"),
    "equal is not larger, of listed pairs": (
        "difference = above[i] + tops - below[j]",
        "difference = above[i] + tops - below[j] - _packed([1] * self.count)",
    ),
    "equal is not larger, of all pairs": (
        "difference = first + below[o]",
        "difference = first + below[o] - ones",
    ),
    "one order alone is looked at": (
        "for j, top in enumerate(lanes) if top and i != j)",
        "for j, top in enumerate(lanes) if top and i < j)",
    ),
    "the last output is left out": (
        "for o in range(self.count):",
        "for o in range(self.count - 1):",
    ),
    "a gain at the slack and above is within it": (
        "limit = (TOP - 1 - min(most, TOP - 1)) * ones",
        "limit = (TOP - 2 - min(most, TOP - 2)) * ones",
    ),
}
MOMENTS: Changes = {
    "infinite moments are passed over": ("if infinite:", "if False:"),
    "the least moment is kept": ("not moments[i, j] < largest", "not moments[i, j] > largest"),
    "lower bounds are upper ones": ("moments[i, j].lower()", "moments[i, j].upper()"),
}
