"""Reports about reconstruction attacks: what is left, and how much was guessed wrong.

What must never change: the keys `survivors`, and `n`, `queries`, `errors`, `fraction`, `interval`,
`seconds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import fmpq

from dpverify.defs.numbers import Value, number_text
from dpverify.defs.numbers.decimals import decimal_text
from dpverify.defs.validate import shown_number
from dpverify.reports.model import Block, Display, Report, Table, code, paragraph

if TYPE_CHECKING:
    from fractions import Fraction

    from dpverify.checkers.reconstruction.experiment import Outcome
    from dpverify.checkers.reconstruction.survivors import Survivors

ATTACK_SCHEMA = "dpverify.attack/1.0"
SHOWN = 64
"""Survivors that a report lists; the JSON form lists all."""
DIGITS = 6


def survivors_document(survivors: Survivors) -> dict[str, Any]:
    """The JSON form: every survivor, what all of them agree on, how far two can be apart."""
    return {
        "schema": ATTACK_SCHEMA,
        "attack": "all subsets",
        "n": survivors.n,
        "bound": _text(survivors.bound),
        "survivors": list(survivors.databases),
        "agreed": survivors.agreed,
        "most_errors": survivors.most_errors,
    }


def survivors_report(survivors: Survivors) -> Report:
    """The report for a terminal or a Markdown file."""
    n, count = survivors.n, len(survivors.databases)
    blocks: list[Block] = [
        paragraph(f"the answers to all {1 << n} subsets of {n} records", label="Given"),
        paragraph("every answer is within ", code(shown_number(survivors.bound)), label="Bound"),
        paragraph(f"{count} of {1 << n} databases", label="Left over"),
    ]
    if count:
        more = (f"… and {count - SHOWN} more",) if count > SHOWN else ()
        blocks.append(Display(survivors.databases[:SHOWN] + more))
        blocks.append(
            paragraph(code(survivors.agreed), " (? where survivors differ)", label="Agreed")
        )
    else:
        blocks.append(paragraph("no database has answers within the bound of all of these"))
    most = f"in at most {survivors.most_errors} of {n} records, whatever the answers"
    blocks.append(paragraph(most, label="Two differ"))
    return Report(("Reconstruction from all subset queries",), tuple(blocks))


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """The JSON form: counts, the share that is wrong with its interval, the time."""
    plan = outcome.plan
    return {
        "schema": ATTACK_SCHEMA,
        "attack": "linear program",
        "n": plan.n,
        "queries": plan.queries,
        "alpha": _text(plan.alpha),
        "noise": plan.noise,
        "seed": plan.seed,
        "errors": outcome.errors,
        "fraction": float(outcome.fraction),
        "interval": [float(end) for end in _ends(outcome)],
        "confidence": 0.95,
        "seconds": round(outcome.seconds, 3),
    }


def outcome_report(outcome: Outcome, about: str) -> Report:
    """The report for a terminal or a Markdown file; `about` says what the noise is."""
    plan, (lower, upper) = outcome.plan, _ends(outcome)
    share = decimal_text(_exact(outcome.fraction), DIGITS, up=False)
    rows = (
        ("records", str(plan.n)),
        ("random queries", str(plan.queries)),
        ("noise", f"{about}; E = α·√n, α = {_text(plan.alpha)}"),
        ("records guessed wrong", str(outcome.errors)),
        ("share", share),
        ("95 % interval", f"[{lower}, {upper}]"),
        ("seconds of HiGHS", f"{outcome.seconds:.1f}"),
    )
    remark = (
        "An experiment: floats and a seeded generator, no verdict. The Clopper–Pearson interval"
        " counts records as independent trials."
    )
    return Report(
        ("Reconstruction from random subset queries",),
        (Table(("quantity", "value"), rows), paragraph(remark)),
    )


def _ends(outcome: Outcome) -> tuple[str, str]:
    lower, upper = outcome.interval
    return (
        decimal_text(_exact(lower), DIGITS, up=False),
        decimal_text(_exact(upper), DIGITS, up=True),
    )


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _text(number: Fraction) -> str:
    return number_text(Value(number))
