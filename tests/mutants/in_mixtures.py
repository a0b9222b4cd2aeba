"""The mistakes that are planted in the kernel of coins beside noise."""

from __future__ import annotations

from tests.mutants.planting import Changes

MIXTURES: Changes = {
    "a domain may move": (
        "if dict(form.shift.gaps) != {entry: ratio * k for entry, k in gaps.items()}:",
        "if False:",
    ),
    "a domain of any noise": (
        'if program.family.noises[number].law != "laplace" or not gaps:',
        "if not gaps:",
    ),
    "every definition is worst at an end": ("_need(name in AT_AN_END,", "_need(True,"),
    "the middle of a domain is its end": (
        "mode = low - rises[k] if rises[k] < 0 else low",
        "mode = low + 4 - rises[k] if rises[k] < 0 else low + 4",
    ),
    "any corner is worst": ("_need(enough, ", "_need(True, "),
    "each law is even": ("if not even and most[k]", "if not even and not most[k]"),
}
MIXTURE_LAWS: Changes = {
    "a slope is that of the middle": (
        "slope = start[1] + 2 * off * rise[2]",
        "slope = start[1] + 0 * off",
    ),
    "a rise is a line": ("off * (start[1] + off * rise[2])", "off * start[1]"),
    "what is little is nothing": ("total += size", "total += 0 * arb(0)"),
    "a step ends before its end": (
        "else last + 1]",
        "else last]",
    ),
    "a remainder is that of the middle": (
        "rest = one[1][TERMS - 1] - other[1][TERMS - 1]",
        "rest = one[0][TERMS - 1] - other[0][TERMS - 1]",
    ),
    "a sum of which little is known is its last term": (
        "return arb(0).union(most + arb(len(rises)).log())",
        "return most",
    ),
}
MIXTURE_SOURCES: Changes = {
    "what is cut off lies far out": (
        "self.source.chance(self.low, first) + self.source.chance(last, self.high)",
        "self.source.chance(None, first) + self.source.chance(last, None)",
    ),
    "a small chance is what is left of 1": (
        "if low is not None and low >= self.centre:",
        "if low is not None and low > 1 << 20:",
    ),
}
