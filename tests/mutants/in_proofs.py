"""Mistakes in what proofs rest on: squares, logarithms."""

from __future__ import annotations

from tests.mutants.planting import Changes, Module

P = "dpverify.proofs"

KERNEL: Changes = {
    "a square is its base": ("base.expr * base.expr", "base.expr"),
    "a square is greater than 0": (
        "Fact(base.free, base.expr * base.expr)",
        'Fact(base.free, base.expr * base.expr, ">")',
    ),
    "a square is claimed in any relation": (
        '_need(base.relation == ">=", "a sq',
        '_need(True, "a sq',
    ),
    "a text is a list of index variables": ('texts(step["over"], "over")', 'step["over"]'),
    "a sum runs twice over a variable": ("len({*over}) == len(over)", "True"),
    "unread keys of a step": ("_need(not unread,", "_need(True,"),
    "any name of a step": ('_NAME.fullmatch(step["name"])', "True"),
    "any name of an index variable": (
        "plain = type(new) is str and _VARIABLE.fullmatch(new)",
        "plain = type(new) is str",
    ),
    "a dictionary is a list of summands": ("_need(pairs,", "_need(True,"),
    "a text is a product of facts": ("all(type(facts) is list for", "all(True for"),
}
SUM_LOGIC: Changes = {
    "a quotient by what may be 0": ("if not self._positive(b):", "if False:"),
    "any atom is positive": ("for (name, _), _ in monomial)", "for (name, _), _ in ())"),
    "any coefficient is positive": ("coefficient > 0\n", "True\n"),
}
SYMMETRY: Changes = {
    "order never matters": ("if term[0] in COMMUTATIVE:", "if parts:"),
    "variables become one": ("if r.keys() == set(r.values())]", "if r is not None]"),
    "one assertion is enough": (
        "_text(each, names) for each in asserted)",
        "_text(each, names) for each in asserted[:1])",
    ),
    "no limit": ("in islice(orders, MOST_RENAMINGS)", "in islice(orders, 10**5)"),
    "labels of inputs alone": ("_{to[each.outputs][j]}", "_{j}"),
}
MODEL: Changes = {
    "only what is asserted first is kept": ("stack[-1].append(closed)", "stack[-1][1:] = [closed]"),
    "an open assertion holds": ("return False if False in known else None if", "return False if"),
    "an open assertion fails": ("None if None in known else", "False if None in known else"),
    "less is at most": ("if a.high < b.low else", "if a.high <= b.low else"),
    "intervals are points": (
        "_Range(value.lower, value.upper)",
        "_Range(value.lower, value.lower)",
    ),
    "a branch is chosen blindly": ("if chosen is not None:", "if True:"),
    "a quotient by what varies": ("if b.low != b.high or not b.low:", "if not b.low:"),
}
LOSSES: Changes = {
    "the tangent at r has no slope": ("r - t - t * (loss - x)", "r - t - (loss - x)"),
    "the tangent from the other side": ("t - r - r * (x - loss)", "r - t - r * (x - loss)"),
    "r times t without its 1": ("r * t - ONE - loss - x", "r * t - ONE - ONE - loss - x"),
    "1/(rt) with the other sign": (
        "ONE - r * t + r * t * (loss + x)",
        "ONE - r * t - r * t * (loss + x)",
    ),
    "ln t is at most (t − 1)/2": (
        "first = less - t * gap",
        "first = less - (t * gap).scaled(fmpq(2))",
    ),
    "ln t beyond its odd bound": ("(s * t * gap).scaled(fmpq(2))", "(s * t * gap).scaled(fmpq(3))"),
    "ln t below its fraction": ("less.scaled(fmpq(2)))", "less.scaled(fmpq(3)))"),
    "an infinite loss is forgotten": (
        "return [*goals, *algebra.logic.le(mean, bound)]",
        "return algebra.logic.le(mean, bound)",
    ),
}
THEOREM: Changes = {
    "any formula": ("!= formula_text(statement):", "is None:"),
}
PROOFS = {
    f"{P}.theorem": Module(THEOREM, ("tests/proofs/test_theorem.py",)),
    f"{P}.kernel": Module(
        KERNEL, ("tests/proofs/test_square_rule.py", "tests/proofs/test_proof_kernel.py")
    ),
    f"{P}.sum_logic": Module(SUM_LOGIC, ("tests/proofs/test_quotients.py",)),
    "dpverify.checkers.smt.model": Module(MODEL, ("tests/checkers/smt/test_model.py",)),
    f"{P}.symmetry": Module(SYMMETRY, ("tests/proofs/test_symmetry.py",)),
    f"{P}.losses": Module(LOSSES, ("tests/proofs/test_losses.py",)),
}
