"""What a mechanism of the library does, claims and satisfies."""

from __future__ import annotations

from inspect import getdoc
from typing import TYPE_CHECKING, cast

from dpverify.app.commands.output import Result
from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.lists import EXPLANATION, ExplainedMechanism
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
    explained = ExplainedMechanism(
        EXPLANATION, "mechanism", str(about["name"]), cast("str | None", about.get("id")),
        str(about["title"]), settings, str(about["claim"]), str(about["truth"]),
        str(about["source"]), tuple(program.cases()),
    )  # fmt: skip
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
    return Result(lambda: Report(title, blocks), lambda: encode(explained))
