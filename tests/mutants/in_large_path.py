"""Mistakes in the exact checker, in the float passes of large channels and what decides there."""

from __future__ import annotations

from tests.mutants.in_small_path import WHOLE, E
from tests.mutants.planting import Changes, Module

LARGE: Changes = {
    "a bound is ignored": (
        "if len(question.notion.parameters) == 1:",
        "if len(question.notion.parameters) >= 1:",
    ),
    "e^ε beyond floats is used": ("if not usable(odds_image):", "if False:"),
}

AT_ODDS: Changes = {
    "the last pair among equals": ("score > best[0]:", "score >= best[0]:"),
    "the least score": ("score > best[0]:", "score < best[0]:"),
    "e^ε is forgotten": ("weighed.p - odds * weighed.q if", "weighed.p - weighed.q if"),
    "Q is forgotten": ("weighed.p - odds * weighed.q if", "weighed.p if"),
    "two sides of a one-sided notion": (
        '"absolute" if question.notion.two_sided else "tail"',
        '"tail" if question.notion.two_sided else "absolute"',
    ),
    "the event of the other order": (
        "Block(np.array([pair[0]]), np.array([pair[1]]))",
        "Block(np.array([pair[1]]), np.array([pair[0]]))",
    ),
}

CANDIDATES: Changes = {
    "upper bounds discard": ("max(best, float(lower.max()))", "max(best, float(upper.max()))"),
    "lower bounds must be reached": (
        "(upper >= best) & (upper > 0)",
        "(lower >= best) & (upper > 0)",
    ),
    "the last block alone decides": (
        "best = max(best, float(lower.max()))",
        "best = float(lower.max())",
    ),
    "nothing stands for pairs of score 0": (
        "else ordered(joined([result, nothing]))",
        "else result",
    ),
    "the one of score 0 comes last": (
        "ordered(joined([result, nothing]))",
        "joined([result, nothing])",
    ),
    "sums err on the wrong side": (
        "_at_least(distances, best - 2 * error, start)",
        "_at_least(distances, best + 2 * error, start)",
    ),
    "sums do not err": ("np.concatenate(sums) >= best - 2 * error", "np.concatenate(sums) >= best"),
    "E is added to the bound": (
        "2 * limit - (1 - scores.odds) - error",
        "2 * limit + (1 + scores.odds) - error",
    ),
    "the error raises the bound": (
        "2 * limit - (1 - scores.odds) - error",
        "2 * limit - (1 - scores.odds) + 10**9 * error",
    ),
    "blocks all start at the first input": ("    first += start\n", ""),
    "an input is its own neighbour": (".where(first != second)", ""),
    "sums for other kinds of score": ('scores.kind == "hockey" and large and', "large and"),
    "the bound is doubled": (
        "limit = bound * (1 - 8 * ROUNDING)",
        "limit = 2 * bound * (1 - 8 * ROUNDING)",
    ),
    "the pair of score 0 is the reverse of the first": (
        "return Listed(np.array([0]), np.array([1]))",
        "return Listed(np.array([1]), np.array([0]))",
    ),
}

MASSES: Changes = {
    "the strong event for the weak": ("least = 0 if weak else 1", "least = 1"),
    "the weak event for the strong": ("least = 0 if weak else 1", "least = 0"),
    "one direction of the absolute loss is missing": (
        "            directions.append((listed.second, listed.first))\n",
        "            pass\n",
    ),
    "what floats leave open exceeds": (
        "self._signs.of(first[at], second[at], o) >= least",
        "True",
    ),
    "what floats leave open does not exceed": (
        "self._signs.of(first[at], second[at], o) >= least",
        "False",
    ),
    "denominators are confused": (
        "c, d = denominators[listed.first], denominators[listed.second]",
        "d, c = denominators[listed.first], denominators[listed.second]",
    ),
    "Q is weighed as P": (
        "b = np.where(events, numerators[listed.second]",
        "b = np.where(events, numerators[listed.first]",
    ),
    "float scores do not err": (
        "error = 16 * ROUNDING * (p + self.scores.odds * q if self._discounts() else p)",
        "error = -16 * ROUNDING * (p + self.scores.odds * q if self._discounts() else p)",
    ),
    "float scores are not discounted": (
        "value = p - self.scores.odds * q if self._discounts() else p",
        "value = p",
    ),
    "pairs of the same P are left out": (
        "key = (int(a[k]), int(c[k]), int(b[k]), int(d[k]))",
        "key = (int(a[k]), int(c[k]), int(b[k]) * 0, int(d[k]))",
    ),
    "the second law of a slow pair is the first": (
        "self._mass(i, events[k]), self._mass(j, events[k])",
        "self._mass(i, events[k]), self._mass(i, events[k])",
    ),
    "time is not looked at": (
        "            budget.check()\n            i, j",
        "            i, j",
    ),
}

