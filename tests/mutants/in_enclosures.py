"""Mistakes in verdicts by enclosures, and in the kernel's own enclosures."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

KERNEL: Changes = {
    "intervals of no value": (
        'any(factors) == ("where" in part)',
        'bool(factors) == ("where" in part)',
    ),
    "a tight value is believed": ("and not program.tells:", "and False:"),
    "a tight delta below the witness": (
        "_need(not excess + delta.ball(bits) > high",
        "_need(not excess > 9 + high",
    ),
    "a word may stand twice": ("_need(word not in seen,", "_need(True,"),
    "intervals may overlap": ("_need(ordered,", "_need(True,"),
    "the text is believed": ('_need(doc.member(place, "event", list) == told,', "_need(True,"),
    "probabilities are believed": ('_within(said, number, "one of', 'len("one of'),
    "delta is forgotten": (
        "eps.ball(bits).exp() * q - delta.ball(bits)",
        "eps.ball(bits).exp() * q",
    ),
    "values hold too": (
        'raise num.Undecided("unsupported", text)',
        "return bool(text)",
    ),
    "bounds of an exact number are enough": (
        "return doc.stated(said, num.as_bound, what)",
        "return num.as_bound(said['lower']), num.as_bound(said['upper'])",
    ),
    "probabilities may exceed 1": ("_need(not number > 1,", "_need(True,"),
    "what attains it is believed": ("done &= _attained(program, document, eps, bits)", "pass"),
    "what attains it may attain less": ("_need(not reached < 0,", "_need(True,"),
    "less is measured at any eps": (
        "_need(given.keys() == NAMES[name] - measured,",
        "_need(given.keys() <= NAMES[name],",
    ),
    "a supremum may be finite": ("_need(not supremum,", "_need(True,"),
    "a supremum beside anything": (
        '_need(verdict is None or "supremum" not in document,',
        "_need(True,",
    ),
    "counts are believed": ("            program.counts(document)\n", ""),
    "some word is enough": (
        "return all(bool(excess <= 0) for pair",
        "return any(bool(excess <= 0) for pair",
    ),
}

EVENTS: Changes = {
    "an impossible path": (
        "if any(constant < 0 for constant in bare):",
        "if False:",
    ),
    "merged variances": ("ratio**2 * laws[j][1]", "ratio * laws[j][1]"),
    "merged in any ratio": ("if len(ratios) == 1 and ratio is not None:", "if ratio is not None:"),
    "the other side": (
        "sides.setdefault(other, ([], []))[unit < 0]",
        "sides.setdefault(other, ([], []))[unit > 0]",
    ),
    "the largest bound": ("least = max(lows,", "least = min(lows,"),
    "kinks are left out": ("if a[0] != b[0]:", "if False:"),
    "what lies beyond": ("return (arb(-bits)).exp() * arb(0.5, 0.5)", "return arb(0)"),
    "the width of uniform noise": ("(b - x) / (2 * b)", "(b - x) / b"),
    "the upper end": ("(below, high - constant)", "(below, high + constant)"),
    "ties are nothing": ("if 0 in bare:", "if False:"),
}

VECTORS: Changes = {
    "the share of uniform values": ("abs(step) / (2 * size)", "abs(step) / size"),
    "what is given away": ("a * (1 - share) + _inner", "a * 0 + _inner"),
    "scales may differ": ("if (i, source, k) != (j, same, factor):", "if i != j:"),
    "covariances may differ": ("if (numbers, spread) != (same, there):", "if numbers != same:"),
    "shared noise is forgotten": ("if part is its", "if f is g"),
    "small odds": ("1 - grown + grown * _delta", "grown * _delta"),
    "dependent values": ("if matrix.det() == 0:", "if False:"),
}

POSITIVE: Changes = {
    "open cells count nothing": ("        total += top * arb(0.5, 0.5)\n", "        pass\n"),
    "flat cells at once": ("if most < 2.0**-bits:", "if True:"),
    "open is positive": ("        if f > 0:\n", "        if not f <= 0:\n"),
}

DECIDE: Changes = {
    "a word that is open holds": (
        "if event:\n                place = survey.place(number",
        "if False:\n                place = survey.place(number",
    ),
    "the lower end decides": (
        "Value(found.upper) <= notion.delta",
        "Value(found.lower) <= notion.delta",
    ),
    "the first pair is the worst": (
        "best = max(ends, key=lambda n: ends[n][0])",
        "best = min(ends)",
    ),
    "unknown losses are none": ("limit = None\n", "limit = limit\n"),
}

SOURCES: Changes = {
    "a tail on the other side": ("return tail if far else", "return tail if not far else"),
    "the scale is forgotten": (
        "power, most = _affine((rate * line[0]",
        "power, most = _affine((line[0]",
    ),
    "half of the density": ("_exponential(1 / (2 * b), line", "_exponential(1 / (4 * b), line"),
    "below is above": ("(-line[0], -line[1]), inside)", "line, inside)"),
    "uniform noise everywhere": (
        "1 / (2 * b) if abs(there) < b",
        "1 / (2 * b) if abs(there) < 9 * b",
    ),
    "the variance is a scale": ("ball(-1 / (2 * b))", "ball(-1 / (2 * b * b))"),
}

TOLD: Changes = {
    "any event will do": ("if _surely_positive(place):", "if True:"),
    "noise is no noise": ("matrix[row, column] + fmpq(", "0 * fmpq("),
    "the other sign": ("factors[column] = -Fraction(", "factors[column] = Fraction("),
    "one of the values": ("factors[free] = Fraction(1)", "factors[free] = Fraction(5)"),
    "half the way and back": ("abs(there - here) / 2", "abs(there - here)"),
    "one order of all inputs": ("        yield Pair(labels[::-1]", "        Pair(labels[::-1]"),
}

PAIRS: Changes = {
    "any corner": ("if list(steps) == largest:", "if True:"),
    "words do not matter": (
        "if len(found) != 1 or found[0] is None or not all(map(simple, found[0])):",
        "if found[0] is None:",
    ),
    "squares are forgotten": ("total += steps[i] ** 2 / variance", "total += -steps[i] / variance"),
}

E = "dpverify.checkers.enclosures"
DECISIONS = ("tests/checkers/enclosures/test_decide.py",)
FORGED = ("tests/checkers/kernel/test_enclosures.py",)
ENCLOSURES: dict[str, Module] = {
    "dpverify.checkers.kernel.enclosures": Module(KERNEL, FORGED),
    "dpverify.checkers.kernel.certificates.events": Module(
        EVENTS, ("tests/checkers/kernel/certificates/test_events.py", *FORGED)
    ),
    f"{E}.vectors": Module(VECTORS, DECISIONS),
    f"{E}.positive": Module(POSITIVE, ("tests/checkers/enclosures/test_positive.py", *DECISIONS)),
    f"{E}.decide": Module(DECIDE, DECISIONS),
    f"{E}.sources": Module(SOURCES, ("tests/checkers/enclosures/test_sources.py",)),
    f"{E}.told": Module(TOLD, ("tests/checkers/enclosures/test_told.py",)),
    f"{E}.pairs": Module(PAIRS, DECISIONS),
}
