"""Write the schemas of reports/schema that follow from the types of `dpverify.checkers.answers`.

The others are written by hand: those of files that people write (channel, scenario), of numbers, of
proofs, which their kernel reads by itself, and of documents that no types of this folder describe.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import MISSING, is_dataclass
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from dpverify.checkers.answers.codec import DENSITIES, Member, members, union
from dpverify.checkers.answers.documents import About, Answer, Evidence
from dpverify.checkers.answers.figures import SHORT, Figure
from dpverify.checkers.answers.guesses import Guess
from dpverify.checkers.answers.places import PLACES, WordPlace
from dpverify.checkers.answers.refutations import (
    Conclusion,
    Hypothesis,
    Interval,
    NumberClaim,
    NumberRefutation,
    Refutation,
)
from dpverify.checkers.answers.replays import Replays

FOLDER = Path(__file__).parent.parent / "reports" / "schema"
KINDS: dict[str, tuple[type[Any], str]] = {
    "result": (Answer, "A result"),
    "refutation": (Refutation, "A refuted implication"),
    "number-refutation": (NumberRefutation, "A refutation by numbers alone"),
    "guess": (Guess, "What ε means to a guesser"),
    "replay": (Replays, "The kernel's word"),
}
"""The kinds of documents that types describe, with the title of the schema."""
NAMES = {"About": "subject", "Ran": "run", "Place": "event"}
"""Definitions that are not called after their class."""
GIVEN = (
    "Everything held fixed: parameters as texts; goal, prior or neighbours when they were given."
)
PLACE = (
    "Where a value is attained or a claim violated, one of several kinds. A witness also has"
    " excess > 0: by how much the claim is violated."
)
VARIABLE = {"type": "string", "pattern": "^[A-Za-z]+$"}
COMPARISON = {
    "description": "Two expressions of the grammar of numbers and names, with a relation between.",
    "type": "string",
    "pattern": "^[^<>=]+ (<=|<|>=|>|=) [^<>=]+$",
}
COMPOSITION = {
    "description": "One operation by name, with its operands.",
    "type": "object",
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": {"type": "array"},
}
ELSEWHERE: dict[tuple[type[Any], str], dict[str, Any]] = {
    (Answer, "given"): {"$ref": "result.json#/$defs/given"},
    (Hypothesis, "given"): {"$ref": "result.json#/$defs/given"},
    (Conclusion, "given"): {"$ref": "result.json#/$defs/given"},
    (Refutation, "objects"): {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {
            "if": {"type": "object", "required": ["matrix"]},
            "then": {"$ref": "channel.json"},
            "else": {"$ref": "refutation.json#/$defs/composition"},
        },
    },
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
    (About, "digest"): {"$ref": "numbers.json#/$defs/digest"},
    (About, "channel"): {"$ref": "channel.json"},
    (About, "scenario"): {"$ref": "scenario.json"},
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
        alternatives = union(hint)
        if len(alternatives) > 1:
            return self._union(alternatives)
        (hint,) = alternatives
        origin, arguments = get_origin(hint) or hint, get_args(hint)
        if hint is Any:
            return {}
        if origin is Annotated:
            return _number(*arguments)
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
            items = {"anyOf": [items, {"type": "null"}]}
        form: dict[str, Any] = {"type": "array", "items": items}
        if arguments[-1] is not Ellipsis:
            form |= {"minItems": len(arguments), "maxItems": len(arguments)}
        return form

    def _class(self, kind: Any) -> dict[str, Any]:
        name = NAMES.get(kind.__name__, kind.__name__[0].lower() + kind.__name__[1:])
        return self.reference(name, lambda: self.object(kind))

    def object(self, kind: Any) -> dict[str, Any]:
        """The schema of a dataclass: its members, and which of them it needs."""
        words = " ".join((kind.__doc__ or "").split("\n\nArgs:")[0].split())
        form: dict[str, Any] = {"description": words, "type": "object", "properties": {}}
        if getattr(kind, "closed", False):
            form["additionalProperties"] = False
        for member in members(kind):
            outer, _, inner = member.key.rpartition(".")
            target = form
            if outer:
                empty = {"type": "object", "properties": {}}
                target = form["properties"].setdefault(outer, empty)
                _need(form, outer)
            target["properties"][inner] = self._member(kind, member)
            if member.default is MISSING:
                _need(target, inner)
        if kind is WordPlace:
            numbers = form["properties"]["probabilities"]
            form["properties"][DENSITIES] = numbers
            form["required"].remove("probabilities")
            form["oneOf"] = [{"required": [key]} for key in ("probabilities", DENSITIES)]
        return form

    def _member(self, kind: Any, member: Member) -> dict[str, Any]:
        if member.name == "schema":
            return {"type": "string", "pattern": rf"^dpverify\.{self.kind}/1\.[0-9]+$"}
        known = ELSEWHERE.get((kind, member.name))
        if known is not None:
            return known
        form = self.of(member.hint)
        if member.default == ():  # what is empty is left out
            return {**form, "minItems": 1}
        return {"const": True} if member.default is False else form


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
    return _whole("result", {**form, "allOf": VERDICTS}, json.loads(text))


def schema(kind: str) -> dict[str, Any]:
    """The schema of a kind of document; definitions of a result are referred to."""
    result = result_schema()
    if kind == "result":
        return result
    definitions = Definitions(kind, result["$defs"])
    form = definitions.object(KINDS[kind][0])
    if kind == "refutation":
        definitions.made["composition"] = COMPOSITION
    return _whole(kind, form, definitions.made)


def _whole(kind: str, form: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{kind}.json",
        "title": KINDS[kind][1],
        **form,
        "$defs": definitions,
    }


def text(kind: str) -> str:
    """The file as it should be."""
    return json.dumps(schema(kind), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for kind in KINDS:
        (FOLDER / f"{kind}.json").write_text(text(kind), encoding="utf-8")
