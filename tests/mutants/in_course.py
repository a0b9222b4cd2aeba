"""Mistakes in what a course shows: reconstruction, sensitivity, local protocols, Laplace."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

SUBSETS: Changes = {
    "4⌊E⌋ for 2⌊2E⌋": (
        "2 * (2 * bound.numerator // bound.denominator)",
        "4 * (bound.numerator // bound.denominator)",
    ),
    "ones of either": ('bit == chosen == "1"', 'bit == "1" or chosen == "1"'),
    "strictly within": ("- said) <= bound", "- said) < bound"),
}
SURVIVORS: Changes = {
    "one side only": (
        "np.maximum(_largest(-said, unit, n), _largest(said, -unit, n))",
        "_largest(-said, unit, n)",
    ),
    "a bit that is asked adds nothing": (
        "np.maximum(without, within + step)",
        "np.maximum(without, within)",
    ),
    "strictly within": ("(worst <= int(limit * unit))", "(worst < int(limit * unit))"),
    "answers are cut to integers": ("int(said * unit) for", "int(said) * unit for"),
}
WORST: Changes = {
    "E for 2E": ("abs(a - b) <= 2 * bound", "abs(a - b) <= bound"),
    "not the middle": ("(Fraction(a + b, 2) for", "(Fraction(a) + 0 * b for"),
}
INTERVAL: Changes = {
    "all the error on each side": ("(1 - confidence) / 2", "(1 - confidence)"),
    "P[X > k]": (
        "beta_lower(successes, trials - successes + 1",
        "beta_lower(successes + 1, trials - successes",
    ),
    "rounded inward": ("    return low\n\n\ndef _at_least", "    return high\n\n\ndef _at_least"),
}
DECODING: Changes = {
    "the opposite of every bit": (
        "-found.ineqlin.marginals > 1 / 2",
        "-found.ineqlin.marginals < 1 / 2",
    ),
    "answers count for nothing": ("[-answers, np.ones(n)]", "[0 * answers, np.ones(n)]"),
}
CURATORS: Changes = {
    "one-sided noise": ("uniform(-asked.size, asked.size", "uniform(0, asked.size"),
    "the adversary pushes away": ("opposite - asked.truth).clip", "asked.truth - opposite).clip"),
    "steps of E": ("step = 2 * asked.size", "step = asked.size"),
}
EXPERIMENT: Changes = {
    "the same seed each time": ("noise, seed + run, seconds", "noise, seed, seconds"),
    "the trials of one run": ("for plan in plans), n * runs", "for plan in plans), n"),
    "E = α": ("float(plan.alpha) * float(np.sqrt(plan.n))", "float(plan.alpha)"),
    "another database": ("drawn if database is None", "drawn if len(drawn)"),
    "hits for errors": ("(guess != secret)", "(guess == secret)"),
    "α without an end": ("0 <= self.alpha <= MOST_ALPHA", "self.alpha >= 0"),
}
PIECEWISE: Changes = {
    "the smaller for the larger": ("return max(parts)", "return min(parts)"),
    "strictly less": ("parts[0] <= parts[1]", "parts[0] < parts[1]"),
    "a difference is a sum": ("self + -lifted(other)", "self + lifted(other)"),
    "a quotient is a product": ("self * (1 / divisor)", "self * divisor"),
}
INFORMATION: Changes = {
    "half the entropy": ("total -= arb(p) * arb(p).log()", "total -= arb(p) * arb(p).log() / 2"),
    "multiples of 2√n": ("(8 * k + 4) ** 2 * n", "(4 * k + 2) ** 2 * n"),
    "one tail": ("inside -= 2 * databases", "inside -= databases"),
    "no nats to bits": (
        "left = ball_bounds(arb(n) - arb(near).log() / arb(2).log())",
        "left = ball_bounds(arb(n) - arb(near).log())",
    ),
}
ADAPTIVE: Changes = {
    "the angle twice": ("u = arb.pi() / (2 * arb(bound))", "u = arb.pi() / arb(bound)"),
    "m for 2m": ("affinity(bound) ** (2 * queries)", "affinity(bound) ** queries"),
    "the affinity for its square": (
        "1 - per_record * arb.pi() ** 2 / (4 *",
        "1 - per_record * arb.pi() ** 2 / (8 *",
    ),
    "rounded up": (
        "(1 - arb(rest).sqrt()) / 2)[0]",
        "(1 - arb(rest).sqrt()) / 2)[1] + fmpq(1, 1000)",
    ),
}
EDGE: Changes = {
    "at 2√n too": ("off * off > 16", "off * off >= 16"),
    "the edge from the other side": ("not above(over - {i})", "above(over - {i})"),
    "any start will do": ("if not above(start):", "if not start:"),
    "one record off": ("last = chain[low]", "last = chain[low - 1]"),
}
NORMS: Changes = {
    "ℓ2 without the root": ("if norm == 1 or amount == 0:", "if norm <= 2:"),
    "n and n + 1 records": ("else (n - 1, n)", "else (n, n + 1)"),
}
AGGREGATES: Changes = {
    "b − a, unbounded": ("far = a if abs(a) > abs(b) else b", "far = b - a"),
    "a mean by the smaller database": (
        "pair = ((a,) * least, (a,) * least + (b,))",
        "pair = ((a,) * (least - 1), (a,) * (least - 1) + (b,))",
    ),
}
FINITE: Changes = {
    "the last record stays": (
        "for i in range(len(database)):",
        "for i in range(len(database) - 1):",
    ),
    "the smallest distance": ("or far > best[0]", "or far < best[0]"),
}
BOXES: Changes = {
    "models are believed": ("if far < amount or (strict and far == amount):", "if far < 0:"),
    "the box is open above": ("box += [SMT.le(Term(name), high)", "box += [SMT.le(low, high)"),
    "the first place only": (
        "for i in range(size):\n            changed",
        "for i in range(min(size, 1)):\n            changed",
    ),
}
LAPLACE: Changes = {
    "P and Q are exchanged": ("abs(b - c) - abs(a - c)", "abs(a - c) - abs(b - c)"),
    "the scale is ε/Δ": ("(far / delta)", "(far * delta)"),
}
DISCRETE: Changes = {
    "an end takes no tail": (
        "share if said in (0, largest) else share * (1 - q)",
        "share * (1 - q)",
    ),
    "neighbours in every coordinate": ("sum(abs(a - b) for a, b", "max(abs(a - b) for a, b"),
    "q to the d squared": ("q ** abs(true - said)", "q ** (true - said) ** 2"),
}
REPORTS: Changes = {
    "a lie may be the truth": ("for other in range(k) if other != value", "for other in range(k)"),
    "ε for ε/2": ("lie = 1 / (1 + exp(eps / 2))", "lie = 1 / (1 + exp(eps))"),
    "the set bit is told": (
        "Fraction(1, 2), 1 / (1 + exp(eps))",
        "Fraction(1), 1 / (1 + exp(eps))",
    ),
    "one other value less": ("odds / (odds + k - 1)", "odds / (odds + k - 2)"),
}
FREQUENCY: Changes = {
    "q is not subtracted": (
        "(support - users * self.q) / (self.p - self.q)\n\n    def expected",
        "support / (self.p - self.q)\n\n    def expected",
    ),
    "the variance of holders alone": ("+ (users - holders) * q * (1 - q)", ""),
    "ε of one bit": ("ln(self.p * (1 - self.q) / (self.q * (1 - self.p)))", "ln(self.p / self.q)"),
}
BLOOM: Changes = {
    "collisions count whole": (
        "count * len(bits & self._filter(other)), len(bits)",
        "count * bool(bits & self._filter(other)), 1",
    ),
    "h bits for d": ("Fraction(most, 2)", "Fraction(most)"),
    "the variance of a sum": ("total / len(bits) ** 2", "total / len(bits)"),
}
RECORDWISE: Changes = {
    "rows need not sum to 1": ("total = number(-1)", "total = number(0)"),
    "a hypothesis may be of any kind": (
        "said.recordwise and said.form is not None",
        "said.form is not None",
    ),
}


def _of(changes: Changes, *tests: str) -> Module:
    return Module(changes, tuple(f"tests/{test}.py" for test in tests))


D, C = "dpverify.defs", "dpverify.checkers"
R, S = "defs/reconstruction/test_", "defs/sensitivity/test_"
COURSE = {
    f"{D}.reconstruction.subsets": _of(SUBSETS, f"{R}subsets"),
    f"{D}.reconstruction.information": _of(INFORMATION, f"{R}information"),
    f"{D}.reconstruction.adaptive": _of(ADAPTIVE, f"{R}adaptive"),
    f"{C}.reconstruction.edge": _of(EDGE, "checkers/reconstruction/test_edge"),
    f"{C}.reconstruction.survivors": _of(SURVIVORS, "checkers/reconstruction/test_survivors"),
    f"{C}.reconstruction.worst_case": _of(WORST, "checkers/reconstruction/test_worst_case"),
    f"{C}.reconstruction.interval": _of(INTERVAL, "checkers/reconstruction/test_interval"),
    f"{C}.reconstruction.decoding": _of(DECODING, "checkers/reconstruction/test_experiment"),
    f"{C}.reconstruction.experiment": _of(EXPERIMENT, "checkers/reconstruction/test_experiment"),
    f"{D}.sensitivity.piecewise": _of(PIECEWISE, f"{S}piecewise"),
    f"{C}.reconstruction.curators": _of(CURATORS, "checkers/reconstruction/test_experiment"),
    f"{D}.sensitivity.norms": _of(NORMS, f"{S}norms", f"{S}finite"),
    f"{D}.sensitivity.aggregates": _of(AGGREGATES, f"{S}aggregates"),
    f"{D}.sensitivity.finite": _of(FINITE, f"{S}finite"),
    f"{D}.sensitivity.laplace": _of(LAPLACE, f"{S}laplace"),
    f"{D}.sensitivity.discrete_laplace": _of(DISCRETE, f"{S}discrete_laplace"),
    f"{D}.mechanisms.local_reports": _of(REPORTS, "defs/mechanisms/test_local_reports"),
    f"{C}.sensitivity.boxes": _of(BOXES, "checkers/sensitivity/test_boxes"),
    f"{D}.local.frequency": _of(FREQUENCY, "defs/local/test_frequency"),
    f"{D}.local.bloom": _of(BLOOM, "defs/local/test_bloom"),
    "dpverify.proofs.recordwise": _of(RECORDWISE, "proofs/test_recordwise"),
}
