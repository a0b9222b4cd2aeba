"""The page of one entry of the suite: what is claimed, how it ended, and on what that rests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.reports.claim import sentence
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.entry_report import rests_on
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import page, recheck
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import (
    Display,
    Report,
    Section,
    Span,
    Table,
    code,
    paragraph,
)
from dpverify.reports.proof_report import references
from dpverify.reports.refutation_report import refutation_blocks
from dpverify.reports.suite_report import as_registered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.proofs.entry import Mutant
    from dpverify.proofs.own import Change
    from dpverify.reports.model import Block, Cells, Style

    Row = Mapping[str, Any]

TONES: dict[str, Style] = {
    "proved": "good",
    "refuted": "bad",
    "unknown": "open",
    "follows": "seen",
    "computed": "seen",
    "tested": "seen",
    "vacuous": "open",
}
BY = {
    "lemma": "pointwise lemma, with its certificate",
    "sum": "sum over all outputs",
    "positive-part": "case split of a positive part",
    "cancel": "division by a factor > 0",
    "cases": "two cases",
    "square": "a square is not negative",
}


@dataclass(frozen=True)
class Proof:
    """A stored proof that the proof kernel accepted: for readers and for programs."""

    report: Report
    document: Mapping[str, Any]


def entry_page(
    row: Row,
    *,
    mutants: Sequence[Mutant] | Sequence[Change] = (),
    proof: Proof | None = None,
    counterexample: Sequence[Block] = (),
    index: str | None = None,
) -> str:
    """Return the page of one row of a `dpverify.suite` document.

    Args:
        row: the row, with its refutation where there is one.
        mutants: the false neighbours of the statement, for what each changes.
        proof: the stored proof, where the status rests on one.
        counterexample: what refutes the statement, where the row has no refutation.
        index: the page that this one is reached from.
    """
    status = Span(row["status"], TONES[row["status"]])
    return page(
        (status, " ", row["title"]),
        _card(tuple(_statement(row))),
        _refuted(row, counterexample),
        blocks_html(tuple(_examined(row, mutants))),
        _proved(proof),
        _recheck(row, proof),
        above=_back(row, index),
    )


def _card(blocks: Sequence[Block]) -> Html:
    return tag("section", blocks_html(blocks), class_="card")


def _back(row: Row, index: str | None) -> Html:
    link = tag("a", text("All claims"), href=index) if index else NOTHING
    between = text(" · ") if index else NOTHING
    return tag("p", link, between, tag("code", text(row["id"])), class_="back")


def _statement(row: Row) -> Iterator[Block]:
    yield paragraph(sentence(row["words"]), label="Statement")
    yield Display(tuple(row["formula"].splitlines()))
    ended = Span("as registered", "good") if as_registered(row) else Span("not so", "bad")
    yield paragraph(f"{row['status']}; registered as {row['expected']}: ", ended, label="Status")
    yield from rests_on(row)
    if row.get("reason"):
        reason = f"{row['reason']['text']} ({row['reason']['code']})"
        yield paragraph(reason, label="Stayed open")
    yield paragraph(sentence(row["source"]), label="Source")


def _refuted(row: Row, counterexample: Sequence[Block]) -> Html:
    """The essay, the counterexample in numbers and its drawings."""
    essay = (
        Section(heading, (paragraph(prose),)) for heading, prose in row.get("essay", {}).items()
    )
    parts = [tag("div", blocks_html(tuple(essay)), class_="plots")] if "essay" in row else []
    refutation = row.get("refutation")
    if refutation is not None:
        section = Section("Counterexample", tuple(refutation_blocks(refutation)))
        parts += [blocks_html((section,)), cards(figures_of(refutation))]
    elif counterexample:
        parts.append(blocks_html((Section("Counterexample", tuple(counterexample)),)))
    return join(parts, "\n")


def _examined(row: Row, mutants: Sequence[Mutant] | Sequence[Change]) -> Iterator[Block]:
    """How it was examined besides: shapes, instances, solvers, mutants."""
    blocks = [*_ways(row)]
    counts = row["mutants"]
    if counts["total"]:
        counted = (
            f"{counts['killed']} of {counts['total']} false neighbours of the statement refuted"
        )
        blocks.append(paragraph(counted, label="Mutants"))
    if mutants:
        survived = set(counts.get("survived", ()))
        blocks.append(Table(("mutant", "what it changes", ""), tuple(_mutants(mutants, survived))))
    if blocks:
        yield Section("How it was examined", tuple(blocks))


def _ways(row: Row) -> Iterator[Block]:
    if row.get("excluded"):
        yield paragraph(
            "solvers find no counterexample with ", row["excluded"], label="Bounded shapes"
        )
    if row.get("lemmas"):
        lemmas = row["lemmas"]
        by = "; ".join(
            f"{count} confirmed by {name}" for name, count in lemmas["confirmed"].items()
        )
        yield paragraph(f"{lemmas['total']} asked of solvers too: {by}", label="Lemmas")
    instances = row["instances"]
    if instances["generated"]:
        generated, met_hypotheses = instances["generated"], instances["met_hypotheses"]
        met = f"{generated} generated, of which {met_hypotheses} met the hypotheses"
        yield paragraph(met, label="Instances")


def _mutants(mutants: Sequence[Mutant] | Sequence[Change], survived: set[str]) -> Iterator[Cells]:
    for mutant in mutants:
        survives = mutant.name in survived
        ended = Span("not refuted", "bad") if survives else Span("refuted", "good")
        yield code(mutant.name), mutant.change, ended


def _proved(proof: Proof | None) -> Html:
    if proof is None:
        return NOTHING
    steps = tuple(_chain(proof.document["steps"]))
    chain = Section("The chain of the proof", (Table(("step", "by", "from"), steps),))
    sections = tuple(block for block in proof.report.blocks if isinstance(block, Section))
    others = tuple(b for b in proof.report.blocks if not isinstance(b, Section))[
        2:
    ]  # after the statement
    return join((blocks_html((chain,)), _card(others), blocks_html(sections)), "\n")


def _chain(steps: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[Cells]:
    """A line for each step; of an equivalence both directions, one after the other."""
    for direction, listed in steps.items():
        lead = f"{direction}: " if direction else ""
        for step in listed:
            named = (
                reference if isinstance(reference, str) else reference[0]
                for reference in references(step)
            )
            yield code(f"{lead}{step['name']}"), BY[step["by"]], ", ".join(dict.fromkeys(named))


def _recheck(row: Row, proof: Proof | None) -> Html:
    name = row["id"]
    if row.get("refutation") is not None:
        return recheck((f"dpverify replay {name}.json",), row["refutation"], f"{name}.json")
    if proof is not None:
        commands = (f"dpverify replay {name}.json", f"dpverify prove {name} --recheck-solvers")
        return recheck(commands, proof.document, f"{name}.json")
    shown = Section("How to re-check", (Display((f"dpverify prove {name}",), "sh"),))
    return blocks_html((shown,))
