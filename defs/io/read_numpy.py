"""Channels from .npy and .npz files, which are never unpickled.

What must never change: the size that a header claims is compared with what is there before
anything is allocated; arrays of objects are refused.
"""

from __future__ import annotations

import io
import re
from math import prod
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.boundary import outside
from dpverify.defs.channel import Channel
from dpverify.defs.entries import OwnArray
from dpverify.defs.errors import FileError
from dpverify.defs.io.files import MAX_BYTES
from dpverify.defs.validate import did_you_mean, shown

if TYPE_CHECKING:
    import zipfile

    import numpy as np

    from dpverify.defs.adjust import Adjustment

MAX_RATIO: Final = 100
"""Expansion of a compressed array beyond which it is refused, unless it is small."""
SMALL_BYTES: Final = 16 << 20
MEMBERS: Final = ("matrix", "inputs", "outputs")
MAX_HEADER: Final = 10_000
FIRST: Final = 12
"""Bytes before the header: magic, version, and its length in 2 or 4 bytes."""
_HEADER = re.compile(
    rb" *\{ *'descr': *'([<>|=]?[A-Za-z][0-9]{0,9})', *'fortran_order': *(True|False),"
    rb" *'shape': *\(((?: *[0-9]{1,18} *,)* *(?:[0-9]{1,18})? *)\) *,? *\} *\n?"
)


def read_npy(
    data: bytes | memoryview, adjustment: Adjustment | None, neighbours: dict[str, object]
) -> Channel:
    """A channel from the bytes of a .npy file: a matrix of integers or floats.

    Labels are "0", "1", …; a float is the dyadic rational that it is.
    """
    return _channel({"matrix": _array(data, "the .npy file")}, adjustment, neighbours)


def read_npz(data: bytes, adjustment: Adjustment | None, neighbours: dict[str, object]) -> Channel:
    """A channel from the bytes of a .npz file with an array `matrix`.

    Optional arrays of texts `inputs` and `outputs` hold the labels.
    """
    import zipfile

    with (
        outside("the .npz file", "save it anew"),
        zipfile.ZipFile(io.BytesIO(data)) as archive,
    ):
        arrays = {
            name: _array(_member(archive, info), f"array {name!r}")
            for name, info in _members(archive).items()
        }
    return _channel(arrays, adjustment, neighbours)


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name = info.filename.removesuffix(".npy")
        if name in members:
            raise FileError(f"array {shown(name)} is in the .npz file twice; leave one out")
        if name not in MEMBERS:
            hint = did_you_mean(name, MEMBERS) or "; it may hold 'matrix', 'inputs', 'outputs'"
            raise FileError(f"array {shown(name)} of the .npz file is unknown{hint}")
        members[name] = info
    if "matrix" not in members:
        raise FileError("the .npz file has no array 'matrix'; save it with matrix=…")
    return members


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    size, packed = info.file_size, max(1, info.compress_size)
    if size > MAX_BYTES or (size > SMALL_BYTES and size > MAX_RATIO * packed):
        raise FileError(
            f"array {shown(info.filename)} expands from {packed} to {size} bytes; the limits are"
            f" {MAX_BYTES} bytes and {MAX_RATIO}-fold, save it uncompressed or smaller"
        )
    with archive.open(info) as member:
        return member.read(size + 1)


def _array(data: bytes | memoryview, what: str) -> np.ndarray[Any, Any]:
    """The array, without numpy.load: nothing in the header is evaluated."""
    import numpy as np

    descr, fortran, shape, start = _header(bytes(data[: FIRST + MAX_HEADER]), what)
    try:
        dtype = np.dtype(descr)
    except TypeError:
        dtype = np.dtype(object)
    if dtype.kind not in "iufUb" or not dtype.itemsize:
        raise FileError(f"{what} holds {descr!r}, not integers or floats; save the numbers alone")
    if len(shape) not in (1, 2) or 0 in shape:
        raise FileError(
            f"{what} has shape {shown(shape)}, must have 2 dimensions, inputs by outputs, and none"
            " of them 0; reshape it"
        )
    claimed = prod(shape) * dtype.itemsize
    if claimed != len(data) - start:
        raise FileError(
            f"{what} claims {claimed} bytes of data (shape {shown(shape)}) and has"
            f" {len(data) - start}; it is cut off or damaged"
        )
    flat: np.ndarray[Any, Any] = np.frombuffer(data, dtype, offset=start)
    return flat.reshape(shape, order="F" if fortran else "C")


def _header(data: bytes, what: str) -> tuple[str, bool, tuple[int, ...], int]:
    """Element type, whether columns come first, shape, and where the data start."""
    if data[:6] != b"\x93NUMPY" or len(data) < FIRST:
        raise FileError(f"{what} is no NumPy array; save it with numpy.save")
    if data[6] not in (1, 2, 3):
        raise FileError(f"{what} has format version {data[6]}, must be 1, 2 or 3; save it anew")
    width = 2 if data[6] == 1 else 4
    start = 8 + width
    end = start + int.from_bytes(data[8:start], "little")
    match = _HEADER.fullmatch(data[start:end]) if end - start <= MAX_HEADER else None
    if match is None:
        raise FileError(
            f"{what} has the header {shown(data[start : min(end, start + 80)].decode('latin-1'))},"
            " not that of a plain array; save it with numpy.save"
        )
    shape = tuple(int(length) for length in match[3].replace(b" ", b"").split(b",") if length)
    return match[1].decode("ascii"), match[2] == b"True", shape, end


def _channel(
    arrays: dict[str, np.ndarray[Any, Any]],
    adjustment: Adjustment | None,
    neighbours: dict[str, object],
) -> Channel:
    matrix = arrays["matrix"]
    if matrix.ndim != 2:
        raise FileError("the matrix has 1 dimension, must have 2, inputs by outputs; reshape it")
    inputs = _labels(arrays.get("inputs"), matrix.shape[0], "inputs")
    outputs = _labels(arrays.get("outputs"), matrix.shape[1], "outputs")
    return Channel.adjusted(inputs, outputs, OwnArray(matrix), adjustment, **neighbours)


def _labels(given: np.ndarray[Any, Any] | None, count: int, name: str) -> list[str]:
    if given is None:
        return [str(position) for position in range(count)]
    if given.ndim != 1 or given.dtype.kind != "U":
        raise FileError(
            f"array {name!r} must be a list of texts; it holds {shown(str(given.dtype))}"
        )
    return [str(label) for label in given.tolist()]