PAIRS: Changes = {
    "an input is its own neighbour": ("            at = at[at != row]\n", ""),
    "the pairs of the first input only": ("for i in range(self.n))", "for i in range(1))"),
    "a block too few": (
        "range(0, len(self.first), step)",
        "range(0, len(self.first) - step, step)",
    ),
    "all pairs, whatever the relation": ("if question.every_pair:", "if True:"),
    "order is by the second input": (
        "np.lexsort((pairs.second, pairs.first))",
        "np.lexsort((pairs.first, pairs.second))",
    ),
    "P and Q are exchanged": (
        "Listed(listed[:, 0].copy(), listed[:, 1].copy())",
        "Listed(listed[:, 1].copy(), listed[:, 0].copy())",
    ),
}

RATIOS: Changes = {
    "the largest entries by a float alone": (
        ">= largest[c] * (1 - MARGIN)",
        ">= largest[c] * (1 + MARGIN)",
    ),
    "the smallest entries by a float alone": (
        "max(smallest[c] * (1 + MARGIN), 2 * FAINT)",
        "smallest[c] * (1 - MARGIN)",
    ),
    "the smallest for the largest": ("image, top, c, 1)", "image, top, c, -1)"),
    "the last pair among equals": ("pair < best[1] and", "pair > best[1] and"),
    "ties of columns are not looked at": (
        "(ratio > best[0] or (pair < best[1] and ratio == best[0]))",
        "ratio > best[0]",
    ),
    "equal rows name no pair": ("if best[0] == 1:", "if False:"),
    "a column of zeros is infinite": (
        "if smallest.min() == 0 and ((smallest == 0) & (largest > 0)).any():",
        "if smallest.min() == 0:",
    ),
    "columns with a zero are left out": (
        "if smallest.min() == 0 and ((smallest == 0) & (largest > 0)).any():",
        "if False:",
    ),
    "the leading column by a float alone": (
        "np.flatnonzero(ratio >= ratio.max() * (1 - MARGIN))",
        "np.flatnonzero(ratio == ratio.max())[:1]",
    ),
    "faint numbers have good ratios": ("FAINT = 2.0**-960", "FAINT = 0.0"),
    "the first listed pair only": ("for at in range(len(left)):", "for at in range(1):"),
    "the last listed pair among equals": ("or p / q > best[0]:", "or p / q >= best[0]:"),
    "a listed pair never has infinite loss": (
        "                return None, pair, o\n",
        "                continue\n",
    ),
    "what P never gives has a ratio": ("    ratio[p == 0] = -1.0\n", ""),
    "listed pairs by a float alone": (
        "kept.append(found)\n        uppers.append(upper[at])\n    least = best * (1 - MARGIN)",
        "kept.append(found)\n        uppers.append(upper[at])\n    least = best * (1 + MARGIN)",
    ),
    "the first infinite output is any": (
        "int(columns[p[j, columns] == 0][0])",
        "int(columns[0])",
    ),
    "the last infinite pair": (
        "j = int((p[:, columns] == 0).any(axis=1).argmax())",
        "j = int((p[:, columns] == 0).any(axis=1).nonzero()[0][-1])",
    ),
    "equal entries by numerator alone": (
        "list(zip(above.tolist(), below.tolist(), strict=True))",
        "list(above.tolist())",
    ),
    "equal ratios by numerators alone": (
        "int(above[i, o]), int(below[i]), int(above[j, o]), int(below[j])",
        "int(above[i, o]), int(above[j, o])",
    ),
}

SCORES: Changes = {
    "the upper threshold is too tight": (
        "self.product * (1 + MARGIN) + self.slack",
        "self.product * (1 - MARGIN)",
    ),
    "the lower threshold is too tight": (
        "np.maximum(self.product * (1 - MARGIN) - self.slack, 0)",
        "self.product * (1 + MARGIN)",
    ),
    "products have no absolute error": ("self.slack = (odds + 2) * 2.0**-1070", "self.slack = 0.0"),
    "0 exceeds 0": ("np.where(zero, -1.0, self.p)", "self.p"),
    "one direction is never sure": (
        "exceeds |= (self.positive[second] > self.up[first]) & (p > 0)",
        "exceeds |= False",
    ),
    "one direction is impossible": (
        "exceeds |= (self.positive[second] >= self.low[first]) & (p > 0)",
        "exceeds |= False",
    ),
    "what P never gives is at risk": (
        "exceeds |= (self.positive[second] > self.up[first]) & (p > 0)",
        "exceeds |= self.positive[second] > self.up[first]",
    ),
    "what is equal is impossible": (
        "exceeds = p >= self.low[second]",
        "exceeds = p > self.up[second]",
    ),
    "nothing is unsure": (
        "(p >= self.low[second]) & (p <= self.up[second])",
        "(p > self.up[second]) & (p <= self.up[second])",
    ),
    "hockey sums do not err": (
        "error = (self.outputs + 200) * ROUNDING * weight + self.outputs * self.slack",
        "error = 0.0 * weight",
    ),
    "hockey sums are not discounted": (
        "self.p[first] - self.product[second], 0.0)",
        "self.p[first], 0.0)",
    ),
    "tails do not err": ("relative = (self.outputs + 8) * ROUNDING", "relative = 0.0"),
    "the lower bound counts what is possible": (
        "lower = np.where(sure, self.p[first], 0.0)",
        "lower = np.where(possible, self.p[first], 0.0)",
    ),
    "the upper bound counts what is sure": (
        "upper = np.where(weight > 0, weight *",
        "upper = np.where(weight > 0, lower *",
    ),
    "nothing exceeds where something may": (
        "(largest < smallest) | (largest == 0)",
        "(largest <= 2 * smallest) | (largest == 0)",
    ),
    "infinite odds meet all of Q": (
        "np.where(zero, 0.0, np.inf)",
        "np.where(zero, np.inf, np.inf)",
    ),
}

