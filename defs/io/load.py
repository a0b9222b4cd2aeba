"""Loading a channel from a file, by its suffix."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.defs.channel import Channel
from dpverify.defs.errors import FileError, InputError, SchemaError, UsageError
from dpverify.defs.io.files import read_into_large_pages, read_regular_file
from dpverify.defs.io.strict_json import check_keys, strict_loads
from dpverify.defs.validate import did_you_mean, shown_path
from dpverify.defs.validate import shown_json as shown

if TYPE_CHECKING:
    from dpverify.defs.adjust import Adjustment

SUFFIXES = (".json", ".csv", ".npy", ".npz")


def load_channel(
    path: str | os.PathLike[str],
    *,
    neighbours: object = None,
    prior: object = None,
    distance: object = None,
    normalise: bool = False,
    rationalise: int | None = None,
) -> Channel:
    """Read a channel file.

    Args: path a .json, .csv, .npy or .npz file; neighbours "all", the path of a JSON file with a
        list of pairs (or an object with `neighbours` and `directed`), or a list of pairs: needed
        for all but JSON, where it replaces what the file says; prior the path of a JSON file with
        a list of probabilities, or a list; distance the path of one with a matrix, or a matrix;
        each replaces what the file says; rationalise D replaces each entry
        by the nearest fraction with denominator at most D; normalise then divides each row by its
        exact sum.
    Returns: the channel; `provenance` says what normalise and rationalise did.
    Raises: FileError, SchemaError, ChannelError, NumberError or UsageError: one line that starts
        with the path.
    """
    return channel_of(
        path, None, neighbours, prior, distance, normalise=normalise, rationalise=rationalise
    )


def channel_of(
    path: str | os.PathLike[str],
    data: bytes | None,
    neighbours: object = None,
    prior: object = None,
    distance: object = None,
    *,
    normalise: bool = False,
    rationalise: int | None = None,
) -> Channel:
    """As `load_channel`; `data` are the bytes of the file, None where it is to be read."""
    name = shown_path(path)
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        hint = did_you_mean(suffix, SUFFIXES)
        raise FileError(f"{name} must end in {', '.join(SUFFIXES)}, to say how to read it{hint}")
    adjustment = None
    if normalise or rationalise is not None:
        from dpverify.defs.adjust import Adjustment

        adjustment = Adjustment(normalise=normalise, rationalise=rationalise)
    whole = _content(path, suffix) if data is None else data
    relation = None if neighbours is None else read_neighbours(neighbours)
    parts = {"prior": _part(prior, "prior"), "distance": _part(distance, "distance")}
    try:
        channel = _read(whole, suffix, adjustment, relation)
        return channel.with_parts(**{key: part for key, part in parts.items() if part is not None})
    except InputError as error:
        raise type(error)(f"{name}: {error}") from None


def _content(path: str | os.PathLike[str], suffix: str) -> bytes | memoryview:
    """What a channel file holds."""
    return read_into_large_pages(path) if suffix == ".npy" else read_regular_file(path)


def read_neighbours(given: object) -> dict[str, object]:
    """The keyword arguments of Channel that a `--neighbours` argument stands for.

    Args: given "all", the path of a JSON file, or a list of pairs.
    """
    if given == "all" or not isinstance(given, (str, os.PathLike)):
        return {"neighbours": given}
    name = shown_path(given)
    hint = did_you_mean(given, ("all",))
    if hint and not os.path.lexists(given):
        raise UsageError(f"neighbours is {name}, and there is no such file{hint}")
    document = strict_loads(read_regular_file(given), what=name)
    if isinstance(document, dict):
        check_keys(document, ("neighbours",), ("directed",), what=name)
        return {key: value for key, value in document.items() if not key.startswith("x-")}
    if not isinstance(document, list):
        raise SchemaError(f"{name} holds {shown(document)}, must hold a list of pairs of inputs")
    return {"neighbours": document}


def _part(given: object, key: str) -> object:
    """A prior or a distance: as given, or what the JSON file at that path holds."""
    if not isinstance(given, (str, os.PathLike)):
        return given
    name = shown_path(given)
    document = strict_loads(read_regular_file(given), what=name)
    if isinstance(document, dict):
        check_keys(document, (key,), (), what=name)
        document = document[key]
    if not isinstance(document, list):
        raise SchemaError(f"{name} holds {shown(document)}, must hold a list: the {key}")
    return document


def _read(
    data: bytes | memoryview,
    suffix: str,
    adjustment: Adjustment | None,
    relation: dict[str, Any] | None,
) -> Channel:
    # `bytes` of bytes is the same object; the view of a .npy file is read as it is.
    if suffix == ".json":
        from dpverify.defs.io.read_json import read_json

        return read_json(bytes(data), adjustment, neighbours=relation)
    if relation is None:
        raise UsageError(
            f"a {suffix} file does not say which inputs are neighbours; pass --neighbours all or"
            " --neighbours FILE"
        )
    if suffix == ".csv":
        from dpverify.defs.io.read_csv import read_csv

        return read_csv(bytes(data), adjustment, relation)
    from dpverify.defs.io.read_numpy import read_npy, read_npz

    if suffix == ".npy":
        return read_npy(data, adjustment, relation)
    return read_npz(bytes(data), adjustment, relation)
