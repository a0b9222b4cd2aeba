"""Mistakes in privacy at risk: laws of the loss, γ₁, the cost model, composition, samples."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

LAPLACE: Changes = {
    "ε₀ itself is short of certain": ("if limit > self._eps0:", "if limit >= self._eps0:"),
    "sinh is cosh": ("- exp(limit * -HALF)) * HALF", "+ exp(limit * -HALF)) * HALF"),
    "δ in the wrong direction": (
        "Value(1) - exp((limit - self._eps0) * HALF)",
        "Value(1) - exp((limit - self._eps0))",
    ),
    "the expected loss is ε₀": ("exp(-self._eps0) - 1, self", "exp(-self._eps0) * 0, self"),
}
VECTOR: Changes = {
    "P and Q are exchanged in δ": (
        "self._above(HALF, limit) - exp(limit) * self._above(-HALF, limit)",
        "self._above(-HALF, limit) - exp(limit) * self._above(HALF, limit)",
    ),
    "the confidence is one-sided": (
        " - self._above(-HALF, limit)\n\n    def delta",
        "\n\n    def delta",
    ),
    "a share is forgotten": ("for share in shares:", "for share in shares[1:] or shares:"),
}
PIECEWISE: Changes = {
    "densities meet with the wrong weight": ("* (sign * QUARTER)", "* (sign * HALF)"),
    "atoms are not spread": ("sofar += self.atoms.get(u, fmpq(0))", "sofar += 0"),
    "an atom at the end is left out": ("high >= Value(place)", "high > Value(place)"),
    "the antiderivative does not alternate": (
        "term = -term.derivative() / rate",
        "term = term.derivative() / rate",
    ),
}
GAUSSIAN: Changes = {
    "the mean is forgotten": ("limit / self._mu - self._mu * Value(1) / 2", "limit / self._mu"),
    "Φ of the other tail": ("else (-x).erfc() / 2", "else x.erfc() / 2"),
}
DISCRETE_GAUSSIAN: Changes = {
    "the norm counts one side": ("1 + 2 * _tail(s, 1, bits)", "1 + _tail(s, 1, bits)"),
    "Q is not moved": ("1 - (first - self._d)", "1 - first + 0 * self._d"),
}
DISCRETE_LAPLACE: Changes = {
    "the ends are as the inner masses": ("end * ratio**steps", "inner * ratio**steps"),
    "the loss falls by single steps": ("steps - 2 * x", "steps - x"),
}
DIFFERENCE: Changes = {
    "another order of the Bessel function": ("n = self.k - 1", "n = self.k"),
    "not conditioned on ε₀": ("self.at_most(small) / self.at_most(large)", "self.at_most(small)"),
}
COST: Changes = {
    "the weights are exchanged": (
        "weight * self.private(small) + (1 - weight)",
        "(1 - weight) * self.private(small) + weight",
    ),
    "u′ counts once in the curvature": ("+ 2 * e * first", "+ e * first"),
    "the slope without K": ("e * u + (1 - e) * first - e * level", "e * u + (1 - e) * first"),
}
MINIMUM: Changes = {"the other half": ("if sign < 0:", "if sign > 0:")}
COMPOSITION: Changes = {
    "half the mean": (
        "+ (1 - weight) * (large * large)) / 2",
        "+ (1 - weight) * (large * large)) / 4",
    ),
    "√n for √2n": ("(2 * times * log.ball(bits))", "(times * log.ball(bits))"),
    "coth is one": ("slope * (odds + 1 / odds) / 2, slope", "slope * odds, slope"),
}
LATTICE: Changes = {
    "down is up": ("i - reach + up:", "i - reach + 1 - up:"),
    "what was lost is forgotten": ("int(ratio) + 2", "int(ratio)"),
    "e^ε is forgotten": ("gap.exp() * above", "above"),
}
GAMMA: Changes = {
    "the order is k": ("order = arb(self.k - HALF)", "order = arb(self.k)"),
    "L of the same order": (
        "_struve(order - 1, self.k - HALF - 1, t)",
        "_struve(order, self.k - HALF, t)",
    ),
    "one product": ("return t * (higher + t.bessel_k", "return t * (higher + 0 * t.bessel_k"),
    "without t": ("return t * (higher", "return (higher"),
    "a coarse ball will do": ("< arb(2) ** (8 - bits)", "< 1"),
    "γ₁ is not divided": ("self.at_most(small) / self.at_most(large)", "self.at_most(small)"),
    "whole k is not exact": ("if exact.q == 1 else", "if exact.q == 0 else"),
}
COMPARED: Changes = {
    "small ratios are no losses": ("if a > odds * b or b > odds * a else", "if a > odds * b else"),
    "the first law twice": ("super().measure(q, p, given)", "super().measure(p, q, given)"),
    "what is within": (
        "                logic.number(0),\n                a,",
        "                a,\n                logic.number(0),",
    ),
}
RANGE: Changes = {
    "the ends are exchanged": ("whole * (high if up else low)", "whole * (low if up else high)"),
    "the lower end may be above": ("else not bool(ball <= limit)", "else bool(ball <= limit)"),
    "both ends from below": (
        "Lattice.rounded(law, unit, up=up)",
        "Lattice.rounded(law, unit, up=False)",
    ),
    "one loss fewer": (".composed(times)", ".composed(max(times - 1, 1))"),
    "an unbounded loss": ("if law.largest == INFINITY:", "if law.largest == 0:"),
}
SAMPLING: Changes = {
    "one-sided DKW": ("1 - 2 * power", "1 - power"),
    "ρ is forgotten": ('_share(q, "q") - positive_rational(rho, "ρ")', '_share(q, "q")'),
    "n for n + 1": ("fmpq(rank, size + 1)", "fmpq(rank, size)"),
}


def _risk(changes: Changes, *files: str) -> Module:
    return Module(changes, tuple(f"tests/defs/risk/test_{file}.py" for file in files))


R = "dpverify.defs.risk"
RISK = {
    f"{R}.laplace": _risk(LAPLACE, "laplace", "laplace_vector"),
    f"{R}.laplace_vector": _risk(VECTOR, "laplace_vector"),
    f"{R}.piecewise": _risk(PIECEWISE, "laplace_vector"),
    f"{R}.gaussian": _risk(GAUSSIAN, "gaussian"),
    f"{R}.discrete_gaussian": _risk(DISCRETE_GAUSSIAN, "discrete_gaussian"),
    f"{R}.discrete_laplace": _risk(DISCRETE_LAPLACE, "discrete_laplace"),
    f"{R}.noise_difference": _risk(DIFFERENCE, "noise_difference"),
    f"{R}.cost": _risk(COST, "cost"),
    f"{R}.cost_minimum": _risk(MINIMUM, "cost"),
    f"{R}.composition": _risk(COMPOSITION, "composition"),
    f"{R}.lattice": _risk(LATTICE, "lattice"),
    "dpverify.defs.comparisons.risk": Module(
        COMPARED, ("tests/defs/comparisons/test_quantities.py",)
    ),
    f"{R}.gamma_difference": _risk(GAMMA, "gamma_difference"),
    f"{R}.composed_range": _risk(RANGE, "composed_range"),
    f"{R}.sampling": _risk(SAMPLING, "sampling"),
}
