"""What `dpverify explore` shows of one question: the numbers, the report, the drawings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.places import Place
from dpverify.defs.numbers import parse
from dpverify.reports.claim import claimed, parameter_spans, tight_figures
from dpverify.reports.drawings.figure import Axis, Curve, Panel
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.escape import shortened
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.figures import decimal_of
from dpverify.reports.html.blocks import blocks_html, inline_html, table_html
from dpverify.reports.html.cards import cards
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import Table, plain
from dpverify.reports.result_report import result_report
from dpverify.reports.scope import scope_of
from dpverify.reports.views.claimed import number_text, pair_line, set_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.figures import Figure as Number
    from dpverify.reports.drawings.figure import Coordinate, Figure, Point, Points
    from dpverify.reports.model import Cells, Inline

ASKED = {
    "eps": "smallest ε with δ = 0",
    "delta": "smallest δ at the claim's ε",
    "advantage": "total variation: a guess between two neighbours is right with probability 1/2"
    " and half of this",
}
COLUMNS = ("question", "answer", "attained by", "evidence", "inputs")


@dataclass(frozen=True)
class Measured:
    """The answer to one question, or why there is none."""

    answer: Answer | None
    stopped: str | None


def spoken(answer: Answer, measured: Mapping[str, Measured]) -> str:
    """Return what a screen reader says as the answer changes: the verdict and two numbers."""
    claim = plain(parameter_spans(claimed(answer).parameters))
    parts = [f"{answer.verdict}: {answer.definition} with {claim}"]
    for name, symbol in (("eps", "smallest ε"), ("delta", "smallest δ here")):
        parts += [f"{symbol}: {figure}" for figure in _figures(measured[name])]
    if answer.evidence is not None:
        parts.append(f"evidence: {answer.evidence}")
    return "; ".join(parts)


def _figures(measured: Measured) -> Iterator[str]:
    if measured.answer is not None:
        for _, figure in tight_figures(measured.answer):
            yield number_text(figure).removeprefix("= ")


def answer_html(
    answer: Answer, measured: Mapping[str, Measured], guess: Mapping[str, str] | None
) -> Html:
    """Return all of an answer.

    Args: answer of the claim; measured by name; guess how likely the best guess of the input is
        right, before and after the output is seen, of finite channels.
    """
    report = result_report(answer)
    title = tag("h2", inline_html(report.title))
    rows = [_row(name, measured[name]) for name in ASKED]
    if guess is not None:
        rows.append(_guess_row(guess, answer))
    table = _table(rows)
    heading = tag("h2", text("What is tight"))
    numbers = tag("section", heading, table, _meanings(rows), _scope(answer), class_="card")
    card = tag("section", title, blocks_html(report.blocks, 3), class_="card")
    return join((numbers, card, cards(figures_of(encode(answer)))), "\n")


def _table(rows: Sequence[Cells]) -> Html:
    """A row for each question; where the page is narrow, cells stand below each other."""
    head = tag("tr", *(tag("th", text(name), scope="col") for name in COLUMNS))
    body = (
        tag("tr", *(tag("td", inline_html((cell,)), data_name=name)
                    for name, cell in zip(COLUMNS, row, strict=True)))
        for row in rows
    )  # fmt: skip
    inner = tag("table", tag("thead", head), tag("tbody", *body), class_="index")
    return tag("div", inner, class_="scroll", tabindex="0", role="group",
               aria_label="what is tight")  # fmt: skip


def _meanings(rows: Sequence[Cells]) -> Html:
    """What the words for evidence mean, each once."""
    words = dict.fromkeys(str(row[3]) for row in rows)
    lines = [f"{word}: {EVIDENCE[word]}" for word in words if word in EVIDENCE]
    return tag("p", text(f"Evidence. {'; '.join(lines)}."), class_="note") if lines else NOTHING


def _scope(answer: Answer) -> Html:
    return tag("p", text(f"For what: {scope_of(answer).text}."), class_="note")


def _row(name: str, measured: Measured) -> Cells:
    answer = measured.answer
    if answer is None:
        return (ASKED[name], f"not decided: {measured.stopped}", "", "", "")
    shown = ", ".join(_figures(measured))
    return (ASKED[name], shown, _where(answer), answer.evidence or "", scope_of(answer).brief)


def _where(answer: Answer) -> Inline:
    place = answer.attained_by
    if not isinstance(place, Place):
        return ""
    pair = pair_line(place.inputs).split(None, 1)[1]
    return f"{pair}, event {set_text(place.event)}" if place.event else ""


def _guess_row(guess: Mapping[str, str], answer: Answer) -> Cells:
    """The chance of the best guess; exact arithmetic, and no document that a kernel reads."""
    advantage, after = guess["advantage"], guess["after"]
    near = decimal_of(parse(advantage))
    right = f"right with {guess['before']} before the output is seen, {shortened(after, 40)} after"
    return (
        f"advantage in guessing the input: {right}",
        " ".join((shortened(advantage, 60), near if near.startswith("≈") else f"= {near}")),
        "the likeliest input of each output",
        "computed",
        scope_of(answer).brief,
    )


def curve_html(points: Sequence[tuple[str, Measured]]) -> Html:
    """Return δ against ε for noise that no table holds: enclosures, drawn and in a table.

    Nothing where no value was decided.
    """
    rows: list[Cells] = []
    lower: list[Point] = []
    upper: list[Point] = []
    for eps, measured in points:
        if measured.answer is None:
            rows.append((eps, f"not decided: {measured.stopped}", ""))
            continue
        ((_, figure),) = tight_figures(measured.answer)
        (shown,) = _figures(measured)
        rows.append((eps, shown, measured.answer.evidence or ""))
        low, high = _ends(figure)
        lower.append((parse(eps), low))
        upper.append((parse(eps), high))
    if not lower:
        return NOTHING
    table = table_html(Table(("ε", "smallest δ", "evidence"), tuple(rows)))
    listed = tag("section", tag("h2", text("δ at these ε")), table, class_="card")
    return join((cards([_curve(lower, upper)]), listed), "\n")


def _ends(figure: Number) -> tuple[Coordinate, Coordinate]:
    """Both ends of what is known of a number."""
    if figure.exact is not None:
        return parse(figure.exact), parse(figure.exact)
    return parse(figure.lower or "0"), parse(figure.upper or "1")


def _curve(lower: Points, upper: Points) -> Figure:
    panel = Panel(
        "δ as a function of ε", Axis("ε", "nats"), Axis("δ"),
        [Curve("the smallest δ, from above", upper, "truth"),
         Curve("the same from below", lower, "other")],
        description="smallest δ against ε",
    )  # fmt: skip
    caption = (
        "Both lines lie on each other where the enclosures are narrow. Between the listed values"
        " they are drawn straight."
    )
    return panel.alone("delta-curve", caption)
