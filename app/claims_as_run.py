"""A claim of a file about code as it is: `as_run = true`, and what the command takes beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dpverify.defs.errors import SchemaError
from dpverify.defs.target import RealCode, Sizes

TEXTS: Final = ("inputs", "datasets")
FLAGS: Final = ("exceptions", "values_only", "multisets")
COUNTS: Final = ("max_size", "min_size", "contributions")
OF_DATA_SETS: Final = (*COUNTS, "multisets")
KEYS: Final = ("as_run", *TEXTS, *COUNTS, *FLAGS)
"""The keys that only such a claim has; `neighbours` has another meaning in it."""
OF_CHANNELS: Final = ("prior", "distance", "normalise", "rationalise")


def real_code_of(claim: Mapping[str, Any]) -> RealCode | None:
    """How the function of a claim is checked as it is; None of a claim about anything else.

    Raises: SchemaError for a key of another type, or one without the others.
    """
    if not _flag(claim, "as_run"):
        for key in KEYS[1:]:
            if key in claim:
                raise SchemaError(
                    f"{key} is about a function as it is; write as_run = true as well"
                )
        return None
    for key in OF_CHANNELS:
        if key in claim:
            raise SchemaError(f"{key} is about channel files; leave it out, or as_run = true")
    inputs, datasets = (_text(claim, key, '"[0, 1]"') for key in TEXTS)
    if (inputs is None) == (datasets is None):
        raise SchemaError(
            'as_run = true needs the inputs: write inputs = "[0, 1]", or datasets = "[0, 1]" and'
            " max_size = 3"
        )
    neighbours = _text(claim, "neighbours", '"all", or "[(0, 1)]"')
    return RealCode(
        str(datasets if inputs is None else inputs), neighbours,
        _flag(claim, "exceptions"), not _flag(claim, "values_only"),
        _sizes(claim, given=datasets is not None),
    )  # fmt: skip


def _sizes(claim: Mapping[str, Any], *, given: bool) -> Sizes | None:
    """The sizes of the data sets, where the inputs are data sets."""
    if not given:
        for key in OF_DATA_SETS:
            if key in claim:
                raise SchemaError(f'{key} is about data sets; write datasets = "[0, 1]"')
        return None
    most, least, contributions = (_count(claim, key) for key in COUNTS)
    if most is None:
        raise SchemaError("datasets needs the most records of a data set: write max_size = 3")
    return Sizes(most, least or 0, contributions, _flag(claim, "multisets"))


def _flag(claim: Mapping[str, Any], key: str) -> bool:
    value = claim.get(key, False)
    if not isinstance(value, bool):
        raise SchemaError(f"{key} must be true or false")
    return value


def _text(claim: Mapping[str, Any], key: str, example: str) -> str | None:
    value = claim.get(key)
    if value is not None and (not isinstance(value, str) or not value):
        raise SchemaError(f"{key} must be a text; write {key} = {example}")
    return value


def _count(claim: Mapping[str, Any], key: str) -> int | None:
    value = claim.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise SchemaError(f"{key} must be a whole number of at least 0; write {key} = 3")
    return value
