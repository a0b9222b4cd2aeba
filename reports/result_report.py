"""A result document (`dpverify.result`) as a report that reads like a short proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.claim import (
    claim_spans,
    parameter_spans,
    parameters_of,
    scope_words,
    source_of,
    tight_spans,
)
from dpverify.reports.continuous_report import (
    approached_blocks,
    bound_blocks,
    value_blocks,
    word_blocks,
)
from dpverify.reports.divergence_report import (
    KEYS,
    divergence_blocks,
    is_divergence,
    trade_off_blocks,
)
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.figures import exact_of, exact_text, figure_decimal, figure_spans
from dpverify.reports.guess_witness import guess_blocks, set_spans
from dpverify.reports.inequality import inequality
from dpverify.reports.knowledge_report import setting_blocks
from dpverify.reports.model import Display, Inline, Report, Span, Table, code, paragraph
from dpverify.reports.range_report import range_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.reports.model import Block

    Document = Mapping[str, Any]

COVERED = "inputs"
"""The one member of `checked` that is no count: in words, which inputs the result is about."""
VERDICTS = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("unknown", "open"),
}


def result_report(document: Document, recheck: Sequence[str] = ()) -> Report:
    """Return the report of one result.

    Args:
        document: a `dpverify.result` with or without a verdict.
        recheck: command lines that save and replay this result.
    """
    return Report(_title(document), tuple(_blocks(document, recheck)))


def _title(document: Document) -> tuple[Inline, ...]:
    with_parameters = parameter_spans(parameters_of(document))
    lead: tuple[Inline, ...] = (document["definition"],)
    if with_parameters:
        lead = (*lead, " with ", *with_parameters)
    scope = scope_words(document)
    if "verdict" not in document:
        return ("The tight parameter of ", code(source_of(document)), " for ", *lead, scope)
    return (VERDICTS[document["verdict"]], ": ", *lead, ", ", code(source_of(document)), scope)


def _blocks(document: Document, recheck: Sequence[str]) -> Iterator[Block]:
    verdict = document.get("verdict")
    if verdict is not None:
        yield paragraph(*claim_spans(document), label="Claim")
    for line in document.get("subject", {}).get("read", ()):
        yield paragraph(str(line), label="Read as")
    if verdict == "unknown":
        reason = document["reason"]
        yield paragraph(reason["text"], f" ({reason['code']})", label="Stopped")
    if "range" in document:
        yield from range_blocks(document)
    if verdict == "fails" and "witness" in document:
        yield from witness_blocks(document, document["witness"], parameters_of(document))
    yield from _tight_blocks(document)
    yield from trade_off_blocks(document)
    yield from approached_blocks(document)
    yield from bound_blocks(document)
    yield from _closing(document, recheck)


def _tight_blocks(document: Document) -> Iterator[Block]:
    """Show the tight value and, unless the witness is the same event, where it is attained."""
    attained, witness = document.get("attained_by"), document.get("witness")
    same = attained is not None and _same_event(attained, witness)
    pair = is_divergence(attained or {}) or "value" in (attained or {})
    what = "inputs" if pair else "inputs and the event"
    where = (f", attained by the {what} above",) if same else ()
    for symbol, spans in tight_spans(document):
        yield paragraph(f"the smallest {symbol} that holds is ", *spans, *where, label="Tight")
    if attained is not None and not same:
        yield from witness_blocks(document, attained, _at_tight(document), label="Attained by")


def _same_event(attained: Document, witness: Document | None) -> bool:
    keys = (
        "inputs",
        "event",
        "word",
        "released",
        "probabilities",
        "setting",
        "terms",
        "value",
        *KEYS,
    )
    return witness is not None and all(attained.get(key) == witness.get(key) for key in keys)


def _at_tight(document: Document) -> dict[str, str]:
    """Return the parameters with the one tight value put in; several would be ambiguous."""
    parameters = parameters_of(document)
    tight = document.get("tight", {})
    if len(tight) == 1:
        name, figure = next(iter(tight.items()))
        exact = figure.get("exact")
        return {} if exact is None else {**parameters, name: exact}
    return {}


def witness_blocks(
    document: Document, witness: Document, parameters: Mapping[str, str], label: str = "Inputs"
) -> Iterator[Block]:
    """Yield two inputs, the event, both probabilities and the inequality between them."""
    if "word" in witness:
        yield from word_blocks(witness, label)
        return
    if "value" in witness:
        yield from value_blocks(witness, label)
        return
    if is_divergence(witness):
        yield from divergence_blocks(witness, label)
        return
    if "setting" in witness and document["definition"] == "guessing-advantage":
        yield from guess_blocks(witness, label)
    if "terms" in witness:
        yield from setting_blocks(document["definition"], witness)
    if "probabilities" not in witness or "inputs" not in witness:
        return
    first, second = witness["inputs"]
    yield paragraph("x = ", code(first), " and x' = ", code(second), label=label)
    yield paragraph(*event_spans(witness["event"]), label="Event")
    yield _probability_table(witness["inputs"], witness["probabilities"])
    yield from inequality_blocks(document["definition"], parameters, witness)


def inequality_blocks(
    definition: str, parameters: Mapping[str, str], witness: Document
) -> Iterator[Block]:
    """Yield the inequality with numbers, then by how much it is violated."""
    probabilities = [exact_of(figure) for figure in witness["probabilities"]]
    needed = {"pure-dp": 1, "local-dp": 1}.get(definition, 2)
    if len(parameters) >= needed and None not in probabilities:
        p, q = probabilities
        found = inequality(definition, parameters, (str(p), str(q)))
        if found is not None:
            yield Display(found.lines())
    if "excess" in witness:
        yield paragraph(*figure_spans(witness["excess"]), label="Excess")


def event_spans(event: Sequence[str]) -> tuple[Inline, ...]:
    """Return "S = {a, b}", shortened beyond a dozen outputs."""
    return set_spans("S", event)


def _probability_table(
    inputs: Sequence[str], probabilities: Sequence[Mapping[str, Any] | str]
) -> Table:
    names = (("P(S)", inputs[0]), ("Q(S)", inputs[1]))
    rows = tuple(
        (f"{name}, on input {label}", code(exact_text(figure) or ""), figure_decimal(figure))
        for (name, label), figure in zip(names, probabilities, strict=True)
    )
    return Table(("probability", "exact", "decimal"), rows)


def _closing(document: Document, recheck: Sequence[str]) -> Iterator[Block]:
    evidence = document.get("evidence")
    if evidence is not None:
        yield paragraph(evidence, f": {EVIDENCE[evidence]}", label="Evidence")
    for assumption in document.get("assumptions", ()):
        yield paragraph(assumption, label="Assuming")
    checked = document.get("checked")
    if checked is not None:
        counts = [f"{count} {name}" for name, count in checked.items() if name != COVERED]
        covered = [checked[COVERED]] if COVERED in checked else []
        yield paragraph("; ".join([*covered, ", ".join(counts)]), label="Checked")
    if "not_rechecked" in document:
        yield paragraph("not re-checked: ", document["not_rechecked"], label="Kernel")
    if recheck:
        yield paragraph("save the result, then let the kernel re-check it:", label="Re-check")
        yield Display(tuple(recheck), "sh")
