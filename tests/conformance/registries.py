"""Where things are registered: the one file of this suite that knows it.

Each function is asked anew by every check, so that a test may register what is half done.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click

from dpverify.app.cli import COMMANDS, cli
from dpverify.checkers import coverage
from dpverify.checkers.benchmark.table import row_ids
from dpverify.checkers.verdict import STRENGTHS
from dpverify.defs.definitions.registry import DEFINITIONS, about_attackers
from dpverify.defs.definitions.registry import definition as claim_of
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS
from dpverify.defs.mechanisms import library
from dpverify.defs.programs import Mechanism
from dpverify.proofs import kernel
from dpverify.proofs.entry import STATUSES, Entry
from dpverify.proofs.registry import entries as registered_entries
from tests.agreement.corpus import CORPUS
from tests.agreement.further_corpus import FURTHER
from tests.repository.source import ROOT

LAPLACE = "Laplace noise, all real inputs"
"""A kind of the coverage table."""


def definitions() -> Mapping[str, Any]:
    """The class of every definition of privacy, by its name on the command line."""
    return DEFINITIONS


def noise_laws() -> tuple[str, ...]:
    """The laws of continuous noise that are traced, as the methods of `draw` are called."""
    return tuple(CONTINUOUS)


def integer_laws() -> tuple[str, ...]:
    """The laws of integer noise that are traced, by their files."""
    return tuple(OF_INTEGERS.values())


def defined() -> set[str]:
    """The names that classes of defs/definitions and defs/knowledge give themselves."""
    return {
        statement.value.value
        for folder in ("definitions", "knowledge")
        for path in (ROOT / "defs" / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
        and "name" in {getattr(target, "id", None) for target in _targets(statement)}
    }


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def law_files() -> set[str]:
    """The files of defs/laws that hold a law."""
    names = {path.stem for path in (ROOT / "defs" / "laws").glob("*.py")}
    # A coin is compared and never released: nothing is asked of it as a noise.
    return names - {"__init__", "coin", "contract", "registry"}


def mechanism_files() -> set[str]:
    """The modules of defs/mechanisms, by their names from there, that make a mechanism."""
    folder = ROOT / "defs" / "mechanisms"
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if re.search(r"^@mechanism\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def command_files() -> set[str]:
    """The modules of app/commands that make a command."""
    return {
        path.stem
        for path in (ROOT / "app" / "commands").glob("*.py")
        if re.search(r"^(def command\(|command = )", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def mechanisms() -> Mapping[str, Mechanism]:
    """The mechanisms of the library by name."""
    return library()


def commands() -> Mapping[str, click.Command | None]:
    """The commands by name; None where no module makes one."""
    context = click.Context(cli)
    found: dict[str, click.Command | None] = {}
    for name in COMMANDS:
        try:
            found[name] = cli.get_command(context, name)
        except ImportError:
            found[name] = None
    return found


def formats() -> set[str]:
    """Every form that some command's `--format` takes."""
    return {form for command in commands().values() if command for form in _formats(command)}


def _formats(command: click.Command) -> Iterator[str]:
    for option in command.params:
        if "--format" in option.opts and isinstance(option.type, click.Choice):
            yield from option.type.choices
    for below in getattr(command, "commands", {}).values():
        yield from _formats(below)


def proof_rules() -> Mapping[str, Any]:
    """The rules of the proof kernel, by the word of a step that names them."""
    return kernel._RULES


def entries() -> Mapping[str, Entry]:
    """The registered claims by id."""
    return {each.id: each for each in registered_entries()}


@dataclass(frozen=True)
class Question:
    """A small subject for a definition, a claim that holds or is wide, and a narrow one."""

    subject: Any
    wide: Mapping[str, Any]
    narrow: Mapping[str, Any]
    given: Mapping[str, Any]


def question(definition: str) -> Question:
    """What the coverage table asks about a definition; LookupError where nothing is."""
    kind = "a scenario" if definition in about_attackers() else "a finite channel"
    asked = DEFINITIONS[definition]
    subject = coverage.KINDS[kind].make()
    return Question(subject, asked.wide, asked.narrow, asked.measured_at)


def columns_of(law: str) -> list[str]:
    """The kinds of subjects of the coverage table that have this noise."""
    return [title for title, kind in coverage.KINDS.items() if f" {law}(" in f" {kind.example}"]


def measured_with(law: str) -> dict[str, Any]:
    """The total variation of a value with noise of a law, over all real inputs, as a document.

    Raises: LookupError where the coverage table has no such program.
    """
    for title in columns_of(law):
        kind = coverage.KINDS[title]
        if kind.all_inputs:
            found = coverage._AskedProgram(kind.make(), everywhere=True)
            document: dict[str, Any] = json.loads(found.measure("total-variation", {}).to_json())
            return document
    raise LookupError(f"the coverage table has no program with {law} noise on all real inputs")


def answers_with_noise(definition: str) -> list[dict[str, Any]]:
    """What is answered of a value with Laplace noise on all real inputs: two claims, a number."""
    program = coverage._AskedProgram(coverage.KINDS[LAPLACE].make(), everywhere=True)
    about = DEFINITIONS[definition]
    results: list[Any] = [
        program.check(claim_of(definition, **given)) for given in (about.wide, about.narrow)
    ]
    if about.parameters:
        results.append(program.measure(definition, about.measured_at))
    return [json.loads(result.to_json()) for result in results]


def corpus() -> set[str]:
    """The definitions with a line of the corpus that was worked out by hand."""
    return {row.name for row in (*CORPUS, *FURTHER)}


def benchmark_rows() -> set[str]:
    """The ids of the rows of the benchmark."""
    return {*row_ids()}


def evidence_words() -> tuple[str, ...]:
    """The grades of evidence of a verdict."""
    return STRENGTHS


def statuses() -> tuple[str, ...]:
    """What an examination of a claim may find."""
    return STATUSES
