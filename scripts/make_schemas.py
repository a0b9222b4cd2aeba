"""Write the schemas of reports/schema, all of which follow from `dpverify.checkers.answers`."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, is_dataclass
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from dpverify.checkers.answers import figures
from dpverify.checkers.answers.accounts import StatedAccount
from dpverify.checkers.answers.audits import StatedAudit, StatedOneRunAudit
from dpverify.checkers.answers.calibrations import StatedCalibration, StatedComparison
from dpverify.checkers.answers.codec import DENSITIES, EXTRA, Member, members, union
from dpverify.checkers.answers.conformances import StatedConformance
from dpverify.checkers.answers.documents import Answer, Evidence
from dpverify.checkers.answers.envelopes import Envelope, NoAnswer
from dpverify.checkers.answers.figures import SHORT, Figure, Shape
from dpverify.checkers.answers.files import StatedChannel, StatedScenario
from dpverify.checkers.answers.functions import StatedRelease, StatedSensitivity
from dpverify.checkers.answers.guesses import Guess
from dpverify.checkers.answers.lists import (
    ExplainedClaim,
    ExplainedCounterexample,
    ExplainedDefinition,
    ExplainedError,
    ExplainedMechanism,
    Listing,
)
from dpverify.checkers.answers.places import PLACES, WordPlace
from dpverify.checkers.answers.proofs import StoredProof
from dpverify.checkers.answers.refutations import (
    Conclusion,
    Hypothesis,
    Interval,
    NumberClaim,
    NumberRefutation,
    Refutation,
)
from dpverify.checkers.answers.replays import Replays
from dpverify.checkers.answers.risks import Risk
from dpverify.checkers.answers.suites import Recheck, Suite
from dpverify.defs.numbers.limits import MAX_TEXT

FOLDER = Path(__file__).parent.parent / "reports" / "schema"
KINDS: dict[str, tuple[type[Any], str]] = {
    "result": (Answer, "A result"),
    "refutation": (Refutation, "A refuted implication"),
    "number-refutation": (NumberRefutation, "A refutation by numbers alone"),
    "guess": (Guess, "What ε means to a guesser"),
    "replay": (Replays, "The kernel's word"),
    "channel": (StatedChannel, "A channel"),
    "scenario": (StatedScenario, "A scenario of partial knowledge"),
    "proof": (StoredProof, "A proof for every size"),
    "suite": (Suite, "The suite of claims"),
    "recheck": (Recheck, "Lemmas asked of solvers"),
    "list": (Listing, "What there is"),
    "risk": (Risk, "Privacy at risk"),
    "account": (StatedAccount, "What a plan costs"),
    "account-comparison": (StatedComparison, "What other accountants say of a plan"),
    "calibration": (StatedCalibration, "Which noise, how many steps, which rate"),
    "audit": (StatedAudit, "What samples say against a claim"),
    "one-run-audit": (StatedOneRunAudit, "What one run with canaries says against a claim"),
    "conformance": (StatedConformance, "A port beside the real code"),
    "function-sensitivity": (StatedSensitivity, "How far one record moves a function"),
    "release": (StatedRelease, "What is stated of a function with noise"),
    "documents": (Envelope, "Several documents"),
    "unknown": (NoAnswer, "No answer"),
}
"""The kinds of documents that one type describes, with the title of the schema."""
EXPLAINED: tuple[type[Any], ...] = (
    ExplainedDefinition,
    ExplainedClaim,
    ExplainedMechanism,
    ExplainedCounterexample,
    ExplainedError,
)
ALL = (*KINDS, "explanation", "numbers")
DOCUMENTS: dict[type[Any], str] = {
    kind: name
    for name, (kind, _) in KINDS.items()
    if name in ("account", "audit", "channel", "scenario", "refutation", "number-refutation")
}
"""Documents that stand inside others, which refer to their schemas."""
NAMES = {"About": "subject", "Ran": "run", "Place": "event"}
"""Definitions that are not called after their class."""
GIVEN = (
    "Everything held fixed: parameters as texts; goal, prior or neighbours when they were given."
)
PLACE = (
    "Where a value is attained or a claim violated, one of several kinds. A witness also has"
    " excess > 0: by how much the claim is violated."
)
FIGURE = """A number with decimals, rounded outward, that enclose it. exact is null where only the
enclosure is known; exact_omitted is the length of an exact form that was left out."""
VARIABLE = {"type": "string", "pattern": "^[A-Za-z]+$"}
COMPARISON = {
    "description": "Two expressions of the grammar of numbers and names, with a relation between.",
    "type": "string",
    "pattern": "^[^<>=]+ (<=|<|>=|>|=) [^<>=]+$",
}
ELSEWHERE: dict[tuple[type[Any], str], dict[str, Any]] = {
    (Answer, "given"): {"$ref": "result.json#/$defs/given"},
    (Hypothesis, "given"): {"$ref": "result.json#/$defs/given"},
    (Conclusion, "given"): {"$ref": "result.json#/$defs/given"},
    (NumberClaim, "for_all"): {"type": "array", "items": VARIABLE, "uniqueItems": True},
    (Interval, "name"): VARIABLE,
    (NumberClaim, "where"): {
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [VARIABLE, {"type": "string"}],
            "minItems": 2,
            "maxItems": 2,
        },
    },
    (NumberClaim, "given"): {"type": "array", "items": COMPARISON},
    (NumberClaim, "then"): {"type": "array", "items": COMPARISON, "minItems": 1},
    (NumberRefutation, "cells"): {"type": "integer", "minimum": 1, "maximum": 1000},
}
"""Members whose shape no type says."""
VERDICTS: list[dict[str, Any]] = [
    {
        "if": {"properties": {"verdict": {"const": "unknown"}}, "required": ["verdict"]},
        "then": {"required": ["reason"], "properties": {"evidence": False, "witness": False}},
        "else": {"properties": {"reason": False}},
    },
    {
        "if": {"properties": {"verdict": {"const": "fails"}}, "required": ["verdict"]},
        "then": {
            "required": ["evidence"],
            "anyOf": [{"required": ["witness"]}, {"required": ["witnesses"]}],
        },
        "else": {"properties": {"witness": False, "witnesses": False}},
    },
]
"""What goes with which verdict."""


class Definitions:
    """The definitions of a schema, each made when it is first referred to.

    Args: kind the document's; shared the definitions that are those of a result.
    """

    def __init__(self, kind: str, shared: Collection[str] = ()) -> None:
        self.kind = kind
        self.shared = shared
        self.made: dict[str, Any] = {}

    def reference(self, name: str, make: Any) -> dict[str, str]:
        """A reference to a definition."""
        if name in self.shared:
            return {"$ref": f"result.json#/$defs/{name}"}
        if name not in self.made:
            self.made[name] = {}  # so that a definition may refer to itself
            self.made[name] = make()
        return {"$ref": f"{self.kind}.json#/$defs/{name}"}

    def of(self, hint: Any) -> dict[str, Any]:
        """The schema of a type."""
        if hint is Any:
            return {}
        alternatives = union(hint)
        if len(alternatives) > 1:
            return self._union(alternatives)
        (hint,) = alternatives
        origin, arguments = get_origin(hint) or hint, get_args(hint)
        if origin is Annotated:
            inner, mark = arguments
            return self._shaped(inner, mark) if isinstance(mark, Shape) else _number(inner, mark)
        if hint is Figure or isinstance(hint, TypeVar):
            return {"$ref": "numbers.json#/$defs/figure"}
        if hint == Evidence:
            return self.reference("evidence", lambda: _evidence(arguments))
        if origin is Literal:
            return {"enum": list(arguments)}
        if is_dataclass(origin):
            return self._class(origin)
        if origin is tuple:
            return self._tuple(arguments)
        if origin is Mapping:
            inner = self.of(arguments[1])
            return {"type": "object", **({"additionalProperties": inner} if inner else {})}
        return _plain(hint)

    def _shaped(self, inner: Any, shape: Shape) -> dict[str, Any]:
        """A named shape by reference; what else is asked of a member beside its type."""
        if shape.name is not None:
            return {"$ref": f"numbers.json#/$defs/{shape.name}"}
        return {**self.of(inner), **shape.form}

    def _union(self, alternatives: tuple[Any, ...]) -> dict[str, Any]:
        kinds = {get_origin(alternative) or alternative for alternative in alternatives}
        if kinds != {*PLACES}:
            return {"anyOf": [self.of(alternative) for alternative in alternatives]}
        return self.reference(
            "place",
            lambda: {"description": PLACE, "anyOf": [self._class(kind) for kind in PLACES]},
        )

    def _tuple(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        if arguments[-1] is not Ellipsis and len({*arguments}) > 1:
            parts = [self.of(argument) for argument in arguments]
            size = {"minItems": len(parts), "maxItems": len(parts)}
            return {"type": "array", "prefixItems": parts, **size}
        items = self.of(arguments[0])
        if NoneType in get_args(arguments[0]):  # a member of a list is not left out, but null
            items = _or_null(items)
        form: dict[str, Any] = {"type": "array", "items": items}
        if arguments[-1] is not Ellipsis:
            form |= {"minItems": len(arguments), "maxItems": len(arguments)}
        return form

    def _class(self, kind: Any) -> dict[str, Any]:
        if kind in DOCUMENTS:
            return {"$ref": f"{DOCUMENTS[kind]}.json"}
        name = NAMES.get(kind.__name__, kind.__name__[0].lower() + kind.__name__[1:])
        return self.reference(name, lambda: self.object(kind))

    def object(self, kind: Any) -> dict[str, Any]:
        """The schema of a dataclass: its members, and which of them it needs."""
        whole, of_members = _described(kind)
        form: dict[str, Any] = {"description": whole, "type": "object", "properties": {}}
        if getattr(kind, "closed", False):
            form["additionalProperties"] = False
        for member in members(kind):
            if member.name == EXTRA:
                form["patternProperties"] = {f"^{kind.prefix}": {}}
                continue
            outer, _, inner = member.key.rpartition(".")
            target = form
            if outer:
                empty = {"type": "object", "properties": {}}
                target = form["properties"].setdefault(outer, empty)
                _need(form, outer)
            meaning = {"description": of_members[member.name]} if member.name in of_members else {}
            target["properties"][inner] = {**meaning, **self._member(kind, member)}
            if member.default is MISSING:
                _need(target, inner)
        if kind is WordPlace:
            numbers = form["properties"]["probabilities"]
            form["properties"][DENSITIES] = numbers
            form["required"].remove("probabilities")
            form["oneOf"] = [{"required": [key]} for key in ("probabilities", DENSITIES)]
        return {**form, **getattr(kind, "shape", {})}

    def _member(self, kind: Any, member: Member) -> dict[str, Any]:
        if member.name == "schema":
            return {"type": "string", "pattern": rf"^dpverify\.{self.kind}/1\.[0-9]+$"}
        known = ELSEWHERE.get((kind, member.name))
        if known is not None:
            return known
        form = self.of(member.hint)
        if member.default is MISSING and NoneType in get_args(member.hint):
            return _or_null(form)
        if member.default == ():  # what is empty is left out
            return {**form, "minItems": 1}
        return {"const": True} if member.default is False else form


def _described(kind: Any) -> tuple[str, dict[str, str]]:
    """What the docstring of a type says of it, and under "Args" of its members by name."""
    meaning, _, rest = " ".join((kind.__doc__ or "").split()).partition(" Args: ")
    names = "|".join(member.name for member in members(kind))
    parts = re.split(rf"(?:^|(?<=\. ))({names}) ", rest)[1:]
    texts = zip(parts[::2], parts[1::2], strict=True)
    return meaning, {name: f"{text[0].upper()}{text[1:].rstrip()}" for name, text in texts}


def _or_null(form: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [*form.get("anyOf", [form]), {"type": "null"}]}


def _need(form: dict[str, Any], key: str) -> None:
    needed = form.setdefault("required", [])
    if key not in needed:
        needed.append(key)


def _number(inner: Any, mark: str) -> dict[str, Any]:
    if inner is int:
        return {"type": "string", "pattern": "^-?[0-9]+$"}
    return {"$ref": f"numbers.json#/$defs/{'short' if mark == SHORT else 'text'}"}


def _evidence(words: tuple[str, ...]) -> dict[str, Any]:
    return {"description": "Strongest first.", "enum": list(words)}


def _plain(hint: Any) -> dict[str, Any]:
    if hint is int:
        return {"type": "integer", "minimum": 0}
    if hint is float:
        return {"type": "number", "minimum": 0}
    if hint is bool:
        return {"type": "boolean"}
    if hint in (str, Fraction):
        return {"type": "string"}
    raise TypeError(f"no schema is known for {hint!r}")


def result_schema() -> dict[str, Any]:
    """The schema of a `dpverify.result`."""
    definitions = Definitions("result")
    definitions.made["given"] = {"description": GIVEN, "type": "object"}
    definitions.of(Answer)
    form = definitions.made.pop("answer")  # it is the schema itself
    text = json.dumps(definitions.made).replace("result.json#/$defs/answer", "result.json")
    description = "What check and measure say of one subject. Outside run the same inputs give the"
    form["description"] = f"{description} same bytes. {form['description']}"
    return _whole("result", "A result", {**form, "allOf": VERDICTS}, json.loads(text))


def explanation_schema() -> dict[str, Any]:
    """The schema of an explanation: one of several kinds, which the member `kind` names."""
    definitions = Definitions("explanation")
    form = {
        "description": "Of a definition, a claim, a mechanism or a counterexample.",
        "anyOf": [definitions.of(kind) for kind in EXPLAINED],
    }
    return _whole("explanation", "What a name means", form, definitions.made)


def numbers_schema() -> dict[str, Any]:
    """How numbers and labels are written, to which all other schemas refer."""
    named = (shape for shape in vars(figures).values() if isinstance(shape, Shape) and shape.name)
    forms: dict[str, Any] = {str(shape.name): dict(shape.form) for shape in named}
    description = (
        "How dpverify writes numbers. What a text means is said by the grammar in the"
        " documentation; here is only its shape."
    )
    text = {"$ref": "numbers.json#/$defs/text"}
    decimal = {"$ref": "numbers.json#/$defs/decimal"}
    forms["figure"] = {
        "description": " ".join(FIGURE.split()),
        "type": "object",
        "properties": {
            "exact": _or_null(text),
            "exact_omitted": {"type": "integer", "minimum": MAX_TEXT + 1},
            "lower": decimal,
            "upper": decimal,
        },
        "required": ["lower", "upper"],
        "oneOf": [{"required": ["exact"]}, {"required": ["exact_omitted"]}],
    }
    forms["short"] = {
        "description": "An exact number as a text, or its figure where no reader would take the"
        " text.",
        "anyOf": [text, {"$ref": "numbers.json#/$defs/figure"}],
    }
    return _whole("numbers", "Numbers and labels", {"description": description}, forms)


def schema(kind: str) -> dict[str, Any]:
    """The schema of a kind of document; definitions of a result are referred to."""
    result = result_schema()
    if kind == "result":
        return result
    if kind == "numbers":
        return numbers_schema()
    if kind == "explanation":
        return explanation_schema()
    definitions = Definitions(kind, result["$defs"])
    document, title = KINDS[kind]
    form = definitions.object(document)
    return _whole(kind, title, form, definitions.made)


def _whole(
    kind: str, title: str, form: dict[str, Any], definitions: dict[str, Any]
) -> dict[str, Any]:
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{kind}.json",
        "title": title,
        **form,
    }
    return {**whole, "$defs": definitions} if definitions else whole


def text(kind: str) -> str:
    """The file as it should be."""
    return json.dumps(schema(kind), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for kind in ALL:
        (FOLDER / f"{kind}.json").write_text(text(kind), encoding="utf-8")
