"""Mistakes planted in what is trusted of proofs for all sizes; `in_kernels` runs them."""

from __future__ import annotations

from tests.mutants.planting import Changes

PROOF_KERNEL: Changes = {
    "a square is claimed in any relation": (
        '_need(base.relation == ">=", "a sq',
        '_need(True, "a sq',
    ),
    "a square is greater than 0": (
        "Fact(base.free, base.expr * base.expr)",
        'Fact(base.free, base.expr * base.expr, ">")',
    ),
    "a sum runs twice over a variable": ("len({*over}) == len(over)", "True"),
    "unread keys of a step": ("_need(not unread,", "_need(True,"),
    "every sum converges": ("weights is None or any(", "True or any("),
    "a mass at any point will do": ("name in weights and variable in indices", "name in weights"),
    "what is summed next is not looked at": (
        "facts.need_convergence(fact.expr, summed)",
        "fact.expr",
    ),
    "a divergent factor": (
        "facts.need_convergence(read(factor)) * fact",
        "read(factor) * fact",
    ),
}
OBJECTS: Changes = {
    "a set of labels may be empty": ("need(labels, ", "need(True, "),
}
SUM_LOGIC: Changes = {
    "a quotient by what may be 0": ("if not self._positive(b):", "if False:"),
}
LOSSES: Changes = {
    "the tangent at r has no slope": ("r - t - t * (loss - x)", "r - t - (loss - x)"),
    "an infinite loss is forgotten": (
        "return [*goals, *algebra.logic.le(mean, bound)]",
        "return algebra.logic.le(mean, bound)",
    ),
}
DIVERGENCES: Changes = {
    "the tangent has another slope": (
        "self.order * at.power * (s.t - at.t)",
        "at.power * (s.t - at.t)",
    ),
    "a ratio that is assumed may be smaller": (
        'Fact(p.indices, p.expr - point.t * q.expr, "=")',
        "Fact(p.indices, p.expr - point.t * q.expr)",
    ),
    "a larger bound": ("return ONE + given", "return ONE + ONE + given"),
    "any order": ("2 <= written <= MOST", "written <= MOST"),
    "two orders in one statement": (
        "self.order is None or self.order.terms == order.terms",
        "True",
    ),
}
RECORDWISE: Changes = {
    "rows need not sum to 1": ("total = number(-1)", "total = number(0)"),
    "there is one record": ("number(1).over(term.free) if term.free", "number(1) if term.free"),
}
COLUMNWISE: Changes = {
    "a sum over a column is one over outputs": (
        "need(not any(term.given for term in every), ",
        "need(True, ",
    ),
    "an entry of a column is compared": ("need(not a.given and not b.given, ", "need(True, "),
    "every input attains the largest entry": ("c * (m - term.expr)", "m - term.expr"),
    "no input attains it": ("chosen - number(1)", "chosen"),
    "there is one input": ("number(1).over(term.given) if term.given", "number(1) if term.given"),
}
NOISE: Changes = {
    "moving a threshold is free": (
        "self._share(abs(by.own), abs(by.threshold))",
        "self._share(abs(by.own), 0)",
    ),
    "moving back is free": (
        "self._share(abs(by.own), abs(by.threshold))",
        "self._share(max(by.own, 0), abs(by.threshold))",
    ),
    "a violated condition may be 0": ("-violated * (event.every + ONE)", "-violated * event.every"),
    "the first of equal answers is not before": (
        "before * (mine - other - ONE) + after",
        "before * (mine - other) + after",
    ),
    "a ratio may be 1": ('need(below, "a ratio', 'need(True, "a ratio'),
    "none is released with a noise of its own": ("placed or self.sparse or by.own == 0", "True"),
    "one of c answers is paid for": ('{name: f"{name}^c" for name in moved}', "{}"),
    "one of c thresholds is paid for": ('"sparse vector anew": "at"', '"sparse vector anew": "a"'),
    "who reaches the threshold is not moved": ("other + moved - limit", "other - limit"),
    "at the threshold is not above": ("other + moved - limit,", "other + moved - limit - ONE,"),
    "at the threshold is below": (
        "reached, missed = other + moved - limit, limit - other - ONE",
        "reached, missed = other + moved - limit, limit - other",
    ),
    "the threshold of all runs is one": ('atom("threshold", "w", *anew)', 'atom("threshold", "w")'),
    "c is any number": ('{"c": "count"} if', '{"c": "value"} if'),
    "a power of a ratio has no bound": (
        "ONE - atom(name))\n    algebra",
        "atom(name))\n    algebra",
    ),
}

PROOFS = {
    "proofs/kernel.py": PROOF_KERNEL,
    "proofs/objects.py": OBJECTS,
    "proofs/sum_logic.py": SUM_LOGIC,
    "proofs/losses.py": LOSSES,
    "proofs/divergences.py": DIVERGENCES,
    "proofs/recordwise.py": RECORDWISE,
    "proofs/columnwise.py": COLUMNWISE,
    "proofs/noise.py": NOISE,
}
