"""The `dpverify.result` document of a verdict or a measurement.

What must never change: the keys, their order and their meaning; and that outside `run` the same
inputs give the same bytes.
"""

from __future__ import annotations

import json
from typing import Any, Final

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.figures import figure_json
from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.verdict import Attained, Fails, Result, Run, Unknown, Verdict, Violation
from dpverify.defs.numbers import number_text

RESULT_SCHEMA: Final = "dpverify.result/1.0"


def document(result: Result) -> dict[str, Any]:
    """The result as JSON data, numbers in canonical text."""
    subject = result.subject.to_dict()
    restated = getattr(result.subject, "restated", ())
    form: dict[str, Any] = {
        "schema": RESULT_SCHEMA,
        "subject": subject,
        "definition": result.definition,
        "given": {
            **{name: number_text(number) for name, number in result.given.items()},
            **result.setting,
            **{key: subject["channel"][key] for key in restated if "channel" in subject},
        },
    }
    if isinstance(result, Verdict):
        form["verdict"] = result.name
    if isinstance(result, Unknown):
        form["reason"] = {"code": result.reason.code, "text": result.reason.text}
    elif result.evidence is not None:
        form["evidence"] = result.evidence
    form.update(_shown(result))
    form.update(result.more)
    if result.not_rechecked is not None:
        form["not_rechecked"] = result.not_rechecked
    if result.run is not None:
        form["run"] = _run(result.run)
    return form


def _shown(result: Result) -> dict[str, Any]:
    """What the answer rests on, and the places and counts that it names."""
    form: dict[str, Any] = {}
    if result.assumptions:
        form["assumptions"] = list(result.assumptions)
    if result.tight:
        form["tight"] = {name: figure_json(number) for name, number in result.tight.items()}
    if isinstance(result, Fails):
        form["witness"] = place(result.witness)
    if result.attained_by is not None:
        form["attained_by"] = place(result.attained_by)
    if result.checked:
        form["checked"] = dict(result.checked)
    return form


def text(result: Result) -> str:
    """The document as JSON text, ending in a newline."""
    return json.dumps(document(result), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def place(at: Attained | Violation) -> dict[str, Any]:
    """A place, a setting, or a witness with its excess, as JSON data."""
    return encode(at.stated() if isinstance(at, WordPlace) else at)


def _run(run: Run) -> dict[str, Any]:
    form: dict[str, Any] = {
        "versions": dict(run.versions), "seconds": round(run.seconds, 6), "seed": run.seed,
    }  # fmt: skip
    if run.compared:
        form["compared"] = dict(run.compared)
    if run.hash_seeds:
        form["hash_seeds"] = list(run.hash_seeds)
    return form