SIGNS: Changes = {
    "products that wrap too far": ("1 << 107", "1 << 190"),
    "denominators are confused": (
        "wrap(above[i, o]) * wrap(below[j])",
        "wrap(above[i, o]) * wrap(below[i])",
    ),
    "E is upside down": ("* np.uint64(v)", "* np.uint64(u)"),
    "signs are reversed": ("np.sign((left - right)", "np.sign((right - left)"),
    "classes collide": ("(int(classes.max()) + 1)", "int(classes.max())"),
    "e^ε is forgotten": ("(p - self.odds * q).sign()", "(p - q).sign()"),
    "P and Q are exchanged": (
        "self.rows.value(i, o), self.rows.value(j, o)",
        "self.rows.value(j, o), self.rows.value(i, o)",
    ),
    "known by the numerators alone": (
        "columns = (above[i, o], below[i], above[j, o], below[j])",
        "columns = (above[i, o], above[j, o])",
    ),
    "irrational odds are wrapped": (
        "max(u, v) < 1 << 63 and largest < WRAPPING_LIMIT",
        "max(u, v) < 1 << 63",
    ),
}

SMALLEST_EPS: Changes = {
    "no pair exceeds": (
        "> self.bound:\n                    return weighed.pair",
        "> 2:\n                    return weighed.pair",
    ),
    "only the highest is looked at": ("for listed in (best, above):", "for listed in (best,):"),
    "e^ε is forgotten": ("weighed.p - odds * weighed.q", "weighed.p - weighed.q"),
    "balls are compared with themselves": (
        "if (weighed.p, weighed.q) == self.solved:",
        "if False:",
    ),
    "reaching the bound without Q attains it": ("if not weighed.q.is_zero and (", "if ("),
    "a score below the bound attains it": (
        "score is self.bound or not score < self.bound",
        "score is self.bound or score < self.bound",
    ),
    "the event leaves out equality": ("self.question.budget, weak=True)", "self.question.budget)"),
    "the first pair attains everything": (
        "pair = first if value == 0 else self._first_attaining(masses, odds, above)",
        "pair = first",
    ),
    "an infinite ε at the bound": (
        "if weighed.p > self.bound:\n                return completed",
        "if weighed.p >= self.bound:\n                return completed",
    ),
    "the first pair has the infinite ε": (
        "return self._first_infinite(pairs)",
        "return completed(self.question, value, first)",
    ),
    "e^ε beyond floats is used": ("if not usable(odds_image):", "if False:"),
}

FLOATS: Changes = {
    "tiny numbers are 0": ("or (SMALLEST if numerator else 0.0)", "or 0.0"),
    "wide balls have images": ("if 0 <= upper <= nextafter(lower, inf):", "if 0 <= upper:"),
    "numerators are divided by the first denominator": (
        "numerators / divisors[:, None]",
        "numerators / divisors[0]",
    ),
    "numerators beyond the machine": (
        "isinstance(rows.numerators, list) or max(rows.denominators) >= 1 << 63",
        "max(rows.denominators) >= 1 << 90",
    ),
    "images are never dropped": ("while len(_images) > KEPT:", "while len(_images) > 99:"),
    "images can be changed": ("    array.setflags(write=False)\n", ""),
    "infinite odds are usable": (
        "isfinite(image) and image < 2.0**1000",
        "image < 2.0**1000 or image == inf",
    ),
    "huge odds are usable": ("and image < 2.0**1000", "and image < 2.0**1023"),
}


def _exact(file: str, changes: Changes) -> Module:
    return Module(changes, (f"tests/checkers/exact/test_{file}.py", *WHOLE))


LARGE_PATH = {
    f"{E}.large": _exact("large", LARGE),
    f"{E}.at_odds": _exact("large", AT_ODDS),
    f"{E}.candidates": _exact("candidates", CANDIDATES),
    f"{E}.masses": _exact("masses", MASSES),
    f"{E}.pairs": _exact("pairs", PAIRS),
    f"{E}.ratios": _exact("large", RATIOS),
    f"{E}.scores": _exact("scores", SCORES),
    f"{E}.signs": _exact("signs", SIGNS),
    f"{E}.smallest_eps": Module(SMALLEST_EPS, WHOLE),
    "dpverify.checkers.floats": Module(FLOATS, ("tests/checkers/test_floats.py",)),
}
