"""What ε means to a guesser, as a report: one row for each way to know more."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.guesses import Guess
from dpverify.defs.numbers import as_value, enclosure, parse
from dpverify.reports.evidence import not_rechecked
from dpverify.reports.figures import figure_decimal
from dpverify.reports.model import Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.checkers.answers.figures import Figure
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

SCOPE = (
    "the attribute and its prior as given, or in the first rows any prior, and every ε·d-private"
    " mechanism; not covered: other attributes, other goals than those above"
)
INDEPENDENT = "under the prior the attributes are independent of each other"
PER_R = "ε is per r"
OF_SEVERAL = (
    "d is the largest difference of an attribute, in units of its r: a mechanism that is private"
    " for each attribute alone need not be ε·d-private, as all of them may change at once"
)
"""With k attributes such mechanisms add up to k·ε."""


def guess_report(document: Document) -> Report:
    """Return the report of a `dpverify.guess` document."""
    guess = decode(Guess, document)
    parameter = "eps" if "eps" in guess.given else "advantage"
    number = guess.given[parameter]
    title = (
        ("What ε = ", code(str(number)), " means to a guesser")
        if parameter == "eps"
        else ("The ε that keeps the advantage within ", code(str(number)))
    )
    return Report(title, tuple(_blocks(guess, parameter)))


def _blocks(guess: Guess, parameter: str) -> Iterator[Block]:
    yield paragraph(_plain(guess, parameter), label="In short")
    for attribute in guess.attributes:
        yield paragraph(
            code(attribute.source),
            f", guessed within r = {attribute.precision.exact}; {attribute.values} values,"
            f" R = {attribute.range.exact} (distances in units of r); {attribute.note}",
            label="Attribute",
        )  # fmt: skip
    yield paragraph(_goal(guess), label="Goal")
    yield from _cells(guess)
    yield _table(guess, parameter)
    yield paragraph(_reading(guess, parameter), label="Read")
    yield paragraph(SCOPE, label="Scope")
    if len(guess.attributes) > 1:
        yield paragraph(INDEPENDENT, label="Assuming")
    if guess.not_rechecked is not None:
        yield not_rechecked(guess.not_rechecked)


def _plain(guess: Guess, parameter: str) -> str:
    """What it means, in a sentence: by the tight answer, else by the last of the bounds."""
    answer = next((a for a in guess.answers if a.method == "tight"), guess.answers[-1])
    if parameter == "eps":
        before, after = figure_decimal(answer.prior), _figure(answer.posterior or answer.prior)
        # What the output takes away is bounded by how small the posterior becomes.
        end = "at most" if guess.given["sign"] == "gain" else "at least"
        return (
            f"At ε = {guess.given['eps']}, a guess that is right with probability {before} before"
            f" the output is seen is right with probability {end} {after} after it, for the worst"
            " mechanism."
        )
    limit, gains = guess.given["advantage"], guess.given["sign"] == "gain"
    most = f"{'gains' if gains else 'loses'} more than {limit} in his chance to guess right"
    figure = answer.eps
    if figure is None or figure.exact == "inf":
        return f"Whatever ε is, nobody with this prior who sees the output {most}."
    who = "nobody with this prior who sees the output"
    return f"As long as ε is at most {_downwards(figure)}, {who} {most}."


def _downwards(figure: Figure) -> str:
    """Four digits, rounded downwards: what is said to be small enough is."""
    least = Decimal(figure.lower or enclosure(parse(figure.exact or "0"), 16)[0])
    if not least:
        return "0"
    unit = Decimal(1).scaleb(least.adjusted() - 3)
    return f"{least.quantize(unit, ROUND_FLOOR).normalize():f}"


def _cells(guess: Guess) -> Iterator[Block]:
    """What stands for a true value that is no value itself, as of a distribution in cells."""
    given = guess.given.get("at", ())
    answered = next((answer.at for answer in guess.answers if answer.at), ())
    for value, taken in zip(given, answered, strict=False):
        if as_value(value) != as_value(taken.exact):
            text = ", the middle of its cell, is looked at in place of "
            yield paragraph(code(str(taken.exact)), text, code(value), label="True value")


def _goal(guess: Guess) -> str:
    several = len(guess.attributes) > 1
    combine = {"and": "all of them", "or": "one of them at least"}[str(guess.given["combine"])]
    who = f"guess {combine}" if several else "guess it"
    sign = guess.given["sign"]
    return f"{who}; advantage: " + (
        "posterior − prior" if sign == "gain" else "prior − posterior, what the output takes away"
    )


def _table(guess: Guess, parameter: str) -> Table:
    eps = parameter == "advantage"
    last = ("largest ε",) if eps else ("posterior", "advantage")
    rows = []
    for answer in guess.answers:
        at = ", ".join(value.exact or "" for value in answer.at) or "–"
        figures = (answer.eps,) if eps else (answer.posterior, answer.advantage)
        cells: tuple[Inline, ...] = (MEANINGS[answer.method], at, figure_decimal(answer.prior))
        rows.append((*cells, *(_figure(figure) for figure in figures if figure is not None)))
    worst = "true value" if guess.given.get("at") else "worst true value"
    return Table(("what is known", worst, "prior", *last), tuple(rows))


def _figure(figure: Figure) -> str:
    if figure.exact is None and figure.upper == "inf":
        return f"above {figure.lower}"
    shown = figure_decimal(figure)
    return _between(shown) if shown.startswith("in [") else shown


def _between(shown: str) -> str:
    """An interval with seven digits, rounded outwards."""
    ends = [Decimal(end) for end in shown[4:-1].split(", ")]
    if not all(end.is_finite() and end for end in ends):
        return shown
    ways = ROUND_FLOOR, ROUND_CEILING
    low, high = (
        end.quantize(Decimal(1).scaleb(end.adjusted() - 6), way)
        for end, way in zip(ends, ways, strict=True)
    )
    return f"in [{low:f}, {high:f}]"


def _reading(guess: Guess, parameter: str) -> str:
    """How rows are to be read; a product of many values has no tight one."""
    tight = any(answer.method == "tight" for answer in guess.answers)
    several = len(guess.attributes) > 1
    if parameter == "eps":
        more = "gives the attacker more" if guess.given["sign"] == "gain" else "takes away more"
        rows = (
            "the tight row is reached by one, the others bound it" if tight else "rows are bounds"
        )
        unit = f"{PER_R}: a mechanism that is ε/r-private per unit will do"
        return f"no ε·d-private mechanism {more}; {rows}. {OF_SEVERAL if several else unit}."
    rows = (
        "the tight row is the truth, beyond it some mechanism exceeds it"
        if tight
        else "rows are bounds: a larger ε may do as well"
    )
    return (
        "every mechanism that is ε·d-private with at most that ε keeps the"
        f" {'attacker' if guess.given['sign'] == 'gain' else 'advantage'} within it; {rows}."
        f" {OF_SEVERAL if several else PER_R}."
    )
