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

PROOFS = {
    "proofs/kernel.py": PROOF_KERNEL,
    "proofs/sum_logic.py": SUM_LOGIC,
    "proofs/losses.py": LOSSES,
    "proofs/divergences.py": DIVERGENCES,
    "proofs/recordwise.py": RECORDWISE,
    "proofs/columnwise.py": COLUMNWISE,
}
