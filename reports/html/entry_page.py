"""The page of one entry of the suite: what is claimed, how it ended, and on what that rests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.proofs import read_proof
from dpverify.reports.claim import sentence
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.entry_report import rests_on
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import opening, page, recheck
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import (
    Display,
    Formula,
    Report,
    Section,
    Span,
    Table,
    code,
    paragraph,
    strong,
)
from dpverify.reports.proof_report import name_of, references
from dpverify.reports.refutation_report import refutation_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.proofs import Step
    from dpverify.checkers.answers.suites import SuiteEntry
    from dpverify.proofs.entry import Mutant
    from dpverify.proofs.own import Change
    from dpverify.reports.model import Block, Cells, Style

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
    entry: SuiteEntry,
    *,
    mutants: Sequence[Mutant] | Sequence[Change] = (),
    proof: Proof | None = None,
    counterexample: Sequence[Block] = (),
    index: str | None = None,
) -> str:
    """Return the page of one entry of a run of the suite.

    Args:
        entry: what became of it, with its refutation where there is one.
        mutants: the false neighbours of the statement, for what each changes.
        proof: the stored proof, where the status rests on one.
        counterexample: what refutes the statement, where the entry has no refutation.
        index: the page that this one is reached from.
    """
    status = Span(entry.status, TONES[entry.status])
    return page(
        (status, " ", entry.title),
        _card(tuple(_statement(entry))),
        _refuted(entry, counterexample),
        _proved(proof),
        blocks_html(tuple(_examined(entry, mutants))),
        _recheck(entry, proof),
        above=_back(entry, index),
    )


def _card(blocks: Sequence[Block]) -> Html:
    return tag("section", opening(blocks), class_="card")


def _back(entry: SuiteEntry, index: str | None) -> Html:
    link = tag("a", text("All claims"), href=index) if index else NOTHING
    between = text(" · ") if index else NOTHING
    return tag("p", link, between, tag("code", text(entry.id)), class_="back")


def _short(entry: SuiteEntry) -> str:
    """How it ended, in a sentence for somebody who does not know the words."""
    match entry.status:
        case "proved" if entry.evidence == "bounded":
            return "This is true in every case of the sizes below; larger ones were not decided."
        case "proved":
            return f"This is true: it is proved for {entry.scope or 'what the statement says'}."
        case "refuted" if entry.refutation is not None:
            return (
                "This is false: the example below meets all that is assumed, and breaks the claim."
            )
        case "refuted":
            return "This is false."
        case "computed":
            return "Nothing varies here: this was computed, for the cases below."
        case "follows":
            return "This follows from a theorem that is cited, whose numbers were computed here."
        case "tested":
            return "No counterexample was found. That is no proof."
        case "vacuous":
            return "Nothing meets what is assumed, so the statement says nothing."
        case _:
            return "This was not decided, which is neither a yes nor a no."


def _statement(entry: SuiteEntry) -> Iterator[Block]:
    yield paragraph(_short(entry), label="In short")
    yield paragraph(sentence(entry.words), label="Statement")
    yield Formula(tuple(entry.formula.splitlines()))
    # What came out is the verdict; that it was expected is none, and has no colour.
    if entry.as_registered:
        yield paragraph(f"{entry.status}, as registered", label="Status")
    else:
        other = strong(f"not as registered: {entry.expected}")
        yield paragraph(f"{entry.status}, ", other, label="Status")
    yield from rests_on(entry)
    if entry.reason is not None:
        yield paragraph(f"{entry.reason.text} ({entry.reason.code})", label="Stayed open")
    if entry.status == "refuted":
        scope = "all cases together: one counterexample; in other cases the claim may well be true"
        yield paragraph(scope, label="Scope")
    yield paragraph(sentence(entry.source), label="Source")


def _refuted(entry: SuiteEntry, counterexample: Sequence[Block]) -> Html:
    """The essay, the counterexample in numbers and its drawings."""
    essay = tuple(Section(heading, (paragraph(prose),)) for heading, prose in entry.essay.items())
    parts = [tag("div", blocks_html(essay), class_="plots")] if essay else []
    if entry.refutation is not None:
        section = Section("Counterexample", tuple(refutation_blocks(entry.refutation)))
        parts += [blocks_html((section,)), cards(figures_of(encode(entry.refutation)))]
    elif counterexample:
        parts.append(blocks_html((Section("Counterexample", tuple(counterexample)),)))
    return join(parts, "\n")


def _examined(entry: SuiteEntry, mutants: Sequence[Mutant] | Sequence[Change]) -> Iterator[Block]:
    """How it was examined besides: shapes, instances, solvers, mutants."""
    blocks = [*_ways(entry)]
    counts = entry.mutants
    if counts.total:
        counted = f"{counts.killed} of {counts.total} false neighbours of the statement refuted"
        blocks.append(paragraph(counted, label="Mutants"))
    if mutants:
        survived = set(counts.survived or ())
        blocks.append(Table(("mutant", "what it changes", ""), tuple(_mutants(mutants, survived))))
    if blocks:
        yield Section("How it was examined", tuple(blocks))


def _ways(entry: SuiteEntry) -> Iterator[Block]:
    if entry.excluded:
        yield paragraph(
            "solvers find no counterexample with ", entry.excluded, label="Bounded shapes"
        )
    if entry.lemmas is not None:
        by = "; ".join(
            f"{count} confirmed by {name}" for name, count in entry.lemmas.confirmed.items()
        )
        yield paragraph(f"{entry.lemmas.total} asked of solvers too: {by}", label="Lemmas")
    instances = entry.instances
    if instances.generated:
        met = f"of which {instances.met_hypotheses} met the hypotheses"
        yield paragraph(f"{instances.generated} generated, {met}", label="Instances")


def _mutants(mutants: Sequence[Mutant] | Sequence[Change], survived: set[str]) -> Iterator[Cells]:
    for mutant in mutants:
        survives = mutant.name in survived
        yield code(mutant.name), mutant.change, strong("not refuted") if survives else "refuted"


def _proved(proof: Proof | None) -> Html:
    if proof is None:
        return NOTHING
    steps = tuple(_chain(read_proof(proof.document).steps))
    sections = tuple(block for block in proof.report.blocks if isinstance(block, Section))
    others = tuple(b for b in proof.report.blocks if not isinstance(b, Section))[
        2:
    ]  # after the statement
    chain = Table(("step", "by", "from"), steps)
    return blocks_html((Section("The chain of the proof", (*others, chain)), *sections))


def _chain(steps: Mapping[str, Sequence[Step]]) -> Iterator[Cells]:
    """A line for each step; of an equivalence both directions, one after the other."""
    for direction, listed in steps.items():
        lead = f"{direction}: " if direction else ""
        for step in listed:
            named = map(name_of, references(step))
            yield code(f"{lead}{step.name}"), BY[step.by], ", ".join(dict.fromkeys(named))


def _recheck(entry: SuiteEntry, proof: Proof | None) -> Html:
    name = entry.id
    if entry.refutation is not None:
        saved = encode(entry.refutation)
        return recheck((f"dpverify replay {name}.json",), saved, f"{name}.json")
    if proof is not None:
        commands = (f"dpverify replay {name}.json", f"dpverify prove {name} --recheck-solvers")
        return recheck(commands, proof.document, f"{name}.json")
    shown = Section("How to re-check", (Display((f"dpverify prove {name}",), "sh"),))
    return blocks_html((shown,))
