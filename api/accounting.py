"""What many private steps cost together, with both bounds proved.

    >>> from dpverify import accounting
    >>> plan = accounting.Plan((accounting.gaussian("1.1", sampling="1/100", times=1000),))
    >>> cost = accounting.account(plan, delta="1e-5")
    >>> cost.lower[:4], cost.upper[:4]
    ('1.51', '1.51')

Numbers are exact: ints, Fractions, texts such as "0.1"; floats are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.accounting.answer import Account, account
from dpverify.defs.accounting.events import Event, Guarantee, Noise, Table
from dpverify.defs.accounting.plan import (
    Plan,
    gaussian,
    laplace,
    noise,
    parse_plan,
    private,
    table,
)
from dpverify.defs.errors import FileError

if TYPE_CHECKING:
    from os import PathLike

__all__ = [
    "Account",
    "Event",
    "Guarantee",
    "Noise",
    "Plan",
    "Table",
    "account",
    "gaussian",
    "laplace",
    "load_plan",
    "noise",
    "parse_plan",
    "private",
    "table",
]


def load_plan(path: str | PathLike[str]) -> Plan:
    """A plan from a TOML file; see `parse_plan`.

    Raises: FileError where it cannot be read; SchemaError, DomainError or EmptyQuestion as
        `parse_plan`.
    """
    from dpverify.defs.io.files import read_regular_file

    try:
        text = read_regular_file(path).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise FileError(f"{path} is no text in UTF-8") from fault
    return parse_plan(text)
