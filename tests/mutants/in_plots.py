"""Mistakes in plots: where numbers lie, and which series are drawn."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

FIGURE: Changes = {
    "the natural logarithm": ("ball.log() / arb(10).log()", "ball.log()"),
    "0 lies at 1": ('return None if self.scale == "log10" else 0.0', "return 0.0"),
    "any ball will do": ("if ball.is_finite() and fine else None", "if ball.is_finite() else None"),
    "through a float": ("ball = ball.log()", "ball = arb(float(ball.mid())).log()"),
    "the first ball alone": ("for bits in BITS:", "for bits in BITS[:1]:"),
}
DELTA_CURVES: Changes = {
    "n for n − 1": ("return records - 1, cut, chance", "return records, cut, chance"),
    "the tail from T + 1": (".above(cut)", ".above(cut + 1)"),
    "not divided": (".at(cut) / (1 - ratio)", ".at(cut)"),
    "r ≥ 1 is let through": ("if ratio >= 1:", "if ratio > 1:"),
    "the last target alone": ("largest = largest.max(ball)", "largest = ball"),
    "the passive attacker always": ("active=active), exp", "active=False), exp"),
}
THRESHOLDING: Changes = {
    "the attackers are exchanged": (
        '(True, "active attacker"), (False,',
        '(False, "active attacker"), (True,',
    ),
    "p stays": ("(Value(p), replace(vote, p=p))", "(Value(p), vote)"),
    "the threshold stays": ("(Value(cut), replace(vote, threshold=cut))", "(Value(cut), vote)"),
    "the bound twice": ('("exact tail", exact_tail)', '("exact tail", threshold_bound)'),
    "ε is forgotten": ("enclosed_delta(scenario, self.eps", 'enclosed_delta(scenario, "0"'),
}
GUESSING: Changes = {
    "a drop is a gain": ('if found.sign == "gain":', "if found.sign:"),
    "not minus the prior": ("found.radius, eps) - p", "found.radius, eps)"),
    "another true value": (
        "if goal.at == at), found.goals[0]",
        "if goal.at != at), found.goals[0]",
    ),
    "bands are upside down": (
        "(p, simplified_lower_bound(p, found.radius, eps))",
        "(p, simplified_bound(p, found.radius, eps))",
    ),
}
RISK: Changes = {
    "the truth is the source's": (
        "[(x, law.confidence(x)) for x in places]))",
        "_gamma1(1, places, end)))",
    ),
    "the jump is not upright": ("found |= {jump, jump * BELOW}", "found |= {jump}"),
    "jumps of other shares": ("product((1, -1), repeat", "product((1, 1), repeat"),
    "γ₁ for the truth": ("law.confidence(eps)\n    means", "printed\n    means"),
    "means are exchanged": ("printed_mean(printed, eps, eps0),", "sharp_mean(true, eps, eps0),"),
}
RECONSTRUCTION: Changes = {
    "the ends are exchanged": (
        "_line(points, 2), _line(points, 3)",
        "_line(points, 3), _line(points, 2)",
    ),
    "one run": ("runs=runs(plan)", "runs=1"),
    "another seed": ("seed=plan.seed", "seed=0"),
    "marked in every panel": ("here if noise == plan.noise else []", "here"),
    "as many runs as for one record": ("-(-RECORDS // plan.n)", "RECORDS"),
}


def _plots(changes: Changes, name: str) -> Module:
    return Module(changes, (f"tests/reports/drawings/test_{name}.py",))


P = "dpverify.reports.drawings"
PLOTS = {
    f"{P}.figure": _plots(FIGURE, "figure"),
    f"{P}.thresholding": _plots(THRESHOLDING, "thresholding"),
    f"{P}.guessing": _plots(GUESSING, "guessing"),
    f"{P}.risk": _plots(RISK, "risk"),
    f"{P}.reconstruction": _plots(RECONSTRUCTION, "reconstruction"),
    "dpverify.checkers.knowledge.delta_curves": Module(
        DELTA_CURVES, ("tests/checkers/knowledge/test_delta_curves.py",)
    ),
}
