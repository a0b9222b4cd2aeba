"""What one sees as a file: a page, a JSON document for `dpverify replay`, or a test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.app.sources import source_of_target
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.html.result_page import result_page
from dpverify.reports.json_report import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.app.explore.questions import Question, Table

JSON, HTML, PYTHON = "application/json", "text/html; charset=utf-8", "text/x-python; charset=utf-8"


@dataclass(frozen=True)
class Export:
    """A file to save: its name, its type, its text."""

    name: str
    kind: str
    text: str


def export(form: str, document: Mapping[str, Any], question: Question, source: str) -> Export:
    """Return the file.

    Args: form page, json or test; document the result of the claim; source what a program is called
        in a target.
    """
    if form == "json":
        return Export("result.json", JSON, to_json(document))
    if form == "test":
        return Export("test_privacy.py", PYTHON, "".join(_test(document, question, source)))
    # What the kernel does not re-check needs no command that would refuse it.
    steps = () if document.get("not_rechecked") else ("dpverify replay result.json",)
    shown = None if question.table is not None else source_of_target(source)
    return Export("result.html", HTML, result_page(read_answer(document), steps, shown))


def _test(document: Mapping[str, Any], question: Question, source: str) -> Iterator[str]:
    """A file for pytest that decides the claim anew, and asks for the same answer."""
    verdict, (name, claim) = document["verdict"], _claim(question)
    listed = ", all_inputs=False" if question.listed_inputs else ""
    yield '"""What dpverify explore showed, decided anew by each run of this file."""\n\n'
    yield "import dpverify as dv\n\n"
    if question.table is None:
        yield f"SUBJECT = dv.program({source!r})\n"
    else:
        yield _channel(question.table)
    yield f"CLAIM = {claim}\n\n\n"
    yield f"def test_the_claim_{_word(verdict)}() -> None:\n"
    yield f'    """{name}: {verdict}, when this was written."""\n'
    if verdict == "holds" and not listed:  # assert_private takes the default question alone
        yield "    dv.assert_private(SUBJECT, CLAIM)\n"
    else:
        yield f"    assert dv.check(SUBJECT, CLAIM{listed}).{verdict}\n"
    yield from _tight(document, listed)


def _tight(document: Mapping[str, Any], listed: str) -> Iterator[str]:
    """The tight parameter, where it is known exactly: an enclosure is as wide as its time."""
    given = dict(document.get("given") or {})
    for name, figure in (document.get("tight") or {}).items():
        exact = figure.get("exact") if isinstance(figure, dict) else figure
        if exact is None:
            continue
        others = "".join(f", {key}={text!r}" for key, text in given.items() if key != name)
        measured = f'dv.measure(SUBJECT, "{document["definition"]}"{others}{listed})'
        yield "\n\ndef test_the_tight_parameter() -> None:\n"
        yield f'    """The smallest {name} that holds."""\n'
        yield f'    assert dv.number_text({measured}.tight["{name}"]) == {exact!r}\n'


def _claim(question: Question) -> tuple[str, str]:
    """The claim in words and as Python."""
    from dpverify.app.explore.answers import claimed

    definition, given = claimed(question.eps, question.delta)
    kind = {"pure-dp": "PureDP", "approx-dp": "ApproxDP"}[definition]
    arguments = ", ".join(f"{key}={text!r}" for key, text in given.items())
    return definition, f"dv.{kind}({arguments})"


def _channel(table: Table) -> str:
    near: Any = table.neighbours
    if not isinstance(near, str):
        near = [[table.inputs[i] for i in pair] for pair in near]
    rows = "".join(f"        {list(row)!r},\n" for row in table.matrix)
    directed = "    directed=True,\n" if table.directed else ""
    return (
        f"SUBJECT = dv.Channel(\n    {list(table.inputs)!r},\n    {list(table.outputs)!r},\n"
        f"    [\n{rows}    ],\n    {near!r},\n{directed})\n"
    )


def _word(verdict: str) -> str:
    """The verdict as a part of a name."""
    return re.sub(r"\W", "_", {"unknown": "is_not_decided"}.get(verdict, verdict))
