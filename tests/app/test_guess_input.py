"""Priors from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpverify.app.guess_input import attribute_of
from dpverify.defs.errors import InputError


def test_a_column(tmp_path: Path) -> None:
    file = tmp_path / "a:b.csv"
    file.write_text("\ufeffname,time\nx,10\n\ny,12.5\n", encoding="utf-8")
    found = attribute_of(f"{file}:time", "5")
    assert [float(v) for v in found.values] == [10, 12.5]


@pytest.mark.parametrize(
    ("name", "middle"),
    [
        ("normal:mean=20,sd=5", 20),
        ("laplace:mean=20,scale=5", 20),
        ("exponential:mean=10", 10),
        ("uniform:low=0,high=40", 20),
    ],
)
def test_named_distributions(name: str, middle: float) -> None:
    """The mean is near."""
    found = attribute_of(name, "2")
    mean = sum(float(v) * w.approx() for v, w in zip(found.values, found.weights, strict=True))
    assert abs(mean - middle) < 0.2


FILES = ("csv", "short", "binary", "quote", "twice", "long")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("missing.csv:time", "missing.csv"),
        ("{csv}:tim", "did you mean 'time'"),
        ("{csv}:note", "line 2"),
        ("normla:mean=1,sd=1", "did you mean 'normal'"),
        ("normal", "mean=NUMBER"),
        ("normal:mean=1", "sd=NUMBER"),
        ("normal:mean=1,mean=2", "each once"),
        ("normal:mean=1,var=2", "each once"),
        ("normal:mean=1,sd=0", "no spread"),
        ("normal:mean=1,sd=x", "x"),
        ("uniform:low=2,high=1", "no spread"),
        ("nothing", "write FILE.csv:COLUMN"),
        ("{short}:b", "no cell"),
        ("{csv}:zzz", "has no column 'zzz'; it has 'time, note'"),
        ("{binary}:b", "UTF-8"),
        ("{quote}:b", "no CSV"),
        ("{twice}:b", "has 2 columns 'b'"),
        ("{long}:b", "line 3: there are more cells than columns"),
    ],
)
def test_what_is_no_attribute(text: str, message: str, tmp_path: Path) -> None:
    files = {key: tmp_path / f"{key}.csv" for key in FILES}
    files["csv"].write_text("time,note\n1,x\n")
    files["short"].write_text("a,b\n1\n")
    files["binary"].write_bytes(b"a,b\n\xff\xfe,1\n")
    files["twice"].write_text("a,b,b\n1,2,3\n")
    files["long"].write_text("a,b,c\n1,2,3,,\n1,5,2,3\n")
    files["quote"].write_text('a,b\n"1"x,2\n')
    with pytest.raises(InputError, match=message):
        attribute_of(text.format(**files), "1")
