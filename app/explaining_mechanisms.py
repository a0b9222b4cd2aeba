"""What a mechanism of the library does, claims and satisfies."""

from __future__ import annotations

from inspect import getdoc
from typing import TYPE_CHECKING

from dpverify.app.commands.output import Result
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs.parameters import assignments
from dpverify.reports.claim import sentence
from dpverify.reports.model import Display, Report, code, paragraph

if TYPE_CHECKING:
    from dpverify.reports.model import Block


def mechanism_names() -> list[str]:
    """Return every name and id of the library's mechanisms."""
    ids = (program.about.get("id") for program in library().values())
    return [*library(), *(str(program) for program in ids if program)]


def explained_mechanism(name: str) -> Result:
    """Return the explanation of a mechanism, by its name or id."""
    program = library_mechanism(name)
    settings, about = assignments(program.parameters), program.about
    facts = {
        "kind": "mechanism", "name": str(about["name"]), "id": about.get("id"),
        "meaning": str(about["title"]), "parameters": settings, "claims": str(about["claim"]),
        "truth": str(about["truth"]), "source": str(about["source"]),
        "inputs": list(program.cases()),
    }  # fmt: skip
    target = f"{name}:{settings}" if settings else name
    blocks: tuple[Block, ...] = (
        paragraph(sentence(str(about["title"])), label="Meaning"),
        paragraph(sentence(getdoc(program.function) or ""), label="Program"),
        paragraph(", ".join(list(program.cases())[:12]), label="Inputs"),
        paragraph(sentence(str(about["claim"])), label="Claims"),
        paragraph(sentence(str(about["truth"])), label="Truth"),
        paragraph(sentence(str(about["source"])), label="Source"),
        Display((f"dpverify measure {target} --definition pure-dp",), "sh"),
    )
    title = (code(str(about["name"])), ", a mechanism")
    document = {"schema": "dpverify.explanation/1.0", **facts}
    return Result(lambda: Report(title, blocks), lambda: document)
