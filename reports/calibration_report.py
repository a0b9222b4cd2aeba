"""Reports about questions the other way round: which noise, how many steps, which rate."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dpverify.checkers.accounting.calibration import RISING
from dpverify.defs.accounting.plan import RELATIONS
from dpverify.reports.account_report import plan_blocks
from dpverify.reports.evidence import not_rechecked
from dpverify.reports.model import Block, Paragraph, Report, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.accounting.calibration import Calibration

SOUGHT: Final = {
    "sigma": "the smallest σ",
    "scale": "the smallest scale",
    "steps": "the largest number of steps",
    "sampling": "the largest sampling rate",
}


TURNS: Final = {"sigma": "a σ", "scale": "a scale", "sampling": "a sampling rate"}
"""The same where the cost may rise and fall: there smaller and larger ones may meet it too."""


def calibration_report(found: Calibration, remarks: tuple[str, ...] = ()) -> Report:
    """The report for a terminal, a page or a Markdown file."""
    which = "proved" if found.proved is not None else "refuted"
    claim = f"ε = {found.eps}, δ = {found.delta}"
    blocks: list[Block] = [
        _sought(found, claim),
        *plan_blocks(found.plan, f", where the claim is {which}"),
        paragraph(RELATIONS[found.plan.relation], label="Neighbours"),
        _between(found),
    ]  # fmt: skip
    rows = []
    if found.proved is not None:
        rows.append((code(found.at_proved), "proved", code(f"δ ≤ {found.proved.upper}")))
    if found.refuted is not None:
        rows.append((code(found.at_refuted), "refuted", code(f"δ ≥ {found.refuted.lower}")))
    blocks.append(Table((found.sought, "the claim is", f"since at ε = {found.eps}"), tuple(rows)))
    blocks.append(paragraph(_beyond(found)))
    blocks += [paragraph(remark) for remark in remarks]
    if found.not_rechecked is not None:
        blocks.append(not_rechecked(found.not_rechecked))
    return Report(("What meets the claim",), tuple(blocks))


def _sought(found: Calibration, claim: str) -> Paragraph:
    """What was asked."""
    if found.monotone:
        what = f"{SOUGHT[found.sought]} of event {found.place} that meets "
        return paragraph(what, code(claim), label="Sought")
    what = f"{TURNS[found.sought]} of event {found.place} beside which "
    return paragraph(what, code(claim), " begins or ceases to be met", label="Sought")


def _between(found: Calibration) -> Paragraph:
    """Between which values it lies."""
    if not found.monotone and (found.proved is None or found.refuted is None):
        return paragraph("No two values were found between which one lies")
    what = SOUGHT[found.sought].capitalize() if found.monotone else f"Such {TURNS[found.sought]}"
    lies = f"{what} lies between "
    return paragraph(lies, code(found.lower), " and ", code(found.upper), _apart(found))


def _apart(found: Calibration) -> str:
    """How far apart the two values are."""
    if found.proved is None or found.refuted is None:
        return ""
    low, high = Fraction(found.lower), Fraction(found.upper)
    if found.sought == "steps" and high == low + 1:
        return ", one step apart: the smaller one is the answer"
    return f", {float(1 - low / high):.1g} apart relatively" if high else ""


def _beyond(found: Calibration) -> str:
    """What is known of other values."""
    if not found.monotone:
        return (
            "Of other values nothing is said: the cost is not known to rise or to fall with this"
            " parameter."
        )
    less, more = ("smaller", "larger") if found.sought in RISING else ("larger", "smaller")
    parts = []
    if found.proved is not None:
        parts.append(f"every {less} value than the one that is proved meets the claim too")
    else:
        parts.append("no value was proved")
    if found.refuted is not None:
        parts.append(f"no {more} value than the one that is refuted does")
    else:
        parts.append("no value was refuted")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
