"""Channels from .npy and .npz; what must be refused is listed in tests/rejects."""

from __future__ import annotations

import io
import warnings
import zipfile
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InputError
from dpverify.defs.io.read_numpy import read_npy, read_npz

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
ALL: dict[str, object] = {"neighbours": "all"}


def npy(array: np.ndarray[Any, Any]) -> bytes:
    """The bytes of a .npy file."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def npz(compressed: bool = False, **arrays: object) -> bytes:
    """The bytes of a .npz file."""
    file = io.BytesIO()
    save = np.savez_compressed if compressed else np.savez
    save(file, **arrays)  # type: ignore[arg-type]  # arrays, by name
    return file.getvalue()


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", ">f8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_floats_are_their_dyadic_rationals(dtype: str, order: str) -> None:
    """Of any size, byte order and memory order; labels are the positions."""
    array = np.array([[0.75, 0.25], [0.25, 0.75]], dtype=dtype, order=order)  # type: ignore[call-overload]  # order is one of two texts
    assert read_npy(npy(array), Adjustment(), ALL) == RR


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_every_version_of_the_format_is_read(version: tuple[int, int]) -> None:
    """As numpy itself writes them."""
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array([[3, 1], [1, 3]]) / 4, version, allow_pickle=False)
    assert read_npy(file.getvalue(), Adjustment(), ALL) == RR


def test_integers_can_be_normalised() -> None:
    """Counts become exact fractions."""
    counts = np.array([[3, 1], [1, 3]], dtype=np.uint8)
    channel = read_npy(npy(counts), Adjustment(normalise=True), ALL)
    assert channel == RR
    assert channel.provenance == ("each row divided by its sum (2 of 2 rows changed)",)


def test_archives_hold_a_matrix_and_perhaps_labels() -> None:
    """Compressed or not."""
    matrix = np.array([[0.75, 0.25], [0.25, 0.75]])
    for compressed in (False, True):
        assert read_npz(npz(compressed, matrix=matrix), Adjustment(), ALL) == RR
    labelled = npz(matrix=matrix, inputs=np.array(["no", "yes"]), outputs=np.array(["y", "ü"]))
    channel = read_npz(labelled, Adjustment(), ALL)
    assert (channel.inputs, channel.outputs) == (("no", "yes"), ("y", "ü"))


def test_a_sparse_matrix_compresses_well_and_is_read() -> None:
    """The limit on expansion does not hit small identity matrices."""
    identity = npz(True, matrix=np.eye(300))
    assert len(identity) < 300 * 300 * 8 / 100
    assert read_npz(identity, Adjustment(), ALL).entry(299, 299) == 1


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_is_refused_wherever_it_is_damaged(compression: int) -> None:
    """zlib.error, LZMAError, OSError, negative seeks: one InputError, whatever zipfile raises."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr("matrix.npy", npy(np.eye(3)))
    whole = file.getvalue()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        for data in (bytes(damaged), whole[:at]):
            with suppress(InputError):  # some bytes, as those of a time, do not matter
                read_npz(data, Adjustment(), ALL)


def test_an_array_that_is_there_twice_is_not_suggested() -> None:
    """ "did you mean 'matrix'?" said nothing to who had named it so."""
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w") as archive:
        warnings.simplefilter("ignore")
        for _ in range(2):
            archive.writestr("matrix.npy", npy(np.eye(2)))
    with pytest.raises(InputError, match="twice; leave one out"):
        read_npz(file.getvalue(), Adjustment(), ALL)
