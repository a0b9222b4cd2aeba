"""Validation of documents against the published schemas, more strictly than they ask for."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from dpverify.reports.schemas import kind_of, schema, schema_names


@cache
def _registry(strict: bool) -> Registry[Any]:
    """All schemas by their file names; strict ones take no key that they do not name."""
    loaded = {f"{name}.json": schema(name) for name in schema_names()}
    made = {name: _closed(each) if strict else each for name, each in loaded.items()}
    return Registry().with_resources(
        (name, Resource.from_contents(each)) for name, each in made.items()
    )


def _closed(node: Any) -> Any:
    """The schema with additionalProperties false wherever objects with named keys are open."""
    if isinstance(node, list):
        return [_closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: _closed(each) for key, each in copy.copy(node).items()}
    if found.get("type") == "object" and isinstance(found.get("properties"), dict):
        found.setdefault("additionalProperties", False)
    return found


def faults(document: Any, *, strict: bool = True) -> list[str]:
    """What a document breaks, of its own kind's schema; documents inside an envelope too."""
    registry = _registry(strict)
    name = f"{kind_of(document)}.json"
    validator = Draft202012Validator({"$ref": name}, registry=registry)
    found = [
        f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(document)
    ]
    if kind_of(document) == "documents":
        found += [
            fault for inner in document["documents"] for fault in faults(inner, strict=strict)
        ]
    return found
