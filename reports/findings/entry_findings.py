"""A page for each refuted entry of the registry: its statement, counterexample and true twin.

An entry is examined here by exact search alone, without a solver and without a limit in seconds, so
that the counterexample does not depend on the machine.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.answers.refutations import read_refutation
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers import number_text
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.suite import row
from dpverify.reports.claim import sentence
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.drawings.of_documents import curve_of
from dpverify.reports.escape import shortened
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.figures import figure_spans
from dpverify.reports.findings.finding import Finding, recheck, statement
from dpverify.reports.findings.sides import sides_blocks
from dpverify.reports.model import Formula, Report, Section, Table, code, paragraph
from dpverify.reports.refutation_report import refutation_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from dpverify.defs.channel import Channel
    from dpverify.proofs.entry import Entry
    from dpverify.proofs.examine import Examination, Found
    from dpverify.proofs.instances import Instance
    from dpverify.reports.model import Block

UNHURRIED = 86_400.0
SEEDS = (None, *range(1, 10))
ENTRY_SHOWN = 40
CLOSED = "Nothing is quantified over: the statement is a computation, and it comes out false."
TWIN, COUNTEREXAMPLE = "The true twin", "Counterexample"


def entry_findings() -> tuple[Finding, ...]:
    """Return a finding for each entry that is registered as refuted, by id."""
    return tuple(
        Finding(
            registered.id,
            registered.title,
            registered.source,
            partial(entry_counterexample, registered.id),
        )
        for registered in entries()
        if registered.expected == "refuted"
    )


def entry_counterexample(name: str) -> Counterexample:
    """Return what refutes an entry: its page, and the document where there is one, with its curve.

    Raises: InternalError where the search finds no counterexample.
    """
    registered = entry(name)
    examined, instance = _examined(name)
    report = Report(
        ("Refuted: ", registered.title),
        tuple(_blocks(registered, row(registered, examined), instance)),
    )
    if instance.refutation is None:
        return Counterexample(report, ())
    return Counterexample(report, (instance.refutation,), drawing=curve_of(instance.refutation))


def counterexample_blocks(name: str) -> tuple[Block, ...]:
    """Return what refutes an entry, where no document holds it: the instance and its sides."""
    return tuple(_instance_blocks(name, _examined(name)[1]))


@cache
def _examined(name: str) -> tuple[Examination, Found]:
    """An entry is examined once; a seed that misses has successors."""
    for seed in SEEDS:
        examined = examine(entry(name), (), Options(seed=seed, time_limit=UNHURRIED))
        if examined.found is not None:
            return examined, examined.found
    raise InternalError(f"no counterexample to {name} was found; please report this")


def _blocks(registered: Entry, row: Mapping[str, Any], instance: Found) -> Iterator[Block]:
    evidence = f"{instance.evidence}: {EVIDENCE[instance.evidence]}"
    formula = registered.formula.splitlines()
    yield from statement(sentence(registered.words), formula, sentence(registered.source), evidence)
    for heading, prose in row.get("essay", {}).items():
        yield Section(heading, (paragraph(prose),))
    yield from _twin(registered)
    yield Section(COUNTEREXAMPLE, tuple(_counterexample(registered.id, instance)))
    yield _recheck(registered, instance)


def _twin(registered: Entry) -> Iterator[Block]:
    """The nearest true statement, as it is registered."""
    if registered.essay is None or registered.essay.true_twin is None:
        return
    true = entry(registered.essay.true_twin)
    yield Section(
        TWIN,
        (
            paragraph(code(true.id), f", {true.expected}: {sentence(true.words)}"),
            Formula(tuple(true.formula.splitlines())),
        ),
    )


def _counterexample(name: str, instance: Found) -> Iterator[Block]:
    if instance.refutation is not None:
        yield from refutation_blocks(read_refutation(instance.refutation))
    else:
        yield from _instance_blocks(name, instance)


def _instance_blocks(name: str, instance: Found) -> Iterator[Block]:
    if not instance.instance.channels and not instance.instance.parameters:
        yield paragraph(CLOSED)
    else:
        yield from _instance(instance.instance)
    yield from sides_blocks(name, instance.instance)


def _instance(instance: Instance) -> Iterator[Block]:
    """The channels and numbers for which a property, which no witness describes, is false."""
    yield paragraph("Every hypothesis holds, and the conclusion does not, for this:")
    for name, channel in instance.channels.items():
        yield paragraph(code(name), label="Object")
        yield _table(channel)
    for name, number in instance.parameters.items():
        yield paragraph(code(name), " = ", *figure_spans(figure_of(number)), label="Parameter")


def _table(channel: Channel) -> Table:
    rows = tuple(
        (
            code(label),
            *(code(shortened(number_text(p), ENTRY_SHOWN)) for p in channel.row(i)),
        )
        for i, label in enumerate(channel.inputs)
    )
    return Table(("input", *channel.outputs), rows)


def _recheck(registered: Entry, instance: Found) -> Section:
    examined = f"dpverify prove {registered.id} --out report"
    if instance.refutation is None:
        return recheck(examined)
    return recheck(examined, f"dpverify replay report/{registered.id}.json")
