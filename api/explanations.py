"""What a name means: a definition of privacy, a claim of the suite, a counterexample."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.commands.output import Result
from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge.notions import KnowledgeNotion
from dpverify.defs.knowledge.registry import DEFINITIONS, KNOWLEDGE_NOTIONS
from dpverify.defs.notions import NOTIONS, WHOLE, Notion
from dpverify.reports.claim import SYMBOLS, sentence
from dpverify.reports.counterexamples.registry import COUNTEREXAMPLES
from dpverify.reports.model import Display, Report, Section, code, paragraph
from dpverify.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.proofs.entry import Entry
    from dpverify.reports.model import Block


LAWS = {
    False: "P and Q are the laws of the output on two neighbouring inputs, S is an event",
    True: "P(· | t, b) is the law of the output where the target's value is t and the attacker"
    " knows b; S is an event, o an output",
}


DETAILS = {"goal": "--goal LABEL", "alpha": "--alpha NUMBER", "trade_off": "--trade-off F"}


def explanation(name: str) -> Result:
    """Return the explanation of a name.

    Raises: UsageError with the nearest names for an unknown one.
    """
    if name in WHOLE:
        return _whole(name)
    if name in DEFINITIONS:
        return _definition(name)
    if name in COUNTEREXAMPLES:
        return _counterexample(name)
    claims = _claims()
    if name in claims:
        return _claim(claims[name])
    from dpverify.explaining_mechanisms import explained_mechanism, mechanism_names

    if name in mechanism_names():
        return explained_mechanism(name)
    known = [*DEFINITIONS, *COUNTEREXAMPLES, *claims, *mechanism_names()]
    hint = did_you_mean(name, known)
    if not hint.startswith("; did"):
        hint = "; see `dpverify list definitions`, `… claims`, `… mechanisms`, `… counterexamples`"
    raise UsageError(f"nothing is called {name!r}{hint}")


def _claims() -> Mapping[str, Entry]:
    from dpverify.proofs.registry import entries

    return {name: entry for entry in entries() for name in (entry.id, *entry.aliases)}


def _definition(name: str) -> Result:
    known: dict[str, type[Notion | KnowledgeNotion]] = {**NOTIONS, **KNOWLEDGE_NOTIONS}
    notion = known[name]
    options = " ".join(f"--{parameter} NUMBER" for parameter in notion.parameters)
    remarks = []
    if notion.all_pairs:
        remarks.append("It ranges over all pairs of inputs, whatever the neighbours are.")
    if notion.two_sided:
        remarks.append("It looks at both orders of a pair, so a directed relation is refused.")
    facts = {
        "kind": "definition", "name": name, "meaning": notion.statement,
        "formula": notion.formula, "parameters": list(notion.parameters), "source": notion.source,
    }  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(sentence(notion.statement[:1].upper() + notion.statement[1:]), label="Meaning"),
        Display((notion.formula,)),
        paragraph(
            LAWS[name in KNOWLEDGE_NOTIONS],
            "; " if notion.parameters else "",
            ", ".join(f"{SYMBOLS[each]} is --{each}" for each in notion.parameters), ".",
            label="Symbols",
        ),
        *(paragraph(remark, label="Note") for remark in remarks),
        paragraph(sentence(notion.source), label="Source"),
        Display((f"dpverify check FILE --definition {name} {options}",
                 f"dpverify measure FILE --definition {name}"), "sh"),
    )  # fmt: skip
    return _result(facts, blocks)


def _whole(name: str) -> Result:
    """Explain a definition that speaks of the whole channel."""
    notion = WHOLE[name]
    options = " ".join(f"--{parameter} NUMBER" for parameter in notion.parameters)
    details = "".join(f" {DETAILS[each]}" for each in notion.details if each in DETAILS)
    measured = "" if name == "f-dp" else details  # what is computed is not given
    facts = {
        "kind": "definition", "name": name, "meaning": notion.statement,
        "formula": notion.formula, "parameters": list(notion.parameters), "source": notion.source,
    }  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(sentence(notion.statement[:1].upper() + notion.statement[1:]), label="Meaning"),
        Display((notion.formula,)),
        paragraph(sentence(notion.symbols), label="Symbols"),
        paragraph(sentence(notion.source), label="Source"),
        Display((f"dpverify check FILE --definition {name} {options}{details}".replace("  ", " "),
                 f"dpverify measure FILE --definition {name}{measured}"), "sh"),
    )  # fmt: skip
    return _result(facts, blocks)


def _counterexample(name: str) -> Result:
    named = COUNTEREXAMPLES[name]
    facts = {
        "kind": "counterexample", "name": name, "refutes": named.refutes, "source": named.source,
        "options": dict(named.options),
    }  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(sentence(named.refutes), label="Refutes"),
        paragraph(sentence(named.source), label="Source"),
        Display((f"dpverify counterexample {name}",), "sh"),
    )
    return _result(facts, blocks)


def _claim(entry: Entry) -> Result:
    facts = {
        "kind": "claim", "name": entry.id, "title": entry.title, "meaning": entry.words,
        "formula": entry.formula, "expected": entry.expected, "source": entry.source,
    }  # fmt: skip
    blocks: tuple[Block, ...] = (
        paragraph(sentence(entry.title), label="Claim"),
        paragraph(sentence(entry.words), label="In words"),
        Display(tuple(entry.formula.splitlines())),
        paragraph(entry.expected, label="Expected"),
        *_essay(entry),
        paragraph(sentence(entry.source), label="Source"),
        Display((f"dpverify prove {entry.id}",), "sh"),
    )
    return _result(facts, blocks)


def _essay(entry: Entry) -> Iterator[Block]:
    """Yield why one believes a refuted statement, the catch, and what repairs it."""
    if entry.essay is not None:
        for heading, prose in entry.essay.sections.items():
            yield Section(heading, (paragraph(prose),))
    if entry.notes:
        yield paragraph(entry.notes, label="Note")


def _result(facts: Mapping[str, object], blocks: Sequence[Block]) -> Result:
    title = (code(str(facts["name"])), f", a {facts['kind']}")
    document = {"schema": "dpverify.explanation/1.0", **facts}
    return Result(lambda: Report(title, tuple(blocks)), lambda: document)
