"""SARIF logs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.escape import visible
from dpverify.reports.sarif import SCHEMA, Finding, to_sarif
from tests.reports.hostile import PAYLOADS

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="a coin")
FAILS = read_answer(dv.check(RR, dv.PureDP(eps=1)).to_dict())
HOLDS = read_answer(dv.check(RR, dv.ApproxDP(eps=2, delta=0)).to_dict())
PROMISE = "the loop {keeps} its [promise](x)"
CONDITIONAL = read_answer(dv.check(RR.resting_on([PROMISE]), dv.ApproxDP(eps=2, delta=0)).to_dict())
OPEN = read_answer(dv.check(RR, dv.PureDP(eps=2), time_limit=0).to_dict())
TEXT = {
    "type": "object", "required": ["text"], "additionalProperties": False,
    "properties": {"text": {"type": "string", "minLength": 1}},
}  # fmt: skip
# What of SARIF 2.1.0 these logs use, written down from the standard, each object closed.
SHAPE: dict[str, Any] = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {
        "$schema": {"const": SCHEMA},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": {
            "type": "object", "required": ["tool", "results"], "additionalProperties": False,
            "properties": {
                "tool": {"type": "object", "required": ["driver"], "additionalProperties": False,
                    "properties": {"driver": {
                        "type": "object", "required": ["name"], "additionalProperties": False,
                        "properties": {
                            "name": {"type": "string"}, "version": {"type": "string"},
                            "rules": {"type": "array", "uniqueItems": True, "items": {
                                "type": "object", "required": ["id"],
                                "additionalProperties": False,
                                "properties": {
                                    "id": {"type": "string"}, "name": {"type": "string"},
                                    "shortDescription": TEXT, "fullDescription": TEXT,
                                    "help": TEXT,
                                }}}}}}},
                "invocations": {"type": "array", "items": {
                    "type": "object", "required": ["executionSuccessful"]}},
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "properties": {"type": "object"},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["message"], "additionalProperties": False,
                    "properties": {
                        "ruleId": {"type": "string"}, "message": TEXT,
                        "ruleIndex": {"type": "integer", "minimum": 0},
                        "kind": {"enum": ["fail", "open"]}, "level": {"enum": ["none", "error"]},
                        "partialFingerprints": {"type": "object",
                            "additionalProperties": {"type": "string"}},
                        "locations": {"type": "array", "items": {
                            "type": "object", "additionalProperties": False,
                            "properties": {"physicalLocation": {
                                "type": "object", "required": ["artifactLocation"],
                                "additionalProperties": False,
                                "properties": {
                                    "artifactLocation": {"type": "object",
                                        "required": ["uri"], "additionalProperties": False,
                                        "properties": {"uri": {"type": "string"},
                                                       "uriBaseId": {"type": "string"}}},
                                    "region": {"type": "object", "required": ["startLine"],
                                        "additionalProperties": False,
                                        "properties": {"startLine":
                                            {"type": "integer", "minimum": 1}}},
                                }}}}},
                    },
                    "if": {"properties": {"kind": {"const": "fail"}}},
                    "else": {"properties": {"level": {"const": "none"}}},
                }},
            }}},
    },
}  # fmt: skip


def log(*findings: Finding) -> dict[str, Any]:
    """The one run of a log, after the check of its shape."""
    made = to_sarif(findings)
    Draft202012Validator(SHAPE).validate(made)
    assert json.loads(json.dumps(made)) == made
    run: dict[str, Any] = made["runs"][0]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return run


def test_what_ended_as_expected_is_no_result() -> None:
    """But it is counted, and its definition is a rule."""
    run = log(Finding(HOLDS), Finding(FAILS, "fails"))
    assert run["results"] == []
    scopes = [entry["scope"] for entry in run["properties"].pop("scopes")]
    assert run["properties"] == {"claims": 2, "asExpected": 2}
    assert [scope[:19] for scope in scopes] == ["the 2 listed inputs"] * 2
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["approx-dp", "pure-dp"]
    assert run["tool"]["driver"]["version"] == dv.__version__


def test_a_failure_is_an_error_at_its_line() -> None:
    """With the witness in its message."""
    (result,) = log(
        Finding(HOLDS),
        Finding(FAILS, "holds", "a b/claims.toml", 7, "rr.json"),
    )["results"]
    assert (result["ruleId"], result["kind"], result["level"]) == ("pure-dp", "fail", "error")
    assert result["message"]["text"].startswith("expected holds, fails: rr.json pure-dp eps=1\n")
    assert "ln(3)" in result["message"]["text"]
    assert result["locations"] == [{"physicalLocation": {
        "artifactLocation": {"uri": "a%20b/claims.toml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 7},
    }}]  # fmt: skip


def test_a_claim_that_holds_against_the_expectation() -> None:
    (result,) = log(Finding(HOLDS, "fails"))["results"]
    assert result["level"] == "error"
    assert "it holds, though it was expected to fail" in result["message"]["text"]
    assert "locations" not in result


def test_an_open_question_is_open() -> None:
    """Neither a failure nor passed over."""
    (result,) = log(Finding(OPEN))["results"]
    assert (result["kind"], result["level"]) == ("open", "none")
    assert "not decided" in result["message"]["text"]


def test_fingerprints_tell_claims_apart() -> None:
    """The line does not count, so that a moved claim is the same; ε and target do."""
    other = read_answer(dv.check(RR, dv.PureDP(eps="1/2")).to_dict())

    def print_of(finding: Finding) -> str:
        (result,) = log(finding)["results"]
        return str(result["partialFingerprints"])

    same = {print_of(Finding(FAILS, file="f", line=n, target="t")) for n in (None, 1, 2)}
    assert len(same) == 1
    assert (
        len(
            {
                *same,
                print_of(Finding(other, target="t")),
                print_of(Finding(FAILS, target="u")),
            }
        )
        == 3
    )


def test_an_absolute_path_is_a_whole_address() -> None:
    (result,) = log(Finding(FAILS, file="/a/b c.json"))["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "file:" + "///a/b%20c.json"}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_label_stays_text(payload: str) -> None:
    """No placeholder, no link, no hidden character; read back, it is the label as it is shown."""
    (result,) = log(Finding(FAILS, target=payload))["results"]
    said = result["message"]["text"]
    assert said.replace("\n", "").isprintable()
    assert not re.search(r"(?<!\\)\[[^\]]*\]\(", said)
    assert re.search(r"\{\d+\}", said.replace("{{", "").replace("}}", "")) is None
    shown = said.replace("\\[", "[").replace("{{", "{").replace("}}", "}")
    assert len(payload) > 100 or visible(payload).replace("\\[", "[") in shown


def test_what_a_claim_rests_on_is_named() -> None:
    """In the message of a result, and of every claim beside the counts."""
    run = log(Finding(HOLDS), Finding(CONDITIONAL, target="mine"))
    assert run["results"] == []
    (named,) = run["properties"]["conditional"]
    assert named == {"claim": "mine approx-dp eps=2 delta=0", "assumptions": [PROMISE]}
    (result,) = log(Finding(CONDITIONAL, "fails"))["results"]
    assert result["message"]["text"].endswith("\nassuming the loop {{keeps}} its \\[promise](x)")
