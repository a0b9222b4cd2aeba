"""Documents of many claims wait in a file: they come back as they were, and take no memory."""

from __future__ import annotations

import tracemalloc

import pytest

from dpverify.app.spool import Spool


def test_documents_come_back_in_any_order() -> None:
    with Spool(4) as spool:
        for number, text in ((2, '{"a": "ö"}'), (0, '{"b": "\ud800"}')):
            spool.put(number, text)
        assert (len(spool), [*spool], 1 in spool, 2 in spool) == (2, [0, 2], False, True)
        assert (spool.document(2), spool.text(0)) == ({"a": "ö"}, '{"b": "\ud800"}')
        with pytest.raises(KeyError):
            spool.text(1)
        spool.put(1, '{"late": 1}')  # after something was read
        assert [spool.document(number) for number in spool][1:] == [{"late": 1}, {"a": "ö"}]


def test_what_waits_is_not_in_memory() -> None:
    """Of 2,000 documents of 10 kB each, less than that of thirty is in memory.

    Most of it is the buffer of a file, which has 128 KiB since Python 3.14, and had 8 before.
    """
    text = '{"a": "' + "b" * 10_000 + '"}'
    tracemalloc.start()
    try:
        with Spool(2000) as spool:
            for number in range(2000):
                spool.put(number, text)
            assert len(spool.text(1999)) == len(text)
            assert tracemalloc.get_traced_memory()[1] < 30 * len(text)
    finally:
        tracemalloc.stop()
