"""cvc5 through its Python API; runs in the solver's own process alone. Optional: extra `cvc5`."""

from __future__ import annotations

from typing import Any


def run(text: str, work: int, seconds: float) -> dict[str, Any]:
    """Answer one question: a solver of its own, counted work first."""
    try:
        import cvc5
    except ImportError:
        reason = "cvc5 is not installed; install dpverify[cvc5]"
        return {"outcome": "unknown", "reason": reason, "version": ""}
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    for option, value in _options(work, seconds).items():
        solver.setOption(option, value)
    symbols = cvc5.SymbolManager(terms)
    outcome = _last_output(cvc5, solver, symbols, text)
    answer: dict[str, Any] = {"outcome": outcome, "version": cvc5.__version__}
    if outcome == "sat":
        answer["model"] = {
            str(term): _value(solver.getValue(term)) for term in symbols.getDeclaredTerms()
        }
    elif outcome == "unknown":
        answer["reason"] = "incomplete or out of work"
    return answer


def _options(work: int, seconds: float) -> dict[str, str]:
    return {
        "produce-models": "true",
        "nl-cov": "true",
        "rlimit": str(work),
        "tlimit-per": str(max(1, int(seconds * 1000))),
    }


def _last_output(cvc5: Any, solver: Any, symbols: Any, text: str) -> str:
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    output = ""
    while not (command := parser.nextCommand()).isNull():
        output = str(command.invoke(solver, symbols)) or output
    return output.strip()


def _value(value: Any) -> Any:
    """A fraction as text, or the two ends of an interval around an irrational value."""
    if value.isRealValue():
        return str(value.getRealValue())
    if value.isRealAlgebraicNumber():
        lower = value.getRealAlgebraicNumberLowerBound().getRealValue()
        upper = value.getRealAlgebraicNumberUpperBound().getRealValue()
        return [str(lower), str(upper)]
    return None
