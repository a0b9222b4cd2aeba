"""The mistakes that are planted in the kernels of functions with noise; see `in_kernels`."""

from __future__ import annotations

from tests.mutants.planting import Changes

SENSITIVITIES: Changes = {
    "any change": (
        "return never_negative(at_point(s, box) - at_point(difference.change",
        "return True or (at_point(s, box) - at_point(difference.change",
    ),
    "slopes count for nothing": (
        "steepness = difference.slope * variable(WIDTH)",
        "steepness = difference.slope * number(0)",
    ),
    "the bound does not move": ("if name in self.bound.variables:", "if False:"),
    "moves either way": (
        "if never_negative(fixed if up else -fixed, inner):",
        "if never_negative(fixed, inner) or never_negative(-fixed, inner):",
    ),
    "a hole is passed over": (
        '        if why:\n            raise Fault(f"in the case',
        '        if False:\n            raise Fault(f"in the case',
    ),
    "a bound may be infinite": ('need(not why, f"in the bound', 'need(True, f"in the bound'),
    "cases are left out": ("if key not in result or case.hole:", "if not result:"),
    "the lower bound is believed": ("need(low >= least or high <= -least,", "need(True,"),
    "a half is forgotten": (
        "for side, part in zip(((low, cut), (cut, high)), rest, strict=True):",
        "for side, part in zip(((low, cut),), rest[:1], strict=True):",
    ),
}
EXPLICIT: Changes = {
    "any records": (
        "setting.domain[0] <= x <= setting.domain[1] for x in (*first, *second)",
        "True for x in (*first, *second)",
    ),
    "any databases": ('need(len(changed) == 1, "the', 'need(len(changed) >= 1, "the'),
    "the median of an even number is the upper one": (
        "(row[(n - 1) // 2] + row[n // 2]) / 2",
        "(row[n // 2] + row[n // 2]) / 2",
    ),
    "what cancels was a number": ("self.partial += partial(tree, [left, right])", "pass"),
    "places are never the same": ("need(first.shift < last.at(n),", "need(True,"),
    "pairs of others are forgotten": (
        'need(RECORD not in rest.variables, "pairs',
        'need(True, "pairs',
    ),
    "sums have terms": (
        "need(self.setting.least + last.shift + 1 - first.shift >= len(terms),",
        "need(True,",
    ),
}
LOCALISED: dict[str, tuple[str, str]] = {
    "one term fewer": (
        "count = self.count(first, last) - number(len(own))",
        "count = self.count(first, last) - number(len(own) + 1)",
    ),
    "the other side of a term is left out": (
        "for k in range(len(occurrences) + 1):\n        for subset",
        "for k in range(len(occurrences)):\n        for subset",
    ),
    "an even median is an odd one": ("parities = (True, False)", "parities = (True,)"),
    "the median moves as far as a record": (
        "return (clipped(self.record, low, high) + middle) / number(2)",
        "return (clipped(self.record, low, high) + middle) / number(4)",
    ),
}
LOCALISED |= {
    "fixed places are never the same": ("if any(first.shift >= last.at(n) for", "if any(() for"),
    "other factors do not see the record": (
        "if RECORD in other.variables and count.constant != 0:",
        "if False:",
    ),
    "other pairs do not see the record": (
        "RECORD in self.read(tree.parts[0], records, indices, outer=False).variables",
        "not records",
    ),
    "an index is 1 or more": ("return min(low, high), float", "return Fraction(1), float"),
    "a parameter has another name": (
        'while f"{kind}{number_of}" in self.box:',
        "while False:",
    ),
    "a logarithm that cancels was a number": (
        'return [function(tree.op, parts[0])] if tree.op in ("log", "sqrt", "tan") else []',
        "return []",
    ),
}
RANGES: Changes = {
    "a float is no number": (
        "if isinstance(a, float) or isinstance(b, float):",
        "if False:",
    ),
    "a variable is turned within a function": (
        "if high != inf or low <= 0 or name in within:",
        "if high != inf or low <= 0:",
    ),
    "a wave has no top": ("(least, Fraction(1)) if k % 2 == 0", "(least, most) if k % 2 == 0"),
    "signs are known": (
        "return Fraction(1 if u[0] >= 0 else -1), Fraction(-1 if u[1] <= 0 else 1)",
        "return Fraction(1 if u[0] >= 0 else 0), Fraction(-1 if u[1] <= 0 else 0)",
    ),
    "squares of intervals": (
        "Fraction(0) if base[0] <= 0 <= base[1] else min(low, high)",
        "min(low, high)",
    ),
    "a jump has no slope": ('case "jump" if u[0] > 0 or u[1] < 0:', 'case "jump":'),
    "any form is positive": ("if pivot < 0 or (pivot == 0", "if False and (pivot == 0"),
}
RATIOS: Changes = {
    "the slope of a quotient": (
        "return (top * under - over * bottom) / (under * under)",
        "return (top * under + over * bottom) / (under * under)",
    ),
    "the slope of a root": (
        'slopes[0] / (number(2) * function("sqrt", u))',
        'slopes[0] / function("sqrt", u)',
    ),
    "the slope of a cosine": (
        'return -(variable("pi") * function("sin_pi", u) * slopes[0])',
        'return variable("pi") * function("sin_pi", u) * slopes[0]',
    ),
    "odd jumps at 0 alone": ('case "odd" | "anything":', 'case "anything":'),
}
RELEASES: Changes = {
    "enough noise": ("self.allowed(self.stated) - bound, self.box)", "bound, self.box)"),
    "variance is a scale": (
        '(stated * stated if self.release == "gaussian" else stated)',
        "stated",
    ),
    "any number of candidates": (
        'need(set(self.candidates) <= candidates, "there',
        'need(True, "there',
    ),
    "two are three": ("self.opposite({3})", "self.opposite({2, 3})"),
    "any range": (
        "room = number(2) * self.allowed(self.stated) - (high - low)",
        "room = number(4) * self.allowed(self.stated) - (high - low)",
    ),
    "far enough": (
        'confirm(never_negative(size - least, self.box), "the databases are not',
        'confirm(True, "the databases are not',
    ),
    "behind by anything": (
        "confirm(never_negative(behind - factor * step, self.box),",
        "confirm(True,",
    ),
    "a range of three": ('need(set(self.candidates) <= {1, 2}, "there', 'need(True, "there'),
    "all n are covered": (
        "if size is not None:\n        return size == n and not beyond",
        "if size is not None:\n        return True",
    ),
    "n below the least one": ("need(size is None or size >= least,", "need(True,"),
    "another n": ('need(given["n"] == self.n, "the', 'need(True, "the'),
}
OF_FUNCTIONS = {
    "checkers/kernel/sensitivities.py": SENSITIVITIES,
    "checkers/kernel/explicit.py": EXPLICIT,
    "checkers/kernel/localised.py": LOCALISED,
    "checkers/kernel/ranges.py": RANGES,
    "checkers/kernel/ratios.py": RATIOS,
    "checkers/kernel/releases.py": RELEASES,
}
