"""What a name means: a definition of privacy, a claim of the suite, a counterexample."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.app.commands.output import Result
from dpverify.app.suggest import did_you_mean
from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.lists import (
    EXPLANATION,
    ExplainedClaim,
    ExplainedCounterexample,
    ExplainedDefinition,
    ExplainedError,
)
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.errors import UsageError
from dpverify.defs.validate import OTHER_NAMES, shown
from dpverify.reports.claim import sentence
from dpverify.reports.counterexamples.registry import COUNTEREXAMPLES
from dpverify.reports.model import Display, Report, Section, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.lists import Explanation
    from dpverify.defs.definitions.declared import Parameter
    from dpverify.defs.definitions.definition import Definition
    from dpverify.proofs.entry import Entry
    from dpverify.reports.findings.finding import Finding
    from dpverify.reports.model import Block


def explanation(name: str) -> Result:
    """Return the explanation of a name.

    Raises: UsageError with the nearest names for an unknown one.
    """
    if name in DEFINITIONS:
        return _definition(name)
    if name.upper().startswith("DP-E"):
        return _error(name.upper())
    if name in COUNTEREXAMPLES:
        return _counterexample(name)
    claims = _claims()
    if name in claims:
        return _claim(claims[name])
    from dpverify.app.explaining_mechanisms import explained_mechanism, mechanism_names

    if name in mechanism_names():
        return explained_mechanism(name)
    from dpverify.reports.findings.catalogue import findings

    by_name = {finding.name: finding for finding in findings()}
    if name in by_name:
        return _finding(by_name[name])
    names = [*DEFINITIONS, *by_name, *claims, *mechanism_names()]
    meant = OTHER_NAMES.get(name.casefold())
    hint = f"; did you mean {meant!r}?" if meant in names else did_you_mean(name, names)
    if not hint.startswith("; did"):
        hint = "; see `dpverify list definitions`, `… claims`, `… mechanisms`, `… counterexamples`"
    raise UsageError(f"nothing is called {shown(name)}{hint}")


def _claims() -> Mapping[str, Entry]:
    from dpverify.proofs.registry import entries

    return {name: entry for entry in entries() for name in (entry.id, *entry.aliases)}


def _definition(name: str) -> Result:
    """Explain a definition of any kind."""
    definition = DEFINITIONS[name]
    explained = ExplainedDefinition(
        EXPLANATION, "definition", name, definition.statement, definition.formula,
        tuple(definition.parameters), definition.source,
    )  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(
            sentence(definition.statement[:1].upper() + definition.statement[1:]), label="Meaning"
        ),
        Display((definition.formula,)),
        paragraph(sentence(definition.symbols), label="Symbols"),
        *(paragraph(remark, label="Note") for remark in _remarks(definition)),
        paragraph(sentence(definition.source), label="Source"),
        Display(tuple(_commands(definition)), "sh"),
    )  # fmt: skip
    return explanation_result(explained, blocks)


def _remarks(definition: type[Definition]) -> Iterator[str]:
    if definition.quantifier != "pairs":
        return
    if definition.all_pairs:
        yield "It ranges over all pairs of inputs, whatever the neighbours are."
    if definition.two_sided:
        yield "It looks at both orders of a pair, so a directed relation is refused."


def _commands(definition: type[Definition]) -> Iterator[str]:
    """Command lines that decide a claim, and that measure its last parameter where it has one."""
    bounds = [_option(parameter) for parameter in definition.takes if parameter.is_bound]
    details = [
        _option(parameter)
        for parameter in definition.takes
        if parameter.option and not parameter.is_bound
    ]
    yield " ".join(["dpverify check FILE --definition", definition.name, *bounds, *details])
    if bounds:
        given = [*bounds[:-1], *details]
        yield " ".join(["dpverify measure FILE --definition", definition.name, *given])
    elif details:  # what is measured is the detail itself
        yield f"dpverify measure FILE --definition {definition.name}"


def _option(parameter: Parameter) -> str:
    return f"{parameter.option} {parameter.metavar}"


def _error(code_of_rule: str) -> Result:
    """Explain the rule that an error breaks."""
    from dpverify.app.error_rules import RULES

    if code_of_rule not in RULES:
        known = f"{min(RULES)} to {max(RULES)}"
        raise UsageError(f"there is no error {shown(code_of_rule)}; the codes are {known}")
    rule = RULES[code_of_rule]
    explained = ExplainedError(
        EXPLANATION, "error", code_of_rule, rule.title, rule.rule, rule.mend, rule.command
    )
    blocks: tuple[Block, ...] = (
        paragraph(sentence(rule.title), label="Rule"),
        paragraph(sentence(rule.rule), label="Meaning"),
        paragraph(sentence(rule.mend), label="To do"),
        paragraph("a command that breaks it", label="Example"),
        Display((rule.command, f"dpverify: {rule.line} … [{code_of_rule}]"), "sh"),
    )
    return explanation_result(explained, blocks)


def _counterexample(name: str) -> Result:
    named = COUNTEREXAMPLES[name]
    return _refuting(name, named.refutes, named.source, dict(named.options))


def _finding(finding: Finding) -> Result:
    return _refuting(finding.name, finding.title, finding.source, {})


def _refuting(name: str, refutes: str, source: str, options: dict[str, object]) -> Result:
    """What `dpverify counterexample` computes under a name."""
    explained = ExplainedCounterexample(
        EXPLANATION, "counterexample", name, refutes, source, options
    )
    blocks: tuple[Block, ...] = (
        paragraph(sentence(refutes), label="Refutes"),
        paragraph(sentence(source), label="Source"),
        Display((f"dpverify counterexample {name}",), "sh"),
    )
    return explanation_result(explained, blocks)


def _claim(entry: Entry) -> Result:
    explained = ExplainedClaim(
        EXPLANATION, "claim", entry.id, entry.title, entry.words, entry.formula, entry.expected,
        entry.source,
    )  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(sentence(entry.title), label="Claim"),
        paragraph(sentence(entry.words), label="In words"),
        Display(tuple(entry.formula.splitlines())),
        paragraph(entry.expected, label="Expected"),
        *_essay(entry),
        paragraph(sentence(entry.source), label="Source"),
        Display((f"dpverify prove {entry.id}",), "sh"),
    )
    return explanation_result(explained, blocks)


def _essay(entry: Entry) -> Iterator[Block]:
    """Yield why one believes a refuted statement, the catch, and what repairs it."""
    if entry.essay is not None:
        for heading, prose in entry.essay.sections.items():
            yield Section(heading, (paragraph(prose),))
    if entry.notes:
        yield paragraph(entry.notes, label="Note")


def explanation_result(explained: Explanation, blocks: Sequence[Block]) -> Result:
    """An explanation in every form, under the name of what it explains."""
    article = "an" if explained.kind == "error" else "a"
    title = (code(explained.name), f", {article} {explained.kind}")
    return Result(lambda: Report(title, tuple(blocks)), lambda: encode(explained))
