"""Channels from CSV; what must be refused is listed in tests/rejects."""

from __future__ import annotations

import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.io.read_csv import read_csv

RR = Channel(["no", "yes"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize(
    "text",
    [
        ",0,1\nno,3/4,1/4\nyes,1/4,3/4\n",
        "input,0,1\r\nno,0.75,0.25\r\nyes,25e-2, 3/4 \r\n\r\n",
        '"","0","1"\n"no","3/4","1/4"\n"yes","1/4","3/4"',
        "\ufeff,0,1\nno,3/4,1/4\nyes,1/4,3/4\n",
    ],
)
def test_every_usual_table_is_read(text: str) -> None:
    """Quoted or not, either line end, with or without a byte-order mark."""
    assert read_csv(text.encode(), Adjustment(), {"neighbours": "all"}) == RR


def test_labels_may_hold_anything_when_quoted() -> None:
    """Commas, quotes, line ends and blanks belong to the label."""
    text = '," a,b","say ""y"""\n"two\nlines",1,0\nü,0,1\n'
    channel = read_csv(text.encode(), Adjustment(), {"neighbours": "all"})
    assert channel.outputs == (" a,b", 'say "y"')
    assert channel.inputs == ("two\nlines", "ü")


def test_entries_may_be_exact_expressions() -> None:
    """Powers of e and roots, as in JSON."""
    text = ",y,z\na,exp(-1),1-exp(-1)\nb,1/2,1/2\n"
    channel = read_csv(text.encode(), Adjustment(), {"neighbours": "all"})
    assert not channel.rows.is_rational


def test_names_of_inputs_may_be_numbers() -> None:
    """Rows that sum to 1 with and without their name are no sign that names are missing."""
    data = b",x,y\n0,1/4,3/4\n0.0,3/4,1/4\n"
    assert read_csv(data, Adjustment(), {"neighbours": "all"}).inputs == ("0", "0.0")
