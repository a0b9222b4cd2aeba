"""Mistakes in the exact probabilities of programs with continuous noise, and in their limits."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

FRAME: Changes = {
    "a remainder of an exponent is dropped": (
        '        if remainder:\n            raise InternalError(f"the exponent',
        '        if False:\n            raise InternalError(f"the exponent',
    ),
    "the constant comes before the gaps": (
        "result[-2], result[-1] = exponents[-2] * factor, exponents[-1]",
        "result[-2], result[-1] = exponents[-2], exponents[-1]",
    ),
    "powers of gaps are lost between frames": (
        "exponents[2 * i] * factor, exponents[2 * i + 1]",
        "exponents[2 * i] * factor, 0",
    ),
}

RING: Changes = {
    "offsets are not brought together": (
        "        if left._offset == right._offset:\n            return",
        "        if True:\n            return",
    ),
    "a product forgets an offset": (
        "offset = tuple(map(add, left._offset, right._offset))",
        "offset = left._offset",
    ),
    "a power forgets its offset": (
        "offset = tuple(power * e for e in self._offset)",
        "offset = self._offset",
    ),
    "a sum of many loses the odd one": (
        "polys = pairs + polys[len(polys) & ~1 :]",
        "polys = pairs",
    ),
    "powers of ε are left out at a number": (
        "factor, rate = eps**exponent.eps_power, exponent.rate",
        "factor, rate = Fraction(1), exponent.rate",
    ),
    "gaps are left out of the exponent": ("rate += k * gaps[name]", "rate += 0 * gaps[name]"),
    "the derivative forgets the powers of ε": (
        "(((i - 1, q), i * c), ((i, q), q * c))",
        "(((i, q), q * c),)",
    ),
    "an exponent is rounded": ("    if number.denominator != 1:\n", "    if False:\n"),
}

PIECES: Changes = {
    "a product keeps one point's piece": (
        "j += j < len(right.points) and right.points[j] == point",
        "j += j < len(right.points) and right.points[j] > point",
    ),
    "the binomials are left out": (
        " * comb(power, i) if i < power else None",
        " if i < power else None",
    ),
    "a shift goes the other way": (
        "scaled = c.times_exp(grid.growth(-rate, step)) if rate else c",
        "scaled = c.times_exp(grid.growth(rate, step)) if rate else c",
    ),
    "the signs of a primitive do not alternate": (
        "factor *= fmpq(i - power) / beta",
        "factor *= fmpq(power - i) / beta",
    ),
    "a window keeps its outside": (
        "[a if b is inside else {} for a, b in pairs]",
        "[a for a, b in pairs]",
    ),
}

INTEGRALS: Changes = {
    "a running integral jumps": (
        "constant = grid.value(pieces[-1], point) - grid.value(plain, point)",
        "constant = grid.value(pieces[-1], point)",
    ),
    "moments forget the lower end": (
        "return upper if low is None else upper - self._grid.value(whole, low)",
        "return upper",
    ),
    "moments are shared between powers": (
        "key = (low, high, power, rate)",
        "key = (low, high, 0, rate)",
    ),
    "moments are shared between intervals": (
        "key = (low, high, power, rate)",
        "key = (None, high, power, rate)",
    ),
    "a window's ends are exchanged": (
        "inside.plus(upto.moved(grid, high), -1)",
        "inside.plus(upto.moved(grid, high), 1)",
    ),
    "a growing function is integrated": ("any(rate >= 0 for _, rate in f.pieces[-1])", "False"),
}

DENSITIES: Changes = {
    "the Laplace density is not halved": ("return 1 / (2 * noise.scale)", "return 1 / noise.scale"),
    "exponential noise is negative": (
        "(before, {}) if slope < 0 else ({}, after)",
        "(before, {}) if slope > 0 else ({}, after)",
    ),
    "a slope does not scale": ("return abs(slope) / noise.scale", "return 1 / noise.scale"),
    "exponential noise has a density below 0": (
        "possible = not below",
        "possible = True",
    ),
}

ORDER: Changes = {
    "a negative factor keeps the ends": (
        "if factor > 0 else Interval(high, low)",
        "if factor > 0 else Interval(low, high)",
    ),
    "the weaker bound is kept": ("compare(other.low, low) > 0", "compare(other.low, low) < 0"),
}

IMPLIED: Changes = {
    "every bound with a way around is left out": (
        "compare(closed[first, k] + closed[k, last], w) <= 0",
        "True",
    ),
    "an impossible cycle goes unseen": ("if compare(through, Shift()) <= 0:", "if False:"),
    "a cycle of sum 0 goes unseen": (
        "if compare(through, Shift()) <= 0:",
        "if compare(through, Shift()) < 0:",
    ),
    "cycles are not seen": ("        if a == b:\n            return True\n", ""),
}

FOREST: Changes = {
    "an upper bound is taken for a lower one": (
        "Interval(bound, None) if factor > 0 else",
        "Interval(bound, None) if factor < 0 else",
    ),
    "the Jacobian is forgotten": ("self.factor /= abs(scale)", "pass"),
    "the determinant is forgotten": ("builder.factor / solved.determinant", "builder.factor"),
    "a cycle is cut open": (
        "            if child in self.seen:\n                raise",
        "            if child in self.seen:\n                continue\n                raise",
    ),
    "a condition of three noises is cut": ("if len(form.noises) > 2:", "if len(form.noises) > 3:"),
    "other proportions are merged": ("if ratio != other / factor:", "if False:"),
    "the edge is read from the wrong end": (
        "return interval.scaled(scale / ratio), -scale / ratio",
        "return interval.scaled(scale), -scale / ratio",
    ),
    "an impossible constant is overlooked": (
        "return compare(form.shift, Shift()) >= 0",
        "return True",
    ),
    "a centre is mirrored": ("affine.shift * (-1 / slope)", "affine.shift * (1 / slope)"),
    "bounds of a single noise are not scaled": ("Interval()).scaled(scale)", "Interval())"),
}

RELEASED: Changes = {
    "dependent values have a density": (
        "    if not form.noises:\n        raise",
        "    if False:\n        raise",
    ),
    "the first factor is not divided out": (
        "(value - form.shift) * (1 / factor)",
        "(value - form.shift)",
    ),
    "earlier values are not updated": (
        "n: single.of(Form(old.noises, old.shift)) for",
        "n: old for",
    ),
    "the determinant is that of the last value": (
        "solved.determinant * abs(factor)",
        "abs(factor)",
    ),
    "a missing value is overlooked": (
        "if len(values) != len(path.released):",
        "if len(values) > len(path.released):",
    ),
}

WORDS: Changes = {
    "one path stands for all": (
        "            total = total + trees.probability(each)\n",
        "            total = trees.probability(each)\n",
    ),
    "ε stays a symbol where it is none": (
        "return total if self._traced.symbolic else total.with_eps_one()",
        "return total",
    ),
    "densities are with respect to multiples of 1/ε": (
        "        if each.values:\n",
        "        if False:\n",
    ),
    "fixed noises have no density": (
        "total = total * density_at(self._noises[noise], place, self.grid)",
        "pass",
    ),
    "the last child is left out": (
        "                weight = weight.times(self._functions[children[-1]])\n",
        "                pass\n",
    ),
    "weights are shared whatever the last child": (
        "root.bounds, *children[-1:]))",
        "root.bounds))",
    ),
    "children of children are left out": (
        "                own = own.times(self._product(children))\n",
        "                pass\n",
    ),
    "bounds of single noises are left out": ("return result.within(low, high)", "return result"),
}

LIMITS: Changes = {
    "the slowest term leads": ("first = next(iter(terms))", "first = list(terms)[-1]"),
    "powers of gaps are ignored": ("and e.gap_powers == first.gap_powers", ""),
    "growth is compared the other way": ("return 1 if x > y else -1", "return 1 if x < y else -1"),
    "the last gap decides first": (
        "for name in sorted({*a, *b}):",
        "for name in sorted({*a, *b}, reverse=True):",
    ),
    "every limit is attained": (
        "attained = left * denominator == right * numerator",
        "attained = True",
    ),
    "what vanishes is taken for what grows": ("    if order > 0:\n", "    if order < 0:\n"),
}

N, E = "dpverify.defs.numbers", "tests/defs/numbers"
D, C = "dpverify.defs.continuous", "dpverify.checkers.continuous"
A, B = "tests/defs/continuous", "tests/checkers/continuous"
WORD = (f"{B}/test_forest.py", f"{B}/test_released.py", f"{B}/test_words.py")
CONTINUOUS = {
    f"{N}.frame": Module(FRAME, (f"{E}/test_frame.py", f"{E}/test_exponential_polynomial.py")),
    f"{N}.exponential_polynomial": Module(
        RING, (f"{E}/test_exponential_polynomial.py", f"{A}/test_integrals.py")
    ),
    f"{D}.pieces": Module(PIECES, (f"{A}/test_pieces.py", f"{A}/test_integrals.py")),
    f"{D}.integrals": Module(INTEGRALS, (f"{A}/test_integrals.py",)),
    f"{D}.densities": Module(DENSITIES, (f"{A}/test_densities.py",)),
    f"{C}.order": Module(ORDER, (f"{B}/test_order.py",)),
    f"{C}.implied": Module(IMPLIED, (f"{B}/test_implied.py",)),
    f"{C}.forest": Module(FOREST, WORD),
    f"{C}.released": Module(RELEASED, WORD),
    f"{C}.words": Module(WORDS, WORD),
    f"{C}.limits": Module(LIMITS, (f"{B}/test_limits.py",)),
}
