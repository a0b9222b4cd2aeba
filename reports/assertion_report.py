"""What a failed assertion says: the claim, the tight value and the witness, in at most 25 lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.notions.registry import DEFINITIONS
from dpverify.reports.claim import SYMBOLS, parameters_of, source_of, tight_figures
from dpverify.reports.divergence_report import divergence_lines, is_divergence
from dpverify.reports.escape import elided, shortened, visible
from dpverify.reports.figures import exact_of, figure_decimal
from dpverify.reports.knowledge_report import setting_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Document = Mapping[str, Any]

LABEL = 11
SHOWN_OUTPUTS = 8
SHOWN_LABEL = 24
SHOWN_NUMBER = 36
MOST_LINES = 25


def failure_message(
    document: Document, *, saved: str = "", bound: Document | None = None, note: str = ""
) -> str:
    """Return the message of a claim that fails or stays open.

    Args:
        document: a `dpverify.result` whose verdict is "fails" or "unknown".
        saved: the file of the counterexample, empty where there is none.
        bound: the result on the pair alone, where the other pairs were not looked at.
        note: one more line.
    """
    lines = [_headline(document), *_claim(document)]
    if document["verdict"] == "unknown":
        reason = document["reason"]
        lines.append(_line("stopped", f"{_brief(reason['text'], 200)} ({reason['code']})"))
        lines.append(_line("note", "what is not decided has not been shown, so it does not pass"))
    else:
        lines += [*_tight(document, bound), *_witness(document)]
    if "not_rechecked" in document:
        lines.append(_line("kernel", f"not re-checked: {_brief(document['not_rechecked'], 200)}"))
    if note:
        lines.append(_line("note", _brief(note, 200)))
    if saved:
        lines += [_line("saved", saved), _line("re-check", f"dpverify replay {saved}")]
    return "\n".join(lines[:MOST_LINES])


def _headline(document: Document) -> str:
    verb = "does not satisfy" if document["verdict"] == "fails" else "was not shown to satisfy"
    return f"{_brief(source_of(document), 60)} {verb} {_claim_words(document)}"


def _claim_words(document: Document) -> str:
    given = (f"{SYMBOLS.get(k, k)} = {_brief(v, 40)}" for k, v in parameters_of(document).items())
    return f"{document['definition']} with {', '.join(given)}"


def _claim(document: Document) -> Iterator[str]:
    notion = DEFINITIONS.get(document["definition"])
    if notion is not None:
        yield _line("claim", notion.formula)


def _tight(document: Document, bound: Document | None) -> Iterator[str]:
    for symbol, figure in tight_figures(document):
        yield _line("tight", f"{symbol} {_number(figure)} is the smallest that holds")
    for symbol, figure in tight_figures(bound or {}):
        words = "by the saved pair, which was tried first"
        yield _line("tight", f"at least {symbol} {_number(figure)}, {words}")


def _situation(witness: Document) -> Iterator[str]:
    for name, labels in witness["setting"].items():
        yield _line(name, _event(labels)[4:])
    yield _line("event", _event(witness["event"])[4:])
    prior, posterior = witness["probabilities"]
    for name, figure in (("prior", prior), ("posterior", posterior), ("excess", witness["excess"])):
        yield _line(name, _number(figure))


def _witness(document: Document) -> Iterator[str]:
    if "witnesses" in document:  # a claim for every ε of a range
        first, *_ = document["witnesses"]
        yield _line("at", f"{SYMBOLS['eps']} = {_brief(first['eps'], 40)}, for one")
        yield from _witness(first["result"])
        return
    witness = document["witness"]
    if "terms" in witness:
        yield from (f"  {line}" for line in setting_lines(witness))
        return
    if "inputs" not in witness:
        yield from _situation(witness)
        return
    first, second = (_label(label) for label in witness["inputs"])
    yield _line("inputs", f"x = {first}, x' = {second}")
    if "value" in witness:
        yield _line("value", figure_decimal(witness["value"]))
        yield _line("excess", figure_decimal(witness["excess"]))
        return
    if is_divergence(witness):
        yield from (_line(name, text) for name, text in divergence_lines(witness))
        return
    word = "word" in witness
    if word:
        values = ", ".join(witness.get("released", []))
        told = f", released: {_brief(values, 60)}" if values else ""
        yield _line("word", f"{_label(witness['word'])}{told}")
    else:
        yield _line("event", _event(witness["event"]))
    p, q = witness.get("densities") or witness["probabilities"]
    name = ("density" if "densities" in witness else "P(word)") if word else "P(S)"
    other = name if word else "Q(S)"
    yield ""
    rows = [("", "exact", "decimal")]
    for row_name, figure in (
        (f"{name}, on input {first}", p),
        (f"{other}, on input {second}", q),
        ("excess", witness["excess"]),
    ):
        rows.append(
            (row_name, elided(exact_of(figure) or "–", SHOWN_NUMBER), figure_decimal(figure))
        )
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for row in rows:
        yield f"  {row[0]:<{widths[0]}}   {row[1]:<{widths[1]}}   {row[2]}"
    yield ""


def _event(event: Sequence[str]) -> str:
    shown = ", ".join(_label(label) for label in event[:SHOWN_OUTPUTS])
    more = len(event) - SHOWN_OUTPUTS
    return f"S = {{{shown}{f', … {more} more' if more > 0 else ''}}}"


def _number(figure: Mapping[str, Any]) -> str:
    """Return "= 1/2", "= ln(3) ≈ 1.1", or the decimal where that is all there is."""
    exact, decimal = exact_of(figure), figure_decimal(figure)
    if exact is None:
        return decimal
    return f"= {exact}" if decimal == exact else f"= {elided(exact, SHOWN_NUMBER)} {_near(decimal)}"


def _near(decimal: str) -> str:
    return decimal if decimal.startswith(("≈", "in")) else f"= {decimal}"


def _label(label: str) -> str:
    return f"'{elided(visible(label), SHOWN_LABEL)}'"


def _brief(text: str, limit: int) -> str:
    return shortened(visible(text), limit)


def _line(label: str, text: str) -> str:
    return f"  {label:<{LABEL - 2}} {text}"
