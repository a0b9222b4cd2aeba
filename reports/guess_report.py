"""What ε means to a guesser, as a report: one row for each way to know more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.figures import Figure, read_figure
from dpverify.reports.figures import figure_decimal
from dpverify.reports.model import Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block, Inline

    Document = Mapping[str, Any]

MEANINGS = {
    "worst prior": "any prior",
    "simplified": "p and R",
    "annuli": "balls about x (repaired)",
    "main": "the prior, main bound",
    "union": "union of tight ones",
    "tight": "the prior, tight",
}


def guess_report(document: Document) -> Report:
    """Return the report of a `dpverify.guess` document."""
    given = document["given"]
    parameter, number = next(iter(given.items()))
    title = (
        ("What ε = ", code(number), " means to a guesser")
        if parameter == "eps"
        else ("The ε that keeps the advantage within ", code(number))
    )
    return Report(title, tuple(_blocks(document, parameter)))


def _blocks(document: Document, parameter: str) -> Iterator[Block]:
    for attribute in document["attributes"]:
        yield paragraph(
            code(attribute["source"]),
            f", guessed within r = {attribute['precision']}; {attribute['values']}"
            f" values, R = {attribute['range']} (distances in units of r); {attribute['note']}",
            label="Attribute",
        )  # fmt: skip
    yield paragraph(_goal(document), label="Goal")
    yield _table(document, parameter)
    yield paragraph(_reading(parameter), label="Read")


def _goal(document: Document) -> str:
    several = len(document["attributes"]) > 1
    combine = {"and": "all of them", "or": "one of them at least"}[document["given"]["combine"]]
    who = f"guess {combine}" if several else "guess it"
    sign = document["given"]["sign"]
    return f"{who}; advantage: " + (
        "posterior − prior" if sign == "gain" else "prior − posterior, what the output takes away"
    )


def _table(document: Document, parameter: str) -> Table:
    eps = parameter == "advantage"
    last = ("largest ε",) if eps else ("posterior", "advantage")
    rows = []
    for answer in document["answers"]:
        at = ", ".join(answer.get("at", ())) or "–"
        cells: tuple[Inline, ...] = (
            MEANINGS[answer["method"]], at, figure_decimal(read_figure(answer["prior"])),
        )  # fmt: skip
        shown = ("eps",) if eps else ("posterior", "advantage")
        rows.append((*cells, *(_figure(read_figure(answer[key])) for key in shown)))
    return Table(("known", "worst true value", "prior", *last), tuple(rows))


def _figure(figure: Figure) -> str:
    if figure.exact is None and figure.upper == "inf":
        return f"above {figure.lower}"
    return figure_decimal(figure)


def _reading(parameter: str) -> str:
    if parameter == "eps":
        return (
            "no ε·d-private mechanism gives the attacker more; the tight row is reached by one, the"
            " others bound it. ε is per r: a mechanism that is ε/r-private per unit will do."
        )
    return (
        "every mechanism that is ε·d-private with at most that ε keeps the attacker within it; the"
        " tight row is the truth, beyond it some mechanism exceeds it. ε is per r."
    )
