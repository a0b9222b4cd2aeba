"""What a registered definition of privacy must have."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import dpverify
from dpverify.app.commands.check import command as check_command
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.definitions import DEFINITIONS
from dpverify.checkers.kernel.door import replay
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import Undecided, UsageError
from tests.command_line import run
from tests.conformance import registries
from tests.conformance.pages import glossary_rows, page
from tests.repository.source import ROOT
from tests.schemas import faults

Document = dict[str, Any]
NONE = {"exact": "0", "lower": "0", "upper": "0"}


def test_module(name: str) -> str:
    """A test module at the same path under tests/, or one of that folder that names the class."""
    cls = registries.definitions()[name]
    *folders, module = cls.__module__.removeprefix("dpverify.").split(".")
    folder = ROOT.joinpath("tests", *folders)
    named = (cls.__name__ in path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    if (folder / f"test_{module}.py").exists() or any(named):
        return ""
    return f"write tests/{'/'.join(folders)}/test_{module}.py"


def public_name(name: str) -> str:
    """The class is a public name and stands in the reference."""
    cls = registries.definitions()[name].__name__
    if cls not in dpverify.__all__:
        return f"export {cls} from dpverify"
    shown = f".. autoclass:: dpverify.{cls}\n" in page("docs/reference/definitions.md")
    return "" if shown else f"add {cls} to docs/reference/definitions.md"


def coverage_row(name: str) -> str:
    """The page of what is decided of what says how the definition fares."""
    cells = page("docs/coverage.md").replace(",", " ").replace("|", " ").split()
    return "" if name in cells else "give it a wide and a narrow claim, and run make coverage"


def glossary_row(name: str) -> str:
    """One row of the glossary begins with its name and lists its parameters."""
    rows = [row for row in glossary_rows() if name in row.terms]
    if len(rows) != 1:
        return f"{len(rows)} rows of docs/glossary.md begin with `{name}`; there must be one"
    wanted = registries.definitions()[name].parameters
    missing = [
        each for each in wanted if each.replace("_", "-") not in rows[0].cells[1].replace("_", "-")
    ]
    return f"name {', '.join(missing)} in its row of docs/glossary.md" if missing else ""


@cache
def documents(name: str) -> list[Document]:
    """What is answered about the small subject: a wide claim, a narrow one, what is measured.

    Raises: LookupError where the table asks nothing, or a verdict is unknown.
    """
    asked = registries.question(name)
    claims = [definition(name, **given) for given in (asked.wide, asked.narrow)]
    found = [json.loads(check(asked.subject, claim).to_json()) for claim in claims]
    if registries.definitions()[name].parameters:
        found.append(json.loads(measure(asked.subject, name, **asked.given).to_json()))
    for document in found:
        if document.get("verdict") == "unknown":
            raise LookupError(f"{document.get('text', 'it is unknown')}: no kernel re-checks it")
    return found


def forged(name: str) -> list[Document]:
    """Copies of those with the parameters of the other claim, and the other verdict."""
    wide, narrow, *measured = documents(name)
    opposite = {"holds": "fails", "fails": "holds"}
    copies = [{**each, "verdict": opposite[each["verdict"]]} for each in (wide, narrow)]
    if wide["given"] != narrow["given"]:
        copies += [{**wide, "given": narrow["given"]}, {**narrow, "given": wide["given"]}]
    for each in measured:
        copies.append({**each, "given": {**each["given"], "not-a-parameter": "1"}})
        if "tight" in each:
            copies.append({**each, "tight": dict.fromkeys(each["tight"], NONE)})
    return copies


def kernel(name: str) -> str:
    """The kernel accepts its holds, fails and measured documents, and none with a forged one."""
    try:
        genuine, copies = documents(name), forged(name)
    except (LookupError, UsageError) as wrong:
        return f"nothing is answered: {wrong}; it needs a wide and a narrow claim, and a kernel"
    refused = [replay(each).text for each in genuine if replay(each).status != "accepted"]
    if refused:
        return f"the kernel refuses what is answered: {refused[0]}"
    believed = [each for each in copies if replay(each).status != "rejected"]
    return f"the kernel believes a forged document: {believed[0]}" if believed else ""


def corpus_row(name: str) -> str:
    """Lines of the corpus about it were worked out by hand."""
    return "" if name in registries.corpus() else "add lines to tests/agreement/further_corpus.py"


def options(name: str) -> str:
    """Each of its parameters is an option of the command line."""
    known = {option for each in check_command.params for option in each.opts}
    wanted = [f"--{each.replace('_', '-')}" for each in registries.definitions()[name].parameters]
    missing = [option for option in wanted if option not in known]
    return f"dpverify check has no {', '.join(missing)}" if missing else ""


def schema(name: str) -> str:
    """The published schema takes every document about it."""
    try:
        wrong = [fault for each in documents(name) for fault in faults(each, strict=False)]
    except (LookupError, UsageError) as nothing:
        return f"nothing is answered: {nothing}"
    return f"reports/schema/result.json does not take it: {wrong[0]}" if wrong else ""


def explanation(name: str) -> str:
    """`dpverify explain` and `dpverify list definitions` know it."""
    if run("explain", name).status:
        return "dpverify explain does not know it"
    return "" if f"{name} " in run("list", "definitions").out else "dpverify list does not show it"


def released_values(name: str) -> str:
    """A definition of pairs is asked of noise too, on all inputs; engine and kernel answer."""
    definition = registries.definitions()[name]
    if definition.quantifier != "pairs" or name == "local-dp":  # that one is about listed inputs
        return ""
    if name not in DEFINITIONS:
        return f"add a row of {name} to checkers/kernel/definitions.py"
    try:
        refused = [text for text in map(_refusal, registries.answers_with_noise(name)) if text]
    except (AttributeError, Undecided, UsageError) as wrong:
        return f"nothing is answered about values with noise: {wrong}"
    return f"the kernel refuses what is answered about noise: {refused[0]}" if refused else ""


def _refusal(document: Document) -> str:
    outcome = replay(document)
    return "" if outcome.status == "accepted" else outcome.text


REQUIREMENTS = (
    test_module, public_name, coverage_row, glossary_row, kernel, corpus_row, options, schema,
    explanation, released_values,
)  # fmt: skip
