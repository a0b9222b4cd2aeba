"""Large tables of plain decimals; the oracle is the reader of all tables, cell by cell."""

from __future__ import annotations

import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.errors import InputError
from dpverify.defs.io import read_csv
from dpverify.defs.io.quick_csv import quick_table

PLAIN = [
    ",y,z\na,0.25,0.75\nb,1,0\n",
    "\ufeffin,y,z\r\nü,0.5,0.50\r\n007,000.1,0.9\r\n\r\n",
    ",y\na,1\nb,1.0",
    ",y,z\n0,1,0\n0.5,0.5,0.5\n",
]
UNUSUAL = [
    ',y,z\n"a",0.25,0.75\nb,1,0\n',
    ",y,z\na, 0.25,0.75\nb,1,0\n",
    ",y,z\na,1/4,3/4\nb,25e-2,0.75\n",
    ",y,z\na,exp(-1),1-exp(-1)\nb,1,0\n",
    ",y,z\ra,0.25,0.75\rb,1,0\r",
    ",x,y\n0,1/4,3/4\n0.0,3/4,1/4\n",
]
BAD = [
    "", "\n", ",\n", "y\na\n", ",y,z\n", ",y,z\na,0.5\nb,1,0\n", ",y,z\na,0.5,0.5,0\nb,1,0\n",
    ",y,z\na,0.5,0.6\nb,1,0\n", ",y,z\na,0,0\nb,1,0\n", ",y,z\na,-1,2\nb,1,0\n",
    ",y,z\na,nan,1\nb,1,0\n", ",y,z\na,inf,1\nb,1,0\n", ",y,z\na,,1\nb,1,0\n",
    ",y,z\na,1.,0\nb,1,x\n", ",y,z\na,0.5.5,1\nb,1,0\n", ",y,z\n\na,1,0\nb,1,0\n",
    ",y,y\na,1,0\nb,1,0\n", ",y,z\na,1,0\na,1,0\n", ",y,\na,1,0\nb,1,0\n", "1,2\n0.5,0.5\n",
    ",y,z\n0.25,0.75,0\n0.5,0.5,0\n", "0,0.25,0.75\n1,1,0\n", ",y,z\na,1,0\nb,1,\0\n",
    ",y,z\na,1,0\n", ",y,z\na,1,0\nb,1,0\n\nc,1,0\n", ',y,z\na,1,0\nb,1,"0\n',
    ",y,z\n" + "a" * 140_000 + ",1,0\nb,1,0\n",
]  # fmt: skip


def outcome(data: bytes, *, divide: bool = False, large: int) -> tuple[object, object]:
    """The channel and what was done to it, or the error."""
    how = Adjustment(normalise=True) if divide else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_csv, "LARGE", large)
        try:
            channel = read_csv.read_csv(data, how, {"neighbours": "all"})
        except InputError as error:
            return type(error), str(error)
    return channel, channel.provenance


@pytest.mark.parametrize("divide", [False, True])
def test_large_and_small_tables_say_the_same(divide: bool) -> None:
    """Channels, what was changed in them, and every error."""
    for text in (*PLAIN, *UNUSUAL, *BAD):
        data = text.encode()
        slow = outcome(data, divide=divide, large=1 << 40)
        assert outcome(data, divide=divide, large=0) == slow, text[:80]
    assert isinstance(outcome(b",y\n\xff,1\n", large=0)[1], str)


def test_plain_tables_are_read_at_once() -> None:
    """Each of these would otherwise be compared with itself."""
    assert all(quick_table(text.encode()) is not None for text in PLAIN)
    assert quick_table(UNUSUAL[0].encode()) is None


def test_cut_anywhere_a_table_says_the_same() -> None:
    """A file that was cut short is refused, or is a smaller table, whichever way it is read."""
    text = "\ufeff,y,zé\r\na,0.25,0.75\r\nbü,1,0.0\r\n".encode()
    for end in range(len(text)):
        assert outcome(text[:end], large=0) == outcome(text[:end], large=1 << 40)
