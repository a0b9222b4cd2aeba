"""A claim in words: the definition with its parameters put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.comparisons import COMPARISONS
from dpverify.defs.notions.registry import DEFINITIONS, PARAMETERS
from dpverify.reports.escape import shortened
from dpverify.reports.figures import exact_text, figure_spans
from dpverify.reports.model import code

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Inline

SYMBOLS = {name: parameter.symbol for name, parameter in PARAMETERS.items()}


def parameters_of(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the definition's own parameters among `given`, in the definition's order."""
    given = document.get("given", {})
    notion = DEFINITIONS.get(document["definition"])
    compared = COMPARISONS.get(document["definition"])
    known = tuple(SYMBOLS) if compared is None else compared.parameters
    names = (*notion.details, *notion.parameters) if notion is not None else known
    return {name: given[name] for name in names if isinstance(given.get(name), str)}


def parameter_spans(parameters: Mapping[str, str]) -> tuple[Inline, ...]:
    """Return "ε = 1 and δ = 1/10", empty without parameters."""
    return tuple(_joined([(f"{SYMBOLS.get(name, name)} = ", code(shortened(text, 80)))
                          for name, text in parameters.items()]))  # fmt: skip


def _joined(pairs: list[tuple[str, Inline]]) -> Iterator[Inline]:
    for number, (lead, span) in enumerate(pairs):
        yield f" and {lead}" if number else lead
        yield span


def claim_spans(document: Mapping[str, Any]) -> tuple[Inline, ...]:
    """Return "the channel satisfies pure-dp with ε = 1: …" with the definition in words."""
    with_parameters = parameter_spans(parameters_of(document))
    lead: tuple[Inline, ...] = (
        code(source_of(document)),
        " satisfies ",
        code(document["definition"]),
    )
    if with_parameters:
        lead = (*lead, " with ", *with_parameters)
    notion = DEFINITIONS.get(document["definition"])
    return (*lead, ".") if notion is None else (*lead, f": {sentence(notion.statement)}")


def scope_words(document: Mapping[str, Any]) -> str:
    """Return for what a claim is made, " on all real inputs", where that is more than one case."""
    kind = {"continuous": "real ", "integers": "integer "}.get(document["subject"]["kind"], "")
    words = f" on all {kind}inputs" if document.get("all_inputs") is True else ""
    over = document.get("range", {}).get("over")
    if over is None:
        return words
    return f"{words} for {'every eps' if over == 'all' else f'eps in {over}'}"


def source_of(document: Mapping[str, Any]) -> str:
    """Return how to call the subject: its file, its title, or "the channel"."""
    subject = document.get("subject", {})
    title = subject.get("channel", subject.get("scenario", {})).get("title")
    return str(subject.get("source") or title or f"the {subject.get('kind', 'subject')}")


def sentence(text: str) -> str:
    """Return the text on one line, ending with a full stop."""
    flat = " ".join(text.split())
    return flat if flat.endswith(".") else f"{flat}."


def tight_figures(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield symbol and figure of every measured parameter."""
    for name, figure in document.get("tight", {}).items():
        yield SYMBOLS.get(name, name), figure


def tight_spans(document: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Inline, ...]]]:
    """Yield symbol and value of every measured parameter."""
    for symbol, figure in tight_figures(document):
        yield symbol, figure_spans(figure)


def tight_claim(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters at which the tight values make the claim hold with equality."""
    exact = {name: exact_text(figure) for name, figure in document.get("tight", {}).items()}
    found = {name: text for name, text in exact.items() if text is not None}
    return {**parameters_of(document), **found}
