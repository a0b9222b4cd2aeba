"""Outcomes of claims as SARIF 2.1.0, the form that code-scanning services read.

Only what did not end as expected is a result: such services show every result as a finding,
whatever its kind. What must never change: a label stays text, and never becomes a placeholder or a
link of a SARIF message.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, 2020.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from dpverify.checkers.answers.documents import Answer
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.claim import claimed, sentence
from dpverify.reports.escape import shortened, visible
from dpverify.reports.github import claim_message
from dpverify.reports.json_report import json_pieces
from dpverify.reports.result_cases import claim_words, outcome_of
from dpverify.reports.scope import scope_line

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
LINK = re.compile(r"\[(?=[^\]]*\]\()")
HEAD = 200


@dataclass(frozen=True)
class Finding:
    """One claim that was decided.

    Args:
        answer: a result with a verdict.
        expect: "holds" or "fails".
        file: the file that the claim is about, or that lists it, with / between folders.
        line: the line of the claim there, from 1, where it is known.
        target: how the claims file names the subject.
    """

    answer: Answer
    expect: str = "holds"
    file: str | None = None
    line: int | None = None
    target: str | None = None


def to_sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return a SARIF log with one run: a rule for each definition, a result for each surprise."""
    return _log(findings, list)


def sarif_pieces(findings: Sequence[Finding]) -> Iterator[str]:
    """The pieces of its text; each finding is made anew where it is written."""
    return json_pieces(_log(findings, iter))


def _log(findings: Sequence[Finding], listed: Callable[[Iterable[Any]], Any]) -> dict[str, Any]:
    """The log; `listed` makes of what stands in it for each finding a list, or an iterator."""
    names: dict[str, int] = {}
    expected, promising = 0, False
    for finding in findings:
        names.setdefault(finding.answer.definition, len(names))
        expected += _outcome(finding) == "passed"
        promising = promising or bool(finding.answer.assumptions)
    conditional = (
        {"claim": _claim(finding), "assumptions": [visible(line) for line in promises]}
        for finding in findings
        if (promises := finding.answer.assumptions)
    )
    run = {
        "tool": {"driver": _driver(list(names))},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "results": listed(
            _result(finding, names[finding.answer.definition])
            for finding in findings
            if _outcome(finding) != "passed"
        ),
        "properties": {
            "claims": len(findings),
            "asExpected": expected,
            # Of every claim, because one that ended as expected is no result.
            "scopes": listed(
                {"claim": _claim(finding), "scope": visible(scope_line(finding.answer))}
                for finding in findings
            ),
            **({"conditional": listed(conditional)} if promising else {}),
        },
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(names: Sequence[str]) -> dict[str, Any]:
    from importlib.metadata import version

    return {"name": "dpverify", "version": version("dpverify"), "rules": [_rule(n) for n in names]}


def _rule(name: str) -> dict[str, Any]:
    definition = DEFINITIONS.get(name)
    rule: dict[str, Any] = {"id": name, "name": "".join(part.title() for part in name.split("-"))}
    if definition is not None:
        rule["shortDescription"] = {"text": _message(sentence(definition.statement))}
        rule["fullDescription"] = {"text": _message(f"{definition.formula}. {definition.source}.")}
        rule["help"] = {"text": _message(f"dpverify explain {name}")}
    return rule


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    undecided = _outcome(finding) == "error"
    result: dict[str, Any] = {
        "ruleId": finding.answer.definition,
        "ruleIndex": rule,
        # Of what is not a failure the level must be "none" (3.27.10).
        "kind": "open" if undecided else "fail",
        "level": "none" if undecided else "error",
        "message": {"text": _message(_said(finding))},
        "partialFingerprints": {"dpverify/claim/v1": _fingerprint(finding)},
    }
    if finding.file is not None:
        result["locations"] = [{"physicalLocation": _place(finding.file, finding.line)}]
    return result


def _outcome(finding: Finding) -> str:
    return outcome_of(finding.answer, finding.expect)


def _said(finding: Finding) -> str:
    verdict = finding.answer.verdict
    outcome = "not decided" if verdict == "unknown" else verdict
    head = f"expected {finding.expect}, {outcome}: {_claim(finding)}"
    lines = [shortened(head, HEAD), claim_message(finding.answer)]
    return "\n".join(
        [*lines, *(f"assuming {visible(line)}" for line in finding.answer.assumptions)]
    )


def _claim(finding: Finding) -> str:
    subject = visible(finding.target or finding.answer.subject.name)
    return f"{subject} {claim_words(finding.answer)}"


def _message(text: str) -> str:
    """Braces doubled (3.11.5: else placeholders), and no bracket that begins a link (3.11.6)."""
    return LINK.sub(r"\\[", text.replace("{", "{{").replace("}", "}}"))


def _place(file: str, line: int | None) -> dict[str, Any]:
    from urllib.parse import quote

    path = Path(file)
    # The service knows where the checkout is; an absolute path is a whole address.
    where = (
        {"uri": path.as_uri()}
        if path.is_absolute()
        else {"uri": quote(path.as_posix(), safe="/"), "uriBaseId": "%SRCROOT%"}
    )
    region = {} if line is None else {"region": {"startLine": line}}
    return {"artifactLocation": where, **region}


def _fingerprint(finding: Finding) -> str:
    """The same claim gives the same text on every run, wherever it stands in the file."""
    parameters = sorted(claimed(finding.answer).parameters.items())
    subject = finding.target or finding.answer.subject.name
    key = repr((subject, finding.answer.definition, parameters, finding.expect))
    return sha256(key.encode("utf-8", "backslashreplace")).hexdigest()
