"""z3 through its Python API; runs in the solver's own process alone."""

from __future__ import annotations

from typing import Any

DIGITS = 30  # of the interval around an irrational model value


def run(text: str, work: int, seconds: float) -> dict[str, Any]:
    """Answer one question: a context and a solver of its own, counted work first."""
    import z3

    context = z3.Context()
    linear = "(set-logic QF_LRA)" in text.splitlines()
    solver = z3.SolverFor("QF_LRA" if linear else "QF_NRA", ctx=context)
    solver.set("rlimit", work)
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    outcome = str(solver.check())
    answer: dict[str, Any] = {"outcome": outcome, "version": z3.get_version_string()}
    if outcome == "sat":
        model = solver.model()
        answer["model"] = {str(d.name()): _value(z3, model[d]) for d in model.decls()}
    elif outcome == "unknown":
        answer["reason"] = solver.reason_unknown()
    return answer


def _value(z3: Any, value: Any) -> Any:
    """A fraction as text, or the two ends of an interval around an irrational value."""
    if z3.is_rational_value(value):
        return f"{value.numerator_as_long()}/{value.denominator_as_long()}"
    if z3.is_algebraic_value(value):
        near = value.approx(DIGITS)
        n, d = near.numerator_as_long(), near.denominator_as_long()
        # z3 promises |near − value| ≤ 10^−DIGITS; the interval is wider, to be on the safe side.
        scale = 10 ** (DIGITS - 1)
        return [f"{n * scale - d}/{d * scale}", f"{n * scale + d}/{d * scale}"]
    return None
