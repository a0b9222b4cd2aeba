"""Mistakes in how claims for every ε are decided."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

FORMAL: Changes = {
    "a divisor is forgotten": ("divisors |= {self.num}", "divisors &= {self.num}"),
    "a quotient has the sign of its numerator": (
        "return self.num if self.den == ONE else",
        "return self.num if True else",
    ),
    "e^(1+ε) is e^ε": (
        "terms.keys() <= {RATE_OF_EPS}",
        "terms.keys() <= {RATE_OF_EPS, (0, Fraction(0))}",
    ),
}
FAMILY: Changes = {
    "rows may sum to anything": ("if whole != 1:", "if False:"),
    "conditions are forgotten": ("self.nonnegative or entries", "()"),
}
FACTORS: Changes = {
    "the sign of the constant is forgotten": ("1 if lead > 0 else -1", "1"),
    "every multiplicity is odd": ("int(m) for p, m in found", "1 for p, m in found"),
    "equal factors are two": (
        "return self._known.setdefault(str(polynomial), Factor(polynomial, self._root))",
        "return Factor(polynomial, self._root)",
    ),
}
TAYLOR: Changes = {
    "no remainder": ("rest = self.remainder * w ** (len(self.coefficients) - lowest)",
                     "rest = 0 * w"),
    "no remainder of the derivative": ("rest = order * self.remainder * w ** (order - 1)",
                                       "rest = 0 * w"),
    "the remainder is that of the middle": ("[middle + w, 1]", "[middle, 1]"),
    "e is bounded at the middle": ("arb(q * middle + abs(q) * w).exp()", "arb(q * middle).exp()"),
}  # fmt: skip
ZEROS: Changes = {
    "a zero is lost where it is alone": ("if ends[0] != ends[1]:", "if ends[0] > ends[1]:"),
    "there is nothing beyond 1": ("if arb(fmpq(c.numerator, c.denominator)) > rest:", "if True:"),
    "there is nothing below 1": ("if known.no_zero(arb(a), lowest):", "if True:"),
    "a rational zero at an end is outside": ("low <= rational", "low < rational"),
    "halves are exchanged": ("            self.high = middle\n        else:\n            self.low",
                             "            self.low = middle\n        else:\n            self.high"),
    "coefficients of both signs are of one": ("max(factor.terms.values()) < 0",
                                              "max(factor.terms.values()) < 9"),
}  # fmt: skip
LINE: Changes = {
    "a zero has the sign beside it": (
        "if product is None or (self.zero is not None and self.zero.factor in product.powers):",
        "if product is None:",
    ),
    "even powers count": ("if power % 2:", "if power:"),
    "zeros are left in disorder": ("touching = [(a, b)", "touching = [(a, b) for _ in ()"),
}
SETTLE: Changes = {
    "e^ε is left out": ("p - odds * q for p, q", "p - q for p, q"),
    "δ is not subtracted": ("sum(active, -self._delta)", "sum(active, 0 * self._delta)"),
    "divisors are not looked at": ("if piece.sign(product) == 0 and", "if False and"),
    "negative probabilities pass": ("if any(bad):", "if False:"),
    "a part that fails is closed": ("if fails else (group[0], group[-1])",
                                    "if not fails else (group[0], group[-1])"),
    "zeros of the sum with δ are not cut": ("line = pieces([*known, *further], over, tick)",
                                            "line = pieces(known, over, tick)"),
}  # fmt: skip
DECIDE: Changes = {
    "samples are not compared": ("if verdict.fails != part.fails:", "if False:"),
    "a negative multiple is a claim": ("any(c < 0 for c in eps.num.terms().values())", "False"),
}
S, C = "dpverify.defs.symbolic", "dpverify.checkers.all_eps"
T, U = "tests/defs/symbolic", "tests/checkers/all_eps"
ALL_EPS = {
    f"{S}.formal": Module(FORMAL, (f"{T}/test_formal.py",)),
    f"{S}.family": Module(FAMILY, (f"{T}/test_family.py", f"{U}/test_settle.py")),
    f"{C}.factors": Module(FACTORS, (f"{U}/test_factors.py",)),
    f"{C}.taylor": Module(TAYLOR, (f"{U}/test_taylor.py",)),
    f"{C}.zeros": Module(ZEROS, (f"{U}/test_zeros.py",)),
    f"{C}.line": Module(LINE, (f"{U}/test_line.py",)),
    f"{C}.settle": Module(SETTLE, (f"{U}/test_settle.py",)),
    f"{C}.decide": Module(DECIDE, (f"{U}/test_decide.py",)),
}
