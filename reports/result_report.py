"""A result as a report that reads like a short proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.answers.places import DivergencePlace, LossPlace, PairValue
from dpverify.reports.claim import (
    claim_spans,
    claimed,
    parameter_spans,
    scope_words,
    tight_claim,
    tight_figures,
)
from dpverify.reports.evidence import EVIDENCE, not_rechecked
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Display, Inline, Report, Span, code, paragraph
from dpverify.reports.plain_words import plain_words
from dpverify.reports.scope import scope_of
from dpverify.reports.views.bounds import (
    approached_blocks,
    bound_blocks,
    direction_blocks,
    trade_off_blocks,
)
from dpverify.reports.views.places import place_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.model import Block

COVERED = "inputs"
"""The one member of `checked` that is no count: in words, which inputs the result is about."""
VERDICTS = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("unknown", "open"),
}
WHERE = (
    "inputs", "event", "word", "released", "probabilities", "setting", "theta", "target", "values",
    "terms", "value", "outputs", "losses", "order", "divergence",
)  # fmt: skip
"""What places have in common where they are the same, whichever kinds they are."""


def result_report(answer: Answer, recheck: Sequence[str] = ()) -> Report:
    """Return the report of one result.

    Args:
        answer: with a verdict or without.
        recheck: command lines that save and replay this result.
    """
    return Report(result_title(answer), tuple(_blocks(answer, recheck)))


def result_title(answer: Answer) -> tuple[Inline, ...]:
    """Return the title of that report, which says what was found, by itself."""
    with_parameters = parameter_spans(claimed(answer).parameters)
    lead: tuple[Inline, ...] = (answer.definition,)
    if with_parameters:
        lead = (*lead, " with ", *with_parameters)
    name, scope = code(answer.subject.name), scope_words(answer)
    if answer.verdict is None:
        return ("The tight parameter of ", name, " for ", *lead, scope)
    return (VERDICTS[answer.verdict], ": ", *lead, ", ", name, scope)


def _blocks(answer: Answer, recheck: Sequence[str]) -> Iterator[Block]:
    yield from opening_blocks(answer)
    yield from scope_blocks(answer)
    yield from outcome_blocks(answer)
    yield from evidence_blocks(answer)
    if recheck:
        yield paragraph("save the result, then let the kernel re-check it:", label="Re-check")
        yield Display(tuple(recheck), "sh")


def opening_blocks(answer: Answer) -> Iterator[Block]:
    """Yield what the answer means, and what is claimed."""
    plain = plain_words(answer)
    if plain is not None:
        yield paragraph(*plain, label="In short")
    if answer.verdict is not None:
        yield paragraph(*claim_spans(answer), label="Claim")


def scope_blocks(answer: Answer) -> Iterator[Block]:
    """Yield for which inputs the answer stands, and how they were read."""
    scope = scope_of(answer)
    yield paragraph(scope.text, label="Scope")
    for line in answer.subject.read:
        if line != scope.covers:
            yield paragraph(line, label="Read as")


def outcome_blocks(answer: Answer) -> Iterator[Block]:
    """Yield why it stayed open; the witness; the tight value and what it rests on."""
    if answer.reason is not None:
        yield paragraph(answer.reason.text, f" ({answer.reason.code})", label="Stopped")
        from dpverify.reports.views.advice import advice_blocks

        yield from advice_blocks(answer.reason)
    if answer.range is not None:
        from dpverify.reports.views.range import range_blocks

        yield from range_blocks(answer.range, answer.witnesses)
    if answer.witness is not None:
        yield from place_blocks(answer.witness, claimed(answer))
    yield from _tight_blocks(answer)
    yield from trade_off_blocks(answer.trade_off)
    yield from direction_blocks(answer.directions)
    yield from approached_blocks(answer)
    yield from bound_blocks(answer)


def _tight_blocks(answer: Answer) -> Iterator[Block]:
    """Show the tight value and, unless the witness is the same event, where it is attained."""
    attained, same = answer.attained_by, _attained_by_the_witness(answer)
    pair = isinstance(attained, LossPlace | DivergencePlace | PairValue)
    what = "inputs" if pair else "inputs and the event"
    where = (f", attained by the {what} above",) if same else ()
    for symbol, figure in tight_figures(answer):
        if figure.exact is None and figure.upper == "inf":
            shown = "by these inputs" if pair else "by the event below"
            text = f"{symbol} ≥ {figure.lower}, {shown}; nothing bounds it from above"
            yield paragraph(text, label="At least")
            continue
        if figure.exact == "inf":
            words = f"no finite {symbol} holds, the smallest is "
            yield paragraph(words, code("inf"), *where, label="Tight")
            continue
        spans = figure_spans(figure)
        yield paragraph(f"the smallest {symbol} that holds is ", *spans, *where, label="Tight")
    if attained is not None and not same:
        yield from place_blocks(attained, tight_claim(answer), "Attained by")


def _attained_by_the_witness(answer: Answer) -> bool:
    """Whether the tight value is attained at the place that violates the claim."""
    attained, witness = answer.attained_by, answer.witness
    if attained is None or witness is None:
        return False
    return all(getattr(attained, name, None) == getattr(witness, name, None) for name in WHERE)


def evidence_blocks(answer: Answer) -> Iterator[Block]:
    """Yield on what the answer rests."""
    if answer.evidence is not None:
        yield paragraph(f"{answer.evidence}: {EVIDENCE[answer.evidence]}", label="Evidence")
    for assumption in answer.assumptions:
        yield paragraph(assumption, label="Assuming")
    if answer.checked:
        counts = [_counted(n, name) for name, n in answer.checked.items() if name != COVERED]
        covered = [str(answer.checked[COVERED])] if COVERED in answer.checked else []
        yield paragraph("; ".join([*covered, ", ".join(counts)]), label="Checked")
    if answer.not_rechecked is not None:
        yield not_rechecked(answer.not_rechecked)


def _counted(count: object, name: str) -> str:
    """Return "2 pairs", or "1 word": the names are plurals."""
    return f"{count} {name.removesuffix('s') if count == 1 else name}"
