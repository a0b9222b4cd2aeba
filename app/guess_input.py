"""Where the prior of an attribute comes from: a column of a CSV file, or a named distribution."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.guessing.attribute import Attribute
from dpverify.defs.io import read_regular_file
from dpverify.defs.numbers import as_value
from dpverify.defs.validate import did_you_mean, shown, shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_BYTES = 64_000_000
DISTRIBUTIONS: Mapping[str, tuple[str, ...]] = {
    "normal": ("mean", "sd"),
    "laplace": ("mean", "scale"),
    "exponential": ("mean",),
    "uniform": ("low", "high"),
}


def attribute_of(text: str, precision: str) -> Attribute:
    """The attribute that FILE.csv:COLUMN or NAME:key=number,… stands for.

    Raises: InputError in one line for anything else.
    """
    name, colon, rest = text.rpartition(":") if ".csv:" in text else text.partition(":")
    if name.lower().endswith(".csv"):
        return Attribute.of_column(_column(name, rest), precision)
    if name in DISTRIBUTIONS:
        return Attribute.of_distribution(_distribution(name, rest), precision)
    hint = did_you_mean(name, DISTRIBUTIONS) if colon else ""
    raise UsageError(
        f"the attribute is {shown(text)}; write FILE.csv:COLUMN, or one of"
        f" {', '.join(DISTRIBUTIONS)} with its numbers as in normal:mean=20,sd=5{hint}"
    )


def _column(path: str, column: str) -> list[str]:
    try:
        text = read_regular_file(Path(path), MAX_BYTES).decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except UnicodeDecodeError as error:
        raise FileError(f"{shown_path(path)} is not UTF-8; save it as UTF-8") from error
    except csv.Error as error:
        raise FileError(f"{shown_path(path)} is no CSV table: {shown(str(error))}") from error
    header = [cell.strip() for cell in rows[0]] if rows else []
    if not column:
        named = shown(", ".join(header))
        raise FileError(f"name a column of {shown_path(path)}, as FILE.csv:COLUMN; it has {named}")
    if column not in header:
        hint = did_you_mean(column, header) or f"; it has {shown(', '.join(header))}"
        raise FileError(f"{shown_path(path)} has no column {shown(column)}{hint}")
    if header.count(column) > 1:
        raise FileError(f"{shown_path(path)} has {header.count(column)} columns {shown(column)}")
    long = [n for n, row in enumerate(rows[1:], start=2) if any(row[len(header) :])]
    if long:
        raise FileError(
            f"{shown_path(path)}, line {long[0]}: there are more cells than columns; write a cell"
            " that holds a comma in quotes"
        )
    at = header.index(column)
    short = [n for n, row in enumerate(rows[1:], start=2) if row and len(row) <= at]
    if short:
        raise FileError(f"{shown_path(path)}, line {short[0]}: there is no cell of that column")
    return [row[at] for row in rows[1:] if row]


def _distribution(name: str, text: str) -> Any:
    """A frozen distribution of scipy.stats, which takes most of a second to import."""
    numbers = _numbers(name, text)
    from scipy import stats

    kinds: Mapping[str, Callable[[], Any]] = {
        "normal": lambda: stats.norm(numbers["mean"], numbers["sd"]),
        "laplace": lambda: stats.laplace(numbers["mean"], numbers["scale"]),
        "exponential": lambda: stats.expon(scale=numbers["mean"]),
        "uniform": lambda: stats.uniform(numbers["low"], numbers["high"] - numbers["low"]),
    }
    return kinds[name]()


def _numbers(name: str, text: str) -> dict[str, float]:
    numbers: dict[str, float] = {}
    wanted = DISTRIBUTIONS[name]
    for part in text.split(",") if text else []:
        key, equals, number = part.partition("=")
        if not equals or key.strip() not in wanted or key.strip() in numbers:
            raise UsageError(f"{name} takes {', '.join(wanted)}, each once; got {shown(part)}")
        try:
            numbers[key.strip()] = float(as_value(number.strip()).as_fraction())
        except OverflowError:
            raise UsageError(f"{key.strip()} is {shown(number)}, too large for {name}") from None
    if len(numbers) != len(wanted):
        raise UsageError(f"{name} takes {', '.join(f'{key}=NUMBER' for key in wanted)}")
    spread = numbers["high"] - numbers["low"] if name == "uniform" else numbers[wanted[-1]]
    if not spread > 0:
        raise UsageError(f"{shown(name + ':' + text)} has no spread above 0")
    return numbers
