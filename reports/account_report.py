"""Reports about plans: what the steps cost together, from both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.accounting import events
from dpverify.defs.accounting.plan import RELATIONS
from dpverify.reports.evidence import not_rechecked
from dpverify.reports.model import Block, Report, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.accounting.answer import Account
    from dpverify.defs.accounting.plan import Plan

DIRECTIONS = {
    "remove": "a record removed",
    "add": "a record added",
    "replace": "a record replaced",
}
NULL = {
    "remove": "a record replaced by the null record",
    "add": "the null record replaced by another one",
}
PAIRS = (
    "The upper bound holds for uses that each compare any two neighbours of a channel, chosen after"
    " earlier answers. The lower one is what two of them cost that all uses compare."
)
REPLACED = (
    "Of a replaced record on samples the upper bound is proved by joint convexity, and the lower"
    " one attained; no tight analysis is known."
)
LEFT_OUT = (
    " It is assumed that leaving a record out of a Poisson sample moves an answer by no more than"
    " replacing it."
)


def account_report(account: Account, remarks: tuple[str, ...] = ()) -> Report:
    """The report for a terminal, a page or a Markdown file."""
    symbol, other = ("ε", "δ") if account.asked == "eps" else ("δ", "ε")
    blocks: list[Block] = [
        *plan_blocks(account.plan),
        paragraph(RELATIONS[account.plan.relation], label="Neighbours"),
        paragraph(code(f"{other} = {account.given}"), label="Given"),
        paragraph(f"{symbol} lies between ", code(account.lower), " and ", code(account.upper)),
    ]
    names = NULL if account.plan.relation == "replace-by-null" else DIRECTIONS
    rows = tuple(
        (
            names[side.direction] + ("" if side.part is None else f", in part {side.part + 1}"),
            code(side.lower),
            code(side.upper),
            "closed form"
            if side.grid is None
            else f"sums on a grid of {side.grid['window']} points",
        )
        for side in account.sides
    )
    blocks.append(Table(("direction", f"{symbol} at least", f"{symbol} at most", "by"), rows))
    blocks += _curve(account)
    blocks += [paragraph(remark) for remark in (*_assumed(account), *remarks)]
    blocks.append(
        paragraph("Both bounds are rigorous: every rounding has a bound and a direction.")
    )
    if account.not_rechecked is not None:
        blocks.append(not_rechecked(account.not_rechecked))
    return Report(("What the plan costs together",), tuple(blocks))


def _curve(account: Account) -> list[Block]:
    """δ at the ε of a curve, and what follows of the errors of tests."""
    points = tuple(
        (code(str(each.given)), code(each.lower), code(each.upper)) for each in account.curve
    )
    errors = tuple(
        (code(str(each.alpha)), code(each.lower), code(each.upper)) for each in account.trade_off
    )
    blocks: list[Block] = []
    if points:
        blocks.append(Table(("ε", "δ at least", "δ at most"), points))
    if errors:
        blocks.append(
            paragraph(
                "A test of two neighbours, in either order, that errs with probability α when it"
                " sees the first one errs with f(α) or more when it sees the second one. The"
                " largest convex f, from the table above:"
            )
        )
        blocks.append(Table(("α", "f(α) at least", "f(α) at most"), errors))
    return blocks


def plan_blocks(plan: Plan, where: str = "") -> list[Block]:
    """The events, and those of each part.

    Args: where what is said after each list.
    """
    blocks: list[Block] = []
    if plan.events:
        text = "; ".join(event.text() for event in plan.events)
        blocks.append(paragraph(f"{text}{where}", label="Plan"))
    for i, part in enumerate(plan.parts, 1):
        text = "; ".join(event.text() for event in part)
        blocks.append(paragraph(f"{text}{where}", label=f"Part {i}"))
    return blocks


def _assumed(account: Account) -> tuple[str, ...]:
    """What the two bounds are of, where they are not of one pair of laws."""
    grids = [side.grid for side in account.sides if side.grid is not None]
    listed = [event for plan in account.plan.alternatives() for event in plan.events]
    schemes = {
        event.scheme
        for event in listed
        if event.rate != 1 and isinstance(event.noise, events.Noise)
    }
    replaced = schemes and account.plan.relation == "replace"
    # Without replacement a sample without the record has another one in its place.
    remark = REPLACED + LEFT_OUT if "poisson" in schemes else REPLACED
    several = any("pairs" in grid for grid in grids) and any(
        isinstance(event.noise, events.Table)
        and event.noise.uses == "any"
        and len(event.noise.pairs) > 1
        for event in listed
    )
    return (*((PAIRS,) if several else ()), *((remark,) if replaced else ()))
