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
from dpverify.checkers.accounting.beside import Comparison, beside
from dpverify.checkers.accounting.calibration import Calibration, calibrate
from dpverify.checkers.accounting.cost_curve import CostCurve, CurvePoint, cost_curve, with_curve
from dpverify.defs.accounting.events import Event, Guarantee, Noise, Table
from dpverify.defs.accounting.plan import (
    Plan,
    channel,
    gaussian,
    joint,
    laplace,
    noise,
    parse_plan,
    private,
    read_plan,
    table,
    tree,
)
from dpverify.defs.errors import FileError, SchemaError

if TYPE_CHECKING:
    from os import PathLike

__all__ = [
    "Account",
    "Calibration",
    "Comparison",
    "CostCurve",
    "CurvePoint",
    "Event",
    "Guarantee",
    "Noise",
    "Plan",
    "Table",
    "account",
    "beside",
    "calibrate",
    "channel",
    "cost_curve",
    "gaussian",
    "joint",
    "laplace",
    "load_plan",
    "noise",
    "parse_json_plan",
    "parse_plan",
    "private",
    "table",
    "tree",
    "with_curve",
]


def load_plan(path: str | PathLike[str]) -> Plan:
    """A plan from a TOML file, see `parse_plan`; or from JSON, see `parse_json_plan`.

    A file is JSON where its name ends in .json.

    Raises: FileError where it cannot be read; SchemaError, DomainError or EmptyQuestion as
        `parse_plan`.
    """
    from dpverify.defs.io.files import read_regular_file

    try:
        text = read_regular_file(path).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise FileError(f"{path} is no text in UTF-8") from fault
    return parse_json_plan(text) if str(path).endswith(".json") else parse_plan(text)


def parse_json_plan(text: str) -> Plan:
    """A plan from JSON: as it stands in saved answers, or an event of dp_accounting.

    An event is an object with `class_name` and the fields of the class, see `read_dp_event`.

    Raises: SchemaError where it is no JSON; as `parse_plan`.
    """
    import json

    from dpverify.defs.accounting.dp_events import is_dp_event, read_dp_event

    try:
        # Digits, not floats: 1.1 means 11/10.
        document = json.loads(text, parse_float=str)
    except (ValueError, RecursionError) as fault:
        raise SchemaError(f"the plan is no JSON: {fault}") from fault
    if not isinstance(document, dict):
        raise SchemaError("the plan is no object with events, and no event with a class_name")
    return read_dp_event(document) if is_dp_event(document) else read_plan(document)
