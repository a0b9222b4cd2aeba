"""A statement under other names: objects, parameters and labels; hypotheses in another order."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from dpverify.proofs.statement import Statement


def renamed(statement: Statement) -> Statement:
    """The statement with a new name for whatever has one, hypotheses in reverse order.

    Names within a Condition stay, so that its parameters would be none.
    """
    names = {name: f"{name}OfMine" for name in (*statement.objects, *statement.derived)}
    names |= {name: f"a{count}" for count, name in enumerate(statement.parameters)}
    names |= {name: f"{name}-of-mine" for name in statement.sizes}
    changed: Statement = _changed(statement, names)
    return replace(
        changed,
        parameters=dict(reversed([*changed.parameters.items()])),
        hypotheses=changed.hypotheses[::-1],
    )


def _changed(given: Any, names: dict[str, str]) -> Any:
    """Every name in the fields of a dataclass, in lists and dictionaries, and within expressions.

    The keys of `given` and `derived` ("eps", "post_process") are words of the language; the prefix
    of labels gets a q.
    """
    if isinstance(given, str):
        return re.sub(r"[A-Za-z][A-Za-z0-9_]*", lambda name: names.get(name[0], name[0]), given)
    if isinstance(given, tuple | list):
        return type(given)(_changed(each, names) for each in given)
    if isinstance(given, dict):
        return {
            names.get(key, key) if isinstance(key, str) else key: _changed(value, names)
            for key, value in given.items()
        }
    if not is_dataclass(given) or isinstance(given, type):
        return given
    values = {field.name: getattr(given, field.name) for field in fields(given)}
    kept = {"definition", "form", "text", "swapped", "tuned", "fixed"}
    new = {
        name: _changed(value, names)
        for name, value in values.items()
        if name not in kept | {"given", "prefix", "parameters"}
    }
    if "given" in values:
        new["given"] = {key: _changed(text, names) for key, text in values["given"].items()}
    if "parameters" in values:
        new["parameters"] = {names[key]: kind for key, kind in values["parameters"].items()}
    if "prefix" in values:
        new["prefix"] = f"q{values['prefix']}"
    return replace(given, **new)
