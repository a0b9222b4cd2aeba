"""cvc5 through its Python API; runs in the solver's own process alone. Optional: extra `cvc5`."""

from __future__ import annotations

import re
import time
from typing import Any

# Coverings are quick and give algebraic models, but leave many products of variables open; tangent
# planes then decide most of those.
WAYS = ({"nl-cov": "true"}, {"nl-cov": "false", "nl-ext-tplanes": "true"})
_OUTCOME = re.compile(r"(sat|unsat|unknown)(?: \((\w+)\))?")


def run(text: str, work: int, seconds: float) -> dict[str, Any]:
    """Answer one question: a solver of its own for each way, counted work first."""
    try:
        import cvc5
    except ImportError:
        reason = "cvc5 is not installed; install the package cvc5"
        return {"outcome": "unknown", "reason": reason, "version": ""}
    end = time.monotonic() + seconds
    answer: dict[str, Any] = {}
    for way in WAYS:
        left = end - time.monotonic()
        if not answer or left > 0:
            answer = _one_way(cvc5, text, {**_limits(work, max(left, 0.001)), **way})
        if answer["outcome"] != "unknown":
            break
    return answer


def _one_way(cvc5: Any, text: str, options: dict[str, str]) -> dict[str, Any]:
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    for option, value in options.items():
        solver.setOption(option, value)
    symbols = cvc5.SymbolManager(terms)
    outcome, reason = _last_output(cvc5, solver, symbols, text)
    answer: dict[str, Any] = {"outcome": outcome, "version": cvc5.__version__}
    if outcome == "sat":
        answer["model"] = {
            str(term): _value(solver.getValue(term)) for term in symbols.getDeclaredTerms()
        }
    elif outcome == "unknown":
        answer["reason"] = reason
    return answer


def _limits(work: int, seconds: float) -> dict[str, str]:
    return {
        "produce-models": "true",
        "rlimit": str(work),
        "tlimit-per": str(max(1, int(seconds * 1000))),
    }


def _last_output(cvc5: Any, solver: Any, symbols: Any, text: str) -> tuple[str, str]:
    """The last verdict of a script, and why it is unknown: cvc5 writes "unknown (INCOMPLETE)"."""
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    output = ""
    while not (command := parser.nextCommand()).isNull():
        output = str(command.invoke(solver, symbols)).strip() or output
    match = _OUTCOME.fullmatch(output)
    return (match[1], (match[2] or "").lower()) if match else ("", "")


def _value(value: Any) -> Any:
    """A fraction as text, or the two ends of an interval around an irrational value."""
    if value.isRealValue():
        return str(value.getRealValue())
    if value.isRealAlgebraicNumber():
        lower = value.getRealAlgebraicNumberLowerBound().getRealValue()
        upper = value.getRealAlgebraicNumberUpperBound().getRealValue()
        return [str(lower), str(upper)]
    return None
