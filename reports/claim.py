"""A claim in words: the definition with its parameters put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.definitions.registry import DEFINITIONS, PARAMETERS
from dpverify.reports.escape import shortened
from dpverify.reports.model import code
from dpverify.reports.views.claimed import Claimed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.refutations import Conclusion, Hypothesis
    from dpverify.reports.model import Inline

SYMBOLS = {name: parameter.symbol for name, parameter in PARAMETERS.items()}


def parameters_of(definition: str, given: Mapping[str, Any]) -> dict[str, str]:
    """Return the definition's own parameters among `given`, in the definition's order."""
    declared = DEFINITIONS.get(definition)
    if declared is not None:
        names = (*declared.details, *declared.parameters)
    else:
        # Loaded for refutations that compare, and for no definition.
        from dpverify.defs.comparisons import COMPARISONS

        compared = COMPARISONS.get(definition)
        names = tuple(SYMBOLS) if compared is None else compared.parameters
    return {name: given[name] for name in names if isinstance(given.get(name), str)}


def claimed(answer: Answer | Hypothesis | Conclusion) -> Claimed:
    """Return the definition with its parameters."""
    return Claimed(answer.definition, parameters_of(answer.definition, answer.given))


def parameter_spans(parameters: Mapping[str, str]) -> tuple[Inline, ...]:
    """Return "ε = 1 and δ = 1/10", empty without parameters."""
    return tuple(_joined([(f"{SYMBOLS.get(name, name)} = ", code(shortened(text, 80)))
                          for name, text in parameters.items()]))  # fmt: skip


def _joined(pairs: list[tuple[str, Inline]]) -> Iterator[Inline]:
    for number, (lead, span) in enumerate(pairs):
        yield f" and {lead}" if number else lead
        yield span


def claim_spans(answer: Answer) -> tuple[Inline, ...]:
    """Return "the channel satisfies pure-dp with ε = 1: …" with the definition in words."""
    with_parameters = parameter_spans(claimed(answer).parameters)
    lead: tuple[Inline, ...] = (code(answer.subject.name), " satisfies ", code(answer.definition))
    if with_parameters:
        lead = (*lead, " with ", *with_parameters)
    definition = DEFINITIONS.get(answer.definition)
    return (*lead, ".") if definition is None else (*lead, f": {sentence(definition.statement)}")


def scope_words(answer: Answer) -> str:
    """Return for what a claim is made, " on all real inputs", where that is more than one case."""
    kind = {"continuous": "real ", "integers": "integer "}.get(answer.subject.kind, "")
    words = f" on all {kind}inputs" if answer.all_inputs else ""
    if answer.range is None:
        return words
    over = answer.range.over
    return f"{words} for {'every eps' if over == 'all' else f'eps in {over}'}"


def sentence(text: str) -> str:
    """Return the text on one line, ending with a full stop."""
    flat = " ".join(text.split())
    return flat if flat.endswith(".") else f"{flat}."


def tight_figures(answer: Answer) -> Iterator[tuple[str, Figure]]:
    """Yield symbol and figure of every measured parameter."""
    for name, figure in answer.tight.items():
        yield SYMBOLS.get(name, name), figure


def tight_claim(answer: Answer) -> Claimed:
    """Return the claim at the tight value, where it holds with equality.

    Without parameters where that value is not known exactly, or where there are several.
    """
    claim = claimed(answer)
    if len(answer.tight) != 1:
        return Claimed(claim.definition, {})
    ((name, figure),) = answer.tight.items()
    at = {} if figure.exact is None else {**claim.parameters, name: figure.exact}
    return Claimed(claim.definition, at)
